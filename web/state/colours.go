package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
)

// This file sets the colours of nodes and edges. Each of the two either follows the shown stage, or is chosen by the user. A link without
// View.Colours has chosen colours, so that links of earlier versions keep theirs. The file also selects the followed channel, whose numbers
// some colours show.

// ByStage is the menu entry of colours that follow the stage. As a value of View.Colours it means that nodes and edges follow the stage.
const ByStage = "stage"

// Values of View.Colours if only the nodes, or only the edges, follow the stage.
const (
	nodesFollow = "nodes"
	edgesFollow = "edges"
)

// Colourings of the nodes for single stages.
const (
	NodesPlain    = "plain"    // one colour
	NodesFeature  = "feature"  // first encoded feature in the followed channel
	NodesTrace    = "trace"    // trace of the node's diagonal block
	NodesIterate  = "iterate"  // iterate of the diffusion in the followed channel
	NodesFiltered = "filtered" // value after frequency mixing in the followed channel
	NodesLambda2  = "lambda2"  // eigenvector of λ₂
)

// Colourings of the edges for single stages.
const (
	EdgesPlain = "plain" // one colour
	EdgesSides = "sides" // norm of the map at each end
	EdgesBlock = "block" // norm of the off-diagonal block
	EdgesMoved = "moved" // change of the maps' norm by the ascent
)

// stageColours are the colourings of nodes and edges for each stage: row k−1 is of stage k. The colourings without a constant, such as
// "energy", are entries of the menu of colours.
var stageColours = [][2]string{
	{NodesFeature, EdgesPlain},
	{NodesPlain, "offdiagonal"},
	{NodesPlain, "offdiagonal"},
	{NodesPlain, EdgesSides},
	{NodesTrace, EdgesBlock},
	{NodesIterate, "energy"},
	{NodesFiltered, EdgesPlain},
	{"prediction", EdgesPlain},
	{"confidence", "kappa"},
	{NodesLambda2, EdgesMoved},
}

// SetColours lets the colours of nodes and edges follow the stage again.
type SetColours struct{}

// SetChannel selects the followed channel, counted from 1. A stalk has a vector for each channel. 0 selects the channel with the longest
// encoded vector of the selected node.
type SetChannel struct{ Channel int }

// NodesFollow reports whether the colours of the nodes follow the stage.
func (s *State) NodesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == nodesFollow }

// EdgesFollow reports whether the colours of the edges follow the stage.
func (s *State) EdgesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == edgesFollow }

// pinNodes stops the colours of the nodes from following the stage.
func (s *State) pinNodes() { s.setFollowing(following{edges: s.EdgesFollow()}) }

// following states whether the colours of the nodes and of the edges follow the stage.
type following struct{ nodes, edges bool }

// setFollowing sets which colours follow the stage.
func (s *State) setFollowing(f following) {
	switch {
	case f.nodes && f.edges:
		s.View.Colours = ByStage
	case f.nodes:
		s.View.Colours = nodesFollow
	case f.edges:
		s.View.Colours = edgesFollow
	default:
		s.View.Colours = ""
	}
}

// chooseNodes sets the colouring of the nodes; ByStage lets it follow the stage.
func (s *State) chooseNodes(mode string) {
	s.setFollowing(following{mode == ByStage, s.EdgesFollow()})
	if mode != ByStage {
		s.View.Nodes = mode
	}
}

// chooseEdges sets the colouring of the edges; ByStage lets it follow the stage.
func (s *State) chooseEdges(mode string) {
	s.setFollowing(following{s.NodesFollow(), mode == ByStage})
	if mode != ByStage {
		s.View.Edges = mode
	}
}

// ColoursStage returns the stage that the colours follow. It returns 0 before the first step, and while the run proceeds fast, since the
// frames of a fast run come from any stage.
func (s *State) ColoursStage() int {
	fast := s.Running() && (s.Speed == SpeedFull || s.Speed == SpeedEpoch)
	if fast || s.Frame == nil || s.Frame.Position == 0 {
		return 0
	}
	return s.ShownStage()
}

