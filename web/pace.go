package web

import "time"

// Pictures take at most a seventh of the time of a run, which they compete with where the browser draws on the processor;
// mostEvery is the longest that they wait for that.
const (
	picturesShare = 6
	mostEvery     = 2 * time.Second
)

// panelsEvery is the least time between two renders of the panels while a run
// sends frame after frame: numbers that change faster cannot be read.
const panelsEvery = 160 * time.Millisecond

// answerWait is how long what the user did waits for the worker's answer to it, so that a step is
// drawn once, not before and after.
const answerWait = 150 * time.Millisecond

// pace decides what an animation frame does, so that no single task gets long:
// the panels render in one frame, the models of the pictures are made in the
// next. A step, and a page that opens, have one frame for both, since each is laid out and painted. While frames of a run arrive, the
// panels render at most every panelsEvery, and both wait picturesShare times as long as it took to show
// the last pictures; what the user does is answered in the next frame, and
// where nothing but figures changed the pictures go first.
type pace struct {
	panels, models bool
	urgent         bool
	rendered       time.Duration
	// since is when the first of the changes came that wait, heard when the worker answered last.
	since, heard time.Duration
	// drawn is when models were made last, cost what the browser took to show them.
	drawn, cost time.Duration
	// asked reports that the models, too, answer the user.
	asked bool
	// turn reports that models waited while the panels rendered. Where frames are rare
	// the panels would be due in each, and the pictures never.
	turn bool
	// figures reports that nothing but figures changed: then the pictures go first, for panelsEvery at most.
	figures bool
	// waking reports that a timer is to end a wait.
	waking bool
}

// changed notes a change of the state; urgent that it answers the user, figures that no panel shows it.
func (p *pace) changed(now time.Duration, urgent, figures bool) {
	p.figures = figures && (p.figures || !p.waiting())
	if !p.waiting() {
		p.since = now
	}
	p.panels, p.models = true, true
	p.urgent, p.asked = p.urgent || urgent, p.asked || urgent
}

// answered notes that the worker answered: what it has yet to answer gets a wait of its own.
func (p *pace) answered(now time.Duration) { p.heard = now }

// waiting reports whether anything is left to draw.
func (p *pace) waiting() bool { return p.panels || p.models }

// hold reports whether what is to be drawn waits for the worker's answer to what the user did. timer, unless 0, is after how
// long woke is to be called. One timer ends all waits: each of several would set another for as long as the user goes on.
func (p *pace) hold(now time.Duration, answering bool) (held bool, timer time.Duration) {
	left := max(p.since, p.heard) + answerWait - now
	if held = answering && p.waiting() && left > 0; held && !p.waking {
		p.waking, timer = true, left
	}
	return held, timer
}

// woke notes that the timer of hold is over.
func (p *pace) woke() { p.waking = false }

// next says what the frame at a time does: at most one of both, unless all of it is drawn at once.
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

// more notes that the models had no room in one frame: the next goes on with them.
func (p *pace) more() { p.models, p.asked = true, true }

// rest is how long pictures of a run wait for their share of the time.
func (p *pace) rest() time.Duration { return min(picturesShare*p.cost, mostEvery) }

// usualFrames is what the browser takes to show pictures where it draws at its leisure: two frames and a half.
const usualFrames = 42 * time.Millisecond

// showed notes when the browser came to the second frame after the models were made, the first in which nothing of them is drawn.
func (p *pace) showed(now time.Duration) { p.cost = max(0, now-p.drawn-usualFrames) }
