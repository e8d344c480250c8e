package sgpc

import "sheafscope/core/peer"

// Reads reports whether the named setting can change what a run with these
// settings computes: its parameters, predictions or bound. What is read depends
// on model and reading, and on other settings: no blur without the step that it
// blurs. Names that are no settings are not read.
func (c *Config) Reads(name string) bool {
	switch name {
	case "model", "seed", "lr", "lr_patience", "weight_decay", "dropout", "input_dropout", "epochs", "patience", "delta", "certify":
		return true
	}
	known := false
	for _, s := range c.settings() {
		known = known || s.name == name
	}
	switch {
	case !known:
		return false
	case c.Model != "sgpc":
		return peer.Find(c.Model).Reads(name) != nil
	case peerSetting(name):
		return false
	case name == "reading":
		return true
	case c.Reading == "code":
		return c.codeReads(name)
	}
	return c.paperReads(name)
}

// peerSetting reports whether only peers read the setting.
func peerSetting(name string) bool {
	switch name {
	case "heads", "k", "alpha", "theta", "jacobi_a", "jacobi_b":
		return true
	}
	return false
}

// codeReads: the authors' program has no plans, one layer, one fusion, one
// posterior step and no ascent.
func (c *Config) codeReads(name string) bool {
	switch name {
	case "d", "layers", "features", "structure", "norm", "activation", "smooth", "residual",
		"epsilon", "tau", "jko_steps", "jko_mode", "w2_gamma", "sinkhorn_steps", "lift", "centered", "sign", "convention",
		"w", "posterior_steps", "gap_mode", "gap_steps", "rho", "gap_eta", "armijo", "curvature":
		return false
	}
	return c.partReads(name)
}

// paperReads: settings of the lift, then those of the parts that both readings have.
func (c *Config) paperReads(name string) bool {
	plans := c.Lift != "independent"
	steps := plans && c.liftSteps() > 0
	moves := steps && (c.Tau > 0 || c.JKOMode == "w2")
	switch name {
	case "smooth":
		return c.Lift != "uniform" && (plans || !c.Centered)
	case "epsilon0":
		return plans
	case "jko_mode", "tau":
		return steps
	case "epsilon":
		return steps && c.Tau > 0
	case "jko_steps":
		return plans && c.Lift != "sinkhorn" && (c.Tau > 0 || c.JKOMode == "w2")
	case "w2_gamma":
		return moves && c.JKOMode == "w2"
	case "sinkhorn_steps": // counts what is shown
		return false
	case "centered":
		return c.Lift != "scalar"
	case "sign":
		return c.Convention == "preliminaries"
	case "hidden":
		return c.Head != "linear"
	case "residual": // with both branches off it is all that is left
		return c.SVR != "off" || c.AFMWeights != "off"
	case "rho":
		return c.GapMode != "off"
	case "gap_eta":
		return c.GapMode == "sheaf" || c.GapMode == "additive"
	case "curvature": // elsewhere it is reported and does not decide
		return c.GapMode == "matrix"
	}
	return c.partReads(name)
}

// partReads holds for both readings.
func (c *Config) partReads(name string) bool {
	draws := c.SVR == "sparsified" || c.SVR == "anchored"
	switch name {
	case "shift":
		return c.Operator == "normalized"
	case "dt", "learn_dt", "cg_tol", "cg_max":
		return c.SVR != "off"
	case "cg_tol_train":
		return c.SVR == "exact"
	case "svr_epsilon", "anchor_every":
		return draws
	case "q":
		return c.AFMWeights != "off"
	case "prior", "detach_kappa":
		return c.Calibrate
	case "kl_warmup":
		return c.LambdaKL > 0
	case "spec_warmup":
		return c.LambdaSpec > 0
	case "gap_steps", "armijo", "curvature":
		return c.GapMode != "off"
	case "w":
		return c.T > 0
	}
	return true
}

// Effective returns the settings with everything that is not read at its
// default, where the reading allows that: two runs on one graph compute the same
// if these are equal.
func (c Config) Effective() Config {
	if c.Model == "sgpc" && c.Reading == "paper" && c.Lift == "ot" && !c.Reads("epsilon") && c.JKOMode == "kl" {
		c.Lift = "sinkhorn" // no step either way
	}
	e, base := c, Default()
	for _, name := range Names() {
		if c.Reads(name) {
			continue
		}
		before := e
		if e.Set(name, base.Get(name)) != nil || e.Validate() != nil {
			e = before
		}
	}
	return e
}
