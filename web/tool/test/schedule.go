package test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"
)

// ErrFailed is the error of a test in which something failed. What failed is printed already.
var ErrFailed = errors.New("tests failed")

// part is one part of the test.
type part struct {
	Name string
	// Needs names parts that must have passed.
	Needs []string
	// Alone keeps other parts from running beside this one.
	Alone bool
	// Usual is how long the part takes on the slowest machine seen. Four times as long is a hang.
	Usual time.Duration
	Run   func(ctx context.Context, r *results, w io.Writer) error
}

// runParts runs the parts of the test, two beside each other, prints what they came to, and fails when something failed. With long
// an unstable test is a failure.
func runParts(ctx context.Context, parts []part, long bool) (tally, error) {
	s := schedule{atOnce: 2, long: long, w: os.Stdout}
	began := time.Now()
	c, err := s.summary(s.run(ctx, parts))
	c.Took = time.Since(began)
	return c, err
}

// tally is what all parts came to together: tests, and how long each part took, in their order.
type tally struct {
	Passed, Failed int
	Took           time.Duration
	Parts          []partTime
}

// partTime is how long a part took.
type partTime struct {
	Name string
	Took time.Duration
}

// A schedule runs the parts of the test beside each other.
type schedule struct {
	atOnce int  // parts beside each other
	long   bool // an unstable test is a failure
	w      io.Writer
	// minute is how often a line says how far the run is; 0 stands for a minute.
	minute time.Duration
}

// outcome is what a part came to.
type outcome struct {
	part
	*results
	took time.Duration
	err  error
}

// run runs the parts, each when those that it needs have passed, and returns what each came to.
func (s schedule) run(ctx context.Context, parts []part) []*outcome {
	began := time.Now()
	ended := map[string]*outcome{}
	running := map[*outcome]time.Time{}
	var list []*outcome
	done := make(chan *outcome)
	lines := lockedWriter{w: s.w}
	say := func(format string, args ...any) {
		fmt.Fprintf(&lines, "%s "+format+"\n", append([]any{clock(time.Since(began))}, args...)...)
	}
	if s.minute == 0 {
		s.minute = time.Minute
	}
	tick := time.NewTicker(s.minute)
	defer tick.Stop()
	waiting := slices.Clone(parts)
	for len(waiting) > 0 || len(running) > 0 {
		for k := 0; k < len(waiting); {
			p := waiting[k]
			ready, missing := p.ready(ended)
			if ready && missing == "" && !s.room(p, running) {
				if p.Alone {
					break // what comes behind it waits, too
				}
				k++
				continue
			}
			if !ready {
				k++
				continue
			}
			waiting = slices.Delete(waiting, k, k+1)
			o := &outcome{part: p, results: newResults()}
			list = append(list, o)
			if missing != "" {
				o.err = errors.New("not run, because " + missing + " failed")
				ended[p.Name] = o
				say("%s: %v", p.Name, o.err)
				k = 0
				continue
			}
			running[o] = time.Now()
			say("%s begins", p.Name)
			go func() {
				limit, cancel := context.WithTimeout(ctx, 4*p.Usual)
				defer cancel()
				o.err = p.Run(limit, o.results, &lines)
				if errors.Is(limit.Err(), context.DeadlineExceeded) {
					o.err = fmt.Errorf("ended after %v, four times its usual time: %w", 4*p.Usual, o.err)
				}
				done <- o
			}()
		}
		if len(running) == 0 {
			continue
		}
		select {
		case o := <-done:
			o.took = time.Since(running[o])
			delete(running, o)
			ended[o.Name] = o
			say("%s ends after %.0f s: %s", o.Name, o.took.Seconds(), o.state())
		case <-tick.C:
			for o, since := range running {
				say("%s", o.progress(time.Since(since)))
			}
		}
	}
	return list
}

// ready reports whether all parts that this one needs have ended, and which of them failed.
func (p part) ready(ended map[string]*outcome) (ready bool, failed string) {
	for _, name := range p.Needs {
		o, ok := ended[name]
		if !ok {
			return false, ""
		}
		if o.err != nil && failed == "" {
			failed = name
		}
	}
	return true, failed
}

// room reports whether a part may begin beside those that run.
func (s schedule) room(p part, running map[*outcome]time.Time) bool {
	for o := range running {
		if p.Alone || o.Alone {
			return false
		}
	}
	return len(running) < s.atOnce
}

// progress is the line of a part that runs.
func (o *outcome) progress(after time.Duration) string {
	line := fmt.Sprintf("%s runs for %.0f s", o.Name, after.Seconds())
	passed, failed, slow, since := o.counts()
	if passed+failed > 0 {
		line += fmt.Sprintf(", %d tests passed, %d failed", passed, failed)
	}
	if slow != "" {
		line += fmt.Sprintf("; %s since %.0f s", slow, time.Since(since).Seconds())
	}
	if after > 2*o.Usual {
		line += fmt.Sprintf("; it is ended after %v", 4*o.Usual)
	}
	return line
}

// state is what a part came to, in a word or a line.
func (o *outcome) state() string {
	if o.err != nil {
		return "FAILED: " + o.err.Error()
	}
	return "ok"
}

// summary prints what the parts came to: a line each, unstable tests, and, last, how many tests passed and failed. A part
// without tests of its own counts as one.
func (s schedule) summary(list []*outcome) (tally, error) {
	var failures, unstable []string
	var times []partTime
	passed := 0
	fmt.Fprintln(s.w)
	for _, o := range list {
		fmt.Fprintf(s.w, "%-9s %6.1f s  %s\n", o.Name, o.took.Seconds(), o.state())
		times = append(times, partTime{o.Name, o.took})
		good, bad, _, _ := o.counts()
		passed += good
		for name := range o.failed {
			failures = append(failures, o.Name+": "+name)
		}
		unstable = append(unstable, o.unstable...)
		switch {
		case o.err != nil && bad == 0:
			failures = append(failures, o.Name)
		case o.err == nil && good+bad == 0:
			passed++
		}
	}
	slices.Sort(failures)
	for _, name := range failures {
		fmt.Fprintln(s.w, "FAILED", name)
	}
	for _, name := range unstable {
		fmt.Fprintln(s.w, "UNSTABLE", name)
	}
	if s.long { // every unstable test has passed once
		failures, passed = append(failures, unstable...), passed-len(unstable)
	}
	fmt.Fprintf(s.w, "%d passed, %d failed\n", passed, len(failures))
	c := tally{Passed: passed, Failed: len(failures), Parts: times}
	if len(failures) > 0 {
		return c, ErrFailed
	}
	return c, nil
}

// clock is a time as minutes and seconds.
func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// A lockedWriter writes what several goroutines write, one call after the other.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
