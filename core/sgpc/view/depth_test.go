package view_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/view"

	"gonum.org/v1/gonum/mat"
)

// depthGraphs returns a connected graph, and a block model of several components with isolated
// nodes.
func depthGraphs(t *testing.T) []*graph.Graph {
	blocks, err := graph.Generate("sbm:n=30,classes=3,degree=2,homophily=0.3,seed=2")
	if err != nil {
		t.Fatal(err)
	}
	return []*graph.Graph{graph.Karate(), blocks}
}

// denseSpread returns the measures of features by their definitions: with the dense
// normalised graph Laplacian, the SVD of gonum, and the cosine of every pair of nodes. data
// has a row for each node. own is the sheaf Laplacian, (n·d)×(n·d), on the same numbers with a
// row for each coordinate of a node.
func denseSpread(g *graph.Graph, data []float64, own *mat.Dense) (s frame.Spread) {
	n := g.N
	x := mat.NewDense(n, len(data)/n, slices.Clone(data))
	degree := make([]float64, n)
	for _, e := range g.Edges {
		degree[e.I]++
		degree[e.J]++
	}
	l := mat.NewDense(n, n, nil)
	for i := range n {
		if degree[i] > 0 {
			l.Set(i, i, 1)
		}
	}
	for _, e := range g.Edges {
		v := -1 / math.Sqrt(degree[e.I]*degree[e.J])
		l.Set(int(e.I), int(e.J), v)
		l.Set(int(e.J), int(e.I), v)
	}
	// quotient returns tr(xᵀ l x)/tr(xᵀ x).
	quotient := func(l, x *mat.Dense) float64 {
		var lx, xlx, xx mat.Dense
		lx.Mul(l, x)
		xlx.Mul(x.T(), &lx)
		xx.Mul(x.T(), x)
		return xlx.Trace() / xx.Trace()
	}
	s.Energy = quotient(l, x)
	nd, _ := own.Dims()
	stalks := mat.NewDense(nd, len(data)/nd, slices.Clone(data))
	s.Own = quotient(own, stalks)
	var gap mat.Dense
	gap.Mul(own, stalks)
	s.Norm, s.Gap = mat.Norm(x, 2)/math.Sqrt(float64(n)), mat.Norm(&gap, 2)/math.Sqrt(float64(n))
	// The effective rank is e^H for the entropy H of the normalised singular values.
	var svd mat.SVD
	svd.Factorize(x, mat.SVDNone)
	sum, values := 0.0, svd.Values(nil)
	for _, v := range values {
		sum += v
	}
	for _, v := range values {
		if v > 0 {
			s.Rank -= v / sum * math.Log(v/sum)
		}
	}
	s.Rank = math.Exp(s.Rank) // so far it was the entropy
	// The mean cosine of all pairs of nodes with features other than 0.
	pairs := 0.0
	for i := range n {
		for j := range i {
			a, b := x.RawRowView(i), x.RawRowView(j)
			ab, aa, bb := 0.0, 0.0, 0.0
			for k := range a {
				ab, aa, bb = ab+a[k]*b[k], aa+a[k]*a[k], bb+b[k]*b[k]
			}
			if aa > 0 && bb > 0 {
				s.Cosine += ab / math.Sqrt(aa) / math.Sqrt(bb)
				pairs++
			}
		}
	}
	s.Cosine /= pairs
	return s
}

// spreadNames are the names of the results of spreadNumbers.
var spreadNames = [6]string{"Energy", "Own", "Rank", "Cosine", "Norm", "Gap"}

// spreadNumbers returns all measures, in the order of spreadNames.
func spreadNumbers(s frame.Spread) [6]float64 {
	return [6]float64{s.Energy, s.Own, s.Rank, s.Cosine, s.Norm, s.Gap}
}

