package train

// This file has graph attention (GAT and GATv2), as an operation of package autodiff. Networks of core/peer and core/sgpc use it.

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// attentionSlope is the default slope of LeakyReLU for negative scores (Veličković et al., 2018, section 3.3).
const attentionSlope = 0.2

// Attention returns the output, n×k, of a graph attention layer for the features x, n×k. The layer has one head, self-loops and no
// activation. W, the bias vector c and the vectors a and a' are parameters. With h = x·W the row of node i is a sum over j = i and the
// neighbours j of i:
//
//	out_i = Σ_j α_ij h_j + c,  α_ij = softmax_j LeakyReLU(a·h_i + a'·h_j)
//
// Source: Veličković et al., "Graph attention networks", 2018, equations 1 to 4.
func Attention(b *Builder, x *autodiff.Var, name string) *autodiff.Var {
	w := b.Param(name+".weight", x.Value.Cols, x.Value.Cols, Glorot, Decayed)
	return MultiHeadAttention(b, autodiff.MatMul(b.Tape, x, w), name, 1, 0) // one head, no dropout
}

// MultiHeadAttention returns the concatenated outputs plus a bias, n×(heads·f), of several heads of [Attention]. h has the transformed
// features, n×(heads·f): head t uses the columns t·f … (t+1)·f−1. The coefficients α have dropout with the rate drop.
// MultiHeadAttention panics unless heads divides the number of columns of h.
func MultiHeadAttention(b *Builder, h *autodiff.Var, name string, heads int, drop float64) *autodiff.Var {
	return MultiHeadAttentionOver(b, h, name, heads, drop, Arcs{}) // Arcs{}: from all neighbours and from the node itself
}

// MultiHeadAttentionOver is [MultiHeadAttention] over the arcs that the argument arcs selects.
func MultiHeadAttentionOver(b *Builder, h *autodiff.Var, name string, heads int, drop float64, arcs Arcs) *autodiff.Var {
	out, _ := AttentionWithCoefficients(b, h, name, heads, drop, arcs)
	return autodiff.AddBias(b.Tape, out, b.Param(name+".bias", 1, h.Value.Cols, Zeros, Decayed))
}

// Attentions are the coefficients α of the last forward pass, before dropout.
// Alpha[p·heads+t] is the coefficient of head t for the arc from Src[p] into node i, where Ptr[i] ≤ p < Ptr[i+1].
// Sum is the output of the layer without the bias, n×(heads·f); in training its coefficients have dropout.
type Attentions struct {
	Ptr, Src []int32
	Alpha    []float64
	Sum      *autodiff.Var
}

// AttentionWithCoefficients is [MultiHeadAttentionOver] without the bias. It also returns the coefficients, which each forward pass sets.
func AttentionWithCoefficients(b *Builder, h *autodiff.Var, name string, heads int, drop float64, arcs Arcs) (*autodiff.Var, Attentions) {
	cols := h.Value.Cols
	if cols%heads != 0 {
		panic("train: the width of an attention layer must be a multiple of its heads")
	}
	far := b.Param(name+".neighbour", heads, cols/heads, Glorot, Decayed)
	own := b.Param(name+".self", heads, cols/heads, Glorot, Decayed)
	return newAttendOp(b, h, own, far, name, heads, drop, arcs).add()
}

// AttentionV2WithCoefficients is [AttentionWithCoefficients] with the scores of GATv2. For each head, with a parameter vector a,
//
//	α_ij = softmax_j a·LeakyReLU(right_i + h_j)
//
// h has the features of the senders j, and right the features of the receivers i; each is n×(heads·f).
// heads must divide the number of columns of h.
// Source: Brody, Alon and Yahav, "How attentive are graph attention networks?", 2022, equation 7.
func AttentionV2WithCoefficients(b *Builder, h, right *autodiff.Var, name string, heads int, drop float64,
	arcs Arcs) (*autodiff.Var, Attentions) {
	a := b.Param(name+".attention", heads, h.Value.Cols/heads, Glorot, Decayed)
	o := newAttendOp(b, h, a, a, name, heads, drop, arcs) // a in place of both vectors of GAT, own and far
	o.right = right
	return o.add()
}

