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

// This file tests λ₂ and the kernel of the operator in frames, claims and traces.

// TestLambda2IsNeverRounding uses one map at both ends of an edge. With the centred lift
// the kernel is then larger than the constants (dimension 4 on the connected karate club).
// λ₂, L_spec, which divides by it, and the total are then missing in frame, bound, loss and
// trace. Without centring they are present, and L_spec is c_het/λ₂ of the maps before the
// ascent. Totals and spectral terms stay below 1e6, sides of claims below 1e9: a division by
// rounding would give more. No λ₂ of the history lies in the kernel.
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
			constants := 4 // d = 4 dimensions for the one component
			hasLambda2 := v.KernelDim == constants
			if hasLambda2 != !centered {
				t.Fatalf("%s, centred %v: the kernel has dimension %d, the constants %d", operator, centered, v.KernelDim, constants)
			}
			if hasLambda2 != (v.Lambda2 > v.KernelTol) {
				t.Errorf("%s, centred %v: λ2 is %g with kernel %d at %g", operator, centered, v.Lambda2, v.KernelDim, v.KernelTol)
			}
			if !hasLambda2 && (v.Lambda2 != 0 || v.Lambda3 != 0 || f.Bound.LSpec != 0) {
				t.Errorf("%s, centred %v: λ2 %g, λ3 %g and L_spec %g, want 0", operator, centered, v.Lambda2, v.Lambda3, f.Bound.LSpec)
			}
			b := f.Bound
			if b.HasSpec != hasLambda2 || b.HasTotal != hasLambda2 || f.Loss.HasSpec != hasLambda2 {
				t.Errorf("%s, centred %v: bound %+v, loss %+v", operator, centered, b, f.Loss)
			}
			want := 0.0
			if hasLambda2 {
				want = b.CHet / f.SpectrumBefore[v.KernelDim] // λ₂ of the maps that the loss used: the ascent came after
			}
			if math.Abs(b.LSpec-want) > 1e-9*want {
				t.Errorf("%s, centred %v: L_spec %g, want %g", operator, centered, b.LSpec, want)
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
			// A missing number is nil here, and null in the text of the trace.
			tr, err := trace.Of(r, nil)
			if err != nil {
				t.Fatal(err)
			}
			if (tr.Spectrum.Lambda2 != nil) != hasLambda2 || (tr.Bound.LSpec != nil) != hasLambda2 || (tr.Bound.Total != nil) != hasLambda2 {
				t.Errorf("%s, centred %v: trace has λ2 %v, L_spec %v, total %v", operator, centered, tr.Spectrum.Lambda2, tr.Bound.LSpec,
					tr.Bound.Total)
			}
			for _, lambda2 := range r.History(0).Gaps {
				if lambda2 != 0 && lambda2 <= v.KernelTol {
					t.Errorf("the history has λ2 = %g, below the tolerance %g of the kernel", lambda2, v.KernelTol)
				}
			}
		}
	}
}

// TestCrowdedKernel checks a spectrum with eigenvalues around the kernel tolerance. The frame
// lists the eigenvalues between a tenth and ten times the tolerance, and the dimensions of
// the kernel at these two tolerances. The trace has as many eigenvalues, and the same
// dimensions.
func TestCrowdedKernel(t *testing.T) {
	g := graph.Karate()
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
	// The maps of edge e, of m edges, are scaled by 10^(−5e/m). Ever weaker ties give
	// eigenvalues on all scales.
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
		t.Fatalf("no eigenvalue is near the tolerance %g: %v", v.KernelTol, v.Values[:10])
	}
	isEqual := len(v.Near) == len(near)
	for k := range near {
		isEqual = isEqual && v.Near[k] == near[k]
	}
	if !isEqual || !v.Crowded() {
		t.Errorf("eigenvalues near the tolerance: %v, crowded %v, want %v", v.Near, v.Crowded(), near)
	}
	if v.KernelLow != low || v.KernelHigh != high {
		t.Errorf("the kernel has dimension %d to %d, want %d to %d", v.KernelLow, v.KernelHigh, low, high)
	}
	raw, err := json.Marshal(trace.SpectrumOf(v))
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		Near  []float64 `json:"near_tol"`
		Range [2]int    `json:"kernel_dim_range"`
	}
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Errorf("the spectrum of the trace is not read: %v", err)
	}
	if len(got.Near) != len(near) || got.Range != [2]int{low, high} {
		t.Errorf("the trace has %+v, want %d eigenvalues near the tolerance and the range %d to %d", got, len(near), low, high)
	}
}

// TestCouplingOfTheIterationShown checks every inner step of stage 9. The class coupling Π
// of the frame and its norm c_het equal their definition for κ̄ and the probabilities of the
// same frame. The KL sum equals the sum over the edges of the posterior.
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
		// membership returns the share of node i in class c: 1 or 0 for a training node, its
		// probability for any other node.
		membership := func(i int32, c int) float64 {
			label, trained := known[int(i)]
			switch {
			case !trained:
				return f.Prob[int(i)*g.Classes+c]
			case label == c:
				return 1
			}
			return 0
		}
		// Π(a, b) is the mean of κ̄ over the edges between classes a and b.
		sumOfSquares := 0.0
		for a := range g.Classes {
			for b := range g.Classes {
				num, den := 0.0, 0.0
				for e, edge := range g.Edges {
					w := membership(edge.I, a)*membership(edge.J, b) + membership(edge.J, a)*membership(edge.I, b)
					num, den = num+f.Kappa[e]*w, den+w
				}
				if got := f.Bound.Pi[a*g.Classes+b]; math.Abs(got-num/den) > 1e-12 {
					t.Errorf("step %d: Π(%d,%d) = %g, want %g", step, a, b, got, num/den)
				}
				sumOfSquares += num / den * num / den
			}
		}
		kl := 0.0
		for e := range g.Edges {
			_, _, _, x := r.Evaluation().Posterior.Edge(e)
			kl += x
		}
		if want := math.Sqrt(sumOfSquares); math.Abs(f.Bound.CHet-want) > 1e-12 {
			t.Errorf("step %d: c_het %g, want %g", step, f.Bound.CHet, want)
		}
		if math.Abs(f.Bound.KLSum-kl) > 1e-9*kl {
			t.Errorf("step %d: the KL sum is %g, want %g", step, f.Bound.KLSum, kl)
		}
		r.StepInner()
	}
}
