package view

// This file shows the read-out of stage 8 at one node, and the factors of the maps
// of one edge.

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// activate applies the activation of the settings to v in place.
func (r *viewer) activate(v []float64) {
	if r.cfg.Reading == "code" || r.cfg.Activation == "relu" {
		linalg.LeakyReLU(v, v, 0)
		return
	}
	linalg.ELU(v, make([]float64, linalg.ELUWork))
}

// fillMapFactors sets the factors of the maps of edge e: W_θ, the change of metric A
// and D^{-1/2} at both ends. nodeSide is the side of the node in focus, whose
// D^{-1/2} comes first.
func (r *viewer) fillMapFactors(v *frame.Channel, raw *sheaf.Sheaf, e, nodeSide int) {
	// During an epoch, maps and operator can belong to different epochs.
	if r.layer != nil || r.standing.EpochOf(stage.Laplacian) != r.standing.EpochOf(stage.Sinkhorn) {
		return
	}
	ends := [2]int32{raw.Edges[e].I, raw.Edges[e].J}
	if r.cfg.Operator == "normalized" && r.cfg.Reading != "code" {
		normalizer := sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
		normalizer.Forward(raw, r.cfg.Shift, sheaf.New(raw.N, raw.D, raw.Edges))
		for k := range v.Roots {
			v.Roots[k] = append(v.Roots[k], normalizer.Root(int(ends[k^nodeSide]))...)
		}
	}
	maps := r.eval.Maps
	if maps == nil || !maps.Plain {
		return
	}
	v.Weight = append(v.Weight, maps.Weight...)
	// Kept has one d×d matrix per edge only if it is a change of metric.
	if dd := raw.D * raw.D; len(maps.Kept) == len(raw.Edges)*dd {
		v.Metric = append(v.Metric, maps.Kept[e*dd:(e+1)*dd]...)
	}
}

// viewHead returns the read-out at node i in the given channel. It returns nil for
// a head with attention, and if an update has already replaced the weights of the
// evaluation.
func (r *viewer) viewHead(channel, i int) *frame.Head {
	weights := r.Weights(stage.Classes)
	if weights == nil || r.cfg.Head == "gat" || weights("head.weight") == nil {
		return nil
	}
	v := &frame.Head{}
	row := r.headInput(v, i)
	// first holds the weights of the first layer, and firstColumn its column of the
	// first number in v.Sum: class 0, or the shown hidden unit.
	first, firstColumn := weights("head.weight"), 0
	if bias := weights("head.bias"); r.cfg.Head == "linear" {
		v.Sum, v.Bias = linear(row, first, bias), bias
		v.Scores = v.Sum
	} else {
		name := "project.0"
		if r.eval.Code != nil {
			name = "head.0"
		}
		outWeight := first
		first = weights(name + ".weight")
		r.fillHidden(v, linear(row, first, weights(name+".bias")), weights(name+".bias"), outWeight, bias)
		firstColumn = v.Unit
	}
	// Rest is Sum without the bias and without the contribution of the channel. The
	// numbers of the channel are Channels apart.
	columns := len(first) / len(row)
	v.Rest = append(v.Rest, v.Sum...)
	for q := range v.Rest {
		v.Rest[q] -= v.Bias[q]
		for p := channel; p < len(row); p += r.cfg.Channels {
			a := first[p*columns+firstColumn+q]
			v.Weights = append(v.Weights, a)
			v.Rest[q] -= a * row[p]
		}
	}
	for p := channel; p < len(row); p += r.cfg.Channels {
		v.In = append(v.In, row[p])
	}
	return v
}

// headInput returns the input of the read-out at node i: the concatenated parts or,
// in the reading "code", their gated sum. It sets the names of the parts and the
// gates.
func (r *viewer) headInput(v *frame.Head, i int) []float64 {
	n, width := r.eval, r.eval.Encoded.Cols
	var row []float64
	addPart := func(name string, features []float64) {
		v.Parts, row = append(v.Parts, name), append(row, features[i*width:(i+1)*width]...)
	}
	if code := n.Code; code != nil {
		addPart("fused", code.Fused.Data)
		for k, branch := range code.Branches {
			if branch != nil {
				linalg.Axpy(code.Gates[k], branch.Data[i*width:(i+1)*width], row)
				v.Gates = append(v.Gates, code.Gates[k])
			}
		}
		return row
	}
	// The parts come from the last layer; without any branch the encoded features
	// are the input.
	if k := len(n.Diffused); k > 0 {
		addPart("x", n.Diffused[k-1].Out.Data)
	}
	if k := len(n.Mixed); k > 0 {
		addPart("f", n.Mixed[k-1].Out.Data)
	}
	if r.cfg.Residual || row == nil {
		addPart("h", n.Encoded.Data)
	}
	return row
}

// fillHidden sets the scores of a head with hidden units from the inputs sum of
// these units. It shows the unit that separates the classes most: the one with the
// largest |activation| times the span of its output weights.
func (r *viewer) fillHidden(v *frame.Head, sum, sumBias, outWeight, outBias []float64) {
	classes := len(outBias)
	hidden := append([]float64(nil), sum...)
	r.activate(hidden)
	v.Units, v.Scores, v.OutBias = len(hidden), linear(hidden, outWeight, outBias), outBias
	unit, largestEffect := 0, -1.0
	for k, value := range hidden {
		if effect := math.Abs(value) * span(outWeight[k*classes:(k+1)*classes]); effect > largestEffect {
			largestEffect, unit = effect, k
		}
	}
	v.Unit, v.Value, v.Out = unit, hidden[unit], outWeight[unit*classes:(unit+1)*classes]
	v.Sum, v.Bias = sum[unit:unit+1], sumBias[unit:unit+1]
	// Away = scores − bias − the contribution of the shown unit.
	v.Away = append(v.Away, v.Scores...)
	linalg.Axpy(-1, outBias, v.Away)
	linalg.Axpy(-v.Value, v.Out, v.Away)
}

// span returns the difference between the largest and the smallest entry.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }
