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

// checkpoint is a run at the end of an epoch: the key frame of the epoch, the
// result of its update, and a row of every epoch. It does not contain the results
// of forward passes.
type checkpoint struct {
	keyframe
	sum                       float64
	after, m, v, theory, gaps []float64
	rows                      []epochRow
}

// Checkpoint returns the state of the run as bytes for [Run.Resume]. It returns nil
// within an epoch, without a key frame of the last epoch, and for a learning rate
// that follows validation.
func (r *Run) Checkpoint() []byte {
	n := len(r.frames.list)
	if !r.betweenEpochs() || r.cfg.LRPatience > 0 || n < 2 || r.frames.list[n-2].epoch != r.epoch-1 {
		return nil
	}
	adam := r.adam.Snapshot()
	c := checkpoint{keyframe: r.frames.list[n-2], sum: r.sum(), after: r.store.Snapshot(nil), rows: r.hist.rows, theory: r.hist.theory,
		gaps: r.hist.gaps}
	if r.best.Epoch == r.epoch { // the evaluation in Resume restores them
		c.bestParams = nil
	}
	for k := range adam.M {
		c.m, c.v = append(c.m, adam.M[k]...), append(c.v, adam.V[k]...)
	}
	var s codec
	s.checkpoint(&c)
	data := make([]byte, 0, 8*len(s.x))
	for _, v := range s.x {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// Resume moves the run to the position of a checkpoint by the forward passes of the
// first and the last epoch, without training. The state equals that of the training
// bit for bit. It fails on a checkpoint of another graph, split or settings; the
// run is then at position 0.
func (r *Run) Resume(data []byte) error {
	s := codec{reading: true}
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
		len(c.gaps) > len(c.rows) || !r.gap.restoreSolver(c.solver) {
		return errResume
	}
	r.eval.evaluate()
	r.hist.keepFirst(r)
	c.adam = r.adam.Snapshot() // a placeholder of the right shape: c.update replaces it
	r.beginAt(&c.keyframe)
	r.hist.rows = append(r.hist.rows, c.rows[:last]...)
	r.hist.theory, r.hist.gaps = append(r.hist.theory, c.theory...), append(r.hist.gaps, c.gaps...)
	r.hist.truncate(last)
	pass := r.pass
	r.pass = []passPart{pass[0], {"", c.update}}
	r.StepEpoch()
	if r.pass = pass; r.hist.rows[last] != c.rows[last] || len(r.bestParams) == 0 {
		r.reset()
		return errResume
	}
	return nil
}

// sum returns a hash of graph, split, given parameters and the settings that the
// run reads. A new setting that this run does not read therefore keeps old
// checkpoints valid.
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

// update replaces backward pass and Adam step: it restores their results from the
// checkpoint.
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

// codec writes the numbers of a checkpoint to x, or reads them from x. short
// reports that x ended too early.
type codec struct {
	x              []float64
	reading, short bool
}

func (s *codec) floats(list ...*float64) {
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

func (s *codec) ints(list ...*int) {
	for _, v := range list {
		f := float64(*v)
		s.floats(&f)
		*v = int(f)
	}
}

func (s *codec) slices(lists ...*[]float64) {
	for _, v := range lists {
		n := len(*v)
		if s.ints(&n); !s.reading {
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

func (s *codec) flag(v *bool) {
	f := 0.0
	if *v {
		f = 1
	}
	s.floats(&f)
	*v = f == 1
}

func (s *codec) checkpoint(c *checkpoint) {
	s.floats(&c.sum)
	s.ints(&c.position, &c.epoch)
	s.slices(&c.params, &c.kept, &c.solver, &c.trackers[0], &c.trackers[1], &c.bestParams, &c.after, &c.m, &c.v, &c.theory, &c.gaps)
	for _, b := range []*train.Best{&c.best, &c.choice} {
		s.ints(&b.Epoch, &b.Progress)
		s.floats(&b.Accuracy, &b.Loss, &b.Lowest)
	}
	s.floats(&c.rate.Rate, &c.rate.Floor)
	n := len(c.rows)
	s.ints(&n)
	for k := 0; k < n && !s.short; k++ {
		if s.reading {
			c.rows = append(c.rows, epochRow{})
		}
		q := &c.rows[k]
		s.flag(&q.loss.HasSpec)
		s.floats(&q.loss.CE, &q.loss.KL, &q.loss.Spec, &q.loss.Total, &q.accuracy.Train, &q.accuracy.Val, &q.accuracy.Test, &q.lambda2,
			&q.gradient,
			&q.halves[0].accuracy, &q.halves[0].loss, &q.halves[1].accuracy, &q.halves[1].loss)
		s.ints(&q.position)
	}
}
