package state

import (
	"reflect"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/web/recipe"
)

// Update answers a message with the next state and what must be done.
func Update(old State, m Msg) (State, []Command) {
	s, cmds := update(old, m)
	return s, append(cmds, s.askDetail()...)
}

func update(old State, m Msg) (State, []Command) {
	s := old.clone()
	if s.Edit != nil && s.endsEdit(m) {
		s.putBack()
	}
	switch m := m.(type) {
	case EditMap:
		return s.editMap(m)
	case sketchMsg:
		return s.drawn(m)
	case Generate, GenerateRest:
		return s.commit(seriesOf(m), func(s State) (State, []Command) { return s.generate(m) })
	case Mix:
		return s.mix(m)
	case MoveFlow:
		return s.moveFlow(m), nil
	case PutBack:
	case Start:
		if s.Recipe.Version == 0 {
			return s.load(s.Recipe, s.Files, true)
		}
		second := s.Recipe.Compare
		s.wantB = &second // the recipe of a link: exactly what it says
		return s.load(s.Recipe, s.Files, false)
	case FromWorker:
		return followed(s.reply(m.Reply))
	case Lab:
		return s.lab(m.Msg)
	case Step, Run, Pause, Toggle, Seek, Scrub, Back, Tick, Cancel:
		return s.drive(m)
	case Open, Split, Seed, Reading, Model, Setting, Files:
		return s.commit(seriesOf(m), func(s State) (State, []Command) { return s.change(m) })
	case Link:
		return s.link(m)
	case Remember:
		if s.AddressKey() != "" {
			return s, s.writeAddress(replaceEntry)
		}
	case AskURL, Offer, Agree, Decline:
		return s.ask(m)
	case OpenRecipe:
		return s.openRecipe(m)
	case Export, Share:
		return s.export(m)
	case DismissRead:
		s.Read = nil
	case Dismiss:
		s.Error = ""
	case CloseLimits:
		s.LimitsClosed = s.GraphKey
	case LookAround:
		return s, s.countClaims(m)
	case Say:
		s.Said = m.Text
	case Fail:
		s.Error = m.Text
		s.Said = m.Text
		s.keepError = s.Wanted != nil // a graph that is on its way does not answer it
	default:
		return s.view(m)
	}
	return s, nil
}

// request numbers a request and remembers it as unfinished.
func (s *State) request(r proto.Request) Command {
	s.seq++
	r.Seq = s.seq
	s.busy[s.seq] = r.Kind
	return Send{r}
}

// load starts a new generation with a recipe.
func (s State) load(r recipe.Recipe, files []proto.File, train bool) (State, []Command) {
	r.Version = recipe.Version
	if len(r.Files) > 0 && files == nil {
		files = own(r.Files)
	}
	r.Files, r.View, r.Compare, r.Own = nil, recipe.View{}, recipe.Second{}, ""
	s.push, s.missing = "", nil
	s.Sketch.kept, s.Sketch.keep = s.keepsHistory(r, files), false
	if draft, needs := s.draft(r, files); draft != nil && !graph.Ready(needs) {
		return s.wait(r, files, draft, needs)
	}
	s.busy = map[int]string{} // requests of older generations get no answer
	s.Wanted, s.wantedFiles = &r, files
	s.Running, s.Progress, s.Error, s.wantSeek, s.queued = false, nil, "", -1, nil
	s.autoRun = 0
	if train && r.Position == 0 {
		s.autoRun = FirstEpochs
	}
	f := s.focus()
	f.HistoryFrom = 0
	return s, []Command{s.request(proto.Request{Kind: proto.Load, Recipe: r, Files: files, Focus: f})}
}

