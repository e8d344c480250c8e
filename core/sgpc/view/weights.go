package view

import (
	"math"
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// activate applies the activation of the settings to v in place.
func (r *viewer) activate(v []float64) {
	if r.cfg.Reading == "code" || r.cfg.Activation == "relu" {
		linalg.LeakyReLU(v, v, 0)
		return
	}
	linalg.ELU(v, make([]float64, linalg.ELUWork))
}

// viewEncoding returns the encoder at node i in channel k. It returns nil with a
// structural input and when an update has replaced the weights.
func (r *viewer) viewEncoding(k, i int) *frame.Encoding {
	w := r.Weights(stage.Features)
	if w == nil || r.cfg.Structure != "off" && r.cfg.Reading != "code" || w("encoder.weight") == nil {
		return nil
	}
	x, d := r.Graph.X, r.cfg.D
	if r.cfg.Reading == "code" {
		d = 1
	} else if r.cfg.Features == "row" {
		x = train.RowNormalized(x)
	}
	weight, bias := w("encoder.weight"), w("encoder.bias")
	width := len(bias)
	c := width / d
	v := &frame.Encoding{Node: i}
	sum, more := append([]float64(nil), bias...), make([]float64, width)
	if r.cfg.Reading == "code" {
		if s := sgpc.CodeInput(r.Graph); s != 0 {
			for f := range x.Cols {
				linalg.Axpy(s, weight[f*width:(f+1)*width], more)
			}
		}
	}
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		if len(v.X) < frame.MostFeatures {
			v.Columns, v.X = append(v.Columns, int(x.Col[p])), append(v.X, x.Val[p])
			linalg.Axpy(x.Val[p], weight[int(x.Col[p])*width:][:width], sum)
			continue
		}
		v.Others++
		linalg.Axpy(x.Val[p], weight[int(x.Col[p])*width:][:width], more)
	}
	linalg.Axpy(1, more, sum)
	pick := func(all []float64) (out []float64) {
		for p := range d {
			out = append(out, all[p*c+k])
		}
		return out
	}
	v.Bias, v.Sum = pick(bias), pick(sum)
	if linalg.Nrm2(more) > 0 {
		v.More = pick(more)
	}
	for p := range d {
		for _, f := range v.Columns {
			v.Weights = append(v.Weights, weight[f*width+p*c+k])
		}
	}
	if gain := w("encoder.gain"); gain != nil {
		for _, a := range sum {
			v.Mean += a / float64(width)
		}
		square := 0.0
		for _, a := range sum {
			square += (a - v.Mean) * (a - v.Mean) / float64(width)
		}
		v.Deviation, v.Gain, v.Shift = math.Sqrt(square+autodiff.LayerNormEps), pick(gain), pick(w("encoder.shift"))
	}
	v.Encoded = pick(r.eval.Encoded.Row(i))
	r.viewMeasure(v, k, c)
	return v
}

// linear returns bias + x·weight for a row x.
func linear(x, weight, bias []float64) []float64 {
	out := append([]float64(nil), bias...)
	for p, v := range x {
		linalg.Axpy(v, weight[p*len(out):(p+1)*len(out)], out)
	}
	return out
}

// viewMeasure sets the terms of the measure of a node.
func (r *viewer) viewMeasure(v *frame.Encoding, k, c int) {
	w := r.Weights(stage.Sinkhorn)
	if w == nil || w("measure.weight") == nil || r.eval.Measures == nil {
		return
	}
	u, d := w("measure.weight"), r.cfg.D
	v.Measure, v.Rest = make([]float64, d*d), linear(r.eval.Encoded.Row(v.Node), u, make([]float64, d))
	for q := range v.Measure {
		p := q % d
		v.Measure[q] = u[(p*c+k)*d+q/d]
		v.Rest[q/d] -= v.Measure[q] * v.Encoded[p]
	}
}

