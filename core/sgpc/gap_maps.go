package sgpc

// This file has what the two gap ascents in the maps have in common: the projection
// of Δ, the estimate of λ₂, its gradient, and the acceptance of a step.

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/spectral"
)

// mapAscent is a gap ascent in the maps, in the modes "matrix" (stepMatrix) and
// "additive" (stepAdditive). It keeps the change Δ over the epochs, R = S W_θ + Δ,
// so that the next epoch diffuses with the raised Laplacian. Line 3 of Algorithm 1
// as printed would overwrite the change by the next lift.
//
// At the start of an epoch Δ is projected for the new lift (project). First, Δ
// vanishes in the directions on which all lifted maps of a node vanish: otherwise
// ker L would open, and λ₂ would be one of its tiny eigenvalues. Second, ‖Δ‖ ≤ ρ‖S
// W_θ‖. A step is accepted only when λ₂ of the operator rises and the kernel keeps
// its dimension.
type mapAscent struct {
	opt      spectral.AscentOptions
	additive bool
	// tied keeps one map for both ends of an edge.
	tied  bool
	track *spectral.Tracker
	near  *spectral.Reassembler // "matrix" only
	norm  *sheaf.Normalizer
	// base is S W_θ, cur is base + Δ, and hat has the maps of the operator of cur.
	base, cur, hat *sheaf.Sheaf
	// delta is Δ (2m·d²); last and from are Δ and the maps at the start of the
	// present step.
	delta, last, from []float64
	// change is ‖Δ‖/‖S W_θ‖.
	change float64
	// est is the estimate at the present point. trail and lam hold λ₂ and λ₃ at the
	// start and after each accepted step.
	est        spectral.Estimate
	trail, lam []float64
	trials     []spectral.Trial
	dirs       []float64 // direction of each inner step: v, or the change of the maps for η = 1
	vectors    [][]float64
	pull       []float64
	gr, gh     []float64 // ∂λ₂/∂R of the maps and of the operator
	grad, dir  []float64 // gradient and direction at the start of the present step
	blocks     []float64 // one d×d block per node
	steps      int
	done       bool
	work       spectral.Work // without tracker and nearest sheaf
}

// newMapAscent returns the ascent of the settings with Δ = 0, before its first step.
func newMapAscent(g *graph.Graph, c settings.Config, opt spectral.AscentOptions) *mapAscent {
	d, m := c.D, len(g.Edges)
	buf := func(k int) []float64 { return make([]float64, k) }
	maps := func() []float64 { return buf(2 * m * d * d) }
	s := &mapAscent{opt: opt, additive: c.GapMode == "additive", tied: c.Convention == "literal",
		track: spectral.NewTracker(g.N, d, g.Edges, settings.TrackerOptions(c)), norm: sheaf.NewNormalizer(g.N, d, g.Edges),
		base: sheaf.New(g.N, d, g.Edges), cur: sheaf.New(g.N, d, g.Edges), hat: sheaf.New(g.N, d, g.Edges),
		delta: maps(), last: maps(), from: maps(), gr: maps(), gh: maps(), grad: maps(), dir: maps(),
		pull: buf(m), blocks: buf(g.N * d * d), vectors: [][]float64{buf(g.N * d), buf(g.N * d)}, done: true}
	if !s.additive {
		s.near = spectral.NewReassembler(g.N, d, g.Edges, spectral.NearestOptions{Tied: s.tied})
	}
	return s
}

// project projects Δ on its constraints over base.
func (s *mapAscent) project() {
	d := s.base.D
	dd := d * d
	s.grams(s.base, 0)
	m := len(s.base.Edges)
	s.work.Add(float64(2*m*dd*d+s.base.N*dd*d), float64(6*m*dd+2*s.base.N*dd)) // products with Δ, and the projectors
	s.projectors()
	var projected, projectedTwice [sheaf.MaxDim * sheaf.MaxDim]float64
	for e, ends := range s.base.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			change := s.delta[(2*e+side)*dd : (2*e+side+1)*dd]
			clear(projected[:dd])
			small.MulAdd(d, projected[:dd], change, s.block(i))
			if s.tied { // the common map must vanish where the maps of either end do
				other := ends.I + ends.J - i
				clear(projectedTwice[:dd])
				small.MulAdd(d, projectedTwice[:dd], projected[:dd], s.block(other))
				projected = projectedTwice
			}
			copy(change, projected[:dd])
		}
	}
	s.boundChange()
}

// block returns the d×d block of node i.
func (s *mapAscent) block(i int32) []float64 {
	dd := s.base.D * s.base.D
	return s.blocks[int(i)*dd : int(i+1)*dd]
}

// projectors replaces each block, the Gram matrix of the maps of a node, by a
// projector: on the orthogonal complement of the directions on which all these maps
// vanish.
func (s *mapAscent) projectors() {
	d := s.base.D
	dd := d * d
	scale := 1.0 // of the tolerance: the largest diagonal entry, at least 1
	for i := range s.base.N {
		gram := s.block(int32(i))
		for k := range d {
			scale = max(scale, gram[k*d+k])
		}
	}
	// Σ_p v_p v_pᵀ over the eigenvectors with a non-zero eigenvalue.
	var values [sheaf.MaxDim]float64
	var vectors [sheaf.MaxDim * sheaf.MaxDim]float64
	for i := range s.base.N {
		block := s.block(int32(i))
		linalg.EigSymSmall(d, block, values[:d], vectors[:dd])
		for row := range d {
			for col := range d {
				sum := 0.0
				for p := range d {
					if values[p] > spectral.DefaultTol*scale {
						sum += vectors[row*d+p] * vectors[col*d+p]
					}
				}
				block[row*d+col] = sum
			}
		}
	}
}

