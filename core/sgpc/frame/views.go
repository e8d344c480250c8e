package frame

// This file has the parts of most frames: loss, bound, history, stages, edge and node.

import (
	"sheafscope/core/peer"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
	"sheafscope/core/transport"
)

// Loss holds the three terms of the loss, multiplied by their weights: cross-entropy
// (CE), KL term and spectral term. Total is their sum. HasSpec reports whether the
// spectral term exists: λ_spec > 0 in the present epoch, and the divisor of c_het is
// positive ([BoundView.HasSpec]). Before the first loss all fields are 0.
type Loss struct {
	HasSpec bool    `json:"has_spec"`
	CE      float64 `json:"ce"`
	KL      float64 `json:"kl"`
	Spec    float64 `json:"spec"`
	Total   float64 `json:"total"`
}

// Accuracy holds the accuracies on the three sets of a split. For a set without labelled
// nodes, and before the first evaluation, the accuracy is −1.
type Accuracy struct {
	Train float64 `json:"train"`
	Val   float64 `json:"val"`
	Test  float64 `json:"test"`
}

// BoundView holds the bound of the paper and the certificates. Empirical, LKL, LSpec and
// Total belong to the last evaluated loss, and to λ₂ of the maps before the gap ascent.
// CHet and KLSum belong to the present fixed-point iteration. Before the first loss, only
// Delta, ConformalLevel, Certify, CertifyMethod, Valid and Reason have values, and
// TestLoss is −1.
type BoundView struct {
	// HasSpec reports whether LSpec = c_het/λ₂ exists: λ₂, the smallest eigenvalue above
	// the kernel, is known. In the reading "code" (the authors' program) the divisor is
	// max(λ₂, 1) + 1e−6, and λ₂ may be 0. If HasSpec is false, LSpec has no meaning.
	// HasTotal reports whether Total has a meaning: HasSpec is true, or λ_spec is 0.
	HasSpec  bool `json:"has_spec"`
	HasTotal bool `json:"has_total"`
	// Empirical is the cross-entropy on the training nodes. LKL is the KL term (equation
	// 17) of the KL divergence KLSum. CHet is c_het. Total bounds the cross-entropy.
	Empirical float64 `json:"empirical"`
	LKL       float64 `json:"l_kl"`
	LSpec     float64 `json:"l_spec"`
	CHet      float64 `json:"c_het"`
	KLSum     float64 `json:"kl_sum"`
	Total     float64 `json:"total"`
	// TestRisk is the error rate on the test nodes, 0 without labelled test nodes. Delta is δ.
	TestRisk float64 `json:"test_risk"`
	Delta    float64 `json:"delta"`
	// TestLoss is the cross-entropy on the test nodes, −1 without labelled test nodes.
	// TrainError is the error rate on the training nodes. ErrorTotal is Total with
	// TrainError in place of Empirical, for comparison with TestRisk.
	TestLoss   float64 `json:"test_loss"`
	TrainError float64 `json:"train_error"`
	ErrorTotal float64 `json:"error_total"`
	// ClopperPearson is the upper bound on the risk from CertifyErrors errors on
	// CertifyNodes, 1 without such nodes. Certify is the setting certify, which determines
	// these nodes. CertifyMethod is the name of the certificate.
	ClopperPearson float64 `json:"clopper_pearson"`
	Certify        string  `json:"certify"`
	CertifyMethod  string  `json:"certify_method"`
	CertifyNodes   []int   `json:"certify_nodes"`
	CertifyErrors  int     `json:"certify_errors"`
	// If Valid is true, ClopperPearson holds with confidence 1−Delta, and the conformal
	// sets have the coverage ConformalLevel. Reason explains the value of Valid.
	Valid          bool    `json:"valid"`
	Reason         string  `json:"reason"`
	ConformalLevel float64 `json:"conformal_level"`
	// On the test nodes, the conformal sets have the coverage ConformalCover and the mean
	// size ConformalSize. Without labelled test nodes both are −1.
	ConformalCover float64 `json:"conformal_coverage"`
	ConformalSize  float64 `json:"conformal_size"`
	// ECE is the expected calibration error, 0 without labelled test nodes. The Reliability
	// fields have a number for each bin of the test nodes by confidence: mean confidence,
	// accuracy and number of nodes.
	ECE              float64   `json:"ece"`
	ReliabilityConf  []float64 `json:"reliability_conf"`
	ReliabilityAcc   []float64 `json:"reliability_acc"`
	ReliabilityCount []int     `json:"reliability_count"`
	// Pi is the class coupling matrix Π (C×C), whose Frobenius norm is c_het.
	Pi []float64 `json:"pi"`
}

