// Harmonic extension: the signal of least energy with given values at some nodes.

package coursemath

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Extension is a harmonic extension: a signal of least energy among the signals with given values at the labelled nodes.
// It solves L_UU x_U = −L_UB x_B, where B is the set of labelled nodes and U that of all others.
type Extension struct {
	X      []float64 `json:"x"`
	Energy float64   `json:"energy"`
	// Text is X in fractions. It is nil if a map has no exact fractions.
	// X and Energy then have rounding errors, and Free depends on a tolerance.
	Text []string `json:"text"`
	// Free is the dimension of the space of sections that vanish at every labelled node.
	// Unique reports whether Free is 0. If it is not, X is the solution of least norm.
	Free   int  `json:"free"`
	Unique bool `json:"unique"`
}

// Harmonic returns the harmonic extension of the signal's values at the labelled nodes.
// It fails if no node is labelled, if a node does not exist, or if a computation of eigenvalues fails.
func (a *Analysis) Harmonic(labelled []int) (Extension, error) {
	fixed := make([]bool, a.N)
	for _, i := range labelled {
		if i < 0 || i >= a.N {
			return Extension{}, fmt.Errorf("there is no node %d to label; nodes run from 0 to %d", i, a.N-1)
		}
		fixed[i] = true
	}
	if len(labelled) == 0 {
		return Extension{}, errors.New("no node is labelled; label one, and the rest follows")
	}
	// The solution is exact if the maps have fractions.
	open := a.sheaf.columns(fixed) // coordinates of U
	if delta := rationalDelta(a.sheaf, a.maps); delta != nil {
		return a.harmonicExact(delta, open), nil
	}
	free, err := dimension(a.sheaf, a.maps, a.Delta, fixed)
	if err != nil {
		return Extension{}, err
	}
	// Otherwise it comes from the singular value decomposition δ_U = Σ σ_k u_k v_kᵀ, as −Σ v_k (u_k·δx_B)/σ_k over the nonzero σ_k.
	// L = δᵀδ would square the σ_k, and rounding would destroy the small ones.
	x := slices.Clone(a.X)
	for _, k := range open {
		x[k] = 0
	}
	b := matVec(a.Delta, x)
	values, left, right, err := singularVectors(a.Delta, open)
	if err != nil {
		return Extension{}, err
	}
	for k := range len(open) - free.Dim {
		coefficient := -linalg.Dot(left[k], b) / values[k]
		for r, c := range open {
			x[c] += coefficient * right[k][r]
		}
	}
	return Extension{x, a.EnergyOf(x), nil, free.Dim, free.Dim == 0}, nil
}

// harmonicExact returns the harmonic extension in fractions.
// delta is δ in fractions. open lists the columns of δ that belong to nodes without a label.
func (a *Analysis) harmonicExact(delta []ratVector, open []int) Extension {
	// The signal with 0 at the nodes without a label, and b = δx_B.
	x, b := zeros(len(a.X)), zeros(len(delta))
	for k := range x {
		if _, r, err := parseNumber(a.sheaf.X[k]); err == nil && r != nil {
			x[k].Set(r)
		} else {
			x[k].SetFloat64(a.X[k]) // a number that is marked as rounded, or an empty text
		}
	}
	for _, k := range open {
		x[k].SetInt64(0)
	}
	columns := make([]ratVector, len(delta))
	for e, row := range delta {
		b[e] = ratDot(row, x)
		for _, k := range open {
			columns[e] = append(columns[e], new(big.Rat).Set(row[k]))
		}
	}
	solution, free := leastNormSolution(columns, b, len(open))
	for r, k := range open {
		x[k] = solution[r]
	}
	// The energy ‖δx‖².
	energy := new(big.Rat)
	for _, row := range delta {
		v := ratDot(row, x)
		energy.Add(energy, v.Mul(v, v))
	}
	out := Extension{X: floats(x), Free: free, Unique: free == 0}
	out.Energy, _ = energy.Float64()
	for _, v := range x {
		out.Text = append(out.Text, v.RatString())
	}
	return out
}
