// Package frame is what a viewer is given of a position of a run: the types of what is shown, and what follows from
// a sheaf alone. Package view fills them in.
package frame

import (
	"sheafscope/core/choice"
	"sheafscope/core/claims"
)

// Focus selects the details that the frames of a run carry, until another Focus is set. Focus{} selects none.
type Focus struct {
	Edge, Node choice.One
	// Example shows some edge when none is requested: the first between two labels.
	Example bool
	// Spectrum asks for the eigenvalues (all when the dimension is at most 1000).
	Spectrum bool
	// Eigenvector selects the eigenvector to return.
	Eigenvector choice.One
	// Layer is the layer of a peer on show, counted from 1; 0, and a layer that the peer lacks, stand for the last.
	Layer int
	// Layout asks for node places by the sheaf's eigenvectors; they come with the spectrum.
	Layout bool
}

// Once is what one Frame alone shall carry beside: changes by hand, claims and
// costly details.
type Once struct {
	// Changes shows the last evaluation with maps changed by hand, Gamma (Q+1
	// logits) with the mixing weights of the first layer changed.
	Changes []MapChange
	Gamma   []float64
	// Given shows the last evaluation with these restriction maps in place of its own, in the order of sheaf.Sheaf.R.
	// A viewer far away names them by Sheaf, from 1 on, among the maps that came with the graph.
	Given []float64
	Sheaf int
	// Flow asks for the diffusion by iterate, with the time FlowDt (0: the run's), and with channel FlowChannel, from 1 on, 0 for none.
	Flow        bool
	FlowDt      float64
	FlowChannel int
	// Maps asks for the restriction maps of every edge, Features for the
	// features of every node.
	Maps, Features bool
	// Stalks asks for the stalk of the node in focus over diffusion time.
	Stalks bool
	// Turned requests a comparison with another frame in the stalk of a node.
	Turned *Turn
	// Cycles requests the holonomies of a cycle basis, and of the cycle through the nodes Cycle, else of that at Place, from 1 on.
	Cycles bool
	Cycle  []int
	Place  int
	// Channel requests a channel of the features, from 1 on, and what belongs to it; Eigen its eigenvector of λ₂, too.
	Channel int
	Eigen   bool
	// Claims asks for the paper's claims, evaluated on this run.
	Claims bool
	// HistoryFrom is the first epoch of the training history that the caller lacks.
	HistoryFrom int
	// Alone leaves out of the frame all but position, sizes, history and what is requested once.
	Alone bool
}

