package web

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// This file decides when the pictures are outdated: it computes a key of all values on which they depend. To compare two keys costs little,
// since a list or an object is represented by a pointer.

// pictureKey has all values on which the pictures depend. States with equal keys have equal pictures.
type pictureKey struct {
	frame           *frame.Frame
	spectrum        *frame.SpectrumView
	key, known, far int // key of the graph, number of epochs in the history, largest known position
	config          settings.Config
	panel, level    string // open panel of the inspector, level of the page
	stage           int    // shown stage, from 1
	nodes, edges    string // colourings
	layout          string
	edge, node      int    // selected edge and node, −1 without a selection
	eigen, lasso    int    // index of the eigenvector (−1 without one), number of chosen nodes
	hops            int    // radius of the shown neighbourhood, 0 for the whole graph
	lassoed         *int   // first chosen node
	lassoName       string // origin of the chosen nodes
	running         bool
	byHand          *state.ByHand
	flow            *state.Flow
	maps            *state.Detail // maps of all edges
	plane           *float32      // first coordinate of the plane of maps
	features        *state.Detail
	channel         *frame.Channel
	colours         string        // View.Colours: which colours follow the stage, "" for none
	sliders         any           // key of the sliders of figures
	detail          *state.Detail // first entry of State.Details, nil for none
	why             *state.Why
	full            string // name of the view that fills the page, "" for none
	table           *recipe.TableView
	off             bool         // changes by hand are disabled, because the worker has a goal
	claims          int          // 1 + position of the evaluated claims, 0 before an evaluation
	notes           int          // number of notes
	noted           *recipe.Note // first note
	lab             int          // version of the results while a view shows them, 0 at other times
}

// pictureKeyOf returns the key of a state. An update replaces a list, so that the address of the first element and the length identify the
// list. A missing list or object has the key 0 or nil.
func pictureKeyOf(s *state.State) pictureKey {
	claims := 0
	if s.Claims != nil {
		claims = 1 + s.ClaimsAt
	}

	// The results of other runs change often during a batch. They belong to the key only while a view shows them.
	version := 0
	panel := s.View.Panel
	panelHasResults := panel == state.PanelResults || panel == state.PanelPaper || panel == state.PanelDepth
	viewHasResults := s.View.Nodes == state.NodesMistakes || s.View.Full == state.FullUnrolled
	if panelHasResults || viewHasResults {
		version = s.Lab.Version
	}

	// The first elements of lists.
	var lassoed *int
	if len(s.View.Chosen) > 0 {
		lassoed = &s.View.Chosen[0]
	}
	var noted *recipe.Note
	if len(s.View.Notes) > 0 {
		noted = &s.View.Notes[0]
	}
	var firstDetail *state.Detail
	if len(s.Details) > 0 {
		firstDetail = s.Details[0]
	}
	return pictureKey{ // in the order of the type
		frame: s.Frame, spectrum: s.Spectrum,
		key: s.GraphKey, known: len(s.History.Position), far: s.MaxPosition,
		config: s.Config,
		panel:  panel, level: s.View.Level,
		stage: s.ShownStage(),
		nodes: s.View.Nodes, edges: s.View.Edges,
		layout: s.View.Layout,
		edge:   s.Edge(), node: s.Node(),
		eigen: s.Eigen(), lasso: len(s.View.Chosen),
		hops:    s.View.Hops,
		lassoed: lassoed, lassoName: s.View.ChosenAs,
		running: s.Running(),
		byHand:  s.ByHand, flow: s.Flow, maps: s.Maps(), plane: s.PlaneKey(), features: s.Features(), channel: s.ChannelNow(),
		colours: s.View.Colours, sliders: s.FiguresKey(), detail: firstDetail, why: s.Why, full: s.View.Full, table: s.View.Table,
		off: s.Busy(), claims: claims,
		notes: len(s.View.Notes), noted: noted,
		lab: version,
	}
}

// inspector returns the model of the inspector. It computes the model again only if the key has changed.
func (a *App) inspector() *view.Inspector {
	key := pictureKeyOf(&a.State)
	if a.inspected == nil || key != a.inspectedOf {
		model := inspector.New(&a.State)
		a.inspected, a.inspectedOf = &model, key
	}
	return a.inspected
}
