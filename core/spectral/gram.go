package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// gram solves (JJᵀ + μI) y = −x. J is the Jacobian of the blocks of a Laplacian with
// respect to its maps, and μ the damping (see [Reassembler]). The unknown y consists of a
// symmetric d×d matrix Y_i for each node i and a d×d matrix Z_e for each edge e. JJᵀ has
// these blocks; solve explains the factor √2:
//
//	node i, node i   Y ↦ 2(L_ii Y + Y L_ii)
//	edge, edge       Z ↦ 2(A Z + Z B),            A = R_ijᵀR_ij, B = R_jiᵀR_ji
//	edge, node i     Z ↦ −√2(G Zᵀ + Z Gᵀ),        G = R_ijᵀR_ji
//	edge, node j     Z ↦ −√2(Gᵀ Z + Zᵀ G)
//
// Two edges share no map, so JJᵀ has no block between them. Each edge is therefore
// eliminated separately, by the eigenvectors of A and B. The Schur complement, the system
// that remains for the nodes, has a block of size s = d(d+1)/2 for each node and the
// pattern of the graph. A sparse block Cholesky factorisation solves it.
type gram struct {
	n, d, s int // nodes, stalk dimension, block size d(d+1)/2
	edges   []graph.Edge
	chol    *blockCholesky // the Schur complement
	u, v    []float64      // eigenvectors of A and B, in columns, for each edge
	root    []float64      // entry p·d+t of an edge: 1/√(2(a_p + b_t) + μ) for the eigenvalues a_p of A and b_t of B
	blocks  []float64      // two coupling blocks of s×d² for each edge, to its nodes i and j, times root
	rhs     []float64      // right-hand side and solution of the Schur complement
	z       []float64      // right-hand side and solution of the edges, in the bases u and v
	a, g    []float64      // d×d each: workspace; G of the present edge
	diag    []float64      // L_ii for each node
}

// newGram returns a gram for the given graph, or nil if the elimination of the edges or the
// updates of the Cholesky factorisation would need more than maxWork multiplications.
func newGram(n, d int, edges []graph.Edge, maxWork int) *gram {
	s, dd, m := d*(d+1)/2, d*d, len(edges)
	elimination := m * 2 * s * s * dd // roughly the elimination of the edges: two products of coupling blocks each
	if elimination > maxWork {
		return nil
	}
	sym := analyse(n, edges, maxWork/(s*s*s)) // an update multiplies two s×s blocks
	if sym == nil {
		return nil
	}
	vector := func(length int) []float64 { return make([]float64, length) }
	return &gram{n: n, d: d, s: s, edges: edges, chol: newBlockCholesky(sym, s),
		u: vector(m * dd), v: vector(m * dd), root: vector(m * dd), blocks: vector(2 * m * s * dd),
		rhs: vector(n * s), z: vector(m * dd), a: vector(dd), g: vector(dd), diag: vector(n * dd)}
}

