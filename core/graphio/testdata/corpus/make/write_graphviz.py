"""The files of corpus/graphviz, written by dot, gv2gml, gv2gxl and mm2gv."""

import subprocess

from common import *

F = "graphviz"
BY = subprocess.run(["dot", "-V"], capture_output=True, text=True).stderr.split(" version ")[1].split()[0]
BY = "Graphviz " + BY


def source(g, party="party", more="", edge_more=""):
    op, kind = ("->", "digraph") if g.directed else ("--", "graph")

    def at(v):
        values = ([(party, g.classes[v])] if g.classes else []) + [(k, c[v]) for k, c in g.features.items()]
        return '"%s" [%s]' % (v, ", ".join('%s="%s"' % x for x in values))

    return kind + " made {\n" + more + "".join(at(v) + ";\n" for v in g.nodes) + \
        "".join('"%s" %s "%s"%s;\n' % (x, op, y, edge_more) for x, y in g.edges) + "}\n"


def run(tool, name, text, encoding="utf-8"):
    out = subprocess.run(tool, input=text.encode(encoding), capture_output=True)
    with open(path(F, name), "wb") as f:
        f.write(out.stdout)


def case(name, ext, fmt, g, tool, text=None, encoding="utf-8"):
    run(tool, name + ext, text or source(g), encoding)
    want(F, name, [name + ext], fmt, g, by=BY)


v, b, a = village(), blocks(seed=13), arcs(seed=9)
v.features["tall"] = v.features.pop("height")  # height is the size of the drawn node in Graphviz

case("canonical", ".gv", "DOT", v, ["dot", "-Tcanon"])
case("layout", ".gv", "DOT", v, ["neato", "-Tdot"])
case("numbers", ".gv", "DOT", b, ["dot", "-Tcanon"])
case("directed", ".gv", "DOT", a, ["dot", "-Tdot"])
case("weights", ".gv", "DOT", v, ["dot", "-Tcanon"], source(v, edge_more=" [weight=2]"))
case("latin1", ".gv", "DOT", v.renamed(accents), ["dot", "-Tcanon"], source(v.renamed(accents), more='charset="latin1";\n'), "latin-1")
case("spaces", ".gv", "DOT", v.renamed(spaced), ["dot", "-Tcanon"])
case("clusters", ".gv", "DOT", v.bare(), ["dot", "-Tcanon"],
     "graph { node [shape=box]; subgraph cluster_red { Anna -- Bert -- Carla -- Anna; Georg } Carla -- Dora -- Emil;"
     " Emil -- { Frida Hanna }; Frida -- Georg -- Hanna -- Dora; Ivo }")
case("gml", ".gml", "GML", v, ["gv2gml"])
case("gml-directed", ".gml", "GML", a, ["gv2gml"])
case("gml-layout", ".gml", "GML", b, ["gv2gml"], subprocess.run(["neato", "-Tdot"], input=source(b), capture_output=True, text=True).stdout)
case("gxl", ".gxl", "GXL", v, ["gv2gxl"])
case("gxl-directed", ".gxl", "GXL", a, ["gv2gxl"])
case("json", ".json", "Graphviz JSON", v, ["dot", "-Tdot_json"])
case("json-directed", ".json", "Graphviz JSON", a, ["dot", "-Tdot_json"])
case("json-drawing", ".json", "Graphviz JSON", b, ["neato", "-Tjson0"])
mm = Graph(range(1, 9), [(i, i + 1) for i in range(1, 8)])
case("mm2gv", ".gv", "DOT", mm.renamed(lambda i: i - 1), ["mm2gv"],
     "%%MatrixMarket matrix coordinate pattern symmetric\n8 8 7\n" + "".join("%d %d\n" % (y, x) for x, y in mm.edges))

run(["dot", "-Tsvg"], "svg.svg", "graph { a -- b }")
refused(F, "svg", ["svg.svg"], "picture", by=BY)
run(["dot", "-Tplain"], "plain.txt", source(v))
refused(F, "plain", ["plain.txt"], "Graphviz plain", by=BY)
