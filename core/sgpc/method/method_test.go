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

// families are graphs of every family; the dense ones have a mean degree of 20.
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

// builtin returns a built-in graph with a split.
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

// configured returns the settings of a method for a model and a reading.
func configured(t *testing.T, m method.Method, g *graph.Graph, s graph.Split, model, reading string) settings.Config {
	t.Helper()
	c, err := m.Configure(g, s, model, reading, 3)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// TestWholePaper checks that the method "paper" turns every part on, also with few
// labels, and that Of recognises it.
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
			if c.Lift != "ot" || c.JKOSteps < 1 || c.SVR != "anchored" || c.AFMWeights != "softmax" || !c.Calibrate ||
				c.LambdaKL <= 0 || c.LambdaSpec <= 0 || c.GapMode != "sheaf" || c.Head == "linear" {
				t.Errorf("%s, %s: a part is off in %+v", name, split, c)
			}
			for _, p := range c.Parts() {
				if !p.On {
					t.Errorf("%s, %s: %s is off", name, split, p.Name)
				}
			}
			if m := method.Of(g, s, c); m != method.Paper {
				t.Errorf("%s, %s: the whole paper is called %s", name, split, m)
			}
		}
	}
}

// TestMethodValidationIsTheDefault checks that Configure returns the settings of
// the method "validation".
func TestMethodValidationIsTheDefault(t *testing.T) {
	for name := range families {
		g, s := builtin(t, name, method.DefaultSplit)
		c, err := method.Configure(g, s, "sgpc", "paper", 3)
		if want := method.DefaultFor(g, s); err != nil || c.Seed != 3 || method.Of(g, s, c) != method.Validation {
			t.Errorf("%s: %v, seed %d, %s", name, err, c.Seed, method.Of(g, s, c))
		} else if want.Seed = 3; c != want {
			t.Errorf("%s: %+v, want %+v", name, c, want)
		}
	}
}

// TestMethodLeavesOtherModels checks that the methods agree for peers and for the
// reading "code", which have no parts.
func TestMethodLeavesOtherModels(t *testing.T) {
	g, s := builtin(t, "sbm:n=150,homophily=0.1", method.DefaultSplit)
	for _, x := range [][2]string{{"gcn", "paper"}, {"sgpc", "code"}} {
		a, b := configured(t, method.Paper, g, s, x[0], x[1]), configured(t, method.Validation, g, s, x[0], x[1])
		if a != b || a.Parts() != nil || method.Of(g, s, a) != method.Validation {
			t.Errorf("%v: %+v and %+v, parts %v", x, a, b, a.Parts())
		}
	}
}

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

// TestValidationLeavesOutItsParts lists the parts that the method "validation" leaves out on a graph like
// WebKB. The switches of all of them together give the method "paper".
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
	// Every part can be turned off, and its switch turns it on again.
	for k, kv := range [][2]string{{"lift", "independent"}, {"tau", "0"}, {"svr", "off"}, {"svr", "sparsified"}, {"afm_weights", "off"},
		{"calibrate", "false"}, {"lambda_kl", "0"}, {"lambda_spec", "0"}, {"gap_mode", "off"}} {
		d := c
		if err := d.Set(kv[0], kv[1]); err != nil {
			t.Fatal(err)
		}
		p := d.Parts()[k]
		if p.On {
			t.Errorf("%s is on with %v", p.Name, kv)
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

// TestWholePaperTrains trains with the method "paper". The spectral term exists
// from the first epoch, and is small for every sheaf, also if λ₂ falls to the
// kernel tolerance (the ring, C6).
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
			// ‖Π‖_F ≤ C, as κ ≤ 1; λ2 > 1e-8·λ_max, and λ_max > 1/2 on these
			// graphs.
			if loss := h.CE[k] + h.KL[k] + h.Spec[k]; math.IsNaN(loss) || loss > 5 || h.Spec[k] <= 0 || h.Spec[k] > 0.2*float64(g.Classes) {
				t.Fatalf("%s, epoch %d: loss %g, spectral term %g", name, k+1, loss, h.Spec[k])
			}
		}
		if last := h.Train[len(h.Train)-1]; learns && last < 0.95 {
			t.Errorf("%s: after %d epochs %.2f of the training nodes are right", name, len(h.Train), last)
		}
	}
}
