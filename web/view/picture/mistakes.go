package picture

// This file has the colouring of the nodes by mistakes over the runs of the table of results.

import "sheafscope/web/state"

// paintMistakes sets Value to each node's share of wrong predictions over the runs in which it is a test node. A node without such a run
// has −1. All nodes have −1 before the first run has ended, or if the runs belong to another graph. Class becomes the label of each node,
// and no node stays marked as wrong: the predictions of the page's run do not belong to this picture.
func paintMistakes(a *Attributes, s *state.State) {
	m := s.Lab.Results.Mistakes
	for i := range a.Value {
		a.Class[i], a.Value[i] = int32(s.Graph.Labels[i]), -1
		a.Flags[i] &^= FlagWrong
		if m == nil || m.N != s.Graph.N {
			continue
		}
		if tests, wrong := m.Node(i); tests > 0 {
			a.Value[i] = float32(wrong) / float32(tests)
		}
	}
}

// mistakesRamp returns the colour scale of the shares of wrong predictions. It returns nil before the first run of the table has ended.
func mistakesRamp(_ *Attributes, s *state.State) []Ramp {
	if s.Lab.Results.Mistakes == nil {
		return nil
	}
	return []Ramp{{"seq", "wrong as a test node: never", "always"}} // "seq": for nodes with values from 0 to 1
}
