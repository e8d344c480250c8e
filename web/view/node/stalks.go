package node

// This file has the picture of a stalk over diffusion time. A stalk has D coordinates of each channel. In stalksFigure the values at time t
// are the result of one implicit step of length t from time 0. In the picture of evolution.go they are the heat flow.

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Stalks is the data of the picture of a node's stalk over diffusion time. The picture has a panel for each of the D coordinates, with a
// line for each channel. The time axes of the layers follow each other. Max is the largest absolute value.
type Stalks struct {
	D   int    `json:"d"`
	Max view.F `json:"max"`
	// Layers are the layers of the network in their order.
	Layers []StalkLayer `json:"layers"`
}

// StalkLayer is one layer of the picture. Dt is the end of the time axis: the diffusion time of the layer or, for the heat flow, the last
// time. Value has the shape len(Time) × D × Channels.
type StalkLayer struct {
	Dt       view.F   `json:"dt"`
	Channels int      `json:"channels"`
	Time     view.Vec `json:"time"`
	Value    view.Vec `json:"value"`
}

// stalksFigure returns the picture of the selected node's stalk over diffusion time, and false before the values are computed.
func stalksFigure(s *state.State) (view.Figure, bool) {
	v, now := s.StalksOf()
	if v == nil {
		return view.Figure{}, false
	}
	m := Stalks{D: v.D}
	for _, layer := range v.Layers {
		out := StalkLayer{Dt: view.F(layer.Dt), Channels: layer.Channels, Time: layer.Time, Value: make(view.Vec, len(layer.Value))}
		for k, x := range layer.Value {
			out.Value[k] = float64(x)
			m.Max = view.F(max(float64(m.Max), math.Abs(float64(x))))
		}
		m.Layers = append(m.Layers, out)
	}
	// The stalk of an earlier position stays until the present stalk has arrived.
	sub := words.Either(now, stalksText(v), view.EarlierUntil)
	return view.Figure{ID: "fibres", Title: "Stalk over diffusion time", Sub: sub,
		Alt: "Stalk vectors of the node over diffusion time. " + stalksText(v), TestID: "fibres", Data: m}, true
}

// stalksText returns a caption with the share of the stalk's norm that remains after the diffusion time of the first layer. A stalk of norm
// 0 has no such share, and the caption says only what the lines are. v has at least one layer.
func stalksText(v *frame.Stalk) string {
	first := v.Layers[0]
	size := v.D * first.Channels // numbers for each time
	atStart, atEnd := 0.0, 0.0   // squared norms at t = 0 and at t = Dt
	last := first.Value[len(first.Value)-size:]
	for k := range size {
		before, after := float64(first.Value[k]), float64(last[k])
		atStart += before * before
		atEnd += after * after
	}
	if atStart == 0 {
		return "a line per channel"
	}
	return words.Percent(math.Sqrt(atEnd/atStart), 0) + " of its norm left at t = " + view.Set(first.Dt) +
		", each t one implicit step; a line per channel"
}
