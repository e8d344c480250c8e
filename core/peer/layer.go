package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Layer is what one layer of a network does along the edges, told as a sheaf. Its
// numbers are those of the last forward pass.
type Layer struct {
	// Raw holds the maps as the layer has them, Hat as its operator has them, Lap is
	// the Laplacian of Hat. A layer that does not compute with them has them after Open.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	// X is what the operator is applied to, (n·d)×c in memory, Y what it makes of it.
	X, Y *autodiff.Var
	// Filter, where Y is a function of Lap times X; Together, where X of the first layer
	// passes all layers up to this one as a function of Lap when weights and activations
	// between them do nothing: its gain at λ.
	Filter   *Filter
	Together func(lambda float64) float64
	// Arc is the attention of one end of an edge (0: I) to the other, nil without attention.
	Arc func(e, side int) float64
	// Parts are what a node gathers.
	Parts []Part

	// Beyond reports whether Lap joins nodes without an edge: then it is not that of Hat.
	Beyond bool

	d     int
	fill  func(maps *sheaf.Sheaf) // for Open
	other func() *sheaf.Laplacian // for Open, where Lap is not that of Hat
	maps  *autodiff.Var           // Raw on the tape
}

// What trivial maps are, to follow "They", and their Laplacians.
const (
	trivialMaps = "are the numbers 1/√(degree + 1): a trivial sheaf, about which nothing is learned"
	plainMaps   = "are the numbers 1/√degree: a trivial sheaf, about which nothing is learned"

	trivialLaplacian = "L=B^⊤B=I−\\hat{A}"
	plainLaplacian   = "L=B^⊤B=I−D^{−1/2}A D^{−1/2}"
)

// Part is one sum that a node takes over nodes; Row calls put for each of them with its weight.
type Part struct {
	Name string
	Row  func(i int, put func(j int, weight float64))
}

// Filter is an operator g(L) by its terms: on column l of X, or on all columns when there is one curve,
//
//	g_l(λ) = Σ_k Weight(k, l)·Basis(λ)[k]
type Filter struct {
	Curves int
	Weight func(k, l int) float64
	Basis  func(lambda float64) []float64
}

// Gain is g_l(λ).
func (f *Filter) Gain(l int, lambda float64) float64 {
	sum := 0.0
	for k, v := range f.Basis(lambda) {
		sum += f.Weight(k, l) * v
	}
	return sum
}

// Dim is the stalk dimension.
func (l *Layer) Dim() int {
	if l.fill == nil {
		return l.Hat.D
	}
	return l.d
}

// Open computes the maps of a layer that does not compute with them, from the last forward pass.
func (l *Layer) Open(g *graph.Graph) {
	if l.fill == nil {
		return
	}
	l.Hat = sheaf.New(g.N, l.d, g.Edges)
	l.fill(l.Hat)
	if l.other != nil {
		l.Lap = l.other()
	} else {
		l.Lap = sheaf.NewLaplacian(g.N, l.d, g.Edges)
		l.Lap.Assemble(l.Hat)
	}
	if l.Raw == nil {
		l.Raw = l.Hat
	}
}

// Close lets go of what Open made.
func (l *Layer) Close() {
	if l.fill != nil {
		if l.Raw == l.Hat {
			l.Raw = nil
		}
		l.Hat, l.Lap = nil, nil
	}
}

// watch tells whoever looks of a layer.
func (s Settings) watch(l Layer) {
	if s.Watch != nil {
		s.Watch(l)
	}
}

// trivial are the numbers R_i = (d_i + extra)^{-1/2} for maps. With extra = 1 the
// Laplacian is I − D̃^{-1/2}(A + I)D̃^{-1/2}, with 0 that of the graph, normalised.
func trivial(g *graph.Graph, extra float64) func(*sheaf.Sheaf) {
	a := g.Adjacency()
	return perNode(func(i int32) float64 { return 1 / math.Sqrt(float64(len(a.Neighbors(int(i))))+extra) })
}

// perNode are numbers for maps that depend on the node alone.
func perNode(r func(i int32) float64) func(*sheaf.Sheaf) {
	return func(s *sheaf.Sheaf) {
		for e, g := range s.Edges {
			s.R[2*e], s.R[2*e+1] = r(g.I), r(g.J)
		}
	}
}

// averaging is a layer that applies a, D̃^{-1/2}(A + I)D̃^{-1/2}, to x and gets y.
func averaging(g *graph.Graph, a *linalg.CSR, x, y *autodiff.Var) Layer {
	return Layer{d: 1, X: x, Y: y, fill: trivial(g, 1), Filter: constant(func(lambda float64) float64 { return 1 - lambda }),
		Parts: []Part{rowsOf("itself and its neighbours", a)}}
}

