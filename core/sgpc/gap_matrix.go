package sgpc

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// matrixAscent is the gap ascent of the paper's theorem, made to last. An inner step
// raises the operator, L' = L + η v vᵀ, by a line search in which both Wolfe
// conditions decide, and goes to the sheaf of the graph nearest to L'. What that
// changes of the maps is kept as Δ over the epochs,
//
//	R = S W_θ + Δ,
//
// so that the next epoch diffuses with the raised Laplacian; line 3 of Algorithm 1
// as printed would overwrite it by the next lift. With the normalised operator the
// nearest sheaf has maps R_ij D_i^{-1/2}, D held fixed during the step.
//
// At the start of an epoch Δ is brought to the new lift (settle): a direction on
// which all lifted maps of a node vanish stays one, since otherwise ker L would open
// and λ2 would be the tiny eigenvalue that comes out of it; and ‖Δ‖ ≤ ρ‖S W_θ‖. A step
// is taken only if λ2 of the operator rises and the kernel keeps its dimension.
type matrixAscent struct {
	opt   spectral.AscentOptions
	tied  bool
	track *spectral.Tracker
	near  *spectral.Reassembler
	norm  *sheaf.Normalizer
	// base is S W_θ, cur = base + Δ, hat its operator.
	base, cur, hat *sheaf.Sheaf
	// delta is Δ (2m·d²); last is Δ before the step under way.
	delta, last []float64
	// change is ‖Δ‖/‖S W_θ‖.
	change     float64
	est        spectral.Estimate
	trail, lam []float64
	trials     []spectral.Trial
	dirs       []float64 // v of each inner step
	vectors    [][]float64
	pull       []float64
	gr, gh     []float64
	blocks     []float64 // d×d a node
	steps      int
	done       bool
}

func newMatrixAscent(g *graph.Graph, c Config, opt spectral.AscentOptions) *matrixAscent {
	d, m := c.D, len(g.Edges)
	tied := c.Convention == "literal"
	buf := func(k int) []float64 { return make([]float64, k) }
	s := &matrixAscent{opt: opt, tied: tied, track: spectral.NewTracker(g.N, d, g.Edges, trackerOptions(c)),
		near: spectral.NewReassembler(g.N, d, g.Edges, spectral.NearestOptions{Tied: tied}), norm: sheaf.NewNormalizer(g.N, d, g.Edges),
		base: sheaf.New(g.N, d, g.Edges), cur: sheaf.New(g.N, d, g.Edges), hat: sheaf.New(g.N, d, g.Edges),
		delta: buf(2 * m * d * d), last: buf(2 * m * d * d), pull: buf(m), gr: buf(2 * m * d * d), gh: buf(2 * m * d * d),
		blocks: buf(g.N * d * d), done: true}
	s.vectors = make([][]float64, 2)
	for k := range s.vectors {
		s.vectors[k] = buf(g.N * d)
	}
	return s
}

// settle brings Δ to the constraints over base.
func (s *matrixAscent) settle() {
	d := s.base.D
	q := d * d
	s.grams(s.base, 0)
	top := 1.0
	var val [sheaf.MaxDim]float64
	for i := range s.base.N {
		b := s.blocks[i*q : (i+1)*q]
		for k := range d {
			top = max(top, b[k*d+k])
		}
	}
	// blocks become the projectors on the directions that base sees.
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
			mulAdd(x[:q], z, s.blocks[int(i)*q:int(i+1)*q], d)
			if s.tied {
				other := ed.I + ed.J - i
				clear(y[:q])
				mulAdd(y[:q], x[:q], s.blocks[int(other)*q:int(other+1)*q], d)
				x = y
			}
			copy(z, x[:q])
		}
	}
	s.bound()
}

// bound shortens Δ to ‖Δ‖ ≤ ρ‖base‖ and notes how long it is.
func (s *matrixAscent) bound() {
	size, whole := linalg.Nrm2(s.delta), linalg.Nrm2(s.base.R)
	if limit := s.opt.Rho * whole; size > limit {
		linalg.Scal(limit/size, s.delta)
		size = limit
	}
	s.change = 0
	if whole > 0 {
		s.change = size / whole
	}
}

// grams sets blocks to Σ_e R_ijᵀR_ij + shift·I.
func (s *matrixAscent) grams(r *sheaf.Sheaf, shift float64) {
	d := r.D
	q := d * d
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
func (s *matrixAscent) start() {
	s.steps, s.done = 0, false
	s.trail, s.lam, s.trials, s.dirs = s.trail[:0], s.lam[:0], s.trials[:0], s.dirs[:0]
	s.est = s.evaluate()
	s.note()
}

// evaluate updates the tracker at base + Δ.
func (s *matrixAscent) evaluate() spectral.Estimate {
	copy(s.cur.R, s.base.R)
	linalg.Axpy(1, s.delta, s.cur.R)
	if !s.opt.Normalized {
		copy(s.hat.R, s.cur.R)
	} else {
		s.norm.Forward(s.cur, s.opt.Shift, s.hat)
	}
	return s.track.Update(s.hat)
}

// note records an accepted point: λ2, λ3 and the pull of each edge.
func (s *matrixAscent) note() {
	s.trail, s.lam = append(s.trail, s.est.Lambda2), append(s.lam, s.est.Lambda3)
	grad := s.gh
	s.track.Gradient(s.hat, grad)
	if s.opt.Normalized {
		clear(s.gr)
		s.norm.Backward(s.gh, s.gr)
		grad = s.gr
	}
	w := 2 * s.base.D * s.base.D
	for e := range s.pull {
		s.pull[e] = linalg.Nrm2(grad[e*w : (e+1)*w])
	}
}

// step does one inner step. The ascent is over after the last one, and when a step
// gains nothing.
func (s *matrixAscent) step() {
	s.steps++
	s.done = true
	if s.est.Lambda2 == 0 {
		return
	}
	for k, v := range s.vectors {
		copy(v, s.track.Vector(min(k, s.track.Carried()-1)))
	}
	vectors := s.vectors
	if s.track.Carried() < 2 {
		vectors = vectors[:1]
	}
	res, err := spectral.MatrixAscent(s.track.Operator(), vectors, spectral.MatrixOptions{Armijo: s.opt.Armijo, Curvature: s.opt.Curvature})
	if err != nil {
		return
	}
	s.dirs = append(s.dirs, vectors[0]...)
	for _, t := range res.Trials {
		t.Step = s.steps
		s.trials = append(s.trials, t)
	}
	if res.Eta == 0 {
		return
	}
	copy(s.last, s.delta)
	s.toward(vectors[0], res.Eta)
	s.bound()
	if est := s.evaluate(); est.Lambda2 > s.est.Lambda2 && est.KernelDim == s.est.KernelDim {
		s.est = est
		s.done = s.steps >= s.opt.Steps
		s.note()
		return
	}
	copy(s.delta, s.last)
	s.bound()
	s.est = s.evaluate()
}

// toward adds to Δ what leads to the nearest sheaf of the operator + eta·v vᵀ.
func (s *matrixAscent) toward(v []float64, eta float64) {
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
		var x [sheaf.MaxDim * sheaf.MaxDim]float64
		for e, ed := range s.base.Edges {
			for side, i := range [2]int32{ed.I, ed.J} {
				k := (2*e + side) * q
				clear(x[:q])
				mulAdd(x[:q], change[k:k+q], s.blocks[int(i)*q:int(i+1)*q], d)
				mulAdd(s.delta[k:k+q], x[:q], s.norm.Root(int(i)), d)
			}
		}
	}
}
