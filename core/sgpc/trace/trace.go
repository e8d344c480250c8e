// Package trace lists every number of an epoch of a run, in a format for other programs.
package trace

import (
	"sheafscope/core/claims"
	"sheafscope/core/sgpc/settings"
)

// Schema names the format of a Trace. Readers of sheafscope-trace/1 keep
// working but for one thing: a number that is not known is null now, not 0 or −1.
const Schema = "sheafscope-trace/2"

// Matrix is a row-major nested array.
type Matrix [][]float64

// Trace holds every intermediate quantity of the last finished epoch, such that
// an independent program gets each number from the others. All of it belongs to
// the same parameters, in evaluation mode (no dropout), with the edges' metric as
// the epoch started, except GapAscent and History. Sets without elements are
// empty lists; what does not apply is absent.
type Trace struct {
	Schema   string          `json:"schema"`
	Graph    Input           `json:"graph"`
	Config   settings.Config `json:"config"`
	Epoch    int             `json:"epoch"`
	WTheta   Matrix          `json:"W_theta"`
	Centered bool            `json:"centered"`
	Sign     int             `json:"sign"`
	// Parameters holds every trained parameter by the name of ParameterName.
	Parameters map[string]Parameter `json:"parameters"`
	// Encoded is H0, N×(D·Channels).
	Encoded Matrix `json:"encoded"`
	Lift    []Lift `json:"lift"`
	// HW = H0·W, what the lift of the reading "code" compares; InputShift is what
	// it adds to every feature.
	HW         Matrix  `json:"hW,omitempty"`
	InputShift float64 `json:"input_shift,omitempty"`
	// Shuffle is the permutation of a shuffled lift: edge e carries the plan of edge Shuffle[e].
	Shuffle    []int          `json:"shuffle,omitempty"`
	Laplacian  Operator       `json:"laplacian"`
	Normalized *Operator      `json:"normalized,omitempty"`
	Spectrum   SpectrumRecord `json:"spectrum"`
	Diffusion  *Diffusion     `json:"diffusion,omitempty"`
	AFM        *AFM           `json:"afm,omitempty"`
	// Layers holds what the layers from the second on compute; the sheaf is that of the first.
	Layers []Layer `json:"layers,omitempty"`
	// Sparsified is a draw as training makes them, when it does; Guaranteed one with as
	// many edges as the claims about theorem 2 ask for.
	Sparsified *Sparsified    `json:"sparsified,omitempty"`
	Guaranteed *Sparsified    `json:"guaranteed,omitempty"`
	Probs      Matrix         `json:"probabilities"`
	Calibrated Matrix         `json:"calibrated"`
	Posterior  []Posterior    `json:"posterior"`
	Bound      BoundRecord    `json:"bound"`
	GapAscent  Gap            `json:"gap_ascent"`
	History    History        `json:"history"`
	Claims     []claims.Claim `json:"claims"`
}

// Input is the graph and split.
type Input struct {
	Name    string   `json:"name"`
	N       int      `json:"n"`
	Edges   [][2]int `json:"edges"`
	Labels  []int    `json:"labels"`
	Classes int      `json:"classes"`
	// Features are the rows of X as the graph brings them.
	Features Features  `json:"features"`
	Split    SplitSets `json:"split"`
}

// SplitSets lists the nodes of the three sets.
type SplitSets struct {
	Train []int `json:"train"`
	Val   []int `json:"val"`
	Test  []int `json:"test"`
}

// Lift is one edge from its measures to its restriction maps.
type Lift struct {
	Edge     [2]int     `json:"edge"`
	Mu       []float64  `json:"mu"`
	Nu       []float64  `json:"nu"`
	Epsilon0 float64    `json:"epsilon0"`
	P0       Matrix     `json:"P0"`
	Sinkhorn []Sinkhorn `json:"sinkhorn"`
	JKO      JKO        `json:"jko"`
	P        Matrix     `json:"P"`
	S        Matrix     `json:"S"`
	DeltaIJ  Matrix     `json:"delta_ij"`
	DeltaJI  Matrix     `json:"delta_ji"`
	Rij      Matrix     `json:"R_ij"`
	Rji      Matrix     `json:"R_ji"`
	// Entry stands for all of this in the reading "code".
	Entry *Entry `json:"-"`
}

// Sinkhorn is the marginal error after one scaling.
type Sinkhorn struct {
	Iteration int     `json:"iteration"`
	Error     float64 `json:"error"`
}

// JKO lists the JKO steps of an edge.
type JKO struct {
	Mode    string    `json:"mode"`
	Tau     float64   `json:"tau"`
	Epsilon float64   `json:"epsilon"`
	Gamma   float64   `json:"gamma,omitempty"` // blur of the mode "w2"
	Steps   []JKOStep `json:"steps"`
}

// JKOStep is the plan after a step and its energy ⟨P,C⟩ + εΣP log P.
type JKOStep struct {
	P      Matrix  `json:"P"`
	Energy float64 `json:"energy"`
}

