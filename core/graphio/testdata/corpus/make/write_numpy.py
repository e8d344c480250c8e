"""The files of corpus/numpy, written by NumPy, SciPy and Python's pickle."""

import pickle

import numpy as np
import scipy
import scipy.io
import scipy.sparse as sp

from common import *

BY = "numpy %s, scipy %s" % (np.__version__, scipy.__version__)
F = "numpy"


def matrix(g, dtype=int):
    at = {v: i for i, v in enumerate(g.nodes)}
    m = np.zeros((len(g.nodes), len(g.nodes)), dtype)
    for a, b in g.edges:
        m[at[a], at[b]] = 1
        if not g.directed:
            m[at[b], at[a]] = 1
    return m


def case(name, ext, fmt, g, write, splits=None):
    write(path(F, name + ext))
    want(F, name, [name + ext], fmt, g, splits, by=BY)


b, a, v = blocks(seed=17), arcs(seed=21), village()
e = b.bare()
pairs = np.array(e.edges)
x = np.array([[col[i] for col in b.features.values()] for i in b.nodes])
y = np.array([b.classes[i] for i in b.nodes])

# Text.
case("matrix", ".txt", "adjacency matrix", e, lambda p: np.savetxt(p, matrix(e), fmt="%d"))
case("matrix-float", ".txt", "adjacency matrix", ring(5), lambda p: np.savetxt(p, matrix(ring(5))))
case("matrix-comma", ".csv", "adjacency matrix", petersen(), lambda p: np.savetxt(p, matrix(petersen()), fmt="%d", delimiter=","))
case("matrix-directed", ".txt", "adjacency matrix", a, lambda p: np.savetxt(p, matrix(a), fmt="%d"))
case("matrix-header", ".csv", "adjacency matrix", v.bare(),
     lambda p: np.savetxt(p, matrix(v), fmt="%d", delimiter=",", header=",".join(v.nodes), comments=""))
case("matrix-three", ".txt", "adjacency matrix", ring(3), lambda p: np.savetxt(p, matrix(ring(3)), fmt="%d"))
case("pairs-float", ".txt", "table", e, lambda p: np.savetxt(p, pairs))
case("pairs-header", ".csv", "table", e, lambda p: np.savetxt(p, pairs, fmt="%d", delimiter=",", header="source,target"))

# Archives of arrays.
xy = {"x": {k: c for k, c in b.features.items()}}
numbered = Graph(b.nodes, b.edges, b.classes, {str(k): c for k, c in enumerate(b.features.values())})
case("edges", ".npz", "npz", e, lambda p: np.savez(p, edges=pairs))
case("platonov", ".npz", "npz", numbered, lambda p: np.savez_compressed(p, node_features=x, node_labels=y, edges=pairs))
both = np.concatenate([pairs, pairs[:, ::-1]]).T
case("geometric", ".npz", "npz", numbered, lambda p: np.savez(p, x=x.astype(">f8"), y=y, edge_index=both))
half = Graph(b.nodes, b.edges, b.classes, {str(k): {i: float(np.float16(z)) for i, z in c.items()} for k, c in enumerate(b.features.values())})
case("float16", ".npz", "npz", half, lambda p: np.savez(p, x=x.astype("f2"), y=y, edge_index=both))
case("from-one", ".npz", "npz", numbered, lambda p: np.savez(p, node_features=x, node_labels=y, edges=pairs + 1))
one = e.renamed(lambda i: i + 1)
case("from-one-bare", ".npz", "npz", one, lambda p: np.savez(p, edges=pairs + 1))
big = e.renamed(lambda i: 2**62 + 3 * i + 1)
case("int64", ".npz", "npz", big, lambda p: np.savez(p, edges=pairs * 3 + 2**62 + 1))
huge = e.renamed(lambda i: 2**63 + 5 * i + 3)
case("uint64", ".npz", "npz", huge, lambda p: np.savez(p, edges=pairs.astype("u8") * np.uint64(5) + np.uint64(2**63 + 3)))
named = Graph(v.nodes, v.edges, v.classes)
at = {n: i for i, n in enumerate(v.nodes)}
case("names", ".npz", "npz", Graph(v.nodes, v.edges), lambda p: np.savez(p, edges=np.array([(at[s], at[t]) for s, t in v.edges]),
                                                                         node_names=np.array(v.nodes), node_labels=np.full(9, -1)))
