package sgpc

// This file moves a run to any position, by key frames.

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// keyframe is the state of a run at the start of an epoch.
type keyframe struct {
	position, epoch int
	params          []float64
	adam            autodiff.AdamState
	kept, solver    []float64    // of the gap ascent
	trackers        [2][]float64 // of the spectral term in the training network and the evaluation
	best, choice    train.Best
	rate            train.Plateau
	bestParams      []float64 // empty before the first evaluation
	done            bool
}

// keyframes holds the key frame of every stride-th epoch. It has none of the first
// epoch, since a reset restores its start.
type keyframes struct {
	list   []keyframe
	stride int
	// budget bounds the number of float64 values in memory; 0 means
	// cost.KeyframeBudget.
	budget int
	// spare holds removed frames, whose memory the next ones reuse.
	spare []keyframe
	// off disables key frames.
	off bool
}

// ForwardOnly disables key frames, which cost a fifth of the time of a small
// network. Seeking backwards then replays the run from its start.
func (r *Run) ForwardOnly() { r.frames = keyframes{off: true} }

// minKeyframes is the number of key frames below which the list may exceed its budget.
const minKeyframes = 4

// save saves a key frame of the present state, the start of an epoch. If the list
// then exceeds the budget, it doubles the stride and removes every second frame.
func (k *keyframes) save(r *Run) {
	if k.off {
		return
	}
	if k.stride == 0 {
		k.stride = 1
		if r.cfg.DrawsSparse() {
			// Sampling probabilities and anchor are no part of a key frame, and are
			// renewed at these epochs.
			k.stride = r.cfg.AnchorEvery
		}
	}
	isDue := r.epoch > 0 && r.epoch%k.stride == 0
	isSaved := len(k.list) > 0 && k.list[len(k.list)-1].epoch >= r.epoch
	if !isDue || isSaved {
		return
	}
	var f keyframe
	if n := len(k.spare); n > 0 {
		f, k.spare = k.spare[n-1], k.spare[:n-1]
	}
	f.position, f.epoch, f.best, f.choice, f.rate, f.done = r.position, r.epoch, r.best, r.choice, r.rate, r.done
	f.params, f.adam = r.store.Snapshot(f.params[:0]), r.adam.SnapshotInto(f.adam)
	f.bestParams = append(f.bestParams[:0], r.bestParams...)
	f.kept, f.solver = r.gap.snapshot(f.kept[:0], f.solver[:0])
	for k, n := range []*net{r.fit, r.eval} {
		f.trackers[k] = n.loss.gap.snapshot(f.trackers[k][:0])
	}
	k.list = append(k.list, f)
	// params and the two moments of Adam have equal sizes.
	numbers := 3*len(f.params) + len(f.bestParams) + len(f.kept) + len(f.solver) + 2*len(f.trackers[0])
	if len(k.list) < minKeyframes || len(k.list)*numbers <= cmp.Or(k.budget, cost.KeyframeBudget) {
		return
	}
	k.stride *= 2
	kept := k.list[:0]
	for _, f := range k.list {
		if f.epoch%k.stride == 0 {
			kept = append(kept, f)
		} else {
			k.spare = append(k.spare, f)
		}
	}
	clear(k.list[len(kept):])
	k.list = kept
}

// Seek moves to a position, backwards or forwards, and reports whether it reached the
// position. It stops before if cancelled returns true or the run ends. The state
// afterwards equals that of a new run stepped to the same position, also after a
// cancellation. Seek calls cancelled at the start of each stage. It does not call
// cancelled in the epoch after a key frame, since buffers of the network then still
// hold later results.
func (r *Run) Seek(position int, cancelled func() bool) bool {
	position = max(position, 0)
	firstValid := r.epoch // the first epoch in which all buffers are valid
	if position < r.position {
		r.rewind(position)
		firstValid = r.epoch
		if r.epoch > 0 {
			firstValid++
		}
	}
	checkedStage := -1
	for r.position < position && !r.done {
		if cancelled != nil && r.epoch >= firstValid && r.stage != checkedStage {
			if cancelled() {
				return false
			}
			checkedStage = r.stage
		}
		r.StepInner()
	}
	return r.position == position
}

// rewind moves to a key frame at least one whole epoch before position, so that the
// replay overwrites every buffer that outlives an epoch.
func (r *Run) rewind(position int) {
	finishedEpochs := 0 // at that position
	for _, row := range r.hist.rows {
		if row.position <= position {
			finishedEpochs++
		}
	}
	latest := -1
	for k, f := range r.frames.list {
		if f.epoch < finishedEpochs && f.epoch > 0 {
			latest = k
		}
	}
	if latest < 0 {
		r.reset()
		return
	}
	r.beginAt(&r.frames.list[latest])
	r.hist.truncate(r.epoch)
}

// beginAt restores a key frame: the run is at the start of its epoch.
func (r *Run) beginAt(f *keyframe) {
	r.store.Restore(f.params)
	r.adam.Restore(f.adam)
	r.gap.restore(f.kept, f.solver)
	for k, n := range []*net{r.fit, r.eval} {
		n.loss.gap.restore(f.trackers[k])
	}
	r.position, r.epoch, r.done = f.position, f.epoch, f.done
	r.segment, r.begun, r.inner, r.stage, r.shownSegment = 0, false, 0, 0, -1
	r.best, r.choice, r.rate, r.evaluated = f.best, f.choice, f.rate, f.epoch
	r.bestParams = append(r.bestParams[:0], f.bestParams...)
}

// Replay evaluates epochs with key frames again on a second run: at most limit
// epochs, evenly spaced. It advances the second run in each epoch to its maps or, for
// a peer, to its classes. It then calls visit with the epoch, from 0, and this run.
func (r *Run) Replay(limit int, visit func(epoch int, replayed *Run)) {
	list := r.frames.list
	if len(list) < 2 {
		return
	}
	replayed, err := New(r.Graph, r.Split, r.cfg)
	if err != nil {
		return
	}
	replayed.ForwardOnly()
	lastStage := stage.Maps
	if len(r.eval.layers) > 0 {
		lastStage = stage.Classes
	}
	// The first and the last key frame are among the replayed ones.
	n := min(limit, len(list))
	for k := range n {
		f := &list[k*(len(list)-1)/(n-1)]
		replayed.beginAt(f)
		for !replayed.done && replayed.epochOf(lastStage) <= f.epoch {
			replayed.StepInner()
		}
		if !replayed.done {
			visit(f.epoch, replayed)
		}
	}
}
