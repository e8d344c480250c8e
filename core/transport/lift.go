package transport

import (
	"math"

	"sheafscope/core/graph"
)

// Variation says what stands in for the entropic plan of an edge, so that the
// share of transport in a result can be measured.
type Variation int

const (
	// Transport: the plan itself.
	Transport Variation = iota
	// Independent: the coupling μνᵀ, which ignores the cost.
	Independent
	// Shuffled: the plan of another edge, by a fixed permutation.
	Shuffled
	// Uniform: the plan of two uniform measures, equal on every edge.
	Uniform
)

// Lift computes the normalised plans of all edges,
//
//	S = Diag(μ)^{−1/2} P Diag(ν)^{−1/2}   (− √μ√νᵀ when Centered)
//
// with P the entropic plan of Plan at one temperature, and their derivative.
// It uses the structure S = Diag(t) + a·bᵀ/z − u·vᵀ with u = √μ, v = √ν,
// a = A/u, b = B/v, t = y/(uv), and allocates nothing after [NewLift].
type Lift struct {
	// N nodes, stalk dimension D.
	N, D  int
	Edges []graph.Edge
	// Centered takes the singular pair (√μ, √ν) off, which all edges share.
	Centered bool
	// Variation may be changed between passes.
	Variation Variation

	eps, c     float64
	perm, dest []int32   // dest is the inverse of perm
	mu         []float64 // measures of the last Forward; n×d, not owned
	flat       []float64 // uniform measures, n×d, made when needed
	root       []float64 // √μ, n×d
	inv        []float64 // 1/√μ, n×d
	parts      []float64 // y, s, A, B of every edge, m×4d
	z          []float64
	scratch    []float64
}

// NewLift returns a Lift for n nodes, stalk dimension d and the given edges
// (shared, not copied).
func NewLift(n, d int, edges []graph.Edge) *Lift {
	m := len(edges)
	return &Lift{N: n, D: d, Edges: edges, root: make([]float64, n*d), inv: make([]float64, n*d),
		parts: make([]float64, 4*m*d), z: make([]float64, m), scratch: make([]float64, 8*d)}
}

// SetPermutation gives the permutation of Shuffled: edge e carries the
// normalised plan of edge perm[e]. It panics when perm is no permutation of
// the edges.
func (l *Lift) SetPermutation(perm []int) {
	if len(perm) != len(l.Edges) {
		panic("transport: permutation and edges differ in length")
	}
	l.perm, l.dest = make([]int32, len(perm)), make([]int32, len(perm))
	for e := range l.dest {
		l.dest[e] = -1
	}
	for e, k := range perm {
		if k < 0 || k >= len(perm) || l.dest[k] >= 0 {
			panic("transport: not a permutation of the edges")
		}
		l.perm[e], l.dest[k] = int32(k), int32(e)
	}
}

// Forward sets s (m×d², a row-major block an edge, first end along the rows)
// from the node measures mu (n×d, positive entries) at temperature eps. mu is
// kept by reference until Backward has run.
func (l *Lift) Forward(s, mu []float64, eps float64) {
	l.eps, l.c = eps, gibbsRatio(eps)
	if l.Variation == Uniform {
		mu = l.uniform()
	}
	if l.Variation == Shuffled && l.dest == nil && len(l.Edges) > 0 {
		panic("transport: Shuffled needs SetPermutation")
	}
	l.mu = mu
	for i, v := range mu[:l.N*l.D] {
		r := math.Sqrt(v)
		l.root[i], l.inv[i] = r, 1/r
	}
	if l.Variation == Independent {
		l.independent(s)
		return
	}
	d := l.D
	for e, edge := range l.Edges {
		i, j := int(edge.I)*d, int(edge.J)*d
		m, n := mu[i:i+d:i+d], mu[j:j+d:j+d]
		q := l.parts[4*e*d : 4*(e+1)*d]
		tau, _ := root(m, n, l.c)
		l.z[e] = split(q[:d], q[2*d:3*d], q[3*d:], q[d:2*d], m, n, tau)
		o := l.to(e) * d * d
		l.block(s[o:o+d*d], e, i, j)
	}
}

