// Package trace computes the CPU times of the page's main thread from a trace that Chromium has recorded. The benchmarks and the browser
// tests use this package.
package trace

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
)

// Categories are the categories of events that [Digest] reads.
var Categories = []string{"toplevel", "devtools.timeline", "disabled-by-default-devtools.timeline", "blink.user_timing", "v8"}

// Recording has the work of the page's main thread during a measurement. All times are CPU times of the thread in milliseconds, since other
// work of the machine has little influence on them.
type Recording struct {
	// Tasks has the time of every task, a piece of work that the thread's event loop begins. Frames has, for every frame (a drawing of the
	// page), the time of its scripts, if it exceeds leastFrame.
	Tasks, Frames []float64
	// Marked has the times of the outermost scripts in which a mark was set, by the name of the mark (performance.mark).
	Marked map[string][]float64
	// Answers has, for each first mark "answered" after a mark "clicked", the time of the tasks since the last mark "clicked".
	Answers []float64
	Forced  int    // number of updates of styles and layout for which a script waited
	Worst   string // text with the larger parts of the longest task
	// Total is the time of all tasks, and Script is the time of all scripts.
	Total, Script float64
}

// Event is an event in the trace format of Chromium. All times are in microseconds.
type Event struct {
	Name     string
	Ph       string  // type of the event: "X" for an event with a duration
	Pid, Tid int     // process and thread
	Ts       float64 // time of the beginning
	// Dur is the duration by the clock, and TDur is the CPU time of the thread.
	Dur, TDur float64
	Args      json.RawMessage
}

// scripts are the names of events during which JavaScript or WebAssembly runs.
var scripts = []string{"EventDispatch", "FireAnimationFrame", "TimerFire", "FunctionCall", "EvaluateScript", "v8.callFunction",
	"RunMicrotasks", "XHRReadyStateChange", "FireIdleCallback"}

// Digest returns the work of the thread that has set the mark start. marks are the names of the marks in Recording.Marked and, if they
// contain "clicked" and "answered", also of the marks for Recording.Answers. Digest returns an error if no event has the name start.
func Digest(events []Event, start string, marks ...string) (Recording, error) {
	ofThread, err := threadEvents(events, start, marks)
	if err != nil {
		return Recording{}, err
	}
	d := digest{Recording: Recording{Marked: map[string][]float64{}}, named: map[string]bool{}}
	for _, e := range ofThread {
		if e.Ph == "X" {
			d.addWork(e)
		} else {
			d.addMark(e)
		}
	}
	d.endFrame()
	d.Worst = inside(ofThread, d.worst)
	return d.Recording, nil
}

// threadEvents returns the events of the thread that has set the mark start: its events with a duration, and its marks with a name in
// marks. The result is sorted by time, so that an outer event precedes the events inside.
func threadEvents(events []Event, start string, marks []string) ([]Event, error) {
	pid, tid := 0, 0
	for _, e := range events {
		if e.Name == start { // one event, since start is unique
			pid, tid = e.Pid, e.Tid
		}
	}
	if pid == 0 { // no process has the number 0
		return nil, fmt.Errorf("the mark %s is not among the %d events of the trace", start, len(events))
	}
	ofThread := events[:0:0] // without capacity: append does not change events
	for _, e := range events {
		if e.Pid != pid || e.Tid != tid {
			continue
		}
		if e.Ph == "X" || slices.Contains(marks, e.Name) {
			ofThread = append(ofThread, e)
		}
	}
	slices.SortStableFunc(ofThread, func(a, b Event) int {
		return cmp.Or(cmp.Compare(a.Ts, b.Ts), cmp.Compare(b.Dur, a.Dur)) // of equal beginnings the longer event comes first
	})
	return ofThread, nil
}

// digest is a Recording to which events are added in the order of their times.
type digest struct {
	Recording
	task    Event           // last task
	script  Event           // last outermost script; the zero Event before the first script
	worst   Event           // task with the largest CPU time
	tasks   []Event         // all tasks
	named   map[string]bool // names of the marks in the last script
	frame   float64         // time of scripts since the last beginning or end of a frame, in milliseconds
	clicked float64         // time of the last mark "clicked" in microseconds; 0 if the mark has an answer
}

