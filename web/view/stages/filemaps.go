package stages

// This file has the part of stages 4 and 5 about restriction maps that come from the file of the graph. The file can have maps for several
// layers of a network, and for several epochs of its training.

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// fileMaps returns menus for the maps on show: the maps of the run, or the maps of a layer and an epoch from the graph's file. If the run
// cannot show the maps of the file now, it returns a sentence instead. It returns nil if the file has no maps.
func fileMaps(s *state.State) []view.Figure {
	maps := s.Graph.Maps
	if maps.D == 0 { // the file has no maps
		return nil
	}
	if !s.CanShowMaps() && s.FileMaps() == 0 { // maps of the file that are on show keep their menus
		text := "The maps of the file are shown while the run stands, after its first step."
		otherModel := s.Config.Model != "sgpc" || s.Config.Reading != "paper"
		if maps.D != s.Config.D || otherModel {
			text = "The maps of the file are shown beside SGPC, reading “paper”, with d = " + view.Int(maps.D) + "."
		}
		return []view.Figure{{ID: "filemaps-note", TestID: "file-maps-note", Data: text}}
	}

	// The menu of layers, and for maps of the file the menu of epochs.
	layer, epoch := s.FilePlace() // both from 1 on; layer 0 stands for the maps of the run
	ownMaps := [2]string{"0", "those of the run"}
	layers := append([][2]string{ownMaps}, numberedOptions("of the file, layer ", maps.Layers)...)
	list := []view.Figure{fileMenu(state.FileLayer, "Maps on show", layer, maps.Layers, layers)}
	if maps.Epochs > 1 && layer > 0 { // the maps of the run have no menu of epochs
		list = append(list, fileMenu(state.FileEpoch, "Epoch of the file", epoch, maps.Epochs, numberedOptions("", maps.Epochs)))
	}
	return list
}

// fileMenu returns a menu of layers or epochs, whose number in the file is count. The page builds a menu only once for each id, so the id
// contains count: the menu of another file may have another count.
func fileMenu(name, label string, value, count int, options [][2]string) view.Figure {
	return view.Figure{ID: name + "-" + view.Int(count), TestID: name,
		Data: view.Choice{Name: name, Label: label, Value: view.Int(value), Options: options}}
}

// numberedOptions returns the options 1 … n of a menu. Their labels are the prefix with the number.
func numberedOptions(prefix string, n int) (options [][2]string) {
	for k := range n {
		number := view.Int(k + 1)
		options = append(options, [2]string{number, prefix + number})
	}
	return options
}

// givenMaps fills the panel of stage 4 while the maps of the file replace the maps of the run. These maps follow from no equation, so the
// panel has the equation of the Laplacian that they give.
func givenMaps(s *state.State, v *view.Inspector) {
	f := s.Frame
	v.Body.Equation(laplacianEquation())
	v.Body.Vals = []view.Value{{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
			Tip: "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = view.Say("The maps *of the file* stand in place of the run's, for comparison: Laplacian, spectrum, energy and classes answer. "+
		"The norm ‖R‖ of an edge's two maps together runs from *", view.Num(view.MinOf(f.MapNorm)), "* to *", view.Num(view.MaxOf(f.MapNorm)),
		"*. Against the maps of the run: "+edge.ByHandText(s)+". A step of the run shows the run's maps again.")
	v.Add(edge.MapsShown(s), view.Figure{ID: "filenums", Nums: [][]any{view.Row(energyName(s), energyText(f))}}, normsFigure(s))
}
