package train

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// attentionSlope is the default slope of LeakyReLU for negative scores (Veličković et al., 2018, section 3.3).
const attentionSlope = 0.2

// Attention is a graph attention layer with one head over the graph with self-loops, without activation.
// It maps n×k to n×k with h = x·W and, over j = i and the neighbours of i,
//
//	out_i = Σ_j α_ij h_j + b,  α_ij = softmax_j LeakyReLU(a·h_i + a'·h_j)
//
// Source: Veličković et al., "Graph attention networks", 2018, equations 1 to 4.
func Attention(b *Builder, x *autodiff.Var, name string) *autodiff.Var {
	w := b.Param(name+".weight", x.Value.Cols, x.Value.Cols, Glorot, true)
	return MultiHeadAttention(b, autodiff.MatMul(b.Tape, x, w), name, 1, 0)
}

// MultiHeadAttention returns the attention of several heads over transformed features h (n×heads·f, head by head), without activation.
// The outputs of the heads are concatenated; drop is the dropout rate of the coefficients α.
func MultiHeadAttention(b *Builder, h *autodiff.Var, name string, heads int, drop float64) *autodiff.Var {
	return MultiHeadAttentionOver(b, h, name, heads, drop, Arcs{})
}

// MultiHeadAttentionOver is [MultiHeadAttention] over given arcs.
func MultiHeadAttentionOver(b *Builder, h *autodiff.Var, name string, heads int, drop float64, over Arcs) *autodiff.Var {
	out, _ := AttentionWithCoefficients(b, h, name, heads, drop, over)
	return autodiff.AddBias(b.Tape, out, b.Param(name+".bias", 1, h.Value.Cols, Zeros, true))
}

// Attentions are the coefficients α of the last forward pass, before dropout.
// Alpha[p·heads+t] is that of head t for the arc from Src[p] into node i, where Ptr[i] ≤ p < Ptr[i+1].
// Sum is the weighted sum, before the bias.
type Attentions struct {
	Ptr, Src []int32
	Alpha    []float64
	Sum      *autodiff.Var
}

// Arcs are the arcs of a layer of attention and the slope of its scores.
// Alone omits self-loops, and Directed uses the directions of the graph's file.
// Slope is the slope of LeakyReLU for negative scores, 0 for that of the paper.
type Arcs struct {
	Alone, Directed bool
	Slope           float64
}

// AttentionWithCoefficients is [MultiHeadAttentionOver] without the bias; it also returns the coefficients.
func AttentionWithCoefficients(b *Builder, h *autodiff.Var, name string, heads int, drop float64, over Arcs) (*autodiff.Var, Attentions) {
	cols := h.Value.Cols
	if cols%heads != 0 {
		panic("train: the width of an attention layer must be a multiple of its heads")
	}
	far := b.Param(name+".neighbour", heads, cols/heads, Glorot, true)
	own := b.Param(name+".self", heads, cols/heads, Glorot, true)
	return newAttendOp(b, h, own, far, name, heads, drop, over).add()
}

// AttentionV2WithCoefficients is [AttentionWithCoefficients] with other scores, which depend on all features of both ends:
//
//	α_ij = softmax_j a·LeakyReLU(right_i + h_j)
//
// h are features of the senders and right those of the receivers, both n×heads·f.
// Source: Brody, Alon and Yahav, "How attentive are graph attention networks?", 2022, equation 7.
func AttentionV2WithCoefficients(b *Builder, h, right *autodiff.Var, name string, heads int, drop float64,
	over Arcs) (*autodiff.Var, Attentions) {
	a := b.Param(name+".attention", heads, h.Value.Cols/heads, Glorot, true)
	o := newAttendOp(b, h, a, a, name, heads, drop, over)
	o.right = right
	return o.add()
}

// add appends the operation to its tape.
func (o *attendOp) add() (*autodiff.Var, Attentions) {
	o.tape.Add(o)
	return o.out, Attentions{o.ptr, o.src, o.alpha, o.out}
}

// attendOp is the multi-head attention over the arcs src[p] → i, where ptr[i] ≤ p < ptr[i+1].
// The coefficient of head t is at p·heads+t.
type attendOp struct {
	tape        *autodiff.Tape
	name        string
	heads, f    int
	drop        float64
	ptr, src    []int32
	h, own, far *autodiff.Var
	right       *autodiff.Var // features of the receivers in GATv2, else nil; own is then the vector a
	out         *autodiff.Var
	alpha       []float64 // after softmax, before dropout
	keep        []float64 // dropout factor 0 or 1/(1−p); nil without dropout
	so, sf      []float64 // scores a·h_i and a'·h_j, n×heads
	gs, gf, da  []float64 // their gradients; gradient of the coefficients of one node
	source      rng.Stream
	slope       float64
}

