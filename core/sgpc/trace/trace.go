// Package trace records the intermediate quantities of an epoch of a run, in a JSON format
// for other programs.
package trace

// This file defines the trace: the graph, the lift, the operators and the bound.

import (
	"sheafscope/core/claims"
	"sheafscope/core/sgpc/settings"
)

// Schema is the name of the format. In sheafscope-trace/1 an unknown number was 0 or
// −1; in this format it is null.
const Schema = "sheafscope-trace/2"

// Matrix is a matrix as a list of rows.
type Matrix [][]float64

// Trace holds every intermediate quantity of the last finished epoch. An independent
// program can recompute each number from the others. All numbers except GapAscent, History
// and the claims about whole runs belong to the parameters and the maps at the start of the
// epoch, without dropout. Within an epoch and at position 0 they belong to the present
// parameters. Empty sets are empty lists. Fields of parts that the model lacks are absent.
type Trace struct {
	Schema string          `json:"schema"`
	Graph  Input           `json:"graph"`
	Config settings.Config `json:"config"`
	// Epoch is the number of finished epochs. WTheta is W_θ or, in the reading "code" (the
	// authors' program), the number 1. Sign is the sign σ in R_ji. Centered reports whether the
	// plans S lack the singular pair (√μ, √ν).
	Epoch    int    `json:"epoch"`
	WTheta   Matrix `json:"W_theta"`
	Centered bool   `json:"centered"`
	Sign     int    `json:"sign"`
	// Parameters holds every trainable parameter under its ParameterName.
	Parameters map[string]Parameter `json:"parameters"`
	Encoded    Matrix               `json:"encoded"` // H0, N×(D·Channels)
	Lift       []Lift               `json:"lift"`    // of the traced edges
	// HW is H0·W, the input of the lift in the reading "code". InputShift is the
	// constant that the encoder of this reading adds to every feature.
	HW         Matrix  `json:"hW,omitempty"`
	InputShift float64 `json:"input_shift,omitempty"`
	Shuffle    []int   `json:"shuffle,omitempty"` // in a shuffled lift, edge e has the plan of edge Shuffle[e]
	// Laplacian belongs to the restriction maps. Normalized belongs to the normalised maps,
	// and exists for operator=normalized alone. Spectrum belongs to the operator of the
	// diffusion.
	Laplacian  Operator       `json:"laplacian"`
	Normalized *Operator      `json:"normalized,omitempty"`
	Spectrum   SpectrumRecord `json:"spectrum"`
	Diffusion  *Diffusion     `json:"diffusion,omitempty"` // of the first layer
	AFM        *AFM           `json:"afm,omitempty"`       // of the first layer
	// Layers holds the layers from the second on. All layers have the same sheaf.
	Layers []Layer `json:"layers,omitempty"`
	// Sparsified is a sparsifier as in training, nil if training samples no edges.
	// Guaranteed is a sparsifier with the number of edges that Theorem 2 requires, nil for
	// more than spectral.MaxDense rows. view.Draws names more cases without a sparsifier.
	Sparsified *Sparsified `json:"sparsified,omitempty"`
	Guaranteed *Sparsified `json:"guaranteed,omitempty"`
	// Probs and Calibrated (N×C) are the class probabilities before and after the calibration.
	Probs      Matrix         `json:"probabilities"`
	Calibrated Matrix         `json:"calibrated"`
	Posterior  []Posterior    `json:"posterior"` // one per edge or, in the reading "code", per directed entry
	Bound      BoundRecord    `json:"bound"`
	GapAscent  Gap            `json:"gap_ascent"`
	History    History        `json:"history"`
	Claims     []claims.Claim `json:"claims"`
}

// Input holds the graph and the split.
type Input struct {
	Name     string    `json:"name"`
	N        int       `json:"n"`
	Edges    [][2]int  `json:"edges"`  // the two ends of each edge, nodes from 0 on
	Labels   []int     `json:"labels"` // −1 without a label
	Classes  int       `json:"classes"`
	Features Features  `json:"features"` // X before any scaling
	Split    SplitSets `json:"split"`
}

// SplitSets lists the nodes of the three sets of a split.
type SplitSets struct {
	Train []int `json:"train"`
	Val   []int `json:"val"`
	Test  []int `json:"test"`
}

