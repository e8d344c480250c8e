package words

import (
	"math/rand/v2"
	"testing"
)

// TestDistanceEqualsRecursion: the edit distance that distance computes with a table equals its recursive definition.
// The inputs are 300 pairs of random words of up to five letters. Nearest returns the word of a list with the smallest distance,
// and the first of several.
func TestDistanceEqualsRecursion(t *testing.T) {
	// slow returns the edit distance by its definition, without a table.
	var slow func(a, b []rune) int
	slow = func(a, b []rune) int {
		switch {
		case len(a) == 0 || len(b) == 0:
			return len(a) + len(b)
		case a[0] == b[0]:
			return slow(a[1:], b[1:])
		}
		return 1 + min(slow(a[1:], b), slow(a, b[1:]), slow(a[1:], b[1:]))
	}
	r := rand.New(rand.NewPCG(1, 2))
	word := func() []rune {
		w := make([]rune, r.IntN(6))
		for i := range w {
			w[i] = rune('a' + r.IntN(3))
		}
		return w
	}
	for range 300 {
		if a, b := word(), word(); distance(a, b) != slow(a, b) {
			t.Fatalf("the distance of %q and %q is %d, want %d", string(a), string(b), distance(a, b), slow(a, b))
		}
	}
	// The words gat and gcn have the same distance from x.
	for word, want := range map[string]string{"gatt": "gat", "nsd-diag": "nsd-diagonal", "x": "gat"} {
		if got := Nearest(word, []string{"gat", "gcn", "nsd-diagonal"}); got != want {
			t.Errorf("the word nearest to %s is %s, want %s", word, got, want)
		}
	}
	if got := Nearest("x", nil); got != "" {
		t.Errorf("an empty list has the nearest word %q, want \"\"", got)
	}
}
