package sgpc

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

// Evaluation is what a forward pass without dropout has made, stage by stage, of n nodes, m edges, C classes and stalks
// of dimension d with c channels. It is read only: its matrices are those of the network, which the next pass writes
// over. What a model does not have is nil.
type Evaluation struct {
	// Encoded is n×(d·c), Measures n×d, Plan m×d² (the normalised plans), Logits (before the softmax) and Prob n×C.
	Encoded, Measures, Plan, Logits, Prob *linalg.Dense
	// Predicted are the probabilities that count, n×C: the calibrated ones where the settings calibrate.
	Predicted []float64
	// Raw holds the restriction maps, Hat those that diffuse (normalised or the same), Lap their Laplacian.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	// Lift made the plans, Maps the restriction maps of them.
	Lift *LiftMade
	Maps *MapsMade
	// Diffused and Mixed are the two branches, an entry a layer.
	Diffused []Diffused
	Mixed    []Mixed
	// Posterior is of the edges, Loss of the training nodes.
	Posterior *PosteriorMade
	Loss      *LossMade
	// Code is what only the reading "code" has.
	Code *CodeMade
	// Layers are those of a peer.
	Layers []peer.Layer

	uniform bool
}

// LiftMade are the plans of all edges.
type LiftMade struct {
	// Shuffle is the permutation of the edges of a shuffled lift, nil for another.
	Shuffle []int
	op      edgeLift
}

// Plan writes the plan (d×d) that edge e carries.
func (l *LiftMade) Plan(dst []float64, e int) { l.op.Plan(dst, e) }

// OffDiagonal writes the mass of the plan off the diagonal for every edge.
func (l *LiftMade) OffDiagonal(dst []float64) { l.op.OffDiagonal(dst) }

// MapsMade is how restriction maps were made of the plans.
type MapsMade struct {
	// Weight is W_θ (d×d), Kept the change of metric of every edge (m·d²) or of the maps (2m·d²) that they were made with.
	Weight, Kept []float64
	// Plain reports whether they are those of equation 6 with a metric at most: nothing was put in their place.
	Plain bool
	op    *mapsOp
}

// Lifted returns the maps (2m·d²) without what the gap ascent kept.
func (m *MapsMade) Lifted() []float64 {
	out := make([]float64, len(m.op.out.Value.Data))
	m.op.fill(out, nil)
	return out
}

// Diffused is the diffusion of a layer, (n·d)×c: Out = (I + Dt·L)^{-1} In.
type Diffused struct {
	In, Out *linalg.Dense
	Dt      float64
	Solver  *diffusion.CG
}

// Mixed is the frequency mixing of a layer, (n·d)×c, with the logits Gamma of its weights.
type Mixed struct {
	In, Out *linalg.Dense
	Gamma   []float64
	Filter  *diffusion.Filter
}

// PosteriorMade is the Beta posterior of every edge; Changes are the largest changes of κ̄ of its iterations so far.
type PosteriorMade struct {
	*pacbayes.Posterior
	Changes []float64
	op      *posteriorOp
}

// Edge returns the posterior of edge e: Beta(alpha, beta) with the mean kappa, and its divergence from the prior.
func (p *PosteriorMade) Edge(e int) (alpha, beta, kappa, kl float64) { return p.op.edge(e) }

// KLSum is KL(ρ‖π) of the posterior on show, also between two iterations.
func (p *PosteriorMade) KLSum() float64 { return p.op.klSum() }

// LossMade is the loss of the training nodes and what it was made of.
type LossMade struct {
	frame.Loss
	// Nodes are the training nodes, Prior the class distribution that calibration mixes in.
	Nodes []int
	Prior []float64
	// LambdaKL and LambdaSpec are the weights of the present epoch.
	LambdaKL, LambdaSpec float64
	// Spectral reports whether the loss follows λ₂, Lambda2 what it found, 0 for nothing.
	Spectral bool
	Lambda2  float64
	op       *lossOp
}

// Log is log f of a node and a class.
func (l *LossMade) Log(node, class int) float64 { return l.op.logf(node, class) }

