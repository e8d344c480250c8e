package frame

// This file has the parts of a frame: spectrum, bound, history, stages, edge and node.

import (
	"sheafscope/core/peer"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
	"sheafscope/core/transport"
)

// MaxSpectrum is the largest n·d for which a frame has a spectrum. For a larger
// operator, even the two ends of the spectrum would take minutes and much memory.
const MaxSpectrum = 50_000

// SpectrumView is the spectrum of the operator.
type SpectrumView struct {
	// Of is the operator, "normalized" or "laplacian", and Dim is its dimension.
	// Values are eigenvalues in ascending order. If Complete is true, these are all
	// eigenvalues. Otherwise, the first Low of them come from the low end of the
	// spectrum, and the others come from the high end.
	Of       string    `json:"of"`
	Dim      int       `json:"dim"`
	Values   []float64 `json:"values"`
	Low      int       `json:"low"`
	Complete bool      `json:"complete"`
	// DensityX and DensityY sample the stochastic density of states of an
	// incomplete spectrum.
	DensityX []float64 `json:"density_x,omitempty"`
	DensityY []float64 `json:"density_y,omitempty"`
	// KernelDim is the number of eigenvalues up to KernelTol, −1 if unknown. Lambda2
	// and Lambda3 are 0 if no eigenvalue is above KernelTol. In the convention
	// "literal", Lambda2 and Lambda3 are also 0 if the kernel has vectors besides the
	// constant ones.
	KernelDim int     `json:"kernel_dim"`
	KernelTol float64 `json:"kernel_tol"`
	Lambda2   float64 `json:"lambda2"`
	Lambda3   float64 `json:"lambda3"`
	// Index2 is the index of λ₂ in Values, −1 if λ₂ is unknown.
	Index2 int `json:"-"`
	// Near holds the known eigenvalues within a factor of spectral.CrowdFactor of
	// KernelTol. KernelLow is the dimension of the kernel at a tolerance smaller by
	// this factor. KernelHigh is the dimension at a tolerance larger by this factor.
	// Both are −1 if unknown.
	Near       []float64 `json:"near_tol"`
	KernelLow  int       `json:"kernel_low"`
	KernelHigh int       `json:"kernel_high"`
	// Eigenvector is the unit eigenvector with index Focus.Eigenvector, N·D numbers.
	// It is nil unless requested.
	Eigenvector []float64 `json:"eigenvector,omitempty"`
	// Layout holds the node positions of Focus.Layout, N×2.
	Layout []float32 `json:"layout,omitempty"`
	// Err is the reason for missing values.
	Err string `json:"error,omitempty"`
}

// Crowded reports whether the dimension of the kernel depends on the choice of the
// tolerance: a tolerance smaller or larger by spectral.CrowdFactor gives another
// dimension. λ₂ then depends on this choice, too.
func (v *SpectrumView) Crowded() bool { return v.KernelHigh > v.KernelLow }

// Loss holds the three weighted terms of the loss and their sum. HasSpec reports
// whether the spectral term exists: λ_spec > 0, and λ₂ is above the kernel.
type Loss struct {
	HasSpec bool    `json:"has_spec"`
	CE      float64 `json:"ce"`
	KL      float64 `json:"kl"`
	Spec    float64 `json:"spec"`
	Total   float64 `json:"total"`
}

// Accuracy holds the accuracies on the three sets, −1 for an empty set.
type Accuracy struct {
	Train float64 `json:"train"`
	Val   float64 `json:"val"`
	Test  float64 `json:"test"`
}

