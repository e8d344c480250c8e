package recipe_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
)

// randomRecipe returns a random recipe of the kinds that the page writes.
func randomRecipe(r *rand.Rand) recipe.Recipe {
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	out := recipe.Recipe{
		Version: recipe.Version, Setup: recipe.Setup{Graph: pick("karate", "florentine", "sbm:n=60,classes=3,homophily=0.1", "data:texas",
			"data:cora", "ring:n=12", "url:https://example.org/a.csv"),
			Split: pick("", "per-class:20", "random:0.48,0.32,0.20", "public:7", "file:x y.npz"), Seed: r.Uint64() >> r.IntN(64),
			Model: pick("", "sgpc", "gcn")},
		View: recipe.View{Theme: pick("", "dark"), Panel: pick("stage", "edge", "node"), Nodes: pick("prediction", "label"),
			Edge: choice.One(r.IntN(3)), Node: choice.One(r.IntN(5)), Layout: pick("force", "fibre")},
	}
	// In a part of the recipes: a position, a second run, settings, and own files.
	if r.IntN(2) == 0 {
		out.Position = r.IntN(1 << 20)
	}
	if r.IntN(5) == 0 {
		out.Compare = recipe.Second{Key: pick("gcn", "sgpc/code"), Seed: r.Uint64(), Settings: map[string]string{"dt": "2"}}
		out.View.Panel, out.View.Stage, out.View.Eigen = "results", r.IntN(11), choice.One(r.IntN(4))
	}
	if n := r.IntN(6); n > 0 {
		out.Settings = map[string]string{}
		for range n {
			out.Settings[pick("dt", "reading", "d", "epsilon0", "λ", "q")] = pick("1", "0.25", "paper", "1e-9", "", "“ü”")
		}
	}
	if r.IntN(4) == 0 {
		out.Graph = "file"
		data := make([]byte, 1+r.IntN(3000))
		for i := range data {
			data[i] = byte(r.UintN(256))
		}
		out.Files = []content.File{{Name: "a.csv", Data: []byte("source,target\n0,1\n")}, {Name: "b\u202e<img>.gz", Data: data}}
	}
	return out
}

// A hundred random recipes read back from their links. A link that is cut, lacks a character or has a changed one never reads as another
// recipe. The damage is at 30 random places of each link.
func TestRandomRecipesRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 6))
	for range 100 {
		want := randomRecipe(r)
		text, err := recipe.Format(want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := recipe.Parse("#" + text)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("the link of %+v reads as %+v, %v", want, got, err)
		}

		// A lost end, a lost character, and a changed character. The text is refused, or still reads as want.
		for range 30 {
			i := r.IntN(len(text))
			for _, bad := range []string{text[:i], text[:i] + text[i+1:], text[:i] + string(rune('A'+r.IntN(26))) + text[i+1:]} {
				if bad == text {
					continue
				}
				if got, err := recipe.Parse(bad); err == nil && !reflect.DeepEqual(got, want) {
					t.Fatalf("%q, damaged at character %d, reads as %+v", text, i, got)
				}
			}
		}
	}
}

// A link of another version is refused. An own graph of 30 kB has a link beyond MaxLink that still reads back; one of 100 kB has no
// link. A text that unpacks to 20 MB is refused when it is written or read.
func TestVersionAndLengthAreChecked(t *testing.T) {
	if _, err := recipe.Parse("s0.abc"); err == nil || !strings.Contains(err.Error(), "s0") {
		t.Errorf("a link of version 0 gives %v, want an error with s0", err)
	}

	// Own graphs of 30 kB and of 100 kB, which cannot be compressed.
	big := recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "a", Data: []byte(noise(30000)["a"])}}}
	text, err := recipe.Format(big)
	if err != nil || len(text) <= recipe.MaxLink {
		t.Fatalf("an own graph of 30 kB has a link of %d characters, %v; want more than %d", len(text), err, recipe.MaxLink)
	}
	if got, err := recipe.Parse(text); err != nil || len(got.Files[0].Data) != 30000 {
		t.Fatalf("the link of 30 kB reads as %d files, %v", len(got.Files), err)
	}
	big.Files[0].Data = []byte(noise(100000)["a"])
	if _, err := recipe.Format(big); !errors.Is(err, recipe.ErrTooLong) {
		t.Errorf("an own graph of 100 kB gives %v, want ErrTooLong", err)
	}
	// A decompression bomb: few characters that unpack to 20 MB.
	bomb := recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "a", Data: []byte(strings.Repeat("0", 20<<20))}}}
	if text, err := recipe.Format(bomb); err == nil {
		if _, err := recipe.Parse(text); err == nil {
			t.Error("a link that unpacks to 20 MB is read")
		}
	}
}

// A file of a state reads back with 0, 100, 101 and 1000 files, the largest number of a dropped folder. A link has at most 100 files:
// Format returns ErrTooLong for more files, and Parse an error.
func TestFilesAreLimitedInLinksAlone(t *testing.T) {
	for _, n := range []int{0, 100, 101, 1000} {
		want := recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Version: recipe.Version}
		for k := range n {
			want.Files = append(want.Files, content.File{Name: fmt.Sprintf("%d.csv", k), Data: fmt.Appendf(nil, "0,%d", k)})
		}
		data, err := recipe.FormatFile(want)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := recipe.ParseFile(data); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("a file of a state with %d files reads as %d files, %v", n, len(got.Files), err)
		}
		isAllowed := n <= 100
		if _, err := recipe.Format(want); errors.Is(err, recipe.ErrTooLong) == isAllowed {
			t.Errorf("the link of %d files gives %v", n, err)
		}
		if got, err := recipe.Parse(uncheckedLink(t, want)); (err == nil) != isAllowed {
			t.Errorf("a link with %d files reads as %d files, %v", n, len(got.Files), err)
		}
	}
}

// sameRecipe reports whether two recipes have the same JSON and files. A nil map equals an empty map.
func sameRecipe(a, b recipe.Recipe) bool {
	x, errA := json.Marshal(a)
	y, errB := json.Marshal(b)
	return errA == nil && errB == nil && bytes.Equal(x, y) && fmt.Sprint(a.Files) == fmt.Sprint(b.Files)
}

// FuzzLink checks that Parse allocates at most 64 MB for any text, and that a recipe which it returns reads back the same from its own
// link. Beside an error Parse returns no recipe.
func FuzzLink(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
	// Seeds of the corpus: valid links and short texts.
	for range 10 {
		text, err := recipe.Format(randomRecipe(r))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, s := range []string{"", "#", "s1.", "s1.AAAA", "s0.x", "s1.AAAAAAMA", strings.Repeat("s", 70000)} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		got, err := recipe.Parse(text)
		runtime.ReadMemStats(&after)
		if mb := (after.TotalAlloc - before.TotalAlloc) >> 20; mb > 64 {
			t.Fatalf("Parse allocates %d MB for %d characters, want at most 64 MB", mb, len(text))
		}
		if err != nil {
			if got.Graph != "" {
				t.Fatalf("beside the error %v Parse returns the recipe %+v", err, got)
			}
			return
		}

		// The recipe has a link, which reads back the same.
		again, err := recipe.Format(got)
		if err != nil {
			t.Fatalf("Parse returns %+v, which has no link: %v", got, err)
		}
		if back, err := recipe.Parse(again); err != nil || !sameRecipe(back, got) {
			t.Fatalf("the link of %+v reads as %+v, %v", got, back, err)
		}
	})
}
