package study

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"sheafscope/core/train"
)

// Progress reports one cell that has finished or was found in the ledger.
type Progress struct {
	// Done of Total cells are finished; Resumed reports whether this cell was found in the ledger.
	Done, Total int
	Cell        Cell
	Outcome     train.Outcome
	Resumed     bool
	// Err is the error of a failed cell, or nil.
	Err error
	// Elapsed is the time since Execute began, and Left the estimated remaining time.
	// Whole is a suffix that states to what Left refers, "" for these cells.
	Elapsed, Left time.Duration
	Whole         string
}

// Experiment is a list of cells with the means to run them.
type Experiment struct {
	Cells []Cell
	Run   Runner
	// Stamp returns the stamp of a cell; nil for none.
	Stamp func(Cell) (Stamp, error)
	// Ledger stores finished cells; nil for none.
	Ledger *Ledger
	// Workers is the number of simultaneous cells, at least 1; above 1 the Runner must be safe for concurrent use.
	Workers int
	// Report is called after every cell, one call at a time; nil for none.
	Report func(Progress)
	// Now is the clock for Elapsed and Left; nil for time.Now.
	Now func() time.Time
}

// Execute runs the cells that the ledger does not hold and returns the results of all cells that did not fail, in order.
// A failed cell does not stop the others, unless its result could not be written (ErrNotKept); the error joins all failures.
// When ctx ends, running cells are finished, and the error joins that of ctx.
func (p Experiment) Execute(ctx context.Context) ([]Result, error) {
	inner, stop := context.WithCancel(ctx)
	defer stop()
	e := &execution{stop: stop, plan: p, outcomes: make([]train.Outcome, len(p.Cells)), ok: make([]bool, len(p.Cells)),
		stamps: make([]Stamp, len(p.Cells))}
	if e.plan.Now == nil {
		e.plan.Now = time.Now
	}
	e.start = e.plan.Now()
	var open []int
	for i, c := range p.Cells {
		if p.Stamp != nil {
			var err error
			if e.stamps[i], err = p.Stamp(c); err != nil {
				e.finish(i, train.Outcome{}, err, false)
				continue
			}
		}
		if p.Ledger != nil {
			if o, ok := p.Ledger.Get(c, e.stamps[i]); ok {
				e.finish(i, o, nil, true)
				continue
			}
		}
		open = append(open, i)
	}
	e.open = len(open)
	e.runAll(inner, open)
	var out []Result
	for i, c := range p.Cells {
		if e.ok[i] {
			out = append(out, Result{c, e.outcomes[i]})
		}
	}
	return out, errors.Join(append(e.errs, ctx.Err())...)
}

// execution is the state of one call of [Experiment.Execute].
type execution struct {
	plan     Experiment
	stop     func()
	start    time.Time
	mu       sync.Mutex
	outcomes []train.Outcome
	ok       []bool
	stamps   []Stamp
	errs     []error
	done     int
	// open is the number of cells that are not in the ledger, and ran the number of those that have run.
	open, ran int
	timed     map[string]*rate
}

// rate is the number of cells of a kind and their total time.
type rate struct {
	n       int
	seconds float64
}

// runAll runs the open cells on the workers.
func (e *execution) runAll(ctx context.Context, open []int) {
	workers := max(1, e.plan.Workers)
	if workers == 1 {
		for _, i := range open {
			if ctx.Err() != nil {
				return
			}
			e.runCell(i)
		}
		return
	}
	// Cells are handed out in order, and outcomes are stored by index, so the results do not depend on timing.
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					e.runCell(i)
				}
			}
		})
	}
	for _, i := range open {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

// runCell runs cell i and stores its outcome.
func (e *execution) runCell(i int) {
	o, err := e.plan.Run(e.plan.Cells[i])
	if err == nil && e.plan.Ledger != nil {
		err = e.plan.Ledger.Put(e.plan.Cells[i], e.stamps[i], e.plan.Now().UTC(), o)
	}
	e.finish(i, o, err, false)
}

// finish records the end of cell i and reports it.
func (e *execution) finish(i int, o train.Outcome, err error, resumed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.plan.Cells[i]
	e.done++
	// Results of further cells would be lost, too.
	if errors.Is(err, ErrNotKept) {
		e.stop()
	}
	if err != nil {
		e.errs = append(e.errs, fmt.Errorf("%s, %s, split %s, seed %d: %w", c.Dataset, c.Model, c.Split, c.Seed, err))
	} else {
		e.outcomes[i], e.ok[i] = o, true
		e.addTime(cellKind(c), o.Seconds)
	}
	if !resumed {
		e.ran++
	}
	if e.plan.Report == nil {
		return
	}
	e.plan.Report(Progress{Done: e.done, Total: len(e.plan.Cells), Cell: c, Outcome: o, Resumed: resumed, Err: err,
		Elapsed: e.plan.Now().Sub(e.start), Left: e.timeLeft()})
}

// cellKind returns a key of cells that need about the same time.
func cellKind(c Cell) string { return c.Dataset + "\x00" + c.Model }

// addTime adds the time of a cell of a kind.
func (e *execution) addTime(kind string, seconds float64) {
	if e.timed == nil {
		e.timed = map[string]*rate{}
	}
	r := e.timed[kind]
	if r == nil {
		r = &rate{}
		e.timed[kind] = r
	}
	r.n++
	r.seconds += seconds
}

// timeLeft estimates the remaining time of all workers.
// A cell counts with the mean of its kind, or with the mean of all kinds where its kind has not run.
func (e *execution) timeLeft() time.Duration {
	all := rate{}
	for _, r := range e.timed {
		all.n += r.n
		all.seconds += r.seconds
	}
	if all.n == 0 {
		return 0
	}
	sum := 0.0
	for i, c := range e.plan.Cells {
		if e.ok[i] {
			continue
		}
		if r := e.timed[cellKind(c)]; r != nil {
			sum += r.seconds / float64(r.n)
		} else {
			sum += all.seconds / float64(all.n)
		}
	}
	return time.Duration(sum / float64(max(1, e.plan.Workers)) * float64(time.Second))
}

// Bar returns a progress bar of the given width in characters.
func (p Progress) Bar(width int) string {
	full := 0
	if p.Total > 0 {
		full = p.Done * width / p.Total
	}
	b := make([]byte, width)
	for i := range b {
		b[i] = '.'
		if i < full {
			b[i] = '#'
		}
	}
	return "[" + string(b) + "]"
}

// percentText returns a share in per cent, "none" for the accuracy of an empty set.
func percentText(x float64) string {
	if x < 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f", 100*x)
}

// String returns one line: bar, count, cell, validation accuracy, time left.
// It omits the test accuracy, since the reader may still be choosing settings.
func (p Progress) String() string {
	what := "val " + percentText(p.Outcome.Val)
	if p.Resumed {
		what += " (from the results file)"
	}
	if p.Err != nil {
		what = "failed: " + p.Err.Error()
	}
	return fmt.Sprintf("%s %d/%d %s %s split %s seed %d: %s, %s left%s", p.Bar(20), p.Done, p.Total,
		p.Cell.Dataset, p.Cell.Model, p.Cell.Split, p.Cell.Seed, what, p.Left.Round(time.Second), p.Whole)
}
