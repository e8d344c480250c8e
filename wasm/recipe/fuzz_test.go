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

// random draws a recipe of the kinds that the page writes.
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

// TestRandomRecipesRoundTrip: a hundred random recipes read back from their links; a damaged link never reads as another recipe.
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
			t.Fatalf("%+v came back as %+v, %v", want, got, err)
		}
		// One changed or lost character, or a lost end: the checksum refuses the text.
		for range 30 {
			i := r.IntN(len(text))
			for _, bad := range []string{text[:i], text[:i] + text[i+1:], text[:i] + string(rune('A'+r.IntN(26))) + text[i+1:]} {
				if bad == text {
					continue
				}
				if got, err := recipe.Parse(bad); err == nil && !reflect.DeepEqual(got, want) {
					t.Fatalf("%q, damaged at %d, was read as %+v", text, i, got)
				}
			}
		}
	}
}

// TestVersionAndLengthAreChecked: another version, a graph beyond the limit, and a text that unpacks to 20 MB are refused.
func TestVersionAndLengthAreChecked(t *testing.T) {
	if _, err := recipe.Parse("s0.abc"); err == nil || !strings.Contains(err.Error(), "s0") {
		t.Errorf("an older link: %v", err)
	}
	big := recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "a", Data: []byte(noise(30000)["a"])}}}
	text, err := recipe.Format(big)
	if err != nil || len(text) <= recipe.MaxLink {
		t.Fatalf("an own graph of 30 kB: %d characters, %v", len(text), err)
	}
	if got, err := recipe.Parse(text); err != nil || len(got.Files[0].Data) != 30000 {
		t.Fatal(err)
	}
	big.Files[0].Data = []byte(noise(100000)["a"])
	if _, err := recipe.Format(big); !errors.Is(err, recipe.ErrTooLong) {
		t.Errorf("an own graph of 100 kB: %v", err)
	}
	// A decompression bomb: few characters that unpack to 20 MB.
	bomb := recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Files: []content.File{{Name: "a", Data: []byte(strings.Repeat("0", 20<<20))}}}
	if text, err := recipe.Format(bomb); err == nil {
		if _, err := recipe.Parse(text); err == nil {
			t.Error("a link that unpacks to 20 MB was read")
		}
	}
}

// same compares two recipes by their JSON and files, so that a nil map equals an empty one.
func sameRecipe(a, b recipe.Recipe) bool {
	x, err := json.Marshal(a)
	y, err2 := json.Marshal(b)
	return err == nil && err2 == nil && bytes.Equal(x, y) && fmt.Sprint(a.Files) == fmt.Sprint(b.Files)
}

// FuzzLink: Parse allocates at most 64 MB for any text, and a recipe that it returns reads back the same from its own link.
func FuzzLink(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 1))
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
			t.Fatalf("%d characters took %d MB", len(text), mb)
		}
		if err != nil {
			if got.Graph != "" {
				t.Fatal("a recipe beside an error")
			}
			return
		}
		again, err := recipe.Format(got)
		if err != nil {
			t.Fatalf("%+v was read and cannot be written: %v", got, err)
		}
		if back, err := recipe.Parse(again); err != nil || !sameRecipe(back, got) {
			t.Fatalf("%+v became %+v, %v", got, back, err)
		}
	})
}
