// Package state is the state of the page: one value, messages that change it, and commands as effects. It uses neither the DOM nor the
// worker. State and message alone determine the next state, so native tests can cover all of it.
//
//	state × message → state × commands
//
// A command is a request to the worker or to the browser. The worker trains the run, and answers with frames: the numbers of the network at
// one position. A position is the number of inner steps since the start of the run. A stage has one or more inner steps, and an epoch has
// all stages.
//
// The page has three levels: Look, Learn and Research ([LevelLook]). At Look a dial has several stops, and selects one trained network at
// each stop. A recipe (package recipe) describes graph, settings and view. A link is the text of a recipe.
package state

import (
	"cmp"
	"maps"
	"slices"

	"sheafscope/core/choice"
	"sheafscope/core/formula"
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

// Client is the connection to the worker of the run.
type Client interface {
	// Send sends a message and returns its number: the Seq of the message, or a new number if Seq is 0.
	Send(proto.Message) int
	// SetHandler sets the function that receives the replies of the worker.
	SetHandler(func(proto.Reply))
	// Restart starts a new worker. The page calls it after the client has given up replacing workers that died.
	Restart()
}

// Panels of the inspector. Two more are [PanelResults] and [PanelPaper]. [PanelDepth] is a panel only as a figure alone.
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
	SpeedFull  = "full"  // without a rest
)

// defaultGraph is the graph that the page opens without a link.
const defaultGraph = "karate"

// FirstEpochs is the number of epochs that the page trains after the load of a graph.
const FirstEpochs = 60

// slowEpochs replaces FirstEpochs on a large graph with gap ascent, where an epoch takes seconds.
const slowEpochs = 3

// State is everything that the page shows.
type State struct {
	// Recipe describes the run in the worker, the files of its graph, and the view. [State.Link] adds the other parts of a link.
	recipe.Recipe
	phase Phase // the pending work
	// Waits is the recipe that waits: a *[firstLink] for the first graph, *[Asked] or *[Check] for an answer of the user, *[finding] for the
	// browser's storage, or *[missing] for its files. Waits is nil if no recipe waits. A newer recipe replaces an older one.
	Waits  any
	Device keep.Store // the state of the address and of the browser's storage
	// Embed is the site that embeds the page. Figure is the figure that the page shows alone, if any.
	Embed  Embedding
	Figure SoleFigure

	// Report is the state of the run in the worker. The page also puts its own errors into Report.Error.
	proto.Report
	// GraphKey grows whenever the drawing must start anew: with another graph, and after an edit of nodes, edges, names, labels or places.
	GraphKey int
	// ByHand is the change of the network by hand, nil without a change. Frame and Spectrum belong to the changed network as soon as
	// ByHand.Shown returns true.
	ByHand *ByHand
	Sketch Sketch // the editing of the graph
	// Details are the details that have arrived, at most one of each kind, the newest first. Records of two kinds follow: of details that the
	// worker could not compute, and of queries that have crashed the worker. Flow has the iterates of the diffusion and their sliders. Flow
	// is nil before the iterates have arrived.
	Details []*Detail
	Flow    *Flow
	// Why is the explanation of the selected node's score, nil before it is requested.
	Why *Why
	// Lab is the state of the runs beside the page's run: tables, searches and the comparison.
	Lab lab.State

	Speed string // a constant from SpeedSlow to SpeedFull
	// Opening is the stop of the dial at the level Look. It is nil until this level has been shown.
	Opening *Turn
	Chrome  Chrome // menus, tabs and cards

	sent sent
	said string // the announcement of the present message; "" between messages
	// heldGraphs are graphs and links that the page keeps in memory, because no address can hold them. The newest is the first.
	heldGraphs []held
	cache      frameCache // the latest frames
}

// sent records the messages to the worker.
type sent struct {
	seq           int            // number of the newest goal or query, 0 before the first
	oldestValid   int            // number of the oldest goal with valid statuses: of the last load or change of settings
	lacksSettings bool           // the worker has not yet reached a goal with the present settings
	openQueries   map[int]detail // queries without an answer, by number, with the requested detail; updates replace the map
}

// Chrome is the state of menus, tabs and cards.
type Chrome struct {
	// Tab is the open tab of a narrow page: "graph", "inspect", "stages" or "charts". Menu is the open menu, "" if none is open.
	Tab, Menu string
	// More reports that a narrow page shows the settings that it otherwise hides.
	More    bool
	Sharing Sharing
	// Read is the note on how the graph's files were read. It is nil without files, and after the user has closed the note.
	Read *Read
	// Pin is the index of the pin that was shown last (pins.go), counted from 0. It is 0 before a pin is shown, and −1 if a link has the
	// row and its state is none of the pins. Pin follows the shown pin when the row changes. If the shown pin is removed, Pin is the index
	// before it.
	Pin int
	// Cards maps a marked card to the GraphKey of its graph (see Marked). Updates replace the map.
	Cards map[string]int
}

// Progress is the progress of a long job.
type Progress = proto.Progress

