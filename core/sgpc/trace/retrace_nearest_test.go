package trace_test

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes the nearest sheaf and the crude projection of a trace.

// nearestSteps is the largest number of steps of the least squares, as in package spectral.
const nearestSteps = 30

// checkNearest recomputes both projections of L + η v vᵀ to the operators of sheaves. It
// checks λ₂ before the step, and that v is an eigenvector for λ₂ of length 1. For the nearest
// sheaf, the result of the least squares, it recomputes λ₂, kernel and residual from the maps.
// For the crude projection it recomputes maps and λ₂. λ₂ and kernel are compared only if no
// eigenvalue is near the kernel tolerance. lowest returns λ₂ and λ₃ of a spectrum.
func (f *retrace) checkNearest(lowest func([]float64) []float64) {
	g := f.GapAscent.Nearest
	// These places count as compared, even if the trace has no comparison.
	for _, place := range []string{"before", "after", "residual", "direction", "kernel_dim"} {
		f.worst["gap_ascent.nearest."+place] = 0
	}
	f.worst["gap_ascent.crude.after"] = 0
	lows := lowest(f.values)
	if g == nil || len(lows) == 0 { // the trace has no comparison
		return
	}
	f.checkNear("gap_ascent.nearest.before", g.Before, lows[0], 0)
	f.checkEqual("gap_ascent.nearest.maps", len(g.Maps) > 0, g.Eta > 0)
	f.checkEqual("gap_ascent.nearest.converged", g.Converged, g.Residual <= g.Tolerance || g.Iterations < nearestSteps)
	if len(g.Maps) == 0 { // η = 0: the nearest sheaf is the sheaf itself
		f.checkNear("gap_ascent.nearest.after", g.After, lows[0], 0)
		return
	}
	// checkLambda2 compares λ₂ of the operator l if its kernel is sure. It returns the
	// dimension of the kernel at the tolerance 1e-8. sure reports that the tolerances 1e-9 and
	// 1e-7 give kernels of equal dimension.
	checkLambda2 := func(place string, got float64, l *mat.SymDense) (kernel int, sure bool) {
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
		sure = count(1e-9) == count(1e-7)
		if sure && kernel < len(values) {
			f.checkNear(place, got, values[kernel], 0)
		}
		return kernel, sure
	}
	l := f.laplacianOf(func(e, side int) *mat.Dense { return dense(g.Maps[2*e+side]) })
	if kernel, sure := checkLambda2("gap_ascent.nearest.after", g.After, l); sure {
		f.checkNear("gap_ascent.nearest.kernel_dim", float64(g.KernelDim), float64(kernel), 0)
	}
	// L v = λ₂ v.
	v := mat.NewVecDense(len(g.Direction), g.Direction)
	var difference mat.VecDense
	difference.MulVec(f.diffusionOp, v)
	difference.AddScaledVec(&difference, -lows[0], v)
	f.checkNear("gap_ascent.nearest.direction", mat.Norm(v, 2), 1, 0)
	if miss := mat.Norm(&difference, 2); miss > 1e-8 {
		f.t.Errorf("gap_ascent.nearest.direction: L v − λ₂ v has length %g", miss)
	}
	// The residual is ‖L(R) − L − η v vᵀ‖/‖η v vᵀ‖.
	var step, diff mat.Dense
	step.Outer(g.Eta, v, v)
	diff.Sub(l, f.diffusionOp)
	diff.Sub(&diff, &step)
	// blockNorm returns the norm of x over the blocks of nodes and edges. The operator of a sheaf
	// is 0 elsewhere.
	blockNorm := func(x mat.Matrix) float64 {
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
	// Both residuals are multiplied by the norm of the step: a division would enlarge rounding
	// errors.
	f.checkNear("gap_ascent.nearest.residual", g.Residual*blockNorm(&step), blockNorm(&diff), 0)
	// The crude projection starts from the maps of the operator: R D^{-1/2}, or R without
	// normalisation.
	root := f.identityOrNormaliser()
	crude := f.crudeMaps(&step, func(e, side int) *mat.Dense {
		i := f.Graph.Edges[e][side]
		return product(dense([][][]float64{f.Lift[e].Rij, f.Lift[e].Rji}[side]), root.Slice(i*f.d, (i+1)*f.d, i*f.d, (i+1)*f.d))
	})
	checkLambda2("gap_ascent.crude.after", f.GapAscent.Crude.After, f.laplacianOf(crude))
}

// laplacianOf returns the sheaf Laplacian of the maps. maps returns the map of edge e at its
// first end (side 0) or its second end (side 1).
func (f *retrace) laplacianOf(maps func(e, side int) *mat.Dense) *mat.SymDense {
	full := mat.NewDense(f.n*f.d, f.n*f.d, nil)
	for e, ed := range f.Graph.Edges {
		b := [2]*mat.Dense{maps(e, 0), maps(e, 1)}
		b[1].Scale(-1, b[1])
		for p := range 2 {
			for q := range 2 {
				block := full.Slice(ed[p]*f.d, (ed[p]+1)*f.d, ed[q]*f.d, (ed[q]+1)*f.d).(*mat.Dense)
				block.Add(block, product(b[p].T(), b[q]))
			}
		}
	}
	return symmetric(full)
}

// identityOrNormaliser returns the matrix by which the maps are multiplied: D^{-1/2} for the
// normalised operator, and the identity otherwise.
func (f *retrace) identityOrNormaliser() *mat.Dense {
	if f.word("operator") == "normalized" {
		return normaliser(f.laplacian, f.n, f.d, f.number("shift"))
	}
	identity := mat.NewDense(f.n*f.d, f.n*f.d, nil)
	for k := range f.n * f.d {
		identity.Set(k, k, 1)
	}
	return identity
}

// crudeMaps returns the maps of the crude projection of L + step, edge by edge. The share of
// the edge in step is added to its part [R_ij, −R_ji]ᵀ[R_ij, −R_ji] of L. The d largest
// eigenvalues of the sum, if positive, give the new maps.
func (f *retrace) crudeMaps(step *mat.Dense, maps func(e, side int) *mat.Dense) func(e, side int) *mat.Dense {
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
		part := product(row.T(), row)
		ends := f.Graph.Edges[e]
		for a, i := range ends {
			for b, j := range ends {
				var s mat.Dense
				s.CloneFrom(step.Slice(i*f.d, (i+1)*f.d, j*f.d, (j+1)*f.d))
				if a == b { // the edges of a node share its diagonal block
					s.Scale(1/degree[i], &s)
				}
				block := part.Slice(a*f.d, (a+1)*f.d, b*f.d, (b+1)*f.d).(*mat.Dense)
				block.Add(block, &s)
			}
		}
		// Each of the d largest eigenvalues w and its eigenvector give a row: √w times the part of
		// the vector at this end. The part at the second end is −R_ji: it changes its sign.
		var eig mat.EigenSym
		if !eig.Factorize(symmetric(part), true) {
			f.t.Fatal("no eigenvalues")
		}
		var vec mat.Dense
		eig.VectorsTo(&vec)
		newMap := mat.NewDense(f.d, f.d, nil)
		for k, w := range eig.Values(nil)[f.d:] {
			for c := range f.d {
				newMap.Set(k, c, float64(1-2*side)*math.Sqrt(max(w, 0))*vec.At(side*f.d+c, f.d+k))
			}
		}
		return newMap
	}
}
