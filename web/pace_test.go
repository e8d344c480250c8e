package web

import (
	"testing"
	"time"

	"sheafscope/web/state"
)

// The visible changes of a step or a click, of a figure under the user's hand, and of a run.
var (
	byUser         = state.Redraw{Urgent: true}
	byUserInFigure = state.Redraw{Urgent: true, Figures: true}
	byRun          = state.Redraw{}
)

// A change by the user is drawn in two frames, panels first. A run renders the panels seldom and the pictures with every frame.
func TestPaceSeparatesPanelsAndPictures(t *testing.T) {
	var p pace
	at := time.Hour
	frame := func() (what string) {
		at += 16 * time.Millisecond
		work := p.next(at, oneOfTwo)
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
	p.changed(at, byUser)
	if a, b := frame(), frame(); a != "panels" || b != "models" || p.waiting() {
		t.Fatalf("a click draws %q, then %q", a, b)
	}
	p.more()
	if first, second := frame(), frame(); first != "models" || second != "" || p.waiting() {
		t.Fatalf("what had no room in a frame is drawn by %q, then %q", first, second)
	}
	p.changed(at, byUser)
	if work := p.next(at, wholeFrame); !work.panels || !work.models || p.waiting() {
		t.Fatalf("a step draws panels %v and models %v in its frame", work.panels, work.models)
	}
	at += time.Second
	count := map[string]int{}
	for i := range 60 { // a second of a run with a frame every 80 ms
		if i%5 == 0 {
			p.changed(at, byRun)
		}
		count[frame()]++
	}
	if count["models"] != 12 || count["panels"] < 4 || count["panels"] > 6 {
		t.Errorf("a second of a run draws %v", count)
	}
	for p.waiting() {
		frame()
	}
	p.changed(at, byRun)
	p.changed(at, byUser)
	if a := frame(); a != "panels" {
		t.Errorf("a click in a run draws %q first", a)
	}
	clear(count)
	for range 20 { // a machine that draws four frames in a second
		at = at + 250*time.Millisecond
		p.changed(at, byRun)
		count[frame()]++
	}
	if count["panels"] < 9 || count["models"] < 9 {
		t.Errorf("20 slow frames draw %v", count)
	}
	for p.waiting() {
		frame()
	}
	p.showed(p.drawn + usualFrames + 100*time.Millisecond) // it took long to show them
	clear(count)
	for i := range 120 { // two seconds of a run
		if i%5 == 0 {
			p.changed(at, byRun)
		}
		count[frame()]++
	}
	if count["models"] != 3 || count["panels"] != 3 {
		t.Errorf("two seconds of a run whose pictures take 100 ms draw %v", count)
	}
	for p.waiting() {
		frame()
	}
	p.showed(p.drawn + usualFrames + 100*time.Millisecond)
	p.changed(at, byUser)
	if a, b := frame(), frame(); a != "panels" || b != "models" {
		t.Errorf("a click draws %q, then %q", a, b)
	}
	if frame() != "" {
		t.Error("draws at rest")
	}
	p.changed(at, byUser)
	p = pace{}
	p.changed(at, byUserInFigure)
	p.changed(at+20*time.Millisecond, byUserInFigure)
	if a, b := frame(), frame(); a != "models" || b != "panels" || p.waiting() {
		t.Errorf("the answer of a figure draws %q, then %q", a, b)
	}
	clear(count)
	for range 60 { // a second of a dial that moves in every frame
		p.answered(at)
		p.changed(at, byUserInFigure)
		count[frame()]++
	}
	if count["models"] < 50 || count["panels"] < 5 {
		t.Errorf("a second of a dial draws %v", count)
	}
	for p.waiting() {
		frame()
	}
	p.changed(at, byUserInFigure)
	p.changed(at, byUser)
	if a := frame(); a != "panels" {
		t.Errorf("a click after a turn draws %q first", a)
	}
	frame()
	p.changed(at, byUser)
	if work := p.next(at, wholeFrame); !work.panels || !work.models || p.waiting() {
		t.Errorf("a step draws the panels: %v, the pictures: %v, and leaves something: %v", work.panels, work.models, p.waiting())
	}
}

// A change by the user waits for the worker's answer by one timer, for any number of answers and steps.
func TestPaceHoldHasOneTimer(t *testing.T) {
	var p pace
	at := time.Hour
	p.changed(at, byUser)
	if held, timer := p.hold(at+20*time.Millisecond, true); !held || timer != answerWait-20*time.Millisecond {
		t.Errorf("it waits for an answer: %v, for %v", held, timer)
	}
	p.woke()
	if held, timer := p.hold(at+answerWait, true); held || timer != 0 {
		t.Errorf("after the wait it waits on: %v, for %v", held, timer)
	}
	if held, _ := p.hold(at, false); held {
		t.Error("it waits without an answer to come")
	}
	p.answered(at + answerWait/2)
	if held, timer := p.hold(at+answerWait, true); !held || timer != answerWait/2 {
		t.Errorf("after a first answer it waits for the second: %v, for %v", held, timer)
	}
	p.woke()
	p.next(at+answerWait, wholeFrame)

	// Steps in quick succession: each is answered after 40 ms and drawn 10 ms later, the next comes 20 ms after that.
	due := []time.Duration{}
	set, frames := 0, 0
	ask := func(now time.Duration, answering bool) {
		if _, timer := p.hold(now, answering); timer > 0 {
			set++
			due = append(due, now+timer)
		}
	}
	const steps = 40
	for at := time.Duration(0); at < steps*70*time.Millisecond; at += time.Millisecond {
		in := at % (70 * time.Millisecond)
		answering := in < 40*time.Millisecond
		for len(due) > 0 && due[0] <= at {
			due = due[1:]
			p.woke()
			ask(at, answering)
		}
		switch in {
		case 0:
			p.changed(at, byUser)
			ask(at, true)
		case 40 * time.Millisecond:
			p.answered(at)
			p.changed(at, byUser)
			ask(at, false)
		case 50 * time.Millisecond:
			if work := p.next(at, wholeFrame); work.panels && work.models {
				frames++
			}
		}
	}
	if frames != steps || set > steps/2 || len(due) > 1 {
		t.Errorf("%d steps are drawn in %d frames and set %d timers, of which %d are left", steps, frames, set, len(due))
	}
}
