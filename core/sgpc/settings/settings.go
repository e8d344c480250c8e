package settings

import (
	"slices"

	"sheafscope/core/peer"
	"sheafscope/core/sgpc/stage"
)

// Settings returns the table of settings in the order of the stages. A row points to the
// field of c. Its Reads, and some defaults, depend on the values in c. [Config] documents the
// meaning of the values. setting.go has the functions that build a row.
func (c *Config) Settings() []Setting {
	sgpc := c.Model == "sgpc"
	// The reading "code" (the authors' program) has no plans, one layer and no ascent.
	paper, code := sgpc && c.Reading == "paper", sgpc && c.Reading == "code"
	maps := peer.MapChoices
	if paper { // SGPC has only learned, identity and zero
		maps = [][2]string{maps[0], maps[1], maps[len(maps)-1]}
	}
	// Conditions under which a run reads a setting.
	ownMaps := paper && c.OwnMaps()                   // the run computes its maps
	hasMaps := sgpc && (!paper || c.Maps != MapsZero) // some map is not 0
	ownOperator := paper && hasMaps
	hasPlans := c.usesPlans()
	hasSteps := hasPlans && c.LiftSteps() > 0
	diffuses, mixes := sgpc && c.SVR != "off", sgpc && c.AFMWeights != "off"
	samples := hasMaps && c.DrawsSparse()
	ascends := ownMaps && c.GapMode != "off"
	// The centred independent plan is 0 for all measures.
	dependsOnMeasures := ownMaps && (hasPlans || !c.Centered)
	canStep := hasPlans && (c.Tau > 0 || c.JKOMode == "w2") // a step of the mode "kl" with τ = 0 changes nothing
	hasSpectralTerm := hasMaps && c.LambdaSpec > 0
	usesConvention := ownMaps || (paper && hasSpectralTerm) // with constant maps it decides only which eigenvalue is λ₂
	usesTime := diffuses && (hasMaps || c.LearnDt)          // without maps only a learned Δt matters, as a parameter
	hasHidden := code || (paper && c.Head != "linear")
	hasBranch := diffuses || mixes // without a branch, the encoded features are the only input of the head
	const (
		always    = true
		peersOnly = false // SGPC does not read the row; for a peer, restrictTo turns on the rows that it reads
	)
	rows := slices.Concat(inStage(0,
		word("reading", "Reading", &c.Reading, "paper", sgpc, "paper", "paper", "code", "code"),
		word("model", "Model", &c.Model, "sgpc", always, models()...),
		Setting{Name: "seed", Label: "Seed", value: &c.Seed, Default: "0", Reads: always},
	), inStage(stage.Features,
		word("features", "Features", &c.Features, "raw", paper, "raw", "as they are", "row", "rows sum to 1"),
		word("structure", "Rows of the adjacency as features", &c.Structure, "off", paper,
			"off", "no", "rows", "as they are", "normalized", "normalised"),
		word("norm", "Normalisation", &c.Norm, "none", paper, "layer", "LayerNorm", "none", "none"),
		word("activation", "Activation", &c.Activation, "elu", paper, "elu", "ELU", "relu", "ReLU"),
		num("input_dropout", "Dropout of features", &c.InputDropout, 0, 0, 0.99, sgpc),
		num("d", "Stalk dimension d", &c.D, 4, 1, 8, paper).slider("d", "Stalk dimension d", 2, 8, 1),
		num("channels", "Channels c", &c.Channels, 16, 1, 256, sgpc),
		num("smooth", "Uniform share s of the measures", &c.Smooth, 0.02, 1e-6, 1, dependsOnMeasures && c.Lift != "uniform"),
	), inStage(stage.Sinkhorn,
		word("lift", "Plan", &c.Lift, "ot", ownMaps, "ot", "transport, JKO step", "sinkhorn", "transport, no step",
			"independent", "independent coupling", "shuffled", "shuffled over the edges", "uniform", "of uniform measures",
			"scalar", "one weight an edge"),
		num("epsilon0", "Temperature ε₀", &c.Epsilon0, 1.2, 0.005, 10, hasPlans || code).
			logSlider("ε_0", "Sinkhorn temperature ε₀", -1, 1, 0.02),
		num("sinkhorn_steps", "Scalings shown", &c.SinkhornSteps, 8, 1, 200, false).shown(paper), // it changes only the display
	), inStage(stage.JKO,
		word("jko_mode", "JKO step", &c.JKOMode, "kl", hasSteps, "kl", "KL, margins kept", "w2", "W₂, margins free"),
		num("jko_steps", "Steps", &c.JKOSteps, 1, 0, 20, canStep && c.Lift != "sinkhorn").
			slider("\\steps ", "Number of JKO steps", 0, 8, 1),
		num("tau", "Step length τ", &c.Tau, 2, 0, 100, hasSteps).slider("τ", "JKO step length τ", 0, 10, 0.1),
		num("epsilon", "Temperature ε", &c.Epsilon, 0.8, 0.005, 10, hasSteps && c.Tau > 0).logSlider("ε", "JKO temperature ε", -1, 1, 0.02),
		num("w2_gamma", "Blur γ of the distance", &c.W2Gamma, 0.1, 0.02, 1, hasSteps && c.JKOMode == "w2").
			logSlider("γ", "Entropic blur γ of the Wasserstein distance", -1.7, 0, 0.05),
	), inStage(stage.Maps,
		toggle("centered", "Take the common part off", &c.Centered, on, ownMaps && c.Lift != "scalar"),
		Setting{Name: "maps", Label: "Restriction maps", value: &c.Maps, Default: maps[0][0], Words: maps, Reads: paper, Shown: paper},
		num("sign", "Sign σ of the far end", &c.Sign, -1, -1, 1, ownMaps && c.Convention == "preliminaries").
			choices("1", "+1, ends agree", "-1", "−1, ends opposite"),
	), inStage(stage.Laplacian,
		word("convention", "Coboundary", &c.Convention, "preliminaries", usesConvention,
			"preliminaries", "a map for each end", "literal", "one map at both ends"),
		word("operator", "Operator", &c.Operator, "normalized", ownOperator, "normalized", "L̂, normalised", "laplacian", "L as it is"),
		num("shift", "Shift s", &c.Shift, 1, 0, 100, ownOperator && c.Operator == "normalized").
			slider("s", "Shift s of the normaliser D = blockdiag(L) + s·I", 0, 4, 0.05),
	), inStage(stage.Diffusion,
		word("svr", "Solver", &c.SVR, "exact", sgpc,
			"exact", "exact", "sparsified", "sparsified", "anchored", "sparsified, anchored", "off", "off"),
		num("dt", "Diffusion time Δt", &c.Dt, 1, 0, 1000, usesTime).logSlider("Δt", "Diffusion time Δt", -2, 2, 0.05),
		toggle("learn_dt", "Learn Δt", &c.LearnDt, off, diffuses),
		num("layers", "Layers", &c.Layers, 1, 1, 64, paper),
		num("svr_epsilon", "Sparsifier's ε", &c.SVREpsilon, 0.5, 0.01, 1, samples),
		num("anchor_every", "Epochs between anchors", &c.AnchorEvery, 5, 1, 1000, samples),
		num("cg_tol", "Tolerance of the solve", &c.CGTol, 1e-9, 1e-14, 0.1, diffuses),
		num("cg_tol_train", "Tolerance in training", &c.CGTolTrain, 1e-6, 1e-14, 0.1, hasMaps && c.SVR == "exact"), // sampled solves use cg_tol
		num("cg_max", "Iterations at most", &c.CGMax, 500, 1, MaxCG, diffuses),
	), inStage(stage.Mixing,
		word("afm_weights", "Weights", &c.AFMWeights, "softmax", sgpc, "softmax", "softmax, sum to 1", "signed", "signed", "off", "off"),
		num("q", "Order Q", &c.Q, 3, 1, 8, mixes).slider("Q", "Order Q of frequency mixing (AFM)", 1, 8, 1),
	), inStage(stage.Classes,
		word("head", "Head", &c.Head, "mlp", sgpc, "mlp", "MLP", "linear", "linear", "gat", "GAT"),
		num("hidden", "Hidden width", &c.Hidden, 64, 1, 1024, hasHidden),
		toggle("residual", "Add the encoded features", &c.Residual, on, paper && hasBranch),
		num("dropout", "Dropout", &c.Dropout, 0.6, 0, 0.99, sgpc),
		num("heads", "Attention heads", &c.Heads, 1, 1, 16, peersOnly),
		num("k", "Order K", &c.K, 10, 1, 64, peersOnly),
		num("alpha", "α", &c.Alpha, 0.1, 0, 1, peersOnly),
		num("theta", "θ", &c.Theta, 0.5, 0, 10, peersOnly),
		num("beta", "β", &c.Beta, 0, 0, 1000, peersOnly),
		num("mix", "Share μ of the features", &c.Mix, 1, 0, 1, peersOnly),
		num("jacobi_a", "Jacobi a", &c.JacobiA, 1, -1, 10, peersOnly),
		num("jacobi_b", "Jacobi b", &c.JacobiB, 1, -1, 10, peersOnly),
		num("plain", "Features of a peer", &c.Plain, 0, 0, 1, peersOnly).list("rows that sum to 1|as they are"),
		num("linear", "Nonlinearities", &c.Linear, 0, 0, 1, peersOnly).list("as in the paper|none"),
		num("arcs", "Arcs", &c.Arcs, 0, 0, 1, peersOnly).list("as the file lists them|both ways of every edge"),
		num("act", "Activation of a peer", &c.Act, 0, 0, 5, peersOnly).list("as in the paper|ReLU|ELU|tanh|leaky ReLU|none"),
		num("loops", "Each node its own neighbour", &c.Loops, 0, 0, 1, peersOnly).list("yes|no"),
		num("degree", "Sum over neighbours", &c.Degree, 0, 0, 3, peersOnly).list("as in the paper|as it is|mean|by both degrees"),
		num("directed", "Messages", &c.Directed, 0, 0, 1, code && c.Head == "gat").list("both ways of every edge|as the file lists them"),
		num("skip", "Residual of a peer", &c.Skip, 0, 0, 3, peersOnly).list("none|after the activation|before it|before it, with weights"),
		num("linear_head", "Last layer", &c.LinearHead, 0, 0, 1, peersOnly).list("of the graph|linear"),
		num("more_heads", "More heads in the last layer, averaged", &c.MoreHeads, 0, 0, 15, peersOnly),
		num("attention", "Attention", &c.Attention, 0, 0, 1, peersOnly).list("GAT|GATv2"),
		num("slope", "Slope of the attention (0: 0.2)", &c.Slope, 0, 0, 1, peersOnly),
		num("edge_weights", "Learned weights of edges", &c.EdgeWeights, 0, 0, 1, peersOnly).list("no|yes"),
	), inStage(stage.Posterior,
		toggle("calibrate", "Calibrate", &c.Calibrate, on, sgpc),
		word("prior", "Prior of the classes", &c.Prior, "uniform", sgpc && c.Calibrate, "train", "training shares", "uniform", "uniform"),
		toggle("detach_kappa", "No gradient through κ̄", &c.DetachKappa, on, sgpc && c.Calibrate),
		num("a0", "Prior a₀", &c.A0, 1, 0.01, 1000, sgpc),
		num("b0", "Prior b₀", &c.B0, 1, 0.01, 1000, sgpc),
		num("t", "Strength T of the evidence", &c.T, 5, 0, 1000, sgpc),
		num("w", "Weight w of the coupling", &c.W, 0.5, 0, 1, paper && c.T > 0),
		num("posterior_steps", "Fixed-point iterations", &c.PosteriorSteps, 3, 1, 50, paper),
		toggle("het_off", "c_het off the diagonal", &c.HetOff, off, sgpc),
		num("lambda_kl", "Weight λ of the KL term", &c.LambdaKL, 0.1, 0, 1000, sgpc).slider("λ_{\\KL }", "Weight of the KL term", 0, 1, 0.01),
		num("kl_warmup", "Epochs to full λ of KL", &c.KLWarmup, 0, 0, 1e6, sgpc && c.LambdaKL > 0),
		num("lambda_spec", "Weight λ of the spectral term", &c.LambdaSpec, 0, 0, 1000, hasMaps).
			logSlider("λ_{\\spec }", "Weight of the spectral term; at the left end it is off", -10, 0, 0.1).zero(),
		num("spec_warmup", "Epochs to full spectral λ", &c.SpecWarmup, 0, 0, 1e6, hasSpectralTerm),
		toggle("simcalib", "Temperatures of SimCalib", &c.SimCalib, off, always),
		num("delta", "Confidence δ", &c.Delta, 0.05, 1e-9, 0.5, always),
		word("certify", "Certificate", &c.Certify, CertifySplit, always, CertifySplit, "half chooses, half certifies",
			CertifyFixed, "of the last epoch, fixed beforehand", CertifyUnion, "of every epoch, corrected"),
	), inStage(stage.Gap,
		word("gap_mode", "Ascent", &c.GapMode, "sheaf", ownMaps,
			"sheaf", "metric of the edge stalks", "additive", "maps themselves", "matrix", "matrix step, nearest sheaf", "off", "off"),
		num("gap_steps", "Inner steps K", &c.GapSteps, 5, 1, 50, ascends).slider("K", "Inner steps K of the gap ascent", 1, 10, 1),
		num("rho", "Bound ρ on the change", &c.Rho, 0.5, 0, 1, ascends).slider("ρ", "Bound ρ on the change of the maps", 0, 1, 0.01),
		num("gap_eta", "First step length η", &c.GapEta, 0.1, 1e-6, 100, ascends && c.GapMode != "matrix"),
		num("armijo", "Armijo's constant c_w", &c.Armijo, 0.1, 1e-6, 1, ascends).
			slider("c_w", "Constant c_w of Armijo's condition", 0.01, 0.9, 0.01),
		// In other modes than "matrix" the curvature condition is only reported.
		num("curvature", "Constant c of the curvature", &c.Curvature, 0.9, 1e-6, 1, ascends && c.GapMode == "matrix").
			slider("c", "Constant c of the curvature condition", 0.05, 1, 0.05),
		num("lr", "Learning rate", &c.LR, 0.01, 0, 10, always),
		num("lr_patience", "Epochs before it is halved", &c.LRPatience, 0, 0, 1e6, always),
		num("weight_decay", "Weight decay", &c.WeightDecay, 5e-3, 0, 10, always),
		num("epochs", "Epochs", &c.Epochs, 300, 0, 1e6, always),
		num("patience", "Patience in epochs", &c.Patience, 60, 0, 1e6, always),
	))
	p := peer.Find(c.Model)
	if p != nil { // a peer, a model to compare with
		for k := range rows {
			rows[k].restrictTo(p)
		}
	}
	return rows
}
