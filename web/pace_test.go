package web

import (
	"testing"
	"time"

	"sheafscope/web/state"
)

// The visible changes of a step or a click, of a figure that the user moves, and of a run.
var (
	byUser         = state.Redraw{Urgent: true}
	byUserInFigure = state.Redraw{Urgent: true, Figures: true}
	byRun          = state.Redraw{}
)

// A change by the user is drawn in two animation frames, panels first; a single step in one frame. A run draws the pictures with every new
// frame of the worker and the panels about five times in a second. With slow pictures a run is drawn less often, and a click as before. A
// dial draws its pictures first.
func TestPaceSeparatesPanelsAndPictures(t *testing.T) {
	var p pace
	now := time.Hour
	// frame advances by 16 ms, one animation frame, and returns what is drawn.
	frame := func() (drawn string) {
		now += 16 * time.Millisecond
		work := p.next(now, oneOfTwo)
		switch {
		case work.panels && work.models:
			t.Fatal("both in one frame")
		case work.panels:
			return "panels"
		case work.models:
			return "models"
		}
		return ""
	}
	// A click: panels, then models, and nothing waits.
	p.changed(now, byUser)
	if drawnFirst, drawnSecond := frame(), frame(); drawnFirst != "panels" || drawnSecond != "models" || p.waiting() {
		t.Fatalf("a click draws %q, then %q", drawnFirst, drawnSecond)
	}
	// Models without room in a frame get the next frame.
	p.more()
	if drawnFirst, drawnSecond := frame(), frame(); drawnFirst != "models" || drawnSecond != "" || p.waiting() {
		t.Fatalf("a picture without room in a frame is drawn by %q, then %q", drawnFirst, drawnSecond)
	}
	// A step draws both in one frame.
	p.changed(now, byUser)
	if work := p.next(now, wholeFrame); !work.panels || !work.models || p.waiting() {
		t.Fatalf("a step draws panels %v and models %v in its frame", work.panels, work.models)
	}
	// A run after a second of rest: 60 frames of 16 ms are about a second. A change every five frames, 80 ms, makes 12 changes.
	now += time.Second
	count := map[string]int{}
	for i := range 60 {
		if i%5 == 0 {
			p.changed(now, byRun)
		}
		count[frame()]++
	}
	if count["models"] != 12 || count["panels"] < 4 || count["panels"] > 6 {
		t.Errorf("a second of a run draws %v, want 12 models and 4 to 6 panels", count)
	}
	for p.waiting() {
		frame()
	}
	// A click overtakes a change of the run.
	p.changed(now, byRun)
	p.changed(now, byUser)
	if drawnFirst := frame(); drawnFirst != "panels" {
		t.Errorf("a click in a run draws %q first", drawnFirst)
	}
	clear(count)
	for range 20 { // a machine that draws about four frames in a second: panels and models in turn
		now = now + 250*time.Millisecond
		p.changed(now, byRun)
		count[frame()]++
	}
	if count["panels"] < 9 || count["models"] < 9 {
		t.Errorf("20 slow frames draw %v, want 9 or more of each", count)
	}
	for p.waiting() {
		frame()
	}
	// After slow pictures a run waits six times their cost, 600 ms.
	p.showed(p.drawn + usualFrames + 100*time.Millisecond) // the pictures took 100 ms longer than usual
	clear(count)
	for i := range 120 { // two seconds of a run
		if i%5 == 0 {
			p.changed(now, byRun)
		}
		count[frame()]++
	}
	if count["models"] != 3 || count["panels"] != 3 {
		t.Errorf("two seconds of a run whose pictures take 100 ms draw %v, want 3 of each", count)
	}
	for p.waiting() {
		frame()
	}
	// A click does not wait for the pause after slow pictures.
	p.showed(p.drawn + usualFrames + 100*time.Millisecond)
	p.changed(now, byUser)
	if drawnFirst, drawnSecond := frame(), frame(); drawnFirst != "panels" || drawnSecond != "models" {
		t.Errorf("a click draws %q, then %q", drawnFirst, drawnSecond)
	}
	if frame() != "" {
		t.Error("a page at rest draws")
	}
	// Only figures change: the models precede the panels. A new pace has no open change.
	p = pace{}
	p.changed(now, byUserInFigure)
	p.changed(now+20*time.Millisecond, byUserInFigure)
	if drawnFirst, drawnSecond := frame(), frame(); drawnFirst != "models" || drawnSecond != "panels" || p.waiting() {
		t.Errorf("the answer of a figure draws %q, then %q", drawnFirst, drawnSecond)
	}
	// A dial that moves in each frame draws its models in almost each frame, and the panels about every 160 ms.
	clear(count)
	for range 60 {
		p.answered(now)
		p.changed(now, byUserInFigure)
		count[frame()]++
	}
	if count["models"] < 50 || count["panels"] < 5 {
		t.Errorf("a second of a dial draws %v, want 50 models and 5 panels or more", count)
	}
	for p.waiting() {
		frame()
	}
	// A click after a move of the dial: the panels are first.
	p.changed(now, byUserInFigure)
	p.changed(now, byUser)
	if drawnFirst := frame(); drawnFirst != "panels" {
		t.Errorf("a click after a move of a dial draws %q first, want the panels", drawnFirst)
	}
	frame()
	// A step draws panels and models in one frame.
	p.changed(now, byUser)
	if work := p.next(now, wholeFrame); !work.panels || !work.models || p.waiting() {
		t.Errorf("a step draws the panels: %v, the pictures: %v; something waits: %v", work.panels, work.models, p.waiting())
	}
}

