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

// This file tests JKO steps in the Wasserstein distance (setting jko_mode=w2). They do not keep
// the marginals of the plan.

// w2Step returns the plan after a JKO step from prev, by scalings with the Gibbs kernel
// of the d² cells. The kernel is a d²×d² matrix, not a product of two kernels. Cell (i, j) has
// the index i·d + j. The scalings end when no entry of the plan changes by more than 1e-14.
func w2Step(prev [][]float64, eps, tau, gamma float64) [][]float64 {
	d := len(prev)
	n := d * d
	kernel := make([]float64, n*n)
	for x := range n {
		for y := range n {
			half := 0.0 // half the squared distance of the cells x and y
			if x/d != y/d {
				half++
			}
			if x%d != y%d {
				half++
			}
			kernel[x*n+y] = math.Exp(-half / gamma)
		}
	}
	applyKernel := func(dst, v []float64) {
		for x := range n {
			dst[x] = 0
			for y, w := range v {
				dst[x] += kernel[x*n+y] * w
			}
		}
	}
	// Scalings a and b, the kernel applied to each (s and kb), and the plan p.
	a, b, s, kb, p := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for x := range b {
		b[x] = 1
	}
	for change := 1.0; change > 1e-14; {
		applyKernel(kb, b)
		for x := range a {
			a[x] = prev[x/d][x%d] / kb[x]
		}
		applyKernel(s, a)
		change = 0
		for x := range p {
			c := 0.0 // the cost of the cell
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

// TestW2Training trains three epochs with the W2 step. On edge 5 the plans of frame, trace
// and JKO step are equal. They differ from those of the KL step, and their row sums differ
// from the measure. The mean energies in the frame equal those of the plans in the trace.
// The mean energy falls, and stays above that of the Gibbs plan, the least of all plans. The
// trace has the defaults: one step, and γ = 0.1. The frame has no temperatures, and for edge 5
// the energies of further steps.
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
		t.Errorf("JKO of the trace: %+v, want the mode w2, γ = 0.1 and one step", l.JKO)
	}
	// rowChange is the L1 distance of the row sums from the measure, and difference the
	// largest difference from the plan of the KL step.
	d, rowChange, difference := len(l.Mu), 0.0, 0.0
	for i := range d {
		row := 0.0
		for j := range d {
			row += l.P[i][j]
			difference = max(difference, math.Abs(l.P[i][j]-other.Lift[e].P[i][j]))
			if f.Edge.P[i*d+j] != l.P[i][j] || l.JKO.Steps[0].P[i][j] != l.P[i][j] {
				t.Fatalf("P[%d][%d]: frame %g, step %g, trace %g", i, j, f.Edge.P[i*d+j], l.JKO.Steps[0].P[i][j], l.P[i][j])
			}
		}
		if math.Abs(f.Edge.Rows[i]-row) > 1e-15 {
			t.Errorf("row sum %d: frame %g, plan %g", i, f.Edge.Rows[i], row)
		}
		rowChange += math.Abs(row - l.Mu[i])
	}
	if rowChange < 1e-3 || difference < 1e-3 {
		t.Errorf("the marginals change by %g, the plans differ from those of the KL step by %g, want at least 1e-3", rowChange, difference)
	}
	// Mean energies over the edges, before and after the step.
	var energy [2]float64
	for _, l := range tr.Lift {
		// meanShare returns ⟨P, C⟩ + ε Σ P log P, divided by the number of edges.
		meanShare := func(p trace.Matrix) (sum float64) {
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
		energy[0] += meanShare(l.P0)
		energy[1] += meanShare(l.JKO.Steps[0].P)
	}
	shown := f.Stages.JKOEnergy
	if len(shown) != 2 || math.Abs(shown[0]-energy[0]) > 1e-12 || math.Abs(shown[1]-energy[1]) > 1e-12 {
		t.Errorf("the frame has the energies %v, the trace %v", shown, energy)
	}
	if eps := f.Stages.JKOEps; eps != nil {
		t.Errorf("a step with free marginals has the temperatures %v, want none", eps)
	}
	if gibbs := f.Stages.Gibbs; !(energy[1] < energy[0] && energy[1] > gibbs) {
		t.Errorf("the energies %v do not fall, or are below that of the Gibbs plan, %g", energy, gibbs)
	}
	// The frame continues the steps of the edge, up to frame.W2Shown of them.
	edgeEnergies := f.Edge.W2Energy
	if len(edgeEnergies) != frame.W2Shown+1 || math.Abs(edgeEnergies[1]-l.JKO.Steps[0].Energy) > 1e-15 {
		t.Errorf("energies of the edge %v, want %d, the second %g", edgeEnergies, frame.W2Shown+1, l.JKO.Steps[0].Energy)
	} else if !(edgeEnergies[frame.W2Shown] > f.Edge.Gibbs) {
		t.Errorf("the last energy of the edge %v is below that of the Gibbs plan, %g", edgeEnergies, f.Edge.Gibbs)
	}
}

// TestW2Learns checks that the loss on the karate club falls by more than 0.1 from epoch 1 to
// epoch 31. A seek back to epoch 31 from epoch 36 restores probabilities and norms of the maps,
// compared by their texts.
func TestW2Learns(t *testing.T) {
	r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.JKOMode, c.Epochs, c.Patience = "w2", 60, 0 })
	r.StepEpoch()
	first := view.Frame(r, frame.Focus{}).Loss.Total
	for range 30 {
		r.StepEpoch()
	}
	position := r.Position()
	want := view.Frame(r, frame.Focus{})
	if !(want.Loss.Total < first-0.1) {
		t.Errorf("loss %g after 31 epochs, %g after the first, want a fall of more than 0.1", want.Loss.Total, first)
	}
	for range 5 {
		r.StepEpoch()
	}
	r.Seek(position, nil)
	got := view.Frame(r, frame.Focus{})
	if fmt.Sprint(got.Prob, got.MapNorm) != fmt.Sprint(want.Prob, want.MapNorm) {
		t.Errorf("after a seek back to %+v, probabilities or norms of the maps differ", position)
	}
}

// BenchmarkJKOModes measures an epoch with each of the two JKO steps, on the karate club and on
// a block model with as many nodes and classes as Texas.
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
			c.JKOMode, c.Epochs, c.Patience = mode, 0, 0 // 0 epochs: the run has no last epoch
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
