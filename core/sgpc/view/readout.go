package view

// This file shows the read-out of stage 8 at a node, and the factors of the maps of an edge.

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// activate replaces each entry of v by its activation. In the reading "code" (the authors'
// program) the activation is always ReLU. In the reading "paper" the settings select ReLU or ELU.
func (r *viewer) activate(v []float64) {
	if r.cfg.Reading == "code" || r.cfg.Activation == "relu" {
		linalg.LeakyReLU(v, v, 0) // ReLU
		return
	}
	linalg.ELU(v, make([]float64, linalg.ELUWork))
}

// fillMapFactors sets the factors of the maps of edge e: Roots, Weight and Metric. nodeSide is
// the side of the node in focus. fillMapFactors sets nothing for a peer (a model to compare with),
// and between stages 2 and 5 of an epoch.
func (r *viewer) fillMapFactors(v *frame.Channel, raw *sheaf.Sheaf, e, nodeSide int) {
	// Between stages 2 and 5, the operator still belongs to the previous epoch.
	if r.layer != nil || r.standing.EpochOf(stage.Laplacian) != r.standing.EpochOf(stage.Sinkhorn) {
		return
	}
	ends := [2]int32{raw.Edges[e].I, raw.Edges[e].J}
	// Roots[0] is D^{-1/2} of the node in focus, and Roots[1] of the other end.
	if r.cfg.Operator == "normalized" && r.cfg.Reading != "code" {
		normalizer := sheaf.NewNormalizer(raw.N, raw.D, raw.Edges)
		normalizer.Forward(raw, r.cfg.Shift, sheaf.New(raw.N, raw.D, raw.Edges))
		for k := range v.Roots {
			end := ends[k^nodeSide]
			v.Roots[k] = append(v.Roots[k], normalizer.Root(int(end))...)
		}
	}
	// Weight is W_θ. It is a factor only of the maps of equation 6 in the convention
	// "preliminaries" (Plain).
	maps := r.eval.Maps
	if maps == nil || !maps.Plain {
		return
	}
	v.Weight = append(v.Weight, maps.Weight...)
	// Metric is A_e, the change of metric by the gap ascent in the mode "sheaf". Only this
	// mode keeps one d×d matrix per edge.
	dd := raw.D * raw.D
	if len(maps.Kept) == len(raw.Edges)*dd {
		v.Metric = append(v.Metric, maps.Kept[e*dd:(e+1)*dd]...)
	}
}

// viewHead returns the read-out at node i in the given channel (0-based). It returns nil for
// a model without this read-out, for a head with attention, at position 0, and if the
// weights of the evaluation no longer exist.
func (r *viewer) viewHead(channel, i int) *frame.Head {
	weights := r.Weights(stage.Classes)
	if weights == nil { // position 0, or stage 8 has not begun in this epoch
		return nil
	}
	hasAttention := r.cfg.Head == "gat"
	if hasAttention || weights("head.weight") == nil {
		return nil
	}
	v := &frame.Head{}
	row := r.headInput(v, i)
	headWeight, headBias := weights("head.weight"), weights("head.bias")
	// inputWeight has the weights of the layer that reads row. The columns of inputWeight
	// from firstColumn on give the numbers of v.Sum.
	inputWeight, firstColumn := headWeight, 0
	if r.cfg.Head == "linear" {
		v.Sum, v.Bias = linear(row, headWeight, headBias), headBias
		v.Scores = v.Sum
	} else {
		name := "project.0" // the hidden layer in the reading "paper"
		if r.eval.Code != nil {
			name = "head.0" // the hidden layer in the reading "code"
		}
		hiddenBias := weights(name + ".bias")
		inputWeight = weights(name + ".weight")
		r.fillHidden(v, linear(row, inputWeight, hiddenBias), hiddenBias, headWeight, headBias)
		firstColumn = v.Unit
	}
	// Rest is Sum without the bias and without the contribution of the channel. In row,
	// successive numbers of the channel are r.cfg.Channels places apart.
	columns := len(inputWeight) / len(row)
	v.Rest = append(v.Rest, v.Sum...)
	for q := range v.Rest {
		v.Rest[q] -= v.Bias[q]
		for p := channel; p < len(row); p += r.cfg.Channels {
			weight := inputWeight[p*columns+firstColumn+q]
			v.Weights = append(v.Weights, weight)
			v.Rest[q] -= float64(weight * row[p])
		}
	}
	for p := channel; p < len(row); p += r.cfg.Channels {
		v.In = append(v.In, row[p])
	}
	return v
}

// headInput returns the input of the read-out at node i, and sets the names of its parts. In
// the reading "paper" the input is the concatenation of the parts "x" (diffused), "f" (mixed)
// and "h" (encoded features), without disabled parts. In the reading "code" the input is one
// part, "fused": the encoded features h plus each branch times its gate. headInput also sets
// the gates.
func (r *viewer) headInput(v *frame.Head, i int) []float64 {
	eval, width := r.eval, r.eval.Encoded.Cols
	var row []float64
	addPart := func(name string, features []float64) {
		v.Parts = append(v.Parts, name)
		row = append(row, features[i*width:(i+1)*width]...)
	}
	code := eval.Code
	if code != nil {
		addPart("fused", code.Fused.Data) // h, to which the loop adds the gated branches
		for k, branch := range code.Branches {
			if branch != nil {
				linalg.Axpy(code.Gates[k], branch.Data[i*width:(i+1)*width], row)
				v.Gates = append(v.Gates, code.Gates[k])
			}
		}
		return row
	}
	// The parts come from the last layer. If both branches are disabled, h is the input.
	layers := len(eval.Diffused)
	if layers > 0 {
		addPart("x", eval.Diffused[layers-1].Out.Data)
	}
	mixedLayers := len(eval.Mixed)
	if mixedLayers > 0 {
		addPart("f", eval.Mixed[mixedLayers-1].Out.Data)
	}
	if r.cfg.Residual || row == nil {
		addPart("h", eval.Encoded.Data)
	}
	return row
}

// fillHidden sets the scores of a head with hidden units. sum has the input of each
// unit, a weighted sum that already contains the bias of the unit in sumBias. outWeight
// and outBias belong to the linear layer from the units to the scores. fillHidden
// shows the unit with the largest effect on differences between classes: |activation|
// times the span of its output weights.
func (r *viewer) fillHidden(v *frame.Head, sum, sumBias, outWeight, outBias []float64) {
	classes := len(outBias)
	hidden := append([]float64(nil), sum...)
	r.activate(hidden)
	v.Units, v.Scores, v.OutBias = len(hidden), linear(hidden, outWeight, outBias), outBias
	unit, largestEffect := 0, -1.0
	for k, value := range hidden {
		effect := math.Abs(value) * span(outWeight[k*classes:(k+1)*classes])
		if effect > largestEffect {
			largestEffect, unit = effect, k
		}
	}
	v.Unit, v.Value = unit, hidden[unit]
	v.Out = outWeight[unit*classes : (unit+1)*classes]
	v.Sum, v.Bias = sum[unit:unit+1], sumBias[unit:unit+1]
	// Away is Scores without the bias and without the contribution of the shown unit.
	v.Away = append(v.Away, v.Scores...)
	linalg.Axpy(-1, outBias, v.Away)
	linalg.Axpy(-v.Value, v.Out, v.Away)
}

// span returns the difference between the largest and the smallest entry.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }
