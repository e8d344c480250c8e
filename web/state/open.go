package state

import (
	"maps"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/opening"
)

// This file opens graphs by name, recipes of programs, and counterexamples to claims of the paper.

// OpenRecipe loads a recipe for a program. Unlike a control of the page, it also loads a recipe that equals the present recipe. It trains
// no epoch after the position of the recipe.
type OpenRecipe struct {
	Recipe recipe.Recipe
	// Files are the files of the graph. If they are nil, the files of Recipe are used.
	Files []content.File
	// Site reports that the program is the embedding site.
	Site bool
}

// openRecipe handles OpenRecipe. A graph at an address that is not the present graph needs the user's consent: for the embedding
// site the page asks the user, any other program gets an error. A graph from files whose files are missing gives an error. Any other recipe
// is loaded.
func (s State) openRecipe(m OpenRecipe) (State, []Command) {
	if isAtURL(m.Recipe.Setup) && m.Recipe.Graph != s.Recipe.Graph {
		if m.Site {
			return s.offerFor(m.Recipe), nil
		}
		s.Error = "A graph at an address is loaded only after a click: use the address #url=… of the page."
		return s, nil
	}

	// The files of the message, of the recipe, or of the memory of the page.
	files := m.Files
	if files == nil {
		files = m.Recipe.Files
	}
	if m.Site { // the site may later read a graph that it has given
		s.recordGift(m.Recipe.Setup, files)
	}
	if files == nil && m.Recipe.Graph == "file" { // the recipe has only the checksum of the files
		files = s.filesOf(m.Recipe.Own)
		if files == nil {
			s.Error = "This recipe needs your own files. Give the files with it."
			return s, nil
		}
	}
	s.unselect()
	s.applyView(m.Recipe)
	l := loading{Recipe: withVersion(m.Recipe), by: byProgram}
	l.Files = files
	if m.Site && !isAtURL(l.Setup) { // a graph at an address is the present graph here, with the user's consent
		l.by = bySite
	}
	return s.begin(l, 0)
}

// openGraph loads the graph with a name of the menu. r is the shown recipe with the position 0. The names "file" and [EditedGraph] stand
// for the present graph, and load nothing. The name of the present graph loads it again only to remove its edits, or after an error. The
// edits of an empty graph, which are the whole drawing, are removed only after an error.
func (s State) openGraph(name string, r recipe.Setup) (State, []Command) {
	removesEdits := r.Edits != nil && name != graph.BlankName
	alreadyOpen := name == r.Graph && s.Error == "" && !removesEdits
	namesPresent := name == "file" || name == EditedGraph
	if alreadyOpen || namesPresent {
		return s, nil
	}
	s.Chrome.Menu, s.Chrome.More = "", false
	next := s.forOtherGraph(r)
	next.Graph = name
	s.unselect()
	return s.load(next, nil, trainFirst)
}

// forOtherGraph returns the recipe r without the parts that belong to its graph: edits, split, reading of files and network. The size of
// the next graph will decide the method (recipe.MethodOpen). forOtherGraph also removes settings that the user has not chosen: the settings
// of a search, and of the run at the level Learn (package opening). For a counterexample it takes settings, search, seed and model from the
// run before the counterexample.
func (s *State) forOtherGraph(r recipe.Setup) recipe.Setup {
	if before := s.linkBeforeCase(); before != nil { // the shown run is a counterexample
		r.Graph, r.Settings, r.Seed, r.Model, r.Tuned = before.Graph, before.Settings, before.Seed, before.Model, before.Tuned
	}
	if r.Tuned.Tried > 0 { // a search has chosen the settings
		r.Settings, r.Tuned = nil, recipe.Tuned{}
	}
	first := opening.Run()
	if r.Graph == first.Graph && maps.Equal(r.Settings, first.Settings) {
		r.Settings = nil
	}
	r.Settings = with(r.Settings, nil) // a copy, since states share the map
	r.Edits, r.Split, r.Read, r.Net = nil, "", "", recipe.Net{}
	r.Method = recipe.MethodOpen
	return r
}

// runOf returns the run of a counterexample: in this run a claim of the paper fails.
func runOf(c claims.Case) recipe.Setup {
	return recipe.Setup{Graph: c.Graph, Split: c.Split, Seed: c.Seed, Settings: maps.Clone(c.Settings)}
}

// Case returns the claim of the shown counterexample. It returns "" for any other run, also after the user has changed the counterexample.
func (s *State) Case() string {
	before := s.linkBeforeCase()
	if before == nil {
		return ""
	}
	c, _ := claims.CaseOf(string(before.from)) // always found: before.from is the name of its claim
	if !sameRun(s.Shown(), runOf(c)) {
		return ""
	}
	return c.Claim
}

// openCase loads the counterexample to a claim, trains it for the epochs of the case, and opens the panel of claims. It ignores an unknown
// claim. The page keeps the link of the run before. If a counterexample is already shown, it keeps the link before that counterexample.
func (s State) openCase(m OpenCase) (State, []Command) {
	c, ok := claims.CaseOf(m.Claim) // a case is a counterexample
	if !ok {
		return s, nil
	}
	link := s.Link()
	if before := s.linkBeforeCase(); before != nil { // the page already shows a counterexample
		link = before.Recipe
	}
	s.unselect()                           // also drops the kept link, which the next line sets again
	s.hold(held{link, source(c.Claim)}, 1) // 1: only the newest link is kept
	s.View.Panel, s.Chrome.Tab = PanelClaims, "inspect"
	return s.begin(loading{Recipe: recipe.Recipe{Setup: runOf(c)}}, c.Epochs)
}