// constant is a filter without weights.
func constant(gain func(lambda float64) float64) *Filter {
	return &Filter{Curves: 1, Weight: func(int, int) float64 { return 1 }, Basis: func(lambda float64) []float64 {
		return []float64{gain(lambda)}
	}}
}

// powers are 1, z, …, z^{k−1} of z = 1 − λ − shift.
func powers(k int, shift float64) func(float64) []float64 {
	return func(lambda float64) []float64 {
		out := make([]float64, k)
		p := 1.0
		for q := range out {
			out[q] = p
			p *= 1 - lambda - shift
		}
		return out
	}
}

// byRow are the weights of a filter that stand in rows, k×1, k×curves or 1×k.
func byRow(w *autodiff.Var) func(k, l int) float64 {
	return func(k, l int) float64 {
		if w.Rows() == 1 {
			return w.Value.Data[k]
		}
		return w.Value.At(k, l)
	}
}

// rowsOf gathers with the rows of a.
func rowsOf(name string, a *linalg.CSR) Part {
	return Part{name, func(i int, put func(int, float64)) {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			put(int(a.Col[p]), a.Val[p])
		}
	}}
}

// blocksOf gathers with the blocks of a Laplacian that are off the diagonal, by their
// Frobenius norms over √d.
func blocksOf(lap func() *sheaf.Laplacian) Part {
	return Part{"blocks of the Laplacian, by norm over √d", func(i int, put func(int, float64)) {
		l := lap()
		for p := l.Ptr[i]; p < l.Ptr[i+1]; p++ {
			if j := int(l.Col[p]); j != i {
				q := l.D * l.D
				put(j, linalg.Nrm2(l.Block[int(p)*q:(int(p)+1)*q])/math.Sqrt(float64(l.D)))
			}
		}
	}}
}

// polynomialRows gathers with the rows of Σ_k γ_k a^k for symmetric a.
func polynomialRows(name string, a *linalg.CSR, gamma *autodiff.Var) Part {
	return Part{name, func(i int, put func(int, float64)) {
		v, next, sum := linalg.NewDense(a.Rows, 1), linalg.NewDense(a.Rows, 1), make([]float64, a.Rows)
		v.Data[i] = 1
		for k, c := range gamma.Value.Data {
			if k > 0 {
				linalg.SpMM(a, v, 0, next)
				v, next = next, v
			}
			linalg.Axpy(c, v.Data, sum)
		}
		for j, w := range sum {
			if w != 0 {
				put(j, w)
			}
		}
	}}
}

// attentions are those of a layer: into node i from Col[p], Ptr[i] ≤ p < Ptr[i+1],
// i itself among them, at p·heads + t for head t.
type attentions struct {
	ptr, col []int32
	heads    int
	weight   []float64
}

// at returns the attention of node i to node j with one head.
func (a *attentions) at(i, j int32, head int) float64 {
	for p := a.ptr[i]; p < a.ptr[i+1]; p++ {
		if a.col[p] == j {
			return a.weight[int(p)*a.heads+head]
		}
	}
	return 0
}

// mean is the mean of at over the heads.
func (a *attentions) mean(i, j int32) float64 {
	sum := 0.0
	for t := range a.heads {
		sum += a.at(i, j, t)
	}
	return sum / float64(a.heads)
}

// layer tells attention as a sheaf: the map of end i of edge (i, j) is √a_ij times
// base, a coordinate of the stalk for each head, nil base for the identity. Its
// Laplacian has the diagonal blocks (1 − a_ii)I where base is orthogonal, and off it
// the geometric mean of both directions, so that its eigenvalues are those of I − A where
// A is symmetric up to a scaling of the nodes; they lie in [0, 2].
func (a *attentions) layer(g *graph.Graph, base *sheaf.Sheaf, x, y *autodiff.Var) Layer {
	d := a.heads
	if d > sheaf.MaxDim {
		d = 1
	}
	if base != nil {
		d = base.D
	}
	ends := edgeEnds(g.Edges)
	return Layer{d: d, X: x, Y: y, Raw: base, Parts: []Part{{"attention, to itself too", func(i int, put func(int, float64)) {
		for p := a.ptr[i]; p < a.ptr[i+1]; p++ {
			put(int(a.col[p]), a.mean(int32(i), a.col[p]))
		}
	}}}, Arc: func(e, side int) float64 {
		return a.mean(ends[2*e+side], ends[2*e+1-side])
	}, fill: func(s *sheaf.Sheaf) {
		for k, i := range ends {
			r := s.Map(k/2, k%2)
			for t := range d {
				root := math.Sqrt(a.mean(i, ends[k^1]))
				switch {
				case base != nil:
					for c := range d {
						r[t*d+c] = root * base.Map(k/2, k%2)[t*d+c]
					}
				case d == a.heads:
					r[t*d+t] = math.Sqrt(a.at(i, ends[k^1], t))
				default:
					r[0] = root
				}
			}
		}
	}}
}
