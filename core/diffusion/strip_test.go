// This file tests solves in strips, some of the channels at a time, on large operators.

package diffusion

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// largeSheaf returns a random sheaf and its Laplacian on a path with a chord from each node i
// to node i + 1 + i mod 97. A solver for c channels on it uses strips.
func largeSheaf(t *testing.T, d, c int) (*sheaf.Sheaf, *sheaf.Laplacian) {
	t.Helper()
	n := 1<<19/(d*c) + 7
	if linalg.StripWidth(n, d, c) >= c {
		t.Fatalf("d=%d: %d channels of %d nodes need no strips", d, c, n)
	}
	var edges []graph.Edge
	for i := range n {
		for _, k := range []int{1, 1 + i%97} {
			if j := i + k; j < n {
				edges = append(edges, graph.Edge{I: int32(i), J: int32(j)})
			}
		}
	}
	edges = slices.Compact(edges) // a chord to the next node is an edge of the path
	s := sheaf.New(n, d, edges)
	copy(s.R, randoms(len(s.R), 5))
	for k := range s.R {
		s.R[k] *= 0.4
	}
	l := sheaf.NewLaplacian(n, d, edges)
	l.Assemble(s)
	return s, l
}

// TestStripsKeepBits checks that a solve in strips has the same bits by Solve, by steps, and
// by two steps and Finish. After three steps X has the bits of a solve with the limit 3. Each
// channel has the bits of a solve alone. The last residual and the number of iterations are the
// largest of the channels.
func TestStripsKeepBits(t *testing.T) {
	for _, d := range []int{2, 4} {
		const c, tol = 36, 1e-6 // the last strip is narrower
		_, l := largeSheaf(t, d, c)
		h := randoms(l.Dim()*c, 6)
		for i := range l.Dim() {
			h[i*c+20] = 0 // a channel that needs no iteration, within a strip of others
		}
		stepped, once, finished := NewCG(l, c, tol, 60), NewCG(l, c, tol, 60), NewCG(l, c, tol, 60)
		stepped.Start(0.8, h)
		finished.Start(0.8, h)
		for k := 1; !stepped.Step(); k++ {
			if k == 3 {
				// The iterate after three steps is that of a solver with three iterations.
				short := NewCG(l, c, tol, 3)
				checkEqual(t, "iterate after three steps", short.Solve(0.8, h), stepped.X())
			}
			if k <= 2 {
				finished.Step()
			}
		}
		x := once.Solve(0.8, h)
		finished.Finish()
		checkEqual(t, "X by steps", x, stepped.X())
		checkEqual(t, "X by Finish", x, finished.X())
		checkEqual(t, "residuals by steps", once.Residuals(), stepped.Residuals())
		checkEqual(t, "residuals by Finish", once.Residuals(), finished.Residuals())
		if once.Iterations() != stepped.Iterations() || !once.Converged() {
			t.Errorf("d=%d: %d iterations, %d by steps, converged %v", d, once.Iterations(), stepped.Iterations(), once.Converged())
		}
		// Each channel alone.
		worst, most := 0.0, 0
		one, h1, x1 := NewCG(l, 1, tol, 60), make([]float64, l.Dim()), make([]float64, l.Dim())
		for q := range c {
			for i := range h1 {
				h1[i], x1[i] = h[i*c+q], x[i*c+q]
			}
			checkEqual(t, fmt.Sprint("channel ", q), one.Solve(0.8, h1), x1)
			worst, most = max(worst, one.Residuals()[one.Iterations()]), max(most, one.Iterations())
		}
		if last := once.Residuals()[once.Iterations()]; last != worst || most != once.Iterations() {
			t.Errorf("d=%d: residual %g after %d iterations, of the worst channel %g after %d", d, last, once.Iterations(), worst, most)
		}
	}
}

// TestStripGradients checks the gradients of a solve of 36 channels in strips against two
// solves of 18 channels. The gradient by the features has the bits of the two solves. The
// gradients by maps and time are sums over the two solves, up to rounding.
func TestStripGradients(t *testing.T) {
	for _, d := range []int{2, 4} {
		const c, half = 36, 18
		s, l := largeSheaf(t, d, c)
		g, h := randoms(l.Dim()*c, 7), randoms(l.Dim()*c, 8)
		o := NewDiffuse(s, l, c, 1e-8, 60)
		gh, gr := make([]float64, len(h)), make([]float64, len(s.R))
		o.Forward(0.8, h)
		o.Backward(g, gh, gr)
		dt := o.TimeGradient()
		// The two halves of the channels. Backward adds to wantR.
		wantR, wantDt := make([]float64, len(s.R)), 0.0
		for from := 0; from < c; from += half {
			part := NewDiffuse(s, l, half, 1e-8, 60)
			g2, h2, gh2 := make([]float64, l.Dim()*half), make([]float64, l.Dim()*half), make([]float64, l.Dim()*half)
			linalg.CopyColumns(g2, half, 0, g, c, from, half)
			linalg.CopyColumns(h2, half, 0, h, c, from, half)
			part.Forward(0.8, h2)
			part.Backward(g2, gh2, wantR)
			wantDt += part.TimeGradient()
			got := make([]float64, len(gh2))
			linalg.CopyColumns(got, half, 0, gh, c, from, half)
			checkEqual(t, "gradient by the features", gh2, got)
		}
		for k, v := range wantR {
			if math.Abs(gr[k]-v) > 1e-9*(1+math.Abs(v)) {
				t.Fatalf("d=%d: gradient %d of the maps is %g, want %g", d, k, gr[k], v)
			}
		}
		if math.Abs(dt-wantDt) > 1e-9*math.Abs(wantDt) {
			t.Errorf("d=%d: gradient of the time %g, want %g", d, dt, wantDt)
		}
	}
}

// checkEqual fails the test unless the slices have equal numbers.
func checkEqual(t *testing.T, what string, want, got []float64) {
	t.Helper()
	if !slices.Equal(want, got) {
		k := 0 // the first difference
		for k < min(len(want), len(got)) && want[k] == got[k] {
			k++
		}
		t.Fatalf("%s: %d numbers, want %d; from number %d they are %v, want %v", what, len(got), len(want), k, got[k:min(k+3, len(got))],
			want[k:min(k+3, len(want))])
	}
}
