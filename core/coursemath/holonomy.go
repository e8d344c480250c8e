// Holonomy: the transport of a vector around a cycle.

package coursemath

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Holonomy is the linear map that transports a vector once around a cycle.
type Holonomy struct {
	// Map is the product of the maps F_j⁻¹F_i along the cycle, d×d row by row, where d is the dimension of the first stalk.
	Map []float64 `json:"map"`
	// Fixed is the dimension of {v : Map v = v}. It is also the dimension of the sections on the cycle.
	Fixed int `json:"fixed"`
	// Conformal reports whether Map preserves angles. Mirror reports whether it reflects.
	// Turn is the angle of a rotation in degrees, −180 to 180, or the angle of the line of a reflection, 0 to 180.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	// Path holds the signal at the first node, then that vector transported to each node in turn, and last to the first node again.
	Path [][]float64 `json:"path"`
}

// Holonomy returns the holonomy of a cycle, given by its nodes in order; the first node is not repeated at the end.
// It fails if two successive nodes have no edge, if a node occurs twice, or if a map that must be inverted has no inverse.
func (a *Analysis) Holonomy(cycle []int) (Holonomy, error) {
	if len(cycle) < 3 {
		return Holonomy{}, errors.New("a cycle has at least three nodes; name them in order")
	}
	n := len(cycle)
	// sub is the sheaf on the cycle alone, with its maps. turned is the holonomy as a motion, nil if a map is not conformal.
	sub, maps, h := &SheafText{Nodes: make([]Node, n)}, []Map(nil), Holonomy{}
	turned := &motion{new(big.Rat), big.NewRat(1, 1), false}
	for k, i := range cycle {
		j := cycle[(k+1)%n]
		e := a.sheaf.find(i, j)
		if e < 0 || slices.Contains(cycle[:k], i) {
			return Holonomy{}, fmt.Errorf("nodes %d and %d of the cycle are not joined, or one comes twice; name neighbours in order", i, j)
		}
		first := a.At.Dim(cycle[0])
		if k == 0 {
			h.Map, h.Path = identity(first), [][]float64{a.X[a.At[i]:a.At[i+1]]}
		}
		from, to := a.maps[2*e], a.maps[2*e+1]
		if i > j {
			from, to = to, from
		}
		back, ok := inverse(to)
		if !ok {
			return Holonomy{}, fmt.Errorf("the map of node %d on its edge with node %d cannot be undone; nothing can be carried over that "+
				"edge", j, i)
		}
		h.Map = product(back, product(from.Entries, h.Map, from.Rows, from.Cols, first), to.Cols, to.Rows, first)
		h.Path = append(h.Path, product(h.Map, h.Path[0], to.Cols, first, 1))
		if turned != nil && from.motion != nil && to.motion != nil {
			next := to.motion.inverse().compose(from.motion.compose(*turned))
			turned = &next
		} else {
			turned = nil
		}
		// The sections on the cycle correspond to the fixed vectors, and the dimension of sections can be computed exactly.
		sub.Nodes[k].D = a.At.Dim(i)
		if k == n-1 {
			sub.Edges, maps = append(sub.Edges, Edge{I: 0, J: k, D: to.Rows}), append(maps, to, from)
		} else {
			sub.Edges, maps = append(sub.Edges, Edge{I: k, J: k + 1, D: to.Rows}), append(maps, from, to)
		}
	}
	if turned != nil {
		h.Conformal, h.Mirror = true, turned.mirror
		h.Turn, _ = turned.angle.Float64()
		if h.Mirror {
			h.Turn /= 2
		} else if h.Turn > 180 {
			h.Turn -= 360
		}
	}
	dim, err := dimension(sub, maps, coboundary(sub, maps), nil)
	h.Fixed = dim.Dim
	return h, err
}

// identity returns the d×d identity matrix, row by row.
func identity(d int) []float64 {
	out := make([]float64, d*d)
	for k := range d {
		out[k*d+k] = 1
	}
	return out
}

// product returns the product of a rows×inner and an inner×columns matrix, all row by row.
func product(a, b []float64, rows, inner, columns int) []float64 {
	out := make([]float64, rows*columns)
	for i := range rows {
		for k := range inner {
			linalg.Axpy(a[i*inner+k], b[k*columns:(k+1)*columns], out[i*columns:(i+1)*columns])
		}
	}
	return out
}

// inverse returns the inverse of a map by Gauss–Jordan elimination with row pivots.
// ok is false if the map is not square or not invertible.
func inverse(m Map) (out []float64, ok bool) {
	d := m.Cols
	if m.Rows != d {
		return nil, false
	}
	a, out := slices.Clone(m.Entries), identity(d)
	for c := range d {
		// The pivot is the largest entry of the column below the rows that have one.
		pivotRow := c
		for r := c + 1; r < d; r++ {
			if math.Abs(a[r*d+c]) > math.Abs(a[pivotRow*d+c]) {
				pivotRow = r
			}
		}
		pivot := a[pivotRow*d+c]
		if pivot == 0 {
			return nil, false
		}
		// Move its row to row c and scale it to 1, in both matrices.
		for _, x := range [][]float64{a, out} {
			for k := range d {
				x[c*d+k], x[pivotRow*d+k] = x[pivotRow*d+k], x[c*d+k]
			}
			linalg.Scal(1/pivot, x[c*d:(c+1)*d])
		}
		// Clear the rest of the column.
		for r := range d {
			if f := -a[r*d+c]; r != c {
				linalg.Axpy(f, a[c*d:(c+1)*d], a[r*d:(r+1)*d])
				linalg.Axpy(f, out[c*d:(c+1)*d], out[r*d:(r+1)*d])
			}
		}
	}
	return out, true
}
