package view

import (
	"sheafscope/core/peer"
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
const learnedEdgeWhy = "The learned maps carry both ends into the stalk of the edge; what differs there is the disagreement that the " +
	"layer works on."

// withoutStage says why a stage is empty for a peer, and where to look instead.
func withoutStage(s *state.State) string {
	if peer.HasSheaf(s.Peer()) {
		return "has no such stage. Its maps are learned, without transport: stages 4 and 5 show its sheaf, stage 8 its predictions."
	}
	return "has no sheaf: this stage is not part of it. Its predictions are in stage 8."
}

// learnedMaps is stage 4 of a peer with a sheaf.
func learnedMaps(s *state.State, v *Inspector) {
	f, c := s.Frame, &s.Config
	peerEquation(s, &v.Body)
	v.Body.Vals = []Value{{"d", Int(f.D), "stalk dimension"},
		{"\\bar{‖R‖}", Fix(meanOf(f.MapNorm), 3), "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = say("*", Int(2*f.M), "* maps, read off the features of both ends by the last of *", count(c.Layers, "layer", "layers"),
		"*. They *", peer.Find(c.Model).Maps, "*.")
	if e := f.Edge; e != nil && len(e.Rij) > 0 {
		v.add(mapsFigure(s, e))
	} else {
		v.add(chooseEdge())
	}
	v.add(normsFigure(s), knobs(s, "d"))
}

// plainModes are the colourings of the edges for models without plans and posterior.
var plainModes = [][2]string{{"kappa", "plain"}, {"norm", "‖R‖ of both maps"}, {"energy", "energy share"}}

// EdgeChoices lists the colourings of the edges that the model has numbers for.
func EdgeChoices(s *state.State) [][2]string {
	switch {
	case s.Peer() == "":
		return EdgeModes
	case peer.HasSheaf(s.Peer()):
		return plainModes
	}
	return plainModes[:1]
}

// peerEdge is the panel of an edge for a model without plans and posterior.
func peerEdge(s *state.State) Inspector {
	i, j := int(s.Graph.Edges[2*s.Edge]), int(s.Graph.Edges[2*s.Edge+1])
	v := Inspector{Title: []TitlePart{nodeTitle(s, i), nodeTitle(s, j)}, TestID: "inspector-edge"}
	name := ModelName(s.Config.Model)
	e := s.Frame.Edge
	switch {
	case !peer.HasSheaf(s.Peer()):
		v.Lead = say("*", name, "* has no sheaf: no plan and no map on this edge. SGPC and the models with a sheaf have them.")
	case e == nil || e.Index != s.Edge:
		v.Lead = say("Its numbers are on their way.")
	default:
		v.Lead = say("*", name, "* learned a map for each end. What they carry into the edge differs: *", Pct(e.EnergyShare),
			"* of all disagreement sits here.")
		v.add(mapsFigure(s, e), Figure{Kind: "nums", ID: "edgenums", Title: "Numbers", Nums: edgeNumbers(s, e)})
	}
	return v
}
