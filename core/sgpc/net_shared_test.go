package sgpc

import (
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestSharedStagesKeepBits trains runs whose evaluation shares stages with the
// training network, and runs with two separate networks. Parameters and
// probabilities must have the same bits.
func TestSharedStagesKeepBits(t *testing.T) {
	for name, kind := range map[string]struct {
		until, operations int // in front of the diffusion, without the dropout
		change            func(*settings.Config)
	}{
		"no ascent": {stage.Laplacian, 9, func(c *settings.Config) { c.GapMode = "off" }},
		"rows, scalar, w2": {stage.Laplacian, 13, func(c *settings.Config) {
			c.GapMode, c.Structure, c.Norm, c.Lift, c.JKOMode = "off", "rows", "layer", "scalar", "w2"
		}},
		"ascent":              {stage.JKO, 7, func(c *settings.Config) { c.GapMode = "sheaf" }},
		"additive ascent":     {stage.JKO, 7, func(c *settings.Config) { c.GapMode, c.LambdaSpec = "additive", 1e-6 }},
		"features drop out":   {0, 0, func(c *settings.Config) { c.InputDropout = 0.3 }},
		"code":                {stage.Mixing, 11, func(c *settings.Config) { c.Reading, c.GapMode = "code", "off" }},
		"code, spectral term": {stage.Mixing, 12, func(c *settings.Config) { c.Reading, c.GapMode, c.LambdaSpec = "code", "off", 1e-3 }},
		"code, drawn":         {stage.Laplacian, 7, func(c *settings.Config) { c.Reading, c.GapMode, c.SVR = "code", "off", "sparsified" }},
		"spectral term":       {stage.Laplacian, 10, func(c *settings.Config) { c.GapMode, c.LambdaSpec = "off", 1e-6 }},
		"code, ascent":        {stage.Features, 4, func(c *settings.Config) { c.Reading = "code" }},
	} {
		change := func(c *settings.Config) {
			c.InputDropout, c.Norm, c.Layers = 0, "none", 2
			kind.change(c)
		}
		r, own := karateRun(t, change), karateRun(t, change)
		fit := own.fit
		own.fit = nil
		own.eval = buildNet(own, false)
		own.gap.show(own.eval)
		own.fit, fit.evaluated = fit, nil
		count := evaluatedOps(r)
		if r.cfg.SharedUntil() != kind.until || count != kind.operations {
			t.Errorf("%s: %d operations until stage %d, want %d and %d", name, count, r.cfg.SharedUntil(), kind.operations, kind.until)
		}
		for range 4 {
			r.StepEpoch()
			own.StepEpoch()
		}
		r.StepStage() // into the next epoch
		own.StepStage()
		if a, b := Frame(r, everything), Frame(own, everything); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: another frame", name)
		}
		if !slices.Equal(r.store.Snapshot(nil), own.store.Snapshot(nil)) || !slices.Equal(r.eval.predicted(), own.eval.predicted()) {
			t.Errorf("%s: other numbers than two networks", name)
		}
		if v := r.eval.predicted()[0]; !(v > 0 && v < 1) {
			t.Errorf("%s: a probability of %v", name, v)
		}
	}
}

