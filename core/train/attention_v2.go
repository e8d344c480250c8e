package train

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// AttendV2Seen is the attention of Brody, Alon and Yahav, "How attentive are graph attention networks?", 2022, equation 7, over
// transformed features of the senders (left) and of the receivers (right), both n×heads·f:
//
//	out_i = Σ_j α_ij left_j,  α_ij = softmax_j a·LeakyReLU(right_i + left_j)
//
// without bias and activation, and its coefficients.
func AttendV2Seen(b *Builder, left, right *autodiff.Var, name string, heads int, drop float64,
	over Arcs) (*autodiff.Var, Attentions) {
	o := &attendV2{left: left, right: right, heads: heads, f: left.Cols() / heads, drop: drop, name: "dropout/" + name,
		slope: cmp.Or(over.Slope, attentionSlope), tape: b.Tape, a: b.Param(name+".attention", heads, left.Cols()/heads, Glorot, true)}
	o.ptr, o.src = arcs(b.Graph, over)
	o.alpha = make([]float64, len(o.src)*heads)
	o.out = b.Tape.Result(left.Rows(), left.Cols(), left, right, o.a)
	if o.out.Grad != nil {
		o.keep, o.da = make([]float64, len(o.alpha)), make([]float64, len(o.alpha))
	}
	autodiff.CustomOp(b.Tape, "attention of GATv2", o.out, o.forward, o.backward)
	return o.out, Attentions{o.ptr, o.src, o.alpha, o.out}
}

// attendV2 is that attention; the arcs are those of attendOp.
type attendV2 struct {
	tape                *autodiff.Tape
	name                string
	heads, f            int
	drop, slope         float64
	ptr, src            []int32
	left, right, a, out *autodiff.Var
	alpha               []float64 // after softmax, before dropout
	keep, da            []float64 // dropout factor; gradient of the coefficients
	source              rng.Source
}

// at returns the place of the features of node i with head t.
func (o *attendV2) at(i int32, t int) (lo, hi int) {
	lo = (int(i)*o.heads + t) * o.f
	return lo, lo + o.f
}

// thins reports whether coefficients drop out in this pass.
func (o *attendV2) thins() bool { return o.keep != nil && o.tape.Training && o.drop > 0 }

func (o *attendV2) forward() {
	if o.thins() {
		o.source.Reset(o.tape.Seed, o.name, uint64(o.tape.Epoch))
		for k := range o.keep {
			o.keep[k] = 1 / (1 - o.drop)
			if o.source.Float64() < o.drop {
				o.keep[k] = 0
			}
		}
	}
	clear(o.out.Value.Data)
	for i := range int32(len(o.ptr) - 1) {
		for t := range o.heads {
			o.softmax(i, t)
			lo, hi := o.at(i, t)
			for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
				c := o.alpha[int(p)*o.heads+t]
				if o.thins() {
					c *= o.keep[int(p)*o.heads+t]
				}
				from, to := o.at(o.src[p], t)
				axpy(c, o.left.Value.Data[from:to], o.out.Value.Data[lo:hi])
			}
		}
	}
}

// softmax sets the coefficients of the arcs into node i with head t.
func (o *attendV2) softmax(i int32, t int) {
	lo, hi := o.at(i, t)
	own, a := o.right.Value.Data[lo:hi], o.a.Value.Row(t)
	top := 0.0
	for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
		from, to := o.at(o.src[p], t)
		e := 0.0
		for q, v := range o.left.Value.Data[from:to] {
			e += float64(a[q] * leaky(own[q]+v, o.slope))
		}
		if o.alpha[int(p)*o.heads+t] = e; p == o.ptr[i] || e > top {
			top = e
		}
	}
	sum := 0.0
	for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
		v := linalg.Exp(o.alpha[int(p)*o.heads+t] - top)
		o.alpha[int(p)*o.heads+t] = v
		sum += v
	}
	for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
		o.alpha[int(p)*o.heads+t] /= sum
	}
}

func (o *attendV2) backward() {
	for i := range int32(len(o.ptr) - 1) {
		for t := range o.heads {
			o.backwardOf(i, t)
		}
	}
}

// backwardOf adds the gradients of the arcs into node i with head t.
func (o *attendV2) backwardOf(i int32, t int) {
	lo, hi := o.at(i, t)
	g, own, a := o.out.Grad.Data[lo:hi], o.right.Value.Data[lo:hi], o.a.Value.Row(t)
	mean := 0.0
	for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
		k := int(p)*o.heads + t
		from, to := o.at(o.src[p], t)
		v, c := dot(g, o.left.Value.Data[from:to]), o.alpha[k]
		if o.thins() {
			v, c = v*o.keep[k], c*o.keep[k]
		}
		if o.da[k] = v; o.left.Grad != nil {
			axpy(c, g, o.left.Grad.Data[from:to])
		}
		mean += o.alpha[k] * v
	}
	for p := o.ptr[i]; p < o.ptr[i+1]; p++ {
		k := int(p)*o.heads + t
		from, to := o.at(o.src[p], t)
		de := o.alpha[k] * (o.da[k] - mean)
		for q, v := range o.left.Value.Data[from:to] {
			x, d := own[q]+v, de*a[q]
			if x < 0 {
				d *= o.slope
			}
			if o.a.Grad != nil {
				o.a.Grad.Row(t)[q] += float64(de * leaky(x, o.slope))
			}
			if o.left.Grad != nil {
				o.left.Grad.Data[from+q] += d
			}
			if o.right.Grad != nil {
				o.right.Grad.Data[lo+q] += d
			}
		}
	}
}
