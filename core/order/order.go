// Package order sorts numbers and names by package sort, in the same order as slices.Sort.
// Each element type of slices.Sort adds 15 kB of WebAssembly, whereas package sort has one algorithm for all types.
package order

import "sort"

// indices implements [sort.Interface] for ascending order.
type indices []int32

func (x indices) Len() int           { return len(x) }
func (x indices) Less(i, j int) bool { return x[i] < x[j] }
func (x indices) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// By sorts list so that a precedes b if before(a, b) is true. The arguments of before are elements of list, not indices.
// If before is false for both orders of a pair, the pair keeps its order.
func By(list []int, before func(a, b int) bool) {
	sort.SliceStable(list, func(i, j int) bool { return before(list[i], list[j]) })
}

// Ints sorts numbers in ascending order.
func Ints(list []int) {
	numbers := sort.IntSlice(list)
	sort.Sort(numbers)
}

// Indices sorts row or column indices in ascending order.
func Indices(list []int32) { sort.Sort(indices(list)) }

// Floats sorts numbers in ascending order, NaN first.
func Floats(list []float64) {
	numbers := sort.Float64Slice(list)
	sort.Sort(numbers)
}

// Names sorts texts in ascending order of their bytes.
func Names(list []string) {
	names := sort.StringSlice(list)
	sort.Sort(names)
}

// Keys returns the keys of a map in ascending order.
func Keys[V any](m map[string]V) []string {
	list := make([]string, 0, len(m))
	for name := range m {
		list = append(list, name)
	}
	Names(list)
	return list
}
