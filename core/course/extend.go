package course

import (
	"errors"
	"fmt"

	"sheafscope/core/linalg"
)

// Extension is a signal of least energy among those with the given values at the
// labelled nodes: L_UU x_U = −L_UB x_B for the other nodes U and the labelled ones B.
type Extension struct {
	X      []float64 `json:"x"`
	Energy float64   `json:"energy"`
	// Free is the dimension of what the labels leave open, sections that vanish at every
	// labelled node; Unique reports whether it is 0. Where it is not, X is the shortest.
	Free   int  `json:"free"`
	Unique bool `json:"unique"`
}

// Harmonic returns the harmonic extension of x from the labelled nodes.
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
	free, err := dimension(a.sheaf, a.maps, a.Delta, fixed)
	if err != nil {
		return Extension{}, err
	}
	x := make([]float64, len(a.X))
	var open []int
	for k := range x {
		if fixed[k/a.D] {
			x[k] = a.X[k]
		} else {
			open = append(open, k)
		}
	}
	m, b := linalg.NewDense(len(open), len(open)), make([]float64, len(open))
	for r, i := range open {
		for c, j := range open {
			m.Set(r, c, a.L[i][j])
		}
		b[r] = -linalg.Dot(a.L[i], x)
	}
	values, vectors, err := eigen(m)
	if err != nil {
		return Extension{}, err
	}
	sum := make([]float64, len(open))
	for k := free.Dim; k < len(open); k++ {
		linalg.Axpy(linalg.Dot(vectors[k], b)/values[k], vectors[k], sum)
	}
	for r, k := range open {
		x[k] = sum[r]
	}
	return Extension{x, a.EnergyOf(x), free.Dim, free.Dim == 0}, nil
}
