// This file has the ledger of an experiment, which is the content of its results file.

package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"sheafscope/core/train"
)

// Ledger stores finished cells (training runs) as JSON lines, so that an interrupted experiment resumes.
// Get, Put and merge are safe for concurrent use. Load is not, so callers call it before the first cell runs.
type Ledger struct {
	mu     sync.Mutex               // guards done and w
	done   map[string]train.Outcome // outcomes, by the key of the cell
	loaded []Entry                  // entries of Load, for Outdated
	w      io.Writer                // receives a line for each finished cell; nil if the ledger has no file
}

// Entry is a finished cell in a results file: its key, the version of its model, and the day of its run in UTC.
// In the old format Version and Date are "", and the key does not depend on the version of the program.
type Entry struct {
	Key     string        `json:"key"`
	Version string        `json:"version,omitempty"`
	Date    string        `json:"date,omitempty"`
	Cell    Cell          `json:"cell"`
	Outcome train.Outcome `json:"outcome"`
}

// ErrNotKept reports that a result could not be written. An experiment then stops, since further results would be lost, too.
var ErrNotKept = errors.New("a finished run cannot be kept")

// NewLedger returns an empty ledger that writes to w, a line for each finished cell. If w is nil, the cells stay in memory alone.
func NewLedger(w io.Writer) *Ledger { return &Ledger{done: map[string]train.Outcome{}, w: w} }

// Load adds the entries of data, the content of the file with the given name.
// It skips a last line that was cut off when a program was killed: the line begins like an entry and ends before the entry does.
// cut is the number of this line, from 1 on, or 0 if no line was cut off.
// Any other line that is no entry is an error with file and number of the line. The entries before the line are then already added.
func (l *Ledger) Load(name string, data []byte) (cut int, err error) {
	return eachEntry(name, data, func(e Entry, _ []byte) {
		l.done[e.Key] = e.Outcome
		l.loaded = append(l.loaded, e)
	})
}

// linePrefix is the beginning of every line of a results file.
const linePrefix = `{"key":"`

// eachEntry calls visit with each entry of data in turn, and with the line of the entry, without its line break.
// cut and err have the values that [Ledger.Load] returns.
func eachEntry(name string, data []byte, visit func(e Entry, line []byte)) (cut int, err error) {
	number := 0 // number of the present line, from 1 on
	for line := range bytes.Lines(data) {
		number++
		content, hasBreak := bytes.CutSuffix(line, []byte("\n"))
		var e Entry
		if err := json.Unmarshal(content, &e); err == nil && e.Key != "" {
			visit(e, content)
			continue
		}
		// A line that was cut off may be shorter than linePrefix.
		prefix := linePrefix[:min(len(linePrefix), len(content))]
		if !hasBreak && bytes.HasPrefix(content, []byte(prefix)) {
			return number, nil
		}
		return 0, fmt.Errorf("%s:%d: no finished cell (delete the line, or give another results file)", name, number)
	}
	return 0, nil
}

// Outdated counts the loaded entries that [Ledger.Get] cannot find because of their version. old is the number of entries of the old
// format, without a version. other is the number of entries of another version of their model.
// version returns the present version of a cell's model.
func (l *Ledger) Outdated(version func(Cell) (string, error)) (old, other int) {
	for _, e := range l.loaded {
		if e.Version == "" {
			old++
			continue
		}
		present, err := version(e.Cell)
		if err != nil || present != e.Version { // an error means that the model or a setting no longer exists
			other++
		}
	}
	return old, other
}

// Get returns the outcome of a cell with the given stamp. found reports whether the ledger holds the outcome.
func (l *Ledger) Get(c Cell, s Stamp) (outcome train.Outcome, found bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	outcome, found = l.done[c.Key(s)]
	return outcome, found
}

// Put writes the line of a cell, and stores its outcome. end is the time at which the cell finished, in UTC.
// If Put fails, it returns an error that wraps [ErrNotKept], and stores nothing.
func (l *Ledger) Put(c Cell, s Stamp, end time.Time, o train.Outcome) error {
	key := c.Key(s)
	line, err := json.Marshal(Entry{key, s.Version, end.Format(time.DateOnly), c, o})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.append(append(line, '\n'), map[string]train.Outcome{key: o})
}

// append writes lines and then stores their outcomes, which are given by key. The caller must hold l.mu.
// If the lines cannot be written, append stores nothing, and its error wraps [ErrNotKept].
func (l *Ledger) append(lines []byte, outcomes map[string]train.Outcome) error {
	if l.w != nil && len(lines) > 0 {
		if _, err := l.w.Write(lines); err != nil {
			return fmt.Errorf("%w: %w", ErrNotKept, err)
		}
	}
	for key, o := range outcomes {
		l.done[key] = o
	}
	return nil
}

// merge adds those entries of data that the ledger does not hold. data is the content of the file with the given name.
// cut is the number of a last line that was cut off, or 0. merge fails and adds nothing if
//   - an entry with a version has another outcome than in the ledger: runs are deterministic, so one of the files is wrong;
//   - a line is neither an entry nor cut off;
//   - the new lines cannot be written.
func (l *Ledger) merge(name string, data []byte) (cut int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []byte                    // lines of the entries that the ledger does not hold
	added := map[string]train.Outcome{} // outcomes of these entries, by key
	var conflicts []error
	cut, err = eachEntry(name, data, func(e Entry, line []byte) {
		stored, isStored := l.done[e.Key]
		if !isStored {
			lines = append(append(lines, line...), '\n')
			added[e.Key] = e.Outcome
			return
		}
		// Outcomes of the old format may differ, since their key does not depend on the version of the program.
		isComparable := e.Version != ""
		if isComparable && !sameOutcome(stored, e.Outcome) {
			conflicts = append(conflicts, fmt.Errorf("%s: the run of %s on %s, split %s, seed %d, has another outcome than in the files before it; "+
				"delete the line that is wrong", name, e.Cell.Model, e.Cell.Dataset, e.Cell.Split, e.Cell.Seed))
		}
	})
	// A conflict does not hide later conflicts, nor the error of a line that is no entry.
	err = errors.Join(append(conflicts, err)...)
	if err != nil {
		return cut, err
	}
	return cut, l.append(lines, added)
}

// sameOutcome reports whether two outcomes agree. It ignores the time and the list of test nodes.
// Commands record different metrics, series and predictions. sameOutcome compares only the records that both outcomes have.
func sameOutcome(a, b train.Outcome) bool {
	for name, x := range a.Metrics {
		if y, ok := b.Metrics[name]; ok && x != y {
			return false
		}
	}
	for name, x := range a.Series {
		if y, ok := b.Series[name]; ok && !slices.Equal(x, y) {
			return false
		}
	}
	sameScores := a.Val == b.Val && a.Test == b.Test && a.Around == b.Around && a.Crossed == b.Crossed
	sameEpochs := a.BestEpoch == b.BestEpoch && a.Epochs == b.Epochs
	samePredictions := a.Pred == nil || b.Pred == nil || slices.Equal(a.Pred, b.Pred)
	return sameScores && sameEpochs && samePredictions
}
