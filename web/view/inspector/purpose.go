package inspector

// This file has the sentence on the purpose of each panel. A peer is a model other than SGPC, the model of the paper.

import (
	"sheafscope/core/peer"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/stages"
)

// mapsPurpose is the purpose of the edge panel for a peer with a sheaf, and for the code reading: they have maps, but no plan.
const mapsPurpose = "The maps carry both ends into the stalk of the edge; what differs there is the disagreement that the " +
	"Dirichlet energy of the layer counts."

// panelPurpose returns the purpose of a panel for SGPC. It returns "" for all panels but the edge, the node and the claims: package stages
// explains the stages, and the other panels need no explanation.
func panelPurpose(panel string) string {
	switch panel {
	case state.PanelEdge:
		return "The plan says which coordinates of both ends correspond, the maps take both stalks into that of the edge, and what " +
			"differs there is the disagreement."
	case state.PanelNode:
		return "A node is classified by its own features and by what its neighbours send through their maps."
	case state.PanelClaims:
		return "Filled: what was measured. Open, with the tick: what the paper promises. Orange is the part that breaks the promise."
	}
	return ""
}

// purpose returns the purpose of the shown panel for the model of the run. It returns "" for a panel that needs no explanation, for the
// claims of a peer, and for the edges of a peer without a sheaf.
func purpose(s *state.State) string {
	if s.View.Panel == state.PanelStage {
		return stages.Why(s)
	}

	// A peer has texts of its own for three panels, and the code reading for the edge. All other texts are those of the paper's reading.
	name := s.Peer()
	switch panel := s.View.Panel; {
	case panel == state.PanelEdge && name != "":
		return words.Either(peer.HasSheaf(name), mapsPurpose, "")
	case panel == state.PanelEdge && s.Config.Reading == "code":
		return mapsPurpose
	case panel == state.PanelNode && name != "":
		return view.PeerWhy(name)
	case panel == state.PanelClaims && name != "":
		return ""
	}
	return panelPurpose(s.View.Panel)
}
