package sgpc

import "sheafscope/core/sgpc/stage"

// This file describes the position of a run.

// Standing describes the position of a run. Its epochs count from 1. After [Run.RestoreBest]
// they are the last finished epoch, not the restored one.
type Standing struct {
	// Stage is the stage (1-based) of the last inner operation, and 0 before the first inner
	// operation. Operation describes this operation. Inner is the number of inner operations
	// made in its segment.
	Stage, Inner int
	Operation    string
	// Between reports whether the run is between two epochs, or at position 0.
	Between bool
	// Changed reports whether maps or mixing were changed by hand ([Run.Changed]).
	Changed bool
	// Judged is the epoch of the last evaluated loss, and 0 before the first loss.
	Judged int
	// Epochs[k] is the epoch of the present results of stage k. It is 0 for a stage
	// that has not run, and for a stage that the model lacks. Epochs[0] is unused.
	Epochs []int
	// Rate is the learning rate of the next update.
	Rate    float64
	epochOf []int // epochOf[k] is Run.epochOf of stage k
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

// EpochOf returns the epoch (1-based) of the present results of a stage, and 0 before the
// stage has begun for the first time. For a stage that the model lacks, it returns the
// number of finished epochs. If the run was changed by hand within an epoch
// ([Run.Changed]), it returns the number of this epoch for every stage.
func (m *Standing) EpochOf(stage int) int { return m.epochOf[stage] }

// Ran reports whether EpochOf is above 0: whether a stage of the model has begun at least once.
func (m *Standing) Ran(stage int) bool { return m.epochOf[stage] > 0 }

// epochOf returns the epoch of the present results of a stage, as [Standing.EpochOf] does.
func (r *Run) epochOf(stage int) int {
	finished, present := r.epoch, r.epoch+1 // finished is 0 within the first epoch
	if r.betweenEpochs() {
		return finished
	}
	if r.changed { // the evaluation of a run changed by hand is complete
		return present
	}
	for k := 0; k <= r.shownSegment; k++ { // the segments that have begun in this epoch
		if r.eval.segments[k].stage == stage {
			return present
		}
	}
	return finished
}

// hasRun reports whether a stage has begun in any epoch.
func (r *Run) hasRun(stage int) bool { return r.epochOf(stage) > 0 }

// lossEpoch returns the epoch (1-based) of the last evaluated loss, and 0 before the first.
func (r *Run) lossEpoch() int {
	finished, present := r.epoch, r.epoch+1
	if r.changed && !r.betweenEpochs() { // the evaluation of a run changed by hand is complete
		return present
	}
	for k := 0; k < r.segment; k++ { // the complete segments of the present epoch
		if r.eval.segments[k].stage == stage.Posterior {
			return present
		}
	}
	return finished
}

// betweenEpochs reports whether the run is between two epochs, or at position 0.
func (r *Run) betweenEpochs() bool { return r.segment == 0 && !r.begun }

// stageEpochs returns epochOf of each stage, and 0 for a stage that the model lacks. Entry 0
// is unused. A peer (a model to compare with) computes all its stages in one forward pass,
// the segment of stage Classes.
func (r *Run) stageEpochs() []int {
	epochs := make([]int, len(stage.Names))
	if r.cfg.Model != "sgpc" {
		epochs[stage.Features] = r.epochOf(stage.Classes)
	}
	if len(r.eval.layers) > 0 { // a peer that shows its layers
		for k := stage.Maps; k <= stage.Mixing; k++ {
			epochs[k] = r.epochOf(stage.Classes)
		}
	}
	for _, s := range r.eval.segments {
		epochs[s.stage] = r.epochOf(s.stage)
	}
	return epochs
}
