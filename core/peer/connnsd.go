// This file defines the peer Conn-NSD, sheaf diffusion with maps that are computed from the features before training.

package peer

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/order"
	"sheafscope/core/published"
	"sheafscope/core/sheaf"
)

const (
	maxConnection = 20000 // largest number of nodes, since a node with few neighbours compares its distances to all nodes
	maxFrames     = 6e9   // largest sum of min(degree, features)³ over the nodes, which estimates the work for local principal axes
)

// connNSD has the settings of NSD (neural sheaf diffusion), since the paper gives no settings, and the authors' program is the program of
// NSD with other maps. As in NSD, the factor of the features X is 1 + tanh ε, whereas equation (5) of the paper has 1.
// The Laplacian L is normalised by the roots of D = blockdiag(L) + I.
//
// Features are not scaled on heterophilic graphs, for higher validation accuracy on splits 0–3:
// 89.4 % on Texas (85.6 % with rows that sum to 1), 89.4 % on Wisconsin (85.9 %), and 89.0 % on cornell_legacy (87.3 %).
//
// Deviations from Algorithm 1 of the paper: in the local bases neighbours have weights, and rules select one of several possible bases
// (frameBuilder).
var connNSD = func() Peer {
	p := newNSD("conn-nsd", "Conn-NSD", connectionMaps, linearDiffusion)
	p.Paper = "Barbero et al., Sheaf neural networks with connection Laplacians, ICML workshop 2022"
	p.Why = "Neural sheaf diffusion whose maps are computed before training. Each node gets the principal axes of its neighbours' features " +
		"around its own, and a map turns one node's axes onto the other's. What it reaches owes nothing to learned maps."
	p.Equation = []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp(\\hat{L}(I⊗W_1)X W_2)", "R_{ij}=I\\quad R_{ji}=U V^⊤\\quad O_i^⊤O_j=U Σ V^⊤"}
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"\\hat{L}", "normalised sheaf Laplacian, nd × nd"},
		{"O_i", "first d left singular vectors of the differences x_k − x_i to the neighbours k of node i"},
		{"R_{ij}", "restriction map of node i into edge e = (i, j), d × d"},
		{"R_{ji}", "that of the other end: of all orthogonal maps the one that brings O_j closest to O_i"},
		{"U", "left singular vectors"}, {"Σ", "singular values"}, {"V", "right singular vectors"},
		{"ε", "learned gain of each stalk coordinate"}, symW1, symW2}
	for k, q := range p.Settings {
		if q.Name == "plain" { // features without scaling
			p.Settings[k].Heterophilic = 1
		}
	}
	p.Tried = "rows of features that sum to 1 and as they are; its settings are not published."
	p.Check = func(g *graph.Graph, _ Settings) error {
		// The principal axes of a node are eigenvectors of a k×k matrix, with about k³ operations.
		work, a := 0.0, g.Adjacency()
		for i := range g.N {
			k := float64(min(a.Degree(i), g.X.Cols))
			work += float64(k * k * k)
		}
		if g.N > maxConnection || work > maxFrames {
			return fmt.Errorf("the graph has %d nodes, and the cubes of min(degree, features) sum to %.2g; conn-nsd takes at most %d and %.2g; "+
				"choose another model, such as nsd-orth", g.N, work, maxConnection, float64(maxFrames))
		}
		return nil
	}
	p.Reported = published.Line{Source: "its paper", Means: []float64{86.16, 88.73, 85.95, 37.91, 45.19, 65.21, 75.61, 89.28, 83.74}}
	return p
}()

// connectionSheaf returns the sheaf of Algorithm 1, with stalks of dimension d: R_ij = I and R_ji = UVᵀ, where O_iᵀO_j = UΣVᵀ.
// O_i is the basis of node i (frameBuilder).
// The block −L_ij = UVᵀ maps coordinates in the basis of node j to coordinates in the basis of node i.
func connectionSheaf(g *graph.Graph, d int) *sheaf.Sheaf {
	s, builder := sheaf.Constant(g.N, d, g.Edges), newFrameBuilder(g, d) // all maps of a constant sheaf are I
	frames := make([]*localFrame, g.N)
	for i := range frames {
		frames[i] = builder.frame(i)
	}
	m := make([]float64, d*d) // O_iᵀO_j
	for k, e := range g.Edges {
		frames[e.I].gram(frames[e.J], m, d)
		nearestOrthogonal(d, m, s.Map(k, 1)) // the map of the end J; map 0, of the end I, stays I
	}
	return s
}

