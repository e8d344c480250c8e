"""The files of corpus/igraph, written by python-igraph."""

import igraph

from common import *

BY = "python-igraph " + igraph.__version__
F = "igraph"


def ig(g, cls="group", names=True):
    n = igraph.Graph(directed=g.directed)
    n.add_vertices(len(g.nodes))
    if names:
        n.vs["name"] = [str(v) for v in g.nodes]
    if g.classes:
        n.vs[cls] = [g.classes[v] for v in g.nodes]
    for k, col in g.features.items():
        n.vs[k] = [col[v] for v in g.nodes]
    at = {v: i for i, v in enumerate(g.nodes)}
    n.add_edges([(at[a], at[b]) for a, b in g.edges])
    return n


def case(name, ext, fmt, g, write, nodes=None, weights=False, **how):
    n = ig(nodes or g, **how)
    if weights:
        n.es["weight"] = [k % 4 + 0.5 for k in range(n.ecount())]
    write(n, path(F, name + ext))
    want(F, name, [name + ext], fmt, g, by=BY)


b, v, a = blocks(seed=11), village(), arcs(seed=5)
e, t = b.bare(), v.bare().touched()

case("edgelist", ".txt", "table", e, lambda n, p: n.write_edgelist(p))
case("edgelist-directed", ".txt", "table", a.undirected(), lambda n, p: n.write_edgelist(p), nodes=a)
case("ncol", ".ncol", "table", t, lambda n, p: n.write_ncol(p))
case("ncol-weights", ".ncol", "table", t, lambda n, p: n.write_ncol(p), weights=True)
case("adjacency", ".adj", "adjacency matrix", e, lambda n, p: n.write_adjacency(p), names=False)
case("adjacency-comma", ".csv", "adjacency matrix", petersen(), lambda n, p: n.write_adjacency(p, sep=","), names=False)
case("adjacency-lone", ".adj", "adjacency matrix", v.bare().renamed(VILLAGE.index), lambda n, p: n.write_adjacency(p), names=False)
case("adjacency-directed", ".adj", "adjacency matrix", a, lambda n, p: n.write_adjacency(p), names=False)
case("dimacs", ".dimacs", "DIMACS", Graph(range(1, 10), [(x + 1, y + 1) for x, y in a.edges], directed=True),
     lambda n, p: n.write_dimacs(p, source=0, target=8, capacity=[1] * n.ecount()), nodes=a, names=False)
case("gml", ".gml", "GML", v, lambda n, p: n.write_gml(p))
case("gml-numbers", ".gml", "GML", b, lambda n, p: n.write_gml(p), names=False)
case("gml-accents", ".gml", "GML", v.renamed(accents), lambda n, p: n.write_gml(p))
case("gml-directed", ".gml", "GML", a, lambda n, p: n.write_gml(p), names=False, weights=True)
case("graphml", ".graphml", "GraphML", v, lambda n, p: n.write_graphml(p))
case("graphml-numbers", ".graphml", "GraphML", b.renamed(lambda i: "n%d" % i), lambda n, p: n.write_graphml(p), nodes=b, names=False)
case("graphmlz", ".graphmlz", "GraphML", v, lambda n, p: n.write_graphmlz(p))
case("pajek", ".net", "Pajek", v.bare(), lambda n, p: (n.vs.__setitem__("id", n.vs["name"]), n.write_pajek(p)))
case("pajek-directed", ".net", "Pajek", Graph(range(9), a.edges, directed=True).renamed(lambda i: i + 1), lambda n, p: n.write_pajek(p), names=False, weights=True)
v.features["tall"] = v.features.pop("height")  # height is the size of the drawn node in DOT
case("dot", ".dot", "DOT", v, lambda n, p: n.write_dot(p))
case("dot-numbers", ".dot", "DOT", b, lambda n, p: n.write_dot(p), names=False)
case("dot-directed", ".dot", "DOT", a, lambda n, p: n.write_dot(p), names=False)

for name, ext, called, write in [("lgl", ".lgl", "LGL", lambda n, p: n.write_lgl(p)),
                                 ("lgl-weights", ".lgl", "LGL", lambda n, p: (n.es.__setitem__("weight", [1.5] * n.ecount()), n.write_lgl(p))),
                                 ("leda", ".lgr", "LEDA", lambda n, p: n.write_leda(p, "name", None)),
                                 ("pickle", ".pickle", "Python object", lambda n, p: n.write_pickle(p)),
                                 ("svg", ".svg", "picture", lambda n, p: n.write_svg(p, layout=n.layout_circle()))]:
    write(ig(Graph("abc", ["ab", "bc"]) if name == "svg" else t), path(F, name + ext))
    refused(F, name, [name + ext], called, by=BY)
