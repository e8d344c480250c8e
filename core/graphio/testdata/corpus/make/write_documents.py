"""The other files of corpus/document: formats of one program, and files that
are refused."""

import io
import json
import zipfile

from documents import *

bits = {n: int(v.classes[n] == "red") for n in v.nodes}
named = Graph(v.nodes, v.edges, v.classes, {"age": v.features["age"]})

# Files of one program each.
case("geom-gcn", {"out1_graph_edges.txt": "node_id\tnode_id\n" + rows(b.edges, "\t"), "out1_node_feature_label.txt": "node_id\tfeature\tlabel\n"
                  + "".join("%d\t%s\t%d\n" % (i, ",".join(str(int(b.features["f1"][i] > c)) for c in (0, 1, 2)), b.classes[i]) for i in b.nodes)},
     "Geom-GCN", Graph(b.nodes, b.edges, b.classes, {str(c): {i: int(b.features["f1"][i] > c) for i in b.nodes} for c in (0, 1, 2)}, directed=True),
     by="after Geom-GCN's files")
one = e.renamed(lambda i: i + 1)
case("dimacs", {"dimacs.col": "c made up\np edge 9 %d\n" % len(e.edges) + rows([("e", x, y) for x, y in one.edges], " ")}, "DIMACS", one,
     by="after the second DIMACS challenge")
case("dimacs-arcs", {"dimacs.gr": "c made up\np sp 9 %d\n" % len(a.edges) + rows([("a", x + 1, y + 1, 5) for x, y in a.edges], " ")}, "DIMACS",
     a.renamed(lambda i: i + 1), by="after the ninth DIMACS challenge")
case("newman", {"newman.gml": 'Creator "made up"\ngraph\n[\n  directed 0\n' + "".join('  node\n  [\n    id %d\n    label "%s"\n    value %d\n  ]\n' % (at[n] + 1, n, bits[n]) for n in v.nodes)
                + "".join("  edge\n  [\n    source %d\n    target %d\n    value 2\n  ]\n" % (at[x] + 1, at[y] + 1) for x, y in v.edges) + "]\n"},
     "GML", Graph(v.nodes, v.edges, bits), by="after M. Newman's files")
latin = v.renamed(accents).bare()
case("gml-latin1", {"latin1.gml": ("graph [\n" + "".join('node [ id %d label "%s" ]\n' % (k, n) for k, n in enumerate(latin.nodes))
                                   + "".join("edge [ source %d target %d ]\n" % (latin.nodes.index(x), latin.nodes.index(y)) for x, y in latin.edges) + "]\n").encode("latin-1")},
     "GML", latin, by="after the GML report, whose characters are ISO 8859-1")
gexf = '<?xml version="1.0" encoding="UTF-8"?>\n<gexf xmlns="http://gexf.net/1.3" version="1.3"><graph defaultedgetype="undirected">%s<nodes>%s</nodes><edges>%s</edges></graph></gexf>\n'
links = "".join('<edge source="%d" target="%d"/>' % (at[x], at[y]) for x, y in v.edges)
case("gexf-default", {"default.gexf": gexf % ('<attributes class="node"><attribute id="0" title="party" type="string"><default>blue</default></attribute>'
                                              '<attribute id="1" title="weight" type="integer"><default>5</default></attribute></attributes>',
     "".join('<node id="%d" label="%s">%s</node>' % (at[n], n, '<attvalues><attvalue for="0" value="red"/></attvalues>' if v.classes[n] == "red" else "") for n in v.nodes), links)},
     "GEXF", Graph(v.nodes, v.edges, v.classes, {"weight": {n: 5 for n in v.nodes}}), by="after the GEXF 1.3 schema")
case("gexf-labels", {"labels.gexf": gexf % ("", "".join('<node id="%d" label="%s"/>' % (at[n], n) for n in v.nodes), links)}, "GEXF", v.bare(),
     by="after the GEXF 1.3 schema")
case("gexf-nested", {"nested.gexf": gexf % ("", "".join('<node id="%d" label="%s">%s</node>' % (at[n], n, '<nodes><node id="8" label="Ivo"/></nodes>' if n == "Hanna" else "")
                                                        for n in v.nodes if n != "Ivo"), links)}, "GEXF", v.bare(), by="after the GEXF 1.3 schema")
graphology = {"attributes": {"name": "made"}, "options": {"type": "undirected", "multi": False, "allowSelfLoops": True},
              "nodes": [{"key": n, "attributes": {"party": v.classes[n], "age": v.features["age"][n]}} for n in v.nodes],
              "edges": [{"key": "e%d" % k, "source": x, "target": y, "attributes": {"weight": 2}} for k, (x, y) in enumerate(v.edges)]}
