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

// directedGraph returns smallGraph with directions: edge 0–3 has both, every other edge has one of the two.
func directedGraph() *graph.Graph {
	g := smallGraph()
	g.Orient([]graph.Edge{{I: 0, J: 1}, {I: 2, J: 0}, {I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 2}, {I: 4, J: 3}, {I: 4, J: 5}, {I: 6, J: 5},
		{I: 6, J: 7}}, slices.Repeat([]bool{true}, 9))
	return g
}

// arcsOf returns the arcs of a graph as pairs of source and target, from the directions of its edges alone.
func arcsOf(g *graph.Graph) (out [][2]int) {
	for k := range g.Edges {
		from, to, bothWays := g.Entry(k)
		out = append(out, [2]int{int(from), int(to)})
		if bothWays {
			out = append(out, [2]int{int(to), int(from)})
		}
	}
	return out
}

// laplacians returns L^out and L^in of Definition 3.3 of the paper of CSNN as dense matrices.
// Row i of s is the source map S_i, row i of t the target map T_i.
// An arc i → j adds S_iᵀS_i to block (i, i) and −T_jᵀS_i to block (j, i) of L^out.
// It adds T_jᵀT_j to block (j, j) and −S_iᵀT_j to block (i, j) of L^in.
func laplacians(arcs [][2]int, n, d int, s, t *linalg.Dense) (out, in *mat.Dense) {
	out, in = mat.NewDense(n*d, n*d, nil), mat.NewDense(n*d, n*d, nil)
	block := func(m *linalg.Dense, i int) mat.Matrix { return mat.NewDense(d, d, m.Row(i)) }
	// add adds sign·aᵀb to block (i, j) of l.
	add := func(l *mat.Dense, i, j int, sign float64, a, b mat.Matrix) {
		var p mat.Dense
		p.Mul(a.T(), b)
		p.Scale(sign, &p)
		target := l.Slice(i*d, (i+1)*d, j*d, (j+1)*d).(*mat.Dense)
		target.Add(target, &p)
	}
	for _, arc := range arcs {
		i, j := arc[0], arc[1]
		add(out, i, i, 1, block(s, i), block(s, i))
		add(out, j, i, -1, block(t, j), block(s, i))
		add(in, j, j, 1, block(t, j), block(t, j))
		add(in, i, j, -1, block(s, i), block(t, j))
	}
	return out, in
}

// normalisedBy returns D^{-1/2}LD^{-1/2}, where D is the diagonal of L plus 1. For conformal maps the diagonal blocks of L are multiples
// of I, so D is their block diagonal plus I.
func normalisedBy(l *mat.Dense) *mat.Dense {
	n, _ := l.Dims()
	out := mat.NewDense(n, n, nil)
	out.Apply(func(i, j int, v float64) float64 { return v / math.Sqrt((l.At(i, i)+1)*(l.At(j, j)+1)) }, l)
	return out
}