// localFrame is the basis of a node: d orthonormal vectors. A coordinate of a vector is a feature. If the graph has fewer than d features,
// the vectors have d coordinates. Coordinates that are not in cols are 0.
type localFrame struct {
	cols    []int32   // coordinates, ascending
	vectors []float64 // len(cols)×d
}

// gram sets m to O_iᵀO_j, d×d, for the bases O_i of a and O_j of b.
func (a *localFrame) gram(b *localFrame, m []float64, d int) {
	clear(m)
	// Both lists of coordinates ascend. Only coordinates in both lists contribute.
	for p, q := 0, 0; p < len(a.cols) && q < len(b.cols); {
		switch {
		case a.cols[p] < b.cols[q]:
			p++
		case a.cols[p] > b.cols[q]:
			q++
		default:
			for r, x := range a.vectors[p*d : (p+1)*d] {
				linalg.Axpy(x, b.vectors[q*d:(q+1)*d], m[r*d:(r+1)*d])
			}
			p++
			q++
		}
	}
}

// frameBuilder computes bases of nodes: O_i has the first d left singular vectors of the differences x_k − x_i to the neighbours k.
// A node with fewer than d neighbours also uses the nearest other nodes, by the squared distance rounded to nine decimals.
// Among equally distant nodes it uses those with the smallest key φ(x) = Σ_c √(c+1)·x_c over the features c, counted from 0.
//
// Three rules select one basis. None depends on the order of the nodes, unless different features have the same key:
//   - Equal singular values, which one-hot features cause, do not determine the vectors. Difference k in the order of φ(x), from 0 on,
//     therefore has the weight 1/(1 + k/1000), where the paper has weight 1.
//   - The first coordinate axes, orthonormalized in order, replace the vectors of singular values up to 10⁻⁶ of the largest.
//   - Every vector u has the sign with φ(u) ≥ 0.
type frameBuilder struct {
	g         *graph.Graph
	d         int // number of vectors of a basis
	adjacency *graph.Adjacency
	nodesWith *linalg.CSR // the features, transposed: row c has the nodes with feature c
	// square has |x|² and key has φ(x) of each node. dots is workspace for the inner products of all nodes with one node.
	square, key, dots []float64
}

// newFrameBuilder returns a builder of bases of d vectors for the nodes of g.
func newFrameBuilder(g *graph.Graph, d int) *frameBuilder {
	f := &frameBuilder{g: g, d: d, adjacency: g.Adjacency(), nodesWith: g.X.T(), square: make([]float64, g.N), key: make([]float64, g.N),
		dots: make([]float64, g.N)}
	for i := range f.square {
		cols, x := f.row(i)
		f.square[i], f.key[i] = linalg.Dot(x, x), orderKey(cols, x)
	}
	return f
}

// orderKey returns φ of the vector with the nonzero entries x in the given columns.
func orderKey(cols []int32, x []float64) float64 {
	sum := 0.0
	for k, c := range cols {
		sum += float64(math.Sqrt(float64(c)+1) * x[k])
	}
	return sum
}

// row returns the nonzero features of node i: columns and values.
func (f *frameBuilder) row(i int) ([]int32, []float64) {
	x := f.g.X
	return x.Col[x.Ptr[i]:x.Ptr[i+1]], x.Val[x.Ptr[i]:x.Ptr[i+1]]
}

