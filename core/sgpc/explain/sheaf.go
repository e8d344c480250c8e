package explain

// This file attributes a score exactly, for SGPC with one layer.

import (
	"math"
	"slices"

	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
)

// solveTol is the tolerance on the relative residual of the solve for an explanation.
const solveTol = 1e-13

// isExact reports whether the exact method applies. The method is written for SGPC in the
// reading "paper". The score must depend only on the fused features of the node: a head with
// attention also reads other nodes. The fused features must be linear in the encoded
// features. The activation between two layers is not linear, nor is a diffusion that stops
// at its iteration limit.
func isExact(cfg *settings.Config, eval *sgpc.Evaluation) bool {
	isOneLayerSGPC := cfg.Model == "sgpc" && cfg.Reading == "paper" && cfg.Layers == 1
	converged := len(eval.Diffused) == 0 || eval.Diffused[0].Solver.Converged()
	return isOneLayerSGPC && cfg.Head != "gat" && converged
}

// exactParts is the state of splitExactly. Features of a node are d×c, row-major.
type exactParts struct {
	fork *sgpc.Fork
	cfg  *settings.Config
	eval *sgpc.Evaluation
	node int // the explained node: below, "the node"
	d, c int // stalk dimension and number of channels
	// encoded is the signal, the encoded features of all nodes, n×(d·c).
	encoded []float64
	// branches has the diffusion and then the mixing, as far as the settings enable them.
	branches []branch
	// selfOffset is the offset of the signal of the node in the fused features, or −1 if they
	// do not contain it.
	selfOffset int
	// slope is ∫₀¹ ∂z/∂u(t·u) dt for the score z and the fused features u of the node,
	// C×len(u). bias is z at u = 0.
	slope *linalg.Dense
	bias  []float64
}

// branch is diffusion or mixing, a linear operator on the signal of all nodes.
type branch struct {
	through string // value of Term.Through
	// column is the block column of the operator at the node, (n·d)×d. It equals
	// the transposed block row, since the operator is symmetric.
	column []float64
	offset int // index at which the result of the branch starts in the fused features
}

// splitExactly sets x to the exact attribution of the score, for the evaluation eval of a
// fork. The fused features of equation 11 are u = [X_i ‖ F_i ‖ h_i] with
//
//	X_i = Σ_j [(I + Δt·L̂)^{-1}]_ij h_j,  F_i = Σ_j [Σ_q α_q T_q(I − L̂)]_ij h_j.
//
// The integrated gradients of the head z = W₂ᵀ a(W₁ᵀu + b₁) + b₂ from u = 0 are
//
//	z − z(0) = Σ_p u_p Σ_k W₁[p,k] s_k W₂[k,·],
//	s_k = (a(b_k + v_k) − a(b_k))/v_k,  v = W₁ᵀu.
//
// The factor at u_p is the slope of the head. Since u is linear in every h_j, the sum splits
// into one term for each node and branch.
func splitExactly(f *sgpc.Fork, cfg *settings.Config, eval *sgpc.Evaluation, x *Parts) {
	x.Exact = true
	w := &exactParts{fork: f, cfg: cfg, eval: eval, node: x.Node, d: cfg.D, c: eval.Encoded.Cols / cfg.D,
		encoded: eval.Encoded.Data, selfOffset: -1}
	w.solveColumns()
	w.setHead(w.fusedFeatures())
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughBias, Contribution: w.bias})
	w.appendTerms(x)
	w.appendWays(x)
	w.appendWords(x)
}

// width returns d·c, the number of features of a node.
func (w *exactParts) width() int { return w.d * w.c }

