package state

import (
	"strconv"

	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// ShowMaps puts restriction maps that came with the graph in the place of the run's, for a look. Name
// is [FileLayer] or [FileEpoch]: which of the two changes, to Value, counted from 1; the layer 0 shows the run again.
type ShowMaps struct{ Name, Value string }

// The two parts of the choice among the maps of a file.
const (
	FileLayer = "file-layer"
	FileEpoch = "file-epoch"
)

// FileMaps numbers the maps of the graph's file that are shown, from 1 on: the layers of the
// first epoch, then those of the next. 0: none.
func (s *State) FileMaps() int {
	if s.ByHand == nil {
		return 0
	}
	return s.ByHand.Sheaf
}

// FilePlace is the layer and the epoch of the maps of the file that are shown, from 1 on; layer 0 for the run's own.
func (s *State) FilePlace() (layer, epoch int) {
	k := s.FileMaps() - 1
	if k < 0 || s.Graph == nil {
		return 0, 1
	}
	return k%s.Graph.Maps.Layers + 1, k/s.Graph.Maps.Layers + 1
}

// CanShowMaps reports whether the maps of the file can be shown now: the run stands, has
// maps of its own in their place, and stalks of their dimension.
func (s *State) CanShowMaps() bool {
	return s.stands() && s.Graph.Maps.D > 0 && s.Graph.Maps.D == s.Config.D && s.Config.Model == "sgpc" && s.Config.Reading == "paper"
}

func (s State) showMaps(m ShowMaps) (State, []Command) {
	k, err := strconv.Atoi(m.Value)
	if err != nil || !s.CanShowMaps() {
		return s, nil
	}
	layer, epoch := s.FilePlace()
	if m.Name == FileEpoch {
		epoch = k
	} else {
		layer = k
	}
	of := s.Graph.Maps
	if layer < 1 || layer > of.Layers || epoch < 1 || epoch > of.Epochs {
		s.putBack()
		return s, nil
	}
	e := s.byHandNow()
	e.Sheaf = (epoch-1)*of.Layers + layer
	return s, s.changeByHand(e)
}

// showsMaps lets a graph that has just come with maps show the first maps of its file once its run stands, unless a link changes
// something else by hand.
func (s *State) showsMaps() {
	var v recipe.Seen
	if s.phase.moment != nil {
		v = *s.phase.moment
	}
	if v.ByHand != nil {
		return
	}
	v.ByHand = &recipe.ByHand{Sheaf: 1}
	if s.awaits(v); s.Figure.Panel == "" { // a figure alone stays what it is
		s.View.Panel, s.View.Stage = PanelStage, stage.Maps
	}
}