// support returns the nodes k whose differences x_k − x_i span the basis of node i, in ascending order of φ.
// They are the neighbours of i. If these are fewer than d, the nearest other nodes are added, up to d nodes or all nodes except i.
func (f *frameBuilder) support(i int) []int {
	var out []int
	for _, j := range f.adjacency.Neighbors(i) {
		out = append(out, int(j))
	}
	if len(out) < f.d {
		clear(f.dots) // becomes x_i·x_j for all nodes j
		cols, vals := f.row(i)
		for k, c := range cols {
			for p := f.nodesWith.Ptr[c]; p < f.nodesWith.Ptr[c+1]; p++ {
				f.dots[f.nodesWith.Col[p]] += float64(vals[k] * f.nodesWith.Val[p])
			}
		}
	}
	for len(out) < min(f.d, f.g.N-1) {
		nearest, least := -1, math.Inf(1)
		for j := range f.g.N {
			if j == i || slices.Contains(out, j) {
				continue
			}
			// The squared distance |x_i|² + |x_j|² − 2x_i·x_j has nine decimals, so that φ decides between distances that differ by a small
			// rounding error only.
			distance := math.Round((f.square[i]+f.square[j]-2*f.dots[j])*1e9) / 1e9
			isTie := distance == least && f.key[j] < f.key[nearest] // least is finite, so nearest exists
			if distance < least || isTie {
				nearest, least = j, distance
			}
		}
		out = append(out, nearest)
	}
	order.By(out, func(a, b int) bool { return f.key[a] < f.key[b] })
	return out
}

// frame returns the basis of a node, or nil for a node without neighbours.
func (f *frameBuilder) frame(i int) *localFrame {
	if f.adjacency.Degree(i) == 0 {
		return nil
	}
	d, support := f.d, f.support(i)
	var out localFrame
	// The coordinates are the first d, whose axes the basis may need, and all nonzero features of the node and of its support.
	for q := range d {
		out.cols = append(out.cols, int32(q))
	}
	for _, j := range append(slices.Clone(support), i) {
		cols, _ := f.row(j)
		out.cols = append(out.cols, cols...)
	}
	order.Indices(out.cols)
	out.cols = slices.Compact(out.cols)
	width := len(out.cols)
	// The weighted differences x_j − x_i as rows, so the left singular vectors of the paper are right singular vectors here.
	diff := linalg.NewDense(len(support), width)
	// addFeatures adds sign times the features of a node to a row.
	addFeatures := func(row []float64, node int, sign float64) {
		cols, vals := f.row(node)
		for q, c := range cols {
			column, _ := slices.BinarySearch(out.cols, c) // out.cols has every nonzero feature of the node
			row[column] += sign * vals[q]
		}
	}
	for k, j := range support {
		row := diff.Row(k)
		addFeatures(row, i, -1)
		addFeatures(row, j, 1)
		linalg.Scal(1/(1+float64(k)/1000), row)
	}
	// The candidates for the basis, as rows, are singular vectors and then coordinate axes. The loop skips linearly dependent candidates.
	vectors := linalg.NewDense(2*d, width)
	rank := leadingVectors(diff, vectors, d)
	for q := range d { // column q is coordinate q, since out.cols begins with 0 … d−1
		vectors.Row(rank + q)[q] = 1
	}
	// The rows 0 … kept−1 of vectors are orthonormal. With d axes among the candidates, kept reaches d.
	out.vectors = make([]float64, width*d)
	kept := 0
	for r := 0; kept < d; r++ {
		u := vectors.Row(r)
		if !orthonormalize(vectors, kept, u) {
			continue
		}
		copy(vectors.Row(kept), u)
		sign := math.Copysign(1, orderKey(out.cols, u))
		for q, x := range u {
			out.vectors[q*d+kept] = sign * x
		}
		kept++
	}
	return &out
}

// leadingVectors writes right singular vectors of a into the first rows of v, by descending singular value, and returns their number.
// v must be 0. At most d vectors are written, only those with singular values above 10⁻⁶ of the largest, and they are not normalized.
func leadingVectors(a, v *linalg.Dense, d int) int {
	isWide := a.Rows <= a.Cols
	n := min(a.Rows, a.Cols)
	gram := linalg.NewDense(n, n) // becomes aaᵀ if a is wide, and aᵀa if not: its eigenvalues are the squared singular values
	linalg.Gemm(linalg.Transpose(!isWide), linalg.Transpose(isWide), 1, a, a, 0, gram)
	values, vectors, err := linalg.EigSym(gram, linalg.WithVectors)
	if err != nil { // without convergence the basis consists of coordinate axes
		return 0
	}
	// Eigenvalues ascend, so the largest is the last. They are squares, so the bound is 10⁻¹².
	rank := 0
	for ; rank < min(d, n) && values[n-1-rank] > 1e-12*values[n-1]; rank++ {
		for k := range n {
			x := vectors.At(k, n-1-rank)
			if isWide { // aᵀ times an eigenvector of aaᵀ is a right singular vector
				linalg.Axpy(x, a.Row(k), v.Row(rank))
			} else {
				v.Row(rank)[k] = x
			}
		}
	}
	return rank
}