// followStage sets the colours that follow the stage. Without a stage to follow, these are prediction and κ̄. In the editor the nodes have
// the colours of their labels. The result is always nil, since [Update] calls all its steps in one form.
func (s *State) followStage() []Command {
	nodes, edges := "prediction", "kappa"
	if k := s.ColoursStage(); k > 0 {
		nodes, edges = stageColours[k-1][0], stageColours[k-1][1]
	}
	if s.Sketch.On() { // the user draws classes
		nodes = "label"
	}
	if s.NodesFollow() {
		s.View.Nodes = nodes
	}
	if s.EdgesFollow() {
		s.View.Edges = edges
	}
	return nil
}

// FlowColours reports whether the shown iterate of the diffusion colours the nodes.
func (s *State) FlowColours() bool { return s.View.Nodes == NodesFlow || s.View.Nodes == NodesIterate }

// ChannelAt returns the index of the followed channel, counted from 0: the selected channel or, without one, the channel with the longest
// encoded vector of the selected node. If the vectors are unknown, too, it returns 0.
func (s *State) ChannelAt() int {
	f := s.Frame
	if f == nil || s.View.Channel > 0 { // Channel counts from 1, 0 without a selected channel
		return max(0, s.View.Channel-1)
	}
	if f.Node == nil || f.D == 0 || len(f.Node.Input)%f.D != 0 { // no node is selected, or its vectors are unknown
		return 0
	}
	input, channels := f.Node.Input, len(f.Node.Input)/f.D // input is D × channels, in row-major order
	longest, largest := 0, 0.0
	for k := range channels {
		squares := 0.0 // squared norm of the vector of channel k
		for p := range f.D {
			squares += input[p*channels+k] * input[p*channels+k]
		}
		if squares > largest*(1+1e-9) { // of norms that are equal up to rounding errors, the tolerance selects the first
			longest, largest = k, squares
		}
	}
	return longest
}

// ChannelNow returns the numbers of the followed channel at the present position. They come as a detail (detail.go). It returns nil before
// they have arrived.
func (s *State) ChannelNow() *frame.Channel {
	d := s.detail("channel")
	if d == nil || !s.isPresent(d.identity) {
		return nil
	}
	if d.identity.channel != s.ChannelAt() { // the user follows another channel since the request
		return nil
	}
	return d.Channel
}

// ChannelFollows reports whether the numbers of ChannelNow are of the selected node, the followed edge and the shown layer. ChannelNow must
// not return nil.
func (s *State) ChannelFollows() bool {
	d := s.detail("channel").identity
	return d.node == s.Node() && d.edge == s.focusEdge() && d.layer == s.View.Layer
}

// channelColours are the colourings whose numbers come with the detail of the followed channel, not with every frame.
var channelColours = []string{NodesFeature, NodesTrace, NodesIterate, NodesFiltered, NodesLambda2, EdgesSides, EdgesBlock, EdgesMoved}

// channelRow describes the detail of the followed channel. Learn always needs it, Research for channelColours, and Look never.
func channelRow() detailRow {
	return detailRow{
		kind: "channel",
		viewIsShown: func(s *State) bool {
			needsChannel := slices.Contains(channelColours, s.View.Nodes) || slices.Contains(channelColours, s.View.Edges)
			switch s.View.Level {
			case LevelLearn:
				return true
			case LevelResearch:
				return needsChannel
			}
			return false
		},
		exists: func(s *State, d *detail) bool {
			d.channel, d.node, d.edge, d.layer = s.ChannelAt(), s.Node(), s.focusEdge(), s.View.Layer
			d.eigen = s.View.Nodes == NodesLambda2
			return true
		},
		ask:   func(o *frame.Once, d detail) { o.Channel, o.Eigen = d.channel+1, d.eigen }, // Once.Channel counts from 1
		found: func(f *frame.Frame) bool { return f.Channel != nil },
	}
}
