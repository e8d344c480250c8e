"""What every script of the corpus shares: made-up graphs, and the note of
what a file holds, written from the graph itself and never from a reader."""

import json
import os
import random

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


class Graph:
    """Nodes by name; edges as pairs; classes, features and sets by node."""

    def __init__(self, nodes, edges, classes=None, features=None, directed=False):
        self.nodes = list(nodes)
        self.edges = [tuple(e) for e in edges]
        self.classes = classes
        self.features = features or {}
        self.directed = directed

    def renamed(self, f):
        """The same graph with other names of the nodes."""
        classes = {f(v): c for v, c in self.classes.items()} if self.classes else None
        features = {k: {f(v): x for v, x in col.items()} for k, col in self.features.items()}
        return Graph([f(v) for v in self.nodes], [(f(a), f(b)) for a, b in self.edges], classes, features, self.directed)

    def bare(self):
        """Nodes and edges alone."""
        return Graph(self.nodes, self.edges, directed=self.directed)

    def touched(self):
        """Without the nodes that have no edge: an edge list cannot hold them."""
        kept = {v for e in self.edges for v in e}
        classes = {v: c for v, c in self.classes.items() if v in kept} if self.classes else None
        features = {k: {v: x for v, x in col.items() if v in kept} for k, col in self.features.items()}
        return Graph([v for v in self.nodes if v in kept], self.edges, classes, features, self.directed)

    def undirected(self):
        return Graph(self.nodes, self.edges, self.classes, self.features)


VILLAGE = ["Anna", "Bert", "Carla", "Dora", "Emil", "Frida", "Georg", "Hanna", "Ivo"]


def village():
    """Nine people of two parties, with age and height; Ivo knows nobody."""
    edges = [("Anna", "Bert"), ("Anna", "Carla"), ("Bert", "Carla"), ("Carla", "Dora"), ("Dora", "Emil"), ("Emil", "Frida"),
             ("Frida", "Georg"), ("Georg", "Hanna"), ("Hanna", "Emil"), ("Dora", "Hanna")]
    party = dict(zip(VILLAGE, ["red", "red", "red", "blue", "blue", "blue", "red", "blue", "blue"]))
    age = dict(zip(VILLAGE, [31, 44, 27, 65, 18, 52, 39, 71, 8]))
    height = dict(zip(VILLAGE, [1.68, 1.81, 1.59, 1.72, 1.9, 1.625, 1.77, 1.5, 1.25]))
    return Graph(VILLAGE, edges, party, {"age": age, "height": height})


def accents(name):
    return {"Emil": "Émile", "Georg": "Jörg", "Frida": "Frïda"}.get(name, name)


def spaced(name):
    return name + " von Ü" if name in ("Emil", "Dora") else name + " K."


def blocks(n=9, seed=7, p=0.6, q=0.1):
    """A random graph of two blocks, numbered from 0, every node with an edge."""
    r = random.Random(seed)
    cls = {i: i % 2 for i in range(n)}
    edges = [(i, j) for i in range(n) for j in range(i + 1, n) if r.random() < (p if cls[i] == cls[j] else q)]
    for i in range(n):
        if not any(i in e for e in edges):
            edges.append((i, (i + 2) % n) if i < (i + 2) % n else ((i + 2) % n, i))
    feats = {k: {i: round(r.gauss(cls[i], 1), 3) for i in range(n)} for k in ("f1", "f2")}
    return Graph(range(n), edges, cls, feats)


def tree(n=15):
    return Graph(range(n), [((i - 1) // 2, i) for i in range(1, n)])


def ring(n=8):
    return Graph(range(n), [(i, i + 1) for i in range(n - 1)] + [(0, n - 1)])


def petersen():
    return Graph(range(10), [(i, (i + 1) % 5) for i in range(5)] + [(i, i + 5) for i in range(5)]
                 + [(5 + i, 5 + (i + 2) % 5) for i in range(5)])


def arcs(n=9, seed=3):
    """A random directed graph with one pair in both directions."""
    r = random.Random(seed)
    e = {(i, (i + 1) % n) for i in range(n)} | {(r.randrange(n), r.randrange(n)) for _ in range(8)} | {(1, 0)}
    return Graph(range(n), sorted((a, b) for a, b in e if a != b), directed=True)


def want(folder, name, files, fmt, g, splits=None, by=""):
    """Writes folder/name.want.json: what the files hold. Edges are the positions of their ends among the nodes, in turn."""
    known = None
    if g.classes:
        known = [None if g.classes.get(v) is None else str(g.classes[v]) for v in g.nodes]
    at = {v: i for i, v in enumerate(g.nodes)}
    columns = {str(k): [col.get(v, 0) for v in g.nodes] for k, col in g.features.items()}
    about = {"by": by, "files": files, "format": fmt, "directed": g.directed, "nodes": [str(v) for v in g.nodes],
             "edges": [at[v] for e in g.edges for v in e], "classes": known, "features": columns}
    if splits:
        about["splits"] = [[[str(v) for v in part] for part in s] for s in splits]
    save(folder, name, about)


def refused(folder, name, files, called, by=""):
    """Writes folder/name.want.json: the files are refused, by this name."""
    save(folder, name, {"by": by, "files": files, "refused": called})


def save(folder, name, about):
    with open(path(folder, name + ".want.json"), "w", encoding="utf-8") as f:
        json.dump(about, f, ensure_ascii=False, separators=(",", ":"))
        f.write("\n")


def path(folder, name):
    os.makedirs(os.path.join(HERE, folder), exist_ok=True)
    return os.path.join(HERE, folder, name)


def text(folder, name, s, encoding="utf-8"):
    with open(path(folder, name), "w", encoding=encoding, newline="") as f:
        f.write(s)
