package method_test

import (
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"
)

// families has the family of each graph, for the default split.
var families = map[string]method.Family{
	"karate":                           method.SmallHomophilic,
	"miserables":                       method.SmallHomophilic,
	"ring":                             method.SmallHomophilic,
	"sbm:n=60,homophily=0.1":           method.SmallHeterophilic,
	"sbm:n=150,homophily=0.1":          method.SmallHeterophilic,
	"sbm:n=1200,homophily=0.9":         method.LargeHomophilic,
	"sbm:n=1200,homophily=0.1":         method.LargeHeterophilic,
	"sbm:n=1200,homophily=0,degree=20": method.DenseHeterophilic,
}

// builtin returns a built-in graph with a split of seed 0.
func builtin(t *testing.T, name, split string) (*graph.Graph, graph.Split) {
	t.Helper()
	g, err := graph.Builtin(name)
	if err != nil {
		t.Fatal(err)
	}
	s, err := graph.ParseSplit(g, split, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g, s
}

// configured returns the settings of a method for a model and a reading, with seed 3.
func configured(t *testing.T, m method.Method, g *graph.Graph, s graph.Split, model, reading string) settings.Config {
	t.Helper()
	c, err := m.Configure(g, s, model, reading, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWholePaper checks the method "paper" on graphs of every family, with the default split
// and with one label of each class. Its settings are valid, every part is on, and method.Of
// returns Paper for them. With the default split each graph has its family of the table.
func TestWholePaper(t *testing.T) {
	for name, family := range families {
		for _, split := range []string{method.DefaultSplit, "per-class:1"} {
			g, s := builtin(t, name, split)
			if f := method.FamilyOf(g, s); f != family && split == method.DefaultSplit {
				t.Fatalf("%s is %s, want %s", name, f, family)
			}
			c := configured(t, method.Paper, g, s, "sgpc", "paper")
			if err := c.Validate(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			if c.Lift != "ot" || c.JKOSteps < 1 || c.SVR != "anchored" || c.AFMWeights != "softmax" || c.Head == "linear" {
				t.Errorf("%s, %s: a part of the network is off in %+v", name, split, c)
			}
			if !c.Calibrate || c.LambdaKL <= 0 || c.LambdaSpec <= 0 || c.GapMode != "sheaf" {
				t.Errorf("%s, %s: calibration, a term of the loss or the gap ascent is off in %+v", name, split, c)
			}
			for _, p := range c.Parts() {
				if !p.On {
					t.Errorf("%s, %s: %s is off", name, split, p.Name)
				}
			}
			if m := method.Of(g, s, c); m != method.Paper {
				t.Errorf("%s, %s: the settings of the paper have the method %s", name, split, m)
			}
		}
	}
}

// TestMethodValidationIsTheDefault checks that Configure returns DefaultFor with the given
// seed, and that method.Of returns Validation for these settings.
func TestMethodValidationIsTheDefault(t *testing.T) {
	for name := range families {
		g, s := builtin(t, name, method.DefaultSplit)
		c, err := method.Configure(g, s, "sgpc", "paper", 3)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if m := method.Of(g, s, c); m != method.Validation {
			t.Errorf("%s: the default has the method %s, want %s", name, m, method.Validation)
		}
		want := method.DefaultFor(g, s)
		want.Seed = 3
		if c != want {
			t.Errorf("%s: %+v, want %+v", name, c, want)
		}
	}
}

// TestMethodLeavesOtherModels checks a peer and the reading "code", which have no parts. Both
// methods, Paper and Validation, have equal settings for them, and method.Of returns
// Validation.
func TestMethodLeavesOtherModels(t *testing.T) {
	g, s := builtin(t, "sbm:n=150,homophily=0.1", method.DefaultSplit)
	for _, x := range [][2]string{ // model, reading
		{"gcn", "paper"}, {"sgpc", "code"},
	} {
		a, b := configured(t, method.Paper, g, s, x[0], x[1]), configured(t, method.Validation, g, s, x[0], x[1])
		if a != b || a.Parts() != nil || method.Of(g, s, a) != method.Validation {
			t.Errorf("%v: %+v and %+v, want equal settings of the method %s; parts %v, want none", x, a, b, method.Validation, a.Parts())
		}
	}
}

// TestMethodOf changes the settings of the method "paper", one on top of another. Seed and
// epochs do not change the method. Another change gives Own, a change back gives Paper. When
// all parts that validation leaves out are off, the method is Validation.
func TestMethodOf(t *testing.T) {
	g, s := builtin(t, "sbm:n=150,homophily=0.1", method.DefaultSplit)
	c := configured(t, method.Paper, g, s, "sgpc", "paper")
	for _, step := range []struct {
		set, value string
		want       method.Method
	}{
		{"seed", "9", method.Paper}, {"epochs", "7", method.Paper},
		{"rho", "0.25", method.Own}, {"rho", "0.5", method.Paper},
		{"gap_mode", "off", method.Own}, {"calibrate", "false", method.Own}, {"lambda_kl", "0", method.Own},
		{"lambda_spec", "0", method.Own}, {"svr", "exact", method.Validation},
	} {
		if err := c.Set(step.set, step.value); err != nil {
			t.Fatal(err)
		}
		if m := method.Of(g, s, c); m != step.want {
			t.Errorf("after %s=%s: %s, want %s", step.set, step.value, m, step.want)
		}
	}
}

// TestValidationLeavesOutItsParts lists the parts that the method "validation" leaves out on
// a graph like WebKB. The switches of all these parts together give the method "paper". Each
// part can be turned off by a setting, and its switch turns it on again.
func TestValidationLeavesOutItsParts(t *testing.T) {
	g, s := builtin(t, "sbm:n=150,homophily=0.1", method.DefaultSplit)
	c := configured(t, method.Validation, g, s, "sgpc", "paper")
	var off []string
	for _, p := range c.Parts() {
		if p.On {
			continue
		}
		off = append(off, p.Name)
		for _, kv := range p.Switch {
			if err := c.Set(kv[0], kv[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	want := []string{"variance reduction", "calibration", "the KL term", "the spectral term", "gap ascent"}
	if len(off) != len(want) {
		t.Fatalf("off are %q, want %q", off, want)
	}
	for k := range want {
		if off[k] != want[k] {
			t.Fatalf("off are %q, want %q", off, want)
		}
	}
	if m := method.Of(g, s, c); m != method.Paper {
		t.Errorf("with every part turned on again it is %s", m)
	}
	// Row k is a setting that turns part k of c.Parts off.
	for k, setting := range [][2]string{{"lift", "independent"}, {"tau", "0"}, {"svr", "off"}, {"svr", "sparsified"}, {"afm_weights", "off"},
		{"calibrate", "false"}, {"lambda_kl", "0"}, {"lambda_spec", "0"}, {"gap_mode", "off"}} {
		d := c
		if err := d.Set(setting[0], setting[1]); err != nil {
			t.Fatal(err)
		}
		p := d.Parts()[k]
		if p.On {
			t.Errorf("%s is on with %v", p.Name, setting)
		}
		for _, kv := range p.Switch {
			if err := d.Set(kv[0], kv[1]); err != nil {
				t.Fatal(err)
			}
		}
		if !d.Parts()[k].On {
			t.Errorf("%s stays off with %v", p.Name, p.Switch)
		}
	}
}

// TestWholePaperTrains trains 80 epochs with the method "paper". At every epoch the loss is at
// most 5. The spectral term is positive, and at most 0.2 times the number of classes. On the
// barbell and the block model, at least 95 % of the training nodes are correct at the end. The
// ring and C6 need not learn: λ₂ falls to the kernel tolerance there.
func TestWholePaperTrains(t *testing.T) {
	t.Parallel()
	for name, learns := range map[string]bool{"ring": false, "c6": false, "barbell": true, "sbm:n=120,homophily=0.1": true} {
		g, s := builtin(t, name, method.DefaultSplit)
		c := configured(t, method.Paper, g, s, "sgpc", "paper")
		c.Epochs, c.Patience = 80, 0
		r, err := sgpc.New(g, s, c)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
		h := view.Frame(r, frame.Focus{}).History
		for k := range h.CE {
			loss := h.CE[k] + h.KL[k] + h.Spec[k]
			if math.IsNaN(loss) || loss > 5 {
				t.Fatalf("%s, epoch %d: the loss is %g, want at most 5", name, k+1, loss)
			}
			// The spectral term is 1e-9·‖Π‖_F/λ₂. ‖Π‖_F is at most the number of classes, since
			// κ ≤ 1. λ₂ is above 1e-8·λ_max, and λ_max > 1/2 on these graphs.
			if h.Spec[k] <= 0 || h.Spec[k] > 0.2*float64(g.Classes) {
				t.Fatalf("%s, epoch %d: the spectral term is %g, want above 0 and at most %g", name, k+1, h.Spec[k], 0.2*float64(g.Classes))
			}
		}
		if last := h.Train[len(h.Train)-1]; learns && last < 0.95 {
			t.Errorf("%s: after %d epochs the training accuracy is %.2f, want at least 0.95", name, len(h.Train), last)
		}
	}
}
