package trace_test

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// freeStep returns the literal JKO step by scalings of the Gibbs kernel of the d²
// cells, as a d²×d² matrix without factorisation.
func freeStep(prev [][]float64, eps, tau, gamma float64) [][]float64 {
	d := len(prev)
	n := d * d
	kernel := make([]float64, n*n)
	for x := range n {
		for y := range n {
			half := 0.0
			if x/d != y/d {
				half++
			}
			if x%d != y%d {
				half++
			}
			kernel[x*n+y] = math.Exp(-half / gamma)
		}
	}
	times := func(dst, v []float64) {
		for x := range n {
			dst[x] = 0
			for y, w := range v {
				dst[x] += kernel[x*n+y] * w
			}
		}
	}
	a, b, s, kb, p := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for x := range b {
		b[x] = 1
	}
	for change := 1.0; change > 1e-14; {
		times(kb, b)
		for x := range a {
			a[x] = prev[x/d][x%d] / kb[x]
		}
		times(s, a)
		change = 0
		for x := range p {
			c := 0.0
			if x/d != x%d {
				c = 2
			}
			v := math.Exp((math.Log(s[x]) - tau*c/gamma) * gamma / (gamma + tau*eps))
			change = max(change, math.Abs(v-p[x]))
			p[x] = v
			b[x] = v / s[x]
		}
	}
	var rows [][]float64
	for ; len(p) > 0; p = p[d:] {
		rows = append(rows, p[:d])
	}
	return rows
}

// TestW2Training trains with the literal step. The plans of the network must be
// those of the trace and of the page, not those of the KL step, and their marginals
// are free.
func TestW2Training(t *testing.T) {
	free := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.JKOMode = "w2" })
	kept := sample.Karate(t, sgpc.New, nil)
	for range 3 {
		free.StepEpoch()
		kept.StepEpoch()
	}
	tr, err := trace.Of(free, nil)
	if err != nil {
		t.Fatal(err)
	}
	other, err := trace.Of(kept, nil)
	if err != nil {
		t.Fatal(err)
	}
	const e = 5
	f := view.Frame(free, frame.Focus{Edge: choice.Of(e), Spectrum: true})
	l := tr.Lift[e]
	if l.JKO.Mode != "w2" || l.JKO.Gamma != 0.1 || len(l.JKO.Steps) != 1 {
		t.Errorf("JKO of the trace: %+v", l.JKO)
	}
	d, moved, apart := len(l.Mu), 0.0, 0.0
	for i := range d {
		row := 0.0
		for j := range d {
			row += l.P[i][j]
			apart = max(apart, math.Abs(l.P[i][j]-other.Lift[e].P[i][j]))
			if f.Edge.P[i*d+j] != l.P[i][j] || l.JKO.Steps[0].P[i][j] != l.P[i][j] {
				t.Fatalf("P[%d][%d]: frame %g, step %g, network %g", i, j, f.Edge.P[i*d+j], l.JKO.Steps[0].P[i][j], l.P[i][j])
			}
		}
		if math.Abs(f.Edge.Rows[i]-row) > 1e-15 {
			t.Errorf("row sum %d: frame %g, plan %g", i, f.Edge.Rows[i], row)
		}
		moved += math.Abs(row - l.Mu[i])
	}
	if moved < 1e-3 || apart < 1e-3 {
		t.Errorf("marginals moved by %g, plans differ from the KL step's by %g", moved, apart)
	}
	// The mean energy of the page is that of the trace.
	var energy [2]float64
	for _, l := range tr.Lift {
		at := func(p trace.Matrix) (sum float64) {
			for i, row := range p {
				for j, v := range row {
					sum += l.JKO.Epsilon * v * math.Log(v)
					if i != j {
						sum += 2 * v
					}
				}
			}
			return sum / float64(len(tr.Lift))
		}
		energy[0] += at(l.P0)
		energy[1] += at(l.JKO.Steps[0].P)
	}
	st := f.Stages
	if len(st.JKOEnergy) != 2 || math.Abs(st.JKOEnergy[0]-energy[0]) > 1e-12 || math.Abs(st.JKOEnergy[1]-energy[1]) > 1e-12 ||
		st.JKOEps != nil {
		t.Errorf("energies %v, temperatures %v; the trace has %v", st.JKOEnergy, st.JKOEps, energy)
	}
	// It falls, and stays above that of Gibbs: so do the steps shown for the edge.
	if !(energy[1] < energy[0] && energy[1] > st.Gibbs) {
		t.Errorf("energies %v, Gibbs %g", energy, st.Gibbs)
	}
	if w := f.Edge.W2Energy; len(w) != frame.W2Shown+1 || math.Abs(w[1]-l.JKO.Steps[0].Energy) > 1e-15 || !(w[frame.W2Shown] > f.Edge.Gibbs) {
		t.Errorf("energies of the edge %v, Gibbs %g", w, f.Edge.Gibbs)
	}
}

// TestW2Learns checks that the loss on the karate club falls in training, and that
// a seek restores the same bits.
func TestW2Learns(t *testing.T) {
	r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.JKOMode, c.Epochs, c.Patience = "w2", 60, 0 })
	r.StepEpoch()
	first := view.Frame(r, frame.Focus{}).Loss.Total
	for range 30 {
		r.StepEpoch()
	}
	at := r.Position()
	want := view.Frame(r, frame.Focus{})
	if !(want.Loss.Total < first-0.1) {
		t.Errorf("loss %g after 31 epochs, %g at the start", want.Loss.Total, first)
	}
	for range 5 {
		r.StepEpoch()
	}
	r.Seek(at, nil)
	got := view.Frame(r, frame.Focus{})
	if fmt.Sprint(got.Prob, got.MapNorm) != fmt.Sprint(want.Prob, want.MapNorm) {
		t.Error("a seek back gives other numbers")
	}
}

// BenchmarkJKOModes measures an epoch with each of the two JKO steps.
func BenchmarkJKOModes(b *testing.B) {
	for _, name := range []string{"karate", "sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3"} {
		g, err := graph.Builtin(name)
		if err != nil {
			b.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
		if err != nil {
			b.Fatal(err)
		}
		for _, mode := range []string{"kl", "w2"} {
			c, err := method.Configure(g, split, "sgpc", "paper", 0)
			if err != nil {
				b.Fatal(err)
			}
			c.JKOMode, c.Epochs, c.Patience = mode, 0, 0
			r, err := sgpc.New(g, split, c)
			if err != nil {
				b.Fatal(err)
			}
			b.Run(fmt.Sprintf("%d edges/%s", len(g.Edges), mode), func(b *testing.B) {
				for b.Loop() {
					r.StepEpoch()
				}
			})
		}
	}
}
