"""The files of corpus/networkx, written by NetworkX (and its Python's json)."""

import json
import warnings

import networkx as nx

from common import *

BY = "networkx " + nx.__version__
F = "networkx"
warnings.simplefilter("ignore")


def nxg(g, cls="party", make=None):
    n = make() if make else (nx.DiGraph() if g.directed else nx.Graph())
    for v in g.nodes:
        n.add_node(v)
        if g.classes:
            n.nodes[v][cls] = g.classes[v]
        for k, col in g.features.items():
            n.nodes[v][k] = col[v]
    n.add_edges_from(g.edges)
    return n


def case(name, ext, fmt, g, write, nodes=None, **how):
    n = nxg(nodes or g, **how)
    write(n, path(F, name + ext))
    want(F, name, [name + ext], fmt, g, by=BY)


def dump(data):
    def write(n, p):
        with open(p, "w", encoding="utf-8") as f:
            json.dump(data(n), f, ensure_ascii=False)
    return write


def weighted(write):
    def run(n, p):
        for k, (a, b) in enumerate(n.edges()):
            n[a][b].update(weight=k % 4 + 0.5, since=1990 + k)
        write(n, p)
    return run


b, v, a = blocks(), village(), arcs()
e = b.bare()

# Edge lists.
case("edges", ".edgelist", "table", e, lambda n, p: nx.write_edgelist(n, p, data=False))
case("edges-dict", ".edgelist", "table", e, lambda n, p: nx.write_edgelist(n, p))
case("edges-dict-two", ".edgelist", "table", e, weighted(lambda n, p: nx.write_edgelist(n, p)))
case("edges-weighted", ".edgelist", "table", e, weighted(lambda n, p: nx.write_weighted_edgelist(n, p)))
case("edges-values", ".edgelist", "table", e, weighted(lambda n, p: nx.write_edgelist(n, p, data=["weight", "since"])))
case("edges-comma", ".csv", "table", e, lambda n, p: nx.write_edgelist(n, p, delimiter=",", data=False))
case("edges-comma-dict", ".csv", "table", e, weighted(lambda n, p: nx.write_edgelist(n, p, delimiter=",")))
t = v.bare().touched()
case("edges-names", ".edgelist", "table", t, lambda n, p: nx.write_edgelist(n, p, data=False))
s = t.renamed(spaced)
case("edges-names-tab", ".tsv", "table", s, lambda n, p: nx.write_edgelist(n, p, delimiter="\t", data=False))
case("edges-names-tab-dict", ".tsv", "table", s, weighted(lambda n, p: nx.write_edgelist(n, p, delimiter="\t")))
h = t.renamed(lambda x: "#" + x.lower())
case("edges-hash", ".tsv", "table", h, lambda n, p: nx.write_edgelist(n, p, delimiter="\t", data=False))

# Adjacency lists.
case("adjlist", ".adjlist", "adjacency list", e, lambda n, p: nx.write_adjlist(n, p))
case("adjlist-tree", ".adjlist", "adjacency list", tree(), lambda n, p: nx.write_adjlist(n, p))
case("adjlist-lone", ".adjlist", "adjacency list", v.bare(), lambda n, p: nx.write_adjlist(n, p))
case("adjlist-tab", ".tsv", "adjacency list", v.bare().renamed(spaced), lambda n, p: nx.write_adjlist(n, p, delimiter="\t"))
case("adjlist-comma", ".csv", "adjacency list", petersen(), lambda n, p: nx.write_adjlist(n, p, delimiter=","))
case("adjlist-path", ".adjlist", "adjacency list", Graph(range(6), [(i, i + 1) for i in range(5)]), lambda n, p: nx.write_adjlist(n, p))
case("adjlist-directed", ".adjlist", "adjacency list", a.undirected(), lambda n, p: nx.write_adjlist(n, p), nodes=a)
case("multiline", ".adjlist", "adjacency list", e, lambda n, p: nx.write_multiline_adjlist(n, p))
case("multiline-data", ".adjlist", "adjacency list", v.bare(), weighted(lambda n, p: nx.write_multiline_adjlist(n, p)))

