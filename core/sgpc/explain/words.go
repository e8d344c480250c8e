package explain

// This file attributes the own terms of a node (terms whose source is the node) to its
// features, for the exact method.

import (
	"math"
	"slices"
	"sort"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// wordSteps is the number of quadrature points of appendWords. It can be large, since a
// point needs the encoder of one node alone. It is even, as pathPoint requires.
const wordSteps = 512

// appendWords attributes the own terms of the node to its features, by integrated gradients
// of the encoder a(γ∘LN(xW + b) + β), where LN is LayerNorm and a is the activation, from
// x = 0 to the features of the node. The own terms are linear in the output of the encoder,
// with the slope of signalSlope.
func (w *exactParts) appendWords(x *Parts) {
	slope := w.signalSlope()
	encoder := w.encoderOf(w.node)
	atZero := encoder.outputAt(0)
	// pathMean is the mean over the path of the derivative of the own terms with respect to xW.
	pathMean := linalg.NewDense(slope.Rows, slope.Cols)
	for k := range wordSteps {
		encoder.outputAt(pathPoint(k, wordSteps))
		for class := range slope.Rows {
			encoder.addGradient(pathMean.Row(class), slope.Row(class), 1.0/wordSteps)
		}
	}
	// rest holds the own terms minus the words so far.
	rest := multiplyRows(slope, w.signal(w.node))
	add := func(feature int, value float64, contribution []float64) {
		linalg.Axpy(-1, contribution, rest)
		x.Words = append(x.Words, Word{Feature: feature, Value: value, Contribution: contribution})
	}
	add(-1, 0, multiplyRows(slope, atZero))
	weight := w.fork.Weight("encoder.weight")
	features := w.fork.Graph().X
	for k, entry := range encoder.entries {
		feature := int(features.Col[entry])
		contribution := multiplyRows(pathMean, weight.Row(feature))
		linalg.Scal(encoder.values[k], contribution)
		add(feature, features.Val[entry], contribution)
	}
	appendRest(x, rest)
}

// signalSlope returns the slope of the score in the signal of the node, C×(d·c), summed over
// all branches and the residual connection.
func (w *exactParts) signalSlope() *linalg.Dense {
	width := w.width()
	out := linalg.NewDense(w.slope.Rows, width)
	for class := range out.Rows {
		row, slope := out.Row(class), w.slope.Row(class)
		for _, b := range w.branches {
			w.addBranchSlope(row, slope[b.offset:b.offset+width], b.column)
		}
		if w.selfOffset >= 0 {
			linalg.Axpy(1, slope[w.selfOffset:w.selfOffset+width], row)
		}
	}
	return out
}

// addBranchSlope adds to dst (d×c) the slope of a class in the signal of the node,
// through one branch. slope (d×c) is the slope of the class in the result of the branch,
// and column is the block column of the branch, with the indices of addArriving.
func (w *exactParts) addBranchSlope(dst, slope, column []float64) {
	d, c := w.d, w.c
	for l := range d {
		for k := range d {
			linalg.Axpy(column[(w.node*d+l)*d+k], slope[k*c:(k+1)*c], dst[l*c:(l+1)*c])
		}
	}
}

// multiplyRows returns the inner product of v with every row of m.
func multiplyRows(m *linalg.Dense, v []float64) []float64 {
	out := make([]float64, m.Rows)
	for row := range out {
		out[row] = linalg.Dot(m.Row(row), v)
	}
	return out
}

// appendRest keeps at most MaxWords words. Of more words it keeps those with the
// largest spans, in descending order of the span. The first word, Feature −1, always stays.
// appendRest then appends Feature −2, the sum of rest and of all removed words.
func appendRest(x *Parts, rest []float64) {
	if len(x.Words) > MaxWords {
		features := x.Words[1:]
		sort.SliceStable(features, func(i, j int) bool { return span(features[i].Contribution) > span(features[j].Contribution) })
		for _, removed := range x.Words[MaxWords:] {
			linalg.Axpy(1, removed.Contribution, rest)
		}
		x.Words = x.Words[:MaxWords]
	}
	x.Words = append(x.Words, Word{Feature: -2, Value: 0, Contribution: rest})
}

// nodeEncoder is the encoder at one node as a function of t, for the features t·x of
// the node.
type nodeEncoder struct {
	w *exactParts // has the settings and the weights
	// entries are the indices of the non-zero features among the stored features of the graph.
	// values are their values, scaled if the settings scale the rows.
	entries []int
	values  []float64
	// start and step give the input of LN, start + t·step. step is xW. start is b plus, with
	// structural inputs, the product of these inputs and their weights.
	start, step []float64
	// gain and shift are γ and β. Without LayerNorm both are nil.
	gain, shift []float64
	// The results for the t of the last call of outputAt: normalized after LN, input before
	// the activation, and output after the activation. inverseDeviation is 1/σ of LN, for the
	// standard deviation σ of its input.
	normalized, input, output []float64
	inverseDeviation          float64
	gradient                  []float64 // workspace of addGradient
}

// encoderOf returns the encoder at a node of the fork.
func (w *exactParts) encoderOf(node int) *nodeEncoder {
	x, size := w.fork.Graph().X, w.width()
	if w.cfg.Features == "row" {
		x = train.RowNormalized(x)
	}
	z := &nodeEncoder{
		w: w, start: slices.Clone(w.fork.Weight("encoder.bias").Data), step: make([]float64, size),
		normalized: make([]float64, size), input: make([]float64, size), output: make([]float64, size), gradient: make([]float64, size),
	}
	if w.cfg.Norm == "layer" {
		z.gain, z.shift = w.fork.Weight("encoder.gain").Data, w.fork.Weight("encoder.shift").Data
	}
	weight := w.fork.Weight("encoder.weight")
	for k := x.Ptr[node]; k < x.Ptr[node+1]; k++ {
		value := x.Val[k]
		if value != 0 {
			z.entries, z.values = append(z.entries, int(k)), append(z.values, value)
			linalg.Axpy(value, weight.Row(int(x.Col[k])), z.step)
		}
	}
	// A structural input, the row of the adjacency matrix, is no feature. It does not
	// scale with t. With structure=normalized the matrix is D^{-1/2}AD^{-1/2}.
	if w.cfg.Structure != "off" {
		a := train.AdjacencyRows(w.fork.Graph(), w.cfg.Structure == "normalized")
		structureWeight := w.fork.Weight("encoder.structure")
		for k := a.Ptr[node]; k < a.Ptr[node+1]; k++ {
			linalg.Axpy(a.Val[k], structureWeight.Row(int(a.Col[k])), z.start)
		}
	}
	return z
}

// outputAt returns the output of the encoder for the features t·x, d·c numbers.
func (z *nodeEncoder) outputAt(t float64) []float64 {
	size := float64(len(z.input))
	copy(z.input, z.start)
	linalg.Axpy(t, z.step, z.input)
	if z.gain != nil { // LayerNorm
		mean, variance := 0.0, 0.0
		for _, v := range z.input {
			mean += v / size
		}
		for _, v := range z.input {
			variance += (v - mean) * (v - mean) / size
		}
		z.inverseDeviation = 1 / math.Sqrt(variance+autodiff.LayerNormEps)
		for k, v := range z.input {
			z.normalized[k] = (v - mean) * z.inverseDeviation
			z.input[k] = float64(z.gain[k]*z.normalized[k]) + z.shift[k]
		}
	}
	for k, v := range z.input {
		z.output[k] = z.w.activation(v)
	}
	return slices.Clone(z.output)
}

// addGradient adds to dst scale times the gradient of ⟨slope, output⟩ with respect
// to xW, at the t of the last call of outputAt.
func (z *nodeEncoder) addGradient(dst, slope []float64, scale float64) {
	g := z.gradient
	for k, v := range z.input {
		g[k] = slope[k] * z.w.activationSlope(v)
	}
	if z.gain == nil { // without LayerNorm
		linalg.Axpy(scale, g, dst)
		return
	}
	// g becomes the gradient with respect to the output of LN. The gradient with respect
	// to xW is g, without its mean and its component along the normalised input, over σ.
	size := float64(len(g))
	mean, along := 0.0, 0.0
	for k := range g {
		g[k] *= z.gain[k]
		mean += g[k] / size
		along += g[k] * z.normalized[k] / size
	}
	for k := range g {
		dst[k] += float64(scale * z.inverseDeviation * (g[k] - mean - float64(along*z.normalized[k])))
	}
}