// TestCooperativeOperators compares the layers of CSNN with the dense Laplacians of Definition 3.3, of a graph with and without directions.
// A layer applies (Δ^in)ᵀΔ^out, Δ normalised. The contributions of the arcs, ArcBlocks, sum to L^out and L^in.
// L^out + L^in is the Laplacian of the sheaf of all arcs, BᵀB with (Bx)_{i→j} = S_i x_i − T_j x_j.
// Raw has the maps of one arc of each edge. The parts of a node are the norms of its blocks. Speaks and Listens of an arc are
// the sizes of S at its source and of T at its target: Frobenius norms divided by √d. Close removes the sheaf.
func TestCooperativeOperators(t *testing.T) {
	for name, g := range map[string]*graph.Graph{"directed": directedGraph(), "both ways": smallGraph()} {
		layers, _, _ := layersOf(t, "csnn", g, Heterophilic, nil)
		arcs := arcsOf(g)
		for k := range layers {
			l := &layers[k]
			d, c := l.Dim(), l.X.Cols()
			source, target := l.coop.source.maps.Value, l.coop.target.maps.Value
			out, in := laplacians(arcs, g.N, d, source, target)
			var y, want mat.Dense
			y.Mul(normalisedBy(out), mat.NewDense(g.N*d, c, l.X.Value.Data))
			want.Mul(normalisedBy(in).T(), &y)
			if e := relativeError(l.Y.Value.Data, want.RawMatrix().Data); e > 1e-12 {
				t.Errorf("%s, layer %d: the operator differs by %g", name, k+1, e)
			}
			// The arcs one by one: rows of B, and sums of blocks.
			var gotArcs [][2]int
			sumOut, sumIn, b := mat.NewDense(g.N*d, g.N*d, nil), mat.NewDense(g.N*d, g.N*d, nil), mat.NewDense(len(arcs)*d, g.N*d, nil)
			// setBlock sets a d×d block of B to sign·m, from a row and a column on.
			setBlock := func(row, col int, sign float64, m []float64) {
				for p, v := range m {
					b.Set(row+p/d, col+p%d, sign*v)
				}
			}
			for e, edge := range g.Edges {
				for _, arc := range l.Arcs(e, edge) {
					a := l.ArcBlocks(arc)
					u, v := int(a.From), int(a.To)
					setBlock(len(gotArcs)*d, u*d, 1, source.Row(u))
					setBlock(len(gotArcs)*d, v*d, -1, target.Row(v))
					gotArcs = append(gotArcs, [2]int{u, v})
					// coordinate returns the row of the n·d×n·d operator for row p of the 2d×2d blocks.
					coordinate := func(p int) int { return []int{u, v}[p/d]*d + p%d }
					for p := range 2 * d {
						for q := range 2 * d {
							row, col := coordinate(p), coordinate(q)
							sumOut.Set(row, col, sumOut.At(row, col)+a.Out[p*2*d+q])
							sumIn.Set(col, row, sumIn.At(col, row)+a.InT[p*2*d+q])
						}
					}
					// Entry (d, 0) of the blocks Out is at the target v and the source u; InT is transposed.
					if w := normalisedBy(out).At(v*d, u*d); math.Abs(w-a.OutScale*a.Out[d*2*d]) > 1e-12 {
						t.Errorf("%s: Δ^out has %g at arc %d→%d, the blocks %g", name, w, u, v, a.OutScale*a.Out[d*2*d])
					}
					if w := normalisedBy(in).At(u*d, v*d); math.Abs(w-a.InScale*a.InT[d*2*d]) > 1e-12 {
						t.Errorf("%s: Δ^in has %g at arc %d→%d, the blocks %g", name, w, u, v, a.InScale*a.InT[d*2*d])
					}
					if f := mat.Norm(mat.NewDense(d, d, source.Row(u)), 2) / math.Sqrt(float64(d)); math.Abs(f-a.Speaks) > 1e-12 {
						t.Errorf("%s: node %d: Speaks is %g, want %g, the size of S", name, u, a.Speaks, f)
					}
					if f := mat.Norm(mat.NewDense(d, d, target.Row(v)), 2) / math.Sqrt(float64(d)); math.Abs(f-a.Listens) > 1e-12 {
						t.Errorf("%s: node %d: Listens is %g, want %g, the size of T", name, v, a.Listens, f)
					}
				}
			}
			if !slices.Equal(gotArcs, arcs) {
				t.Fatalf("%s: arcs %v, want %v", name, gotArcs, arcs)
			}
			var sum, btb mat.Dense
			sum.Add(out, in)
			btb.Mul(b.T(), b)
			for what, pair := range map[string][2]*mat.Dense{"L^out": {sumOut, out}, "L^in": {sumIn, in}, "their sum": {&sum, &btb}} {
				if e := relativeError(pair[0].RawMatrix().Data, pair[1].RawMatrix().Data); e > 1e-12 {
					t.Errorf("%s, layer %d: %s differs by %g", name, k+1, what, e)
				}
			}
			// Raw, the sheaf of the page. side is the end of the edge at the source.
			for e := range g.Edges {
				u, v, _ := g.Entry(e)
				side := 1
				if u == g.Edges[e].I {
					side = 0
				}
				if !slices.Equal(l.Raw.Map(e, side), source.Row(int(u))) || !slices.Equal(l.Raw.Map(e, 1-side), target.Row(int(v))) {
					t.Errorf("%s: the maps of edge %d are not S and T of the arc %d→%d", name, e, u, v)
				}
			}
			// Part 0 has the norms of the blocks of Δ^out, part 1 the norms of the blocks of (Δ^in)ᵀ, all divided by √d.
			for p, operator := range []*mat.Dense{normalisedBy(out), mat.DenseCopyOf(normalisedBy(in).T())} {
				for i := range g.N {
					for j, w := range l.Parts[p].Row(l, i) {
						block := operator.Slice(i*d, (i+1)*d, j*d, (j+1)*d)
						if f := mat.Norm(block, 2) / math.Sqrt(float64(d)); math.Abs(f-w) > 1e-12 {
							t.Errorf("%s: part %d of node %d has the weight %g of node %d, want %g", name, p, i, w, j, f)
						}
					}
				}
			}
			l.Close()
			if l.Raw != nil || l.Lap != nil {
				t.Error("Close leaves the sheaf")
			}
		}
	}
}

