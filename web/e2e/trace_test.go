//go:build e2e

package e2e

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"
)

// A recording is what the page's main thread did during a measurement, from the
// browser's own trace. All times are CPU time of that thread, in milliseconds:
// what else the machine computes disturbs them little, unlike the clock.
type recording struct {
	// tasks holds every task, frames the script of every frame in which there was any.
	tasks, frames []float64
	// marked holds the outermost script around each mark that ruler sets, by name.
	marked map[string][]float64
	// answers holds, for each mark "clicked", what the thread did until the next "answered".
	answers []float64
	// worst names what the longest task did, for the message of a test.
	worst string
	// total is the CPU time of all tasks, script that of all scripts.
	total, script float64
}

// traceEvent is an event of the trace format of Chromium.
type traceEvent struct {
	Name      string
	Cat       string
	Ph        string
	Pid, Tid  int
	Ts        float64
	Dur, TDur float64
	Args      json.RawMessage
}

// scripts are the events that stand for JavaScript or WebAssembly at work.
var scripts = []string{"EventDispatch", "FireAnimationFrame", "TimerFire", "FunctionCall", "EvaluateScript", "v8.callFunction",
	"RunMicrotasks", "XHRReadyStateChange", "FireIdleCallback"}

// rulerMarks are the marks that ruler sets in the page.
var rulerMarks = []string{"panels", "models", "clicked", "answered"}

// record traces the main thread while f runs.
func (p *page) record(f func()) recording {
	p.t.Helper()
	var (
		mu     sync.Mutex
		events []traceEvent
		done   = make(chan struct{})
		once   sync.Once
	)
	ctx, cancel := context.WithCancel(p.ctx)
	defer cancel()
	chromedp.ListenTarget(ctx, func(ev any) {
		switch e := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, raw := range e.Value {
				var t traceEvent
				if json.Unmarshal(raw, &t) == nil {
					events = append(events, t)
				}
			}
		case *tracing.EventTracingComplete:
			once.Do(func() { close(done) })
		}
	})
	p.do(tracing.Start().WithTransferMode(tracing.TransferModeReportEvents).WithTraceConfig(&tracing.TraceConfig{
		RecordMode:         tracing.RecordModeRecordAsMuchAsPossible,
		IncludedCategories: []string{"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8"},
		ExcludedCategories: []string{"*"},
	}))
	mark := fmt.Sprintf("recording-%d", time.Now().UnixNano())
	p.eval(fmt.Sprintf(`performance.mark(%q), true`, mark), new(bool))
	f()
	p.eval(`performance.clearMarks(), true`, new(bool))
	p.do(tracing.End())
	select {
	case <-done:
	case <-time.After(patience):
		p.t.Fatal("the browser does not finish its trace")
	}
	mu.Lock()
	defer mu.Unlock()
	if file := os.Getenv("TRACE"); file != "" {
		text, err := json.Marshal(map[string]any{"traceEvents": events})
		if err != nil || os.WriteFile(file, text, 0o666) != nil {
			p.t.Errorf("cannot write the trace into %s: %v", file, err)
		}
	}
	return p.digest(events, mark)
}

// digest finds the main thread by the mark that the page set, and adds up.
func (p *page) digest(events []traceEvent, mark string) recording {
	p.t.Helper()
	pid, tid := 0, 0
	for _, e := range events {
		if e.Name == mark {
			pid, tid = e.Pid, e.Tid
		}
	}
	if pid == 0 {
		p.t.Fatalf("the mark is not among the %d events of the trace", len(events))
	}
	mine := events[:0:0]
	for _, e := range events {
		if e.Pid == pid && e.Tid == tid && (e.Ph == "X" || slices.Contains(rulerMarks, e.Name)) {
			mine = append(mine, e)
		}
	}
	slices.SortStableFunc(mine, func(a, b traceEvent) int {
		return cmp.Or(cmp.Compare(a.Ts, b.Ts), cmp.Compare(b.Dur, a.Dur))
	})
	r := recording{marked: map[string][]float64{}}
	var (
		task, script traceEvent // those at hand
		worst        traceEvent
		tasks        []traceEvent
		frame        float64 // script since the last frame
		clicked      float64
	)
	flush := func() {
		if frame > 0.05 {
			r.frames = append(r.frames, frame)
		}
		frame = 0
	}
	named := map[string]bool{}
	for _, e := range mine {
		switch {
		case e.Ph != "X":
			switch {
			case e.Name == "clicked":
				clicked = e.Ts
			case e.Name == "answered" && clicked > 0:
				r.answers = append(r.answers, busy(tasks, clicked, e.Ts))
				clicked = 0
			case e.Ts <= script.Ts+script.Dur && !named[e.Name]:
				named[e.Name] = true
				r.marked[e.Name] = append(r.marked[e.Name], script.TDur/1000)
			}
		case isTask(e.Name) && e.Ts >= task.Ts+task.Dur:
			task = e
			tasks = append(tasks, e)
			r.tasks = append(r.tasks, e.TDur/1000)
			r.total += e.TDur / 1000
			if e.TDur > worst.TDur {
				worst = e
			}
		case e.Name == "BeginMainThreadFrame" || e.Name == "Commit":
			flush()
		case slices.Contains(scripts, e.Name) && e.Ts >= script.Ts+script.Dur:
			script = e
			named = map[string]bool{}
			frame += e.TDur / 1000
			r.script += e.TDur / 1000
		}
	}
	flush()
	r.worst = inside(mine, worst)
	return r
}

// busy is the CPU time of tasks between two times; of a task that lies partly
// between them, that part.
func busy(tasks []traceEvent, from, to float64) float64 {
	sum := 0.0
	for _, t := range tasks {
		if part := min(to, t.Ts+t.Dur) - max(from, t.Ts); part > 0 && t.Dur > 0 {
			sum += t.TDur / 1000 * part / t.Dur
		}
	}
	return sum
}

func isTask(name string) bool {
	return name == "RunTask" || name == "ThreadControllerImpl::RunTask" || name == "ThreadPool_RunTask"
}

// inside lists the larger parts of a task.
func inside(events []traceEvent, task traceEvent) string {
	sum, text := map[string]float64{}, ""
	for _, e := range events {
		switch {
		case e.Ts < task.Ts || e.Ts+e.Dur > task.Ts+task.Dur || isTask(e.Name):
		case e.Ph == "X":
			sum[e.Name] += e.TDur / 1000
		default:
			text += e.Name + ": "
		}
	}
	var names []string
	for n, ms := range sum {
		if ms >= 1 {
			names = append(names, n)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(sum[b], sum[a]) })
	for _, n := range names[:min(6, len(names))] {
		text += fmt.Sprintf("%s %.1f, ", n, sum[n])
	}
	return text
}

// quantile is the q-quantile of a list, 0 of an empty one.
func quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := slices.Clone(list)
	slices.Sort(s)
	return s[min(len(s)-1, int(q*float64(len(s))))]
}
