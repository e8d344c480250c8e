package state

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Phase is what is under way, and what follows it. What waits for somebody's answer ([State.Waits]) may stand beside any of its kinds.
type Phase struct {
	kind kind
	// loads are the recipes that are read or loaded, the newest last. While files are read there may be older ones, which come to the
	// screen before them, and stay where the files are refused. The list is replaced, never changed.
	loads []loading
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
func (s *State) Loading() bool { return s.phase.coming() != nil }

// coming is the recipe on its way, nil for none.
func (p *Phase) coming() *loading {
	if len(p.loads) == 0 {
		return nil
	}
	return &p.loads[len(p.loads)-1]
}

// Running reports whether the run goes on by itself.
func (s *State) Running() bool { return s.phase.kind == playing }

// Idle reports whether nothing is under way.
func (s *State) Idle() bool { return s.phase.kind == idle }

// Busy reports whether the worker has unfinished work that changes the run.
func (s *State) Busy() bool { return s.phase.goal.Seq != 0 }

// aim takes a goal in the place of the one before. Files that the user may be asked about are read beside it.
func (p *Phase) aim(g proto.Goal) {
	if g.Asks != proto.Never {
		return
	}
	switch p.goal = g; {
	case g.Load:
		p.kind = fetching
	case p.kind == idle:
		p.kind = pursuing
	}
}

// stop ends playing, reading and loading: a goal that is left is pursued.
func (p *Phase) stop() {
	if p.loads, p.kind = nil, pursuing; p.goal.Seq == 0 {
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
	if p.loads != nil {
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
	case p.loads != nil:
		return p.own
	case p.goal.Load:
		moves = []Msg{comeBack{p.goal.Run.Position}}
	case p.goal.Until.Unit == proto.At:
		moves = []Msg{comeBack{p.goal.Until.N}}
	}
	return p.withQueued(append(moves, p.own...))
}

// withQueued appends the queued moves of the page's own.
func (p *Phase) withQueued(moves []Msg) []Msg {
	for _, m := range p.queued {
		if byItself(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// left returns the recipes on their way as a newer one leaves them, with the moves that follow each.
func (p *Phase) left() []loading {
	out := slices.Clone(p.loads)
	if k := len(out) - 1; k >= 0 {
		out[k].by, out[k].own = byProgram, p.withQueued([]Msg{comeBack{out[k].Position}})
	}
	return out
}

// place is where the recipe of a goal stands among those on their way, −1 for none.
func (p *Phase) place(goal int) int {
	return slices.IndexFunc(p.loads, func(l loading) bool { return l.seq == goal })
}

// drop takes queued moves away.
func (p *Phase) drop(which func(Msg) bool) {
	p.queued = slices.DeleteFunc(slices.Clone(p.queued), which)
}

// trains reports whether a move is the training after a load, byItself whether it is one of the page's own.
func trains(m Msg) bool { _, ok := m.(train); return ok }

func byItself(m Msg) bool { _, back := m.(comeBack); return back || trains(m) }
