// Package state is the state of the page: one value, messages that change it, and commands as effects. It knows no DOM and no
// worker; equal messages give equal states, so that native tests suffice.
//
//	state × message → state × commands
//
// A command is a request to the worker or to the browser.
package state

import (
	"cmp"
	"maps"
	"slices"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/keep"
	"sheafscope/web/lab"
)

// Client reaches the worker that holds the run. Send returns the number of the
// message, its own Seq unless that is 0.
type Client interface {
	Send(proto.Message) int
	SetHandler(func(proto.Reply))
	// Restart starts a worker after the client has given up replacing dead ones.
	Restart()
}

// Panels of the inspector.
const (
	PanelStage  = "stage"
	PanelEdge   = "edge"
	PanelNode   = "node"
	PanelClaims = "claims"
)

// LayoutSpectral places the nodes by the eigenvectors of the sheaf Laplacian.
const LayoutSpectral = "spectral"

// LayoutApart places the communities of the graph side by side.
const LayoutApart = "community"

// Speeds of a run, from slow motion to as fast as it goes.
const (
	SpeedSlow  = "slow"  // one inner step, then a rest
	SpeedStage = "stage" // one stage, then a rest
	SpeedEpoch = "epoch" // one epoch, then a rest
	SpeedFull  = "full"
)

// defaultGraph is shown when nothing else is requested.
const defaultGraph = "karate"

// FirstEpochs is the number of epochs that the page trains on a fresh graph.
const FirstEpochs = 60

// slowEpochs is that number where an epoch takes seconds: on a large graph with gap ascent.
const slowEpochs = 3

// State is everything the page shows.
type State struct {
	// Recipe is what is shown: the run in the worker, the files that it reads, and the view; what the view of a link holds beside the
	// choices, Link adds.
	recipe.Recipe
	phase Phase
	// Waits is a recipe that waits for an answer, nil for none: an *[firstLink], *[Asked], *[Check], *[finding] or *[missing]. A
	// newer one replaces an older one.
	Waits any
	// Device is the state of address and storage.
	Device keep.Store
	// Embed is the site around the page, Figure the single shown figure.
	Embed  Embedding
	Figure SoleFigure

	// Report is the state of the run in the worker. Its error may be the page's own.
	proto.Report
	// GraphKey grows with every loaded graph, so that drawings restart.
	GraphKey int
	// ByHand is a change by hand, nil for none; Frame and Spectrum are then those of the changed network.
	ByHand *ByHand
	// Sketch is the editing of the graph.
	Sketch Sketch
	// Details are requested details, one of each kind, the newest first. Flow has the sliders of the diffusion by iterate, nil
	// before it arrived.
	Details []*Detail
	Flow    *Flow
	// Why explains the score of the selected node, nil before a request.
	Why *Why
	// Lab has tables, searches and the comparison.
	Lab lab.State

	Speed string

	// Opening is the stop of the dial, nil before Look was shown.
	Opening *Turn
	// Chrome is the page around the run.
	Chrome Chrome

	sent  sent
	said  string // the announcement of the present update, "" between messages
	kept  []held // graphs that no name or address restores, the newest first
	cache frameCache
}

// sent records the messages to the worker.
type sent struct {
	seq   int            // number of the newest goal or query
	since int            // that of the goal that last changed the settings: what comes of older ones is no longer true
	unset bool           // no goal with these settings is reached
	asked map[int]detail // queries under way by their numbers; what those for a detail ask for. It is replaced, never changed
}

// Chrome is the state of menus, tabs and cards.
type Chrome struct {
	Tab, Menu string
	// More opens the settings that a narrow page hides.
	More    bool
	Sharing Sharing
	// Read describes the reading of the graph's files, nil for none or a closed note.
	Read *Read
	// Pin is the index of the pin shown last.
	Pin int
	// Cards maps closed or opened cards to the GraphKey of their graph. Updates replace it.
	Cards map[string]int
}

// Progress of a long job.
type Progress = proto.Progress

// New returns the state before anything is loaded.
func New(r recipe.Recipe) State {
	if r.Graph == "" {
		r.Graph, r.Method, r.View.Colours = defaultGraph, recipe.MethodOpen, ByStage
	}
	s := State{
		Recipe: recipe.Recipe{Setup: r.Setup, Files: r.Files,
			View: recipe.View{Panel: PanelStage, Nodes: "prediction", Edges: "kappa", Layout: "force"}},
		Report: proto.Report{Config: settings.Default(), Method: method.Paper}, Speed: SpeedFull, Chrome: Chrome{Tab: "graph"},
		sent: sent{asked: map[int]detail{}}, Lab: lab.New(),
	}
	if r.Version != 0 {
		s.Waits = &firstLink{r}
	}
	s.applyView(r.View)
	return s
}

func panels() []string {
	return []string{PanelStage, PanelEdge, PanelNode, PanelClaims, PanelResults, PanelPaper}
}

