package peer

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/published"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// Of the learner of maps: its hidden width, the least of the paper's grid, and the largest size of a map, as in its program.
const (
	csnnLearner = 32
	csnnLargest = 10
)

// csnn has the width and the dropout that its program publishes for Squirrel, its only graph among ours (d = 3, 32 channels, ½ twice), and
// two layers, as the models of this family have here. Its paper publishes no settings for WebKB. By validation on splits 0–3 of Texas,
// Wisconsin and legacy Cornell rate 0.005, decay 5·10⁻³ and features as they are do better (90.7, 87.2, 89.0 %) than the program's 0.02
// and 10⁻⁷ with rows that sum to 1 (87.7, 85.9, 84.7), and than eleven others. For homophilic graphs there are those of NSD.
//
// The paper treats these graphs as undirected: every edge is two arcs. Here the arcs are those of the file, both for an edge that it
// lists both ways or a graph without directions; the setting "arcs" takes both everywhere.
//
// Deviations from its program: that applies the operator with T_iᵀT_i on the diagonal first and the one with S_iᵀS_i after it, the
// paper's equations (6) to (8) and this the other way round; ELU stands for its GELU and ReLU; maps are learned by its perceptron of
// two layers ("GNN layers" 0), not by GraphSAGE; the epoch is that of the highest validation accuracy, of equal ones the one of less loss.
var csnn = func() Peer {
	p := newNSD("csnn", "CSNN", orthogonalMaps, nil)
	p.Paper = "Ribeiro et al., Cooperative sheaf neural networks, ICLR 2026"
	p.Why = "A sheaf with directions. Each node has a map with which it speaks, along the arcs that leave it, and one with which it " +
		"listens, along those that arrive; either may be as good as 0. A layer applies the out-Laplacian and then the in-Laplacian, transposed."
	p.Equation = []string{"X′=(1+\\tanh \\sp ε)X−\\ELU \\sp((Δ^{in})^⊤Δ^{out}(I⊗W_1)X W_2)",
		"(L^{out}X)_i=∑_{i→j}S_i^⊤S_i x_i−∑_{j→i}T_i^⊤S_j x_j", "((L^{in})^⊤X)_i=∑_{j→i}(T_i^⊤T_i x_i−T_i^⊤S_j x_j)"}
	p.Symbols = []Symbol{{"X", "features: in each node's stalk a vector for each of c channels"}, {"X′", "features after the layer"},
		{"S_i", "source map of node i into its arcs i→j: a positive number times an orthogonal matrix, d × d"},
		{"T_i", "target map of node i into its arcs j→i, of the same form"},
		{"L^{out}", "out-degree sheaf Laplacian"}, {"L^{in}", "in-degree sheaf Laplacian"},
		{"Δ^{out}", "L^{out} normalised on both sides by the roots of its diagonal and 1"}, {"Δ^{in}", "L^{in} in the same way"},
		{"ε", "learned gain of each stalk coordinate"}, {"x_i", "features of node i"}, {"x_j", "features of the other end"}, symW1, symW2}
	p.Maps = "are positive numbers times orthogonal matrices, read off each node's features: S of the node that an arc leaves, T of the " +
		"one at which it arrives; of an edge with both arcs those of one are shown"
	p.Laplacian = "L=L^{out}+L^{in}=B^⊤B\\quad (B x)_{i→j}=S_i x_i−T_j x_j\\quad \\hat{L}=D^{−1/2}L D^{−1/2}"
	p.Filter = "The two operators have the arcs in one direction alone, so that a layer is no function of one symmetric matrix: no " +
		"frequency has a gain."
	webkb := map[string]float64{"hidden": 32, "dropout": 0.5, "input_dropout": 0.5, "lr": 0.005, "weight_decay": 5e-3, "plain": 1}
	for k, q := range p.Settings {
		if v, ok := webkb[q.Name]; ok {
			p.Settings[k].Heterophilic = v
		}
	}
	p.Settings = append(p.Settings, Default{"arcs", 0, 0, 0, 1})
	p.Tried = "thirteen choices of rate, decay, width, dropout, of rows of features that sum to 1 and of arcs; its settings for these " +
		"graphs are not published."
	p.Reported = published.Line{Source: "its paper", Means: []float64{87.30, 90.00, 81.62, 38.03, 0, 0, 0, 0, 0}}
	p.Floats = func(z Size, s Settings) float64 {
		n, d := z.Nodes, s.Of("d")
		w, maps := n*d*s.Of("hidden"), n*(d*d+d*(d-1)/2+csnnLearner*2+4)
		return z.input() + w*(3*3+masked) + s.Of("layers")*(w*(2*masked+3*30)+3*2*maps*1.5) + 3*n*z.Classes + 2*3*1.5*2*z.Edges
	}
	p.network = csnnNetwork
	return p
}()

