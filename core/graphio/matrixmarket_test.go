package graphio

import (
	"strings"
	"testing"
)

// TestMarketCountsBlankLines: an error in a file of Matrix Market begins with the file and the line, counted from 1.
// Blank lines above the header and comments count.
func TestMarketCountsBlankLines(t *testing.T) {
	const header = "%%MatrixMarket matrix coordinate pattern general"
	for text, place := range map[string]string{
		header + "\n3 3 2\n1 2\n2 x\n":              "m.mtx:4:",
		"\n\n" + header + "\n3 3 2\n1 2\n2 x\n":     "m.mtx:6:",
		" \n\t\n" + header + "\n3 x 2\n1 2\n":       "m.mtx:4:",
		"%%MatrixMarket matrix\n3 3 1\n1 2\n":       "m.mtx:1:",
		"\n\n%%MatrixMarket matrix\n3 3 1\n1 2\n":   "m.mtx:3:",
		"\n\n" + header + "\n% comment\n3 3 2\n1 2": "m.mtx:6:",
	} {
		_, err := Read([]File{{Name: "m.mtx", Data: []byte(text)}})
		if err == nil || !strings.HasPrefix(err.Error(), place) {
			t.Errorf("%q: the error is %v, want one that begins with %s", text, err, place)
		}
	}
}

// TestMarketValuesAreRead: each file of Matrix Market gives the graph in the table, with the number of doubts in front.
func TestMarketValuesAreRead(t *testing.T) {
	zeros := strings.Repeat(" 0\n", 2237*2237-1)
	for text, want := range map[string]string{
		"coordinate complex general\n2 2 1\n1 2 1.5D0 0.0D0\n":         "0: 2 nodes; directed; 1>2",
		"coordinate complex general\n2 2 1\n1 2 0 -2\n":                "0: 2 nodes; directed; 1>2",
		"coordinate complex general\n2 2 2\n1 2 5 1\n1 2 3 -1\n":       "0: 2 nodes; directed; 1>2",
		"array complex symmetric\n2 2\n0 0\n0 -1\n0 0\n":               "0: 2 nodes; 1-2",
		"coordinate real general\n3 3 4\n1 2 -1\n2 1 -1\n2 3 2\n3 2 2": "1 edge weight is: 3 nodes; 1-2 2-3",
		"coordinate real general\n3 3 3\n1 2 -1\n2 1 -1\n2 3 -2\n":     "3 edge weights are: 3 nodes; directed; 1>2 2>1 2>3",
		"array real general\n% from - 2020\n2237 2237\n" + zeros + "1": "",
	} {
		f := File{Name: "m.mtx", Data: []byte("%%MatrixMarket matrix " + text)}
		found, err := Read([]File{f})
		if err != nil {
			t.Errorf("%.80q: %v", text, err)
			continue
		}
		got := "0"
		for _, d := range found.Recognition.Doubts {
			if d.Rule == negativeRule {
				got, _, _ = strings.Cut(d.Text, " below")
			}
		}
		got += ": " + summary(found)
		// The last file has a single edge, from its last node to itself.
		if want != "" && got != want {
			t.Errorf("%.80q is read as %q, want %q", text, got, want)
		}
	}
}

// TestMarketFaultsAreNamed: each damaged file of Matrix Market is refused, with the line and the words of the table.
func TestMarketFaultsAreNamed(t *testing.T) {
	for text, want := range map[string]string{
		"matrix coordinate real unsymmetric\n2 2 1\n1 2 1\n":    "m.mtx:1: ",
		"matrix coordinate floating general\n2 2 1\n1 2 1\n":    `has the word "floating" in place of one of: real double`,
		"vector coordinate real general\n3 1\n1 2\n":            `has the word "vector" in place of one of: matrix`,
		"matrix coordinate pattern general\n2 2 2\n1 2\n":       "m.mtx:3: 1 entry is missing",
		"matrix coordinate pattern general\n2 2 3\n1 2\n":       "m.mtx:3: 2 entries are missing",
		"matrix coordinate pattern symmetric\n3 2 1\n1 1\n":     "m.mtx:2: the symmetric matrix has 3 rows and 2 columns",
		"matrix coordinate pattern general\n150000 100000 0\n":  "the 150000 rows and 100000 columns are more than 200000 nodes",
		"matrix coordinate pattern general\n2 2 1\n1\n":         "m.mtx:3: the line has no row and column",
		"matrix coordinate pattern general\n2 2 1\n1 2\n2 1\n":  "m.mtx:4: there are more entries than the line of the sizes says",
		"matrix coordinate complex general\n2 2 1\n1 2 0\n":     "m.mtx:3: the entry has no real and imaginary part",
		"matrix coordinate complex general\n2 2 1\n1 2 x 1.0\n": `m.mtx:3: the value "x"`,
	} {
		_, err := Read([]File{{Name: "m.mtx", Data: []byte("%%MatrixMarket " + text)}})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: the error is %v, want one with %q", text, err, want)
		}
	}
}

// TestPajekMatricesAreNotMisnamed: a matrix of Pajek has the ending .mat, and raises no doubt about its name.
func TestPajekMatricesAreNotMisnamed(t *testing.T) {
	found, err := Read([]File{{Name: "net.mat", Data: []byte("*Vertices 2\n1 \"a\"\n2 \"b\"\n*Matrix\n0 1\n1 0\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if texts := found.Recognition.Texts(); len(texts) > 0 || summary(found) != "2 nodes; a-b" {
		t.Errorf("the matrix is read as %q with the doubts %q, want no doubt", summary(found), texts)
	}
}
