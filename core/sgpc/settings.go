package sgpc

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"sheafscope/core/peer"
)

// setting ties a name to a field of a Config; exactly one pointer is set.
type setting struct {
	name string
	i    *int
	f    *float64
	b    *bool
	s    *string
	u    *uint64
	// lo and hi bound numbers; words lists the values a string may have.
	lo, hi float64
	words  []string
}

// settings lists every field in the order of the struct.
func (c *Config) settings() []setting {
	num := func(name string, p *float64, lo, hi float64) setting {
		return setting{name: name, f: p, lo: lo, hi: hi}
	}
	whole := func(name string, p *int, lo, hi float64) setting {
		return setting{name: name, i: p, lo: lo, hi: hi}
	}
	word := func(name string, p *string, words ...string) setting {
		return setting{name: name, s: p, words: words}
	}
	flag := func(name string, p *bool) setting { return setting{name: name, b: p} }
	return []setting{
		word("reading", &c.Reading, "paper", "code"),
		word("model", &c.Model, append([]string{"sgpc"}, peer.Names()...)...),
		{name: "seed", u: &c.Seed},
		whole("d", &c.D, 1, 8),
		whole("channels", &c.Channels, 1, 256),
		whole("layers", &c.Layers, 1, 64),
		word("features", &c.Features, "raw", "row"),
		word("structure", &c.Structure, "off", "rows", "normalized"),
		word("norm", &c.Norm, "layer", "none"),
		word("activation", &c.Activation, "elu", "relu"),
		num("smooth", &c.Smooth, 1e-6, 1),
		num("epsilon0", &c.Epsilon0, 0.005, 10),
		num("epsilon", &c.Epsilon, 0.005, 10),
		num("tau", &c.Tau, 0, 100),
		whole("jko_steps", &c.JKOSteps, 0, 20),
		word("jko_mode", &c.JKOMode, "kl", "w2"),
		num("w2_gamma", &c.W2Gamma, 0.02, 1),
		whole("sinkhorn_steps", &c.SinkhornSteps, 1, 200),
		word("lift", &c.Lift, "ot", "sinkhorn", "independent", "shuffled", "uniform", "scalar"),
		flag("centered", &c.Centered),
		num("sign", &c.Sign, -1, 1),
		word("convention", &c.Convention, "preliminaries", "literal"),
		word("operator", &c.Operator, "normalized", "laplacian"),
		num("shift", &c.Shift, 0, 100),
		num("dt", &c.Dt, 0, 1000),
		flag("learn_dt", &c.LearnDt),
		num("cg_tol", &c.CGTol, 1e-14, 0.1),
		num("cg_tol_train", &c.CGTolTrain, 1e-14, 0.1),
		whole("cg_max", &c.CGMax, 1, maxCG),
		word("svr", &c.SVR, "exact", "sparsified", "anchored", "off"),
		num("svr_epsilon", &c.SVREpsilon, 0.01, 1),
		whole("anchor_every", &c.AnchorEvery, 1, 1000),
		whole("q", &c.Q, 1, 8),
		word("afm_weights", &c.AFMWeights, "softmax", "signed", "off"),
		word("head", &c.Head, "mlp", "linear", "gat"),
		whole("hidden", &c.Hidden, 1, 1024),
		flag("residual", &c.Residual),
		num("a0", &c.A0, 0.01, 1000),
		num("b0", &c.B0, 0.01, 1000),
		num("t", &c.T, 0, 1000),
		num("w", &c.W, 0, 1),
		whole("posterior_steps", &c.PosteriorSteps, 1, 50),
		word("prior", &c.Prior, "train", "uniform"),
		flag("detach_kappa", &c.DetachKappa),
		flag("calibrate", &c.Calibrate),
		flag("het_off", &c.HetOff),
		num("lambda_kl", &c.LambdaKL, 0, 1000),
		num("lambda_spec", &c.LambdaSpec, 0, 1000),
		whole("kl_warmup", &c.KLWarmup, 0, 1e6),
		whole("spec_warmup", &c.SpecWarmup, 0, 1e6),
		num("delta", &c.Delta, 1e-9, 0.5),
		word("certify", &c.Certify, certifySplit, certifyFixed, certifyUnion),
		word("gap_mode", &c.GapMode, "sheaf", "matrix", "additive", "off"),
		whole("gap_steps", &c.GapSteps, 1, 50),
		num("rho", &c.Rho, 0, 1),
		num("gap_eta", &c.GapEta, 1e-6, 100),
		num("armijo", &c.Armijo, 1e-6, 1),
		num("curvature", &c.Curvature, 1e-6, 1),
		whole("heads", &c.Heads, 1, 16),
		whole("k", &c.K, 1, 64),
		num("alpha", &c.Alpha, 0, 1),
		num("theta", &c.Theta, 0, 10),
		num("jacobi_a", &c.JacobiA, -1, 10),
		num("jacobi_b", &c.JacobiB, -1, 10),
		whole("lr_patience", &c.LRPatience, 0, 1e6),
		num("lr", &c.LR, 0, 10),
		num("weight_decay", &c.WeightDecay, 0, 10),
		num("dropout", &c.Dropout, 0, 0.99),
		num("input_dropout", &c.InputDropout, 0, 0.99),
		whole("epochs", &c.Epochs, 0, 1e6),
		whole("patience", &c.Patience, 0, 1e6),
	}
}

