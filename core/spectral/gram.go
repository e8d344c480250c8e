package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// gram solves (JJᵀ + μI) y = −x, where J is the Jacobian of the blocks of a
// Laplacian with respect to its maps (see Reassembler). The unknowns are a
// symmetric d×d matrix Y_i for each node and a d×d matrix Z_e for each edge. JJᵀ
// has these blocks:
//
//	node i, node i   Y ↦ 2(L_ii Y + Y L_ii)
//	edge, edge       Z ↦ 2(A Z + Z B),            A = R_ijᵀR_ij, B = R_jiᵀR_ji
//	edge, node i     Z ↦ −√2(G Zᵀ + Z Gᵀ),        G = R_ijᵀR_ji
//	edge, node j     Z ↦ −√2(Gᵀ Z + Zᵀ G)
//
// Two edges share no map, so JJᵀ has no block between them, and each edge is
// eliminated on its own by the eigenvectors of A and B. The Schur complement has
// one block per node, of size d(d+1)/2, and the pattern of the graph: a sparse
// block Cholesky factor.
type gram struct {
	n, d, s int // s = d(d+1)/2
	edges   []graph.Edge
	chol    *blockCholesky
	u, v    []float64 // eigenvectors of A and B, in columns
	root    []float64 // 1/√(2(a_p + b_q) + μ)
	k       []float64 // 2m blocks of s×d²: edge to node i and to node j, times root
	rhs     []float64
	z       []float64 // edge part, in the bases u and v, times root
	a, g    []float64 // d×d each
	diag    []float64
}

// newGram returns nil when a factorisation would need more than work
// multiplications.
func newGram(n, d int, edges []graph.Edge, work int) *gram {
	s, dd, m := d*(d+1)/2, d*d, len(edges)
	if m*2*s*s*dd > work {
		return nil
	}
	sym := analyse(n, edges, work/(s*s*s))
	if sym == nil {
		return nil
	}
	buf := func(k int) []float64 { return make([]float64, k) }
	return &gram{n: n, d: d, s: s, edges: edges, chol: newBlockCholesky(sym, s), u: buf(m * dd), v: buf(m * dd), root: buf(m * dd),
		k: buf(2 * m * s * dd), rhs: buf(n * s), z: buf(m * dd), a: buf(dd), g: buf(dd), diag: buf(n * dd)}
}

// solve sets y to the solution of (JJᵀ + μI) y = −x by the factor in place. The
// system weights the block of an edge by √2, as it occurs twice in the symmetric
// matrix; the patterns x and y hold it without the weight.
func (q *gram) solve(y *pattern, x pattern) {
	d, dd, s := q.d, q.d*q.d, q.s
	for i := range q.n {
		pack(d, q.rhs[i*s:(i+1)*s], x.diag[i*dd:(i+1)*dd])
	}
	linalg.Scal(-1, q.rhs)
	for e, ed := range q.edges {
		z := q.z[e*dd : (e+1)*dd]
		// −√2 UᵀXV times root.
		clear(q.a)
		small.AddTMulTerms(d, -math.Sqrt2, q.u[e*dd:(e+1)*dd], x.off[e*dd:(e+1)*dd], q.a)
		small.Mul(d, z, q.a, q.v[e*dd:(e+1)*dd])
		for k, w := range q.root[e*dd : (e+1)*dd] {
			z[k] *= w
		}
		ki, kj := q.coupling(e)
		for r := range s {
			q.rhs[int(ed.I)*s+r] -= linalg.Dot(ki[r*dd:(r+1)*dd], z)
			q.rhs[int(ed.J)*s+r] -= linalg.Dot(kj[r*dd:(r+1)*dd], z)
		}
	}
	q.chol.solve(q.rhs)
	for i := range q.n {
		unpack(d, y.diag[i*dd:(i+1)*dd], q.rhs[i*s:(i+1)*s])
	}
	for e, ed := range q.edges {
		z := q.z[e*dd : (e+1)*dd]
		ki, kj := q.coupling(e)
		for r := range s {
			linalg.Axpy(-q.rhs[int(ed.I)*s+r], ki[r*dd:(r+1)*dd], z)
			linalg.Axpy(-q.rhs[int(ed.J)*s+r], kj[r*dd:(r+1)*dd], z)
		}
		for k, w := range q.root[e*dd : (e+1)*dd] {
			z[k] *= w
		}
		out := y.off[e*dd : (e+1)*dd]
		small.Mul(d, q.a, q.u[e*dd:(e+1)*dd], z)
		clear(out)
		small.AddMulT(d, 1/math.Sqrt2, q.a, q.v[e*dd:(e+1)*dd], out)
	}
}

// coupling returns the s×d² coupling blocks of edge e to its two nodes.
func (q *gram) coupling(e int) (ki, kj []float64) {
	size := q.s * q.d * q.d
	return q.k[2*e*size : (2*e+1)*size], q.k[(2*e+1)*size : (2*e+2)*size]
}

