package sgpc_test

import (
	"encoding/json"
	"math"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
)

// TestLambda2IsNeverRounding uses one map at both ends, for which the centred lift
// leaves a kernel beyond the constants. λ₂, and the term of the loss that divides
// by it, must then be missing in all outputs.
func TestLambda2IsNeverRounding(t *testing.T) {
	for _, operator := range []string{"normalized", "laplacian"} {
		for _, centered := range []bool{true, false} {
			r := sample.Karate(t, sgpc.New, func(c *settings.Config) {
				c.Convention, c.Operator, c.Centered, c.LambdaSpec, c.Sign = "literal", operator, centered, 0.01, 1
			})
			for range 3 {
				r.StepEpoch()
			}
			f := view.Frame(r, frame.Focus{Edge: 3, Spectrum: true}, frame.Once{Claims: true})
			v := f.Spectrum
			constants := 4 // of one component
			some := v.KernelDim == constants
			if some != !centered {
				t.Fatalf("%s, centred %v: kernel %d", operator, centered, v.KernelDim)
			}
			if some != (v.Lambda2 > v.KernelTol) || !some && (v.Lambda2 != 0 || v.Lambda3 != 0) {
				t.Errorf("%s, centred %v: λ2 %g, λ3 %g with kernel %d at %g", operator, centered, v.Lambda2, v.Lambda3, v.KernelDim, v.KernelTol)
			}
			b := f.Bound
			if b.HasSpec != some || b.HasTotal != some || f.Loss.HasSpec != some || !some && b.LSpec != 0 {
				t.Errorf("%s, centred %v: bound %+v, loss %+v", operator, centered, b, f.Loss)
			}
			want := 0.0
			if some {
				want = b.CHet / f.SpectrumBefore[v.KernelDim] // of the maps that the loss used: the ascent came after
			}
			if math.Abs(b.LSpec-want) > 1e-9*want {
				t.Errorf("L_spec %g, want %g", b.LSpec, want)
			}
			for _, x := range []float64{b.Total, f.Loss.Total, f.Loss.Spec} {
				if !(math.Abs(x) < 1e6) {
					t.Errorf("%s, centred %v: %g in bound %+v, loss %+v", operator, centered, x, b, f.Loss)
				}
			}
			for _, c := range f.Claims {
				if c.Evaluated && !(math.Abs(c.LHS) < 1e9 && math.Abs(c.RHS) < 1e9) {
					t.Errorf("%s, centred %v: %s is %g %s %g", operator, centered, c.ID, c.LHS, c.Relation, c.RHS)
				}
			}
			tr, err := trace.Of(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			if (tr.Spectrum.Lambda2 != nil) != some || (tr.Bound.LSpec != nil) != some || (tr.Bound.Total != nil) != some {
				t.Errorf("%s, centred %v: trace has λ2 %v, L_spec %v, total %v", operator, centered, tr.Spectrum.Lambda2, tr.Bound.LSpec,
					tr.Bound.Total)
			}
			for _, h := range r.History(0).Gaps {
				if h != 0 && h <= v.KernelTol {
					t.Errorf("history has λ2 %g", h)
				}
			}
		}
	}
}

// TestCrowdedKernel has eigenvalues around the tolerance. Frame and trace must list
// these, and state the dimensions of the kernel at other tolerances.
func TestCrowdedKernel(t *testing.T) {
	g := graph.Karate()
	// A chain hung on the club by ever weaker ties has eigenvalues on all scales:
	// here the maps are weakened by hand.
	split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
	if err != nil {
		t.Fatal(err)
	}
	c := settings.Default()
	c.D, c.Channels, c.Hidden, c.Operator, c.GapMode = 2, 4, 8, "laplacian", "off"
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	r.StepEpoch()
	var changes []frame.MapChange
	for e := range g.Edges {
		for side := range 2 {
			changes = append(changes, frame.MapChange{Edge: e, Side: side, Scale: math.Pow(10, -5*float64(e)/float64(len(g.Edges)))})
		}
	}
	v := view.Frame(r, frame.Focus{Spectrum: true}, frame.Once{Changes: changes}).Spectrum
	var near []float64
	low, high := 0, 0
	for _, x := range v.Values {
		if x <= v.KernelTol/10 {
			low++
		}
		if x <= v.KernelTol*10 {
			high++
		}
		if x > v.KernelTol/10 && x <= v.KernelTol*10 {
			near = append(near, x)
		}
	}
	if len(near) == 0 {
		t.Fatalf("no crowd at %g: %v", v.KernelTol, v.Values[:10])
	}
	same := len(v.Near) == len(near)
	for k := range near {
		same = same && v.Near[k] == near[k]
	}
	if !same || v.KernelLow != low || v.KernelHigh != high || !v.Crowded() {
		t.Errorf("crowd %v of %d to %d, want %v of %d to %d", v.Near, v.KernelLow, v.KernelHigh, near, low, high)
	}
	raw, err := json.Marshal(trace.SpectrumOf(v))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Near  []float64 `json:"near_tol"`
		Range [2]int    `json:"kernel_dim_range"`
	}
	if err := json.Unmarshal(raw, &got); err != nil || len(got.Near) != len(near) || got.Range != [2]int{low, high} {
		t.Errorf("trace has %+v, %v", got, err)
	}
}

// TestCouplingOfTheIterationShown checks every inner step of stage 9: the class
// coupling, its norm and the KL divergence must belong to the κ̄ of the same frame.
func TestCouplingOfTheIterationShown(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	r.StepEpoch()
	for r.Standing().Stage != stage.Posterior {
		r.StepInner()
	}
	g, known := r.Graph, map[int]int{}
	for _, i := range r.Split.Train {
		known[i] = g.Labels[i]
	}
	for step := 1; r.Standing().Stage == stage.Posterior; step++ {
		f := view.Frame(r, frame.Focus{})
		if f.Inner != step {
			t.Fatalf("inner step %d, want %d", f.Inner, step)
		}
		y := func(i int32, c int) float64 {
			if k, ok := known[int(i)]; ok {
				if k == c {
					return 1
				}
				return 0
			}
			return f.Prob[int(i)*g.Classes+c]
		}
		norm := 0.0
		for a := range g.Classes {
			for b := range g.Classes {
				num, den := 0.0, 0.0
				for e, edge := range g.Edges {
					w := y(edge.I, a)*y(edge.J, b) + y(edge.J, a)*y(edge.I, b)
					num, den = num+f.Kappa[e]*w, den+w
				}
				if got := f.Bound.Pi[a*g.Classes+b]; math.Abs(got-num/den) > 1e-12 {
					t.Errorf("step %d: Π(%d,%d) = %g, want %g", step, a, b, got, num/den)
				}
				norm += num / den * num / den
			}
		}
		kl := 0.0
		for e := range g.Edges {
			_, _, _, x := r.Evaluation().Posterior.Edge(e)
			kl += x
		}
		if math.Abs(f.Bound.CHet-math.Sqrt(norm)) > 1e-12 || math.Abs(f.Bound.KLSum-kl) > 1e-9*kl {
			t.Errorf("step %d: c_het %g, want %g; KL %g, want %g", step, f.Bound.CHet, math.Sqrt(norm), f.Bound.KLSum, kl)
		}
		r.StepInner()
	}
}
