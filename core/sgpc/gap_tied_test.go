package sgpc

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// TestTiedChangeKeepsBothKernels projects random changes Δ of common maps of rank 1 to 3.
// After the projection both ends of an edge have one change. The change vanishes on the
// vectors on which all maps of an end vanish (kernelOf), so that the kernels of both ends
// stay. A second projection changes nothing.
func TestTiedChangeKeepsBothKernels(t *testing.T) {
	const d = 3
	random := rng.New(11, "tied change")
	g := graph.New("tree", 5, []graph.Edge{{I: 0, J: 1}, {I: 1, J: 2}, {I: 1, J: 3}, {I: 3, J: 4}})
	for trial := range 60 {
		c := settings.Default()
		c.D, c.Convention, c.GapMode = d, "literal", "additive"
		s := newMapAscent(g, c, spectral.AscentOptions{Rho: 1e9}) // without a bound of Δ in effect
		// A random map of each edge, the same at both ends, and a random change of it.
		for e := range g.Edges {
			for range 1 + trial%3 { // the rank of the maps
				var left, right [d]float64
				for k := range d {
					left[k], right[k] = random.Norm(), random.Norm()
				}
				for k := range d * d {
					s.base.Map(e, 0)[k] += left[k/d] * right[k%d]
				}
			}
			copy(s.base.Map(e, 1), s.base.Map(e, 0))
			change := s.delta[2*e*d*d:]
			for k := range d * d {
				change[k] = random.Norm()
				change[d*d+k] = change[k]
			}
		}
		s.project()
		once := slices.Clone(s.delta) // Δ after one projection
		for e, ends := range g.Edges {
			change, other := once[2*e*d*d:(2*e+1)*d*d], once[(2*e+1)*d*d:(2*e+2)*d*d]
			if !slices.Equal(change, other) {
				t.Fatalf("trial %d: edge %d has two maps", trial, e)
			}
			for _, end := range []int32{ends.I, ends.J} {
				for _, v := range kernelOf(t, s.base, end) {
					if quotient := quotientOfNorms(change, v); quotient > 1e-9 {
						t.Errorf("trial %d, edge %d: ‖Δ v‖/‖v‖ = %g on the kernel of node %d", trial, e, quotient, end)
					}
				}
			}
		}
		// Regular maps (rank d) vanish on no vector, so that the projection keeps a change.
		if trial%3 == 2 && linalg.Nrm2(once) == 0 {
			t.Errorf("trial %d: the projection removes all changes of regular maps", trial)
		}
		s.project()
		for k, x := range s.delta {
			if math.Abs(x-once[k]) > 1e-9 {
				t.Fatalf("trial %d: a second projection changes Δ by %g", trial, x-once[k])
			}
		}
	}
}

// kernelOf returns a basis of the vectors on which all maps of a node vanish: the kernel of
// the stacked maps, by Gauss–Jordan elimination with row pivots.
func kernelOf(t *testing.T, s *sheaf.Sheaf, node int32) (basis [][]float64) {
	t.Helper()
	d := s.D
	var rows [][]float64
	for e, ends := range s.Edges {
		for side, end := range [2]int32{ends.I, ends.J} {
			for k := range d {
				if end == node {
					rows = append(rows, slices.Clone(s.Map(e, side)[k*d:(k+1)*d]))
				}
			}
		}
	}
	pivots := map[int]int{} // row of a pivot by its column
	for col, next := 0, 0; col < d; col++ {
		best := next
		for k := next; k < len(rows); k++ {
			if math.Abs(rows[k][col]) > math.Abs(rows[best][col]) {
				best = k
			}
		}
		if best >= len(rows) || math.Abs(rows[best][col]) < 1e-10 {
			continue
		}
		rows[next], rows[best] = rows[best], rows[next]
		linalg.Scal(1/rows[next][col], rows[next])
		for k := range rows {
			if k != next {
				linalg.Axpy(-rows[k][col], slices.Clone(rows[next]), rows[k])
			}
		}
		pivots[col] = next
		next++
	}
	// Each column without a pivot gives a vector of the basis.
	for free := range d {
		if _, isPivot := pivots[free]; isPivot {
			continue
		}
		v := make([]float64, d)
		v[free] = 1
		for col, row := range pivots {
			v[col] = -rows[row][free]
		}
		basis = append(basis, v)
	}
	return basis
}

// quotientOfNorms returns ‖m v‖/‖v‖ for a matrix m, row by row.
func quotientOfNorms(m, v []float64) float64 {
	d := len(v)
	product := make([]float64, d)
	for k := range d {
		product[k] = linalg.Dot(m[k*d:(k+1)*d], v)
	}
	return linalg.Nrm2(product) / linalg.Nrm2(v)
}
