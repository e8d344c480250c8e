package state

// At Learn one node is followed through the stages, with one of its edges.

// FollowedEdge is an edge of the node that Learn follows, to a node of another class if there is one; −1 without.
func (s *State) FollowedEdge() int {
	first := -1
	if s.Graph == nil || s.Node() < 0 || s.Node() >= s.Graph.N {
		return first
	}
	g := s.Graph
	for e := 0; 2*e < len(g.Edges); e++ {
		i, j := int(g.Edges[2*e]), int(g.Edges[2*e+1])
		if i != s.Node() && j != s.Node() {
			continue
		}
		if len(g.Labels) == g.N && g.Labels[i] != g.Labels[j] {
			return e
		}
		if first < 0 {
			first = e
		}
	}
	return first
}

// focusEdge is the edge that the next frames carry.
func (s *State) focusEdge() int {
	if s.Level == LevelLearn && s.Edge() < 0 {
		return s.FollowedEdge()
	}
	return s.Edge()
}

// linkStage is the stage in a link.
func (s *State) linkStage() int {
	if s.Level == LevelLearn {
		return s.Walk
	}
	return s.Stage
}

// follow lets Learn follow a node as soon as there is a graph: the first one to guess, until the user chooses one.
func (s *State) follow() []Command {
	if s.Level == LevelLearn && s.Node() >= 0 && s.Edge() < 0 && s.stands() && s.ByHand == nil && len(s.asked) == 0 && s.Frame.Edge != nil {
		if e := s.FollowedEdge(); e >= 0 && e != s.Frame.Edge.Index {
			return s.lookAnew() // the load did not know the graph's edges yet
		}
	}
	if s.Level != LevelLearn || s.Graph == nil || s.Frame == nil || s.Loading() ||
		s.Waiting() || s.Node() >= 0 || s.Edge() >= 0 || s.Graph.N == 0 {
		return nil
	}
	s.View.Node, s.Hops, s.Panel = 1, 1, PanelStage
	if len(s.Graph.Test) > 0 {
		s.View.Node = s.Graph.Test[0] + 1
	}
	return s.lookAnew()
}
