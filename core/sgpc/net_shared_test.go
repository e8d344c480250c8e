package sgpc

import (
	"reflect"
	"slices"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestSharedStagesKeepBits trains runs whose evaluation shares stages with the training
// network, and runs with two separate networks. Frames, parameters and probabilities have the
// same bits after four epochs and a stage. Each kind of run shares the operations up to the
// given stage, in the given number (recorded from this program).
func TestSharedStagesKeepBits(t *testing.T) {
	for name, kind := range map[string]struct {
		until, operations int // last shared stage (0: none), and number of shared operations
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
		r, separate := karateRun(t, change), karateRun(t, change)
		// Without a training network, buildNet has nothing to share. evaluated marks the
		// operations that training takes from the evaluation: with nil it computes all itself.
		fit := separate.fit
		separate.fit = nil
		separate.eval = buildNet(separate, false)
		separate.gap.show(separate.eval)
		separate.fit, fit.evaluated = fit, nil
		count := evaluatedOps(r)
		if r.cfg.SharedUntil() != kind.until || count != kind.operations {
			t.Errorf("%s: %d operations until stage %d, want %d and %d", name, count, r.cfg.SharedUntil(), kind.operations, kind.until)
		}
		for range 4 {
			r.StepEpoch()
			separate.StepEpoch()
		}
		r.StepStage() // into the next epoch
		separate.StepStage()
		if a, b := Frame(r, everything), Frame(separate, everything); !reflect.DeepEqual(a, b) {
			t.Errorf("%s: the frame differs from that of two networks", name)
		}
		if !slices.Equal(r.store.Snapshot(nil), separate.store.Snapshot(nil)) {
			t.Errorf("%s: the parameters differ from those of two networks", name)
		}
		if !slices.Equal(r.eval.predicted(), separate.eval.predicted()) {
			t.Errorf("%s: the probabilities differ from those of two networks", name)
		}
		// NaN and saturated probabilities would be equal in both runs.
		if v := r.eval.predicted()[0]; !(v > 0 && v < 1) {
			t.Errorf("%s: a probability is %v, want between 0 and 1", name, v)
		}
	}
}

// TestRowsOfLossKeepBits trains runs whose stage 8 computes only the training
// nodes, and runs that compute every node. Parameters, probabilities and loss have the
// same bits after five epochs. With a KL term, a spectral term, calibration or an attention
// head the loss needs every node, and stage 8 computes every node.
func TestRowsOfLossKeepBits(t *testing.T) {
	// Cross-entropy alone needs only the training nodes.
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
		computeAllRows(all)
		// Training computes its nodes alone; the evaluation computes every node.
		n, rows := all.fit.prob.Rows(), r.fit.prob.Rows()
		if n != r.Graph.N || rows != len(r.Split.Train) || rows >= n || r.eval.prob.Rows() != n {
			t.Fatalf("%s: training with %d rows, evaluating with %d, want %d and %d", name, rows, r.eval.prob.Rows(), len(r.Split.Train), r.Graph.N)
		}
		for range 5 {
			r.StepEpoch()
			all.StepEpoch()
		}
		if !slices.Equal(r.store.Snapshot(nil), all.store.Snapshot(nil)) || !slices.Equal(r.eval.predicted(), all.eval.predicted()) {
			t.Errorf("%s: parameters or probabilities differ from those with all rows", name)
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
		r := karateRun(t, func(c *settings.Config) { plain(c); change(c) })
		if r.fit.prob.Rows() != r.Graph.N {
			t.Errorf("%s: stage 8 computes %d nodes, want all %d", name, r.fit.prob.Rows(), r.Graph.N)
		}
	}
}

// computeAllRows replaces the networks of a run at its start. The new training network
// computes every node in stage 8.
func computeAllRows(r *Run) {
	r.fit = buildNetOf(r, true, nil)
	r.eval = buildNet(r, false)
	r.gap.show(r.eval)
	r.adam = autodiff.NewAdam(r.fit.tape, r.cfg.LR, r.cfg.WeightDecay)
}

// TestRowsOfCode trains in the reading "code", whose stage 8 computes only the training nodes
// until a term other than the cross-entropy has ended its warm-up. Losses, parameters and
// probabilities have the bits of a run that computes every node, also after seeking back and
// forth over the end of the warm-up.
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
		computeAllRows(all)
		all.frames = keyframes{off: true}
		var ends []int
		for e := range 7 {
			r.StepEpoch()
			all.StepEpoch()
			// The KL term counts from epoch 3, the spectral term from epoch 4 (from 0).
			withKL, withSpectral := r.cfg.LambdaKL != 0 && e >= 3, r.cfg.LambdaSpec != 0 && e >= 4
			want := len(r.Split.Train)
			if withKL || withSpectral {
				want = r.Graph.N
			}
			if rows := r.fit.prob.Rows(); rows != want {
				t.Errorf("%s: epoch %d has %d rows, want %d", name, e, rows, want)
			}
			if rows := all.fit.prob.Rows(); rows != r.Graph.N {
				t.Errorf("%s: epoch %d of the run with all rows has %d rows, want %d", name, e, rows, r.Graph.N)
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
			t.Errorf("%s: parameters or probabilities differ from those with all rows", name)
		}
	}
}

// evaluatedOps returns the number of operations of the training network whose results
// the evaluation computes.
func evaluatedOps(r *Run) (count int) {
	for _, done := range r.fit.evaluated {
		if done {
			count++
		}
	}
	return count
}
