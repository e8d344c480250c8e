package picture

import "sheafscope/web/state"

// paintMistakes colours each node by its share of wrong predictions as a test node, −1 for an untested one. Classes are the
// labels.
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

func mistakesRamp(_ *Attributes, s *state.State) []Ramp {
	if s.Lab.Results.Mistakes == nil {
		return nil
	}
	return []Ramp{{"seq", "wrong as a test node: never", "always"}}
}
