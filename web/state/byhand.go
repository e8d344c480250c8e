package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
)

// This file handles changes of the network by hand.

// ByHand is a change by hand of one of three kinds: of the restriction maps of an edge (Maps), of the weights of frequency mixing, AFM
// (Gamma), or of all maps (Sheaf). It changes a copy of the network, not the run. An update stores a new ByHand, since states share the
// old one.
type ByHand struct {
	// Maps are the changes of the maps at both ends of the selected edge. Side is the end whose sliders are shown, 0 or 1.
	Maps [2]frame.MapChange
	Side int
	// Gamma are the changed logits of the AFM weights, nil without a change of the weights.
	Gamma []float64
	// Sheaf is the number of the shown maps of the graph's file, from 1 on. It is 0 for the maps of the run.
	Sheaf int
	// Base is the frame of the unchanged network, for comparison. It is nil until the frame has arrived.
	Base *frame.Frame

	phase handPhase
	// plain and spectrum are the frame and the spectrum of the run, which putBack restores.
	plain    *frame.Frame
	spectrum *frame.SpectrumView
	seq      int  // sequence number of the newest request, 0 before the first
	shown    bool // the first frame of the changed network has arrived
}

// handPhase is the progress of a change by hand. At most one request is pending, so that a fast slider does not queue requests. If the user
// moves a slider only once, the phases are handNew, handBase, handNext, handNewest and handRests, in this order.
type handPhase int

const (
	handNew    handPhase = iota // no request yet
	handBase                    // the unchanged network is requested
	handNext                    // no request is pending, and the newest change is not requested yet
	handNewest                  // the newest change is requested
	handOlder                   // an older change is requested
	handRests                   // the screen shows the newest change
)

// Messages about changes by hand.
type (
	// ChangeMap rotates and scales a map of the selected edge. Side is the end of the map, 0 or 1. The coordinates A and B of the stalk,
	// counted from 0, span the plane of the rotation. Degrees is the angle, and Scale is the factor.
	ChangeMap struct {
		Side, A, B     int
		Degrees, Scale float64
	}
	// Mix changes the logits γ of the AFM weights.
	Mix struct{ Gamma []float64 }
	// PutBack drops all changes by hand.
	PutBack struct{}
)

// lookingByHand is the purpose of queries for a change by hand. An answer repeats the purpose of its query.
const lookingByHand = "by hand"

// Limits of a change by hand.
const (
	MaxMapDegrees = 180 // of the angle in degrees, in both directions
	MaxMapScale   = 3   // of the factor, whose least value is 0
	MaxGamma      = 12  // of the absolute value of a logit
)

// CanChangeMap reports whether the maps of the selected edge can be changed. The run must be paused, and the frame must have the edge with
// its maps.
func (s *State) CanChangeMap() bool {
	if !s.stands() || s.Edge() < 0 {
		return false
	}
	e := s.Frame.Edge
	frameHasEdge := e != nil && e.Index == s.Edge()
	return frameHasEdge && len(e.Rij) > 0
}

// CanMix reports whether the AFM weights can be changed. The run must be paused, and must have at least two weights.
func (s *State) CanMix() bool { return s.stands() && len(s.Frame.Stages.Gamma) > 1 }

// byHandNow returns a copy of the present change by hand. Without a change it returns a new change in the phase handNew.
func (s *State) byHandNow() ByHand {
	if s.ByHand != nil {
		return *s.ByHand
	}
	return ByHand{plain: s.Frame, spectrum: s.Spectrum}
}

// mix handles Mix. It clips the logits to their limit. It ignores the message if the weights cannot be changed now, for another number of
// logits, for NaN, and for signed weights that are all 0.
func (s State) mix(m Mix) (State, []Command) {
	if !s.CanMix() || len(m.Gamma) != len(s.Frame.Stages.Gamma) {
		return s, nil
	}
	gamma, size := make([]float64, len(m.Gamma)), 0.0
	for k, x := range m.Gamma {
		if math.IsNaN(x) {
			return s, nil
		}
		gamma[k] = max(-MaxGamma, min(MaxGamma, x))
		size += math.Abs(gamma[k])
	}
	if size == 0 && s.Config.AFMWeights == "signed" {
		return s, nil // signed weights are γ/Σ|γ|
	}
	change := s.byHandNow()
	change.Gamma = gamma
	return s, s.changeByHand(change)
}