case("graphology", {"graphology.json": json.dumps(graphology)}, "graphology JSON", named, by="after graphology's serialization")
mixed = {**graphology, "options": {"type": "directed"}}
case("graphology-directed", {"graphology-directed.json": json.dumps(mixed, indent=1)}, "graphology JSON",
     Graph(v.nodes, v.edges, v.classes, {"age": v.features["age"]}, directed=True), by="after graphology's serialization")
case("jgf", {"jgf.json": json.dumps({"graph": {"directed": False, "label": "made", "nodes": {n: {"label": n, "metadata": {"party": v.classes[n], "age": v.features["age"][n]}} for n in v.nodes},
                                               "edges": [{"source": x, "target": y, "relation": "knows"} for x, y in v.edges]}})}, "JSON Graph Format", named,
     by="after JSON Graph Format 2")
case("d3", {"d3.json": json.dumps({"nodes": [{"id": n, "group": v.classes[n]} for n in v.nodes], "links": [{"source": x, "target": y, "value": 1} for x, y in v.edges]})},
     "node-link JSON", Graph(v.nodes, v.edges, v.classes), by="after d3-force's examples")
case("d3-positions", {"d3-positions.json": json.dumps({"nodes": [{"name": n, "group": v.classes[n]} for n in v.nodes], "links": [{"source": at[x], "target": at[y]} for x, y in v.edges]})},
     "node-link JSON", Graph(v.nodes, v.edges, v.classes), by="after d3 version 3's examples")
case("vis", {"vis.json": json.dumps({"nodes": [{"id": at[n] + 1, "label": n, "group": v.classes[n]} for n in v.nodes], "edges": [{"from": at[x] + 1, "to": at[y] + 1} for x, y in v.edges]})},
     "node-link JSON", Graph(v.nodes, v.edges, v.classes), by="after vis-network's examples")
net = "*Vertices 9\n" + "".join(' %d "%s" 0.1 0.2 0.5 ic Red bc Black\n' % (at[n] + 1, n) for n in v.nodes)
ends = "".join(" %d %d 1\n" % (at[x] + 1, at[y] + 1) for x, y in v.edges)
case("pajek-drawn", {"drawn.net": net + "*Edges\n" + ends}, "Pajek", v.bare(), by="after the Pajek manual")
case("pajek-partition", {"made.net": net + "*Edges\n" + ends, "made.clu": "*Vertices 9\n" + "".join("%d\n" % (bits[n] + 1) for n in v.nodes)}, "Pajek",
     Graph(v.nodes, v.edges, {n: bits[n] + 1 for n in v.nodes}), by="after the Pajek manual")
case("pajek-lists", {"lists.net": "*Vertices 10\n*Edgeslist\n" + "".join(" ".join([str(i + 1)] + [str(y + 1) for x, y in petersen().edges if x == i]) + "\n"
                                                                           for i in range(10) if any(x == i for x, y in petersen().edges))}, "Pajek", petersen().renamed(lambda i: i + 1), by="after the Pajek manual")
graphml = '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns"%s>%s<graph id="G" edgedefault="undirected">%s%s</graph></graphml>\n'
yns = ' xmlns:y="http://www.yworks.com/xml/graphml" xmlns:yed="http://www.yworks.com/xml/yed/3"'
ykey = '<key for="node" id="d6" yfiles.type="nodegraphics"/><key attr.name="party" attr.type="string" for="node" id="d4"/>'
ynode = lambda n: ('<node id="n%d"><data key="d4">%s</data><data key="d6"><y:ShapeNode><y:Geometry height="30.0" width="30.0" x="1.0" y="2.0"/><y:Fill color="#FFCC00" transparent="false"/>'
                   '<y:NodeLabel alignment="center" visible="true">%s<y:LabelModel><y:SmartNodeLabelModel distance="4.0"/></y:LabelModel></y:NodeLabel><y:Shape type="rectangle"/></y:ShapeNode></data></node>'
                   % (at[n], v.classes[n], n))
yedge = "".join('<edge id="e%d" source="n%d" target="n%d"/>' % (k, at[x], at[y]) for k, (x, y) in enumerate(v.edges))
case("yed", {"yed.graphml": graphml % (yns, ykey, "".join(map(ynode, v.nodes)), yedge)}, "GraphML", Graph(v.nodes, v.edges, v.classes), by="after yEd's files")
case("graphml-default", {"default.graphml": graphml % ("", '<key id="d0" for="node" attr.name="party" attr.type="string"><default>red</default></key>'
                                                        '<key id="d1" for="node" attr.name="rank" attr.type="int"><default>3</default></key>',
     "".join('<node id="%s">%s</node>' % (n, '<data key="d0">blue</data>' if v.classes[n] == "blue" else "") for n in v.nodes), "".join('<edge source="%s" target="%s"/>' % x for x in v.edges))},
     "GraphML", Graph(v.nodes, v.edges, v.classes, {"rank": {n: 3 for n in v.nodes}}), by="after the GraphML primer")
