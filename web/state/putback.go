package state

import "slices"

// endsByHand reports whether the message m ends the change by hand of state s. s.ByHand must not be nil.
//   - A changed map, and changed weights of frequency mixing (ByHand.Gamma), end when the user leaves their position, edge, panel or level,
//     or exports numbers of the run.
//   - A view of the maps of the graph's file counts as a change by hand, too. It shows the whole graph, and stays when the user selects
//     another node, edge or stage.
//   - A message that is not listed does not end the change. If it opens a pin, openMoment ends the change; if it filters the nodes,
//     tabulate does. If it loads a graph, the arrival of the graph ends the change ([State.forget]).
func endsByHand(m Msg, s *State) bool {
	showsFileMaps := s.FileMaps() > 0
	switch m := m.(type) {
	// These messages move along the run, change the graph, the settings or the level, or need the run itself.
	case Start, Step, Train, Toggle, Seek, Scrub, Back, Tick, Open, SetSplit, Seed, Reading, Model, ModelKey, Method, SetSetting, TurnOn,
		Files, Link, Agree, OpenRecipe, PutBack, Lab, SetLevel, FirstQuestion, Generate, GenerateRest, SetFormula, SketchOn, SketchAdd,
		SketchMove, SketchJoin, SketchJoinNames, SketchDelete, SketchClass, SketchSet, SketchName, SketchPick, Undo, Redo:
		return true
	// Maps of the file replace the change (ShowMaps), the changed edge is no longer selected (PickNode, PickLasso), or its panel is closed
	// (PickStage, ShowLimits). A note (OpenNote) can do both.
	case ShowMaps, PickNode, PickStage, PickLasso, ShowLimits, OpenNote:
		return !showsFileMaps
	case SetNodes: // only the colours of an iterate open another panel
		return m.Mode == NodesFlow && !showsFileMaps
	case ChangeMap, Mix: // the change by hand goes on, unless maps of the file are shown
		return showsFileMaps
	case PickEdge:
		return !showsFileMaps && m.Edge != s.View.Edge
	case SetPanel:
		if showsFileMaps { // these panels keep the view of the maps of the file
			return !slices.Contains([]string{PanelStage, PanelEdge, PanelNode}, m.Panel)
		}
		// The panel of the edge has the sliders of a map, and no sliders of the weights.
		changesMap := s.ByHand.Gamma == nil
		staysAtMap := changesMap && m.Panel == PanelEdge
		return !staysAtMap
	case Export: // only pictures show the changed network
		return !fileOf(m.What).picture
	case Cancel: // the key Escape first closes an open menu
		return s.Chrome.Menu == ""
	}
	return false
}
