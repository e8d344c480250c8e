// Package settings holds the settings of a run: the fields (Config), a table with a row for each, and what follows
// from them alone.
package settings

import (
	"errors"

	"sheafscope/core/peer"
)

// Config holds every setting of a run. The json tag of a field is its name on
// the command line (-set name=value), in links and in the trace, and in the
// table of the settings (settings.go).
type Config struct {
	// Reading is "paper" (true block sheaf) or "code" (the authors' program: one scalar per edge).
	Reading string `json:"reading"`
	// Model is "sgpc" or the name of a peer (package peer).
	Model string `json:"model"`
	// Seed selects every random stream of the run.
	Seed uint64 `json:"seed"`

	// D is the stalk (fibre) dimension d, 2..8; Channels the number c of channels per stalk coordinate.
	D        int `json:"d"`
	Channels int `json:"channels"`
	// Layers is the number of SVR-AFM layers, 1..32.
	Layers int `json:"layers"`

	// Features is "raw" or "row" (every row of X scaled to sum 1 where no
	// feature is negative). Structure adds the rows of the adjacency matrix to the input of
	// the encoder: "off", "rows" (as they are) or "normalized" (scaled on both sides by 1/√degree).
	// Norm is "layer" or "none", Activation "elu" or "relu".
	Features   string `json:"features"`
	Structure  string `json:"structure"`
	Norm       string `json:"norm"`
	Activation string `json:"activation"`

	// Smooth is the uniform share s of the node measures, Epsilon0 the
	// temperature of Sinkhorn, Tau and Epsilon step and temperature of JKO,
	// JKOSteps the number of JKO steps (0: none), JKOMode "kl" (marginals kept) or
	// "w2" (the paper's step, marginals free) with the entropic blur W2Gamma,
	// SinkhornSteps the number of scalings shown by the stepper.
	Smooth        float64 `json:"smooth"`
	Epsilon0      float64 `json:"epsilon0"`
	Epsilon       float64 `json:"epsilon"`
	Tau           float64 `json:"tau"`
	JKOSteps      int     `json:"jko_steps"`
	JKOMode       string  `json:"jko_mode"`
	W2Gamma       float64 `json:"w2_gamma"`
	SinkhornSteps int     `json:"sinkhorn_steps"`
	// Lift chooses the plan: "ot" | "sinkhorn" (no JKO step) | "independent" | "shuffled" | "uniform" (uniform measures)
	// | "scalar" (one weight an edge, the mean of the normalised plan's diagonal, in place of a matrix; W_θ = I).
	Lift string `json:"lift"`

	// Centered takes the common singular pair off the plan; Sign is σ of the far end, +1 or -1.
	Centered bool    `json:"centered"`
	Sign     float64 `json:"sign"`
	// Convention is "preliminaries" (two maps per edge) or "literal" (one map at both ends).
	Convention string `json:"convention"`
	// Operator is "normalized" or "laplacian": what diffuses, mixes and is ascended; Shift is s in D = blockdiag(L)+s·I.
	Operator string  `json:"operator"`
	Shift    float64 `json:"shift"`

	// Dt is the diffusion time (the start of it when LearnDt lets each layer
	// learn its own), CGTol the relative residual of the solve, CGTolTrain that
	// of the training pass, which is never shown (none where diffusion.NewQuickDiffuse takes a
	// factor), CGMax the most iterations. In the
	// reading "code" CGTol is the residual itself, in both passes, and CGTolTrain
	// the relative one of the adjoint solve.
	Dt         float64 `json:"dt"`
	LearnDt    bool    `json:"learn_dt"`
	CGTol      float64 `json:"cg_tol"`
	CGTolTrain float64 `json:"cg_tol_train"`
	CGMax      int     `json:"cg_max"`
	// SVR is "exact" | "sparsified" | "anchored" | "off"; SVREpsilon the sparsifier's ε, AnchorEvery the epochs between exact anchors.
	SVR         string  `json:"svr"`
	SVREpsilon  float64 `json:"svr_epsilon"`
	AnchorEvery int     `json:"anchor_every"`
	// Q is the order of the Chebyshev filter; AFMWeights "softmax" | "signed" | "off".
	Q          int    `json:"q"`
	AFMWeights string `json:"afm_weights"`

	// Head is "mlp", "linear" (no projector) or "gat"; Hidden the width of the projector; Residual adds the encoded input to the fusion.
	Head     string `json:"head"`
	Hidden   int    `json:"hidden"`
	Residual bool   `json:"residual"`

	// A0, B0 is the Beta prior; T strength, W class-coupling weight and
	// PosteriorSteps iterations of the posterior; Prior "train" or "uniform";
	// DetachKappa stops the gradient at κ̄; Calibrate uses the calibrated
	// prediction; HetOff takes c_het off the diagonal.
	A0             float64 `json:"a0"`
	B0             float64 `json:"b0"`
	T              float64 `json:"t"`
	W              float64 `json:"w"`
	PosteriorSteps int     `json:"posterior_steps"`
	Prior          string  `json:"prior"`
	DetachKappa    bool    `json:"detach_kappa"`
	Calibrate      bool    `json:"calibrate"`
	HetOff         bool    `json:"het_off"`
	// LambdaKL and LambdaSpec weigh the terms of the loss; Delta is δ of the bound.
	// KLWarmup and SpecWarmup are the epochs over which each rises linearly from 0.
	LambdaKL   float64 `json:"lambda_kl"`
	LambdaSpec float64 `json:"lambda_spec"`
	KLWarmup   int     `json:"kl_warmup"`
	SpecWarmup int     `json:"spec_warmup"`
	Delta      float64 `json:"delta"`
	// Certify is "split" | "fixed" | "union": what keeps the certificate valid (core/sgpc/run_certify.go).
	Certify string `json:"certify"`

	// SimCalib shows the probabilities of the whole model, [Config.Calibrate] among them, with a temperature
	// of each node (pacbayes.SimCalib): it changes no class, and nothing that is trained. Traces, explanations and what-ifs are without it.
	SimCalib bool `json:"simcalib,omitempty"`

	// GapMode is "sheaf" | "matrix" | "additive" | "off"; GapSteps is K, Rho the bound on ‖ΔR‖/‖R‖,
	// GapEta the first step length (not "matrix"), Armijo the constant c_w, Curvature the
	// other constant of Wolfe's conditions.
	GapMode   string  `json:"gap_mode"`
	GapSteps  int     `json:"gap_steps"`
	Rho       float64 `json:"rho"`
	GapEta    float64 `json:"gap_eta"`
	Armijo    float64 `json:"armijo"`
	Curvature float64 `json:"curvature"`

	// Maps are the restriction maps, a word of peer.MapChoices; SGPC takes its own, "learned", "identity" or "zero".
	Maps string `json:"maps"`
	// Heads, K, Alpha, Theta, Beta, Mix, JacobiA and JacobiB belong to peers: see package peer.
	Heads   int     `json:"heads"`
	K       int     `json:"k"`
	Alpha   float64 `json:"alpha"`
	Theta   float64 `json:"theta"`
	Beta    float64 `json:"beta"`
	Mix     float64 `json:"mix"`
	JacobiA float64 `json:"jacobi_a"`
	JacobiB float64 `json:"jacobi_b"`
	// Plain, unless 0, leaves the features as they are where a peer scales their rows to the sum 1.
	Plain float64 `json:"plain,omitempty"`
	// Linear, unless 0, leaves ELU out of a peer's network.
	Linear float64 `json:"linear,omitempty"`
	// Arcs, unless 0, gives a peer that reads the directions of the edges both directions of every edge.
	Arcs float64 `json:"arcs,omitempty"`
	// The next ones say how the networks of libraries differ from those of the papers; 0 is as in the paper. Act is the activation
	// (peer.Settings); Loops, unless 0, leaves a node out of its own neighbours; Degree is how a sum over neighbours is normalised (1 not
	// at all, 2 as their mean, 3 by both degrees of directed edges); Directed, unless 0, sends messages in the directions of the file alone.
	Act      float64 `json:"act,omitempty"`
	Loops    float64 `json:"loops,omitempty"`
	Degree   float64 `json:"degree,omitempty"`
	Directed float64 `json:"directed,omitempty"`
	// Skip adds a layer's input to its output: 1 after the activation, 2 before it, 3 before it with weights of its own. LinearHead,
	// unless 0, puts a linear layer behind those of the graph.
	Skip       float64 `json:"skip,omitempty"`
	LinearHead float64 `json:"linear_head,omitempty"`
	// MoreHeads are the heads of the last layer of attention beyond one; their mean is taken. Attention 1 is that of GATv2. Slope is
	// that of its leaky ReLU (0: 0.2). EdgeWeights, unless 0, gives neural sheaf diffusion a learned weight for each edge.
	MoreHeads   int     `json:"more_heads,omitempty"`
	Attention   float64 `json:"attention,omitempty"`
	Slope       float64 `json:"slope,omitempty"`
	EdgeWeights float64 `json:"edge_weights,omitempty"`

	// LRPatience is the number of epochs in a row without a rise of the validation
	// accuracy after which the learning rate is halved (floor 1e-5); 0: never.
	LRPatience int `json:"lr_patience"`
	// LR, WeightDecay, Dropout, InputDropout, Epochs and Patience (0: never stop early) are the training loop's.
	LR           float64 `json:"lr"`
	WeightDecay  float64 `json:"weight_decay"`
	Dropout      float64 `json:"dropout"`
	InputDropout float64 `json:"input_dropout"`
	Epochs       int     `json:"epochs"`
	Patience     int     `json:"patience"`
}

