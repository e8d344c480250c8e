package sgpc

import (
	"slices"
	"testing"

	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestDissect: by a clock that ticks at each look, every operation of the training tape
// takes one tick forward, unless the evaluation has done it, and one backward, the parts add up to the epoch but for
// two looks, and the run goes on with the bits of one that nobody looked at.
func TestDissect(t *testing.T) {
	configure := func(model, reading string) func(*settings.Config) {
		return func(c *settings.Config) {
			r := karateRun(t, nil)
			own, err := Configure(r.Graph, r.Split, model, reading, 3)
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
		var by [phases]float64
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
		if by[PhaseForward] != n-shared || by[PhaseBackward] != n || by[PhaseUpdate] != 0 || (shared > 0) != (r.cfg.SharedUntil() > 0) {
			t.Errorf("%s: %v ticks by phase, want %v forward and %v backward", name, by, n-shared, n)
		}
		if last := a.Parts[len(a.Parts)-1]; len(r.fit.tape.Ops) != before || last.Stage != 0 || a.Parts[0].Stage == 0 {
			t.Errorf("%s: %d operations after %d, last part %+v", name, len(r.fit.tape.Ops), before, last)
		}
		if counted := a.Work[stage.Classes][PhaseForward].MultiplyAdds > 0; counted != r.cfg.HasParts() {
			t.Errorf("%s: work counted: %v", name, counted)
		}
	}
}

// TestWorkByHand counts n = 3, m = 2 with 4 features in 5 columns, d = 2, one channel: w = 6
// numbers a matrix of features, 7 blocks of 4 in the Laplacian.
func TestWorkByHand(t *testing.T) {
	c := settings.Default()
	c.D, c.Channels, c.Hidden, c.Q, c.Layers = 2, 1, 3, 1, 1
	c.Structure, c.Norm, c.GapMode, c.SVR, c.LearnDt = "off", "layer", "off", "exact", false
	c.Operator, c.AFMWeights, c.Residual, c.Head, c.Lift = "normalized", "softmax", true, "mlp", "ot"
	count := func(dropout float64) StageWork {
		c.InputDropout = dropout
		s := Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}
		return countWork(s, c, 3, []solveCount{{iterations: [phases]float64{2, 1, 3}}})
	}
	got, shared := count(0.5), count(0) // without dropout of features the training pass leaves stages 1 to 5 to the evaluation
	want := map[int][3]float64{
		stage.Features: {4 * 2, 4 * 2, 4 * 2}, // every stored feature meets a row of W_in
		stage.Sinkhorn: {3 * 2 * 2, 3 * 2 * 2, 2 * 12},
		stage.Maps:     {4 * 8, 4 * 8, 2 * 4 * 8}, // four maps, each a product of 2×2
		// four Gram matrices, three roots of 2·3 sums of 2, each of two products in one, four products, six blocks
		stage.Laplacian: {4*8 + 3*6 + 4*8 + 6*8, 130, 4*8 + 2*4*8 + 3*4*8},
		// the start: three inverses of 8, three blocks by one column, two inner products; an iteration: seven blocks, three, and eight by 6
		stage.Diffusion: {(24 + 12 + 12) + 2*(28+12+48), 48 + 88, 48 + 3*88 + 6 + (2*(3+2)*4 + 4*2*8)},
		stage.Mixing:    {6 + 28 + 12, 46, 2*6 + 12 + 28 + 12 + 104},
		stage.Classes:   {3*3*6 + 3*2*3, 72, 144},
	}
	for of, work := range got {
		for phase, w := range work {
			expect := 0.0
			if phase < 3 {
				expect = want[of][phase]
			}
			if w.MultiplyAdds != expect {
				t.Errorf("stage %d, phase %d: %v multiply-adds, by hand %v", of, phase, w.MultiplyAdds, expect)
			}
			if of <= stage.Laplacian && phase == PhaseForward {
				expect = 0
			}
			if m := shared[of][phase].MultiplyAdds; m != expect {
				t.Errorf("shared, stage %d, phase %d: %v multiply-adds, by hand %v", of, phase, m, expect)
			}
		}
	}
	// With two training nodes the training pass has two rows of the three products.
	c.InputDropout = 0.5
	two := countWork(Shape{Nodes: 3, Edges: 2, Features: 5, Entries: 4, Classes: 2}, c, 2, nil)[stage.Classes]
	if f, b := two[PhaseForward].MultiplyAdds, two[PhaseBackward].MultiplyAdds; two[PhaseEvaluation].MultiplyAdds != 72 || f != 48 || b != 96 {
		t.Errorf("two of three rows: %v multiply-adds, %v and %v", two[PhaseEvaluation].MultiplyAdds, f, b)
	}
	// X (4 entries of 12 bytes), W_in, the product; bias and activation over it; the normalisation, in training with
	// x̂ beside it; dropout with a byte a number for its mask; dropout of the entries.
	evaluation := 4*12 + 8*(5*2+6) + 8*12 + 8*12 + 8*12.0
	if b := got[stage.Features]; b[PhaseEvaluation].Bytes != evaluation || b[PhaseForward].Bytes != evaluation+8*6+8*12+6+2*8*4 {
		t.Errorf("stage 1 moves %v and %v bytes, by hand %v", b[PhaseEvaluation].Bytes, b[PhaseForward].Bytes, evaluation)
	}
	if b := shared[stage.Features]; b[PhaseEvaluation].Bytes != evaluation+8*6 || b[PhaseForward].Bytes != 8*12+6 {
		t.Errorf("shared, stage 1 moves %v and %v bytes", b[PhaseEvaluation].Bytes, b[PhaseForward].Bytes)
	}
	// U's product: 3×2 features, 2×2 weights, 3×2 logits; then softmax and measures read and write 6.
	if b := got[stage.Sinkhorn][PhaseEvaluation].Bytes; b != 8*(6+4+6+12+12) {
		t.Errorf("stage 2 moves %v bytes", b)
	}
}

// TestWorkOfARun compares what a run holds with the formulas: a product with L multiplies
// each stored entry by each channel, and the encoder each stored feature.
func TestWorkOfARun(t *testing.T) {
	r := karateRun(t, func(c *settings.Config) {
		c.GapMode, c.SVR, c.Layers, c.AFMWeights, c.Structure = "off", "exact", 1, "softmax", "off"
	})
	a := r.Dissect(1, func() float64 { return 0 })
	c := r.cfg
	l, w := r.eval.lap, float64(r.Graph.N*c.D*c.Channels)
	product := float64(len(l.Block) * c.Channels)
	if got, want := a.Work[stage.Mixing][PhaseEvaluation].MultiplyAdds, w+float64(c.Q)*(product+2*w); got != want {
		t.Errorf("mixing: %v multiply-adds, want %v", got, want)
	}
	if got, want := a.Work[stage.Features][PhaseForward].MultiplyAdds, float64(r.Graph.X.NNZ()*c.D*c.Channels); got != want {
		t.Errorf("encoder: %v multiply-adds, want %v", got, want)
	}
	// One more iteration of the evaluation's solve costs one product with L and one with the diagonal blocks.
	k := r.solves()
	first := countWork(ShapeOf(r.Graph), c, r.Graph.N, k)[stage.Diffusion][PhaseEvaluation].MultiplyAdds
	k[0].iterations[PhaseEvaluation]++
	more := countWork(ShapeOf(r.Graph), c, r.Graph.N, k)[stage.Diffusion][PhaseEvaluation].MultiplyAdds - first
	if want := product + float64(r.Graph.N*c.D*c.D*c.Channels) + 8*w; more != want {
		t.Errorf("an iteration: %v multiply-adds, want %v", more, want)
	}
	if k[0].iterations[PhaseEvaluation] < 2 || k[0].iterations[PhaseForward] != 0 || k[0].solve == 0 {
		t.Errorf("iterations %v", k)
	}
	// A solve with the factor multiplies the diagonal blocks and those of the factor twice by each channel.
	inverse := a.Work[stage.Diffusion][PhaseForward].MultiplyAdds
	if least := 2 * float64((r.Graph.N+len(r.Graph.Edges))*c.D*c.D*c.Channels); inverse < least || inverse > 5*least {
		t.Errorf("a solve by the factor: %v multiply-adds; its diagonal and the edges alone take %v", inverse, least)
	}
	if n := r.store.Size(); n != len(r.store.Snapshot(nil)) {
		t.Errorf("%v parameters", n)
	}
	for _, p := range a.Parts {
		if p.Name == pieceAdam && p.Work.Bytes != float64(72*r.store.Size()) {
			t.Errorf("Adam moves %v bytes", p.Work.Bytes)
		}
	}
	if a.Seconds != 0 {
		t.Errorf("a clock that stands says %v s", a.Seconds)
	}
}

// TestWorkOfTheAscent: the ascent counts what it does. Each evaluation of λ2 assembles the Laplacian,
// factors it once or a few times and solves for eight vectors or more; a step in the mode "matrix" has many
// factorisations for the nearest sheaf.
func TestWorkOfTheAscent(t *testing.T) {
	for mode, most := range map[string]float64{"sheaf": 12, "matrix": 1e4, "additive": 40} {
		change := func(c *settings.Config) { c.GapMode, c.Channels, c.Hidden = mode, 4, 8 }
		r, again := karateRun(t, change), karateRun(t, change)
		zero := func() float64 { return 0 }
		a := r.Dissect(2, zero)
		w := a.Work[stage.Gap][PhaseEvaluation]
		if b := again.Dissect(2, zero); b.Work != a.Work {
			t.Errorf("%s: the work differs from run to run", mode)
		}
		l2, _ := r.gap.trail()
		n, m, d := float64(r.Graph.N), float64(len(r.Graph.Edges)), float64(r.cfg.D)
		least := float64(len(l2)) * ((3*m+3*m+n)*d*d*d + 8*2*(n+m)*d*d)
		if w.MultiplyAdds < least || w.MultiplyAdds > most*least || w.Bytes < 8*2*m*d*d || w.Bytes > 100*w.MultiplyAdds {
			t.Errorf("%s: %v multiply-adds and %v bytes; %d evaluations alone take %v", mode, w.MultiplyAdds, w.Bytes, len(l2), least)
		}
		if other := a.Work[stage.Gap]; other[PhaseForward] != (Work{}) || other[PhaseBackward] != (Work{}) {
			t.Errorf("%s: %+v", mode, other)
		}
	}
}

// A run that ends while it is dissected ends there.
func TestDissectToTheEnd(t *testing.T) {
	r := karateRun(t, func(c *settings.Config) { c.Epochs = 2 })
	if a := r.Dissect(5, func() float64 { return 0 }); a.Epochs != 2 || !r.Done() {
		t.Errorf("%d epochs, done %v", a.Epochs, r.Done())
	}
}
