package web

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// pictureKey has all values on which the pictures depend; equal keys mean equal pictures.
type pictureKey struct {
	frame           *frame.Frame
	spectrum        *frame.SpectrumView
	key, known, far int
	config          settings.Config
	panel, level    string
	stage           int
	nodes, edges    string
	layout          string
	edge, node      int
	eigen, lasso    int
	hops            int
	lassoed         *int
	lassoName       string
	running         bool
	byHand          *state.ByHand
	flow            *state.Flow
	maps            *state.Detail
	plane           *float32
	features        *state.Detail
	channel         *frame.Channel
	colours         string
	sliders         any           // key of the figures' sliders
	detail          *state.Detail // the newest
	why             *state.Why
	full            string
	table           *recipe.TableView
	off             bool // changes by hand are disabled
	claims          int  // 1 + the position of their evaluation, 0 for none
	notes           int
	noted           *recipe.Note
	lab             int // version of the results while they are shown
}

// pictureKeyOf returns the key of a state. Lists are compared by the address of their first element, since updates replace them.
func pictureKeyOf(s *state.State) pictureKey {
	claims := 0
	if s.Claims != nil {
		claims = 1 + s.ClaimsAt
	}
	version := 0
	switch {
	case s.View.Panel == state.PanelResults, s.View.Panel == state.PanelPaper, s.View.Panel == state.PanelDepth,
		s.View.Nodes == state.NodesMistakes,
		s.View.Full == state.FullUnrolled:
		version = s.Lab.Version
	}
	var lassoed *int
	if len(s.View.Chosen) > 0 {
		lassoed = &s.View.Chosen[0]
	}
	var noted *recipe.Note
	if len(s.View.Notes) > 0 {
		noted = &s.View.Notes[0]
	}
	var newest *state.Detail
	if len(s.Details) > 0 {
		newest = s.Details[0]
	}
	return pictureKey{notes: len(s.View.Notes), noted: noted,
		lassoed: lassoed, lassoName: s.View.ChosenAs, byHand: s.ByHand, flow: s.Flow, maps: s.Maps(), plane: s.PlaneKey(),
		features: s.Features(), channel: s.ChannelNow(), colours: s.View.Colours, sliders: s.FiguresKey(), detail: newest, why: s.Why,
		full: s.View.Full, table: s.View.Table,
		off: s.Busy(), claims: claims, lab: version, frame: s.Frame, spectrum: s.Spectrum, key: s.GraphKey, known: len(s.History.Position),
		far: s.MaxPosition, config: s.Config,
		panel: s.View.Panel, level: s.View.Level,
		stage: s.ShownStage(), nodes: s.View.Nodes, edges: s.View.Edges, layout: s.View.Layout, edge: s.Edge(), node: s.Node(), eigen: s.Eigen(),
		lasso: len(s.View.Chosen), hops: s.View.Hops, running: s.Running()}
}

// inspector returns the inspector's model, computed once for each key.
func (a *App) inspector() *view.Inspector {
	if now := pictureKeyOf(&a.State); a.insp == nil || now != a.inspOf {
		v := inspector.New(&a.State)
		a.insp, a.inspOf = &v, now
	}
	return a.insp
}