// A change by the user waits at most answerWait for the worker's answer, by one timer for any number of answers and steps. Each of 40 quick
// steps is drawn in one frame, with at most half as many timers.
func TestPaceHoldHasOneTimer(t *testing.T) {
	var p pace
	changedAt := time.Hour
	p.changed(changedAt, byUser)
	if held, timer := p.hold(changedAt+20*time.Millisecond, true); !held || timer != answerWait-20*time.Millisecond {
		t.Errorf("the change waits for an answer: %v, for %v", held, timer)
	}
	p.woke()
	if held, timer := p.hold(changedAt+answerWait, true); held || timer != 0 {
		t.Errorf("after the limit the change still waits: %v, for %v", held, timer)
	}
	if held, _ := p.hold(changedAt, false); held {
		t.Error("the change waits although no answer is expected")
	}
	p.answered(changedAt + answerWait/2)
	if held, timer := p.hold(changedAt+answerWait, true); !held || timer != answerWait/2 {
		t.Errorf("after the first answer the change waits for the second: %v, for %v", held, timer)
	}
	p.woke()
	p.next(changedAt+answerWait, wholeFrame)

	// Quick steps: each is answered after 40 ms and drawn 10 ms later; the next step follows after 20 ms more.
	// due has the times at which timers end. setTimers counts all timers that were set, and frames the frames with panels and models.
	due := []time.Duration{}
	setTimers, frames := 0, 0
	// holdAt calls hold, and sets the timer that hold requests.
	holdAt := func(now time.Duration, answering bool) {
		if _, timer := p.hold(now, answering); timer > 0 {
			setTimers++
			due = append(due, now+timer)
		}
	}
	const steps = 40
	for now := time.Duration(0); now < steps*70*time.Millisecond; now += time.Millisecond {
		sinceStep := now % (70 * time.Millisecond)
		answering := sinceStep < 40*time.Millisecond
		for len(due) > 0 && due[0] <= now {
			due = due[1:]
			p.woke()
			holdAt(now, answering)
		}
		switch sinceStep {
		case 0:
			p.changed(now, byUser)
			holdAt(now, true)
		case 40 * time.Millisecond:
			p.answered(now)
			p.changed(now, byUser)
			holdAt(now, false)
		case 50 * time.Millisecond:
			if work := p.next(now, wholeFrame); work.panels && work.models {
				frames++
			}
		}
	}
	if frames != steps || setTimers > steps/2 || len(due) > 1 {
		t.Errorf("%d steps are drawn in %d frames and set %d timers, of which %d are left", steps, frames, setTimers, len(due))
	}
}