// History holds one entry per finished epoch, from the epoch with the index From
// (0-based) on. CE, KL and Spec are the terms of the loss with their weights, and Bound
// is their sum. Train, Val and Test are as in [Accuracy]. Lambda2 is λ₂ after the ascent
// of the epoch, −1 before the first ascent.
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
	// Position holds the position at the end of each epoch. BestEpoch is the best epoch
	// so far by the validation nodes, ChoiceEpoch by the choosing validation nodes (see
	// the setting certify). Both are 1-based, and 0 before the first evaluation. Without
	// labels on these nodes, every epoch is the best so far.
	Position    []int `json:"position"`
	BestEpoch   int   `json:"best_epoch"`
	ChoiceEpoch int   `json:"choice_epoch"`
}

// aroundEpochs is the largest distance from the best epoch in AroundBest.
const aroundEpochs = 5

// AroundBest returns the mean validation accuracy over the epochs at a distance of at
// most aroundEpochs from the best epoch. It returns −1 before the first epoch, and
// without labelled validation nodes. The accuracy of the best epoch alone is biased upwards, since
// this epoch was chosen for its accuracy. From must be 0.
func (h *History) AroundBest() float64 {
	if h.BestEpoch == 0 || h.Val[h.BestEpoch-1] < 0 {
		return -1
	}
	best := h.BestEpoch - 1 // index in Val
	accuracies := h.Val[max(0, best-aroundEpochs):min(len(h.Val), best+aroundEpochs+1)]
	sum := 0.0
	for _, v := range accuracies {
		sum += v
	}
	return sum / float64(len(accuracies))
}

// Outcome returns the accuracies at the best epoch by validation, −1 before the first
// epoch. epochs is the length of the run. From must be 0.
func (h *History) Outcome(epochs int) train.Outcome {
	o := train.Outcome{Val: -1, Test: -1, Around: -1, Epochs: epochs}
	best := h.BestEpoch
	if best > 0 {
		o.BestEpoch, o.Around = best, h.AroundBest()
		o.Val, o.Test = h.Val[best-1], h.Test[best-1]
	}
	return o
}

// Stages holds the results of the stages, except the arrays of nodes and edges. A
// stage that has not yet run in the present epoch has the values of the last epoch.
type Stages struct {
	// Code has the numbers of the reading "code". It is nil in the reading "paper".
	Code *Code `json:"code,omitempty"`
	// Stage 1: FeatureDensity is the share of stored features, and Features is the number
	// of features of a node. For each label and stalk coordinate, ClassProfile (C×D) has the
	// mean of the encoded features over the channels and the nodes with the label, or 0
	// without such nodes. For features that do not fit stalks of dimension D, it is C×1.
	FeatureDensity float64   `json:"feature_density"`
	Features       int       `json:"features"`
	ClassProfile   []float64 `json:"class_profile"`
	// Stage 2: SinkhornError is the largest error of the marginals over the edges after
	// each scaling, and Epsilon0 is the temperature. The numbers of stages 2 and 3 cover
	// at most the first ShownEdges edges.
	SinkhornError []float64 `json:"sinkhorn_error"`
	Epsilon0      float64   `json:"epsilon0"`
	// Stage 3: JKOEnergy is the mean over the edges of the energy ⟨P,C⟩ + ε Σ P log P,
	// for P0 and after each step. JKOEps is the effective temperature of the same plans,
	// only in the mode "kl". Gibbs is the least energy over all plans with free marginals.
	// These numbers are absent between stage 2 and stage 3 of an epoch.
	JKOEnergy []float64 `json:"jko_energy"`
	JKOEps    []float64 `json:"jko_eps"`
	// JKOMoved (d×d) is the mean of P⋆ − P0 over the edges. It exists only if the
	// settings have exactly one step.
	JKOMoved []float64 `json:"jko_moved,omitempty"`
	Gibbs    float64   `json:"gibbs"`
	// Stage 5: Trace is the trace of the operator. Energy is the Dirichlet energy of the
	// features of Frame.Stalk. For a layer with Layers.Beyond it is 0.
	Trace  float64 `json:"trace"`
	Energy float64 `json:"energy"`
	// Stage 6: Residual is the relative residual of the first layer at the start and
	// after each CG iteration.
	Residual []float64 `json:"residual"`
	// Dt is the diffusion time of the first layer, set or learned. In a model without
	// diffusion it is 0.
	Dt float64 `json:"dt"`
	// SVR compares sparsified with exact diffusion. It is nil for svr=exact and svr=off, for
	// more than ShownEdges edges, and if the leverage scores cannot be computed.
	SVR *SVR `json:"svr,omitempty"`
	// Stage 7: Gamma holds the logits γ, and Alpha the weights α. GainAFM and GainSVR are
	// the responses of mixing and diffusion at the eigenvalues GainX.
	Gamma   []float64 `json:"gamma"`
	Alpha   []float64 `json:"alpha"`
	GainX   []float64 `json:"gain_x"`
	GainAFM []float64 `json:"gain_afm"`
	GainSVR []float64 `json:"gain_svr"`
	// Stage 8: Confusion (C×C) counts the validation and test nodes by label (row) and
	// predicted class (column).
	Confusion []int `json:"confusion"`
	// Stage 9: the largest change of κ̄ over the edges in each fixed-point iteration.
	PosteriorChange []float64 `json:"posterior_change"`
	// Gap has the results of stage 10.
	Gap Gap `json:"gap"`
}