// solve sets y to the solution of (JJᵀ + μI) y = −x by the factorisation of the last
// call of factor. x.diag has the blocks of the nodes, and x.off the blocks of the edges. The
// block of an edge occurs twice in a symmetric matrix, so its square counts twice in the
// norm. The system therefore contains the block with the weight √2.
func (q *gram) solve(y *pattern, x pattern) {
	d, dd, s := q.d, q.d*q.d, q.s
	for i := range q.n {
		pack(d, q.rhs[i*s:(i+1)*s], x.diag[i*dd:(i+1)*dd])
	}
	linalg.Scal(-1, q.rhs)
	// Forward elimination of the edges: z = −√2 UᵀXV, multiplied entrywise by root.
	for e, ed := range q.edges {
		z := q.z[e*dd : (e+1)*dd]
		clear(q.a)
		small.AddTMulTerms(d, -math.Sqrt2, q.u[e*dd:(e+1)*dd], x.off[e*dd:(e+1)*dd], q.a)
		small.Mul(d, z, q.a, q.v[e*dd:(e+1)*dd])
		for entry, w := range q.root[e*dd : (e+1)*dd] {
			z[entry] *= w
		}
		ki, kj := q.coupling(e)
		for r := range s {
			q.rhs[int(ed.I)*s+r] -= linalg.Dot(ki[r*dd:(r+1)*dd], z)
			q.rhs[int(ed.J)*s+r] -= linalg.Dot(kj[r*dd:(r+1)*dd], z)
		}
	}
	// The Schur complement gives the part of the nodes.
	q.chol.solve(q.rhs)
	for i := range q.n {
		unpack(d, y.diag[i*dd:(i+1)*dd], q.rhs[i*s:(i+1)*s])
	}
	// Backward substitution gives the part of the edges.
	for e, ed := range q.edges {
		z := q.z[e*dd : (e+1)*dd]
		ki, kj := q.coupling(e)
		for r := range s {
			linalg.Axpy(-q.rhs[int(ed.I)*s+r], ki[r*dd:(r+1)*dd], z)
			linalg.Axpy(-q.rhs[int(ed.J)*s+r], kj[r*dd:(r+1)*dd], z)
		}
		for entry, w := range q.root[e*dd : (e+1)*dd] {
			z[entry] *= w
		}
		out := y.off[e*dd : (e+1)*dd] // U Z Vᵀ/√2: in the original bases, without the weight
		small.Mul(d, q.a, q.u[e*dd:(e+1)*dd], z)
		clear(out)
		small.AddMulT(d, 1/math.Sqrt2, q.a, q.v[e*dd:(e+1)*dd], out)
	}
}

// coupling returns the s×d² coupling blocks of edge e to its two nodes i and j.
func (q *gram) coupling(e int) (ki, kj []float64) {
	size := q.s * q.d * q.d
	return q.blocks[2*e*size : (2*e+1)*size], q.blocks[(2*e+1)*size : (2*e+2)*size]
}

// factor eliminates the edges at the maps of c and factors the Schur complement. It
// returns false if rounding makes the complement indefinite or a number is NaN.
func (q *gram) factor(c *sheaf.Sheaf, mu float64) bool {
	d, dd := q.d, q.d*q.d
	q.chol.clear()
	clear(q.diag)
	var valuesA, valuesB [sheaf.MaxDim]float64 // eigenvalues of A and B
	for e, ed := range q.edges {
		ri, rj := c.Map(e, 0), c.Map(e, 1)
		u, v, root := q.u[e*dd:(e+1)*dd], q.v[e*dd:(e+1)*dd], q.root[e*dd:(e+1)*dd]
		q.eigenOfGram(ri, ed.I, valuesA[:d], u)
		q.eigenOfGram(rj, ed.J, valuesB[:d], v)
		for p := range d {
			for t := range d {
				root[p*d+t] = 1 / math.Sqrt(2*max(0, valuesA[p]+valuesB[t])+mu) // rounding may make a sum negative
			}
		}
		clear(q.g)
		small.AddTMulTerms(d, 1, ri, rj, q.g) // G, for fillCoupling
		q.fillCoupling(e)
		// The Schur complement is what remains after products of the coupling blocks are subtracted.
		ki, kj := q.coupling(e)
		q.chol.subDiag(ed.I, ki, dd)
		q.chol.subDiag(ed.J, kj, dd)
		q.chol.subEdge(e, ed, ki, kj, dd)
	}
	for i := range q.n { // diag is complete only after the last edge
		q.addDiag(i, mu)
	}
	return q.chol.factor()
}

// eigenOfGram computes the eigenvalues and eigenvectors of RᵀR, where r is a map from the
// given node. It also adds RᵀR to the block of the node in diag.
func (q *gram) eigenOfGram(r []float64, node int32, values, vectors []float64) {
	d, dd := q.d, q.d*q.d
	clear(q.a)
	small.AddTMulTerms(d, 1, r, r, q.a)
	linalg.Axpy(1, q.a, q.diag[int(node)*dd:(int(node)+1)*dd])
	linalg.EigSymSmall(d, q.a, values, vectors)
}

