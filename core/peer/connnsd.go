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

// Limits of Conn-NSD: nodes, whose distances are compared, and the sum of the cubes of the degrees,
// none counted above the number of features: the work of the local principal axes.
const (
	maxConnection = 20000
	maxFrames     = 6e9
)

// connNSD has the settings of NSD: its paper names none, and its program is NSD's with other maps, as is ours. So (1 + tanh ε) of NSD
// stands where the paper's equation (5) has 1, and D = blockdiag(L) + I. Features are as they are on heterophilic graphs: by validation on
// splits 0–3 that is better on Texas (89.4 %, with rows that sum to 1 85.6), Wisconsin (89.4, 85.9) and legacy Cornell (89.0, 87.3).
//
// Deviations from Algorithm 1 of the paper, which weighs all neighbours alike and leaves open what a decomposition leaves open: see frames.
var connNSD = func() Peer {
	p := newNSD("conn-nsd", "Conn-NSD", connectionMaps, diffusion)
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
		if q.Name == "plain" {
			p.Settings[k].Heterophilic = 1
		}
	}
	p.Tried = "rows of features that sum to 1 and as they are; its settings are not published."
	p.Check = func(g *graph.Graph, _ Settings) error {
		work, a := 0.0, g.Adjacency()
		for i := range g.N {
			k := float64(min(a.Degree(i), g.X.Cols))
			work += k * k * k
		}
		if g.N > maxConnection || work > maxFrames {
			return fmt.Errorf("the graph has %d nodes and degrees whose cubes sum to %.2g; conn-nsd takes at most %d and %.2g; "+
				"choose another model, such as nsd-orth", g.N, work, maxConnection, float64(maxFrames))
		}
		return nil
	}
	p.Reported = published.Line{Source: "its paper", Means: []float64{86.16, 88.73, 85.95, 37.91, 45.19, 65.21, 75.61, 89.28, 83.74}}
	return p
}()

// connection is the sheaf of Algorithm 1: R_ij = I and R_ji = UVᵀ with O_iᵀO_j = UΣVᵀ, so that −L_ij, UVᵀ, carries coordinates in the
// frame of j to those in the frame of i.
func connection(g *graph.Graph, d int) *sheaf.Sheaf {
	s, f := sheaf.Constant(g.N, d, g.Edges), newFrames(g, d)
	at := make([]*frame, g.N)
	for i := range at {
		at[i] = f.of(i)
	}
	m := make([]float64, d*d)
	for k, e := range g.Edges {
		at[e.I].times(at[e.J], m, d)
		align(d, m, s.Map(k, 1))
	}
	return s
}

// frame is the basis of a node: Vectors holds d orthonormal columns of features, of which only the rows Cols are not 0.
type frame struct {
	cols    []int32
	vectors []float64 // len(cols)×d
}

// times sets m to O_iᵀO_j, d×d.
func (a *frame) times(b *frame, m []float64, d int) {
	clear(m)
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
			p, q = p+1, q+1
		}
	}
}

// frames computes the bases of nodes, O_i = the first d left singular vectors of the differences x_k − x_i to their neighbours k. Nodes
// with fewer than d neighbours take the nearest others, by Euclidean distance rounded to nine places, of equal ones that of least φ,
// φ(x) = Σ_k √(k+1)·x_k.
//
// So that the bases are defined where singular values are equal, as of one-hot features, the differences have weights, the k-th in the
// order of φ(x) 1/(1 + k/1000); the paper has them all 1. Vectors of singular values below 10⁻⁶ of the largest are replaced by the
// first axes of the features, made orthonormal in order. A vector u points to where φ(u) ≥ 0. None of this depends on the order of nodes.
type frames struct {
	g    *graph.Graph
	d    int
	near *graph.Adjacency
	by   *linalg.CSR // features by column
	// square is |x|² of each node, order its φ(x), dots are workspace.
	square, order, dots []float64
}

func newFrames(g *graph.Graph, d int) *frames {
	f := &frames{g: g, d: d, near: g.Adjacency(), by: g.X.T(), square: make([]float64, g.N), order: make([]float64, g.N),
		dots: make([]float64, g.N)}
	for i := range f.square {
		cols, x := f.row(i)
		f.square[i], f.order[i] = linalg.Dot(x, x), phi(cols, x)
	}
	return f
}

// phi is φ of the vector with these entries.
func phi(cols []int32, x []float64) float64 {
	sum := 0.0
	for k, c := range cols {
		sum += float64(math.Sqrt(float64(c)+1) * x[k])
	}
	return sum
}

func (f *frames) row(i int) ([]int32, []float64) {
	x := f.g.X
	return x.Col[x.Ptr[i]:x.Ptr[i+1]], x.Val[x.Ptr[i]:x.Ptr[i+1]]
}

// around lists the neighbours of node i, and the nearest other nodes when there are fewer than d, in the order of φ.
func (f *frames) around(i int) []int {
	var out []int
	for _, j := range f.near.Neighbors(i) {
		out = append(out, int(j))
	}
	if len(out) < f.d {
		clear(f.dots)
		cols, vals := f.row(i)
		for k, c := range cols {
			for p := f.by.Ptr[c]; p < f.by.Ptr[c+1]; p++ {
				f.dots[f.by.Col[p]] += float64(vals[k] * f.by.Val[p])
			}
		}
	}
	for len(out) < min(f.d, f.g.N-1) {
		best, least := -1, math.Inf(1)
		for j := range f.g.N {
			far := math.Round((f.square[i]+f.square[j]-2*f.dots[j])*1e9) / 1e9
			if (far < least || far == least && f.order[j] < f.order[best]) && j != i && !slices.Contains(out, j) {
				best, least = j, far
			}
		}
		out = append(out, best)
	}
	order.By(out, func(a, b int) bool { return f.order[a] < f.order[b] })
	return out
}

