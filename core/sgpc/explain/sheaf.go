package explain

import (
	"math"
	"slices"

	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/settings"
)

// solveTol is the relative residual of the solve behind an explanation.
const solveTol = 1e-13

// isExact reports whether the score is a function of the fused features of one
// node, which are linear in the signal. A diffusion that stops at its iteration
// limit is not linear.
func isExact(cfg *settings.Config, n *sgpc.Evaluation) bool {
	return cfg.Model == "sgpc" && cfg.Reading == "paper" && cfg.Layers == 1 && cfg.Head != "gat" &&
		(len(n.Diffused) == 0 || n.Diffused[0].Solver.Converged())
}

// exactParts is the state of splitExactly.
type exactParts struct {
	fork *sgpc.Fork
	cfg  *settings.Config
	n    *sgpc.Evaluation
	node int
	d, c int
	h    []float64 // the signal, n×(d·c)
	// slope is C×(parts·d·c): ∫₀¹ ∂z/∂u(t·u) dt at the fused features u of the
	// node.
	slope *linalg.Dense
	// diffuse and mix are the block columns of the two operators at the node,
	// (n·d)×d, nil for a branch that is off. atDiffuse, atMix and atSelf are the
	// offsets in u of the three parts, −1 for a missing part.
	diffuse, mix             []float64
	atDiffuse, atMix, atSelf int
	bias                     []float64
}

// splitExactly appends to x the exact terms of the score, from a fork and its
// evaluation n. The fused features of equation 11 are u = [X_i ‖ F_i ‖ h_i] with
// X_i = Σ_j [(I + Δt·L̂)^{-1}]_ij h_j and F_i = Σ_j [Σ_q α_q T_q(I − L̂)]_ij h_j.
// The integrated gradients of the head z = W₂ᵀ a(W₁ᵀu + b₁) + b₂ from u = 0 are
//
//	z − z(0) = Σ_p u_p Σ_k W₁[p,k] s_k W₂[k,·],  s_k = (a(b_k + v_k) − a(b_k))/v_k,  v = W₁ᵀu,
//
// which is linear in every h_j, since u is.
func splitExactly(f *sgpc.Fork, cfg *settings.Config, n *sgpc.Evaluation, x *Parts) {
	x.Exact = true
	width := n.Encoded.Cols
	w := &exactParts{fork: f, cfg: cfg, n: n, node: x.Node, d: cfg.D, c: width / cfg.D, h: n.Encoded.Data,
		atDiffuse: -1, atMix: -1, atSelf: -1}
	w.solveColumns()
	u := w.fusedFeatures()
	w.setHead(u)
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughBias, Contribution: w.bias})
	w.appendTerms(x)
	w.appendWays(x)
	w.appendWords(x)
}

// solveColumns computes the block columns of both operators at the node. They are
// the transposed block rows, as L̂ is symmetric.
func (w *exactParts) solveColumns() {
	n, d, at := w.n, w.d, 0
	e := make([]float64, n.Lap.Dim()*d)
	for k := range d {
		e[(w.node*d+k)*d+k] = 1
	}
	if len(n.Diffused) > 0 {
		w.diffuse = diffusion.NewCG(n.Lap, d, solveTol, settings.MaxCG).Solve(n.Diffused[0].Dt, e)
		w.atDiffuse, at = at, at+d*w.c
	}
	if len(n.Mixed) > 0 {
		f := diffusion.NewFilter(new(diffusion.Workspace), func(k int) []float64 { return make([]float64, k) }, n.Hat, n.Lap, d, w.cfg.Q,
			w.cfg.AFMWeights == "signed")
		w.mix = f.Forward(n.Mixed[0].Gamma, e)
		w.atMix, at = at, at+d*w.c
	}
	if w.cfg.Residual || at == 0 {
		w.atSelf = at
	}
}

// signal returns the signal of node j, d×c.
func (w *exactParts) signal(j int) []float64 { return w.h[j*w.d*w.c : (j+1)*w.d*w.c] }

// addArriving adds to dst (d×c) the contribution of node j through a block column.
func (w *exactParts) addArriving(dst, column []float64, j int) {
	d, h := w.d, w.signal(j)
	for l := range d {
		for k := range d {
			linalg.Axpy(column[(j*d+l)*d+k], h[l*w.c:(l+1)*w.c], dst[k*w.c:(k+1)*w.c])
		}
	}
}

// fusedFeatures returns u.
func (w *exactParts) fusedFeatures() []float64 {
	width := w.d * w.c
	u := make([]float64, 0, 3*width)
	for _, column := range [][]float64{w.diffuse, w.mix} {
		if column == nil {
			continue
		}
		part := make([]float64, width)
		for j := range w.fork.Graph().N {
			w.addArriving(part, column, j)
		}
		u = append(u, part...)
	}
	if w.atSelf >= 0 {
		u = append(u, w.signal(w.node)...)
	}
	return u
}

