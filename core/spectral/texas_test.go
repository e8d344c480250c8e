//go:build !js

package spectral

import (
	"bufio"
	"fmt"
	"math"
	"os"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
	"sheafscope/core/transport"
)

// webKB returns the number of nodes and the undirected edges, without loops, of a
// Geom-GCN graph in ../shared/datasets.
func webKB(tb testing.TB, name string) (n int, edges []graph.Edge) {
	f, err := os.Open("../../../shared/datasets/" + name + "/out1_graph_edges.txt")
	if err != nil {
		tb.Fatal(err, "(the data sets are expected beside the repository, in ../shared/datasets)")
	}
	defer f.Close()
	sc := bufio.NewScanner(f)
	sc.Scan() // the line of headings
	for sc.Scan() {
		var i, j int32
		if _, err := fmt.Sscan(sc.Text(), &i, &j); err != nil {
			tb.Fatal(err)
		}
		n = max(n, int(i)+1, int(j)+1)
		if i != j {
			edges = append(edges, graph.Edge{I: min(i, j), J: max(i, j)})
		}
	}
	return n, graph.New(name, n, edges).Edges
}

// lifted returns a sheaf like those of training: maps P W and −Pᵀ W on an edge with the
// centred plan P of its ends, and W = I plus normal numbers of deviation 0.1. The measures
// of the nodes are the softmax of normal scores with deviation spread, mixed with 0.02 of
// the uniform measure.
func lifted(src *rng.Stream, n, d int, edges []graph.Edge, spread float64) *sheaf.Sheaf {
	z, mu := make([]float64, n*d), make([]float64, n*d)
	for i := range z {
		z[i] = spread * src.Norm()
	}
	logits := &linalg.Dense{Rows: n, Cols: d, Data: z}
	linalg.SoftmaxRows(logits, logits)
	transport.Measures(mu, z, d, 0.02) // 0.02: the share of the uniform measure
	l := transport.NewLift(n, d, edges)
	l.Centered = true
	// The centred plans of all edges, and W.
	dd := d * d
	p := make([]float64, len(edges)*dd)
	l.Forward(p, mu, transport.EffectiveEpsilon(1.2, 0.8, 2)) // ε0 = 1.2, ε = 0.8, τ = 2
	w := make([]float64, dd)
	for r := range d {
		for c := range d {
			w[r*d+c] = 0.1 * src.Norm()
		}
		w[r*d+r]++
	}
	s := sheaf.New(n, d, edges)
	for e := range edges {
		plan, negativeT := p[e*dd:(e+1)*dd], make([]float64, dd)
		for r := range d {
			for c := range d {
				negativeT[r*d+c] = -plan[c*d+r]
			}
		}
		small.Mul(d, s.Map(e, 0), plan, w)
		small.Mul(d, s.Map(e, 1), negativeT, w)
	}
	return s
}

// TestTexasEqualsDense checks tracker, ascent and the nearest sheaf against dense spectra
// on Texas (n·d = 732). The lift's singular maps give a kernel of dimension about 70 and a
// λ2 seven orders of magnitude below λmax. The start of the ascent equals the dense λ2, λ3
// and kernel. The gain of the matrix step is at most λ3 − λ2. The nearest sheaf keeps 70 % of
// it or more, the crude projection 20 % or less. Nearest sheaf and ascent keep the dimension of
// the kernel. The ascent raises λ2.
func TestTexasEqualsDense(t *testing.T) {
	n, edges := webKB(t, "texas")
	const d = 4
	base := lifted(rng.New(1, "texas"), n, d, edges, 0.5)
	hat := normalized(base, 1)
	asc := NewAscent(n, d, edges, TrackerOptions{})
	a := IdentityMetric(len(edges), d)
	start := asc.Start(base, a, AscentOptions{Normalized: true, Shift: 1, Rho: 0.1})
	l2, l3, kernel := reference(t, hat)
	equal := start.KernelDim == kernel && math.Abs(start.Lambda2-l2) <= 1e-8*l2+1e-14 && math.Abs(start.Lambda3-l3) <= 1e-7*l3
	if !equal || !start.Certified {
		t.Fatalf("start %+v, dense λ2 %g, λ3 %g, kernel %d", start, l2, l3, kernel)
	}

	// The gain of the matrix step, and its share in the nearest sheaf and in the
	// projection.
	tr := NewTracker(n, d, edges, TrackerOptions{})
	tr.Update(hat)
	m, err := MatrixAscent(tr.Operator(), [][]float64{tr.Vector(0), tr.Vector(1)}, MatrixOptions{})
	if err != nil {
		t.Fatal(err)
	}
	nearest, res, err := ReassembleFrom(hat, tr.Vector(0), m.Eta)
	if err != nil {
		t.Fatal(err)
	}
	crude, err := CrudeProjection(hat, tr.Vector(0), m.Eta)
	if err != nil {
		t.Fatal(err)
	}
	l2Nearest, _, kernelNearest := reference(t, nearest)
	l2Crude, _, _ := reference(t, crude)
	gainNearest, gainCrude := l2Nearest-l2, l2Crude-l2
	t.Logf("matrix gain %.3g at η = %.3g, nearest sheaf %.3g after %d iterations, edge by edge %.3g", m.Gain, m.Eta, gainNearest,
		res.Iterations, gainCrude)
	if m.Gain <= 0 || m.Gain > l3-l2+1e-12 {
		t.Fatalf("matrix gain %g, λ3 − λ2 = %g", m.Gain, l3-l2)
	}
	if kernelNearest != kernel {
		t.Fatalf("the nearest sheaf has a kernel of dimension %d, want %d", kernelNearest, kernel)
	}
	if gainNearest < 0.7*m.Gain || gainCrude > 0.2*m.Gain {
		t.Fatalf("of the gain %g the nearest sheaf keeps %g, the projection %g, want ≥ 70 %% and ≤ 20 %%", m.Gain, gainNearest, gainCrude)
	}

	// The ascent on the maps.
	for !asc.Step() {
	}
	t.Logf("sheaf ascent: λ2 %.3g, change %.3g, %d trials", asc.Trail(), asc.Change(), len(asc.Trials()))
	end := asc.Estimate()
	if end.Lambda2 <= start.Lambda2 {
		t.Fatalf("the ascent lowers λ2 from %g to %g", start.Lambda2, end.Lambda2)
	}
	if end.KernelDim != kernel || !end.Certified {
		t.Fatalf("the ascent ends at %+v, want a kernel of dimension %d, certified", end, kernel)
	}
}
