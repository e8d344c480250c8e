package sgpc

// This file saves a run as bytes and resumes it without training.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"hash/fnv"
	"math"

	"sheafscope/core/train"
)

// errResume is the error of [Run.Resume].
var errResume = errors.New("sgpc: these numbers are not those of a run of this graph, split and settings")

// checkpoint is a run at the end of an epoch: the key frame at the start of the epoch, the
// result of the update of the epoch, and the history. Resume computes all other results of the
// epoch again.
type checkpoint struct {
	keyframe
	// sum is a hash of graph, split, given parameters and settings (Run.sum). It has 32 bits,
	// which a float64 holds exactly.
	sum float64
	// after holds the parameters after the update. m and v hold the moments of Adam
	// after the update, each for all parameters in one slice.
	after, m, v []float64
	// The fields of the history: rows has an entry per epoch, theory and gaps per ascent.
	theory, gaps []float64
	rows         []epochRow
}

// Checkpoint returns the state of the run as bytes for [Run.Resume]. It returns nil
// within an epoch, and if the learning rate depends on the validation accuracy. It also
// returns nil unless the last key frames are those of the last and the next epoch. After a
// seek backwards, later epochs have key frames.
func (r *Run) Checkpoint() []byte {
	// The last key frame belongs to the next epoch. The last but one belongs to the epoch
	// that has just ended.
	n := len(r.frames.list)
	hasFrame := n >= 2 && r.frames.list[n-2].epoch == r.epoch-1
	if !r.betweenEpochs() || r.cfg.LRPatience > 0 || !hasFrame {
		return nil
	}
	adam := r.adam.Snapshot()
	c := checkpoint{keyframe: r.frames.list[n-2], sum: r.sum(), after: r.store.Snapshot(nil), rows: r.hist.rows, theory: r.hist.theory,
		gaps: r.hist.gaps}
	// bestParams of the key frame belongs to the best epoch before the last epoch. If the last
	// epoch is the best, Resume needs no bestParams: its evaluation of the last epoch saves them.
	if r.best.Epoch == r.epoch {
		c.bestParams = nil
	}
	for k := range adam.M {
		c.m, c.v = append(c.m, adam.M[k]...), append(c.v, adam.V[k]...)
	}
	var s codec
	s.checkpoint(&c)
	data := make([]byte, 0, 8*len(s.numbers))
	for _, v := range s.numbers {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data
}

// Resume moves the run to the position of a checkpoint, without training. It computes
// only the first evaluation, and the last epoch without its backward pass. The state of the
// run then equals the state at [Run.Checkpoint] bit for bit. Resume fails on incomplete bytes,
// and on a checkpoint of another graph, split, settings or given parameters. It also fails if
// the results of the last epoch differ from the checkpoint. After a failure the run is at
// position 0.
func (r *Run) Resume(data []byte) error {
	s := codec{reading: true}
	for ; len(data) >= 8; data = data[8:] {
		s.numbers = append(s.numbers, math.Float64frombits(binary.LittleEndian.Uint64(data)))
	}
	var c checkpoint
	s.checkpoint(&c)
	r.reset()
	// restoreSolver restores the solver of the gap ascent. On a solver of another graph it
	// returns false.
	if s.short || c.sum != r.sum() || !r.fits(&c) || !r.gap.restoreSolver(c.solver) {
		return errResume
	}
	last := len(c.rows) - 1
	// The forward pass of the first epoch gives the output that the history keeps.
	r.eval.evaluate()
	r.hist.keepFirst(r)
	c.adam = r.adam.Snapshot() // a placeholder for beginAt: c.update restores the saved moments
	r.beginAt(&c.keyframe)
	r.hist.rows = append(r.hist.rows, c.rows[:last]...)
	r.hist.theory, r.hist.gaps = append(r.hist.theory, c.theory...), append(r.hist.gaps, c.gaps...)
	r.hist.truncate(last) // without the last epoch
	// The run steps the last epoch again, with the saved update in place of the backward pass.
	pass := r.pass
	r.pass = []passPart{pass[0], {"", c.update}} // pass[0] is the forward pass
	r.StepEpoch()
	r.pass = pass
	// The parameters of the best epoch are in the checkpoint, or the last epoch has saved them.
	if r.hist.rows[last] != c.rows[last] || len(r.bestParams) == 0 {
		r.reset()
		return errResume
	}
	return nil
}

// fits reports whether a checkpoint has the sizes of this run, and at least two epochs.
func (r *Run) fits(c *checkpoint) bool {
	size, epochs := r.store.Size(), len(c.rows)
	hasEpochs := epochs >= 2 && c.epoch == epochs-1 // the first epoch has no key frame
	hasParameters := len(c.params) == size && len(c.after) == size && len(c.m) == size && len(c.v) == size
	// bestParams is empty if the last epoch is the best.
	hasBest := len(c.bestParams) == 0 || len(c.bestParams) == size+len(c.kept)
	hasAscents := len(c.kept) == len(r.gap.kept()) && len(c.theory) == len(c.gaps) && len(c.gaps) <= epochs
	return hasEpochs && hasParameters && hasBest && hasAscents
}

// sum returns a hash of graph, split, given parameters and the settings that the run
// reads. It omits all other settings, so that a new setting of the program does not make
// checkpoints invalid.
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

// update restores the results of the backward pass and of the Adam step from the
// checkpoint.
func (c *checkpoint) update(r *Run) {
	adam := r.adam.Snapshot()
	adam.Step = c.epoch + 1 // number of Adam steps, one per finished epoch
	// Divide the saved moments among the parameters.
	m, v := c.m, c.v
	for k := range adam.M {
		m = m[copy(adam.M[k], m):]
		v = v[copy(adam.V[k], v):]
	}
	r.adam.Restore(adam)
	r.shown = append(r.shown[:0], c.params...) // the evaluation has the parameters before the update
	r.store.Restore(c.after)
	r.hist.now.gradient = c.rows[c.epoch].gradient
}

// codec is an encoder or a decoder of a checkpoint. The encoder appends all values to
// numbers. The decoder removes the values from the start of numbers, in this order.
type codec struct {
	numbers []float64
	reading bool // true in a decoder
	short   bool // the decoder needs more numbers than there are
}

// floats writes or reads single numbers.
func (s *codec) floats(list ...*float64) {
	for _, v := range list {
		switch {
		case !s.reading:
			s.numbers = append(s.numbers, *v)
		case len(s.numbers) == 0:
			s.short = true
		default:
			*v = s.numbers[0]
			s.numbers = s.numbers[1:]
		}
	}
}

// ints writes or reads integers.
func (s *codec) ints(list ...*int) {
	for _, v := range list {
		f := float64(*v)
		s.floats(&f)
		*v = int(f)
	}
}

// slices writes or reads slices. The length of each slice precedes its entries. At an
// impossible length the decoder sets short and returns.
func (s *codec) slices(lists ...*[]float64) {
	for _, v := range lists {
		n := len(*v)
		s.ints(&n)
		if !s.reading {
			s.numbers = append(s.numbers, *v...)
			continue
		}
		if n < 0 || n > len(s.numbers) {
			s.short = true
			return
		}
		*v = s.numbers[:n:n]
		s.numbers = s.numbers[n:]
	}
}

// flag writes or reads a boolean as 0 or 1.
func (s *codec) flag(v *bool) {
	f := 0.0
	if *v {
		f = 1
	}
	s.floats(&f)
	*v = f == 1
}

// checkpoint writes or reads a checkpoint. The order of the calls is the format of the
// bytes.
func (s *codec) checkpoint(c *checkpoint) {
	s.floats(&c.sum)
	s.ints(&c.position, &c.epoch)
	s.slices(&c.params, &c.kept, &c.solver, &c.trackers[0], &c.trackers[1], &c.bestParams, &c.after, &c.m, &c.v, &c.theory, &c.gaps)
	for _, b := range []*train.Best{&c.best, &c.choice} {
		s.ints(&b.Epoch, &b.Progress)
		s.floats(&b.Accuracy, &b.Loss, &b.Lowest)
	}
	s.floats(&c.rate.Rate, &c.rate.Floor) // Checkpoint requires a constant rate, which has no further state
	n := len(c.rows)
	s.ints(&n)
	for k := 0; k < n && !s.short; k++ {
		if s.reading {
			c.rows = append(c.rows, epochRow{})
		}
		s.row(&c.rows[k])
	}
}

// row writes or reads the record of an epoch.
func (s *codec) row(q *epochRow) {
	s.flag(&q.loss.HasSpec)
	s.floats(&q.loss.CE, &q.loss.KL, &q.loss.Spec, &q.loss.Total)
	s.floats(&q.accuracy.Train, &q.accuracy.Val, &q.accuracy.Test)
	s.floats(&q.lambda2, &q.gradient)
	for k := range q.halves {
		s.floats(&q.halves[k].accuracy, &q.halves[k].loss)
	}
	s.ints(&q.position)
}
