package sgpc

// This file has [Evaluation], by which the packages explain, view and trace read a run.

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
)

// Evaluation holds the results of a forward pass without dropout, stage by stage. The
// shapes are given for n nodes, m edges, C classes, and stalks of dimension d with c
// channels. The caller must not change an Evaluation. Its matrices belong to the
// network, and the next pass overwrites them. Fields of parts that the model lacks
// are nil.
type Evaluation struct {
	// Encoded holds the encoded features (n×(d·c)). Measures holds the node measures
	// (n×d). Plan holds the normalised plans (m×d²). Logits holds the scores before the
	// softmax, and Prob holds the probabilities after it (both n×C).
	Encoded, Measures, Plan, Logits, Prob *linalg.Dense
	// Predicted holds the final class probabilities, n×C. They are calibrated if the
	// settings calibrate.
	Predicted []float64
	// Raw holds the restriction maps. Hat holds the maps of the operator, which are
	// normalised or equal to Raw. Lap is the Laplacian of Hat.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	Lift     *LiftMade
	Maps     *MapsMade
	// Diffused and Mixed have one entry per layer.
	Diffused  []Diffused
	Mixed     []Mixed
	Posterior *PosteriorMade
	Loss      *LossMade
	Code      *CodeMade    // only in the reading "code"
	Layers    []peer.Layer // the layers of a peer, a model to compare with

	uniform bool // the lift uses uniform measures (lift=uniform)
}

// LiftMade records the lift: the plans of all edges.
type LiftMade struct {
	// Shuffle is the permutation of the edges for lift=shuffled, otherwise nil.
	Shuffle []int
	op      edgeLift // computes the plan of an edge on request
}

// Plan sets dst to the plan (d×d) of edge e.
func (l *LiftMade) Plan(dst []float64, e int) { l.op.Plan(dst, e) }

// OffDiagonal sets dst[e] to the mass off the diagonal of the plan of edge e.
func (l *LiftMade) OffDiagonal(dst []float64) { l.op.OffDiagonal(dst) }

// MapsMade records the computation of the restriction maps from the plans.
type MapsMade struct {
	// Weight is W_θ (d×d). Kept is the state of the gap ascent in the maps: the
	// change of metric of every edge (m·d²) or the change of the maps (2m·d²). Without an
	// ascent Kept is empty.
	Weight, Kept []float64
	// Plain reports whether the maps are the maps of equation 6 in the convention
	// "preliminaries", perhaps with a changed metric. It is false for constant maps, and for
	// maps that the gap ascent or a hand has changed directly.
	Plain bool
	op    *mapsOp // the operation on the tape
}

// Lifted returns the maps (2m·d²) of equation 6 without the changes of the gap ascent.
func (m *MapsMade) Lifted() []float64 {
	out := make([]float64, len(m.op.out.Value.Data))
	m.op.fill(out, nil)
	return out
}

// Diffused is the diffusion of a layer: Out = (I + Dt·L)^{-1} In. Both matrices are
// (n·d)×c.
type Diffused struct {
	In, Out *linalg.Dense
	Dt      float64
	Solver  *diffusion.CG // has the iterations and residuals of the solve
}

// Mixed is the frequency mixing of a layer. In and Out are (n·d)×c. Gamma holds the
// logits of the weights.
type Mixed struct {
	In, Out *linalg.Dense
	Gamma   []float64
	Filter  *diffusion.Filter // the filter of the pass, with its weights α
}

// PosteriorMade is the Beta posterior of every edge. Changes holds, for each
// fixed-point iteration so far, the largest change of κ̄ over the edges.
type PosteriorMade struct {
	*pacbayes.Posterior
	Changes []float64
	op      *posteriorOp
}

// Edge returns the posterior Beta(alpha, beta) of edge e, its mean kappa and its KL
// divergence from the prior.
func (p *PosteriorMade) Edge(e int) (alpha, beta, kappa, kl float64) { return p.op.edge(e) }

// KLSum returns KL(ρ‖π) of the present posterior. It is valid between two iterations,
// too.
func (p *PosteriorMade) KLSum() float64 { return p.op.klSum() }

// LossMade records the loss of the training nodes and its terms.
type LossMade struct {
	frame.Loss
	// Nodes are the training nodes. Prior is the class distribution of the
	// calibration.
	Nodes []int
	Prior []float64
	// LambdaKL and LambdaSpec are the weights of the KL term and of the spectral term
	// in the present epoch.
	LambdaKL, LambdaSpec float64
	// Spectral reports whether the loss computes λ₂. Otherwise Lambda2 is 0.
	Spectral bool
	Lambda2  float64
	op       *lossOp
}

// Log returns log f of a node and a class, where f is the final class probability.
func (l *LossMade) Log(node, class int) float64 { return l.op.logf(node, class) }

// Evidence returns KL(ρ‖π) in the loss: the sum over the edges or, in the reading "code",
// the mean over the directed entries. The model must not be a peer: peers have no posterior.
func (l *LossMade) Evidence() float64 {
	kl, _ := l.op.klTerm()
	return kl
}