case("digraph6", {"digraph6.d6": "&DI?AO?\n"}, "digraph6", Graph(range(5), [(0, 2), (0, 4), (3, 1), (3, 4)], directed=True), by="the example of nauty's formats.txt")
case("sparse6", {"sparse6.s6": ":Fa@x^\n"}, "sparse6", Graph(range(7), [(0, 1), (0, 2), (1, 2), (5, 6)]), by="the example of nauty's formats.txt")
case("graph6", {"graph6.g6": "DQc\n"}, "graph6", Graph(range(5), [(0, 2), (0, 4), (1, 3), (3, 4)]), by="the example of nauty's formats.txt")

# Refused, each by its own name.
around = {i: sorted({y if x == i else x for x, y in e.edges if i in (x, y)}) for i in e.nodes}
no("metis", "metis.graph", "%d %d\n" % (9, len(e.edges)) + "".join(" ".join(str(j + 1) for j in around[i]) + "\n" for i in e.nodes), "METIS", by="after METIS 5's manual")
no("metis-weights", "metis-weights.graph", "%% made up\n%d %d 1\n" % (9, len(e.edges)) + "".join(" ".join("%d 2" % (j + 1) for j in around[i]) + "\n" for i in e.nodes), "METIS",
   by="after METIS 5's manual")
lone = {**around, 9: []}
no("metis-lone", "metis-lone.graph", "%d %d\n" % (10, len(e.edges)) + "".join(" ".join(str(j + 1) for j in lone[i]) + "\n" for i in range(10)), "METIS", by="after METIS 5's manual")
no("dl-matrix", "dl-matrix.dl", "DL N = 3\nFORMAT = FULLMATRIX\nLABELS:\nAnna,Bert,Carla\nDATA:\n0 1 1\n1 0 1\n1 1 0\n", "DL", by="after UCINET's guide")
no("dl-edges", "dl-edges.dl", "dl n=4 format=edgelist1\nlabels:\na b c d\ndata:\n1 2\n2 3\n3 4\n", "DL", by="after UCINET's guide")
no("lgl", "made.lgl", "".join("# %s\n" % x + "".join("%s 1.0\n" % q for p, q in t.edges if p == x) for x in t.nodes), "LGL", by="after LGL's manual")
no("pajek-project", "made.paj", "*Network friends\n" + net + "*Edges\n" + ends + "\n*Partition parties\n*Vertices 9\n" + "".join("%d\n" % (bits[n] + 1) for n in v.nodes),
   "Pajek project", by="after the Pajek manual")
group = '<node id="n20" yfiles.foldertype="group"><graph edgedefault="undirected" id="n20:"><node id="n20::n0"/><node id="n20::n1"/></graph></node>'
no("yed-groups", "yed-groups.graphml", graphml % (yns, ykey, "".join(map(ynode, v.nodes)) + group, yedge), "groups", by="after yEd's files")
no("graphml-hyper", "hyper.graphml", graphml % ("", "", '<node id="a"/><node id="b"/><node id="c"/>', '<hyperedge><endpoint node="a"/><endpoint node="b"/><endpoint node="c"/></hyperedge>'),
   "hypergraph", by="after the GraphML primer")
no("hyper-lines", "hyper-lines.txt", "1 2 3\n2 4\n1 5 6 7\n3 8\n2 9 10 11 12\n", "hypergraph")
no("hyper-json", "hyper.json", json.dumps({"hyperedges": [["a", "b", "c"], ["b", "d"]], "nodes": ["a", "b", "c", "d"]}), "hypergraph")
no("prose", "prose.txt", "A graph is a set of nodes and a set of edges between them.\nEvery edge joins two nodes, and no more.\n\nWe draw them as dots and lines.\n", "prose")
no("prose-short", "prose-short.txt", "The cat sat.\nThe dog ran.\n", "prose")
no("mermaid", "mermaid.mmd", "graph TD\n  A --> B\n  B --> C\n", "Mermaid", by="after Mermaid's manual")
no("prose-line", "prose-line.txt", "Please find the network of our village in the other file.\n", "prose")
no("markdown", "notes.md", "# The village\n\nNine people live here:\n\n* Anna and Bert,\n* Carla, who knows both,\n* and the others.\n\nSee the *table* for details.\n", "prose")
no("html", "page.html", "<!DOCTYPE html>\n<html><head><title>Graph</title></head><body><p>Hello</p></body></html>\n", "web page")