// Names lists the settings by name, in a fixed order.
func Names() []string {
	var c Config
	var out []string
	for _, s := range c.settings() {
		out = append(out, s.name)
	}
	return out
}

// SettingInfo describes a setting to what offers it: Kind is "number", "whole",
// "word" or "flag"; Lo and Hi bound numbers, Words lists the values of a word.
type SettingInfo struct {
	Kind   string
	Lo, Hi float64
	Words  []string
}

// Describe returns what the named setting may be; the Kind is "" when there is none.
func Describe(name string) SettingInfo {
	var c Config
	for _, s := range c.settings() {
		if s.name != name {
			continue
		}
		kind := "number"
		switch {
		case s.s != nil:
			kind = "word"
		case s.b != nil:
			kind = "flag"
		case s.i != nil || s.u != nil:
			kind = "whole"
		}
		return SettingInfo{kind, s.lo, s.hi, s.words}
	}
	return SettingInfo{}
}

// Set assigns the named setting from its textual form. It changes nothing and
// returns an error that lists what is allowed when the name or value is not.
func (c *Config) Set(name, value string) error {
	for _, s := range c.settings() {
		if s.name == name {
			return s.parse(value)
		}
	}
	return fmt.Errorf("no setting is called %q; there are %s", name, strings.Join(Names(), ", "))
}

// Override is Set for what a recipe or a command line gives beside its graph:
// model and seed are fields of their own there, which no setting may contradict.
func (c *Config) Override(name, value string) error {
	if name == "seed" || name == "model" {
		return fmt.Errorf("%s is not changed by a setting; give it as -%s on the command line, as the field %q of a recipe", name, name, name)
	}
	return c.Set(name, value)
}

// Get returns the textual form of the named setting, or "" when there is none.
func (c *Config) Get(name string) string {
	for _, s := range c.settings() {
		if s.name == name {
			return s.format()
		}
	}
	return ""
}

func (s *setting) parse(value string) error {
	bad := func(want string) error {
		return fmt.Errorf("setting %s=%s: want %s", s.name, value, want)
	}
	switch {
	case s.s != nil:
		for _, w := range s.words {
			if w == value {
				*s.s = value
				return nil
			}
		}
		return bad("one of " + strings.Join(s.words, ", "))
	case s.b != nil:
		v, err := strconv.ParseBool(value)
		if err != nil {
			return bad("true or false")
		}
		*s.b = v
	case s.u != nil:
		v, err := strconv.ParseUint(value, 10, 64)
		if err != nil {
			return bad("a whole number from 0 to 18446744073709551615")
		}
		*s.u = v
	case s.i != nil:
		v, err := strconv.Atoi(value)
		if err != nil || float64(v) < s.lo || float64(v) > s.hi {
			return bad(fmt.Sprintf("a whole number from %.0f to %.0f", s.lo, s.hi))
		}
		*s.i = v
	default:
		v, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(v) || v < s.lo || v > s.hi {
			return bad(fmt.Sprintf("a number from %g to %g", s.lo, s.hi))
		}
		*s.f = v
	}
	return nil
}

func (s *setting) format() string {
	switch {
	case s.s != nil:
		return *s.s
	case s.b != nil:
		return strconv.FormatBool(*s.b)
	case s.u != nil:
		return strconv.FormatUint(*s.u, 10)
	case s.i != nil:
		return strconv.Itoa(*s.i)
	}
	return strconv.FormatFloat(*s.f, 'g', -1, 64)
}

// Validate reports the first setting that is out of range, or a combination
// that has no meaning.
func (c *Config) Validate() error {
	for _, s := range c.settings() {
		if err := s.parse(s.format()); err != nil {
			return err
		}
	}
	if c.Sign != 1 && c.Sign != -1 {
		return fmt.Errorf("setting sign=%g: want 1 or -1", c.Sign)
	}
	if c.Model == "sgpc" && c.Layers > 8 {
		return fmt.Errorf("setting layers=%d: sgpc takes 1 to 8", c.Layers)
	}
	if p := peer.Find(c.Model); p != nil {
		return p.Validate(c.peerSettings(p))
	}
	if c.Reading == "paper" && c.Model == "sgpc" && c.D < 2 {
		return fmt.Errorf("setting d=%d: the transport lift needs 2 to 8", c.D)
	}
	return nil
}
