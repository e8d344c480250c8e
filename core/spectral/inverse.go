package spectral

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// Inverse applies X = (I + Δt·L)^{-1} H, equation 8 of SGPC, to c channels by the block
// factorisation L + I/Δt = U D Uᵀ, for package diffusion. It suits graphs with little
// fill-in. Forward and backward substitution are one pass over a block triangular matrix.
// Its rows are the rows of Y in elimination order, then the rows of X in reverse order:
//
//	Y = U^{-1} H                  Y_k = H_k − Σ_{j<k} U_kj Y_j
//	X = U^{-T} (Δt·D)^{-1} Y      X_k = (Δt·D_k)^{-1} Y_k − Σ_{i>k} U_ikᵀ X_i
type Inverse struct {
	fac *factor
	c   int // number of channels
	// The triangular matrix in block CSR. Row k is Y_k, and row 2n−1−k is X_k. Column i is H
	// of node i, column n+k is Y_k, and column 3n−1−k is X_k.
	ptr, col []int32
	blocks   []float64
	nonzero  []bool // for each slot (see symbolic), whether the block of U is not 0; the CSR matrix has only these blocks
	// pivot[k] is the position of block (Δt·D_k)^{-1}. For each slot of the factor, down is the
	// position of block −U_ik in row Y_i, and up the position of its transpose in row X_k.
	pivot, down, up     []int32
	next                []int32   // workspace of layout
	scaled, basis, part []float64 // workspace, d×d each
	sel                 *selected // created by the first Leverage
}

// The time of a multiplication in a factorisation and in a solve, relative to a
// multiplication of conjugate gradients, measured on Cora, Citeseer and Chameleon for
// unpadded blocks. Padded blocks are faster, but smaller values would change the solver,
// and thereby the bits, of runs with default settings.
const (
	costOfFactor = 12
	costOfSolve  = 2
)

// Work returns the approximate numbers of multiplications of one Compute and one
// Solve.
func (v *Inverse) Work() (compute, solve float64) {
	s, d := v.fac.sym, v.fac.d
	return inverseWork(s.n, d, v.c, len(s.target), len(s.rows))
}

// inverseWork is [Inverse.Work] for a factor with the given number of block updates;
// slots is the number of its blocks off the diagonal. A factorisation has one product of
// d×d blocks per update, two per slot and one per node. A solve multiplies c channels by
// each block in the forward and in the backward substitution.
func inverseWork(n, d, c, updates, slots int) (compute, solve float64) {
	dd := float64(d * d)
	return dd * float64(d) * float64(updates+2*slots+n), dd * float64(c) * float64(2*(n+slots))
}

// NewInverse orders the nodes and allocates the factor, for stalks of dimension d and
// c channels. factors and solves are the numbers of factorisations and solves that the
// caller needs, and work the multiplications that conjugate gradients would need instead.
// NewInverse returns nil if conjugate gradients are not slower, or if a factorisation would
// need more than maxUpdates block updates.
func NewInverse(n, d, c int, edges []graph.Edge, factors, solves int, work float64) *Inverse {
	// With more updates the factorisations alone would cost more than work.
	affordableUpdates := work / float64(factors*costOfFactor*d*d*d)
	sym := analyse(n, edges, int(min(affordableUpdates, maxUpdates)))
	if sym == nil {
		return nil
	}
	slots := len(sym.rows)
	compute, solve := inverseWork(n, d, c, len(sym.target), slots)
	isSlower := float64(float64(factors)*costOfFactor*compute)+float64(float64(solves)*costOfSolve*solve) >= work
	if isSlower {
		return nil
	}
	v := &Inverse{fac: newFactor(sym, d), c: c, ptr: make([]int32, 2*n+1), col: make([]int32, 2*(n+slots)),
		blocks: make([]float64, 2*(n+slots)*d*d), pivot: make([]int32, n), down: make([]int32, slots), up: make([]int32, slots),
		nonzero: make([]bool, slots), next: make([]int32, n),
		scaled: make([]float64, d*d), basis: make([]float64, d*d), part: make([]float64, d*d)}
	v.layout(sym) // still without blocks of U, since nonzero is false; the first Compute adds them
	return v
}

