package state

import (
	"slices"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
)

// This file requests details: numbers that a view needs in addition to the frames of the run. Whenever the run is paused, the page requests
// the first detail that a shown view lacks.

// run identifies a run by its graph and its settings.
type run struct {
	graph  *proto.GraphInfo
	config settings.Config
}

// run identifies the run on the screen.
func (s *State) run() run { return run{s.Graph, s.Config} }

// detail is the identity of a detail: requests with equal identities have equal answers. A field that a kind does not use is zero.
type detail struct {
	run      run
	position int        // of the run
	kind     string     // the kind of a detailRow, or proto.Explain; in the record of a crash also proto.Flips or the purpose of a query
	node     int        // the node of the detail; for the kind "maps" the layer, for the kind "round" the number of the cycle
	dt       float64    // the diffusion time of the iterates, 0 for the diffusion time of the run
	turn     frame.Turn // the rotation of a node's stalk
	cycle    string     // the nodes of the selected cycle, for example " 0 4 7"
	sheaf    int        // the number of the shown maps of the file, from 1; 0 for the maps of the run
	layer    int        // the layer of a peer, from 1; 0 without one
	channel  int        // the index of the followed channel, from 0
	edge     int        // the index of the selected or followed edge, from 0; −1 without one
	eigen    bool       // the detail has the eigenvector of λ₂
}

// Detail is the frame with a detail. The frame is nil if the worker could not compute the detail: this record prevents another request.
// The position −1 records a kind of query that has crashed the worker. An update never changes a Detail, since states share it.
type Detail struct {
	*frame.Frame
	identity detail
}

// detail returns the newest detail of a kind, nil before one has arrived.
func (s *State) detail(kind string) *Detail {
	if k := slices.IndexFunc(s.Details, ofKind(kind)); k >= 0 {
		return s.Details[k]
	}
	return nil
}

// ofKind returns the condition that a detail has this kind and a frame.
func ofKind(kind string) func(*Detail) bool {
	return func(x *Detail) bool { return x.identity.kind == kind && x.Frame != nil }
}

// detailing is the purpose of queries for details.
const detailing = "detail"

// detailRow describes a kind of detail, and the view that needs it.
type detailRow struct {
	kind, panel string            // the panel "" stands for the table of edges and the matrix
	stage       int               // the stage of the panel, 0 for every stage
	learn       int               // the stage at which the level Learn also shows the view, 0 for no stage
	viewIsShown func(*State) bool // if not nil, reports whether the view is shown, in place of panel, stage and learn
	// exists reports whether the run has the detail at the present position. It also sets the fields of the identity that this kind uses. ask
	// adds the detail with this identity to a query.
	exists func(*State, *detail) bool
	ask    func(*frame.Once, detail)
	// found reports whether a frame has the detail. storeMore, unless nil, stores further parts of such a frame.
	found     func(*frame.Frame) bool
	storeMore func(*State, *frame.Frame, detail)
}

// details are the kinds of details, in the order of the requests. A kind has a row for each view that needs it. "flow" has the iterates of
// the diffusion, and "fibres" the stalk of the selected node over the diffusion. turnedRow and roundRow are in turned.go and holonomy.go.
var details = []detailRow{
	{
		kind: "features", panel: PanelStage, stage: stage.Features,
		exists: func(s *State, _ *detail) bool { return s.Frame.Stages.Features > 0 },
		ask:    func(o *frame.Once, _ detail) { o.Features = true },
		found:  func(f *frame.Frame) bool { return f.Features != nil },
	},
	mapsOn(PanelStage, stage.Laplacian), mapsOn(PanelEdge, 0), mapsOn("", 0),
	{
		kind: "flow", panel: PanelStage, stage: stage.Diffusion,
		exists: func(s *State, d *detail) bool {
			d.channel, d.node = s.ChannelAt(), s.Node()
			if s.Flow != nil {
				d.dt = s.Flow.Dt
			}
			solvedNow := s.Frame.EpochOf(stage.Diffusion) == s.Frame.Present() // the worker keeps only the solve of the present epoch
			return len(s.Frame.Stages.Residual) > 0 && solvedNow
		},
		ask:       func(o *frame.Once, d detail) { o.Flow, o.FlowDt, o.FlowChannel = true, d.dt, d.channel+1 }, // FlowChannel is from 1
		found:     func(f *frame.Frame) bool { return f.Flow != nil },
		storeMore: (*State).keepFlow,
	},
	{
		kind: "fibres", panel: PanelNode, learn: stage.Diffusion,
		exists: func(s *State, d *detail) bool {
			d.node = s.Node()
			return s.Node() >= 0 && len(s.Frame.Stages.Residual) > 0
		},
		ask:   func(o *frame.Once, _ detail) { o.Stalks = true },
		found: func(f *frame.Frame) bool { return f.Stalks != nil },
	},
	turnedRow(), roundRow(PanelStage, stage.Maps), roundRow(PanelNode, 0),
	channelRow(),
}

// mapsOn returns the row of the maps of all edges, for a panel and a stage as in detailRow. If the maps are many, only the panel of a stage
// requests them.
func mapsOn(panel string, stage int) detailRow {
	return detailRow{
		kind: "maps", panel: panel, stage: stage,
		exists: func(s *State, d *detail) bool {
			d.node = s.View.Layer
			if len(s.Frame.MapNorm) == 0 { // before the first maps
				return false
			}
			switch panel {
			case PanelStage: // its picture needs the maps, even if they are many
				return true
			case "": // the table
				return s.FewMaps()
			}
			return s.FewMaps() && s.Figure.Name == "" // a figure that is shown alone does not need them
		},
		ask:   func(o *frame.Once, _ detail) { o.Maps = true },
		found: func(f *frame.Frame) bool { return f.Maps != nil },
	}
}

