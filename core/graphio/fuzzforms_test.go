package graphio

import (
	"os"
	"path/filepath"
	"testing"
)

// This file has fuzz tests whose seeds are files of the corpus, and fuzz tests of further formats. The helper probe (fuzz_test.go) checks
// each reading.

// addCorpus adds the files of the corpus whose names match a pattern as seeds. A pattern without a file ends the test.
func addCorpus(f *testing.F, pattern string) {
	files, err := filepath.Glob("testdata/corpus/*/" + pattern)
	if err != nil || len(files) == 0 {
		f.Fatalf("no file %s in the corpus: %v", pattern, err)
	}
	for _, name := range files {
		d, err := os.ReadFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(d)
	}
}

// FuzzReadGML changes files of GML, and the text after the start of a graph.
func FuzzReadGML(f *testing.F) {
	addCorpus(f, "*.gml")
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.gml", Data: d})
		probe(t, File{Name: "g.gml", Data: append([]byte("graph ["), d...)})
	})
}

// FuzzReadDOT changes files of DOT, and the statements of a digraph.
func FuzzReadDOT(f *testing.F) {
	addCorpus(f, "*.gv")
	f.Add([]byte("graph { a -- {b c} -- subgraph x { d } ; subgraph x -- e [weight=2] /* c */ \"f\"+\"g\":n:s -- <<b>h</b>> }"))
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.gv", Data: d})
		probe(t, File{Name: "g.gv", Data: append([]byte("digraph {"), d...)})
	})
}

// FuzzReadGXL changes files of GXL.
func FuzzReadGXL(f *testing.F) {
	addCorpus(f, "*.gxl")
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.gxl", Data: d}) })
}

// FuzzReadDIMACS changes the text after the start of the line "p edge".
func FuzzReadDIMACS(f *testing.F) {
	f.Add([]byte("3 2\ne 1 2\ne 2 3\n"))
	f.Add([]byte("3 1\nn 1 s\na 01 2 0.5\n"))
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "g.col", Data: append([]byte("c\np edge "), d...)}) })
}

// FuzzReadMarket changes the text after the start of the header of Matrix Market.
func FuzzReadMarket(f *testing.F) {
	f.Add([]byte("coordinate real symmetric\n3 3 2\n2 1 0.5\n3 1 0\n"))
	f.Add([]byte("array integer general\n% c\n2 2\n0\n1\n1\n0\n"))
	f.Add([]byte("array integer skew-symmetric\n3 3\n1\n1\n1\n"))
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.mtx", Data: append([]byte("%%MatrixMarket matrix "), d...)})
	})
}

// FuzzReadSparse6 changes graphs in sparse6 and digraph6, with and without a header.
func FuzzReadSparse6(f *testing.F) {
	f.Add([]byte(":Fa@x^"))
	f.Add([]byte("&DI?AO?"))
	f.Add([]byte(":~?@?xxx"))
	f.Fuzz(func(t *testing.T, d []byte) {
		probe(t, File{Name: "g.s6", Data: d})
		probe(t, File{Name: "g.s6", Data: append([]byte(">>sparse6<<"), d...)})
		probe(t, File{Name: "g.d6", Data: append([]byte(">>digraph6<<"), d...)})
	})
}

// FuzzReadText changes the texts of the corpus, which include tables of all shapes.
func FuzzReadText(f *testing.F) {
	for _, pattern := range []string{"*.txt", "*.csv", "*.tsv", "*.adjlist", "*.json", "*.net", "*.lgl", "*.graph", "*.dl", "*.graphml",
		"*.gexf"} {
		addCorpus(f, pattern)
	}
	f.Fuzz(func(t *testing.T, d []byte) { probe(t, File{Name: "file", Data: d}) })
}

// FuzzReadSeveral changes edges beside a file of nodes, and a third file unless it is empty.
func FuzzReadSeveral(f *testing.F) {
	f.Add([]byte("source,target\n0,1\n"), []byte("id,class\n0,a\n1,b\n"), []byte(`{"0": [1, 5], "1": []}`))
	f.Add([]byte(":START_ID,:END_ID\na,b\n"), []byte("x:ID,n:int,:LABEL\na,1,L\n"), []byte("y:ID,:LABEL\nb,M\n"))
	f.Add([]byte("*Vertices 2\n1 \"a\" 0 0 box k v\n*Edges\n1 2\n"), []byte("*Vertices 2\n7\n7\n"), []byte(""))
	f.Fuzz(func(t *testing.T, a, b, c []byte) {
		files := []File{{Name: "a", Data: a}, {Name: "b", Data: b}}
		if len(c) > 0 {
			files = append(files, File{Name: "c", Data: c})
		}
		probe(t, files...)
	})
}
