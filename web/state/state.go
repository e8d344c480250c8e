// Package state is the state of the page: one value, messages that change it,
// and commands that follow. It knows no DOM and no worker; the same messages
// give the same states, so it is tested natively.
//
//	state × message → state × commands
//
// A command is a request to the worker or something asked of the browser.
package state

import (
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
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

// defaultGraph is shown when nothing else is asked for.
const defaultGraph = "karate"

// FirstEpochs is how far a fresh graph is trained before the page hands over.
const FirstEpochs = 60

// slowEpochs is the same for a large graph with gap ascent, an epoch of which takes seconds.
const slowEpochs = 3

// State is everything the page shows.
type State struct {
	// Recipe belongs to the run in the worker, Files are those that it reads; coming is what is being loaded.
	Recipe recipe.Run
	Files  []content.File
	coming loading
	// Asked is a recipe with a graph on another host, waiting for the user's agreement.
	Asked *Asked
	// Considered is the question to which the user said yes a first time, in a page inside another one: see [Consider].
	Considered string
	// Baked are the files of a graph that lies in the page itself (a single file).
	Baked []content.File
	// Device is what the browser keeps of the user's own graphs.
	Device Device
	// Embed is the site around the page, Figure what alone of the page is shown.
	Embed  Embedding
	Figure Figure
	// Check is what was read of files that the user is asked about, nil when there is no question.
	Check *Check

	Graph  *proto.GraphInfo
	Config sgpc.Config
	// Method is what the settings are: the whole paper, best validation, or the user's own.
	Method sgpc.Method
	// Frame is the last frame, Spectrum the last spectrum (a frame on the way may come without one).
	// SpectrumAt is the position that the spectrum belongs to.
	Frame      *sgpc.Frame
	Spectrum   *sgpc.SpectrumView
	SpectrumAt int
	// History of the whole run known so far; it may reach further than Frame.
	History     sgpc.HistoryView
	MaxPosition int
	// GraphKey grows with every loaded graph, so that drawings know to start anew.
	GraphKey int
	// BaseKey grows with every loaded graph that is not an edited form of the one
	// before: while it stays, a node keeps its place on the screen.
	BaseKey int
	// Claims are the paper's claims as last evaluated, at position ClaimsAt.
	Claims   []claims.Claim
	ClaimsAt int
	// ByHand holds maps changed by hand, nil when there are none; Frame and
	// Spectrum then show the changed sheaf.
	ByHand *ByHand
	// openMaps tells that maps of a file just opened are to be shown when the run stands.
	openMaps bool
	// Sketch is the editing of the graph.
	Sketch Sketch
	// Details are the frames that brought what a view asked for beside the run, one of a kind, the newest first; Flow is where the
	// sliders of the diffusion by iterate stand, nil before it came.
	Details []*Detail
	Flow    *Flow
	// Why is the score of the chosen node taken apart; nil until it was asked for.
	Why *Why
	// Table is the table under the graph, nil while it is closed.
	Table *Table
	// Full is the view that takes the whole page, "" for none.
	Full string
	// Places are the nodes' places by the sheaf's eigenvectors, turned to agree
	// with those before; nil until that layout asked for them.
	Places []float32
	// Lab holds the results over splits and the comparison of two runs.
	Lab lab.State

	// EpochSeconds is what the last whole epoch took here, 0 when it is not known.
	EpochSeconds float64

	Running  bool
	Speed    string
	Progress *Progress
	Error    string
	// Stopped tells that there is no worker, and none comes before the user asks for it.
	Stopped bool
	// Slow tells that the first load takes long.
	Slow bool
	// Read tells of the files that the graph was read from, nil when it was not
	// or when the user has seen it.
	Read *Read
	// Said is a sentence for screen readers.
	Said string

	// Look is the stop of the dial on the screen, nil until it was there.
	Look *Look
	// Walk is the stage that Learn shows, from 1 on.
	Walk int
	// One is the edge that fills the page, nil for none.
	One *One

	// View.
	Panel, Tab   string
	Stage        int // 0: the stage of the frame
	Nodes, Edges string
	Layout       string
	Theme        string
	PicturesIn   string // the theme of pictures in files, "" for that of the page
	WordsAsked   int    // counts the questions what the words mean
	Level        string
	Edge, Node   int
	Eigen        int
	// Layer is the layer of a peer on show, 0 for the last.
	Layer int
	// Lasso lists nodes chosen together, LassoName says how where they were not drawn around.
	Lasso     []int
	LassoName string
	// Hops bounds what the picture of the graph shows: nodes within so many edges of the selection; 0: all.
	Hops int
	// Notes are the reader's findings, in the order in which they were written.
	Notes   []recipe.Note
	Menu    string
	Sharing Sharing
	// Pins are the moments that were kept, Pin the one shown last.
	Pins []recipe.Moment
	Pin  int
	// LimitsClosed is the GraphKey for which the line about a large graph was closed.
	LimitsClosed int
	// StartClosed is the GraphKey for which the card of a WebKB set was closed, Dueled that of which its third question was asked,
	// askedFirst the question that waits.
	StartClosed, Dueled int
	askedFirst          string
	// Drawing is how the graph is drawn.
	Drawing Drawing
	More    bool

	seq        int
	push       string         // series of the entry of the history that is due, "" for none
	opening    *recipe.Recipe // the link that the page begins with, nil when it begins with its default
	missing    *recipe.Recipe // a link whose files are not here
	finding    *recipe.Recipe // a link whose graph the browser is looking for
	keptEdits  *graph.Edits   // edits that were kept because the address cannot hold them, and their sum
	keptSum    string
	kept       []ownFiles // files of the last own graphs, the newest first: those on the screen, where they are own ones
	goal       proto.Goal // what the worker converges to, zero once it is reached
	since      int        // number of the goal that last changed the settings: what comes of older ones is no longer true
	queued     []Msg      // moves that wait for where the goal leads
	cache      *frameCache
	version    int            // grows when what is known of the run is no longer true
	unanswered int            // queries under way
	asked      detail         // the detail under way, zero for none
	refused    []detail       // what the worker could not show, at position −1 what it died of
	aside      *recipe.Recipe // the link of before a counterexample
	caseOf     string         // its claim
	short      bool           // the run that the page began was kept short
	moment     *moment        // what of a link waits for its run to stand
	placed     turn           // of Places
	sliders    []slider       // of figures, where somebody left them
	unopened   bool           // the address holds a link that the error says could not be opened
}

// Progress of a long job.
type Progress = proto.Progress

// New returns the state before anything is loaded.
func New(r recipe.Recipe) State {
	if r.Graph == "" {
		r.Graph, r.Method = defaultGraph, recipe.MethodOpen
	}
	s := State{
		Recipe: r.Run, Files: r.Files, Config: sgpc.Default(), Method: sgpc.MethodPaper, Speed: SpeedFull, Panel: PanelStage, Tab: "graph",
		Nodes: "prediction", Edges: "kappa", Layout: "force", Edge: -1, Node: -1, Eigen: -1,
		cache: newFrameCache(), Lab: lab.New(),
	}
	if r.Version != 0 {
		s.opening = &r
	}
	s.applyView(r.View)
	return s
}

func panels() []string {
	return []string{PanelStage, PanelEdge, PanelNode, PanelClaims, PanelResults, PanelPaper}
}

func (s *State) applyView(v recipe.View) {
	pick := func(dst *string, val string) {
		if val != "" {
			*dst = val
		}
	}
	if slices.Contains(panels(), v.Panel) {
		s.Panel = v.Panel
	}
	pick(&s.Nodes, v.Nodes)
	pick(&s.Edges, v.Edges)
	pick(&s.Layout, v.Layout)
	if v.Theme == "light" || v.Theme == "dark" {
		s.Theme = v.Theme
	}
	s.Edge, s.Node = v.Edge-1, v.Node-1
	if s.Level = level(v.Level); s.Level == LevelLook {
		s.Look = &Look{Stop: max(0, v.Dial-1)}
	}
	s.One = oneLinked(v.One)
	if v.Stage > 0 && v.Stage < len(sgpc.StageNames) {
		s.Stage, s.Walk = v.Stage, v.Stage
	}
	if v.Eigen > 0 {
		s.Eigen = v.Eigen - 1
	}
	if recipe.CheckNotes(v.Notes) == nil {
		s.coming.notes = &v.Notes
	}
	if !olderRow(v.Pins, s.Pins) {
		s.Pins, s.Pin = v.Pins, 0
	}
	s.showSeen(v.Seen)
}

// Link returns the recipe of what is on the screen, view and position included.
func (s *State) Link() recipe.Recipe {
	if r := s.dialled(); r != nil {
		return *r
	}
	r := recipe.Recipe{Run: s.Recipe, Version: recipe.Version, Own: s.filesSum()}
	if s.Frame != nil {
		r.Position = s.Frame.Position
	}
	r.View = recipe.View{Theme: s.Theme, Panel: s.Panel, Nodes: s.Nodes, Edges: s.Edges, Edge: s.Edge + 1, Node: s.Node + 1,
		Layout: s.Layout, Stage: s.linkStage(), Eigen: s.Eigen + 1, Notes: s.Notes, Level: linkLevel(s.Level), One: s.One.link(),
		Seen: s.seen(), Pins: s.Pins}
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
		return max(1, s.Walk)
	}
	if s.Stage > 0 {
		return s.Stage
	}
	switch {
	case s.Frame == nil || s.Frame.Stage < 1:
		return 1
	case s.Peer() != "":
		return sgpc.StageClasses // the other models have no sheaf to show
	case s.Running && (s.Speed == SpeedFull || s.Speed == SpeedEpoch):
		return sgpc.StageGap // frames come from anywhere in an epoch: the view must not jump
	}
	return s.Frame.Stage
}

// focus is what the next frames shall carry.
func (s *State) focus() sgpc.Focus {
	places := s.Layout == LayoutSpectral
	return sgpc.Focus{Edge: s.focusEdge(), Example: true, Node: s.Node, Spectrum: s.Eigen >= 0 || places || s.Layer > 0, Layout: places,
		Eigenvector: s.Eigen,
		Layer:       s.Layer}
}

// look requests a frame of the present position, with one-off extras; what comes back in the answer.
func (s *State) look(once sgpc.Once, what string) Command {
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