// Divisor returns the divisor of c_het in the loss, or 0 for a loss without spectral term.
func (l *LossMade) Divisor() float64 {
	divisor, _ := l.op.spectralDivisor()
	return divisor
}

// Most returns the largest possible cross-entropy at a node of the given sets, over all ŷ
// that the network could predict. It returns 0 if the sets have no node, and otherwise +Inf
// if the model has no calibration.
func (l *LossMade) Most(sets ...[]int) float64 { return l.op.maxCrossEntropy(sets...) }

// CodeMade records the parts of the reading "code": the scalar lift and the gated
// fusion.
type CodeMade struct {
	// Hidden is hW, n×c. Cost holds the cost C, and P0 and P hold the plans P0 and P⋆,
	// one number per edge. Entries holds the directed entries of the edge list.
	Hidden      *linalg.Dense
	Cost, P0, P []float64
	Entries     *pacbayes.Entries
	Floor       float64 // the lower bound of the plans
	// The fusion is Fused + Gates[0]·Branches[0] + Gates[1]·Branches[1]. Fused holds the
	// encoded features, n×c. Branches are the diffusion and the mixing. A branch that the
	// settings disable is nil.
	Fused    *linalg.Dense
	Branches [2]*linalg.Dense
	Gates    [2]float64
	op       *scalarOp
}

// Mix returns w = 0.7·P0 + 0.3·P⋆ of edge e.
func (c *CodeMade) Mix(e int) float64 { return c.op.mix(e) }

// Weight returns the weight of the entry of edge e with node i as its row. It does not
// test whether the edge list has this entry.
func (c *CodeMade) Weight(e int, i int32) float64 { return c.op.weight(e, i) }

// Measure returns a copy of the measure of node i, which is uniform for lift=uniform. The
// model must have measures: it is SGPC in the reading "paper".
func (v *Evaluation) Measure(i int32) []float64 {
	mu := v.Measures.Row(int(i))
	if v.uniform {
		return slices.Repeat([]float64{1 / float64(len(mu))}, len(mu))
	}
	return slices.Clone(mu)
}

// Embedded returns the stalks of all nodes after the diffusion of each layer or, in a model
// without diffusion, after the mixing. In a model without both it returns nil.
func (v *Evaluation) Embedded() (layers []*linalg.Dense) {
	for _, diffused := range v.Diffused {
		layers = append(layers, diffused.Out)
	}
	if layers != nil {
		return layers
	}
	for _, mixed := range v.Mixed {
		layers = append(layers, mixed.Out)
	}
	return layers
}

// Evaluation returns the record of the last evaluation. Within an epoch, the stages
// computed so far have results of the present epoch. All other stages have results of
// the previous epoch, if there is one.
func (r *Run) Evaluation() *Evaluation { return r.eval.record() }

// record returns the results of the last forward pass of the network.
func (n *net) record() *Evaluation {
	v := &Evaluation{
		Encoded: value(n.encoded), Measures: value(n.measures), Plan: value(n.plan), Logits: value(n.logits), Prob: value(n.prob),
		Predicted: n.predicted(), Raw: n.raw, Hat: n.hat, Lap: n.lap, Layers: n.layers, uniform: n.loss.cfg.Lift == "uniform",
	}
	if n.lift != nil {
		v.Lift = &LiftMade{n.lift.perm, n.lift.lift}
	}
	m := n.mapping
	if m != nil { // only the reading "paper" has maps from plans
		changedByHand := m.given != nil || len(m.changes) > 0 || m.turn != nil
		isEquation6 := m.override == "" && m.delta == nil && !m.literal
		v.Maps = &MapsMade{Weight: m.used, Kept: m.kept, op: m, Plain: isEquation6 && !changedByHand}
	}
	for _, o := range n.diffuse {
		v.Diffused = append(v.Diffused, Diffused{o.in.Value, o.out.Value, o.dt, o.d.Solver()})
	}
	for _, o := range n.filter {
		v.Mixed = append(v.Mixed, Mixed{o.in.Value, o.out.Value, o.used, o.f})
	}
	if n.post != nil {
		v.Posterior = &PosteriorMade{n.post.p, n.post.changes, n.post}
	}
	loss := n.loss
	v.Loss = &LossMade{Loss: loss.view(), Nodes: loss.nodes, Prior: loss.prior, LambdaKL: loss.lambdaKL, LambdaSpec: loss.lambdaSpec,
		Spectral: loss.gap != nil, Lambda2: loss.last.lambda2, op: loss}
	o := n.scalar
	if o == nil { // only the reading "code" has a scalar lift
		return v
	}
	v.Code = &CodeMade{Hidden: n.hidden.Value, Cost: o.cost, P0: o.p0, P: o.pStar, Entries: o.entries, Floor: codeFloor, op: o}
	v.Code.Fused, v.Code.Gates = n.fusion.h.Value, n.fusion.used
	for k, branch := range n.fusion.branches() {
		v.Code.Branches[k] = value(branch)
	}
	return v
}

// value returns the matrix of a variable, or nil for a nil variable.
func value(v *autodiff.Var) *linalg.Dense {
	if v == nil {
		return nil
	}
	return v.Value
}
