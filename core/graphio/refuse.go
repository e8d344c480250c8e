package graphio

import (
	"archive/zip"
	"bytes"
	"math"
	"slices"
	"strings"
	"unicode"
)

// This file refuses files in known formats without a reader. The error names the format and a remedy.
// Without this error, another reader would read a wrong graph from the file.

// unreadFormat is a known format without a reader.
type unreadFormat struct {
	// name completes the sentence "the file is …". remedy is the action that the user can take.
	name, remedy string
	// matches reports whether d, the bytes of a file or a text, has the format.
	matches func(d []byte) bool
}

// startsWith returns a function that detects a text, or the bytes of a file, with one of the prefixes.
func startsWith(prefixes ...string) func(d []byte) bool {
	return func(d []byte) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return bytes.HasPrefix(d, []byte(p)) })
	}
}

// isBinary returns a function that detects the bytes of a file with one of the prefixes. A text with the prefix has no byte 0.
func isBinary(prefixes ...string) func(d []byte) bool {
	return func(d []byte) bool { return startsWith(prefixes...)(d) && bytes.IndexByte(d, 0) >= 0 }
}

// hasRoot returns a function that detects XML whose root element has one of the names.
func hasRoot(names ...string) func(d []byte) bool {
	const maxHead = 2000 // bytes
	precedesRoot := startsWith("<?", "<!")
	return func(d []byte) bool {
		head := d[:min(len(d), maxHead)]
		// Declarations <?xml …>, comments <!-- …> and the document type <!DOCTYPE …> precede the root.
		for precedesRoot(head) {
			_, after, _ := bytes.Cut(head, []byte{'>'})
			head = bytes.TrimSpace(after)
		}
		return slices.ContainsFunc(names, func(name string) bool {
			after, ok := bytes.CutPrefix(head, []byte("<"+name))
			// The name of the element must end after the prefix.
			return ok && len(after) > 0 && strings.IndexByte(" \t\n/>", after[0]) >= 0
		})
	}
}

// isStata detects Stata files. Files of release 117 and later have a tag. Older files are detected by the first four bytes.
func isStata(d []byte) bool {
	if bytes.HasPrefix(d, []byte("<stata_dta>")) {
		return true
	}
	// The header of an older file has more than 100 bytes.
	if len(d) <= 100 {
		return false
	}
	release, byteOrder, fileType, padding := d[0], d[1], d[2], d[3]
	// 0x69 to 0x73 are the releases 105 to 115.
	isRelease := release >= 0x69 && release <= 0x73
	isByteOrder := byteOrder == 1 || byteOrder == 2
	return isRelease && isByteOrder && fileType == 1 && padding == 0
}

// startsWithFold returns a function that detects texts with one of the prefixes, in upper or lower case.
func startsWithFold(prefixes ...string) func(d []byte) bool {
	return func(d []byte) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return len(d) >= len(p) && bytes.EqualFold(d[:len(p)], []byte(p)) })
	}
}

// unreadBytes are binary formats without a reader, detected by their first bytes. The first match gives the error.
var unreadBytes = []unreadFormat{
	{"a single NumPy array (.npy)", "save the edges with numpy.savez(file, edges=…), which may hold features and labels beside them",
		startsWith("\x93NUMPY")},
	{"an R object (saveRDS, save)", "write the edges with write.csv in R",
		startsWith("X\n\x00", "A\n3\n", "A\n2\n", "RDX2\n", "RDX3\n", "RDA2\n", "RDA3\n")},
	{"a MATLAB file", "write the edges as text with writematrix", isBinary("MATLAB ")},
	{"an HDF5 file", "write the edges as CSV with the program it is from", startsWith("\x89HDF")},
	{"a Parquet table (.parquet)", "save it as CSV", isBinary("PAR1")},
	{"a Feather or Arrow table (.feather)", "save it as CSV", isBinary("ARROW1", "FEA1")},
	{"an SPSS data file (.sav)", "save it as CSV or Excel from SPSS", startsWith("$FL2", "$FL3")},
	{"a Stata data file (.dta)", "write it as CSV with export delimited", isStata},
	{"an SQLite database", "export the tables as CSV", startsWith("SQLite format 3")},
	{"an old Excel or Office document (.xls, .doc)", "save the sheet as CSV (UTF-8)", startsWith("\xd0\xcf\x11\xe0")},
	{"an old PyTorch file (torch.save)", torchLine, startsWith("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.")},
	{"a graph of DGL (save_graphs)", dglLine, startsWith("\x3f\xa1\xb4\x46\xf0\x4f\x2e\xdd")},
	{"a graph of graph-tool", "write it as GraphML with g.save('graph.graphml')", startsWith("\xe2\x9b\xbe gt")},
	{"compressed with xz", "unpack it with xz -d, or pack it as gz or zip", startsWith("\xfd7zXZ")},
	{"compressed with Zstandard", "unpack it with zstd -d, or pack it as gz or zip", startsWith("\x28\xb5\x2f\xfd")},
	{"a 7-Zip or RAR archive", "unpack it, or pack it as zip", startsWith("7z\xbc\xaf\x27\x1c", "Rar!")},
	{"a tar archive without compression", "unpack it, or pack it as tar.gz or zip", isTar},
	{"a PDF", "give the graph as a table or in a graph format", startsWith("%PDF-")},
}

