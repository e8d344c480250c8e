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

// ErrFailed is the error of a run of the test with failures. The failures have been printed.
var ErrFailed = errors.New("tests failed")

// part is one part of the test, such as the browser tests.
type part struct {
	Name  string
	Needs []string      // parts that must pass before this part begins
	Alone bool          // no other part may run at the same time
	Usual time.Duration // duration on the slowest known machine; a part is aborted after hangFactor times as long
	Run   func(ctx context.Context, r *results, w io.Writer) error
}

// hangFactor is the multiple of its usual duration after which a part is aborted.
const hangFactor = 4

// runParts runs the parts of the test, two at once, and prints and returns their results. It returns ErrFailed if a test has failed. In the
// long form an unstable test counts as failed.
func runParts(ctx context.Context, parts []part, form Form) (tally, error) {
	s := schedule{atOnce: 2, form: form, w: os.Stdout}
	began := time.Now()
	c, err := s.summary(s.run(ctx, parts))
	c.Took = time.Since(began)
	return c, err
}

// tally is the result of a run of the test.
type tally struct {
	Passed, Failed int // numbers of tests
	Took           time.Duration
	Parts          []partTime // in the order in which they began
}

// partTime is the duration of a part.
type partTime struct {
	Name string
	Took time.Duration
}

// schedule runs parts of the test concurrently.
type schedule struct {
	atOnce   int  // largest number of parts that run at the same time
	form     Form // in the long form an unstable test counts as failed
	w        io.Writer
	interval time.Duration // time between two lines of progress; 0 means a minute
}

// outcome is the result of a part.
type outcome struct {
	part
	*results
	took time.Duration
	err  error
}

// run runs the parts, each after the parts that it needs, and returns their outcomes in the order in which they began. If a part fails, the
// parts that need it are not run.
func (s schedule) run(ctx context.Context, parts []part) []*outcome {
	began := time.Now()
	ended := map[string]*outcome{}
	running := map[*outcome]time.Time{}
	var list []*outcome
	done := make(chan *outcome)
	lines := lockedWriter{w: s.w}
	log := func(format string, args ...any) {
		fmt.Fprintf(&lines, "%s "+format+"\n", append([]any{clock(time.Since(began))}, args...)...)
	}
	if s.interval == 0 {
		s.interval = time.Minute
	}
	tick := time.NewTicker(s.interval)
	defer tick.Stop()
	waiting := slices.Clone(parts)
	for len(waiting) > 0 || len(running) > 0 {
		// Begin every waiting part that is ready and has room.
		k := 0
		for k < len(waiting) {
			p := waiting[k]
			isReady, failed := p.ready(ended)
			lacksRoom := isReady && failed == "" && !s.room(p, running)
			if lacksRoom && p.Alone {
				break // later parts wait, too: with one of them running, this part might never have room
			}
			if !isReady || lacksRoom {
				k++
				continue
			}
			waiting = slices.Delete(waiting, k, k+1)
			o := &outcome{part: p, results: newResults()}
			list = append(list, o)
			if failed != "" {
				o.err = errors.New("not run, because " + failed + " failed")
				ended[p.Name] = o
				log("%s: %v", p.Name, o.err)
				k = 0 // other parts may need this part: check all waiting parts again
				continue
			}
			running[o] = time.Now()
			log("%s begins", p.Name)
			go func() {
				limit, cancel := context.WithTimeout(ctx, hangFactor*p.Usual)
				defer cancel()
				o.err = p.Run(limit, o.results, &lines)
				if errors.Is(limit.Err(), context.DeadlineExceeded) {
					o.err = fmt.Errorf("ended after %v, four times its usual time: %w", hangFactor*p.Usual, o.err)
				}
				done <- o
			}()
		}
		// Wait for the end of a part.
		if len(running) == 0 {
			continue
		}
		select {
		case o := <-done:
			o.took = time.Since(running[o])
			delete(running, o)
			ended[o.Name] = o
			log("%s ends after %.0f s: %s", o.Name, o.took.Seconds(), o.state())
		case <-tick.C:
			for o, since := range running {
				log("%s", o.progress(time.Since(since)))
			}
		}
	}
	return list
}

// ready reports whether all parts that p needs have ended. failed is the name of the first needed part that has failed, "" if no needed
// part has failed.
func (p part) ready(ended map[string]*outcome) (ready bool, failed string) {
	for _, name := range p.Needs {
		o, hasEnded := ended[name]
		if !hasEnded {
			return false, ""
		}
		if o.err != nil && failed == "" {
			failed = name
		}
	}
	return true, failed
}

// room reports whether a part may begin beside the running parts.
func (s schedule) room(p part, running map[*outcome]time.Time) bool {
	for o := range running {
		if p.Alone || o.Alone {
			return false
		}
	}
	return len(running) < s.atOnce
}

// progress returns a line about a running part: its time, the counts of its tests, and the longest running test. After twice the usual
// duration the line also has the limit.
func (o *outcome) progress(after time.Duration) string {
	line := fmt.Sprintf("%s runs for %.0f s", o.Name, after.Seconds())
	passed, failed := o.counts()
	if passed+failed > 0 {
		line += fmt.Sprintf(", %d tests passed, %d failed", passed, failed)
	}
	slow, since := o.longestRunning()
	if slow != "" {
		line += fmt.Sprintf("; %s since %.0f s", slow, time.Since(since).Seconds())
	}
	if after > 2*o.Usual {
		line += fmt.Sprintf("; it is ended after %v", hangFactor*o.Usual)
	}
	return line
}

// state returns "ok" or the error of a finished part.
func (o *outcome) state() string {
	if o.err != nil {
		return "FAILED: " + o.err.Error()
	}
	return "ok"
}

// summary prints the outcomes: a line for each part, then failures, unstable tests and the counts. A part without tests counts as one test.
// It returns ErrFailed if the count of failures is not 0.
func (s schedule) summary(list []*outcome) (tally, error) {
	// A line for each part.
	var failures, unstable []string
	var times []partTime
	passed := 0
	fmt.Fprintln(s.w)
	for _, o := range list {
		fmt.Fprintf(s.w, "%-9s %6.1f s  %s\n", o.Name, o.took.Seconds(), o.state())
		times = append(times, partTime{o.Name, o.took})
		partPassed, partFailed := o.counts()
		passed += partPassed
		for name := range o.failed {
			failures = append(failures, o.Name+": "+name)
		}
		unstable = append(unstable, o.unstable...)
		switch {
		case o.err != nil && partFailed == 0: // the part failed without a failed test
			failures = append(failures, o.Name)
		case o.err == nil && partPassed+partFailed == 0: // a part without tests
			passed++
		}
	}
	// Failures, unstable tests and counts.
	slices.Sort(failures)
	for _, name := range failures {
		fmt.Fprintln(s.w, "FAILED", name)
	}
	for _, name := range unstable {
		fmt.Fprintln(s.w, "UNSTABLE", name)
	}
	if s.form == Long { // an unstable test has been counted as passed
		failures = append(failures, unstable...)
		passed -= len(unstable)
	}
	fmt.Fprintf(s.w, "%d passed, %d failed\n", passed, len(failures))
	c := tally{Passed: passed, Failed: len(failures), Parts: times}
	if len(failures) > 0 {
		return c, ErrFailed
	}
	return c, nil
}

// clock formats a duration as minutes and seconds.
func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// lockedWriter serialises the calls of several goroutines to a writer.
type lockedWriter struct {
	mu sync.Mutex
	w  io.Writer
}

// Write implements io.Writer.
func (l *lockedWriter) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.w.Write(b)
}