// boundChange scales Δ down to ‖Δ‖ ≤ ρ‖base‖ and sets change to ‖Δ‖/‖base‖.
func (s *mapAscent) boundChange() {
	norm, baseNorm := linalg.Nrm2(s.delta), linalg.Nrm2(s.base.R)
	s.work.Add(float64(2*len(s.delta)), float64(3*len(s.delta)))
	if limit := s.opt.Rho * baseNorm; norm > limit {
		linalg.Scal(limit/norm, s.delta)
		norm = limit
	}
	s.change = 0
	if baseNorm > 0 {
		s.change = norm / baseNorm
	}
}

// grams sets the block of node i to Σ_e R_ijᵀR_ij + shift·I over its edges, for the
// maps of r.
func (s *mapAscent) grams(r *sheaf.Sheaf, shift float64) {
	d := r.D
	dd := d * d
	s.work.Add(float64(2*len(r.Edges)*dd*d), float64((2*len(r.Edges)+r.N)*dd))
	clear(s.blocks)
	for i := 0; i < len(s.blocks); i += dd {
		for k := range d {
			s.blocks[i+k*d+k] = shift
		}
	}
	for e, ends := range r.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			m, gram := r.Map(e, side), s.block(i)
			for row := range d {
				for k := range d {
					linalg.Axpy(m[row*d+k], m[row*d:row*d+d], gram[k*d:k*d+d])
				}
			}
		}
	}
}

// start begins an ascent from base and Δ.
func (s *mapAscent) start() {
	s.steps, s.done = 0, false
	s.trail, s.lam, s.trials, s.dirs = s.trail[:0], s.lam[:0], s.trials[:0], s.dirs[:0]
	s.est = s.evaluate()
	s.recordPoint()
}

// evaluate returns the estimate of λ₂ at base + Δ.
func (s *mapAscent) evaluate() spectral.Estimate {
	s.moveMaps()
	return s.track.Update(s.hat)
}

// evaluateRoughly returns a rough estimate of λ₂ at base + Δ, which is sufficient for
// a trial of a line search.
func (s *mapAscent) evaluateRoughly() spectral.Estimate {
	s.moveMaps()
	return s.track.UpdateRoughly(s.hat)
}

// moveMaps sets cur to base + Δ, and hat to the maps of its operator.
func (s *mapAscent) moveMaps() {
	copy(s.cur.R, s.base.R)
	linalg.Axpy(1, s.delta, s.cur.R)
	if !s.opt.Normalized {
		copy(s.hat.R, s.cur.R)
	} else {
		s.norm.Forward(s.cur, s.opt.Shift, s.hat)
		n, m, d := s.cur.N, len(s.cur.Edges), s.cur.D
		s.work.Add(float64(4*m*d*d*d+n*d*d*(d+1)/2), float64(6*m*d*d+3*n*d*d))
	}
}

// recordPoint records λ₂, λ₃ and the pull of each edge at an accepted point.
func (s *mapAscent) recordPoint() {
	s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
	s.gradient()
	spectral.Pull(s.pull, s.gr)
}

// gradient sets gr to ∂λ₂/∂R at cur, through the normaliser for the normalised
// operator.
func (s *mapAscent) gradient() {
	n, m, d := s.cur.N, len(s.cur.Edges), s.cur.D
	s.work.Add(float64(4*max(1, s.est.Cluster)*m*d*d), float64(6*m*d*d))
	if !s.opt.Normalized {
		s.track.Gradient(s.hat, s.gr)
		return
	}
	s.track.Gradient(s.hat, s.gh)
	clear(s.gr)
	s.norm.Backward(s.gh, s.gr)
	s.work.Add(float64(6*m*d*d*d+4*n*d*d*d), float64(16*m*d*d+4*n*d*d))
}

// spent returns the total work of all steps.
func (s *mapAscent) spent() spectral.Work {
	w, t := s.work, s.track.Spent()
	w.Add(t.MultiplyAdds, t.Numbers)
	if s.near != nil {
		t = s.near.Spent()
		w.Add(t.MultiplyAdds, t.Numbers)
	}
	return w
}

// step makes one inner step. The ascent is over after opt.Steps steps, or when a step
// does not raise λ₂.
func (s *mapAscent) step() {
	s.steps++
	s.done = true
	if s.est.Lambda2 == 0 {
		return
	}
	copy(s.last, s.delta)
	if s.additive {
		s.stepAdditive()
	} else {
		s.stepMatrix()
	}
}

// accept moves to the last evaluated point, with the given estimate, if λ₂ rose and
// the kernel kept its dimension. It reports whether it moved.
func (s *mapAscent) accept(est spectral.Estimate) bool {
	if est.Lambda2 <= s.est.Lambda2 || est.KernelDim != s.est.KernelDim {
		return false
	}
	s.est = est
	s.done = s.steps >= s.opt.Steps
	s.recordPoint()
	return true
}

// revert returns to the point before the step. If the solver can prove λ₂ and λ₃
// there, it corrects their last entries in the trail.
func (s *mapAscent) revert() {
	copy(s.delta, s.last)
	s.boundChange()
	s.est = s.evaluate()
	s.gradient()
	if s.track.Proves() {
		spectral.CorrectLast(s.trail, s.est.Lambda2)
		spectral.CorrectLast(s.lam, s.est.Lambda3)
	}
}
