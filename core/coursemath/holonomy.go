package coursemath

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Holonomy is the linear map by which a vector returns when it is transported once round a cycle.
type Holonomy struct {
	// Map is the product of the F_j⁻¹F_i along the cycle, d×d row by row, with d the dimension of the first stalk.
	Map []float64 `json:"map"`
	// Fixed is the dimension of {v : Map v = v}, which is that of the space of sections on the cycle alone.
	Fixed int `json:"fixed"`
	// Conformal reports whether Map preserves angles, and Mirror whether it reflects.
	// Turn is then the angle of rotation in degrees, −180 to 180, or the angle of the line of reflection, 0 to 180.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	// Path holds x at the first node, then the transported vector at each further node, and last at the first node again.
	Path [][]float64 `json:"path"`
}

// Holonomy returns the holonomy of a cycle, given by its nodes in order without repeating the first.
// It fails where two successive nodes have no edge, a node occurs twice, or a map on the way has no inverse.
func (a *Analysis) Holonomy(cycle []int) (Holonomy, error) {
	if len(cycle) < 3 {
		return Holonomy{}, errors.New("a cycle has at least three nodes; name them in order")
	}
	n := len(cycle)
	sub, maps, h := &SheafText{Nodes: make([]Node, n)}, []Map(nil), Holonomy{}
	all := &motion{new(big.Rat), big.NewRat(1, 1), false}
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
		if all != nil && from.motion != nil && to.motion != nil {
			next := to.motion.inverse().compose(from.motion.compose(*all))
			all = &next
		} else {
			all = nil
		}
		// The sections of the sheaf restricted to the cycle are the fixed vectors: its dimension can be computed exactly.
		sub.Nodes[k].D = a.At.Dim(i)
		if k == n-1 {
			sub.Edges, maps = append(sub.Edges, Edge{I: 0, J: k, D: to.Rows}), append(maps, to, from)
		} else {
			sub.Edges, maps = append(sub.Edges, Edge{I: k, J: k + 1, D: to.Rows}), append(maps, from, to)
		}
	}
	if all != nil {
		h.Conformal, h.Mirror = true, all.mirror
		h.Turn, _ = all.angle.Float64()
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
// ok is false where the map is not square or not invertible.
func inverse(m Map) (out []float64, ok bool) {
	d := m.Cols
	if m.Rows != d {
		return nil, false
	}
	a, out := slices.Clone(m.Entries), identity(d)
	for c := range d {
		at := c
		for r := c + 1; r < d; r++ {
			if math.Abs(a[r*d+c]) > math.Abs(a[at*d+c]) {
				at = r
			}
		}
		pivot := a[at*d+c]
		if pivot == 0 {
			return nil, false
		}
		for _, x := range [][]float64{a, out} {
			for k := range d {
				x[c*d+k], x[at*d+k] = x[at*d+k], x[c*d+k]
			}
			linalg.Scal(1/pivot, x[c*d:(c+1)*d])
		}
		for r := range d {
			if f := -a[r*d+c]; r != c {
				linalg.Axpy(f, a[c*d:(c+1)*d], a[r*d:(r+1)*d])
				linalg.Axpy(f, out[c*d:(c+1)*d], out[r*d:(r+1)*d])
			}
		}
	}
	return out, true
}
