// Package settings defines the settings of a run. [Config] has a field per setting, and
// [Setting] is a row of the table of settings. The package also computes quantities
// that depend only on settings.
package settings

import (
	"errors"

	"sheafscope/core/peer"
)

// Config holds every setting of a run. The json tag of a field is the name of the setting,
// as in -set name=value on the command line.
type Config struct {
	// Reading is "paper", with a map of d×d numbers per edge and end, or "code", the
	// authors' program, with one number per directed edge.
	Reading string `json:"reading"`
	// Model is "sgpc" or the name of a peer, a model to compare with (package peer).
	Model string `json:"model"`
	Seed  uint64 `json:"seed"` // selects every random stream of the run

	// D is the stalk (fibre) dimension d, 1..8, and at least 2 for transport plans.
	// Channels is the number c of channels per stalk coordinate.
	D        int `json:"d"`
	Channels int `json:"channels"`
	// Layers is the number of SVR-AFM layers, 1..32, or the number of layers of a peer,
	// at most 64.
	Layers int `json:"layers"`

	// Features is "raw" or "row". For "row" every row of X is scaled to the sum 1,
	// unless some feature is negative.
	Features string `json:"features"`
	// Structure is "off", "rows" or "normalized". "rows" adds the rows of the adjacency
	// matrix A to the input of the encoder. "normalized" adds the rows of D^{-1/2} A D^{-1/2}
	// for the degrees D.
	Structure string `json:"structure"`
	// Norm is "layer" or "none". Activation is "elu" or "relu".
	Norm       string `json:"norm"`
	Activation string `json:"activation"`

	// Smooth is the share of the uniform distribution in the node measures, and Epsilon0 is the
	// temperature of Sinkhorn.
	Smooth   float64 `json:"smooth"`
	Epsilon0 float64 `json:"epsilon0"`
	// Epsilon is the temperature of a JKO step, and Tau is its length. JKOSteps is the
	// number of JKO steps, 0 or more.
	Epsilon  float64 `json:"epsilon"`
	Tau      float64 `json:"tau"`
	JKOSteps int     `json:"jko_steps"`
	// JKOMode is "kl" or "w2". "kl" keeps the marginals. "w2" is the step of the paper, with
	// free marginals and the entropic blur W2Gamma.
	JKOMode       string  `json:"jko_mode"`
	W2Gamma       float64 `json:"w2_gamma"`
	SinkhornSteps int     `json:"sinkhorn_steps"` // number of scalings that the page and a trace show
	// Lift selects the plan: "ot", "sinkhorn" (no JKO step), "independent" (the
	// product of the measures), "shuffled" (the plan of another edge), "uniform" (uniform
	// measures) or "scalar". With "scalar" an edge has one weight, the mean of the diagonal
	// of the normalised plan, and W_θ is I.
	Lift string `json:"lift"`

	// Centered subtracts from the normalised plan the singular pair that all plans have.
	// Sign is σ in the map of the second end of an edge, +1 or −1.
	Centered bool    `json:"centered"`
	Sign     float64 `json:"sign"`
	// Convention is "preliminaries" (two maps per edge) or "literal" (one map at
	// both ends).
	Convention string `json:"convention"`
	// Operator is the operator of diffusion, mixing and gap ascent: "normalized" or
	// "laplacian". Shift is s in the matrix D = blockdiag(L)+s·I of the normalisation.
	Operator string  `json:"operator"`
	Shift    float64 `json:"shift"`

	// Dt is the diffusion time Δt. If LearnDt is true, each layer learns its own Δt, and
	// the initial value is Dt, but at least 1e-3.
	Dt      float64 `json:"dt"`
	LearnDt bool    `json:"learn_dt"`
	// CGTol is the relative residual at which a solve of the evaluation stops. CGTolTrain
	// is this residual for the training pass with svr=exact. It is unused if
	// diffusion.NewQuickDiffuse factors the operator. In the reading "code", CGTol is the
	// absolute residual in both passes, and CGTolTrain is the relative residual of the adjoint
	// solve. CGMax is the largest number of iterations. Training over sampled edges instead
	// stops at the relative residual CGTol or after MaxCG iterations, in both readings.
	CGTol      float64 `json:"cg_tol"`
	CGTolTrain float64 `json:"cg_tol_train"`
	CGMax      int     `json:"cg_max"`
	// SVR selects the solver of the diffusion: "exact", "sparsified", "anchored" or "off"
	// (no diffusion). SVREpsilon is ε of the sparsifier. AnchorEvery is the number of epochs
	// between two exact anchors, and between two renewals of the sampling probabilities.
	SVR         string  `json:"svr"`
	SVREpsilon  float64 `json:"svr_epsilon"`
	AnchorEvery int     `json:"anchor_every"`
	// Q is the order of the Chebyshev filter of the frequency mixing (AFM). AFMWeights is
	// "softmax", "signed" or "off" (no mixing).
	Q          int    `json:"q"`
	AFMWeights string `json:"afm_weights"`

	// Head is "mlp", "linear" (no projector) or "gat". Hidden is the width of the projector.
	// In a peer it is a width that the peer defines. Residual adds the encoded features to
	// the fusion.
	Head     string `json:"head"`
	Hidden   int    `json:"hidden"`
	Residual bool   `json:"residual"`

	// A0 and B0 are the parameters of the Beta prior. T is the strength of the evidence in
	// the posterior, W is the weight of the class coupling, and PosteriorSteps is the number
	// of iterations.
	A0             float64 `json:"a0"`
	B0             float64 `json:"b0"`
	T              float64 `json:"t"`
	W              float64 `json:"w"`
	PosteriorSteps int     `json:"posterior_steps"`
	// Prior is the class prior of the calibration, "train" or "uniform". DetachKappa stops
	// the gradient at κ̄. Calibrate selects the calibrated prediction.
	Prior       string `json:"prior"`
	DetachKappa bool   `json:"detach_kappa"`
	Calibrate   bool   `json:"calibrate"`
	HetOff      bool   `json:"het_off"` // excludes the diagonal of the coupling from c_het
	// LambdaKL and LambdaSpec are the weights of the KL term and of the spectral term
	// of the loss. LambdaKL rises linearly from 0 during the first KLWarmup epochs, and
	// LambdaSpec during the first SpecWarmup epochs. In the reading "code" a weight is 0
	// during these epochs.
	LambdaKL   float64 `json:"lambda_kl"`
	LambdaSpec float64 `json:"lambda_spec"`
	KLWarmup   int     `json:"kl_warmup"`
	SpecWarmup int     `json:"spec_warmup"`
	Delta      float64 `json:"delta"` // δ of the bound
	// Certify is "split", "fixed" or "union", the rule that keeps the certificate
	// valid (core/sgpc/run_certify.go).
	Certify string `json:"certify"`

	// SimCalib applies a temperature per node (pacbayes.SimCalib) to the reported
	// probabilities, after [Config.Calibrate]. It changes neither classes nor training.
	// Traces, explanations and what-ifs ignore SimCalib.
	SimCalib bool `json:"simcalib,omitempty"`

	// GapMode is the mode of the gap ascent: "sheaf", "matrix", "additive" or "off".
	// GapSteps is the largest number K of steps in an epoch, and Rho is the bound on ‖ΔR‖/‖R‖.
	GapMode  string  `json:"gap_mode"`
	GapSteps int     `json:"gap_steps"`
	Rho      float64 `json:"rho"`
	// GapEta is the first step length of a line search. The mode "matrix" does not use it.
	// Armijo is c_w and Curvature is c in the conditions of Wolfe. Only the mode "matrix"
	// requires the condition with c.
	GapEta    float64 `json:"gap_eta"`
	Armijo    float64 `json:"armijo"`
	Curvature float64 `json:"curvature"`

	// Maps selects the restriction maps by a word of peer.MapChoices. For SGPC it is
	// "learned", "identity" or "zero".
	Maps string `json:"maps"`
	// Heads, K, Alpha, Theta, Beta, Mix, JacobiA and JacobiB are settings of peers
	// (package peer).
	Heads   int     `json:"heads"`
	K       int     `json:"k"`
	Alpha   float64 `json:"alpha"`
	Theta   float64 `json:"theta"`
	Beta    float64 `json:"beta"`
	Mix     float64 `json:"mix"`
	JacobiA float64 `json:"jacobi_a"`
	JacobiB float64 `json:"jacobi_b"`
	// Plain, Linear and Arcs are switches for peers, 0 or 1.
	Plain  float64 `json:"plain,omitempty"`  // 1: the rows of the features are not scaled to the sum 1
	Linear float64 `json:"linear,omitempty"` // 1: the network has no ELU
	Arcs   float64 `json:"arcs,omitempty"`   // 1: every edge has both directions, for a peer that reads directions
	// The fields from Act to EdgeWeights select variants of published libraries. 0 is the
	// variant of the paper.
	Act      float64 `json:"act,omitempty"`      // the activation (peer.Settings)
	Loops    float64 `json:"loops,omitempty"`    // 1: no self-loops
	Degree   float64 `json:"degree,omitempty"`   // scaling of a sum over neighbours: 1 none, 2 the mean, 3 by both degrees of directed edges
	Directed float64 `json:"directed,omitempty"` // 1: messages run only in the directions of the file
	// Skip adds the input of a layer to its output: 0 not at all, 1 after the activation,
	// 2 before the activation, 3 before the activation and by a linear map.
	Skip        float64 `json:"skip,omitempty"`
	LinearHead  float64 `json:"linear_head,omitempty"`  // 1: a linear layer follows the graph layers
	MoreHeads   int     `json:"more_heads,omitempty"`   // the last attention layer averages 1 + MoreHeads heads
	Attention   float64 `json:"attention,omitempty"`    // 1: GATv2
	Slope       float64 `json:"slope,omitempty"`        // slope of the leaky ReLU of attention; 0 stands for 0.2
	EdgeWeights float64 `json:"edge_weights,omitempty"` // 1: neural sheaf diffusion with learned edge weights

	// After more than LRPatience successive epochs without a higher validation accuracy, the
	// learning rate is halved, down to 1e-5. 0 keeps the learning rate.
	LRPatience int `json:"lr_patience"`
	// LR is the learning rate of Adam, and WeightDecay is its weight decay.
	LR          float64 `json:"lr"`
	WeightDecay float64 `json:"weight_decay"`
	// Dropout is the share of the features inside the network that training drops at
	// random. InputDropout is the dropped share of the input features.
	Dropout      float64 `json:"dropout"`
	InputDropout float64 `json:"input_dropout"`
	// Epochs is the largest number of epochs, and 0 sets no limit. After Patience epochs
	// without a better validation accuracy or a lower validation loss the run stops.
	// With a Patience of 0 it does not stop early.
	Epochs   int `json:"epochs"`
	Patience int `json:"patience"`
}

