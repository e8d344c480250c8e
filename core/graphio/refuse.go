package graphio

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
)

// Files that are known and not read are refused by their own name, with what
// the user can do instead: to guess at them would give another graph.

// unread is a format that is not read.
type unread struct {
	// name goes into "the file is …"; remedy is the way out.
	name, remedy string
	is           func(d []byte) bool
}

func starts(prefixes ...string) func(d []byte) bool {
	return func(d []byte) bool {
		return slices.ContainsFunc(prefixes, func(p string) bool { return bytes.HasPrefix(d, []byte(p)) })
	}
}

// unreadBytes are told by their first bytes.
var unreadBytes = []unread{
	{"a single NumPy array (.npy)", "save the edges with numpy.savez(file, edges=…), which may hold features and labels beside them",
		starts("\x93NUMPY")},
	{"an R object (saveRDS, save)", "write the edges with write.csv in R", starts("X\n\x00", "A\n3\n", "A\n2\n", "RDX2\n", "RDX3\n", "RDA2\n",
		"RDA3\n")},
	{"a MATLAB file", "write the edges as text with writematrix", starts("MATLAB ")},
	{"an HDF5 file", "write the edges as CSV with the program it is from", starts("\x89HDF")},
	{"a Parquet table", "save it as CSV", starts("PAR1")},
	{"an SQLite database", "export the tables as CSV", starts("SQLite format 3")},
	{"an old Excel or Office document", "save the sheet as CSV (UTF-8)", starts("\xd0\xcf\x11\xe0")},
	{"an old PyTorch file (torch.save)", torchLine, starts("\x80\x02\x8a\nl\xfc\x9cF\xf9 j\xa8P\x19.")},
	{"a graph of DGL (save_graphs)", dglLine, starts("\x3f\xa1\xb4\x46\xf0\x4f\x2e\xdd")},
	{"a PDF", "give the graph as a table or in a graph format", starts("%PDF-")},
}

// What turns a Data of PyTorch Geometric, a dictionary of tensors or the pair with either in front that its datasets
// are saved as, and a graph of DGL into an npz file: each is run as it stands, with the name of the file put in.
const (
	torchLine = "write it as npz in Python: import torch, numpy; d = torch.load('data.pt', weights_only=False); " +
		"d = d[0] if isinstance(d, tuple) else d; numpy.savez('graph.npz', **{k: d[k].numpy() for k in " +
		"('x', 'y', 'edge_index', 'train_mask', 'val_mask', 'test_mask') if k in d})"
	dglLine = "write it as npz in Python: import dgl, numpy; (g, *_), d = dgl.load_graphs('graph.bin'); d = {**d, **g.ndata}; " +
		"numpy.savez('graph.npz', edge_index=numpy.stack([v.numpy() for v in g.edges()]), **{b: d[a].numpy() for a, b in " +
		"(('feat', 'x'), ('labels', 'y'), ('label', 'y'), *[(m, m) for m in ('train_mask', 'val_mask', 'test_mask')]) if a in d})"
)

const wayOut = "read it in NetworkX or igraph and write GraphML"

// unreadTexts are told by the text of the file, without space around it.
var unreadTexts = []unread{
	{"a web page (HTML)", "fetch the file itself, not the page that links to it", func(d []byte) bool {
		head := bytes.ToLower(d[:min(len(d), 300)])
		return d[0] == '<' && (bytes.Contains(head, []byte("<html")) || bytes.HasPrefix(head, []byte("<!doctype html")))
	}},
	{"in LEDA's format", wayOut, starts("LEDA.GRAPH")},
	{"in UCINET's DL format", "write it from UCINET as Pajek, or give its matrix or edges alone, as a table", isDL},
	{"in the format LGL", "write it as NCOL, one edge a line, or as GraphML with igraph", isLGL},
	{"in the format METIS, whose lines are the neighbours of a node",
		"write one edge a line, or an adjacency list, whose lines begin with the node", isMETIS},
	{"a Mermaid diagram", "write one edge a line, or DOT", isMermaid},
	{"a drawing of Graphviz plain output", "give the DOT file itself", func(d []byte) bool {
		return isPlain(d) && bytes.Contains(d, []byte("\nnode "))
	}},
}

// refuse returns an error, in a line unless that is 0, when the file is one of list.
func refuse(f File, d []byte, list []unread, line int) error {
	for _, u := range list {
		if u.is(d) {
			return fault(f.Name, line, u.remedy, "the file is %s, which is not read here", u.name)
		}
	}
	return nil
}