// fillCoupling sets the two coupling blocks of edge e from G, the eigenvectors u_p
// of A and v_t of B, and root.
func (q *gram) fillCoupling(e int) {
	d, dd := q.d, q.d*q.d
	u, v, root := q.u[e*dd:(e+1)*dd], q.v[e*dd:(e+1)*dd], q.root[e*dd:(e+1)*dd]
	ki, kj := q.coupling(e)
	// Column p·d+t belongs to the unit matrix x wᵀ with x = u_p and w = v_t.
	var x, w, gtx, gw [sheaf.MaxDim]float64 // u_p, v_t, Gᵀu_p and G v_t
	for p := range d {
		for k := range d {
			x[k] = u[k*d+p]
		}
		for r := range d {
			gtx[r] = 0
			for k := range d {
				gtx[r] += float64(q.g[k*d+r] * x[k])
			}
		}
		for t := range d {
			for r := range d {
				w[r] = v[r*d+t]
			}
			for r := range d {
				gw[r] = 0
				for k := range d {
					gw[r] += float64(q.g[r*d+k] * w[k])
				}
			}
			col := p*d + t
			q.symmetricOuter(ki, col, -math.Sqrt2*root[col], gw[:d], x[:d])
			q.symmetricOuter(kj, col, -math.Sqrt2*root[col], gtx[:d], w[:d])
		}
	}
}

// symmetricOuter sets column col of a coupling block to scale·(x yᵀ + y xᵀ), as pack
// stores it.
func (q *gram) symmetricOuter(block []float64, col int, scale float64, x, y []float64) {
	dd := q.d * q.d
	row := 0 // row of the coupling block: the index at which pack stores entry (a, b)
	for a := range q.d {
		block[row*dd+col] = scale * 2 * x[a] * y[a]
		row++
		for b := a + 1; b < q.d; b++ {
			block[row*dd+col] = scale * math.Sqrt2 * (float64(x[a]*y[b]) + float64(x[b]*y[a]))
			row++
		}
	}
}

// addDiag adds the map Y ↦ 2(L_ii Y + Y L_ii) + μY to the block of node i. Each
// column of the block is the image of a unit matrix Y.
func (q *gram) addDiag(i int, mu float64) {
	d, dd, s := q.d, q.d*q.d, q.s
	l := q.diag[i*dd : (i+1)*dd]
	var image [sheaf.MaxDim * (sheaf.MaxDim + 1) / 2]float64
	column := 0
	for a := range d {
		for b := a; b < d; b++ {
			// Y is e_a e_aᵀ, or (e_a e_bᵀ + e_b e_aᵀ)/√2 for a ≠ b.
			scale := 1.0
			if a != b {
				scale = 1 / math.Sqrt2
			}
			// The image has 2·scale·L e_a in column b, with L = L_ii, and its transpose in row b.
			// For a ≠ b it also has 2·scale·L e_b in column a and its transpose in row a.
			clear(q.a)
			for r := range d {
				q.a[r*d+b] += float64(2 * scale * l[r*d+a])
				q.a[b*d+r] += float64(2 * scale * l[a*d+r])
				if a != b {
					q.a[r*d+a] += float64(2 * scale * l[r*d+b])
					q.a[a*d+r] += float64(2 * scale * l[b*d+r])
				}
			}
			pack(d, image[:s], q.a)
			image[column] += mu // pack turns Y into the unit vector of this column
			q.chol.addColumn(int32(i), column, image[:s])
			column++
		}
	}
}

// pack sets dst to the d(d+1)/2 entries on and above the diagonal of the symmetric
// part of a. Entries off the diagonal are multiplied by √2, which keeps the
// Frobenius norm.
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

// unpack, the inverse of pack, sets the symmetric matrix a from the packed entries src.
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