// Operator lists all stored entries, both triangles.
type Operator struct {
	Convention string    `json:"convention,omitempty"`
	Dim        int       `json:"dim"`
	Rows       []int     `json:"rows"`
	Cols       []int     `json:"cols"`
	Vals       []float64 `json:"vals"`
	Shift      *float64  `json:"shift,omitempty"`
}

// SpectrumRecord is the spectrum of the operator that diffuses. KernelDim is nil
// where it could not be counted, Lambda2 where nothing lies above KernelTol (with
// the convention "literal": where the kernel holds more than the constants).
// NearTol holds the known eigenvalues within a factor 10 of KernelTol, KernelRange
// the dimensions that the kernel would have with a tolerance ten times smaller and
// larger: where these differ, KernelDim and Lambda2 are the tolerance's choice.
type SpectrumRecord struct {
	Of          string    `json:"of"`
	Values      []float64 `json:"values"`
	Complete    bool      `json:"complete"`
	KernelDim   *int      `json:"kernel_dim"`
	KernelTol   float64   `json:"kernel_tol"`
	NearTol     []float64 `json:"near_tol"`
	KernelRange *[2]int   `json:"kernel_dim_range"`
	Lambda2     *float64  `json:"lambda2"`
}

// Diffusion is the first layer's implicit diffusion.
type Diffusion struct {
	Dt         float64   `json:"dt"`
	Of         string    `json:"of"`
	Input      Matrix    `json:"input"`
	Output     Matrix    `json:"output"`
	Iterations int       `json:"iterations"`
	Residuals  []float64 `json:"residuals"`
}

// AFM is the first layer's frequency mixing.
type AFM struct {
	Weights string    `json:"weights"`
	Alpha   []float64 `json:"alpha"`
	Input   Matrix    `json:"input"`
	Output  Matrix    `json:"output"`
}

// Posterior is the Beta posterior of one edge.
type Posterior struct {
	Edge   [2]int  `json:"edge"`
	Alpha0 float64 `json:"alpha0"`
	Beta0  float64 `json:"beta0"`
	Alpha  float64 `json:"alpha"`
	Beta   float64 `json:"beta"`
	Kappa  float64 `json:"kappa"`
	KL     float64 `json:"kl"`
}

// BoundRecord holds the three terms, the paper's bound and the certificates.
// LSpec is nil without a λ₂ above the kernel, and so is Total if it has that
// term; TestRisk is nil without test nodes.
type BoundRecord struct {
	Empirical float64 `json:"empirical"`
	KLSum     float64 `json:"kl_sum"`
	// Of the reading "code": the mean over the entries, which enters L_KL, and
	// max(λ₂, 1) + 1e-6, by which c_het is divided.
	KLMean     *float64 `json:"kl_mean,omitempty"`
	Divisor    *float64 `json:"lambda2_divisor,omitempty"`
	Delta      float64  `json:"delta"`
	NLabeled   int      `json:"n_labeled"`
	LKL        float64  `json:"L_KL"`
	Pi         Matrix   `json:"Pi"`
	CHet       float64  `json:"c_het"`
	LSpec      *float64 `json:"L_spec"`
	LambdaKL   float64  `json:"lambda_KL"`
	LambdaSpec float64  `json:"lambda_spec"`
	Total      *float64 `json:"total"`
	TestRisk   *float64 `json:"test_risk"`
	// Loss is what the bound bounds, TestSameLoss the same on the test nodes.
	Loss         string      `json:"loss"`
	TestSameLoss *float64    `json:"test_same_loss"`
	Certificate  Certificate `json:"certificate"`
	Conformal    Conformal   `json:"conformal"`
}

// Certificate is a bound on the risk from Nodes, null without any. Valid
// reports whether they had no part in choosing the network, Reason says why.
type Certificate struct {
	Method     string   `json:"method"`
	Bound      *float64 `json:"bound"`
	Confidence float64  `json:"confidence"`
	Nodes      []int    `json:"nodes"`
	Valid      bool     `json:"valid"`
	Reason     string   `json:"reason"`
}

// Conformal describes the prediction sets on the test nodes, calibrated on
// Nodes; Coverage and MeanSize are null without test nodes.
type Conformal struct {
	Level    float64  `json:"level"`
	Coverage *float64 `json:"coverage"`
	MeanSize *float64 `json:"mean_size"`
	Nodes    []int    `json:"nodes"`
	Valid    bool     `json:"valid"`
	Reason   string   `json:"reason"`
}

// MaxFloats bounds m·d²: above it a trace lists only the edges asked for.
const MaxFloats = 100_000

// Sparsified is one draw L̃ of a sparsifier of the traced operator L.
type Sparsified struct {
	// Edges are those kept, Weights their factors 1/p_e, Draws their number,
	// Entries that of the stored entries of L̃, both triangles.
	Edges   []int     `json:"edges"`
	Weights []float64 `json:"weights"`
	Draws   int       `json:"draws"`
	Entries int       `json:"entries"`
	// Kappa is the condition number of I + Δt·L̃, Epsilon the largest
	// |xᵀL̃x/xᵀLx − 1| outside ker L. Both are nil above spectral.MaxDense rows.
	Kappa   *float64 `json:"kappa"`
	Epsilon *float64 `json:"epsilon"`
}
