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

// TestAsSlicesSorts compares each sort with slices.Sort, also for zeros of both signs and NaN.
func TestAsSlicesSorts(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 1))
	for range 500 {
		n := r.IntN(200)
		ints, floats, names, set := make([]int32, n), make([]float64, n), make([]string, n), map[string]bool{}
		for k := range n {
			ints[k] = r.Int32N(1 + r.Int32N(300))
			floats[k] = []float64{r.NormFloat64(), 0, math.Copysign(0, -1), math.NaN(), math.Inf(1)}[min(r.IntN(30), 4)]
			names[k] = strconv.Itoa(r.IntN(300))
			set[names[k]] = true
		}
		wantInts, wantFloats, wantNames := slices.Clone(ints), slices.Clone(floats), slices.Clone(names)
		slices.Sort(wantInts)
		slices.Sort(wantFloats)
		slices.Sort(wantNames)
		Indices(ints)
		Floats(floats)
		Names(names)
		same := func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
		if !slices.Equal(ints, wantInts) || !slices.EqualFunc(floats, wantFloats, same) || !slices.Equal(names, wantNames) {
			t.Fatalf("%v, %v, %v", ints, floats, names)
		}
		if !slices.Equal(Keys(set), slices.Sorted(maps.Keys(set))) {
			t.Fatal("keys")
		}
	}
}

// TestByEqualsStableSort compares By with the stable sort of package slices.
func TestByEqualsStableSort(t *testing.T) {
	r := rand.New(rand.NewPCG(64, 2))
	for range 500 {
		key := make([]float64, r.IntN(200))
		for k := range key {
			key[k] = []float64{float64(r.IntN(9)), math.NaN(), math.Inf(1)}[max(0, r.IntN(20)-17)]
		}
		list := r.Perm(len(key))
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b int) int { return cmp.Compare(key[a], key[b]) })
		if By(list, func(a, b int) bool { return cmp.Less(key[a], key[b]) }); !slices.Equal(list, want) {
			t.Fatalf("%v, want %v", list, want)
		}
	}
}
