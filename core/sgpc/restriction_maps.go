package sgpc

// This file has stage 4, the restriction maps, as an operation of package autodiff.

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
// A_e is the change of metric of the gap ascent and Δ its change of the maps. A run
// has at most one of the two. The gradient treats both as constants.
type mapsOp struct {
	plan, weight *autodiff.Var // S and W_θ
	out          *autodiff.Var // the maps, 2m×d²
	metric       []float64     // A, m·d²; nil stands for A_e = I
	sheaf        *sheaf.Sheaf  // shares the memory of out
	sign         float64       // σ
	literal      bool          // the convention is "literal"
	delta        []float64     // Δ, 2m·d²; nil stands for Δ = 0
	// project projects metric or Δ on its constraints before each Forward, if not nil.
	project func(*mapsOp)
	// Changes by hand, in the order of their application. given replaces all maps, unless it
	// is nil. Each entry of changes changes a single map. turn changes the basis in the stalk
	// of a node, unless it is nil. turned is the number of maps that turn has changed.
	given   []float64
	changes []frame.MapChange
	turn    *frame.Turn
	turned  int
	// used is a copy of W_θ from the last Forward. kept is a copy of A or of the added Δ,
	// and empty without them. Updates and ascents change the originals afterwards.
	used, kept []float64
	// override replaces every map by the identity (MapsIdentity) or by 0 (MapsZero), unless
	// it is "". The setting maps or Fork.Evaluate sets override. With the setting, the maps
	// have no gradient.
	override string
	// Workspace, one d×d matrix each. t1 and t2 hold products, weightT is Wᵀ, metricT is
	// Aᵀ, and sideT is the transposed plan of a side. g is the gradient with respect to the
	// product of plan and W.
	t1, t2, weightT, metricT, sideT, g []float64
	blocks                             *mapBlocks // nil unless d = 4
}

// newMapsOp adds the maps of the sheaf s to the tape. s then shares the memory of the
// output. Constant maps have no gradient.
func newMapsOp(t *autodiff.Tape, plan, weight *autodiff.Var, s *sheaf.Sheaf, metric []float64, c settings.Config) *mapsOp {
	d := s.D
	o := &mapsOp{plan: plan, weight: weight, metric: metric, sheaf: s, sign: c.Sign, literal: c.Convention == "literal"}
	if !c.OwnMaps() { // maps=identity or maps=zero
		o.override = c.Maps
	}
	dependsOnParameters := plan.Grad != nil || weight.Grad != nil
	o.out = t.NewVar(2*len(s.Edges), d*d, autodiff.Gradient(o.override == "" && dependsOnParameters))
	for _, p := range []*[]float64{&o.used, &o.t1, &o.t2, &o.weightT, &o.metricT, &o.sideT, &o.g} {
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

// side sets dst to the plan of a side of an edge with the normalised plan s. The plan
// of side 0, the first end, is S. The plan of side 1 is σSᵀ, and S in the convention
// "literal".
func (o *mapsOp) side(dst, s []float64, side int) {
	if side == 0 || o.literal {
		copy(dst, s)
	} else {
		small.Transpose(o.sheaf.D, o.sign, s, dst)
	}
}

// Forward computes the maps with the changes of the gap ascent, and then applies the
// changes by hand. The gap ascent does not change constant maps (override).
func (o *mapsOp) Forward() {
	copy(o.used, o.weight.Value.Data)
	if o.project != nil {
		o.project(o)
	}
	o.fill(o.out.Value.Data, o.metric)
	o.kept = append(o.kept[:0], o.metric...) // empty without a metric
	if o.delta != nil && o.override == "" {
		linalg.Axpy(1, o.delta, o.out.Value.Data)
		o.kept = append(o.kept[:0], o.delta...)
	}
	if o.given != nil {
		copy(o.out.Value.Data, o.given)
	}
	for _, change := range o.changes {
		change.Apply(o.sheaf)
	}
	if o.turn != nil {
		o.turned = o.turn.Apply(o.sheaf)
	}
}

// constant sets every map in dst to the identity or to 0, as override requests. With
// identities the Laplacian is the graph Laplacian in every stalk coordinate.
func (o *mapsOp) constant(dst []float64) {
	clear(dst)
	if o.override != settings.MapsIdentity {
		return
	}
	d := o.sheaf.D
	for block := 0; block < len(dst); block += d * d {
		for k := range d {
			dst[block+k*(d+1)] = 1
		}
	}
}

// fill sets dst (2m·d²) to the maps without Δ, for W_θ of the last Forward. metric holds
// A_e; nil stands for A_e = I. If override is not "", fill sets dst to constant maps.
func (o *mapsOp) fill(dst, metric []float64) {
	if o.override != "" {
		o.constant(dst)
		return
	}
	if o.blocks != nil && o.blocks.fill(o, dst, metric) { // d = 4, and the machine has the kernels
		return
	}
	d := o.sheaf.D
	dd := d * d
	for e := range o.sheaf.Edges {
		s := o.plan.Value.Data[e*dd : (e+1)*dd]
		for side := range 2 {
			r := dst[(2*e+side)*dd : (2*e+side+1)*dd]
			clear(r)
			o.side(o.t1, s, side)
			if metric == nil {
				small.MulAdd(d, r, o.t1, o.used)
				continue
			}
			// r = A_e·(S·W)
			clear(o.t2)
			small.MulAdd(d, o.t2, o.t1, o.used)
			small.MulAdd(d, r, metric[e*dd:(e+1)*dd], o.t2)
		}
	}
}

// Backward adds the gradients of the maps to the gradients of S and of W_θ.
func (o *mapsOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	d := o.sheaf.D
	dd := d * d
	small.Transpose(d, 1, o.weight.Value.Data, o.weightT)
	if o.blocks != nil && o.blocks.backward(o) {
		return
	}
	for e := range o.sheaf.Edges {
		s := o.plan.Value.Data[e*dd : (e+1)*dd]
		for side := range 2 {
			mapGrad := o.out.Grad.Data[(2*e+side)*dd : (2*e+side+1)*dd]
			// g = Aᵀ·∂ℓ/∂R is the gradient with respect to the product of the plan of
			// the side and W.
			if o.metric == nil {
				copy(o.g, mapGrad)
			} else {
				small.Transpose(d, 1, o.metric[e*dd:(e+1)*dd], o.metricT)
				clear(o.g)
				small.MulAdd(d, o.g, o.metricT, mapGrad)
			}
			if o.plan.Grad != nil {
				o.addPlanGradient(o.plan.Grad.Data[e*dd:(e+1)*dd], side)
			}
			if o.weight.Grad != nil { // the gradient of W is sideᵀ·g
				o.side(o.t1, s, side)
				small.Transpose(d, 1, o.t1, o.sideT)
				small.MulAdd(d, o.weight.Grad.Data, o.sideT, o.g)
			}
		}
	}
}

// addPlanGradient adds the part of one side of an edge to dst, the gradient of S. The
// matrix g·Wᵀ is the gradient of the plan of the side. If this plan is S, the part is
// g·Wᵀ. If this plan is σSᵀ, the part is σ·(g·Wᵀ)ᵀ.
func (o *mapsOp) addPlanGradient(dst []float64, side int) {
	d := o.sheaf.D
	if side == 0 || o.literal {
		small.MulAdd(d, dst, o.g, o.weightT)
		return
	}
	clear(o.t1)
	small.MulAdd(d, o.t1, o.g, o.weightT)
	for i := range d {
		for j := range d {
			dst[j*d+i] += float64(o.sign * o.t1[i*d+j])
		}
	}
}
