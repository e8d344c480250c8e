package content

// Format is a format of graphs that this program reads.
type Format struct {
	// Name is a value of graphio.Found.Format. For several formats it is their values, separated by commas.
	Name string
	// Holds describes the content of the files, or names the programs that write them.
	Holds string
}

// Formats are all formats that this program reads. The help, the page and the README print them.
var Formats = []Format{
	{"table", "edge list, alone or with node tables: CSV, TSV, Excel .xlsx, OpenDocument .ods, R's write.table, neo4j, Gephi, SNAP, " +
		"KONECT, NCOL, SIF, MUSAE, cora.content"},
	{"adjacency matrix", "numbers or words for yes and no, as text, in brackets or as JSON, with or without names"},
	{"adjacency list", "a node and its neighbours a line, also NetworkX's two forms"},
	{"GraphML", "NetworkX, igraph, yEd without groups"},
	{"GEXF", "Gephi, NetworkX"},
	{"GML", "NetworkX, igraph, Graphviz, M. Newman's collection"},
	{"GXL", "Graphviz"},
	{"DOT", "Graphviz, igraph"},
	{"Pajek", ".net, with a partition (.clu) beside it"},
	{"node-link JSON", "d3, vis-network, NetworkX"},
	{"adjacency JSON, tree JSON, edge list JSON", "NetworkX, lists of neighbours by node, pairs; Python's lists, " +
		"sets and dictionaries, igraph's formulas, calls such as edge(a, b)"},
	{"Cytoscape JSON, graphology JSON, JSON Graph Format, Graphviz JSON", "the programs of these names"},
	{"graph6, sparse6, digraph6", "nauty, NetworkX, House of Graphs"},
	{"DIMACS", ".col, .gr, .clq and flow problems"},
	{"Matrix Market", ".mtx, SuiteSparse, Network Repository"},
	{"scipy npz", "scipy.sparse.save_npz"},
	{"npz", "edges, features, labels, masks and restriction maps as arrays"},
	{"Geom-GCN", "out1_graph_edges.txt and out1_node_feature_label.txt"},
	{"Planetoid", "ind.D.allx, .ally, .tx, .ty, .graph and .test.index"},
}
