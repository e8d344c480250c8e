package frame

import (
	"sheafscope/core/peer"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
	"sheafscope/core/transport"
)

// MaxSpectrum is the largest n·d for which a frame has a spectrum: beyond it even
// the ends would take minutes, and memory that the run needs.
const MaxSpectrum = 50_000

// SpectrumView describes the operator's spectrum at this position.
type SpectrumView struct {
	// Of is "normalized" or "laplacian". Values ascend; Complete reports whether
	// they are all Dim of them, else they are Low lowest and the rest highest.
	Of       string    `json:"of"`
	Dim      int       `json:"dim"`
	Values   []float64 `json:"values"`
	Low      int       `json:"low"`
	Complete bool      `json:"complete"`
	// DensityX, DensityY: stochastic density of states when not complete.
	DensityX []float64 `json:"density_x,omitempty"`
	DensityY []float64 `json:"density_y,omitempty"`
	// KernelDim counts the eigenvalues not above KernelTol, −1 where they could not be
	// counted. Lambda2 and Lambda3 are 0 where none above KernelTol is λ₂ (with the
	// convention "literal": where the kernel holds more than the constants).
	KernelDim int     `json:"kernel_dim"`
	KernelTol float64 `json:"kernel_tol"`
	Lambda2   float64 `json:"lambda2"`
	Lambda3   float64 `json:"lambda3"`
	// Index2 is the place of λ₂ in Values, −1 where there is none.
	Index2 int `json:"-"`
	// Near holds the known eigenvalues within spectral.CrowdFactor of KernelTol.
	// KernelLow and KernelHigh are the dimensions that the kernel would have with a
	// tolerance so many times smaller and larger, −1 where they could not be counted.
	Near       []float64 `json:"near_tol"`
	KernelLow  int       `json:"kernel_low"`
	KernelHigh int       `json:"kernel_high"`
	// Eigenvector (dimension N·D) of index Focus.Eigenvector, or nil.
	Eigenvector []float64 `json:"eigenvector,omitempty"`
	// Layout is N×2, see Focus.Layout.
	Layout []float32 `json:"layout,omitempty"`
	// Err says why there are no values.
	Err string `json:"error,omitempty"`
}

// Crowded reports whether dimension of the kernel and λ₂ are the tolerance's
// choice: another one, at most spectral.CrowdFactor times smaller or larger, would
// have made another one.
func (v *SpectrumView) Crowded() bool { return v.KernelHigh > v.KernelLow }

// Loss holds the three terms (already weighted) and their sum. HasSpec reports
// that Spec is there: λ_spec is not 0 and λ₂ is above the kernel.
type Loss struct {
	HasSpec bool    `json:"has_spec"`
	CE      float64 `json:"ce"`
	KL      float64 `json:"kl"`
	Spec    float64 `json:"spec"`
	Total   float64 `json:"total"`
}

// Accuracy holds shares of correct predictions; NaN-free: -1 when a set is empty.
type Accuracy struct {
	Train float64 `json:"train"`
	Val   float64 `json:"val"`
	Test  float64 `json:"test"`
}

// BoundView holds the paper's bound beside the certificates. Empirical, LKL, LSpec
// and Total belong to the last evaluation, as the loss does: to its posterior, its
// weights and the λ₂ of its maps, before any gap ascent. CHet and KLSum are those
// of the iteration shown.
type BoundView struct {
	// HasSpec reports whether LSpec = c_het/λ₂ has a λ₂ above the kernel to divide by, else
	// it is 0; HasTotal that Total has all its terms: without HasSpec it has not when λ_spec > 0.
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
	// Total bounds cross-entropy: TestLoss is that of the test nodes, −1 without
	// any. ErrorTotal is the same with the training error in place of Empirical:
	// it stands beside the share of errors on the test nodes.
	TestLoss   float64 `json:"test_loss"`
	TrainError float64 `json:"train_error"`
	ErrorTotal float64 `json:"error_total"`
	// ClopperPearson bounds the risk from CertifyErrors wrong answers on
	// CertifyNodes, with confidence 1-Delta when Valid; Reason says why it is or
	// is not. The same holds for the conformal sets. See the setting certify.
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
	// Position of the end of each epoch; BestEpoch by validation so far (0: none),
	// ChoiceEpoch by the choosing half of the validation nodes (setting certify=split).
	Position    []int `json:"position"`
	BestEpoch   int   `json:"best_epoch"`
	ChoiceEpoch int   `json:"choice_epoch"`
}

// around is how far an epoch may lie from the best one to count in AroundBest.
const around = 5

