// Package state is the state of the page: one value, messages that change it,
// and commands that follow. It knows no DOM and no worker; the same messages
// give the same states, so it is tested natively.
//
//	state × message → state × commands
//
// A command is a request to the worker or something asked of the browser.
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

// FirstEpochs is how far a fresh graph is trained before the page hands over.
const FirstEpochs = 60

// slowEpochs is the same for a large graph with gap ascent, an epoch of which takes seconds.
const slowEpochs = 3

// State is everything the page shows.
type State struct {
	// Recipe is what is shown: the run in the worker, the files that it reads, and the view; what the view of a link holds beside the
	// choices, Link adds. Coming is what is being loaded.
	recipe.Recipe
	coming *loading // nil when nothing is on its way
	// moment is what of a link waits for its run to stand, nil when nothing does. It is replaced, never changed.
	moment *recipe.Seen
	// Waits is a recipe that goes on its way when somebody has answered, nil for none: an *[firstLink], *[Asked], *[Check], *[finding] or
	// *[missing]. A newer one takes the place of an older one.
	Waits any
	// Device is what was written last of this state, and what the browser said of it.
	Device keep.Store
	// Embed is the site around the page, Figure what alone of the page is shown.
	Embed  Embedding
	Figure SoleFigure

	// Report is what is known of the run in the worker. Its error may also be the page's own.
	proto.Report
	// GraphKey grows with every loaded graph, so that drawings know to start anew.
	GraphKey int
	// ByHand holds maps changed by hand, nil when there are none; Frame and
	// Spectrum then show the changed sheaf.
	ByHand *ByHand
	// Sketch is the editing of the graph.
	Sketch Sketch
	// Details are the frames that brought what a view asked for beside the run, one of a kind, the newest first; Flow is where the
	// sliders of the diffusion by iterate stand, nil before it came.
	Details []*Detail
	Flow    *Flow
	// Why is the score of the chosen node taken apart; nil until it was requested.
	Why *Why
	// Lab holds the results over splits and the comparison of two runs.
	Lab lab.State

	Running bool
	Speed   string
	// Read reports on the files that the graph was read from, nil when it was not
	// or when the user has seen it.
	Read *Read
	// Said is a sentence for screen readers.
	Said string

	// Look is the stop of the dial on the screen, nil until it was there.
	Opening *Turn

	Tab     string
	Menu    string
	Sharing Sharing
	// Pin is the one of the kept moments that was shown last.
	Pin int
	// Cards are the cards and lines about the graph with a GraphKey of which the user closed or opened them. It is replaced, never changed.
	Cards map[string]int
	More  bool

	seq    int
	push   string     // series of the entry of the history that is due, "" for none
	kept   []held     // what no name or address brings back, the newest first
	goal   proto.Goal // what the worker converges to, zero once it is reached
	since  int        // number of the goal that last changed the settings: what comes of older ones is no longer true
	queued []Msg      // moves that wait for where the goal leads
	cache  frameCache
	asked  map[int]detail // queries under way by their numbers; what those for a detail ask for. It is replaced, never changed
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
		Report: proto.Report{Config: settings.Default(), Method: method.Paper}, Speed: SpeedFull, Tab: "graph",
		asked: map[int]detail{}, Lab: lab.New(),
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

// applyView shows what a link chooses; what it leaves open stays. Notes wait for the graph.
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
		s.Pin = 0
	}
	v.Seen, v.Notes = old.Seen, old.Notes
	s.View = v
	s.showSeen(seen)
}

// Link returns the recipe of what is on the screen, view and position included.
func (s *State) Link() recipe.Recipe {
	if r := s.dialled(); r != nil {
		return *r
	}
	r := s.Recipe
	r.Version, r.Own, r.Files = recipe.Version, s.filesSum(), nil
	if s.Frame != nil {
		r.Position = s.Frame.Position
	}
	r.View.Level, r.View.Dial, r.View.Seen = linkLevel(s.Level), 0, s.seen()
	if r.View.One != nil && !r.View.One.Fits() {
		r.View.One = nil
	}
	if c := &s.Lab.Compare; c.On {
		r.Compare = recipe.Second{Key: c.Key, Seed: c.Seed, Settings: c.Settings}
	}
	return r
}