// newAttendOp allocates the operation; own and far are the attention vectors of receiver and sender.
func newAttendOp(b *Builder, h, own, far *autodiff.Var, name string, heads int, drop float64, over Arcs) *attendOp {
	o := &attendOp{tape: b.Tape, name: "dropout/" + name, heads: heads, f: h.Value.Cols / heads, drop: drop, h: h, own: own, far: far,
		slope: cmp.Or(over.Slope, attentionSlope)}
	o.ptr, o.src = over.Of(b.Graph)
	n, arcsN := b.Graph.N, len(o.src)
	grad := h.Grad != nil || own.Grad != nil
	o.out = b.Tape.NewVar(n, h.Value.Cols, grad)
	o.alpha = make([]float64, arcsN*heads)
	o.so, o.sf = make([]float64, n*heads), make([]float64, n*heads)
	if grad {
		o.gs, o.gf = make([]float64, n*heads), make([]float64, n*heads)
		widest := int32(0)
		for i := range n {
			widest = max(widest, o.ptr[i+1]-o.ptr[i])
		}
		o.da = make([]float64, int(widest)*heads)
		if drop > 0 {
			o.keep = make([]float64, arcsN*heads)
		}
	}
	return o
}

// Of returns the sources of the arcs into every node, ascending: src[p] for ptr[i] ≤ p < ptr[i+1].
func (over Arcs) Of(g *graph.Graph) (ptr, src []int32) {
	if over.Alone || over.Directed && g.Directions != nil {
		return over.filtered(g)
	}
	a := g.Adjacency()
	ptr = make([]int32, g.N+1)
	src = make([]int32, 0, len(a.Nbr)+g.N)
	for i := range g.N {
		done := false
		for _, j := range a.Neighbors(i) {
			if !done && int(j) > i {
				src, done = append(src, int32(i)), true
			}
			src = append(src, j)
		}
		if !done {
			src = append(src, int32(i))
		}
		ptr[i+1] = int32(len(src))
	}
	return ptr, src
}

// filtered is Of with Alone or Directed.
func (over Arcs) filtered(g *graph.Graph) (ptr, src []int32) {
	var list []linalg.Triplet
	put := func(to, from int32, yes bool) {
		if yes {
			list = append(list, linalg.Triplet{Row: int(to), Col: int(from), Val: 1})
		}
	}
	for k, e := range g.Edges {
		d := g.Direction(k)
		put(e.J, e.I, !over.Directed || d&graph.Forward != 0)
		put(e.I, e.J, !over.Directed || d&graph.Backward != 0)
	}
	for i := range int32(g.N) {
		put(i, i, !over.Alone)
	}
	m := linalg.NewCSR(g.N, g.N, list)
	return m.Ptr, m.Col
}

func (o *attendOp) Name() string { return "attention" }

// Forward computes the scores of the nodes, then coefficients and weighted sums node by node.
func (o *attendOp) Forward() {
	h, heads, f := o.h.Value, o.heads, o.f
	for i := range h.Rows {
		for t := range heads {
			if o.right != nil {
				break
			}
			row := h.Data[(i*heads+t)*f : (i*heads+t+1)*f]
			o.so[i*heads+t] = dot(row, o.own.Value.Row(t))
			o.sf[i*heads+t] = dot(row, o.far.Value.Row(t))
		}
	}
	dropping := o.keep != nil && o.tape.Training
	if dropping {
		o.source.Reset(o.tape.Seed, o.name, uint64(o.tape.Epoch))
		scale := 1 / (1 - o.drop)
		for k := range o.keep {
			o.keep[k] = scale
			if o.source.Float64() < o.drop {
				o.keep[k] = 0
			}
		}
	}
	clear(o.out.Value.Data)
	for i := range h.Rows {
		o.softmax(i)
		out := o.out.Value.Row(i)
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			from := h.Row(int(o.src[p]))
			for t := range heads {
				c := o.alpha[int(p)*heads+t]
				if dropping {
					c *= o.keep[int(p)*heads+t]
				}
				axpy(c, from[t*f:(t+1)*f], out[t*f:(t+1)*f])
			}
		}
	}
}