// layout sets the CSR pattern of the nonzero blocks, and the identity blocks that
// multiply H. Compute sets the other blocks.
func (v *Inverse) layout(s *symbolic) {
	n, d := int32(s.n), v.fac.d
	// At first ptr[r+1] is the number of blocks of row r.
	clear(v.ptr)
	for k := range n {
		v.ptr[k+1]++
		v.ptr[2*n-k]++
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if v.nonzero[p] {
				v.ptr[s.rows[p]+1]++
				v.ptr[2*n-k]++
			}
		}
	}
	for i := range 2 * n {
		v.ptr[i+1] += v.ptr[i]
	}
	// The first block of a row of Y is the identity that multiplies H.
	next := v.next // next[k] is the next free position of row Y_k
	for k := range n {
		first := v.ptr[k] // position of the first block of Y_k
		v.col[first], next[k] = s.perm[k], first+1
		identity := v.blocks[int(first)*d*d:][:d*d]
		clear(identity)
		for r := 0; r < d*d; r += d + 1 {
			identity[r] = 1
		}
	}
	// A row of X begins with the pivot. Each nonzero block of U occurs in a row of Y and, transposed, in a row of X.
	for k := range n {
		position := v.ptr[2*n-1-k] // of the last block of row X_k that is set so far
		v.col[position], v.pivot[k] = n+k, position
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if !v.nonzero[p] {
				continue
			}
			i := s.rows[p]
			v.down[p] = next[i]
			v.col[next[i]] = n + k
			next[i]++
			position++
			v.up[p], v.col[position] = position, 3*n-1-i
		}
	}
}

// updatePattern adapts the CSR pattern to the blocks of the present factor that are not 0.
// A sample of the edges gives zero maps to all other edges, so blocks may become 0.
func (v *Inverse) updatePattern() {
	hasChanged := false
	for p := range v.nonzero {
		isNonzero := !isZero(v.fac.block(v.fac.low, p))
		if isNonzero != v.nonzero[p] {
			v.nonzero[p] = isNonzero
			hasChanged = true
		}
	}
	if hasChanged {
		v.layout(v.fac.sym)
	}
}

// Len returns the length of the workspace of Solve: the numbers of H, Y and X.
func (v *Inverse) Len() int { return 3 * v.fac.sym.n * v.fac.d * v.c }

// Compute factors I + dt·L, dt > 0, for the present blocks of l. edges must be the edges
// of NewInverse and of l.
func (v *Inverse) Compute(l *sheaf.Laplacian, edges []graph.Edge, dt float64) {
	f, s, d := v.fac, v.fac.sym, v.fac.d
	dd := d * d
	block := func(position int32) []float64 { return v.blocks[int(position)*dd:][:dd] }
	f.compute(l, edges, -1/dt) // factors L + I/Δt, which is (I + Δt·L)/Δt
	v.updatePattern()
	for k := range int32(s.n) {
		basis := f.unpadded(v.basis, f.block(f.v, int(k))) // V of node k
		// scaled becomes V·diag(inv).
		for r, b := range basis {
			v.scaled[r] = b * f.inv[int(k)*f.q+r%d]
		}
		pivot := block(v.pivot[k]) // V·diag(inv)·Vᵀ/Δt
		clear(pivot)
		small.AddMulT(d, 1/dt, v.scaled, basis, pivot)
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if !v.nonzero[p] {
				continue
			}
			down := block(v.down[p]) // −(block of U) = −low·Vᵀ
			clear(down)
			small.AddMulT(d, -1, f.unpadded(v.part, f.block(f.low, int(p))), basis, down)
			small.Transpose(d, 1, down, block(v.up[p]))
		}
	}
}

// Leverage sets tau[e] to the leverage tr(B_e (L + I/Δt)^{-1} B_eᵀ) of each edge e,
// where B_e has the rows of e in the coboundary of s. The last Compute must have
// been for the Laplacian of s. The values lie in [0, d].
func (v *Inverse) Leverage(tau []float64, s *sheaf.Sheaf) {
	if v.sel == nil {
		v.sel = newSelected(v.fac)
	}
	v.sel.compute()
	v.sel.leverage(tau, s, s.Edges)
	for e, t := range tau { // rounding may leave the interval
		tau[e] = min(max(t, 0), float64(v.fac.d))
	}
}

// Solve sets dst = (I + dt·L)^{-1} h by the factor of the last Compute; dst and h
// are (n·d)×c. work is workspace of length Len(). dst may be the beginning of work.
func (v *Inverse) Solve(dst, h, work []float64) {
	n, w := v.fac.sym.n, v.fac.d*v.c
	copy(work[:n*w], h) // BlockSweep appends Y, then X in reverse order
	linalg.BlockSweep(n, v.fac.d, v.ptr, v.col, v.blocks, work[:v.Len()], v.c)
	for k, node := range v.fac.sym.perm {
		copy(dst[int(node)*w:][:w], work[(3*n-1-k)*w:][:w])
	}
}
