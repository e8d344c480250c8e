package state

import "slices"

// endsByHand reports whether a message ends a change by hand: it leaves the edge or position of the changed map, or exports the
// run. A view of the file's maps survives other views.
func endsByHand(m Msg, s *State) bool {
	given := s.FileMaps() > 0
	switch m := m.(type) {
	case Start, Step, Train, Toggle, Seek, Scrub, Back, Tick, Open, SetSplit, Seed, Reading, Model, ModelKey, Method, SetSetting, TurnOn,
		Files, Link, Agree, OpenRecipe, PutBack, Lab, Generate, GenerateRest, SetFormula, SketchOn, SketchAdd, SketchMove,
		SketchJoin, SketchJoinNames, SketchDelete, SketchClass, SketchSet, SketchName, SketchPick, Undo, Redo:
		return true
	case ShowMaps, PickNode, PickStage, PickLasso:
		return !given
	case ChangeMap, Mix:
		return given
	case PickEdge:
		return !given && m.Edge != s.View.Edge
	case SetPanel:
		if given {
			return !slices.Contains([]string{PanelStage, PanelEdge, PanelNode}, m.Panel)
		}
		return m.Panel != PanelEdge || s.ByHand.Gamma != nil
	case Export:
		return !fileOf(m.What).picture
	case Cancel:
		return s.Chrome.Menu == "" // Escape puts back, as it ends every other thing
	}
	return false
}
