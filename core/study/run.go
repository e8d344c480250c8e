package study

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"sheafscope/core/train"
)

// Progress reports one cell that was finished or found in the ledger.
type Progress struct {
	// Done of Total cells are finished; Resumed reports whether this one was found.
	Done, Total int
	Cell        Cell
	Outcome     train.Outcome
	Resumed     bool
	// Err is why the cell failed, or nil.
	Err error
	// Elapsed is the time since Run started, Left an estimate of what remains, of Whole: "" for these cells.
	Elapsed, Left time.Duration
	Whole         string
}

// Experiment is an experiment ready to run.
type Experiment struct {
	Cells []Cell
	Run   Runner
	// Stamp returns what a cell's result depends on beyond the cell itself; nil for nothing.
	Stamp func(Cell) (Stamp, error)
	// Ledger remembers finished cells; nil for none.
	Ledger *Ledger
	// Workers is the number of cells that run at a time, at least 1. The
	// Runner must be safe for concurrent use when there are more.
	Workers int
	// Report is called after every cell, one call at a time; nil for none.
	Report func(Progress)
	// Now is the clock for Elapsed and Left; nil for time.Now.
	Now func() time.Time
}

// Execute runs the cells that the ledger does not hold and returns all
// results in the order of Cells, without those that failed. A failed cell
// does not stop the others, unless it ran and could not be kept (ErrNotKept); the error
// joins all failures. When ctx ends, the cells under way are finished and ctx's error is
// returned with what there is.
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
	e.work(inner, open)
	var out []Result
	for i, c := range p.Cells {
		if e.ok[i] {
			out = append(out, Result{c, e.outcomes[i]})
		}
	}
	return out, errors.Join(append(e.errs, ctx.Err())...)
}

// execution is the state of one Execute.
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
	// open cells remain to run, ran were run now.
	open, ran int
	timed     map[string]*rate
}

// rate is the mean time of a kind of cell.
type rate struct {
	n       int
	seconds float64
}

func (e *execution) work(ctx context.Context, open []int) {
	workers := max(1, e.plan.Workers)
	if workers == 1 {
		for _, i := range open {
			if ctx.Err() != nil {
				return
			}
			e.one(i)
		}
		return
	}
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				if ctx.Err() == nil {
					e.one(i)
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

func (e *execution) one(i int) {
	o, err := e.plan.Run(e.plan.Cells[i])
	if err == nil && e.plan.Ledger != nil {
		err = e.plan.Ledger.Put(e.plan.Cells[i], e.stamps[i], e.plan.Now().UTC(), o)
	}
	e.finish(i, o, err, false)
}

func (e *execution) finish(i int, o train.Outcome, err error, resumed bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.plan.Cells[i]
	e.done++
	if errors.Is(err, ErrNotKept) {
		e.stop()
	}
	if err != nil {
		e.errs = append(e.errs, fmt.Errorf("%s, %s, split %s, seed %d: %w", c.Dataset, c.Model, c.Split, c.Seed, err))
	} else {
		e.outcomes[i], e.ok[i] = o, true
		e.time(kind(c), o.Seconds)
	}
	if !resumed {
		e.ran++
	}
	if e.plan.Report == nil {
		return
	}
	e.plan.Report(Progress{Done: e.done, Total: len(e.plan.Cells), Cell: c, Outcome: o, Resumed: resumed, Err: err,
		Elapsed: e.plan.Now().Sub(e.start), Left: e.left()})
}

// kind groups cells that take about the same time.
func kind(c Cell) string { return c.Dataset + "\x00" + c.Model }

func (e *execution) time(kind string, seconds float64) {
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

// left estimates the remaining time: the mean of the cells of the same data
// set and model, else the mean of all, over the workers.
func (e *execution) left() time.Duration {
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
		if r := e.timed[kind(c)]; r != nil {
			sum += r.seconds / float64(r.n)
		} else {
			sum += all.seconds / float64(all.n)
		}
	}
	return time.Duration(sum / float64(max(1, e.plan.Workers)) * float64(time.Second))
}

// Bar draws a progress bar of the given width, as text.
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

// accuracy writes a share in percent, "none" for that of an empty set.
func accuracy(x float64) string {
	if x < 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f", 100*x)
}

// String is one line: bar, count, cell, validation accuracy, time left. It names no
// test accuracy: settings may still be chosen when it is read.
func (p Progress) String() string {
	what := "val " + accuracy(p.Outcome.Val)
	if p.Resumed {
		what += " (from the results file)"
	}
	if p.Err != nil {
		what = "failed: " + p.Err.Error()
	}
	return fmt.Sprintf("%s %d/%d %s %s split %s seed %d: %s, %s left%s", p.Bar(20), p.Done, p.Total,
		p.Cell.Dataset, p.Cell.Model, p.Cell.Split, p.Cell.Seed, what, p.Left.Round(time.Second), p.Whole)
}
