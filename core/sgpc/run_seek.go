package sgpc

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
	kept, solver    []float64
	trackers        [2][]float64
	best, choice    train.Best
	rate            train.Plateau
	bestParams      []float64 // empty before the first evaluation
	done            bool
}

// keyframes holds the key frame of every stride-th epoch but the first, whose start
// a reset restores.
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

// save saves a key frame of the present state, the start of an epoch. When the list
// exceeds the budget, it doubles the stride and removes the frames between.
func (k *keyframes) save(r *Run) {
	if k.off {
		return
	}
	if k.stride == 0 {
		k.stride = 1
		if r.cfg.DrawsSparse() {
			// Sampling probabilities and anchor are no part of a key frame; they
			// are renewed at these epochs.
			k.stride = r.cfg.AnchorEvery
		}
	}
	if n := len(k.list); r.epoch == 0 || r.epoch%k.stride != 0 || n > 0 && k.list[n-1].epoch >= r.epoch {
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
	if len(k.list)*(3*len(f.params)+len(f.bestParams)+len(f.kept)+len(f.solver)+2*len(f.trackers[0])) <= cmp.Or(k.budget,
		cost.KeyframeBudget) || len(k.list) < 4 {
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

// Seek moves to a position, backwards or forwards, and reports whether it reached
// it: not when cancelled returned true or the run ended before. The state
// afterwards equals that of a new run stepped to the same position, also after a
// cancel. Seek calls cancelled at the start of each stage, except in the epoch
// after a key frame: buffers of the network then still hold later results.
func (r *Run) Seek(position int, cancelled func() bool) bool {
	position = max(position, 0)
	whole := r.epoch // the first epoch in which all buffers are valid
	if position < r.position {
		r.rewind(position)
		whole = r.epoch
		if r.epoch > 0 {
			whole++
		}
	}
	asked := -1
	for r.position < position && !r.done {
		if cancelled != nil && r.epoch >= whole && r.stage != asked {
			if cancelled() {
				return false
			}
			asked = r.stage
		}
		r.StepInner()
	}
	return r.position == position
}

// rewind moves to a key frame at least one whole epoch before position, so that the
// replay overwrites every buffer that outlives an epoch.
func (r *Run) rewind(position int) {
	finished := 0
	for _, q := range r.hist.rows {
		if q.position <= position {
			finished++
		}
	}
	at := -1
	for i, f := range r.frames.list {
		if f.epoch < finished && f.epoch > 0 {
			at = i
		}
	}
	if at < 0 {
		r.reset()
		return
	}
	r.beginAt(&r.frames.list[at])
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

// Replay evaluates at most most epochs with key frames again, evenly spaced, on a
// second run. It advances that run in each epoch to its maps, for a peer to its
// classes, and calls see with the epoch, from 0, and the run.
func (r *Run) Replay(most int, see func(epoch int, at *Run)) {
	list := r.frames.list
	if len(list) < 2 {
		return
	}
	twin, err := New(r.Graph, r.Split, r.cfg)
	if err != nil {
		return
	}
	twin.ForwardOnly()
	of := stage.Maps
	if len(r.eval.layers) > 0 {
		of = stage.Classes
	}
	n := min(most, len(list))
	for k := range n {
		f := &list[k*(len(list)-1)/(n-1)]
		twin.beginAt(f)
		for !twin.done && twin.epochOf(of) <= f.epoch {
			twin.StepInner()
		}
		if !twin.done {
			see(f.epoch, twin)
		}
	}
}
