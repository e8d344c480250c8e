package state

import "sheafscope/core/words"

// RestText says why a run that is over does not step on; "" while it can.
func (s *State) RestText() string {
	f, c := s.Frame, &s.Config
	switch {
	case f == nil || !f.Done:
		return ""
	case c.Epochs > 0 && f.Epoch >= c.Epochs:
		return "all " + words.Count(c.Epochs, "epoch") + " are done"
	}
	return "no better validation for " + words.Count(c.Patience, "epoch")
}