// orthonormalize projects u onto the orthogonal complement of the rows 0 … count−1 of v, and scales the result to length 1.
// It projects twice, which suffices against rounding errors.
// It returns false, without scaling, if the projection leaves at most 10⁻⁶ of the length: u then depends linearly on the rows.
func orthonormalize(v *linalg.Dense, count int, u []float64) bool {
	before := linalg.Nrm2(u)
	for range 2 {
		for k := range count {
			linalg.Axpy(-linalg.Dot(u, v.Row(k)), v.Row(k), u)
		}
	}
	after := linalg.Nrm2(u)
	if !(after > 1e-6*before) { // also for u = 0
		return false
	}
	linalg.Scal(1/after, u)
	return true
}

// nearestOrthogonal sets q to UVᵀ, the orthogonal matrix nearest to the d×d matrix m = UΣVᵀ.
// One-sided Jacobi rotations make the columns of m orthogonal (Hestenes, 1958).
// Coordinate axes replace the columns of U whose singular value is at most 10⁻⁹ of the largest: rounding errors determine these columns.
func nearestOrthogonal(d int, m, q []float64) {
	// The rows of a are the columns of m, and the rotations turn them into σu. The rows of v, initially axes, become the columns of V.
	a, v := linalg.NewDense(d, d), linalg.NewDense(d, d)
	for r := range d {
		for c := range d {
			a.Row(c)[r] = m[r*d+c]
		}
		v.Row(r)[r] = 1
	}
	const maxSweeps = 30 // more than convergence needs
	for range maxSweeps {
		for s := range d {
			for t := s + 1; t < d; t++ {
				x, y := a.Row(s), a.Row(t)
				xx, xy, yy := linalg.Dot(x, x), linalg.Dot(x, y), linalg.Dot(y, y)
				if math.Abs(xy) <= 1e-17*math.Sqrt(xx*yy) { // orthogonal up to rounding errors
					continue
				}
				// The rotation by the angle θ makes x and y orthogonal. z is cot 2θ, and tan is tan θ with |θ| ≤ 45°.
				z := (yy - xx) / (2 * xy)
				tan := math.Copysign(1/(math.Abs(z)+math.Sqrt(1+float64(z*z))), z)
				cos := 1 / math.Sqrt(1+float64(tan*tan))
				givensRotate(x, y, cos, cos*tan)
				givensRotate(v.Row(s), v.Row(t), cos, cos*tan)
			}
		}
	}
	// Sum the products uvᵀ by descending singular value, so that coordinate axes come last.
	clear(q)
	ranking := make([]int, d)
	sizes := make([]float64, d) // singular values
	for k := range d {
		ranking[k], sizes[k] = k, linalg.Nrm2(a.Row(k))
	}
	order.By(ranking, func(x, y int) bool { return cmp.Less(sizes[y], sizes[x]) })
	u, axis := linalg.NewDense(d, d), 0
	for k, c := range ranking {
		copy(u.Row(k), a.Row(c))
		// Coordinate axes in turn replace an inaccurate vector, until an axis is not in the span of the first k rows of u.
		for sizes[c] <= 1e-9*sizes[ranking[0]] || !orthonormalize(u, k, u.Row(k)) {
			sizes[c] = 1 // makes the first condition false from now on, since no singular value of O_iᵀO_j exceeds 1
			clear(u.Row(k))
			u.Row(k)[axis] = 1
			axis++
		}
		for r, x := range u.Row(k) {
			linalg.Axpy(x, v.Row(c), q[r*d:(r+1)*d])
		}
	}
}

// givensRotate replaces (x, y) by (cos·x − sin·y, sin·x + cos·y).
func givensRotate(x, y []float64, cos, sin float64) {
	for k, a := range x {
		x[k], y[k] = float64(cos*a)-float64(sin*y[k]), float64(sin*a)+float64(cos*y[k])
	}
}
