package graphio

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"fmt"
	"strings"
	"testing"
)

// This file tests archives, and single sentences of errors.

// compressed returns a file with the content d, compressed by gzip.
func compressed(d []byte) File {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	w.Write(d)
	w.Close()
	return File{Name: "archive.tar.gz", Data: b.Bytes()}
}

// tarOf returns a tar archive with the entries. A name that ends with a slash is a folder.
func tarOf(t *testing.T, format tar.Format, entries ...File) []byte {
	t.Helper()
	var b bytes.Buffer
	w := tar.NewWriter(&b)
	for _, f := range entries {
		h := &tar.Header{Name: f.Name, Size: int64(len(f.Data)), Mode: 0o600, Typeflag: tar.TypeReg, Format: format}
		if strings.HasSuffix(f.Name, "/") {
			h.Typeflag = tar.TypeDir
		}
		if err := w.WriteHeader(h); err != nil {
			t.Fatal(err)
		}
		w.Write(f.Data)
	}
	w.Close()
	return b.Bytes()
}

// TestArchivesKeepLongNames: in the three formats of tar, names of 60 to 400 bytes are those of the entries.
func TestArchivesKeepLongNames(t *testing.T) {
	for _, format := range []tar.Format{tar.FormatUSTAR, tar.FormatPAX, tar.FormatGNU} {
		for depth := 6; depth <= 40; depth++ {
			folder := strings.Repeat("long name/", depth)
			entries := []File{{Name: folder + "a.edges", Data: []byte("0 1\n")}, {Name: "b.txt", Data: nil},
				{Name: folder + strings.Repeat("c", depth) + ".content", Data: []byte("0 x\n")}}
			// USTAR has 155 bytes before a slash and 100 bytes after it.
			if format == tar.FormatUSTAR && len(folder) > 155 {
				continue
			}
			files, err := untar(File{Data: tarOf(t, format, entries...)})
			if err != nil || len(files) != len(entries) {
				t.Fatalf("%v: %d files, error %v", format, len(files), err)
			}
			for k, f := range files {
				if f.Name != entries[k].Name || !bytes.Equal(f.Data, entries[k].Data) {
					t.Errorf("%v: entry %q has the name %q and the content %q", format, entries[k].Name, f.Name, f.Data)
				}
			}
		}
	}
}

// TestErrorsOfArchives: an archive that cannot be read whole is an error with the words of the table.
func TestErrorsOfArchives(t *testing.T) {
	// zeros inflates to less than its own allowance, but two of them inflate to more than the allowance of the archive.
	zeros := make([]byte, 700<<10)
	var many []File
	for k := range MaxArchive + 1 {
		many = append(many, File{Name: fmt.Sprintf("%d.txt", k), Data: []byte("0 1\n")})
	}
	graph := tarOf(t, tar.FormatGNU, File{Name: "a.txt", Data: []byte("0 1\n")}, File{Name: "b.txt", Data: bytes.Repeat([]byte("0 1\n"), 200)})
	folders := tarOf(t, tar.FormatPAX, File{Name: "a/"}, File{Name: "b/"})
	damaged := bytes.Clone(graph)
	copy(damaged[124:], "9999")
	locked := archive("a.txt", []byte("0 1\n"))
	other := File{Name: "archive.zip", Data: bytes.Clone(locked.Data)}
	// The central header has the flags at byte 8 and the method at byte 10.
	central := bytes.Index(locked.Data, []byte("PK\x01\x02"))
	locked.Data[central+8] |= 1
	other.Data[central+10] = 9
	for _, c := range []struct {
		title         string
		file          File
		want, without string
	}{
		{"two entries", archive("a.txt", zeros, "b.txt", zeros), "all files together inflate", "0 MB, over"},
		{"only folders", compressed(folders), "the tar archive has no files", "without compression"},
		{"a header alone", compressed(graph[:512]), "damaged or cut short", "without compression"},
		{"many files", compressed(tarOf(t, tar.FormatGNU, many...)), fmt.Sprint("more than ", MaxArchive, " files"), ""},
		{"cut content", compressed(graph[:1700]), "damaged or cut short", ""},
		{"cut header", compressed(graph[:1100]), "damaged or cut short", ""},
		{"damaged size", compressed(damaged), "damaged or cut short", "without compression"},
		{"password", locked, "password", "damaged"},
		{"other compression", other, "compression 9 of zip", "damaged"},
	} {
		_, err := Read([]File{c.file})
		if err == nil || !strings.Contains(err.Error(), c.want) || c.without != "" && strings.Contains(err.Error(), c.without) {
			t.Errorf("%s: the error is %v, want %q without %q", c.title, err, c.want, c.without)
		}
	}
	if files, err := untar(File{Data: tarOf(t, tar.FormatGNU, many[1:]...)}); err != nil || len(files) != MaxArchive {
		t.Errorf("of %d files, %d are read; the error is %v", MaxArchive, len(files), err)
	}
}

