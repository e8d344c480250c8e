package state

import (
	"slices"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc/stage"
)

// view handles the messages that change only the view. If a selection needs other details than the frame has, view requests a new frame.
// Without a change by hand it does so only if no graph is being loaded and the graph can run. For the panel of claims it requests the
// claims instead.
func (s State) view(m Msg) (State, []Command) {
	needsFrame := false
	switch m := m.(type) {
	// Each function reports whether a new frame is needed.
	case PickEdge, PickNode, PickEigen, PickLayer:
		needsFrame = s.pickPart(m)
	case PickLasso, PickConfusion, PickMistakes:
		needsFrame = s.pickGroup(m)
	case PickStage:
		s.pickStage(m.Stage)
	case CycleHops:
		s.cycleHops()
	case SetPanel:
		s.View.Panel = m.Panel
		if m.Panel == PanelClaims && !s.Loading() {
			return s, s.requestClaims()
		}
		needsFrame = s.pickForPanel()
	case SetNodes, SetEdges, SetLayout:
		needsFrame = s.setPicture(m)
	default:
		return s.setChrome(m)
	}
	// A change by hand belongs to the run on the screen, which exists even while another graph is being loaded.
	hasRun := !s.Loading() && !s.Waiting()
	canRead := s.ByHand != nil || hasRun
	if needsFrame && s.Graph != nil && canRead {
		return s, s.readAgain()
	}
	return s, nil
}

// pickPart selects an edge, a node, an eigenvector or a layer. It reports whether the frame lacks the details of the selection. It ignores
// an edge or a node that the graph lacks, and every edge and node before there is a graph. Edge and Node of a message count from 1; the
// value 0 clears the selection.
func (s *State) pickPart(m Msg) (needsFrame bool) {
	switch m := m.(type) {
	case PickEdge:
		if s.Graph == nil || m.Edge.Index() >= len(s.Graph.Edges)/2 { // Edges has two ends for each edge
			return false
		}
		needsFrame = m.Edge != s.View.Edge
		s.View.Edge, s.View.Node = m.Edge, 0 // an edge and a node are never selected together
		s.View.Chosen = nil
		if m.Edge > 0 {
			s.View.Panel = PanelEdge
		}
	case PickNode:
		if s.Graph == nil || m.Node.Index() >= s.Graph.N {
			return false
		}
		needsFrame = m.Node != s.View.Node
		inGroup := slices.Contains(s.View.Chosen, m.Node.Index())
		if !inGroup { // Chosen are the nodes that are selected together; for one of these nodes they stay
			s.View.Chosen = nil
		}
		s.View.Edge, s.View.Node = 0, m.Node
		if m.Node > 0 {
			s.View.Panel = PanelNode
		}
		if s.View.Level == LevelLearn { // Learn follows the node from stage 1 on; without a node it begins at stage 1, too
			s.View.Panel, s.View.Stage = PanelStage, 1
		}
	case PickEigen: // m.Index counts from 0
		s.pinNodes() // the user has chosen the colours: they no longer follow the stage
		// A second click on the selected eigenvector clears the selection, and so does a negative index.
		if m.Index == s.Eigen() || m.Index < 0 {
			s.View.Eigen, s.View.Nodes = 0, "prediction"
			return false
		}
		s.View.Eigen, s.View.Nodes = choice.Of(m.Index), "eigenvector"
		return true
	case PickLayer:
		needsFrame = m.Layer != s.View.Layer
		s.View.Layer = m.Layer
	}
	return needsFrame
}

// pickGroup selects several nodes together. It ignores a lasso with a node that the graph lacks, a cell of the confusion matrix without a
// graph, and an empty list of mistakes. It reports whether it has ended the selection of a single edge or node. The frame then has details
// that nothing shows.
func (s *State) pickGroup(m Msg) (endsSelection bool) {
	edge, node := s.Edge(), s.Node()
	switch m := m.(type) {
	case PickLasso:
		if !s.lacks(m.Nodes) {
			s.selectNodes(m.Nodes, "")
		}
	case PickConfusion:
		if s.Graph != nil { // an empty cell selects nothing, and says so
			s.selectNodes(s.confusedNodes(m.Label, m.Pred), s.confusionName(m.Label, m.Pred))
		}
	case PickMistakes:
		nodes, name := s.mistakenNodes(m.Right, m.Wrong)
		if len(nodes) > 0 { // else the selection stays
			s.selectNodes(nodes, name)
		}
	}
	return s.Edge() != edge || s.Node() != node
}

