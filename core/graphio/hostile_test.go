package graphio

import (
	"archive/zip"
	"bytes"
	"errors"
	"strings"
	"testing"
)

// geomPair returns the two files of a graph in Geom-GCN, called edges and nodes.
func geomPair(edges, nodes string) []File {
	return []File{{Name: "edges", Data: []byte(edges)}, {Name: "nodes", Data: []byte(nodes)}}
}

// fileOf returns one file named "file" with the text s.
func fileOf(s string) []File { return []File{{Name: "file", Data: []byte(s)}} }

// TestBrokenFilesGiveErrorsWithLine: a damaged or hostile file gives an *Error with file, message, remedy and the line of the damage.
// Line 0 stands for the whole file. An error has at most 500 bytes, so that it fits a message. The error for a pickle names a pickle.
// A file of less than 400 bytes is also cut at each byte, and its beginning is read. This must not panic.
func TestBrokenFilesGiveErrorsWithLine(t *testing.T) {
	deep := strings.Repeat("[", 100_000)
	elements := strings.Repeat("<a>", 100_000)
	// laughs is a small XML document whose entities would grow when they are replaced.
	laughs := `<?xml version="1.0"?><!DOCTYPE graphml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><graphml><graph><node ` +
		`id="&b;"/></graph></graphml>`
	// npyHead returns the header of an array of the given shape, without the elements.
	npyHead := func(shape string) []byte {
		h := "{'descr': '<f8', 'fortran_order': False, 'shape': (" + shape + "), }\n"
		return append([]byte("\x93NUMPY\x01\x00"+string(rune(len(h)))+"\x00"), h...)
	}
	cases := []struct {
		title string // the format and the damage
		files []File
		line  int // of the damage; 0 for the whole file
	}{
		{"nothing", nil, 0},
		{"empty", fileOf(""), 0},
		{"blank", fileOf(" \n\n"), 0},
		{"binary", fileOf("\x00\x01\x02\x03rubbish\xff\xfe"), 1},
		{"utf-16", fileOf("\xff\xfea\x00"), 1},
		{"geom: only edges", fileOf(smallEdges), 0},
		{"geom: only nodes", fileOf(smallNodes), 0},
		{"geom: id out of range", geomPair("node_id\tnode_id\n0\t1\n0\t3\n", smallNodes), 3},
		{"geom: id 10^9", geomPair("node_id\tnode_id\n0\t1000000000\n", smallNodes), 2},
		{"geom: huge id", geomPair("node_id\tnode_id\n0\t99999999999999999999999\n", smallNodes), 2},
		{"geom: negative id", geomPair("node_id\tnode_id\n-1\t1\n", smallNodes), 2},
		{"geom: no number", geomPair("node_id\tnode_id\nx\t1\n", smallNodes), 2},
		{"geom: one column", geomPair("node_id\tnode_id\n0\t1\n1\n", smallNodes), 3},
		{"geom: cut short", geomPair(smallEdges, smallNodes[:len(smallNodes)-5]), 4},
		{"geom: NaN", geomPair(smallEdges, "node_id\tfeature\tlabel\n0\t1,0,1\t0\n1\t0,NaN,0\t1\n2\t0,0,0\t1\n"), 3},
		{"geom: Inf", geomPair(smallEdges, "node_id\tfeature\tlabel\n0\t1,0,1\t0\n1\t0,-Inf,0\t1\n2\t0,0,0\t1\n"), 3},
		{"geom: 1e999", geomPair(smallEdges, "node_id\tfeature\tlabel\n0\t1,0,1\t0\n1\t0,1e999,0\t1\n2\t0,0,0\t1\n"), 3},
		{"geom: short row", geomPair(smallEdges, "node_id\tfeature\tlabel\n0\t1,0,1\t0\n1\t0,1\t1\n2\t0,0,0\t1\n"), 3},
		{"geom: node twice", geomPair(smallEdges, strings.Replace(smallNodes, "\n1\t", "\n0\t", 1)), 4},
		{"geom: node 10^9", geomPair(smallEdges, strings.Replace(smallNodes, "\n1\t", "\n1000000000\t", 1)), 4},
		{"geom: label 10^9", geomPair(smallEdges, strings.Replace(smallNodes, "1\t1\n", "1\t1000000000\n", 1)), 4},
		{"geom: column 10^9", geomPair(smallEdges, "node_id\tfeature(feature_amount:3)\tlabel\n0\t1\t0\n1\t1000000000\t1\n2\t0\t1\n"), 3},
		{"geom: 10^9 columns", geomPair(smallEdges, strings.Replace(smallNodes, "feature\t", "feature(feature_amount:1000000000)\t", 1)), 1},
		{"table: one column", fileOf("a\nb\n"), 1},
		{"table: short line", fileOf("0,1\n1,2\n3\n"), 3},
		{"table: quote", fileOf("a,b\n\"c,d\n"), 2},
		{"table: unknown node", []File{{Name: "e", Data: []byte("source,target\n0,1\n0,7\n")},
			{Name: "n", Data: []byte("id,label\n0,a\n1,b\n")}}, 3},
		{"table: node twice", []File{{Name: "e", Data: []byte("source,target\n0,1\n")},
			{Name: "n", Data: []byte("id,age\n0,1\n0,2\n")}}, 3},
		{"table: ragged nodes", []File{{Name: "e", Data: []byte("source,target\n0,1\n")},
			{Name: "n", Data: []byte("id,age\n0,1\n1\n")}}, 3},
		{"table: only nodes", fileOf("id,label,age\n0,a,3\n1,b,4\n"), 0},
		{"tables: three", []File{{Name: "a", Data: []byte("0,1\n")}, {Name: "b", Data: []byte("0,1\n")}, {Name: "c", Data: []byte("0,1\n")}}, 0},
		{"json: cut short", fileOf("{\"nodes\": [{\"id\": 0},\n{\"id\""), 2},
		{"json: too large", fileOf(`{"nodes": [{"id": 0, "v": 1e999}, {"id": 1, "v": 1}]}`), 1},
		{"json: no nodes", fileOf(`{"a": 1}`), 0},
		{"json: a list", fileOf(`[1, 2]`), 1},
		{"json: deep", fileOf(`{"nodes": ` + deep), 1},
		{"json: unknown end", fileOf("{\"nodes\": [{\"id\": 0}],\n\"links\": [\n{\"source\": 0, \"target\": 1000000000}]}"), 3},
		{"json: no target", fileOf("{\"nodes\": [{\"id\": 0}],\n\"links\": [{\"source\": 0}]}"), 2},
		{"json: twice", fileOf("{\"nodes\": [{\"id\": 0},\n\n{\"id\": 0}]}"), 3},
		{"json: rest", fileOf(`{"nodes": [{"id": 0}]} {`), 1},
		{"json: damaged meta", fileOf(`{"graph": {"writer": "sheafscope", "classes": 1000000000, "features": 2}, "nodes": [{"id": 0}]}`), 0},
		{"xml: laughs", fileOf(laughs), 1},
		{"xml: unknown entity", fileOf("<graphml>\n<graph><node id=\"&x;\"/></graph></graphml>"), 2},
		{"xml: deep", fileOf("<graphml>\n" + elements), 2},
		{"xml: other", fileOf("<html></html>"), 1},
		{"xml: cut short", fileOf("<graphml><graph>\n<node id="), 2},
		{"xml: two graphs", fileOf("<gexf><graph><nodes><node id=\"0\"/></nodes></graph>\n<graph><nodes>" +
			"<node id=\"1\"/></nodes></graph></gexf>"), 2},
		{"xml: no id", fileOf("<graphml><graph>\n<node/></graph></graphml>"), 2},
		{"xml: unknown end", fileOf("<gexf><graph><nodes><node id=\"0\"/></nodes><edges>\n\n<edge source=\"0\" " +
			"target=\"x\"/></edges></graph></gexf>"), 3},
		{"pajek: 10^9", fileOf("*Vertices 1000000000\n"), 1},
		{"pajek: range", fileOf("*Vertices 2\n*Edges\n1 3\n"), 3},
		{"pajek: negative", fileOf("*Vertices 2\n*Edges\n-1 2\n"), 3},
		{"pajek: no number", fileOf("*Vertices\n"), 1},
		{"pajek: quote", fileOf("*Vertices 2\n1 \"a\n"), 2},
		{"pajek: matrix", fileOf("*Vertices 2\n*Matrix\n0 Inf\n0 0\n"), 3},
		{"pajek: matrix without its last row", fileOf("*Vertices 3\n*Matrix\n0 1 0\n1 0 1\n"), 4},
		{"pajek: short matrix before edges", fileOf("*Vertices 2\n*Matrix\n0 1\n*Edges\n1 2\n"), 4},
		{"pajek: matrix without rows", fileOf("*Vertices 3\n*Matrix"), 2},
		{"pajek: row too many", fileOf("*Vertices 2\n*Matrix\n0 1\n0 0\n0 0\n"), 5},
		{"pajek: rows of two forms", fileOf("*Vertices 3 2\n*Matrix\n1\n0 0 1\n0 1 0\n"), 4},
		{"pajek: rows of two forms, reverse", fileOf("*Vertices 3 2\n*Matrix\n0 0 1\n1\n1\n"), 4},
		{"zip: no entry", []File{archive("a/", nil)}, 0},
		{"graph6: claim", fileOf(">>graph6<<~~?YjM?@"), 1},
		{"graph6: short", fileOf(">>graph6<<Dh\n"), 1},
		{"graph6: padding", fileOf(">>graph6<<A~\n"), 1},
		{"npz: claim", []File{archive("edges.npy", npyHead("1000000000, 2"))}, 0},
		{"npz: overflow", []File{archive("edges.npy", npyHead("4294967296, 4294967296"))}, 0},
		{"npz: negative", []File{archive("edges.npy", npyHead("-1, 2"))}, 0},
		{"npz: no header", []File{archive("edges.npy", []byte("\x93NUMPY\x02\x00\xff\xff\xff\xff"))}, 0},
		{"npz: no array", []File{archive("edges.npy", []byte("x"))}, 0},
		{"npz: cut", []File{{Name: "z", Data: archive("edges.npy", npyHead("0, 2")).Data[:60]}}, 0},
		{"gz: cut", []File{{Name: "z", Data: zipped([]byte(smallEdges))[:30]}}, 0},
		{"gz: twice", []File{{Name: "z", Data: zipped(zipped([]byte(smallEdges)))}}, 0},
		// A bomb is a small file that expands to 4 MB.
		{"gz: bomb", []File{{Name: "z", Data: zipped(make([]byte, 4<<20))}}, 0},
		{"zip: bomb", []File{archive("a.csv", make([]byte, 4<<20))}, 0},
		{"npz: bomb", []File{archive("edges.npy", make([]byte, 4<<20))}, 0},
		{"zip in zip", []File{archive("b.zip", archive("a.csv", []byte("0,1\n")).Data)}, 0},
		{"pickle: os.system", fileOf("\x80\x02cos\nsystem\nq\x00U\x02idq\x01\x85R."), 0},
		{"pickle: protocol 4", fileOf("\x80\x04\x95."), 0},
		{"pickle: opcode", fileOf("\x80\x02i__builtin__\neval\n."), 0},
		{"pickle: long string", fileOf("\x80\x02T\xff\xff\xff\x7fabc."), 0},
		{"pickle: negative string", fileOf("\x80\x02T\xff\xff\xff\xffabc."), 0},
		{"pickle: empty stack", fileOf("\x80\x02R."), 0},
		{"pickle: no stop", fileOf("\x80\x02]"), 0},
		{"pickle: memo", fileOf("\x80\x02h\x05."), 0},
	}
	for _, c := range cases {
		r, err := Read(c.files)
		var e *Error
		if !errors.As(err, &e) {
			t.Errorf("%s: the error is %v, want an *Error; the result is %+v", c.title, err, r)
			continue
		}
		if strings.HasPrefix(c.title, "pickle:") && !strings.Contains(e.Msg, "the pickle is damaged or of another kind") {
			t.Errorf("%s: the error %v does not name a damaged pickle", c.title, e)
		}
		if e.Line != c.line {
			t.Errorf("%s: the error is at line %d, want %d: %v", c.title, e.Line, c.line, e)
		}
		if e.File == "" || e.Msg == "" || e.Remedy == "" {
			t.Errorf("%s: the error %#v has no file, message or remedy", c.title, e)
		}
		if len(e.Error()) > 500 {
			t.Errorf("%s: the error has %d bytes, want at most 500: %v", c.title, len(e.Error()), e)
		}
		// A cut file gives an error or a smaller graph. Only a panic fails the test.
		if len(c.files) == 1 && len(c.files[0].Data) < 400 {
			d := c.files[0].Data
			for k := range d {
				Read([]File{{Name: "cut", Data: d[:k]}})
			}
		}
	}
}

// archive returns the zip archive archive.zip, whose first entry has the name and the data.
// more lists further entries, their names (string) and contents ([]byte) in turn.
func archive(name string, data []byte, more ...any) File {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.Create(name)
	w.Write(data)
	for k := 0; k < len(more); k += 2 {
		w, _ := z.Create(more[k].(string))
		w.Write(more[k+1].([]byte))
	}
	z.Close()
	return File{Name: "archive.zip", Data: b.Bytes()}
}
