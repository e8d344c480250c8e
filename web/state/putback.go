package state

import "slices"

// An ender is a message that may end what is changed by hand: it leaves the edge or the position at which a map was changed, or takes
// something out of the run. A look at the maps of the graph's file goes on from view to view.
type ender interface{ ends(*State) bool }

func (Start) ends(*State) bool           { return true }
func (Step) ends(*State) bool            { return true }
func (Train) ends(*State) bool           { return true }
func (Toggle) ends(*State) bool          { return true }
func (Seek) ends(*State) bool            { return true }
func (Scrub) ends(*State) bool           { return true }
func (Back) ends(*State) bool            { return true }
func (Tick) ends(*State) bool            { return true }
func (Open) ends(*State) bool            { return true }
func (SetSplit) ends(*State) bool        { return true }
func (Seed) ends(*State) bool            { return true }
func (Reading) ends(*State) bool         { return true }
func (Model) ends(*State) bool           { return true }
func (ModelKey) ends(*State) bool        { return true }
func (Method) ends(*State) bool          { return true }
func (SetSetting) ends(*State) bool      { return true }
func (TurnOn) ends(*State) bool          { return true }
func (Files) ends(*State) bool           { return true }
func (Link) ends(*State) bool            { return true }
func (Agree) ends(*State) bool           { return true }
func (OpenRecipe) ends(*State) bool      { return true }
func (PutBack) ends(*State) bool         { return true }
func (Lab) ends(*State) bool             { return true }
func (Generate) ends(*State) bool        { return true }
func (GenerateRest) ends(*State) bool    { return true }
func (SketchOn) ends(*State) bool        { return true }
func (SketchAdd) ends(*State) bool       { return true }
func (SketchMove) ends(*State) bool      { return true }
func (SketchJoin) ends(*State) bool      { return true }
func (SketchJoinNames) ends(*State) bool { return true }
func (SketchDelete) ends(*State) bool    { return true }
func (SketchClass) ends(*State) bool     { return true }
func (SketchSet) ends(*State) bool       { return true }
func (SketchName) ends(*State) bool      { return true }
func (SketchPick) ends(*State) bool      { return true }
func (Undo) ends(*State) bool            { return true }
func (Redo) ends(*State) bool            { return true }

func (ShowMaps) ends(s *State) bool  { return s.FileMaps() == 0 }
func (PickNode) ends(s *State) bool  { return s.FileMaps() == 0 }
func (PickStage) ends(s *State) bool { return s.FileMaps() == 0 }
func (PickLasso) ends(s *State) bool { return s.FileMaps() == 0 }
func (ChangeMap) ends(s *State) bool { return s.FileMaps() > 0 }
func (Mix) ends(s *State) bool       { return s.FileMaps() > 0 }

func (m PickEdge) ends(s *State) bool { return s.FileMaps() == 0 && m.Edge != s.View.Edge }

func (m SetPanel) ends(s *State) bool {
	if s.FileMaps() > 0 {
		return !slices.Contains([]string{PanelStage, PanelEdge, PanelNode}, m.Panel)
	}
	return m.Panel != PanelEdge || s.ByHand.Gamma != nil
}

func (m Export) ends(*State) bool { return !fileOf(m.What).picture }

// ends: Escape puts back, as it ends every other thing.
func (Cancel) ends(s *State) bool { return s.Chrome.Menu == "" }
