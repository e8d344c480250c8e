package sheaf

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/small"
)

// NoTransport times the largest singular value of R_jiᵀ R_ij is the bound up to which a
// singular value counts as 0. If one counts as 0, the edge (i, j) has no transport.
const NoTransport = 1e-6

// Polar sets u to the polar factor U of the d×d matrix a = U·P, where P is positive
// semidefinite. regular is false if a has a singular value that counts as 0, see
// [NoTransport]. U is then the partial isometry with the kernel of a (Higham,
// Functions of Matrices, section 8.1).
func Polar(d int, a, u []float64) (regular bool) {
	var gram, vectors [linalg.MaxSmall * linalg.MaxSmall]float64
	var values [linalg.MaxSmall]float64
	n := d * d
	small.AddTMul(d, 1, a, a, gram[:n])
	linalg.EigSymSmall(d, gram[:n], values[:d], vectors[:n])
	clear(u)
	regular = true
	// U = Σ_k (a v_k) v_kᵀ/σ_k over the eigenvectors v_k of aᵀa, whose eigenvalues are σ_k².
	for k := range d {
		if !(values[k] > NoTransport*NoTransport*values[d-1]) { // also for a = 0, where both sides are 0
			regular = false
			continue
		}
		scale := 1 / math.Sqrt(values[k])
		for p := range d {
			x := 0.0
			for q := range d {
				x += float64(a[p*d+q] * vectors[q*d+k])
			}
			for q := range d {
				u[p*d+q] += float64(scale * x * vectors[q*d+k])
			}
		}
	}
	return regular
}

// newtonSchulz replaces U by U(3I − UᵀU)/2, which is nearer to the polar factor of
// U. [Polar] loses digits for nearly singular matrices, since it computes aᵀa. Two
// calls of newtonSchulz restore these digits.
func newtonSchulz(d int, u []float64) {
	var gram, next [MaxDim * MaxDim]float64
	n := d * d
	small.AddTMul(d, -0.5, u, u, gram[:n])
	for k := range d {
		gram[k*d+k] += 1.5
	}
	small.AddMul(d, 1, u, gram[:n], next[:n])
	copy(u, next[:n])
}

// Transports holds the parallel transport T_e of each edge e = (i, j). T_e is a D×D
// matrix that maps the stalk of node i to the stalk of node j; T_eᵀ transports back.
// T_e is the orthogonal matrix T that minimises ‖R_ji T − R_ij‖_F (orthogonal Procrustes).
// It is the polar factor of R_jiᵀ R_ij. For orthogonal maps it is R_ji⁻¹ R_ij. If R_jiᵀ R_ij
// is singular, the minimiser is not unique, and Has is false.
type Transports struct {
	D   int       // stalk dimension
	T   []float64 // T_e of every edge, D×D, row-major; a partial isometry if Has[e] is false
	Has []bool    // whether edge e has a transport
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
		t.Has[e] = Polar(d, product[:n], u)
		if t.Has[e] {
			newtonSchulz(d, u)
			newtonSchulz(d, u)
		}
	}
	return t
}

// Permuted returns the transports of a sheaf whose edges have exchanged their maps:
// edge e has both maps of edge source[e].
func (t *Transports) Permuted(source []int) *Transports {
	n := t.D * t.D
	out := &Transports{D: t.D, T: make([]float64, 0, len(t.T)), Has: make([]bool, len(t.Has))}
	for e, original := range source {
		out.T = append(out.T, t.T[original*n:(original+1)*n]...)
		out.Has[e] = t.Has[original]
	}
	return out
}

// Carry transports x (D×c) along a walk. It multiplies x by the transport of each
// crossing in turn and stores the result in dst. ok is false if an edge of the walk
// has no transport; dst then has the product of the edges before it.
func (t *Transports) Carry(dst, x []float64, c int, walk []graph.Crossing) (ok bool) {
	d, n := t.D, t.D*t.D
	y := make([]float64, len(x))
	copy(dst, x)
	for _, crossing := range walk {
		e := crossing.Edge
		if !t.Has[e] {
			return false
		}
		rowStride, colStride := d, 1
		if crossing.Back { // from the larger node to the smaller: the matrix is Tᵀ
			rowStride, colStride = 1, d
		}
		clear(y)
		mulAdd(1, y, c, t.T[e*n:(e+1)*n], rowStride, colStride, dst, c, d, c)
		copy(dst, y)
	}
	return true
}

