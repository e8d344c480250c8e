package sgpc

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

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

// TestNearestSheafOfTheLiteralConventionHasOneMap compares the nearest sheaf with the sheaf at
// the start of the ascent, in the convention "literal". Both ends of an edge have a common map
// R: the maps of the operator are R·D_i^{-1/2} with the blocks D_i of the start, computed by
// gonum. The kernel keeps its dimension. λ₂ rises, but not above λ₂ of the matrix, and equals
// the dense λ₂ of the nearest sheaf.
func TestNearestSheafOfTheLiteralConventionHasOneMap(t *testing.T) {
	for _, operator := range []string{"normalized", "laplacian"} {
		for _, mode := range []string{"sheaf", "matrix"} {
			r := karateRun(t, func(c *settings.Config) { c.Convention, c.Operator, c.GapMode, c.D = "literal", operator, mode, 3 })
			for range 2 {
				r.StepEpoch()
			}
			input := operator + ", " + mode
			m := r.Compared()
			if m == nil || m.Nearest == nil {
				t.Fatalf("%s: no nearest sheaf", input)
			}
			if m.Near.KernelDim != m.Before.KernelDim {
				t.Errorf("%s: the kernel has dimension %d, then %d", input, m.Before.KernelDim, m.Near.KernelDim)
			}
			if !(m.Near.Lambda2 > m.Before.Lambda2 && m.Near.Lambda2 <= m.Matrix.After) {
				t.Errorf("%s: λ2 is %g at the start, %g of the nearest sheaf, %g of the matrix", input, m.Before.Lambda2, m.Near.Lambda2,
					m.Matrix.After)
			}
			if dense, _, _ := lowestOf(t, m.Nearest); math.Abs(m.Near.Lambda2-dense) > 1e-9 {
				t.Errorf("%s: λ2 of the nearest sheaf is %.12g, dense %.12g", input, m.Near.Lambda2, dense)
			}
			roots := make([]mat.Matrix, r.Graph.N) // D_i^{1/2}, or I without normalisation
			for i := range roots {
				roots[i] = rootOfBlock(t, r.gap.origin, int32(i), operator == "normalized", r.cfg.Shift)
			}
			for e, ends := range r.Graph.Edges {
				var common [2]mat.Dense
				for side, i := range [2]int32{ends.I, ends.J} {
					common[side].Mul(mat.NewDense(3, 3, m.Nearest.Map(e, side)), roots[i])
				}
				if !mat.EqualApprox(&common[0], &common[1], 1e-9) {
					t.Fatalf("%s: edge %d has the maps %v and %v", input, e, common[0].RawMatrix().Data, common[1].RawMatrix().Data)
				}
			}
		}
	}
}

// rootOfBlock returns D_i^{1/2} for D_i = Σ RᵀR + shift·I over the maps R of node i, by gonum.
// For an operator that is not normalised it returns I.
func rootOfBlock(t *testing.T, s *sheaf.Sheaf, node int32, normalized bool, shift float64) mat.Matrix {
	t.Helper()
	block := mat.NewDense(s.D, s.D, nil)
	for k := range s.D {
		block.Set(k, k, 1)
	}
	if !normalized {
		return block
	}
	block.Scale(shift, block)
	for e, ends := range s.Edges {
		for side, end := range [2]int32{ends.I, ends.J} {
			if end == node {
				r := mat.NewDense(s.D, s.D, s.Map(e, side))
				var gram mat.Dense
				gram.Mul(r.T(), r)
				block.Add(block, &gram)
			}
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(mat.NewSymDense(s.D, block.RawMatrix().Data), true) {
		t.Fatal("no eigenvalues")
	}
	values := eig.Values(nil)
	for k := range values {
		values[k] = math.Sqrt(values[k])
	}
	var vectors, root mat.Dense
	eig.VectorsTo(&vectors)
	root.Mul(&vectors, mat.NewDiagDense(s.D, values))
	root.Mul(&root, vectors.T())
	return &root
}
