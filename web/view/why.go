package view

import (
	"strings"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// stageWhy says in plain words what a stage is for, to someone who has never
// seen a sheaf.
var stageWhy = [...]string{
	sgpc.StageFeatures: "Every node has a stalk (some papers say fibre): a vector space of dimension d. The encoder puts one vector a " +
		"channel into it, and all that follows compares the vectors of neighbours.",
	sgpc.StageSinkhorn: "For each edge: how must the measure on one end's coordinates move to become that of the other end? The entropic " +
		"transport plan answers, at least cost but for its temperature.",
	sgpc.StageJKO: "The plans move from one temperature towards another before they become maps. Where both are equal, the step " +
		"changes nothing.",
	sgpc.StageMaps: "A restriction map takes a node's stalk into the stalk of an edge. Both ends of the edge are compared there, so " +
		"unlike vectors may agree.",
	sgpc.StageLaplacian: "All maps together form one matrix whose quadratic form is the disagreement over all edges. Its kernel holds what " +
		"agrees everywhere; an eigenvalue is the disagreement of its unit eigenvector.",
	sgpc.StageDiffusion: "Diffusion lowers the Dirichlet energy: the vectors of neighbours move towards what their maps call agreement.",
	sgpc.StageMixing: "A second branch: Chebyshev polynomials of I − L̂ are weighted and added. The curve is its gain at each " +
		"eigenvalue, from what agrees over the graph (left) to what disagrees most (right).",
	sgpc.StageClasses: "The head reads both branches and gives every node a probability for each class. Mistakes are off the diagonal of " +
		"the table.",
	sgpc.StagePosterior: "Each edge gets a Beta posterior of how far its ends agree. The paper adds the loss, a KL term and a spectral " +
		"term and calls the sum a bound; here it stands beside what was measured.",
	sgpc.StageGap: "The maps are moved so that λ₂ rises: the slowest part above the kernel then decays faster. The paper promises a gain " +
		"for every step; here is what each one gained.",
}

var panelWhy = map[string]string{
	state.PanelEdge: "The plan says which coordinates of both ends correspond, the maps take both stalks into that of the edge, and what " +
		"differs there is the disagreement.",
	state.PanelNode:   "A node is classified by its own features and by what its neighbours send through their maps.",
	state.PanelClaims: "Filled: what was measured. Open, with the tick: what the paper promises. Orange is the part that breaks the promise.",
}

// whyStage is stageWhy with what depends on the settings and on the graph.
func whyStage(s *state.State, k int) string {
	c, text := &s.Config, stageWhy[k]
	switch {
	case k == sgpc.StageMixing && c.Reading == "code":
		return strings.Replace(text, "I − L̂", "I + L̂", 1)
	case k == sgpc.StageMixing && c.Operator != "normalized":
		return strings.Replace(text, "I − L̂", "I − L", 1)
	case k == sgpc.StageClasses && (c.SVR == "off" || c.AFMWeights == "off"):
		return strings.Replace(text, "both branches", "what the branches above leave", 1)
	case k == sgpc.StageDiffusion:
		if share := unlike(s.Graph); share > 0.5 {
			return text + " Here " + Pct(share) + " of the edges join different labels. Where neighbours differ, plain averaging would blur the " +
				"classes."
		}
	}
	return text
}

// unlike is the share of the edges between labelled nodes that join different labels, 0 without such edges.
func unlike(g *proto.GraphInfo) float64 {
	if g == nil {
		return 0
	}
	all, differ := 0, 0
	for e := 0; e+1 < len(g.Edges); e += 2 {
		if a, b := g.Labels[g.Edges[e]], g.Labels[g.Edges[e+1]]; a >= 0 && b >= 0 {
			all++
			if a != b {
				differ++
			}
		}
	}
	return float64(differ) / float64(max(1, all))
}

// StageTip is the name of a stage and, where the model has it, what it is for.
func StageTip(s *state.State, k int) string {
	tip := sgpc.StageNames[k]
	if s.Peer() == "" {
		tip += ". " + whyStage(s, k)
	}
	return tip
}

// why is the sentence that says what the view on the screen is for.
func why(s *state.State) string {
	if s.Panel == state.PanelStage {
		k := s.ShownStage()
		switch name := s.Peer(); {
		case name == "" && k == sgpc.StageJKO && freeSteps(&s.Config):
			return freeWhy
		case name == "" && s.Config.Reading == "code" && codeWhy[k] != "":
			return codeWhy[k]
		case name == "" || peer.HasSheaf(name) && (k == sgpc.StageMaps || k == sgpc.StageLaplacian):
			return whyStage(s, k)
		case k == sgpc.StageClasses:
			return peerWhy(name)
		}
		return ""
	}
	if name := s.Peer(); name != "" {
		switch s.Panel {
		case state.PanelEdge:
			if peer.HasSheaf(name) {
				return learnedEdgeWhy
			}
			return ""
		case state.PanelNode:
			return peerWhy(name)
		case state.PanelClaims:
			return ""
		}
	}
	return panelWhy[s.Panel]
}
