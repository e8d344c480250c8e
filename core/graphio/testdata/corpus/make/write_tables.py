"""The tables of corpus/document."""

import json

from documents import *

# Tables whose headers are in other languages, or in none that is known.
case("russian", {"russian.csv": "Откуда;Куда\n" + rows(t.edges, ";")}, "table", t)
case("chinese", {"chinese.csv": "源,目标,权重\n" + rows([(x, y, 3) for x, y in t.edges])}, "table", t)
case("spanish", {"spanish.tsv": "origen\tdestino\n" + rows(t.edges, "\t")}, "table", t)
case("unknown-words", {"unknown-words.csv": "igam,lanaal\n" + rows(t.edges)}, "table", t)
case("unknown-numbers", {"unknown-numbers.csv": "mwanzo,mwisho\n" + rows(e.edges)}, "table", e)
case("no-header", {"no-header.csv": rows(t.edges)}, "table", t)
case("japanese", {"japanese-edges.csv": "始点,終点\n" + rows(v.edges), "japanese-nodes.csv": "名前,政党,age,height\n" + people(["party", "age", "height"])},
     "table", v)
two = [("P1", "P2"), ("P2", "P3"), ("P3", "P4"), ("P4", "P1"), ("P4", "P5")]
case("protein", {"protein.tsv": "score\tprotein1\tprotein2\n" + rows([(900 + k, x, y) for k, (x, y) in enumerate(two)], "\t")}, "table",
     Graph(["P1", "P2", "P3", "P4", "P5"], two))
nine = list(range(9001, 9011))
chain = list(zip(nine, nine[1:])) + [(9001, 9005)]
case("id-citing-cited", {"id-citing-cited.csv": "id,citing,cited\n" + rows([(k, x, y) for k, (x, y) in enumerate(chain, 1)])}, "table",
     Graph(nine, chain))
case("numbered-rows", {"numbered-rows.csv": ",source,target\n" + rows([(k, x, y) for k, (x, y) in enumerate(t.edges)])}, "table", t)

# Ids.
tags = t.renamed(lambda n: "#" + n.lower())
case("hash", {"hash.csv": "# tags used together\n" + rows(tags.edges)}, "table", tags)
case("hash-nodes", {"hash-edges.csv": "source,target\n" + rows(tags.edges), "hash-nodes.csv": "id,class\n" + rows(
    [(n, v.classes[m]) for n, m in zip(tags.nodes, t.nodes)])}, "table", Graph(tags.nodes, tags.edges, {n: v.classes[m] for n, m in zip(tags.nodes, t.nodes)}))
snap = "# Directed graph: made.txt\n# Nodes: 9 Edges: %d\n# FromNodeId\tToNodeId\n" % len(e.edges)
case("snap", {"snap.txt": snap + rows(e.edges, "\t")}, "table", Graph(e.nodes, e.edges, directed=True), by="after SNAP's files")
case("konect", {"out.made": "%% sym unweighted\n%% %d 9 9\n" % len(e.edges) + rows([(x + 1, y + 1) for x, y in e.edges], " ")}, "table",
     e.renamed(lambda i: i + 1), by="after KONECT's files")
names = t.renamed(spaced)
case("quotes", {"quotes.txt": rows([('"%s"' % x, '"%s"' % y) for x, y in names.edges], " ")}, "table", names)
comma = t.renamed(lambda n: "Dr. %s, MD" % n)
case("quotes-comma", {"quotes-comma.csv": rows([('"%s"' % x, '"%s"' % y) for x, y in comma.edges])}, "table", comma)
big = t.renamed(lambda n: 18446744073709551615 - 7 * at[n])
case("uint64", {"uint64.csv": "source,target\n" + rows(big.edges)}, "table", big)
near = t.renamed(lambda n: 1152921504606846976 + at[n])
case("int64-nodes", {"int64-edges.tsv": rows(near.edges, "\t"), "int64-nodes.tsv": "id\tclass\n" + rows(
    [(n, v.classes[m]) for n, m in zip(near.nodes, t.nodes)], "\t")}, "table",
    Graph(near.nodes, near.edges, {n: v.classes[m] for n, m in zip(near.nodes, t.nodes)}))
case("float-ids", {"float-ids.csv": "source,target,w\n" + rows([("%d.0" % x, "%d.0" % y, "") for x, y in e.edges])}, "table", e,
     by="after pandas, which writes ids beside missing values so")
case("json-int64", {"json-int64.json": json.dumps({"nodes": [{"id": n} for n in near.nodes], "links": [{"source": x, "target": y} for x, y in near.edges]})},
     "node-link JSON", near)