// checkLayers compares the measures of all four layers with denseSpread, to 1e-10. It returns
// the measures of the program. when describes the state of the run in messages.
func checkLayers(t *testing.T, g *graph.Graph, r *sgpc.Run, name, when string) []frame.Spread {
	t.Helper()
	n := r.Present()
	got := view.Depth(r)
	if len(got) != 4 {
		t.Fatalf("%s: %d layers, want 4", name, len(got))
	}
	for k, s := range got {
		data, lap := []float64(nil), n.Lap
		if name == "sgpc" {
			data = n.Diffused[k].Out.Data
		} else {
			l := &n.Layers[k]
			l.Open(g)
			data, lap = l.Out.Value.Data, l.Lap
		}
		dense := lap.Dense()
		want := spreadNumbers(denseSpread(g, data, mat.NewDense(dense.Rows, dense.Cols, dense.Data)))
		for j, v := range spreadNumbers(s) {
			if !(math.Abs(v-want[j]) <= 1e-10) {
				t.Errorf("%s, %s, %s, layer %d: %s is %g, want %g", g.Name, name, when, k+1, spreadNames[j], v, want[j])
			}
		}
	}
	return got
}

// TestDepthEqualsDefinitions compares all measures of each layer with denseSpread, to 1e-10:
// for eight models with four layers on both graphs of depthGraphs, untrained and after three
// epochs. A model with the setting maps has learned and also identity maps. Training changes
// the measures. The cross-entropies of a run that was measured equal those of a run that was
// not.
func TestDepthEqualsDefinitions(t *testing.T) {
	for _, g := range depthGraphs(t) {
		split, err := graph.ParseSplit(g, "random:0.4,0.3,0.3", 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range []string{"gcn", "gcnii", "nsd-diag", "nsd-orth", "nsd-general", "polynsd", "deep-nsd", "sgpc"} {
			for _, maps := range []string{"learned", settings.MapsIdentity} {
				cfg, err := method.Configure(g, split, name, "paper", 0)
				if err != nil {
					t.Fatal(err)
				}
				cfg.Layers, cfg.Maps, cfg.Epochs = 4, maps, 3
				if maps != "learned" && !cfg.Reads("maps") {
					continue
				}
				r, err := sgpc.New(g, split, cfg)
				if err != nil {
					t.Fatal(err)
				}
				before := checkLayers(t, g, r, name, "untrained")
				for !r.Done() {
					r.StepEpoch()
				}
				measured := view.Frame(r, frame.Focus{}).History
				if after := checkLayers(t, g, r, name, "trained"); slices.Equal(before, after) {
					t.Errorf("%s on %s: training does not change the measures %+v", name, g.Name, before)
				}
				// The same run without measures.
				q, err := sgpc.New(g, split, cfg)
				if err != nil {
					t.Fatal(err)
				}
				for !q.Done() {
					q.StepEpoch()
				}
				if unmeasured := view.Frame(q, frame.Focus{}).History; !slices.Equal(measured.CE, unmeasured.CE) {
					t.Errorf("%s on %s: the measured run has the cross-entropies %v, want %v", name, g.Name, measured.CE, unmeasured.CE)
				}
			}
		}
	}
}

// TestSpreadByHand compares the measures with values by hand, for two features on each of two
// joined nodes: equal, opposite, tiny and orthogonal, on one node alone, and zero. Own and Gap
// are 0, since there is no sheaf.
func TestSpreadByHand(t *testing.T) {
	g := graph.New("pair", 2, []graph.Edge{{I: 0, J: 1}})
	for _, c := range []struct {
		x    []float64 // the features of node 0, then of node 1
		want frame.Spread
	}{
		{[]float64{1, 0, 1, 0}, frame.Spread{Energy: 0, Rank: 1, Cosine: 1, Norm: 1}},
		{[]float64{1, 0, -1, 0}, frame.Spread{Energy: 2, Rank: 1, Cosine: -1, Norm: 1}},
		{[]float64{1e-200, 0, 0, 1e-200}, frame.Spread{Energy: 1, Rank: 2, Cosine: 0, Norm: 1e-200}},
		{[]float64{3, 4, 0, 0}, frame.Spread{Energy: 1, Rank: 1, Norm: 5 / math.Sqrt2}},
		{[]float64{0, 0, 0, 0}, frame.Spread{}},
	} {
		got := frame.SpreadOf(g, &linalg.Dense{Rows: 2, Cols: 2, Data: c.x}, nil)
		want := spreadNumbers(c.want)
		for j, v := range spreadNumbers(got) {
			if !(math.Abs(v-want[j]) <= 1e-14) {
				t.Errorf("%v: %s is %g, want %g", c.x, spreadNames[j], v, want[j])
			}
		}
	}
}
