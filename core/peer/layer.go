// This file describes, for the page, the layers of networks as sheaves: by maps, filters, and the sums over nodes that a node receives.

package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// Layer describes, as a sheaf, how one layer of a network propagates features along the edges.
// Its operator is this propagation, without weights and activation. Fields have the values of the last forward pass.
type Layer struct {
	// Hat has the maps of the operator, after normalisation or attention.
	// Raw has the maps before this step, or equals Hat if the layer has no such maps.
	// Lap is the Laplacian of Hat, or of the hypergraph. Lap is nil for a hypergraph with too many pairs of nodes.
	// Layers of a sheafLearner always have these fields. Other layers have them only between Open and Close, except that a layer
	// with attention on a sheaf always has Raw.
	Raw, Hat *sheaf.Sheaf
	Lap      *sheaf.Laplacian
	// X is the input of the operator and Y its output, each (n·d)×c in memory. X and Y may have different numbers of channels c.
	X, Y *autodiff.Var
	// Out is the output of the layer, n×(d·c) in memory. Only models in the study of depth set it.
	Out *autodiff.Var
	// Filter, unless nil, is the function g with Y = g(Lap)·X.
	Filter *Filter
	// Parts are the sums over nodes that a node receives.
	Parts []Part
	// Places are the coordinates of the nodes in the plane, n×2, or nil for a layer that does not depend on coordinates.
	Places []float64

	// openDim is the stalk dimension of the maps that Open computes, or 0 if the network sets Raw, Hat and Lap.
	openDim int

	// The fields from which Open computes the maps of a layer. Fields that a layer does not need are nil or 0.
	scale   func(i int32) float64                    // map of node i, a number; nil stands for (degree + loops)^{-1/2}
	loops   float64                                  // 1 if a node is its own neighbour, or 0
	att     *attentions                              // coefficients of a model with attention
	hyper   *hypergraph                              // hyperedges of a model with a hypergraph
	rawMaps func(g *graph.Graph, d int) *sheaf.Sheaf // computes maps of dimension d before the normalisation

	// coop has the operators of CSNN for Arcs and ArcBlocks. It is nil for other models.
	coop *cooperativeLaplacians

	// depth is the number of layers from the first to this layer, or 0 if these layers have no common gain (Together).
	// Each of these layers adds the features before the first layer with the weight alpha, which is 0 for GCN.
	depth int
	alpha float64
}

// Descriptions of trivial maps, each a continuation of "They", and the Laplacians of these maps.
const (
	trivialMaps = "are the numbers 1/√(degree + 1): a trivial sheaf, about which nothing is learned"
	plainMaps   = "are the numbers 1/√degree: a trivial sheaf, about which nothing is learned"

	trivialLaplacian = "L=B^⊤B=I−\\hat{A}"
	plainLaplacian   = "L=B^⊤B=I−D^{−1/2}A D^{−1/2}"
)

// Dim returns the stalk dimension of the layer.
func (l *Layer) Dim() int {
	if l.openDim == 0 {
		return l.Hat.D
	}
	return l.openDim
}

// Beyond reports whether Lap has blocks for pairs of nodes without an edge. Lap then differs from the Laplacian of Hat.
func (l *Layer) Beyond() bool { return l.hyper != nil }

// Open sets Raw, Hat and Lap, from the values of the last forward pass, unless the network sets all three.
// If one of the fields rawMaps, att, hyper and scale is set, this field determines the maps.
// Otherwise the map of node i into its edges is the number (d_i + loops)^{-1/2}, where d_i is the degree.
// Then the Laplacian is I − D̃^{-1/2}(A + I)D̃^{-1/2} for loops = 1, and the normalised Laplacian of the graph for loops = 0.
func (l *Layer) Open(g *graph.Graph) {
	if l.openDim == 0 {
		return
	}
	l.Hat, l.Lap = sheaf.New(g.N, l.openDim, g.Edges), nil
	if l.rawMaps != nil { // its maps are normalised here, with the shift 1: D = blockdiag(L) + I
		l.Raw = l.rawMaps(g, l.openDim)
		sheaf.NewNormalizer(g.N, l.openDim, g.Edges).Forward(l.Raw, 1, l.Hat)
		l.Lap = sheaf.NewLaplacian(g.N, l.openDim, g.Edges)
		l.Lap.Assemble(l.Hat)
		return
	}
	// Map k is the map of node i, which is end k%2 of edge k/2.
	a := g.Adjacency()
	for k, i := range edgeEnds(g.Edges) {
		edge, side := k/2, k%2
		r := l.Hat.Map(edge, side)
		switch {
		case l.att != nil:
			l.att.fillMap(l, k, r)
		case l.hyper != nil:
			l.hyper.fillMap(g.Edges[edge], side, r)
		case l.scale != nil:
			r[0] = l.scale(i)
		default:
			degree := float64(len(a.Neighbors(int(i))))
			r[0] = 1 / math.Sqrt(degree+l.loops)
		}
	}
	if l.hyper != nil {
		l.Lap = l.hyper.laplacian(g)
	} else {
		l.Lap = sheaf.NewLaplacian(g.N, l.openDim, g.Edges)
		l.Lap.Assemble(l.Hat)
	}
	if l.Raw == nil { // with attention on a sheaf, the network has set Raw
		l.Raw = l.Hat
	}
}