// Reduced returns the settings that the network uses. The reading "code" has stalks of
// dimension 1, one layer and the operator L. Constant maps (see OwnMaps) have no gap ascent.
// For a model that does not read the setting "maps", its value is "learned".
func (c Config) Reduced() Config {
	if c.Reading == "code" && c.Model == "sgpc" {
		c.D, c.Layers, c.Operator = 1, 1, "laplacian"
	}
	if !c.Reads("maps") {
		c.Maps = MapsLearned
	}
	if !c.OwnMaps() {
		c.GapMode = "off"
	}
	return c
}

// OwnMaps reports whether the model computes its restriction maps. It is false only for
// SGPC in the reading "paper" with maps=identity or maps=zero.
func (c *Config) OwnMaps() bool {
	areConstant := c.Maps == MapsIdentity || c.Maps == MapsZero
	return !c.HasParts() || !areConstant
}

// Ends fails for epochs=0, which sets no limit to the number of epochs: a command might
// never return.
func (c *Config) Ends() error {
	if c.Epochs == 0 {
		return errors.New("epochs=0 sets no limit; give the most epochs, as in epochs=300")
	}
	return nil
}

// PeerSettings returns the settings that a peer reads, with their values in c. The model
// must be a peer.
func (c *Config) PeerSettings() peer.Settings {
	// The defaults only give the names of the settings.
	s := peer.Find(c.Model).Defaults(peer.Heterophilic)
	for name := range s.Values {
		row := c.Setting(name)
		s.Values[name] = row.peerValue()
	}
	return s
}

// ReadsLabels reports whether a prediction of a trained network depends on the labels
// of training nodes. A calibrated prediction of SGPC depends on them by κ̄ of the posterior
// (equation 14) in the reading "paper", and by the class prior "train" (equation 15).
func (c *Config) ReadsLabels() bool {
	kappaDepends := c.Reading == "paper" && c.T > 0 // without evidence κ̄ is the mean of the Beta prior
	return c.Model == "sgpc" && c.Calibrate && (kappaDepends || c.Prior == "train")
}