// Holonomy returns the product of the transports along a closed walk, D×D. ok is
// false if an edge of the walk has no transport; h is then no holonomy.
func (t *Transports) Holonomy(walk []graph.Crossing) (h []float64, ok bool) {
	d := t.D
	identity := make([]float64, d*d)
	for k := range d {
		identity[k*d+k] = 1
	}
	h = make([]float64, d*d)
	return h, t.Carry(h, identity, d, walk)
}

// Away returns ‖H − I‖_F/√(2D) of an orthogonal matrix H. The result is 0 for the
// identity and √2 for −I. Its quadratic mean over random orthogonal matrices is 1.
func Away(d int, h []float64) float64 {
	trace := 0.0
	for k := range d {
		trace += h[k*d+k]
	}
	return math.Sqrt(max(0, 1-trace/float64(d))) // ‖H − I‖² = 2d − 2 tr H; rounding may make it negative
}

// Angles returns the absolute arguments of the eigenvalues of an orthogonal matrix
// H, ascending, in radians from 0 to π. The angle of a rotated plane occurs twice,
// and a reversed direction has the angle π.
func Angles(d int, h []float64) []float64 {
	values, _ := eigSymmetricPart(d, h)
	out := make([]float64, d)
	for k := range out { // the cosines are the eigenvalues of (H + Hᵀ)/2
		out[k] = math.Acos(max(-1, min(1, values[d-1-k]))) // rounding may lead outside [−1, 1]
	}
	return out
}

// eigSymmetricPart returns the eigenvalues of (H + Hᵀ)/2, ascending, and its
// eigenvectors as the columns of a d×d matrix.
func eigSymmetricPart(d int, h []float64) (values [linalg.MaxSmall]float64, vectors [linalg.MaxSmall * linalg.MaxSmall]float64) {
	var symmetric [linalg.MaxSmall * linalg.MaxSmall]float64
	for p := range d {
		for q := range d {
			symmetric[p*d+q] = (h[p*d+q] + h[q*d+p]) / 2
		}
	}
	linalg.EigSymSmall(d, symmetric[:d*d], values[:d], vectors[:d*d])
	return values, vectors
}

// Mirrors reports whether an orthogonal matrix reverses orientation, that is, has
// determinant −1.
func Mirrors(d int, h []float64) (negative bool) {
	// Gaussian elimination with exchanges of rows. The determinant is the product of the
	// pivots, times −1 for each exchange. No pivot of an orthogonal matrix is 0.
	a := slices.Clone(h)
	for c := range d {
		pivot := c
		for r := c + 1; r < d; r++ {
			if math.Abs(a[r*d+c]) > math.Abs(a[pivot*d+c]) {
				pivot = r
			}
		}
		if pivot != c {
			negative = !negative
			for k := range d {
				a[pivot*d+k], a[c*d+k] = a[c*d+k], a[pivot*d+k]
			}
		}
		if a[c*d+c] < 0 {
			negative = !negative
		}
		for r := c + 1; r < d; r++ {
			linalg.Axpy(-a[r*d+c]/a[c*d+c], a[c*d:(c+1)*d], a[r*d:(r+1)*d])
		}
	}
	return negative
}

// MostMoved returns a unit vector x with the largest ‖Hx − x‖: an eigenvector of
// (H + Hᵀ)/2 for its smallest eigenvalue. The first entry of largest
// absolute value is positive.
func MostMoved(d int, h []float64) []float64 {
	_, vectors := eigSymmetricPart(d, h)
	x := make([]float64, d)
	largest := 0.0 // the entry of largest absolute value
	for k := range x {
		x[k] = vectors[k*d] // column 0 belongs to the smallest eigenvalue
		if math.Abs(x[k]) > math.Abs(largest) {
			largest = x[k]
		}
	}
	if largest < 0 {
		linalg.Scal(-1, x)
	}
	return x
}
