package view

import (
	"sheafscope/core/sgpc"
	"sheafscope/web/state"
)

// stageWhy says in plain words what a stage is for, to someone who has never
// seen a sheaf.
var stageWhy = [...]string{
	sgpc.StageFeatures:  "Every node starts with a small table of numbers, its fibre. All that follows compares fibres along edges.",
	sgpc.StageSinkhorn:  "For each edge: how must the weight on one end's coordinates move to look like the other end's? The transport plan is the cheapest answer.",
	sgpc.StageJKO:       "The plans are made a little sharper or softer before they become maps. Whether this changes anything depends on two temperatures.",
	sgpc.StageMaps:      "A map translates a node's fibre into the language of an edge. Ends that are unlike can then be compared instead of being averaged into one.",
	sgpc.StageLaplacian: "All maps together form one large matrix that measures how far the fibres disagree along the edges. Its small eigenvalues say how much of that can be avoided.",
	sgpc.StageDiffusion: "Fibres flow along the edges until neighbours agree as far as their maps ask. With plain averaging, classes would blur here.",
	sgpc.StageMixing:    "A second branch weighs patterns that vary slowly over the graph against patterns that vary fast. The curve is its weight for each eigenvalue.",
	sgpc.StageClasses:   "A small network reads both branches and names a class for every node. Off the diagonal of the table stand the mistakes.",
	sgpc.StagePosterior: "Each edge gets a belief in how far its ends agree. It tempers the predictions, and enters the paper's bound on the error, which is compared here with the error.",
	sgpc.StageGap:       "The maps are pushed so that λ₂ rises: a larger gap lets fibres settle faster. The paper promises a gain for every step; here is what each one gained.",
}

var panelWhy = map[string]string{
	state.PanelEdge:   "An edge is where two fibres meet: the plan says which coordinates correspond, the maps translate, and what does not fit is the disagreement that diffusion lowers.",
	state.PanelNode:   "A node is judged by its own features and by what its neighbours send through their maps. Edges that do not agree lower the trust in the prediction.",
	state.PanelClaims: "Filled: what was measured. Open, with the tick: what the paper promises. Orange is the part that breaks the promise.",
}

// StageTip is the name of a stage and, where the model has it, what it is for.
func StageTip(s *state.State, k int) string {
	tip := sgpc.StageNames[k]
	if s.Peer() == "" {
		tip += ". " + stageWhy[k]
	}
	return tip
}

// why is the sentence that says what the view on the screen is for.
func why(s *state.State) string {
	if s.Panel == state.PanelStage {
		k := s.ShownStage()
		switch peer := s.Peer(); {
		case peer == "" && k == sgpc.StageJKO && s.Config.JKOMode == "w2" && s.Config.Reading == "paper":
			return freeWhy
		case peer == "" || peer == "nsd" && (k == sgpc.StageMaps || k == sgpc.StageLaplacian):
			return stageWhy[k]
		case k == sgpc.StageClasses:
			return peerWhy[peer]
		}
		return ""
	}
	if peer := s.Peer(); peer != "" {
		switch s.Panel {
		case state.PanelEdge:
			if peer == "nsd" {
				return learnedEdgeWhy
			}
			return ""
		case state.PanelNode:
			return peerWhy[peer]
		case state.PanelClaims:
			return ""
		}
	}
	return panelWhy[s.Panel]
}
