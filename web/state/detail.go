package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
)

// run distinguishes runs: it is another one after a load, and with other settings.
type run struct {
	graph  *proto.GraphInfo
	config settings.Config
}

// run is the run that the page has reports of.
func (s *State) run() run { return run{s.Graph, s.Config} }

// detail names what a view asks for beside the frames: it is true of one
// position of one run only.
type detail struct {
	run          run
	position     int
	kind         string // that of a row of details, proto.Explain or proto.Read
	node         int    // the node of what belongs to one; of "maps" the layer
	dt           float64
	turn         frame.Turn
	cycle        string // its nodes; sheaf and layer are those of maps of the file and of a peer
	sheaf, layer int
	// channel, edge and eigen are of the channel that is followed, and of the diffusion by iterate.
	channel, edge int
	eigen         bool
}

// Detail is the frame that brought a detail, nil where the worker could not show it; at position −1 it died of
// that. It is replaced, never changed in place.
type Detail struct {
	*frame.Frame
	of detail
}

// detail returns the newest of a kind, nil where its view did not ask for it yet.
func (s *State) detail(kind string) *Detail {
	if k := slices.IndexFunc(s.Details, ofKind(kind)); k >= 0 {
		return s.Details[k]
	}
	return nil
}

func ofKind(kind string) func(*Detail) bool {
	return func(x *Detail) bool { return x.of.kind == kind && x.Frame != nil }
}

// detailing is what a look for a detail is for.
const detailing = "detail"

// A detailRow is a detail that is requested while its view is on the screen.
type detailRow struct {
	kind, panel string            // panel "" is the table of edges or the matrix
	stage       int               // of panel "stage"
	learn       int               // the stage at which Learn has the view of another panel
	when        func(*State) bool // in place of panel and stage, nil for none
	// there reports whether the run has it now, and completes its name.
	there func(*State, *detail) bool
	ask   func(*frame.Once, detail)
	// found reports whether a frame brings it; too is what else is done then, nil for nothing.
	found func(*frame.Frame) bool
	too   func(*State, *frame.Frame, detail)
}

var details = []detailRow{
	{
		kind: "features", panel: PanelStage, stage: stage.Features,
		there: func(s *State, _ *detail) bool { return s.Frame.Stages.Features > 0 },
		ask:   func(o *frame.Once, _ detail) { o.Features = true },
		found: func(f *frame.Frame) bool { return f.Features != nil },
	},
	mapsOn(PanelStage, stage.Laplacian), mapsOn(PanelEdge, 0), mapsOn("", 0),
	{
		kind: "flow", panel: PanelStage, stage: stage.Diffusion,
		there: func(s *State, d *detail) bool {
			d.channel = s.ChannelAt()
			if d.node = s.Node(); s.Flow != nil {
				d.dt = s.Flow.Dt
			}
			// Only the solve of the epoch under way can be shown.
			return len(s.Frame.Stages.Residual) > 0 && s.Frame.EpochOf(stage.Diffusion) == s.Frame.Present()
		},
		ask:   func(o *frame.Once, d detail) { o.Flow, o.FlowDt, o.FlowChannel = true, d.dt, d.channel+1 },
		found: func(f *frame.Frame) bool { return f.Flow != nil },
		too:   (*State).keepFlow,
	},
	{
		kind: "fibres", panel: PanelNode, learn: stage.Diffusion,
		there: func(s *State, d *detail) bool {
			d.node = s.Node()
			return s.Node() >= 0 && len(s.Frame.Stages.Residual) > 0
		},
		ask:   func(o *frame.Once, _ detail) { o.Stalks = true },
		found: func(f *frame.Frame) bool { return f.Stalks != nil },
	},
	turnedRow(), roundRow(PanelStage, stage.Maps), roundRow(PanelNode, 0),
	channelRow(),
}

// mapsOn is the row of the maps of all edges on a panel. Too many are not asked for, and none for the figure of one edge.
func mapsOn(panel string, stage int) detailRow {
	return detailRow{
		kind: "maps", panel: panel, stage: stage,
		there: func(s *State, d *detail) bool {
			d.node = s.View.Layer
			return len(s.Frame.MapNorm) > 0 && (panel == PanelStage || s.FewMaps() && (panel == "" || s.Figure.Name == ""))
		},
		ask:   func(o *frame.Once, _ detail) { o.Maps = true },
		found: func(f *frame.Frame) bool { return f.Maps != nil },
	}
}

