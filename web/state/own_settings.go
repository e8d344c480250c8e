package state

import (
	"fmt"
	"maps"
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/order"
	"sheafscope/core/words"
	"sheafscope/wasm/recipe"
)

// This file handles the line about settings that differ from the method. It also has the sentences about the best epoch and about an early
// end of the training.

// PutBackSetting resets the setting Name to the value of the method. With the name "" it resets all settings except "reading". While
// a counterexample is shown, the name "" closes the counterexample and loads the run before it.
type PutBackSetting struct{ Name string }

// OwnSettings returns the sorted names of the settings in the shown recipe, which override the method. They come, for example, from the
// user, a counterexample or a network file. The setting "reading" is left out, since it belongs to the model. OwnSettings returns nil if a
// search has chosen the settings.
func (s *State) OwnSettings() []string {
	r := s.Shown()
	if r.Tuned.Tried > 0 {
		return nil
	}
	return slices.DeleteFunc(order.Keys(r.Settings), func(name string) bool { return name == "reading" })
}

// OwnText returns the text of the line: for a counterexample its title and the number of its settings, for any other run the number of
// settings in OwnSettings. It returns "" for a run without such settings, before a graph is loaded, at another level than Research, and in
// a figure alone.
func (s *State) OwnText() string {
	if s.Graph == nil || s.View.Level != LevelResearch || s.Figure.Name != "" {
		return ""
	}
	n, before := len(s.OwnSettings()), s.linkBeforeCase() // before is the run before a counterexample
	switch {
	case before != nil:
		counterexample, _ := claims.CaseOf(string(before.from)) // always found: before.from is the name of its claim
		return "Counterexample, " + counterexample.Title + words.Either(n > 0, ": "+words.Count(n, "setting"), "")
	case n > 0:
		return words.Count(n, "own setting")
	}
	return ""
}

// putBackSetting handles [PutBackSetting]. For the name "" during a counterexample it opens the link from before the counterexample.
// Otherwise it loads the run with the changed settings. The run then goes to the present position.
func (s State) putBackSetting(m PutBackSetting) (State, []Command) {
	before := s.linkBeforeCase()
	if m.Name == "" && before != nil {
		r := before.Recipe
		s.dropLinkBeforeCase()
		return s.commit("change", func(s State) (State, []Command) { return s.openLink(r) })
	}
	r, files := s.Shown(), s.shownFiles()
	own := maps.Clone(r.Settings)
	for _, name := range s.OwnSettings() {
		if m.Name == "" || m.Name == name {
			delete(own, name)
		}
	}
	r.Settings, r.Tuned = own, recipe.Tuned{}
	if s.Frame != nil { // else the run is trained from its beginning
		r.Position = s.Frame.Position
	}
	return s.commit("change", func(s State) (State, []Command) { return s.load(r, files, trainFirst) })
}

// BestText returns the sentence that an epoch before the shown epoch had a better validation accuracy, and the position of the best epoch.
// It returns "", 0
//   - before the first frame, and during a load,
//   - while the run proceeds or moves to a position, except during steps of the user,
//   - unless there is a best epoch, and the shown epoch is later and worse,
//   - if the shown epoch is not in the history, or has no validation accuracy,
//   - in a figure alone and in the editor, which have no line for the sentence.
func (s *State) BestText() (text string, position int) {
	isSeeking := s.Busy() && !s.isStepping()
	isMoving := s.Running() || s.Loading() || isSeeking
	hasLine := s.Figure.Name == "" && !s.Sketch.On()
	if s.Frame == nil || isMoving || !hasLine {
		return "", 0
	}

	// Epochs count from 1. Val[k] is the accuracy after epoch k+1, below 0 if the graph has no validation nodes.
	h := &s.History
	best, shown := h.BestEpoch, s.Frame.Epoch
	if best < 1 || shown <= best || shown > len(h.Val) {
		return "", 0
	}
	bestVal, shownVal := h.Val[best-1], h.Val[shown-1]
	if shownVal < 0 || shownVal >= bestVal {
		return "", 0
	}
	text = fmt.Sprintf("Best epoch %d, now %d: validation accuracy was %s.", best, shown, words.Percent(bestVal, 1))
	if h.Train[shown-1] >= h.Train[best-1] {
		text += " The training nodes are not worse: the network overfits."
	}
	return text, h.Position[best-1]
}

// ShortText returns the reason why the page has ended its own training after slowEpochs. It returns ""
//   - for a run that the page trains for FirstEpochs,
//   - unless slowEpochs epochs are finished and the run has never been beyond the shown position,
//   - before the first frame, and for a finished run,
//   - while the run proceeds or a graph is being loaded.
func (s *State) ShortText() string {
	f := s.Frame
	if f == nil || s.Running() || s.Loading() {
		return ""
	}
	atEnd := f.Epoch == slowEpochs && s.MaxPosition <= f.Position
	if f.Done || !atEnd || !s.opensSlowly() {
		return ""
	}
	return "The page stopped after " + words.Count(slowEpochs, "epoch") + ": with gap ascent, one of this graph takes seconds. Run goes on."
}
