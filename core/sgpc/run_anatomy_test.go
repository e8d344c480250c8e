package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestDissectSumsToTheEpoch uses a clock that ticks at each reading. Every operation of the
// training tape takes one tick forward, unless the evaluation has computed it, and
// one tick backward. The parts sum to the epoch but for two readings. The run has
// the bits of a run without timers.
func TestDissectSumsToTheEpoch(t *testing.T) {
	configure := func(model, reading string) func(*settings.Config) {
		return func(c *settings.Config) {
			r := karateRun(t, nil)
			own, err := method.Configure(r.Graph, r.Split, model, reading, 3)
			if err != nil {
				t.Fatal(err)
			}
			own.Channels, own.Hidden = 6, 12
			*c = own
		}
	}
	for name, change := range map[string]func(*settings.Config){
		"gap ascent": func(c *settings.Config) { c.GapMode, c.LambdaSpec = "sheaf", 1e-6 },
		"shared":     func(c *settings.Config) { c.GapMode, c.InputDropout = "off", 0 },
		"two layers": func(c *settings.Config) { c.GapMode, c.Layers, c.SVR = "additive", 2, "anchored" },
		"code":       configure("sgpc", "code"),
		"peer":       configure("gcn", "paper"),
	} {
		r, plain := karateRun(t, change), karateRun(t, change)
		r.StepEpoch()
		before := len(r.fit.tape.Ops)
		ticks := 0.0
		a := r.Dissect(2, func() float64 { ticks++; return ticks })
		r.StepEpoch()
		for range 4 {
			plain.StepEpoch()
		}
		if r.position != plain.position || !slices.Equal(r.store.Snapshot(nil), plain.store.Snapshot(nil)) {
			t.Errorf("%s: the parameters differ from those of a run that is not timed", name)
		}
		var sum float64
		var by [cost.Phases]float64
		for _, p := range a.Parts {
			for k, s := range p.Seconds {
				sum += s
				if p.Stage > 0 {
					by[k] += s
				}
			}
		}
		if a.Epochs != 2 || a.Seconds-sum != 2 || a.Seconds-sum > 0.05*a.Seconds {
			t.Errorf("%s: %d epochs of %v ticks, parts add up to %v", name, a.Epochs, a.Seconds, sum)
		}
		n, shared := float64(before), float64(evaluatedOps(r))
		if by[cost.PhaseForward] != n-shared || by[cost.PhaseBackward] != n || by[cost.PhaseUpdate] != 0 ||
			(shared > 0) != (r.cfg.SharedUntil() > 0) {
			t.Errorf("%s: %v ticks by phase, want %v forward and %v backward", name, by, n-shared, n)
		}
		if last := a.Parts[len(a.Parts)-1]; len(r.fit.tape.Ops) != before || last.Stage != 0 || a.Parts[0].Stage == 0 {
			t.Errorf("%s: %d operations after %d, last part %+v", name, len(r.fit.tape.Ops), before, last)
		}
		if counted := a.Work[stage.Classes][cost.PhaseForward].MultiplyAdds > 0; counted != r.cfg.HasParts() {
			t.Errorf("%s: work counted: %v", name, counted)
		}
	}
}