// Gap is the last gap ascent. Before the first ascent only Mode and Promised have values.
type Gap struct {
	Mode string `json:"mode"` // the setting gap_mode, or "off" for a model without ascent
	// Trail holds λ₂, and Lambda3 λ₃, at the start and after each accepted step.
	Trail   []float64 `json:"trail"`
	Lambda3 []float64 `json:"lambda3"`
	// Trials holds the trials of all line searches, in order.
	Trials []spectral.Trial `json:"trials"`
	// Search has λ₂ at more step lengths of the last line search. It is nil if it was not
	// requested, if this line search had another number of trials than one, or if Run.Along
	// returns nil.
	Search *Search `json:"search,omitempty"`
	// SheafGain is the gain in λ₂ of this ascent. Promised is the gain c_w/4 of
	// Theorem 3, where c_w is the setting armijo.
	SheafGain float64 `json:"sheaf_gain"`
	Promised  float64 `json:"promised"`
	// Change is ‖ΔR‖/‖R‖ after the last step, where ΔR is the change of the maps by the
	// ascents of all epochs.
	Change float64 `json:"change"`
	// Compared is the matrix step from the start of the ascent. It is nil if it was not
	// requested, and if Run.Compared returns nil.
	Compared *GapComparison `json:"compared,omitempty"`
}

// Search holds step lengths, and λ₂ of the maps at each of these lengths.
type Search struct {
	Eta     []float64 `json:"eta"`
	Lambda2 []float64 `json:"lambda2"`
}

// GapComparison is the paper's step L' = L + η v vᵀ from the start of the ascent.
// Matrix is the gain in λ₂ of L'. Nearest is the gain of the sheaf whose Laplacian is
// nearest to L', in the convention "literal" of the sheaves with one map per edge. Crude is
// the gain of the crude projection of L', edge by edge, or 0 if this projection fails.
// Lambda2 and Lambda3 belong to L, and Eta is η.
type GapComparison struct {
	Lambda2 float64 `json:"lambda2"`
	Lambda3 float64 `json:"lambda3"`
	Eta     float64 `json:"eta"`
	Matrix  float64 `json:"matrix"`
	Nearest float64 `json:"nearest"`
	Crude   float64 `json:"crude"`
	// Lifted is λ₂ of the maps S W_θ, without the state of earlier ascents.
	Lifted float64 `json:"lifted"`
	// Residual is ‖L(R) − L'‖/‖L(R⁰) − L'‖ for the maps R of the nearest sheaf and the maps
	// R⁰ at the start, or 0 if the divisor is 0. Iterations counts least-squares steps.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"`
	// KernelDim is the dimension of the kernel of L, and NearestKernel is the dimension of
	// the kernel of the nearest sheaf. An unknown dimension is −1.
	KernelDim     int `json:"kernel_dim"`
	NearestKernel int `json:"nearest_kernel"`
}

