package view

import "sheafscope/web/state"

// peerWhy says in plain words how a peer comes to its classes.
var peerWhy = map[string]string{
	"mlp":    "Two learned layers read the features of each node by itself. What it gets right owes nothing to the edges: any use of a graph shows in what a model adds to this.",
	"gcn":    "Two learned layers, and before each the features of a node are averaged with those of its neighbours. Where neighbours mostly have other classes, that blurs.",
	"gat":    "Like a GCN, but each node learns how much to listen to which neighbour.",
	"gcnii":  "Many rounds of averaging, each of which gets a share of the first features back and changes them little, so that depth does not blur the classes.",
	"h2gcn":  "A node's own features, those of its neighbours and those two steps away stay side by side; nothing is averaged into one.",
	"gprgnn": "Features are averaged zero to K times, and each of these versions has a learned weight. A negative weight makes neighbours differ.",
	"jacobi": "A polynomial of the graph's adjacency, with learned coefficients for every class, and no other layer between features and classes.",
	"nsd":    "A sheaf, too, but its maps are read off the features of both ends by a learned layer, in every layer of diffusion anew, without transport or measures.",
}

// withoutSheaf says why the stages of the sheaf are empty for a peer.
func withoutSheaf(s *state.State) string {
	if s.Peer() == "nsd" {
		return "learns a sheaf of another kind in every layer, none that this page follows"
	}
	return "has no sheaf"
}