// Reduced returns the settings without stalks and layers where the reading has none,
// and without an ascent where it has no maps to move.
func (c Config) Reduced() Config {
	if c.Reading == "code" && c.Model == "sgpc" { // neither is read
		c.D, c.Layers = 1, 1
	}
	if !c.OwnMaps() {
		c.GapMode = "off"
	}
	return c
}

// OwnMaps reports whether the restriction maps of SGPC come from plans and W_θ.
func (c *Config) OwnMaps() bool {
	return c.Model != "sgpc" || c.Reading != "paper" || c.Maps != MapsIdentity && c.Maps != MapsZero
}

// Ends returns an error when training would have no end: a person can stop the page's, nobody a command's.
func (c *Config) Ends() error {
	if c.Epochs == 0 {
		return errors.New("epochs=0 has no end but a pause in the page; give the most epochs, as in epochs=300")
	}
	return nil
}

// PeerSettings picks what the run's model, a peer, reads.
func (c *Config) PeerSettings() peer.Settings {
	s := peer.Find(c.Model).Defaults(false)
	for name := range s.Values {
		row := c.Setting(name)
		s.Values[name] = row.peerValue()
	}
	return s
}

// ReadsLabels reports whether a prediction depends on labels of training nodes by more than the weights that were
// trained with them: where it is calibrated, by κ̄ (equation 14) and by the class shares (equation 15).
func (c *Config) ReadsLabels() bool { return c.Model == "sgpc" && c.Calibrate }
