package sgpc

import "sheafscope/core/sgpc/stage"

// Standing is where a run stands.
type Standing struct {
	// Stage is that of the last inner operation, from 1, 0 before the first; Inner how many were done in its segment;
	// Operation its name.
	Stage, Inner int
	Operation    string
	// Between reports whether no epoch is under way.
	Between bool
	// Changed reports whether maps or mixing were changed by hand ([Run.Changed]).
	Changed bool
	// Judged is the epoch, from 1, of the last evaluated loss, 0 for none.
	Judged int
	// Epochs lists by stage the epoch that what it shows belongs to, 0 for a stage that has not run or that the model
	// does not have. Entry 0 is unused.
	Epochs []int
	// Rate is the learning rate of the next update.
	Rate float64
	// of is epochOf by stage.
	of []int
}

// Moment describes where the run stands.
func (r *Run) Standing() *Standing {
	m := &Standing{Stage: r.stage, Inner: r.inner, Operation: r.operation(), Between: r.betweenEpochs(), Changed: r.look, Judged: r.judged(),
		Epochs: r.stageEpochs(), Rate: r.rate.Rate}
	for k := range stage.Names {
		m.of = append(m.of, r.epochOf(k))
	}
	return m
}

// EpochOf returns the epoch, from 1, that what a stage shows belongs to, 0 before the stage first ran; of a stage that
// the model does not have, the number of finished epochs.
func (m *Standing) EpochOf(stage int) int { return m.of[stage] }

// Ran reports whether a stage has begun at least once.
func (m *Standing) Ran(stage int) bool { return m.of[stage] > 0 }

// epochOf returns the epoch, counted from 1, that what a stage shows belongs
// to: the one under way once the stage has begun in it, else the one before; 0
// before the stage first ran. In a look (see changed) every stage has run.
func (r *Run) epochOf(stage int) int {
	if r.betweenEpochs() {
		return r.epoch
	}
	if r.look {
		return r.epoch + 1
	}
	for k := 0; k <= r.shownSegment; k++ {
		if r.eval.segments[k].stage == stage {
			return r.epoch + 1
		}
	}
	return r.epoch
}

// ran reports whether a stage has begun at least once.
func (r *Run) ran(stage int) bool { return r.epochOf(stage) > 0 }

// judged returns the epoch, counted from 1, of the last evaluated loss, 0 for none.
func (r *Run) judged() int {
	if r.look && !r.betweenEpochs() {
		return r.epoch + 1
	}
	for k := 0; k < r.segment; k++ {
		if r.eval.segments[k].stage == stage.Posterior {
			return r.epoch + 1
		}
	}
	return r.epoch
}

// betweenEpochs reports whether no epoch is under way.
func (r *Run) betweenEpochs() bool { return r.segment == 0 && !r.begun }

// stageEpochs lists epochOf by stage; entry 0 is unused. A stage that the model
// does not have never runs: its entry stays 0. The stages of a peer run with its
// forward pass.
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
