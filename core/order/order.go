// Package order sorts numbers and names by package sort.
// The compiler instantiates slices.Sort for each type, at 15 kB of WebAssembly each, whereas package sort has one algorithm for all.
// Both give the same order.
package order

import "sort"

type indices []int32

func (x indices) Len() int           { return len(x) }
func (x indices) Less(i, j int) bool { return x[i] < x[j] }
func (x indices) Swap(i, j int)      { x[i], x[j] = x[j], x[i] }

// By sorts numbers so that a precedes b where before(a, b); the order of others is kept.
func By(list []int, before func(a, b int) bool) {
	sort.SliceStable(list, func(i, j int) bool { return before(list[i], list[j]) })
}

// Indices sorts the columns of a sparse row in ascending order.
func Indices(list []int32) { sort.Sort(indices(list)) }

// Floats sorts numbers in ascending order, NaN first.
func Floats(list []float64) {
	numbers := sort.Float64Slice(list)
	sort.Sort(numbers)
}

// Names sorts texts by their bytes.
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
