package sgpc

import (
	"encoding/binary"
	"math"
	"os"
	"slices"
	"strconv"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// otherValue returns a value of the setting that differs from the present one: the next
// word, the other flag, a number greater or less by 1, about half the number, or a
// tolerance 1000 times as large.
func otherValue(s *settings.Setting) string {
	if s.Words != nil {
		k := slices.IndexFunc(s.Words, func(w [2]string) bool { return w[0] == s.Value() })
		return s.Words[(k+1)%len(s.Words)][0]
	}
	x, _ := strconv.ParseFloat(s.Value(), 64)
	switch s.Kind() {
	case "flag":
		return strconv.FormatBool(s.Value() != "true")
	case "whole":
		if x < s.Hi || s.Hi == 0 { // a seed has no bound
			return strconv.Itoa(int(x) + 1)
		}
		return strconv.Itoa(int(x) - 1)
	}
	v := x/2 + 0.13
	if s.Lo > 0 && s.Lo < 1e-8 { // a tolerance
		v = x * 1e3
	}
	return strconv.FormatFloat(min(s.Hi, max(s.Lo, v)), 'g', -1, 64)
}

// bitsOfRun returns the bits of the results of four epochs, one after the other:
// parameters, probabilities, epoch, loss and bound. If sgpc.New refuses the settings, it
// returns "refused: " and the error.
func bitsOfRun(t *testing.T, g *graph.Graph, split graph.Split, c settings.Config) string {
	t.Helper()
	r, err := New(g, split, c)
	if err != nil {
		return "refused: " + err.Error()
	}
	for range 4 {
		r.StepEpoch()
	}
	f := frameOf(r)
	b := f.Bound
	var bits []byte
	for _, list := range [][]float64{r.store.Snapshot(nil), f.Prob, f.Calibrated, {float64(r.Epoch()), f.Loss.CE, f.Loss.KL, f.Loss.Spec,
		b.Empirical, b.KLSum, b.CHet, b.ClopperPearson, b.Delta, b.ConformalCover}} {
		for _, x := range list {
			bits = binary.LittleEndian.AppendUint64(bits, math.Float64bits(x))
		}
	}
	return string(bits)
}

// TestSettingsMatterOnlyIfRead changes every setting of many kinds of runs. A valid value of a
// setting that the run does not read changes nothing. A setting that it reads changes a result,
// unless four epochs cannot show it (late) or the effective settings stay equal. A run with the
// effective settings has the results of the run itself. The usual run changes all settings of
// the default and of the reading "code", and every third setting of the other kinds. LONG=1
// changes all.
func TestSettingsMatterOnlyIfRead(t *testing.T) {
	t.Parallel()
	g, err := graph.Builtin("sbm:n=17,classes=3,degree=3,homophily=0.4,signal=1,seed=5")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, "random:0.5,0.25,0.25", 1)
	if err != nil {
		t.Fatal(err)
	}
	// The graph has classes of different sizes, features that may be scaled, and one-way
	// edges, so that settings for such data have an effect.
	split.Train = split.Train[1:] // the classes have different numbers of training nodes
	for k, v := range g.X.Val {
		g.X.Val[k] = math.Abs(v) // features of either sign are never scaled
	}
	g.Orient(g.Edges, slices.Repeat([]bool{true}, len(g.Edges))) // the directions of a file that lists each edge once
	// Settings that a run reads, but whose effect four epochs need not show: bounds that do
	// not bind yet, and settings of the line search, which accepts its first trial.
	late := map[string]bool{"rho": true, "gap_eta": true, "armijo": true, "curvature": true, "epochs": true, "patience": true,
		"gap_steps": true, "certify": true,
		"cg_max": true, "cg_tol": true, "cg_tol_train": true, // see TestToleranceInTraining
		"lr_patience": true, "het_off": true, "kl_warmup": true, "spec_warmup": true, "anchor_every": true,
		"residual": true,
		"hidden":   true, "detach_kappa": true}
	type kind struct {
		name           string
		model, reading string
		change         func(*settings.Config)
	}
	kinds := []kind{
		{"default", "sgpc", "paper", func(*settings.Config) {}},
		{"whole paper", "sgpc", "paper", func(c *settings.Config) { c.WholePaper() }},
		{"w2", "sgpc", "paper", func(c *settings.Config) { c.JKOMode, c.SVR = "w2", "sparsified" }},
		{"no step", "sgpc", "paper", func(c *settings.Config) { c.JKOSteps, c.Operator, c.Calibrate = 0, "laplacian", false }},
		{"sinkhorn", "sgpc", "paper", func(c *settings.Config) { c.Lift, c.SVR, c.GapMode = "sinkhorn", "off", "off" }},
		{"independent", "sgpc", "paper", func(c *settings.Config) { c.Lift, c.AFMWeights, c.Centered = "independent", "off", false }},
		{"uniform", "sgpc", "paper", func(c *settings.Config) { c.Lift, c.Head, c.Sign = "uniform", "linear", -1 }},
		{"scalar", "sgpc", "paper", func(c *settings.Config) { c.Lift, c.GapMode, c.Sign = "scalar", "off", -1 }},
		{"identity", "sgpc", "paper", func(c *settings.Config) { c.Maps = settings.MapsIdentity }},
		{"zero", "sgpc", "paper", func(c *settings.Config) { c.Maps, c.SVR = settings.MapsZero, "anchored" }},
		{"zero, learned time", "sgpc", "paper", func(c *settings.Config) { c.Maps, c.LearnDt, c.LambdaSpec = settings.MapsZero, true, 0.1 }},
		{"still", "sgpc", "paper", func(c *settings.Config) { c.Tau = 0 }},
		{"code", "sgpc", "code", func(c *settings.Config) { c.Channels, c.KLWarmup, c.SpecWarmup, c.Epsilon0 = 8, 0, 0, 1 }},
	}
	for _, name := range peer.Names() {
		kinds = append(kinds, kind{name, name, "paper", func(*settings.Config) {}})
	}
	for i, k := range kinds {
		c, err := method.Configure(g, split, k.model, k.reading, 0)
		if err != nil {
			t.Fatal(err)
		}
		k.change(&c)
		if c.Model == "sgpc" && c.Reading == "paper" {
			c.Channels, c.Hidden = 3, 4
		}
		base := bitsOfRun(t, g, split, c)
		if effective := bitsOfRun(t, g, split, c.Effective()); effective != base {
			t.Errorf("%s: a run with the effective settings has other results", k.name)
		}
		for index, s := range c.Settings() {
			allSettings := i == 0 || k.reading == "code" || os.Getenv("LONG") != ""
			if !allSettings && index%3 != i%3 {
				continue
			}
			// Another model, or another reading of SGPC, is another kind of run.
			changesKind := s.Name == "reading" && c.Model == "sgpc"
			if s.Name == "model" || changesKind {
				continue
			}
			d := c
			if err := d.Set(s.Name, otherValue(&s)); err != nil {
				t.Fatal(err)
			}
			got := bitsOfRun(t, g, split, d)
			reads, changed := c.Reads(s.Name), got != base
			if !reads && changed && d.Validate() == nil {
				t.Errorf("%s: %s=%s, in place of %s, changes the run, and its row has Reads false", k.name, s.Name, d.Get(s.Name), s.Value())
			}
			if reads && !changed && !late[s.Name] && c.Effective() != d.Effective() {
				t.Errorf("%s: %s=%s, in place of %s, leaves parameters, predictions, losses and bound of four epochs as they were, and its row "+
					"has Reads true; where four epochs are too few, put it into late", k.name, s.Name, d.Get(s.Name), s.Value())
			}
		}
	}
	var c settings.Config
	if c.Reads("nonsense") {
		t.Error("a setting that does not exist is read")
	}
}

// TestToleranceInTraining changes cg_tol_train, the tolerance of the solves of the training
// pass. On a sparse graph (mean degree 3) the pass solves by a factor, and the run keeps
// its bits. On a dense graph (degree 60) a factor takes more work, the pass iterates to the
// tolerance, and the run changes.
func TestToleranceInTraining(t *testing.T) {
	for degree, read := range map[string]bool{"3": false, "60": true} {
		g, err := graph.Builtin("sbm:n=120,classes=3,degree=" + degree + ",homophily=0.4,signal=1,seed=5")
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, "random:0.5,0.25,0.25", 1)
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(g, split, "sgpc", "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		base := bitsOfRun(t, g, split, c)
		c.CGTolTrain = 0.001
		if changed := bitsOfRun(t, g, split, c) != base; changed != read {
			t.Errorf("degree %s: another tolerance changes the run: %v, want %v", degree, changed, read)
		}
	}
}