// setHead sets slope and bias at u.
func (w *exactParts) setHead(u []float64) {
	classes := w.fork.Graph().Classes
	w2 := w.fork.Weight("head.weight")
	w.bias = slices.Clone(w.fork.Weight("head.bias").Data)
	w.slope = linalg.NewDense(classes, len(u))
	if w.cfg.Head == "linear" {
		for p := range u {
			for c, v := range w2.Row(p) {
				w.slope.Row(c)[p] = v
			}
		}
		return
	}
	w1, b1 := w.fork.Weight("project.0.weight"), w.fork.Weight("project.0.bias").Data
	v := make([]float64, len(b1))
	for p, q := range u {
		linalg.Axpy(q, w1.Row(p), v)
	}
	for k, b := range b1 {
		s := w.secant(b, v[k])
		linalg.Axpy(w.unit(b), w2.Row(k), w.bias)
		for c, q := range w2.Row(k) {
			row := w.slope.Row(c)
			for p := range u {
				row[p] += s * q * w1.Row(p)[k]
			}
		}
	}
}

// unit returns the activation of the settings at x.
func (w *exactParts) unit(x float64) float64 {
	switch {
	case x > 0:
		return x
	case w.cfg.Activation == "relu":
		return 0
	}
	return linalg.Exp(x) - 1
}

// unitSlope returns the derivative of unit at x.
func (w *exactParts) unitSlope(x float64) float64 {
	switch {
	case x > 0:
		return 1
	case w.cfg.Activation == "relu":
		return 0
	}
	return linalg.Exp(x)
}

// secant returns the mean slope of the activation between b and b + v.
func (w *exactParts) secant(b, v float64) float64 {
	if math.Abs(v) < 1e-9 {
		return w.unitSlope(b + v/2)
	}
	return (w.unit(b+v) - w.unit(b)) / v
}

// contribution returns the contribution to the score, by class, of the part of u at
// offset at.
func (w *exactParts) contribution(at int, part []float64) []float64 {
	out := make([]float64, w.slope.Rows)
	for c := range out {
		out[c] = linalg.Dot(w.slope.Row(c)[at:at+len(part)], part)
	}
	return out
}

// appendTerms appends the terms of the node, of its neighbours in order, and of all
// other nodes.
func (w *exactParts) appendTerms(x *Parts) {
	g := w.fork.Graph()
	from := func(j, edge int) (out []Term) {
		for _, q := range []struct {
			column  []float64
			at      int
			through string
		}{{w.diffuse, w.atDiffuse, ThroughDiffusion}, {w.mix, w.atMix, ThroughMixing}} {
			if q.column != nil {
				part := make([]float64, w.d*w.c)
				w.addArriving(part, q.column, j)
				out = append(out, Term{Neighbour: j, Edge: edge, Through: q.through, Contribution: w.contribution(q.at, part)})
			}
		}
		return out
	}
	if w.atSelf >= 0 {
		x.Terms = append(x.Terms, Term{Neighbour: w.node, Edge: -1, Through: ThroughSelf, Contribution: w.contribution(w.atSelf,
			w.signal(w.node))})
	}
	x.Terms = append(x.Terms, from(w.node, -1)...)
	edges := neighbours(g, w.node)
	var far []Term
	for j := range g.N {
		if e, near := edges[j]; near {
			x.Terms = append(x.Terms, from(j, e)...)
		} else if j != w.node {
			far = append(far, from(j, -1)...)
		}
	}
	x.Terms = append(x.Terms, largestTerms(far, shownSources)...)
}

// appendWays appends the message of each neighbour.
func (w *exactParts) appendWays(x *Parts) {
	d := w.d
	edges := neighbours(w.fork.Graph(), w.node)
	for j := range w.fork.Graph().N {
		e, near := edges[j]
		if !near {
			continue
		}
		there, here := 0, 1 // sides of the edge
		if j > w.node {
			there, here = 1, 0
		}
		way := Way{Node: j, Edge: e, X: w.means(w.signal(j)), Rji: slices.Clone(w.n.Hat.Map(e, there)), Rij: slices.Clone(w.n.Hat.Map(e,
			here)),
			OnEdge: make([]float64, d), Back: make([]float64, d)}
		for p := range d {
			way.OnEdge[p] = linalg.Dot(way.Rji[p*d:(p+1)*d], way.X)
		}
		for p := range d {
			linalg.Axpy(way.OnEdge[p], way.Rij[p*d:(p+1)*d], way.Back)
		}
		part := make([]float64, d*w.c)
		if w.diffuse != nil {
			w.addArriving(part, w.diffuse, j)
		}
		way.Arrives = w.means(part)
		x.Ways = append(x.Ways, way)
	}
}

// means returns the means over the channels.
func (w *exactParts) means(part []float64) []float64 {
	out := make([]float64, w.d)
	for k := range out {
		for _, v := range part[k*w.c : (k+1)*w.c] {
			out[k] += v / float64(w.c)
		}
	}
	return out
}