# Trees of brackets and of tags.
case("gml", ".gml", "GML", v, nx.write_gml)
case("gml-numbers", ".gml", "GML", b, nx.write_gml, cls="block")
case("gml-accents", ".gml", "GML", v.renamed(accents), nx.write_gml)
case("gml-directed", ".gml", "GML", a, nx.write_gml)
case("gml-weights", ".gml", "GML", v, weighted(nx.write_gml))
case("graphml", ".graphml", "GraphML", v, nx.write_graphml_xml)
case("graphml-numbers", ".graphml", "GraphML", b, nx.write_graphml_xml, cls="block")
case("graphml-directed", ".graphml", "GraphML", a, nx.write_graphml_xml)
case("graphml-latin1", ".graphml", "GraphML", v.renamed(accents), lambda n, p: nx.write_graphml_xml(n, p, encoding="iso-8859-1"))
case("graphml-weights", ".graphml", "GraphML", v, weighted(nx.write_graphml_xml))
case("gexf", ".gexf", "GEXF", v, nx.write_gexf)
case("gexf-11", ".gexf", "GEXF", v, lambda n, p: nx.write_gexf(n, p, version="1.1draft"))
case("gexf-numbers", ".gexf", "GEXF", b, nx.write_gexf, cls="block")
case("gexf-directed", ".gexf", "GEXF", a, nx.write_gexf)
case("gexf-latin1", ".gexf", "GEXF", v.renamed(accents), lambda n, p: nx.write_gexf(n, p, encoding="iso-8859-1"))

# One line of characters.
case("graph6", ".g6", "graph6", petersen(), nx.write_graph6)
case("graph6-bare", ".g6", "graph6", tree(70), lambda n, p: nx.write_graph6(n, p, header=False))
case("sparse6", ".s6", "sparse6", e, nx.write_sparse6)
case("sparse6-bare", ".s6", "sparse6", tree(40), lambda n, p: nx.write_sparse6(n, p, header=False))
case("sparse6-lone", ".s6", "sparse6", Graph(range(16), [(0, 1), (14, 15)]), nx.write_sparse6)
case("sparse6-four", ".s6", "sparse6", Graph(range(4), [(0, 1), (1, 2)]), nx.write_sparse6)

# Pajek: texts are kept, numbers only when they are given as texts.
texts = Graph(v.nodes, v.edges, v.classes, v.features)


def pajek(n, p):
    for x in n.nodes:
        n.nodes[x].update({k: str(y) for k, y in n.nodes[x].items()})
    nx.write_pajek(n, p)


case("pajek", ".net", "Pajek", texts, pajek)
case("pajek-spaces", ".net", "Pajek", texts.renamed(spaced), pajek)
case("pajek-bare", ".net", "Pajek", t, nx.write_pajek)
case("pajek-directed", ".net", "Pajek", a, nx.write_pajek)

# JSON.
case("node-link", ".json", "node-link JSON", v, dump(nx.node_link_data))
case("node-link-directed", ".json", "node-link JSON", a, dump(nx.node_link_data))
case("node-link-multi", ".json", "node-link JSON", v, dump(nx.node_link_data), make=nx.MultiGraph)
big = t.renamed(lambda x: 9007199254740993 + 2 * VILLAGE.index(x))
case("node-link-64bit", ".json", "node-link JSON", big, dump(nx.node_link_data))
case("adjacency", ".json", "adjacency JSON", v, dump(nx.adjacency_data))
case("adjacency-numbers", ".json", "adjacency JSON", b, weighted(dump(nx.adjacency_data)), cls="block")
case("adjacency-directed", ".json", "adjacency JSON", a, dump(nx.adjacency_data))
case("adjacency-multi", ".json", "adjacency JSON", v, dump(nx.adjacency_data), make=nx.MultiGraph)
case("cytoscape", ".json", "Cytoscape JSON", v, dump(nx.cytoscape_data))
case("cytoscape-directed", ".json", "Cytoscape JSON", a, dump(nx.cytoscape_data))
down = Graph(range(15), tree().edges, directed=True)
case("tree", ".json", "tree JSON", down, dump(lambda n: nx.tree_data(n, 0)))
case("dict-of-lists", ".json", "adjacency JSON", v.bare(), dump(nx.to_dict_of_lists))
case("dict-of-dicts", ".json", "adjacency JSON", e, dump(nx.to_dict_of_dicts))
case("pairs", ".json", "edge list JSON", e, dump(lambda n: list(n.edges())))
case("pairs-names", ".json", "edge list JSON", t, dump(lambda n: [list(x) for x in n.edges(data=False)]))

# Pickles are refused.
nx.write_gpickle(nxg(v), path(F, "gpickle.gpickle"), protocol=2) if hasattr(nx, "write_gpickle") else None
refused(F, "gpickle", ["gpickle.gpickle"], "Python object", by=BY)
