// Package frame has the data that a viewer needs to draw a position of a run: a
// [Frame] and its parts. It also computes the quantities that depend on a sheaf
// only. Package view fills frames from a run.
package frame

import (
	"sheafscope/core/choice"
	"sheafscope/core/claims"
)

// Focus selects the details in all following frames of a run. The zero Focus selects
// no details.
type Focus struct {
	// Edge and Node select an edge and a node.
	Edge, Node choice.One
	// Example selects an edge if Edge selects none: the first edge whose ends have
	// different labels.
	Example bool
	// Spectrum requests the eigenvalues: all of them up to the dimension
	// spectral.MaxDense, else both ends of the spectrum.
	Spectrum bool
	// Eigenvector selects the eigenvector in the spectrum.
	Eigenvector choice.One
	// Layer selects the layer of a peer, from 1. Any other number selects the last
	// layer.
	Layer int
	// Layout requests node positions from the eigenvectors of the sheaf, as part of
	// the spectrum.
	Layout bool
}

// Once requests additions to a single frame: changes by hand, claims and expensive
// details.
type Once struct {
	// Changes requests the last evaluation with maps changed by hand, Gamma
	// (Q+1 logits) with other mixing weights in the first layer.
	Changes []MapChange
	Gamma   []float64
	// Given requests the last evaluation with other restriction maps, in the layout
	// of sheaf.Sheaf.R. A viewer in another process sends Sheaf in their place: the
	// number of the maps, from 1, among those loaded with the graph.
	Given []float64
	Sheaf int
	// Flow requests the iterates of the diffusion with time FlowDt; 0 stands for the
	// time of the run. FlowChannel adds a channel, from 1; 0 adds no channel.
	Flow        bool
	FlowDt      float64
	FlowChannel int
	// Maps requests the restriction maps of every edge, Features the features of
	// every node.
	Maps, Features bool
	// Stalks requests the stalk of the selected node over diffusion time.
	Stalks bool
	// Turned requests a comparison with another basis in the stalk of a node.
	Turned *Turn
	// Cycles requests the holonomies of a cycle basis and of one cycle: through the
	// nodes Cycle, or cycle number Place (from 1) of the basis.
	Cycles bool
	Cycle  []int
	Place  int
	// Channel requests a channel of the features, from 1, with its computation;
	// Eigen adds its eigenvector of λ₂.
	Channel int
	Eigen   bool
	// Claims requests the paper's claims, evaluated on this run.
	Claims bool
	// HistoryFrom is the first epoch of the history in the frame.
	HistoryFrom int
	// Alone restricts the frame to position, sizes, history and the requests above.
	Alone bool
}