// addWork adds an event with a duration: a task, the beginning or end of a frame, an update of styles or layout, or a script. It ignores
// any other event, a task inside the last task, and a script inside the last script.
func (d *digest) addWork(e Event) {
	milliseconds := e.TDur / 1000
	switch {
	case isTask(e.Name) && e.Ts >= d.task.Ts+d.task.Dur:
		d.task = e
		d.tasks = append(d.tasks, e)
		d.Tasks = append(d.Tasks, milliseconds)
		d.Total += milliseconds
		if e.TDur > d.worst.TDur {
			d.worst = e
		}
	// BeginMainThreadFrame begins a frame, and Commit ends it. The scripts between two frames count as a frame of their own.
	case e.Name == "BeginMainThreadFrame" || e.Name == "Commit":
		d.endFrame()
	case e.Name == "Layout" || e.Name == "UpdateLayoutTree":
		if e.Ts < d.script.Ts+d.script.Dur { // inside the last script
			d.Forced++
		}
	case slices.Contains(scripts, e.Name) && e.Ts >= d.script.Ts+d.script.Dur:
		d.script = e
		d.named = map[string]bool{}
		d.frame += milliseconds
		d.Script += milliseconds
	}
}

// addMark adds a mark. The marks "clicked" and "answered" begin and end an answer. Any other mark, and a mark "answered" without "clicked",
// belongs to the script that has set it; repeated in one script, it counts once. Outside of scripts it is ignored.
func (d *digest) addMark(e Event) {
	switch {
	case e.Name == "clicked":
		d.clicked = e.Ts
	case e.Name == "answered" && d.clicked > 0:
		d.Answers = append(d.Answers, busy(d.tasks, d.clicked, e.Ts))
		d.clicked = 0
	case e.Ts <= d.script.Ts+d.script.Dur && !d.named[e.Name]: // inside the last script, which began before e
		d.named[e.Name] = true
		d.Marked[e.Name] = append(d.Marked[e.Name], d.script.TDur/1000)
	}
}

// leastFrame is the time of scripts, in milliseconds, that a frame must exceed to count.
const leastFrame = 0.05

// endFrame ends the present frame and begins the next.
func (d *digest) endFrame() {
	if d.frame > leastFrame {
		d.Frames = append(d.Frames, d.frame)
	}
	d.frame = 0
}

// busy returns the CPU time of tasks, in milliseconds, between the times begin and end, in microseconds. Of a task that is partly between
// them, the CPU time counts in proportion.
func busy(tasks []Event, begin, end float64) float64 {
	sum := 0.0
	for _, t := range tasks {
		overlap := min(end, t.Ts+t.Dur) - max(begin, t.Ts)
		if overlap > 0 && t.Dur > 0 {
			sum += t.TDur / 1000 * overlap / t.Dur
		}
	}
	return sum
}

// isTask reports whether events with the given name are tasks of a thread.
func isTask(name string) bool {
	return name == "RunTask" || name == "ThreadControllerImpl::RunTask" || name == "ThreadPool_RunTask"
}

// inside returns a text about the events in a task, such as "moved: FunctionCall 12.3, Layout 4.5, ": the names of its marks, and at most
// six names of events with the largest CPU times in milliseconds, each at least 1. Events with equal names count together.
func inside(events []Event, task Event) string {
	const most, least = 6, 1      // number of names, and time in milliseconds
	times := map[string]float64{} // in milliseconds, by name
	text := ""
	for _, e := range events {
		isInside := e.Ts >= task.Ts && e.Ts+e.Dur <= task.Ts+task.Dur
		if !isInside || isTask(e.Name) {
			continue
		}
		if e.Ph == "X" {
			times[e.Name] += e.TDur / 1000
		} else {
			text += e.Name + ": "
		}
	}
	// The names with the largest times.
	var names []string
	for name, milliseconds := range times {
		if milliseconds >= least {
			names = append(names, name)
		}
	}
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(times[b], times[a]) })
	for _, name := range names[:min(most, len(names))] {
		text += fmt.Sprintf("%s %.1f, ", name, times[name])
	}
	return text
}

// Quantile returns the q-quantile of a list, for q from 0 to 1: the element with the index ⌊q·n⌋ of the n sorted elements, and the last
// element for q = 1. It returns 0 if the list is empty.
func Quantile(list []float64, q float64) float64 {
	if len(list) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(list))
	index := int(q * float64(len(sorted)))
	return sorted[min(len(sorted)-1, index)]
}