// TestRowsOfLossKeepBits trains runs whose stage 8 computes only the training
// nodes, and runs that compute every node. Parameters and probabilities must have
// the same bits.
func TestRowsOfLossKeepBits(t *testing.T) {
	plain := func(c *settings.Config) { c.LambdaKL, c.LambdaSpec, c.Calibrate, c.GapMode = 0, 0, false, "off" }
	for name, change := range map[string]func(*settings.Config){
		"plain":         func(*settings.Config) {},
		"two layers":    func(c *settings.Config) { c.Layers, c.Residual = 2, true },
		"linear, relu":  func(c *settings.Config) { c.Head, c.Activation, c.Dropout = "linear", "relu", 0.7 },
		"no sheaf":      func(c *settings.Config) { c.SVR, c.AFMWeights = "off", "off" },
		"ascent":        func(c *settings.Config) { c.GapMode = "sheaf" },
		"drawn":         func(c *settings.Config) { c.SVR = "sparsified" },
		"no dropout":    func(c *settings.Config) { c.Dropout = 0 },
		"features drop": func(c *settings.Config) { c.InputDropout = 0.4 },
	} {
		set := func(c *settings.Config) { plain(c); change(c) }
		r, all := karateRun(t, set), karateRun(t, set)
		withAllRows(all)
		n, rows := all.fit.prob.Rows(), r.fit.prob.Rows()
		if n != r.Graph.N || rows != len(r.Split.Train) || rows >= n || r.eval.prob.Rows() != n {
			t.Fatalf("%s: training with %d rows, evaluating with %d", name, rows, r.eval.prob.Rows())
		}
		for range 5 {
			r.StepEpoch()
			all.StepEpoch()
		}
		if !slices.Equal(r.store.Snapshot(nil), all.store.Snapshot(nil)) || !slices.Equal(r.eval.predicted(), all.eval.predicted()) {
			t.Errorf("%s: other numbers than with all rows", name)
		}
		if a, b := r.fit.loss.out.Value.Data[0], all.fit.loss.out.Value.Data[0]; a != b {
			t.Errorf("%s: loss %v, with all rows %v", name, a, b)
		}
	}
	for name, change := range map[string]func(*settings.Config){
		"KL":          func(c *settings.Config) { c.LambdaKL = 0.1 },
		"spectral":    func(c *settings.Config) { c.LambdaSpec = 0.1 },
		"calibration": func(c *settings.Config) { c.Calibrate = true },
		"attention":   func(c *settings.Config) { c.Head = "gat" },
	} {
		if r := karateRun(t, func(c *settings.Config) { plain(c); change(c) }); r.fit.prob.Rows() != r.Graph.N {
			t.Errorf("%s: the loss depends on %d nodes of %d alone", name, r.fit.prob.Rows(), r.Graph.N)
		}
	}
}

// withAllRows gives a run at its start a training network with every node in stage
// 8.
func withAllRows(r *Run) {
	r.fit = buildNetOf(r, true, nil)
	r.eval = buildNet(r, false)
	r.gap.show(r.eval)
	r.adam = autodiff.NewAdam(r.fit.tape, r.cfg.LR, r.cfg.WeightDecay)
}

// TestRowsOfCode trains in the reading "code", whose stage 8 computes only the
// training nodes until the end of the warm-up. The bits must be those of a run that
// computes every node, also after seeking back and forth over that epoch.
func TestRowsOfCode(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"both terms":  func(*settings.Config) {},
		"KL alone":    func(c *settings.Config) { c.LambdaSpec = 0 },
		"no KL":       func(c *settings.Config) { c.LambdaKL, c.LambdaSpec = 0, 0 },
		"linear head": func(c *settings.Config) { c.Head = "linear" },
		"no dropout":  func(c *settings.Config) { c.Dropout = 0 },
		"ascent":      func(c *settings.Config) { c.GapMode = "sheaf" },
		"drawn":       func(c *settings.Config) { c.SVR = "sparsified" },
	} {
		set := func(c *settings.Config) {
			c.CodeSettings(false)
			c.Reading, c.Channels, c.Hidden, c.KLWarmup, c.SpecWarmup, c.LR = "code", 6, 7, 3, 4, 0.02
			change(c)
		}
		r, all := karateRun(t, set), karateRun(t, set)
		withAllRows(all)
		all.frames = keyframes{off: true}
		rows := func() int { return r.fit.prob.Rows() }
		var ends []int
		for e := range 7 {
			r.StepEpoch()
			all.StepEpoch()
			few := e < 3 || r.cfg.LambdaKL == 0 && (e < 4 || r.cfg.LambdaSpec == 0)
			if want := map[bool]int{true: len(r.Split.Train), false: r.Graph.N}[few]; rows() != want || all.fit.prob.Rows() != r.Graph.N {
				t.Errorf("%s: epoch %d has %d rows, want %d", name, e, rows(), want)
			}
			if a, b := r.fit.loss.ce, all.fit.loss.ce; a != b {
				t.Errorf("%s: epoch %d has the loss %v, with all rows %v", name, e, a, b)
			}
			ends = append(ends, r.Position())
		}
		want := all.store.Snapshot(nil)
		for _, to := range []int{ends[1] + 2, ends[6], ends[4] - 1, ends[2], ends[6]} {
			if !r.Seek(to, nil) {
				t.Fatalf("%s: no position %d", name, to)
			}
		}
		if !slices.Equal(r.store.Snapshot(nil), want) || !slices.Equal(r.eval.predicted(), all.eval.predicted()) {
			t.Errorf("%s: other numbers than with all rows", name)
		}
	}
}

// evaluatedOps counts the operations that the training pass leaves to the
// evaluation.
func evaluatedOps(r *Run) (count int) {
	for _, done := range r.fit.evaluated {
		if done {
			count++
		}
	}
	return count
}
