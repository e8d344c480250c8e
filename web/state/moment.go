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

// What a link holds beside run and view ([recipe.Seen]), and how a page that opens it comes to show it again: what only a run at
// rest can show waits until the run stands where the link says.

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

// FigureAt is where a slider of a figure stands, −1 where nobody moved it.
func (s *State) FigureAt(name string) int {
	for _, q := range s.View.Seen.Figure {
		if q.Name == name && s.Frame != nil && (name != SliderScaling || q.Position == s.Frame.Position) {
			return q.At
		}
	}
	return -1
}

// CodeOpen reports whether the code beside the equation is open: where nobody moved it, in the figure "code" alone.
func (s *State) CodeOpen() bool {
	at := s.FigureAt(SliderCode)
	return at > 0 || at < 0 && s.Figure.Name == FigureCode
}

// FiguresKey distinguishes one place of the sliders from another.
func (s *State) FiguresKey() *recipe.Slider {
	if len(s.View.Seen.Figure) == 0 {
		return nil
	}
	return &s.View.Seen.Figure[0] // a list is replaced, never changed
}

// seen is what a link holds of the pictures.
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
	if s.View.Layout != LayoutSpectral || len(s.Places()) == 0 || turned(s.View.Turn) == straight {
		v.Turn = nil
	}
	return v
}

// clipTo leaves a text out that is longer than a link may have it.
func clipTo(text string, limit int) string {
	if len(text) > limit {
		return ""
	}
	return text
}

// comeBack goes back from the last position that a link knows to the one where its run stands.
type comeBack struct{ position int }

// showSeen takes what is seen from a link, as far as it belongs to the page; the rest [State.awaits] its run.
func (s *State) showSeen(v recipe.Seen) {
	s.View.Layer, s.View.Hops, s.View.Full = v.Layer, min(v.Hops, mostHops), ""
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

// awaits shows the rest when the run stands; a move of the user's ends that.
func (s *State) awaits(v recipe.Seen) {
	if s.phase.moment = nil; !wire.Same(v, recipe.Seen{}) {
		s.phase.moment = &v
	}
}

// Restoring reports whether the page is on its way to what a link shows.
func (s *State) Restoring() bool {
	return s.phase.moment != nil && s.Graph != nil && s.Frame != nil && !s.Waiting()
}

// restore goes one step on towards what the link shows.
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

// choose shows what needs no answer of the worker, once.
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

// restoreNext asks for the next thing that needs the worker; waits reports whether something is still to come.
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
				return s.askDetail(), true
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
		return s.goWithout(explain.Change(*q)), true
	}
	return nil, !rests
}

// moveFlowAsLinked moves the sliders of the diffusion; the nodes keep the colours that the link says.
func (s *State) moveFlowAsLinked(at int, q *recipe.Iterate) {
	nodes := s.View.Nodes
	*s = s.moveFlow(MoveFlow{At: at, Dt: q.Dt, Classes: q.Classes})
	s.View.Nodes = nodes
}

// turnAsLinked changes by hand what the link says, where that can be changed.
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

// goWithout asks what becomes of the unrolled node with a change.
func (s *State) goWithout(c explain.Change) []Command {
	next := *s.WhyOf()
	cmd := s.query(proto.Query{Question: proto.WhatIf, Change: c})
	next.Without, next.ask = c, s.sent.seq
	s.Why = &next
	return []Command{cmd}
}