// fillMapFactors sets the factors of the maps of edge e; side is the end of the
// node in focus.
func (r *viewer) fillMapFactors(v *frame.Channel, raw *sheaf.Sheaf, e, side int) {
	n := r.eval
	if r.layer != nil || e < 0 || e >= len(raw.Edges) || r.at.EpochOf(stage.Laplacian) != r.at.EpochOf(stage.Sinkhorn) {
		return
	}
	ends := [2]int32{raw.Edges[e].I, raw.Edges[e].J}
	if z := sheaf.NewNormalizer(raw.N, raw.D, raw.Edges); r.cfg.Operator == "normalized" && r.cfg.Reading != "code" {
		z.Forward(raw, r.cfg.Shift, sheaf.New(raw.N, raw.D, raw.Edges))
		for k := range v.Roots {
			v.Roots[k] = append(v.Roots[k], z.Root(int(ends[k^side]))...)
		}
	}
	m := n.Maps
	if m == nil || !m.Plain {
		return
	}
	q := raw.D * raw.D
	v.Weight = append(v.Weight, m.Weight...)
	if len(m.Kept) == len(raw.Edges)*q {
		v.Metric = append(v.Metric, m.Kept[e*q:(e+1)*q]...)
	}
}

// viewHead returns the read-out at node i in channel k. It returns nil for a head
// with attention and when an update has replaced the weights.
func (r *viewer) viewHead(k, i int) *frame.Head {
	n, w := r.eval, r.Weights(stage.Classes)
	if w == nil || r.cfg.Head == "gat" || w("head.weight") == nil {
		return nil
	}
	v, width := &frame.Head{}, r.eval.Encoded.Cols
	var row []float64
	take := func(name string, all []float64) {
		v.Parts, row = append(v.Parts, name), append(row, all[i*width:(i+1)*width]...)
	}
	if g := n.Code; g != nil {
		take("fused", g.Fused.Data)
		for k, x := range g.Branches {
			if x != nil {
				linalg.Axpy(g.Gates[k], x.Data[i*width:(i+1)*width], row)
				v.Gates = append(v.Gates, g.Gates[k])
			}
		}
	} else {
		if k := len(n.Diffused); k > 0 {
			take("x", n.Diffused[k-1].Out.Data)
		}
		if k := len(n.Mixed); k > 0 {
			take("f", n.Mixed[k-1].Out.Data)
		}
		if r.cfg.Residual || row == nil {
			take("h", n.Encoded.Data)
		}
	}
	weight, bias, from := w("head.weight"), w("head.bias"), 0
	if r.cfg.Head == "linear" {
		v.Sum, v.Bias = linear(row, weight, bias), bias
		v.Scores = v.Sum
	} else {
		name := "project.0"
		if n.Code != nil {
			name = "head.0"
		}
		c, out, first := len(bias), weight, w(name+".bias")
		weight = w(name + ".weight")
		sum := linear(row, weight, first)
		hidden := append([]float64(nil), sum...)
		r.activate(hidden)
		v.Units, v.Scores, v.OutBias = len(hidden), linear(hidden, out, bias), bias
		most := -1.0
		for k, x := range hidden {
			if size := math.Abs(x) * span(out[k*c:(k+1)*c]); size > most {
				most, from = size, k
			}
		}
		v.Unit, v.Value, v.Out, v.Sum, v.Bias = from, hidden[from], out[from*c:(from+1)*c], sum[from:from+1], first[from:from+1]
		v.Away = append(v.Away, v.Scores...)
		linalg.Axpy(-1, bias, v.Away)
		linalg.Axpy(-v.Value, v.Out, v.Away)
	}
	cols := len(weight) / len(row)
	v.Rest = append(v.Rest, v.Sum...)
	for q := range v.Rest {
		v.Rest[q] -= v.Bias[q]
		for p := k; p < len(row); p += r.cfg.Channels {
			a := weight[p*cols+from+q]
			v.Weights = append(v.Weights, a)
			v.Rest[q] -= a * row[p]
		}
	}
	for p := k; p < len(row); p += r.cfg.Channels {
		v.In = append(v.In, row[p])
	}
	return v
}

// span returns the difference between the largest and the smallest entry.
func span(v []float64) float64 { return slices.Max(v) - slices.Min(v) }
