package sgpc

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/method"
)

// mixedGraph returns a graph of 8 nodes with one-way and two-way edges, random binary
// features and three classes, and a split. With isolated it adds node 8, which has no
// edge.
func mixedGraph(name string, isolated bool) (*graph.Graph, graph.Split) {
	entries := []graph.Edge{{I: 0, J: 1}, {I: 1, J: 0}, {I: 2, J: 0}, {I: 1, J: 2}, {I: 3, J: 2}, {I: 2, J: 3}, {I: 4, J: 3}, {I: 4, J: 5},
		{I: 5, J: 6}, {I: 6, J: 5}, {I: 6, J: 0}, {I: 7, J: 1}, {I: 7, J: 4}, {I: 4, J: 7}}
	n := 8
	if isolated {
		n = 9
	}
	g := graph.New(name, n, entries)
	g.Orient(entries, nil)
	r := rng.New(11, "mixed")
	x := &linalg.CSR{Rows: n, Cols: 5, Ptr: make([]int32, 1)}
	for range n {
		for k := range 5 {
			if r.Intn(2) == 0 {
				x.Col, x.Val = append(x.Col, int32(k)), append(x.Val, 1)
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	g.X, g.Labels, g.Classes = x, make([]int, n), 3
	for i := range g.Labels {
		g.Labels[i] = []int{0, 1, 1, 2, 0, 2, 1, 0, 2}[i]
	}
	split := graph.Split{Name: "by hand", Train: []int{0, 1, 2, 3, 5}, Val: []int{4, 6}, Test: []int{7}}
	return g, split
}

// codeCase returns a run of the reading "code" on mixedGraph, with the given settings. All
// parameters are random, gains and gates included, so that none has a special value.
func codeCase(t *testing.T, name string, isolated bool, set map[string]string) *Run {
	t.Helper()
	g, split := mixedGraph(name, isolated)
	c, err := method.Configure(g, split, "sgpc", "code", 5)
	if err != nil {
		t.Fatal(err)
	}
	c.Channels, c.Hidden, c.Epochs = 6, 7, 4
	for k, v := range set {
		if err := c.Set(k, v); err != nil {
			t.Fatal(err)
		}
	}
	r, err := New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	src := rng.New(2, "parameters")
	for _, p := range r.store.Names() {
		for k := range r.store.Value(p).Data {
			r.store.Value(p).Data[k] += 0.4 * src.Norm()
		}
	}
	return r
}

// rows returns the rows of row-major data with cols columns.
func rows(data []float64, cols int) (out [][]float64) {
	for ; len(data) >= cols; data = data[cols:] {
		out = append(out, data[:cols])
	}
	return out
}

// compare fails the test unless the rows of got and want differ by at most tol·max(1,
// |want|) in every number. what names the compared quantity.
func compare(t *testing.T, what string, got, want [][]float64, tol float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d rows, want %d", what, len(got), len(want))
	}
	for i := range want {
		for k, v := range want[i] {
			if !(math.Abs(got[i][k]-v) <= tol*math.Max(1, math.Abs(v))) {
				t.Fatalf("%s[%d][%d] = %.15g, want %.15g", what, i, k, got[i][k], v)
			}
		}
	}
}

// TestCodeIsTheProgram compares every part of the reading "code" with codePort, which is
// written from the program's description. On a graph with one-way and two-way edges all
// parts agree to 1e-10: encoder, lift, Laplacian, diffusion, mixing, probabilities,
// posterior, loss and bound. The numbers of CG iterations are equal.
func TestCodeIsTheProgram(t *testing.T) {
	for k, c := range []struct {
		name        string
		isolated    bool
		set         map[string]string
		afterWarmup bool
		grow        float64 // factor of the lift's W, which raises λ2 above 1
	}{
		{"texas", false, nil, false, 1},
		{"texas", false, map[string]string{"kl_warmup": "0", "spec_warmup": "0", "epsilon0": "0.3"}, true, 1},
		{"texas", false, map[string]string{"kl_warmup": "0", "spec_warmup": "0", "dt": "1e-6"}, true, 1e4},
		{"Cora", true, map[string]string{"kl_warmup": "0", "spec_warmup": "0", "epsilon0": "0.05"}, true, 1},
		{"citeseer", false, map[string]string{"head": "gat", "cg_max": "2", "dt": "3"}, false, 1},
		{"chameleon", false, map[string]string{"afm_weights": "signed", "q": "5", "dt": "4"}, false, 1},
	} {
		what := fmt.Sprintf("case %d", k)
		r := codeCase(t, c.name, c.isolated, c.set)
		linalg.Scal(c.grow, r.store.Value("lift.weight").Data)
		p := newCodePort(r)
		p.afterWarmup = c.afterWarmup
		// The program shifts the features of these two data sets.
		if c.name == "Cora" || c.name == "citeseer" {
			p.inputShift = -0.1
		}
		want := p.run()
		// Both branches of the spectral term, λ2 below and above 1, have a case.
		if (p.lambda2 > 1) != (c.grow > 1) {
			t.Errorf("%s: λ2 is %v, want above 1: %v", what, p.lambda2, c.grow > 1)
		}
		r.eval.evaluate()
		n := r.eval
		const tol = 1e-10
		t.Logf("%s: %s, each part to %g", what, c.name, tol)
		compare(t, what+": encoded", rows(n.encoded.Value.Data, n.encoded.Value.Cols), p.h, tol)
		compare(t, what+": hW", rows(n.hidden.Value.Data, n.hidden.Value.Cols), p.hw, tol)
		// The port has a plan for each directed entry, the run one for each edge.
		unclamped := 0
		for e, q := range p.entries {
			edge := edgeOf(t, r.Graph, q)
			got := []float64{n.scalar.cost[edge], n.scalar.p0[edge], n.scalar.pStar[edge], n.scalar.weight(edge, int32(q[0]))}
			compare(t, fmt.Sprintf("%s: entry %v", what, q), [][]float64{got}, [][]float64{{p.cost[e], p.p0[e], p.pStar[e], p.weight[e]}}, tol)
			if p.p0[e] > 1e-3 && p.p0[e] < 1 {
				unclamped++
			}
		}
		if c.set["epsilon0"] != "" && unclamped == 0 {
			t.Errorf("%s: every entry is clamped", what)
		}
		lap := zeros(p.n, p.n)
		lapRows, lapCols, lapValues := n.lap.Entries()
		for e, v := range lapValues {
			lap[lapRows[e]][lapCols[e]] += v
		}
		compare(t, what+": L", lap, p.lap, tol)
		compare(t, what+": diffused", rows(n.diffuse[0].out.Value.Data, n.diffuse[0].out.Value.Cols), p.svr, tol)
		if got := n.diffuse[0].d.Solver().Iterations(); got != p.iterations {
			t.Errorf("%s: %d CG iterations, want %d", what, got, p.iterations)
		}
		compare(t, what+": mixed", rows(n.filter[0].out.Value.Data, n.filter[0].out.Value.Cols), p.afm, tol)
		compare(t, what+": probabilities", rows(n.prob.Value.Data, n.prob.Value.Cols), p.prob, tol)
		compare(t, what+": predicted", rows(n.predicted(), p.classes), p.prob, tol)
		compare(t, what+": Π", rows(n.post.p.Pi, p.classes), p.pi, tol)
		for e, q := range p.entries {
			a, b, kappa, _ := n.post.edge(edgeOf(t, r.Graph, q))
			compare(t, what+": posterior", [][]float64{{a, b, kappa}}, [][]float64{{p.alpha[e], p.beta[e], p.alpha[e] / 3}}, tol)
		}
		// The loss and its parts. The program holds λ2 constant in the gradient.
		l := n.loss
		kl, _ := l.klTerm()
		divisor, constant := l.spectralDivisor()
		if !constant {
			t.Errorf("%s: λ2 has a gradient", what)
		}
		compare(t, what+": loss", [][]float64{{l.ce, kl, l.kl, l.post.cHet(), divisor, l.out.Value.Data[0]}},
			[][]float64{{p.ce, p.klMean, p.lkl, p.cHet, math.Max(1, p.lambda2) + 1e-6, want}}, tol)
		b := r.Bound(p.lambda2)
		compare(t, what+": bound", [][]float64{{b.LKL, b.LSpec}}, [][]float64{{p.lkl, p.cHet / (math.Max(1, p.lambda2) + 1e-6)}}, tol)
		if c.afterWarmup {
			compare(t, what+": total", [][]float64{{b.Total}}, [][]float64{{want}}, tol)
		}
	}
}

// edgeOf returns the index in g.Edges of the edge that has the directed entry (row,
// column).
func edgeOf(t *testing.T, g *graph.Graph, entry [2]int) int {
	t.Helper()
	for e, d := range g.Edges {
		if int(d.I) == min(entry[0], entry[1]) && int(d.J) == max(entry[0], entry[1]) {
			return e
		}
	}
	t.Fatalf("no edge %v", entry)
	return -1
}

// TestCodeGradient compares the gradient of the whole loss by every parameter with central
// differences of sixth order of codePort's loss. The error is below 1e-10 plus 1e-9 of the
// largest entry of the gradient. Every parameter has a gradient.
func TestCodeGradient(t *testing.T) {
	for k, set := range []map[string]string{
		{"epsilon0": "0.3"},
		{"epsilon0": "2", "head": "gat"},
		{"epsilon0": "0.3", "afm_weights": "signed"},
	} {
		// The solves iterate to rounding, since the gradient belongs to the exact solution.
		set["cg_tol"], set["cg_tol_train"], set["cg_max"], set["dropout"], set["kl_warmup"], set["spec_warmup"] = "1e-14", "1e-14", "200",
			"0", "0", "0"
		r := codeCase(t, "texas", k == 1, set) // case 1 has an isolated node
		tape := r.fit.tape
		r.fit.loss.schedule(1)
		tape.Forward()
		tape.ZeroGrad()
		tape.Backward(r.fit.loss.out)
		p := newCodePort(r)
		p.afterWarmup = true
		if got, want := r.fit.loss.out.Value.Data[0], p.run(); math.Abs(got-want) > 1e-10 {
			t.Fatalf("case %d: loss %v, want %v", k, got, want)
		}
		seen := map[string]bool{}
		for _, q := range tape.Params {
			data := p.param[q.Name]
			seen[q.Name] = true
			scale := 1e-3 // the largest entry of the gradient, at least 1e-3
			for _, g := range q.Grad.Data {
				scale = math.Max(scale, math.Abs(g))
			}
			for e := range data {
				value := data[e]
				const h = 2e-4
				// lossAt returns the loss with data[e] moved by s·h.
				lossAt := func(s float64) float64 {
					data[e] = value + s*h
					defer func() { data[e] = value }()
					return p.run()
				}
				want := (45*(lossAt(1)-lossAt(-1)) - 9*(lossAt(2)-lossAt(-2)) + (lossAt(3) - lossAt(-3))) / (60 * h)
				if got := q.Grad.Data[e]; !(math.Abs(got-want) < 1e-9*scale+1e-10) {
					t.Errorf("case %d: ∂/∂%s[%d] = %.12g, want %.12g", k, q.Name, e, got, want)
				}
			}
		}
		if len(seen) != len(p.param) {
			t.Errorf("case %d: %d parameters have a gradient, %d exist", k, len(seen), len(p.param))
		}
	}
}
