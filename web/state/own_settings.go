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

// Settings that are not the graph's stand in sight: those of a counterexample, and the user's own.

// PutBackSetting resets a setting to the method's value, all for "". From a counterexample the latter restores the previous run.
type PutBackSetting struct{ Name string }

// OwnSettings returns the sorted names of the settings that differ from the method, nil for those of a search.
func (s *State) OwnSettings() []string {
	r := s.Shown()
	if r.Tuned.Tried > 0 {
		return nil
	}
	return slices.DeleteFunc(order.Keys(r.Settings), func(name string) bool { return name == "reading" })
}

// OwnText names the origin of these settings, "" for none, and where methods are hidden.
func (s *State) OwnText() string {
	n := len(s.OwnSettings())
	switch {
	case s.Graph == nil || n == 0 && s.aside() == nil || s.View.Level != LevelResearch || s.Figure.Name != "":
		return ""
	case s.aside() != nil:
		c, _ := claims.CaseOf(string(s.aside().from))
		return "Counterexample, " + c.Title + words.Either(n > 0, ": "+words.Count(n, "setting"), "")
	}
	return words.Count(n, "own setting")
}

// putBackSetting handles that message.
func (s State) putBackSetting(m PutBackSetting) (State, []Command) {
	if h := s.aside(); m.Name == "" && h != nil {
		r := h.Recipe
		s.dropAside()
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
	if s.Frame != nil {
		r.Position = s.Frame.Position
	}
	return s.commit("change", func(s State) (State, []Command) { return s.load(r, files, trainFirst) })
}

// BestText notes that the run is past its best epoch, "" elsewhere; at is the position of that epoch.
func (s *State) BestText() (text string, at int) {
	h, f := &s.History, s.Frame
	// The line does not go for as long as a step takes, nor come where something is edited.
	if f == nil || s.Running() || s.Busy() && !s.stepping() || s.Loading() || s.Figure.Name != "" || s.Sketch.On() {
		return "", 0
	}
	best, now := h.BestEpoch, f.Epoch
	if best < 1 || now <= best || now > len(h.Val) || h.Val[best-1] <= h.Val[now-1] || h.Val[now-1] < 0 {
		return "", 0
	}
	text = fmt.Sprintf("Best epoch %d, now %d: validation accuracy was %s.", best, now, words.Percent(h.Val[best-1], 1))
	if h.Train[now-1] >= h.Train[best-1] {
		text += " The training nodes are not worse: the network overfits."
	}
	return text, h.Position[best-1]
}

// ShortText explains an early end of the page's own training, "" elsewhere.
func (s *State) ShortText() string {
	f := s.Frame
	if f == nil || s.Running() || s.Loading() || f.Epoch != slowEpochs || f.Done || s.MaxPosition > f.Position || !s.opensSlowly() {
		return ""
	}
	return "The page stopped after " + words.Count(slowEpochs, "epoch") + ": with gap ascent, one of this graph takes seconds. Run goes on."
}
