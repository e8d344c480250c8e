package state

import (
	"strconv"

	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
)

// This file handles restriction maps that the files of a graph contain: the maps of another program's training, for one or more layers and
// epochs. The page shows them like a change of the network by hand (ByHand.Sheaf).

// ShowMaps shows restriction maps of the graph's file in place of the maps of the run. Name is the changed menu: [FileLayer] or
// [FileEpoch]. Value is the selected layer or epoch, counted from 1; the other menu keeps its value. The layer "0" stands for the maps of
// the run.
type ShowMaps struct{ Name, Value string }

// The names of the two menus that select maps of a file.
const (
	FileLayer = "file-layer"
	FileEpoch = "file-epoch"
)

// FileMaps returns the place of the shown maps in the graph's file, counted from 1. The file has the layers of the first epoch, then the
// layers of the second epoch, and so on: with 2 layers, place 3 is layer 1 of epoch 2. FileMaps returns 0 if the page shows the maps of the
// run.
func (s *State) FileMaps() int {
	if s.ByHand == nil {
		return 0
	}
	return s.ByHand.Sheaf
}

// FilePlace returns the layer and the epoch of the shown maps of the file, both counted from 1. For the maps of the run it returns layer 0
// and epoch 1.
func (s *State) FilePlace() (layer, epoch int) {
	index := s.FileMaps() - 1
	if index < 0 || s.Graph == nil {
		return 0, 1
	}
	layers := s.Graph.Maps.Layers // per epoch; at least 1, since maps of the file are shown
	return index%layers + 1, index/layers + 1
}

// CanShowMaps reports whether the page can show the maps of the file now. The run must be paused after its first step, and must be SGPC in
// the reading of the paper. Its stalks must have the dimension of the maps.
func (s *State) CanShowMaps() bool {
	return s.stands() && s.fitsMaps()
}

// fitsMaps reports whether the model, the reading and the dimension of the run are those for which the page shows the maps of the file.
func (s *State) fitsMaps() bool {
	sameDimension := s.Graph.Maps.D > 0 && s.Graph.Maps.D == s.Config.D
	return sameDimension && s.Config.Model == "sgpc" && s.Config.Reading == "paper"
}

// showMaps handles ShowMaps. It ignores a value that is not a number, and a run that cannot show maps of a file. For layer 0, and for a
// layer or an epoch that the file does not have, it shows the maps of the run again.
func (s State) showMaps(m ShowMaps) (State, []Command) {
	value, err := strconv.Atoi(m.Value)
	if err != nil || !s.CanShowMaps() {
		return s, nil
	}
	layer, epoch := s.FilePlace()
	if m.Name == FileEpoch {
		epoch = value
	} else {
		layer = value
	}
	file := s.Graph.Maps // the numbers of layers and epochs
	inFile := 1 <= layer && layer <= file.Layers && 1 <= epoch && epoch <= file.Epochs
	if !inFile {
		s.putBack()
		return s, nil
	}
	change := s.byHandNow()
	change.Sheaf = (epoch-1)*file.Layers + layer
	return s, s.changeByHand(change)
}

// scheduleMaps makes the page show the first maps of a newly loaded file, on the stage of the maps, as soon as the run is paused. The file
// must have maps. If the opened link has a change by hand, the page shows this change instead, and scheduleMaps does nothing.
func (s *State) scheduleMaps() {
	var parts recipe.Seen // the scheduled parts of the opened link
	if s.phase.moment != nil {
		parts = *s.phase.moment
	}
	if parts.ByHand != nil {
		return
	}
	parts.ByHand = &recipe.ByHand{Sheaf: 1}
	s.scheduleParts(parts)
	if s.Figure.Panel == "" { // a figure on its own keeps its panel
		s.View.Panel, s.View.Stage = PanelStage, stage.Maps
	}
}
