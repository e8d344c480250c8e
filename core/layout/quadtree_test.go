package layout

import (
	"math"
	"testing"

	"sheafscope/core/rng"
)

// TestQuadtreeRepulsion: with angle 0 the repulsion of a point equals the sum over all other points, Σ (p−q)/max(|p−q|², 1e-4).
// With angle 0.7 no repulsion differs from the sum by more than a fifth of the mean repulsion.
// The inputs are 500 random points, among them two pairs at one place.
func TestQuadtreeRepulsion(t *testing.T) {
	r := rng.New(3, "tree")
	const n = 500
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = r.Norm(), 3*r.Norm()
	}
	x[7], y[7] = x[8], y[8]          // two points at one place
	x[9], y[9] = x[10]+1e-300, y[10] // x[10]+1e-300 rounds to x[10]
	var tree quadtree
	tree.build(x, y)
	tree.build(x, y) // The second build reuses the memory.
	if tree.cells[0].count != n {
		t.Fatalf("the tree holds %d points, want %d", tree.cells[0].count, n)
	}
	// worst is the largest error with angle 0.7, total the sum of all right repulsions.
	worst, total := 0.0, 0.0
	for i := range x {
		var wantX, wantY float64
		for j := range x {
			dx, dy := x[i]-x[j], y[i]-y[j]
			w := 1 / math.Max(dx*dx+dy*dy, 1e-4)
			wantX, wantY = wantX+w*dx, wantY+w*dy
		}
		exactX, exactY := tree.repulsion(x[i], y[i], 0)
		if math.Hypot(exactX-wantX, exactY-wantY) > 1e-9*(1+math.Hypot(wantX, wantY)) {
			t.Fatalf("point %d: the repulsion is (%v, %v), want (%v, %v)", i, exactX, exactY, wantX, wantY)
		}
		approxX, approxY := tree.repulsion(x[i], y[i], 0.7)
		worst = math.Max(worst, math.Hypot(approxX-wantX, approxY-wantY))
		total += math.Hypot(wantX, wantY)
	}
	if mean := total / n; worst > 0.2*mean {
		t.Errorf("with angle 0.7 a repulsion is wrong by %v; their mean is %v", worst, mean)
	}
}