// AroundBest returns the mean validation accuracy of the best epoch and of those at most
// five before and after it, −1 without validation nodes or epochs. That of the best epoch
// alone was chosen by being large: it is too high, and the more so the more it goes up and
// down from epoch to epoch. The view must be whole, from the first epoch on.
func (h *History) AroundBest() float64 {
	if h.BestEpoch == 0 || h.Val[h.BestEpoch-1] < 0 {
		return -1
	}
	near := h.Val[max(0, h.BestEpoch-1-around):min(len(h.Val), h.BestEpoch+around)]
	sum := 0.0
	for _, v := range near {
		sum += v
	}
	return sum / float64(len(near))
}

// Outcome returns the accuracies at the best epoch by validation of a run of so many epochs. Without a best epoch they are −1.
func (h *History) Outcome(epochs int) train.Outcome {
	o := train.Outcome{Val: -1, Test: -1, Around: -1, Epochs: epochs}
	if b := h.BestEpoch; b > 0 {
		o.BestEpoch, o.Val, o.Test, o.Around = b, h.Val[b-1], h.Test[b-1], h.AroundBest()
	}
	return o
}

// Stages carries what each stage shows beyond the node and edge arrays.
// Fields of stages that have not run yet in this epoch keep the last epoch's values.
type Stages struct {
	// Code is what only the reading "code" has.
	Code *Code `json:"code,omitempty"`
	// Stage 1: share of the features that are not 0; mean over channels and over the nodes of each label of what the encoder makes (C×D).
	FeatureDensity float64   `json:"feature_density"`
	Features       int       `json:"features"`
	ClassProfile   []float64 `json:"class_profile"`
	// Stage 2: largest marginal error over all edges after each scaling.
	SinkhornError []float64 `json:"sinkhorn_error"`
	Epsilon0      float64   `json:"epsilon0"`
	// Stage 3: mean energy ⟨P,C⟩+εΣPlogP after each step (index 0: P0), the effective temperature
	// after each (mode "kl" only), and the least energy of all plans with free marginals.
	JKOEnergy []float64 `json:"jko_energy"`
	JKOEps    []float64 `json:"jko_eps"`
	// JKOMoved is the mean of P⋆ − P0 over the same edges (d×d), where there was one step.
	JKOMoved []float64 `json:"jko_moved,omitempty"`
	Gibbs    float64   `json:"gibbs"`
	// Stage 5: entries of the block pattern are drawn from the graph's edges; Trace of L.
	Trace  float64 `json:"trace"`
	Energy float64 `json:"energy"`
	// Stage 6: relative residual after each CG iteration (index 0: start).
	Residual []float64 `json:"residual"`
	// Dt is the first layer's diffusion time: the setting, or what was learned.
	Dt float64 `json:"dt"`
	// SVR compares sparsified with exact diffusion; nil when SVR is exact or off.
	SVR *SVR `json:"svr,omitempty"`
	// Stage 7: logits γ, weights α and the gain of both branches on a grid of λ.
	Gamma   []float64 `json:"gamma"`
	Alpha   []float64 `json:"alpha"`
	GainX   []float64 `json:"gain_x"`
	GainAFM []float64 `json:"gain_afm"`
	GainSVR []float64 `json:"gain_svr"`
	// Stage 8: confusion counts C×C (rows: label) on validation and test nodes together.
	Confusion []int `json:"confusion"`
	// Stage 9: largest change of κ̄ in each fixed-point iteration.
	PosteriorChange []float64 `json:"posterior_change"`
	// Stage 10.
	Gap Gap `json:"gap"`
}

// Gap is the last gap ascent.
type Gap struct {
	Mode string `json:"mode"`
	// Trail holds λ₂ before the first and after each inner step; Lambda3 the same for the eigenvalue above.
	Trail   []float64 `json:"trail"`
	Lambda3 []float64 `json:"lambda3"`
	// Trials of every line search, in order.
	Trials []spectral.Trial `json:"trials"`
	// Search holds neighbours of the last line search where that had one trial, evaluated for its picture; nil elsewhere.
	Search *Search `json:"search,omitempty"`
	// SheafGain is the gain of this ascent, Promised the c_w/4 of the paper's theorem.
	SheafGain float64 `json:"sheaf_gain"`
	Promised  float64 `json:"promised"`
	// Change is ‖ΔR‖/‖R‖ of all that the ascent keeps, after the last step.
	Change float64 `json:"change"`
	// Compared is the matrix step from the same start, nil where it was not asked for.
	Compared *GapComparison `json:"compared,omitempty"`
}

