package frame

import (
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Turn is a change of orthonormal basis in the stalk of node i = Node: x'_i = Q x_i and
// R'_ie = R_ie Qᵀ for each edge e of i. If Mirror is true, Q first changes the sign of
// coordinate B. For A ≠ B, Q then rotates by Angle (radians) in the plane of the coordinates
// A and B. Node, A and B count from 0.
type Turn struct {
	Node   int     `json:"node"`
	A      int     `json:"a"`
	B      int     `json:"b"`
	Angle  float64 `json:"angle"`
	Mirror bool    `json:"mirror,omitempty"`
}

// rotation returns the 2×2 entries of Q in its plane, row-major. For A = B it returns
// the factor ±1 as the first entry.
func (t *Turn) rotation() [4]float64 {
	sign := 1.0
	if t.Mirror {
		sign = -1
	}
	if t.A == t.B {
		return [4]float64{sign}
	}
	sin, cos := linalg.Sincos(t.Angle)
	return [4]float64{cos, -sin * sign, sin, cos * sign}
}

// Rows replaces x, a stalk with c channels (D×c), by Q x.
func (t *Turn) Rows(x []float64, c int) { t.combine(x, c, t.rotation()) }

// RowsBack replaces x, a stalk with c channels (D×c), by Qᵀx.
func (t *Turn) RowsBack(x []float64, c int) {
	q := t.rotation()
	q[1], q[2] = q[2], q[1]
	t.combine(x, c, q)
}

// combine multiplies the rows A and B of x, a stalk with c channels (D×c), by the 2×2
// matrix q (row-major). If A equals B, it multiplies the row A by q[0].
func (t *Turn) combine(x []float64, c int, q [4]float64) {
	rowA, rowB := x[t.A*c:(t.A+1)*c], x[t.B*c:(t.B+1)*c]
	for k, a := range rowA {
		if t.A == t.B {
			rowA[k] = q[0] * a
		} else {
			b := rowB[k]
			rowA[k], rowB[k] = float64(q[0]*a)+float64(q[1]*b), float64(q[2]*a)+float64(q[3]*b)
		}
	}
}

// Apply changes all maps at the node t.Node to the new basis, and returns the number of
// changed maps.
func (t *Turn) Apply(s *sheaf.Sheaf) (changed int) {
	for e, ends := range s.Edges {
		for side, i := range [2]int32{ends.I, ends.J} {
			if int(i) != t.Node {
				continue
			}
			changed++
			// (R Qᵀ)ᵀ = Q Rᵀ: Q acts on each row of R as on a vector.
			m := s.Map(e, side)
			for row := 0; row < len(m); row += s.D {
				t.Rows(m[row:row+s.D], 1)
			}
		}
	}
	return changed
}

// Turned compares the network with itself in another basis of one stalk.
type Turned struct {
	Turn Turn `json:"turn"`
	// Maps is the number of changed maps. Entry is the largest change of their entries.
	Maps  int     `json:"maps"`
	Entry float64 `json:"entry"`
	// Spectrum is the largest difference between the k-th eigenvalues of the operator
	// before and after the turn. Kernel and Lambda2 are dim H⁰ and λ₂ before and after the
	// turn. For more than 800 eigenvalues, and if a decomposition fails, Spectrum is −1, and
	// Kernel and Lambda2 have no meaning.
	Spectrum float64    `json:"spectrum"`
	Kernel   [2]int     `json:"kernel"`
	Lambda2  [2]float64 `json:"lambda2"`
	// Energy is tr(XᵀLX) before and after the turn. X are the features after the first
	// diffusion. In a model without diffusion, X are the encoded features.
	Energy [2]float64 `json:"energy"`
	// Pool is ‖x̄' − x̄‖/‖x̄‖ for the means x̄ and x̄' of X over all nodes before and after
	// the turn. For x̄ = 0 it is 0.
	Pool float64 `json:"pool"`
	// Before holds the class probabilities of the node before the turn. In Along, encoder and
	// read-out change their basis with the maps. In Shared, only the encoder changes its basis.
	// In Neither, both keep their basis.
	Before  []float64    `json:"before"`
	Along   TurnedAnswer `json:"along"`
	Shared  TurnedAnswer `json:"shared"`
	Neither TurnedAnswer `json:"neither"`
}

// TurnedAnswer holds the class probabilities after a turn, and their changes by the turn.
type TurnedAnswer struct {
	Prob      []float64 `json:"prob"`      // of the turned node
	Own       float64   `json:"own"`       // the largest change at the turned node
	Elsewhere float64   `json:"elsewhere"` // the largest change at another node
	Where     int       `json:"where"`     // this other node, or −1 if no other node changes
	Moved     int       `json:"moved"`     // the number of nodes with another predicted class
}