// solveColumns computes the block columns of the branches at the node, and the
// offsets of the parts in the fused features.
func (w *exactParts) solveColumns() {
	eval, d, offset := w.eval, w.d, 0
	// The operators applied to the d unit vectors of the stalk give the block columns.
	unitVectors := make([]float64, eval.Lap.Dim()*d)
	for k := range d {
		unitVectors[(w.node*d+k)*d+k] = 1
	}
	if len(eval.Diffused) > 0 {
		cg := diffusion.NewCG(eval.Lap, d, solveTol, settings.MaxCG)
		column := cg.Solve(eval.Diffused[0].Dt, unitVectors)
		w.branches = append(w.branches, branch{ThroughDiffusion, column, offset})
		offset += w.width()
	}
	if len(eval.Mixed) > 0 {
		// newTerm allocates a Chebyshev term. The filter has d channels, the unit vectors.
		newTerm := func(size int) []float64 { return make([]float64, size) }
		filter := diffusion.NewFilter(new(diffusion.Workspace), newTerm, eval.Hat, eval.Lap, d, w.cfg.Q, w.cfg.AFMWeights == "signed")
		column := filter.Forward(eval.Mixed[0].Gamma, unitVectors)
		w.branches = append(w.branches, branch{ThroughMixing, column, offset})
		offset += w.width()
	}
	if w.cfg.Residual || offset == 0 { // without a branch the signal is the only part
		w.selfOffset = offset
	}
}

// signal returns the signal of node j, d×c.
func (w *exactParts) signal(j int) []float64 { return w.encoded[j*w.width() : (j+1)*w.width()] }

// addArriving adds to dst (d×c) the contribution of node j to the result of a branch at
// the node. Entry column[(j·d+l)·d+k] of the block column of the branch leads from
// coordinate l of node j to coordinate k of the node.
func (w *exactParts) addArriving(dst, column []float64, j int) {
	d, c, h := w.d, w.c, w.signal(j)
	for l := range d {
		for k := range d {
			linalg.Axpy(column[(j*d+l)*d+k], h[l*c:(l+1)*c], dst[k*c:(k+1)*c])
		}
	}
}

// arriving returns the contribution (d×c) of node j to the result of a branch at the node.
func (w *exactParts) arriving(column []float64, j int) []float64 {
	part := make([]float64, w.width())
	w.addArriving(part, column, j)
	return part
}

// fusedFeatures returns the fused features u of the node.
func (w *exactParts) fusedFeatures() []float64 {
	u := make([]float64, 0, 3*w.width())
	for _, b := range w.branches {
		sum := make([]float64, w.width())
		for j := range w.fork.Graph().N {
			w.addArriving(sum, b.column, j)
		}
		u = append(u, sum...)
	}
	if w.selfOffset >= 0 {
		u = append(u, w.signal(w.node)...)
	}
	return u
}

// setHead sets slope and bias at the fused features u.
func (w *exactParts) setHead(u []float64) {
	outWeight := w.fork.Weight("head.weight")
	w.bias = slices.Clone(w.fork.Weight("head.bias").Data)
	w.slope = linalg.NewDense(w.fork.Graph().Classes, len(u))
	if w.cfg.Head == "linear" { // the slope is the transposed weight
		for p := range u {
			for class, v := range outWeight.Row(p) {
				w.slope.Row(class)[p] = v
			}
		}
		return
	}
	hiddenWeight, hiddenBias := w.fork.Weight("project.0.weight"), w.fork.Weight("project.0.bias").Data
	// With v = W₁ᵀu the slope is Σ_k W₁[p,k] s_k W₂[k,class] for each class and p, and the
	// bias is b₂ + Σ_k a(b_k) W₂[k,·].
	v := make([]float64, len(hiddenBias))
	for p, x := range u {
		linalg.Axpy(x, hiddenWeight.Row(p), v)
	}
	for k, b := range hiddenBias {
		s := w.secant(b, v[k])
		linalg.Axpy(w.activation(b), outWeight.Row(k), w.bias)
		for class, out := range outWeight.Row(k) {
			row := w.slope.Row(class)
			for p := range u {
				row[p] += float64(s * out * hiddenWeight.Row(p)[k])
			}
		}
	}
}

// activation returns the activation of the settings at x: ReLU or ELU.
func (w *exactParts) activation(x float64) float64 {
	switch {
	case x > 0:
		return x
	case w.cfg.Activation == "relu":
		return 0
	}
	return linalg.Exp(x) - 1
}

// activationSlope returns the derivative of the activation at x.
func (w *exactParts) activationSlope(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case w.cfg.Activation == "relu":
		return 0
	}
	return linalg.Exp(x)
}