// softmax sets the coefficients of the arcs into node i.
func (o *attendOp) softmax(i int) {
	heads := o.heads
	for t := range heads {
		top := 0.0
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			e := 0.0
			if o.right != nil {
				e = o.score(i, int(o.src[p]), t)
			} else {
				e = leaky(o.so[i*heads+t]+o.sf[int(o.src[p])*heads+t], o.slope)
			}
			o.alpha[int(p)*heads+t] = e
			if p == o.ptr[i] || e > top {
				top = e
			}
		}
		sum := 0.0
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			v := linalg.Exp(o.alpha[int(p)*heads+t] - top)
			o.alpha[int(p)*heads+t] = v
			sum += v
		}
		for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
			o.alpha[int(p)*heads+t] /= sum
		}
	}
}

// score returns a·LeakyReLU(right_i + h_j) of head t.
func (o *attendOp) score(i, j, t int) (e float64) {
	own, from := o.right.Value.Row(i)[t*o.f:], o.h.Value.Row(j)[t*o.f:]
	for q, a := range o.own.Value.Row(t) {
		e += float64(a * leaky(own[q]+from[q], o.slope))
	}
	return e
}

// scoreGrad adds the gradient of a score, times de.
func (o *attendOp) scoreGrad(i, j, t int, de float64) {
	own, from := o.right.Value.Row(i)[t*o.f:], o.h.Value.Row(j)[t*o.f:]
	for q, a := range o.own.Value.Row(t) {
		x, d := own[q]+from[q], de*a
		if x < 0 {
			d *= o.slope
		}
		if o.own.Grad != nil {
			o.own.Grad.Row(t)[q] += float64(de * leaky(x, o.slope))
		}
		if o.h.Grad != nil {
			o.h.Grad.Row(j)[t*o.f+q] += d
			o.right.Grad.Row(i)[t*o.f+q] += d
		}
	}
}

// leaky is LeakyReLU.
func leaky(x, slope float64) float64 {
	if x < 0 {
		return slope * x
	}
	return x
}

// Backward adds the gradients: of h by the sums, of the coefficients by the softmax, then of the attention vectors by the scores.
func (o *attendOp) Backward() {
	if o.out.Grad == nil {
		return
	}
	h, heads, f := o.h.Value, o.heads, o.f
	dropping := o.keep != nil && o.tape.Training
	clear(o.gs)
	clear(o.gf)
	for i := range h.Rows {
		g := o.out.Grad.Row(i)
		first := o.ptr[i]
		for p := first; p < o.ptr[i+1]; p++ {
			j := int(o.src[p])
			from := h.Row(j)
			for t := range heads {
				k := int(p)*heads + t
				v := dot(g[t*f:(t+1)*f], from[t*f:(t+1)*f])
				c := o.alpha[k]
				if dropping {
					v *= o.keep[k]
					c *= o.keep[k]
				}
				o.da[int(p-first)*heads+t] = v
				if o.h.Grad != nil && c != 0 {
					axpy(c, g[t*f:(t+1)*f], o.h.Grad.Data[(j*heads+t)*f:(j*heads+t+1)*f])
				}
			}
		}
		for t := range heads {
			mean := 0.0
			for p := first; p < o.ptr[i+1]; p++ {
				mean += o.alpha[int(p)*heads+t] * o.da[int(p-first)*heads+t]
			}
			for p := first; p < o.ptr[i+1]; p++ {
				j := int(o.src[p])
				de := o.alpha[int(p)*heads+t] * (o.da[int(p-first)*heads+t] - mean)
				if o.right != nil {
					o.scoreGrad(i, j, t, de)
					continue
				}
				if o.so[i*heads+t]+o.sf[j*heads+t] < 0 {
					de *= o.slope
				}
				o.gs[i*heads+t] += de
				o.gf[j*heads+t] += de
			}
		}
	}
	for i := range h.Rows {
		for t := range heads {
			if o.right != nil {
				break
			}
			at := (i*heads + t) * f
			row := h.Data[at : at+f]
			a, b := o.gs[i*heads+t], o.gf[i*heads+t]
			if o.own.Grad != nil {
				axpy(a, row, o.own.Grad.Row(t))
				axpy(b, row, o.far.Grad.Row(t))
			}
			if o.h.Grad != nil {
				axpy(a, o.own.Value.Row(t), o.h.Grad.Data[at:at+f])
				axpy(b, o.far.Value.Row(t), o.h.Grad.Data[at:at+f])
			}
		}
	}
}

// dot and axpy are plain loops, since a head has too few features for the call of a kernel to pay.
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