// New returns the state before a graph is loaded. The recipe r is the recipe of the first link, a recipe of the page without a version, or
// empty. If r has no graph, New sets the default graph, a method by the size of the graph, and colours by stage.
func New(r recipe.Recipe) State {
	if r.Graph == "" {
		r.Graph, r.Method, r.View.Colours = defaultGraph, recipe.MethodOpen, ByStage
	}
	s := State{
		Recipe: recipe.Recipe{Setup: r.Setup, Files: r.Files,
			View: recipe.View{Panel: PanelStage, Nodes: "prediction", Edges: "kappa", Layout: "force"}},
		Report: proto.Report{Config: settings.Default(), Method: method.Paper}, Speed: SpeedFull, Chrome: Chrome{Tab: "graph"},
		sent: sent{openQueries: map[int]detail{}}, Lab: lab.New(),
	}
	if r.Version != 0 { // only a link has a version
		s.Waits = &firstLink{r}
	}
	s.applyView(r)
	return s
}

// panels returns the panels that a link can open.
func panels() []string {
	return []string{PanelStage, PanelEdge, PanelNode, PanelClaims, PanelResults, PanelPaper}
}

// applyView applies the view of a link or of a program. These present values stay:
//   - panel and theme, if they are missing or invalid,
//   - colouring, layout and eigenvector, if they are missing; colours of the stage become the default colours,
//   - the stage, if it is missing or invalid, and the page is at Learn before and after,
//   - the row of pins, if the link has none, or an older version of the row.
//
// A missing or invalid level becomes Research. At Look the dial goes to the stop of the view. Colourings and layout are not checked. Any
// other missing or invalid part is cleared.
// The notes, and the parts of recipe.Seen that need a run, are restored later: see carry (draft.go) and [State.scheduleParts].
func (s *State) applyView(r recipe.Recipe) {
	v := r.View
	old := &s.View
	if !slices.Contains(panels(), v.Panel) {
		v.Panel = old.Panel
	}
	if v.Theme != "light" && v.Theme != "dark" {
		v.Theme = old.Theme
	}

	// While the colours follow the stage, old.Nodes and old.Edges hold colours of that stage, which the user has not chosen. A link
	// without colours then gets the default colours.
	if s.NodesFollow() {
		old.Nodes = "prediction"
	}
	if s.EdgesFollow() {
		old.Edges = "kappa"
	}
	v.Nodes, v.Edges, v.Layout = cmp.Or(v.Nodes, old.Nodes), cmp.Or(v.Edges, old.Edges), cmp.Or(v.Layout, old.Layout)
	v.Level = level(v.Level)
	if v.Level == LevelLook {
		s.Opening = &Turn{Stop: max(0, v.Dial-1)} // Dial counts from 1 and Stop from 0; without a stop, 0
	}
	if v.One != nil && !v.One.Fits() {
		v.One = nil
	}
	if v.Scene != nil && (v.Scene.At < 0 || v.Scene.At > LastScene) {
		v.Scene = nil
	}
	validStage := v.Stage > 0 && v.Stage < len(stage.Names) // Names[0] is unused, since stages count from 1
	if !validStage {
		v.Stage = 0
		if v.Level == LevelLearn && old.Level == LevelLearn { // Research would follow the run; Learn always has a stage
			v.Stage = old.Stage
		}
	}
	v.Eigen, v.Channel = cmp.Or(v.Eigen, old.Eigen), max(0, v.Channel)
	if !slices.Contains([]string{ByStage, nodesFollow, edgesFollow}, v.Colours) {
		v.Colours = ""
	}

	// Pins of an older version of the row do not replace newer pins.
	seen := v.Seen
	if olderRow(v.Pins, old.Pins) {
		v.Pins = old.Pins
	} else {
		s.Chrome.Pin = slices.IndexFunc(v.Pins, func(p recipe.Moment) bool { return opens(r, p) })
	}
	// The parts of Seen stay, except the parts that showSeen sets.
	v.Seen, v.Notes = old.Seen, old.Notes
	s.View = v
	s.showSeen(seen)
}

// Link returns the recipe of the page. At Look, if the shown stop of the dial is loaded, it is the recipe of this stop. Otherwise it is the
// recipe of the run, with position, view and the second run of a comparison. In place of the user's files it has their checksum.
func (s *State) Link() recipe.Recipe {
	if r := s.recipeOfStop(); r != nil {
		return *r
	}
	r := s.Recipe
	r.Version, r.Own, r.Files = recipe.Version, s.filesSum(), nil
	if s.Frame != nil {
		r.Position = s.Frame.Position
	}
	r.View.Level, r.View.Dial, r.View.Seen = linkLevel(s.View.Level), 0, s.seen()
	if r.View.One != nil && !r.View.One.Fits() { // One edge has opened, but its vectors have not arrived
		r.View.One = nil
	}
	if c := &s.Lab.Compare; c.On {
		r.Compare = recipe.Second{Key: c.Key, Seed: c.Seed, Settings: c.Settings}
	}
	return r
}

// Answering reports whether the worker has yet to answer a step, or a request for details of a paused run.
func (s *State) Answering() bool { return !s.Running() && (s.isStepping() || s.detailPending()) }

