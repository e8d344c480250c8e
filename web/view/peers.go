package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// peerWhy says in plain words how a peer comes to its classes.
var peerWhy = map[string]string{
	"mlp": "Two learned layers read the features of each node by itself. What it gets right owes nothing to the edges: any use of a " +
		"graph shows in what a model adds to this.",
	"gcn": "Two learned layers, and before each the features of a node are averaged with those of its neighbours. Where neighbours " +
		"mostly have other classes, that mixes the classes.",
	"gat": "Like a GCN, but the weights of the average are learned: attention of each node to its neighbours.",
	"gcnii": "Many rounds of averaging, each of which gets a share of the first features back and a weight matrix close to the identity, " +
		"against oversmoothing.",
	"h2gcn":  "A node's own features, those of its neighbours and those two steps away stay side by side; nothing is averaged into one.",
	"gprgnn": "Features are averaged zero to K times, and each of these versions has a learned weight. Weights may be negative.",
	"jacobi": "A polynomial of the graph's adjacency, with learned coefficients for every class, and one linear layer from the features to " +
		"the classes.",
	"nsd": "A sheaf, too, but its maps are read off the features of both ends by a learned layer, in every layer of diffusion anew, " +
		"without transport or measures.",
}

// learnedEdgeWhy says in plain words what an edge is to neural sheaf diffusion.
const learnedEdgeWhy = "The learned maps carry both ends into the stalk of the edge; what differs there is the disagreement that the " +
	"layer works on."

// hasStage tells whether the model has a stage.
func hasStage(s *state.State, k int) bool {
	switch k {
	case sgpc.StageFeatures, sgpc.StageClasses, sgpc.StagePosterior:
		return true
	case sgpc.StageMaps, sgpc.StageLaplacian:
		return s.Peer() == "" || s.Peer() == "nsd"
	}
	return s.Peer() == ""
}

// withoutStage says why a stage is empty for a peer, and where to look instead.
func withoutStage(s *state.State) string {
	if s.Peer() == "nsd" {
		return "has no such stage. Its maps are learned, without transport: stages 4 and 5 show its sheaf, stage 8 its predictions."
	}
	return "has no sheaf: this stage is not part of it. Its predictions are in stage 8."
}

// mapKinds says what the maps of neural sheaf diffusion may do.
var mapKinds = map[string]string{
	"nsd-diag":    "are diagonal: each coordinate is scaled by itself",
	"nsd-orth":    "are orthogonal: they turn and mirror, no length changes",
	"nsd-general": "are full matrices with entries between −1 and 1",
}

// learnedMaps is stage 4 of neural sheaf diffusion.
func learnedMaps(s *state.State, v *Inspector) {
	f, c := s.Frame, &s.Config
	v.Body.Eq = "peer-nsd"
	v.Body.Vals = []Value{{"d", Int(f.D), "stalk dimension"},
		{"\\bar{‖R‖}", Fix(meanOf(f.MapNorm), 3), "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = say("*", Int(2*f.M), "* maps, read off the features of both ends by the last of *", count(c.Layers, "layer", "layers"),
		"*. They *", mapKinds[c.Model], "*.")
	if e := f.Edge; e != nil && len(e.Rij) > 0 {
		v.Body.Figures = append(v.Body.Figures, mapsFigure(s, e))
	} else {
		v.Body.Figures = append(v.Body.Figures, chooseEdge())
	}
	v.Body.Figures = append(v.Body.Figures, normsFigure(s), knobs(s, "d"))
}

// plainModes are the colourings of the edges for models without plans and posterior.
var plainModes = [][2]string{{"kappa", "plain"}, {"norm", "‖R‖ of both maps"}, {"energy", "energy share"}}

// EdgeChoices lists the colourings of the edges that the model has numbers for.
func EdgeChoices(s *state.State) [][2]string {
	switch s.Peer() {
	case "":
		return EdgeModes
	case "nsd":
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
	case s.Peer() != "nsd":
		v.Lead = say("*", name, "* has no sheaf: no plan and no map on this edge. SGPC and NSD have them.")
	case e == nil || e.Index != s.Edge:
		v.Lead = say("Its numbers are on their way.")
	default:
		v.Lead = say("*", name, "* learned a map for each end. What they carry into the edge differs: *", Pct(e.EnergyShare),
			"* of all disagreement sits here.")
		v.Body.Figures = append(v.Body.Figures, mapsFigure(s, e), Figure{Kind: "nums", ID: "edgenums", Title: "Numbers", Nums: edgeNumbers(s, e)})
	}
	return v
}
