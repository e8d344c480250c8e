package linalg

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// TestQuadGrad2 checks that QuadGrad2 equals the equations of its comment, on a graph of 6 edges.
// Up to 8 channels need one pass, more channels several passes. A node out of range panics.
func TestQuadGrad2(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 21))
	vec := func(n int) []float64 { return randDense(r, 1, n).Data }
	pairs := []int32{0, 1, 0, 4, 1, 2, 1, 4, 2, 5, 3, 5} // edges 0–1, 0–4, 1–2, …
	const n, scale = 7, -0.7                             // node 6 has no edge
	for _, c := range []int{1, 2, 7, 8, 9, 16, 21} {
		// 48 numbers are two 2×2 matrices of each of 6 edges. x and y have 2 numbers of each node and channel.
		maps, x, y, got := vec(48), vec(2*n*c), vec(2*n*c), vec(48)
		want := append([]float64(nil), got...)
		// sums returns the 2×2 matrix Σ x_a y_bᵀ + y_a x_bᵀ over the channels. float64(…) forbids fused multiply-add.
		sums := func(a, b int32) (s [4]float64) {
			for q := range c {
				for k := range s {
					u, v := (2*int(a)+k/2)*c+q, (2*int(b)+k%2)*c+q
					s[k] += float64(x[u]*y[v]) + float64(y[u]*x[v])
				}
			}
			return s
		}
		// add adds scale·m·b to g.
		add := func(g, m []float64, scale float64, b [4]float64) {
			for k := range g {
				g[k] += float64(scale * (float64(m[k/2*2]*b[k%2]) + float64(m[k/2*2+1]*b[2+k%2])))
			}
		}
		for e := range len(pairs) / 2 {
			i, j := pairs[2*e], pairs[2*e+1]
			gi, gj, ri, rj := want[8*e:8*e+4], want[8*e+4:8*e+8], maps[8*e:8*e+4], maps[8*e+4:8*e+8]
			cross := sums(j, i)
			add(gi, ri, scale, sums(i, i))
			add(gi, rj, -scale, cross)
			add(gj, rj, scale, sums(j, j))
			add(gj, ri, -scale, [4]float64{cross[0], cross[2], cross[1], cross[3]}) // the transpose
		}
		QuadGrad2(n, pairs, maps, x, y, c, scale, got, vec(QuadGrad2Work(n, 6, c)))
		closeTo(t, fmt.Sprint("QuadGrad2 with channels ", c), got, want, 0)
	}
	mustPanic(t, "QuadGrad2 of node 2 of 2 nodes", func() {
		QuadGrad2(2, []int32{0, 2}, make([]float64, 8), make([]float64, 4), make([]float64, 4), 1, 1, make([]float64, 8), make([]float64, 64))
	})
}
