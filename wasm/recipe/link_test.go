package recipe_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// A link reads back as its recipe, with and without "#": a recipe with few fields and one with many.
func TestLinksRoundTrip(t *testing.T) {
	for _, r := range []recipe.Recipe{
		{Setup: recipe.Setup{Graph: "karate"}},
		{Setup: recipe.Setup{Graph: "sbm:n=60,homophily=0.2", Split: "per-class:20", Seed: 1<<64 - 1, Model: "gcn",
			Settings: map[string]string{"dt": "0.5", "reading": "code"}, Position: 6958},
			View: recipe.View{Theme: "dark", Panel: "edge", Edge: 3, Layout: "circular"}},
	} {
		text, err := recipe.Format(r)
		if err != nil {
			t.Fatal(err)
		}
		r.Version = recipe.Version
		for _, in := range []string{text, "#" + text} {
			got, err := recipe.Parse(in)
			if err != nil || !reflect.DeepEqual(got, r) {
				t.Errorf("%q reads as %+v, %v; want %+v", in, got, err, r)
			}
		}
	}
}

// Parse returns an error for damaged links and for texts that are no links, and no changed letter makes it panic. Format returns an error
// for a recipe with a setting of 20 000 characters.
func TestDamagedLinksAreRefused(t *testing.T) {
	good, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Position: 12}})
	if err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{"", "#", "s9." + good[3:], good[:len(good)/2], good[:8] + "!" + good[9:], "s1.AAAA",
		strings.Repeat("a", recipe.MaxLink+1)} {
		if r, err := recipe.Parse(bad); err == nil {
			t.Errorf("the damaged link %q reads as %+v", bad, r)
		}
	}
	for i := 3; i < len(good); i++ { // after the mark "s1."
		_, _ = recipe.Parse(good[:i] + "A" + good[i+1:])
	}
	if _, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "x", Settings: noise(20000)}}); err == nil {
		t.Error("a recipe with a setting of 20 000 characters has a link")
	}
}

// noise returns the setting "a" with a value of n pseudo-random characters, which cannot be compressed much.
func noise(n int) map[string]string {
	b := make([]byte, n)
	x := uint64(1) // Knuth's linear congruential generator for 64 bits
	for i := range b {
		x = x*6364136223846793005 + 1442695040888963407
		b[i] = byte('!' + x>>33%90)
	}
	return map[string]string{"a": string(b)}
}

// Format makes a link, and Parse reads it.
func ExampleFormat() {
	text, _ := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	r, err := recipe.Parse(text)
	fmt.Println(r.Graph, r.Version, err)
	// Output: karate 1 <nil>
}

// A recipe without a model or a reading runs "sgpc" by "paper".
func TestRunsHasDefaults(t *testing.T) {
	for _, c := range []struct {
		r    recipe.Recipe
		want [2]string // model and reading
	}{
		{recipe.Recipe{}, [2]string{"sgpc", "paper"}},
		{recipe.Recipe{Setup: recipe.Setup{Model: "gcn"}}, [2]string{"gcn", "paper"}},
		{recipe.Recipe{Setup: recipe.Setup{Settings: map[string]string{"reading": "code"}}}, [2]string{"sgpc", "code"}},
	} {
		if model, reading := c.r.Runs(); model != c.want[0] || reading != c.want[1] {
			t.Errorf("%+v runs %s by %s, want %s by %s", c.r, model, reading, c.want[0], c.want[1])
		}
	}
}
