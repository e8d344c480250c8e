package sgpc

import "sheafscope/core/sgpc/stage"

// This file describes the position of a run.

// Standing describes the position of a run.
type Standing struct {
	// Stage is the stage of the last inner operation, from 1, or 0 before the first
	// one. Inner is the number of inner operations in its segment so far, and
	// Operation is the description of the last one.
	Stage, Inner int
	Operation    string
	// Between reports whether the run is between two epochs.
	Between bool
	// Changed reports whether maps or mixing were changed by hand ([Run.Changed]).
	Changed bool
	// Judged is the epoch, from 1, of the last evaluated loss, or 0 before the first
	// one.
	Judged int
	// Epochs holds the epoch, from 1, of the present results of each stage. It is 0
	// for a stage that has not run or that the model lacks. Entry 0 is unused.
	Epochs []int
	// Rate is the learning rate of the next update.
	Rate float64
	// epochOf holds Run.epochOf of each stage.
	epochOf []int
}

// Standing returns the position of the run.
func (r *Run) Standing() *Standing {
	m := &Standing{
		Stage: r.stage, Inner: r.inner, Operation: r.operation(), Between: r.betweenEpochs(), Changed: r.changed,
		Judged: r.lossEpoch(), Epochs: r.stageEpochs(), Rate: r.rate.Rate,
	}
	for k := range stage.Names {
		m.epochOf = append(m.epochOf, r.epochOf(k))
	}
	return m
}

// EpochOf returns the epoch, from 1, of the present results of a stage, or 0 before
// its first run. For a stage that the model lacks, it returns the number of finished
// epochs.
func (m *Standing) EpochOf(stage int) int { return m.epochOf[stage] }

// Ran reports whether a stage has begun at least once.
func (m *Standing) Ran(stage int) bool { return m.epochOf[stage] > 0 }

// epochOf returns the epoch, from 1, of the present results of a stage, or 0 before
// its first run. This is the present epoch if the stage has begun in it, and
// otherwise the previous epoch. In a run changed by hand, every stage has run.
func (r *Run) epochOf(stage int) int {
	if r.betweenEpochs() {
		return r.epoch
	}
	if r.changed {
		return r.epoch + 1
	}
	for k := 0; k <= r.shownSegment; k++ {
		if r.eval.segments[k].stage == stage {
			return r.epoch + 1
		}
	}
	return r.epoch
}

// hasRun reports whether a stage has begun in some epoch.
func (r *Run) hasRun(stage int) bool { return r.epochOf(stage) > 0 }

// lossEpoch returns the epoch, from 1, of the last evaluated loss, or 0 before the
// first one.
func (r *Run) lossEpoch() int {
	if r.changed && !r.betweenEpochs() {
		return r.epoch + 1
	}
	for k := 0; k < r.segment; k++ {
		if r.eval.segments[k].stage == stage.Posterior {
			return r.epoch + 1
		}
	}
	return r.epoch
}

// betweenEpochs reports whether the run is between two epochs.
func (r *Run) betweenEpochs() bool { return r.segment == 0 && !r.begun }

// stageEpochs returns epochOf of each stage, or 0 for a stage that the model lacks.
// Entry 0 is unused. The stages of a peer run with its forward pass.
func (r *Run) stageEpochs() []int {
	out := make([]int, len(stage.Names))
	if r.cfg.Model != "sgpc" {
		out[stage.Features] = r.epochOf(stage.Classes)
	}
	for k := stage.Maps; k <= stage.Mixing && len(r.eval.layers) > 0; k++ {
		out[k] = r.epochOf(stage.Classes)
	}
	for _, s := range r.eval.segments {
		out[s.stage] = r.epochOf(s.stage)
	}
	return out
}
