package state

import (
	"math"
	"slices"

	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// The parts of a link beside run and view ([recipe.Seen]), and their restoration. Parts that need a paused run are restored when the
// run has reached the link's position.

// MoveFigure moves a slider of a figure.
type MoveFigure struct {
	Name string
	At   int
}

// Sliders of figures: the scaling of the plan belongs to a position; the choice between L and L̂, and whether the code beside the
// equation is open, stay.
const (
	SliderScaling  = "scaling"
	SliderOperator = "operator"
	SliderCode     = "code"
)

var sliders = []string{SliderScaling, SliderOperator, SliderCode, SliderFrame, SliderPlane, SliderCycle}

func (s *State) moveFigure(m MoveFigure) {
	if s.Frame == nil || m.At < 0 || !slices.Contains(sliders, m.Name) {
		return
	}
	s.View.Seen.Figure = append(slices.DeleteFunc(slices.Clone(s.View.Seen.Figure), func(q recipe.Slider) bool { return q.Name == m.Name }),
		recipe.Slider{Name: m.Name, At: m.At, Position: s.Frame.Position})
}

// FigureAt returns the place of a figure's slider, −1 for an unmoved one.
func (s *State) FigureAt(name string) int {
	for _, q := range s.View.Seen.Figure {
		if q.Name == name && s.Frame != nil && (name != SliderScaling || q.Position == s.Frame.Position) {
			return q.At
		}
	}
	return -1
}

// CodeOpen reports whether the code beside the equation is open; by default only in the figure "code".
func (s *State) CodeOpen() bool {
	at := s.FigureAt(SliderCode)
	return at > 0 || at < 0 && s.Figure.Name == FigureCode
}

// FiguresKey distinguishes places of the sliders.
func (s *State) FiguresKey() *recipe.Slider {
	if len(s.View.Seen.Figure) == 0 {
		return nil
	}
	return &s.View.Seen.Figure[0] // updates replace the list
}

// seen returns the parts of a link about the pictures.
func (s *State) seen() recipe.Seen {
	v := s.View.Seen
	v.Figure = nil // those of another position stay out
	if s.Frame != nil && s.MaxPosition > s.Frame.Position {
		v.Known = s.MaxPosition
	}
	switch n := len(s.View.Chosen); {
	case n == 0:
		v.ChosenAs = ""
	case n <= recipe.MaxChosen: // more of them a filter chooses again, or nothing
		v.Chosen = s.View.Chosen
	}
	if f := s.Flow; f != nil && s.atFlow() && s.FlowNow() && (f.At >= 0 || f.Dt > 0 || f.Classes) {
		v.Iterate = &recipe.Iterate{At: f.At + 1, Dt: f.Dt, Classes: f.Classes}
	}
	if e := s.ByHand; e != nil {
		q := &recipe.ByHand{Gamma: e.Gamma, Sheaf: e.Sheaf}
		if e.Gamma == nil && e.Sheaf == 0 {
			q.Side = e.Side
			for _, m := range e.Maps {
				q.Maps = append(q.Maps, recipe.Turned{A: m.A, B: m.B, Angle: m.Angle, Scale: m.Scale})
			}
		}
		v.ByHand = q
	}
	if w := s.WhyOf(); w != nil && !w.Without.Empty() {
		q := recipe.Without(w.Without)
		v.Without = &q
	}
	for _, name := range sliders {
		if at := s.FigureAt(name); at >= 0 {
			v.Figure = append(v.Figure, recipe.Slider{Name: name, At: at})
		}
	}
	if t := s.View.Table; t != nil {
		q := *t
		if q.Filter = clipTo(t.Filter, recipe.MaxNoteText); len(t.Rows) > recipe.MaxChosen {
			q.Rows = nil
		}
		v.Table = &q
	}
	if s.View.Layout != LayoutSpectral || len(s.Places()) == 0 || turnOf(s.View.Turn) == straight {
		v.Turn = nil
	}
	return v
}

// clipTo returns the text, or "" if it is longer than a link may have it.
func clipTo(text string, limit int) string {
	if len(text) > limit {
		return ""
	}
	return text
}

// comeBack returns from the last known position of a link to its position.
type comeBack struct{ position int }

// showSeen restores the parts that need no run; [State.awaits] the others.
func (s *State) showSeen(v recipe.Seen) {
	s.View.Layer, s.View.Hops, s.View.Full = v.Layer, min(v.Hops, maxHops), ""
	if v.Full == FullUnrolled {
		s.View.Full = v.Full
	}
	if s.View.Table != nil && v.Table == nil {
		s.said = words.Either(s.Matrix(), "The matrix", "The table") + " is closed."
	}
	s.View.Table = nil
	if t := v.Table; t != nil && (t.Of == TableNodes || t.Of == TableEdges || t.Of == TableMatrix) {
		s.View.Table = &recipe.TableView{Of: t.Of, Hidden: t.Hidden}
	}
	s.View.Seen.Figure = nil
}

// awaits schedules the restoration for the paused run; a move by the user cancels it.
func (s *State) awaits(v recipe.Seen) {
	if s.phase.moment = nil; !wire.Same(v, recipe.Seen{}) {
		s.phase.moment = &v
	}
}

// Restoring reports whether the restoration of a link is pending.
func (s *State) Restoring() bool {
	return s.phase.moment != nil && s.Graph != nil && s.Frame != nil && !s.Waiting()
}

// restore does the next step of the restoration.
func (s *State) restore() []Command {
	if !s.Restoring() || !s.Idle() || len(s.phase.queued) > 0 {
		return nil
	}
	next := *s.phase.moment
	s.phase.moment = &next
	if s.MaxPosition < next.Known {
		known := next.Known
		next.Known, s.phase.queued = 0, []Msg{comeBack{s.Frame.Position}}
		return []Command{s.aim(goTo(known))}
	}
	s.choose(&next)
	cmds, waits := s.restoreNext(&next)
	if !waits {
		s.phase.moment = nil
		if len(s.Places()) > 0 {
			s.View.Turn = next.Turn // of the spectrum that is seen, also where a map is turned by hand
		}
	}
	return cmds
}

// choose restores the parts that need no answer of the worker.
func (s *State) choose(v *recipe.Seen) {
	fits := func(list []int, n int) bool {
		return !slices.ContainsFunc(list, func(i int) bool { return i >= n })
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
		s.View.Table, s.View.Panel, s.View.Node, s.View.Edge, v.Table = &next, panel, node, edge, nil
		if v.ChosenAs == "" { // another choice than that of the filter, or none
			s.View.Chosen, s.View.ChosenAs = nil, ""
		}
	}
	if len(v.Chosen) > 0 && fits(v.Chosen, s.Graph.N) {
		s.View.Chosen, s.View.ChosenAs, v.Chosen = v.Chosen, v.ChosenAs, nil
	}
}

// restoreNext requests the next part that needs the worker; waits reports whether more is pending.
func (s *State) restoreNext(v *recipe.Seen) (cmds []Command, waits bool) {
	rests := len(s.sent.asked) == 0 // then what is not there does not come
	if q := v.ByHand; q != nil {
		if !s.stands() || s.ByHand == nil && s.Edge() >= 0 && len(q.Maps) > 0 && !s.CanChangeMap() && !rests {
			return nil, !rests || s.Frame.Position > 0 && !s.stands()
		}
		v.ByHand = nil
		return s.turnAsLinked(q), true
	}
	if s.ByHand != nil && s.ByHand.phase != handRests {
		return nil, true
	}
	if q := v.Iterate; q != nil && s.atFlow() {
		if f := s.Flow; !s.FlowNow() || f.Dt != f.of.dt || f.Dt != q.Dt {
			if rests && s.FlowNow() && f.Dt != q.Dt {
				s.moveFlowAsLinked(-1, q)
				return s.requestDetail(), true
			}
			return nil, !rests
		}
		v.Iterate = nil
		s.moveFlowAsLinked(q.At-1, q)
	}
	if q := v.Without; q != nil {
		w := s.WhyOf()
		if w == nil || w.View == nil {
			return nil, !rests
		}
		v.Without = nil
		return s.queryWithout(explain.Change(*q)), true
	}
	return nil, !rests
}

// moveFlowAsLinked sets the sliders of the diffusion and keeps the nodes' colours.
func (s *State) moveFlowAsLinked(at int, q *recipe.Iterate) {
	nodes := s.View.Nodes
	*s = s.moveFlow(MoveFlow{At: at, Dt: q.Dt, Classes: q.Classes})
	s.View.Nodes = nodes
}

// turnAsLinked restores a change by hand, where it is possible.
func (s *State) turnAsLinked(q *recipe.ByHand) []Command {
	switch {
	case q.Gamma != nil:
		next, cmds := s.mix(Mix{q.Gamma})
		*s = next
		return cmds
	case q.Sheaf > 0 && s.CanShowMaps() && q.Sheaf <= s.Graph.Maps.Layers*s.Graph.Maps.Epochs:
		e := s.byHandNow()
		e.Sheaf = q.Sheaf
		return s.changeByHand(e)
	case len(q.Maps) == 2 && s.CanChangeMap():
		e, d := s.byHandNow(), s.Frame.D
		for k, m := range q.Maps {
			if m.A >= d || m.B >= d || m.A == m.B && d > 1 {
				return nil
			}
			e.Maps[k] = frame.MapChange{Edge: s.Edge(), Side: k, A: m.A, B: m.B, Angle: max(-math.Pi, min(math.Pi, m.Angle)),
				Scale: max(0, min(MaxMapScale, m.Scale))}
		}
		e.Side = min(q.Side, 1)
		return s.changeByHand(e)
	}
	return nil
}

// queryWithout requests the prediction of the unrolled node under a change.
func (s *State) queryWithout(c explain.Change) []Command {
	next := *s.WhyOf()
	cmd := s.query(proto.Query{Question: proto.WhatIf, Change: c})
	next.Without, next.ask = c, s.sent.seq
	s.Why = &next
	return []Command{cmd}
}
