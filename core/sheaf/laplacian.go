package sheaf

import (
	"fmt"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/small"
)

// DefaultKernelTol times the largest eigenvalue is the bound up to which an eigenvalue
// counts as zero.
const DefaultKernelTol = 1e-9

// Laplacian is equation 7, the sheaf Laplacian L = BᵀB, in block compressed sparse
// rows. Block row i has the d×d blocks Block[p·d²:(p+1)·d²] for Ptr[i] ≤ p < Ptr[i+1];
// Col[p] is the block column, strictly ascending within a row. The pattern comes
// from the edges and is built once. Both triangles are stored. Every node has a
// diagonal block, also an isolated node.
type Laplacian struct {
	N, D     int // nodes; stalk dimension
	Ptr, Col []int32
	Block    []float64

	edges        []graph.Edge
	diag         []int32   // position of the diagonal block of each node
	upper, lower []int32   // positions of the blocks (i,j) and (j,i) of each edge
	mirror       []int32   // for each block below the diagonal, in order, the position of its transpose
	nodes        []float64 // diagonal blocks during the assembly
	work         []float64 // workspace of Apply
}

// NewLaplacian returns the Laplacian of a graph with the stalk dimension d. Its
// blocks are zero until Assemble. It keeps the slice edges. It panics unless every edge
// is (i, j) with 0 ≤ i < j < n and occurs once.
func NewLaplacian(n, d int, edges []graph.Edge) *Laplacian {
	l := &Laplacian{N: n, D: d, edges: edges, Ptr: make([]int32, n+1), diag: make([]int32, n),
		upper: make([]int32, len(edges)), lower: make([]int32, len(edges))}
	// Ptr[i+1] counts the blocks of row i off the diagonal, and then becomes the end of row i.
	for e, g := range edges {
		isValid := 0 <= g.I && g.I < g.J && int(g.J) < n
		if !isValid {
			panic(fmt.Sprintf("sheaf: edge %d is (%d, %d); want 0 ≤ i < j < %d", e, g.I, g.J, n))
		}
		l.Ptr[g.I+1]++
		l.Ptr[g.J+1]++
	}
	for i := range n {
		l.Ptr[i+1] += l.Ptr[i] + 1 // 1 for the diagonal block
	}
	l.Col = make([]int32, l.Ptr[n])
	next := append([]int32(nil), l.Ptr[:n]...)
	appendBlock := func(i, j int32) {
		l.Col[next[i]] = j
		next[i]++
	}
	for i := range n {
		appendBlock(int32(i), int32(i))
	}
	for _, g := range edges {
		appendBlock(g.I, g.J)
		appendBlock(g.J, g.I)
	}
	for i := range n {
		row := l.Col[l.Ptr[i]:l.Ptr[i+1]]
		order.Indices(row)
		distinct := slices.Compact(append([]int32(nil), row...))
		if len(distinct) != len(row) {
			panic(fmt.Sprintf("sheaf: node %d has an edge that occurs twice", i))
		}
		l.diag[i] = l.find(int32(i), int32(i))
	}
	for e, g := range edges {
		l.upper[e] = l.find(g.I, g.J)
		l.lower[e] = l.find(g.J, g.I)
	}
	transposed := make([]int32, len(l.Col)) // transposed[p] is the position of the transpose of block p, for p below the diagonal
	for e, p := range l.lower {
		transposed[p] = l.upper[e]
	}
	l.mirror = make([]int32, 0, len(edges))
	for i := range n {
		l.mirror = append(l.mirror, transposed[l.Ptr[i]:l.diag[i]]...) // the blocks of row i before its diagonal block
	}
	l.Block = make([]float64, len(l.Col)*d*d)
	return l
}

// find returns the position of block (i, j), which must exist.
func (l *Laplacian) find(i, j int32) int32 {
	p, _ := slices.BinarySearch(l.Col[l.Ptr[i]:l.Ptr[i+1]], j)
	return l.Ptr[i] + int32(p)
}

// Assemble computes the blocks from the maps of s. The edges of s must be the edges
// given to [NewLaplacian]. It panics if the numbers of nodes or edges or the stalk
// dimension differ. Only the first call may allocate a workspace.
func (l *Laplacian) Assemble(s *Sheaf) {
	fits := s.N == l.N && s.D == l.D && len(s.Edges) == len(l.edges)
	if !fits {
		panic(fmt.Sprintf("sheaf: sheaf with n=%d, d=%d, m=%d on a pattern of n=%d, d=%d, m=%d",
			s.N, s.D, len(s.Edges), l.N, l.D, len(l.edges)))
	}
	d := l.D
	// Assemble4 returns false if the kernel of linalg lacks this loop.
	if d == 4 && linalg.Assemble4(s.pairs(), l.diag, l.upper, l.lower, s.R, l.Block) {
		return
	}
	// Every edge adds to two diagonal blocks. Their sums are in a compact array, which stays in a cache.
	dd := d * d
	if len(l.nodes) == 0 {
		l.nodes = make([]float64, l.N*dd)
	}
	clear(l.nodes)
	for e, g := range l.edges {
		ri, rj := s.Map(e, 0), s.Map(e, 1)
		small.AddTMul(d, 1, ri, ri, l.nodes[int(g.I)*dd:][:dd])
		small.AddTMul(d, 1, rj, rj, l.nodes[int(g.J)*dd:][:dd])
		up := l.at(l.upper[e])
		clear(up)
		small.AddTMul(d, -1, ri, rj, up)
	}
	l.Reflect()
	for i, p := range l.diag {
		copy(l.at(p), l.nodes[i*dd:])
	}
}

