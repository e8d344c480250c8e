package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// FuzzKept opens any stored content in place of the edits of a graph. Either the page reports that the edits are missing, or it loads
// them. Loaded edits stay the same when they are written and read again, and no text of their recipe is longer than the page can show.
func FuzzKept(f *testing.F) {
	// Seeds of the corpus: the JSON of edits, whole and cut in half. The last edits have the name of a class that is too long.
	for _, e := range []graph.Edits{{}, {Join: [][2]int{{9, 33}}, Cut: [][2]int{{0, 1}}},
		{Add: [][3]int{{1, 40, -7}}, Classes: []string{"A", "Zoë"}},
		{Gone: []int{3}, Label: [][2]int{{0, -1}}, Set: [][2]int{{1, 2}}}, {Classes: []string{strings.Repeat("x", 20_000)}}} {
		text, err := json.Marshal(e)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
		f.Add(text[:len(text)/2])
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d := &desk{t: t, s: state.New(recipe.Recipe{})}
		// The page restores a link whose edits are stored, and the browser finds the content data.
		d.do(state.Restore{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: 5}, Kept: "edits-1-1"}})
		d.do(state.Found{Sum: "edits-1-1", Files: []content.File{{Name: "edits.json", Data: data}}})
		got := recipe.Recipe{Setup: d.request(flat.Load).Recipe}
		if got.Edits == nil {
			if !strings.Contains(d.s.Error, "deleted from this one") {
				t.Fatalf("%q is not opened, and the error %q does not say that the edits are missing", data, d.s.Error)
			}
			return
		}
		text, err := json.Marshal(got.Edits)
		if err != nil || got.CheckTexts() != nil {
			t.Fatalf("%q is opened with the errors %v, %v", data, err, got.CheckTexts())
		}
		var again graph.Edits
		if err := json.Unmarshal(text, &again); err != nil {
			t.Fatal(err)
		}
		if twice, err := json.Marshal(again); err != nil || string(twice) != string(text) {
			t.Fatalf("the edits %q become %q when they are read again, %v", text, twice, err)
		}
	})
}
