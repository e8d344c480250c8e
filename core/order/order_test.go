package order

import (
	"cmp"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"
)

// TestSortsEqualPackageSlices: Indices, Floats and Names leave the order of slices.Sort, and Keys returns the sorted keys of a map.
// The inputs are 500 random lists of up to 199 elements, among them zeros of both signs and NaN. Of 30 floats 26 are normal numbers.
// Floats are compared bit by bit.
func TestSortsEqualPackageSlices(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 1))
	for range 500 {
		n := r.IntN(200)
		ints, floats, names, set := make([]int32, n), make([]float64, n), make([]string, n), map[string]bool{}
		for k := range n {
			ints[k] = r.Int32N(1 + r.Int32N(300))
			floats[k] = []float64{r.NormFloat64(), 0, math.Copysign(0, -1), math.NaN(), math.Inf(1)}[max(0, r.IntN(30)-25)]
			names[k] = strconv.Itoa(r.IntN(300))
			set[names[k]] = true
		}
		// The lists wanted, by the standard library.
		wantInts, wantFloats, wantNames := slices.Clone(ints), slices.Clone(floats), slices.Clone(names)
		slices.Sort(wantInts)
		slices.Sort(wantFloats)
		slices.Sort(wantNames)
		Indices(ints)
		Floats(floats)
		Names(names)
		haveSameBits := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
		if !slices.Equal(ints, wantInts) {
			t.Fatalf("Indices gives %v, want %v", ints, wantInts)
		}
		if !slices.EqualFunc(floats, wantFloats, haveSameBits) {
			t.Fatalf("Floats gives %v, want %v", floats, wantFloats)
		}
		if !slices.Equal(names, wantNames) {
			t.Fatalf("Names gives %v, want %v", names, wantNames)
		}
		if want := slices.Sorted(maps.Keys(set)); !slices.Equal(Keys(set), want) {
			t.Fatalf("Keys gives %v, want %v", Keys(set), want)
		}
	}
}

// TestByEqualsStableSort: By gives the order of slices.SortStableFunc, in which elements with equal keys keep their order.
// The inputs are 500 random permutations of up to 199 elements, with keys 0 to 8, NaN and +Inf.
func TestByEqualsStableSort(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 2))
	for range 500 {
		key := make([]float64, r.IntN(200))
		for k := range key {
			// NaN and +Inf are a twentieth each.
			key[k] = []float64{float64(r.IntN(9)), math.NaN(), math.Inf(1)}[max(0, r.IntN(20)-17)]
		}
		list := r.Perm(len(key))
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
		By(list, func(a, b int) bool { return cmp.Less(key[a], key[b]) })
		if !slices.Equal(list, want) {
			t.Fatalf("By gives %v, want %v", list, want)
		}
	}
}