// FewMaps reports whether the maps of all edges have at most MaxShownMaps numbers. An edge has two maps (D × D) and two entries in Edges.
func (s *State) FewMaps() bool { return len(s.Graph.Edges)*s.Frame.D*s.Frame.D <= frame.MaxShownMaps }

// shown reports whether the view that needs the detail is shown.
func (row *detailRow) shown(s *State) bool {
	switch {
	case row.viewIsShown != nil:
		return row.viewIsShown(s)
	case row.panel == "":
		return s.View.Table != nil && s.View.Table.Of != TableNodes
	}
	panel := s.View.Panel
	if s.View.Level == LevelLearn { // the level Learn always shows the panel of a stage
		panel = PanelStage
		if row.learn == s.ShownStage() {
			return true
		}
	}
	return row.panel == panel && (row.stage == 0 || row.stage == s.ShownStage())
}

// missingDetail returns the first detail that a shown view lacks, with its row in details. It skips details that are recorded as
// impossible, and kinds that have crashed the worker. The row is nil if no detail is missing, if the run is not paused, and while a change
// by hand is being computed.
func (s *State) missingDetail() (detail, *detailRow) {
	changing := s.ByHand != nil && s.ByHand.phase != handRests
	if !s.stands() || changing {
		return detail{}, nil
	}
	for k := range details {
		row := &details[k]
		d := detail{run: s.run(), position: s.Frame.Position, kind: row.kind}
		needed := row.shown(s) && row.exists(s, &d) // exists completes d
		if needed && !s.isLethal(d.kind) && !s.hasDetail(d) {
			return d, row
		}
	}
	return detail{}, nil
}

// requestDetail first ends the colouring by iterates if the stage of diffusion has been left. It then requests a missing detail. It returns
// nil if no detail is missing, and while another request is pending: one request at a time leaves the worker free for the run.
func (s *State) requestDetail() []Command {
	restoresLink := s.phase.moment != nil // the run may pass other stages before it reaches the stage of the link
	if s.View.Nodes == NodesFlow && !restoresLink {
		s.leaveFlow()
	}
	d, row := s.missingDetail()
	if row == nil || s.detailPending() {
		return nil
	}
	once := frame.Once{Alone: true} // the frame has only the requested numbers
	row.ask(&once, d)
	cmd := s.readFrame(once, detailing)
	s.sent.openQueries[s.sent.seq] = d
	return []Command{cmd}
}

// dropDetails removes the details for which the function unwanted returns true. It makes a new list, since states share the old list.
func (s *State) dropDetails(unwanted func(*Detail) bool) {
	s.Details = slices.DeleteFunc(slices.Clone(s.Details), unwanted)
}

// isLethal reports whether a query of this kind has crashed the worker since the last load. Such a query is not repeated. recordLethal has
// then stored a Detail with the position −1.
func (s *State) isLethal(kind string) bool {
	return s.hasDetail(detail{kind: kind, position: -1})
}

// hasDetail reports whether a detail has arrived, or is recorded as impossible.
func (s *State) hasDetail(d detail) bool {
	return slices.ContainsFunc(s.Details, func(x *Detail) bool { return x.identity == d })
}

// detailPending reports whether a request for a detail is pending.
func (s *State) detailPending() bool {
	for _, d := range s.sent.openQueries {
		if d.kind != "" { // other queries have the empty identity
			return true
		}
	}
	return false
}

// ofFigures reports whether a message is a slider of a figure, or the answer to a query for a detail. Such an answer can also change
// colours of the graph, and columns of the table.
func (s *State) ofFigures(m Msg) bool {
	if r, ok := m.(FromWorker); ok {
		return r.Reply.Answer != nil && r.Reply.Answer.For == detailing
	}
	_, ok := m.(MoveFigure)
	return ok
}

// receiveDetail stores f, the answer to a query for the detail d, in place of the previous detail of this kind. It records the detail as
// impossible if the query has failed (f is nil), or if f lacks the detail. A frame of another position or run is not stored.
func (s *State) receiveDetail(d detail, f *frame.Frame) {
	// All rows of a kind have equal functions found and storeMore. k is −1 if no row has the kind.
	k := slices.IndexFunc(details, func(row detailRow) bool { return row.kind == d.kind })
	if f == nil || k < 0 || !details[k].found(f) {
		// Records of impossible details at other positions are dropped. The records of crashes stay: their position is −1.
		s.dropDetails(func(x *Detail) bool { return x.Frame == nil && x.identity.position >= 0 && !s.isPresent(x.identity) })
		s.Details = append(s.Details, &Detail{identity: d})
		return
	}
	s.Merge(f)                                        // every answer also has newer epochs of the history
	if f.Position == d.position && d.run == s.run() { // the run has not moved since the request
		s.dropDetails(ofKind(d.kind))
		s.Details = append([]*Detail{{f, d}}, s.Details...)
		if storeMore := details[k].storeMore; storeMore != nil {
			storeMore(s, f, d)
		}
	}
}