// change makes a new recipe out of the shown one.
func (s State) change(m Msg) (State, []Command) {
	r, files := s.Shown(), s.Files
	if s.Wanted != nil {
		files = s.wantedFiles
	}
	r.Position = 0
	settings := make(map[string]string, len(r.Settings)+1)
	for k, v := range r.Settings {
		settings[k] = v
	}
	r.Settings = settings
	switch m := m.(type) {
	case Open:
		if m.Graph == r.Graph && s.Error == "" && (r.Edits == nil || m.Graph == graph.BlankName) || m.Graph == "file" || m.Graph == EditedGraph {
			return s, nil
		}
		r.Graph, r.Edits, r.Split, files = m.Graph, nil, "", nil
		s.Edge, s.Node, s.Eigen, s.Lasso, s.Stage = -1, -1, -1, nil, 0
	case Files:
		s.Menu, s.More = "", false
		if w := s.missing; w != nil && w.Own != "" && w.Own == sumOf(m.Files) {
			s.applyView(w.View)
			second := w.Compare
			s, cmds := s.load(*w, m.Files, false)
			s.wantB = &second
			return s, cmds
		}
		r.Graph, r.Edits, r.Split, files = "file", nil, "", m.Files
		s.Edge, s.Node, s.Eigen, s.Lasso, s.Stage = -1, -1, -1, nil, 0
	case Split:
		if m.Spec == r.Split {
			return s, nil
		}
		r.Split = m.Spec
	case Seed:
		text := strings.TrimSpace(m.Text)
		seed, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			s.Error = "The seed must be a whole number from 0 to 18446744073709551615; “" + clip(text) + "” is not."
			return s, nil
		}
		if seed == r.Seed {
			return s, nil
		}
		r.Seed = seed
	case Reading:
		if m.Name == s.Config.Reading && s.Wanted == nil {
			return s, nil
		}
		settings["reading"] = m.Name
	case Model:
		if m.Name == r.Model || m.Name == "sgpc" && r.Model == "" {
			return s, nil
		}
		r.Model = m.Name
	case Setting:
		if !live[m.Name] || s.Wanted != nil || s.Waiting() {
			settings[m.Name] = m.Value
			break
		}
		s.undo = s.Recipe.Settings
		s.Recipe.Settings = settings
		s.Recipe.Settings[m.Name] = m.Value
		return s, []Command{s.request(proto.Request{Kind: proto.Params, Settings: map[string]string{m.Name: m.Value}})}
	}
	return s.load(r, files, true)
}

// live are the settings that keep the position of the run: the worker replays
// it with the new value.
var live = map[string]bool{
	"dt": true, "epsilon0": true, "epsilon": true, "tau": true, "lambda_kl": true, "lambda_spec": true,
	"gap_steps": true, "rho": true, "q": true, "d": true, "gap_mode": true, "convention": true, "operator": true,
	"sign": true, "jko_steps": true, "shift": true, "jko_mode": true, "lift": true, "afm_weights": true,
	"svr": true,
}

// sameRun tells whether two recipes give the same run, whatever the position.
func sameRun(a, b recipe.Recipe) bool {
	if a.Graph != b.Graph || a.Own != b.Own || !reflect.DeepEqual(a.Edits, b.Edits) || a.Split != b.Split || a.Seed != b.Seed || a.Model != b.Model || len(a.Settings) != len(b.Settings) {
		return false
	}
	for k, v := range a.Settings {
		if b.Settings[k] != v {
			return false
		}
	}
	return true
}

// forget drops what a change of settings makes untrue.
func (s *State) forget() {
	s.cache = newFrameCache()
	s.History.Position = nil
	s.MaxPosition = 0
	s.version++
}

