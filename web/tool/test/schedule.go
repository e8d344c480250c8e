// This file schedules the test: its parts run concurrently, and a summary of their outcomes is printed.

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
	Needs []string      // names of the parts that must pass before this part begins
	Alone bool          // no other part may run at the same time
	Usual time.Duration // duration on the slowest known machine; the part is aborted after hangFactor times this duration
	// Run runs the part. It adds the results of tests to r, and writes messages and the output of failed tests to w.
	Run func(ctx context.Context, r *results, w io.Writer) error
}

// hangFactor is the multiple of its usual duration after which a part is aborted.
const hangFactor = 4

// runParts runs the parts of the test, two at once. It prints their results, and returns the counts and durations. It returns ErrFailed if
// summary counts a failure.
func runParts(ctx context.Context, parts []part, form Form) (tally, error) {
	s := schedule{atOnce: 2, form: form, w: os.Stdout}
	began := time.Now()
	counts, err := s.summary(s.run(ctx, parts))
	counts.Took = time.Since(began)
	return counts, err
}

// tally has the counts and durations of a run of the test.
type tally struct {
	Passed, Failed int // numbers of tests
	Took           time.Duration
	Parts          []partTime // all parts, also those that were not run, in the order of schedule.run
}

// partTime is the duration of a part of the test.
type partTime struct {
	Name string
	Took time.Duration
}

// schedule runs parts of the test concurrently.
type schedule struct {
	atOnce   int           // largest number of parts that run at the same time
	form     Form          // in the long form an unstable test counts as failed
	w        io.Writer     // receives messages and the output of failed tests
	interval time.Duration // time between two reports of progress; 0 means a minute
}

// outcome is a part with the results of its tests.
type outcome struct {
	part
	*results
	took time.Duration // 0 for a part that was not run
	err  error         // nil if the part has passed; set for a part that was not run
}

// run runs the parts. A part begins after the parts that it needs, and is not run if one of them failed. run returns the outcomes of all
// parts, in the order in which they left the list of waiting parts. Each needed part must be in parts, and the needs must have no cycle;
// otherwise run never returns.
func (s schedule) run(ctx context.Context, parts []part) []*outcome {
	began := time.Now()
	ended := map[string]*outcome{}      // by name of the part
	running := map[*outcome]time.Time{} // start of each running part
	var list []*outcome                 // the result
	done := make(chan *outcome)         // receives each part at its end
	lines := lockedWriter{w: s.w}       // log and the running parts write to it at the same time
	// log prints a line with the time since the beginning, such as "07:30 wasm begins".
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
		// Begin every waiting part whose needed parts have passed, as far as the running parts permit.
		for k := 0; k < len(waiting); {
			p := waiting[k]
			ready, failedNeed := p.ready(ended)
			// A part stays in the list if it waits for other parts or has no room. Otherwise its deletion moves the next part to
			// index k.
			if !ready {
				k++
				continue
			}
			if failedNeed == "" && !s.hasRoom(p, running) {
				if p.Alone {
					break // later parts must wait as well; otherwise this part might never run
				}
				k++
				continue
			}
			waiting = slices.Delete(waiting, k, k+1)
			o := &outcome{part: p, results: newResults()}
			list = append(list, o)
			if failedNeed != "" {
				o.err = errors.New("not run, because " + failedNeed + " failed")
				ended[p.Name] = o
				log("%s: %v", p.Name, o.err)
				k = 0 // an earlier waiting part may need p: check all waiting parts again
				continue
			}
			running[o] = time.Now()
			log("%s begins", p.Name)
			go o.runToEnd(ctx, &lines, done)
		}
		if len(running) == 0 { // no part can send to done
			continue
		}
		// Wait for the end of a part. At each tick, print a line of progress for each running part.
		select {
		case o := <-done:
			o.took = time.Since(running[o])
			delete(running, o)
			ended[o.Name] = o
			log("%s ends after %.0f s: %s", o.Name, o.took.Seconds(), o.state())
		case <-tick.C:
			for o, start := range running {
				log("%s", o.progress(time.Since(start)))
			}
		}
	}
	return list
}

