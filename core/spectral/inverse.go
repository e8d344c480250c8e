package spectral

import (
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// Inverse applies (I + Δt·L)^{-1}, equation 8 of SGPC, to c channels by the block
// factor L + I/Δt = U D Uᵀ of a graph in which elimination fills in little. Both
// sweeps are one product with a block triangular matrix in place, in which row k of
//
//	Y = U^{-1} H                  is  Y_k = H_k − Σ_{j<k} U_kj Y_j
//	X = U^{-T} (Δt·D)^{-1} Y      is  X_k = (Δt·D_k)^{-1} Y_k − Σ_{i>k} U_ikᵀ X_i
//
// in the order of elimination, X from its end.
type Inverse struct {
	fac      *factor
	c        int
	ptr, col []int32 // rows of Y, then those of X; columns count blocks of H, Y and X
	blocks   []float64
	live     []bool // by slot: whether the block of U has an entry, else no row has it
	// pivot and, by slot of the factor, down and up are the places of D_k^{-1}, U_kj and U_ikᵀ in blocks.
	pivot, down, up     []int32
	next                []int32   // of layout
	scaled, basis, part []float64 // d×d each
	sel                 *selected // made by the first Leverage
}

// Multiplications of a factor, in small blocks, and of a solve, which gathers rows in no order, take as
// long as so many of conjugate gradients (measured on Cora, Citeseer and Chameleon, before small stalks
// stood in blocks of four: with less for a factor, runs by default would change their way and their bits).
const (
	costOfFactor = 12
	costOfSolve  = 2
)

// Work returns about how many multiplications Compute takes, and Solve.
func (v *Inverse) Work() (compute, solve float64) {
	s, d := v.fac.sym, v.fac.d
	return inverseWork(s.n, d, v.c, len(s.target), len(s.rows))
}

// inverseWork is that of a factor with so many block updates and so many blocks outside the diagonal.
func inverseWork(n, d, c, updates, slots int) (compute, solve float64) {
	q := float64(d * d)
	return q * float64(d) * float64(updates+2*slots+n), q * float64(c) * float64(2*(n+slots))
}

// NewInverse analyses the graph. It returns nil where so many factors and solves would
// take as long as that many multiplications of conjugate gradients, or longer.
func NewInverse(n, d, c int, edges []graph.Edge, factors, solves int, work float64) *Inverse {
	sym := analyse(n, edges, int(min(work/float64(factors*costOfFactor*d*d*d), maxUpdates)))
	if sym == nil {
		return nil
	}
	slots := len(sym.rows)
	compute, solve := inverseWork(n, d, c, len(sym.target), slots)
	if float64(factors)*costOfFactor*compute+float64(solves)*costOfSolve*solve >= work {
		return nil
	}
	v := &Inverse{fac: newFactor(sym, d), c: c, ptr: make([]int32, 2*n+1), col: make([]int32, 2*(n+slots)),
		blocks: make([]float64, 2*(n+slots)*d*d), pivot: make([]int32, n), down: make([]int32, slots), up: make([]int32, slots),
		live: make([]bool, slots), next: make([]int32, n),
		scaled: make([]float64, d*d), basis: make([]float64, d*d), part: make([]float64, d*d)}
	v.layout(sym)
	return v
}

// layout sets the pattern, and the blocks that are 1 whatever the maps.
func (v *Inverse) layout(s *symbolic) {
	n, d := int32(s.n), v.fac.d
	clear(v.ptr)
	for k := range n {
		v.ptr[k+1]++
		v.ptr[2*n-k]++
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if v.live[p] {
				v.ptr[s.rows[p]+1]++
				v.ptr[2*n-k]++
			}
		}
	}
	for i := range 2 * n {
		v.ptr[i+1] += v.ptr[i]
	}
	next := v.next
	for k := range n {
		at := v.ptr[k]
		v.col[at], next[k] = s.perm[k], at+1
		one := v.blocks[int(at)*d*d:][:d*d]
		clear(one)
		for r := 0; r < d*d; r += d + 1 {
			one[r] = 1
		}
	}
	for k := range n {
		at := v.ptr[2*n-1-k]
		v.col[at], v.pivot[k] = n+k, at
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if !v.live[p] {
				continue
			}
			i := s.rows[p]
			v.down[p] = next[i]
			v.col[next[i]] = n + k
			next[i]++
			at++
			v.up[p], v.col[at] = at, 3*n-1-i
		}
	}
}

// follow makes the pattern that of the factor in place, in which the edges that are not drawn leave zeros.
func (v *Inverse) follow() {
	changed := false
	for p := range v.live {
		if live := !zero(v.fac.block(v.fac.low, p)); live != v.live[p] {
			v.live[p], changed = live, true
		}
	}
	if changed {
		v.layout(v.fac.sym)
	}
}

// Len is the number of numbers of the workspace of Solve.
func (v *Inverse) Len() int { return 3 * v.fac.sym.n * v.fac.d * v.c }

// Compute factors I + dt·L, dt > 0, for the present blocks of l, whose graph has these edges.
func (v *Inverse) Compute(l *sheaf.Laplacian, edges []graph.Edge, dt float64) {
	f, s, d := v.fac, v.fac.sym, v.fac.d
	dd := d * d
	block := func(k int32) []float64 { return v.blocks[int(k)*dd:][:dd] }
	f.compute(l, edges, -1/dt)
	v.follow()
	for k := range int32(s.n) {
		basis := f.stalk(v.basis, f.block(f.v, int(k)))
		for r, b := range basis {
			v.scaled[r] = b * f.inv[int(k)*f.q+r%d]
		}
		to := block(v.pivot[k])
		clear(to)
		small.AddMulT(d, 1/dt, v.scaled, basis, to)
		for p := s.colPtr[k]; p < s.colPtr[k+1]; p++ {
			if !v.live[p] {
				continue
			}
			to := block(v.down[p])
			clear(to)
			small.AddMulT(d, -1, f.stalk(v.part, f.block(f.low, int(p))), basis, to)
			small.Transpose(d, 1, to, block(v.up[p]))
		}
	}
}

// Leverage sets tau[e] to tr(B_e (L + I/Δt)^{-1} B_eᵀ) for the rows B_e of the coboundary of s, with the
// factor of its Laplacian in place: exact to rounding, between 0 and d.
func (v *Inverse) Leverage(tau []float64, s *sheaf.Sheaf) {
	if v.sel == nil {
		v.sel = newSelected(v.fac)
	}
	v.sel.compute()
	v.sel.leverage(tau, s, s.Edges)
	for e, t := range tau {
		tau[e] = min(max(t, 0), float64(v.fac.d))
	}
}

// Solve sets dst = (I + dt·L)^{-1} h with the factor in place; both are (n·d)×c.
// work has Len() numbers, and dst may be its first part.
func (v *Inverse) Solve(dst, h, work []float64) {
	n, w := v.fac.sym.n, v.fac.d*v.c
	copy(work[:n*w], h)
	linalg.BlockSweep(n, v.fac.d, v.ptr, v.col, v.blocks, work[:v.Len()], v.c)
	for k, node := range v.fac.sym.perm {
		copy(dst[int(node)*w:][:w], work[(3*n-1-k)*w:][:w])
	}
}