// Close releases the maps that Open computed. Maps that the network sets stay.
func (l *Layer) Close() {
	if l.openDim == 0 {
		return
	}
	isRawOfOpen := l.Raw == l.Hat || l.rawMaps != nil // false if the network sets Raw, as with attention on a sheaf
	if isRawOfOpen {
		l.Raw = nil
	}
	l.Hat, l.Lap = nil, nil
}

// Together returns the gain at λ of all layers from the first to this layer, without the weights and activations between them:
// g_0 = 1 and g_t = (1−α)(1−λ)g_{t−1} + α, where α is the weight of the features before the first layer.
// The result is valid only if Whole returns true.
func (l *Layer) Together(lambda float64) float64 {
	gain := 1.0
	for range l.depth {
		gain = float64((1-l.alpha)*(1-lambda)*gain) + l.alpha
	}
	return gain
}

// Whole reports whether all layers from the first to this layer have a common gain; see [Layer.Together].
func (l *Layer) Whole() bool { return l.depth > 0 }

// Arc returns the attention of one end of an edge to the other end, as the mean over the heads.
// Side 0 is the attention of e.I to e.J, and side 1 is the attention of e.J to e.I. The layer must have attention.
func (l *Layer) Arc(e graph.Edge, side int) float64 {
	if side == 1 {
		e.I, e.J = e.J, e.I
	}
	return l.att.mean(e.I, e.J)
}

// Attends reports whether the layer has attention.
func (l *Layer) Attends() bool { return l.att != nil }

// watch passes the description of a layer to s.Watch.
func (s Settings) watch(l Layer) {
	if s.Watch != nil {
		s.Watch(l)
	}
}

// averagingLayer describes a layer y = a·x with a = D̃^{-1/2}(A + I)D̃^{-1/2}, where D̃ has the row sums of A + I. Its filter is 1 − λ.
func averagingLayer(a *linalg.CSR, x, y *autodiff.Var) Layer {
	return Layer{openDim: 1, X: x, Y: y, loops: 1, Filter: &Filter{basis: averageTerms},
		Parts: []Part{{Name: "itself and its neighbours", a: a}}}
}

// Filter is an operator g(L), where g is a sum of terms:
//
//	g_l(λ) = Σ_k Weight(k, l)·Basis(λ)[k]
//
// The function g_l acts on column l of X. A single function acts on all columns.
type Filter struct {
	basis    func(f *Filter, lambda float64) []float64 // returns the values of all terms at λ
	weight   *autodiff.Var                             // 1×terms, the weights; nil with weightOf, or if all weights are 1
	weightOf func(k, l int) float64                    // unless nil, returns the weight of term k in function l
	curves   int                                       // number of functions g_l; 0 stands for 1
	shift    float64                                   // shift in powerTerms
	s        *Settings                                 // settings that basis uses; nil if it uses none
}

// Curves returns the number of functions g_l, at least 1.
func (f *Filter) Curves() int { return max(1, f.curves) }

// Weight returns the weight of term k in function l.
func (f *Filter) Weight(k, l int) float64 {
	switch {
	case f.weightOf != nil:
		return f.weightOf(k, l)
	case f.weight != nil:
		return f.weight.Value.Data[k]
	}
	return 1
}

// Basis returns the values of all terms at λ.
func (f *Filter) Basis(lambda float64) []float64 { return f.basis(f, lambda) }

// Gain returns g_l(λ), the weighted sum of the terms at λ.
func (f *Filter) Gain(l int, lambda float64) float64 {
	sum := 0.0
	for k, v := range f.Basis(lambda) {
		sum += float64(f.Weight(k, l) * v)
	}
	return sum
}

// averageTerms returns the basis of an average over neighbours: the single term 1 − λ.
func averageTerms(_ *Filter, lambda float64) []float64 { return []float64{1 - lambda} }

// laplacianTerms returns the basis of the Laplacian: the single term λ.
func laplacianTerms(_ *Filter, lambda float64) []float64 { return []float64{lambda} }

// powerTerms returns the terms 1, z, z², … for z = 1 − λ − shift, as many as the filter has weights.
func powerTerms(f *Filter, lambda float64) []float64 {
	out := make([]float64, f.weight.Cols())
	power := 1.0
	for q := range out {
		out[q] = power
		power *= 1 - lambda - f.shift
	}
	return out
}

// Part is one of the sums over nodes that a node receives. One of the fields row, att and a determines the weights of the sum.
// If all three are nil, the weights are the norms, divided by √d, of the off-diagonal blocks of the layer's Laplacian.
type Part struct {
	Name  string
	a     *linalg.CSR           // n×n; row i has the weights of the sum that node i receives
	gamma *autodiff.Var         // unless nil, row i of Σ_k gamma_k aᵏ has these weights in place of row i of a; a is then symmetric
	att   *attentions           // the weights are the means of the attention over the heads
	row   func(i int) []float64 // returns the weights of node i
}

