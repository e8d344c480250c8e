import json
import numpy as np

t = json.load(open("trace.json"))  # the page's export "Trace", or what sgpc trace -o trace.json writes
g, c, p = t["graph"], t["config"], {name: np.reshape(v["values"], v["shape"]) for name, v in t["parameters"].items()}
n, (i, j) = g["n"], np.reshape(g["edges"], (-1, 2)).astype(int).T  # edge e joins i[e] and j[e]
X, f = np.zeros(g["features"]["shape"]), g["features"]
X[np.repeat(np.arange(n), np.diff(f["ptr"])), f["cols"]] = f["vals"]
sums = X.sum(1, keepdims=True)
x = X if c.get("plain") or (X < 0).any() else X / np.where(sums > 0, sums, 1)  # rows that sum to 1, as several peers take them
flat = c.get("linear")  # a peer's network without ELU
elu = lambda z: z if flat else np.where(z > 0, z, np.expm1(np.minimum(z, 0)))
softmax = lambda z: np.exp(z) / np.exp(z).sum(1, keepdims=True)
