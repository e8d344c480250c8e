package view

// This file has the texts and figures that several panels of a peer share. A peer is a model to compare with SGPC.

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// PeerWhy returns a sentence that explains how a peer predicts, followed by the paper of the peer.
func PeerWhy(model string) string {
	p := peer.Find(model)
	return p.Why + " " + p.Paper + "."
}

// HasLayerMaps reports whether the frame holds the restriction maps of a peer's layer. It returns false for a frame without layers. For a
// graph without edges, whose list of maps is empty, it reports whether the frame has predictions: the maps come with them.
func HasLayerMaps(f *frame.Frame) bool {
	if f.Layers == nil {
		return false
	}
	if len(f.MapNorm) > 0 { // the norms of the maps, by edge
		return true
	}
	hasNoEdges := f.M == 0
	return hasNoEdges && Predicts(f)
}

// Unopened returns the reason why the frame holds no maps of a peer: no forward pass has taken place, or the graph has too many edges.
func Unopened(s *state.State) []Span {
	if !Predicts(s.Frame) {
		return Say("The first forward pass of *", ModelName(s.Peer()), "* is still to come.")
	}
	return Say("The graph has too many edges for a look at the maps of *", ModelName(s.Peer()), "*: above *", Int(frame.MaxShownMaps),
		"* numbers they are not shown. Its predictions are in stage 8.")
}

// QuotientText formats the quotient x = ⟨X, LX⟩/⟨X, X⟩. If X is 0 or the layer has no Laplacian, the quotient is undefined, and x is −1.
func QuotientText(x float64) string {
	if x < 0 {
		return "not defined"
	}
	return Fix(x, 3)
}

// LayersFigure returns the bars of the Rayleigh quotient ⟨X,LX⟩/⟨X,X⟩ of a peer's features, before and after the operator of each layer. L
// is the normalised Laplacian of the layer, so that the quotient is at most 2. A click on a bar selects the layer. LayersFigure returns nil
// if the frame has the quotients of fewer than two layers, or if the Laplacian of the selected layer is 0 or missing.
func LayersFigure(s *state.State) []Figure {
	layers := s.Frame.Layers
	if layers == nil || len(layers.After) < 2 || s.Frame.Stages.Trace == 0 { // L is positive semidefinite: with the trace 0 it is 0
		return nil
	}
	bars := Bars{Axis: true, Max: 2, Left: 84, Right: 64} // widths in pixels
	for k, after := range layers.After {
		number, before := k+1, layers.Before[k] // layers have numbers from 1 on
		// An undefined quotient, −1, has a bar of length 0.
		bar := Bar{Name: "layer " + Int(number), V: F(max(0, after)), Was: new(F(max(0, before))), Text: QuotientText(after), Layer: number}
		if number == layers.At { // the layer whose maps the panel shows
			bar.Class = "now"
		}
		bars.Rows = append(bars.Rows, bar)
	}
	return []Figure{{ID: "layers", Title: "Layers", TestID: "layers",
		Sub: []any{M{"⟨X,LX⟩/⟨X,X⟩"}, ": outline before, filled after the layer's operator; click one to see its maps"},
		Alt: "Rayleigh quotient by layer", Data: bars}}
}
