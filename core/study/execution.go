// This file executes the cells of an experiment, on one or several workers.

package study

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"sheafscope/core/train"
)

// Progress describes the state of an experiment after a cell has finished or was found in the ledger.
type Progress struct {
	// Done is the number of finished cells, failed cells included. Total is the number of all cells.
	Done, Total int
	// Cell is the cell that has finished, and Outcome is its outcome. Resumed reports whether the outcome was found in the ledger.
	Cell    Cell
	Outcome train.Outcome
	Resumed bool
	// Err is the error of a failed cell, or nil. If Err is not nil, Outcome is not valid.
	Err error
	// Elapsed is the time since Execute began. Left is the estimated time until all cells are finished, or 0 before the first outcome.
	// Whole is the text after Left in the printed line: " of the search" if Left is the time of a whole search, and "" otherwise.
	Elapsed, Left time.Duration
	Whole         string
}

// Experiment is a list of cells with the means to run them.
type Experiment struct {
	Cells []Cell
	Run   Runner // trains a cell
	// Stamp returns the stamp of a cell: digests of its data and of the program. If the function is nil, cells have no stamp.
	Stamp func(Cell) (Stamp, error)
	// Ledger stores finished cells with their outcomes. If it is nil, nothing is stored, and every cell runs.
	Ledger *Ledger
	// Workers is the number of cells that run at the same time. If it is above 1, Run must be safe for concurrent use.
	Workers int
	// Report, unless nil, is called after every cell. Calls do not overlap.
	Report func(Progress)
	// Now is the clock. If it is nil, the clock is time.Now.
	Now func() time.Time
}

// Execute runs the cells that the ledger does not hold. It returns the results of all cells that finished without an error, in the order of
// Cells.
// A failed cell does not stop the other cells, unless its result could not be written ([ErrNotKept]).
// If ctx ends, running cells are finished, and no further cell begins. The error joins the errors of the cells and the error of ctx.
func (p Experiment) Execute(ctx context.Context) ([]Result, error) {
	// inner ends when ctx ends, or when stop is called after ErrNotKept. Execute returns the error of ctx, which stop does not set.
	inner, stop := context.WithCancel(ctx)
	defer stop()
	e := &execution{stop: stop, experiment: p, outcomes: make([]train.Outcome, len(p.Cells)), ok: make([]bool, len(p.Cells)),
		hasEnded: make([]bool, len(p.Cells)), stamps: make([]Stamp, len(p.Cells))}
	if e.experiment.Now == nil {
		e.experiment.Now = time.Now
	}
	e.start = e.experiment.Now()
	// Find the cells that have to run. A cell has failed if Stamp fails for it. A cell in the ledger has finished.
	var toRun []int // indices in p.Cells
	for i, c := range p.Cells {
		if p.Stamp != nil {
			stamp, err := p.Stamp(c)
			if err != nil {
				e.finish(i, finished{err: err})
				continue
			}
			e.stamps[i] = stamp
		}
		if p.Ledger != nil {
			if o, found := p.Ledger.Get(c, e.stamps[i]); found {
				e.finish(i, finished{outcome: o, resumed: true})
				continue
			}
		}
		toRun = append(toRun, i)
	}
	e.runAll(inner, toRun)
	// The results in the order of the cells, whichever worker finished first.
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
	experiment Experiment
	stop       func()    // ends the execution after the running cells
	start      time.Time // time at which Execute began
	stamps     []Stamp   // by index of the cell
	// mu guards the fields below.
	mu       sync.Mutex
	outcomes []train.Outcome  // by index of the cell, valid if ok
	ok       []bool           // the cell has finished without an error
	hasEnded []bool           // the cell has finished, with or without an error
	errs     []error          // errors of failed cells
	done     int              // number of finished cells, with failed cells
	timed    map[string]*rate // times by cellKind; nil before the first outcome
}

// finished is the result of a cell: its outcome, or the error of a failed cell.
type finished struct {
	outcome train.Outcome // valid if err is nil
	err     error
	resumed bool // the outcome was found in the ledger
}

// rate is a number of cells with their total time, for the estimate of the remaining time.
type rate struct {
	n       int     // number of cells
	seconds float64 // total time of these cells
}

// runAll runs the cells with the given indices on the workers. After the end of ctx no further cell begins.
// It returns when all cells that began have finished.
func (e *execution) runAll(ctx context.Context, toRun []int) {
	workers := max(1, e.experiment.Workers)
	if workers == 1 { // without goroutines, so that Run need not be safe for concurrent use
		for _, i := range toRun {
			if ctx.Err() != nil {
				return
			}
			e.runCell(i)
		}
		return
	}
	// Workers receive indices in order and store outcomes by index, so the results do not depend on timing.
	next := make(chan int)
	var wg sync.WaitGroup
	for range workers {
		wg.Go(func() {
			for i := range next {
				if ctx.Err() == nil { // after the end of ctx, an index that is still sent is dropped
					e.runCell(i)
				}
			}
		})
	}
	for _, i := range toRun {
		if ctx.Err() != nil {
			break
		}
		next <- i
	}
	close(next)
	wg.Wait()
}