// Row returns n numbers: the weight of every node in the sum that node i receives. The layer l must be open. If the weights come from a
// Laplacian that l does not have, they are 0.
func (p Part) Row(l *Layer, i int) []float64 {
	weights := make([]float64, l.Hat.N)
	switch {
	case p.row != nil:
		return p.row(i)
	case p.att != nil:
		for q := p.att.ptr[i]; q < p.att.ptr[i+1]; q++ {
			weights[p.att.col[q]] = p.att.mean(int32(i), p.att.col[q])
		}
	case p.gamma != nil:
		// Row i of a symmetric power aᵏ is aᵏ times the unit vector v of node i.
		v, next := linalg.NewDense(p.a.Rows, 1), linalg.NewDense(p.a.Rows, 1)
		v.Data[i] = 1
		for k, c := range p.gamma.Value.Data {
			if k > 0 {
				linalg.SpMM(p.a, v, 0, next) // 0: the old numbers of next do not count
				v, next = next, v
			}
			linalg.Axpy(c, v.Data, weights)
		}
	case p.a != nil:
		for q := p.a.Ptr[i]; q < p.a.Ptr[i+1]; q++ {
			weights[p.a.Col[q]] = p.a.Val[q]
		}
	case l.Lap != nil: // norms of the blocks of the Laplacian
		d := l.Lap.D
		for q := l.Lap.Ptr[i]; q < l.Lap.Ptr[i+1]; q++ {
			block := l.Lap.Block[int(q)*d*d : (int(q)+1)*d*d]
			weights[l.Lap.Col[q]] = linalg.Nrm2(block) / math.Sqrt(float64(d))
		}
		weights[i] = 0 // the diagonal block does not count
	}
	return weights
}

// laplacianParts returns the single part of a layer that multiplies by its Laplacian.
func laplacianParts() []Part { return []Part{{Name: "blocks of the Laplacian, by norm over √d"}} }

// attentions are the attention coefficients of a layer.
// Node i attends to the nodes col[p] with ptr[i] ≤ p < ptr[i+1], which include i if the model has loops. Head t has the coefficient
// weight[p·heads + t].
type attentions struct {
	ptr, col []int32
	heads    int
	weight   []float64
}

// at returns the attention of node i to node j in one head, or 0 if i does not attend to j.
func (a *attentions) at(i, j int32, head int) float64 {
	for p := a.ptr[i]; p < a.ptr[i+1]; p++ {
		if a.col[p] == j {
			return a.weight[int(p)*a.heads+head]
		}
	}
	return 0
}

// mean returns the attention of node i to node j as the mean over the heads.
func (a *attentions) mean(i, j int32) float64 {
	sum := 0.0
	for t := range a.heads {
		sum += a.at(i, j, t)
	}
	return sum / float64(a.heads)
}

// asLayer describes attention as a sheaf. x is the input of the layer and y its output. The map of end i of edge (i, j) is
//   - with a base: √a_ij times the map in base;
//   - without a base (nil): the diagonal matrix with an entry √a_ij for each head;
//   - without a base, for more heads than sheaf.MaxDim: the number √mean(a_ij).
//
// With an orthogonal base the Laplacian has diagonal blocks (1 − a_ii)I. Other blocks are −√(a_ij·a_ji) times an orthogonal matrix.
// Without a base, for an attention A that is symmetric up to a scaling of the nodes, the Laplacian has the eigenvalues of I − A. They lie
// in [0, 2]. For d heads it has the eigenvalues of all heads.
func (a *attentions) asLayer(base *sheaf.Sheaf, x, y *autodiff.Var) Layer {
	d := a.heads
	if d > sheaf.MaxDim {
		d = 1
	}
	if base != nil {
		d = base.D
	}
	return Layer{openDim: d, X: x, Y: y, Raw: base, att: a, Parts: []Part{{Name: "attention, to itself too", att: a}}}
}

// fillMap sets r, d×d and initially 0, to map k of the layer: the map of end k%2 of edge k/2. See [attentions.asLayer] for the maps.
func (a *attentions) fillMap(l *Layer, k int, r []float64) {
	e, side := l.Hat.Edges[k/2], k%2
	root := math.Sqrt(l.Arc(e, side))
	if l.Raw != nil { // the base
		for q, v := range l.Raw.Map(k/2, side) {
			r[q] = root * v
		}
		return
	}
	if l.openDim != a.heads { // too many heads for a stalk: the map is a number
		r[0] = root
		return
	}
	if side == 1 { // e.I becomes the end of the map
		e.I, e.J = e.J, e.I
	}
	for t := range l.openDim {
		r[t*l.openDim+t] = math.Sqrt(a.at(e.I, e.J, t))
	}
}
