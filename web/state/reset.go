package state

import (
	"maps"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// What ends with a run stands here, once for a load, for a graph that waits
// for more, for a replay with other settings and for a crash.

// unselect takes the choice of nodes, edge, eigenvector and stage away, and the notes when the next graph is there.
func (s *State) unselect() {
	s.coming.notes, s.moment, s.aside = new([]recipe.Note), nil, nil
	s.Edge, s.Node, s.Eigen, s.Lasso, s.Hops, s.Stage, s.Layer, s.Full = -1, -1, -1, nil, 0, 0, 0, ""
}

// abandon forgets all work under way and what waits for its end.
func (s *State) abandon() {
	s.busy, s.changes = map[int]string{}, nil
	s.Running, s.Progress, s.wantSeek, s.queued, s.coming.epochs, s.push = false, nil, -1, nil, 0, ""
}

// forget drops what is known of the run and no longer true: with a graph next
// everything, without one what other settings make untrue. Then the frame stays
// on the screen until the next one comes, and with it the pictures of its details,
// each of which says by its version that it is asked for anew.
func (s *State) forget(next *proto.GraphInfo) {
	s.History, s.MaxPosition, s.cache = sgpc.HistoryView{}, 0, newFrameCache()
	s.Claims, s.ClaimsAt = nil, 0
	s.version++
	if next == nil {
		return
	}
	s.Graph, s.Frame, s.Spectrum, s.ByHand, s.openMaps = next, nil, nil, nil, false
	s.Flow, s.Maps, s.Features, s.Stalks, s.Why, s.Turned, s.Round = nil, nil, nil, nil, nil, nil, nil
	if s.Table != nil {
		s.Table = &Table{Of: s.Table.Of, Hidden: s.Table.Hidden}
	}
}

// change of settings that the worker has not answered yet.
type change struct {
	seq      int
	settings map[string]string
}

// set changes settings of the run where it stands.
func (s *State) set(settings map[string]string) []Command {
	if len(s.changes) == 0 {
		s.held = s.Recipe.Settings
	}
	cmd := s.request(proto.Request{Kind: proto.Params, Settings: settings})
	s.changes = append(s.changes[:len(s.changes):len(s.changes)], change{s.seq, settings})
	s.Recipe.Tuned = recipe.Tuned{} // what was chosen is changed
	s.merge()
	return []Command{cmd}
}

// answered keeps a change of settings, or takes it back when the worker refused it.
func (s *State) answered(seq int, taken bool) {
	for k, c := range s.changes {
		if c.seq != seq {
			continue
		}
		if taken {
			s.held = with(s.held, c.settings)
		}
		s.changes = append(s.changes[:k:k], s.changes[k+1:]...)
		s.merge()
		return
	}
}

// merge makes the settings of the recipe: those that hold and the open changes.
func (s *State) merge() {
	s.Recipe.Settings = s.held
	for _, c := range s.changes {
		s.Recipe.Settings = with(s.Recipe.Settings, c.settings)
	}
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
