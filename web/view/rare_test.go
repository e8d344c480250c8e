package view_test

import (
	"fmt"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/spectral"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// This file tests the texts of the stages for rare settings and graphs.

// karateSet returns the page on the karate club after two epochs with changed settings.
func karateSet(t *testing.T, change func(*settings.Config), once ...frame.Once) *state.State {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	c := settings.Default()
	change(&c)
	s := karateAt(t, g, split, c, epochs(2), frame.Focus{Example: true, Spectrum: true}, once...)
	s.View.Panel = state.PanelStage
	return s
}

// In the reading "code", stage 8 names the gates of the branches that are on, in the sentence and in the equation. Stage 9 names the terms
// of the loss that have a weight, each after its own warm-up.
func TestCodeNamesItsParts(t *testing.T) {
	for _, off := range [][2]bool{{false, false}, {true, false}, {false, true}, {true, true}} {
		s, _ := karateCode(t, true, func(c *settings.Config) {
			if off[0] {
				c.SVR = "off"
			}
			if off[1] {
				c.AFMWeights = "off"
			}
		}, 1)
		s.View.Stage = stage.Classes
		equation := equationOf(t, s)
		for k, names := range [][3]string{{"of the diffused", "g_1", "X_i"}, {"of the mixed", "g_2", "H_{\\afm"}} {
			named := [3]bool{strings.Contains(leadOf(s), names[0]), valueOf(s, names[1]) != "", strings.Contains(equation, names[2])}
			if named != [3]bool{!off[k], !off[k], !off[k]} {
				t.Errorf("branches off %v: sentence, value and equation name %q: %v", off, names, named)
			}
		}
	}
	const kl, spectral = "the KL term of the mean divergence", "the spectral term"
	for _, c := range []struct {
		kl, spectral             float64
		klWarmup, spectralWarmup int
		want                     string
	}{
		{0, 0, 300, 300, " Its loss is cross-entropy alone."},
		{1, 0, 300, 300, " Its loss is cross-entropy alone for 300 epochs; then " + kl + " is added."},
		{0, 1, 300, 1, " Its loss is cross-entropy alone for 1 epoch; then " + spectral + " is added."},
		{1, 1, 300, 300, " Its loss is cross-entropy alone for 300 epochs; then " + kl + " and " + spectral + " are added."},
		{1, 1, 300, 0, " To cross-entropy its loss adds " + spectral + "; after 300 epochs " + kl + " is added."},
		{1, 1, 0, 20, " To cross-entropy its loss adds " + kl + "; after 20 epochs " + spectral + " is added."},
		{1, 1, 9, 20, " Its loss is cross-entropy alone for 9 epochs; then " + kl + " is added; after 20 epochs " + spectral + " is added."},
		{1, 0, 0, 300, " To cross-entropy its loss adds " + kl + "."},
	} {
		s, _ := karateCode(t, true, func(q *settings.Config) {
			q.LambdaKL, q.LambdaSpec, q.KLWarmup, q.SpecWarmup, q.Calibrate = c.kl, c.spectral, c.klWarmup, c.spectralWarmup, true
		}, 1)
		s.View.Stage = stage.Posterior
		if got := leadOf(s); !strings.HasSuffix(got, c.want) {
			t.Errorf("weights %g and %g, warm-ups %d and %d: %q, want the end %q", c.kl, c.spectral, c.klWarmup, c.spectralWarmup, got, c.want)
		}
	}
}

// The equation of stage 8 in the paper's reading has the branches that are on, the encoded features with the setting "residual" or without
// a branch, and the head.
func TestPaperNamesItsBranches(t *testing.T) {
	for _, c := range []struct {
		svr, afm string
		residual bool
		head     string
		want     string
	}{
		{"exact", "softmax", true, "mlp", "\\MLP \\sp[X_i‖H_{\\afm ,i}‖H_{0,i}]"},
		{"exact", "signed", false, "mlp", "\\MLP \\sp[X_i‖H_{\\afm ,i}]"},
		{"off", "softmax", false, "gat", "\\GAT \\sp(\\MLP \\sp[H_{\\afm ,i}])"},
		{"exact", "off", true, "linear", "[X_i‖H_{0,i}]W+b"},
		{"off", "off", false, "mlp", "\\MLP \\sp[H_{0,i}]"},
	} {
		s := karateSet(t, func(q *settings.Config) { q.SVR, q.AFMWeights, q.Residual, q.Head = c.svr, c.afm, c.residual, c.head })
		s.View.Stage = stage.Classes
		equationOf(t, s) // checks the symbols
		if got := inspector.New(s).Body.Lines[0]; !strings.HasSuffix(got, "("+c.want+")") {
			t.Errorf("%+v: the equation is %s", c, got)
		}
	}
}

// Settings of SGPC that the reading "code" does not have change neither its numbers nor its texts.
func TestCodeHasItsOwnOperatorAndNoAscent(t *testing.T) {
	texts := func(change func(*settings.Config)) string {
		s, tr := karateCode(t, true, change, 1)
		out := fmt.Sprint(tr.Probs, tr.Laplacian.Vals, stages.Rail(s))
		for s.View.Stage = 1; s.View.Stage <= 10; s.View.Stage++ {
			v := inspector.New(s)
			out += equationOf(t, s) + view.Plain(v.Lead)
			for _, f := range v.Body.Figures {
				out += f.ID
			}
		}
		return out
	}
	plain := texts(func(*settings.Config) {})
	changed := texts(func(c *settings.Config) { c.Operator, c.Maps, c.GapMode = "normalized", "identity", "additive" })
	if plain != changed {
		t.Errorf("other texts or numbers:\n%s\n%s", plain, changed)
	}
	if !strings.Contains(plain, "down to 1e−5") {
		t.Error("stage 10 does not name the least learning rate")
	}
}

// The sentence of stage 7 names a high-pass filter only for the normalised operator, whose spectrum ends at 2. The picture marks no
// eigenvalue beyond its axis.
func TestMixingNamesItsSpectrum(t *testing.T) {
	for _, operator := range []string{"normalized", "laplacian"} {
		s := karateSet(t, func(c *settings.Config) { c.Operator = operator })
		s.View.Stage = stage.Mixing
		isNormalized := operator == "normalized"
		if got := leadOf(s); strings.Contains(got, "cannot be a high-pass") != isNormalized {
			t.Errorf("%s: %q", operator, got)
		}
		f, _ := figureOf(inspector.New(s), "response")
		mix := f.Data.(stages.Mix)
		for _, l := range mix.Eigen {
			if l > 2+1e-9 {
				t.Errorf("%s: the eigenvalue %g is beyond the axis", operator, l)
			}
		}
		if len(mix.Eigen) == 0 || (len(mix.Eigen) == len(s.Spectrum.Values)) != isNormalized {
			t.Errorf("%s: %d of %d eigenvalues", operator, len(mix.Eigen), len(s.Spectrum.Values))
		}
	}
	s := karateSet(t, func(c *settings.Config) { c.AFMWeights = "signed" })
	s.View.Stage = stage.Mixing
	x := s.Frame.Stages.GainX
	s.Frame.Stages.GainAFM = make([]float64, len(x))
	for k := range x {
		s.Frame.Stages.GainAFM[k] = 1 - x[k] // the smallest gain is −1, the gain at 1 is 0
	}
	if got := leadOf(s); !strings.Contains(got, "nearest to 0 at λ = 1.000") {
		t.Errorf("the gain 1 − λ: %q", got)
	}
}

// With all maps 0, stage 5 names a matrix of zeros, and stage 10 no λ₂. With two layers, stages 6 and 7 say that their numbers belong to
// the first layer.
func TestStagesNameZerosAndLayers(t *testing.T) {
	for _, maps := range []string{"zero", "identity"} {
		for _, layers := range []int{1, 2} {
			s := karateSet(t, func(c *settings.Config) { c.Maps, c.Layers = maps, layers })
			for number, c := range map[int]struct {
				words string
				want  bool
			}{stage.Laplacian: {"matrix of zeros", maps == "zero"}, stage.Diffusion: {"first layer", layers > 1},
				stage.Mixing: {"first layer", layers > 1}, stage.Gap: {"λ₂", false}} {
				s.View.Stage = number
				if got := leadOf(s); strings.Contains(strings.ToLower(got), c.words) != c.want {
					t.Errorf("maps=%s, layers=%d: stage %d has the sentence %q", maps, layers, number, got)
				}
			}
		}
	}
}

// A solve that stops at its limit of iterations has not converged.
func TestUnfinishedSolveHasNotConverged(t *testing.T) {
	s := karateSet(t, func(c *settings.Config) { c.CGMax = 2 }, frame.Once{Flow: true})
	look(t, s, stage.Diffusion)
	s.View.Nodes = state.NodesFlow
	s.Flow.At = len(s.Flow.View.Iter) - 1
	if got := leadOf(s); !strings.HasPrefix(got, "The solver ended after 2 iterations") {
		t.Errorf("two iterations: %q", got)
	}
}

// Stages 3 and 4 describe the plan of the lift: a step only for a lift with steps, a coupling only for learned maps.
func TestStagesNameThePlan(t *testing.T) {
	meanings := map[string]string{"independent": "product of the measures", "shuffled": "plan of another edge",
		"sinkhorn": "without a JKO step", "ot": "after the JKO step", "uniform": "after the JKO step", "scalar": "after the JKO step"}
	for lift, meaning := range meanings {
		for _, steps := range []int{0, 1} {
			for _, maps := range []string{"learned", "identity"} {
				name := fmt.Sprintf("lift=%s, jko_steps=%d, maps=%s", lift, steps, maps)
				s := karateSet(t, func(c *settings.Config) { c.Lift, c.JKOSteps, c.Maps = lift, steps, maps })
				s.View.Stage = stage.JKO
				lead := leadOf(s)
				isIndependent := lift == "independent" && maps == "learned"
				if strings.Contains(lead, "no sheaf") != (isIndependent && s.Config.Centered) ||
					strings.Contains(lead, "independent coupling") != isIndependent {
					t.Errorf("%s: %q", name, lead)
				}
				hasSteps := steps > 0 && lift != "sinkhorn"
				if strings.Contains(lead, "no JKO step") != (!hasSteps && !isIndependent) || strings.Contains(lead, "has not run") {
					t.Errorf("%s: %q", name, lead)
				}
				s.View.Stage = stage.Maps
				want := meaning
				if steps == 0 && lift != "independent" && lift != "shuffled" {
					want = "without a JKO step"
				}
				symbols := fmt.Sprint(inspector.New(s).Body.Symbols)
				if maps == "learned" && !strings.Contains(symbols, want) {
					t.Errorf("%s: the symbols %s lack %q", name, symbols, want)
				}
			}
		}
	}
}

// After an epoch of a graph without edges, no panel says that something has not been made or has not run.
func TestGraphWithoutEdgesWaitsForNothing(t *testing.T) {
	g := graph.Karate()
	g.Edges = nil
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, reading := range []string{"paper", "code"} {
		c := settings.Default()
		c.Reading = reading
		s := karateAt(t, g, split, c, epochs(2), frame.Focus{Spectrum: true})
		s.View.Panel = state.PanelStage
		if got := stages.Rail(s)[stage.Gap-1].Value; got != "off" {
			t.Errorf("%s: the rail has %q at stage 10, want off", reading, got)
		}
		for _, s.View.Stage = range []int{1, 2, 3, 4, 10} {
			v := inspector.New(s)
			text := view.Plain(v.Lead)
			for _, wrong := range []string{"not been", "not run", "not yet"} {
				if strings.Contains(text, wrong) {
					t.Errorf("%s, stage %d: %q", reading, s.View.Stage, text)
				}
			}
			if s.View.Stage > 2 && !strings.Contains(text, "no edges") && (reading == "paper" || s.View.Stage < stage.Gap) {
				t.Errorf("%s, stage %d: %q names no reason", reading, s.View.Stage, text)
			}
			if f, ok := figureOf(v, "graphnums"); ok && f.Nums[2][1] != "–" {
				t.Errorf("the edge homophily without edges is %v, want –", f.Nums[2][1])
			}
		}
	}
}

// The sentence on a line search of one trial names the gain that Armijo's condition requires of the projected step. No accepted trial has
// a smaller gain.
func TestSearchOfOneTrialNamesItsCondition(t *testing.T) {
	s := karate(t, func(r *sgpc.Run) { epochs(2)(r) }, frame.Focus{Spectrum: true})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Gap
	gap := &s.Frame.Stages.Gap
	gap.Trail, gap.Lambda3, gap.Search = []float64{0.2, 0.21}, []float64{0.5, 0.5}, nil
	trial := spectral.Trial{Step: 1, Eta: 0.05, Slope: 1, Promised: 0.02, Lambda2: 0.21}
	for _, armijo := range []float64{0.1, 0.4, 0.6} {
		s.Config.Armijo = armijo
		trial.Judge(0.2, armijo, 0.9)
		gap.Trials = []spectral.Trial{trial}
		f, _ := figureOf(inspector.New(s), "search")
		text := fmt.Sprint(f.Sub)
		outcome := map[bool]string{true: "accepted", false: "refused"}[0.01 >= armijo*0.02]
		for _, want := range []string{"the trial at η = 0.0500 is " + outcome, "asks for " + view.Signed(armijo*0.02)} {
			if !strings.Contains(text, want) {
				t.Errorf("c_w = %g: %q lacks %q", armijo, text, want)
			}
		}
	}
}