// csnnNetwork is the paper's equation (6), with the maps of node i S_i = exp(min(z, log 10))·Q(tanh(y)), (y, z) a perceptron of its
// features, Q a product of Householder reflections, and T_i in the same way.
func csnnNetwork(b *train.Builder, s Settings) *autodiff.Var {
	b = s.features(b)
	t, n, d, c, drop := b.Tape, b.Graph.N, s.Int("d"), s.Int("hidden"), s.Of("dropout")
	arcs := newArcs(b.Graph, s.Of("arcs") != 0)
	h := autodiff.ELU(t, input(b, "csnn.in", d*c, train.FanIn, s.Of("input_dropout")))
	for l := range s.Int("layers") {
		layer := numbered("csnn", l)
		h = dropout(b, h, drop, layer)
		k := &cooperation{arcs: arcs, source: learnConformal(b, h, layer+".source", d), target: learnConformal(b, h, layer+".target", d)}
		k.out, k.in = arcScale(t, arcs.leaving, k.source.size), arcScale(t, arcs.arriving, k.target.size)
		x := stalkWeights(t, autodiff.Reshape(t, h, n*d, c), b.Param(layer+".left", d, d, train.NearIdentity(0), true))
		x = autodiff.MatMul(t, x, b.Param(layer+".right", c, c, orthogonalStart, true))
		y := k.apply(t, k.in, k.apply(t, k.out, x))
		s.watch(Layer{d: d, X: x, Y: y, own: k.sheaf, coop: k, Parts: []Part{
			{Name: "by the out-Laplacian", row: k.row(k.out, k.source, arcs.leaving)},
			{Name: "by the in-Laplacian, transposed", row: k.row(k.in, k.target, arcs.arriving)}}})
		y = autodiff.ELU(t, dropout(b, y, drop, layer+".flow"))
		h = retain(t, h, y, b.Param(layer+".epsilon", 1, d, train.Zeros, true), false)
	}
	return b.Linear(h, "csnn.class", b.Graph.Classes)
}

// arcs are the arcs of a graph: entry (i, j) of from is 1 for an arc j→i.
type arcs struct {
	from              *linalg.CSR
	leaving, arriving []float64 // counts of each node
	dir               []graph.Direction
}

// newArcs takes the arcs that the source of the graph lists, or both of every edge.
func newArcs(g *graph.Graph, both bool) *arcs {
	a := &arcs{leaving: make([]float64, g.N), arriving: make([]float64, g.N), dir: make([]graph.Direction, len(g.Edges))}
	var entries []linalg.Triplet
	for k, e := range g.Edges {
		if a.dir[k] = graph.Both; !both {
			a.dir[k] = g.Direction(k)
		}
		for _, arc := range a.of(k, e) {
			entries = append(entries, linalg.Triplet{Row: int(arc[1]), Col: int(arc[0]), Val: 1})
			a.leaving[arc[0]]++
			a.arriving[arc[1]]++
		}
	}
	a.from = linalg.NewCSR(g.N, g.N, entries)
	return a
}

// of lists the arcs of edge k, source first.
func (a *arcs) of(k int, e graph.Edge) (out [][2]int32) {
	if a.dir[k]&graph.Forward != 0 {
		out = append(out, [2]int32{e.I, e.J})
	}
	if a.dir[k]&graph.Backward != 0 {
		out = append(out, [2]int32{e.J, e.I})
	}
	return out
}

