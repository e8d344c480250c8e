package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// mapsOp is equation 6, R_ij = P⋆ W_θ. It computes the restriction maps of every
// edge from the normalised plans S (m×d², one row per edge) and W_θ (d×d):
//
//	R_ij = A_e·S·W + Δ_ij,   R_ji = A_e·σ·Sᵀ·W + Δ_ji        (preliminaries)
//	R_ij = R_ji = A_e·S·W + Δ_ij                              (literal)
//	R_ij = R_ji = I, or 0                                     (maps=identity, zero)
//
// A_e is the change of metric of the gap ascent, Δ its change of the maps. A run
// has at most one of the two; both are constants for the gradient.
type mapsOp struct {
	plan, weight *autodiff.Var
	out          *autodiff.Var // 2m×d²
	metric       []float64     // A, m·d²; nil for the identity
	sheaf        *sheaf.Sheaf  // shares out's memory
	sign         float64
	literal      bool
	delta        []float64 // Δ, 2m·d²; nil for 0
	// project, unless nil, projects metric or Δ on its constraints before each
	// Forward.
	project func(*mapsOp)
	// given, unless nil, replaces the maps; changes then change single maps by
	// hand, and turn, unless nil, turns the frame of a node. turned is the number
	// of maps turned.
	given   []float64
	changes []frame.MapChange
	turn    *frame.Turn
	turned  int
	// used is W_θ of the last Forward, kept its metric or Δ; updates and ascents
	// change the originals.
	used, kept []float64
	// override, unless "", is MapsIdentity or MapsZero: every map is the identity
	// or 0. The setting, or an evaluation by hand, sets it; by the setting there is
	// no gradient.
	override string
	// Workspace, d×d each.
	t1, t2, wt, at, st, g []float64
	blocks                *mapBlocks // for d = 4
}

func newMapsOp(t *autodiff.Tape, plan, weight *autodiff.Var, s *sheaf.Sheaf, metric []float64, c settings.Config) *mapsOp {
	d := s.D
	o := &mapsOp{plan: plan, weight: weight, metric: metric, sheaf: s, sign: c.Sign, literal: c.Convention == "literal"}
	if !c.OwnMaps() {
		o.override = c.Maps
	}
	o.out = t.NewVar(2*len(s.Edges), d*d, o.override == "" && (plan.Grad != nil || weight.Grad != nil))
	for _, p := range []*[]float64{&o.used, &o.t1, &o.t2, &o.wt, &o.at, &o.st, &o.g} {
		*p = make([]float64, d*d)
	}
	if d == 4 {
		o.blocks = newMapBlocks()
	}
	s.R = o.out.Value.Data
	t.Add(o)
	return o
}

func (o *mapsOp) Name() string { return "restriction maps" }

// side sets dst to S for the first end and to σSᵀ for the other, or S in the
// convention "literal".
func (o *mapsOp) side(dst, s []float64, side int) {
	if side == 0 || o.literal {
		copy(dst, s)
	} else {
		small.Transpose(o.sheaf.D, o.sign, s, dst)
	}
}

func (o *mapsOp) Forward() {
	copy(o.used, o.weight.Value.Data)
	if o.project != nil {
		o.project(o)
	}
	o.fill(o.out.Value.Data, o.metric)
	o.kept = append(o.kept[:0], o.metric...)
	if o.delta != nil && o.override == "" {
		linalg.Axpy(1, o.delta, o.out.Value.Data)
		o.kept = append(o.kept[:0], o.delta...)
	}
	if o.given != nil {
		copy(o.out.Value.Data, o.given)
	}
	for _, e := range o.changes {
		e.Apply(o.sheaf)
	}
	if o.turn != nil {
		o.turned = o.turn.Apply(o.sheaf)
	}
}

// constant sets every map in r to the identity or 0. With identities the Laplacian
// is the graph Laplacian in every stalk coordinate; with 0 no edge transports
// anything.
func (o *mapsOp) constant(r []float64) {
	clear(r)
	d := o.sheaf.D
	for k := 0; o.override == settings.MapsIdentity && k < len(r); k += d * d {
		for q := range d {
			r[k+q*(d+1)] = 1
		}
	}
}

// fill sets dst to the maps of the plans, W_θ of the last Forward and a metric
// (nil: identity), without Δ; with an override, to the constant maps.
func (o *mapsOp) fill(dst, metric []float64) {
	if o.override != "" {
		o.constant(dst)
		return
	}
	if o.blocks != nil && o.blocks.fill(o, dst, metric) {
		return
	}
	d := o.sheaf.D
	q := d * d
	w := o.used
	for e := range o.sheaf.Edges {
		s := o.plan.Value.Data[e*q : e*q+q]
		for side := range 2 {
			r := dst[(2*e+side)*q : (2*e+side)*q+q]
			clear(r)
			o.side(o.t1, s, side)
			if metric == nil {
				small.MulAdd(d, r, o.t1, w)
				continue
			}
			clear(o.t2)
			small.MulAdd(d, o.t2, o.t1, w)
			small.MulAdd(d, r, metric[e*q:e*q+q], o.t2)
		}
	}
}

func (o *mapsOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	d := o.sheaf.D
	q := d * d
	w := o.weight.Value.Data
	small.Transpose(d, 1, w, o.wt)
	if o.blocks != nil && o.blocks.backward(o) {
		return
	}
	at, g, st := o.at, o.g, o.st
	for e := range o.sheaf.Edges {
		s := o.plan.Value.Data[e*q : e*q+q]
		for side := range 2 {
			gr := o.out.Grad.Data[(2*e+side)*q : (2*e+side)*q+q]
			// g = Aᵀ·∂ℓ/∂R is the gradient at S_side·W.
			if o.metric == nil {
				copy(g, gr)
			} else {
				small.Transpose(d, 1, o.metric[e*q:e*q+q], at)
				clear(g)
				small.MulAdd(d, g, at, gr)
			}
			flipped := side == 1 && !o.literal
			if o.plan.Grad != nil {
				dst := o.plan.Grad.Data[e*q : e*q+q]
				if flipped {
					clear(o.t1)
					small.MulAdd(d, o.t1, g, o.wt)
					for i := range d {
						for j := range d {
							dst[j*d+i] += o.sign * o.t1[i*d+j]
						}
					}
				} else {
					small.MulAdd(d, dst, g, o.wt)
				}
			}
			if o.weight.Grad != nil {
				o.side(o.t1, s, side)
				small.Transpose(d, 1, o.t1, st)
				small.MulAdd(d, o.weight.Grad.Data, st, g)
			}
		}
	}
}
