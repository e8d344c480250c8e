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

// nodeMeasures returns random measures of n nodes on d coordinates, n×d.
func nodeMeasures(r *rng.Stream, n, d int) []float64 {
	mu := normals(r, n*d)
	softMeasures(mu, d)
	return mu
}

// eachLift calls f with a lift on 9 nodes and 20 random edges, for every dimension of a list,
// centering and variation, and with a stream of random numbers.
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

// TestLiftForward compares Forward, Plan and OffDiagonal of a lift with Plan and Normalize
// edge by edge, for every lift of eachLift and four temperatures.
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
			flat := make([]float64, d) // the uniform measure
			for k := range flat {
				flat[k] = 1 / float64(d)
			}
			for e := range l.Edges {
				// a and b are the measures of the ends of edge k, by the variation.
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
					p.Solve(a, b, math.Inf(1)) // the independent coupling
				}
				p.Dense(plan)
				Normalize(want, plan, a, b, Centering(l.Centered))
				l.Plan(got, e)
				for i := range want {
					if math.Abs(s[e*d*d+i]-want[i]) > 1e-13 {
						t.Fatalf("%s ε=%g edge %d: S %v, want %v", name, eps, e, s[e*d*d:][:d*d], want)
					}
					if math.Abs(got[i]-plan[i]) > 1e-14 {
						t.Fatalf("%s ε=%g edge %d: plan %v, want %v", name, eps, e, got, plan)
					}
				}
				if math.Abs(off[e]-p.OffDiagonal()) > 1e-14 {
					t.Fatalf("%s ε=%g edge %d: mass off the diagonal %g, want %g", name, eps, e, off[e], p.OffDiagonal())
				}
			}
		}
	})
}

// TestLiftBackward compares the derivatives of ⟨G, S⟩ by ε, and by the measures along a
// random direction, with central differences, for every lift of eachLift.
func TestLiftBackward(t *testing.T) {
	eachLift(func(name string, r *rng.Stream, l *Lift) {
		d, m := l.D, len(l.Edges)
		mu, g := nodeMeasures(r, l.N, d), normals(r, m*d*d)
		s, dmu := make([]float64, m*d*d), make([]float64, l.N*d)
		eps := 0.3 + r.Float64()
		l.Forward(s, mu, eps)
		byEps := l.Backward(g, dmu)
		dir := normals(r, l.N*d)
		loss := func(mu []float64, eps float64) float64 {
			l.Forward(s, mu, eps)
			return linalg.Dot(s, g)
		}
		checkDerivative(t, name+" ∂ε", byEps, centralDifference(func(t float64) float64 { return loss(mu, eps+t) }, 1e-4))
		alongMu := func(t float64) float64 { return loss(pointAlong(mu, dir, t), eps) }
		checkDerivative(t, name+" ∂μ", linalg.Dot(dmu, dir), centralDifference(alongMu, 1e-5))
	})
}

// TestLiftBackwardLimit checks the gradients in the limit of small ε, ε = 1e-3. The
// derivative by ε is 0. The plan is piecewise smooth in the measures; away from kinks its
// derivative equals central differences.
func TestLiftBackwardLimit(t *testing.T) {
	r := rng.New(8, "lift")
	for _, d := range []int{3, 4} {
		l := NewLift(2, d, []graph.Edge{{I: 0, J: 1}})
		mu, g := nodeMeasures(r, 2, d), normals(r, d*d)
		s, dmu := make([]float64, d*d), make([]float64, 2*d)
		l.Forward(s, mu, 1e-3)
		if byEps := l.Backward(g, dmu); byEps != 0 {
			t.Errorf("d=%d: ∂ε = %g in the limit, want 0", d, byEps)
		}
		dir := normals(r, 2*d)
		checkDerivative(t, fmt.Sprintf("d=%d limit ∂μ", d), linalg.Dot(dmu, dir), centralDifference(func(t float64) float64 {
			l.Forward(s, pointAlong(mu, dir, t), 1e-3)
			return linalg.Dot(s, g)
		}, 1e-6))
	}
}

// TestLiftAllocatesNothing checks that Forward and Backward allocate nothing.
func TestLiftAllocatesNothing(t *testing.T) {
	r := rng.New(9, "lift")
	l := NewLift(20, 4, randomEdges(r, 20, 50))
	mu, s, dmu := nodeMeasures(r, 20, 4), make([]float64, 50*16), make([]float64, 80)
	if n := testing.AllocsPerRun(10, func() {
		l.Forward(s, mu, 0.9)
		l.Backward(s, dmu)
	}); n != 0 {
		t.Errorf("%g allocations per pass, want 0", n)
	}
}

// BenchmarkLift measures a lift of 1000 random edges and its gradient, in ns per edge.
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
