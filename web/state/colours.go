package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
)

// The colours of the graph follow the stage, or a choice by hand pins them, nodes and edges apart. A link without the field
// View.Colours pins both: so it keeps the colours that it had.

// ByStage is the choice of a colouring that follows the stage, in the menus and, of both, in View.Colours.
const ByStage = "stage"

// Values of View.Colours where nodes or edges alone follow the stage.
const (
	nodesFollow = "nodes"
	edgesFollow = "edges"
)

// Colourings of the nodes that stages have of their own: NodesPlain is none, NodesFeature the first feature of the channel followed,
// NodesTrace the trace of a diagonal block, NodesIterate the iterate of the diffusion and NodesFiltered the value after frequency
// mixing, in that channel, NodesLambda2 the eigenvector of λ₂.
const (
	NodesPlain    = "plain"
	NodesFeature  = "feature"
	NodesTrace    = "trace"
	NodesIterate  = "iterate"
	NodesFiltered = "filtered"
	NodesLambda2  = "lambda2"
)

// The same of the edges: EdgesPlain is none, EdgesSides has the norms of both maps, EdgesBlock that of the off-diagonal block,
// EdgesMoved the change of the maps' norm by the ascent.
const (
	EdgesPlain = "plain"
	EdgesSides = "sides"
	EdgesBlock = "block"
	EdgesMoved = "moved"
)

// stageColours are the colourings of nodes and edges by stage, the first that of stage 1.
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

// SetColours lets the colours follow the stage again.
type SetColours struct{}

// SetChannel chooses the channel that is followed, from 1 on; 0 for that in which the encoded vector of the node is longest.
type SetChannel struct{ Channel int }

// NodesFollow and EdgesFollow report whether the colours follow the stage.
func (s *State) NodesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == nodesFollow }

// EdgesFollow reports it of the edges.
func (s *State) EdgesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == edgesFollow }

// pinNodes and pinEdges end that: somebody chose a colouring.
func (s *State) pinNodes() { s.View.Colours = map[bool]string{true: edgesFollow}[s.EdgesFollow()] }
func (s *State) pinEdges() { s.View.Colours = map[bool]string{true: nodesFollow}[s.NodesFollow()] }

// chooseNodes and chooseEdges pin a colouring, or let it follow the stage.
func (s *State) chooseNodes(mode string) {
	if s.pinNodes(); mode != ByStage {
		s.View.Nodes = mode
		return
	}
	s.View.Colours = map[bool]string{true: ByStage, false: nodesFollow}[s.EdgesFollow()]
}

func (s *State) chooseEdges(mode string) {
	if s.pinEdges(); mode != ByStage {
		s.View.Edges = mode
		return
	}
	s.View.Colours = map[bool]string{true: ByStage, false: edgesFollow}[s.NodesFollow()]
}

// ColoursStage is the stage whose colours the graph has where they follow it, 0 for none: while a run goes on without a rest, frames
// come from anywhere in an epoch, and the graph keeps classes and agreement; before the first operation no stage has anything.
func (s *State) ColoursStage() int {
	if s.Running() && (s.Speed == SpeedFull || s.Speed == SpeedEpoch) || s.Frame == nil || s.Frame.Position == 0 {
		return 0
	}
	return s.ShownStage()
}

// followStage sets the colours that follow the stage.
func (s *State) followStage() []Command {
	nodes, edges := "prediction", "kappa"
	if k := s.ColoursStage(); k > 0 {
		nodes, edges = stageColours[k-1][0], stageColours[k-1][1]
	}
	if s.Sketch.On() { // the nodes have the colours of their classes, as they are drawn
		nodes = "label"
	}
	if s.NodesFollow() && s.View.Nodes != nodes {
		s.View.Nodes = nodes
	}
	if s.EdgesFollow() && s.View.Edges != edges {
		s.View.Edges = edges
	}
	return nil
}

// FlowColours reports whether the nodes have the colours of the iterate on show.
func (s *State) FlowColours() bool { return s.View.Nodes == NodesFlow || s.View.Nodes == NodesIterate }

// ChannelAt is the channel that is followed, from 0 on: the chosen one, else that in which the encoded vector of the node is longest.
func (s *State) ChannelAt() int {
	f := s.Frame
	if f == nil || s.View.Channel > 0 {
		return max(0, s.View.Channel-1)
	}
	if f.Node == nil || f.D == 0 || len(f.Node.Input)%f.D != 0 {
		return 0
	}
	c, best, most := len(f.Node.Input)/f.D, 0, 0.0
	for k := range c {
		size := 0.0
		for p := range f.D {
			size += f.Node.Input[p*c+k] * f.Node.Input[p*c+k]
		}
		if size > most*(1+1e-9) {
			best, most = k, size
		}
	}
	return best
}

// ChannelNow is the channel that is followed with what the stages made of it, nil where it is not that of the position on the screen.
func (s *State) ChannelNow() *frame.Channel {
	f := s.detail("channel")
	if f == nil || !s.now(f.of) || f.of.channel != s.ChannelAt() {
		return nil
	}
	return f.Channel
}

// channelMade are the colourings that the frames do not carry.
var channelMade = []string{NodesFeature, NodesTrace, NodesIterate, NodesFiltered, NodesLambda2, EdgesSides, EdgesBlock, EdgesMoved}

// channelRow is the row of the channel that is followed: for colours, and for the numbers of Learn.
func channelRow() detailRow {
	return detailRow{
		kind: "channel",
		when: func(s *State) bool {
			return s.View.Level == LevelLearn || s.View.Level == LevelResearch && (slices.Contains(channelMade, s.View.Nodes) ||
				slices.Contains(channelMade,
					s.View.Edges))
		},
		there: func(s *State, d *detail) bool {
			d.channel, d.node, d.edge, d.layer = s.ChannelAt(), s.Node(), s.focusEdge(), s.View.Layer
			d.eigen = s.View.Nodes == NodesLambda2
			return true
		},
		ask:   func(o *frame.Once, d detail) { o.Channel, o.Eigen = d.channel+1, d.eigen },
		found: func(f *frame.Frame) bool { return f.Channel != nil },
	}
}
