package frame

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// MapChange is a change of one restriction map by hand: R ← Scale·Q·R, where Q
// rotates the edge stalk by Angle (radians) in the plane of coordinates A and B.
type MapChange struct {
	// Edge is the index of the edge, Side 0 for the map of its first end, 1 for the
	// other.
	Edge  int     `json:"edge"`
	Side  int     `json:"side"`
	A     int     `json:"a"`
	B     int     `json:"b"`
	Angle float64 `json:"angle"`
	Scale float64 `json:"scale"`
}

// Apply changes the map in place. Indices out of range change nothing.
func (e MapChange) Apply(s *sheaf.Sheaf) {
	d := s.D
	if e.Edge < 0 || e.Edge >= len(s.Edges) || e.Side < 0 || e.Side > 1 || e.A < 0 || e.A >= d || e.B < 0 || e.B >= d {
		return
	}
	m := s.Map(e.Edge, e.Side)
	sin, cos := linalg.Sincos(e.Angle)
	for j := range d {
		if e.A != e.B {
			x, y := m[e.A*d+j], m[e.B*d+j]
			m[e.A*d+j], m[e.B*d+j] = cos*x-sin*y, sin*x+cos*y
		}
		for i := range d {
			m[i*d+j] *= e.Scale
		}
	}
}