// factor eliminates the edges at the maps of c and factors the Schur complement. It
// reports false when the complement is not positive definite in floating point.
func (q *gram) factor(c *sheaf.Sheaf, mu float64) bool {
	d, dd := q.d, q.d*q.d
	q.chol.clear()
	clear(q.diag)
	var wa, wb [sheaf.MaxDim]float64
	for e, ed := range q.edges {
		ri, rj := c.Map(e, 0), c.Map(e, 1)
		u, v, root := q.u[e*dd:(e+1)*dd], q.v[e*dd:(e+1)*dd], q.root[e*dd:(e+1)*dd]
		for side, r := range [2][]float64{ri, rj} {
			clear(q.a)
			small.AddTMulTerms(d, 1, r, r, q.a)
			node := int(ed.I)
			w, vec := wa[:d], u
			if side == 1 {
				node, w, vec = int(ed.J), wb[:d], v
			}
			linalg.Axpy(1, q.a, q.diag[node*dd:(node+1)*dd])
			linalg.EigSymSmall(d, q.a, w, vec)
		}
		for p := range d {
			for k := range d {
				root[p*d+k] = 1 / math.Sqrt(2*max(0, wa[p]+wb[k])+mu)
			}
		}
		clear(q.g)
		small.AddTMulTerms(d, 1, ri, rj, q.g)
		q.fillCoupling(e)
		ki, kj := q.coupling(e)
		q.chol.subDiag(ed.I, ki, dd)
		q.chol.subDiag(ed.J, kj, dd)
		q.chol.subEdge(e, ed, ki, kj, dd)
	}
	for i := range q.n {
		q.addDiag(i, mu)
	}
	return q.chol.factor()
}

// fillCoupling sets the two coupling blocks of edge e from G, the eigenvectors and
// root.
func (q *gram) fillCoupling(e int) {
	d, dd := q.d, q.d*q.d
	u, v, root := q.u[e*dd:(e+1)*dd], q.v[e*dd:(e+1)*dd], q.root[e*dd:(e+1)*dd]
	ki, kj := q.coupling(e)
	var x, g, w, h [sheaf.MaxDim]float64
	for p := range d {
		for k := range d {
			x[k] = u[k*d+p]
		}
		for r := range d { // h = Gᵀu_p
			h[r] = 0
			for k := range d {
				h[r] += q.g[k*d+r] * x[k]
			}
		}
		for t := range d {
			for r := range d { // w = v_t, g = G v_t
				w[r] = v[r*d+t]
			}
			for r := range d {
				g[r] = 0
				for k := range d {
					g[r] += q.g[r*d+k] * w[k]
				}
			}
			col := p*d + t
			q.symmetricOuter(ki, col, -math.Sqrt2*root[col], g[:d], x[:d])
			q.symmetricOuter(kj, col, -math.Sqrt2*root[col], h[:d], w[:d])
		}
	}
}

// symmetricOuter sets a column of a coupling block to scale·(x yᵀ + y xᵀ), packed.
func (q *gram) symmetricOuter(k []float64, col int, scale float64, x, y []float64) {
	dd, row := q.d*q.d, 0
	for a := range q.d {
		k[row*dd+col] = scale * 2 * x[a] * y[a]
		row++
		for b := a + 1; b < q.d; b++ {
			k[row*dd+col] = scale * math.Sqrt2 * (x[a]*y[b] + x[b]*y[a])
			row++
		}
	}
}

// addDiag adds Y ↦ 2(L_ii Y + Y L_ii) + μY to the block of node i.
func (q *gram) addDiag(i int, mu float64) {
	d, dd, s := q.d, q.d*q.d, q.s
	l := q.diag[i*dd : (i+1)*dd]
	var col [sheaf.MaxDim * (sheaf.MaxDim + 1) / 2]float64
	at := 0
	for a := range d {
		for b := a; b < d; b++ {
			// The unit matrix of the pair: e_a e_aᵀ, or (e_a e_bᵀ + e_b e_aᵀ)/√2.
			scale := 1.0
			if a != b {
				scale = 1 / math.Sqrt2
			}
			clear(q.a)
			for r := range d {
				q.a[r*d+b] += 2 * scale * l[r*d+a]
				q.a[b*d+r] += 2 * scale * l[a*d+r]
				if a != b {
					q.a[r*d+a] += 2 * scale * l[r*d+b]
					q.a[a*d+r] += 2 * scale * l[b*d+r]
				}
			}
			pack(d, col[:s], q.a)
			col[at] += mu
			q.chol.addColumn(int32(i), at, col[:s])
			at++
		}
	}
}

// pack sets dst to the d(d+1)/2 entries of the symmetric part of a, those off the
// diagonal times √2: the norm is kept.
func pack(d int, dst, a []float64) {
	k := 0
	for r := range d {
		dst[k] = a[r*d+r]
		k++
		for c := r + 1; c < d; c++ {
			dst[k] = (a[r*d+c] + a[c*d+r]) / math.Sqrt2
			k++
		}
	}
}

// unpack is the inverse of pack.
func unpack(d int, a, src []float64) {
	k := 0
	for r := range d {
		a[r*d+r] = src[k]
		k++
		for c := r + 1; c < d; c++ {
			v := src[k] / math.Sqrt2
			a[r*d+c], a[c*d+r] = v, v
			k++
		}
	}
}
