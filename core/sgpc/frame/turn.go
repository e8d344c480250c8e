package frame

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Turn is a change of orthonormal basis in the stalk of a node: x'_i = Q x_i and
// R'_ie = R_ie Qᵀ. Q rotates by Angle (radians) in the plane of the coordinates A
// and B; with Mirror it changes the sign of B first. For A = B, Q = ±1.
type Turn struct {
	Node   int     `json:"node"`
	A      int     `json:"a"`
	B      int     `json:"b"`
	Angle  float64 `json:"angle"`
	Mirror bool    `json:"mirror,omitempty"`
}

// rotation returns the entries of Q in its plane, row-major.
func (t *Turn) rotation() [4]float64 {
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

// Rows replaces the stalk x, D×c, by Q x. If back is true, it replaces the stalk by
// Qᵀx.
func (t *Turn) Rows(x []float64, c int, back bool) {
	q := t.rotation()
	if back {
		q[1], q[2] = q[2], q[1]
	}
	rowA, rowB := x[t.A*c:(t.A+1)*c], x[t.B*c:(t.B+1)*c]
	for k, a := range rowA {
		if t.A == t.B {
			rowA[k] = q[0] * a
		} else {
			b := rowB[k]
			rowA[k], rowB[k] = q[0]*a+q[1]*b, q[2]*a+q[3]*b
		}
	}
}

// Apply changes all maps from the stalk of the node, and returns their number.
func (t *Turn) Apply(s *sheaf.Sheaf) (changed int) {
	for e, g := range s.Edges {
		for side, i := range [2]int32{g.I, g.J} {
			if int(i) != t.Node {
				continue
			}
			changed++
			// (R Qᵀ)ᵀ = Q Rᵀ: Q acts on each row of R as on a vector.
			m := s.Map(e, side)
			for row := 0; row < len(m); row += s.D {
				t.Rows(m[row:row+s.D], 1, false)
			}
		}
	}
	return changed
}

// Turned compares the network with itself in another basis of one stalk.
type Turned struct {
	Turn Turn `json:"turn"`
	// Maps is the number of changed maps, Entry the largest change of an entry.
	Maps  int     `json:"maps"`
	Entry float64 `json:"entry"`
	// Spectrum is the largest difference between the eigenvalues of the operator
	// before and after, −1 for more than 800 of them. Kernel and Lambda2 are dim H⁰
	// and λ₂ before and after.
	Spectrum float64    `json:"spectrum"`
	Kernel   [2]int     `json:"kernel"`
	Lambda2  [2]float64 `json:"lambda2"`
	// Energy is tr(XᵀLX) before and after, for the features after the first
	// diffusion, or the encoded ones without diffusion.
	Energy [2]float64 `json:"energy"`
	// Pool is ‖x̄' − x̄‖/‖x̄‖ for the mean x̄ of these features over all nodes.
	Pool float64 `json:"pool"`
	// Before holds the class probabilities of the node. In Along the encoder and
	// the read-out turn with the maps, in Shared only the encoder, in Neither none
	// of the two.
	Before  []float64    `json:"before"`
	Along   TurnedAnswer `json:"along"`
	Shared  TurnedAnswer `json:"shared"`
	Neither TurnedAnswer `json:"neither"`
}

// TurnedAnswer holds the class probabilities of the turned node and the changes
// against Before: the largest at the node (Own), the largest at another node
// (Elsewhere, at node Where, −1 for none), and the number of nodes with another
// class (Moved).
type TurnedAnswer struct {
	Prob      []float64 `json:"prob"`
	Own       float64   `json:"own"`
	Elsewhere float64   `json:"elsewhere"`
	Where     int       `json:"where"`
	Moved     int       `json:"moved"`
}
