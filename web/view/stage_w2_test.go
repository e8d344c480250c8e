package view_test

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/trace"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// karateFree returns the page on the karate club in training with JKO steps whose margins are free.
func karateFree(t *testing.T, change func(*settings.Config)) (*state.State, *trace.Trace) {
	t.Helper()
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg := settings.Default()
	cfg.JKOMode = "w2"
	change(&cfg)
	var tr *trace.Trace
	s := karateAt(t, g, split, cfg, func(r *sgpc.Run) {
		epochs(2)(r)
		if tr, err = trace.Of(r, nil); err != nil {
			t.Fatal(err)
		}
	}, frame.Focus{Edge: 4})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.JKO
	return s, tr
}

// energyOf returns ⟨P,C⟩ + ε Σ P log P of a plan of a trace.
func energyOf(p trace.Matrix, eps float64) (sum float64) {
	for i, row := range p {
		for j, v := range row {
			sum += eps * v * math.Log(v)
			if i != j {
				sum += 2 * v
			}
		}
	}
	return sum
}

// gibbs returns the least energy of all plans, −ε log Σ e^{−C/ε}.
func gibbs(d int, eps float64) float64 {
	return -eps * math.Log(float64(d)+float64(d*(d-1))*math.Exp(-2/eps))
}

// TestFreeStepTextsEqualPlans computes every number in the texts of stage 3 and of the edge panel from the plans of the trace, for steps
// with free margins.
func TestFreeStepTextsEqualPlans(t *testing.T) {
	s, tr := karateFree(t, func(c *settings.Config) { c.JKOSteps = 2 })
	eps, least := tr.Config.Epsilon, gibbs(tr.Config.D, tr.Config.Epsilon)
	mean := [3]float64{}
	for _, l := range tr.Lift {
		if len(l.JKO.Steps) != 2 || l.JKO.Mode != "w2" {
			t.Fatalf("JKO of the trace: %+v", l.JKO)
		}
		for k, p := range []trace.Matrix{l.P0, l.JKO.Steps[0].P, l.JKO.Steps[1].P} {
			mean[k] += energyOf(p, eps) / float64(len(tr.Lift))
		}
	}
	v := inspector.New(s)
	want := "2 steps bring the mean energy of 78 plans from " + view.Fix(mean[0], 4) + " to " + view.Fix(mean[2], 4) +
		". The margins are free, so mass may leave the measures; no plan has less energy than " + view.Fix(least, 4) + "."
	if got := view.Plain(v.Lead); got != want {
		t.Errorf("says %q, true is %q", got, want)
	}
	for _, id := range []string{"ε_{\\eff }"} {
		for _, q := range v.Body.Vals {
			if q.Symbol == id {
				t.Errorf("%s = %s belongs to the KL step", id, q.Text)
			}
		}
	}
	if v.Body.Eq != "w2" || !strings.HasPrefix(v.Why, "The paper's own step") {
		t.Errorf("equation %q, why %q", v.Body.Eq, v.Why)
	}
	l := tr.Lift[3]
	note := figure(t, v, "note")
	// The steps of the lift are the first two of those shown.
	w := s.Frame.Edge.W2Energy
	if math.Abs(w[1]-energyOf(l.JKO.Steps[0].P, eps)) > 1e-12 || math.Abs(w[2]-energyOf(l.JKO.Steps[1].P, eps)) > 1e-12 {
		t.Errorf("energies %v", w)
	}
	n := len(w) - 1
	if !strings.Contains(note, "8 steps bring the energy from "+view.Fix(energyOf(l.P0, eps), 4)+" to "+view.Fix(w[n], 4)) ||
		!strings.Contains(note, "still "+view.Fix(w[n]-least, 4)+" above the least") || !strings.Contains(note,
		view.Pct((w[n-1]-w[n])/(w[0]-w[n]))+" of that fall") {
		t.Errorf("says %s of energies %v above %g", note, w, least)
	}
	// It stands: the last of eight steps gains under a percent of the fall, far less than what is left.
	if !(w[n] > least+1e-3 && w[n-1]-w[n] < 0.02*(w[0]-w[n])) {
		t.Errorf("energies %v do not stop above %g", w, least)
	}
	rows := make([]float64, len(l.P))
	for i, row := range l.P {
		for _, x := range row {
			rows[i] += x
		}
	}
	for i, x := range s.Frame.Edge.Rows {
		if math.Abs(x-rows[i]) > 1e-14 {
			t.Errorf("margin %d of the plan on show is %g, of the trace %g", i, x, rows[i])
		}
	}
	if text := figure(t, v, "plan"); !strings.Contains(text, `"mu2":[`) {
		t.Errorf("the picture of the plan has no margins of its own: %s", text)
	}
	s.View.Panel = state.PanelEdge
	if v := inspector.New(s); v.Body.Eq != "w2" || !strings.Contains(figure(t, v, "plan"), `"mu2":[`) {
		t.Errorf("the edge shows %q", v.Body.Eq)
	}
	// With margins kept, none of it.
	kept, _ := karateFree(t, func(c *settings.Config) { c.JKOMode = "kl" })
	if text := figure(t, inspector.New(kept), "plan"); strings.Contains(text, "mu2") {
		t.Errorf("margins of their own: %s", text)
	}
}

// TestFreeStepRises: a short step from a plan below the energy of the blur raises the energy, and the page says so.
func TestFreeStepRises(t *testing.T) {
	s, tr := karateFree(t, func(c *settings.Config) { c.Tau, c.W2Gamma, c.Epsilon, c.Epsilon0 = 0.01, 1, 0.2, 0.2 })
	before, after := 0.0, 0.0
	for _, l := range tr.Lift {
		before += energyOf(l.P0, 0.2)
		after += energyOf(l.P, 0.2)
	}
	if text := view.Plain(inspector.New(s).Lead); (after > before) != strings.Contains(text, "rises") || after <= before {
		t.Errorf("energy %g → %g: %q", before, after, text)
	}
}
