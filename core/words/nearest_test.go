package words

import (
	"math/rand/v2"
	"testing"
)

// TestDistanceEqualsRecursion compares the table with the recursive definition on short random words.
func TestDistanceEqualsRecursion(t *testing.T) {
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
			t.Fatalf("%q, %q: %d, want %d", string(a), string(b), distance(a, b), slow(a, b))
		}
	}
	for word, want := range map[string]string{"gatt": "gat", "nsd-diag": "nsd-diagonal", "x": "gat"} {
		if got := Nearest(word, []string{"gat", "gcn", "nsd-diagonal"}); got != want {
			t.Errorf("%s: %s", word, got)
		}
	}
	if Nearest("x", nil) != "" {
		t.Error("a word of an empty list")
	}
}