// TestWorkOfARun compares the work with what a run holds: a product with L
// multiplies each stored entry by each channel, and the encoder each stored
// feature.
func TestWorkOfARun(t *testing.T) {
	r := karateRun(t, func(c *settings.Config) {
		c.GapMode, c.SVR, c.Layers, c.AFMWeights, c.Structure = "off", "exact", 1, "softmax", "off"
	})
	a := r.Dissect(1, func() float64 { return 0 })
	c := r.cfg
	l, w := r.eval.lap, float64(r.Graph.N*c.D*c.Channels)
	product := float64(len(l.Block) * c.Channels)
	if got, want := a.Work[stage.Mixing][cost.PhaseEvaluation].MultiplyAdds, w+float64(c.Q)*(product+2*w); got != want {
		t.Errorf("mixing: %v multiply-adds, want %v", got, want)
	}
	if got, want := a.Work[stage.Features][cost.PhaseForward].MultiplyAdds, float64(r.Graph.X.NNZ()*c.D*c.Channels); got != want {
		t.Errorf("encoder: %v multiply-adds, want %v", got, want)
	}
	// One more iteration of the evaluation's solve costs one product with L and one
	// with the diagonal blocks.
	k := r.solves()
	first := cost.WorkOf(cost.ShapeOf(r.Graph), c, r.Graph.N, k)[stage.Diffusion][cost.PhaseEvaluation].MultiplyAdds
	k[0].Iterations[cost.PhaseEvaluation]++
	more := cost.WorkOf(cost.ShapeOf(r.Graph), c, r.Graph.N, k)[stage.Diffusion][cost.PhaseEvaluation].MultiplyAdds - first
	if want := product + float64(r.Graph.N*c.D*c.D*c.Channels) + 8*w; more != want {
		t.Errorf("an iteration: %v multiply-adds, want %v", more, want)
	}
	if k[0].Iterations[cost.PhaseEvaluation] < 2 || k[0].Iterations[cost.PhaseForward] != 0 || k[0].Solve == 0 {
		t.Errorf("iterations %v", k)
	}
	// A solve with the factor multiplies the diagonal blocks and those of the
	// factor twice by each channel.
	inverse := a.Work[stage.Diffusion][cost.PhaseForward].MultiplyAdds
	if least := 2 * float64((r.Graph.N+len(r.Graph.Edges))*c.D*c.D*c.Channels); inverse < least || inverse > 5*least {
		t.Errorf("a solve by the factor: %v multiply-adds; its diagonal and the edges alone take %v", inverse, least)
	}
	if n := r.store.Size(); n != len(r.store.Snapshot(nil)) {
		t.Errorf("%v parameters", n)
	}
	for _, p := range a.Parts {
		if p.Name == cost.PieceAdam && p.Work.Bytes != float64(72*r.store.Size()) {
			t.Errorf("Adam moves %v bytes", p.Work.Bytes)
		}
	}
	if a.Seconds != 0 {
		t.Errorf("a clock that stands says %v s", a.Seconds)
	}
}

// TestWorkOfTheAscent compares the counted work of the ascent with bounds. Each
// evaluation of λ₂ assembles the Laplacian, factors it once or a few times, and
// solves for eight vectors or more. A step in the mode "matrix" has many
// factorisations for the nearest sheaf.
func TestWorkOfTheAscent(t *testing.T) {
	for mode, most := range map[string]float64{"sheaf": 12, "matrix": 1e4, "additive": 40} {
		change := func(c *settings.Config) { c.GapMode, c.Channels, c.Hidden = mode, 4, 8 }
		r, again := karateRun(t, change), karateRun(t, change)
		zero := func() float64 { return 0 }
		a := r.Dissect(2, zero)
		w := a.Work[stage.Gap][cost.PhaseEvaluation]
		if b := again.Dissect(2, zero); b.Work != a.Work {
			t.Errorf("%s: the work differs from run to run", mode)
		}
		l2, _ := r.gap.trail()
		n, m, d := float64(r.Graph.N), float64(len(r.Graph.Edges)), float64(r.cfg.D)
		least := float64(len(l2)) * ((3*m+3*m+n)*d*d*d + 8*2*(n+m)*d*d)
		if w.MultiplyAdds < least || w.MultiplyAdds > most*least || w.Bytes < 8*2*m*d*d || w.Bytes > 100*w.MultiplyAdds {
			t.Errorf("%s: %v multiply-adds and %v bytes; %d evaluations alone take %v", mode, w.MultiplyAdds, w.Bytes, len(l2), least)
		}
		if other := a.Work[stage.Gap]; other[cost.PhaseForward] != (cost.Work{}) || other[cost.PhaseBackward] != (cost.Work{}) {
			t.Errorf("%s: %+v", mode, other)
		}
	}
}

// TestDissectToTheEnd dissects more epochs than a run has: the dissection ends with
// the run.
func TestDissectToTheEnd(t *testing.T) {
	r := karateRun(t, func(c *settings.Config) { c.Epochs = 2 })
	if a := r.Dissect(5, func() float64 { return 0 }); a.Epochs != 2 || !r.Done() {
		t.Errorf("%d epochs, done %v", a.Epochs, r.Done())
	}
}