// conformal are maps of all nodes, n×d², each size times an orthogonal matrix; size is n×1.
type conformal struct{ maps, size *autodiff.Var }

// learnConformal reads a map off each row of h.
func learnConformal(b *train.Builder, h *autodiff.Var, name string, d int) conformal {
	t, size := b.Tape, orthogonalMaps.size(d)
	z := b.Linear(autodiff.ELU(t, b.Linear(h, name+".0", csnnLearner)), name+".1", size+1)
	var q conformal
	q.size = bounded(t, autodiff.SliceCols(t, z, size, size+1))
	turn := orthogonal(t, autodiff.Tanh(t, autodiff.SliceCols(t, z, 0, size)), d)
	q.maps = autodiff.MulColumn(t, q.size, turn)
	return q
}

// bounded is min(exp z, csnnLargest) elementwise.
func bounded(t *autodiff.Tape, z *autodiff.Var) *autodiff.Var {
	out := t.Result(z.Rows(), z.Cols(), z)
	return autodiff.CustomOp(t, "size of maps", out, func() {
		for i, v := range z.Value.Data {
			out.Value.Data[i] = min(linalg.Exp(min(v, 3)), csnnLargest)
		}
	}, func() {
		for i, y := range out.Value.Data {
			if y < csnnLargest {
				z.Grad.Data[i] += y * out.Grad.Data[i]
			}
		}
	})
}

// orthogonal makes a product of Householder reflections (d×d) of each row of y.
func orthogonal(t *autodiff.Tape, y *autodiff.Var, d int) *autodiff.Var {
	out := t.Result(y.Rows(), d*d, y)
	var refl reflections
	var g [sheaf.MaxDim * sheaf.MaxDim]float64
	return autodiff.CustomOp(t, "orthogonal maps", out, func() {
		for i := range y.Rows() {
			refl.product(out.Value.Row(i), y.Value.Row(i), d)
		}
	}, func() {
		for i := range y.Rows() {
			refl.grad(g[:y.Cols()], out.Grad.Row(i), y.Value.Row(i), d)
			addSlice(y.Grad, i, g[:y.Cols()])
		}
	})
}

// arcScale is (count·size² + 1)^{-1/2} of each node: the blocks of the diagonal of a Laplacian are count·size²·I.
func arcScale(t *autodiff.Tape, count []float64, size *autodiff.Var) *autodiff.Var {
	out := t.Result(size.Rows(), 1, size)
	return autodiff.CustomOp(t, "degrees of arcs", out, func() {
		for i, v := range size.Value.Data {
			out.Value.Data[i] = 1 / math.Sqrt(float64(count[i]*v*v)+1)
		}
	}, func() {
		for i, r := range out.Value.Data {
			size.Grad.Data[i] -= count[i] * size.Value.Data[i] * r * r * r * out.Grad.Data[i]
		}
	})
}

// cooperation is what a layer computes with: source and target maps, and the scales of both Laplacians.
type cooperation struct {
	arcs           *arcs
	source, target conformal
	out, in        *autodiff.Var
}

// apply is Δ^out x or (Δ^in)ᵀx for x, (n·d)×c, by its scale r:
//
//	(Δx)_i = (1 − r_i²)x_i − r_i T_iᵀ Σ_{j→i} r_j S_j x_j
//
// since count·size² = 1/r² − 1.
func (k *cooperation) apply(t *autodiff.Tape, r, x *autodiff.Var) *autodiff.Var {
	n, c := k.arcs.from.Rows, x.Cols()
	wide := func(x *autodiff.Var) *autodiff.Var { return autodiff.Reshape(t, x, n, x.Rows()/n*c) }
	own := autodiff.MulColumn(t, r, autodiff.MulColumn(t, r, wide(x)))
	said := autodiff.MulColumn(t, r, wide(mapRows(t, k.source.maps, x, nil, false)))
	heard := autodiff.MulColumn(t, r, autodiff.SpMM(t, k.arcs.from, said))
	taken := mapRows(t, k.target.maps, autodiff.Reshape(t, heard, x.Rows(), c), nil, true)
	return autodiff.Sub(t, autodiff.Sub(t, x, autodiff.Reshape(t, own, x.Rows(), c)), taken)
}