// add appends the operation to its tape, and returns the output and the coefficients.
func (o *attendOp) add() (*autodiff.Var, Attentions) {
	o.tape.Add(o)
	return o.out, Attentions{o.ptr, o.src, o.alpha, o.out}
}

// attendOp is the multi-head attention over the arcs src[p] → i with ptr[i] ≤ p < ptr[i+1].
// The coefficient of head t for arc p has the index p·heads+t.
type attendOp struct {
	tape     *autodiff.Tape
	name     string     // name of the dropout's random stream
	heads, f int        // number of heads, and number of features of a head
	drop     float64    // dropout rate
	slope    float64    // slope of LeakyReLU for negative scores
	ptr, src []int32    // arcs (Arcs.Of)
	source   rng.Stream // random stream of the dropout

	h        *autodiff.Var // features of the senders
	own, far *autodiff.Var // attention vectors a of the receiver and a' of the sender, heads×f
	right    *autodiff.Var // features of the receivers in GATv2, where own and far are both its vector a; nil in GAT
	out      *autodiff.Var // weighted sums, n×(heads·f)

	alpha            []float64 // coefficients after softmax, before dropout
	keep             []float64 // dropout factors 0 or 1/(1−drop) of the coefficients; nil without dropout
	ownScore         []float64 // a·h_i in GAT, n×heads
	farScore         []float64 // a'·h_j in GAT, n×heads
	ownGrad, farGrad []float64 // gradients of ownScore and farScore; 0 in GATv2, which has neither score
	alphaGrad        []float64 // gradients of the coefficients of the present node i: head t, arc p at the index (p−ptr[i])·heads+t
}

// newAttendOp allocates the operation of GAT. For GATv2 the caller sets right.
func newAttendOp(b *Builder, h, own, far *autodiff.Var, name string, heads int, drop float64, arcs Arcs) *attendOp {
	o := &attendOp{tape: b.Tape, name: "dropout/" + name, heads: heads, f: h.Value.Cols / heads, drop: drop, h: h, own: own, far: far,
		slope: cmp.Or(arcs.Slope, attentionSlope)}
	o.ptr, o.src = arcs.Of(b.Graph)
	n, arcCount := b.Graph.N, len(o.src)
	hasGrad := h.Grad != nil || own.Grad != nil
	o.out = b.Tape.NewVar(n, h.Value.Cols, autodiff.Gradient(hasGrad))
	o.alpha = make([]float64, arcCount*heads)
	o.ownScore = make([]float64, n*heads)
	o.farScore = make([]float64, n*heads)
	if hasGrad { // the memory of Backward
		o.ownGrad = make([]float64, n*heads)
		o.farGrad = make([]float64, n*heads)
		maxArcs := int32(0) // largest number of arcs into a node
		for i := range n {
			maxArcs = max(maxArcs, o.ptr[i+1]-o.ptr[i])
		}
		o.alphaGrad = make([]float64, int(maxArcs)*heads)
		if drop > 0 { // only a training tape has dropout, and its parameters have gradients
			o.keep = make([]float64, arcCount*heads)
		}
	}
	return o
}

// Name returns the name of the operation for error messages and profiles.
func (o *attendOp) Name() string { return "attention" }

// Forward computes the coefficients and the weighted sum of each node. In GAT the scores of all nodes come first.
func (o *attendOp) Forward() {
	h, heads, f := o.h.Value, o.heads, o.f
	if o.right == nil {
		o.scoreNodes()
	}
	dropping := o.keep != nil && o.tape.Training // an evaluation with gradients, as on a Path, has no dropout
	if dropping {
		o.drawDropout()
	}
	clear(o.out.Value.Data)
	for i := range h.Rows {
		o.softmax(i)
		out := o.out.Value.Row(i)
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			sender := h.Row(int(o.src[p]))
			for t := range heads {
				coefficient := o.alpha[int(p)*heads+t]
				if dropping {
					coefficient *= o.keep[int(p)*heads+t]
				}
				axpy(coefficient, sender[t*f:(t+1)*f], out[t*f:(t+1)*f])
			}
		}
	}
}

