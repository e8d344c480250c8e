package choice_test

import (
	"testing"

	"sheafscope/core/choice"
)

// TestChoiceRoundTrips checks that Of(i) has the index i and the number i + 1. The zero value means no choice: its index is −1, and Of
// returns it for a negative index.
func TestChoiceRoundTrips(t *testing.T) {
	var none choice.One
	if none.Index() != -1 {
		t.Errorf("the zero value has the index %d, want -1", none.Index())
	}
	if choice.Of(-1) != none || choice.Of(-7) != none {
		t.Errorf("Of(-1) and Of(-7) are %d and %d, want 0", choice.Of(-1), choice.Of(-7))
	}
	for i := range 3 {
		if c := choice.Of(i); c.Index() != i || int(c) != i+1 {
			t.Errorf("index %d gives the choice %d, want %d, with the index %d, want %d", i, c, i+1, c.Index(), i)
		}
	}
}