// ShownStage returns the stage in the inspector, counted from 1. It is the stage of a figure that the page shows alone, else the stage that
// the user has selected. If both are 0, it is the stage of the run, with three exceptions: stage 1 at Learn and before the first step,
// stage 8 for a peer, and stage 10 during a fast run.
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
		return stage.Classes // some peers have no stage with a sheaf
	case s.Running() && (s.Speed == SpeedFull || s.Speed == SpeedEpoch):
		return stage.Gap // one stage for all frames of a fast run, so that the panel does not jump
	}
	return s.Frame.Stage
}

// focus returns the selection for which the worker adds details to the next frames. Without a selected edge the frames have an example: the
// first edge between two classes, or edge 0 if there is no such edge. In each frame of a run the eigenvalues are computed only for a view
// that shows them, for example for a selected layer of a peer, and for the last layer after it.
func (s *State) focus() frame.Focus {
	spectralLayout := s.View.Layout == LayoutSpectral
	showsEarlierLayer := s.Frame != nil && s.Frame.Layers != nil && s.Frame.Layers.At < s.Frame.Layers.Count // its spectrum is to be replaced
	return frame.Focus{Edge: choice.Of(s.focusEdge()), Example: true, Node: s.View.Node,
		Spectrum: s.Eigen() >= 0 || spectralLayout || s.View.Layer > 0 || showsEarlierLayer,
		Layout:   spectralLayout, Eigenvector: s.View.Eigen, Layer: s.View.Layer}
}

// readFrame requests a frame of the present position, with the additional numbers of once. The answer to the query repeats its purpose. The
// frame has only those epochs of the history that the report lacks.
func (s *State) readFrame(once frame.Once, purpose string) Command {
	once.HistoryFrom = len(s.History.Position)
	return s.query(proto.Query{Question: proto.ReadFrame, For: purpose, Focus: s.focus(), Once: once})
}

// Peer returns the model of the run if the model is a peer, with which SGPC is compared. It returns "" for SGPC.
func (s *State) Peer() string {
	if s.Config.Model == "sgpc" {
		return ""
	}
	return s.Config.Model
}

// Edge returns the selected edge, counted from 0, −1 if no edge is selected. It also returns −1 if the graph on the screen lacks the edge:
// during a load, View has the selection of the coming graph. Before the first graph Edge returns the edge of the link.
func (s *State) Edge() int {
	if s.Graph != nil && !hasEdge(s.Graph, s.View.Edge) {
		return -1
	}
	return s.View.Edge.Index()
}

// Node returns the selected node, counted from 0. It returns −1 in the cases of [State.Edge].
func (s *State) Node() int {
	if s.Graph != nil && !hasNode(s.Graph, s.View.Node) {
		return -1
	}
	return s.View.Node.Index()
}

// Chosen returns the nodes that are selected together. It returns nil if the graph on the screen lacks one of them; see [State.Edge].
func (s *State) Chosen() []int {
	if s.lacks(s.View.Chosen) {
		return nil
	}
	return s.View.Chosen
}

// Eigen returns the index of the selected eigenvector, counted from 0, or −1 if no eigenvector is selected.
func (s *State) Eigen() int { return int(s.View.Eigen) - 1 }

// stands reports whether the run is after its first step, without pending work.
func (s *State) stands() bool {
	return s.Frame != nil && s.Graph != nil && s.Idle() && s.Frame.Position > 0
}

// BaseKey identifies a graph up to edits and, for a graph of a generator, up to its parameters and formula. The key is the name of the
// generator or, for any other graph, the recipe's name, reading and checksum of the files. Nodes keep their places in the drawing while the
// key is the same.
func (s *State) BaseKey() string {
	spec, _ := formula.Cut(s.Recipe.Graph)
	if g, _, err := graph.ParseSpec(spec); err == nil {
		return g.Name
	}
	return s.Recipe.Graph + "\n" + s.Recipe.Read + "\n" + s.filesSum()
}

// Run returns the frame and the spectrum of the run. During a change by hand the screen shows another frame and spectrum.
func (s *State) Run() (*frame.Frame, *frame.SpectrumView) {
	if s.ByHand != nil {
		return s.ByHand.plain, s.ByHand.spectrum
	}
	return s.Frame, s.Spectrum
}

// Marked reports whether a card is marked for the present graph. The constant of the card documents the meaning of its mark, for example
// that the user has closed the card (start.go).
func (s *State) Marked(card string) bool {
	key, ok := s.Chrome.Cards[card]
	return ok && key == s.GraphKey
}

// mark marks a card for the present graph. The mark ends as soon as GraphKey grows, for example with another graph.
func (s *State) mark(card string) {
	s.unmark(card)
	s.Chrome.Cards[card] = s.GraphKey
}

// unmark removes the mark of a card. It makes a new map, since states share the old map.
func (s *State) unmark(card string) {
	cards := maps.Clone(s.Chrome.Cards)
	if cards == nil {
		cards = map[string]int{}
	}
	delete(cards, card)
	s.Chrome.Cards = cards
}
