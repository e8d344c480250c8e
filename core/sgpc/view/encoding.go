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

// stalkChannel selects a channel in rows of d·count numbers, for stalks of dimension d
// with count channels. Number p·count + channel of a row is coordinate p of the stalk.
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

// viewEncoding returns the encoder at node i in the given channel (0-based). It returns nil
// for a model without this encoder, for an encoder with the adjacency matrix as a second
// input, and if the weights of the evaluation no longer exist.
func (r *viewer) viewEncoding(channel, i int) *frame.Encoding {
	weights, isCode := r.Weights(stage.Features), r.cfg.Reading == "code"
	usesAdjacency := r.cfg.Structure != "off" && !isCode
	if weights == nil || usesAdjacency || weights("encoder.weight") == nil {
		return nil
	}
	weight, bias := weights("encoder.weight"), weights("encoder.bias")
	width := len(bias)
	selected := stalkChannel{d: r.cfg.D, count: width / r.cfg.D, channel: channel}
	if isCode { // stalks of dimension 1
		selected = stalkChannel{d: 1, count: width, channel: channel}
	}
	v := &frame.Encoding{Node: i}
	sum, others := r.linearEncoding(v, weight, bias)
	v.Bias, v.Sum = selected.of(bias), selected.of(sum)
	if linalg.Nrm2(others) > 0 {
		v.More = selected.of(others)
	}
	for p := range selected.d { // a row of Weights per stalk coordinate
		for _, f := range v.Columns {
			v.Weights = append(v.Weights, weight[f*width+p*selected.count+channel])
		}
	}
	// LayerNorm uses mean and variance over all numbers of the node. An encoder without
	// LayerNorm has no gain.
	gain := weights("encoder.gain")
	if gain != nil {
		for _, a := range sum {
			v.Mean += a / float64(width)
		}
		variance := 0.0
		for _, a := range sum {
			variance += (a - v.Mean) * (a - v.Mean) / float64(width)
		}
		v.Deviation = math.Sqrt(variance + autodiff.LayerNormEps)
		v.Gain, v.Shift = selected.of(gain), selected.of(weights("encoder.shift"))
	}
	v.Encoded = selected.of(r.eval.Encoded.Row(i))
	r.fillMeasure(v, selected)
	return v
}

// linearEncoding sets v.Columns and v.X to the first features of node v.Node, which the frame
// lists, and v.Others to the number of its further features. It returns sum = x·W + b for
// all features x of this node, and others, the part of x·W from the further features. In the
// reading "code" (the authors' program), both also contain the part from CodeInput.
func (r *viewer) linearEncoding(v *frame.Encoding, weight, bias []float64) (sum, others []float64) {
	x, width := r.Graph.X, len(bias)
	isCode := r.cfg.Reading == "code"
	if !isCode && r.cfg.Features == "row" {
		x = train.RowNormalized(x)
	}
	sum, others = append([]float64(nil), bias...), make([]float64, width)
	shift := 0.0
	if isCode { // this reading adds a constant to every feature
		shift = sgpc.CodeInput(r.Graph)
	}
	if shift != 0 {
		for f := range x.Cols {
			linalg.Axpy(shift, weight[f*width:(f+1)*width], others)
		}
	}
	// x is sparse: only the stored features have terms.
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

// fillMeasure sets the terms of the logits U·h of the measure: the weights (d×d) of the
// selected channel, and the contribution (d numbers) of the other channels. It sets nothing
// without measures, and if the weights of stage 2 no longer exist.
func (r *viewer) fillMeasure(v *frame.Encoding, selected stalkChannel) {
	weights := r.Weights(stage.Sinkhorn)
	if weights == nil || weights("measure.weight") == nil || r.eval.Measures == nil {
		return
	}
	u, d := weights("measure.weight"), r.cfg.D
	v.Measure = make([]float64, d*d)
	v.Rest = linear(r.eval.Encoded.Row(v.Node), u, make([]float64, d))
	// A row of Measure belongs to a coordinate of the measure, a column to a coordinate
	// of the stalk.
	for k := range v.Measure {
		row, col := k/d, k%d
		v.Measure[k] = u[(col*selected.count+selected.channel)*d+row]
		v.Rest[row] -= float64(v.Measure[k] * v.Encoded[col])
	}
}
