package view_test

import (
	"math/rand/v2"
	"slices"
	"sort"
	"testing"

	"sheafscope/web/view"
)

// This file tests the orders and samples of lists of numbers.

// LargestIndices and Descending agree with a stable sort of the whole list, also for equal numbers. A sample of two or more numbers by
// SampleEvenly keeps both ends of a list. The test uses 200 random lists of up to 39 small integers.
func TestLargestIndicesEqualSort(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		values := make([]float64, r.IntN(40))
		for i := range values {
			values[i] = float64(r.IntN(12)) - 4
		}
		// The second way: a stable sort of the whole list.
		order, sorted := make([]int, len(values)), make([]float64, len(values))
		for i := range order {
			order[i] = i
		}
		sort.SliceStable(order, func(a, b int) bool { return values[order[a]] > values[order[b]] })
		for i, k := range order {
			sorted[i] = values[k]
		}
		// k may be larger than the list.
		k := r.IntN(len(values) + 4)
		if got := view.LargestIndices(values, k); !slices.Equal(got, order[:min(k, len(values))]) {
			t.Fatalf("the %d largest of %v are at %v, not %v", k, values, got, order)
		}
		if got := view.Descending(values); !slices.Equal(got, sorted) {
			t.Fatalf("Descending(%v) is %v, want %v", values, got, sorted)
		}
		got := view.SampleEvenly(sorted, k)
		if k < 2 || len(values) < 2 {
			continue // such a sample has at most one number
		}
		if got[0] != sorted[0] || got[len(got)-1] != sorted[len(values)-1] {
			t.Fatalf("SampleEvenly(%v, %d) is %v, without both ends", sorted, k, got)
		}
	}
}
