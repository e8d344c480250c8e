package explain

import (
	"math"
	"slices"
	"sort"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// wordSteps is the number of quadrature points of appendWords.
const wordSteps = 512

// appendWords attributes the node's own terms to its features, by integrated
// gradients of the encoder a(γ∘LN(xW + b) + β) from x = 0. The later stages enter
// by the constant slope of the exact attribution.
func (w *exactParts) appendWords(x *Parts) {
	d := w.d
	size := d * w.c
	// own is C×(d·c): the derivative of the score with respect to the node's
	// signal.
	own := linalg.NewDense(w.slope.Rows, size)
	for cl := range own.Rows {
		row := own.Row(cl)
		for _, q := range []struct {
			column []float64
			at     int
		}{{w.diffuse, w.atDiffuse}, {w.mix, w.atMix}} {
			if q.column == nil {
				continue
			}
			for l := range d {
				for k := range d {
					linalg.Axpy(q.column[(w.node*d+l)*d+k], w.slope.Row(cl)[q.at+k*w.c:q.at+(k+1)*w.c], row[l*w.c:(l+1)*w.c])
				}
			}
		}
		if w.atSelf >= 0 {
			linalg.Axpy(1, w.slope.Row(cl)[w.atSelf:w.atSelf+size], row)
		}
	}
	z := w.encoderOf(w.node, size)
	from := z.at(0)
	mean := linalg.NewDense(own.Rows, size) // mean over the path of the derivative with respect to xW
	for k := range wordSteps {
		z.at(pathPoint(k, wordSteps))
		for cl := range own.Rows {
			z.back(own.Row(cl), mean.Row(cl), 1.0/wordSteps)
		}
	}
	by := func(m *linalg.Dense, v []float64) []float64 {
		out := make([]float64, m.Rows)
		for cl := range out {
			out[cl] = linalg.Dot(m.Row(cl), v)
		}
		return out
	}
	rest := by(own, w.signal(w.node))
	add := func(feature int, value float64, part []float64) {
		linalg.Axpy(-1, part, rest)
		x.Words = append(x.Words, Word{Feature: feature, Value: value, Contribution: part})
	}
	add(-1, 0, by(own, from))
	weight := w.fork.Weight("encoder.weight")
	for k, f := range z.features {
		part := by(mean, weight.Row(f))
		linalg.Scal(z.values[k], part)
		add(f, z.values[k], part)
	}
	appendRest(x, rest)
}

// appendRest keeps the largest words, with the first one (Feature −1) in place, and
// appends rest plus the sum of the others as Feature −2.
func appendRest(x *Parts, rest []float64) {
	if len(x.Words) > shownWords {
		own := x.Words[1:]
		sort.SliceStable(own, func(i, j int) bool { return span(own[i].Contribution) > span(own[j].Contribution) })
		for _, w := range x.Words[shownWords:] {
			linalg.Axpy(1, w.Contribution, rest)
		}
		x.Words = x.Words[:shownWords]
	}
	x.Words = append(x.Words, Word{Feature: -2, Value: 0, Contribution: rest})
}

// nodeEncoder is the encoder at one node as a function of t, for t times the
// features of the node.
type nodeEncoder struct {
	w                 *exactParts
	features          []int
	values            []float64
	start, step       []float64 // xW + b is start at t = 0 and start + step at t = 1
	gain, shift       []float64 // nil without LayerNorm
	norm, pre, out, g []float64
	scale             float64 // 1/σ
}

func (w *exactParts) encoderOf(node, size int) *nodeEncoder {
	x := w.fork.Graph().X
	if w.cfg.Features == "row" {
		x = train.RowNormalized(x)
	}
	z := &nodeEncoder{w: w, start: slices.Clone(w.fork.Weight("encoder.bias").Data), step: make([]float64, size)}
	for _, v := range []*[]float64{&z.norm, &z.pre, &z.out, &z.g} {
		*v = make([]float64, size)
	}
	if w.cfg.Norm == "layer" {
		z.gain, z.shift = w.fork.Weight("encoder.gain").Data, w.fork.Weight("encoder.shift").Data
	}
	weight := w.fork.Weight("encoder.weight")
	for k := x.Ptr[node]; k < x.Ptr[node+1]; k++ {
		if v := x.Val[k]; v != 0 {
			z.features, z.values = append(z.features, int(x.Col[k])), append(z.values, v)
			linalg.Axpy(v, weight.Row(int(x.Col[k])), z.step)
		}
	}
	if w.cfg.Structure != "off" {
		a, own := train.AdjacencyRows(w.fork.Graph(), w.cfg.Structure == "normalized"), w.fork.Weight("encoder.structure")
		for k := a.Ptr[node]; k < a.Ptr[node+1]; k++ {
			linalg.Axpy(a.Val[k], own.Row(int(a.Col[k])), z.start)
		}
	}
	return z
}

// at returns the output of the encoder at t.
func (z *nodeEncoder) at(t float64) []float64 {
	size := float64(len(z.pre))
	copy(z.pre, z.start)
	linalg.Axpy(t, z.step, z.pre)
	if z.gain != nil {
		mean, square := 0.0, 0.0
		for _, v := range z.pre {
			mean += v / size
		}
		for _, v := range z.pre {
			square += (v - mean) * (v - mean) / size
		}
		z.scale = 1 / math.Sqrt(square+autodiff.LayerNormEps)
		for k, v := range z.pre {
			z.norm[k] = (v - mean) * z.scale
			z.pre[k] = z.gain[k]*z.norm[k] + z.shift[k]
		}
	}
	for k, v := range z.pre {
		z.out[k] = z.w.unit(v)
	}
	return slices.Clone(z.out)
}

// back adds to dst scale times the gradient of ⟨own, out⟩ with respect to xW, at
// the t of the last call of at.
func (z *nodeEncoder) back(own, dst []float64, scale float64) {
	g := z.g
	for k, v := range z.pre {
		g[k] = own[k] * z.w.unitSlope(v)
	}
	if z.gain == nil {
		linalg.Axpy(scale, g, dst)
		return
	}
	size := float64(len(g))
	mean, along := 0.0, 0.0
	for k := range g {
		g[k] *= z.gain[k]
		mean += g[k] / size
		along += g[k] * z.norm[k] / size
	}
	for k := range g {
		dst[k] += scale * z.scale * (g[k] - mean - along*z.norm[k])
	}
}