// changeMap handles ChangeMap. It ignores the message if no map can be changed now, for an invalid end or plane, and for NaN. It clips the
// angle and the scale to their limits.
func (s State) changeMap(m ChangeMap) (State, []Command) {
	if !s.CanChangeMap() {
		return s, nil
	}
	d := s.Frame.D
	validSide := m.Side == 0 || m.Side == 1
	inStalk := m.A >= 0 && m.B >= 0 && m.A < d && m.B < d
	validPlane := inStalk && (m.A != m.B || d <= 1) // a stalk of one dimension has no plane: A and B are 0
	validNumbers := !math.IsNaN(m.Degrees) && !math.IsNaN(m.Scale)
	if !validSide || !validPlane || !validNumbers {
		return s, nil
	}
	change := s.byHandNow()
	if s.ByHand == nil { // the identity at both ends, in the plane of the first two coordinates
		for side := range change.Maps {
			change.Maps[side] = frame.MapChange{Edge: s.Edge(), Side: side, B: min(1, d-1), Scale: 1}
		}
	}
	degrees, scale := max(-MaxMapDegrees, min(MaxMapDegrees, m.Degrees)), max(0, min(MaxMapScale, m.Scale))
	change.Side = m.Side
	change.Maps[m.Side] = frame.MapChange{Edge: s.Edge(), Side: m.Side, A: m.A, B: m.B, Angle: degrees * math.Pi / 180, Scale: scale}
	return s, s.changeByHand(change)
}

// changeByHand sets the change by hand to e, and returns the next query: for the unchanged network if e is new, else for e. While another
// query is pending, it returns nil: receiveByHand requests e after the answer.
func (s *State) changeByHand(e ByHand) []Command {
	switch e.phase {
	case handNewest: // the requested change is no longer the newest
		e.phase = handOlder
	case handRests: // the shown change is no longer the newest
		e.phase = handNext
	}
	return s.requestByHand(e)
}

// requestByHand stores the change, and returns the query that begins its next phase. It returns nil while a query is pending, and when the
// screen shows the newest change.
func (s *State) requestByHand(e ByHand) []Command {
	s.ByHand = &e // the assignments to e below change the stored change, too
	var once frame.Once
	switch e.phase {
	case handNew:
		// The unchanged network, for comparison: the weights of the run, or the identity as the change of both maps of the selected edge.
		// The maps of a file need no selected edge: the index −1 then changes no map.
		e.phase = handBase
		if e.Gamma != nil {
			once.Gamma = e.plain.Stages.Gamma
		} else {
			once.Changes = []frame.MapChange{{Edge: s.Edge(), Scale: 1}, {Edge: s.Edge(), Side: 1, Scale: 1}}
		}
	case handNext:
		e.phase = handNewest
		switch {
		case e.Gamma != nil:
			once.Gamma = e.Gamma
		case e.Sheaf > 0:
			once.Sheaf = e.Sheaf
		default:
			maps := e.Maps // a copy: the query shares no memory with the state
			once.Changes = maps[:]
		}
	default:
		return nil
	}
	cmd := s.readFrame(once, lookingByHand)
	e.seq = s.sent.seq // the number that readFrame has given to the query
	return []Command{cmd}
}

// readAgain requests a frame with the details of the present selection. During a change by hand the frame is of the changed network, and
// its request waits for a pending request.
func (s *State) readAgain() []Command {
	if s.ByHand == nil {
		return []Command{s.readFrame(frame.Once{}, "")} // "": no special purpose
	}
	return s.changeByHand(*s.ByHand)
}

// receiveByHand applies the answer to a query for a change by hand, and returns the next query. It ignores the answer if the change has
// been dropped. A failed query ends the change. The answer with the unchanged network is stored as Base, and is not shown.
func (s *State) receiveByHand(a proto.Answer) []Command {
	if s.ByHand == nil || s.ByHand.seq != a.Seq {
		return nil
	}
	if a.Frame == nil {
		s.Error, s.said = a.Err, a.Err
		s.putBack()
		return nil
	}
	e := *s.ByHand
	s.Merge(a.Frame) // every answer also has newer epochs of the history
	switch e.phase {
	case handBase:
		e.phase, e.Base = handNext, a.Frame
		return s.requestByHand(e)
	case handOlder:
		e.phase = handNext
	case handNewest:
		e.phase = handRests
	}
	e.shown = true
	s.show(a.Frame)
	return s.requestByHand(e)
}

// Shown reports whether the shown frame belongs to the changed network.
func (e *ByHand) Shown() bool { return e != nil && e.shown }

// putBack ends the change by hand and restores the run's frame and spectrum. Without a change it does nothing.
func (s *State) putBack() {
	if e := s.ByHand; e != nil {
		s.Frame, s.ByHand = e.plain, nil
		s.setSpectrum(e.spectrum)
	}
}