// minSecant is the smallest length of an interval on which rounding leaves a difference
// quotient accurate enough.
const minSecant = 1e-9

// secant returns the mean slope of the activation between b and b + v.
func (w *exactParts) secant(b, v float64) float64 {
	if math.Abs(v) < minSecant {
		return w.activationSlope(b + float64(v/2))
	}
	return (w.activation(b+v) - w.activation(b)) / v
}

// contribution returns the contribution of part to the score, one number per class. part is
// the piece of the fused features that starts at the given offset.
func (w *exactParts) contribution(offset int, part []float64) []float64 {
	out := make([]float64, w.slope.Rows)
	for class := range out {
		out[class] = linalg.Dot(w.slope.Row(class)[offset:offset+len(part)], part)
	}
	return out
}

// appendTerms appends the terms of the node, then of its neighbours in the order of
// their numbers. Of the terms of all other nodes it appends the shownSources largest, and
// the sums of the rest, one per branch.
func (w *exactParts) appendTerms(x *Parts) {
	g := w.fork.Graph()
	if w.selfOffset >= 0 {
		own := w.contribution(w.selfOffset, w.signal(w.node))
		x.Terms = append(x.Terms, Term{Neighbour: w.node, Edge: -1, Through: ThroughSelf, Contribution: own})
	}
	x.Terms = append(x.Terms, w.termsFrom(w.node, -1)...)
	edges := neighbours(g, w.node)
	var distant []Term
	for j := range g.N {
		e, isNeighbour := edges[j]
		if isNeighbour {
			x.Terms = append(x.Terms, w.termsFrom(j, e)...)
		} else if j != w.node {
			distant = append(distant, w.termsFrom(j, -1)...)
		}
	}
	x.Terms = append(x.Terms, largestTerms(distant, shownSources)...)
}

// termsFrom returns the terms of source j, one per branch. edge is the value of
// Term.Edge.
func (w *exactParts) termsFrom(j, edge int) (terms []Term) {
	for _, b := range w.branches {
		contribution := w.contribution(b.offset, w.arriving(b.column, j))
		terms = append(terms, Term{Neighbour: j, Edge: edge, Through: b.through, Contribution: contribution})
	}
	return terms
}

// appendWays appends the message of each neighbour, in the order of their numbers.
func (w *exactParts) appendWays(x *Parts) {
	d := w.d
	edges := neighbours(w.fork.Graph(), w.node)
	for j := range w.fork.Graph().N {
		e, isNeighbour := edges[j]
		if !isNeighbour {
			continue
		}
		// Side 0 of an edge is its end with the smaller number.
		sideOfJ, sideOfNode := 0, 1
		if j > w.node {
			sideOfJ, sideOfNode = 1, 0
		}
		way := Way{
			Node: j, Edge: e, X: w.channelMeans(w.signal(j)),
			Rji: slices.Clone(w.eval.Hat.Map(e, sideOfJ)), Rij: slices.Clone(w.eval.Hat.Map(e, sideOfNode)),
			OnEdge: make([]float64, d), Back: make([]float64, d),
		}
		for p := range d {
			way.OnEdge[p] = linalg.Dot(way.Rji[p*d:(p+1)*d], way.X)
		}
		for p := range d {
			linalg.Axpy(way.OnEdge[p], way.Rij[p*d:(p+1)*d], way.Back)
		}
		way.Arrives = make([]float64, d) // stays 0 in a model without diffusion
		if len(w.eval.Diffused) > 0 {
			diffusionBranch := w.branches[0]
			way.Arrives = w.channelMeans(w.arriving(diffusionBranch.column, j))
		}
		x.Ways = append(x.Ways, way)
	}
}

// channelMeans returns the means over the channels of the features (d×c) of a node.
func (w *exactParts) channelMeans(features []float64) []float64 {
	means := make([]float64, w.d)
	for k := range means {
		for _, v := range features[k*w.c : (k+1)*w.c] {
			means[k] += v / float64(w.c)
		}
	}
	return means
}
