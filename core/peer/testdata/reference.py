"""Writes reference.json: logits and gradients of seven networks of package peer,
computed from their papers' equations with numpy alone.

A gradient is the imaginary part of the loss at a parameter moved by 1e-30i
(complex steps), so that no rule of differentiation is used. It is exact to
rounding as long as every operation on complex numbers is analytic: ReLU and its
like branch on the real part, and square roots of matrices are iterated
(Denman and Beavers) instead of taken from a factorisation.

    python3 reference.py > reference.json
"""
import json

import numpy as np

STEP = 1e-30
rng = np.random.default_rng(17)

n, f, classes = 9, 6, 3
edges = [(0, 1), (0, 2), (0, 3), (1, 2), (3, 4), (4, 5), (5, 6), (6, 7)]  # node 8 is alone
x_raw = np.where(rng.random((n, f)) < 0.5, 0.5 + rng.random((n, f)), 0.0)
x_raw[np.arange(n), np.arange(n) % f] = 1.0
labels = np.arange(n) % classes

x = x_raw / x_raw.sum(axis=1, keepdims=True)
near = np.zeros((n, n))
for i, j in edges:
    near[i, j] = near[j, i] = 1
loops = near + np.eye(n)
deg = loops.sum(axis=1)
adj = loops / np.sqrt(np.outer(deg, deg))


def relu(z):
    return np.where(z.real > 0, z, 0)


def elu(z):
    return np.where(z.real > 0, z, np.expm1(np.where(z.real > 0, 0, z)))