// Remedies with a Python program that converts a file to npz. The user inserts the name of the file.
// torchLine converts a Data object of PyTorch Geometric or a dictionary of tensors, also as the first element of a tuple.
// dglLine converts a graph of DGL.
const (
	torchLine = "write it as npz in Python: import torch, numpy; d = torch.load('data.pt', weights_only=False); " +
		"d = d[0] if isinstance(d, tuple) else d; numpy.savez('graph.npz', **{k: d[k].numpy() for k in " +
		"('x', 'y', 'edge_index', 'train_mask', 'val_mask', 'test_mask') if k in d})"
	dglLine = "write it as npz in Python: import dgl, numpy; (g, *_), d = dgl.load_graphs('graph.bin'); d = {**d, **g.ndata}; " +
		"numpy.savez('graph.npz', edge_index=numpy.stack([v.numpy() for v in g.edges()]), **{b: d[a].numpy() for a, b in " +
		"(('feat', 'x'), ('labels', 'y'), ('label', 'y'), *[(m, m) for m in ('train_mask', 'val_mask', 'test_mask')]) if a in d})"
)

// sheetRemedy is the remedy for documents with sheets.
const sheetRemedy = "save each sheet as CSV (UTF-8) and choose those files"

// graphMLRemedy is the remedy for formats that NetworkX or igraph can read.
const graphMLRemedy = "read it in NetworkX or igraph and write GraphML"

