package sgpc

// This file moves a run to any position: forwards by steps, backwards by a key frame.

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// keyframe is the state of a run at the start of an epoch.
type keyframe struct {
	position, epoch int                // inner operations made and epochs finished, as in Run
	params          []float64          // the parameters
	adam            autodiff.AdamState // moments and number of steps
	kept, solver    []float64          // the kept change and the solver of the gap ascent; see gapState.snapshot
	// trackers holds the states of the spectral term in the training network and in
	// the evaluation.
	trackers     [2][]float64
	best, choice train.Best // as in Run, like rate and done
	rate         train.Plateau
	bestParams   []float64 // empty before the first evaluation
	done         bool
}

// keyframes holds the key frame of every stride-th epoch. The first epoch has no key frame,
// since a reset restores the start of the run.
type keyframes struct {
	list   []keyframe // in ascending order of their epochs
	stride int        // 0 before the first call of save
	// budget bounds the number of float64 values in list. 0 stands for
	// cost.KeyframeBudget.
	budget int
	spare  []keyframe // removed key frames, whose memory the next ones reuse
	off    bool       // no key frame is saved
}

// ForwardOnly removes all key frames, and the run saves no others. Key frames take a fifth
// of the time of a small network. Without them, seeking backwards repeats the run from its start.
func (r *Run) ForwardOnly() { r.frames = keyframes{off: true} }

// minKeyframes is the smallest number of key frames for which the list respects its
// budget. A list with fewer key frames may exceed the budget.
const minKeyframes = 4

// save saves a key frame of the present state, the start of an epoch, if the number of
// finished epochs is a positive multiple of the stride. It saves no key frame twice. If the
// list then exceeds the budget, save doubles the stride and removes every second key frame.
func (k *keyframes) save(r *Run) {
	if k.off {
		return
	}
	if k.stride == 0 { // the first call
		k.stride = 1
		if r.cfg.DrawsSparse() {
			// A training over sampled edges has sampling probabilities and an anchor. Key
			// frames contain neither. The run renews both at multiples of AnchorEvery.
			k.stride = r.cfg.AnchorEvery
		}
	}
	isDue := r.epoch > 0 && r.epoch%k.stride == 0
	// After a seek backwards, the list already has the key frames of later epochs.
	isSaved := len(k.list) > 0 && k.list[len(k.list)-1].epoch >= r.epoch
	if !isDue || isSaved {
		return
	}
	var f keyframe
	last := len(k.spare) - 1
	if last >= 0 {
		f = k.spare[last]
		k.spare = k.spare[:last]
	}
	f.position, f.epoch, f.done = r.position, r.epoch, r.done
	f.best, f.choice, f.rate = r.best, r.choice, r.rate
	f.params, f.adam = r.store.Snapshot(f.params[:0]), r.adam.SnapshotInto(f.adam)
	f.bestParams = append(f.bestParams[:0], r.bestParams...)
	f.kept, f.solver = r.gap.snapshot(f.kept[:0], f.solver[:0])
	for side, n := range []*net{r.fit, r.eval} {
		f.trackers[side] = n.loss.gap.snapshot(f.trackers[side][:0])
	}
	k.list = append(k.list, f)
	// All key frames have about the size of the new one.
	parameters := 3 * len(f.params)    // the parameters and the two moments of Adam
	trackers := 2 * len(f.trackers[0]) // the trackers of both networks
	numbers := parameters + len(f.bestParams) + len(f.kept) + len(f.solver) + trackers
	if len(k.list) < minKeyframes || len(k.list)*numbers <= cmp.Or(k.budget, cost.KeyframeBudget) {
		return
	}
	k.stride *= 2
	remaining := k.list[:0] // in the memory of the list
	for _, saved := range k.list {
		if saved.epoch%k.stride == 0 {
			remaining = append(remaining, saved)
		} else {
			k.spare = append(k.spare, saved)
		}
	}
	clear(k.list[len(remaining):]) // only spare may refer to the memory of removed key frames
	k.list = remaining
}

// Seek moves to a position, backwards or forwards, and reports whether it reached the
// position. It stops earlier if cancelled returns true or the run ends; cancelled may
// be nil. A negative position counts as 0. Afterwards the run has the state of a new run
// stepped to the position at which Seek stopped. Seek calls cancelled once in each stage,
// but not in the epoch that starts at a restored key frame.
func (r *Run) Seek(position int, cancelled func() bool) bool {
	position = max(position, 0)
	firstValid := r.epoch // the first epoch in which no buffer holds results of later epochs
	if position < r.position {
		r.rewind(position)
		firstValid = r.epoch
		if r.epoch > 0 { // rewind has restored a key frame
			firstValid++
		}
	}
	checkedStage := -1
	for r.position < position && !r.done {
		mayCancel := cancelled != nil && r.epoch >= firstValid
		if mayCancel && r.stage != checkedStage {
			if cancelled() {
				return false
			}
			checkedStage = r.stage
		}
		r.StepInner()
	}
	return r.position == position
}

// rewind moves to the last key frame at least one whole epoch before position. The repeated
// epoch overwrites every buffer that holds results of later epochs. Without such a key
// frame, rewind moves to position 0.
func (r *Run) rewind(position int) {
	finishedEpochs := 0 // number of epochs finished at position
	for _, row := range r.hist.rows {
		if row.position <= position {
			finishedEpochs++
		}
	}
	latest := -1 // index of the key frame
	for k, f := range r.frames.list {
		if f.epoch < finishedEpochs {
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

// beginAt restores a key frame: it moves the run to the start of the epoch of f. It
// changes neither the history nor the results of the networks.
func (r *Run) beginAt(f *keyframe) {
	r.store.Restore(f.params)
	r.adam.Restore(f.adam)
	r.gap.restore(f.kept, f.solver)
	for k, n := range []*net{r.fit, r.eval} {
		n.loss.gap.restore(f.trackers[k])
	}
	r.position, r.epoch, r.done = f.position, f.epoch, f.done
	r.segment, r.begun, r.shownSegment = 0, false, -1
	r.stage, r.inner = 0, 0
	r.best, r.choice, r.rate, r.evaluated = f.best, f.choice, f.rate, f.epoch
	r.bestParams = append(r.bestParams[:0], f.bestParams...)
}

// Replay evaluates epochs with key frames again on a second run. It selects at most limit
// epochs (limit ≥ 2), evenly spaced in the list of key frames. In each of these epochs, it
// steps the second run until the maps exist, and calls visit with the epoch (0-based) and the
// second run. It skips the key frame at the end of a finished run. With fewer than two key
// frames it does nothing.
func (r *Run) Replay(limit int, visit func(epoch int, replayed *Run)) {
	list := r.frames.list
	if len(list) < 2 {
		return
	}
	replayed, err := New(r.Graph, r.Split, r.cfg)
	if err != nil { // impossible: r has passed the same checks
		return
	}
	replayed.ForwardOnly()
	lastStage := stage.Maps
	if len(r.eval.layers) > 0 { // a peer (a model to compare with), whose maps stage 8 computes
		lastStage = stage.Classes
	}
	// The first and the last key frame of the list are among the n replayed key frames.
	n := min(limit, len(list))
	for k := range n {
		f := &list[k*(len(list)-1)/(n-1)]
		replayed.beginAt(f)
		for !replayed.done && replayed.epochOf(lastStage) <= f.epoch { // epochOf counts from 1
			replayed.StepInner()
		}
		if !replayed.done {
			visit(f.epoch, replayed)
		}
	}
}
