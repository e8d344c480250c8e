package sheaf

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// NoTransport is the tolerance, relative to the largest singular value, up to which
// a singular value counts as 0. An edge with such a value has no transport.
const NoTransport = 1e-6

// Polar sets u to the polar factor U of the d×d matrix a = U·P with P positive
// semidefinite, and reports whether a is regular up to [NoTransport]. For a
// singular a, U is the partial isometry with the kernel of a (Higham, Functions of
// Matrices, section 8.1).
func Polar(d int, a, u []float64) (regular bool) {
	var gram, vectors [linalg.MaxSmall * linalg.MaxSmall]float64
	var values [linalg.MaxSmall]float64
	n := d * d
	small.AddTMul(d, 1, a, a, gram[:n])
	linalg.EigSymSmall(d, gram[:n], values[:d], vectors[:n])
	clear(u)
	regular = true
	for k := range d {
		if !(values[k] > NoTransport*NoTransport*values[d-1]) {
			regular = false
			continue
		}
		scale := 1 / math.Sqrt(values[k])
		for p := range d {
			x := 0.0
			for q := range d {
				x += a[p*d+q] * vectors[q*d+k]
			}
			for q := range d {
				u[p*d+q] += scale * x * vectors[q*d+k]
			}
		}
	}
	return regular
}

// orthogonal replaces u by the Newton–Schulz step U(3I − UᵀU)/2 towards its polar
// factor. The Gram matrix in Polar loses digits for nearly singular maps; two steps
// restore them.
func orthogonal(d int, u []float64) {
	var gram, next [MaxDim * MaxDim]float64
	n := d * d
	small.AddTMul(d, -0.5, u, u, gram[:n])
	for k := range d {
		gram[k*d+k] += 1.5
	}
	small.AddMul(d, 1, u, gram[:n], next[:n])
	copy(u, next[:n])
}

// Transports holds the parallel transport of each edge. T_e, D×D, maps the stalk of
// the first end of edge e to the stalk of the second, T_eᵀ maps back. T_e is the
// orthogonal matrix with R_ji T nearest to R_ij in the Frobenius norm (orthogonal
// Procrustes): the polar factor of R_jiᵀ R_ij. For orthogonal maps it is R_ji⁻¹
// R_ij. For a singular R_jiᵀ R_ij the nearest matrix is not unique, and Has is
// false.
type Transports struct {
	D   int
	T   []float64
	Has []bool
}

// Transports returns the transports of all edges.
func (s *Sheaf) Transports() *Transports {
	d, n := s.D, s.D*s.D
	t := &Transports{D: d, T: make([]float64, len(s.Edges)*n), Has: make([]bool, len(s.Edges))}
	var product [MaxDim * MaxDim]float64
	for e := range s.Edges {
		clear(product[:n])
		small.AddTMul(d, 1, s.Map(e, 1), s.Map(e, 0), product[:n])
		u := t.T[e*n : (e+1)*n]
		if t.Has[e] = Polar(d, product[:n], u); t.Has[e] {
			orthogonal(d, u)
			orthogonal(d, u)
		}
	}
	return t
}

// Permuted returns the transports of the sheaf that has at edge e both maps of edge
// from[e].
func (t *Transports) Permuted(from []int) *Transports {
	n := t.D * t.D
	out := &Transports{D: t.D, T: make([]float64, 0, len(t.T)), Has: make([]bool, len(t.Has))}
	for e, f := range from {
		out.T, out.Has[e] = append(out.T, t.T[f*n:(f+1)*n]...), t.Has[f]
	}
	return out
}

// Carry sets dst to x, D×c, transported along a walk: the product of the transports
// with x. ok is false when an edge has no transport.
func (t *Transports) Carry(dst, x []float64, c int, walk []graph.Crossing) (ok bool) {
	d, n := t.D, t.D*t.D
	y := make([]float64, len(x))
	copy(dst, x)
	for _, s := range walk {
		if !t.Has[s.Edge] {
			return false
		}
		m, row, col := t.T[s.Edge*n:(s.Edge+1)*n], d, 1
		if s.Back {
			row, col = 1, d
		}
		clear(y)
		mulAdd(1, y, c, m, row, col, dst, c, d, c)
		copy(dst, y)
	}
	return true
}

// Holonomy returns the product of the transports along a closed walk, D×D. ok is
// false when an edge has no transport.
func (t *Transports) Holonomy(walk []graph.Crossing) (h []float64, ok bool) {
	d := t.D
	one := make([]float64, d*d)
	for k := range d {
		one[k*d+k] = 1
	}
	h = make([]float64, d*d)
	return h, t.Carry(h, one, d, walk)
}

// Away returns ‖H − I‖_F/√(2D) of an orthogonal matrix H: 0 for the identity, √2
// for −I, and 1 in the quadratic mean over random matrices.
func Away(d int, h []float64) float64 {
	trace := 0.0
	for k := range d {
		trace += h[k*d+k]
	}
	return math.Sqrt(max(0, 1-trace/float64(d))) // ‖H − I‖² = 2d − 2 tr H
}