// applyView applies the view of a link; its open parts stay. Notes wait for the graph.
func (s *State) applyView(v recipe.View) {
	old := &s.View
	if !slices.Contains(panels(), v.Panel) {
		v.Panel = old.Panel
	}
	if v.Theme != "light" && v.Theme != "dark" {
		v.Theme = old.Theme
	}
	if s.NodesFollow() { // a link that names none means what links meant before colours followed the stage
		old.Nodes = "prediction"
	}
	if s.EdgesFollow() {
		old.Edges = "kappa"
	}
	v.Nodes, v.Edges, v.Layout = cmp.Or(v.Nodes, old.Nodes), cmp.Or(v.Edges, old.Edges), cmp.Or(v.Layout, old.Layout)
	if v.Level = level(v.Level); v.Level == LevelLook {
		s.Opening = &Turn{Stop: max(0, v.Dial-1)}
	}
	if v.One != nil && !v.One.Fits() {
		v.One = nil
	}
	if v.Scene != nil && (v.Scene.At < 0 || v.Scene.At > LastScene) {
		v.Scene = nil
	}
	if v.Stage <= 0 || v.Stage >= len(stage.Names) {
		if v.Stage = 0; v.Level == LevelLearn && old.Level == LevelLearn {
			v.Stage = old.Stage
		}
	}
	if v.Eigen, v.Channel = cmp.Or(v.Eigen, old.Eigen), max(0, v.Channel); !slices.Contains([]string{ByStage, nodesFollow, edgesFollow},
		v.Colours) {
		v.Colours = ""
	}
	seen := v.Seen
	if olderRow(v.Pins, old.Pins) {
		v.Pins = old.Pins
	} else {
		s.Chrome.Pin = 0
	}
	v.Seen, v.Notes = old.Seen, old.Notes
	s.View = v
	s.showSeen(seen)
}

// Link returns the recipe of the page, with view and position.
func (s *State) Link() recipe.Recipe {
	if r := s.dialled(); r != nil {
		return *r
	}
	r := s.Recipe
	r.Version, r.Own, r.Files = recipe.Version, s.filesSum(), nil
	if s.Frame != nil {
		r.Position = s.Frame.Position
	}
	r.View.Level, r.View.Dial, r.View.Seen = linkLevel(s.View.Level), 0, s.seen()
	if r.View.One != nil && !r.View.One.Fits() {
		r.View.One = nil
	}
	if c := &s.Lab.Compare; c.On {
		r.Compare = recipe.Second{Key: c.Key, Seed: c.Seed, Settings: c.Settings}
	}
	return r
}

// Answering reports whether the worker owes an answer: to a step, or to a request of a paused view.
func (s *State) Answering() bool { return !s.Running() && (s.stepping() || s.detailPending()) }

// ShownStage returns the stage in the inspector: the selected one, else that of the frame.
func (s *State) ShownStage() int {
	if s.Figure.Stage > 0 {
		return s.Figure.Stage
	}
	if s.View.Level == LevelLearn {
		return max(1, s.View.Stage)
	}
	if s.View.Stage > 0 {
		return s.View.Stage
	}
	switch {
	case s.Frame == nil || s.Frame.Stage < 1:
		return 1
	case s.Peer() != "":
		return stage.Classes // the other models have no sheaf to show
	case s.Running() && (s.Speed == SpeedFull || s.Speed == SpeedEpoch):
		return stage.Gap // frames come from anywhere in an epoch: the view must not jump
	}
	return s.Frame.Stage
}

// focus returns the details of the next frames.
func (s *State) focus() frame.Focus {
	places := s.View.Layout == LayoutSpectral
	return frame.Focus{Edge: choice.Of(s.focusEdge()), Example: true, Node: s.View.Node, Spectrum: s.Eigen() >= 0 || places ||
		s.View.Layer > 0,
		Layout: places, Eigenvector: s.View.Eigen, Layer: s.View.Layer}
}

// readFrame requests a frame of the present position with extras once; purpose is copied to the answer.
func (s *State) readFrame(once frame.Once, purpose string) Command {
	once.HistoryFrom = len(s.History.Position)
	return s.query(proto.Query{Question: proto.ReadFrame, For: purpose, Focus: s.focus(), Once: once})
}

// Peer returns the name of the peer, "" for SGPC.
func (s *State) Peer() string {
	if s.Config.Model == "sgpc" {
		return ""
	}
	return s.Config.Model
}

// Edge, Node and Eigen return the selected edge, node and eigenvector from 0 on, −1 for none.
func (s *State) Edge() int  { return int(s.View.Edge) - 1 }
func (s *State) Node() int  { return int(s.View.Node) - 1 }
func (s *State) Eigen() int { return int(s.View.Eigen) - 1 }

// stands reports whether the run is paused after position 0.
func (s *State) stands() bool {
	return s.Frame != nil && s.Graph != nil && s.Idle() && s.Frame.Position > 0
}

// BaseKey identifies a graph up to edits and generator parameters: nodes keep their places while it stays.
func (s *State) BaseKey() string {
	if g, _, err := graph.ParseSpec(s.Recipe.Graph); err == nil {
		return g.Name
	}
	return s.Recipe.Graph + "\n" + s.Recipe.Read + "\n" + s.filesSum()
}

// Run returns frame and spectrum of the run, without changes by hand.
func (s *State) Run() (*frame.Frame, *frame.SpectrumView) {
	if s.ByHand != nil {
		return s.ByHand.plain, s.ByHand.spectrum
	}
	return s.Frame, s.Spectrum
}

// Marked reports whether a card of the present graph was closed or opened.
func (s *State) Marked(card string) bool {
	key, ok := s.Chrome.Cards[card]
	return ok && key == s.GraphKey
}

// mark records that a card is closed or opened.
func (s *State) mark(card string, on bool) {
	if s.Chrome.Cards = maps.Clone(s.Chrome.Cards); s.Chrome.Cards == nil {
		s.Chrome.Cards = map[string]int{}
	}
	if delete(s.Chrome.Cards, card); on {
		s.Chrome.Cards[card] = s.GraphKey
	}
}