def softmax(z):
    e = np.exp(z - z.real.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def gcn(p, s):
    h = relu(adj @ (x @ p["gcn.0.weight"]) + p["gcn.0.bias"])
    return adj @ (h @ p["gcn.1.weight"]) + p["gcn.1.bias"]


def gat(p, s):
    h = x
    for l, heads in enumerate((s["heads"], 1)):
        w = h @ p[f"gat.{l}.weight"]
        parts = []
        for t, z in enumerate(np.split(w, heads, axis=1)):
            e = (z @ p[f"gat.{l}.self"][t])[:, None] + (z @ p[f"gat.{l}.neighbour"][t])[None, :]
            e = np.where(e.real < 0, 0.2 * e, e)
            rows = []
            for i in range(n):
                js = np.flatnonzero(loops[i])
                rows.append(softmax(e[i, js]) @ z[js])
            parts.append(np.array(rows))
        h = np.concatenate(parts, axis=1) + p[f"gat.{l}.bias"]
        if l == 0:
            h = elu(h)
    return h


def gcnii(p, s):
    h = h0 = relu(x @ p["gcnii.in.weight"] + p["gcnii.in.bias"])
    for l in range(1, s["layers"] + 1):
        beta = np.log(s["theta"] / l + 1)
        m = (1 - s["alpha"]) * adj @ h + s["alpha"] * h0
        h = relu(m @ ((1 - beta) * np.eye(m.shape[1]) + beta * p[f"gcnii.{l}.weight"]))
    return h @ p["gcnii.out.weight"] + p["gcnii.out.bias"]


def gprgnn(p, s):
    h = relu(x @ p["gprgnn.0.weight"] + p["gprgnn.0.bias"]) @ p["gprgnn.1.weight"] + p["gprgnn.1.bias"]
    out, power = 0, h
    for gamma in p["gprgnn.gamma"][0]:
        out, power = out + gamma * power, adj @ power
    return out


def inverse_root(a):
    y, z = a, np.eye(len(a))
    for _ in range(30):
        y, z = (y + np.linalg.inv(z)) / 2, (z + np.linalg.inv(y)) / 2
    return z


def restriction(kind, v, d):
    if kind == "nsd-diag":
        return np.diag(v)
    if kind == "nsd-general":
        return v.reshape(d, d)
    q, at = np.eye(d), 0
    for k in range(d):
        u = np.concatenate([np.zeros(k), [1], v[at:at + d - k - 1]])
        at += d - k - 1
        q = q @ (np.eye(d) - 2 * np.outer(u, u) / (u @ u))
    return q


def nsd(kind):
    def run(p, s):
        d, c = s["d"], s["hidden"]
        h = elu(x @ p["nsd.in.weight"] + p["nsd.in.bias"])
        for l in range(s["layers"]):
            v = p[f"nsd.{l}.learner"]
            # The coboundary, one block of rows an edge.
            delta = np.zeros((len(edges) * d, n * d), dtype=complex)
            for e, (i, j) in enumerate(edges):
                for a, b, sign in ((i, j, 1), (j, i, -1)):
                    m = restriction(kind, np.tanh(np.concatenate([h[a], h[b]]) @ v), d)
                    delta[e * d:e * d + d, a * d:a * d + d] = sign * m
            lap = delta.T @ delta
            root = np.zeros_like(lap)
            for i in range(n):
                block = slice(i * d, i * d + d)
                root[block, block] = inverse_root(lap[block, block] + np.eye(d))
            y = np.kron(np.eye(n), p[f"nsd.{l}.left"]) @ h.reshape(n * d, c) @ p[f"nsd.{l}.right"]
            y = elu(root @ lap @ root @ y)
            gain = np.tile(1 + np.tanh(p[f"nsd.{l}.epsilon"][0]), n)[:, None]
            h = (gain * h.reshape(n * d, c) - y).reshape(n, d * c)
        return h @ p["nsd.class.weight"] + p["nsd.class.bias"]
    return run


def loss(logits):
    return -np.mean(np.log(softmax(logits)[np.arange(n), labels]))


def nsd_shapes(size, d=3, c=2, layers=2):
    out = {"nsd.in.weight": (f, d * c), "nsd.in.bias": (1, d * c)}
    for l in range(layers):
        out |= {f"nsd.{l}.learner": (2 * d * c, size), f"nsd.{l}.left": (d, d), f"nsd.{l}.right": (c, c), f"nsd.{l}.epsilon": (1, d)}
    return out | {"nsd.class.weight": (d * c, classes), "nsd.class.bias": (1, classes)}


w = 4
sheaf = {"d": 3, "hidden": 2, "layers": 2}
models = {
    "gcn": (gcn, {"hidden": w, "layers": 2},
            {"gcn.0.weight": (f, w), "gcn.0.bias": (1, w), "gcn.1.weight": (w, classes), "gcn.1.bias": (1, classes)}),
    "gat": (gat, {"hidden": w, "layers": 2, "heads": 2},
            {"gat.0.weight": (f, 2 * w), "gat.0.self": (2, w), "gat.0.neighbour": (2, w), "gat.0.bias": (1, 2 * w),
             "gat.1.weight": (2 * w, classes), "gat.1.self": (1, classes), "gat.1.neighbour": (1, classes), "gat.1.bias": (1, classes)}),
    "gcnii": (gcnii, {"hidden": w, "layers": 3, "alpha": 0.3, "theta": 0.7},
              {"gcnii.in.weight": (f, w), "gcnii.in.bias": (1, w), "gcnii.1.weight": (w, w), "gcnii.2.weight": (w, w),
               "gcnii.3.weight": (w, w), "gcnii.out.weight": (w, classes), "gcnii.out.bias": (1, classes)}),
    "gprgnn": (gprgnn, {"hidden": w, "k": 4},
               {"gprgnn.0.weight": (f, w), "gprgnn.0.bias": (1, w), "gprgnn.1.weight": (w, classes), "gprgnn.1.bias": (1, classes),
                "gprgnn.gamma": (1, 5)}),
    "nsd-diag": (nsd("nsd-diag"), sheaf, nsd_shapes(3)),
    "nsd-orth": (nsd("nsd-orth"), sheaf, nsd_shapes(3)),
    "nsd-general": (nsd("nsd-general"), sheaf, nsd_shapes(9)),
}

cases = []
for name, (run, settings, shapes) in models.items():
    p = {k: (0.6 * rng.standard_normal(shape)).astype(complex) for k, shape in shapes.items()}
    gradient = {}
    for k, a in p.items():
        gradient[k] = np.zeros(a.shape)
        for at in np.ndindex(a.shape):
            a[at] += STEP * 1j
            gradient[k][at] = loss(run(p, settings)).imag / STEP
            a[at] = a[at].real
    logits = run(p, settings)
    cases.append({"model": name, "settings": settings, "loss": float(loss(logits).real), "logits": logits.real.ravel().tolist(),
                  "parameters": {k: a.real.ravel().tolist() for k, a in p.items()},
                  "gradients": {k: a.ravel().tolist() for k, a in gradient.items()}})
print(json.dumps({"nodes": n, "features": f, "classes": classes, "edges": edges, "x": x_raw.ravel().tolist(),
                  "labels": labels.tolist(), "cases": cases}))
