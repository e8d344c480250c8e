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

// Ledger stores finished cells as JSON lines, so that a stopped experiment resumes.
// It is safe for concurrent use.
type Ledger struct {
	mu   sync.Mutex
	done map[string]train.Outcome
	kept []Entry
	w    io.Writer
}

// Entry is a finished cell in a results file: its key, the version of its model and the day (UTC).
// Version and Date are "" in old files, whose keys depend on settings and sizes alone.
type Entry struct {
	Key     string        `json:"key"`
	Version string        `json:"version,omitempty"`
	Date    string        `json:"date,omitempty"`
	Cell    Cell          `json:"cell"`
	Outcome train.Outcome `json:"outcome"`
}

// ErrNotKept reports that a result could not be written; further cells are then not run, since their results would be lost.
var ErrNotKept = errors.New("a finished run cannot be kept")

// NewLedger returns an empty ledger that appends to w, one Write for each line; w may be nil.
func NewLedger(w io.Writer) *Ledger { return &Ledger{done: map[string]train.Outcome{}, w: w} }

// Load adds the entries of data, the content of the file with this name.
// A last line without line break was cut off when a program was stopped: it is skipped, and cut is its number, else 0.
// Any other line that is no entry is an error with name and line.
func (l *Ledger) Load(name string, data []byte) (cut int, err error) {
	return eachEntry(name, data, func(e Entry, _ []byte) {
		l.done[e.Key] = e.Outcome
		l.kept = append(l.kept, e)
	})
}

// linePrefix is the beginning of every line of a results file.
const linePrefix = `{"key":"`

// eachEntry calls take with each entry and its line; its results are those of [Ledger.Load].
func eachEntry(name string, data []byte, take func(e Entry, line []byte)) (cut int, err error) {
	n := 0
	for line := range bytes.Lines(data) {
		n++
		if line[len(line)-1] != '\n' && bytes.HasPrefix(line, []byte(linePrefix[:min(len(linePrefix), len(line))])) {
			return n, nil
		}
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil || e.Key == "" {
			return 0, fmt.Errorf("%s:%d: no finished cell (delete the line, or give another results file)", name, n)
		}
		take(e, line)
	}
	return 0, nil
}

// Outdated returns the numbers of loaded entries of the old format and of another version of their model; no key finds them.
func (l *Ledger) Outdated(version func(Cell) (string, error)) (old, other int) {
	for _, e := range l.kept {
		if e.Version == "" {
			old++
		} else if v, err := version(e.Cell); err != nil || v != e.Version { // an error: the model no longer exists
			other++
		}
	}
	return old, other
}

// Get returns the outcome of a finished cell.
func (l *Ledger) Get(c Cell, s Stamp) (train.Outcome, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o, ok := l.done[c.Key(s)]
	return o, ok
}

// Put writes the line of a cell and stores its outcome; on failure it returns an ErrNotKept and stores nothing.
func (l *Ledger) Put(c Cell, s Stamp, at time.Time, o train.Outcome) error {
	key := c.Key(s)
	line, err := json.Marshal(Entry{key, s.Version, at.Format(time.DateOnly), c, o})
	if err != nil {
		return fmt.Errorf("%w: %w", ErrNotKept, err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.append(append(line, '\n'), map[string]train.Outcome{key: o})
}

// append writes lines and stores their outcomes.
func (l *Ledger) append(lines []byte, of map[string]train.Outcome) error {
	if l.w != nil && len(lines) > 0 {
		if _, err := l.w.Write(lines); err != nil {
			return fmt.Errorf("%w: %w", ErrNotKept, err)
		}
	}
	for key, o := range of {
		l.done[key] = o
	}
	return nil
}

// merge adds the entries of another file that are not stored yet.
// Two different outcomes of one run are an error: runs are deterministic, so one of the files is wrong.
func (l *Ledger) merge(name string, data []byte) (cut int, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var lines []byte
	more := map[string]train.Outcome{}
	var differ []error
	cut, err = eachEntry(name, data, func(e Entry, line []byte) {
		there, ok := l.done[e.Key]
		switch {
		case !ok:
			lines, more[e.Key] = append(lines, line...), e.Outcome
		// Entries of the old format have no version, so their outcomes may differ.
		case e.Version != "" && !sameOutcome(there, e.Outcome):
			differ = append(differ, fmt.Errorf("%s: the run of %s on %s, split %s, seed %d, has another outcome than in the files before it; "+
				"delete the line that is wrong", name, e.Cell.Model, e.Cell.Dataset, e.Cell.Split, e.Cell.Seed))
		}
	})
	if err = errors.Join(append(differ, err)...); err != nil {
		return cut, err
	}
	return cut, l.append(lines, more)
}

// sameOutcome reports whether two outcomes agree in all fields that both have, except for the time; commands record different fields.
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
	return a.Val == b.Val && a.Test == b.Test && a.Around == b.Around && a.Crossed == b.Crossed &&
		a.BestEpoch == b.BestEpoch && a.Epochs == b.Epochs &&
		(a.Pred == nil || b.Pred == nil || slices.Equal(a.Pred, b.Pred))
}