// FewMaps reports whether the maps of all edges have few enough numbers to be sent for a look.
func (s *State) FewMaps() bool { return len(s.Graph.Edges)*s.Frame.D*s.Frame.D <= frame.MaxShownMaps }

// shown reports whether the view of a row is on the screen.
func (row *detailRow) shown(s *State) bool {
	switch {
	case row.when != nil:
		return row.when(s)
	case row.panel == "":
		return s.View.Table != nil && s.View.Table.Of != TableNodes
	}
	panel := s.View.Panel
	if s.View.Level == LevelLearn { // whatever panel is chosen for Research
		if panel = PanelStage; row.learn == s.ShownStage() {
			return true
		}
	}
	return row.panel == panel && (row.stage == 0 || row.stage == s.ShownStage())
}

// wanted is a detail that the views on the screen lack, and its row; nil when they lack none.
func (s *State) wanted() (detail, *detailRow) {
	if e := s.ByHand; !s.stands() || e != nil && e.phase != handRests {
		return detail{}, nil
	}
	for k := range details {
		row, d := &details[k], detail{run: s.run(), position: s.Frame.Position, kind: details[k].kind}
		if row.shown(s) && row.there(s, &d) && !s.lethal(d.kind) && !s.knows(d) {
			return d, row
		}
	}
	return detail{}, nil
}

// askDetail asks for what the views on the screen lack, at most one at a time,
// and ends the colouring of a stage that is left.
func (s *State) askDetail() []Command {
	if s.View.Nodes == NodesFlow && s.phase.moment == nil { // the way to a moment leads through other stages
		s.leaveFlow()
	}
	d, row := s.wanted()
	if row == nil || s.detailComes() {
		return nil
	}
	once := frame.Once{Alone: true}
	row.ask(&once, d)
	cmd := s.readFrame(once, detailing)
	s.sent.asked[s.sent.seq] = d
	return []Command{cmd}
}

// dropDetails replaces the list by one without some.
func (s *State) dropDetails(some func(*Detail) bool) {
	s.Details = slices.DeleteFunc(slices.Clone(s.Details), some)
}

// lethal reports whether a worker died when this was requested beside the run: it is not requested again before another load.
func (s *State) lethal(kind string) bool {
	return s.knows(detail{kind: kind, position: -1})
}

// knows reports whether a detail has come, or that it cannot.
func (s *State) knows(d detail) bool {
	return slices.ContainsFunc(s.Details, func(x *Detail) bool { return x.of == d })
}

// detailComes reports whether a detail is under way.
func (s *State) detailComes() bool {
	for _, d := range s.sent.asked {
		if d.kind != "" {
			return true
		}
	}
	return false
}

// ofFigures reports whether a message changes figures of the inspector and nothing of the panels: a slider of theirs, or a detail.
func (s *State) ofFigures(m Msg) bool {
	if r, ok := m.(FromWorker); ok {
		return r.Reply.Answer != nil && r.Reply.Answer.For == detailing
	}
	_, ok := m.(MoveFigure)
	return ok
}

// detailed takes the answer for a detail; the frame that carries it is not shown.
func (s *State) detailed(d detail, f *frame.Frame) {
	k := slices.IndexFunc(details, func(row detailRow) bool { return row.kind == d.kind })
	if f == nil || k < 0 || !details[k].found(f) {
		s.dropDetails(func(x *Detail) bool { return x.Frame == nil && x.of.position >= 0 && !s.now(x.of) })
		s.Details = append(s.Details, &Detail{of: d})
		return
	}
	s.Merge(f)
	if f.Position == d.position && d.run == s.run() { // else the run went on meanwhile
		s.dropDetails(ofKind(d.kind))
		s.Details = append([]*Detail{{f, d}}, s.Details...)
		if too := details[k].too; too != nil {
			too(s, f, d)
		}
	}
}
