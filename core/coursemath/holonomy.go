package coursemath

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Holonomy is the linear map that transports a vector of the first stalk once around a cycle, by the maps of a sheaf.
type Holonomy struct {
	// Map is the product of F_j⁻¹F_i over the steps of the cycle, from node i to node j along their edge. It is d×d, row by row, where d is
	// the dimension of the first stalk.
	Map []float64 `json:"map"`
	// Fixed is the dimension of {v : Map v = v}. It is also the dimension of the space of signals without energy on the cycle.
	Fixed int `json:"fixed"`
	// Conformal reports whether Map is known to preserve angles. Then Map is a positive number times a rotation by Turn degrees,
	// −180 < Turn ≤ 180. With Mirror, it is a positive number times the reflection in the line at Turn degrees, 0 ≤ Turn < 180.
	// If Conformal is false, Mirror is false and Turn is 0.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	// Path has the vector of the signal at the first node, then this vector after each step of the transport. The last step returns to the
	// first node.
	Path [][]float64 `json:"path"`
}

// Holonomy returns the holonomy of a cycle. cycle lists the nodes in order, without the first node at the end. Holonomy fails unless cycle
// has at least three nodes, all different, and an edge joins each node and the next one, also the last and the first. It also fails if a
// map F_j has no inverse, or if the computation of Fixed fails.
func (a *Analysis) Holonomy(cycle []int) (Holonomy, error) {
	if len(cycle) < 3 {
		return Holonomy{}, errors.New("a cycle has at least three nodes; name them in order")
	}
	n := len(cycle)
	var h Holonomy
	// h.Map as a motion, at first the identity with angle 0 and scale 1. It is nil from the first map on that is no motion.
	holonomyMotion := &motion{new(big.Rat), big.NewRat(1, 1), false}
	sub := &SheafText{Nodes: make([]Node, n)} // the sheaf on the cycle alone, for Fixed
	var subMaps []Map
	for k, i := range cycle {
		j := cycle[(k+1)%n] // the next node
		e := a.sheaf.find(i, j)
		if e < 0 || slices.Contains(cycle[:k], i) {
			return Holonomy{}, fmt.Errorf("nodes %d and %d of the cycle are not joined, or one comes twice; name neighbours in order", i, j)
		}
		firstDim := a.At.Dim(cycle[0]) // computed in the loop: the edge found above proves that the node exists
		if k == 0 {
			// Before the first step.
			h.Map, h.Path = identity(firstDim), [][]float64{a.X[a.At[i]:a.At[i+1]]}
		}
		fi, fj := a.maps[2*e], a.maps[2*e+1]
		if i > j { // an edge has its smaller node first
			fi, fj = fj, fi
		}
		fjInverse, isInvertible := inverse(fj)
		if !isInvertible {
			return Holonomy{}, fmt.Errorf("the map of node %d on its edge with node %d cannot be undone, so nothing can be carried from node "+
				"%[2]d to node %[1]d; the other direction round the cycle may work", j, i)
		}
		// h.Map becomes the transport from the first node to j, by way of the stalk of the edge.
		onEdge := product(fi.Entries, h.Map, fi.Rows, fi.Cols, firstDim)
		h.Map = product(fjInverse, onEdge, fj.Cols, fj.Rows, firstDim)
		h.Path = append(h.Path, product(h.Map, h.Path[0], fj.Cols, firstDim, 1))
		if holonomyMotion != nil && fi.motion != nil && fj.motion != nil {
			next := fj.motion.inverse().compose(fi.motion.compose(*holonomyMotion))
			holonomyMotion = &next
		} else {
			holonomyMotion = nil
		}
		// Node k of sub is node i.
		sub.Nodes[k].D = a.At.Dim(i)
		if k == n-1 { // the closing edge, with the smaller node first
			sub.Edges, subMaps = append(sub.Edges, Edge{I: 0, J: k, D: fj.Rows}), append(subMaps, fj, fi)
		} else {
			sub.Edges, subMaps = append(sub.Edges, Edge{I: k, J: k + 1, D: fj.Rows}), append(subMaps, fi, fj)
		}
	}
	if holonomyMotion != nil {
		h.Conformal, h.Mirror = true, holonomyMotion.mirror
		h.Turn, _ = holonomyMotion.angle.Float64()
		if h.Mirror { // a motion has the double angle of the line
			h.Turn /= 2
		} else if h.Turn > 180 {
			h.Turn -= 360
		}
	}
	dim, err := dimension(sub, subMaps, coboundary(sub, subMaps), nil) // nil: on all signals
	h.Fixed = dim.Dim                                                  // 0 if there is an error
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

// inverse returns the inverse of a map, row by row.
// ok is false if the map is not square or has no inverse. A map without fractions also counts as one without an inverse if the Frobenius
// norms of the map and of its inverse have a product above 1/[Tolerance].
func inverse(m Map) (out []float64, ok bool) {
	d := m.Cols
	if m.Rows != d {
		return nil, false
	}
	// The map and, on its right, the identity, which becomes the inverse.
	rows := make([]ratVector, d)
	for i := range rows {
		rows[i] = zeros(2 * d)
		rows[i][d+i].SetInt64(1)
		for k := range d {
			rows[i][k].SetFloat64(m.Entries[i*d+k])
			if m.rats != nil {
				rows[i][k].Set(m.rats[i*d+k])
			}
		}
	}
	if len(reducedEchelon(rows, d)) < d { // the rank is less than d
		return nil, false
	}
	for _, row := range rows {
		out = append(out, floats(row[d:])...)
	}
	isPrecise := m.rats != nil || linalg.Nrm2(m.Entries)*linalg.Nrm2(out) <= 1/Tolerance
	return out, isPrecise
}
