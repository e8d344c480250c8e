package stages

import (
	"encoding/json"
	"strings"
	"testing"

	"sheafscope/wasm/data"
)

// Every public set shows where it comes from, its terms and what to cite.
func TestAboutEverySet(t *testing.T) {
	for i := range data.All().Sets {
		s := &data.All().Sets[i]
		set, f := aboutSet(data.Prefix+s.Name, nil)
		b, err := json.Marshal(f)
		if err != nil || set != s || f.TestID == "" {
			t.Fatalf("%s: %v", s.Name, err)
		}
		var out struct{ Data [][]string }
		if err := json.Unmarshal(b, &out); err != nil {
			t.Fatal(err)
		}
		text := ""
		for _, row := range out.Data {
			text += strings.Join(row, "\n") + "\n"
		}
		from := "github.com/graphdml-uiuc-jlu/geom-gcn, commit f1fc0d1" // which has the splits of most
		if s.OwnSplits() {
			from = "github.com/yandex-research/heterophilous-graphs, commit a431395"
		}
		for _, want := range append([]string{from, s.Terms}, s.Cite...) {
			if !strings.Contains(text, want) {
				t.Errorf("%s: %q is missing in %q", s.Name, want, text)
			}
		}
		if strings.HasPrefix(s.Family, "Planetoid") && !strings.Contains(text, "github.com/kimiyoung/planetoid, commit af6abf4") {
			t.Errorf("%s: sources in %q", s.Name, text)
		}
	}
	if set, _ := aboutSet("karate", nil); set != nil {
		t.Error("the karate club is a public set")
	}
}

// A graph of opened files whose load named the set in its notes shows the same.
func TestAboutOpenedFiles(t *testing.T) {
	for i := range data.All().Sets {
		s := &data.All().Sets[i]
		if set, f := aboutSet("file", []string{"16 self-loops dropped.", s.About()}); set != s || f.Title != s.Title {
			t.Errorf("%s: %q", s.Name, f.Title)
		}
	}
}
