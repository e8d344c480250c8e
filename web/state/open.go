package state

import (
	"maps"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
)

// OpenRecipe loads a recipe for a program. Unlike a control of the page, it loads a recipe that equals the present one again, and trains no
// epoch.
type OpenRecipe struct {
	Recipe recipe.Recipe
	Files  []content.File
	// Site reports that the embedding site asks for the recipe.
	Site bool
}

// openRecipe handles OpenRecipe.
func (s State) openRecipe(m OpenRecipe) (State, []Command) {
	if remote(m.Recipe.Setup) && m.Recipe.Graph != s.Recipe.Graph {
		if m.Site {
			return s.offerFor(m.Recipe), nil
		}
		s.Error = "A graph at an address is loaded only after a click: use the address #url=… of the page."
		return s, nil
	}
	files := m.Files
	if files == nil {
		files = m.Recipe.Files
	}
	if m.Site {
		s.accept(m.Recipe.Setup, files)
	}
	if files == nil && m.Recipe.Graph == "file" {
		if files = s.filesOf(m.Recipe.Own); files == nil {
			s.Error = "This recipe belongs to a graph from your own files. Give the files with it."
			return s, nil
		}
	}
	s.unselect()
	s.applyView(m.Recipe.View)
	l := loading{Recipe: whole(m.Recipe), by: byProgram}
	if l.Files = files; m.Site && !remote(l.Setup) {
		l.by = bySite
	}
	return s.begin(l, 0)
}

// runOf returns the run in which the claim of a case fails.
func runOf(c claims.Case) recipe.Setup {
	return recipe.Setup{Graph: c.Graph, Split: c.Split, Seed: c.Seed, Settings: maps.Clone(c.Settings)}
}

// Case returns the claim of the shown counterexample. It returns "" for any other run.
func (s *State) Case() string {
	if h := s.aside(); h != nil {
		if c, _ := claims.CaseOf(string(h.from)); sameRun(s.Shown(), runOf(c)) {
			return c.Claim
		}
	}
	return ""
}

// openCase loads the counterexample of a claim, trains its number of epochs, and opens the panel of claims.
func (s State) openCase(m OpenCase) (State, []Command) {
	c, ok := claims.CaseOf(m.Claim)
	if !ok {
		return s, nil
	}
	before := s.Link()
	if h := s.aside(); h != nil {
		before = h.Recipe
	}
	s.unselect()
	s.hold(held{before, source(c.Claim)}, 1)
	s.View.Panel, s.Chrome.Tab = PanelClaims, "inspect"
	return s.begin(loading{Recipe: recipe.Recipe{Setup: runOf(c)}}, c.Epochs)
}
