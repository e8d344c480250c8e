package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// The part “the JKO step” is on if and only if a run without steps has other probabilities: in
// both modes, with τ = 0 and τ = 2, for every lift. A run without steps is compared with a run
// with one step, after one epoch.
func TestJKOPartIsOnIfStepsMatter(t *testing.T) {
	probabilities := func(mode, lift string, tau float64, steps int) ([]float64, bool) {
		r := sample.Karate(t, New, func(c *settings.Config) { c.JKOMode, c.Lift, c.Tau, c.JKOSteps = mode, lift, tau, steps })
		cfg := r.Config()
		parts := cfg.Parts()
		k := slices.IndexFunc(parts, func(p settings.Part) bool { return p.Name == "the JKO step" })
		r.StepEpoch()
		return slices.Clone(r.Predicted()), parts[k].On
	}
	for _, mode := range []string{"kl", "w2"} {
		for _, lift := range []string{"ot", "sinkhorn", "independent", "shuffled", "uniform", "scalar"} {
			for _, tau := range []float64{0, 2} {
				without, _ := probabilities(mode, lift, tau, 0)
				with, on := probabilities(mode, lift, tau, 1)
				if matters := !slices.Equal(without, with); matters != on {
					t.Errorf("mode %s, lift %s, τ = %g: the part is on: %v, a step changes the run: %v", mode, lift, tau, on, matters)
				}
			}
		}
	}
}

// Without the diffusion branch, the inner operation of stage 6 has the name of the stage. With
// the exact solver it is an iteration of the solve by conjugate gradients (CG).
func TestStageWithoutSolveHasNoIteration(t *testing.T) {
	for svr, want := range map[string]string{"off": stage.Names[stage.Diffusion], "exact": "CG iteration 1"} {
		r := sample.Karate(t, New, func(c *settings.Config) { c.SVR = svr })
		for r.stage < stage.Diffusion {
			r.StepInner()
		}
		if got := r.operation(); got != want {
			t.Errorf("svr = %s: the operation of stage 6 is %q, want %q", svr, got, want)
		}
	}
}

// TestStageOfJKONamesItsSteps compares the names of the inner operations of stage 3 with the
// JKO steps of the plan. For jko_steps=0, lift=sinkhorn and lift=independent, which have no
// step, no operation has the name of a step.
func TestStageOfJKONamesItsSteps(t *testing.T) {
	for _, c := range []struct {
		lift  string
		steps int
		want  []string
	}{
		{"ot", 0, []string{"no JKO step"}},
		{"ot", 2, []string{"JKO step 1 of 2", "JKO step 2 of 2"}},
		{"sinkhorn", 2, []string{"no JKO step", "no JKO step"}},
		{"independent", 1, []string{"no JKO step"}},
		{"uniform", 1, []string{"JKO step 1 of 1"}},
	} {
		r := karateRun(t, func(cfg *settings.Config) { cfg.Lift, cfg.JKOSteps = c.lift, c.steps })
		var names []string
		for r.stage <= stage.JKO {
			r.StepInner()
			if r.stage == stage.JKO {
				names = append(names, r.operation())
			}
		}
		if !slices.Equal(names, c.want) {
			t.Errorf("lift=%s, jko_steps=%d: the operations are %q, want %q", c.lift, c.steps, names, c.want)
		}
	}
}
