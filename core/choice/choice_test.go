package choice_test

import (
	"testing"

	"sheafscope/core/choice"
)

// TestChoiceRoundTrips: an index survives a round trip, and the zero value is no choice.
func TestChoiceRoundTrips(t *testing.T) {
	var none choice.One
	if none.Index() != -1 || choice.Of(-1) != none || choice.Of(-7) != none {
		t.Error("the zero value is an index")
	}
	for i := range 3 {
		if c := choice.Of(i); c.Index() != i || int(c) != i+1 {
			t.Errorf("index %d: the choice %d gives index %d", i, c, c.Index())
		}
	}
}