// view answers the messages that only change what is shown.
func (s State) view(m Msg) (State, []Command) {
	look := false
	switch m := m.(type) {
	case PickEdge:
		if s.Graph == nil || m.Edge >= len(s.Graph.Edges)/2 {
			return s, nil
		}
		look = m.Edge != s.Edge
		s.Edge, s.Node, s.Lasso = m.Edge, -1, nil
		if m.Edge >= 0 {
			s.Panel = PanelEdge
		}
	case PickNode:
		if s.Graph == nil || m.Node >= s.Graph.N {
			return s, nil
		}
		look = m.Node != s.Node
		s.Node, s.Edge, s.Lasso = m.Node, -1, nil
		if m.Node >= 0 {
			s.Panel = PanelNode
		}
	case PickStage:
		s.Stage, s.Panel = m.Stage, PanelStage
		if s.Frame != nil && m.Stage == s.Frame.Stage {
			s.Stage = 0
		}
		if s.Tab == "stages" {
			s.Tab = "inspect"
		}
	case PickEigen:
		if m.Index == s.Eigen || m.Index < 0 {
			s.Eigen, s.Nodes = -1, "prediction"
		} else {
			s.Eigen, s.Nodes = m.Index, "eigenvector"
			look = true
		}
	case PickLasso:
		s.Lasso = m.Nodes
		s.Said = s.lassoText()
	case SetPanel:
		s.Panel = m.Panel
		if m.Panel == PanelClaims && s.Wanted == nil {
			return s, s.lookAtClaims()
		}
		if m.Panel == PanelEdge && s.Edge < 0 && s.Graph != nil && len(s.Graph.Edges) > 0 {
			s.Edge, s.Node, look = s.widestEdge(), -1, true
		}
		if m.Panel == PanelNode && s.Node < 0 && s.Graph != nil && s.Graph.N > 0 {
			s.Node, s.Edge, look = 0, -1, true
		}
	case SetTab:
		s.Tab = m.Tab
	case SetNodes:
		s.Nodes = m.Mode
		if m.Mode == "eigenvector" && s.Eigen < 0 {
			s.Eigen, look = s.index2(), true
		}
		if m.Mode == NodesFlow { // that colouring belongs to its stage
			s.Panel, s.Stage = PanelStage, sgpc.StageDiffusion
		}
	case SetEdges:
		s.Edges = m.Mode
	case SetLayout:
		look = m.Layout == LayoutSpectral && s.Layout != m.Layout
		s.Layout = m.Layout
	case SetTheme:
		s.Theme = m.Theme
		return s, []Command{Effect{"theme", []string{m.Theme}}, Effect{"store", []string{"theme", m.Theme}}}
	case SetSpeed:
		running := s.Running
		s.Speed = m.Speed
		if running {
			var more []Command
			s, more = s.drive(Pause{})
			next, cmds := s.drive(Run{})
			return next, append(more, cmds...)
		}
	case SetMenu:
		if s.Menu == m.Menu {
			m.Menu = ""
		}
		s.Menu = m.Menu
	case SetMore:
		s.More = m.On
	case Learn:
		s.Menu, s.More = "", false
		return s, []Command{Effect{"lesson", []string{m.Lesson}}}
	}
	if look && s.Edit != nil {
		e := *s.Edit
		e.Waiting = true
		s.Edit = &e
		return s, s.askEdit()
	}
	if look && s.Graph != nil && s.Wanted == nil && !s.Waiting() {
		return s, []Command{s.request(proto.Request{Kind: proto.Look, Focus: s.focus()})}
	}
	return s, nil
}

// lassoText counts the chosen nodes and how many of them are predicted right.
func (s *State) lassoText() string {
	if len(s.Lasso) == 0 || s.Graph == nil {
		return "No node is in the lasso."
	}
	right := 0
	for _, i := range s.Lasso {
		if s.Frame != nil && i < len(s.Frame.Pred) && i < len(s.Graph.Labels) && s.Frame.Pred[i] == s.Graph.Labels[i] {
			right++
		}
	}
	return strconv.Itoa(len(s.Lasso)) + " nodes are in the lasso, " + strconv.Itoa(right) + " of them right."
}

// widestEdge is the edge with the largest share of the Dirichlet energy, else the first.
func (s *State) widestEdge() int {
	best := 0
	if s.Frame != nil {
		for e, v := range s.Frame.EdgeEnergy {
			if v > s.Frame.EdgeEnergy[best] {
				best = e
			}
		}
	}
	return best
}

// index2 is the index of λ2 among the shown eigenvalues.
func (s *State) index2() int {
	if s.Spectrum == nil {
		return 0
	}
	for i, v := range s.Spectrum.Values {
		if v == s.Spectrum.Lambda2 {
			return i
		}
	}
	return 0
}

func clip(text string) string {
	if len(text) > 40 {
		return text[:40] + "…"
	}
	return text
}
