"""The notes of what the files of corpus/R hold, which write.R writes."""

import os

from common import *

F = "R"
with open(path(F, "VERSION")) as f:
    BY = f.read().strip()
os.remove(path(F, "VERSION"))

v = village()
t, full = v.bare().touched(), v.bare()
s = t.renamed(spaced)


def case(name, files, fmt, g):
    want(F, name, files, fmt, g, by=BY)


for f in ["default.txt", "no-quotes.txt", "no-rows.txt", "tabs.tsv", "rows.csv", "no-rows.csv", "semicolons.csv", "v1-v2.csv",
          "v1-v2.txt", "french.csv", "other-words.txt"]:
    case(f.replace(".", "-"), [f], "table", t)
for f in ["spaces.txt", "spaces-bare.txt", "tabs-spaces.tsv", "tabs-header.tsv"]:
    case(f.replace(".", "-"), [f], "table", s)
round_ = [100000 * k for k in range(1, 10)]
case("powers", ["powers.txt"], "table", Graph(round_, zip(round_, round_[1:] + round_[:1])))
nine = list(range(901, 909))
case("id-citing-cited", ["id-citing-cited.csv"], "table", Graph(nine, zip(nine, nine[1:] + nine[:1])))

for f in ["matrix-named.txt", "matrix-named.csv", "matrix-named-2.csv", "matrix-columns.txt", "matrix-rows.txt", "matrix-tabs.tsv"]:
    case(f.replace(".", "-"), [f], "adjacency matrix", full)
for f in ["matrix-plain.txt"]:
    case(f.replace(".", "-"), [f], "adjacency matrix", full.renamed(VILLAGE.index))
case("matrix-v-csv", ["matrix-v.csv"], "adjacency matrix", full.renamed(lambda x: "V%d" % (VILLAGE.index(x) + 1)))
case("matrix-v-txt", ["matrix-v.txt"], "adjacency matrix", full.renamed(lambda x: "V%d" % (VILLAGE.index(x) + 1)))
upper = [(x, y) if VILLAGE.index(x) < VILLAGE.index(y) else (y, x) for x, y in full.edges]
case("matrix-directed-csv", ["matrix-directed.csv"], "adjacency matrix", Graph(VILLAGE, upper, directed=True))
case("matrix-spaces-txt", ["matrix-spaces.txt"], "adjacency matrix", full.renamed(spaced))

for name in ["pair", "pair-rows", "pair-table", "pair-semicolons", "row-names"]:
    case(name, [name + "-edges.csv", name + "-nodes.csv"], "table", v)
german = Graph(v.nodes, v.edges, v.classes, {"alter": v.features["age"], "hoehe": v.features["height"]})
case("german", ["german-edges.csv", "german-nodes.csv"], "table", german)
party = {**v.classes, "Bert": None}
age = {**v.features["age"], "Carla": 0}
member = {x: int(y > 30) for x, y in age.items()}
case("gaps", ["gaps-edges.csv", "gaps-nodes.csv"], "table",
     Graph(v.nodes, v.edges, party, {"age": age, "height": v.features["height"], "member": member}))
case("matrix-pair", ["matrix-pair.txt", "matrix-pair-nodes.csv"], "adjacency matrix", v)
refused(F, "rds", ["edges.rds"], "R object", by=BY)
