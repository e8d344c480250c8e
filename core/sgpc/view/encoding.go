package view

// This file shows the encoder and the measure at one node, in one channel.

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// stalkChannel selects one channel of a row of d·count numbers, in which number
// p·count + channel is coordinate p of the stalk.
type stalkChannel struct {
	d, count, channel int
}

// of returns the d numbers of the channel in a row.
func (s stalkChannel) of(row []float64) []float64 {
	var out []float64
	for p := range s.d {
		out = append(out, row[p*s.count+s.channel])
	}
	return out
}

// viewEncoding returns the encoder at node i in the given channel. It returns nil
// for a structural input, and if an update has already replaced the weights of the
// evaluation.
func (r *viewer) viewEncoding(channel, i int) *frame.Encoding {
	weights, isCode := r.Weights(stage.Features), r.cfg.Reading == "code"
	isStructural := r.cfg.Structure != "off" && !isCode
	if weights == nil || isStructural || weights("encoder.weight") == nil {
		return nil
	}
	weight, bias := weights("encoder.weight"), weights("encoder.bias")
	width := len(bias)
	at := stalkChannel{d: r.cfg.D, count: width / r.cfg.D, channel: channel}
	if isCode { // stalks of dimension 1
		at = stalkChannel{d: 1, count: width, channel: channel}
	}
	v := &frame.Encoding{Node: i}
	sum, others := r.linearEncoding(v, weight, bias)
	v.Bias, v.Sum = at.of(bias), at.of(sum)
	if linalg.Nrm2(others) > 0 {
		v.More = at.of(others)
	}
	for p := range at.d {
		for _, f := range v.Columns {
			v.Weights = append(v.Weights, weight[f*width+p*at.count+channel])
		}
	}
	// LayerNorm: mean and variance of all numbers of the node.
	if gain := weights("encoder.gain"); gain != nil {
		for _, a := range sum {
			v.Mean += a / float64(width)
		}
		variance := 0.0
		for _, a := range sum {
			variance += (a - v.Mean) * (a - v.Mean) / float64(width)
		}
		v.Deviation = math.Sqrt(variance + autodiff.LayerNormEps)
		v.Gain, v.Shift = at.of(gain), at.of(weights("encoder.shift"))
	}
	v.Encoded = at.of(r.eval.Encoded.Row(i))
	r.fillMeasure(v, at)
	return v
}

// linearEncoding sets the features of node v.Node that the frame shows. It returns
// x·W + b for this node, and the part of it that comes from the features not shown.
func (r *viewer) linearEncoding(v *frame.Encoding, weight, bias []float64) (sum, others []float64) {
	x, width := r.Graph.X, len(bias)
	isCode := r.cfg.Reading == "code"
	if !isCode && r.cfg.Features == "row" {
		x = train.RowNormalized(x)
	}
	sum, others = append([]float64(nil), bias...), make([]float64, width)
	if isCode { // the reading "code" adds a constant to every feature
		if shift := sgpc.CodeInput(r.Graph); shift != 0 {
			for f := range x.Cols {
				linalg.Axpy(shift, weight[f*width:(f+1)*width], others)
			}
		}
	}
	// The first features are shown one by one, the others as a sum.
	for p := x.Ptr[v.Node]; p < x.Ptr[v.Node+1]; p++ {
		f, value := int(x.Col[p]), x.Val[p]
		row := weight[f*width : (f+1)*width]
		if len(v.X) < frame.MostFeatures {
			v.Columns, v.X = append(v.Columns, f), append(v.X, value)
			linalg.Axpy(value, row, sum)
			continue
		}
		v.Others++
		linalg.Axpy(value, row, others)
	}
	linalg.Axpy(1, others, sum)
	return sum, others
}

// linear returns bias + x·weight for a row x.
func linear(x, weight, bias []float64) []float64 {
	out := append([]float64(nil), bias...)
	for p, v := range x {
		linalg.Axpy(v, weight[p*len(out):(p+1)*len(out)], out)
	}
	return out
}

// fillMeasure sets the terms of the logits U·h of the measure: the weights of the
// selected channel, and the contribution of all other channels.
func (r *viewer) fillMeasure(v *frame.Encoding, at stalkChannel) {
	weights := r.Weights(stage.Sinkhorn)
	if weights == nil || weights("measure.weight") == nil || r.eval.Measures == nil {
		return
	}
	u, d := weights("measure.weight"), r.cfg.D
	v.Measure = make([]float64, d*d)
	v.Rest = linear(r.eval.Encoded.Row(v.Node), u, make([]float64, d))
	// Row q/d of Measure belongs to a coordinate of the measure, column q%d to a
	// coordinate of the stalk.
	for q := range v.Measure {
		p := q % d
		v.Measure[q] = u[(p*at.count+at.channel)*d+q/d]
		v.Rest[q/d] -= v.Measure[q] * v.Encoded[p]
	}
}