// BoundView holds the paper's bound and the certificates. Empirical, LKL, LSpec and
// Total belong to the last evaluated loss: to its posterior, its weights and λ₂ of
// its maps before the gap ascent. CHet and KLSum belong to the present fixed-point
// iteration.
type BoundView struct {
	// HasSpec reports whether LSpec = c_het/λ₂ exists, with λ₂ above the kernel. If
	// HasSpec is false, LSpec is 0. HasTotal reports whether Total contains all its
	// terms. HasTotal is true if HasSpec is true or λ_spec = 0.
	HasSpec   bool    `json:"has_spec"`
	HasTotal  bool    `json:"has_total"`
	Empirical float64 `json:"empirical"`
	LKL       float64 `json:"l_kl"`
	LSpec     float64 `json:"l_spec"`
	CHet      float64 `json:"c_het"`
	KLSum     float64 `json:"kl_sum"`
	Total     float64 `json:"total"`
	TestRisk  float64 `json:"test_risk"`
	Delta     float64 `json:"delta"`
	// Total bounds the cross-entropy. TestLoss is the cross-entropy on the test
	// nodes, −1 without test nodes. ErrorTotal is Total with the training error in
	// place of Empirical, for comparison with the error rate on the test nodes.
	TestLoss   float64 `json:"test_loss"`
	TrainError float64 `json:"train_error"`
	ErrorTotal float64 `json:"error_total"`
	// ClopperPearson is the upper bound on the risk from CertifyErrors errors on
	// CertifyNodes. If Valid is true, this bound holds with confidence 1−Delta, and
	// the conformal sets have the coverage ConformalLevel. Reason explains the value
	// of Valid. See the setting certify.
	ClopperPearson   float64   `json:"clopper_pearson"`
	Certify          string    `json:"certify"`
	CertifyMethod    string    `json:"certify_method"`
	CertifyNodes     []int     `json:"certify_nodes"`
	CertifyErrors    int       `json:"certify_errors"`
	Valid            bool      `json:"valid"`
	Reason           string    `json:"reason"`
	ConformalLevel   float64   `json:"conformal_level"`
	ConformalCover   float64   `json:"conformal_coverage"`
	ConformalSize    float64   `json:"conformal_size"`
	ECE              float64   `json:"ece"`
	ReliabilityConf  []float64 `json:"reliability_conf"`
	ReliabilityAcc   []float64 `json:"reliability_acc"`
	ReliabilityCount []int     `json:"reliability_count"`
	// Pi is the C×C class coupling matrix.
	Pi []float64 `json:"pi"`
}

// History holds one entry per finished epoch, from epoch From on.
type History struct {
	From    int       `json:"from"`
	CE      []float64 `json:"ce"`
	KL      []float64 `json:"kl"`
	Spec    []float64 `json:"spec"`
	Train   []float64 `json:"train"`
	Val     []float64 `json:"val"`
	Test    []float64 `json:"test"`
	Bound   []float64 `json:"bound"`
	Lambda2 []float64 `json:"lambda2"`
	// Position is the position at the end of each epoch. BestEpoch is the best epoch
	// so far by validation, from 1, or 0 before the first epoch. ChoiceEpoch is the
	// best epoch by the choosing half of the validation nodes (certify=split).
	Position    []int `json:"position"`
	BestEpoch   int   `json:"best_epoch"`
	ChoiceEpoch int   `json:"choice_epoch"`
}

// aroundEpochs is the largest distance from the best epoch in AroundBest.
const aroundEpochs = 5

// AroundBest returns the mean validation accuracy over the epochs at a distance of at
// most five from the best epoch. It returns −1 before the first epoch, and for a
// graph without validation nodes. The accuracy of the best epoch alone is biased
// upwards, since this epoch was chosen for its accuracy. The bias grows with the
// fluctuation of the accuracy. The history must start at the first epoch.
func (h *History) AroundBest() float64 {
	if h.BestEpoch == 0 || h.Val[h.BestEpoch-1] < 0 {
		return -1
	}
	best := h.BestEpoch - 1 // index in Val
	near := h.Val[max(0, best-aroundEpochs):min(len(h.Val), best+aroundEpochs+1)]
	sum := 0.0
	for _, v := range near {
		sum += v
	}
	return sum / float64(len(near))
}

// Outcome returns the accuracies at the best epoch by validation, or −1 before the
// first epoch. epochs is the length of the run.
func (h *History) Outcome(epochs int) train.Outcome {
	o := train.Outcome{Val: -1, Test: -1, Around: -1, Epochs: epochs}
	if b := h.BestEpoch; b > 0 {
		o.BestEpoch, o.Val, o.Test, o.Around = b, h.Val[b-1], h.Test[b-1], h.AroundBest()
	}
	return o
}

