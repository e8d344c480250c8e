package sgpc

// This file assembles the network of the reading "code".

import (
	"math"
	"strings"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// Constants of the program of the authors that are no settings.
const (
	codeFloor     = 1e-3 // lower clamp of the scalar plans
	codeShareP0   = 0.7  // share of P0 in the edge weight
	codeDegree    = 1e-8 // least degree in the normalisation of the mixing
	codeGap       = 1.0  // least λ₂ in the spectral term
	codeGapShift  = 1e-6 // added to λ₂ in the spectral term
	codeRateFloor = 1e-5 // least learning rate of the plateau rule
)

// CodeInput returns the constant that the program of the authors adds to every
// feature: −0.1 on Cora and Citeseer, else 0.
func CodeInput(g *graph.Graph) float64 {
	switch codeName(g) {
	case "cora", "citeseer":
		return -0.1
	}
	return 0
}

// codeGate returns the initial logit of both gates: −8 on Chameleon, else −4.
func codeGate(g *graph.Graph) float64 {
	if codeName(g) == "chameleon" {
		return -8
	}
	return -4
}

// codeName returns the lower-case name of the graph. An edited graph has the name
// of its original.
func codeName(g *graph.Graph) string {
	return strings.TrimSuffix(strings.ToLower(g.Name), ", edited")
}

// codeEntries returns the directed entries of the graph. Self-loops are left out:
// they would add nothing to the Laplacian, but would count in the mean of the KL
// divergences.
func codeEntries(g *graph.Graph) *pacbayes.Entries {
	m := len(g.Edges)
	entries := &pacbayes.Entries{Forward: make([]bool, m), Backward: make([]bool, m)}
	for e := range g.Edges {
		direction := g.Direction(e)
		entries.Forward[e], entries.Backward[e] = direction&graph.Forward != 0, direction&graph.Backward != 0
	}
	return entries
}

// buildCode builds the network of the reading "code", the computation of the
// authors' published program. With h = sigmoid(LayerNorm(X·W_in + b)),
//
//	weight of an entry (row, col): mean(R²),  R = w·h_row W           (scalarOp)
//	x = (I + Δt·L)^{-1} h by plain conjugate gradients, L Σ of the entries
//	y = Σ α_q T_q(I + D^{-1/2} L D^{-1/2}) h                           (degreeOp)
//	ŷ = softmax(head(dropout(h + σ(a)·x + σ(b)·y)))                    (gateOp)
//
// The gradient of x is the gradient of the exact solve. Weight decay applies to all
// parameters, as in the program.
func (n *net) buildCode(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	if !n.shareStage(r, stage.Features) {
		n.buildCodeEncoder(r, b)
	}
	h := n.encoded
	n.closeSegment(stage.Features, 1, nil)
	if !n.shareStage(r, stage.Sinkhorn) {
		n.hidden = autodiff.MatMulSparse(t, h, b.Param("lift.weight", c.Channels, c.Channels, train.Glorot, true))
		n.raw = sheaf.New(g.N, 1, g.Edges)
		n.scalar = newScalarOp(t, n.hidden, n.raw, codeEntries(g), c.Epsilon0)
		n.maps = n.scalar.out
	}
	n.closeSegment(stage.Sinkhorn, 1, func(*Run, int) string { return "scalar plans" })
	n.closeSegment(stage.JKO, 1, func(*Run, int) string { return "scalar JKO step" })
	rawMaps := n.maps
	n.closeSegment(stage.Maps, 1, nil)
	n.buildLaplacian(r, t)
	// The two branches; the mixing has its own normalisation of the same maps.
	var x, y *autodiff.Var
	if !n.shareStage(r, stage.Diffusion) {
		x = n.buildCodeDiffusion(r, b)
	}
	n.closeSegment(stage.Diffusion, 1, cgName)
	if !n.shareStage(r, stage.Mixing) {
		y = n.buildCodeMixing(r, b, rawMaps)
	}
	n.closeSegment(stage.Mixing, 1, nil)
	n.buildCodeClasses(r, b, x, y)
	n.closeSegment(stage.Classes, 1, nil)
}

// buildCodeDiffusion adds the diffusion and returns x, or nil if the branch is off.
func (n *net) buildCodeDiffusion(r *Run, b *train.Builder) *autodiff.Var {
	if r.cfg.SVR == "off" {
		return nil
	}
	return n.solve(r, b, n.encoded, 0, true)
}

// buildCodeMixing adds the frequency mixing and returns y, or nil if the branch is
// off.
func (n *net) buildCodeMixing(r *Run, b *train.Builder, maps *autodiff.Var) *autodiff.Var {
	t, c := b.Tape, r.cfg
	if c.AFMWeights == "off" {
		return nil
	}
	degree := newDegreeOp(t, maps, n.raw)
	gamma := b.Param("afm.gamma0", 1, c.Q+1, gammaStart(c), true)
	mixing := newFilterOp(t, r.solvers, degree.hat, degree.lap, n.encoded, degree.out, gamma, c)
	mixing.f.Mirror = true // T_q(I + L̂) in place of T_q(I − L̂)
	n.filter = append(n.filter, mixing)
	return mixing.out
}

// buildCodeClasses adds the fusion of the branches, dropout and the head. The
// fusion has no dropout, so that the evaluation can share it.
func (n *net) buildCodeClasses(r *Run, b *train.Builder, x, y *autodiff.Var) {
	t, c, from := b.Tape, r.cfg, r.fit
	n.lossRows, n.rows = n.rows, nil // the rows are restricted during the warm-up only
	var fused *autodiff.Var
	if !n.tape.Training && from != nil && c.SharedUntil() >= stage.Mixing {
		n.shareOp(from, from.fusion)
		n.fusion, fused = from.fusion, t.Const(from.fusion.out.Value)
	} else {
		n.fusion = newGateOp(t, n.encoded, x, y, b.Param("gates", 1, 2, train.Filled(codeGate(r.Graph)), true))
		fused = n.fusion.out
	}
	t.Narrow(n.lossRows, func() {
		t.Share(func() {
			if n.lossRows != nil {
				fused = autodiff.DropoutInPlace(t, autodiff.TakeRows(t, fused, n.lossRows), n.lossRows, c.Dropout, "dropout/fused")
			} else {
				fused = autodiff.Dropout(t, fused, c.Dropout, "dropout/fused")
			}
			n.logits = n.codeHead(r, b, fused)
		})
		n.prob = autodiff.SoftmaxRows(t, n.logits)
	})
}

// buildCodeEncoder adds the encoder sigmoid(LayerNorm((X + s)·W_in + b)) with s
// from CodeInput.
func (n *net) buildCodeEncoder(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	w := b.Param("encoder.weight", g.X.Cols, c.Channels, train.FanIn, true)
	h := train.SparseInput(b, w, c.InputDropout)
	if s := CodeInput(g); s != 0 {
		h = shiftInput(t, h, w, s)
	}
	h = autodiff.AddBiasInPlace(t, h, b.Param("encoder.bias", 1, c.Channels, train.Within(1/math.Sqrt(float64(g.X.Cols))), true))
	h = autodiff.LayerNormInPlace(t, h, b.Param("encoder.gain", 1, c.Channels, train.Ones, true),
		b.Param("encoder.shift", 1, c.Channels, train.Zeros, true))
	n.encoded = autodiff.SigmoidInPlace(t, h)
}

// shiftInput adds s·1ᵀW to every row of x: X·W becomes (X + s)·W without a dense
// X + s.
func shiftInput(t *autodiff.Tape, x, w *autodiff.Var, s float64) *autodiff.Var {
	ones := linalg.NewDense(1, w.Value.Rows)
	for k := range ones.Data {
		ones.Data[k] = s
	}
	return autodiff.AddBias(t, x, autodiff.MatMul(t, t.Const(ones), w))
}

// codeHead adds the head, from the fused features x to the logits. It has two linear
// layers, for head=linear one. For head=gat (citation graphs) it has two layers of
// graph attention with dropout of the coefficients. Attention covers the node and
// its neighbours; with the setting "directed", only the neighbours with an edge to
// the node.
func (n *net) codeHead(r *Run, b *train.Builder, x *autodiff.Var) *autodiff.Var {
	t, c, classes := b.Tape, r.cfg, r.Graph.Classes
	if c.Head == "gat" {
		first := autodiff.MatMul(t, x, b.Param("head.gat0.weight", x.Value.Cols, settings.CodeHeads*settings.CodeHeads, train.Glorot, true))
		arcs := train.Arcs{Directed: c.Directed != 0}
		x = autodiff.ELU(t, train.MultiHeadAttentionOver(b, first, "head.gat0", settings.CodeHeads, c.Dropout, arcs))
		x = autodiff.Dropout(t, x, c.Dropout, "dropout/head")
		last := autodiff.MatMul(t, x, b.Param("head.gat1.weight", x.Value.Cols, classes, train.Glorot, true))
		return train.MultiHeadAttentionOver(b, last, "head.gat1", 1, c.Dropout, arcs)
	}
	if c.Head != "linear" {
		x = autodiff.ReLUInPlace(t, codeLinear(b, x, "head.0", c.Hidden))
		x = autodiff.DropoutOf(t, x, n.lossRows, c.Dropout, "dropout/head")
	}
	return codeLinear(b, x, "head", classes)
}

// codeLinear adds a linear layer like train.Builder.Linear. Its initialisation is that
// of the program: weight and bias are drawn from U(−1/√k, 1/√k) with k inputs.
func codeLinear(b *train.Builder, x *autodiff.Var, name string, cols int) *autodiff.Var {
	inputs := x.Value.Cols
	w := b.Param(name+".weight", inputs, cols, train.FanIn, true)
	return autodiff.AddBiasInPlace(b.Tape, autodiff.MatMul(b.Tape, x, w),
		b.Param(name+".bias", 1, cols, train.Within(1/math.Sqrt(float64(inputs))), true))
}