// Busy reports whether the worker has unfinished work that changes the run.
func (s *State) Busy() bool { return s.goal.Seq != 0 }

// Answering reports whether the worker has yet to answer a step, or with a detail that a view at rest asked for.
func (s *State) Answering() bool { return !s.Running && (s.stepping() || s.detailComes()) }

// ShownStage is the stage that the inspector shows: the chosen one, or that of the frame.
func (s *State) ShownStage() int {
	if s.Figure.Stage > 0 {
		return s.Figure.Stage
	}
	if s.Level == LevelLearn {
		return max(1, s.Stage)
	}
	if s.Stage > 0 {
		return s.Stage
	}
	switch {
	case s.Frame == nil || s.Frame.Stage < 1:
		return 1
	case s.Peer() != "":
		return stage.Classes // the other models have no sheaf to show
	case s.Running && (s.Speed == SpeedFull || s.Speed == SpeedEpoch):
		return stage.Gap // frames come from anywhere in an epoch: the view must not jump
	}
	return s.Frame.Stage
}

// focus returns the details that the next frames carry.
func (s *State) focus() frame.Focus {
	places := s.Layout == LayoutSpectral
	return frame.Focus{Edge: choice.Of(s.focusEdge()), Example: true, Node: s.View.Node, Spectrum: s.Eigen() >= 0 || places || s.Layer > 0,
		Layout: places, Eigenvector: s.View.Eigen, Layer: s.Layer}
}

// look requests a frame of the present position, with one-off extras; what comes back in the answer.
func (s *State) readFrame(once frame.Once, what string) Command {
	once.HistoryFrom = len(s.History.Position)
	return s.query(proto.Query{Question: proto.ReadFrame, For: what, Focus: s.focus(), Once: once})
}

// Peer is the name of the model when it is not SGPC, "" for SGPC itself.
func (s *State) Peer() string {
	if s.Config.Model == "sgpc" {
		return ""
	}
	return s.Config.Model
}

// Edge, Node and Eigen are the chosen edge, node and eigenvector, from 0 on; −1 for none.
func (s *State) Edge() int  { return s.View.Edge.Index() }
func (s *State) Node() int  { return s.View.Node.Index() }
func (s *State) Eigen() int { return s.View.Eigen.Index() }

// stands reports whether the run stands at a position with something to look at.
func (s *State) stands() bool {
	return s.Frame != nil && s.Graph != nil && !s.moves() && s.Frame.Position > 0
}

// BaseKey distinguishes graphs but for edits and the sliders of a generator: while it stays, a node keeps its place on the screen.
func (s *State) BaseKey() string {
	if g, _, err := graph.ParseSpec(s.Recipe.Graph); err == nil {
		return g.Name
	}
	return s.Recipe.Graph + "\n" + s.Recipe.Read + "\n" + s.filesSum()
}

// Run returns frame and spectrum of the run itself, whatever was changed by hand on the screen.
func (s *State) Run() (*frame.Frame, *frame.Spectrum) {
	if s.ByHand != nil {
		return s.ByHand.plain, s.ByHand.spectrum
	}
	return s.Frame, s.Spectrum
}

// Marked reports whether the user closed or opened a card for the graph on the screen.
func (s *State) Marked(card string) bool {
	key, ok := s.Cards[card]
	return ok && key == s.GraphKey
}

// mark notes that a card is closed or opened.
func (s *State) mark(card string, on bool) {
	if s.Cards = maps.Clone(s.Cards); s.Cards == nil {
		s.Cards = map[string]int{}
	}
	if delete(s.Cards, card); on {
		s.Cards[card] = s.GraphKey
	}
}