// Edge holds the details of the edge with the number Index (0-based) and the ends I and J.
// Mu and Nu are the measures of I and J. Matrices are D×D, row-major. The fields of a stage
// that has not run are nil or 0.
type Edge struct {
	Code  *CodeEdge `json:"code,omitempty"` // nil in the reading "paper"
	Index int       `json:"index"`
	I     int       `json:"i"`
	J     int       `json:"j"`
	Mu    []float64 `json:"mu"`
	Nu    []float64 `json:"nu"`
	// Current is the plan after the scalings so far in stage 2. P0 is the converged plan,
	// and P is the plan after the JKO steps so far in stage 3. P, its cost and its marginals
	// are missing between stages 2 and 3 of an epoch.
	Current []float64 `json:"current"`
	P0      []float64 `json:"p0"`
	P       []float64 `json:"p"`
	// Carried is the plan that the lift uses in place of P: the plan of edge From in the
	// lift "shuffled", and μνᵀ in "independent". In any other lift, and before stage 3,
	// Carried is nil. If Carried is not the plan of an edge, From is −1.
	Carried []float64 `json:"carried,omitempty"`
	From    int       `json:"from"`
	// Scalings holds the plans after 0, 1, …, K scalings, (K+1)×D×D. K is the setting
	// sinkhorn_steps, at most 32. RowErrors and ColErrors hold the errors ‖P1 − μ‖₁ and
	// ‖Pᵀ1 − ν‖₁ of the marginals of these plans.
	Scalings  []float64 `json:"scalings,omitempty"`
	RowErrors []float64 `json:"row_errors,omitempty"`
	ColErrors []float64 `json:"col_errors,omitempty"`
	// S is the normalised plan. Rij and Rji are the restriction maps.
	S   []float64 `json:"s"`
	Rij []float64 `json:"r_ij"`
	Rji []float64 `json:"r_ji"`
	// Xi and Xj are the entries of Frame.Stalk at both ends.
	Xi []float64 `json:"x_i"`
	Xj []float64 `json:"x_j"`
	// Alpha and Beta are the parameters of the posterior, Alpha0 and Beta0 of the prior.
	// Kappa is the mean of the posterior, and KL is its divergence from the prior.
	Alpha  float64 `json:"alpha"`
	Beta   float64 `json:"beta"`
	Alpha0 float64 `json:"alpha0"`
	Beta0  float64 `json:"beta0"`
	Kappa  float64 `json:"kappa"`
	KL     float64 `json:"kl"`
	// Attention holds the coefficients of I to J and of J to I, means over the heads.
	// It is nil for a model without attention.
	Attention []float64 `json:"attention,omitempty"`
	// Arcs holds the blocks that each arc of the edge adds to the two Laplacians of
	// a directed model. For any other model Arcs is nil.
	Arcs []peer.ArcBlocks `json:"arcs,omitempty"`
	// Energy is the Dirichlet energy ‖R̂_ij x_i − R̂_ji x_j‖² over all channels.
	// EnergyShare is its share of the energy of all edges, and EnergyRank the rank of
	// this share, from 1 for the largest. If Frame.EdgeEnergy is nil, all three are 0.
	Energy      float64 `json:"energy"`
	EnergyShare float64 `json:"energy_share"`
	EnergyRank  int     `json:"energy_rank"`
	// Pull is ‖∂λ₂/∂R_e‖, or 0 if Frame.Pull is nil. TransportCost is ⟨P, C⟩.
	Pull          float64 `json:"pull"`
	TransportCost float64 `json:"transport_cost"`
	// Situations has four examples of a JKO step for Mu and Nu.
	Situations []transport.Situation `json:"situations,omitempty"`
	// Rows and Cols are the marginals of P: μ and ν in the mode "kl", free in "w2".
	Rows []float64 `json:"rows,omitempty"`
	Cols []float64 `json:"cols,omitempty"`
	// W2Energy holds the energy of P0 and of the plan after each of W2Shown JKO steps, only
	// in the mode "w2". The run may make fewer or more. Gibbs is the least energy of all plans.
	W2Energy []float64 `json:"w2_energy,omitempty"`
	Gibbs    float64   `json:"gibbs,omitempty"`
}

// Node holds the details of the node with the number Index (0-based). Prob, Calibrated and
// Kappa are its part of the arrays Prob, Calibrated and NodeKappa of the frame. Measure is
// its measure of stage 2. The arrays of a stage that has not run are nil.
type Node struct {
	Index      int       `json:"index"`
	Label      int       `json:"label"` // −1 without a label
	Set        string    `json:"set"`   // "train", "val", "test", or "" if no set contains the node
	Degree     int       `json:"degree"`
	Prob       []float64 `json:"prob"`
	Calibrated []float64 `json:"calibrated"`
	Kappa      float64   `json:"kappa"`
	// PredictionSet lists the classes of the conformal set. It is nil before the first loss,
	// and between stage 8 and the loss of an epoch.
	PredictionSet []int     `json:"prediction_set"`
	Measure       []float64 `json:"measure"`
	// Input and Output are the stalk before and after the first diffusion, D×channels.
	Input      []float64 `json:"input"`
	Output     []float64 `json:"output"`
	Neighbours []int     `json:"neighbours"`
}
