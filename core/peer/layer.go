package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Layer is what one layer of a network does along the edges, described as a sheaf. Its
// numbers are those of the last forward pass.
type Layer struct {
	// Raw holds the maps as the layer has them, Hat as its operator has them, Lap is
	// the Laplacian of Hat. A layer that does not compute with them has them after Open.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	// X is what the operator is applied to, (n·d)×c in memory, Y what it makes of it.
	X, Y *autodiff.Var
	// Out, of the models of a study of depth: the features that the layer hands on, n×(d·c) in memory.
	Out *autodiff.Var
	// Filter, unless nil: Y is a function of Lap times X.
	Filter *Filter
	// Parts are what a node gathers.
	Parts []Part
	// Places are those of the nodes in the plane, n×2, where the layer gathers by them.
	Places []float64

	d int
	// For Open: scale is the number R_i of a node, unless that is the root of its degree
	// and loops; att and hyper are those of the models with attention and hyperedges; own makes the maps of a layer with arcs,
	// coop is that of the model which applies Laplacians along them.
	scale func(i int32) float64
	loops float64
	att   *attentions
	hyper *hypergraph
	own   func(g *graph.Graph, d int) *sheaf.Sheaf
	coop  *cooperation
	// depth layers, each of which gets a share alpha of the first features, for Together.
	depth int
	alpha float64
}

// What trivial maps are, to follow "They", and their Laplacians.
const (
	trivialMaps = "are the numbers 1/√(degree + 1): a trivial sheaf, about which nothing is learned"
	plainMaps   = "are the numbers 1/√degree: a trivial sheaf, about which nothing is learned"

	trivialLaplacian = "L=B^⊤B=I−\\hat{A}"
	plainLaplacian   = "L=B^⊤B=I−D^{−1/2}A D^{−1/2}"
)

// Dim is the stalk dimension.
func (l *Layer) Dim() int {
	if l.d == 0 {
		return l.Hat.D
	}
	return l.d
}

// Beyond reports whether Lap joins nodes without an edge: then it is not that of Hat.
func (l *Layer) Beyond() bool { return l.hyper != nil }

