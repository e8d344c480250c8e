package train

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// attentionSlope is the usual slope of LeakyReLU for negative scores (Veličković et
// al., 2018, section 3.3).
const attentionSlope = 0.2

// Attention is one graph attention layer with a single head over the graph
// with self-loops (Veličković et al., "Graph attention networks", 2018,
// equations 1 to 4), without activation: it maps n×k to n×k by h = x·W,
//
//	out_i = Σ_j α_ij h_j + b,  α_ij = softmax_j LeakyReLU(a·h_i + a'·h_j)
//
// over j = i and the neighbours of i.
func Attention(b *Builder, x *autodiff.Var, name string) *autodiff.Var {
	w := b.Param(name+".weight", x.Value.Cols, x.Value.Cols, Glorot, true)
	return Attend(b, autodiff.MatMul(b.Tape, x, w), name, 1, 0)
}

// Attend is the attention of several heads over transformed features h
// (n×heads·f, head by head), without activation; the heads stay side by side.
// drop is the dropout rate of the coefficients α.
func Attend(b *Builder, h *autodiff.Var, name string, heads int, drop float64) *autodiff.Var {
	return AttendOver(b, h, name, heads, drop, Arcs{})
}

// AttendOver is Attend over the arcs of a setting.
func AttendOver(b *Builder, h *autodiff.Var, name string, heads int, drop float64, over Arcs) *autodiff.Var {
	out, _ := AttendSeen(b, h, name, heads, drop, over)
	return autodiff.AddBias(b.Tape, out, b.Param(name+".bias", 1, h.Value.Cols, Zeros, true))
}

// Attentions are the coefficients α of the last forward pass, before dropout: head t
// of the arc from Src[p] into node i at p·heads+t, for Ptr[i] ≤ p < Ptr[i+1]. Sum is
// what they add up, before the bias.
type Attentions struct {
	Ptr, Src []int32
	Alpha    []float64
	Sum      *autodiff.Var
}

// Arcs say over which arcs a layer of attention goes, and how: Alone leaves a node itself out, Directed takes the directions of
// the file. Slope is that of LeakyReLU for negative scores, 0 for that of the paper.
type Arcs struct {
	Alone, Directed bool
	Slope           float64
}

// AttendSeen is Attend with its coefficients, over the arcs of a setting, without the bias.
func AttendSeen(b *Builder, h *autodiff.Var, name string, heads int, drop float64, over Arcs) (*autodiff.Var, Attentions) {
	cols := h.Value.Cols
	if cols%heads != 0 {
		panic("train: the width of an attention layer must be a multiple of its heads")
	}
	far := b.Param(name+".neighbour", heads, cols/heads, Glorot, true)
	own := b.Param(name+".self", heads, cols/heads, Glorot, true)
	return newAttendOp(b, h, own, far, name, heads, drop, over).add()
}

// AttendV2Seen is AttendSeen with the scores of Brody, Alon and Yahav, "How attentive are graph attention networks?", 2022, equation 7:
// h are features of the senders, right those of the receivers, both n×heads·f, and
//
//	α_ij = softmax_j a·LeakyReLU(right_i + h_j)
func AttendV2Seen(b *Builder, h, right *autodiff.Var, name string, heads int, drop float64, over Arcs) (*autodiff.Var, Attentions) {
	a := b.Param(name+".attention", heads, h.Value.Cols/heads, Glorot, true)
	o := newAttendOp(b, h, a, a, name, heads, drop, over)
	o.right = right
	return o.add()
}

func (o *attendOp) add() (*autodiff.Var, Attentions) {
	o.tape.Add(o)
	return o.out, Attentions{o.ptr, o.src, o.alpha, o.out}
}

// attendOp is the multi-head attention over the graph with self-loops. The
// arcs into node i are ptr[i] ≤ p < ptr[i+1], from src[p]; coefficient of head
// t at p·heads+t.
type attendOp struct {
	tape        *autodiff.Tape
	name        string
	heads, f    int
	drop        float64
	ptr, src    []int32
	h, own, far *autodiff.Var
	right       *autodiff.Var // of the receivers, in GATv2; own is then its vector a
	out         *autodiff.Var
	alpha       []float64 // after softmax, before dropout
	keep        []float64 // dropout factor 0 or 1/(1−p); nil without dropout
	so, sf      []float64 // scores a·h_i and a'·h_j, n×heads
	gs, gf, da  []float64 // their gradients; gradient of the coefficients of one node
	source      rng.Stream
	slope       float64
}

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

// Of lists for every node itself and its neighbours, ascending, or those of them that send to it: Src[p] for Ptr[i] ≤ p < Ptr[i+1].
func (over Arcs) Of(g *graph.Graph) (ptr, src []int32) {
	if over.Alone || over.Directed && g.Directions != nil {
		return over.some(g)
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

// some is Of without each node itself, or with the nodes that send to it alone.
func (over Arcs) some(g *graph.Graph) (ptr, src []int32) {
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

// score is a·LeakyReLU(right_i + h_j) with head t.
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

func leaky(x, slope float64) float64 {
	if x < 0 {
		return slope * x
	}
	return x
}

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

// dot and axpy work on the few features of one head, where a call of a kernel
// would cost more than the loop.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	s := 0.0
	for k, v := range x {
		s += float64(v * y[k])
	}
	return s
}

func axpy(a float64, x, y []float64) {
	y = y[:len(x)]
	for k, v := range x {
		y[k] += float64(a * v)
	}
}
