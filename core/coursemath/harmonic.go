package coursemath

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Extension is a signal of least energy among the signals with given values at the labelled nodes.
// It solves L_UU x_U = −L_UB x_B, where B are the labelled nodes and U the others.
type Extension struct {
	X      []float64 `json:"x"`
	Energy float64   `json:"energy"`
	// Text is X in fractions.
	// It is nil where a map has no exact fractions; X and Energy are then rounded, and Free rests on a tolerance.
	Text []string `json:"text"`
	// Free is the dimension of the space of sections that vanish at every labelled node.
	// Unique reports whether Free is 0; otherwise X is the solution of least norm.
	Free   int  `json:"free"`
	Unique bool `json:"unique"`
}

// Harmonic returns the harmonic extension of x from the labelled nodes.
// It fails where no node is labelled, where a node does not exist, and where an eigenvalue computation fails.
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
	// Fractions give an exact solution; otherwise the kernel is found with a tolerance.
	open := a.sheaf.columns(fixed)
	if delta := rationalDelta(a.sheaf, a.maps); delta != nil {
		return a.harmonicExact(delta, open), nil
	}
	free, err := dimension(a.sheaf, a.maps, a.Delta, fixed)
	if err != nil {
		return Extension{}, err
	}
	// With δ_U = Σ σ_k u_k v_kᵀ the solution of least norm is −Σ v_k (u_k·δx_B)/σ_k.
	// It comes from δ, not from L = δᵀδ: squaring would lose the small σ.
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
		f := -linalg.Dot(left[k], b) / values[k]
		for r, c := range open {
			x[c] += f * right[k][r]
		}
	}
	return Extension{x, a.EnergyOf(x), nil, free.Dim, free.Dim == 0}, nil
}

// harmonicExact returns the harmonic extension in fractions.
// delta is δ in fractions, and open lists the columns of δ at nodes without a label.
func (a *Analysis) harmonicExact(delta []ratVector, open []int) Extension {
	x, b := zeros(len(a.X)), zeros(len(delta))
	for k := range x {
		if _, r, err := parseNumber(a.sheaf.X[k]); err == nil && r != nil {
			x[k].Set(r)
		} else {
			x[k].SetFloat64(a.X[k]) // the number is marked as rounded, or its text is empty
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
	found, free := leastNormSolution(columns, b, len(open))
	for r, k := range open {
		x[k] = found[r]
	}
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
