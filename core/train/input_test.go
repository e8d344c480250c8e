package train

import (
	"slices"
	"testing"

	"sheafscope/core/linalg"
)

// TestRowNormalized: rows are divided by their sums, except for rows of zeros and for signed features, whose sums may be close to 0.
func TestRowNormalized(t *testing.T) {
	x := &linalg.CSR{Rows: 3, Cols: 2, Ptr: []int32{0, 2, 3, 4}, Col: []int32{0, 1, 1, 0}, Val: []float64{1, 3, 0, 0.5}}
	before := slices.Clone(x.Val)
	if got := RowNormalized(x).Val; Signed(x) || !slices.Equal(got, []float64{0.25, 0.75, 0, 1}) || !slices.Equal(x.Val, before) {
		t.Errorf("%v", got)
	}
	for _, least := range []float64{-0.999, -5} {
		x.Val = []float64{1, least, 0, 0.5}
		if got := RowNormalized(x).Val; !Signed(x) || !slices.Equal(got, []float64{1, least, 0, 0.5}) {
			t.Errorf("%v", got)
		}
	}
}