# Labels without classes, classes without a header.
case("labels-names", {"labels-names-edges.csv": "source,target\n" + rows([(at[x], at[y]) for x, y in v.edges]),
                      "labels-names-nodes.csv": "id,label\n" + rows([(at[n], n) for n in v.nodes])}, "table", v.bare())
case("labels-plain", {"labels-plain-edges.csv": rows([(at[x], at[y]) for x, y in v.edges]),
                      "labels-plain-nodes.csv": rows([(at[n], n) for n in v.nodes])}, "table", v.bare())
case("labels-numbers", {"labels-numbers-edges.csv": "source,target\n" + rows(v.edges),
                        "labels-numbers-nodes.csv": "id,label\n" + rows([(n, 3 if at[n] > 6 else at[n] % 6) for n in v.nodes])}, "table",
     Graph(v.nodes, v.edges, {n: 3 if at[n] > 6 else at[n] % 6 for n in v.nodes}))
papers = {n: str(31336 + 17 * at[n]) for n in v.nodes}
bag = {"w%d" % k: {n: (at[n] * (k + 2) + k) % 3 == 0 for n in v.nodes} for k in range(6)}
cora = Graph([papers[n] for n in v.nodes], [(papers[x], papers[y]) for x, y in v.edges],
             {papers[n]: {"red": "Neural_Networks", "blue": "Rule_Learning"}[v.classes[n]] for n in v.nodes},
             {str(k): {papers[n]: int(z) for n, z in bag["w%d" % k].items()} for k in range(6)})
content = rows([[p] + [cora.features[k][p] for k in cora.features] + [cora.classes[p]] for p in cora.nodes], "\t")
case("cora", {"made.content": content, "made.cites": rows(cora.edges, "\t")}, "table", cora, by="after the README of cora.tgz (LINQS)")
case("cora-dangling", {"dangling.content": content, "dangling.cites": rows(cora.edges + [("31336", "ghost98")], "\t")}, "table", cora,
     by="after citeseer.tgz (LINQS), which cites papers that it does not hold")

# Pairs of tables as programs write them.
hard = Graph([str(at[n]) for n in v.nodes], [(str(at[x]), str(at[y])) for x, y in v.edges], {str(at[n]): v.classes[n] for n in v.nodes},
             {"age": {str(at[n]): z for n, z in v.features["age"].items()}})
named = Graph(v.nodes, v.edges, v.classes, {"age": v.features["age"]})
gephi_nodes = "Id,Label,timeset,modularity_class,age\n" + rows([(at[n], n, "", v.classes[n], v.features["age"][n]) for n in v.nodes])
case("gephi", {"gephi-nodes.csv": gephi_nodes,
               "gephi-edges.csv": "Source,Target,Type,Id,Label,timeset,Weight\n" + rows([(at[x], at[y], "Undirected", k, "", "", 1.0) for k, (x, y) in enumerate(v.edges)])},
     "table", named, by="after Gephi's export")
case("gephi-directed", {"gephi-directed-nodes.csv": gephi_nodes,
                        "gephi-directed-edges.csv": "Source,Target,Type,Id,Label,Weight\n" + rows([(at[x], at[y], "Directed", k, "", 1.0) for k, (x, y) in enumerate(v.edges)])},
     "table", Graph(v.nodes, v.edges, v.classes, {"age": v.features["age"]}, directed=True), by="after Gephi's export")
case("neo4j", {"neo4j-people.csv": "personId:ID,name,age:int,:LABEL\n" + rows([("p%d" % at[n], n, v.features["age"][n], v.classes[n]) for n in v.nodes]),
               "neo4j-knows.csv": ":START_ID,since:int,:END_ID,:TYPE\n" + rows([("p%d" % at[x], 1990, "p%d" % at[y], "KNOWS") for x, y in v.edges])},
     "table", Graph(v.nodes, v.edges, v.classes, {"age": v.features["age"]}, directed=True), by="after neo4j-admin import")
films = {"m1": "Heat", "m2": "Dune"}
played = [("a1", "m1"), ("a2", "m1"), ("a2", "m2"), ("a3", "m2")]
case("neo4j-labels", {"movies.csv": "movieId:ID,name,year:int,:LABEL\nm1,Heat,1995,Movie\nm2,Dune,2021,Movie\n",
                      "actors.csv": "actorId:ID,name,:LABEL\na1,Al,Actor\na2,Bo,Actor\na3,Cy,Actor\n",
                      "roles.csv": ":START_ID,role,:END_ID,:TYPE\n" + rows([(x, "r", y, "ACTED_IN") for x, y in played])},
     "table", Graph(["m1", "m2", "a1", "a2", "a3"], played, {"m1": "Movie", "m2": "Movie", "a1": "Actor", "a2": "Actor", "a3": "Actor"},
                    {"year": {"m1": 1995, "m2": 2021}}, directed=True).renamed({**films, "a1": "Al", "a2": "Bo", "a3": "Cy"}.get), by="after neo4j-admin import")
