package sgpc

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
)

// texasLike is a trained run on a heterophilic block model with as many classes,
// edges a node and splits as Texas; epochs 0 leaves it untrained.
func texasLike(t *testing.T, model string, epochs int, change func(*settings.Config)) *Run {
	t.Helper()
	g, err := graph.Builtin("sbm:n=60,classes=5,degree=3,homophily=0.1,signal=1,seed=7")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Paper.Configure(g, split, model, "paper", 3)
	if err != nil {
		t.Fatal(err)
	}
	c.CGTol = 1e-12
	if change != nil {
		change(&c)
	}
	r, err := New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	for range epochs {
		r.StepEpoch()
	}
	return r
}

// retold recomputes the fused features of a node by source, and the head, from a
// trace alone, with dense matrices.
type retold struct {
	tr        *trace.Trace
	c         int
	diff, mix *mat.Dense
}

func operatorOf(tr *trace.Trace, gone int, d int, shift float64) *mat.SymDense {
	n := tr.Graph.N
	l := mat.NewSymDense(n*d, nil)
	b := mat.NewDense(d, n*d, nil)
	for e, lift := range tr.Lift {
		if e == gone {
			continue
		}
		b.Zero()
		for p := range d {
			for q := range d {
				b.Set(p, lift.Edge[0]*d+q, lift.Rij[p][q])
				b.Set(p, lift.Edge[1]*d+q, -lift.Rji[p][q])
			}
		}
		var w mat.Dense
		w.Mul(b.T(), b)
		for p := range n * d {
			for q := p; q < n*d; q++ {
				l.SetSym(p, q, l.At(p, q)+w.At(p, q))
			}
		}
	}
	return normalise(l, n, d, shift)
}

func retell(tr *trace.Trace, gone int) *retold {
	d := len(tr.WTheta)
	f := &retold{tr: tr, c: tr.Config.Channels}
	op := operatorOf(tr, gone, d, tr.Config.Shift)
	dim := tr.Graph.N * d
	a := mat.NewDense(dim, dim, nil)
	a.Scale(tr.Diffusion.Dt, op)
	one := mat.NewDense(dim, dim, nil)
	for k := range dim {
		a.Set(k, k, a.At(k, k)+1)
		one.Set(k, k, 1)
	}
	f.diff = mat.NewDense(dim, dim, nil)
	if err := f.diff.Inverse(a); err != nil {
		panic(err)
	}
	var arg mat.Dense
	arg.Sub(one, op)
	f.mix = mat.NewDense(dim, dim, nil)
	before, now := mat.DenseCopyOf(one), mat.DenseCopyOf(&arg)
	f.mix.Scale(tr.AFM.Alpha[0], one)
	for q := 1; q < len(tr.AFM.Alpha); q++ {
		var s, next mat.Dense
		s.Scale(tr.AFM.Alpha[q], now)
		f.mix.Add(f.mix, &s)
		next.Mul(&arg, now)
		next.Scale(2, &next)
		next.Sub(&next, before)
		before, now = now, &next
	}
	return f
}

// from is what node j brings to node i: [diffusion ‖ mixing ‖ own signal].
func (f *retold) from(i, j int) []float64 {
	d, c := len(f.tr.WTheta), f.c
	out := make([]float64, 3*d*c)
	for part, op := range []*mat.Dense{f.diff, f.mix} {
		for k := range d {
			for l := range d {
				for ch := range c {
					out[part*d*c+k*c+ch] += op.At(i*d+k, j*d+l) * f.tr.Encoded[j][l*c+ch]
				}
			}
		}
	}
	if i == j {
		copy(out[2*d*c:], f.tr.Encoded[i])
	}
	return out
}

// score is the head at fused features u.
func (f *retold) score(u []float64) []float64 {
	layer := func(x []float64, name string) []float64 {
		w, b := f.tr.Parameters[name+".weight"], f.tr.Parameters[name+".bias"]
		out := append([]float64{}, b.Values...)
		for p, v := range x {
			for k := range out {
				out[k] += v * w.Values[p*len(out)+k]
			}
		}
		return out
	}
	if f.tr.Config.Head == "mlp" {
		u = layer(u, "projector")
		for k, v := range u {
			if v < 0 {
				u[k] = math.Expm1(v)
			}
		}
	}
	return layer(u, "head")
}

// TestExplainAgainstTheTrace takes ten nodes apart a second way: what arrives from
// whom by dense inverses of the trace's maps, what it adds to the score by
// central differences along the path from zero.
func TestExplainAgainstTheTrace(t *testing.T) {
	for _, head := range []string{"mlp", "linear"} {
		r := texasLike(t, "sgpc", 6, func(c *settings.Config) { c.Head = head })
		tr, err := r.Trace(nil)
		if err != nil {
			t.Fatal(err)
		}
		f := retell(tr, -1)
		for i := range 10 {
			x, err := r.Explain(i)
			if err != nil {
				t.Fatal(err)
			}
			if !x.Exact || len(x.Ways) == 0 && r.Frame(frame.Focus{Node: i, Edge: -1, Eigenvector: -1}).Node.Degree > 0 {
				t.Fatalf("node %d: exact %v, %d ways", i, x.Exact, len(x.Ways))
			}
			u := make([]float64, len(f.from(i, i)))
			for j := range tr.Graph.N {
				for k, v := range f.from(i, j) {
					u[k] += v
				}
			}
			checkSum(t, x, 1e-9)
			want := f.score(append([]float64{}, u...))
			zero := f.score(make([]float64, len(u)))
			for c := range want {
				if math.Abs(x.Score[c]-want[c]) > 1e-9 {
					t.Fatalf("score %d of node %d is %.12g, from the trace %.12g", c, i, x.Score[c], want[c])
				}
			}
			got := map[int][]float64{}
			for _, q := range x.Terms {
				if got[q.Neighbour] == nil {
					got[q.Neighbour] = make([]float64, len(want))
				}
				for c, v := range q.Contribution {
					got[q.Neighbour][c] += v
				}
				if q.Through == ThroughGap && maxAbs(q.Contribution) > 1e-9 {
					t.Errorf("node %d: a gap of %g", i, maxAbs(q.Contribution))
				}
			}
			for c := range want {
				if math.Abs(got[-1][c]-zero[c]) > 1e-9 {
					t.Errorf("bias %g, from the trace %g", got[-1][c], zero[c])
				}
			}
			for _, j := range []int{i, (i + 7) % 60, x.Ways[0].Node} {
				along := f.along(u, f.from(i, j))
				for c, v := range along {
					if math.Abs(got[j][c]-v) > 1e-5 {
						t.Errorf("%s: node %d gets %g of class %d from %d, along the path %g", head, i, got[j][c], c, j, v)
					}
				}
			}
			checkWords(t, x)
		}
	}
}

