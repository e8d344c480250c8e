package state

import (
	"math"
	"slices"
	"unicode/utf8"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// This file collects the parts of a link about the shown figures and tables ([recipe.Seen]), and restores them when a link is opened.
// showSeen restores some parts at once. When the run is paused at the position of the link, restoreChoices restores the parts that need
// only the graph. Then restoreNext restores, one by one, the parts that need an answer of the worker.

// MoveFigure sets the slider Name of a figure to the value At, a whole number from 0.
type MoveFigure struct {
	Name string
	At   int
}

// Names of sliders of figures. More are in turned.go and holonomy.go.
const (
	SliderScaling  = "scaling"  // the number of the shown scaling step of the Sinkhorn plan; valid only at the position at which it was set
	SliderOperator = "operator" // 0 for the sheaf Laplacian L, 1 for the normalised L̂
	SliderCode     = "code"     // 1 if the code beside the equation is open
)

// sliders are the names of all sliders of figures, in the order of a link.
var sliders = []string{SliderScaling, SliderOperator, SliderCode, SliderFrame, SliderPlane, SliderCycle}

// moveFigure handles [MoveFigure]. It replaces the list of sliders, since states share the old list. It does nothing before the first
// frame, and for a negative value or an unknown slider.
func (s *State) moveFigure(m MoveFigure) {
	if s.Frame == nil || m.At < 0 || !slices.Contains(sliders, m.Name) {
		return
	}
	others := slices.DeleteFunc(slices.Clone(s.View.Seen.Figure), func(q recipe.Slider) bool { return q.Name == m.Name })
	s.View.Seen.Figure = append(others, recipe.Slider{Name: m.Name, At: m.At, Position: s.Frame.Position})
}

// FigureAt returns the value of a slider of a figure. It returns −1 before the first frame, if neither the user nor a link has moved the
// slider, and for a value of SliderScaling that was set at another position.
func (s *State) FigureAt(name string) int {
	if s.Frame == nil {
		return -1
	}
	for _, q := range s.View.Seen.Figure {
		isOutdated := name == SliderScaling && q.Position != s.Frame.Position
		if q.Name == name && !isOutdated {
			return q.At
		}
	}
	return -1
}

// CodeOpen reports whether the code beside the equation is open. Before the user opens or closes the code, it is open only in the figure
// "code".
func (s *State) CodeOpen() bool {
	value := s.FigureAt(SliderCode)
	if value < 0 { // not moved
		return s.Figure.Name == FigureCode
	}
	return value > 0
}

// FiguresKey returns a pointer that differs between two states with different sliders of figures. It returns nil if no slider is moved.
func (s *State) FiguresKey() *recipe.Slider {
	if len(s.View.Seen.Figure) == 0 {
		return nil
	}
	return &s.View.Seen.Figure[0] // updates replace the list
}

// seen returns the parts of the present link about the shown figures and tables. Parts with their initial values are left out, so that
// links are short.
func (s *State) seen() recipe.Seen {
	v := s.View.Seen
	if s.Frame != nil && s.MaxPosition > s.Frame.Position {
		v.Known = s.MaxPosition // the curves go on to this position
	}
	if len(s.View.Chosen) == 0 {
		v.ChosenAs = ""
	}

	// The diffusion by iterate, changes by hand, and the change of the explained node.
	if f := s.Flow; f != nil && s.atFlow() && s.FlowNow() {
		moved := f.At >= 0 || f.Dt > 0 || f.Classes
		if moved {
			// In a link At counts from 1, and 0 is the iterate of the run; in Flow it counts from 0, and −1 is the iterate of the run.
			v.Iterate = &recipe.Iterate{At: f.At + 1, Dt: f.Dt, Classes: f.Classes}
		}
	}
	if s.ByHand != nil {
		v.ByHand = s.ByHand.link()
	}
	if why := s.WhyOf(); why != nil && !why.Without.Empty() {
		change := recipe.Without(why.Without)
		v.Without = &change
	}

	// Sliders of figures, without a slider that is valid only at another position.
	v.Figure = nil
	for _, name := range sliders {
		if value := s.FigureAt(name); value >= 0 {
			v.Figure = append(v.Figure, recipe.Slider{Name: name, At: value})
		}
	}

	// The table without a filter that is too long for a link: a filter has the limit of a note. The turn stays only if the page shows the
	// spectral layout turned.
	if s.View.Table != nil {
		table := *s.View.Table
		if utf8.RuneCountInString(table.Filter) > recipe.MaxNoteText {
			table.Filter = ""
		}
		v.Table = &table
	}
	isTurned := s.View.Layout == LayoutSpectral && turnOf(s.View.Turn) != straight && len(s.Places()) > 0
	if !isTurned {
		v.Turn = nil
	}
	return v
}

// link returns the part of a link about a change by hand. The change has one kind: weights, maps of the file, or changed maps of an edge.
func (e *ByHand) link() *recipe.ByHand {
	change := &recipe.ByHand{Gamma: e.Gamma, Sheaf: e.Sheaf}
	if e.Gamma != nil || e.Sheaf != 0 {
		return change
	}
	change.Side = e.Side
	for _, m := range e.Maps {
		change.Maps = append(change.Maps, recipe.Turned{A: m.A, B: m.B, Angle: m.Angle, Scale: m.Scale})
	}
	return change
}

// comeBack is the page's own move to a position: from the last known position of a link back to the position of the link, or on to the
// position of a stopped load or seek.
type comeBack struct{ position int }

// showSeen restores the parts that need no run, as soon as a link is opened: layer, hops, the view that fills the page, and an open table
// without its filter. It clears the sliders of figures, and closes an open table that the link lacks, with an announcement.
// [State.scheduleParts] schedules the other parts.
func (s *State) showSeen(v recipe.Seen) {
	s.View.Layer, s.View.Hops, s.View.Full = v.Layer, min(v.Hops, maxHops), ""
	if v.Full == FullUnrolled { // the only view that fills the page; any other text of a link is ignored
		s.View.Full = v.Full
	}
	if s.View.Table != nil && v.Table == nil {
		s.said = words.Either(s.Matrix(), "The matrix", "The table") + " is closed."
	}
	s.View.Table = nil
	if v.Table != nil && slices.Contains([]string{TableNodes, TableEdges, TableMatrix}, v.Table.Of) {
		s.View.Table = &recipe.TableView{Of: v.Table.Of, Hidden: v.Table.Hidden}
	}
	s.View.Seen.Figure = nil
}

// scheduleParts schedules the restoration of the parts v for the time when the run is paused. It replaces the parts of an earlier link. A
// move by the user cancels the restoration.
func (s *State) scheduleParts(v recipe.Seen) {
	s.phase.moment = nil
	if !wire.Same(v, recipe.Seen{}) {
		s.phase.moment = &v
	}
}

// Restoring reports whether parts of a link wait for their restoration, and the graph on the screen has a run.
func (s *State) Restoring() bool {
	hasRun := s.Graph != nil && s.Frame != nil && !s.Waiting()
	return s.phase.moment != nil && hasRun
}

// restore does the next step of the restoration while the run is idle, and returns its commands. First the run goes to the last known
// position of the link and back, so that the curves are as long as in the link. Then the parts are restored. Update calls restore after
// every message until all parts are restored, or cannot be. restore returns nil if nothing waits for its restoration, and while work or
// moves are pending.
func (s *State) restore() []Command {
	if !s.Restoring() || !s.Idle() || len(s.phase.queued) > 0 {
		return nil
	}
	next := *s.phase.moment // a copy, since states share the old value
	s.phase.moment = &next
	if s.MaxPosition < next.Known {
		known := next.Known
		next.Known, s.phase.queued = 0, []Msg{comeBack{s.Frame.Position}}
		return []Command{s.aim(goTo(known))}
	}
	s.restoreChoices(&next)
	cmds, waits := s.restoreNext(&next)
	if !waits {
		s.phase.moment = nil
		if len(s.Places()) > 0 { // the spectrum has a layout that can be turned
			s.View.Turn = next.Turn // after the other parts, since every new spectrum sets a turn, also the spectrum of a changed map
		}
	}
	return cmds
}

// restoreChoices restores the parts that need a graph, but no answer of the worker: sliders of figures, the table, and the selected nodes.
// It clears the restored parts in v. A list with a row or node that the graph lacks is ignored.
func (s *State) restoreChoices(v *recipe.Seen) {
	// fits reports whether a list of a link, which may be of another graph, has at most n elements, all of them below n.
	fits := func(list []int, n int) bool {
		return len(list) <= n && !slices.ContainsFunc(list, func(i int) bool { return i >= n })
	}
	for _, q := range v.Figure {
		s.moveFigure(MoveFigure{q.Name, q.At})
	}
	v.Figure = nil
	if t := v.Table; t != nil && s.View.Table != nil {
		panel, node, edge := s.View.Panel, s.View.Node, s.View.Edge
		next := recipe.TableView{Of: s.View.Table.Of, Hidden: t.Hidden, Key: t.Key, Down: t.Down}
		s.filter(&next, t.Filter)
		if t.Rows != nil && fits(t.Rows, len(s.Graph.Edges)/2) {
			next.Rows = t.Rows
		}
		s.View.Table, v.Table = &next, nil

		// The filter has selected nodes and a panel. The link has its own panel, node and edge. The selected nodes stay only if the link has a
		// selection by a filter (ChosenAs).
		s.View.Panel, s.View.Node, s.View.Edge = panel, node, edge
		if v.ChosenAs == "" {
			s.View.Chosen, s.View.ChosenAs = nil, ""
		}
	}
	if len(v.Chosen) > 0 && fits(v.Chosen, s.Graph.N) {
		s.View.Chosen, s.View.ChosenAs, v.Chosen = v.Chosen, v.ChosenAs, nil
	}
}

// restoreNext restores the next part that needs an answer of the worker: first the change by hand, then the iterate of the diffusion, then
// the change of the explained node. It clears the restored part in v. waits reports whether restore must call it again: a part or an answer
// is pending. An iterate is restored only if the link also shows the stage of diffusion.
func (s *State) restoreNext(v *recipe.Seen) (cmds []Command, waits bool) {
	// A missing value of the worker can arrive only while a query is pending. Without a query the restoration ends.
	queryPending := len(s.sent.openQueries) > 0
	if v.ByHand != nil {
		return s.restoreByHand(v, queryPending)
	}
	if s.ByHand != nil && s.ByHand.phase != handRests { // the worker still computes the changed network
		return nil, true
	}
	if q := v.Iterate; q != nil && s.atFlow() {
		if !s.FlowNow() {
			return nil, queryPending
		}
		// Another diffusion time needs another solve. The iterate itself is set after the solve has arrived.
		otherDt := s.Flow.Dt != q.Dt
		if otherDt && !queryPending {
			s.moveFlowAsLinked(-1, q)
			return s.requestDetail(), true
		}
		if otherDt || s.Flow.Dt != s.Flow.identity.dt { // the iterates for the diffusion time of the link have not arrived
			return nil, queryPending
		}
		v.Iterate = nil
		s.moveFlowAsLinked(q.At-1, q)
	}
	if v.Without != nil {
		why := s.WhyOf()
		if why == nil || why.View == nil {
			return nil, queryPending
		}
		change := explain.Change(*v.Without)
		v.Without = nil
		return s.queryWithout(change), true
	}
	return nil, queryPending
}

// restoreByHand restores the change by hand as soon as the run is paused and the frame has the details of the changed edge. queryPending
// reports that a query has no answer yet. If the details can no longer arrive, turnAsLinked ignores a change of maps. waits is false only
// at the beginning of a run without a pending query: there is no network to change.
func (s *State) restoreByHand(v *recipe.Seen, queryPending bool) (cmds []Command, waits bool) {
	change := v.ByHand
	if !s.stands() {
		return nil, queryPending || s.Frame.Position > 0
	}
	changesMaps := s.ByHand == nil && s.Edge() >= 0 && len(change.Maps) > 0
	if changesMaps && !s.CanChangeMap() && queryPending {
		return nil, true
	}
	v.ByHand = nil
	return s.turnAsLinked(change), true
}

// moveFlowAsLinked sets the sliders of the diffusion to the values of a link. iterate is the index of the shown iterate, −1 for the
// iterate of the run. moveFlow also colours the nodes by the iterate, but the link has its own colours.
func (s *State) moveFlowAsLinked(iterate int, q *recipe.Iterate) {
	nodes := s.View.Nodes
	*s = s.moveFlow(MoveFlow{At: iterate, Dt: q.Dt, Classes: q.Classes})
	s.View.Nodes = nodes
}

// turnAsLinked restores a change by hand of a link. A change that is impossible for the graph or its maps is ignored. Angles (radians) and
// scales are clipped to their limits.
func (s *State) turnAsLinked(q *recipe.ByHand) []Command {
	switch {
	case q.Gamma != nil:
		next, cmds := s.mix(Mix{q.Gamma})
		*s = next
		return cmds
	// Sheaf is the place of the maps in the file, counted from 1 over all layers and epochs: see FileMaps.
	case q.Sheaf > 0 && s.CanShowMaps() && q.Sheaf <= s.Graph.Maps.Layers*s.Graph.Maps.Epochs:
		change := s.byHandNow()
		change.Sheaf = q.Sheaf
		return s.changeByHand(change)
	case len(q.Maps) == 2 && s.CanChangeMap(): // one map for each end of the edge
		change, d := s.byHandNow(), s.Frame.D
		for side, m := range q.Maps {
			spansPlane := m.A < d && m.B < d && (m.A != m.B || d == 1) // in one dimension A and B are 0
			if !spansPlane {
				return nil
			}
			angle, scale := max(-math.Pi, min(math.Pi, m.Angle)), max(0, min(MaxMapScale, m.Scale))
			change.Maps[side] = frame.MapChange{Edge: s.Edge(), Side: side, A: m.A, B: m.B, Angle: angle, Scale: scale}
		}
		change.Side = min(q.Side, 1)
		return s.changeByHand(change)
	}
	return nil
}

// queryWithout requests the predictions for the explained node under a change of the graph or the network. The explanation of the selected
// node must exist.
func (s *State) queryWithout(c explain.Change) []Command {
	next := *s.WhyOf()
	cmd := s.query(proto.Query{Question: proto.WhatIf, Change: c})
	next.Without, next.query = c, s.sent.seq
	s.Why = &next
	return []Command{cmd}
}
