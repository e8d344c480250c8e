package graphio

import (
	"os"
	"slices"
	"strings"
	"testing"
)

// TestDocumentedTables: assets/docs/formats.md has a list of at least six small files. Each row has a file, its edges and a remark.
// Every file gives the edges in its row. The reading has a doubt exactly if the remark has the word "asks".
func TestDocumentedTables(t *testing.T) {
	page, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, part, _ := strings.Cut(string(page), "<!-- TestDocumentedTables")
	part, _, _ = strings.Cut(part, "<!-- end of the files")
	read := 0
	for line := range strings.Lines(part) {
		// cells[1] is the text of the file, cells[2] has the edges, and cells[3] the remark. An escaped bar stands for a line end.
		cells := strings.Split(strings.ReplaceAll(line, `\|`, "\n"), "|")
		if len(cells) < 4 || !strings.Contains(cells[1], "`") {
			continue
		}
		read++
		text := strings.Trim(cells[1], " `") + "\n"
		r, err := Read([]File{{Name: "a.csv", Data: []byte(text)}})
		if err != nil {
			t.Errorf("%q is refused: %v", text, err)
			continue
		}
		var got []string
		for _, e := range r.Graph.Edges {
			ends := []string{r.Graph.NodeNames[e.I], r.Graph.NodeNames[e.J]}
			slices.Sort(ends)
			got = append(got, strings.Join(ends, "–"))
		}
		want := strings.Fields(cells[2])
		slices.Sort(got)
		slices.Sort(want)
		isDoubted, asks := len(r.Recognition.Doubts) > 0, strings.Contains(cells[3], "asks")
		if !slices.Equal(got, want) || isDoubted != asks {
			t.Errorf("%q is read as %q, want %q; the doubts are %q, the page says %q", text, got, want, r.Recognition.Texts(), cells[3])
		}
	}
	if read < 6 {
		t.Errorf("the page has %d files with edges, want at least 6", read)
	}
}
