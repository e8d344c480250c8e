package coursemath

import (
	"errors"
	"fmt"
	"math/big"
	"slices"

	"sheafscope/core/linalg"
)

// Extension is a harmonic extension: a signal of least energy among the signals with given values at the labelled nodes.
// It solves L_UU x_U = −L_UB x_B, where B is the set of labelled nodes, and U is the set of all other nodes.
// L_UU and L_UB are the blocks of L in the rows of U, with the columns of U and of B.
type Extension struct {
	// X is the signal, with the given values, and Energy is xᵀLx.
	X      []float64 `json:"x"`
	Energy float64   `json:"energy"`
	// Text is X in fractions, nil if a map or a value of a labelled node has no exact fraction. If a map has none, X and Energy have rounding
	// errors, and Free depends on [Tolerance].
	Text []string `json:"text"`
	// Free is the dimension of the space of signals without energy that are 0 at every labelled node.
	// Unique reports whether Free is 0. If Free is not 0, X is the solution of least norm.
	Free   int  `json:"free"`
	Unique bool `json:"unique"`
}

// Harmonic returns the harmonic extension of the signal's values at the labelled nodes.
// It fails if a labelled node does not exist, if labelled is empty, or if a computation of eigenvalues fails.
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
	unlabelled := a.sheaf.columns(fixed) // the columns of δ that belong to U
	if delta := rationalDelta(a.sheaf, a.maps); delta != nil {
		return a.harmonicExact(delta, unlabelled), nil
	}
	kernel, err := dimension(a.sheaf, a.maps, a.Delta, fixed) // of δ on the signals that are 0 at the labelled nodes
	if err != nil {
		return Extension{}, err
	}
	// Without fractions x_U is −Σ v_k (u_k·δx_B)/σ_k over the nonzero singular values of δ_U = Σ σ_k u_k v_kᵀ, the columns of U in δ.
	// L = δᵀδ would square the σ_k, and rounding would destroy the small ones.
	x := slices.Clone(a.X) // x_B and zeros at U, to which x_U is added
	for _, k := range unlabelled {
		x[k] = 0
	}
	deltaXB := matVec(a.Delta, x)
	sigma, left, right, err := singularVectors(a.Delta, unlabelled)
	if err != nil {
		return Extension{}, err
	}
	nonzero := len(unlabelled) - kernel.Dim // number of nonzero singular values, which come first
	for k := range nonzero {
		coefficient := -linalg.Dot(left[k], deltaXB) / sigma[k]
		for r, c := range unlabelled {
			x[c] += float64(coefficient * right[k][r])
		}
	}
	return Extension{X: x, Energy: a.EnergyOf(x), Free: kernel.Dim, Unique: kernel.Dim == 0}, nil
}

// harmonicExact returns the harmonic extension in fractions. delta is δ in fractions, and unlabelled lists the columns that belong to U.
func (a *Analysis) harmonicExact(delta []ratVector, unlabelled []int) Extension {
	// x_B in fractions, with zeros at U.
	x, isExact := zeros(len(a.X)), true // isExact: no given value is rounded
	for k := range x {
		_, fraction, err := parseNumber(a.sheaf.X[k])
		isEmpty := err != nil // the text of a 0
		switch {
		case isEmpty || slices.Contains(unlabelled, k):
		case fraction != nil:
			x[k].Set(fraction)
		default: // a number that is marked as rounded
			x[k].SetFloat64(a.X[k])
			isExact = false
		}
	}
	// x_U is the vector of least norm that minimises ‖δ_U x_U + δx_B‖.
	deltaXB, deltaU := zeros(len(delta)), make([]ratVector, len(delta))
	for r, row := range delta {
		deltaXB[r] = ratDot(row, x)
		for _, k := range unlabelled {
			deltaU[r] = append(deltaU[r], new(big.Rat).Set(row[k]))
		}
	}
	solution, free := leastNormSolution(deltaU, deltaXB, len(unlabelled))
	for q, k := range unlabelled {
		x[k] = solution[q]
	}
	energy := new(big.Rat) // ‖δx‖²
	for _, row := range delta {
		v := ratDot(row, x)
		energy.Add(energy, v.Mul(v, v))
	}
	out := Extension{X: floats(x), Free: free, Unique: free == 0}
	out.Energy, _ = energy.Float64()
	for _, v := range x {
		if !isExact {
			break
		}
		out.Text = append(out.Text, v.RatString())
	}
	return out
}
