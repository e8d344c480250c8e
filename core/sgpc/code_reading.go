package sgpc

// This file builds the network of the reading "code", the computation of the authors'
// published program.

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

// Constants of the authors' program. No setting changes them.
const (
	codeFloor     = 1e-3 // lower bound of the scalar plans P0 and P⋆
	codeShareP0   = 0.7  // share of P0 in the mix w of P0 and P⋆
	codeDegree    = 1e-8 // lower bound of the degrees in the normalisation before the mixing
	codeGap       = 1.0  // lower bound of λ₂ in the spectral term
	codeGapShift  = 1e-6 // number added to the bounded λ₂ in the spectral term
	codeRateFloor = 1e-5 // lower bound of the learning rate of the plateau rule
)

// CodeInput returns the constant that the authors' program adds to every feature.
func CodeInput(g *graph.Graph) float64 {
	switch codeName(g) {
	case "cora", "citeseer":
		return -0.1
	}
	return 0
}

// codeGate returns the initial logit of both gates of the fusion, as in the authors' program.
func codeGate(g *graph.Graph) float64 {
	if codeName(g) == "chameleon" {
		return -8
	}
	return -4
}

// codeName returns the name of the graph, or of the original of an edited graph, in lower
// case.
func codeName(g *graph.Graph) string {
	return strings.TrimSuffix(strings.ToLower(g.Name), ", edited")
}

// codeEntries returns the directed entries of the edge list, without self-loops. In the
// authors' program a self-loop adds nothing to the Laplacian, but counts in the mean of the
// KL divergences.
func codeEntries(g *graph.Graph) *pacbayes.Entries {
	m := len(g.Edges)
	entries := &pacbayes.Entries{Forward: make([]bool, m), Backward: make([]bool, m)}
	for e := range g.Edges {
		direction := g.Direction(e)
		entries.Forward[e] = direction&graph.Forward != 0
		entries.Backward[e] = direction&graph.Backward != 0
	}
	return entries
}

