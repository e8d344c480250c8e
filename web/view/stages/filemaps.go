package stages

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// fileMaps returns the menus that replace the run's maps by those of the graph's file, nil for a file without maps.
func fileMaps(s *state.State) []view.Figure {
	of := s.Graph.Maps
	if of.D == 0 {
		return nil
	}
	if !s.CanShowMaps() && s.FileMaps() == 0 {
		text := "The maps of the file are shown while the run stands, after its first step."
		if of.D != s.Config.D || s.Config.Model != "sgpc" || s.Config.Reading != "paper" {
			text = "The maps of the file are shown beside SGPC, reading “paper”, with d = " + view.Int(of.D) + "."
		}
		return []view.Figure{{ID: "filemaps-note", TestID: "file-maps-note", Data: text}}
	}
	layer, epoch := s.FilePlace()
	// The id has the number of choices, since the page creates a menu once for each id.
	menu := func(name, label string, value, n int, first [][2]string, text string) view.Figure {
		words := first
		for k := range n {
			words = append(words, [2]string{view.Int(k + 1), text + view.Int(k+1)})
		}
		return view.Figure{ID: name + "-" + view.Int(n), TestID: name,
			Data: view.Choice{Name: name, Label: label, Value: view.Int(value), Options: words}}
	}
	list := []view.Figure{menu(state.FileLayer, "Maps on show", layer, of.Layers, [][2]string{{"0", "those of the run"}},
		"of the file, layer ")}
	if of.Epochs > 1 && layer > 0 {
		list = append(list, menu(state.FileEpoch, "Epoch of the file", epoch, of.Epochs, nil, ""))
	}
	return list
}

// givenMaps fills stage 4 with the maps of the file.
func givenMaps(s *state.State, v *view.Inspector) {
	f := s.Frame
	v.Body.Equation(laplacianEquation())
	v.Body.Vals = []view.Value{{Symbol: "d", Text: view.Int(f.D), Tip: "stalk dimension"},
		{Symbol: "\\bar{‖R‖}", Text: view.Fix(view.MeanOf(f.MapNorm), 3),
			Tip: "Frobenius norm of both maps of an edge together, mean over the edges"}}
	v.Lead = view.Say("The maps *of the file* stand in place of the run's, for a look: Laplacian, spectrum, energy and classes answer. "+
		"The norm ‖R‖ of an edge's two maps together runs from *", view.Num(view.MinOf(f.MapNorm)), "* to *", view.Num(view.MaxOf(f.MapNorm)),
		"*. Against the maps of the run: "+edge.ByHandText(s)+". A step puts those back.")
	v.Add(edge.MapsShown(s), view.Figure{ID: "filenums", Nums: [][]any{view.Row(energyName(s), energyText(f))}}, normsFigure(s))
}