// Frame holds the data for drawing one position of a run. Slices are copies: the
// run may advance while they are read. A frame depends on the recipe, the position,
// the focus and the requests only.
type Frame struct {
	// Position is the number of inner operations since the start, Epoch the number
	// of finished epochs. Stage (1..10), Inner (1-based) and InnerTotal
	// (0: unknown) locate the last operation; Op is its name.
	Position   int    `json:"position"`
	Epoch      int    `json:"epoch"`
	Stage      int    `json:"stage"`
	Inner      int    `json:"inner"`
	InnerTotal int    `json:"inner_total"`
	Op         string `json:"op"`
	// Done reports whether the run is over: it has made all epochs, or used up its
	// patience.
	Done bool `json:"done"`
	// Epochs[k] is the epoch, from 1, of the results of stage k, or 0 before its
	// first run. Judged is the epoch of the loss and of the results computed from
	// it: calibrated predictions, posterior and bound. Unknown slices are nil,
	// unknown accuracies are −1.
	Epochs []int `json:"epochs"`
	Judged int   `json:"judged"`

	// N is the number of nodes, M of edges, Classes of classes; D is the stalk
	// dimension, Channels the number of channels.
	N        int `json:"n"`
	M        int `json:"m"`
	Classes  int `json:"classes"`
	D        int `json:"d"`
	Channels int `json:"channels"`

	// Prob and Calibrated are N×C, Pred is the arg max of the calibrated row.
	// Calibrated is Prob from stage 8 until the posterior of stage 9 is computed.
	Prob       []float64 `json:"prob"`
	Calibrated []float64 `json:"calibrated"`
	Pred       []int     `json:"pred"`
	// NodeKappa is κ̄_i by node. By edge, Kappa is κ̄_e, MapNorm is ‖R‖_F over both
	// maps and OffDiagonal the mass of the plan off the diagonal. EdgeEnergy is the
	// share of the edge in the Dirichlet energy of the features of Stalk. Pull is
	// ‖∂λ₂/∂R_e‖, nil before the first ascent and for maps changed by hand.
	NodeKappa   []float64 `json:"node_kappa"`
	Kappa       []float64 `json:"kappa"`
	MapNorm     []float64 `json:"map_norm"`
	OffDiagonal []float64 `json:"off_diagonal"`
	EdgeEnergy  []float64 `json:"edge_energy"`
	Pull        []float64 `json:"pull"`
	// Stalk is N×D: the mean over channels of the features of the same epoch as the
	// maps. These are the diffused features, or the encoded ones (Undiffused) in
	// stages 4 and 5 and without diffusion.
	Stalk      []float64 `json:"fibre"`
	Undiffused bool      `json:"undiffused"`

	Spectrum *SpectrumView `json:"spectrum,omitempty"`
	// SpectrumBefore holds the eigenvalues at the start of the last gap ascent.
	SpectrumBefore []float64 `json:"spectrum_before,omitempty"`

	Loss     Loss      `json:"loss"`
	Accuracy Accuracy  `json:"accuracy"`
	Bound    BoundView `json:"bound"`
	History  History   `json:"history"`

	// Maps holds the restriction maps of every edge, 2M×D×D in the layout of
	// sheaf.Sheaf.R. HatMaps holds the maps of the operator, which are normalised or
	// equal. Both are nil unless requested, and if they are too many.
	Maps    []float32 `json:"maps,omitempty"`
	HatMaps []float32 `json:"hat_maps,omitempty"`
	// MapPlane and PlaneShare are the results of the function MapPlane for Maps.
	MapPlane   []float32 `json:"map_plane,omitempty"`
	PlaneShare float64   `json:"plane_share,omitempty"`

	Flow *Flow `json:"flow,omitempty"`
	// Stalks is the stalk of the node in focus over diffusion time.
	Stalks *Stalk `json:"fibres,omitempty"`
	// Turned compares the network with itself in another basis of one stalk.
	Turned *Turned `json:"turned,omitempty"`
	// Holonomy holds the parallel transport around cycles.
	Holonomy *Holonomies `json:"holonomy,omitempty"`
	// Features are the input features of the nodes and the encoded ones.
	Features *Features `json:"features,omitempty"`

	// Channel is one channel of the features by stage.
	Channel *Channel `json:"channel,omitempty"`

	// Claims are the paper's claims on the last finished epoch.
	Claims []claims.Claim `json:"claims,omitempty"`

	// Layers describes the layers of a peer.
	Layers *Layers `json:"layers,omitempty"`

	Stages Stages `json:"stages"`
	Edge   *Edge  `json:"edge,omitempty"`
	Node   *Node  `json:"node,omitempty"`
}

// EpochOf returns Epochs[stage], or 0 for a stage out of range.
func (f *Frame) EpochOf(stage int) int {
	if stage < 0 || stage >= len(f.Epochs) {
		return 0
	}
	return f.Epochs[stage]
}

// Present returns the epoch, from 1, of the position of the frame. Between two epochs
// it is the finished epoch. It is 0 at the start.
func (f *Frame) Present() int {
	latest := 0
	for _, epoch := range f.Epochs {
		latest = max(latest, epoch)
	}
	return latest
}

// ChangesMaps reports whether the request replaces or changes restriction maps.
func (o *Once) ChangesMaps() bool { return len(o.Changes) > 0 || len(o.Given) > 0 }
