package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
)

// Nodes and edges each have colours that follow the stage, or a chosen colouring. A link without the field View.Colours has chosen
// both, so that links of earlier versions keep their colours.

// ByStage is the colouring that follows the stage, in menus and, for nodes and edges, in View.Colours.
const ByStage = "stage"

// Values of View.Colours where nodes or edges alone follow the stage.
const (
	nodesFollow = "nodes"
	edgesFollow = "edges"
)

// Colourings of the nodes for single stages: none, the first feature of the followed channel, the trace of the diagonal block, the
// iterate of the diffusion and the value after frequency mixing in that channel, and the eigenvector of λ₂.
const (
	NodesPlain    = "plain"
	NodesFeature  = "feature"
	NodesTrace    = "trace"
	NodesIterate  = "iterate"
	NodesFiltered = "filtered"
	NodesLambda2  = "lambda2"
)

// Colourings of the edges for single stages: none, the norms of both maps, the norm of the off-diagonal block, and the change of
// the maps' norm by the ascent.
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

// SetChannel follows a channel, from 1 on; 0 follows the channel with the longest encoded vector of the node.
type SetChannel struct{ Channel int }

// NodesFollow reports whether the colours of the nodes follow the stage.
func (s *State) NodesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == nodesFollow }

// EdgesFollow reports whether the colours of the edges follow the stage.
func (s *State) EdgesFollow() bool { return s.View.Colours == ByStage || s.View.Colours == edgesFollow }

// pinNodes and pinEdges end the following of the stage.
func (s *State) pinNodes() { s.View.Colours = map[bool]string{true: edgesFollow}[s.EdgesFollow()] }
func (s *State) pinEdges() { s.View.Colours = map[bool]string{true: nodesFollow}[s.NodesFollow()] }

// chooseNodes and chooseEdges set a colouring, or let it follow the stage.
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

// ColoursStage returns the stage whose colours the graph has, 0 for none: during a run without rests, whose frames belong to any
// stage, and before the first operation.
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
	if s.NodesFollow() {
		s.View.Nodes = nodes
	}
	if s.EdgesFollow() {
		s.View.Edges = edges
	}
	return nil
}

// FlowColours reports whether the nodes have the colours of the shown iterate.
func (s *State) FlowColours() bool { return s.View.Nodes == NodesFlow || s.View.Nodes == NodesIterate }

// ChannelAt returns the followed channel, from 0 on: the chosen one, else that with the longest encoded vector of the node.
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

// ChannelNow returns the numbers of the followed channel at the present position, nil before they arrive.
func (s *State) ChannelNow() *frame.Channel {
	f := s.detail("channel")
	if f == nil || !s.now(f.of) || f.of.channel != s.ChannelAt() {
		return nil
	}
	return f.Channel
}

// channelMade are the colourings whose numbers frames do not carry.
var channelMade = []string{NodesFeature, NodesTrace, NodesIterate, NodesFiltered, NodesLambda2, EdgesSides, EdgesBlock, EdgesMoved}

// channelRow is the detail of the followed channel, for colours and for the numbers of Learn.
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
