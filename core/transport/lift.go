package transport

import (
	"math"

	"sheafscope/core/graph"
)

// Variation selects the coupling of an edge. A comparison of the variations shows how
// much transport contributes to a result.
type Variation int

// The variations.
const (
	Transport   Variation = iota // the entropic plan
	Independent                  // the coupling μνᵀ, which ignores the cost
	Shuffled                     // the entropic plan of another edge; see [Lift.SetPermutation]
	Uniform                      // the entropic plan of two uniform measures, equal on every edge
)

// Lift computes the normalised plans of all edges at a common temperature,
//
//	S = Diag(μ)^{−1/2} P Diag(ν)^{−1/2}   (− √μ√νᵀ if Centered)
//
// and their derivatives. P is the entropic plan of [Plan], with the parts y, s, A, B
// and z. Let u = √μ, v = √ν, a = A/u, b = B/v and t = y/(uv), entry by entry. Then
// S = Diag(t) + a·bᵀ/z, minus u·vᵀ if Centered. After [NewLift] only SetPermutation and
// the first Forward of Uniform allocate.
type Lift struct {
	N, D      int          // number of nodes, and stalk dimension
	Edges     []graph.Edge // m edges, each from its first end I to its second end J
	Centered  bool         // √μ√νᵀ is subtracted; see [Normalize]
	Variation Variation    // may be changed before a Forward, but not between Forward and Backward

	eps, c     float64   // temperature ε of the last Forward, and c = gibbsRatio(ε), see Plan
	perm, dest []int32   // the permutation of Shuffled, and its inverse
	mu         []float64 // measures of the last Forward, n×d: the slice of the caller, or flat
	flat       []float64 // uniform measures, n×d; created when they are first needed
	root       []float64 // √μ, n×d
	inv        []float64 // 1/√μ, n×d
	parts      []float64 // y, s, A, B of every edge, m×4d
	z          []float64 // z of every edge
	scratch    []float64 // 8d numbers: 6d for edgeGrad, of which block uses d, and 2d for ignored gradients
}

// NewLift returns a Lift for n nodes, stalk dimension d and the given edges, which it
// shares.
func NewLift(n, d int, edges []graph.Edge) *Lift {
	m := len(edges)
	return &Lift{N: n, D: d, Edges: edges, root: make([]float64, n*d), inv: make([]float64, n*d),
		parts: make([]float64, 4*m*d), z: make([]float64, m), scratch: make([]float64, 8*d)}
}

// SetPermutation sets the permutation of Shuffled: edge e gets the normalised plan
// of edge perm[e]. It panics unless perm is a permutation of the edges.
func (l *Lift) SetPermutation(perm []int) {
	if len(perm) != len(l.Edges) {
		panic("transport: permutation and edges differ in length")
	}
	l.perm, l.dest = make([]int32, len(perm)), make([]int32, len(perm))
	for e := range l.dest {
		l.dest[e] = -1 // no edge gets the plan of e yet
	}
	for e, k := range perm {
		isEdge := 0 <= k && k < len(perm)
		if !isEdge || l.dest[k] >= 0 {
			panic("transport: not a permutation of the edges")
		}
		l.perm[e] = int32(k)
		l.dest[k] = int32(e)
	}
}

// Forward sets plans to the normalised plans for the node measures mu at temperature eps.
// plans is m×d²: a row-major block for each edge, whose rows belong to the first end of the
// edge. mu is n×d with positive entries; the caller must not change it before Backward.
// Independent does not use eps. Forward panics for Shuffled if the edges have no permutation.
func (l *Lift) Forward(plans, mu []float64, eps float64) {
	l.eps, l.c = eps, gibbsRatio(eps)
	lacksPermutation := l.dest == nil && len(l.Edges) > 0 // a lift without edges needs none
	if l.Variation == Shuffled && lacksPermutation {
		panic("transport: Shuffled needs SetPermutation")
	}
	l.mu = mu
	if l.Variation == Uniform {
		l.mu = l.uniform()
	}
	for i, v := range l.mu[:l.N*l.D] {
		r := math.Sqrt(v)
		l.root[i], l.inv[i] = r, 1/r
	}
	if l.Variation == Independent {
		l.independent(plans)
		return
	}
	// The plan of edge e goes to the block of e or, for Shuffled, of another edge.
	d := l.D
	for e, edge := range l.Edges {
		i, j := int(edge.I)*d, int(edge.J)*d
		first, second := l.mu[i:i+d:i+d], l.mu[j:j+d:j+d] // measures of the two ends
		parts := l.parts[4*e*d : 4*(e+1)*d]
		tau, _ := solveTau(first, second, l.c)
		l.z[e] = split(parts[:d], parts[2*d:3*d], parts[3*d:], parts[d:2*d], first, second, tau) // y, A, B, s of the edge
		start := l.receiver(e) * d * d
		l.block(plans[start:start+d*d], e, i, j)
	}
}

