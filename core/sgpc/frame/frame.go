// Package frame defines the data that a viewer needs to draw a position of a run: a
// [Frame] and its parts. It also computes the quantities that depend only on a graph, its
// features or a sheaf. Package view fills frames from a run.
package frame

import (
	"sheafscope/core/choice"
	"sheafscope/core/claims"
)

// Focus selects the details in all following frames of a run. The zero Focus selects
// no details.
type Focus struct {
	// Edge and Node select an edge and a node. A choice.One is an index or none.
	Edge, Node choice.One
	// If Edge selects no edge, Example selects the first edge whose ends have different labels
	// or, without such an edge, edge 0.
	Example bool
	// Spectrum requests the eigenvalues of the operator. For a dimension above
	// spectral.MaxDense the frame has only both ends, and for a peer none. Above MaxSpectrum it
	// has none.
	Spectrum    bool
	Eigenvector choice.One // the eigenvector in the spectrum
	// Layer is the number of the selected layer (1-based) of a peer, a model to compare
	// with. If no layer has this number, the frame shows the last layer.
	Layer int
	// Layout requests node positions from eigenvectors, as part of the spectrum.
	Layout bool
}

// Once requests additions to a single frame: changes by hand, claims and expensive
// details.
type Once struct {
	// Changes requests the last evaluation with maps changed by hand. Gamma requests the
	// last evaluation with other mixing weights in the first layer: Q+1 logits, one for
	// each Chebyshev order 0 … Q.
	Changes []MapChange
	Gamma   []float64
	// Given requests the last evaluation with other restriction maps, in the layout of
	// sheaf.Sheaf.R. In place of Given, a viewer in another process sends Sheaf, the number
	// (1-based) of these maps among the maps loaded with the graph, or 0 for none.
	Given []float64
	Sheaf int
	// Flow requests the iterates of the diffusion with the diffusion time FlowDt. 0 stands for
	// the diffusion time of the run. FlowChannel is the number (1-based) of the channel in
	// Flow.Value, or 0 for none.
	Flow        bool
	FlowDt      float64
	FlowChannel int
	// Maps requests the restriction maps of all edges. Features requests the features
	// of all nodes.
	Maps, Features bool
	// Stalks requests the stalk of the selected node over diffusion time.
	Stalks bool
	// Turned requests a comparison with another basis in the stalk of a node.
	Turned *Turn
	// Cycles requests the holonomies of a cycle basis and of one selected cycle. Cycle
	// lists the nodes of the selected cycle. If Cycle is empty, Place is the number
	// (1-based) of the selected cycle in the basis, and 0 selects no cycle.
	Cycles bool
	Cycle  []int
	Place  int
	// Channel is the number (1-based) of a requested channel of the features, or 0 for none.
	// Eigen also requests the eigenvector of λ₂ for this channel.
	Channel int
	Eigen   bool
	Claims  bool // requests the paper's claims, evaluated on this run
	// HistoryFrom is the index (0-based) of the first epoch of the history in the frame.
	HistoryFrom int
	// Alone restricts the frame to position, sizes, history and the requests above.
	Alone bool
}