web = {n: [at[n] * 3 % 7, 7 + at[n] % 3] for n in v.nodes}
musae = lambda cls: Graph(v.nodes, v.edges, cls, {str(k): {n: int(k in web[n]) for n in v.nodes} for k in range(10)})
pages = "id_1,id_2\n" + rows([(at[x], at[y]) for x, y in v.edges])
bits = {n: int(v.classes[n] == "red") for n in v.nodes}
features = json.dumps({str(at[n]): web[n] for n in v.nodes})
case("musae-git", {"musae_git_edges.csv": pages, "musae_git_target.csv": "id,name,ml_target\n" + rows([(at[n], n, bits[n]) for n in v.nodes]),
                   "musae_git_features.json": features}, "table", musae(bits), by="after the README of MUSAE")
case("musae-facebook", {"musae_facebook_edges.csv": pages,
                        "musae_facebook_target.csv": "id,facebook_id,page_name,page_type\n" + rows([(at[n], 145647315578475 + 99 * at[n], n, v.classes[n]) for n in v.nodes])},
     "table", Graph(v.nodes, v.edges, v.classes), by="after the README of MUSAE")
case("musae-twitch", {"musae_DE_edges.csv": "from,to\n" + rows([(at[x], at[y]) for x, y in v.edges]),
                      "musae_DE_target.csv": "id,days,mature,views,partner,new_id\n" + rows([(73045350 + 7 * at[n], 100 + at[n], bool(bits[n]), 7879 + at[n], False, at[n]) for n in v.nodes])},
     "table", Graph(range(9), [(at[x], at[y]) for x, y in v.edges], {at[n]: bool(bits[n]) for n in v.nodes},
                    {"days": {at[n]: 100 + at[n] for n in v.nodes}, "views": {at[n]: 7879 + at[n] for n in v.nodes}, "partner": {at[n]: 0 for n in v.nodes}}),
     by="after the README of MUSAE")
case("sif", {"made.sif": rows([(x, "pp" if k % 3 else "pd", y) for k, (x, y) in enumerate(t.edges)], "\t")}, "table", t.renamed(str),
     by="after the manual of Cytoscape")
case("colon", {"colon.txt": "".join("%d: %s\n" % (n, " ".join(str(y if x == n else x) for x, y in petersen().edges if n in (x, y))) for n in range(10))},
     "adjacency list", petersen())

# What stands around and between the ids.
case("excel-sep", {"excel-sep.csv": "sep=;\nsource;target\n" + rows(t.edges, ";")}, "table", t, by="after Excel, which takes the separator from that line")
case("arrows", {"arrows.txt": rows(t.edges, " -> ")}, "table", t)
case("arrows-spaces", {"arrows-spaces.txt": rows(t.renamed(spaced).edges, " -- ")}, "table", t.renamed(spaced))
case("tuples", {"tuples.txt": "".join("(%r, %r)\n" % x for x in t.edges)}, "table", t, by="as Python prints pairs")
case("counts", {"counts.txt": "9 %d\n" % len(e.edges) + rows([(x + 1, y + 1) for x, y in e.edges], " ")}, "table", e.renamed(lambda i: i + 1))
case("contacts", {"contacts.tsv": rows([(31220 + 20 * k, x + 1101, y + 1101, "3B", "2A") for k, (x, y) in enumerate(e.edges)], "\t")}, "table",
     e.renamed(lambda i: i + 1101), by="after SocioPatterns' contacts: time, two people and their classes")
case("matrix-counted", {"matrix-counted.csv": rows([range(9)] + [[int((i, j) in e.edges or (j, i) in e.edges) for j in range(9)] for i in range(9)])}, "adjacency matrix", e,
     by="after pandas' to_csv(index=False)")
case("matrix-index", {"matrix-index.csv": rows([[""] + list(range(9))] + [[i] + [int((i, j) in e.edges or (j, i) in e.edges) for j in range(9)] for i in range(9)])},
     "adjacency matrix", e, by="after pandas' to_csv")
case("header-again", {"header-again.csv": "source,target\n" + rows(
    [(("target" if x == "Emil" else x), ("target" if y == "Emil" else y)) for x, y in t.edges])}, "table", t.renamed(lambda n: "target" if n == "Emil" else n))
case("colon-words", {"colon-words.txt": "n1: n2 n3\nn2: n1\nn3: n1\n"}, "adjacency list", Graph(["n1", "n2", "n3"], [("n1", "n2"), ("n1", "n3")]))