// pickStage shows a stage in the panel. If the run is at this stage, the panel then follows the run. In two cases the panel stays at the
// stage instead: at the level Learn, whose panel follows the user, and if a panel that follows the run would show another stage.
func (s *State) pickStage(selected int) {
	s.View.Stage, s.View.Panel = selected, PanelStage
	atStage := s.Frame != nil && selected == s.Frame.Stage
	if s.View.Level != LevelLearn && atStage {
		s.View.Stage = 0                // the panel follows the run
		if s.ShownStage() != selected { // for a peer (a model beside SGPC), and in a fast run
			s.View.Stage = selected
		}
	}
	if s.Chrome.Tab == "stages" {
		s.Chrome.Tab = "inspect" // on a narrow page the panel of the stage is on this tab
	}
}

// pickForPanel selects an edge or a node if the panel is that of an edge or a node, and none is selected: the edge with the largest share
// of the energy, or node 0. Nodes selected together (View.Chosen) do not count as a selected node. pickForPanel reports whether it has
// selected an edge or a node.
func (s *State) pickForPanel() bool {
	if s.Graph == nil {
		return false
	}
	switch {
	case s.View.Panel == PanelEdge && s.View.Edge == 0 && len(s.Graph.Edges) > 0:
		s.View.Edge, s.View.Node = choice.Of(s.strongestEdge()), 0
		return true
	case s.View.Panel == PanelNode && s.View.Node == 0 && s.Graph.N > 0:
		s.View.Edge, s.View.Node = 0, choice.Of(0)
		return true
	}
	return false
}

// setPicture sets the colours of the nodes, the colours of the edges, or the layout. It reports whether the frame lacks values for them.
// Only a newly chosen eigenvector, and a change to the layout by eigenvectors, need a new frame; the values of the other colours are in
// every frame or come as details (detail.go).
func (s *State) setPicture(m Msg) (needsFrame bool) {
	switch m := m.(type) {
	case SetNodes:
		if m.Mode == NodesFlow && s.Flow != nil && !s.FlowColours() { // leaveFlow restores the colours before
			f := *s.Flow
			f.before, s.Flow = s.View.Nodes, &f
		}
		s.chooseNodes(m.Mode)
		if m.Mode == "eigenvector" && s.Eigen() < 0 {
			s.View.Eigen, needsFrame = choice.Of(s.lambda2Index()), true // the default: the eigenvector of λ₂
		}
		if m.Mode == NodesFlow { // this colouring exists only at the stage of diffusion
			s.View.Panel, s.View.Stage = PanelStage, stage.Diffusion
		}
	case SetEdges:
		s.chooseEdges(m.Mode)
	case SetLayout:
		needsFrame = m.Layout == LayoutSpectral && s.View.Layout != m.Layout
		s.View.Layout = m.Layout
	}
	return needsFrame
}

// setChrome handles the messages about the page around the graph: its tabs, menus, theme, speed, glossary and lessons. It ignores any other
// message.
func (s State) setChrome(m Msg) (State, []Command) {
	switch m := m.(type) {
	case SetTab:
		s.Chrome.Tab, s.View.Full = m.Tab, "" // a view that fills the page would cover the tab
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
		return s, []Command{Effect{EffectWords, nil}} // opens the glossary

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
		if s.Chrome.Menu == m.Menu { // another click on the button of the open menu closes the menu
			m.Menu = ""
		}
		s.Chrome.Menu = m.Menu
		if m.Menu == "open" && !s.Embed.Inside() {
			return s, []Command{Effect{"count", nil}} // the menu shows how many graphs the browser has stored
		}
	case ShowLimits:
		s.View.Panel, s.View.Stage, s.Chrome.Tab = PanelStage, stage.Features, "inspect" // this stage has the list of limits
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
	return s, nil
}

// strongestEdge returns the index of the edge with the largest share of the Dirichlet energy, the first of equal shares. It returns 0 for a
// frame without shares, and without a frame.
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

// lambda2Index returns the index of λ₂ in the values of the spectrum. It returns 0 without a spectrum, and for a spectrum without λ₂.
func (s *State) lambda2Index() int {
	if s.Spectrum == nil {
		return 0
	}
	return max(0, s.Spectrum.Index2) // −1 without λ₂
}
