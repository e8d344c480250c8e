package state

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Phase is what is under way, and what follows it. What waits for somebody's answer ([State.Waits]) may stand beside any of its kinds.
type Phase struct {
	kind kind
	// coming is the recipe that is read or loaded.
	coming *loading
	// goal is what the worker converges to, zero where it has reached it.
	goal proto.Goal
	// queued are moves along the run that wait for where the goal leads.
	queued []Msg
	// moment is what of a link waits for its run to stand, nil when nothing does. It is replaced, never changed.
	moment *recipe.Seen
	// own are moves that the page makes by itself along the run on the screen: the training of a fresh run while it is under way, and
	// what a load has stopped. They go on after files that are refused or left, and end once the user moves along the run.
	own []Msg
	// entry is the series of the entry of the history that is due, "" for none.
	entry string
}

// kind is what is under way.
type kind int

const (
	idle     kind = iota // the run stands where the screen says
	pursuing             // the worker converges to the goal
	playing              // and goes on: until it is stopped, or goal by goal with rests between them
	reading              // the worker reads the files of a recipe; it may still have the goal to stay
	fetching             // the worker loads a recipe
)

// Loading reports whether a graph is on its way.
func (s *State) Loading() bool { return s.phase.coming != nil }

// Running reports whether the run goes on by itself.
func (s *State) Running() bool { return s.phase.kind == playing }

// Idle reports whether nothing is under way.
func (s *State) Idle() bool { return s.phase.kind == idle }

// Busy reports whether the worker has unfinished work that changes the run.
func (s *State) Busy() bool { return s.phase.goal.Seq != 0 }

// aim takes a goal in the place of the one before.
func (p *Phase) aim(g proto.Goal) {
	switch p.goal = g; {
	case g.Load:
		p.kind = fetching
	case p.kind == idle:
		p.kind = pursuing
	}
}

// stop ends playing, reading and loading: a goal that is left is pursued.
func (p *Phase) stop() {
	if p.coming, p.kind = nil, pursuing; p.goal.Seq == 0 {
		p.kind = idle
	}
}

// halt ends playing.
func (p *Phase) halt() {
	if p.kind == playing {
		p.stop()
	}
}

// reached takes the goal away. Files are read on, and slow motion goes on.
func (p *Phase) reached() {
	if p.goal = (proto.Goal{}); p.kind == pursuing {
		p.kind = idle
	}
}

// arrived ends a load: the worker goes on to the position of the recipe.
func (p *Phase) arrived() {
	if p.coming != nil {
		p.stop()
	}
}

// giveUp ends a load that came to nothing, with what was to follow it.
func (p *Phase) giveUp() {
	p.arrived()
	p.queued, p.entry = nil, ""
}

// stopped are the moves that the page was making by itself.
func (p *Phase) stopped() (moves []Msg) {
	switch {
	case p.kind == reading:
		return p.own
	case p.kind == fetching:
		p.own, moves = nil, []Msg{comeBack{p.coming.Position}}
	case p.goal.Load:
		moves = []Msg{comeBack{p.goal.Run.Position}}
	case p.goal.Until.Unit == proto.At:
		moves = []Msg{comeBack{p.goal.Until.N}}
	}
	moves = append(moves, p.own...)
	for _, m := range p.queued {
		if byItself(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// drop takes queued moves away.
func (p *Phase) drop(which func(Msg) bool) {
	p.queued = slices.DeleteFunc(slices.Clone(p.queued), which)
}

// trains reports whether a move is the training after a load, byItself whether it is one of the page's own.
func trains(m Msg) bool { _, ok := m.(train); return ok }

func byItself(m Msg) bool { _, back := m.(comeBack); return back || trains(m) }
