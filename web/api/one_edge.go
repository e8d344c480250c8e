package api

import (
	"math"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// OneEdge is the edge that fills the page. X has the vectors x_u and x_v of its ends, and Maps the maps R_u and R_v in row-major order.
// Residual is R_u·x_u − R_v·x_v, and Energy its squared length. Lambda2 is the smallest positive eigenvalue of the edge's Laplacian, null
// if all eigenvalues are 0. H0 is the dimension of the kernel. U and V are −1 for an edge that belongs to no graph.
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

// kernelTol is the tolerance of an eigenvalue 0.
const kernelTol = 1e-6

// oneEdge returns the edge that fills the page, nil if no edge fills the page.
func oneEdge(s *state.State) *OneEdge {
	o := s.View.One
	if o == nil || !o.Fits() {
		return nil
	}
	d := len(o.X[0])
	e := &OneEdge{D: d, X: o.X, Maps: o.Maps}
	e.U, e.V = s.OneEnds()
	// δ = [R_u, −R_v]: the d × d matrix δδᵀ has the nonzero eigenvalues of the 2d × 2d Laplacian δᵀδ.
	gram := [2][2]float64{}
	for i := range d {
		r := 0.0
		for k := range d {
			r += float64(o.Maps[0][i*d+k]*o.X[0][k]) - float64(o.Maps[1][i*d+k]*o.X[1][k])
			for j := range d {
				for _, m := range o.Maps {
					gram[i][j] += float64(m[i*d+k] * m[j*d+k])
				}
			}
		}
		e.Residual = append(e.Residual, r)
		e.Energy += float64(r * r)
	}
	// The eigenvalues of the symmetric 2 × 2 matrix. For d = 1 one of them is 0.
	e.H0 = 2 * d
	mean, half := (gram[0][0]+gram[1][1])/2, math.Hypot((gram[0][0]-gram[1][1])/2, gram[0][1])
	for _, v := range []float64{mean + half, mean - half} {
		if v > kernelTol {
			e.Lambda2 = finite(v)
			e.H0--
		}
	}
	return e
}

// ParseEdge parses the argument of edge(): {x, maps}, both optional. For null it returns nil, which closes the edge.
func ParseEdge(text string) (*recipe.One, error) {
	var o *recipe.One
	err := json.Unmarshal([]byte(text), &o)
	return o, err
}