// runCell runs cell i, stores its outcome in the ledger and records its end. A cell whose outcome cannot be stored has failed.
func (e *execution) runCell(i int) {
	outcome, err := e.experiment.Run(e.experiment.Cells[i])
	if err == nil && e.experiment.Ledger != nil {
		err = e.experiment.Ledger.Put(e.experiment.Cells[i], e.stamps[i], e.experiment.Now().UTC(), outcome)
	}
	e.finish(i, finished{outcome: outcome, err: err})
}

// finish records the result of cell i and reports the progress.
func (e *execution) finish(i int, end finished) {
	e.mu.Lock()
	defer e.mu.Unlock()
	c := e.experiment.Cells[i]
	e.done++
	e.hasEnded[i] = true
	if errors.Is(end.err, ErrNotKept) {
		e.stop() // results of further cells would be lost, too
	}
	if end.err != nil {
		e.errs = append(e.errs, fmt.Errorf("%s, %s, split %s, seed %d: %w", c.Dataset, c.Model, c.Split, c.Seed, end.err))
	} else {
		e.outcomes[i], e.ok[i] = end.outcome, true
		e.addTime(cellKind(c), end.outcome.Seconds) // a resumed outcome has the time of its earlier run
	}
	if e.experiment.Report == nil {
		return
	}
	// Report is called under the lock, so that calls do not overlap.
	e.experiment.Report(Progress{Done: e.done, Total: len(e.experiment.Cells), Cell: c, Outcome: end.outcome, Resumed: end.resumed,
		Err: end.err, Elapsed: e.experiment.Now().Sub(e.start), Left: e.timeLeft()})
}

// cellKind returns a key that is equal for all cells of a model on a data set, since such cells need about the same time.
func cellKind(c Cell) string { return c.Dataset + "\x00" + c.Model }

// addTime adds the time of a cell to the rate of its kind.
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

// timeLeft estimates the time until all cells are finished: the expected time of the unfinished cells, divided by the number of workers.
// The expected time of a cell is the mean time of its kind or, if no cell of the kind has an outcome, the mean time of all cells with an
// outcome. If no cell at all has an outcome, timeLeft returns 0.
func (e *execution) timeLeft() time.Duration {
	all := rate{}
	for _, r := range e.timed {
		all.n += r.n
		all.seconds += r.seconds
	}
	if all.n == 0 {
		return 0
	}
	seconds := 0.0
	for i, c := range e.experiment.Cells {
		if e.hasEnded[i] { // the elapsed time of a running cell is not known, which makes the estimate too large
			continue
		}
		if r := e.timed[cellKind(c)]; r != nil {
			seconds += r.seconds / float64(r.n)
		} else {
			seconds += all.seconds / float64(all.n)
		}
	}
	return time.Duration(seconds / float64(max(1, e.experiment.Workers)) * float64(time.Second))
}

// Bar returns a progress bar such as [###.....]. width is the number of characters between the brackets.
func (p Progress) Bar(width int) string {
	full := 0 // number of characters #
	if p.Total > 0 {
		full = min(width, p.Done*width/p.Total)
	}
	return "[" + strings.Repeat("#", full) + strings.Repeat(".", width-full) + "]"
}

// percentText formats a share in per cent. It returns "none" for a negative share, which is the accuracy of an empty set.
func percentText(share float64) string {
	if share < 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f", 100*share)
}

// String returns one line: the bar, the count, the cell, its validation accuracy and the remaining time.
// It omits the test accuracy, since a reader who still chooses settings must not see it.
// A failed cell has its error in place of the accuracy. A line before the first outcome has no remaining time. For example:
//
//	[######..............] 3/10 texas gcn split 2 seed 0: val 81.2, 2m0s left
func (p Progress) String() string {
	outcomeText := "val " + percentText(p.Outcome.Val)
	if p.Resumed {
		outcomeText += " (from the results file)"
	}
	if p.Err != nil {
		outcomeText = "failed: " + p.Err.Error()
	}
	line := fmt.Sprintf("%s %d/%d %s %s split %s seed %d: %s", p.Bar(20), p.Done, p.Total,
		p.Cell.Dataset, p.Cell.Model, p.Cell.Split, p.Cell.Seed, outcomeText)
	if p.Left == 0 && p.Done < p.Total { // no outcome to estimate the time from
		return line
	}
	return line + ", " + p.Left.Round(time.Second).String() + " left" + p.Whole
}