// Frame is what a viewer needs to draw one position of a run. Slices are
// copies: the run may go on while they are read. It depends only on the
// recipe, the position, the focus and the one-off extras.
type Frame struct {
	// Position counts inner operations since the start; Epoch counts finished
	// epochs. Stage (1..10), Inner (1-based) and InnerTotal (0: not known)
	// locate the last operation; Op names it in plain words.
	Position   int    `json:"position"`
	Epoch      int    `json:"epoch"`
	Stage      int    `json:"stage"`
	Inner      int    `json:"inner"`
	InnerTotal int    `json:"inner_total"`
	Op         string `json:"op"`
	// Done is true when the run stopped by itself (epochs used up or patience).
	Done bool `json:"done"`
	// Epochs[k] is the epoch, counted from 1, that what stage k shows belongs to,
	// 0 before the stage first ran. Judged is that of the loss and of what follows
	// from it: calibrated predictions, posterior, bound. What is not known is nil,
	// an accuracy −1.
	Epochs []int `json:"epochs"`
	Judged int   `json:"judged"`

	// N nodes, M edges, C classes, stalk dimension D, channels.
	N        int `json:"n"`
	M        int `json:"m"`
	Classes  int `json:"classes"`
	D        int `json:"d"`
	Channels int `json:"channels"`

	// Prob and Calibrated are N×C, Pred the arg max of the calibrated row. From
	// stage 8 until the posterior of stage 9 is there, Calibrated is Prob.
	Prob       []float64 `json:"prob"`
	Calibrated []float64 `json:"calibrated"`
	Pred       []int     `json:"pred"`
	// NodeKappa is κ̄_i; Kappa κ̄_e, MapNorm ‖R‖_F of both ends, OffDiagonal
	// the plan's mass off the diagonal, EdgeEnergy the share of the Dirichlet
	// energy of the features on show (see Stalk), Pull ‖∂λ₂/∂R_e‖ (nil before the
	// first ascent, and for maps changed by hand), per edge.
	NodeKappa   []float64 `json:"node_kappa"`
	Kappa       []float64 `json:"kappa"`
	MapNorm     []float64 `json:"map_norm"`
	OffDiagonal []float64 `json:"off_diagonal"`
	EdgeEnergy  []float64 `json:"edge_energy"`
	Pull        []float64 `json:"pull"`
	// Stalk is N×D: the mean over channels of the features on show. They are the
	// diffused ones, but in stages 4 and 5, and without diffusion, those that the
	// encoder made (Undiffused): the maps of an epoch are shown with features of
	// the same epoch.
	Stalk      []float64 `json:"fibre"`
	Undiffused bool      `json:"undiffused"`

	Spectrum *SpectrumView `json:"spectrum,omitempty"`
	// SpectrumBefore holds the eigenvalues at the start of the last gap ascent.
	SpectrumBefore []float64 `json:"spectrum_before,omitempty"`

	Loss     Loss      `json:"loss"`
	Accuracy Accuracy  `json:"accuracy"`
	Bound    BoundView `json:"bound"`
	History  History   `json:"history"`

	// Maps and HatMaps are the maps of every edge, 2M×D×D in the order of
	// sheaf.Sheaf, as they are and as the operator has them (normalised or the
	// same); nil unless asked for, and when they are too many.
	Maps    []float32 `json:"maps,omitempty"`
	HatMaps []float32 `json:"hat_maps,omitempty"`
	// MapPlane are points of the plane, 2M numbers, with distances near those of the polar parts of the edges' maps; PlaneShare is
	// the part of the squared distances that it keeps (MapPlane). They come with Maps.
	MapPlane   []float32 `json:"map_plane,omitempty"`
	PlaneShare float64   `json:"plane_share,omitempty"`

	Flow *Flow `json:"flow,omitempty"`
	// Stalks is the stalk of the node in focus over diffusion time.
	Stalks *Stalk `json:"fibres,omitempty"`
	// Turned compares the network with itself in another frame of one stalk.
	Turned *Turned `json:"turned,omitempty"`
	// Holonomy is what carrying vectors round cycles does to them.
	Holonomy *Holonomies `json:"holonomy,omitempty"`
	// Features are what the nodes bring and what the encoder makes of it.
	Features *Features `json:"features,omitempty"`

	// Channel is one channel of the features by stage.
	Channel *Channel `json:"channel,omitempty"`

	// Claims are those of the last finished epoch.
	Claims []claims.Claim `json:"claims,omitempty"`

	// Layers is what a peer does along the edges.
	Layers *Layers `json:"layers,omitempty"`

	Stages Stages `json:"stages"`
	Edge   *Edge  `json:"edge,omitempty"`
	Node   *Node  `json:"node,omitempty"`
}

// EpochOf returns Epochs[stage], 0 for a stage that the model does not have.
func (f *Frame) EpochOf(stage int) int {
	if stage < 0 || stage >= len(f.Epochs) {
		return 0
	}
	return f.Epochs[stage]
}

// Present returns the epoch, counted from 1, that the frame's position is in or
// has just ended, 0 at the start.
func (f *Frame) Present() int {
	present := 0
	for _, e := range f.Epochs {
		present = max(present, e)
	}
	return present
}

// ChangesMaps reports whether the look is at other maps than those of the run.
func (o *Once) ChangesMaps() bool { return len(o.Changes) > 0 || len(o.Given) > 0 }