// Lift is the computation of the restriction maps of one edge from its measures. All
// matrices are d×d.
type Lift struct {
	Edge [2]int `json:"edge"` // the two ends (0-based)
	// Mu and Nu are the measures of the ends. P0 is the converged plan of Sinkhorn at
	// the temperature Epsilon0.
	Mu       []float64  `json:"mu"`
	Nu       []float64  `json:"nu"`
	Epsilon0 float64    `json:"epsilon0"`
	P0       Matrix     `json:"P0"`
	Sinkhorn []Sinkhorn `json:"sinkhorn"`
	// P is the plan of the lift: the plan after the JKO steps, for lift=shuffled of another
	// edge, and for lift=independent μνᵀ. S is the normalised plan.
	JKO JKO    `json:"jko"`
	P   Matrix `json:"P"`
	S   Matrix `json:"S"`
	// DeltaIJ and DeltaJI are the changes of the maps by the gap ascent. The maps Rij and
	// Rji contain these changes.
	DeltaIJ Matrix `json:"delta_ij"`
	DeltaJI Matrix `json:"delta_ji"`
	Rij     Matrix `json:"R_ij"`
	Rji     Matrix `json:"R_ji"`
	// Entry replaces all other fields in the reading "code".
	Entry *Entry `json:"-"`
}

// Sinkhorn records one scaling of the algorithm of Sinkhorn.
type Sinkhorn struct {
	Iteration int     `json:"iteration"` // number of the scaling (1-based)
	Error     float64 `json:"error"`     // the larger error of the two marginals
}

// JKO holds the JKO steps (Jordan, Kinderlehrer, Otto) of an edge, and their settings.
type JKO struct {
	Mode    string    `json:"mode"`
	Tau     float64   `json:"tau"`             // step size τ
	Epsilon float64   `json:"epsilon"`         // temperature ε of the energy
	Gamma   float64   `json:"gamma,omitempty"` // entropic blur of the mode "w2"
	Steps   []JKOStep `json:"steps"`
}

// JKOStep is the plan after a step and its energy ⟨P,C⟩ + εΣP log P.
type JKOStep struct {
	P      Matrix  `json:"P"`
	Energy float64 `json:"energy"`
}

// Operator holds all stored entries of a Laplacian, in both triangles: Vals[k] in row
// Rows[k] and column Cols[k] (0-based). Dim is the number of rows. Shift is s in
// D = blockdiag(L) + s·I, for the normalised operator alone. Convention is the setting
// convention, for the Laplacian of the restriction maps alone.
type Operator struct {
	Convention string    `json:"convention,omitempty"`
	Dim        int       `json:"dim"`
	Rows       []int     `json:"rows"`
	Cols       []int     `json:"cols"`
	Vals       []float64 `json:"vals"`
	Shift      *float64  `json:"shift,omitempty"`
}

// SpectrumRecord is the spectrum of the operator of the diffusion.
type SpectrumRecord struct {
	Of string `json:"of"` // "normalized" or "laplacian"
	// Values are all eigenvalues if Complete is true, and otherwise both ends of the spectrum.
	Values   []float64 `json:"values"`
	Complete bool      `json:"complete"`
	// KernelDim is the number of eigenvalues up to KernelTol, nil if unknown.
	KernelDim *int    `json:"kernel_dim"`
	KernelTol float64 `json:"kernel_tol"`
	// NearTol holds the known eigenvalues within a factor of 10 of KernelTol.
	NearTol []float64 `json:"near_tol"`
	// KernelRange holds the dimensions of the kernel at KernelTol/10 and at 10·KernelTol, nil
	// if unknown. If the two differ, KernelDim and Lambda2 depend on the choice of KernelTol.
	KernelRange *[2]int `json:"kernel_dim_range"`
	// Lambda2 is nil if no eigenvalue is above KernelTol, or if the proof of λ₂ failed. In
	// the convention "literal" it is also nil if the kernel has a vector that is not constant.
	// For an operator too large for a proof it is an upper bound.
	Lambda2 *float64 `json:"lambda2"`
}

// Diffusion is the implicit diffusion of one layer, Output = (I + Dt·L)^{-1} Input.
// Of is the setting operator, which defines L. Residuals holds the relative residual at the
// start and after each of the Iterations.
type Diffusion struct {
	Dt         float64   `json:"dt"`
	Of         string    `json:"of"`
	Input      Matrix    `json:"input"`
	Output     Matrix    `json:"output"`
	Iterations int       `json:"iterations"`
	Residuals  []float64 `json:"residuals"`
}

// AFM is the frequency mixing of one layer, Output = Σ_q Alpha_q T_q(I − L) Input. In the
// reading "code" the argument of T_q is I + D^{-1/2} L D^{-1/2} with the degrees D. Weights
// is the setting afm_weights.
type AFM struct {
	Weights string    `json:"weights"`
	Alpha   []float64 `json:"alpha"`
	Input   Matrix    `json:"input"`
	Output  Matrix    `json:"output"`
}

