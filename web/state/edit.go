package state

import (
	"math"

	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
)

// Edit is a restriction map, or the weights of frequency mixing (AFM), changed by hand: a
// look at what the network would say, not a part of the run. It is replaced,
// never changed in place.
type Edit struct {
	// Maps are the changes at both ends of the chosen edge, Side the end whose
	// sliders are shown.
	Maps [2]sgpc.MapEdit
	Side int
	// Gamma are the logits of the weights of frequency mixing (AFM), nil when a map is changed.
	Gamma []float64
	// Base is the unchanged network as the worker looks at it, nil until it came.
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
	// Mix changes the logits γ of frequency mixing (AFM) by hand.
	Mix struct{ Gamma []float64 }
	// PutBack takes every change by hand away.
	PutBack struct{}
)

func (EditMap) msg() {}
func (Mix) msg()     {}
func (PutBack) msg() {}

// editing is the kind of the looks with changed maps among the unfinished requests.
const editing = "edit"

// Limits of a change by hand.
const (
	MaxEditDegrees = 180
	MaxEditScale   = 3
	MaxEditGamma   = 12
)

// CanEdit reports whether the maps of the chosen edge can be changed now: the
// run stands, and the frame shows the edge.
func (s *State) CanEdit() bool {
	return s.stands() && s.Edge >= 0 && s.Frame.Edge != nil && s.Frame.Edge.Index == s.Edge && len(s.Frame.Edge.Rij) > 0
}

// CanMix reports whether the weights of frequency mixing (AFM) can be changed now.
func (s *State) CanMix() bool { return s.stands() && len(s.Frame.Stages.Gamma) > 1 }

// stands reports whether the run stands at a position with something to look at.
func (s *State) stands() bool {
	return s.Frame != nil && s.Graph != nil && s.Wanted == nil && !s.Running && !s.Busy() && s.Frame.Position > 0
}

// Run returns frame and spectrum of the run itself, whatever was changed by hand on the screen.
func (s *State) Run() (*sgpc.Frame, *sgpc.SpectrumView) {
	if s.Edit != nil {
		return s.Edit.plain, s.Edit.spectrum
	}
	return s.Frame, s.Spectrum
}

func (s State) mix(m Mix) (State, []Command) {
	if !s.CanMix() || len(m.Gamma) != len(s.Frame.Stages.Gamma) {
		return s, nil
	}
	gamma, size := make([]float64, len(m.Gamma)), 0.0
	for k, x := range m.Gamma {
		if math.IsNaN(x) {
			return s, nil
		}
		gamma[k] = max(-MaxEditGamma, min(MaxEditGamma, x))
		size += math.Abs(gamma[k])
	}
	if size == 0 && s.Config.AFMWeights == "signed" {
		return s, nil // signed weights are shares of Σ|γ|
	}
	e := Edit{plain: s.Frame, spectrum: s.Spectrum}
	if s.Edit != nil {
		e = *s.Edit
	}
	e.Gamma, e.Waiting = gamma, true
	s.Edit = &e
	return s, s.askEdit()
}

func (s State) editMap(m EditMap) (State, []Command) {
	if !s.CanEdit() {
		return s, nil
	}
	d := s.Frame.D
	if m.Side < 0 || m.Side > 1 || m.A < 0 || m.B < 0 || m.A >= d || m.B >= d || m.A == m.B && d > 1 || math.IsNaN(m.Degrees) ||
		math.IsNaN(m.Scale) {
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
	maps, gamma := e.Maps, e.Gamma
	if e.Base == nil {
		maps = [2]sgpc.MapEdit{{Edge: s.Edge, Scale: 1}, {Edge: s.Edge, Side: 1, Scale: 1}}
		if gamma != nil {
			gamma = e.plain.Stages.Gamma
		}
	} else {
		e.Waiting = false
	}
	once := sgpc.Once{Gamma: gamma}
	if gamma == nil {
		once.Edits = maps[:]
	}
	cmd := s.look(once)
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
	case Start, Step, Run, Toggle, Seek, Scrub, Back, Tick, Open, Split, Seed, Reading, Model, ModelKey, Method, Setting, TurnOn, Files, Link,
		Agree, OpenRecipe, PickNode, PickStage, PickLasso, PutBack, Lab, sketchMsg, Generate, GenerateRest:
		return true
	case Export:
		return !fileOf(m.What).picture
	case Cancel:
		return s.Menu == "" // Escape puts back, as it ends every other thing
	case PickEdge:
		return m.Edge != s.Edge
	case SetPanel:
		return m.Panel != PanelEdge || s.Edit.Gamma != nil
	}
	return false
}