// scoreNodes sets the two scores of every node and head in GAT.
func (o *attendOp) scoreNodes() {
	h, heads, f := o.h.Value, o.heads, o.f
	for i := range h.Rows {
		for t := range heads {
			row := h.Data[(i*heads+t)*f : (i*heads+t+1)*f]
			o.ownScore[i*heads+t] = dot(row, o.own.Value.Row(t))
			o.farScore[i*heads+t] = dot(row, o.far.Value.Row(t))
		}
	}
}

// drawDropout draws the dropout factors of this epoch. A repeated epoch has the same factors.
func (o *attendOp) drawDropout() {
	o.source.Reset(o.tape.Seed, o.name, uint64(o.tape.Epoch))
	scale := 1 / (1 - o.drop)
	for k := range o.keep {
		o.keep[k] = scale
		if o.source.Float64() < o.drop {
			o.keep[k] = 0
		}
	}
}

// softmax sets the coefficients of all heads for the arcs into node i. Their places in alpha hold first the scores, then the exponentials.
func (o *attendOp) softmax(i int) {
	heads := o.heads
	for t := range heads {
		// The largest score is subtracted from all scores, so that no exponential overflows.
		largest := 0.0
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			score := 0.0
			if o.right != nil {
				score = o.scoreV2(i, int(o.src[p]), t)
			} else {
				score = leaky(o.ownScore[i*heads+t]+o.farScore[int(o.src[p])*heads+t], o.slope)
			}
			o.alpha[int(p)*heads+t] = score
			isFirst := p == o.ptr[i] // the first score replaces the initial 0
			if isFirst || score > largest {
				largest = score
			}
		}
		sum := 0.0
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			v := linalg.Exp(o.alpha[int(p)*heads+t] - largest)
			o.alpha[int(p)*heads+t] = v
			sum += v
		}
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			o.alpha[int(p)*heads+t] /= sum
		}
	}
}

// scoreV2 returns the score a·LeakyReLU(right_i + h_j) of head t in GATv2, for the arc from node j to node i.
func (o *attendOp) scoreV2(i, j, t int) (score float64) {
	receiver, sender := o.right.Value.Row(i)[t*o.f:], o.h.Value.Row(j)[t*o.f:]
	for q, a := range o.own.Value.Row(t) {
		score += float64(a * leaky(receiver[q]+sender[q], o.slope)) // float64 forbids a fused multiply-add
	}
	return score
}

// addScoreV2Grad adds the gradients of a, h_j and right_i, the inputs of scoreV2. scoreGrad is the gradient of the score.
func (o *attendOp) addScoreV2Grad(i, j, t int, scoreGrad float64) {
	receiver, sender := o.right.Value.Row(i)[t*o.f:], o.h.Value.Row(j)[t*o.f:]
	for q, a := range o.own.Value.Row(t) {
		x, d := receiver[q]+sender[q], scoreGrad*a // the argument of LeakyReLU; d becomes the gradient of x
		if x < 0 {
			d *= o.slope
		}
		if o.own.Grad != nil {
			o.own.Grad.Row(t)[q] += float64(scoreGrad * leaky(x, o.slope))
		}
		if o.h.Grad != nil { // right has a gradient if h has one
			o.h.Grad.Row(j)[t*o.f+q] += d
			o.right.Grad.Row(i)[t*o.f+q] += d
		}
	}
}

// leaky returns LeakyReLU of x.
func leaky(x, slope float64) float64 {
	if x < 0 {
		return slope * x
	}
	return x
}

