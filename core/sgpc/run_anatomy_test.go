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
// training tape takes one tick forward, unless the evaluation has computed it, and one tick
// backward. The parts sum to the epoch minus 2 ticks, at most 5 % of the epoch. The parameters
// have the bits of a run without timers. The first part belongs to a stage, the last to none.
// The work of stage 8 is counted where the model has parts.
func TestDissectSumsToTheEpoch(t *testing.T) {
	// configure returns a change to the settings of a model and a reading.
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
		operations := len(r.fit.tape.Ops)
		ticks := 0.0
		a := r.Dissect(2, func() float64 { ticks++; return ticks })
		// Dissect takes its timers off: the fourth epoch is a usual one.
		r.StepEpoch()
		for range 4 {
			plain.StepEpoch()
		}
		if r.position != plain.position || !slices.Equal(r.store.Snapshot(nil), plain.store.Snapshot(nil)) {
			t.Errorf("%s: the parameters differ from those of a run that is not timed", name)
		}
		var sum float64
		var ticksInStages [cost.Phases]float64 // by phase
		for _, p := range a.Parts {
			for k, s := range p.Seconds {
				sum += s
				if p.Stage > 0 {
					ticksInStages[k] += s
				}
			}
		}
		if a.Epochs != 2 {
			t.Errorf("%s: %d epochs, want 2", name, a.Epochs)
		}
		if a.Seconds-sum != 2 || a.Seconds-sum > 0.05*a.Seconds {
			t.Errorf("%s: an epoch has %v ticks, the parts add up to %v, want 2 less", name, a.Seconds, sum)
		}
		// Ticks forward and backward. The update belongs to no stage.
		n, shared := float64(operations), float64(evaluatedOps(r))
		if ticksInStages[cost.PhaseForward] != n-shared || ticksInStages[cost.PhaseBackward] != n || ticksInStages[cost.PhaseUpdate] != 0 {
			t.Errorf("%s: %v ticks by phase, want %v forward, %v backward, 0 in the update", name, ticksInStages, n-shared, n)
		}
		// Operations are shared if and only if the settings name a last shared stage.
		if (shared > 0) != (r.cfg.SharedUntil() > 0) {
			t.Errorf("%s: %v shared operations until stage %d", name, shared, r.cfg.SharedUntil())
		}
		if len(r.fit.tape.Ops) != operations {
			t.Errorf("%s: the tape has %d operations, before the dissection %d", name, len(r.fit.tape.Ops), operations)
		}
		if last := a.Parts[len(a.Parts)-1]; last.Stage != 0 || a.Parts[0].Stage == 0 {
			t.Errorf("%s: the first part is %+v, the last %+v; want the parts of stages first", name, a.Parts[0], last)
		}
		if counted := a.Work[stage.Classes][cost.PhaseForward].MultiplyAdds > 0; counted != r.cfg.HasParts() {
			t.Errorf("%s: the work of stage 8 is counted: %v, want %v", name, counted, r.cfg.HasParts())
		}
	}
}