// to returns the edge that carries the plan of edge e.
func (l *Lift) to(e int) int {
	if l.Variation == Shuffled {
		return int(l.dest[e])
	}
	return e
}

func (l *Lift) uniform() []float64 {
	if l.flat == nil {
		l.flat = make([]float64, l.N*l.D)
		for i := range l.flat {
			l.flat[i] = 1 / float64(l.D)
		}
	}
	return l.flat
}

// block writes the normalised plan of edge e between nodes at offsets i and j.
func (l *Lift) block(dst []float64, e, i, j int) {
	d := l.D
	q := l.parts[4*e*d : 4*(e+1)*d]
	if d == 4 {
		block4((*[16]float64)(dst), (*[16]float64)(q), (*[4]float64)(l.root[i:]), (*[4]float64)(l.root[j:]),
			(*[4]float64)(l.inv[i:]), (*[4]float64)(l.inv[j:]), inverse(l.z[e]), l.Centered)
		return
	}
	u, v, iu, iv := l.root[i:i+d], l.root[j:j+d], l.inv[i:i+d], l.inv[j:j+d]
	iz := inverse(l.z[e])
	b := l.scratch[:d]
	for k := range b {
		b[k] = q[3*d+k] * iv[k]
	}
	for p := range d {
		w := q[2*d+p] * iu[p] * iz
		row := dst[p*d : p*d+d]
		if l.Centered {
			up := u[p]
			for k := range row {
				row[k] = w*b[k] - up*v[k]
			}
		} else {
			for k := range row {
				row[k] = w * b[k]
			}
		}
		row[p] += q[p] * iu[p] * iv[p]
	}
}

func block4(dst, q *[16]float64, u, v, iu, iv *[4]float64, iz float64, centered bool) {
	b0, b1, b2, b3 := q[12]*iv[0], q[13]*iv[1], q[14]*iv[2], q[15]*iv[3]
	var v0, v1, v2, v3 float64
	if centered {
		v0, v1, v2, v3 = v[0], v[1], v[2], v[3]
	}
	for p := range 4 {
		w, up := q[8+p]*iu[p]*iz, u[p]
		row := (*[4]float64)(dst[4*p : 4*p+4])
		row[0] = w*b0 - up*v0
		row[1] = w*b1 - up*v1
		row[2] = w*b2 - up*v2
		row[3] = w*b3 - up*v3
		row[p] += q[p] * iu[p] * iv[p]
	}
}

func (l *Lift) independent(s []float64) {
	d := l.D
	if l.Centered {
		clear(s[:len(l.Edges)*d*d])
		return
	}
	for e, edge := range l.Edges {
		u, v := l.root[int(edge.I)*d:][:d], l.root[int(edge.J)*d:][:d]
		for p, up := range u {
			row := s[(e*d+p)*d:][:d]
			for k := range row {
				row[k] = up * v[k]
			}
		}
	}
}

// Plan sets dst (d×d) to the coupling that edge e carried in the last Forward,
// before normalisation.
func (l *Lift) Plan(dst []float64, e int) {
	d := l.D
	if l.Variation == Shuffled {
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
	q := l.parts[4*e*d : 4*(e+1)*d]
	densePlan(dst, q[:d], q[2*d:3*d], q[3*d:], l.z[e])
}

// OffDiagonal sets dst (length m) to the mass that the plan of each edge of
// the last Forward has off the diagonal.
func (l *Lift) OffDiagonal(dst []float64) {
	d := l.D
	for e, edge := range l.Edges {
		if l.Variation == Independent {
			off := 1.0
			for k, v := range l.mu[int(edge.I)*d:][:d] {
				off -= v * l.mu[int(edge.J)*d+k]
			}
			dst[e] = off
			continue
		}
		q := l.parts[4*e*d : 4*(e+1)*d]
		dst[l.to(e)] = offDiagonal(q[2*d:3*d], q[3*d:], l.z[e])
	}
}
