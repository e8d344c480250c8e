package transport

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// randomEdges returns m random edges between n nodes; an edge may occur twice.
func randomEdges(r *rng.Stream, n, m int) []graph.Edge {
	edges := make([]graph.Edge, m)
	for e := range edges {
		i := r.Intn(n - 1)
		edges[e] = graph.Edge{I: int32(i), J: int32(i + 1 + r.Intn(n-1-i))}
	}
	return edges
}

// nodeMeasures returns random measures of n nodes.
func nodeMeasures(r *rng.Stream, n, d int) []float64 {
	mu := normals(r, n*d)
	softMeasures(mu, d)
	return mu
}

// eachLift calls f with a lift for every dimension, centering and variation.
func eachLift(f func(name string, r *rng.Stream, l *Lift)) {
	for _, d := range []int{2, 3, 4, 5, 8} {
		for _, centered := range []bool{false, true} {
			for v := Transport; v <= Uniform; v++ {
				r := rng.New(uint64(d), "lift", uint64(v))
				l := NewLift(9, d, randomEdges(r, 9, 20))
				l.Centered, l.Variation = centered, v
				l.SetPermutation(r.Perm(20))
				f(fmt.Sprintf("d=%d centered=%v variation=%d", d, centered, v), r, l)
			}
		}
	}
}

func TestLiftForward(t *testing.T) {
	eachLift(func(name string, r *rng.Stream, l *Lift) {
		d, m := l.D, len(l.Edges)
		mu := nodeMeasures(r, l.N, d)
		s, off := make([]float64, m*d*d), make([]float64, m)
		for _, eps := range []float64{1e-3, 0.05, 0.9, 20} {
			l.Forward(s, mu, eps)
			l.OffDiagonal(off)
			var p Plan
			plan, want, got := make([]float64, d*d), make([]float64, d*d), make([]float64, d*d)
			flat := make([]float64, d)
			for k := range flat {
				flat[k] = 1 / float64(d)
			}
			for e := range l.Edges {
				k := e
				if l.Variation == Shuffled {
					k = int(l.perm[e])
				}
				a, b := mu[int(l.Edges[k].I)*d:][:d], mu[int(l.Edges[k].J)*d:][:d]
				if l.Variation == Uniform {
					a, b = flat, flat
				}
				p.Solve(a, b, eps)
				if l.Variation == Independent {
					p.Solve(a, b, math.Inf(1))
				}
				p.Dense(plan)
				Normalize(want, plan, a, b, Centering(l.Centered))
				l.Plan(got, e)
				for i := range want {
					if math.Abs(s[e*d*d+i]-want[i]) > 1e-13 || math.Abs(got[i]-plan[i]) > 1e-14 {
						t.Fatalf("%s ε=%g edge %d: S %v, want %v", name, eps, e, s[e*d*d:][:d*d], want)
					}
				}
				if math.Abs(off[e]-p.OffDiagonal()) > 1e-14 {
					t.Fatalf("%s: off-diagonal %g, want %g", name, off[e], p.OffDiagonal())
				}
			}
		}
	})
}

// TestLiftBackward compares the gradients of the lift with differences.
func TestLiftBackward(t *testing.T) {
	eachLift(func(name string, r *rng.Stream, l *Lift) {
		d, m := l.D, len(l.Edges)
		mu, g := nodeMeasures(r, l.N, d), normals(r, m*d*d)
		s, dmu := make([]float64, m*d*d), make([]float64, l.N*d)
		eps := 0.3 + r.Float64()
		l.Forward(s, mu, eps)
		de := l.Backward(g, dmu)
		dir := normals(r, l.N*d)
		loss := func(mu []float64, eps float64) float64 {
			l.Forward(s, mu, eps)
			return linalg.Dot(s, g)
		}
		checkDerivative(t, name+" ∂ε", de, central(func(t float64) float64 { return loss(mu, eps+t) }, 1e-4))
		checkDerivative(t, name+" ∂μ", linalg.Dot(dmu, dir), central(func(t float64) float64 { return loss(moved(mu, dir, t), eps) }, 1e-5))
	})
}

// A plan in the limit of small ε is piecewise smooth; away from kinks its gradient
// is exact too.
func TestLiftBackwardLimit(t *testing.T) {
	r := rng.New(8, "lift")
	for _, d := range []int{3, 4} {
		l := NewLift(2, d, []graph.Edge{{I: 0, J: 1}})
		mu, g := nodeMeasures(r, 2, d), normals(r, d*d)
		s, dmu := make([]float64, d*d), make([]float64, 2*d)
		l.Forward(s, mu, 1e-3)
		if de := l.Backward(g, dmu); de != 0 {
			t.Errorf("∂ε = %g in the limit", de)
		}
		dir := normals(r, 2*d)
		checkDerivative(t, "limit ∂μ", linalg.Dot(dmu, dir), central(func(t float64) float64 {
			l.Forward(s, moved(mu, dir, t), 1e-3)
			return linalg.Dot(s, g)
		}, 1e-6))
	}
}

// TestLiftAllocatesNothing checks that both passes allocate nothing.
func TestLiftAllocatesNothing(t *testing.T) {
	r := rng.New(9, "lift")
	l := NewLift(20, 4, randomEdges(r, 20, 50))
	mu, s, dmu := nodeMeasures(r, 20, 4), make([]float64, 50*16), make([]float64, 80)
	if n := testing.AllocsPerRun(10, func() {
		l.Forward(s, mu, 0.9)
		l.Backward(s, dmu)
	}); n != 0 {
		t.Errorf("%g allocations", n)
	}
}

func BenchmarkLift(b *testing.B) {
	for _, d := range []int{3, 4, 8} {
		r := rng.New(9, "lift")
		const m = 1000
		l := NewLift(300, d, randomEdges(r, 300, m))
		l.Centered = true
		mu, s, dmu := nodeMeasures(r, 300, d), make([]float64, m*d*d), make([]float64, 300*d)
		b.Run(fmt.Sprintf("forward/d=%d", d), func(b *testing.B) {
			for b.Loop() {
				l.Forward(s, mu, 0.9)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/m, "ns/edge")
		})
		b.Run(fmt.Sprintf("backward/d=%d", d), func(b *testing.B) {
			for b.Loop() {
				l.Backward(s, dmu)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/m, "ns/edge")
		})
	}
}