// unreadTexts are text formats without a reader. The first match gives the error.
// The argument of matches is a text that is not empty and has no surrounding space.
var unreadTexts = []unreadFormat{
	{"a web page (HTML)", "fetch the file itself, not the page that links to it", func(d []byte) bool {
		// Comments may precede the element html.
		head := bytes.ToLower(d[:min(len(d), 300)])
		isPage := bytes.Contains(head, []byte("<html")) || bytes.HasPrefix(head, []byte("<!doctype html"))
		return d[0] == '<' && isPage
	}},
	{"a map of OpenStreetMap (.osm)", "write its roads as a graph with OSMnx: save_graphml", hasRoot("osm")},
	{"KML, places on a map", "write the connections between the places as a table with the columns source,target", hasRoot("kml")},
	{"a diagram of draw.io (.drawio)", "give its connections as a table with the columns source,target", hasRoot("mxfile", "mxGraphModel")},
	{"a pointer of Git LFS and not the file itself", "fetch the file with git lfs pull, or by the download link of its page",
		startsWith("version https://git-lfs.github.com")},
	{"in the format GDF", "write it as GraphML or CSV with Gephi", startsWithFold("nodedef>", "edgedef>")},
	{"in NetDraw's VNA", "write its ties as a table with the columns source,target",
		startsWithFold("*node data", "*node properties", "*tie data")},
	{"in Turtle or another form of RDF", "write its triples between nodes as a table with the columns source,target", isRDF},
	{"a tree in NEXUS", "write it as GraphML or as pairs of parent and child", startsWithFold("#nexus")},
	{"a tree in the format Newick", "write it as GraphML or as pairs of parent and child", isNewick},
	{"SQL", "run it and export the table of edges as CSV", isSQL},
	{"YAML", "write it as JSON, or as an adjacency list without brackets", isYAML},
	{"in the Trivial Graph Format (TGF)", "write it as GraphML with yEd, or its part behind # as a table", isTGF},
	{"in the format hMETIS, or a list of edges behind their number and that of the nodes",
		"take off the first line if each line below is an edge", isHMETIS},
	{"in svmlight's format of features, without edges", "add the edges: write features and labels beside them as a table", isSVMLight},
	{"in the format of a PlantUML diagram", "write one edge a line, or DOT", startsWithFold("@startuml")},
	{"in Tulip's format", "write it as GraphML or GML with Tulip", startsWith("(tlp ")},
	{"a set of graphs in gSpan's format", "write the edges of one graph as a table", startsWith("t # ")},
	{"a formula in DIMACS (cnf)", "a graph in DIMACS has a line p edge or p sp", isCNF},
	{"a tree decomposition of PACE", "give the graph (.gr) itself", startsWith("s td ", "s tw ")},
	{"an ARFF table", "save it as CSV", startsWithFold("@relation")},
	{"a Rich Text document", "save it as plain text", startsWith("{\\rtf")},
	{"a graph printed by R", "write it with write_graph(g, 'graph.graphml', 'graphml')", startsWith("IGRAPH ")},
	{"a script in Cypher", "export the nodes and relationships as CSV or GraphML with apoc.export",
		startsWithFold("create (", "merge (", "match (")},
	{"an expression of the Wolfram Language", "write it with Export[\"graph.graphml\", g]", isWolfram},
	{"an answer that reports an error, and not the file itself", "fetch the file again, by the download link of its page", isErrorPage},
	{"a film's subtitles, times and texts", "write who speaks with whom as a table with the columns source,target", isSubtitles},
	{"a log of a program", "write who is joined with whom as a table with the columns source,target", isLog},
	{"JSON within a call of a function (JSONP)", "take off the name of the function and the brackets", isJSONP},
	{"a program", "run it and have it write the graph as GraphML, JSON or a table",
		isProgram},
	// A literal that this package reads is no source code here.
	{"the source code of a program", "run it and have it write the graph as GraphML, JSON or a table",
		func(d []byte) bool { return isCode(d) && !isReadableLiteral(d) }},
	{"a list of settings, name = value", "give an edge list, two ids a line", isSettings},
	{"a table of LINQS with named features", "write its nodes and edges as two tables",
		startsWith("NODE\tpaper", "DIRECTED\tcites", "NODE\tperson")},
	{"in LEDA's format", graphMLRemedy, startsWith("LEDA.GRAPH")},
	{"in UCINET's DL format", "write it from UCINET as Pajek, or give its matrix or edges alone, as a table", isDL},
	{"in the format LGL", "write it as NCOL, one edge a line, or as GraphML with igraph", isLGL},
	{"a shape in Wavefront's OBJ", "write the lines between its points as a table", isOBJ},
	{"a record of positions (NMEA)", "a graph has edges: give them as a table with the columns source,target",
		startsWith("$GP", "$GN", "$GL", "$GA", "$GB", "!AIVDM")},
	{"a style sheet (CSS)", "choose the file of the graph", isCSS},
	{"the difference of two files (diff)", "choose one of the files themselves", isDiff},
	{"a list of named values", "give an edge list, two ids a line", isNamedValues},
	{"a list of files", "write what belongs together as a table with the columns source,target", isListing},
	{"in the format METIS, whose lines are the neighbours of a node",
		"write one edge a line, or an adjacency list, whose lines begin with the node", isMETIS},
	{"in NDEx's format CX", "write it from Cytoscape as GraphML or Cytoscape JSON", isCX},
	{"a Mermaid diagram", "write one edge a line, or DOT", isMermaid},
	{"a drawing of Graphviz plain output", "give the DOT file itself", func(d []byte) bool {
		// A table may begin with such a line, too. Plain output also has a line for each node.
		return isPlain(d) && bytes.Contains(d, []byte("\nnode "))
	}},
}

// refuse returns an error if d, the bytes or the text of the file f, has one of the formats.
// line is the line number of the error, 0 for the whole file.
func refuse(f File, d []byte, formats []unreadFormat, line int) error {
	for _, u := range formats {
		if u.matches(d) {
			return fault(f.Name, line, u.remedy, "the file is %s, which is not read here", u.name)
		}
	}
	return nil
}

// unreadArchives are zip archives of other programs. An archive is of a program if every word of marks occurs in the names of its entries.
// In a word, "^/" is the beginning of a name and "^" the end: ^/xl/ means a name that begins with xl/, and ^/mimetype^ the name mimetype.
// The first match gives the error.
var unreadArchives = []struct{ text, remedy, marks string }{
	{"is an Excel workbook of a kind (.xlsb) that is not read here", sheetRemedy, "^/xl/"},
	{"is a document of Numbers (.numbers), which is not read here", "export it from Numbers as Excel or CSV", "^/Index/ .iwa^"},
	{"is a session of Cytoscape, which is not read here", "export the network from Cytoscape as GraphML or JSON", "CytoscapeSession"},
	{"is a project of Gephi, which is not read here", "export the graph from Gephi as GEXF", "^/Workspace_"},
	{"is an OpenDocument file and no spreadsheet, which is not read here", sheetRemedy, "^/content.xml^ ^/mimetype^"},
	{"is an Office document, which is not read here", "give the graph as a table or in a graph format", "^/[Content_Types].xml^"},
}

