package node

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Stalks is the data of the picture of a node's stalk over diffusion time: a panel for each coordinate with a line for each
// channel, layer after layer.
type Stalks struct {
	D      int          `json:"d"`
	Max    view.F       `json:"max"`
	Layers []StalkLayer `json:"layers"`
}

// StalkLayer is one layer; Value is T × D × Channels.
type StalkLayer struct {
	Dt       view.F   `json:"dt"`
	Channels int      `json:"channels"`
	Time     view.Vec `json:"time"`
	Value    view.Vec `json:"value"`
}

// stalksFigure shows the flow of the selected node's stalk; false before it is computed.
func stalksFigure(s *state.State) (view.Figure, bool) {
	v, now := s.StalksOf()
	if v == nil {
		return view.Figure{}, false
	}
	m := Stalks{D: v.D}
	for _, l := range v.Layers {
		out := StalkLayer{Dt: view.F(l.Dt), Channels: l.Channels, Time: l.Time, Value: make(view.Vec, len(l.Value))}
		for k, x := range l.Value {
			out.Value[k] = float64(x)
			m.Max = view.F(max(float64(m.Max), math.Abs(float64(x))))
		}
		m.Layers = append(m.Layers, out)
	}
	sub := words.Either(now, stalksText(v), view.EarlierUntil)
	return view.Figure{ID: "fibres", Title: "Stalk over diffusion time", Sub: sub,
		Alt: "Stalk vectors of the node over diffusion time. " + stalksText(v), TestID: "fibres", Data: m}, true
}

// stalksText gives the share of the stalk's norm after the first layer.
func stalksText(v *frame.Stalk) string {
	l := v.Layers[0]
	w := v.D * l.Channels
	from, to := 0.0, 0.0
	for k := range w {
		a, b := float64(l.Value[k]), float64(l.Value[len(l.Value)-w+k])
		from, to = from+a*a, to+b*b
	}
	if from == 0 {
		return "a line per channel"
	}
	return words.Percent(math.Sqrt(to/from), 0) + " of its norm left at t = " + view.Set(l.Dt) +
		", each t one implicit step; a line per channel"
}
