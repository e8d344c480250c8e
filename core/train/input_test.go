package train

import (
	"slices"
	"testing"

	"sheafscope/core/linalg"
)

// TestRowNormalized checks that rows are divided by their sums, except rows of zeros, in a copy of the matrix. Features with a negative
// entry are signed and stay as they are, since a sum may be close to 0.
func TestRowNormalized(t *testing.T) {
	// The rows are (1, 3), (empty, 0) and (0.5, empty).
	x := &linalg.CSR{Rows: 3, Cols: 2, Ptr: []int32{0, 2, 3, 4}, Col: []int32{0, 1, 1, 0}, Val: []float64{1, 3, 0, 0.5}}
	before := slices.Clone(x.Val)
	got := RowNormalized(x).Val
	if want := []float64{0.25, 0.75, 0, 1}; Signed(x) || !slices.Equal(got, want) {
		t.Errorf("signed: %v, normalised %v, want false and %v", Signed(x), got, want)
	}
	if !slices.Equal(x.Val, before) {
		t.Errorf("RowNormalized changed its argument from %v to %v", before, x.Val)
	}
	for _, negative := range []float64{-0.999, -5} { // the first row then has the sum 0.001 or −4
		want := []float64{1, negative, 0, 0.5}
		x.Val = slices.Clone(want)
		if got := RowNormalized(x).Val; !Signed(x) || !slices.Equal(got, want) {
			t.Errorf("signed: %v, normalised %v, want true and %v", Signed(x), got, want)
		}
	}
}