// refuseArchive returns an error for a zip archive that is a document of another program, by the names of its entries.
func refuseArchive(f File, r *zip.Reader) error {
	// names has the names of all entries, one per line, each after a "/".
	names := "\n"
	for _, e := range r.File {
		names += "/" + e.Name + "\n"
	}
	for _, u := range unreadArchives {
		// The characters ^ become the line ends between the names.
		isMissing := func(mark string) bool { return !strings.Contains(names, strings.ReplaceAll(mark, "^", "\n")) }
		hasAllMarks := !slices.ContainsFunc(strings.Fields(u.marks), isMissing)
		if hasAllMarks {
			return fault(f.Name, 0, u.remedy, "the file %s", u.text)
		}
	}
	return nil
}

// firstWords returns the words of the first 1000 bytes in lower case, separated by spaces, commas, tabs and line ends.
func firstWords(d []byte) []string {
	return strings.FieldsFunc(strings.ToLower(string(d[:min(len(d), 1000)])), func(r rune) bool { return strings.ContainsRune(" ,\t\n", r) })
}

// isCX detects CX, the format of NDEx: a JSON list whose first 300 bytes have the first member of CX 1 or of CX 2.
func isCX(d []byte) bool {
	head := d[:min(len(d), 300)]
	return d[0] == '[' && slices.ContainsFunc([]string{`"numberVerification"`, `"CXVersion"`}, func(member string) bool {
		return bytes.Contains(head, []byte(member))
	})
}

// isMermaid detects a Mermaid diagram by its block in Markdown, or by its first words: graph or flowchart, and a direction such as TD.
func isMermaid(d []byte) bool {
	if bytes.Contains(d, []byte("```mermaid")) {
		return true
	}
	// Comments begin with %%.
	words := firstWords([]byte(strings.Join(textLines(d, "%", 2), "\n")))
	// A third word must follow the direction. The text "graph td {" is a graph in DOT with the name td.
	if len(words) <= 2 || words[2] == "{" {
		return false
	}
	isDiagram := words[0] == "graph" || words[0] == "flowchart"
	direction := strings.TrimRight(words[1], ";")
	return isDiagram && slices.Contains([]string{"td", "tb", "bt", "lr", "rl"}, direction)
}

// isPlain detects the plain output of Graphviz by its first line: the word graph and three numbers.
func isPlain(d []byte) bool {
	line, _ := firstLine(d)
	// 200 bytes have room for a word and three numbers.
	words := strings.Fields(string(line[:min(len(line), 200)]))
	return len(words) == 4 && words[0] == "graph" && isNumber(words[1]) && isNumber(words[2]) && isNumber(words[3])
}

// isDL detects the DL format of UCINET: the text begins with dl and a parameter such as n=5, and contains the word data.
func isDL(d []byte) bool {
	// Spaces around the equals sign are optional.
	words := firstWords(bytes.ReplaceAll(d[:min(len(d), 1000)], []byte{'='}, []byte(" = ")))
	if len(words) < 3 || words[0] != "dl" || words[2] != "=" {
		return false
	}
	if !slices.Contains([]string{"n", "nr", "nc", "nm", "format"}, words[1]) {
		return false
	}
	// Long lists of labels may precede the data.
	const maxHeader = 1 << 20
	return bytes.Contains(bytes.ToLower(d[:min(len(d), maxHeader)]), []byte("data"))
}

// countWords returns the number of words with a letter, and the number of all words. Words are separated by white space.
func countWords(line string) (withLetters, total int) {
	words := strings.Fields(line)
	for _, w := range words {
		withLetters += oneIf(strings.ContainsFunc(w, unicode.IsLetter))
	}
	return withLetters, len(words)
}

// isProse reports whether a text is prose. More than two thirds of the lines must consist of words, and at least half of the lines must
// end with a mark of punctuation. A text with a header that names columns is no prose. Only the first 10 000 bytes are tested.
func isProse(d []byte) bool {
	const maxText = 10_000
	rows, wordRows, sentenceEnds := 0, 0, 0
	for _, s := range contentLines(d[:min(len(d), maxText)], "") {
		rows++
		withLetters, total := countWords(string(s))
		// More than three words, and a letter in more than two thirds of them.
		consistsOfWords := total > 3 && 3*withLetters > 2*total
		hasTab := bytes.IndexByte(s, '\t') >= 0
		wordRows += oneIf(consistsOfWords && !hasTab)
		sentenceEnds += oneIf(strings.IndexByte(".:!?,", s[len(s)-1]) >= 0)
	}
	return 3*wordRows > 2*rows && 2*sentenceEnds >= rows && !startsWithHeader(d)
}

