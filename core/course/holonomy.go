package course

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// Holonomy is what carrying a vector once round a cycle does to it.
type Holonomy struct {
	// Map is the product of the F_j⁻¹F_i along the cycle, d·d entries.
	Map []float64 `json:"map"`
	// Fixed is the dimension of {v : Map v = v}, the sections on the cycle alone.
	Fixed int `json:"fixed"`
	// Of a map that keeps angles, Turn is its angle in degrees from −180 to 180, or with Mirror that of the
	// line in which it reflects, from 0 to 180.
	Conformal bool    `json:"conformal"`
	Mirror    bool    `json:"mirror"`
	Turn      float64 `json:"turn"`
	// Path holds x at the first node, then as it arrives at every node, back to the first.
	Path [][]float64 `json:"path"`
}

// Holonomy goes round a cycle, given by its nodes with the first not repeated.
func (a *Analysis) Holonomy(cycle []int) (Holonomy, error) {
	if len(cycle) < 3 {
		return Holonomy{}, errors.New("a cycle has at least three nodes; name them in order")
	}
	sub, maps := &Sheaf{D: a.D, Nodes: make([]Node, len(cycle))}, []Map(nil)
	h := Holonomy{Map: identity(a.D)}
	if i := cycle[0]; i >= 0 && i < a.N {
		h.Path = append(h.Path, a.X[i*a.D:(i+1)*a.D])
	}
	all := &motion{new(big.Rat), big.NewRat(1, 1), false}
	for k, i := range cycle {
		j := cycle[(k+1)%len(cycle)]
		e := a.sheaf.find(i, j)
		if e < 0 || slices.Contains(cycle[:k], i) {
			return Holonomy{}, fmt.Errorf("nodes %d and %d of the cycle are not joined, or one comes twice; name neighbours in order", i, j)
		}
		from, to := a.maps[2*e], a.maps[2*e+1]
		if i > j {
			from, to = to, from
		}
		back, ok := inverse(to.Entries)
		if !ok {
			return Holonomy{}, fmt.Errorf("the map of node %d on its edge with node %d cannot be undone; nothing can be carried over that "+
				"edge", j, i)
		}
		h.Map = times(back, times(from.Entries, h.Map, a.D), a.D)
		h.Path = append(h.Path, times(h.Map, h.Path[0], a.D))
		if all != nil && from.motion != nil && to.motion != nil {
			next := to.motion.inverse().compose(from.motion.compose(*all))
			all = &next
		} else {
			all = nil
		}
		// The cycle by itself is a sheaf, whose sections are the fixed vectors.
		if last := k == len(cycle)-1; last {
			sub.Edges, maps = append(sub.Edges, Edge{I: 0, J: k}), append(maps, to, from)
		} else {
			sub.Edges, maps = append(sub.Edges, Edge{I: k, J: k + 1}), append(maps, from, to)
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
	delta := make([][]float64, len(cycle)*a.D)
	for r := range delta {
		delta[r] = make([]float64, len(cycle)*a.D)
	}
	for e, g := range sub.Edges {
		for k := range a.D * a.D {
			r, c := e*a.D+k/a.D, k%a.D
			delta[r][g.I*a.D+c] = maps[2*e].Entries[k]
			delta[r][g.J*a.D+c] = -maps[2*e+1].Entries[k]
		}
	}
	dim, err := dimension(sub, maps, delta, nil)
	h.Fixed = dim.Dim
	return h, err
}

func identity(d int) []float64 {
	if d == 1 {
		return []float64{1}
	}
	return []float64{1, 0, 0, 1}
}

// times returns the product of a d×d matrix with a d×w one.
func times(a, b []float64, d int) []float64 {
	w := len(b) / d
	out := make([]float64, len(b))
	for i := range d {
		for k := range d {
			for j := range w {
				out[i*w+j] += a[i*d+k] * b[k*w+j]
			}
		}
	}
	return out
}

// inverse returns the inverse of a 1×1 or 2×2 matrix; ok is false for a singular one.
func inverse(a []float64) (out []float64, ok bool) {
	if len(a) == 1 {
		return []float64{1 / a[0]}, a[0] != 0
	}
	det := a[0]*a[3] - a[1]*a[2]
	return []float64{a[3] / det, -a[1] / det, -a[2] / det, a[0] / det}, det != 0
}
