package test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"sync"
	"testing"
	"time"
)

// Parts wait for the parts that they need. At most two run at once, and a part with Alone runs alone, at the end. A part behind a failed
// part does not run. The last lines of the summary name failed and unstable tests and count the tests. In the long form, an unstable test
// is failed.
func TestScheduleKeepsOrderAndCounts(t *testing.T) {
	// The names of the running parts, the largest number of them, and the parts in the order of their starts.
	var mu sync.Mutex
	running, most, order := map[string]bool{}, 0, []string{}
	// The part long runs until last ends, and bad ends after long has begun. Thus two parts run at once.
	long, begun := make(chan struct{}), make(chan struct{})
	// job returns a part that waits for a channel (nil: does not wait), reports results of tests ("pass TestU") and ends with err.
	job := func(name string, wait <-chan struct{}, err error, tests ...string) part {
		return part{Name: name, Usual: time.Minute, Run: func(ctx context.Context, r *results, w io.Writer) error {
			mu.Lock()
			running[name] = true
			most, order = max(most, len(running)), append(order, name)
			if len(running) > 1 && running["alone"] {
				t.Errorf("alone runs beside %v", running)
			}
			mu.Unlock()
			if name == "long" {
				close(begun)
			}
			if wait != nil {
				<-wait
			}
			for _, test := range tests {
				action, function, _ := strings.Cut(test, " ")
				r.read(strings.NewReader(fmt.Sprintf("{\"Action\":%q,\"Package\":\"sheafscope/p\",\"Test\":%q}\n", action, function)), w)
			}
			mu.Lock()
			delete(running, name)
			mu.Unlock()
			return err
		}}
	}
	withNeeds := func(p part, names ...string) part { p.Needs = names; return p }
	// The part last has a test, TestV, that failed and then passed.
	last := job("last", nil, nil, "pass TestU")
	lastRun := last.Run
	last.Run = func(ctx context.Context, r *results, w io.Writer) error {
		err := lastRun(ctx, r, w)
		r.failed["p TestV"] = "by chance"
		r.stabilize("p TestV")
		close(long)
		return err
	}
	alone := withNeeds(job("alone", nil, nil, "pass TestA"), "first")
	alone.Alone = true
	broken := errors.New("broken")
	parts := []part{
		job("first", nil, nil), withNeeds(job("long", long, nil, "pass TestL"), "first"),
		withNeeds(job("bad", begun, broken, "fail TestB", "pass TestC"), "first"),
		withNeeds(job("behind", nil, nil), "bad"), withNeeds(last, "first"), alone,
	}
	var out strings.Builder
	s := schedule{atOnce: 2, w: &out}
	list := s.run(t.Context(), parts)
	if most != 2 {
		t.Errorf("at most %d parts ran at once, want 2", most)
	}
	if order[0] != "first" || order[len(order)-1] != "alone" || len(order) != 5 {
		t.Errorf("the parts ran in the order %q, want five from first to alone", order)
	}
	// Passed: TestA, TestC, TestL, TestU, the unstable TestV, and the part first, which has no tests. Failed: TestB, and the part behind.
	counts, err := s.summary(list)
	if !errors.Is(err, ErrFailed) {
		t.Errorf("the error of the summary is %v, want %v", err, ErrFailed)
	}
	if counts.Passed != 6 || counts.Failed != 2 || len(counts.Parts) != len(list) {
		t.Errorf("the counts are %+v, want 6 passed, 2 failed and %d parts", counts, len(list))
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	end := strings.Join(lines[len(lines)-4:], "|")
	if want := "FAILED bad: p TestB|FAILED behind|UNSTABLE p TestV|6 passed, 2 failed"; end != want {
		t.Errorf("the end is %q, want %q", end, want)
	}
	out.Reset()
	s.form = Long
	_, _ = s.summary(list)
	if got := out.String(); !strings.HasSuffix(got, "\n5 passed, 3 failed\n") {
		t.Errorf("in the long form the summary is %q, want 5 passed, 3 failed", got)
	}
}

// A part that hangs is aborted after four times its usual duration, here after 200 ms. Its program ends too; otherwise the test would take
// 100 s. After twice the usual duration a line of progress states the limit.
func TestHangingPartIsAborted(t *testing.T) {
	var out strings.Builder
	s := schedule{atOnce: 2, w: &out, interval: 20 * time.Millisecond}
	list := s.run(t.Context(), []part{{Name: "hang", Usual: 50 * time.Millisecond,
		Run: func(ctx context.Context, _ *results, _ io.Writer) error {
			return exec.CommandContext(ctx, "sleep", "100").Run()
		}}})
	if err := list[0].err; err == nil || !strings.Contains(err.Error(), "four times its usual time") {
		t.Errorf("the error is %v, want one about four times the usual time", err)
	}
	if !strings.Contains(out.String(), "hang runs for 0 s; it is ended after 200ms") {
		t.Errorf("no line of progress in %s", out.String())
	}
}

// A part that passes after the time of its abort has passed.
func TestLatePartPasses(t *testing.T) {
	s := schedule{atOnce: 2, w: io.Discard}
	list := s.run(t.Context(), []part{{Name: "late", Usual: time.Millisecond,
		Run: func(ctx context.Context, _ *results, _ io.Writer) error { <-ctx.Done(); return nil }}})
	if err := list[0].err; err != nil {
		t.Errorf("the error is %v, want none", err)
	}
}
