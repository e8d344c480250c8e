package study

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
	"time"
)

// Ledger remembers finished cells as JSON lines, one each, so that an
// experiment that was stopped goes on where it was. It is safe for concurrent
// use.
type Ledger struct {
	mu   sync.Mutex
	done map[string]Outcome
	kept []Entry
	w    io.Writer
}

// Entry is a finished cell in a results file: its key, the version of its model and the day (UTC), both "" in
// the files of before there were versions, whose keys stand for settings and sizes alone.
type Entry struct {
	Key     string  `json:"key"`
	Version string  `json:"version,omitempty"`
	Date    string  `json:"date,omitempty"`
	Cell    Cell    `json:"cell"`
	Outcome Outcome `json:"outcome"`
}

// NewLedger returns an empty ledger that appends to w; w may be nil.
func NewLedger(w io.Writer) *Ledger { return &Ledger{done: map[string]Outcome{}, w: w} }

// Load adds the entries that r holds. A last line without its end is left out:
// it was cut off when the program was stopped, and its cell is run again. Any
// other line that is no entry is an error with name and line.
func (l *Ledger) Load(name string, r io.Reader) error {
	entries, err := ReadEntries(name, r)
	for _, e := range entries {
		l.done[e.Key] = e.Outcome
	}
	l.kept = append(l.kept, entries...)
	return err
}

// ReadEntries reads a results file as Load does.
func ReadEntries(name string, r io.Reader) (out []Entry, err error) {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return out, nil
		}
		if err != nil {
			return out, err
		}
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil || e.Key == "" {
			return out, fmt.Errorf("%s:%d: no finished cell (delete the line, or give another results file)", name, n)
		}
		out = append(out, e)
	}
}

// Outdated counts the loaded entries of the old form and those of another version of their model. They are found by no key.
func (l *Ledger) Outdated(version func(Cell) (string, error)) (old, other int) {
	for _, e := range l.kept {
		if e.Version == "" {
			old++
		} else if v, err := version(e.Cell); err != nil || v != e.Version { // a model may have gone
			other++
		}
	}
	return old, other
}

// Get returns the outcome of a finished cell.
func (l *Ledger) Get(c Cell, s Stamp) (Outcome, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o, ok := l.done[c.Key(s)]
	return o, ok
}

// Put remembers a cell and writes its line.
func (l *Ledger) Put(c Cell, s Stamp, at time.Time, o Outcome) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	key := c.Key(s)
	l.done[key] = o
	if l.w == nil {
		return nil
	}
	line, err := json.Marshal(Entry{key, s.Version, at.Format(time.DateOnly), c, o})
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(line, '\n'))
	return err
}