// buildCode builds the network of the reading "code". Each stage is a segment: the
// operations on the tape since the last closeSegment. The network computes, from
// h = sigmoid(LayerNorm((X + s)·W_in + b)) with the number s of [CodeInput],
//
//	weight of an entry (row, col): mean(R²),  R = w·h_row W           (scalarOp)
//	L = Σ of the entries,  x = (I + Δt·L)^{-1} h                       (diffuseOp)
//	y = Σ α_q T_q(I + D^{-1/2} L D^{-1/2}) h                           (degreeOp)
//	ŷ = softmax(head(dropout(h + σ(a)·x + σ(b)·y)))                    (gateOp)
//
// Conjugate gradients without a preconditioner solve for x. The backward pass computes
// the gradient of the exact solution. Weight decay applies to all parameters, as in the
// program.
func (n *net) buildCode(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	// shareStage returns true if the evaluation shares a stage with the training network.
	// Otherwise the stage is built here. The arguments of closeSegment are the stage, the number
	// of inner operations, and a function that describes one (nil: the name of the stage).
	if !n.shareStage(r, stage.Features) {
		n.buildCodeEncoder(r, b)
	}
	h := n.encoded
	n.closeSegment(stage.Features, 1, nil)
	if !n.shareStage(r, stage.Sinkhorn) {
		n.hidden = autodiff.MatMulSparse(t, h, b.Param("lift.weight", c.Channels, c.Channels, train.Glorot, train.Decayed))
		n.raw = sheaf.New(g.N, 1, g.Edges)
		n.scalar = newScalarOp(t, n.hidden, n.raw, codeEntries(g), c.Epsilon0)
		n.maps = n.scalar.out
	}
	n.closeSegment(stage.Sinkhorn, 1, func(*Run, int) string { return "scalar plans" })
	// scalarOp has computed stages 3 and 4, too: their segments have no operations.
	n.closeSegment(stage.JKO, 1, func(*Run, int) string { return "scalar JKO step" })
	rawMaps := n.maps // buildLaplacian replaces n.maps by the maps of the operator
	n.closeSegment(stage.Maps, 1, nil)
	n.buildLaplacian(r, t)
	// The results of the two branches. A shared branch stays nil: the evaluation then shares
	// the fusion, too.
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

// buildCodeDiffusion adds the diffusion and returns x, or nil if the setting svr is "off".
func (n *net) buildCodeDiffusion(r *Run, b *train.Builder) *autodiff.Var {
	if r.cfg.SVR == "off" {
		return nil
	}
	return n.solve(r, b, n.encoded, 0, train.Decayed) // layer 0 is the only layer
}

// buildCodeMixing adds the frequency mixing and returns y, or nil if the setting afm_weights
// is "off". maps are the maps of n.raw.
func (n *net) buildCodeMixing(r *Run, b *train.Builder, maps *autodiff.Var) *autodiff.Var {
	t, c := b.Tape, r.cfg
	if c.AFMWeights == "off" {
		return nil
	}
	degree := newDegreeOp(t, maps, n.raw)
	gamma := b.Param("afm.gamma0", 1, c.Q+1, gammaStart(c), train.Decayed)
	mixing := newFilterOp(t, r.solvers, degree.hat, degree.lap, n.encoded, degree.out, gamma, c)
	mixing.f.Mirror = true // T_q(I + L̂) in place of T_q(I − L̂)
	n.filter = append(n.filter, mixing)
	return mixing.out
}

// buildCodeClasses adds the fusion of the branches, dropout and the head. Dropout follows
// the fusion, so that the evaluation can share the fusion with the training network.
func (n *net) buildCodeClasses(r *Run, b *train.Builder, x, y *autodiff.Var) {
	t, c, fit := b.Tape, r.cfg, r.fit
	// n.rows would restrict stage 8 in every epoch. In this reading only the warm-up is
	// restricted: net.schedule selects lossRows or all rows for each epoch. A nil lossRows
	// stands for all rows in every epoch.
	n.lossRows, n.rows = n.rows, nil
	var fused *autodiff.Var
	canShare := !n.tape.Training && fit != nil // in a fork, fit is nil: there is no training network
	if canShare && c.SharedUntil() >= stage.Mixing {
		n.shareOp(fit, fit.fusion)
		n.fusion, fused = fit.fusion, t.Const(fit.fusion.out.Value)
	} else {
		n.fusion = newGateOp(t, n.encoded, x, y, b.Param("gates", 1, 2, train.Filled(codeGate(r.Graph)), train.Decayed))
		fused = n.fusion.out
	}
	// Narrow makes the variables created in it restrictable to lossRows. Share takes the
	// memory of their values from a pool.
	t.Narrow(n.lossRows, func() {
		t.Share(func() {
			if n.lossRows != nil { // TakeRows copies, so that dropout may overwrite the copy
				fused = autodiff.DropoutInPlace(t, autodiff.TakeRows(t, fused, n.lossRows), n.lossRows, c.Dropout, "dropout/fused")
			} else {
				fused = autodiff.Dropout(t, fused, c.Dropout, "dropout/fused")
			}
			n.logits = n.codeHead(r, b, fused)
		})
		n.prob = autodiff.SoftmaxRows(t, n.logits)
	})
}

// buildCodeEncoder adds the encoder sigmoid(LayerNorm((X + s)·W_in + b)), n×c, for the
// number s of [CodeInput].
func (n *net) buildCodeEncoder(r *Run, b *train.Builder) {
	t, c, g := b.Tape, r.cfg, r.Graph
	w := b.Param("encoder.weight", g.X.Cols, c.Channels, train.FanIn, train.Decayed)
	h := train.SparseInput(b, w, c.InputDropout)
	s := CodeInput(g)
	if s != 0 {
		h = shiftInput(t, h, w, s)
	}
	h = autodiff.AddBiasInPlace(t, h, b.Param("encoder.bias", 1, c.Channels, train.Within(1/math.Sqrt(float64(g.X.Cols))), train.Decayed))
	h = autodiff.LayerNormInPlace(t, h, b.Param("encoder.gain", 1, c.Channels, train.Ones, train.Decayed),
		b.Param("encoder.shift", 1, c.Channels, train.Zeros, train.Decayed))
	n.encoded = autodiff.SigmoidInPlace(t, h)
}

// shiftInput adds the row s·1ᵀW to every row of xw = X·W. The result is (X + s)·W. The
// matrix X + s would be dense, and is not stored.
func shiftInput(t *autodiff.Tape, xw, w *autodiff.Var, s float64) *autodiff.Var {
	shift := linalg.NewDense(1, w.Value.Rows)
	for k := range shift.Data {
		shift.Data[k] = s
	}
	return autodiff.AddBias(t, xw, autodiff.MatMul(t, t.Const(shift), w))
}

// codeHead adds the head and returns the logits for the fused features. The setting head
// selects two layers of attention (gat), one linear layer (linear) or two linear layers
// (mlp). Dropout follows the first of two layers.
func (n *net) codeHead(r *Run, b *train.Builder, fused *autodiff.Var) *autodiff.Var {
	t, c, classes := b.Tape, r.cfg, r.Graph.Classes
	switch c.Head {
	case "gat": // the program's head on citation graphs
		// Attention covers a node itself and its neighbours. With the setting directed, the
		// neighbours are only those with an edge to the node.
		arcs := train.Arcs{Directed: c.Directed != 0}
		heads, featuresPerHead := settings.CodeHeads, settings.CodeHeads
		w0 := b.Param("head.gat0.weight", fused.Value.Cols, heads*featuresPerHead, train.Glorot, train.Decayed)
		scores0 := autodiff.MatMul(t, fused, w0)
		attended := autodiff.ELU(t, train.MultiHeadAttentionOver(b, scores0, "head.gat0", heads, c.Dropout, arcs))
		attended = autodiff.Dropout(t, attended, c.Dropout, "dropout/head")
		w1 := b.Param("head.gat1.weight", attended.Value.Cols, classes, train.Glorot, train.Decayed)
		scores1 := autodiff.MatMul(t, attended, w1)
		return train.MultiHeadAttentionOver(b, scores1, "head.gat1", 1, c.Dropout, arcs)
	case "linear":
		return codeLinear(b, fused, "head", classes)
	}
	hidden := autodiff.ReLUInPlace(t, codeLinear(b, fused, "head.0", c.Hidden))
	hidden = autodiff.DropoutOf(t, hidden, n.lossRows, c.Dropout, "dropout/head")
	return codeLinear(b, hidden, "head", classes)
}

// codeLinear adds a linear layer whose weight and bias are initially drawn from the uniform
// distribution on (−1/√k, 1/√k) for k inputs, as in the authors' program.
func codeLinear(b *train.Builder, x *autodiff.Var, name string, cols int) *autodiff.Var {
	inputs := x.Value.Cols
	w := b.Param(name+".weight", inputs, cols, train.FanIn, train.Decayed)
	return autodiff.AddBiasInPlace(b.Tape, autodiff.MatMul(b.Tape, x, w),
		b.Param(name+".bias", 1, cols, train.Within(1/math.Sqrt(float64(inputs))), train.Decayed))
}
