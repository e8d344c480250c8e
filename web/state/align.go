package state

import (
	"math"

	"sheafscope/core/sgpc/frame"
)

// This file keeps a layout by eigenvectors steady: it turns each new layout as near as possible to the previous layout. Otherwise the
// layout would jump: an eigenvector is unique only up to its sign, and eigenvectors of equal eigenvalues are unique only up to a rotation.

// align returns the rotation or reflection that brings the new places nearest to the old places (the orthogonal Procrustes problem). Both
// lists have x and y of each node. align returns the identity if the numbers of nodes differ, and if all rotations and reflections are
// equally near.
func align(newPlaces, oldPlaces []float32) turn {
	if len(oldPlaces) != len(newPlaces) {
		return straight
	}
	var m [2][2]float64 // newPlacesᵀ·oldPlaces, both n × 2
	for i := 0; i+1 < len(newPlaces); i += 2 {
		for a := range 2 {
			for b := range 2 {
				m[a][b] += float64(newPlaces[i+a]) * float64(oldPlaces[i+b])
			}
		}
	}

	// Unnormalised cosine and sine of the best rotation, and of the best rotation after the reflection y → −y. The longer vector has the
	// smaller distance: its norm is the trace that the Procrustes problem maximises.
	rotation := [2]float64{m[0][0] + m[1][1], m[0][1] - m[1][0]}
	reflection := [2]float64{m[0][0] - m[1][1], m[0][1] + m[1][0]}
	q, mirror := rotation, 1.0
	if math.Hypot(reflection[0], reflection[1]) > math.Hypot(rotation[0], rotation[1]) {
		q, mirror = reflection, -1
	}
	size := math.Hypot(q[0], q[1])
	if size == 0 { // both vectors are 0: all rotations and reflections are equally near
		return straight
	}
	return turn{q[0] / size, q[1] / size, mirror}
}

// Places returns x and y of each node in the layout by the eigenvectors of the present spectrum. It returns nil without a spectrum, and if
// the spectrum has no layout.
func (s *State) Places() []float32 {
	if s.Spectrum == nil || len(s.Spectrum.Layout) == 0 {
		return nil
	}
	return turnOf(s.View.Turn).apply(s.Spectrum.Layout)
}

// setSpectrum sets the spectrum and aligns its layout with the previous places. If the present or the next spectrum has no layout, the turn
// stays. next is nil if a change by hand is put back before the run has a spectrum.
func (s *State) setSpectrum(next *frame.SpectrumView) {
	before := s.Places()
	hasLayout := next != nil && len(next.Layout) > 0
	if before != nil && hasLayout {
		q := align(next.Layout, before)
		s.View.Turn = q[:]
	}
	s.Spectrum = next
}

// turn is a rotation, given by its cosine and sine. The third number is 1 or, if a reflection y → −y precedes the rotation, −1.
type turn [3]float64

// straight is the identity, which moves no place.
var straight = turn{1, 0, 1}

// turnOf returns the turn of three numbers, as in a link. For any other list it returns straight.
func turnOf(list []float64) turn {
	if len(list) != 3 {
		return straight
	}
	return turn(list)
}

// apply returns the places (n × 2) after the turn. A straight turn returns the list itself.
func (q turn) apply(places []float32) []float32 {
	if q == straight {
		return places
	}
	cos, sin, mirror := q[0], q[1], q[2]
	out := make([]float32, len(places))
	for i := 0; i+1 < len(places); i += 2 {
		x, y := float64(places[i]), mirror*float64(places[i+1])
		out[i], out[i+1] = float32(cos*x-sin*y), float32(sin*x+cos*y)
	}
	return out
}
