package state

import (
	"maps"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// What ends with a run stands here, once for a load, for a graph that waits
// for more, for a replay with other settings and for a crash.

// unselect takes the choice of nodes, edge, eigenvector and stage away, and what a link brings that is on its way.
func (s *State) unselect() {
	s.dropAside()
	if s.moment = nil; s.Loading() {
		l := *s.coming
		l.Version, s.coming = 0, &l
	}
	s.View.Edge, s.View.Node, s.View.Eigen, s.Chosen, s.Hops, s.Layer, s.Full = 0, 0, 0, nil, 0, 0, ""
	s.leaveStage()
}

// abandon forgets all work under way and what waits for its end.
func (s *State) abandon() {
	s.goal, s.Running, s.Progress, s.queued, s.moment, s.push = proto.Goal{}, false, nil, nil, nil, ""
}

// forget drops what is known of the run and no longer true: with a graph next
// everything, without one what other settings make untrue. Then the frame stays
// on the screen until the next one comes, and with it the pictures of its details,
// each of which says by its run that it is requested anew.
func (s *State) forget(next *proto.GraphInfo) {
	s.Forget()
	s.cache, s.moment = nil, nil
	if next == nil {
		return
	}
	s.Graph, s.Frame, s.Spectrum, s.ByHand = next, nil, nil, nil
	s.Flow, s.Why = nil, nil
	s.dropDetails(func(d *Detail) bool { return d.Frame != nil }) // what the worker died of stays until another load
	if s.Table != nil {
		s.Table = &recipe.Table{Of: s.Table.Of, Hidden: s.Table.Hidden}
	}
}

// set changes settings of the run where it stands, or goes on. One that cannot be is refused here; what needs too much memory, by the
// worker.
func (s *State) set(list map[string]string) []Command {
	cfg := s.Config
	if err := cfg.Overlay(list); err != nil {
		s.Error, s.Said = err.Error(), err.Error()
		return nil
	}
	s.Recipe.Settings, s.Recipe.Tuned = with(s.Recipe.Settings, list), recipe.Tuned{} // what was chosen is changed
	g := proto.Goal{From: s.goal.From, Start: s.goal.Start, Until: s.goal.Until}
	if !s.Busy() || s.goal.Load {
		g = proto.Goal{From: -1, Until: proto.Until{Unit: proto.At, N: s.at()}}
	}
	cmd := s.aim(g)
	s.since = s.seq
	return []Command{cmd}
}

// with are the settings of a with those of b on top; a map of its own.
func with(a, b map[string]string) map[string]string {
	out := maps.Clone(a)
	if out == nil {
		out = map[string]string{}
	}
	maps.Copy(out, b)
	return out
}
