//go:build !js

package main

import (
	"math"
	"testing"
)

// TestMapsOfManyUnequalStalks checks the spectrum of a path of 520 nodes whose stalks have the dimensions 2 and 1 in turn. With padding, L
// has 1040 dimensions, more than a complete spectrum may have. All maps read the first coordinate. So the kernel has the dimension 1 + 260,
// and the other eigenvalues are those of the path, 2 − 2 cos(πk/520). The record begins with the smallest of them. The first 20
// are compared.
func TestMapsOfManyUnequalStalks(t *testing.T) {
	const n = 520
	nodeOffsets, edgeOffsets := []int64{0}, []int64{0}
	var sources, targets []int64
	var maps [2][]float64
	// first returns the row that reads the first coordinate of node i.
	first := func(i int) []float64 { return []float64{1, 0}[:2-i%2] }
	for i := range n {
		nodeOffsets = append(nodeOffsets, nodeOffsets[i]+int64(2-i%2))
		if i+1 < n {
			edgeOffsets = append(edgeOffsets, int64(i+1))
			sources, targets = append(sources, int64(i)), append(targets, int64(i+1))
			maps[0], maps[1] = append(maps[0], first(i)...), append(maps[1], first(i+1)...)
		}
	}
	file := unequalMapsFile(t, append(sources, targets...), nodeOffsets, edgeOffsets, maps, nil)
	rep, err := readMaps(mapsSource{file: file}, 0.5, nil)
	if err != nil {
		t.Fatal(err)
	}
	spectrum := rep.Maps[0].L
	if spectrum.Complete || len(spectrum.Values) < 20 {
		t.Fatalf("the spectrum is complete: %v, with %d eigenvalues; want an incomplete one with 20 or more", spectrum.Complete,
			len(spectrum.Values))
	}
	for k := range 20 {
		want := 2 - 2*math.Cos(math.Pi*float64(k+1)/n)
		if got := spectrum.Values[k]; math.Abs(got-want) > 1e-9 {
			t.Errorf("eigenvalue %d above the kernel is %v, want %v", k, got, want)
		}
	}
	if dim := spectrum.KernelDim; dim == nil || *dim != 1+n/2 {
		t.Errorf("the kernel has dimension %v, want %d", dim, 1+n/2)
	}
}