// Stages holds the results of the stages, except the arrays of nodes and edges. A
// stage that has not yet run in the present epoch has the values of the last epoch.
type Stages struct {
	// Code has the numbers of the reading "code".
	Code *Code `json:"code,omitempty"`
	// Stage 1: share of non-zero features; number of features; mean of the encoded
	// features over channels and over the nodes of each label (C×D).
	FeatureDensity float64   `json:"feature_density"`
	Features       int       `json:"features"`
	ClassProfile   []float64 `json:"class_profile"`
	// Stage 2: largest marginal error over all edges after each scaling.
	SinkhornError []float64 `json:"sinkhorn_error"`
	Epsilon0      float64   `json:"epsilon0"`
	// Stage 3: JKOEnergy is the mean energy ⟨P,C⟩+εΣPlogP after each step; index 0
	// is P0. JKOEps is the effective temperature after each step, in the mode "kl"
	// only. Gibbs is the least energy over all plans with free marginals.
	JKOEnergy []float64 `json:"jko_energy"`
	JKOEps    []float64 `json:"jko_eps"`
	// JKOMoved is the mean of P⋆ − P0 over the same edges (d×d). It exists for a
	// single step only.
	JKOMoved []float64 `json:"jko_moved,omitempty"`
	Gibbs    float64   `json:"gibbs"`
	// Stage 5: trace of L and Dirichlet energy of the features.
	Trace  float64 `json:"trace"`
	Energy float64 `json:"energy"`
	// Stage 6: relative residual after each CG iteration (index 0: start).
	Residual []float64 `json:"residual"`
	// Dt is the diffusion time of the first layer, set or learned.
	Dt float64 `json:"dt"`
	// SVR compares sparsified with exact diffusion. It is nil for svr=exact and
	// svr=off.
	SVR *SVR `json:"svr,omitempty"`
	// Stage 7: logits γ, weights α and the gain of both branches on a grid of λ.
	Gamma   []float64 `json:"gamma"`
	Alpha   []float64 `json:"alpha"`
	GainX   []float64 `json:"gain_x"`
	GainAFM []float64 `json:"gain_afm"`
	GainSVR []float64 `json:"gain_svr"`
	// Stage 8: confusion counts C×C (rows: label) on validation and test nodes
	// together.
	Confusion []int `json:"confusion"`
	// Stage 9: largest change of κ̄ in each fixed-point iteration.
	PosteriorChange []float64 `json:"posterior_change"`
	// Stage 10.
	Gap Gap `json:"gap"`
}

// Gap is the last gap ascent.
type Gap struct {
	Mode string `json:"mode"`
	// Trail holds λ₂ at the start and after each accepted step. Lambda3 holds λ₃ at
	// the same points.
	Trail   []float64 `json:"trail"`
	Lambda3 []float64 `json:"lambda3"`
	// Trials holds the trials of all line searches, in order.
	Trials []spectral.Trial `json:"trials"`
	// Search holds further step lengths of the last line search. Search is nil if
	// this line search had several trials, or if no request asked for Search.
	Search *Search `json:"search,omitempty"`
	// SheafGain is the gain in λ₂ of this ascent, and Promised is the gain c_w/4 of
	// the paper's theorem.
	SheafGain float64 `json:"sheaf_gain"`
	Promised  float64 `json:"promised"`
	// Change is ‖ΔR‖/‖R‖ after the last step, over all epochs.
	Change float64 `json:"change"`
	// Compared is the matrix step from the same start. It is nil unless requested.
	Compared *GapComparison `json:"compared,omitempty"`
}

// Search holds step lengths Eta, and λ₂ of the maps at each of them.
type Search struct {
	Eta     []float64 `json:"eta"`
	Lambda2 []float64 `json:"lambda2"`
}

// GapComparison is the paper's step L' = L + η v vᵀ from the start of the ascent.
// Matrix, Nearest and Crude are the gains in λ₂ of L', of the sheaf with the
// Laplacian nearest to L', and of the crude projection edge by edge.
type GapComparison struct {
	Lambda2 float64 `json:"lambda2"`
	Lambda3 float64 `json:"lambda3"`
	Eta     float64 `json:"eta"`
	Matrix  float64 `json:"matrix"`
	Nearest float64 `json:"nearest"`
	Crude   float64 `json:"crude"`
	// Lifted is λ₂ of the maps S W_θ, without the state of earlier ascents.
	Lifted float64 `json:"lifted"`
	// Residual is ‖L(R) − L'‖ at the nearest sheaf, divided by its value at the
	// start. The norm takes the blocks at nodes and edges. Iterations is the number
	// of least-squares steps.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"`
	// KernelDim and NearestKernel are the dimensions of the kernel before the step
	// and of the nearest sheaf, −1 if unknown.
	KernelDim     int `json:"kernel_dim"`
	NearestKernel int `json:"nearest_kernel"`
}

