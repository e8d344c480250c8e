package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
)

// run identifies a run by its graph and its settings.
type run struct {
	graph  *proto.GraphInfo
	config settings.Config
}

// run returns the run of the present reports.
func (s *State) run() run { return run{s.Graph, s.Config} }

// detail identifies numbers that a view requests in addition to the frames. They belong to one position of one run.
type detail struct {
	run          run
	position     int
	kind         string // the kind of a detailRow, or proto.Explain or proto.Read
	node         int    // the node of the detail; for "maps" the layer, for "round" the cycle
	dt           float64
	turn         frame.Turn
	cycle        string // nodes of the selected cycle; sheaf is the number of maps of the file, and layer that of a peer
	sheaf, layer int
	// channel, edge and eigen belong to the details of the followed channel and of the diffusion by iterate.
	channel, edge int
	eigen         bool
}

// Detail is the frame with a detail. The frame is nil if the worker could not compute the detail. A position of −1 marks a kind of detail
// that crashed the worker. Updates replace it.
type Detail struct {
	*frame.Frame
	of detail
}

// detail returns the newest detail of a kind. It returns nil before one has arrived.
func (s *State) detail(kind string) *Detail {
	if k := slices.IndexFunc(s.Details, ofKind(kind)); k >= 0 {
		return s.Details[k]
	}
	return nil
}

// ofKind returns a function that reports whether a detail has this kind and a frame.
func ofKind(kind string) func(*Detail) bool {
	return func(x *Detail) bool { return x.of.kind == kind && x.Frame != nil }
}

// detailing is the purpose of queries for details.
const detailing = "detail"

// detailRow describes a kind of detail. The page requests the detail while the view that needs it is shown.
type detailRow struct {
	kind, panel string            // panel "" is the table of edges or the matrix
	stage       int               // of panel "stage"
	learn       int               // the stage at which Learn has the view of another panel
	when        func(*State) bool // in place of panel and stage, nil for none
	// there reports whether the run has the detail at the present position, and completes the identity of the detail. ask adds the detail to
	// a query.
	there func(*State, *detail) bool
	ask   func(*frame.Once, detail)
	// found reports whether a frame has the detail. If it has, too is called, unless too is nil.
	found func(*frame.Frame) bool
	too   func(*State, *frame.Frame, detail)
}

// details are the kinds of details.
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
			// The worker keeps only the solve of the present epoch.
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

// mapsOn describes the detail of all edges' maps for a panel. Beside the panel of stage 5, it is omitted for too many maps, and the panel
// of an edge needs it only if the page does not show that edge alone.
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

// FewMaps reports whether the maps of all edges are few enough for a request.
func (s *State) FewMaps() bool { return len(s.Graph.Edges)*s.Frame.D*s.Frame.D <= frame.MaxShownMaps }

// shown reports whether the view that needs the detail is shown.
func (row *detailRow) shown(s *State) bool {
	switch {
	case row.when != nil:
		return row.when(s)
	case row.panel == "":
		return s.View.Table != nil && s.View.Table.Of != TableNodes
	}
	panel := s.View.Panel
	if s.View.Level == LevelLearn { // at Learn the panel is that of a stage
		if panel = PanelStage; row.learn == s.ShownStage() {
			return true
		}
	}
	return row.panel == panel && (row.stage == 0 || row.stage == s.ShownStage())
}

// missingDetail returns a detail that a shown view lacks, with its row. The row is nil if no detail is missing, or if none can be requested
// now.
func (s *State) missingDetail() (detail, *detailRow) {
	if e := s.ByHand; !s.stands() || e != nil && e.phase != handRests {
		return detail{}, nil
	}
	for k := range details {
		row, d := &details[k], detail{run: s.run(), position: s.Frame.Position, kind: details[k].kind}
		if row.shown(s) && row.there(s, &d) && !s.isLethal(d.kind) && !s.hasDetail(d) {
			return d, row
		}
	}
	return detail{}, nil
}

// requestDetail requests a missing detail, one at a time. It also ends the colouring by iterates when the stage of diffusion is left.
func (s *State) requestDetail() []Command {
	if s.View.Nodes == NodesFlow && s.phase.moment == nil { // the way to a moment leads through other stages
		s.leaveFlow()
	}
	d, row := s.missingDetail()
	if row == nil || s.detailPending() {
		return nil
	}
	once := frame.Once{Alone: true}
	row.ask(&once, d)
	cmd := s.readFrame(once, detailing)
	s.sent.asked[s.sent.seq] = d
	return []Command{cmd}
}

// dropDetails removes the details for which the function returns true. It makes a new list, since states share the old one.
func (s *State) dropDetails(some func(*Detail) bool) {
	s.Details = slices.DeleteFunc(slices.Clone(s.Details), some)
}

// isLethal reports whether a request of this kind has crashed the worker. Such a request is not repeated before another load.
func (s *State) isLethal(kind string) bool {
	return s.hasDetail(detail{kind: kind, position: -1})
}

// hasDetail reports whether a detail has arrived, or is known to be impossible.
func (s *State) hasDetail(d detail) bool {
	return slices.ContainsFunc(s.Details, func(x *Detail) bool { return x.of == d })
}

// detailPending reports whether a request for a detail is pending.
func (s *State) detailPending() bool {
	for _, d := range s.sent.asked {
		if d.kind != "" {
			return true
		}
	}
	return false
}

// ofFigures reports whether a message changes only figures of the inspector: a slider, or a detail.
func (s *State) ofFigures(m Msg) bool {
	if r, ok := m.(FromWorker); ok {
		return r.Reply.Answer != nil && r.Reply.Answer.For == detailing
	}
	_, ok := m.(MoveFigure)
	return ok
}

// receiveDetail stores the answer to a request for a detail. The frame f is not shown; it is nil if the request failed.
func (s *State) receiveDetail(d detail, f *frame.Frame) {
	k := slices.IndexFunc(details, func(row detailRow) bool { return row.kind == d.kind })
	if f == nil || k < 0 || !details[k].found(f) {
		s.dropDetails(func(x *Detail) bool { return x.Frame == nil && x.of.position >= 0 && !s.now(x.of) })
		s.Details = append(s.Details, &Detail{of: d})
		return
	}
	s.Merge(f)
	if f.Position == d.position && d.run == s.run() { // else the run has moved on
		s.dropDetails(ofKind(d.kind))
		s.Details = append([]*Detail{{f, d}}, s.Details...)
		if too := details[k].too; too != nil {
			too(s, f, d)
		}
	}
}
