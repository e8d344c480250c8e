package sgpc

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
	// base is S W_θ, cur = base + Δ, hat the sheaf of its operator.
	base, cur, hat *sheaf.Sheaf
	// delta is Δ (2m·d²); last and from are Δ and the maps at the start of the
	// present step.
	delta, last, from []float64
	// change is ‖Δ‖/‖S W_θ‖.
	change     float64
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
	q := d * d
	s.grams(s.base, 0)
	m := len(s.base.Edges)
	s.work.Add(float64(2*m*q*d+s.base.N*q*d), float64(6*m*q+2*s.base.N*q)) // products with Δ, and the projectors
	top := 1.0
	var val [sheaf.MaxDim]float64
	for i := range s.base.N {
		b := s.blocks[i*q : (i+1)*q]
		for k := range d {
			top = max(top, b[k*d+k])
		}
	}
	// Each block becomes the projector on the orthogonal complement of the
	// directions on which all maps of the node vanish.
	var vec [sheaf.MaxDim * sheaf.MaxDim]float64
	for i := range s.base.N {
		b := s.blocks[i*q : (i+1)*q]
		linalg.EigSymSmall(d, b, val[:d], vec[:q])
		for r := range d {
			for c := range d {
				t := 0.0
				for p := range d {
					if val[p] > spectral.DefaultTol*top {
						t += vec[r*d+p] * vec[c*d+p]
					}
				}
				b[r*d+c] = t
			}
		}
	}
	var x, y [sheaf.MaxDim * sheaf.MaxDim]float64
	for e, ed := range s.base.Edges {
		for side, i := range [2]int32{ed.I, ed.J} {
			z := s.delta[(2*e+side)*q : (2*e+side+1)*q]
			clear(x[:q])
			small.MulAdd(d, x[:q], z, s.blocks[int(i)*q:int(i+1)*q])
			if s.tied {
				other := ed.I + ed.J - i
				clear(y[:q])
				small.MulAdd(d, y[:q], x[:q], s.blocks[int(other)*q:int(other+1)*q])
				x = y
			}
			copy(z, x[:q])
		}
	}
	s.boundChange()
}

// boundChange scales Δ down to ‖Δ‖ ≤ ρ‖base‖ and sets change to ‖Δ‖/‖base‖.
func (s *mapAscent) boundChange() {
	size, whole := linalg.Nrm2(s.delta), linalg.Nrm2(s.base.R)
	s.work.Add(float64(2*len(s.delta)), float64(3*len(s.delta)))
	if limit := s.opt.Rho * whole; size > limit {
		linalg.Scal(limit/size, s.delta)
		size = limit
	}
	s.change = 0
	if whole > 0 {
		s.change = size / whole
	}
}

// grams sets the block of node i to Σ_e R_ijᵀR_ij + shift·I over its edges.
func (s *mapAscent) grams(r *sheaf.Sheaf, shift float64) {
	d := r.D
	q := d * d
	s.work.Add(float64(2*len(r.Edges)*q*d), float64((2*len(r.Edges)+r.N)*q))
	clear(s.blocks)
	for i := 0; i < len(s.blocks); i += q {
		for k := range d {
			s.blocks[i+k*d+k] = shift
		}
	}
	for e, ed := range r.Edges {
		for side, i := range [2]int32{ed.I, ed.J} {
			m, b := r.Map(e, side), s.blocks[int(i)*q:int(i+1)*q]
			for k := range d {
				for a := range d {
					linalg.Axpy(m[k*d+a], m[k*d:k*d+d], b[a*d:a*d+d])
				}
			}
		}
	}
}

// start begins an ascent from base and Δ.
func (s *mapAscent) start() {
	s.steps, s.done = 0, false
	s.trail, s.lam, s.trials, s.dirs = s.trail[:0], s.lam[:0], s.trials[:0], s.dirs[:0]
	s.est = s.evaluate(false)
	s.recordPoint()
}

// evaluate updates the tracker at base + Δ; a trial of a line search needs a rough
// estimate only.
func (s *mapAscent) evaluate(trial bool) spectral.Estimate {
	copy(s.cur.R, s.base.R)
	linalg.Axpy(1, s.delta, s.cur.R)
	if !s.opt.Normalized {
		copy(s.hat.R, s.cur.R)
	} else {
		s.norm.Forward(s.cur, s.opt.Shift, s.hat)
		n, m, d := s.cur.N, len(s.cur.Edges), s.cur.D
		s.work.Add(float64(4*m*d*d*d+n*d*d*(d+1)/2), float64(6*m*d*d+3*n*d*d))
	}
	if trial {
		return s.track.UpdateRoughly(s.hat)
	}
	return s.track.Update(s.hat)
}

// recordPoint records λ₂, λ₃ and the pull of each edge at an accepted point.
func (s *mapAscent) recordPoint() {
	s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
	s.gradient()
	spectral.Pull(s.pull, s.gr)
}

// gradient sets gr to ∂λ₂/∂R at cur.
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

// step makes one inner step. The ascent is over after opt.Steps of them, or when a
// step gains nothing.
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

// accept moves to the point of the last evaluate when λ₂ rose and the kernel kept
// its dimension, and reports whether it did.
func (s *mapAscent) accept(est spectral.Estimate) bool {
	if est.Lambda2 <= s.est.Lambda2 || est.KernelDim != s.est.KernelDim {
		return false
	}
	s.est = est
	s.done = s.steps >= s.opt.Steps
	s.recordPoint()
	return true
}

// revert returns to the point before the step and certifies λ₂ and λ₃ there.
func (s *mapAscent) revert() {
	copy(s.delta, s.last)
	s.boundChange()
	s.est = s.evaluate(false)
	s.gradient()
	if s.track.Proves() {
		spectral.CorrectLast(s.trail, s.est.Lambda2)
		spectral.CorrectLast(s.lam, s.est.Lambda3)
	}
}