// runToEnd runs the part of o, aborts it after hangFactor times its usual duration, and sends o to done. A part that passes in spite of the
// abort has passed. Other code reads o.err only after done has delivered o.
func (o *outcome) runToEnd(ctx context.Context, w io.Writer, done chan<- *outcome) {
	limit, cancel := context.WithTimeout(ctx, hangFactor*o.Usual)
	defer cancel()
	o.err = o.Run(limit, o.results, w)
	if o.err != nil && errors.Is(limit.Err(), context.DeadlineExceeded) {
		o.err = fmt.Errorf("ended after %v, four times its usual time: %w", hangFactor*o.Usual, o.err)
	}
	done <- o
}

// ready reports whether all parts that p needs have ended, by passing or failing. failed is the name of the first needed part that has
// failed. It is "" if no needed part has failed, or if ready is false.
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

// hasRoom reports whether the part p may begin beside the parts in running. There must be fewer running parts than s.atOnce. If any part
// runs, neither p nor a running part may be Alone.
func (s schedule) hasRoom(p part, running map[*outcome]time.Time) bool {
	for o := range running {
		if p.Alone || o.Alone {
			return false
		}
	}
	return len(running) < s.atOnce
}

// progress returns a line about a running part: the time elapsed since its start, then, if there are any, the counts of its finished tests
// and the longest running test. After twice the usual duration, the line also has the time from the start of the part to its abort.
// Example:
// "wasm runs for 700 s, 80 tests passed, 0 failed; core/linalg TestQR since 9 s; it is ended after 20m0s".
func (o *outcome) progress(elapsed time.Duration) string {
	line := fmt.Sprintf("%s runs for %.0f s", o.Name, elapsed.Seconds())
	if passed, failed := o.counts(); passed+failed > 0 {
		line += fmt.Sprintf(", %d tests passed, %d failed", passed, failed)
	}
	if slow, since := o.longestRunning(); slow != "" {
		line += fmt.Sprintf("; %s since %.0f s", slow, time.Since(since).Seconds())
	}
	if elapsed > 2*o.Usual {
		line += fmt.Sprintf("; it is ended after %v", hangFactor*o.Usual)
	}
	return line
}

// state returns "ok" if a finished part has passed, and "FAILED: " with the error if it has failed.
func (o *outcome) state() string {
	if o.err != nil {
		return "FAILED: " + o.err.Error()
	}
	return "ok"
}

// summary prints the outcomes: a line for each part, such as "vet  63.2 s  ok", then failures, unstable tests and the counts. Two
// kinds of parts count as one test: a part without tests, and a part that failed although none of its tests failed. In the long form
// unstable tests count as failures. summary returns the counts, without the field Took of the tally. It returns ErrFailed if the count of
// failures is not 0.
func (s schedule) summary(list []*outcome) (tally, error) {
	// Print a line for each part, and collect the names of failures and of unstable tests.
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
		case o.err != nil && partFailed == 0:
			failures = append(failures, o.Name)
		case o.err == nil && partPassed+partFailed == 0:
			passed++
		}
	}
	// Print failures, unstable tests and counts.
	slices.Sort(failures)
	for _, name := range failures {
		fmt.Fprintln(s.w, "FAILED", name)
	}
	for _, name := range unstable {
		fmt.Fprintln(s.w, "UNSTABLE", name)
	}
	if s.form == Long { // an unstable test has been counted as passed
		failures, passed = append(failures, unstable...), passed-len(unstable)
	}
	fmt.Fprintf(s.w, "%d passed, %d failed\n", passed, len(failures))
	counts := tally{Passed: passed, Failed: len(failures), Parts: times}
	if len(failures) > 0 {
		return counts, ErrFailed
	}
	return counts, nil
}

// clock formats a duration as minutes and seconds, such as 07:30.
func clock(d time.Duration) string {
	return fmt.Sprintf("%02d:%02d", int(d.Minutes()), int(d.Seconds())%60)
}

// lockedWriter is a writer that several goroutines may use at once.
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