// TestListenAndPropagate checks that a node with T = 0 gets the result 0, and that no other node depends on a node with S = 0
// (Proposition 4.1). Along a single arc only the target depends on the other node; with arcs in both directions both do.
func TestListenAndPropagate(t *testing.T) {
	const d, c = 2, 3
	// run returns (Δ^in)ᵀΔ^out x for fixed, arbitrary maps. Node silent has S = 0, node deaf has T = 0; −1 is no node.
	run := func(g *graph.Graph, choice arcChoice, silent, deaf int, x []float64) []float64 {
		tape := &autodiff.Tape{}
		k := &cooperativeLaplacians{arcs: newArcs(g, choice)}
		for q, one := range []*conformalMaps{&k.source, &k.target} { // S, then T
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
	// Node 3 is deaf.
	g := directedGraph()
	x := normals("features", g.N*d*c, 1)
	node := func(y []float64, i int) []float64 { return y[i*d*c : (i+1)*d*c] }
	if y := run(g, fileArcs, -1, 3, x); slices.ContainsFunc(node(y, 3), func(v float64) bool { return v != 0 }) {
		t.Errorf("a node with T = 0 has the result %v, want 0", node(y, 3))
	}
	// Node 0 is silent: its features change nothing elsewhere.
	changed := slices.Clone(x)
	for q := range node(changed, 0) {
		node(changed, 0)[q] += 1
	}
	a, b := run(g, bothArcs, 0, -1, x), run(g, bothArcs, 0, -1, changed)
	for i := 1; i < g.N; i++ {
		if !slices.Equal(node(a, i), node(b, i)) {
			t.Errorf("node %d depends on node 0, which has S = 0", i)
		}
	}
	// One edge, with the arc 1 → 0 or with both.
	pair := &graph.Graph{N: 2, Edges: []graph.Edge{{I: 0, J: 1}}, X: linalg.NewCSR(2, 1, nil)}
	pair.Orient([]graph.Edge{{I: 1, J: 0}}, []bool{true})
	x = normals("pair", 2*d*c, 1)
	for _, choice := range []arcChoice{fileArcs, bothArcs} {
		for from := range 2 {
			changed := slices.Clone(x)
			node(changed, from)[0]++
			a, b := run(pair, choice, -1, -1, x), run(pair, choice, -1, -1, changed)
			depends := !slices.Equal(node(a, 1-from), node(b, 1-from))
			if want := choice == bothArcs || from == 1; depends != want {
				t.Errorf("both arcs %v: node %d depends on node %d: %v, want %v", choice == bothArcs, 1-from, from, depends, want)
			}
		}
	}
}
