package frame

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Turn is another orthonormal basis in the stalk of a node: x'_i = Q x_i and R'_ie = R_ie Qᵀ, where Q rotates by Angle
// (radians) in the plane of the coordinates A and B, after a change of the sign of B where Mirror is set. With A = B, Q = ±1.
type Turn struct {
	Node   int     `json:"node"`
	A      int     `json:"a"`
	B      int     `json:"b"`
	Angle  float64 `json:"angle"`
	Mirror bool    `json:"mirror,omitempty"`
}

// quad holds the entries of Q in its plane, by row.
func (t *Turn) quad() [4]float64 {
	m := 1.0
	if t.Mirror {
		m = -1
	}
	if t.A == t.B {
		return [4]float64{m}
	}
	sin, cos := linalg.Sincos(t.Angle)
	return [4]float64{cos, -sin * m, sin, cos * m}
}

// Rows turns a stalk: x, D×c, becomes Q x, or Qᵀx.
func (t *Turn) Rows(x []float64, c int, back bool) {
	q := t.quad()
	if back {
		q[1], q[2] = q[2], q[1]
	}
	a, b := x[t.A*c:(t.A+1)*c], x[t.B*c:(t.B+1)*c]
	for k, u := range a {
		if t.A == t.B {
			a[k] = q[0] * u
		} else {
			v := b[k]
			a[k], b[k] = q[0]*u+q[1]*v, q[2]*u+q[3]*v
		}
	}
}

// Apply changes the maps out of the node's stalk and returns their number.
func (t *Turn) Apply(s *sheaf.Sheaf) (changed int) {
	for e, g := range s.Edges {
		for side, i := range [2]int32{g.I, g.J} {
			if int(i) != t.Node {
				continue
			}
			changed++
			m := s.Map(e, side) // (R Qᵀ)ᵀ = Q Rᵀ: each row turns as a vector does
			for r := 0; r < len(m); r += s.D {
				t.Rows(m[r:r+s.D], 1, false)
			}
		}
	}
	return changed
}

// Turned compares the network on show with itself in another frame of one stalk.
type Turned struct {
	Turn Turn `json:"turn"`
	// Maps counts the maps that change, Entry is the largest change of an entry of theirs.
	Maps  int     `json:"maps"`
	Entry float64 `json:"entry"`
	// Spectrum is the largest difference between the eigenvalues of the operator before and after, −1 where there are more than
	// 800; Kernel and Lambda2 are dim H⁰ and λ₂ of both.
	Spectrum float64    `json:"spectrum"`
	Kernel   [2]int     `json:"kernel"`
	Lambda2  [2]float64 `json:"lambda2"`
	// Energy is tr(XᵀLX) of the features that the first layer's diffusion leaves (without one: of the encoder's), before and after.
	Energy [2]float64 `json:"energy"`
	// Pool is ‖x̄' − x̄‖/‖x̄‖ for x̄, the mean of these features over all nodes.
	Pool float64 `json:"pool"`
	// Before are the class probabilities of the node. In Along encoder and read-out turn along with the maps, in Shared the encoder
	// alone, in Neither none of both.
	Before  []float64    `json:"before"`
	Along   TurnedAnswer `json:"along"`
	Shared  TurnedAnswer `json:"shared"`
	Neither TurnedAnswer `json:"neither"`
}

// TurnedAnswer are the class probabilities of the node whose frame is turned, the largest change of one of them (Own) and of one
// elsewhere, at the node Where (−1: none), and the number of nodes whose class changes.
type TurnedAnswer struct {
	Prob      []float64 `json:"prob"`
	Own       float64   `json:"own"`
	Elsewhere float64   `json:"elsewhere"`
	Where     int       `json:"where"`
	Moved     int       `json:"moved"`
}