// row returns the norms over √d of the blocks in the row of a node of an operator, by its scale r and the maps on its diagonal.
func (k *cooperation) row(r *autodiff.Var, own conformal, count []float64) func(i int) []float64 {
	return func(i int) []float64 {
		a, scale := k.arcs.from, r.Value.Data
		sum := make([]float64, a.Rows)
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			j := a.Col[p]
			sum[j] = scale[i] * scale[j] * k.target.size.Value.Data[i] * k.source.size.Value.Data[j]
		}
		size := own.size.Value.Data[i]
		sum[i] = count[i] * size * size * scale[i] * scale[i]
		return sum
	}
}

// sheaf describes the arcs as a sheaf, one arc an edge: S of the source and T of the target. With both arcs of an edge it would
// be L^out + L^in that is its Laplacian.
func (k *cooperation) sheaf(g *graph.Graph, d int) *sheaf.Sheaf {
	s := sheaf.New(g.N, d, g.Edges)
	for e := range g.Edges {
		arc := k.arcs.of(e, g.Edges[e])[0]
		side := 0
		if arc[0] == g.Edges[e].J {
			side = 1
		}
		copy(s.Map(e, side), k.source.maps.Value.Row(int(arc[0])))
		copy(s.Map(e, 1-side), k.target.maps.Value.Row(int(arc[1])))
	}
	return s
}

// Arcs lists the arcs of edge k, source first, that the layer passes features along; nil for a layer without directions.
func (l *Layer) Arcs(k int, e graph.Edge) [][2]int32 {
	if l.coop == nil {
		return nil
	}
	return l.coop.arcs.of(k, e)
}

// ArcBlocks is what one arc adds to the two Laplacians of a layer of a cooperative sheaf, in blocks for source and target, 2d×2d each:
//
//	L^out: |  SᵀS  0 |     (L^in)ᵀ: |   0    0  |
//	       | −TᵀS  0 |              | −TᵀS  TᵀT |
//
// S is the source map of From, T the target map of To. L^out + L^in of an arc is (S −T)ᵀ(S −T).
type ArcBlocks struct {
	From int32     `json:"from"`
	To   int32     `json:"to"`
	Out  []float64 `json:"out"`
	InT  []float64 `json:"in_t"`
	// Speaks and Listens are the sizes of S and T; OutScale and InScale are what the block −TᵀS has as a factor in Δ^out and (Δ^in)ᵀ.
	Speaks   float64 `json:"speaks"`
	Listens  float64 `json:"listens"`
	OutScale float64 `json:"out_scale"`
	InScale  float64 `json:"in_scale"`
}

// ArcBlocks returns those of an arc, source first, of a layer with directions.
func (l *Layer) ArcBlocks(arc [2]int32) ArcBlocks {
	d, q, u, v := l.d, l.coop, int(arc[0]), int(arc[1])
	b := ArcBlocks{From: arc[0], To: arc[1], Out: make([]float64, 4*d*d), InT: make([]float64, 4*d*d),
		Speaks: q.source.size.Value.Data[u], Listens: q.target.size.Value.Data[v],
		OutScale: q.out.Value.Data[u] * q.out.Value.Data[v], InScale: q.in.Value.Data[u] * q.in.Value.Data[v]}
	s, t := q.source.maps.Value.Row(u), q.target.maps.Value.Row(v)
	for k := range d {
		for r := range d {
			for c := range d {
				b.Out[r*2*d+c] += float64(s[k*d+r] * s[k*d+c])
				b.Out[(d+r)*2*d+c] -= float64(t[k*d+r] * s[k*d+c])
				b.InT[(d+r)*2*d+c] -= float64(t[k*d+r] * s[k*d+c])
				b.InT[(d+r)*2*d+d+c] += float64(t[k*d+r] * t[k*d+c])
			}
		}
	}
	return b
}
