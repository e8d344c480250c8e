package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// nearestSteps bounds the steps of the least squares.
const nearestSteps = 30

// nearest recomputes the two ways back from L + η v vᵀ to a sheaf: of the least
// squares λ₂, kernel and residual of its maps; of the crude projection λ₂, where
// the tolerance of the kernel leaves no choice. low returns λ₂ and λ₃ of a
// spectrum.
func (f *retrace) nearest(low func([]float64) []float64) {
	g := f.GapAscent.Nearest
	for _, place := range []string{"before", "after", "residual", "direction", "kernel_dim"} {
		f.worst["gap_ascent.nearest."+place] = 0
	}
	f.worst["gap_ascent.crude.after"] = 0
	lows := low(f.values)
	if g == nil || len(lows) == 0 {
		return
	}
	f.near("gap_ascent.nearest.before", g.Before, lows[0], 0)
	f.same("gap_ascent.nearest.maps", len(g.Maps) > 0, g.Eta > 0)
	f.same("gap_ascent.nearest.converged", g.Converged, g.Residual <= g.Tolerance || g.Iterations < nearestSteps)
	if len(g.Maps) == 0 {
		f.near("gap_ascent.nearest.after", g.After, lows[0], 0)
		return
	}
	check := func(place string, got float64, l *mat.SymDense) (kernel int, clear bool) {
		var e mat.EigenSym
		if !e.Factorize(l, false) {
			f.t.Fatal("no eigenvalues")
		}
		values := e.Values(nil)
		count := func(tol float64) (k int) {
			for k < len(values) && values[k] <= tol*max(1, values[len(values)-1]) {
				k++
			}
			return k
		}
		kernel = count(1e-8)
		if clear = count(1e-9) == count(1e-7); clear && kernel < len(values) {
			f.near(place, got, values[kernel], 0)
		}
		return kernel, clear
	}
	l := f.laplacianOf(func(e, side int) *mat.Dense { return dense(g.Maps[2*e+side]) })
	if kernel, clear := check("gap_ascent.nearest.after", g.After, l); clear {
		f.near("gap_ascent.nearest.kernel_dim", float64(g.KernelDim), float64(kernel), 0)
	}
	v := mat.NewVecDense(len(g.Direction), g.Direction)
	var turned mat.VecDense
	turned.MulVec(f.look, v)
	turned.AddScaledVec(&turned, -lows[0], v)
	f.near("gap_ascent.nearest.direction", mat.Norm(v, 2), 1, 0)
	if miss := mat.Norm(&turned, 2); miss > 1e-8 {
		f.t.Errorf("gap_ascent.nearest.direction: L v − λ₂ v has length %g", miss)
	}
	var step, diff mat.Dense
	step.Outer(g.Eta, v, v)
	diff.Sub(l, f.look)
	diff.Sub(&diff, &step)
	size := func(x mat.Matrix) float64 { // over the blocks that the graph has
		sum := 0.0
		add := func(i, j int) {
			for p := range f.d {
				for q := range f.d {
					sum += math.Pow(x.At(i*f.d+p, j*f.d+q), 2)
				}
			}
		}
		for i := range f.n {
			add(i, i)
		}
		for _, e := range f.Graph.Edges {
			add(e[0], e[1])
			add(e[1], e[0])
		}
		return math.Sqrt(sum)
	}
	f.near("gap_ascent.nearest.residual", g.Residual*size(&step), size(&diff), 0) // a small step is lost in the rounding of L
	root := f.root()
	crude := f.crude(&step, func(e, side int) *mat.Dense {
		i := f.Graph.Edges[e][side]
		return product(dense([][][]float64{f.Lift[e].Rij, f.Lift[e].Rji}[side]), root.Slice(i*f.d, (i+1)*f.d, i*f.d, (i+1)*f.d))
	})
	check("gap_ascent.crude.after", f.GapAscent.Crude.After, f.laplacianOf(crude))
}

// laplacianOf returns L for two maps per edge.
func (f *retrace) laplacianOf(maps func(e, side int) *mat.Dense) *mat.SymDense {
	full := mat.NewDense(f.n*f.d, f.n*f.d, nil)
	for e, ed := range f.Graph.Edges {
		b := [2]*mat.Dense{maps(e, 0), maps(e, 1)}
		b[1].Scale(-1, b[1])
		for p := range 2 {
			for q := range 2 {
				at := full.Slice(ed[p]*f.d, (ed[p]+1)*f.d, ed[q]*f.d, (ed[q]+1)*f.d).(*mat.Dense)
				at.Add(at, product(b[p].T(), b[q]))
			}
		}
	}
	return symmetric(full)
}

// root is the matrix that the maps are multiplied by for the operator: the
// identity, or the normaliser.
func (f *retrace) root() *mat.Dense {
	if f.word("operator") == "normalized" {
		return normaliser(f.lap, f.n, f.d, f.number("shift"))
	}
	one := mat.NewDense(f.n*f.d, f.n*f.d, nil)
	for k := range f.n * f.d {
		one.Set(k, k, 1)
	}
	return one
}

// crude returns the maps of the projection of L + step, each edge for itself: its
// share of step is added to [R_ij, −R_ji]ᵀ[R_ij, −R_ji], of which the d largest
// eigenvalues stay.
func (f *retrace) crude(step *mat.Dense, maps func(e, side int) *mat.Dense) func(e, side int) *mat.Dense {
	degree := make([]float64, f.n)
	for _, ed := range f.Graph.Edges {
		degree[ed[0]]++
		degree[ed[1]]++
	}
	return func(e, side int) *mat.Dense {
		row := mat.NewDense(f.d, 2*f.d, nil)
		left, right := row.Slice(0, f.d, 0, f.d).(*mat.Dense), row.Slice(0, f.d, f.d, 2*f.d).(*mat.Dense)
		left.Copy(maps(e, 0))
		right.Scale(-1, maps(e, 1))
		q := product(row.T(), row)
		ends := f.Graph.Edges[e]
		for a, i := range ends {
			for b, j := range ends {
				var s mat.Dense
				s.CloneFrom(step.Slice(i*f.d, (i+1)*f.d, j*f.d, (j+1)*f.d))
				if a == b {
					s.Scale(1/degree[i], &s)
				}
				at := q.Slice(a*f.d, (a+1)*f.d, b*f.d, (b+1)*f.d).(*mat.Dense)
				at.Add(at, &s)
			}
		}
		var eig mat.EigenSym
		if !eig.Factorize(symmetric(q), true) {
			f.t.Fatal("no eigenvalues")
		}
		var vec mat.Dense
		eig.VectorsTo(&vec)
		out := mat.NewDense(f.d, f.d, nil)
		for k, w := range eig.Values(nil)[f.d:] {
			for c := range f.d {
				out.Set(k, c, float64(1-2*side)*math.Sqrt(max(w, 0))*vec.At(side*f.d+c, f.d+k))
			}
		}
		return out
	}
}