train, val, test = [0, 1, 2, 3], [4, 5], [6, 7, 8]
mask = lambda of: np.isin(np.arange(len(b.nodes)), of)
case("masks", ".npz", "npz", numbered, lambda p: np.savez(p, x=x, y=y, edge_index=both, train_mask=mask(train), val_mask=mask(val),
                                                          test_mask=mask(test)), [[train, val, test]])
np.savetxt(path(F, "beside.csv"), pairs, fmt="%d", delimiter=",")
np.savez(path(F, "beside-masks.npz"), train_mask=mask(train), val_mask=mask(val), test_mask=mask(test))
want(F, "beside", ["beside.csv", "beside-masks.npz"], "table", e, [[train, val, test]], by=BY)

# Sparse matrices.
case("csr", ".npz", "scipy npz", e, lambda p: sp.save_npz(p, sp.csr_matrix(matrix(e))))
case("csc", ".npz", "scipy npz", e, lambda p: sp.save_npz(p, sp.csc_matrix(matrix(e).astype("f4")), compressed=False))
case("coo", ".npz", "scipy npz", a, lambda p: sp.save_npz(p, sp.coo_matrix(matrix(a, float))))
zeros = sp.csr_matrix(matrix(a))
zeros.data[0] = 0
kept = Graph(a.nodes, [q for q in zip(*map(list, np.nonzero(zeros.toarray())))], directed=True)
case("csr-zero", ".npz", "scipy npz", kept, lambda p: sp.save_npz(p, zeros))
m = sp.csr_matrix(matrix(numbered))
c = sp.csr_matrix(x)
case("shchur", ".npz", "npz", numbered, lambda p: np.savez(
    p, adj_data=m.data, adj_indices=m.indices, adj_indptr=m.indptr, adj_shape=m.shape, attr_data=c.data, attr_indices=c.indices,
    attr_indptr=c.indptr, attr_shape=c.shape, labels=y))
case("market", ".mtx", "Matrix Market", one, lambda p: scipy.io.mmwrite(p, sp.coo_matrix(matrix(e)), symmetry="symmetric"))
case("market-pattern", ".mtx", "Matrix Market", one, lambda p: scipy.io.mmwrite(p, sp.coo_matrix(matrix(e)), field="pattern"))
d1 = a.renamed(lambda i: i + 1)
case("market-directed", ".mtx", "Matrix Market", d1, lambda p: scipy.io.mmwrite(p, sp.coo_matrix(matrix(a)), symmetry="general"))
case("market-array", ".mtx", "Matrix Market", one, lambda p: scipy.io.mmwrite(p, matrix(e).astype(float), symmetry="general"))

# A Planetoid set, which this Python pickles otherwise than the published ones.
onehot = np.eye(2, dtype=int)[y]
parts = {"x": c[:4], "y": onehot[:4], "allx": c[:6], "ally": onehot[:6], "tx": c[[7, 6, 8]], "ty": onehot[[7, 6, 8]],
         "graph": {i: [int(k) for k in np.flatnonzero(matrix(e)[i])] for i in e.nodes}}
for role, value in parts.items():
    with open(path(F, "ind.made." + role), "wb") as f:
        if role.endswith("x"):
            value = sp.csr_matrix(value.astype("f4"))
        pickle.dump(value, f, protocol=2)
text(F, "ind.made.test.index", "7\n6\n8\n")
refused(F, "planetoid", ["ind.made." + r for r in parts] + ["ind.made.test.index"], "Python object", by=BY)

np.save(path(F, "lone.npy"), pairs)
refused(F, "lone", ["lone.npy"], "single NumPy array", by=BY)
np.savez(path(F, "features.npz"), x=x, y=y)
refused(F, "features", ["features.npz"], "edges", by=BY)
with open(path(F, "dict.pickle"), "wb") as f:
    pickle.dump({"a": 1}, f, protocol=4)
refused(F, "dict", ["dict.pickle"], "Python object", by=BY)
