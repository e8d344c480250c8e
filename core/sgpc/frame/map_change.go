package frame

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// MapChange is a change of one restriction map by hand: R ← Scale·Q·R, where Q
// rotates the edge stalk by Angle (radians) in the plane of the coordinates A and B
// (0-based). For A = B there is no rotation.
type MapChange struct {
	Edge  int     `json:"edge"` // the index of the edge, from 0
	Side  int     `json:"side"` // 0 for the map at the first end of the edge, 1 for the second end
	A     int     `json:"a"`
	B     int     `json:"b"`
	Angle float64 `json:"angle"`
	Scale float64 `json:"scale"`
}

// Apply changes the map in s. It does nothing if Edge, Side, A or B is out of range.
func (c MapChange) Apply(s *sheaf.Sheaf) {
	d := s.D
	hasMap := c.Edge >= 0 && c.Edge < len(s.Edges) && c.Side >= 0 && c.Side <= 1
	hasPlane := c.A >= 0 && c.A < d && c.B >= 0 && c.B < d
	if !hasMap || !hasPlane {
		return
	}
	m := s.Map(c.Edge, c.Side)
	sin, cos := linalg.Sincos(c.Angle)
	for col := range d {
		// In each column, the rotation changes the elements of rows A and B.
		if c.A != c.B {
			x, y := m[c.A*d+col], m[c.B*d+col]
			m[c.A*d+col], m[c.B*d+col] = float64(cos*x)-float64(sin*y), float64(sin*x)+float64(cos*y)
		}
		for row := range d {
			m[row*d+col] *= c.Scale
		}
	}
}
