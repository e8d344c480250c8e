// This file defines the kinds of restriction maps of neural sheaf diffusion, and computes maps from learned numbers.

package peer

import (
	"errors"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// mapKind is Φ, the construction of a d×d restriction map from learned numbers.
type mapKind int

const (
	diagonalMaps   mapKind = iota // d numbers: the diagonal
	orthogonalMaps                // d(d−1)/2 numbers: Householder vectors
	generalMaps                   // d² numbers: all entries
	identityMaps                  // none: the identity
	signMaps                      // one number: its product with the identity
	zeroMaps                      // none: 0
	connectionMaps                // none: the identity at I, alignment of local principal axes at J
)

// MapChoices are the values of the setting "maps" of neural sheaf diffusion, each with its name on the page.
// The index of a choice is its value in [Settings]. The kind connectionMaps is no choice, since only Conn-NSD has it.
// From "identity" to "general" the choices range from a trivial to a general sheaf, with the same encoder and head.
var MapChoices = [][2]string{{"learned", "as the model has them"}, {"identity", "identity, nothing learned"},
	{"signs", "one signed number an end"}, {"diagonal", "diagonal"}, {"orthogonal", "orthogonal"}, {"general", "general"},
	{"zero", "zero, no edges"}}

// chosenMaps returns the kind of maps that the setting "maps" selects. The choice "learned" selects own, the kind in the model's paper.
// A peer without this setting has the value 0, that is "learned".
func chosenMaps(s Settings, own mapKind) mapKind {
	return [...]mapKind{own, identityMaps, signMaps, diagonalMaps, orthogonalMaps, generalMaps, zeroMaps}[s.Int("maps")]
}

// withMapChoice returns the peer p with the additional settings "maps", "linear" and "edge_weights". It sets p.mapsOf and p.Check.
// Check refuses orthogonal maps of dimension 1. own is the kind of the maps of the peer's paper.
func withMapChoice(p Peer, own mapKind) Peer {
	p.Settings = append(p.Settings, Default{"maps", 0, 0, 0, float64(len(MapChoices) - 1)}, Default{"linear", 0, 0, 0, 1},
		Default{"edge_weights", 0, 0, 0, 1})
	p.mapsOf = func(s Settings) string {
		kind := chosenMaps(s, own)
		isLearned := kind.numbers(2) > 0 // maps that are not learned have no weights of edges
		if isLearned && s.Of("edge_weights") != 0 {
			return kind.describe() + ", times a learned weight of the edge"
		}
		return kind.describe()
	}
	p.Check = func(_ *graph.Graph, s Settings) error {
		if chosenMaps(s, own) == orthogonalMaps && s.Of("d") < 2 {
			return errors.New("orthogonal maps need a stalk of dimension 2 or more: give d=2, or maps=signs")
		}
		return nil
	}
	return p
}

// describe returns a description of the maps, which continues "They". Its list has the order of the constants.
func (k mapKind) describe() string {
	return [...]string{"are diagonal, read off the features of both ends: each coordinate is scaled by itself",
		"are orthogonal, read off the features of both ends",
		"are full matrices, read off the features of both ends, with entries between −1 and 1", "are the identity: nothing about them is " +
			"learned", "are the identity times a number between −1 and 1, read off the features of both ends", "are 0: nothing passes an edge",
		"are orthogonal, computed from the features before training: nothing about them is learned"}[k]
}

// numbers returns the count of learned numbers of a d×d map.
func (k mapKind) numbers(d int) int {
	switch k {
	case diagonalMaps:
		return d
	case orthogonalMaps:
		return d * (d - 1) / 2
	case identityMaps, zeroMaps, connectionMaps:
		return 0
	case signMaps:
		return 1
	}
	return d * d // generalMaps
}

// restrictionMaps returns the maps of both ends of every edge, 2m×d². Rows 2e and 2e+1 are the maps of the ends I and J of edge e.
// The map of end i of edge (i, j) is Φ(tanh(ownPart_i + otherPart_j)), where kind selects Φ.
// ownPart and otherPart are n×size matrices, where size is the count of learned numbers of a map. kind must have learned numbers.
func restrictionMaps(t *autodiff.Tape, edges []graph.Edge, ownPart, otherPart *autodiff.Var, d int, kind mapKind) *autodiff.Var {
	size, dd := ownPart.Cols(), d*d
	out := t.Result(2*len(edges), dd, ownPart, otherPart)
	// z has the values of tanh for the backward pass. The derivative of tanh is 1 − z².
	z := make([]float64, 2*len(edges)*size)
	var refl reflections
	// ends returns the nodes i and j of map k.
	ends := func(k int) (i, j int) {
		e := edges[k/2]
		if k%2 == 0 {
			return int(e.I), int(e.J)
		}
		return int(e.J), int(e.I)
	}
	var gz [sheaf.MaxDim * sheaf.MaxDim]float64 // workspace for the gradient of the numbers of a map
	return autodiff.CustomOp(t, "restriction maps", out, func() {
		for k := range 2 * len(edges) {
			i, j := ends(k)
			a, b := ownPart.Value.Row(i), otherPart.Value.Row(j)
			v, r := z[k*size:(k+1)*size], out.Value.Row(k)
			for q := range v {
				v[q] = linalg.Tanh(a[q] + b[q])
			}
			switch kind {
			case diagonalMaps: // the other entries stay 0
				for q, x := range v {
					r[q*d+q] = x
				}
			case signMaps:
				for q := range d {
					r[q*d+q] = v[0]
				}
			case orthogonalMaps:
				refl.product(r, v, d)
			default: // generalMaps; kinds without numbers have fixed maps
				copy(r, v)
			}
		}
	}, func() {
		g := gz[:size]
		for k := range 2 * len(edges) {
			v, r := z[k*size:(k+1)*size], out.Grad.Row(k)
			switch kind {
			case diagonalMaps:
				for q := range g {
					g[q] = r[q*d+q]
				}
			case signMaps:
				g[0] = 0
				for q := range d {
					g[0] += r[q*d+q]
				}
			case orthogonalMaps:
				refl.grad(g, r, v, d)
			default: // generalMaps
				copy(g, r)
			}
			// The sum ownPart_i + otherPart_j has the same gradient for both summands.
			for q, x := range v {
				g[q] *= 1 - float64(x*x)
			}
			i, j := ends(k)
			addToRow(ownPart.Grad, i, g)
			addToRow(otherPart.Grad, j, g)
		}
	})
}

// addToRow adds g to row i of a gradient, unless the gradient is nil.
func addToRow(a *linalg.Dense, i int, g []float64) {
	if a == nil {
		return
	}
	row := a.Row(i)
	for q, v := range g {
		row[q] += v
	}
}

// reflections computes the orthogonal matrix Q = H_1 H_2 … H_d from d(d−1)/2 numbers a, and its gradient.
//
// The factors are Householder reflections H_k = I − 2vvᵀ/vᵀv with v = (0, …, 0, 1, a_{k+1,k}, …, a_{d,k}), as in the NSD paper
// (after Mhammedi et al., 2017). The numbers a are stored column by column.
// H_d has no number: it reflects the last coordinate. Each of the d reflections has determinant −1, so det Q = (−1)^d is fixed.
type reflections struct {
	pre     [sheaf.MaxDim + 1][sheaf.MaxDim * sheaf.MaxDim]float64 // pre[k] = H_1…H_k, pre[0] = I
	vectors [sheaf.MaxDim * sheaf.MaxDim]float64                   // the vectors v, as rows
	norms   [sheaf.MaxDim]float64                                  // squared lengths of the vectors v
	w, m    [sheaf.MaxDim * sheaf.MaxDim]float64                   // workspaces of grad
}

// unpack sets row k of vectors to the vector v of H_{k+1}, and norms[k] to the squared length of v.
func (h *reflections) unpack(a []float64, d int) {
	next := 0 // index in a of the next number
	for k := range d {
		v := h.vectors[k*d : (k+1)*d]
		clear(v)
		v[k] = 1
		next += copy(v[k+1:], a[next:next+d-k-1])
		sum := 0.0
		for _, x := range v {
			sum += float64(x * x)
		}
		h.norms[k] = sum
	}
}

// multiplyRight sets dst to the product m·H = m − (2/vᵀv)(mv)vᵀ of d×d matrices, where H is the reflection H_{k+1}.
func (h *reflections) multiplyRight(dst, m []float64, k, d int) {
	v, factor := h.vectors[k*d:(k+1)*d], 2/h.norms[k]
	for r := range d {
		mv := 0.0 // element r of the vector mv; v begins with k zeros, which add nothing
		for q := k; q < d; q++ {
			mv += float64(m[r*d+q] * v[q])
		}
		for q := range d {
			dst[r*d+q] = m[r*d+q] - float64(factor*mv*v[q])
		}
	}
}

// product sets q to the d×d matrix Q for the numbers a. It also sets h.pre to the partial products, which grad reads.
func (h *reflections) product(q, a []float64, d int) {
	h.unpack(a, d)
	identity := h.pre[0][:d*d]
	clear(identity)
	for k := range d {
		identity[k*d+k] = 1
	}
	for k := range d {
		h.multiplyRight(h.pre[k+1][:d*d], h.pre[k][:d*d], k, d)
	}
	copy(q, h.pre[d][:d*d])
}

// grad sets ga to the gradient of the numbers a, for the gradient g of Q.
// The gradient of the vector v of H_k is −2/s (M+Mᵀ)v + 4/s² (vᵀMv)v, with s = vᵀv and M = (H_1…H_{k−1})ᵀ g (H_{k+1}…H_d)ᵀ.
func (h *reflections) grad(ga, g, a []float64, d int) {
	var q [sheaf.MaxDim * sheaf.MaxDim]float64
	h.product(q[:d*d], a, d) // for h.pre, h.vectors and h.norms, which may belong to another map; Q itself is not used
	// Step k computes the gradient for H_{k+1}. At the start of the step, w is g·(H_{k+2}…H_d)ᵀ.
	// At its end the step multiplies w by H_{k+1} from the right, since reflections are symmetric.
	w, m := h.w[:d*d], h.m[:d*d]
	copy(w, g)
	end := d * (d - 1) / 2
	for k := d - 1; k >= 0; k-- {
		v, s := h.vectors[k*d:(k+1)*d], h.norms[k]
		if k < d-1 { // the last reflection has no number
			clear(m)
			small.AddTMul(d, 1, h.pre[k][:d*d], w, m) // M
			quad := 0.0                               // vᵀMv
			for r := range d {
				for c := range d {
					quad += float64(v[r] * m[r*d+c] * v[c])
				}
			}
			// The numbers of v are its entries below the 1, a[start:end].
			start := end - (d - k - 1)
			for i := k + 1; i < d; i++ {
				x := 0.0
				for c := range d {
					x += float64((m[i*d+c] + m[c*d+i]) * v[c])
				}
				ga[start+i-k-1] = float64(-2/s*x) + float64(4/(s*s)*quad*v[i])
			}
			end = start
		}
		h.multiplyRight(m, w, k, d)
		copy(w, m)
	}
}