// TestNamesMayBeginAsBzip2: a table whose first node begins with BZh is a table.
func TestNamesMayBeginAsBzip2(t *testing.T) {
	for _, text := range []string{"BZhang,ALi\nALi,CWu\n", "BZh9,ALi\nALi,CWu\n", "BZh,ALi\nALi,CWu\n"} {
		if n := readText(t, "", text).Graph.N; n != 3 {
			t.Errorf("%q has %d nodes", text, n)
		}
	}
}

// TestSentencesOfErrors: errors of small texts have the words of the table.
func TestSentencesOfErrors(t *testing.T) {
	for text, want := range map[string]string{
		":Ak?":             "after the last edge the line has 1 further character",
		">>graph6<<DQ":     "a graph of 5 nodes has 2 characters after the number of nodes, but the line has 1",
		">>graph6<<DQ!":    `the character "!" is not one of graph6`,
		">>graph6<<DQ\xff": `the character "ÿ" is not one of graph6`,
		"a\x00b":           "a spreadsheet (.xlsx, .ods)",
		"graph [ node [ id 0 ] node [ id 1 label \"A ] edge [ source 0 target 1 ] ]": `the quotation mark after the key "label" is never closed`,
	} {
		_, err := Read(fileOf(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want %q", text, err, want)
		}
	}
}

// TestEndingsOfFormatsAreNoPartOfAName: the name of a graph has no ending of a format or an archive, in capitals too. Other endings stay.
func TestEndingsOfFormatsAreNoPartOfAName(t *testing.T) {
	for path, want := range map[string]string{"a/net.sif": "net", "net.SIF": "net", "graph.zip": "graph", "queen.clq": "queen", "g.jsonl": "g",
		"g.csv.gz": "g", "v1.2.sif": "v1.2", "g.data": "g.data", ".sif": ".sif"} {
		if got := baseName(path); got != want {
			t.Errorf("the name of %s is %q, want %q", path, got, want)
		}
	}
}

// TestListsOfOneTextAreTexts: NetworkX marks a list of one element. The element is the value of the node, also if it is a text.
func TestListsOfOneTextAreTexts(t *testing.T) {
	text := "graph [\n"
	for i, group := range []string{"a", "a", "b", "b"} {
		text += fmt.Sprintf("node [ id %d label \"%d\" group \"_networkx_list_start\" group %q ]\n", i, i, group)
	}
	got := summary(readText(t, "", text+"edge [ source 0 target 1 ]\n]\n"))
	if want := "classes a a b b"; !strings.Contains(got, want) {
		t.Errorf("read as %q, want %q", got, want)
	}
}

// TestLimitsOfGeomGCN: a row of zeros beyond MaxFeatures is an error. A folder "." names no graph. Edges count without header and blank
// lines, up to MaxEdges.
func TestLimitsOfGeomGCN(t *testing.T) {
	rows := "node_id\tfeature\tlabel\n0\t0" + strings.Repeat(",0", MaxFeatures) + "\t0\n"
	if _, err := Read(geomPair("node_id\tnode_id\n", rows)); err == nil || !strings.Contains(err.Error(), "feature columns") {
		t.Errorf("%d columns give the error %v", MaxFeatures+1, err)
	}
	if got := geomName("./out1_graph_edges.txt"); got != "Geom-GCN graph" {
		t.Errorf("the graph is called %q", got)
	}
	for _, c := range []struct {
		edges int
		isFit bool
	}{{MaxEdges, true}, {MaxEdges + 1, false}} {
		text := "node_id\tnode_id\n\n" + strings.Repeat("0\t1\n", c.edges)
		if _, err := geomEdges(File{Data: []byte(text)}, 2); (err == nil) != c.isFit {
			t.Errorf("%d edges give the error %v", c.edges, err)
		}
	}
}
