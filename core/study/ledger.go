package study

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"sync"
)

// Ledger remembers finished cells as JSON lines, one each, so that an
// experiment that was stopped goes on where it was. It is safe for concurrent
// use.
type Ledger struct {
	mu   sync.Mutex
	done map[string]Outcome
	w    io.Writer
}

type entry struct {
	Key     string  `json:"key"`
	Cell    Cell    `json:"cell"`
	Outcome Outcome `json:"outcome"`
}

// NewLedger returns an empty ledger that appends to w; w may be nil.
func NewLedger(w io.Writer) *Ledger { return &Ledger{done: map[string]Outcome{}, w: w} }

// Load adds the entries that r holds. A last line without its end is left out:
// it was cut off when the program was stopped, and its cell is run again. Any
// other line that is no entry is an error with name and line.
func (l *Ledger) Load(name string, r io.Reader) error {
	in := bufio.NewReader(r)
	for n := 1; ; n++ {
		line, err := in.ReadBytes('\n')
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		var e entry
		if err := json.Unmarshal(line, &e); err != nil || e.Key == "" {
			return fmt.Errorf("%s:%d: no finished cell (delete the line, or give another results file)", name, n)
		}
		l.done[e.Key] = e.Outcome
	}
}

// Get returns the outcome of a finished cell.
func (l *Ledger) Get(key string) (Outcome, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	o, ok := l.done[key]
	return o, ok
}

// Put remembers a cell and writes its line.
func (l *Ledger) Put(key string, c Cell, o Outcome) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.done[key] = o
	if l.w == nil {
		return nil
	}
	line, err := json.Marshal(entry{key, c, o})
	if err != nil {
		return err
	}
	_, err = l.w.Write(append(line, '\n'))
	return err
}