// receiver returns the edge that gets the plan of edge e: another edge for Shuffled, and
// e for any other variation.
func (l *Lift) receiver(e int) int {
	if l.Variation == Shuffled {
		return int(l.dest[e])
	}
	return e
}

// uniform returns N uniform measures.
func (l *Lift) uniform() []float64 {
	if l.flat == nil {
		l.flat = make([]float64, l.N*l.D)
		for i := range l.flat {
			l.flat[i] = 1 / float64(l.D)
		}
	}
	return l.flat
}

// block sets dst to the normalised plan of edge e. The measures of the two ends of e begin
// at l.mu[i] and l.mu[j].
func (l *Lift) block(dst []float64, e, i, j int) {
	d := l.D
	q := l.parts[4*e*d : 4*(e+1)*d] // y, s, A and B, d numbers each
	if d == 4 {
		block4((*[16]float64)(dst), (*[16]float64)(q), (*[4]float64)(l.root[i:]), (*[4]float64)(l.root[j:]),
			(*[4]float64)(l.inv[i:]), (*[4]float64)(l.inv[j:]), inverse(l.z[e]), Centering(l.Centered))
		return
	}
	// Row p is a_p·bᵀ/z, minus u_p·vᵀ if Centered, plus t_p on the diagonal. iu, iv and iz are
	// 1/u, 1/v and 1/z, with iz = 0 for z = 0.
	u, v, iu, iv := l.root[i:i+d], l.root[j:j+d], l.inv[i:i+d], l.inv[j:j+d]
	iz := inverse(l.z[e])
	b := l.scratch[:d]
	for k := range b {
		b[k] = q[3*d+k] * iv[k]
	}
	for p := range d {
		w := q[2*d+p] * iu[p] * iz // a_p/z
		row := dst[p*d : p*d+d]
		if l.Centered {
			up := u[p]
			for k := range row {
				row[k] = float64(w*b[k]) - float64(up*v[k])
			}
		} else {
			for k := range row {
				row[k] = w * b[k]
			}
		}
		row[p] += float64(q[p] * iu[p] * iv[p])
	}
}

// block4 is block for d = 4, with the names of block.
func block4(dst, q *[16]float64, u, v, iu, iv *[4]float64, iz float64, centering Centering) {
	b0, b1, b2, b3 := q[12]*iv[0], q[13]*iv[1], q[14]*iv[2], q[15]*iv[3]
	var v0, v1, v2, v3 float64 // zeros without centering
	if centering == Centered {
		v0, v1, v2, v3 = v[0], v[1], v[2], v[3]
	}
	for p := range 4 {
		w, up := q[8+p]*iu[p]*iz, u[p]
		row := (*[4]float64)(dst[4*p : 4*p+4])
		row[0] = float64(w*b0) - float64(up*v0)
		row[1] = float64(w*b1) - float64(up*v1)
		row[2] = float64(w*b2) - float64(up*v2)
		row[3] = float64(w*b3) - float64(up*v3)
		row[p] += float64(q[p] * iu[p] * iv[p])
	}
}

// independent sets plans to the normalised independent couplings of all edges: √μ√νᵀ, or 0
// if Centered.
func (l *Lift) independent(plans []float64) {
	d := l.D
	if l.Centered {
		clear(plans[:len(l.Edges)*d*d])
		return
	}
	for e, edge := range l.Edges {
		u, v := l.root[int(edge.I)*d:][:d], l.root[int(edge.J)*d:][:d]
		for p, up := range u {
			row := plans[(e*d+p)*d:][:d]
			for k := range row {
				row[k] = up * v[k]
			}
		}
	}
}

// Plan sets dst (d×d) to the coupling that edge e got in the last Forward, before
// normalisation.
func (l *Lift) Plan(dst []float64, e int) {
	d := l.D
	if l.Variation == Shuffled { // edge e got the plan of edge perm[e]
		e = int(l.perm[e])
	}
	if l.Variation == Independent {
		m, n := l.mu[int(l.Edges[e].I)*d:][:d], l.mu[int(l.Edges[e].J)*d:][:d]
		for p, v := range m {
			for k, w := range n {
				dst[p*d+k] = v * w
			}
		}
		return
	}
	q := l.parts[4*e*d : 4*(e+1)*d] // y, s, A and B
	densePlan(dst, q[:d], q[2*d:3*d], q[3*d:], l.z[e])
}

// OffDiagonal sets dst[e] to the mass off the diagonal of the coupling that edge e got in
// the last Forward.
func (l *Lift) OffDiagonal(dst []float64) {
	d := l.D
	for e, edge := range l.Edges {
		if l.Variation == Independent {
			off := 1.0 // the mass of the coupling; the mass on the diagonal is subtracted
			for k, v := range l.mu[int(edge.I)*d:][:d] {
				off -= float64(v * l.mu[int(edge.J)*d+k])
			}
			dst[e] = off
			continue
		}
		q := l.parts[4*e*d : 4*(e+1)*d] // y, s, A and B
		dst[l.receiver(e)] = offDiagonal(q[2*d:3*d], q[3*d:], l.z[e])
	}
}