// Edge holds the details of one edge. Matrices are D×D, row-major.
type Edge struct {
	Code  *CodeEdge `json:"code,omitempty"`
	Index int       `json:"index"`
	I     int       `json:"i"`
	J     int       `json:"j"`
	Mu    []float64 `json:"mu"`
	Nu    []float64 `json:"nu"`
	// Current is the plan after the scalings so far in this epoch, P0 the converged
	// plan, P the plan after the JKO steps.
	Current []float64 `json:"current"`
	P0      []float64 `json:"p0"`
	P       []float64 `json:"p"`
	// Carried is the plan that the lift uses in place of P. The lift "shuffled" uses
	// the plan of edge From, and "independent" uses the coupling μνᵀ. For any other
	// lift, Carried is nil. From is −1 unless the lift is shuffled.
	Carried []float64 `json:"carried,omitempty"`
	From    int       `json:"from"`
	// Scalings holds the plan before the first scaling and the plan after each
	// scaling, (K+1)×D×D. RowErrors and ColErrors are the marginal errors ‖P1 − μ‖₁
	// and ‖Pᵀ1 − ν‖₁ of these plans.
	Scalings  []float64 `json:"scalings,omitempty"`
	RowErrors []float64 `json:"row_errors,omitempty"`
	ColErrors []float64 `json:"col_errors,omitempty"`
	S         []float64 `json:"s"`
	Rij       []float64 `json:"r_ij"`
	Rji       []float64 `json:"r_ji"`
	// Xi and Xj are the diffused stalk vectors, means over channels. Energy is
	// ‖R_ij x_i − R_ji x_j‖² over all channels.
	Xi     []float64 `json:"x_i"`
	Xj     []float64 `json:"x_j"`
	Alpha  float64   `json:"alpha"`
	Beta   float64   `json:"beta"`
	Alpha0 float64   `json:"alpha0"`
	Beta0  float64   `json:"beta0"`
	Kappa  float64   `json:"kappa"`
	KL     float64   `json:"kl"`
	// Attention holds the coefficients of I to J and of J to I, means over the heads.
	// It is nil for a model without attention.
	Attention []float64 `json:"attention,omitempty"`
	// Arcs holds the blocks that each arc of the edge adds to the two Laplacians of
	// a directed model. It is nil for any other model.
	Arcs          []peer.ArcBlocks `json:"arcs,omitempty"`
	Energy        float64          `json:"energy"`
	EnergyShare   float64          `json:"energy_share"`
	EnergyRank    int              `json:"energy_rank"`
	Pull          float64          `json:"pull"`
	TransportCost float64          `json:"transport_cost"`
	// Situations compares settings in which a JKO step changes the plan with
	// settings in which it does not.
	Situations []transport.Situation `json:"situations,omitempty"`
	// Rows and Cols are the marginals of P: μ and ν in the mode "kl", free in the
	// mode "w2".
	Rows []float64 `json:"rows,omitempty"`
	Cols []float64 `json:"cols,omitempty"`
	// W2Energy holds the energy of P0 and the energy after each of W2Shown JKO steps,
	// in the mode "w2" only. The lift may have another number of steps. Gibbs is the
	// least energy of all plans.
	W2Energy []float64 `json:"w2_energy,omitempty"`
	Gibbs    float64   `json:"gibbs,omitempty"`
}

// Node holds the details of one node.
type Node struct {
	Index      int       `json:"index"`
	Label      int       `json:"label"`
	Set        string    `json:"set"` // "train", "val", "test", or "" if no set contains the node
	Degree     int       `json:"degree"`
	Prob       []float64 `json:"prob"`
	Calibrated []float64 `json:"calibrated"`
	Kappa      float64   `json:"kappa"`
	// PredictionSet lists the classes of the conformal set.
	PredictionSet []int     `json:"prediction_set"`
	Measure       []float64 `json:"measure"`
	// Input and Output are D×channels: the stalk before and after diffusion.
	Input      []float64 `json:"input"`
	Output     []float64 `json:"output"`
	Neighbours []int     `json:"neighbours"`
}
