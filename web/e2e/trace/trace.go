// Package trace computes the CPU times of the page's main thread from a trace that Chromium has recorded. The benchmark and the browser
// tests use it.
package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Categories are the categories of events that [Digest] reads.
var Categories = []string{"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8"}

// Recording has the work of the page's main thread during a measurement. All times are CPU times of the thread in milliseconds. Other work
// of the machine has little influence on CPU times, but much on the clock.
type Recording struct {
	// Tasks has the time of every task, Frames the time of scripts in every frame with scripts.
	Tasks, Frames []float64
	// Marked has the times of the outermost scripts around the marks, by name of the mark (performance.mark).
	Marked map[string][]float64
	// Answers has, for each mark "clicked", the time of the tasks up to the next mark "answered".
	Answers []float64
	// Forced counts the updates of styles and layout for which a script waited.
	Forced int
	// Worst lists the larger parts of the longest task.
	Worst string
	// Total is the time of all tasks, Script the time of all scripts.
	Total, Script float64
}

// Event is an event in the trace format of Chromium. Ph is its type, "X" for an event with a duration. Ts is its time, Dur its duration and
// TDur its CPU time, in microseconds.
type Event struct {
	Name      string
	Ph        string
	Pid, Tid  int
	Ts        float64
	Dur, TDur float64
	Args      json.RawMessage
}

// scripts are the names of events during which JavaScript or WebAssembly runs.
var scripts = []string{"EventDispatch", "FireAnimationFrame", "TimerFire", "FunctionCall", "EvaluateScript", "v8.callFunction",
	"RunMicrotasks", "XHRReadyStateChange", "FireIdleCallback"}

// Digest returns the work of the thread that has set the mark start. marks are the names of the marks in Marked. It fails if no event has
// the name start.
func Digest(events []Event, start string, marks ...string) (Recording, error) {
	mine, err := threadEvents(events, start, marks)
	if err != nil {
		return Recording{}, err
	}
	d := digest{Recording: Recording{Marked: map[string][]float64{}}, named: map[string]bool{}}
	for _, e := range mine {
		if e.Ph == "X" {
			d.addWork(e)
		} else {
			d.addMark(e)
		}
	}
	d.endFrame()
	d.Worst = inside(mine, d.worst)
	return d.Recording, nil
}

// threadEvents returns the events with a duration and the marks of the thread that has set the mark start. They are sorted by time; an
// outer event precedes the events inside.
func threadEvents(events []Event, start string, marks []string) ([]Event, error) {
	pid, tid := 0, 0
	for _, e := range events {
		if e.Name == start {
			pid, tid = e.Pid, e.Tid
		}
	}
	if pid == 0 {
		return nil, fmt.Errorf("the mark %s is not among the %d events of the trace", start, len(events))
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
	return mine, nil
}

// digest is a Recording while events are added in the order of their times.
type digest struct {
	Recording
	task    Event           // last task
	script  Event           // last outermost script
	worst   Event           // longest task
	tasks   []Event         // all tasks
	named   map[string]bool // marks in the last script
	frame   float64         // time of scripts since the last frame
	clicked float64         // time of the last mark "clicked" without an answer, 0 if there is none
}

// addWork adds an event with a duration. Tasks and scripts inside a task or script of the same kind are not counted again.
func (d *digest) addWork(e Event) {
	switch {
	case isTask(e.Name) && e.Ts >= d.task.Ts+d.task.Dur:
		d.task = e
		d.tasks = append(d.tasks, e)
		d.Tasks = append(d.Tasks, e.TDur/1000)
		d.Total += e.TDur / 1000
		if e.TDur > d.worst.TDur {
			d.worst = e
		}
	case e.Name == "BeginMainThreadFrame" || e.Name == "Commit":
		d.endFrame()
	case e.Name == "Layout" || e.Name == "UpdateLayoutTree":
		if e.Ts < d.script.Ts+d.script.Dur {
			d.Forced++
		}
	case slices.Contains(scripts, e.Name) && e.Ts >= d.script.Ts+d.script.Dur:
		d.script = e
		d.named = map[string]bool{}
		d.frame += e.TDur / 1000
		d.Script += e.TDur / 1000
	}
}

// addMark adds a mark. The marks "clicked" and "answered" begin and end an answer; every other mark belongs to the script around it.
func (d *digest) addMark(e Event) {
	switch {
	case e.Name == "clicked":
		d.clicked = e.Ts
	case e.Name == "answered" && d.clicked > 0:
		d.Answers = append(d.Answers, busy(d.tasks, d.clicked, e.Ts))
		d.clicked = 0
	case e.Ts <= d.script.Ts+d.script.Dur && !d.named[e.Name]:
		d.named[e.Name] = true
		d.Marked[e.Name] = append(d.Marked[e.Name], d.script.TDur/1000)
	}
}

// leastFrame is the least time of scripts, in milliseconds, in a frame that counts.
const leastFrame = 0.05

// endFrame ends a frame.
func (d *digest) endFrame() {
	if d.frame > leastFrame {
		d.Frames = append(d.Frames, d.frame)
	}
	d.frame = 0
}

// busy returns the CPU time of tasks between two times. A task that is partly between them counts with the same share of its CPU time.
func busy(tasks []Event, from, to float64) float64 {
	sum := 0.0
	for _, t := range tasks {
		if part := min(to, t.Ts+t.Dur) - max(from, t.Ts); part > 0 && t.Dur > 0 {
			sum += t.TDur / 1000 * part / t.Dur
		}
	}
	return sum
}

// isTask reports whether an event of the name is a task of a thread.
func isTask(name string) bool {
	return name == "RunTask" || name == "ThreadControllerImpl::RunTask" || name == "ThreadPool_RunTask"
}

// inside returns a text with the marks in a task, and its six largest kinds of events of at least a millisecond with their times.
func inside(events []Event, task Event) string {
	sum, text := map[string]float64{}, "" // time by name, and marks
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

// Quantile returns the q-quantile of a list. For an empty list it returns 0.
func Quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	s := slices.Clone(list)
	slices.Sort(s)
	return s[min(len(s)-1, int(q*float64(len(s))))]
}
