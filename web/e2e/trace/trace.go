// Package trace reads what a thread of Chromium did from the browser's own trace: the benchmark and the browser tests
// tell by it how long the page's main thread is busy.
package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Categories are the parts of a trace that [Digest] reads.
var Categories = []string{"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8"}

// A Recording is what the page's main thread did during a measurement. All times are CPU time of that thread, in
// milliseconds: what else the machine computes disturbs them little, unlike the clock.
type Recording struct {
	// Tasks holds every task, Frames the script of every frame in which there was any.
	Tasks, Frames []float64
	// Marked holds the outermost script around each mark, by the name of the mark (performance.mark).
	Marked map[string][]float64
	// Answers holds, for each mark "clicked", what the thread did until the next "answered".
	Answers []float64
	// Forced counts the updates of styles and layout that a script waited for.
	Forced int
	// Worst names what the longest task did.
	Worst string
	// Total is the CPU time of all tasks, Script that of all scripts.
	Total, Script float64
}

// Event is an event of the trace format of Chromium.
type Event struct {
	Name      string
	Ph        string
	Pid, Tid  int
	Ts        float64
	Dur, TDur float64
	Args      json.RawMessage
}

// scripts are the events that stand for JavaScript or WebAssembly at work.
var scripts = []string{"EventDispatch", "FireAnimationFrame", "TimerFire", "FunctionCall", "EvaluateScript", "v8.callFunction",
	"RunMicrotasks", "XHRReadyStateChange", "FireIdleCallback"}

// Digest adds up what the thread did that set the mark start; marks are the names that Marked shall have. It fails when
// the mark is not among the events.
func Digest(events []Event, start string, marks ...string) (Recording, error) {
	r := Recording{Marked: map[string][]float64{}}
	pid, tid := 0, 0
	for _, e := range events {
		if e.Name == start {
			pid, tid = e.Pid, e.Tid
		}
	}
	if pid == 0 {
		return r, fmt.Errorf("the mark %s is not among the %d events of the trace", start, len(events))
	}
	mine := events[:0:0]
	for _, e := range events {
		if e.Pid == pid && e.Tid == tid && (e.Ph == "X" || slices.Contains(marks, e.Name)) {
			mine = append(mine, e)
		}
	}
	slices.SortStableFunc(mine, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Ts, b.Ts), cmp.Compare(b.Dur, a.Dur))
	})
	var (
		task, script Event // those at hand
		worst        Event
		tasks        []Event
		frame        float64 // script since the last frame
		clicked      float64
	)
	flush := func() {
		if frame > 0.05 {
			r.Frames = append(r.Frames, frame)
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
				r.Answers = append(r.Answers, busy(tasks, clicked, e.Ts))
				clicked = 0
			case e.Ts <= script.Ts+script.Dur && !named[e.Name]:
				named[e.Name] = true
				r.Marked[e.Name] = append(r.Marked[e.Name], script.TDur/1000)
			}
		case isTask(e.Name) && e.Ts >= task.Ts+task.Dur:
			task = e
			tasks = append(tasks, e)
			r.Tasks = append(r.Tasks, e.TDur/1000)
			r.Total += e.TDur / 1000
			if e.TDur > worst.TDur {
				worst = e
			}
		case e.Name == "BeginMainThreadFrame" || e.Name == "Commit":
			flush()
		case e.Name == "Layout" || e.Name == "UpdateLayoutTree":
			if e.Ts < script.Ts+script.Dur {
				r.Forced++
			}
		case slices.Contains(scripts, e.Name) && e.Ts >= script.Ts+script.Dur:
			script = e
			named = map[string]bool{}
			frame += e.TDur / 1000
			r.Script += e.TDur / 1000
		}
	}
	flush()
	r.Worst = inside(mine, worst)
	return r, nil
}

// busy is the CPU time of tasks between two times; of a task that lies partly
// between them, that part.
func busy(tasks []Event, from, to float64) float64 {
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
func inside(events []Event, task Event) string {
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

// Quantile is the q-quantile of a list, 0 of an empty one.
func Quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := slices.Clone(list)
	slices.Sort(s)
	return s[min(len(s)-1, int(q*float64(len(s))))]
}
