package web

import "time"

// Pictures take at most a seventh of the time of a run, since a browser may draw on the processor that computes it. They wait at
// most mostEvery.
const (
	picturesShare = 6
	mostEvery     = 2 * time.Second
)

// panelsEvery is the least time between two renders of the panels during a run: faster numbers cannot be read.
const panelsEvery = 160 * time.Millisecond

// answerWait is the time that a change by the user waits for the worker's answer, so that a step is drawn once.
const answerWait = 150 * time.Millisecond

// pace schedules the work of animation frames, so that no task is long. The panels render in one frame, and the pictures' models
// are computed in the next. A step, and a page that opens, do both in one frame, since each is laid out and painted once. During a
// run the panels render at most every panelsEvery. Both wait picturesShare times as long as the browser took for the last
// pictures. A change by the user is drawn in the next frame, and pictures precede panels where only figures changed.
type pace struct {
	panels, models bool
	// urgent reports that the panels answer the user.
	urgent   bool
	rendered time.Duration
	// since is the time of the first undrawn change, heard that of the worker's last answer.
	since, heard time.Duration
	// drawn is the time of the last models, cost the browser's time for showing them.
	drawn, cost time.Duration
	// asked reports that the models answer the user.
	asked bool
	// turn reports that the models waited for the panels. Without it panels would use every frame where frames are rare.
	turn bool
	// figures reports that only figures changed: the pictures then precede the panels, for at most panelsEvery.
	figures bool
	// waking reports that the timer of hold is set.
	waking bool
}

// changed records a change of the state. urgent marks an answer to the user, figures a change that no panel shows.
func (p *pace) changed(now time.Duration, urgent, figures bool) {
	p.figures = figures && (p.figures || !p.waiting())
	if !p.waiting() {
		p.since = now
	}
	p.panels, p.models = true, true
	p.urgent, p.asked = p.urgent || urgent, p.asked || urgent
}

// answered records an answer of the worker, from which the next answer has a wait of its own.
func (p *pace) answered(now time.Duration) { p.heard = now }

// waiting reports whether anything is undrawn.
func (p *pace) waiting() bool { return p.panels || p.models }

// hold reports whether drawing waits for the worker's answer. A timer other than 0 is the delay after which the caller calls woke.
// One timer serves all waits, since several would restart each other while the user goes on.
func (p *pace) hold(now time.Duration, answering bool) (held bool, timer time.Duration) {
	left := max(p.since, p.heard) + answerWait - now
	if held = answering && p.waiting() && left > 0; held && !p.waking {
		p.waking, timer = true, left
	}
	return held, timer
}

// woke records the end of the timer.
func (p *pace) woke() { p.waking = false }

// next returns the work of a frame: panels or models, or both with whole.
func (p *pace) next(now time.Duration, whole bool) (panels, models bool) {
	if panels, models = p.panels, p.models; whole && models {
		*p = pace{rendered: max(p.rendered, now), drawn: now, cost: p.cost, waking: p.waking}
		return panels, models
	}
	wait := p.rest()
	due := p.models && (p.asked || now-p.drawn >= wait)
	first := due && (p.turn || p.figures && now-max(p.since, p.rendered) < panelsEvery)
	switch {
	case p.panels && (p.urgent || now-p.rendered >= max(panelsEvery, wait)) && !first:
		p.panels, p.urgent, p.rendered, p.turn = false, false, now, p.models
		return true, false
	case due:
		p.models, p.turn, p.asked, p.drawn = false, false, false, now
		return false, true
	}
	return false, false
}

// more schedules the rest of the models for the next frame.
func (p *pace) more() { p.models, p.asked = true, true }

// rest returns the wait of a run's pictures.
func (p *pace) rest() time.Duration { return min(picturesShare*p.cost, mostEvery) }

// usualFrames is the browser's time for pictures without load: two and a half frames.
const usualFrames = 42 * time.Millisecond

// showed records the second frame after the models, the first one without work on them.
func (p *pace) showed(now time.Duration) { p.cost = max(0, now-p.drawn-usualFrames) }
