package sgpc

import (
	"cmp"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/train"
)

// keyframe is all that an epoch starts from.
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

// keyframes holds the start of every stride-th epoch but the first, to which a
// run goes back by a reset.
type keyframes struct {
	list   []keyframe
	stride int
	// budget bounds the floats held; 0 means cost.KeyframeBudget.
	budget int
	// spare are frames thinned out, whose memory the next ones take over.
	spare []keyframe
	// off keeps no key frames at all.
	off bool
}

// ForwardOnly makes the run keep no key frames: the copies cost a fifth of the
// time of a small network that nobody looks at. Going back still works, by a
// replay from the start.
func (r *Run) ForwardOnly() { r.frames = keyframes{off: true} }

// save keeps the present state, which is the start of an epoch, and thins the
// list out when it grows over the budget.
func (k *keyframes) save(r *Run) {
	if k.off {
		return
	}
	if k.stride == 0 {
		k.stride = 1
		if r.cfg.DrawsSparse() {
			// Sampling probabilities and anchor are made anew at these epochs.
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

// Seek goes to a position, backwards or forwards, and returns false when
// cancelled or when the run ends before. The state afterwards equals that of a
// fresh run stepped to the same position, also after a cancel: cancelled is
// asked at the boundaries of the stages, except in the epoch after a key frame,
// whose buffers still hold what came later in the run.
func (r *Run) Seek(position int, cancelled func() bool) bool {
	position = max(position, 0)
	whole := r.epoch // buffers are right from this epoch on
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

// rewind goes to a key frame at least one whole epoch before position, so that
// replaying overwrites every buffer that an epoch leaves behind.
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

// beginAt goes to the beginning of the epoch of a key frame.
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

// Replay evaluates epochs again of which the run keeps what they began with, evenly chosen, at most so many: by another run, which
// begins each and goes on until its maps are there, of a peer its classes. see gets the epoch, from 0, and that run.
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
