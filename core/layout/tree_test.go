package layout

import (
	"math"
	"testing"

	"sheafscope/core/rng"
)

// With a closed opening angle the tree gives the sum over all pairs; with an
// open one it comes near.
func TestTreePush(t *testing.T) {
	r := rng.New(3, "tree")
	const n = 500
	x, y := make([]float64, n), make([]float64, n)
	for i := range x {
		x[i], y[i] = r.Norm(), 3*r.Norm()
	}
	x[7], y[7] = x[8], y[8] // two at one place
	x[9], y[9] = x[10]+1e-300, y[10]
	var tr tree
	tr.build(x, y)
	tr.build(x, y) // memory is used again
	if tr.cells[0].count != n {
		t.Fatalf("the tree holds %d points, want %d", tr.cells[0].count, n)
	}
	worst, sum := 0.0, 0.0
	for i := range x {
		var fx, fy float64
		for j := range x {
			dx, dy := x[i]-x[j], y[i]-y[j]
			w := 1 / math.Max(dx*dx+dy*dy, 1e-4)
			fx, fy = fx+w*dx, fy+w*dy
		}
		ex, ey := tr.push(x[i], y[i], 0)
		if math.Hypot(ex-fx, ey-fy) > 1e-9*(1+math.Hypot(fx, fy)) {
			t.Fatalf("point %d: push (%v, %v), want (%v, %v)", i, ex, ey, fx, fy)
		}
		ax, ay := tr.push(x[i], y[i], 0.7)
		worst = math.Max(worst, math.Hypot(ax-fx, ay-fy))
		sum += math.Hypot(fx, fy)
	}
	if mean := sum / n; worst > 0.2*mean {
		t.Errorf("with an open angle a push is wrong by %v; their mean is %v", worst, mean)
	}
}
