package api

import (
	"math"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file describes the edge that fills the page, and parses the argument of edge.

// OneEdge is the edge that fills the page. U and V are its end nodes, counted from 0. They are −1 for an end without a node, as in a sample
// edge, and during a load. D is the stalk dimension. X has the vectors x_u and x_v of the ends, and Maps has the maps R_u and R_v in
// row-major order.
//
// Residual is R_u·x_u − R_v·x_v, and Energy is its squared length. Lambda2 is the smallest positive eigenvalue of the edge's Laplacian,
// null if all eigenvalues are 0. H0 is the dimension of the kernel of this Laplacian.
type OneEdge struct {
	U        int         `json:"u"`
	V        int         `json:"v"`
	D        int         `json:"d"`
	X        [][]float64 `json:"x"`
	Maps     [][]float64 `json:"maps"`
	Residual []float64   `json:"residual"`
	Energy   float64     `json:"energy"`
	Lambda2  *float64    `json:"lambda2"`
	H0       int         `json:"h0"`
}

// kernelTol is the largest eigenvalue that counts as 0. An eigenvalue 0 is computed only up to rounding errors.
const kernelTol = 1e-6

// oneEdge describes the edge that fills the page. It returns nil if no edge fills the page, or if the vectors and maps of the edge do not
// have one common stalk dimension of 1 or 2 (recipe.One.Fits). The explicit conversions to float64 forbid fused operations, so that all
// processors compute the same bits.
func oneEdge(s *state.State) *OneEdge {
	one := s.View.One
	if one == nil || !one.Fits() {
		return nil
	}
	d := len(one.X[0])
	e := &OneEdge{D: d, X: one.X, Maps: one.Maps}
	e.U, e.V = s.OneEnds()
	ru, rv, xu, xv := one.Maps[0], one.Maps[1], one.X[0], one.X[1]
	for i := range d {
		r := 0.0
		for k := range d {
			r += float64(ru[i*d+k]*xu[k]) - float64(rv[i*d+k]*xv[k])
		}
		e.Residual = append(e.Residual, r)
		e.Energy += float64(r * r)
	}

	// δ = [R_u, −R_v]: the d × d matrix δδᵀ = R_u·R_uᵀ + R_v·R_vᵀ has the nonzero eigenvalues of the 2d × 2d Laplacian δᵀδ.
	var gram [2][2]float64 // δδᵀ; for d = 1 the other entries are 0
	for i := range d {
		for j := range d {
			for k := range d {
				gram[i][j] += float64(ru[i*d+k] * ru[j*d+k])
				gram[i][j] += float64(rv[i*d+k] * rv[j*d+k])
			}
		}
	}

	// The eigenvalues of a symmetric 2 × 2 matrix, in descending order: the last positive eigenvalue is λ₂. Each positive eigenvalue
	// reduces the dimension of the kernel by 1.
	e.H0 = 2 * d // dimension of the whole space
	mean, half := (gram[0][0]+gram[1][1])/2, math.Hypot((gram[0][0]-gram[1][1])/2, gram[0][1])
	for _, eigenvalue := range []float64{mean + half, mean - half} {
		if eigenvalue > kernelTol {
			e.Lambda2 = finite(eigenvalue)
			e.H0--
		}
	}
	return e
}

// ParseEdge parses the argument of edge(): {x, maps}, both optional and as X and Maps of [OneEdge]. For null it returns nil, which closes
// the edge. It does not check the sizes of x and maps.
func ParseEdge(text string) (*recipe.One, error) {
	var o *recipe.One
	err := json.Unmarshal([]byte(text), &o)
	return o, err
}