// Evidence is KL(ρ‖π) as the loss takes it: the mean over the entries in the reading "code".
func (l *LossMade) Evidence() float64 {
	kl, _ := l.op.evidence()
	return kl
}

// Divisor is what divides c_het in the loss.
func (l *LossMade) Divisor() float64 {
	divisor, _ := l.op.gapOf()
	return divisor
}

// Most returns the largest cross-entropy that the loss can have at some nodes, whatever ŷ is, +Inf where f is not
// mixed with the prior.
func (l *LossMade) Most(nodes ...[]int) float64 { return l.op.most(nodes...) }

// CodeMade is what only the reading "code" has: the scalar lift of every edge and the gates of the fusion.
type CodeMade struct {
	// Hidden is hW, n×c; Cost, P0 and P are of the edges, Entries the directed entries of the edge list.
	Hidden      *linalg.Dense
	Cost, P0, P []float64
	Entries     *pacbayes.Entries
	// Floor is the least entry of a plan.
	Floor float64
	// Fused is what the gates weigh: the encoded features, n×c, and the branches, of which one that is off is nil.
	Fused    *linalg.Dense
	Branches [2]*linalg.Dense
	Gates    [2]float64
	op       *scalarOp
}

// Mix is the share of an edge's plans that makes its weight.
func (c *CodeMade) Mix(e int) float64 { return c.op.mix(e) }

// Weight is the weight of the entry of edge e whose row is i.
func (c *CodeMade) Weight(e int, i int32) float64 { return c.op.weight(e, i) }

// Measure returns a copy of a node's measure, under the setting "uniform" the uniform one.
func (v *Evaluation) Measure(i int32) []float64 {
	mu := v.Measures.Row(int(i))
	if v.uniform {
		return slices.Repeat([]float64{1 / float64(len(mu))}, len(mu))
	}
	return slices.Clone(mu)
}

// Embedded lists the nodes' stalks after the diffusion of each layer, the mixed ones without diffusion.
func (v *Evaluation) Embedded() (out []*linalg.Dense) {
	for _, o := range v.Diffused {
		out = append(out, o.Out)
	}
	if out != nil {
		return out
	}
	for _, o := range v.Mixed {
		out = append(out, o.Out)
	}
	return out
}

// Evaluation returns what the last evaluation of the run has made; within an epoch, what it has made so far.
func (r *Run) Evaluation() *Evaluation { return r.eval.record() }

// record returns what the network has made.
func (n *net) record() *Evaluation {
	v := &Evaluation{Encoded: value(n.encoded), Measures: value(n.measures), Plan: value(n.plan), Logits: value(n.logits), Prob: value(n.prob),
		Predicted: n.predicted(), Raw: n.raw, Hat: n.hat, Lap: n.lap, Layers: n.layers, uniform: n.loss.cfg.Lift == "uniform"}
	if n.lift != nil {
		v.Lift = &LiftMade{n.lift.perm, n.lift.lift}
	}
	if m := n.mapping; m != nil {
		v.Maps = &MapsMade{Weight: m.used, Kept: m.kept, op: m,
			Plain: m.taken == "" && m.delta == nil && m.given == nil && len(m.changes) == 0 && m.turn == nil && !m.literal}
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
	l := n.loss
	v.Loss = &LossMade{Loss: l.view(), Nodes: l.nodes, Prior: l.prior, LambdaKL: l.lambdaKL, LambdaSpec: l.lambdaSpec,
		Spectral: l.gap != nil, Lambda2: l.taken.lambda2, op: l}
	if o := n.scalar; o != nil {
		v.Code = &CodeMade{Hidden: n.hidden.Value, Cost: o.cost, P0: o.first, P: o.last, Entries: o.entries, Floor: codeFloor, op: o}
		if g := n.fusion; g != nil {
			v.Code.Fused, v.Code.Gates = g.h.Value, g.used
			for k, x := range g.branches() {
				v.Code.Branches[k] = value(x)
			}
		}
	}
	return v
}

// value is the matrix of a variable, nil for none.
func value(v *autodiff.Var) *linalg.Dense {
	if v == nil {
		return nil
	}
	return v.Value
}