// TestWorkOfARun compares the counted multiply-adds of stages with the sizes of a run. The
// features have the size w = n·d·channels. A product with L multiplies each stored entry by
// each channel; the mixing has Q such products. The encoder multiplies each stored feature by
// each column. An iteration of the solve has a product with L, one with the diagonal blocks,
// and 8 w. A solve with the factor multiplies the diagonal blocks and the blocks of the factor
// twice. This is at least, and at most five times, the work for diagonal and edges alone. Adam
// moves nine numbers, 72 bytes, for each parameter. With a clock that always reads 0, the
// dissection takes 0 s.
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
	solves := r.solves()
	first := cost.WorkOf(cost.ShapeOf(r.Graph), c, r.Graph.N, solves)[stage.Diffusion][cost.PhaseEvaluation].MultiplyAdds
	solves[0].Iterations[cost.PhaseEvaluation]++
	more := cost.WorkOf(cost.ShapeOf(r.Graph), c, r.Graph.N, solves)[stage.Diffusion][cost.PhaseEvaluation].MultiplyAdds - first
	if want := product + float64(r.Graph.N*c.D*c.D*c.Channels) + 8*w; more != want {
		t.Errorf("an iteration: %v multiply-adds, want %v", more, want)
	}
	// The evaluation iterates; training solves by a factor, without iterations.
	iterations := solves[0].Iterations
	if iterations[cost.PhaseEvaluation] < 2 || iterations[cost.PhaseForward] != 0 || solves[0].Solve == 0 {
		t.Errorf("the solves are %+v, want iterations in the evaluation, none forward, and a factor", solves)
	}
	inverse := a.Work[stage.Diffusion][cost.PhaseForward].MultiplyAdds
	if least := 2 * float64((r.Graph.N+len(r.Graph.Edges))*c.D*c.D*c.Channels); inverse < least || inverse > 5*least {
		t.Errorf("a solve by the factor: %v multiply-adds; its diagonal and the edges alone take %v", inverse, least)
	}
	if n := r.store.Size(); n != len(r.store.Snapshot(nil)) {
		t.Errorf("the store counts %v parameters, and has %v", n, len(r.store.Snapshot(nil)))
	}
	for _, p := range a.Parts {
		if p.Name == cost.PieceAdam && p.Work.Bytes != float64(72*r.store.Size()) {
			t.Errorf("Adam moves %v bytes, want 72 for each of %d parameters", p.Work.Bytes, r.store.Size())
		}
	}
	if a.Seconds != 0 {
		t.Errorf("a clock that always reads 0 gives %v s", a.Seconds)
	}
}

// TestWorkOfTheAscent compares the counted work of the ascent with bounds. Each evaluation of
// λ₂ assembles the Laplacian, factors it once or a few times, and solves for eight vectors or
// more. The least work is that of one factorisation and eight vectors in each evaluation. The
// counted work is at most a factor larger, which the table has for each mode. A step in the
// mode "matrix" has many factorisations for the nearest sheaf. The bytes are at least the size
// of all maps, and at most 100 for each multiply-add. A second run counts the same work. The
// ascent has no work forward or backward.
func TestWorkOfTheAscent(t *testing.T) {
	for mode, factor := range map[string]float64{"sheaf": 12, "matrix": 1e4, "additive": 40} {
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
		// Assembly and factorisation, then eight solves, in blocks of d×d.
		least := float64(len(l2)) * ((3*m+3*m+n)*d*d*d + 8*2*(n+m)*d*d)
		if w.MultiplyAdds < least || w.MultiplyAdds > factor*least {
			t.Errorf("%s: %v multiply-adds for %d evaluations, want %v to %v", mode, w.MultiplyAdds, len(l2), least, factor*least)
		}
		// Each number has 8 bytes, each edge two maps.
		if maps := 8 * 2 * m * d * d; w.Bytes < maps || w.Bytes > 100*w.MultiplyAdds {
			t.Errorf("%s: %v bytes for %v multiply-adds, want at least the %v of the maps and at most 100 each", mode, w.Bytes, w.MultiplyAdds, maps)
		}
		if phases := a.Work[stage.Gap]; phases[cost.PhaseForward] != (cost.Work{}) || phases[cost.PhaseBackward] != (cost.Work{}) {
			t.Errorf("%s: the ascent has work in other phases than the evaluation: %+v", mode, phases)
		}
	}
}

// TestDissectToTheEnd dissects five epochs of a run that has two. The dissection has two
// epochs, and the run is done.
func TestDissectToTheEnd(t *testing.T) {
	r := karateRun(t, func(c *settings.Config) { c.Epochs = 2 })
	if a := r.Dissect(5, func() float64 { return 0 }); a.Epochs != 2 || !r.Done() {
		t.Errorf("the dissection has %d epochs, want 2; the run is done: %v", a.Epochs, r.Done())
	}
}
