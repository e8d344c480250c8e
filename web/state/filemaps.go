package state

import (
	"strconv"

	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// ShowMaps shows restriction maps of the graph's file in place of the maps of the run. Name, [FileLayer] or [FileEpoch], is the changed
// menu, and Value is its value, from 1 on. The layer 0 shows the maps of the run again.
type ShowMaps struct{ Name, Value string }

// The names of the two menus that select maps of a file.
const (
	FileLayer = "file-layer"
	FileEpoch = "file-epoch"
)

// FileMaps returns the number of the shown maps of the graph's file, from 1 on: the layers of the first epoch, then those of the next one.
// It returns 0 if the page shows the maps of the run.
func (s *State) FileMaps() int {
	if s.ByHand == nil {
		return 0
	}
	return s.ByHand.Sheaf
}

// FilePlace returns layer and epoch of the shown maps of the file, both from 1 on. It returns layer 0 for the maps of the run.
func (s *State) FilePlace() (layer, epoch int) {
	k := s.FileMaps() - 1
	if k < 0 || s.Graph == nil {
		return 0, 1
	}
	return k%s.Graph.Maps.Layers + 1, k/s.Graph.Maps.Layers + 1
}

// CanShowMaps reports whether the page can show the maps of the file now: the run stands, it is SGPC in the reading of the paper, and its
// stalks have the dimension of the maps.
func (s *State) CanShowMaps() bool {
	return s.stands() && s.Graph.Maps.D > 0 && s.Graph.Maps.D == s.Config.D && s.Config.Model == "sgpc" && s.Config.Reading == "paper"
}

// showMaps handles ShowMaps. A layer or an epoch that the file does not have restores the run.
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

// showsMaps makes a newly loaded graph with maps show the first maps of its file once the run stands. A change by hand in a link has
// precedence.
func (s *State) showsMaps() {
	var v recipe.Seen
	if s.phase.moment != nil {
		v = *s.phase.moment
	}
	if v.ByHand != nil {
		return
	}
	v.ByHand = &recipe.ByHand{Sheaf: 1}
	s.awaits(v)
	if s.Figure.Panel == "" { // a figure on its own keeps its panel
		s.View.Panel, s.View.Stage = PanelStage, stage.Maps
	}
}