// along integrates the slope of the score along part over the path t·u.
func (f *retold) along(u, part []float64) []float64 {
	const points, eps = 400, 1e-5
	out := make([]float64, f.tr.Graph.Classes)
	for k := range points {
		up, down := make([]float64, len(u)), make([]float64, len(u))
		for p := range u {
			at := (float64(k) + 0.5) / points * u[p]
			up[p], down[p] = at+eps*part[p], at-eps*part[p]
		}
		a, b := f.score(up), f.score(down)
		for c := range out {
			out[c] += (a[c] - b[c]) / (2 * eps * points)
		}
	}
	return out
}

func maxAbs(v []float64) float64 {
	m := 0.0
	for _, x := range v {
		m = max(m, math.Abs(x))
	}
	return m
}

// checkSum: the terms add up to the score.
func checkSum(t *testing.T, x *explain.Parts, eps float64) {
	t.Helper()
	sum := make([]float64, len(x.Score))
	for _, q := range x.Terms {
		for c, v := range q.Contribution {
			sum[c] += v
		}
	}
	for c, v := range sum {
		if !(math.Abs(v-x.Score[c]) <= eps) {
			t.Errorf("%s, node %d: the terms of class %d sum to %.12g, the score is %.12g", x.Model, x.Node, c, v, x.Score[c])
		}
	}
}

// checkWords: the words add up to the terms of the node itself, and leave little.
func checkWords(t *testing.T, x *explain.Parts) {
	t.Helper()
	own := make([]float64, len(x.Score))
	for _, q := range x.Terms {
		if q.Neighbour == x.Node {
			for c, v := range q.Contribution {
				own[c] += v
			}
		}
	}
	for _, w := range x.Words {
		for c, v := range w.Contribution {
			own[c] -= v
		}
		if w.Feature == -2 && maxAbs(w.Contribution) > 1e-4*(1+maxAbs(x.Score)) {
			t.Errorf("%s, node %d: the words leave %g", x.Model, x.Node, maxAbs(w.Contribution))
		}
	}
	if maxAbs(own) > 1e-9 {
		t.Errorf("%s, node %d: words and own terms differ by %g", x.Model, x.Node, maxAbs(own))
	}
}

// TestExplainEveryModel: whatever the model, the terms sum to the score of the
// evaluation on show without a gap, little was missed before, and sources out of reach of two
// layers bring nothing to a GCN, others nothing to an MLP.
func TestExplainEveryModel(t *testing.T) {
	variants := map[string]func(*settings.Config){"two layers": func(c *settings.Config) { c.Layers = 2 },
		"gat":       func(c *settings.Config) { c.Head = "gat" },
		"structure": func(c *settings.Config) { c.Structure, c.Features, c.Activation = "rows", "row", "relu" },
		"additive":  func(c *settings.Config) { c.GapMode = "additive" }, "signed": func(c *settings.Config) {
			c.AFMWeights, c.Norm = "signed",
				"layer"
		}}
	for _, model := range peer.Names() {
		variants[model] = nil
	}
	for name, change := range variants {
		model := name
		if change != nil {
			model = "sgpc"
		}
		r := texasLike(t, model, 2, change)
		x, err := r.Explain(3)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		checkSum(t, x, 1e-9)
		checkWords(t, x)
		prob := r.Frame(frame.Focus{Node: -1, Edge: -1, Eigenvector: -1}).Prob
		for c, v := range x.Prob {
			if v != prob[3*len(x.Prob)+c] {
				t.Errorf("%s: probability %g, in the frame %g", name, v, prob[3*len(x.Prob)+c])
			}
		}
		gap := x.Terms[len(x.Terms)-1]
		t.Logf("%s: missed %.2g of %.2g", name, x.Missed, maxAbs(x.Score))
		if gap.Through != ThroughGap || maxAbs(gap.Contribution) > 1e-9 || x.Missed > 2e-3*(1+maxAbs(x.Score)) {
			t.Errorf("%s: a gap of %g, %g was missed, beside a score of %g", name, maxAbs(gap.Contribution), x.Missed, maxAbs(x.Score))
		}
		near := neighbours(r.Graph, 3)
		for j := range near {
			for k := range neighbours(r.Graph, j) {
				near[k] = -1
			}
		}
		for _, q := range x.Terms {
			_, reached := near[q.Neighbour]
			if (name == "mlp" || name == "gcn" && !reached) && q.Neighbour >= 0 && q.Neighbour != 3 && maxAbs(q.Contribution) > 0 {
				t.Errorf("%s: node %d brings %v", name, q.Neighbour, q.Contribution)
			}
		}
	}
}