// Open computes the maps of a layer that does not compute with them, from the last
// forward pass. Without anything else the map of node i is (d_i + loops)^{-1/2}: with
// loops = 1 the Laplacian is I − D̃^{-1/2}(A + I)D̃^{-1/2}, with 0 that of the graph, normalised.
func (l *Layer) Open(g *graph.Graph) {
	if l.d == 0 {
		return
	}
	l.Hat, l.Lap = sheaf.New(g.N, l.d, g.Edges), nil
	if l.own != nil {
		l.Raw = l.own(g, l.d)
		sheaf.NewNormalizer(g.N, l.d, g.Edges).Forward(l.Raw, 1, l.Hat)
		l.Lap = sheaf.NewLaplacian(g.N, l.d, g.Edges)
		l.Lap.Assemble(l.Hat)
		return
	}
	a := g.Adjacency()
	for k, i := range edgeEnds(g.Edges) {
		r := l.Hat.Map(k/2, k%2)
		switch {
		case l.att != nil:
			l.att.fill(l, k, r)
		case l.hyper != nil:
			l.hyper.fill(g.Edges[k/2], k%2, r)
		case l.scale != nil:
			r[0] = l.scale(i)
		default:
			r[0] = 1 / math.Sqrt(float64(len(a.Neighbors(int(i))))+l.loops)
		}
	}
	if l.hyper != nil {
		l.Lap = l.hyper.laplacian(g)
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
	if l.d > 0 {
		if l.Raw == l.Hat || l.own != nil {
			l.Raw = nil
		}
		l.Hat, l.Lap = nil, nil
	}
}

// Together is the gain at λ of all layers up to this one, when weights and activations
// between them do nothing, where Whole reports that there is one.
func (l *Layer) Together(lambda float64) float64 {
	gain := 1.0
	for range l.depth {
		gain = (1-l.alpha)*(1-lambda)*gain + l.alpha
	}
	return gain
}

// Whole reports whether all layers up to this one have one gain.
func (l *Layer) Whole() bool { return l.depth > 0 }

// Arc is the attention of one end of an edge (0: I) to the other, where Attends.
func (l *Layer) Arc(e graph.Edge, side int) float64 {
	if side == 1 {
		e.I, e.J = e.J, e.I
	}
	return l.att.mean(e.I, e.J)
}

// Attends reports whether the layer has attention.
func (l *Layer) Attends() bool { return l.att != nil }

// watch reports a layer.
func (s Settings) watch(l Layer) {
	if s.Watch != nil {
		s.Watch(l)
	}
}

// averaging is a layer that applies a, D̃^{-1/2}(A + I)D̃^{-1/2}, to x and gets y.
func averaging(a *linalg.CSR, x, y *autodiff.Var) Layer {
	return Layer{d: 1, X: x, Y: y, loops: 1, Filter: &Filter{basis: average}, Parts: []Part{{Name: "itself and its neighbours", a: a}}}
}

// Filter is an operator g(L) by its terms: on column l of X, or on all columns with one curve,
//
//	g_l(λ) = Σ_k Weight(k, l)·Basis(λ)[k]
type Filter struct {
	weight *autodiff.Var // k×curves or 1×k, nil for 1
	basis  func(f *Filter, lambda float64) []float64
	more   func(k, l int) float64 // in the place of weight
	curves int
	// shift of the powers, and settings of other polynomials.
	shift float64
	s     *Settings
}

// Curves is the number of functions.
func (f *Filter) Curves() int { return max(1, f.curves) }

// Weight is that of term k in curve l, Basis are the terms at λ.
func (f *Filter) Weight(k, l int) float64 {
	switch {
	case f.more != nil:
		return f.more(k, l)
	case f.weight != nil:
		return f.weight.Value.Data[k]
	}
	return 1
}

// Basis returns the terms at λ.
func (f *Filter) Basis(lambda float64) []float64 { return f.basis(f, lambda) }

// Gain is g_l(λ).
func (f *Filter) Gain(l int, lambda float64) float64 {
	sum := 0.0
	for k, v := range f.Basis(lambda) {
		sum += f.Weight(k, l) * v
	}
	return sum
}

func average(_ *Filter, lambda float64) []float64   { return []float64{1 - lambda} }
func laplacian(_ *Filter, lambda float64) []float64 { return []float64{lambda} }

// powers are 1, z, z², … of z = 1 − λ − shift.
func powers(f *Filter, lambda float64) []float64 {
	out := make([]float64, f.weight.Cols())
	p := 1.0
	for q := range out {
		out[q] = p
		p *= 1 - lambda - f.shift
	}
	return out
}

// Part is one sum that a node takes over nodes: with the rows of a, of Σ_k gamma_k a^k
// for symmetric a, of the attention, or with the norms over √d of the blocks off the
// diagonal of lap.
type Part struct {
	Name  string
	a     *linalg.CSR
	gamma *autodiff.Var
	att   *attentions
	row   func(i int) []float64
}

// Row returns the weight of every node, when the layer is open.
func (p Part) Row(l *Layer, i int) []float64 {
	sum := make([]float64, l.Hat.N)
	switch {
	case p.row != nil:
		return p.row(i)
	case p.att != nil:
		for q := p.att.ptr[i]; q < p.att.ptr[i+1]; q++ {
			sum[p.att.col[q]] = p.att.mean(int32(i), p.att.col[q])
		}
	case p.a == nil && l.Lap != nil:
		d := l.Lap.D
		for q := l.Lap.Ptr[i]; q < l.Lap.Ptr[i+1]; q++ {
			sum[l.Lap.Col[q]] = linalg.Nrm2(l.Lap.Block[int(q)*d*d:(int(q)+1)*d*d]) / math.Sqrt(float64(d))
		}
		sum[i] = 0
	case p.gamma != nil:
		v, next := linalg.NewDense(p.a.Rows, 1), linalg.NewDense(p.a.Rows, 1)
		v.Data[i] = 1
		for k, c := range p.gamma.Value.Data {
			if k > 0 {
				linalg.SpMM(p.a, v, 0, next)
				v, next = next, v
			}
			linalg.Axpy(c, v.Data, sum)
		}
	case p.a != nil:
		for q := p.a.Ptr[i]; q < p.a.Ptr[i+1]; q++ {
			sum[p.a.Col[q]] = p.a.Val[q]
		}
	}
	return sum
}

// byBlocks is the part of a layer that works with its Laplacian.
func byBlocks() []Part { return []Part{{Name: "blocks of the Laplacian, by norm over √d"}} }

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

// layer describes attention as a sheaf: the map of end i of edge (i, j) is √a_ij times that
// of base, with base nil a coordinate of the stalk for each head. Its Laplacian has the
// diagonal blocks (1 − a_ii)I where base is orthogonal, and off it the geometric mean of
// both directions, so that its eigenvalues are those of I − A where A is symmetric up to
// a scaling of the nodes; they lie in [0, 2].
func (a *attentions) layer(base *sheaf.Sheaf, x, y *autodiff.Var) Layer {
	d := a.heads
	if d > sheaf.MaxDim {
		d = 1
	}
	if base != nil {
		d = base.D
	}
	return Layer{d: d, X: x, Y: y, Raw: base, att: a, Parts: []Part{{Name: "attention, to itself too", att: a}}}
}

// fill writes map k of the layer into r.
func (a *attentions) fill(l *Layer, k int, r []float64) {
	e, side := l.Hat.Edges[k/2], k%2
	root := math.Sqrt(l.Arc(e, side))
	if l.Raw != nil {
		for q, v := range l.Raw.Map(k/2, side) {
			r[q] = root * v
		}
		return
	}
	if r[0] = root; l.d != a.heads {
		return
	}
	if side == 1 {
		e.I, e.J = e.J, e.I
	}
	for t := range l.d {
		r[t*l.d+t] = math.Sqrt(a.at(e.I, e.J, t))
	}
}