// hasFractions reports whether at least half of the cells of column c, and at least one cell, are numbers that are no integers.
// If a row has no column c, its last cell counts. table is a text in rows and cells (tables.go).
func (t *table) hasFractions(c int) bool {
	// Row 0 is the header, if the table has a header.
	fractions, rows := 0, t.rows[oneIf(t.header != nil):]
	for _, row := range rows {
		v, why := parseNumber(row[min(c, len(row)-1)])
		isFraction := why == "" && v != math.Trunc(v)
		fractions += oneIf(isFraction)
	}
	return fractions > 0 && 2*fractions >= len(rows)
}

// countSentences returns the number of rows in which more than half of the words have a letter, and the number of rows that are sentences.
// A sentence ends with . ! or ? and has at least three words with letters. It may also end with : or , and have at least four such words.
// In a table separated by spaces, a row with at least six such words is a sentence, too.
func (t *table) countSentences() (wordRows, sentences int) {
	for _, row := range t.rows {
		line := strings.TrimSpace(strings.Join(row, " "))
		withLetters, total := countWords(line)
		wordRows += oneIf(2*withLetters > total)
		last := line[max(0, len(line)-1):]
		endsClause := withLetters >= 4 && strings.ContainsAny(last, ":,")
		endsSentence := withLetters >= 3 && strings.ContainsAny(last, ".!?")
		isLongRow := withLetters >= 6 && t.separator == ' '
		sentences += oneIf(endsClause || endsSentence || isLongRow)
	}
	return wordRows, sentences
}

// refuseProse returns an error for a text that is no table of edges: features, prose, sets of names, or a hypergraph.
// It accepts a table whose header names the two ends of the edges, and a table whose first row has one cell less than all other rows
// (size.short), as in a file of R.
func (t *table) refuseProse() error {
	hasKnownEnds := t.edgeColumns()[0] >= 0
	if hasKnownEnds || t.size.short {
		return nil
	}
	// rowsFrom is -1 if the rows have ids; otherwise each row is a node. cols are the columns of the two ends. Ids have no fractions.
	endsAreFeatures := t.rowsFrom < 0 && t.hasFractions(t.cols[0]) && t.hasFractions(t.cols[1])
	if endsAreFeatures {
		return fault(t.Name, 1, tableRemedy, "the first columns hold real numbers: these are features and not the ends of edges")
	}
	wordRows, sentences := t.countSentences()
	isText := 2*wordRows > len(t.rows)
	// size.most and size.least are the largest and the smallest number of cells in a row.
	isRagged := t.size.most != t.size.least
	// The lines of prose differ in length. If there are only two lines, their lengths may be equal by chance.
	hasLengthsOfProse := isRagged || len(t.rows) < 3
	// If the separator is the space, each word is a cell. With any other separator, a sentence is in one cell of more than two words.
	hasLongCells := t.separator == ' ' || len(strings.Fields(t.rows[0][0])) > 2
	hasSentences := 2*sentences >= len(t.rows)
	areLinesOfProse := isText && hasLengthsOfProse && hasLongCells && hasSentences
	// The longest of several sets of names has more words than an edge with a weight.
	const edgeWithWeight = 3 // words
	areSets := isText && isRagged && t.separator == ' ' && t.size.most > edgeWithWeight
	if areLinesOfProse || areSets {
		return fault(t.Name, 1, "give an edge list, two ids a line, and put names with spaces between double quotes",
			"the text is prose or a list of sets (a hypergraph), not a table of edges")
	}
	mayBeHypergraph := isRagged && t.size.least >= 2 && t.size.most > edgeWithWeight
	hasColumnNames := t.header != nil && !t.guessedHeader
	if !mayBeHypergraph || isText || hasColumnNames {
		return nil
	}
	// If every cell after the first two is an integer or empty, each row is a set of nodes. A cell with a fraction or a text may be a weight
	// or another attribute of an edge.
	for _, row := range t.rows {
		for _, cell := range row[min(2, len(row)):] {
			s := strings.TrimSpace(cell)
			if s != "" && !isInteger(s) {
				return nil
			}
		}
	}
	return fault(t.Name, 1, "write an edge for each pair of nodes, or an adjacency list with one line for each node",
		"the lines have %d to %d ids: this is a hypergraph, whose edges join more than two nodes, and not a table of edges", t.size.least,
		t.size.most)
}