// Backward adds the gradients of h, of the attention vectors and, in GATv2, of right.
func (o *attendOp) Backward() {
	if o.out.Grad == nil { // no input has a gradient, as on an evaluation tape
		return
	}
	clear(o.ownGrad)
	clear(o.farGrad)
	for i := range o.h.Value.Rows {
		o.addSumGrads(i)
		o.addSoftmaxGrads(i)
	}
	if o.right == nil {
		o.addNodeScoreGrads()
	}
}

// addSumGrads adds the gradient of h through the weighted sum of node i. It sets alphaGrad to the gradients of the coefficients of node i.
func (o *attendOp) addSumGrads(i int) {
	h, heads, f := o.h.Value, o.heads, o.f
	dropping := o.keep != nil && o.tape.Training
	g := o.out.Grad.Row(i)
	first := o.ptr[i]
	for p := first; p < o.ptr[i+1]; p++ {
		j := int(o.src[p])
		sender := h.Row(j)
		for t := range heads {
			k := int(p)*heads + t // index of the coefficient
			gradient := dot(g[t*f:(t+1)*f], sender[t*f:(t+1)*f])
			coefficient := o.alpha[k]
			if dropping {
				gradient *= o.keep[k]
				coefficient *= o.keep[k]
			}
			o.alphaGrad[int(p-first)*heads+t] = gradient
			if o.h.Grad != nil && coefficient != 0 { // a dropped arc adds nothing
				axpy(coefficient, g[t*f:(t+1)*f], o.h.Grad.Data[(j*heads+t)*f:(j*heads+t+1)*f])
			}
		}
	}
}

// addSoftmaxGrads carries alphaGrad, which addSumGrads has set for node i, back through the softmax. In GAT it adds the gradients to
// ownGrad and farGrad. In GATv2 it adds the gradients of a, h and right.
func (o *attendOp) addSoftmaxGrads(i int) {
	heads, first := o.heads, o.ptr[i]
	for t := range heads {
		mean := 0.0 // mean of the coefficients' gradients, weighted by the coefficients
		for p := first; p < o.ptr[i+1]; p++ {
			mean += float64(o.alpha[int(p)*heads+t] * o.alphaGrad[int(p-first)*heads+t])
		}
		for p := first; p < o.ptr[i+1]; p++ {
			j := int(o.src[p])
			scoreGrad := o.alpha[int(p)*heads+t] * (o.alphaGrad[int(p-first)*heads+t] - mean)
			if o.right != nil {
				o.addScoreV2Grad(i, j, t, scoreGrad)
				continue
			}
			if o.ownScore[i*heads+t]+o.farScore[j*heads+t] < 0 {
				scoreGrad *= o.slope
			}
			o.ownGrad[i*heads+t] += scoreGrad
			o.farGrad[j*heads+t] += scoreGrad
		}
	}
}

// addNodeScoreGrads adds the gradients of the attention vectors and of h through the scores of scoreNodes.
func (o *attendOp) addNodeScoreGrads() {
	h, heads, f := o.h.Value, o.heads, o.f
	for i := range h.Rows {
		for t := range heads {
			start := (i*heads + t) * f // index of the features of head t at node i
			row := h.Data[start : start+f]
			ownGrad, farGrad := o.ownGrad[i*heads+t], o.farGrad[i*heads+t]
			if o.own.Grad != nil { // far then has a gradient, too
				axpy(ownGrad, row, o.own.Grad.Row(t))
				axpy(farGrad, row, o.far.Grad.Row(t))
			}
			if o.h.Grad != nil {
				axpy(ownGrad, o.own.Value.Row(t), o.h.Grad.Data[start:start+f])
				axpy(farGrad, o.far.Value.Row(t), o.h.Grad.Data[start:start+f])
			}
		}
	}
}

// dot returns x·y. dot and axpy are plain loops: for the few features of a head, calling a kernel of package linalg would take longer.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	s := 0.0
	for k, v := range x {
		s += float64(v * y[k])
	}
	return s
}

// axpy sets y to y + a·x.
func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for k, v := range x {
		y[k] += float64(a * v)
	}
}
