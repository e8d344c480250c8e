package sgpc

// This file has the steps of the gap ascent in the mode "matrix", the steps of Theorem 3.

import (
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// stepMatrix makes an inner step of Theorem 3. With the eigenvector v of λ₂, it raises
// the operator L to L' = L + η v vᵀ. The line search of [spectral.MatrixAscent] finds η.
// The maps then become the maps of the nearest sheaf, whose operator is nearest to L'. For
// the normalised operator, this operator has the D of the start of the step. The bound on
// Δ may shorten the change of the maps. If the search fails or ends at η = 0, if Δ stays, or
// if accept rejects the new maps, the maps stay and the ascent is over. λ₂ must be positive,
// so that an eigenvector exists.
func (s *mapAscent) stepMatrix() {
	vectors := s.vectors[:min(len(s.vectors), s.tracker.Found())]
	for k, v := range vectors {
		copy(v, s.tracker.Vector(k))
	}
	options := spectral.MatrixOptions{Armijo: s.opt.Armijo, Curvature: s.opt.Curvature}
	search, err := spectral.MatrixAscent(s.tracker.Operator(), vectors, options)
	if err != nil {
		return
	}
	// Work, for every trial and for η = 0: each of the p vectors needs a product with L, a
	// product with η v vᵀ and p inner products. The product with L reads the blocks of L. The
	// product with v vᵀ costs as much as two inner products.
	n, m, d, p := s.cur.N, len(s.cur.Edges), s.cur.D, len(vectors)
	products := (len(search.Trials) + 1) * p
	blocks, vector := (n+2*m)*d*d, n*d // numbers of L and of a vector
	s.work.Add(float64(products*(blocks+(2+p)*vector)), float64(products*(blocks+(4+p)*vector)))
	s.directions = append(s.directions, vectors[0]...)
	for _, trial := range search.Trials {
		trial.Step = s.steps
		s.trials = append(s.trials, trial)
	}
	if search.Eta == 0 {
		return
	}
	s.addNearest(vectors[0], search.Eta)
	s.boundChange()
	if slices.Equal(s.delta, s.startDelta) { // for ρ = 0, a higher λ₂ would be a rounding error
		return
	}
	if !s.accept(s.evaluate()) {
		s.revert()
	}
}

// addNearest adds to Δ the change of the maps after which the operator is nearest to
// L + eta·v vᵀ.
func (s *mapAscent) addNearest(v []float64, eta float64) {
	d := s.base.D
	dd := d * d
	// For a common map of both ends, Solve changes R, and needs the roots D^{-1/2}. In all
	// other cases it changes the maps R̂ of the operator.
	var roots []float64
	if s.opt.Normalized && s.tied {
		roots = rootsOf(s.normalizer, s.base.N)
	}
	s.reassembler.Solve(s.hat, v, eta, roots)
	change := s.reassembler.Change()
	switch {
	case s.tied: // change holds one matrix per edge, the change of R and not of R̂
		for e := range s.base.Edges {
			for side := range 2 {
				linalg.Axpy(1, change[e*dd:(e+1)*dd], s.delta[(2*e+side)*dd:(2*e+side+1)*dd])
			}
		}
	case !s.opt.Normalized:
		linalg.Axpy(1, change, s.delta)
	default:
		// change holds the changes of R̂ = R·D^{-1/2}. The change of R is the change of
		// R̂ times D^{1/2} = D·D^{-1/2}. The blocks of grams are D.
		s.grams(s.cur, s.opt.Shift)
		m := len(s.base.Edges)
		// Work: two d×d products for each of the 2m maps.
		s.work.Add(float64(4*m*dd*d), float64(6*m*dd+2*s.base.N*dd))
		var timesD [sheaf.MaxDim * sheaf.MaxDim]float64
		for e, ends := range s.base.Edges {
			for side, i := range [2]int32{ends.I, ends.J} {
				k := (2*e + side) * dd
				clear(timesD[:dd])
				small.MulAdd(d, timesD[:dd], change[k:k+dd], s.block(i))
				small.MulAdd(d, s.delta[k:k+dd], timesD[:dd], s.normalizer.Root(int(i)))
			}
		}
	}
}
