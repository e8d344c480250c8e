package state

import (
	"slices"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// Phase is the pending work: the goal of the worker, the loads, and the moves that follow them. A move is a message that moves along the
// run, such as [Step] or [Seek]. A recipe that waits for an answer is not in the phase, but in [State.Waits].
type Phase struct {
	kind kind
	// loads are the recipes being read or loaded, the newest last, nil if there are none. There are older loads only while the newest load
	// reads files. Their graphs are shown first, and stay if the files are refused. Updates replace the list.
	loads []loading
	// goal is the goal of the worker. It is the zero value, with the number 0, before the first goal and when a goal is reached.
	goal proto.Goal
	// queued are moves along the run that wait for the goal.
	queued []Msg
	// moment are the parts of a link's view that wait until the run is paused, nil if nothing waits. Updates replace it.
	moment *recipe.Seen
	// own are the page's own moves that a load has stopped, or can stop: they continue if the load is refused. The return to the selection
	// before the load is one of them. A move by the user ends them.
	own []Msg
	// entry is the series of the pending history entry: consecutive changes of one series share an entry. It is "" if no entry is pending.
	entry string
}

// kind is the kind of pending work.
type kind int

const (
	idle     kind = iota // the run is at the shown position
	pursuing             // the worker is on its way to the goal, a position or a number of steps
	playing              // the run proceeds by itself: to the end of a training, or in slow motion step by step with pauses
	reading              // the worker reads the files of a recipe
	fetching             // the worker loads a recipe
)

// Loading reports whether a graph is being loaded.
func (s *State) Loading() bool { return s.phase.newestLoad() != nil }

// newestLoad returns the newest load. It returns nil if no graph is being loaded.
func (p *Phase) newestLoad() *loading {
	if len(p.loads) == 0 {
		return nil
	}
	return &p.loads[len(p.loads)-1]
}

// Running reports whether the run proceeds by itself.
func (s *State) Running() bool { return s.phase.kind == playing }

// Idle reports whether no work is pending.
func (s *State) Idle() bool { return s.phase.kind == idle }

// Busy reports whether the worker has a goal that it has not reached.
func (s *State) Busy() bool { return s.phase.goal.Seq != 0 }

// aim sets the goal and the kind of work. A goal that reads files for a dialog leaves both as they are: start has set the kind reading, and
// the present goal continues.
func (p *Phase) aim(g proto.Goal) {
	if g.Asks != proto.Never {
		return
	}
	p.goal = g
	switch {
	case g.Load:
		p.kind = fetching
	case p.kind == idle: // any other kind stays, and continues with the goal
		p.kind = pursuing
	}
}

// stop ends playing, reading and loading. A goal that is not reached remains, and the worker pursues it.
func (p *Phase) stop() {
	p.loads, p.kind = nil, pursuing
	if p.goal.Seq == 0 {
		p.kind = idle
	}
}

// halt ends playing.
func (p *Phase) halt() {
	if p.kind == playing {
		p.stop()
	}
}

// reached clears the goal. The kind pursuing becomes idle, and any other kind stays.
func (p *Phase) reached() {
	p.goal = proto.Goal{}
	if p.kind == pursuing {
		p.kind = idle
	}
}

// endLoad ends a load, with or without success. A goal that is not reached remains: the worker continues to the position of the recipe.
func (p *Phase) endLoad() {
	if p.loads != nil {
		p.stop()
	}
}

// giveUp ends a failed load. It drops the moves that wait for the load, and the pending history entry.
func (p *Phase) giveUp() {
	p.endLoad()
	p.queued, p.entry = nil, ""
}

// stopped returns the page's own moves that a new load stops, in this order: the way to the position of the present goal, if it has one;
// the moves in own; the queued moves of the page itself. While an older load is under way, it returns only own, the moves that the older
// load has stopped.
func (p *Phase) stopped() (moves []Msg) {
	switch {
	case p.loads != nil:
		return p.own
	case p.goal.Load: // the graph is loaded, and the run is on its way to the position of the recipe
		moves = []Msg{comeBack{p.goal.Run.Position}}
	case p.goal.Until.Unit == proto.At: // a goal at a position
		moves = []Msg{comeBack{p.goal.Until.N}}
	}
	return p.withQueued(append(moves, p.own...))
}

// withQueued returns the given moves, followed by the queued moves of the page itself.
func (p *Phase) withQueued(moves []Msg) []Msg {
	for _, m := range p.queued {
		if isOwnMove(m) {
			moves = append(moves, m)
		}
	}
	return moves
}

// olderLoads returns the present loads for a phase with a newer load. In the last of them, own becomes the moves that were to follow it:
// the way to its position, and the queued moves of the page itself. Its author becomes byProgram, so that restoreB does not end a
// comparison.
func (p *Phase) olderLoads() []loading {
	out := slices.Clone(p.loads)
	if k := len(out) - 1; k >= 0 {
		out[k].by, out[k].own = byProgram, p.withQueued([]Msg{comeBack{out[k].Position}})
	}
	return out
}

// indexOfLoad returns the index of the load with this goal. It returns −1 if no load has this goal.
func (p *Phase) indexOfLoad(goal int) int {
	return slices.IndexFunc(p.loads, func(l loading) bool { return l.seq == goal })
}

// drop removes the queued moves for which the function returns true.
func (p *Phase) drop(unwanted func(Msg) bool) {
	p.queued = slices.DeleteFunc(slices.Clone(p.queued), unwanted)
}

// isTraining reports whether a move is the page's own training after a load.
func isTraining(m Msg) bool {
	_, ok := m.(train)
	return ok
}

// isOwnMove reports whether a move is one of the page's own moves: the training after a load, or the return to a position or a selection.
func isOwnMove(m Msg) bool {
	_, isReturn := m.(comeBack)
	_, isSelection := m.(selectAgain)
	return isReturn || isSelection || isTraining(m)
}