// of computes the basis of a node with neighbours, nil for one without.
func (f *frames) of(i int) *frame {
	if f.near.Degree(i) == 0 {
		return nil
	}
	d, near := f.d, f.around(i)
	var out frame
	for q := range d {
		out.cols = append(out.cols, int32(q))
	}
	for _, j := range append(slices.Clone(near), i) {
		cols, _ := f.row(j)
		out.cols = append(out.cols, cols...)
	}
	order.Indices(out.cols)
	out.cols = slices.Compact(out.cols)
	width := len(out.cols)
	diff := linalg.NewDense(len(near), width)
	for k, j := range near {
		row := diff.Row(k)
		for sign, node := range []int{i, j} {
			cols, vals := f.row(node)
			for q, c := range cols {
				at, _ := slices.BinarySearch(out.cols, c)
				row[at] += float64(2*sign-1) * vals[q]
			}
		}
		linalg.Scal(1/(1+float64(k)/1000), row)
	}
	// Vectors as rows, to be made orthonormal in order.
	vectors := linalg.NewDense(2*d, width)
	rank := leading(diff, vectors, d)
	for q := range d {
		vectors.Row(rank + q)[q] = 1
	}
	out.vectors = make([]float64, width*d)
	kept := 0
	for r := 0; kept < d; r++ {
		u := vectors.Row(r)
		if !orthonormal(vectors, kept, u) {
			continue
		}
		copy(vectors.Row(kept), u)
		side := math.Copysign(1, phi(out.cols, u))
		for q, x := range u {
			out.vectors[q*d+kept] = side * x
		}
		kept++
	}
	return &out
}

// leading puts the right singular vectors of a, at most d, largest singular value first, into the first rows of v and returns how many
// have a singular value above 10⁻⁶ of the largest. It decomposes the smaller of aaᵀ and aᵀa.
func leading(a, v *linalg.Dense, d int) int {
	wide := a.Rows <= a.Cols
	n := min(a.Rows, a.Cols)
	gram := linalg.NewDense(n, n)
	linalg.Gemm(!wide, wide, 1, a, a, 0, gram)
	values, vectors, err := linalg.EigSym(gram, true)
	if err != nil { // no direction stands out
		return 0
	}
	rank := 0
	for ; rank < min(d, n) && values[n-1-rank] > 1e-12*values[n-1]; rank++ {
		for k := range n {
			x := vectors.At(k, n-1-rank)
			if wide {
				linalg.Axpy(x, a.Row(k), v.Row(rank))
			} else {
				v.Row(rank)[k] = x
			}
		}
	}
	return rank
}

// orthonormal takes the first count rows of v out of u, twice, and scales it to length 1; it reports whether more than 10⁻⁶ of it is left.
func orthonormal(v *linalg.Dense, count int, u []float64) bool {
	before := linalg.Nrm2(u)
	for range 2 {
		for k := range count {
			linalg.Axpy(-linalg.Dot(u, v.Row(k)), v.Row(k), u)
		}
	}
	left := linalg.Nrm2(u)
	if !(left > 1e-6*before) {
		return false
	}
	linalg.Scal(1/left, u)
	return true
}

// align sets q to the orthogonal matrix UVᵀ that is closest to m = UΣVᵀ, d×d, by rotations that make the columns of m orthogonal
// (Hestenes, 1958). Where a singular value is 0, axes complete U.
func align(d int, m, q []float64) {
	// Rows of a are columns of m, which become σu; those of v the columns of V.
	a, v := linalg.NewDense(2*d, d), linalg.NewDense(d, d)
	for r := range d {
		for c := range d {
			a.Row(c)[r] = m[r*d+c]
		}
		v.Row(r)[r] = 1
	}
	for range 30 {
		for s := range d {
			for t := s + 1; t < d; t++ {
				x, y := a.Row(s), a.Row(t)
				p, pq, qq := linalg.Dot(x, x), linalg.Dot(x, y), linalg.Dot(y, y)
				if math.Abs(pq) <= 1e-17*math.Sqrt(p*qq) {
					continue
				}
				z := (qq - p) / (2 * pq)
				tan := math.Copysign(1/(math.Abs(z)+math.Sqrt(1+float64(z*z))), z)
				cos := 1 / math.Sqrt(1+float64(tan*tan))
				rotate(x, y, cos, cos*tan)
				rotate(v.Row(s), v.Row(t), cos, cos*tan)
			}
		}
	}
	clear(q)
	ranking := make([]int, d) // largest first, so that what is 0 comes last
	sizes := make([]float64, d)
	for k := range d {
		ranking[k], sizes[k] = k, linalg.Nrm2(a.Row(k))
	}
	order.By(ranking, func(x, y int) bool { return cmp.Less(sizes[y], sizes[x]) })
	u, axis := linalg.NewDense(d, d), 0
	for k, c := range ranking {
		copy(u.Row(k), a.Row(c))
		for sizes[c] <= 1e-9*sizes[ranking[0]] || !orthonormal(u, k, u.Row(k)) {
			sizes[c] = 1
			clear(u.Row(k))
			u.Row(k)[axis] = 1
			axis++
		}
		for r, x := range u.Row(k) {
			linalg.Axpy(x, v.Row(c), q[r*d:(r+1)*d])
		}
	}
}

// rotate turns the pair of vectors (x, y) by an angle with this cosine and sine.
func rotate(x, y []float64, cos, sin float64) {
	for k, a := range x {
		x[k], y[k] = float64(cos*a)-float64(sin*y[k]), float64(sin*a)+float64(cos*y[k])
	}
}
