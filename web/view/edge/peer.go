package edge

// This file has the panel of an edge for a peer: a model other than SGPC. The frame, the numbers of the shown position, has the maps of one
// layer of the peer. An arc is a direction in which a directed model uses the edge.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// peerView returns the panel of the selected edge for a peer, which has maps but no plans and no posterior. The panel has only a sentence
// if the frame holds no maps, holds another edge, or if both maps are 0.
func peerView(s *state.State) view.Inspector {
	i, j := s.Graph.Ends(s.Edge())
	v := view.Inspector{Title: []view.TitlePart{view.NodeTitle(s, i), view.NodeTitle(s, j)}, TestID: "inspector-edge"}
	e := s.Frame.Edge

	switch {
	case e == nil || !view.HasLayerMaps(s.Frame):
		v.Lead = view.Unopened(s)
	case e.Index != s.Edge():
		v.Lead = view.Say(view.Awaited(s))
	case norm(e.Rij) == 0 && norm(e.Rji) == 0: // exactly 0: a model without messages along this edge
		v.Lead = view.Say("*", view.ModelName(s.Config.Model), "*: both maps of this edge are *0* in layer ",
			view.Int(s.Frame.Layers.At), ". Nothing passes along it.")
	default:
		v.Lead = view.Say(peerLead(s, e)...)
		v.Add(arcFigures(s, e)...)
		v.Add(mapsFigure(s, e), view.Figure{ID: "edgenums", Title: "Numbers", Nums: append(numbers(s, e), arcNumbers(s, e)...)})
		v.Add(view.LayersFigure(s)...)
	}
	return v
}

// peerLead returns sentences on the layer, on the attentions and arcs of the edge, on its maps if they are numbers (D = 1), and on its
// share of the Dirichlet energy. The sentence on attentions or arcs is omitted if the model has none. If the frame has no shares, the last
// sentence gives the reason.
func peerLead(s *state.State, e *frame.Edge) []string {
	lead := []string{"*" + view.ModelName(s.Config.Model) + "*, layer *" + view.Int(s.Frame.Layers.At) + "*. "}
	if len(e.Attention) > 0 {
		i, j := view.ShortName(s, e.I), view.ShortName(s, e.J)
		lead = append(lead, "The attention of ", i, " to ", j, " is *", view.Num(e.Attention[0]), "*, of ", j, " to ", i, " *",
			view.Num(e.Attention[1]), "*. ")
	}
	if len(e.Arcs) > 0 {
		lead = append(lead, arcsText(s, e))
	}
	if s.Frame.D == 1 { // a 1 × 1 map is a number
		lead = append(lead, "Its maps are the numbers *", view.Num(e.Rij[0]), "* and *", view.Num(e.Rji[0]), "*. ")
	}
	if len(s.Frame.EdgeEnergy) > 0 {
		return append(lead, "Of the Dirichlet energy of the features *", view.Pct(e.EnergyShare), "* sits here.")
	}
	// No shares: the Laplacian of this layer joins all nodes of a neighbourhood, not the two ends of an edge.
	return append(lead, "The Dirichlet energy is that of the neighbourhoods and has no share for an edge.")
}
