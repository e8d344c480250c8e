package sgpc

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"

	"sheafscope/core/train"
)

var errResume = errors.New("sgpc: these numbers are not those of a run of this graph, split and settings")

// checkpoint is a run that stands at the end of an epoch: what the epoch began with, what its update made, and a row of every epoch.
// What the forward passes of the epoch make is not in it.
type checkpoint struct {
	keyframe
	sum                       float64
	after, m, v, theory, gaps []float64
	rows                      []epochRow
}

// Checkpoint returns the run as numbers, with which [Run.Resume] of a run of the same graph, split and settings comes to the same
// state without training. It returns nil unless the run stands at the end of an epoch of which it keeps the beginning, and for a
// learning rate that follows validation.
func (r *Run) Checkpoint() []byte {
	n := len(r.frames.list)
	if !r.betweenEpochs() || r.cfg.LRPatience > 0 || n < 2 || r.frames.list[n-2].epoch != r.epoch-1 {
		return nil
	}
	adam := r.adam.Snapshot()
	c := checkpoint{keyframe: r.frames.list[n-2], sum: r.sum(), after: r.store.Snapshot(nil), rows: r.hist.rows, theory: r.hist.theory,
		gaps: r.hist.gaps}
	if r.best.Epoch == r.epoch { // the evaluation finds them again
		c.bestParams = nil
	}
	for k := range adam.M {
		c.m, c.v = append(c.m, adam.M[k]...), append(c.v, adam.V[k]...)
	}
	var s numbers
	s.checkpoint(&c)
	data := make([]byte, 0, 8*len(s.x))
	for _, v := range s.x {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// Resume brings a run to the position of a checkpoint: by the forward passes of the first epoch and of the last one, with the numbers
// of the training, bit by bit. It fails where they are not those of this run, which then is at position 0.
func (r *Run) Resume(data []byte) error {
	s := numbers{reading: true}
	for ; len(data) >= 8; data = data[8:] {
		s.x = append(s.x, math.Float64frombits(binary.LittleEndian.Uint64(data)))
	}
	var c checkpoint
	s.checkpoint(&c)
	r.reset()
	size, last := r.store.Size(), len(c.rows)-1
	if s.short || c.sum != r.sum() || last < 1 || c.epoch != last ||
		len(c.params) != size || len(c.after) != size || len(c.m) != size || len(c.v) != size ||
		len(c.kept) != len(r.gap.kept()) || len(c.bestParams) > 0 && len(c.bestParams) != size+len(c.kept) || len(c.theory) != len(c.gaps) ||
		len(c.gaps) > len(c.rows) || !r.gap.takes(c.solver) {
		return errResume
	}
	r.eval.evaluate()
	r.hist.keepFirst(r)
	c.adam = r.adam.Snapshot() // which the update replaces
	r.beginAt(&c.keyframe)
	r.hist.rows = append(r.hist.rows, c.rows[:last]...)
	r.hist.theory, r.hist.gaps = append(r.hist.theory, c.theory...), append(r.hist.gaps, c.gaps...)
	r.hist.truncate(last)
	pass := r.pass
	r.pass = []piece{pass[0], {"", c.update}}
	r.StepEpoch()
	if r.pass = pass; r.hist.rows[last] != c.rows[last] || len(r.bestParams) == 0 {
		r.reset()
		return errResume
	}
	return nil
}

// sum is a hash of all that decides the numbers of a run. Of the settings these are the ones that the run reads, so that a setting
// which is added for others leaves it as it is.
func (r *Run) sum() float64 {
	h := fnv.New32a()
	for _, s := range r.cfg.Settings() {
		if s.Reads {
			fmt.Fprintln(h, s.Name, s.Value())
		}
	}
	fmt.Fprint(h, r.Graph.Edges, r.Graph.Labels, r.Graph.X.Ptr, r.Graph.X.Col, r.Graph.X.Val, r.Split)
	if r.given != nil {
		fmt.Fprint(h, r.given)
	}
	return float64(h.Sum32())
}

// update takes the place of backward pass and Adam step.
func (c *checkpoint) update(r *Run) {
	adam := r.adam.Snapshot()
	adam.Step = c.epoch + 1
	m, v := c.m, c.v
	for k := range adam.M {
		m, v = m[copy(adam.M[k], m):], v[copy(adam.V[k], v):]
	}
	r.adam.Restore(adam)
	r.shown = append(r.shown[:0], c.params...)
	r.store.Restore(c.after)
	r.hist.now.gradient = c.rows[c.epoch].gradient
}

// numbers writes the numbers of a checkpoint, one after the other, or reads them. short marks that there were too few.
type numbers struct {
	x              []float64
	reading, short bool
}

func (s *numbers) one(list ...*float64) {
	for _, v := range list {
		switch {
		case !s.reading:
			s.x = append(s.x, *v)
		case len(s.x) == 0:
			s.short = true
		default:
			*v, s.x = s.x[0], s.x[1:]
		}
	}
}

func (s *numbers) whole(list ...*int) {
	for _, v := range list {
		f := float64(*v)
		s.one(&f)
		*v = int(f)
	}
}

func (s *numbers) many(lists ...*[]float64) {
	for _, v := range lists {
		n := len(*v)
		if s.whole(&n); !s.reading {
			s.x = append(s.x, *v...)
			continue
		}
		if n < 0 || n > len(s.x) {
			s.short = true
			return
		}
		*v, s.x = s.x[:n:n], s.x[n:]
	}
}

func (s *numbers) yes(v *bool) {
	f := 0.0
	if *v {
		f = 1
	}
	s.one(&f)
	*v = f == 1
}

func (s *numbers) checkpoint(c *checkpoint) {
	s.one(&c.sum)
	s.whole(&c.position, &c.epoch)
	s.many(&c.params, &c.kept, &c.solver, &c.trackers[0], &c.trackers[1], &c.bestParams, &c.after, &c.m, &c.v, &c.theory, &c.gaps)
	for _, b := range []*train.Best{&c.best, &c.choice} {
		s.whole(&b.Epoch, &b.Progress)
		s.one(&b.Accuracy, &b.Loss, &b.Lowest)
	}
	s.one(&c.rate.Rate, &c.rate.Floor)
	n := len(c.rows)
	s.whole(&n)
	for k := 0; k < n && !s.short; k++ {
		if s.reading {
			c.rows = append(c.rows, epochRow{})
		}
		q := &c.rows[k]
		s.yes(&q.loss.HasSpec)
		s.one(&q.loss.CE, &q.loss.KL, &q.loss.Spec, &q.loss.Total, &q.accuracy.Train, &q.accuracy.Val, &q.accuracy.Test, &q.lambda2, &q.gradient,
			&q.halves[0].accuracy, &q.halves[0].loss, &q.halves[1].accuracy, &q.halves[1].loss)
		s.whole(&q.position)
	}
}