// Search holds step lengths, and λ₂ of the maps there.
type Search struct {
	Eta     []float64 `json:"eta"`
	Lambda2 []float64 `json:"lambda2"`
}

// GapComparison is the paper's step L + η v vᵀ from the start of the ascent, as gains in
// λ₂: of the matrix, of the sheaf nearest to it, and of the crude projection edge by edge.
type GapComparison struct {
	Lambda2 float64 `json:"lambda2"`
	Lambda3 float64 `json:"lambda3"`
	Eta     float64 `json:"eta"`
	Matrix  float64 `json:"matrix"`
	Nearest float64 `json:"nearest"`
	Crude   float64 `json:"crude"`
	// Lifted is λ₂ of the lift alone, S W_θ, without what earlier ascents kept.
	Lifted float64 `json:"lifted"`
	// Residual is ‖L(R) − L'‖ at the nearest sheaf over that at the start, on the blocks
	// that the graph has, Iterations the steps of the least squares.
	Residual   float64 `json:"residual"`
	Iterations int     `json:"iterations"`
	// KernelDim and NearestKernel are the kernel's dimensions before and after (−1: not known).
	KernelDim     int `json:"kernel_dim"`
	NearestKernel int `json:"nearest_kernel"`
}

// Edge holds everything about one edge; matrices are row-major D×D.
type Edge struct {
	Code  *CodeEdge `json:"code,omitempty"`
	Index int       `json:"index"`
	I     int       `json:"i"`
	J     int       `json:"j"`
	Mu    []float64 `json:"mu"`
	Nu    []float64 `json:"nu"`
	// Current is the plan after the scalings done so far in this epoch, P0 the converged one, P the one after JKO.
	Current []float64 `json:"current"`
	P0      []float64 `json:"p0"`
	P       []float64 `json:"p"`
	// Carried is the plan that the edge carries where the lift puts another in the
	// place of P: the independent coupling μνᵀ, or the plan of edge From when they
	// are shuffled. From is −1 elsewhere.
	Carried []float64 `json:"carried,omitempty"`
	From    int       `json:"from"`
	// Scalings holds the plans before the first and after each scaling, (K+1)×D×D,
	// RowErrors and ColErrors their marginal errors ‖P1 − μ‖₁ and ‖Pᵀ1 − ν‖₁.
	Scalings  []float64 `json:"scalings,omitempty"`
	RowErrors []float64 `json:"row_errors,omitempty"`
	ColErrors []float64 `json:"col_errors,omitempty"`
	S         []float64 `json:"s"`
	Rij       []float64 `json:"r_ij"`
	Rji       []float64 `json:"r_ji"`
	// Xi, Xj are the diffused stalk vectors (mean over channels); Energy is ‖R_ij x_i − R_ji x_j‖² over all channels.
	Xi     []float64 `json:"x_i"`
	Xj     []float64 `json:"x_j"`
	Alpha  float64   `json:"alpha"`
	Beta   float64   `json:"beta"`
	Alpha0 float64   `json:"alpha0"`
	Beta0  float64   `json:"beta0"`
	Kappa  float64   `json:"kappa"`
	KL     float64   `json:"kl"`
	// Attention is that of I to J and of J to I, mean over heads; nil for a model without.
	Attention []float64 `json:"attention,omitempty"`
	// Arcs are what each arc of the edge adds to the two Laplacians of a model with directions; nil for a model without.
	Arcs          []peer.ArcBlocks `json:"arcs,omitempty"`
	Energy        float64          `json:"energy"`
	EnergyShare   float64          `json:"energy_share"`
	EnergyRank    int              `json:"energy_rank"`
	Pull          float64          `json:"pull"`
	TransportCost float64          `json:"transport_cost"`
	// Situations shows where a JKO step acts and where it does nothing, on this edge.
	Situations []transport.Situation `json:"situations,omitempty"`
	// Rows and Cols are the marginals of P: μ and ν with JKOMode "kl", free with "w2".
	Rows []float64 `json:"rows,omitempty"`
	Cols []float64 `json:"cols,omitempty"`
	// W2Energy holds the energy of P0 and after each of W2Shown literal JKO steps
	// (JKOMode "w2" only), however many the lift takes; Gibbs the least energy of all.
	W2Energy []float64 `json:"w2_energy,omitempty"`
	Gibbs    float64   `json:"gibbs,omitempty"`
}

// Node holds everything about one node.
type Node struct {
	Index      int       `json:"index"`
	Label      int       `json:"label"`
	Set        string    `json:"set"` // "train", "val", "test" or ""
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
