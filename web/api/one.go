package api

import (
	"math"

	"sheafscope/core/json"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// OneEdge is the edge that fills the page: x of both ends, the maps R by rows, and what follows from them. Residual is
// R_u·x_u − R_v·x_v, Energy its squared length; Lambda2 is the least eigenvalue of the edge's Laplacian above 0, null where there is
// none, H0 the dimension of its kernel. U and V are −1 for an edge of no graph.
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

// rankTol is the eigenvalue up to which a direction is in the kernel.
const rankTol = 1e-6

// oneEdge is the edge on the screen, nil for none.
func oneEdge(s *state.State) *OneEdge {
	o := s.View.One
	if o == nil || !o.Fits() {
		return nil
	}
	d := len(o.X[0])
	e := &OneEdge{D: d, X: o.X, Maps: o.Maps}
	e.U, e.V = s.OneEnds()
	// δ = [R_u, −R_v]: the eigenvalues of δδᵀ are those of the Laplacian δᵀδ that are not 0.
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
	e.H0 = 2 * d
	mid, half := (gram[0][0]+gram[1][1])/2, math.Hypot((gram[0][0]-gram[1][1])/2, gram[0][1])
	for _, v := range []float64{mid + half, mid - half} {
		if v > rankTol {
			e.Lambda2 = number(v)
			e.H0--
		}
	}
	return e
}

// ParseEdge reads the argument of edge(): x and maps, either of which may be left out; nil for null, which leaves One edge.
func ParseEdge(text string) (*recipe.One, error) {
	var o *recipe.One
	err := json.Unmarshal([]byte(text), &o)
	return o, err
}
