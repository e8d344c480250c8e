package recipe_test

import (
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// publishedLinks has a row for each recipe of [exampleRecipes]: the name, a tab and the link, as version 1 first wrote it. Published links
// must keep their meaning. One more row has the SHA-256 of the files of 200 random recipes, in place of a link.
//
//go:embed testdata/links.txt
var publishedLinks string

// exampleRecipes has a recipe of each kind that the page writes.
var exampleRecipes = map[string]recipe.Recipe{
	"a graph":     {Setup: recipe.Setup{Graph: "karate"}},
	"paper":       {Setup: recipe.Setup{Graph: "karate", Method: "paper", Seed: 3}},
	"open":        {Setup: recipe.Setup{Graph: "data:texas", Method: recipe.MethodOpen}},
	"a generator": {Setup: recipe.Setup{Graph: "sbm:n=60,classes=3,homophily=0.1", Split: "per-class:20", Seed: 1<<64 - 1}},
	"public":      {Setup: recipe.Setup{Graph: "data:cora", Split: "public:7", Model: "gcn", Seed: 1 << 53}},
	"an address": {Setup: recipe.Setup{Graph: "url:https://example.org/a.csv?x=1&y=<é>", Split: "random:0.48,0.32,0.20",
		Read: "label=3,header=no"}},
	"settings": {Setup: recipe.Setup{Graph: "florentine",
		Settings: map[string]string{"reading": "code", "dt": "0.25", "λ": "“ü”", "d": "", "epsilon0": "1e-9"}}},
	"no settings": {Setup: recipe.Setup{Graph: "ring:n=12", Settings: map[string]string{}, Position: 6958}},
	"a view": {Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Theme: "dark", Panel: "stage",
		Nodes: "prediction", Edges: "kappa", Layout: "force"}},
	"all of a view": {Setup: recipe.Setup{Graph: "karate", Position: 1}, View: completeView()},
	"a comparison": {Setup: recipe.Setup{Graph: "karate"}, View: recipe.View{Panel: "results", Stage: 4},
		Compare: recipe.Second{Key: "gcn"}},
	"all of a comparison": {Setup: recipe.Setup{Graph: "data:texas", Seed: 2}, Compare: recipe.Second{Key: "sgpc/code", Seed: 1<<64 - 2,
		Settings: map[string]string{"dt": "2"}}},
	"a drawing": {Setup: recipe.Setup{Graph: "blank", Split: "per-class:1", Edits: drawing()}},
	"an edited ring": {Setup: recipe.Setup{Graph: "ring:n=9", Edits: &graph.Edits{Gone: []int{3}, Cut: [][2]int{{0, 1}},
		Join: [][2]int{{0, 5}}, Set: [][2]int{{2, 3}}}}},
	"no edits": {Setup: recipe.Setup{Graph: "ring:n=9", Edits: &graph.Edits{}}},
	"files elsewhere": {Setup: recipe.Setup{Graph: "file", Method: "paper", Position: 40}, Own: "0badcafe-123456",
		View: recipe.View{Nodes: "label", Edge: 1}},
	"edits elsewhere": {Setup: recipe.Setup{Graph: "karate", Seed: 5}, Kept: "edits-0badcafe-98765"},
	"files": {Setup: recipe.Setup{Graph: "file", Read: "directed=yes"}, Own: "12345678-17", Files: []content.File{
		{Name: "a.csv", Data: []byte("source,target\n0,1\n")}, {Name: "b\u202e<img>.gz", Data: []byte{0x1f, 0x8b, 0xff, 0}},
		{Name: "empty", Data: []byte{}}}},
	"edited files": {Setup: recipe.Setup{Graph: "file", Edits: &graph.Edits{Label: [][2]int{{0, -1}},
		Classes: []string{"A", "B & C"}}}, Own: "12345678-18", Files: []content.File{{Name: "é.csv", Data: []byte("0,1\n1,2\n")}}},
	"everything": {Setup: recipe.Setup{Graph: "file", Edits: drawing(), Split: "file:x y.npz", Seed: 77, Model: "sgpc",
		Method: "validation", Settings: map[string]string{"q": "1"}, Position: 12, Read: "label=2"}, View: completeView(),
		Own: "1-1", Kept: "edits-1-1", Compare: recipe.Second{Key: "mlp", Seed: 1,
			Settings: map[string]string{"epochs": "9"}}, Files: []content.File{{Name: "a", Data: []byte("0 1")}}},
}

// completeView returns a view with a theme, a panel, colours, a layout, a stage and a selection of each kind.
func completeView() recipe.View {
	return recipe.View{Theme: "light", Panel: "node", Nodes: "label", Edges: "energy", Edge: 3, Node: 5, Layout: "circular",
		Stage: 10, Eigen: 2}
}

// drawing returns edits that add and remove nodes, and join two of them.
func drawing() *graph.Edits {
	return &graph.Edits{Add: [][3]int{{0, -40, 7}, {1, 50, -8}, {1, 0, 0}}, Gone: []int{1}, Join: [][2]int{{0, 2}},
		Classes: []string{"one", "two"}}
}

// Each published link reads as its recipe of exampleRecipes, and the recipe is encoded to the JSON of the link. The files of 200 random
// recipes keep their sum. testdata/links.txt has no other row. A failure prints the present link, for a new row.
func TestPublishedLinksKeepTheirMeaning(t *testing.T) {
	rows := map[string]string{}
	for _, line := range strings.Split(strings.TrimSuffix(publishedLinks, "\n"), "\n") {
		name, link, hasTab := strings.Cut(line, "\t")
		if _, isKnown := rows[name]; !hasTab || isKnown {
			t.Fatalf("testdata/links.txt has the line %q, which has no tab or repeats a name", line)
		}
		rows[name] = link
	}
	for name, want := range exampleRecipes {
		text, err := recipe.Format(want)
		if err != nil || linkJSON(t, text) != linkJSON(t, rows[name]) {
			t.Errorf("%s: %v; the present link is\n%s\t%s\nthe published link is\n%s", name, err, name, text, rows[name])
		}
		want.Version = recipe.Version
		if want.Settings != nil && len(want.Settings) == 0 {
			want.Settings = nil // a link omits empty settings
		}
		got, err := recipe.Parse("#" + rows[name])
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%s: the published link reads as %+v, %v; want %+v", name, got, err, want)
		}
	}

	// The files of random recipes, by their SHA-256.
	r, sum := rand.New(rand.NewPCG(22, 11)), sha256.New()
	for range 200 {
		text, err := recipe.FormatFile(randomRecipe(r))
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintln(sum, string(text))
	}
	const name = "200 random recipes"
	if got := hex.EncodeToString(sum.Sum(nil)); got != rows[name] {
		t.Errorf("%s: the present sum is\n%s\t%s\nthe published sum is\n%s", name, name, got, rows[name])
	}
	if len(rows) != len(exampleRecipes)+1 {
		t.Errorf("testdata/links.txt has %d rows, want %d: one for each recipe and one for the sum", len(rows), len(exampleRecipes)+1)
	}
}

// linkJSON returns the JSON of a link. Tests compare it in place of links, since versions of Go compress the same text differently.
func linkJSON(t *testing.T, link string) string {
	t.Helper()
	data, err := json.Unpack(link[len("s1."):], 1<<20)
	if err != nil {
		t.Fatalf("the link %s cannot be unpacked: %v", link, err)
	}
	return string(data)
}
