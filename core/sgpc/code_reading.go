package sgpc

import (
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

// Constants of the authors' program; the others are settings (CodeSettings).
const (
	codeFloor     = 1e-3 // clamp of the scalar plans
	codeMixP0     = 0.7  // share of P0 in the edge weight
	codeDegree    = 1e-8 // least degree in the normalisation of the mixing
	codeGap       = 1.0  // least λ₂ in the spectral term
	codeGapShift  = 1e-6
	codeRateFloor = 1e-5
)

// CodeInput is what the program adds to every feature: it goes by the name of
// the graph.
func CodeInput(g *graph.Graph) float64 {
	switch codeName(g) {
	case "cora", "citeseer":
		return -0.1
	}
	return 0
}

// codeGate is the start of the gates' logits, by the name of the graph.
func codeGate(g *graph.Graph) float64 {
	if codeName(g) == "chameleon" {
		return -8
	}
	return -4
}

func codeName(g *graph.Graph) string {
	return strings.TrimSuffix(strings.ToLower(g.Name), ", edited")
}

// codeEntries are the directed entries of the graph. Those that join a node to
// itself are not among its edges: they would add nothing to the Laplacian, but
// would count in the mean of the KL divergences.
func codeEntries(g *graph.Graph) *pacbayes.Entries {
	m := len(g.Edges)
	d := &pacbayes.Entries{Forward: make([]bool, m), Backward: make([]bool, m)}
	for e := range g.Edges {
		dir := g.Direction(e)
		d.Forward[e], d.Backward[e] = dir&graph.Forward != 0, dir&graph.Backward != 0
	}
	return d
}

// buildCode is the reading "code": what the authors' published program computes.
// With h = sigmoid(LayerNorm(X·W_in + b)),
//
//	weight of an entry (row, col): mean(R²),  R = w·h_row W           (scalarOp)
//	x = (I + Δt·L)^{-1} h by plain conjugate gradients, L Σ of the entries
//	y = Σ α_q T_q(I + D^{-1/2} L D^{-1/2}) h                           (degreeOp)
//	ŷ = softmax(head(dropout(h + σ(a)·x + σ(b)·y)))                    (gateOp)
//
// The gradient of x is that of the exact solve. Weight decay takes all
// parameters, as in the program.
func (n *net) buildCode(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	if !n.takes(r, stage.Features) {
		n.buildCodeEncoder(r, b)
	}
	h := n.encoded
	n.mark(stage.Features, 1, nil)
	if !n.takes(r, stage.Sinkhorn) {
		n.hidden = autodiff.MatMulSparse(t, h, b.Param("lift.weight", c.Channels, c.Channels, train.Glorot, true))
		n.raw = sheaf.New(g.N, 1, g.Edges)
		n.scalar = newScalarOp(t, n.hidden, n.raw, codeEntries(g), c.Epsilon0)
		n.maps = n.scalar.out
	}
	n.mark(stage.Sinkhorn, 1, func(*Run, int) string { return "scalar plans" })
	n.mark(stage.JKO, 1, func(*Run, int) string { return "scalar JKO step" })
	rawMaps := n.maps
	n.mark(stage.Maps, 1, nil)
	n.buildLaplacian(r, t)
	var x, y *autodiff.Var
	if !n.takes(r, stage.Diffusion) {
		x = n.buildCodeDiffusion(r, b)
	}
	n.mark(stage.Diffusion, 1, cgName)
	if !n.takes(r, stage.Mixing) {
		y = n.buildCodeMixing(r, b, rawMaps)
	}
	n.mark(stage.Mixing, 1, nil)
	n.buildCodeClasses(r, b, x, y)
	n.mark(stage.Classes, 1, nil)
}

// buildCodeDiffusion returns nil where the branch is off.
func (n *net) buildCodeDiffusion(r *Run, b *train.Builder) *autodiff.Var {
	if r.cfg.SVR == "off" {
		return nil
	}
	return n.solve(r, b, n.encoded, 0, true)
}

// buildCodeMixing returns nil where the branch is off.
func (n *net) buildCodeMixing(r *Run, b *train.Builder, maps *autodiff.Var) *autodiff.Var {
	t, c := b.Tape, r.cfg
	if c.AFMWeights == "off" {
		return nil
	}
	d := newDegreeOp(t, maps, n.raw)
	mix := newFilterOp(t, r.solvers, d.hat, d.lap, n.encoded, d.out, b.Param("afm.gamma0", 1, c.Q+1, gammaStart(c), true), c)
	mix.f.Mirror = true
	n.filter = append(n.filter, mix)
	return mix.out
}

// buildCodeClasses is the fusion of the branches, in which nothing drops out yet, dropout and the head.
func (n *net) buildCodeClasses(r *Run, b *train.Builder, x, y *autodiff.Var) {
	t, c, from := b.Tape, r.cfg, r.fit
	n.early, n.rows = n.rows, nil
	var fused *autodiff.Var
	if !n.tape.Training && from != nil && c.SharedUntil() >= stage.Mixing {
		n.takesOp(from, from.fusion)
		n.fusion, fused = from.fusion, t.Const(from.fusion.out.Value)
	} else {
		n.fusion = newGateOp(t, n.encoded, x, y, b.Param("gates", 1, 2, train.Filled(codeGate(r.Graph)), true))
		fused = n.fusion.out
	}
	t.Narrow(n.early, func() {
		t.Share(func() {
			if n.early != nil {
				fused = autodiff.DropoutInPlace(t, autodiff.TakeRows(t, fused, n.early), n.early, c.Dropout, "dropout/fused")
			} else {
				fused = autodiff.Dropout(t, fused, c.Dropout, "dropout/fused")
			}
			n.logits = n.codeHead(r, b, fused)
		})
		n.prob = autodiff.SoftmaxRows(t, n.logits)
	})
}

// buildCodeEncoder is sigmoid(LayerNorm((X + s)·W_in + b)), s of CodeInput.
func (n *net) buildCodeEncoder(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	w := b.Param("encoder.weight", g.X.Cols, c.Channels, train.FanIn, true)
	h := train.SparseInput(b, w, c.InputDropout)
	if s := CodeInput(g); s != 0 {
		h = shiftInput(t, h, w, s)
	}
	h = autodiff.AddBiasInPlace(t, h, b.Param("encoder.bias", 1, c.Channels, train.Within(1/sqrt(float64(g.X.Cols))), true))
	h = autodiff.LayerNormInPlace(t, h, b.Param("encoder.gain", 1, c.Channels, train.Ones, true),
		b.Param("encoder.shift", 1, c.Channels, train.Zeros, true))
	n.encoded = autodiff.SigmoidInPlace(t, h)
}

// shiftInput adds s·1ᵀW to every row of x, so that x = X·W becomes (X + s)·W.
func shiftInput(t *autodiff.Tape, x, w *autodiff.Var, s float64) *autodiff.Var {
	ones := linalg.NewDense(1, w.Value.Rows)
	for k := range ones.Data {
		ones.Data[k] = s
	}
	return autodiff.AddBias(t, x, autodiff.MatMul(t, t.Const(ones), w))
}

// codeHead maps the fused features to logits: two linear layers, or for
// citation graphs two layers of graph attention (over the node itself and its neighbours, with the setting "directed" those that
// send to it), with dropout of their coefficients.
func (n *net) codeHead(r *Run, b *train.Builder, x *autodiff.Var) *autodiff.Var {
	t, c, classes := b.Tape, r.cfg, r.Graph.Classes
	if c.Head == "gat" {
		first := autodiff.MatMul(t, x, b.Param("head.gat0.weight", x.Value.Cols, settings.CodeHeads*settings.CodeHeads, train.Glorot, true))
		over := train.Arcs{Directed: c.Directed != 0}
		x = autodiff.ELU(t, train.MultiHeadAttentionOver(b, first, "head.gat0", settings.CodeHeads, c.Dropout, over))
		x = autodiff.Dropout(t, x, c.Dropout, "dropout/head")
		last := autodiff.MatMul(t, x, b.Param("head.gat1.weight", x.Value.Cols, classes, train.Glorot, true))
		return train.MultiHeadAttentionOver(b, last, "head.gat1", 1, c.Dropout, over)
	}
	if c.Head != "linear" {
		x = autodiff.ReLUInPlace(t, codeLinear(b, x, "head.0", c.Hidden))
		x = autodiff.DropoutOf(t, x, n.early, c.Dropout, "dropout/head")
	}
	return codeLinear(b, x, "head", classes)
}

// codeLinear is train.Builder.Linear with the program's start: weight and bias
// from U(−1/√k, 1/√k) with k inputs.
func codeLinear(b *train.Builder, x *autodiff.Var, name string, cols int) *autodiff.Var {
	k := x.Value.Cols
	w := b.Param(name+".weight", k, cols, train.FanIn, true)
	return autodiff.AddBiasInPlace(b.Tape, autodiff.MatMul(b.Tape, x, w),
		b.Param(name+".bias", 1, cols, train.Within(1/sqrt(float64(k))), true))
}