// Posterior is the posterior Beta(Alpha, Beta) of one edge, its prior, its mean Kappa
// and its divergence KL from the prior.
type Posterior struct {
	Edge   [2]int  `json:"edge"` // the two ends or, in the reading "code", row and column
	Alpha0 float64 `json:"alpha0"`
	Beta0  float64 `json:"beta0"`
	Alpha  float64 `json:"alpha"`
	Beta   float64 `json:"beta"`
	Kappa  float64 `json:"kappa"`
	KL     float64 `json:"kl"`
}

// BoundRecord holds the bound of the paper with its three terms, and the
// certificates. In the reading "paper", LSpec is nil without a λ₂. Total is nil if LSpec is
// nil and its weight is positive. TestRisk and TestSameLoss are nil for a split without labelled test nodes.
//
// Empirical is the cross-entropy on the NLabeled training nodes. KLSum is KL(ρ‖π), and LKL
// is the KL term. CHet is c_het, the Frobenius norm of the class coupling matrix Π (C×C).
type BoundRecord struct {
	Empirical float64 `json:"empirical"`
	KLSum     float64 `json:"kl_sum"`
	// Only the reading "code" has KLMean and Divisor. KLMean is the mean KL divergence over
	// the entries, from which L_KL is computed. Divisor, of c_het, is max(λ₂, 1) + 1e-6.
	KLMean     *float64 `json:"kl_mean,omitempty"`
	Divisor    *float64 `json:"lambda2_divisor,omitempty"`
	Delta      float64  `json:"delta"` // the setting δ
	NLabeled   int      `json:"n_labeled"`
	LKL        float64  `json:"L_KL"`
	Pi         Matrix   `json:"Pi"`
	CHet       float64  `json:"c_het"`
	LSpec      *float64 `json:"L_spec"`
	LambdaKL   float64  `json:"lambda_KL"`   // weight in this epoch, which a warm-up may reduce
	LambdaSpec float64  `json:"lambda_spec"` // weight in this epoch, like LambdaKL
	Total      *float64 `json:"total"`
	TestRisk   *float64 `json:"test_risk"`
	// Loss is the name of the loss that the bound limits. TestSameLoss is this loss on
	// the test nodes.
	Loss         string      `json:"loss"`
	TestSameLoss *float64    `json:"test_same_loss"`
	Certificate  Certificate `json:"certificate"`
	Conformal    Conformal   `json:"conformal"`
}

// Certificate is an upper bound on the risk from the errors on Nodes, with the Confidence
// 1 − δ. If Nodes is empty, Bound is nil. Method is the name of the certificate. Valid
// reports whether Bound holds with this confidence, also after a choice of the epoch. Reason
// explains the value of Valid.
type Certificate struct {
	Method     string   `json:"method"`
	Bound      *float64 `json:"bound"`
	Confidence float64  `json:"confidence"`
	Nodes      []int    `json:"nodes"`
	Valid      bool     `json:"valid"`
	Reason     string   `json:"reason"`
}

// Conformal describes the prediction sets of the test nodes, calibrated on Nodes. Level is
// the coverage that the sets have if Valid is true. Reason explains the value of Valid.
// For a split without labelled test nodes, Coverage and MeanSize are nil.
type Conformal struct {
	Level    float64  `json:"level"`
	Coverage *float64 `json:"coverage"`
	MeanSize *float64 `json:"mean_size"`
	Nodes    []int    `json:"nodes"`
	Valid    bool     `json:"valid"`
	Reason   string   `json:"reason"`
}

// MaxFloats is the largest m·d² for which a trace has the lift of all edges. The trace
// of a larger graph has only the requested edges.
const MaxFloats = 100_000

// Sparsified is one draw L̃ of a sparsifier of the traced operator L.
type Sparsified struct {
	// Edges are the indices of the sampled edges, Draws is their number, and Weights are
	// their factors 1/p_e. Entries is the number of stored entries of L̃ in both triangles.
	Edges   []int     `json:"edges"`
	Weights []float64 `json:"weights"`
	Draws   int       `json:"draws"`
	Entries int       `json:"entries"`
	// Kappa is the condition number of I + Δt·L̃. Epsilon is the largest
	// |xᵀL̃x/xᵀLx − 1| over all x outside ker L. Kappa and Epsilon are nil for L̃ = 0, for
	// more than spectral.MaxDense rows, and if a decomposition fails.
	Kappa   *float64 `json:"kappa"`
	Epsilon *float64 `json:"epsilon"`
}