// Reflect sets the blocks below the diagonal to the transposes of the blocks above the
// diagonal. It writes in order and reads at scattered positions, which is faster than
// the reverse.
func (l *Laplacian) Reflect() {
	k := 0 // index of the block in mirror
	for i, diagonal := range l.diag {
		for p := l.Ptr[i]; p < diagonal; p++ {
			lower, upper := l.at(p), l.at(l.mirror[k])
			k++
			if l.D == 2 { // written out, for speed
				b := (*[4]float64)(upper)
				*(*[4]float64)(lower) = [4]float64{b[0], b[2], b[1], b[3]}
			} else {
				transpose(l.D, lower, upper)
			}
		}
	}
}

// transpose sets the d×d block dst to the transpose of src.
func transpose(d int, dst, src []float64) {
	for r := range d {
		for q := range d {
			dst[q*d+r] = src[r*d+q]
		}
	}
}

// at returns the block at position p, sharing memory with l.
func (l *Laplacian) at(p int32) []float64 {
	dd := l.D * l.D
	return l.Block[int(p)*dd : (int(p)+1)*dd : (int(p)+1)*dd]
}

// Dim returns the dimension n·d.
func (l *Laplacian) Dim() int { return l.N * l.D }

// Diag returns the d×d diagonal block of node i, sharing memory with l.
func (l *Laplacian) Diag(i int) []float64 { return l.at(l.diag[i]) }

// Edge returns the block L_ij = −R_ijᵀR_ji of edge e, sharing memory with l.
func (l *Laplacian) Edge(e int) []float64 { return l.at(l.upper[e]) }

// EdgeT returns the block L_ji of edge e, sharing memory with l.
func (l *Laplacian) EdgeT(e int) []float64 { return l.at(l.lower[e]) }

// Apply sets dst ← L x for c channels; both are (N·D)×c and must not overlap. On large
// graphs the first call and a call with more channels allocate a workspace.
func (l *Laplacian) Apply(dst, x []float64, c int) {
	if len(x) != l.N*l.D*c || len(dst) != len(x) {
		panic(fmt.Sprintf("sheaf: Apply on slices of length %d and %d, want %d×%d×%d", len(dst), len(x), l.N, l.D, c))
	}
	size := linalg.BlockWork(l.N, l.D, c)
	if size > len(l.work) {
		l.work = make([]float64, size)
	}
	linalg.BlockApply(l.N, l.D, l.Ptr, l.Col, l.Block, x, dst, c, l.work)
}

// ApplyRows sets dst to the rows of L x for the nodes lo … hi−1; x is (N·D)×c and
// dst is ((hi−lo)·D)×c. They must not overlap. A caller that processes the product
// in parts keeps each part in a cache.
func (l *Laplacian) ApplyRows(dst, x []float64, c, lo, hi int) {
	if len(x) != l.N*l.D*c {
		panic(fmt.Sprintf("sheaf: ApplyRows on a slice of length %d, want %d×%d×%d", len(x), l.N, l.D, c))
	}
	linalg.BlockApplyRows(lo, hi, l.D, l.Ptr, l.Col, l.Block, x, dst, c)
}

// Trace returns tr L.
func (l *Laplacian) Trace() float64 {
	t := 0.0
	for _, p := range l.diag {
		b := l.at(p)
		for k := range l.D {
			t += b[k*l.D+k]
		}
	}
	return t
}

// Dense returns L as a dense (N·D)×(N·D) matrix.
func (l *Laplacian) Dense() *linalg.Dense {
	d := l.D
	a := linalg.NewDense(l.Dim(), l.Dim())
	for i := range l.N {
		for p := l.Ptr[i]; p < l.Ptr[i+1]; p++ {
			b := l.at(p)
			for r := range d {
				copy(a.Row(i*d + r)[int(l.Col[p])*d:], b[r*d:(r+1)*d])
			}
		}
	}
	return a
}

// Entries returns the rows, columns and values of all stored entries of both
// triangles, in ascending order of rows and then columns. It includes the zeros
// inside a block.
func (l *Laplacian) Entries() (rows, cols []int, vals []float64) {
	d, count := l.D, len(l.Block)
	rows, cols = make([]int, 0, count), make([]int, 0, count)
	vals = make([]float64, 0, count)
	for i := range l.N {
		for r := range d {
			for p := l.Ptr[i]; p < l.Ptr[i+1]; p++ {
				b := l.at(p)
				for k := range d {
					rows = append(rows, i*d+r)
					cols = append(cols, int(l.Col[p])*d+k)
					vals = append(vals, b[r*d+k])
				}
			}
		}
	}
	return rows, cols, vals
}

// Operator returns L as a linear operator on vectors of length N·D.
func (l *Laplacian) Operator() linalg.Operator { return operator{l} }

// operator implements [linalg.Operator] for a Laplacian with a single channel.
type operator struct{ l *Laplacian }

// Dim and Apply implement linalg.Operator.
func (o operator) Dim() int                 { return o.l.Dim() }
func (o operator) Apply(dst, src []float64) { o.l.Apply(dst, src, 1) }
