package view

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// PeerWhy explains a peer's prediction in one sentence and names its paper.
func PeerWhy(model string) string {
	p := peer.Find(model)
	return p.Why + " " + p.Paper + "."
}

// Opened reports whether the frame has the maps of a layer.
func Opened(f *frame.Frame) bool {
	return f.Layers != nil && (len(f.MapNorm) > 0 || f.M == 0 && Predicts(f))
}

// Unopened explains why a layer has no numbers: no forward pass yet, or too many edges.
func Unopened(s *state.State) []Span {
	if !Predicts(s.Frame) {
		return Say("The first forward pass of *", ModelName(s.Peer()), "* is still to come.")
	}
	return Say("The graph has too many edges for a look at the maps of *", ModelName(s.Peer()), "*: from *", Int(frame.MaxShownMaps),
		"* numbers on they are not shown. Its predictions are in stage 8.")
}

// Quotient formats ⟨X, LX⟩/⟨X, X⟩, which is −1 for X = 0.
func Quotient(x float64) string {
	if x < 0 {
		return "not defined: X is 0"
	}
	return Fix(x, 3)
}

// LayersFigure shows the Dirichlet energy of a peer's layers; a click selects a layer.
func LayersFigure(s *state.State) []Figure {
	l := s.Frame.Layers
	if l == nil || len(l.After) < 2 || s.Frame.Stages.Trace == 0 {
		return nil
	}
	b := Bars{Axis: true, Max: 2, Left: 84, Right: 64}
	for k, x := range l.After {
		bar := Bar{Name: "layer " + Int(k+1), V: F(max(0, x)), Was: new(F(max(0, l.Before[k]))), Text: Quotient(x), Layer: k + 1}
		if k+1 == l.At {
			bar.Class = "now"
		}
		b.Rows = append(b.Rows, bar)
	}
	return []Figure{{ID: "layers", Title: "Layers", TestID: "layers",
		Sub: []any{M{"⟨X,LX⟩/⟨X,X⟩"}, ": outline before, filled after the layer's operator; click one to see its maps"},
		Alt: "Dirichlet energy by layer", Data: b}}
}
