package state

import (
	"slices"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
)

// view handles the messages that change only the view. A selection whose details the frame lacks leads to the request of a new frame.
func (s State) view(m Msg) (State, []Command) {
	needsFrame := false // the frame lacks the details of the new selection
	edge, node := s.Edge(), s.Node()
	switch m := m.(type) {
	// Selections.
	case PickEdge:
		if s.Graph == nil || m.Edge.Index() >= len(s.Graph.Edges)/2 {
			return s, nil
		}
		needsFrame = m.Edge != s.View.Edge
		s.View.Edge, s.View.Node = m.Edge, 0
		s.View.Chosen = nil
		if m.Edge > 0 {
			s.View.Panel = PanelEdge
		}
	case PickNode:
		if s.Graph == nil || m.Node.Index() >= s.Graph.N {
			return s, nil
		}
		needsFrame = m.Node != s.View.Node
		if !slices.Contains(s.View.Chosen, m.Node.Index()) {
			s.View.Chosen = nil // but a node of the selection leaves the selection as it is
		}
		s.View.Edge, s.View.Node = 0, m.Node
		if m.Node > 0 {
			s.View.Panel = PanelNode
		}
		if s.View.Level == LevelLearn { // Learn follows the node from stage 1 on
			s.View.Panel, s.View.Stage = PanelStage, 1
		}
	case PickStage:
		s.View.Stage, s.View.Panel = m.Stage, PanelStage
		if s.View.Level != LevelLearn && s.Frame != nil && m.Stage == s.Frame.Stage {
			s.View.Stage = 0               // follow the run
			if s.ShownStage() != m.Stage { // a peer follows the run in another stage
				s.View.Stage = m.Stage
			}
		}
		if s.Chrome.Tab == "stages" {
			s.Chrome.Tab = "inspect"
		}
	case PickEigen:
		s.pinNodes()
		if m.Index == s.Eigen() || m.Index < 0 {
			s.View.Eigen, s.View.Nodes = 0, "prediction"
		} else {
			s.View.Eigen, s.View.Nodes = choice.Of(m.Index), "eigenvector"
			needsFrame = true
		}
	case PickLayer:
		needsFrame = m.Layer != s.View.Layer
		s.View.Layer = m.Layer
	case PickLasso:
		if s.lacks(m.Nodes) {
			return s, nil
		}
		s.selectNodes(m.Nodes, "")
	case CycleHops:
		s.cycleHops()
	case PickConfusion:
		if s.Graph != nil {
			s.selectNodes(s.confused(m.Label, m.Pred), s.confusionName(m.Label, m.Pred))
		}
	case PickMistakes:
		if nodes, name := s.mistaken(m.Right, m.Wrong); len(nodes) > 0 {
			s.selectNodes(nodes, name)
		}
	// Panels, colours and layout.
	case SetPanel:
		s.View.Panel = m.Panel
		if m.Panel == PanelClaims && !s.Loading() {
			return s, s.requestClaims()
		}
		if s.Graph == nil {
			break
		}
		if m.Panel == PanelEdge && s.Edge() < 0 && len(s.Graph.Edges) > 0 {
			s.View.Edge, s.View.Node = choice.Of(s.strongestEdge()), 0
			needsFrame = true
		}
		if m.Panel == PanelNode && s.Node() < 0 && s.Graph.N > 0 {
			s.View.Edge, s.View.Node = 0, choice.Of(0)
			needsFrame = true
		}
	case SetTab:
		s.Chrome.Tab, s.View.Full = m.Tab, ""
	case SetNodes:
		s.chooseNodes(m.Mode)
		if m.Mode == "eigenvector" && s.Eigen() < 0 {
			s.View.Eigen, needsFrame = choice.Of(s.index2()), true
		}
		if m.Mode == NodesFlow { // this colouring belongs to the stage of diffusion
			s.View.Panel, s.View.Stage = PanelStage, stage.Diffusion
		}
	case SetEdges:
		s.chooseEdges(m.Mode)
	case SetLayout:
		needsFrame = m.Layout == LayoutSpectral && s.View.Layout != m.Layout
		s.View.Layout = m.Layout
	case SetTheme:
		s.View.Theme = m.Theme
		cmds := []Command{Effect{"theme", []string{m.Theme}}}
		if !s.Embed.Inside() { // an embedded page does not store the theme
			cmds = append(cmds, Effect{"store", []string{"theme", m.Theme}})
		}
		return s, cmds
	case Prefers: // the page already has this theme, and does not store it
		s.View.Theme = m.Theme
	case AskWords:
		return s, []Command{Effect{EffectWords, nil}}

	// Speed and menus.
	case SetSpeed:
		running := s.Running()
		s.Speed = m.Speed
		if running { // a new goal has the steps of the new speed
			paused, cmds := s.drive(Pause{})
			next, more := paused.drive(Train{})
			return next, append(cmds, more...)
		}
	case SetMenu:
		if s.Chrome.Menu == m.Menu {
			m.Menu = ""
		}
		s.Chrome.Menu = m.Menu
		if m.Menu == "open" && !s.Embed.Inside() {
			return s, []Command{Effect{"count", nil}}
		}
	case ShowLimits:
		s.View.Panel, s.View.Stage, s.Chrome.Tab = PanelStage, stage.Features, "inspect"
		return s, []Command{Effect{"scroll", []string{`[data-section="limit-0"]`}}}
	case SkipToGraph:
		s.Chrome.Tab, s.Chrome.Menu, s.Chrome.More = "graph", "", false
		return s, []Command{Effect{"focus", []string{`[data-testid="graph-canvas"]`}}}
	case SetMore:
		s.Chrome.More = m.On
	case Present:
		s.Chrome.Menu, s.Chrome.More = "", false
		return s, []Command{Effect{"present", nil}}
	case Learn:
		s.Chrome.Menu, s.Chrome.More = "", false
		return s, []Command{Effect{"lesson", []string{m.Lesson}}}
	}
	switch m.(type) {
	case PickLasso, PickConfusion, PickMistakes: // these end the selection of a node or an edge
		needsFrame = s.Edge() != edge || s.Node() != node
	}
	hasRun := !s.Loading() && !s.Waiting()
	canRead := s.ByHand != nil || hasRun
	if needsFrame && s.Graph != nil && canRead {
		return s, s.readAgain()
	}
	return s, nil
}

// strongestEdge returns the edge with the largest share of the Dirichlet energy. Before the energies are known it returns edge 0.
func (s *State) strongestEdge() int {
	strongest := 0
	if s.Frame == nil {
		return strongest
	}
	for e, energy := range s.Frame.EdgeEnergy {
		if energy > s.Frame.EdgeEnergy[strongest] {
			strongest = e
		}
	}
	return strongest
}

// index2 returns the index of λ₂ among the eigenvalues of the spectrum. It returns 0 for a spectrum without λ₂.
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