// Angles returns the arguments of the eigenvalues of an orthogonal matrix H, in
// radians from 0 to π, ascending: the angle of a rotated plane twice, π for a
// reversed direction. Their cosines are the eigenvalues of (H + Hᵀ)/2.
func Angles(d int, h []float64) []float64 {
	var sym, vectors [linalg.MaxSmall * linalg.MaxSmall]float64
	var values [linalg.MaxSmall]float64
	for p := range d {
		for q := range d {
			sym[p*d+q] = (h[p*d+q] + h[q*d+p]) / 2
		}
	}
	linalg.EigSymSmall(d, sym[:d*d], values[:d], vectors[:d*d])
	out := make([]float64, d)
	for k := range out {
		out[k] = math.Acos(max(-1, min(1, values[d-1-k])))
	}
	return out
}

// Mirrors reports whether an orthogonal matrix reverses orientation: its
// determinant is −1.
func Mirrors(d int, h []float64) (odd bool) {
	a := slices.Clone(h)
	for c := range d { // the sign of the determinant, by elimination with row pivots
		at := c
		for r := c + 1; r < d; r++ {
			if math.Abs(a[r*d+c]) > math.Abs(a[at*d+c]) {
				at = r
			}
		}
		if at != c {
			odd = !odd
			for k := range d {
				a[at*d+k], a[c*d+k] = a[c*d+k], a[at*d+k]
			}
		}
		if a[c*d+c] < 0 {
			odd = !odd
		}
		for r := c + 1; r < d; r++ {
			linalg.Axpy(-a[r*d+c]/a[c*d+c], a[c*d:(c+1)*d], a[r*d:(r+1)*d])
		}
	}
	return odd
}

// MostMoved returns the unit vector x with the largest ‖Hx − x‖, an eigenvector of
// (H + Hᵀ)/2. Its largest entry is positive.
func MostMoved(d int, h []float64) []float64 {
	var sym, vectors [MaxDim * MaxDim]float64
	var values [MaxDim]float64
	for p := range d {
		for q := range d {
			sym[p*d+q] = (h[p*d+q] + h[q*d+p]) / 2
		}
	}
	linalg.EigSymSmall(d, sym[:d*d], values[:d], vectors[:d*d])
	x, top := make([]float64, d), 0.0
	for k := range x {
		if x[k] = vectors[k*d]; math.Abs(x[k]) > math.Abs(top) {
			top = x[k]
		}
	}
	if top < 0 {
		linalg.Scal(-1, x)
	}
	return x
}

// Fixed returns dim H⁰ of the sheaf of the transports on a graph of n nodes: the
// dimension of the vectors that every holonomy fixes, summed over the components.
// It returns −1 when an edge has no transport.
//
// In each component the closed walks from a root along a spanning tree and one
// further edge generate all closed walks. A vector at the root that they fix
// extends to a section. An eigenvector of Σ (I − H)ᵀ(I − H) over these walks counts
// as fixed when its eigenvalue is at most 1e-9.
func (t *Transports) Fixed(n int, edges []graph.Edge) (dim int) {
	d, q := t.D, t.D*t.D
	g := &graph.Graph{N: n, Edges: edges}
	adj := g.Adjacency()
	from := make([]float64, n*q) // the transport from the root of its component to a node
	order, seen, tree := make([]int32, 0, n), make([]bool, n), make([]bool, len(edges))
	var moved, vectors [MaxDim * MaxDim]float64
	var values [MaxDim]float64
	for e := range edges {
		if !t.Has[e] {
			return -1
		}
	}
	for root := range n {
		if seen[root] {
			continue
		}
		seen[root], order = true, append(order[:0], int32(root))
		for k := range d {
			from[root*q+k*d+k] = 1
		}
		clear(moved[:q])
		for k := 0; k < len(order); k++ {
			i := order[k]
			for p := adj.Ptr[i]; p < adj.Ptr[i+1]; p++ {
				j, e := adj.Nbr[p], int(adj.EdgeID[p])
				at := from[int(j)*q : (int(j)+1)*q]
				if !seen[j] {
					seen[j], tree[e], order = true, true, append(order, j)
					t.Carry(at, from[int(i)*q:(int(i)+1)*q], d, []graph.Crossing{{Edge: e, Back: i > j}})
				} else if !tree[e] && i < j {
					var h, back [MaxDim * MaxDim]float64
					t.Carry(h[:q], from[int(i)*q:(int(i)+1)*q], d, []graph.Crossing{{Edge: e}})
					small.AddTMul(d, -1, at, h[:q], back[:q]) // −H
					for k := range d {
						back[k*d+k]++
					}
					small.AddTMul(d, 1, back[:q], back[:q], moved[:q])
				}
			}
		}
		linalg.EigSymSmall(d, moved[:q], values[:d], vectors[:q])
		for _, v := range values[:d] {
			if v <= 1e-9 {
				dim++
			}
		}
	}
	return dim
}
