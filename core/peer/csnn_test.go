package peer

import (
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// directed returns a graph whose edges have arcs in one direction, in the other, and in both.
func directed() *graph.Graph {
	g := smallGraph()
	g.Orient([]graph.Edge{{I: 0, J: 1}, {I: 2, J: 0}, {I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 2}, {I: 4, J: 3}, {I: 4, J: 5}, {I: 6, J: 5},
		{I: 6, J: 7}}, slices.Repeat([]bool{true}, 9))
	return g
}

// arcsOf lists the arcs of a graph, by its directions alone.
func arcsOf(g *graph.Graph) (out [][2]int) {
	for k := range g.Edges {
		from, to, two := g.Entry(k)
		out = append(out, [2]int{int(from), int(to)})
		if two {
			out = append(out, [2]int{int(to), int(from)})
		}
	}
	return out
}

// laplacians returns L^out and L^in of Definition 3.3 as dense matrices, for maps S and T, n×d².
func laplacians(arcs [][2]int, n, d int, s, t *linalg.Dense) (out, in *mat.Dense) {
	out, in = mat.NewDense(n*d, n*d, nil), mat.NewDense(n*d, n*d, nil)
	block := func(m *linalg.Dense, i int) mat.Matrix { return mat.NewDense(d, d, m.Row(i)) }
	add := func(to *mat.Dense, i, j int, sign float64, a, b mat.Matrix) {
		var p mat.Dense
		p.Mul(a.T(), b)
		p.Scale(sign, &p)
		at := to.Slice(i*d, (i+1)*d, j*d, (j+1)*d).(*mat.Dense)
		at.Add(at, &p)
	}
	for _, arc := range arcs {
		i, j := arc[0], arc[1]
		add(out, i, i, 1, block(s, i), block(s, i))
		add(out, j, i, -1, block(t, j), block(s, i)) // what j hears of i
		add(in, j, j, 1, block(t, j), block(t, j))
		add(in, i, j, -1, block(s, i), block(t, j))
	}
	return out, in
}

// normalisedBy returns D^{-1/2}LD^{-1/2}, where D is the diagonal of L plus 1. Blocks of conformal maps are multiples of I.
func normalisedBy(l *mat.Dense) *mat.Dense {
	n, _ := l.Dims()
	out := mat.NewDense(n, n, nil)
	out.Apply(func(i, j int, v float64) float64 { return v / math.Sqrt((l.At(i, i)+1)*(l.At(j, j)+1)) }, l)
	return out
}

// TestCooperativeOperators: a layer applies (Δ^in)ᵀΔ^out of the dense Laplacians of Definition 3.3.
// The contributions of the arcs sum to these Laplacians.
// L^out + L^in is the Laplacian of the sheaf of all arcs, BᵀB with (Bx)_{i→j} = S_i x_i − T_j x_j.
func TestCooperativeOperators(t *testing.T) {
	for name, g := range map[string]*graph.Graph{"directed": directed(), "both ways": smallGraph()} {
		layers, _, _ := layersOf(t, "csnn", g, Heterophilic, nil)
		arcs := arcsOf(g)
		for k := range layers {
			l := &layers[k]
			d, c := l.Dim(), l.X.Cols()
			s, tt := l.coop.source.maps.Value, l.coop.target.maps.Value
			out, in := laplacians(arcs, g.N, d, s, tt)
			var y, want mat.Dense
			y.Mul(normalisedBy(out), mat.NewDense(g.N*d, c, l.X.Value.Data))
			want.Mul(normalisedBy(in).T(), &y)
			if e := far(l.Y.Value.Data, want.RawMatrix().Data); e > 1e-12 {
				t.Errorf("%s, layer %d: the operator is off by %g", name, k+1, e)
			}
			var all [][2]int
			sumOut, sumIn, b := mat.NewDense(g.N*d, g.N*d, nil), mat.NewDense(g.N*d, g.N*d, nil), mat.NewDense(len(arcs)*d, g.N*d, nil)
			for e, q := range g.Edges {
				for _, arc := range l.Arcs(e, q) {
					a := l.ArcBlocks(arc)
					u, v := int(a.From), int(a.To)
					for r := range d {
						for c := range d {
							b.Set(len(all)*d+r, u*d+c, s.Row(u)[r*d+c])
							b.Set(len(all)*d+r, v*d+c, -tt.Row(v)[r*d+c])
						}
					}
					all = append(all, [2]int{u, v})
					at := func(p int) int { return []int{u, v}[p/d]*d + p%d }
					for p := range 2 * d {
						for q := range 2 * d {
							sumOut.Set(at(p), at(q), sumOut.At(at(p), at(q))+a.Out[p*2*d+q])
							sumIn.Set(at(q), at(p), sumIn.At(at(q), at(p))+a.InT[p*2*d+q])
						}
					}
					n := normalisedBy(out)
					if w := n.At(v*d, u*d); math.Abs(w-a.OutScale*a.Out[d*2*d]) > 1e-12 {
						t.Errorf("%s: Δ^out has %g at arc %d→%d, the blocks %g", name, w, u, v, a.OutScale*a.Out[d*2*d])
					}
					if w := normalisedBy(in).At(u*d, v*d); math.Abs(w-a.InScale*a.InT[d*2*d]) > 1e-12 {
						t.Errorf("%s: Δ^in has %g at arc %d→%d, the blocks %g", name, w, u, v, a.InScale*a.InT[d*2*d])
					}
					if f := mat.Norm(mat.NewDense(d, d, s.Row(u)), 2) / math.Sqrt(float64(d)); math.Abs(f-a.Speaks) > 1e-12 {
						t.Errorf("%s: node %d speaks with %g, says %g", name, u, f, a.Speaks)
					}
					if f := mat.Norm(mat.NewDense(d, d, tt.Row(v)), 2) / math.Sqrt(float64(d)); math.Abs(f-a.Listens) > 1e-12 {
						t.Errorf("%s: node %d listens with %g, says %g", name, v, f, a.Listens)
					}
				}
			}
			if !slices.Equal(all, arcs) {
				t.Fatalf("%s: arcs %v, want %v", name, all, arcs)
			}
			var sum, btb mat.Dense
			sum.Add(out, in)
			btb.Mul(b.T(), b)
			for what, pair := range map[string][2]*mat.Dense{"L^out": {sumOut, out}, "L^in": {sumIn, in}, "their sum": {&sum, &btb}} {
				if e := far(pair[0].RawMatrix().Data, pair[1].RawMatrix().Data); e > 1e-12 {
					t.Errorf("%s, layer %d: %s is off by %g", name, k+1, what, e)
				}
			}
			// The sheaf that is shown has the maps of one arc of each edge.
			for e := range g.Edges {
				u, v, _ := g.Entry(e)
				side := map[bool]int{true: 0, false: 1}[u == g.Edges[e].I]
				if !slices.Equal(l.Raw.Map(e, side), s.Row(int(u))) || !slices.Equal(l.Raw.Map(e, 1-side), tt.Row(int(v))) {
					t.Errorf("%s: the maps of edge %d are not those of its arc", name, e)
				}
			}
			// What a node is said to gather are the norms of the blocks.
			for p, l2 := range []*mat.Dense{normalisedBy(out), mat.DenseCopyOf(normalisedBy(in).T())} {
				for i := range g.N {
					for j, w := range l.Parts[p].Row(l, i) {
						block := l2.Slice(i*d, (i+1)*d, j*d, (j+1)*d)
						if f := mat.Norm(block, 2) / math.Sqrt(float64(d)); math.Abs(f-w) > 1e-12 {
							t.Errorf("%s: part %d has %g of node %d for %d, want %g", name, p, w, j, i, f)
						}
					}
				}
			}
			if l.Close(); l.Raw != nil || l.Lap != nil {
				t.Error("Close leaves the sheaf")
			}
		}
	}
}

// TestListenAndPropagate: a node with T = 0 receives nothing, and a node with S = 0 sends nothing (Proposition 4.1).
// Directions matter: along a single arc only the target depends on the other node.
func TestListenAndPropagate(t *testing.T) {
	const d, c = 2, 3
	run := func(g *graph.Graph, choice arcChoice, silent, deaf int, x []float64) []float64 {
		tape := &autodiff.Tape{}
		k := &cooperativeLaplacians{arcs: newArcs(g, choice)}
		for q, one := range []*conformalMaps{&k.source, &k.target} {
			size, turn := linalg.NewDense(g.N, 1), linalg.NewDense(g.N, d*(d-1)/2)
			for i := range g.N {
				size.Data[i], turn.Data[i] = 1+float64(i+q)/5, float64(i-2*q)/7
				if i == []int{silent, deaf}[q] {
					size.Data[i] = 0
				}
			}
			one.size = tape.Const(size)
			one.maps = autodiff.MulColumn(tape, one.size, householderMaps(tape, tape.Const(turn), d))
		}
		k.out, k.in = arcScale(tape, k.arcs.leaving, k.source.size), arcScale(tape, k.arcs.arriving, k.target.size)
		y := k.apply(tape, k.in, k.apply(tape, k.out, tape.Const(&linalg.Dense{Rows: g.N * d, Cols: c, Data: x})))
		tape.Forward()
		return y.Value.Data
	}
	g := directed()
	x := normals("features", g.N*d*c, 1)
	node := func(y []float64, i int) []float64 { return y[i*d*c : (i+1)*d*c] }
	if y := run(g, fileArcs, -1, 3, x); slices.ContainsFunc(node(y, 3), func(v float64) bool { return v != 0 }) {
		t.Errorf("a node that does not listen changes by %v", node(y, 3))
	}
	other := slices.Clone(x)
	for q := range node(other, 0) {
		node(other, 0)[q] += 1
	}
	a, b := run(g, bothArcs, 0, -1, x), run(g, bothArcs, 0, -1, other)
	for i := 1; i < g.N; i++ {
		if !slices.Equal(node(a, i), node(b, i)) {
			t.Errorf("node %d hears a node that does not speak", i)
		}
	}
	pair := &graph.Graph{N: 2, Edges: []graph.Edge{{I: 0, J: 1}}, X: linalg.NewCSR(2, 1, nil)}
	pair.Orient([]graph.Edge{{I: 1, J: 0}}, []bool{true})
	x = normals("pair", 2*d*c, 1)
	for _, choice := range []arcChoice{fileArcs, bothArcs} {
		for from := range 2 {
			other := slices.Clone(x)
			node(other, from)[0]++
			a, b := run(pair, choice, -1, -1, x), run(pair, choice, -1, -1, other)
			hears := !slices.Equal(node(a, 1-from), node(b, 1-from))
			if want := choice == bothArcs || from == 1; hears != want {
				t.Errorf("both ways %v: node %d hears %d: %v", choice == bothArcs, 1-from, from, hears)
			}
		}
	}
}
