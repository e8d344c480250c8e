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

// karateFree returns the page on the karate club after two epochs, at stage 3, and the trace of its run. The JKO steps have the mode "w2",
// in which the margins of a plan are free; change then changes the configuration.
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

// energyOf returns the energy ⟨P,C⟩ + ε Σ P log P of the plan p. The costs are C_ij = 2 for i ≠ j, and C_ii = 0.
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

// leastEnergy returns the least energy of all plans on d points with free margins, −ε log Σ e^{−C/ε}. The costs are those of energyOf.
func leastEnergy(d int, eps float64) float64 {
	return -eps * math.Log(float64(d)+float64(d*(d-1))*math.Exp(-2/eps))
}

// For steps with free margins, the numbers in the texts of stage 3 and of the edge panel equal energies computed from the plans of the
// trace. The energy stops above the least energy of all plans. The picture of the plan has margins of
// its own only if the margins are free.
func TestFreeStepTextsEqualPlans(t *testing.T) {
	s, tr := karateFree(t, func(c *settings.Config) { c.JKOSteps = 2 })
	eps, least := tr.Config.Epsilon, leastEnergy(tr.Config.D, tr.Config.Epsilon)
	mean := [3]float64{} // of the energies of all plans, after 0, 1 and 2 steps
	for _, l := range tr.Lift {
		if len(l.JKO.Steps) != 2 || l.JKO.Mode != "w2" {
			t.Fatalf("the trace has the JKO step %+v, want two steps of the mode w2", l.JKO)
		}
		for k, p := range []trace.Matrix{l.P0, l.JKO.Steps[0].P, l.JKO.Steps[1].P} {
			mean[k] += energyOf(p, eps) / float64(len(tr.Lift))
		}
	}
	// The karate club has 78 edges, each with a plan.
	panel := inspector.New(s)
	want := "2 steps bring the mean energy of 78 plans from " + view.Fix(mean[0], 4) + " to " + view.Fix(mean[2], 4) +
		". The margins are free, so mass may leave the measures; no plan has less energy than " + view.Fix(least, 4) + "."
	if got := view.Plain(panel.Lead); got != want {
		t.Errorf("the sentence is %q, want %q", got, want)
	}
	for _, shownValue := range panel.Body.Vals {
		if shownValue.Symbol == "ε_{\\eff }" {
			t.Errorf("%s = %s belongs to the KL step", shownValue.Symbol, shownValue.Text)
		}
	}
	if panel.Body.Eq != "w2" || !strings.HasPrefix(panel.Why, "The paper's own step") {
		t.Errorf("equation %q, why %q", panel.Body.Eq, panel.Why)
	}
	// The page shows choice 4, which is edge 3 counted from 0. Its picture has eight steps; the two steps of the lift are the first.
	edge := tr.Lift[3]
	note := figureJSON(t, panel, "note")
	energies := s.Frame.Edge.W2Energy
	for k := range 2 {
		if want := energyOf(edge.JKO.Steps[k].P, eps); math.Abs(energies[k+1]-want) > 1e-12 {
			t.Errorf("the energy after %d steps is %v, the trace has %v", k+1, energies[k+1], want)
		}
	}
	last := len(energies) - 1
	fall, lastFall := energies[0]-energies[last], energies[last-1]-energies[last]
	for _, part := range []string{
		"8 steps bring the energy from " + view.Fix(energyOf(edge.P0, eps), 4) + " to " + view.Fix(energies[last], 4),
		"still " + view.Fix(energies[last]-least, 4) + " above the least", view.Pct(lastFall/fall) + " of that fall",
	} {
		if !strings.Contains(note, part) {
			t.Errorf("the note %q lacks %q; the energies are %v", note, part, energies)
		}
	}
	// The energy stops above the least energy: the last of eight steps has under 2 % of the fall. Both bounds are chosen, not derived.
	if !(energies[last] > least+1e-3 && lastFall < 0.02*fall) {
		t.Errorf("energies %v do not stop above %g", energies, least)
	}
	// The shown margin is the sum of each row of the last plan.
	rows := make([]float64, len(edge.P))
	for i, row := range edge.P {
		for _, x := range row {
			rows[i] += x
		}
	}
	for i, x := range s.Frame.Edge.Rows {
		if math.Abs(x-rows[i]) > 1e-14 {
			t.Errorf("margin %d of the plan on show is %g, of the trace %g", i, x, rows[i])
		}
	}
	if text := figureJSON(t, panel, "plan"); !strings.Contains(text, `"mu2":[`) {
		t.Errorf("the picture of the plan has no margins of its own: %s", text)
	}
	s.View.Panel = state.PanelEdge
	if panel := inspector.New(s); panel.Body.Eq != "w2" || !strings.Contains(figureJSON(t, panel, "plan"), `"mu2":[`) {
		t.Errorf("the panel of the edge has the equation %q, want w2 and a plan with margins of its own", panel.Body.Eq)
	}
	// With kept margins the plan has no margins of its own.
	kept, _ := karateFree(t, func(c *settings.Config) { c.JKOMode = "kl" })
	if text := figureJSON(t, inspector.New(kept), "plan"); strings.Contains(text, "mu2") {
		t.Errorf("a plan with kept margins has margins of its own: %s", text)
	}
}

// A short step (τ = 0.01) with a large blur (γ = 1) raises the mean energy, and the sentence of stage 3 says "rises".
func TestFreeStepRises(t *testing.T) {
	s, tr := karateFree(t, func(c *settings.Config) { c.Tau, c.W2Gamma, c.Epsilon, c.Epsilon0 = 0.01, 1, 0.2, 0.2 })
	before, after := 0.0, 0.0
	for _, l := range tr.Lift {
		before += energyOf(l.P0, 0.2)
		after += energyOf(l.P, 0.2)
	}
	if after <= before {
		t.Errorf("the energy does not rise: %g → %g", before, after)
	}
	if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, "rises") {
		t.Errorf("energy %g → %g, and the sentence is %q", before, after, text)
	}
}
