package state

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Phase is the pending work with its followers. A recipe in [State.Waits] may wait beside any kind.
type Phase struct {
	kind kind
	// loads are the recipes being read or loaded, the newest last. While files are read there may be older ones, which are shown
	// first and stay if the files are refused. Updates replace the list.
	loads []loading
	// goal is the worker's goal, zero when it is reached.
	goal proto.Goal
	// queued are moves along the run that wait for the goal.
	queued []Msg
	// moment has the parts of a link that wait for the paused run, nil for none. Updates replace it.
	moment *recipe.Seen
	// own are the page's own moves: the training of a fresh run, and those that a load has stopped. They continue after refused
	// files and end with a move by the user.
	own []Msg
	// entry is the series of the pending history entry, "" for none.
	entry string
}

// kind is the kind of pending work.
type kind int

const (
	idle     kind = iota // the run is at the shown position
	pursuing             // the worker converges to the goal
	playing              // the run proceeds until it is stopped, or goal by goal with rests
	reading              // the worker reads the files of a recipe
	fetching             // the worker loads a recipe
)

// Loading reports whether a graph is being loaded.
func (s *State) Loading() bool { return s.phase.coming() != nil }

// coming returns the newest recipe being loaded, or nil.
func (p *Phase) coming() *loading {
	if len(p.loads) == 0 {
		return nil
	}
	return &p.loads[len(p.loads)-1]
}

// Running reports whether the run proceeds by itself.
func (s *State) Running() bool { return s.phase.kind == playing }

// Idle reports whether no work is pending.
func (s *State) Idle() bool { return s.phase.kind == idle }

// Busy reports whether the worker has an unreached goal.
func (s *State) Busy() bool { return s.phase.goal.Seq != 0 }

// aim sets the goal. Files that may need a dialog are read beside it.
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

// stop ends playing, reading and loading; a remaining goal is pursued.
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

// reached clears the goal. Reading and slow motion continue.
func (p *Phase) reached() {
	if p.goal = (proto.Goal{}); p.kind == pursuing {
		p.kind = idle
	}
}

// arrived ends a load; the worker continues to the recipe's position.
func (p *Phase) arrived() {
	if p.loads != nil {
		p.stop()
	}
}

// giveUp ends a failed load with its followers.
func (p *Phase) giveUp() {
	p.arrived()
	p.queued, p.entry = nil, ""
}

// stopped returns the page's own moves that a load stops.
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

// left returns the loads as a newer one leaves them, with their following moves.
func (p *Phase) left() []loading {
	out := slices.Clone(p.loads)
	if k := len(out) - 1; k >= 0 {
		out[k].by, out[k].own = byProgram, p.withQueued([]Msg{comeBack{out[k].Position}})
	}
	return out
}

// place returns the index of a goal's load, −1 for none.
func (p *Phase) place(goal int) int {
	return slices.IndexFunc(p.loads, func(l loading) bool { return l.seq == goal })
}

// drop removes queued moves.
func (p *Phase) drop(which func(Msg) bool) {
	p.queued = slices.DeleteFunc(slices.Clone(p.queued), which)
}

// trains reports whether a move is the training after a load, byItself whether it is one of the page's own.
func trains(m Msg) bool { _, ok := m.(train); return ok }

func byItself(m Msg) bool { _, back := m.(comeBack); return back || trains(m) }