// Frame holds the data for drawing one position of a run. Slices are copies, so that
// the run may advance while a viewer reads them. A frame depends only on the recipe
// (graph, split and settings), the position, the focus and the requests. Unknown slices
// are nil.
type Frame struct {
	Position int `json:"position"` // the number of inner operations since the start
	Epoch    int `json:"epoch"`    // the number of finished epochs
	// Stage is the stage (1 to 10) of the last inner operation, or 0 before the first.
	// Inner is the number of this operation in the stage (1-based), and Op is its name.
	// InnerTotal is the number of inner operations of the stage, or 0 if unknown. In stages
	// 6 and 7 of several layers, Inner and InnerTotal count the operations of one layer.
	Stage      int    `json:"stage"`
	Inner      int    `json:"inner"`
	InnerTotal int    `json:"inner_total"`
	Op         string `json:"op"`
	// Done reports whether the run is over: after the last epoch, by early stopping, or after
	// sgpc.Run.RestoreBest.
	Done bool `json:"done"`
	// Epochs[k] is the epoch (1-based) of the results of stage k. It is 0 if stage k has
	// never run, and for a stage that the model lacks. Judged is the epoch (1-based) of the
	// loss and the bound. Before the first loss it is 0.
	Epochs []int `json:"epochs"`
	Judged int   `json:"judged"`

	// N, M and Classes are the numbers of nodes, edges and classes. D is the stalk
	// dimension, and Channels is the number of channels.
	N        int `json:"n"`
	M        int `json:"m"`
	Classes  int `json:"classes"`
	D        int `json:"d"`
	Channels int `json:"channels"`

	// Prob (N×Classes) holds the class probabilities of stage 8. Calibrated (N×Classes) holds
	// them after the calibration. Between stage 8 and the loss of an epoch, Calibrated equals
	// Prob. Pred holds the class with the largest calibrated probability of each node.
	Prob       []float64 `json:"prob"`
	Calibrated []float64 `json:"calibrated"`
	Pred       []int     `json:"pred"`
	NodeKappa  []float64 `json:"node_kappa"` // κ̄_i of each node i
	// Each of the following slices has a number for each edge e. Kappa holds κ̄_e. MapNorm
	// holds ‖R_e‖_F of both maps. OffDiagonal holds the mass of the plan off the diagonal.
	// EdgeEnergy holds the share of e in the Dirichlet energy of the features of Stalk. It is
	// nil for a layer with Layers.Beyond, whose energy also has terms without an edge. Pull
	// holds ‖∂λ₂/∂R_e‖. Pull is nil before the first ascent and, for maps changed by hand,
	// for more than ShownEdges edges.
	Kappa       []float64 `json:"kappa"`
	MapNorm     []float64 `json:"map_norm"`
	OffDiagonal []float64 `json:"off_diagonal"`
	EdgeEnergy  []float64 `json:"edge_energy"`
	Pull        []float64 `json:"pull"`
	// Stalk (N×D) holds the means over the channels of features of the epoch of the maps:
	// the diffused features or, if Undiffused is true, the encoded features. Undiffused is
	// true in stages 4 and 5 and for a model without diffusion. For a peer it is false, and
	// the features are the input of the operator of the selected layer.
	Stalk      []float64 `json:"fibre"`
	Undiffused bool      `json:"undiffused"`

	Spectrum *SpectrumView `json:"spectrum,omitempty"`
	// SpectrumBefore holds the eigenvalues at the start of the last gap ascent. It is nil
	// outside the ascent of stage 10, and if Spectrum is not complete.
	SpectrumBefore []float64 `json:"spectrum_before,omitempty"`

	Loss     Loss      `json:"loss"`
	Accuracy Accuracy  `json:"accuracy"`
	Bound    BoundView `json:"bound"`
	History  History   `json:"history"`

	// Maps holds the restriction maps of all edges, 2M×D×D in the layout of
	// sheaf.Sheaf.R. HatMaps holds the maps of the operator, which are normalised or
	// equal to Maps. Both are nil if they were not requested, or have more than
	// MaxShownMaps numbers.
	Maps    []float32 `json:"maps,omitempty"`
	HatMaps []float32 `json:"hat_maps,omitempty"`
	// MapPlane and PlaneShare are the results of the function MapPlane for Maps.
	MapPlane   []float32 `json:"map_plane,omitempty"`
	PlaneShare float64   `json:"plane_share,omitempty"`

	// The details that Once requests. A detail is nil if it was not requested, or if it cannot
	// be computed at this position.
	Flow     *Flow          `json:"flow,omitempty"`
	Stalks   *Stalk         `json:"fibres,omitempty"` // of the node in focus
	Turned   *Turned        `json:"turned,omitempty"`
	Holonomy *Holonomies    `json:"holonomy,omitempty"`
	Features *Features      `json:"features,omitempty"`
	Channel  *Channel       `json:"channel,omitempty"`
	Claims   []claims.Claim `json:"claims,omitempty"` // on the last evaluation of the run

	Layers *Layers `json:"layers,omitempty"` // the layers of a peer; nil for SGPC

	Stages Stages `json:"stages"`
	Edge   *Edge  `json:"edge,omitempty"` // the edge in focus
	Node   *Node  `json:"node,omitempty"` // the node in focus
}

// EpochOf returns Epochs[stage]. For a stage out of range it returns 0.
func (f *Frame) EpochOf(stage int) int {
	if stage < 0 || stage >= len(f.Epochs) {
		return 0
	}
	return f.Epochs[stage]
}

// Present returns the epoch (1-based) of the position of the frame, the last finished epoch
// between two epochs, and 0 before the first inner operation.
func (f *Frame) Present() int {
	latest := 0
	for _, epoch := range f.Epochs {
		latest = max(latest, epoch)
	}
	return latest
}

// ChangesMaps reports whether o replaces or changes restriction maps. Sheaf does not count:
// the receiver of o must first set Given from Sheaf.
func (o *Once) ChangesMaps() bool { return len(o.Changes) > 0 || len(o.Given) > 0 }
