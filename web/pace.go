package web

import "time"

// panelsEvery is the least time between two renders of the panels while a run
// sends frame after frame: numbers that change faster cannot be read.
const panelsEvery = 160 * time.Millisecond

// pace decides what an animation frame does, so that no single task gets long:
// the panels render in one frame, the models of the pictures are made in the
// next. While frames of a run arrive, the panels render at most every
// panelsEvery; what the user does is answered in the next frame.
type pace struct {
	panels, models bool
	urgent         bool
	rendered       time.Duration
	// turn tells that models waited while the panels rendered. Where frames are rare
	// the panels would be due in each, and the pictures never.
	turn bool
}

// changed notes a change of the state; urgent tells that it answers the user.
func (p *pace) changed(urgent bool) {
	p.panels, p.models = true, true
	p.urgent = p.urgent || urgent
}

// waiting reports whether anything is left to draw.
func (p *pace) waiting() bool { return p.panels || p.models }

// next says what the frame at a time does: at most one of both.
func (p *pace) next(now time.Duration) (panels, models bool) {
	switch {
	case p.panels && (p.urgent || now-p.rendered >= panelsEvery) && !p.turn:
		p.panels, p.urgent, p.rendered, p.turn = false, false, now, p.models
		return true, false
	case p.models:
		p.models, p.turn = false, false
		return false, true
	}
	return false, false
}