// refuseArchive refuses zip archives that are documents, by the names of their entries.
func refuseArchive(f File, r *zip.Reader) error {
	const sheet = "save each sheet as CSV (UTF-8) and choose those files"
	has := func(is func(name string) bool) bool {
		return slices.ContainsFunc(r.File, func(e *zip.File) bool { return is(e.Name) })
	}
	within := func(dir string) bool { return has(func(name string) bool { return strings.HasPrefix(name, dir) }) }
	named := func(want string) bool { return has(func(name string) bool { return name == want }) }
	switch {
	case has(func(name string) bool { return name == "data.pkl" || strings.HasSuffix(name, "/data.pkl") }):
		return fault(f.Name, 0, torchLine,
			"the file was saved by PyTorch (torch.save), whose pickles are not read here, as they can run programs")
	case within("xl/"):
		return fault(f.Name, 0, sheet, "the file is an Excel workbook (.xlsx), which is not read here")
	case named("content.xml") && named("mimetype"):
		return fault(f.Name, 0, sheet, "the file is an OpenDocument file (.ods), which is not read here")
	case named("[Content_Types].xml"):
		return fault(f.Name, 0, "give the graph as a table or in a graph format", "the file is an Office document, which is not read here")
	}
	return nil
}

// firstWords returns the first words of a text in lower case, over several lines.
func firstWords(d []byte) []string {
	return strings.FieldsFunc(strings.ToLower(string(d[:min(len(d), 1000)])), func(r rune) bool { return strings.ContainsRune(" ,\t\n", r) })
}

// isMermaid tells a Mermaid diagram by its first words, graph TD.
func isMermaid(d []byte) bool {
	words := firstWords(d)
	return len(words) > 2 && words[2] != "{" && (words[0] == "graph" || words[0] == "flowchart") &&
		slices.Contains([]string{"td", "tb", "bt", "lr", "rl"}, strings.TrimRight(words[1], ";"))
}

// isPlain tells the first line of Graphviz plain output: graph and three numbers.
func isPlain(d []byte) bool {
	line, _ := firstLine(d)
	words := strings.Fields(string(line[:min(len(line), 200)]))
	return len(words) == 4 && words[0] == "graph" && isNumber(words[1]) && isNumber(words[2]) && isNumber(words[3])
}

// isDL tells UCINET's format by its first line and the section of its data.
func isDL(d []byte) bool {
	words := firstWords(bytes.ReplaceAll(d[:min(len(d), 1000)], []byte{'='}, []byte(" = ")))
	if len(words) < 3 || words[0] != "dl" || words[2] != "=" || !slices.Contains([]string{"n", "nr", "nc", "nm", "format"}, words[1]) {
		return false
	}
	return bytes.Contains(bytes.ToLower(d[:min(len(d), 1<<20)]), []byte("data"))
}

// isLGL tells LGL: lines "# node", each followed by lines with one neighbour
// and perhaps a number.
func isLGL(d []byte) bool {
	if d[0] != '#' {
		return false
	}
	heads, after, data := 0, false, 0
	for _, s := range filled(d, "") {
		words := bytes.Fields(s)
		switch {
		case words[0][0] == '#':
			if len(words) != 2 || len(words[0]) != 1 {
				return false
			}
			heads++
			after = after || data > 0
		case len(words) == 1 || len(words) == 2 && isNumber(string(words[1])):
			data++
		default:
			return false
		}
	}
	return after && data > 0
}

// isMETIS tells METIS: a line with the numbers of nodes and edges, then one
// line with the neighbours of each node, every edge in two of them.
func isMETIS(d []byte) bool {
	var head []int64
	var ids []int64
	rows := int64(0)
	var key, count int64
	for _, s := range lines(d) {
		if s = bytes.TrimSpace(s); len(s) > 0 && s[0] == '%' {
			continue
		}
		ids = ids[:0]
		for len(s) > 0 {
			end := bytes.IndexAny(s, " \t")
			if end < 0 {
				end = len(s)
			}
			v, why := parseID(s[:end])
			if why != "" || len(ids) > MaxNodes {
				return false
			}
			ids, s = append(ids, v), bytes.TrimLeft(s[end:], " \t")
		}
		if head == nil {
			if len(ids) < 2 || len(ids) > 4 || ids[0] < 2 || ids[1] < 1 || ids[0] > MaxNodes {
				return false
			}
			head = slices.Clone(ids)
			continue
		}
		if rows++; rows > head[0]+1 || rows > head[0] && len(ids) > 0 {
			return false
		}
		if len(head) == 2 {
			// Over the entries of a symmetric matrix the sum of what changes its
			// sign with the order of the two ids is zero, and hardly ever otherwise.
			for _, v := range ids {
				if v < 1 || v > head[0] || v == rows {
					return false
				}
				key += (v - rows) * (v + 3*rows) * (rows + 3*v)
			}
		}
		count += int64(len(ids))
	}
	if bytes.HasSuffix(d, []byte{'\n'}) {
		rows++ // the last node may have no neighbour
	}
	if head == nil || rows < head[0]-1 || rows > head[0]+1 {
		return false
	}
	n, m := head[0], head[1]
	if len(head) == 2 {
		return count == 2*m && key == 0
	}
	weights, vertex := head[2]%10 == 1, int64(0)
	if head[2]/10%10 == 1 {
		if vertex = n; len(head) == 4 {
			vertex = n * head[3]
		}
	}
	if head[2]/100 == 1 {
		vertex += n
	}
	if weights {
		return count == 4*m+vertex
	}
	return count == 2*m+vertex && (vertex > 0 || head[2] == 0)
}
