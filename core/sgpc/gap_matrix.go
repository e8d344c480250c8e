package sgpc

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// stepMatrix makes an inner step by the paper's theorem. A line search with both
// strong Wolfe conditions raises the operator to L' = L + η v vᵀ, and the maps move
// to the sheaf on the graph nearest to L'. With the normalised operator the nearest
// sheaf has the maps R_ij D_i^{-1/2}, D being constant during the step.
func (s *mapAscent) stepMatrix() {
	vectors := s.vectors[:min(len(s.vectors), s.track.Found())]
	for k, v := range vectors {
		copy(v, s.track.Vector(k))
	}
	res, err := spectral.MatrixAscent(s.track.Operator(), vectors, spectral.MatrixOptions{Armijo: s.opt.Armijo, Curvature: s.opt.Curvature})
	if err != nil {
		return
	}
	// Every trial, and the evaluation at η = 0, makes for each vector one product
	// with L + η v vᵀ and p inner products.
	n, m, d, p := s.cur.N, len(s.cur.Edges), s.cur.D, len(vectors)
	trials := (len(res.Trials) + 1) * p
	s.work.Add(float64(trials*((n+2*m)*d*d+(2+p)*n*d)), float64(trials*((n+2*m)*d*d+(4+p)*n*d)))
	s.dirs = append(s.dirs, vectors[0]...)
	for _, t := range res.Trials {
		t.Step = s.steps
		s.trials = append(s.trials, t)
	}
	if res.Eta == 0 {
		return
	}
	s.addNearest(vectors[0], res.Eta)
	s.boundChange()
	if !s.accept(s.evaluate(false)) {
		s.revert()
	}
}

// addNearest adds to Δ the change that makes the operator nearest to L + eta·v vᵀ.
func (s *mapAscent) addNearest(v []float64, eta float64) {
	d := s.base.D
	q := d * d
	var roots []float64
	if s.opt.Normalized && s.tied {
		for i := range s.base.N {
			roots = append(roots, s.norm.Root(i)...)
		}
	}
	s.near.Solve(s.hat, v, eta, roots)
	change := s.near.Change()
	switch {
	case s.tied: // change holds one map per edge, before the product with the roots
		for e := range s.base.Edges {
			for side := range 2 {
				linalg.Axpy(1, change[e*q:(e+1)*q], s.delta[(2*e+side)*q:(2*e+side+1)*q])
			}
		}
	case !s.opt.Normalized:
		linalg.Axpy(1, change, s.delta)
	default:
		// R = R̂ D^{1/2}, and D^{1/2} = D·D^{-1/2}.
		s.grams(s.cur, s.opt.Shift)
		m := len(s.base.Edges)
		s.work.Add(float64(4*m*q*d), float64(6*m*q+2*s.base.N*q))
		var x [sheaf.MaxDim * sheaf.MaxDim]float64
		for e, ed := range s.base.Edges {
			for side, i := range [2]int32{ed.I, ed.J} {
				k := (2*e + side) * q
				clear(x[:q])
				small.MulAdd(d, x[:q], change[k:k+q], s.blocks[int(i)*q:int(i+1)*q])
				small.MulAdd(d, s.delta[k:k+q], x[:q], s.norm.Root(int(i)))
			}
		}
	}
}
