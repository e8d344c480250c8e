package web

import (
	"time"

	"sheafscope/web/state"
)

// This file schedules rendering and drawing. Rendering writes the panels, which are HTML. Drawing computes the models of the pictures,
// which scripts paint. A point in time is the duration since the start of the page.

// During a run, the pause from the start of a drawing to the start of the next one is pauseFactor times its cost, at most longestPause.
// Below this limit, the cost is at most a sixth of the time: a browser may draw on the processor that computes the run.
const (
	pauseFactor  = 6
	longestPause = 2 * time.Second
)

// panelsEvery is the least time between two renders of the panels during a run. Nobody can read numbers that change faster.
const panelsEvery = 160 * time.Millisecond

// answerWait is the time that a change by the user waits for the worker's answer. The change and the answer are then drawn together.
const answerWait = 150 * time.Millisecond

// pace schedules the work of animation frames, so that no frame has a long task. The panels render in one frame, and the models of the
// pictures are computed in the next frame. A step, and a page that opens, need both in one frame, so that the browser paints the page once.
//
// During a run panels and models wait for the pause (rest), and the panels at least panelsEvery. A change by the user does not wait for
// these. If only figures have changed, the pictures precede the panels.
type pace struct {
	panels, models bool          // the panels or the models are outdated
	panelsUrgent   bool          // the user waits for the outdated panels
	modelsUrgent   bool          // the user waits for the outdated models
	rendered       time.Duration // time of the last render of the panels, or of a later whole frame
	changedAt      time.Duration // time of the first change that is not drawn
	answeredAt     time.Duration // time of the worker's last answer
	drawn          time.Duration // time at which the last models were computed
	cost           time.Duration // the browser's time to show the last models, beyond usualFrames
	// turn reports that the models are next, after a render of the panels. If frames are rare, the panels would otherwise use every frame.
	turn       bool
	figures    bool // only figures of the inspector have changed: the models precede the panels, for at most panelsEvery
	timerIsSet bool // the timer of hold is set
}

// changed records a visible change of the state at the time now.
func (p *pace) changed(now time.Duration, change state.Redraw) {
	nothingElse := p.figures || !p.waiting() // no other change waits
	p.figures = change.Figures && nothingElse
	if !p.waiting() {
		p.changedAt = now
	}
	p.panels, p.models = true, true
	p.panelsUrgent, p.modelsUrgent = p.panelsUrgent || change.Urgent, p.modelsUrgent || change.Urgent
}

// answered records an answer of the worker.
func (p *pace) answered(now time.Duration) { p.answeredAt = now }

// waiting reports whether panels or models are outdated.
func (p *pace) waiting() bool { return p.panels || p.models }

// hold reports whether drawing waits for an answer of the worker. answering reports that an answer is pending. The wait begins with the
// first change that is not drawn, begins anew with each answer, and lasts answerWait. If timer is not 0, the caller must call woke after
// this delay, and then hold again. One timer serves all waits: several timers would restart each other during quick steps.
func (p *pace) hold(now time.Duration, answering bool) (held bool, timer time.Duration) {
	left := max(p.changedAt, p.answeredAt) + answerWait - now
	held = answering && p.waiting() && left > 0
	if held && !p.timerIsSet {
		p.timerIsSet, timer = true, left
	}
	return held, timer
}

// woke records the end of the timer.
func (p *pace) woke() { p.timerIsSet = false }

// frameWork is the work of an animation frame.
type frameWork struct {
	panels bool // the panels render
	models bool // the models of the pictures are computed
}

// frameLimit limits the work of an animation frame.
type frameLimit bool

const (
	oneOfTwo   frameLimit = false // the panels or the models
	wholeFrame frameLimit = true  // both, if both are outdated
)

// next returns the work of an animation frame, and records it as done. With wholeFrame and outdated models, it is all outdated work. In all
// other cases it is at most one of panels and models, or nothing if none is due.
func (p *pace) next(now time.Duration, limit frameLimit) frameWork {
	if limit == wholeFrame && p.models { // afterwards nothing is outdated or urgent; the cost and the timer stay
		work := frameWork{p.panels, p.models}
		*p = pace{rendered: now, drawn: now, cost: p.cost, timerIsSet: p.timerIsSet}
		return work
	}

	// Urgent panels and models are due at once, and others after their pauses. If both are due, the panels are first, unless it is the turn
	// of the models or, for at most panelsEvery, only figures have changed.
	pause := p.rest()
	modelsDue := p.models && (p.modelsUrgent || now-p.drawn >= pause)
	figuresFirst := p.figures && now-max(p.changedAt, p.rendered) < panelsEvery
	modelsFirst := modelsDue && (p.turn || figuresFirst)
	panelsDue := p.panels && (p.panelsUrgent || now-p.rendered >= max(panelsEvery, pause))
	switch {
	case panelsDue && !modelsFirst:
		p.panels, p.panelsUrgent, p.rendered, p.turn = false, false, now, p.models
		return frameWork{panels: true}
	case modelsDue:
		p.models, p.turn, p.modelsUrgent, p.drawn = false, false, false, now
		return frameWork{models: true}
	}
	return frameWork{}
}

// more schedules the remaining models for the next frame, without a pause.
func (p *pace) more() { p.models, p.modelsUrgent = true, true }

// rest returns the least time from the start of the last drawing of a run to the next drawing.
func (p *pace) rest() time.Duration { return min(pauseFactor*p.cost, longestPause) }

// usualFrames is the browser's time to show pictures on an idle machine: two and a half frames of 1/60 s.
const usualFrames = 42 * time.Millisecond

// showed computes the cost of the last models. now is the time of the second frame after them, the first frame in which the browser no
// longer works on them.
func (p *pace) showed(now time.Duration) { p.cost = max(0, now-p.drawn-usualFrames) }
