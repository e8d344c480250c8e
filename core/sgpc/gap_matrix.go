package sgpc

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// stepMatrix is an inner step as the paper's theorem has it: the operator is raised to
// L' = L + η v vᵀ by a line search in which both of Wolfe's strong conditions decide, and the maps
// go to the sheaf of the graph nearest to L'. With the normalised operator the nearest
// sheaf has maps R_ij D_i^{-1/2}, D held fixed during the step.
func (s *mapAscent) stepMatrix() {
	vectors := s.vectors[:min(len(s.vectors), s.track.Found())]
	for k, v := range vectors {
		copy(v, s.track.Vector(k))
	}
	res, err := spectral.MatrixAscent(s.track.Operator(), vectors, spectral.MatrixOptions{Armijo: s.opt.Armijo, Curvature: s.opt.Curvature})
	if err != nil {
		return
	}
	// A trial, and the one at 0, has a product with L + η v vᵀ and inner products with all for each vector.
	n, m, d, p := s.cur.N, len(s.cur.Edges), s.cur.D, len(vectors)
	trials := (len(res.Trials) + 1) * p
	s.own.Add(float64(trials*((n+2*m)*d*d+(2+p)*n*d)), float64(trials*((n+2*m)*d*d+(4+p)*n*d)))
	s.dirs = append(s.dirs, vectors[0]...)
	for _, t := range res.Trials {
		t.Step = s.steps
		s.trials = append(s.trials, t)
	}
	if res.Eta == 0 {
		return
	}
	s.toward(vectors[0], res.Eta)
	s.bound()
	if !s.accept(s.evaluate(false)) {
		s.back()
	}
}

// toward adds to Δ what leads to the nearest sheaf of the operator + eta·v vᵀ.
func (s *mapAscent) toward(v []float64, eta float64) {
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
	case s.tied: // the one map of an edge, before the roots
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
		s.own.Add(float64(4*m*q*d), float64(6*m*q+2*s.base.N*q))
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
