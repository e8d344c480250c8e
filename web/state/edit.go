package state

import (
	"math"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Edit is a restriction map changed by hand: a look at what the sheaf would say,
// not a part of the run. It is replaced, never changed in place.
type Edit struct {
	// Maps are the changes at both ends of the chosen edge, Side the end whose
	// sliders are shown.
	Maps [2]sgpc.MapEdit
	Side int
	// Base is the unchanged sheaf as the worker looks at it, nil until it came.
	Base *sgpc.Frame
	// Waiting tells that the frame on the screen does not show the newest change yet.
	Waiting bool

	plain    *sgpc.Frame // what Put back shows
	spectrum *sgpc.SpectrumView
	seq      int // the look under way, 0 for none
	shown    bool
}

type (
	// EditMap rotates and scales one map of the chosen edge by hand: Side is its
	// end, A and B span the plane of the rotation, Degrees its angle.
	EditMap struct {
		Side, A, B     int
		Degrees, Scale float64
	}
	// PutBack takes every change by hand away.
	PutBack struct{}
)

func (EditMap) msg() {}
func (PutBack) msg() {}

// editing is the kind of the looks with changed maps among the unfinished requests.
const editing = "edit"

// Limits of a change by hand.
const (
	MaxEditDegrees = 180
	MaxEditScale   = 3
)

// CanEdit reports whether the maps of the chosen edge can be changed now: the
// run stands, and the frame shows the edge.
func (s *State) CanEdit() bool {
	f := s.Frame
	return f != nil && s.Graph != nil && s.Wanted == nil && !s.Running && !s.Busy() && f.Position > 0 &&
		s.Edge >= 0 && f.Edge != nil && f.Edge.Index == s.Edge && len(f.Edge.Rij) > 0
}

func (s State) editMap(m EditMap) (State, []Command) {
	if !s.CanEdit() {
		return s, nil
	}
	d := s.Frame.D
	if m.Side < 0 || m.Side > 1 || m.A < 0 || m.B < 0 || m.A >= d || m.B >= d || m.A == m.B && d > 1 || math.IsNaN(m.Degrees) || math.IsNaN(m.Scale) {
		return s, nil
	}
	var e Edit
	if s.Edit != nil {
		e = *s.Edit
	} else {
		e = Edit{plain: s.Frame, spectrum: s.Spectrum}
		for side := range e.Maps {
			e.Maps[side] = sgpc.MapEdit{Edge: s.Edge, Side: side, B: min(1, d-1), Scale: 1}
		}
	}
	e.Side, e.Waiting = m.Side, true
	e.Maps[m.Side] = sgpc.MapEdit{Edge: s.Edge, Side: m.Side, A: m.A, B: m.B,
		Angle: max(-MaxEditDegrees, min(MaxEditDegrees, m.Degrees)) * math.Pi / 180, Scale: max(0, min(MaxEditScale, m.Scale))}
	s.Edit = &e
	return s, s.askEdit()
}

// askEdit asks for what is missing: the unchanged sheaf first, then the newest
// change. At most one look is under way.
func (s *State) askEdit() []Command {
	if s.Edit == nil || s.Edit.seq != 0 || s.Edit.Base != nil && !s.Edit.Waiting {
		return nil
	}
	e := *s.Edit
	maps := e.Maps
	if e.Base == nil {
		maps = [2]sgpc.MapEdit{{Edge: s.Edge, Scale: 1}, {Edge: s.Edge, Side: 1, Scale: 1}}
	} else {
		e.Waiting = false
	}
	with := s.focus()
	with.Spectrum, with.Edits = true, maps[:]
	cmd := s.request(proto.Request{Kind: proto.Look, Focus: with})
	s.busy[s.seq] = editing
	e.seq = s.seq
	s.Edit = &e
	return []Command{cmd}
}

// edited takes the answer to a look with changed maps; one that was put back
// meanwhile does not count.
func (s *State) edited(r proto.Reply) []Command {
	if s.Edit == nil || s.Edit.seq != r.Seq {
		return nil
	}
	if r.Kind == proto.Failed || r.Frame == nil {
		s.putBack()
		return nil
	}
	e := *s.Edit
	e.seq = 0
	s.mergeHistory(r.Frame)
	if e.Base == nil {
		e.Base = r.Frame
		s.Edit = &e
		return s.askEdit()
	}
	e.shown = true
	s.Edit = &e
	s.show(r.Frame)
	return s.askEdit()
}

// Shown reports whether the frame on the screen shows changed maps.
func (e *Edit) Shown() bool { return e != nil && e.shown }

// putBack shows the run again.
func (s *State) putBack() {
	if e := s.Edit; e != nil {
		s.Frame, s.Spectrum, s.Edit = e.plain, e.spectrum, nil
	}
}

// endsEdit reports whether a message leaves the edge or the position at which a
// map was changed by hand, or takes something out of the run.
func (s *State) endsEdit(m Msg) bool {
	switch m := m.(type) {
	case Start, Step, Run, Toggle, Seek, Scrub, Back, Tick, Open, Split, Seed, Reading, Model, Setting, Files, Link,
		Agree, OpenRecipe, PickNode, PickStage, PickLasso, PutBack, Lab:
		return true
	case Export:
		return m.What != "png" && m.What != "svg" && m.What != "charts"
	case Cancel:
		return s.Menu == "" // Escape puts back, as it ends every other thing
	case PickEdge:
		return m.Edge != s.Edge
	case SetPanel:
		return m.Panel != PanelEdge
	}
	return false
}
