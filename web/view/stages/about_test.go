package stages

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/wasm/data"
)

// The figure of every public data set has its sources, its terms, and its citations. A built-in graph has no figure of this kind.
func TestAboutEverySet(t *testing.T) {
	for i := range data.All().Sets {
		s := &data.All().Sets[i]
		set, f := aboutSet(data.Prefix+s.Name, nil)
		b, err := json.Marshal(f)
		if err != nil || set != s || f.TestID == "" {
			t.Fatalf("%s has no figure of its sources, or no JSON of it: %v", s.Name, err)
		}
		// The rows of the figure as one text.
		var out struct{ Data [][]string }
		if err := json.Unmarshal(b, &out); err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, row := range out.Data {
			text += strings.Join(row, "\n") + "\n"
		}
		// The sources, the terms and the citations.
		source := "github.com/graphdml-uiuc-jlu/geom-gcn, commit f1fc0d1" // the repository with the splits of most sets
		if s.OwnSplits() {
			source = "github.com/yandex-research/heterophilous-graphs, commit a431395"
		}
		for _, want := range append([]string{source, s.Terms}, s.Cite...) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in %q", s.Name, want, text)
			}
		}
		if strings.HasPrefix(s.Family, "Planetoid") && !strings.Contains(text, "github.com/kimiyoung/planetoid, commit af6abf4") {
			t.Errorf("%s: the repository of Planetoid is missing in %q", s.Name, text)
		}
	}
	if set, _ := aboutSet("karate", nil); set != nil {
		t.Error("the karate club is described as a public data set")
	}
}

// A graph from opened files has the figure of a public data set if the notes of its load name this set.
func TestAboutOpenedFiles(t *testing.T) {
	for i := range data.All().Sets {
		s := &data.All().Sets[i]
		if set, f := aboutSet("file", []string{"16 self-loops dropped.", s.About()}); set != s || f.Title != s.Title {
			t.Errorf("the figure of files of %s has the title %q, want %q", s.Name, f.Title, s.Title)
		}
	}
}
