package view

import (
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// peerWhy says in plain words how a peer comes to its classes, and whose it is.
func peerWhy(model string) string {
	p := peer.Find(model)
	return p.Why + " " + p.Paper + "."
}

// peerEquation is the equation of the shown peer.
func peerEquation(s *state.State, b *Body) {
	p := peer.Find(s.Peer())
	b.Eq, b.Lines, b.Symbols = "peer-"+p.Name, p.Equation, p.Symbols
}

// learnedEdgeWhy says in plain words what an edge is to a peer with a sheaf.
const learnedEdgeWhy = "The maps carry both ends into the stalk of the edge; what differs there is the disagreement that the Dirichlet " +
	"energy of the layer counts."

// layerText names the layer on show.
func layerText(s *state.State) string {
	if l := s.Frame.Layers; l != nil {
		return "Layer *" + Int(l.At) + "* of " + Int(l.Count)
	}
	return ""
}

// opened reports whether the frame has the maps of a layer.
func opened(f *frame.Frame) bool {
	return f.Layers != nil && (len(f.MapNorm) > 0 || f.M == 0 && Predicts(f))
}

// unopened says why a layer has no numbers: the pass is still to come, or it has too many.
func unopened(s *state.State) []Span {
	if !Predicts(s.Frame) {
		return say("The first forward pass of *", ModelName(s.Peer()), "* is still to come.")
	}
	return say("The graph has too many edges for a look at the maps of *", ModelName(s.Peer()), "*: from *", Int(frame.MaxShownMaps),
		"* numbers on they are not shown. Its predictions are in stage 8.")
}

// learnedMaps is stage 4 of a peer.
func learnedMaps(s *state.State, v *Inspector) {
	f, p := s.Frame, peer.Find(s.Peer())
	peerEquation(s, &v.Body)
	if !opened(f) {
		v.Lead = unopened(s)
		return
	}
	v.Body.Vals = []Value{{"d", Int(f.D), "stalk dimension"},
		{"\\bar{‖R‖}", Fix(meanOf(f.MapNorm), 3), "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = say(layerText(s)+": *", Int(2*f.M), "* maps, one for each end of an edge. They ", p.MapsWith(s.Config.PeerSettings()), ".")
	if maxOf(f.MapNorm) == 0 {
		return
	}
	v.add(edgeMaps(s), normsFigure(s))
	v.add(layersFigure(s)...)
	v.add(knobs(s, "d"))
}

// plainModes are the colourings of the edges for models without plans and posterior.
var plainModes = [][2]string{{"kappa", "plain"}, {edgesClass, "same class or not"}, {"norm", "‖R‖ of both maps"},
	{"energy", "energy share"}}

// EdgeChoices lists the colourings of the edges that the model has numbers for.
func EdgeChoices(s *state.State) [][2]string {
	switch f := s.Frame; {
	case s.Peer() == "":
		return EdgeModes()
	case f == nil || len(f.MapNorm) == 0:
		return plainModes[:2]
	case len(f.EdgeEnergy) == 0:
		return plainModes[:3]
	}
	return plainModes
}

// peerEdge is the panel of an edge for a model without plans and posterior.
func peerEdge(s *state.State) Inspector {
	i, j := s.Graph.Ends(s.Edge())
	v := Inspector{Title: []TitlePart{nodeTitle(s, i), nodeTitle(s, j)}, TestID: "inspector-edge"}
	name := ModelName(s.Config.Model)
	e := s.Frame.Edge
	switch {
	case e == nil || !opened(s.Frame):
		v.Lead = unopened(s)
	case e.Index != s.Edge():
		v.Lead = say("Its numbers are on their way.")
	case norm(e.Rij) == 0 && norm(e.Rji) == 0:
		v.Lead = say("*", name, "*: both maps of this edge are *0* in layer ", Int(s.Frame.Layers.At), ". Nothing passes along it.")
	default:
		lead := []string{"*" + name + "*, layer *" + Int(s.Frame.Layers.At) + "*. "}
		if len(e.Attention) > 0 {
			lead = append(lead, "The first end pays the other an attention of *", Num(e.Attention[0]), "*, the other the first "+
				"*", Num(e.Attention[1]),
				"*. ")
		}
		if len(e.Arcs) > 0 {
			lead = append(lead, arcsText(s, e))
		}
		if s.Frame.D == 1 {
			lead = append(lead, "Its maps are the numbers *", Num(e.Rij[0]), "* and *", Num(e.Rji[0]), "*. ")
		}
		if len(s.Frame.EdgeEnergy) > 0 {
			lead = append(lead, "*", Pct(e.EnergyShare), "* of the Dirichlet energy of the features sits here.")
		} else {
			lead = append(lead, "The Dirichlet energy is that of the neighbourhoods and has no share for an edge.")
		}
		v.Lead = say(lead...)
		v.add(arcFigures(s, e)...)
		v.add(mapsFigure(s, e), Figure{ID: "edgenums", Title: "Numbers", Nums: append(edgeNumbers(s, e), arcNumbers(s, e)...)})
		v.add(layersFigure(s)...)
	}
	return v
}
