package view

import (
	"math"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// TestWeightsOnShow recomputes each number of a channel from the numbers beside it: the
// encoder, the measures, the maps, the polynomials and the scores. It does so within an
// epoch and at its end.
func TestWeightsOnShow(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"paper": nil,
		"linear": func(c *settings.Config) {
			c.D, c.Head, c.Norm, c.Activation, c.Residual, c.Features = 2, "linear", "none", "relu", true, "row"
		},
		"sign": func(c *settings.Config) { c.Sign, c.GapMode, c.AFMWeights = -1, "off", "signed" },
		"code": func(c *settings.Config) { c.Reading = "code" },
	} {
		r := sample.Karate(t, sgpc.New, change)
		for range 3 {
			r.StepEpoch()
		}
		for r.Standing().Stage != stage.Posterior {
			checkWeights(t, name, r)
			r.StepStage()
		}
	}
}

// checkWeights compares the shown numbers of one run.
func checkWeights(t *testing.T, name string, r *sgpc.Run) {
	t.Helper()
	e := 5
	for _, k := range []int{0, r.Config().Channels - 1} {
		for _, u := range []int{int(r.Graph.Edges[e].I), int(r.Graph.Edges[e].J)} {
			f := Frame(r, frame.Focus{Edge: choice.Of(e), Node: choice.Of(u)}, frame.Once{Channel: k + 1})
			v, side := f.Channel, 0
			if u == int(r.Graph.Edges[e].J) {
				side = 1
			}
			near := func(what string, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s, after stage %d, channel %d of node %d: %s is %g, not %g", name, r.Standing().Stage, k, u, what, got, want)
				}
			}
			if len(v.Ends) != 2 || v.Ends[0].Node != u {
				t.Fatalf("%s: the ends of edge %d from %d are %+v", name, e, u, v.Ends)
			}
			for _, x := range v.Ends {
				checkEncoding(near, r, &x)
			}
			a, b := measuresOf(f.Edge, side)
			if q := r.Config().D; len(v.Weight) > 0 {
				plan := turnedFor(f.Edge.P, side)
				for p := range plan {
					plan[p] /= math.Sqrt(a[p/q] * b[p%q])
				}
				checkMap(near, r, v, plan, side)
			}
			if v.Roots[0] != nil {
				for s, root := range v.Roots {
					near2(near, "R̂", v.Hat[s^side], mul(v.Maps[s^side], root))
				}
			}
			if alpha := f.Stages.Alpha; v.Powers != nil && len(alpha) > 0 {
				for p, want := range v.Mixed {
					sum := 0.0
					for q, w := range alpha {
						sum += w * v.Powers[p*len(alpha)+q]
					}
					near("filtered", sum, want)
				}
			}
			if v.Head == nil && r.Standing().Between {
				t.Fatalf("%s: no read-out", name)
			}
			if v.Head != nil {
				near2(near, "score", scoresOf(near, r, v.Head), v.Head.Scores)
				sum := 0.0
				for _, s := range v.Head.Scores {
					sum += math.Exp(s)
				}
				for c, s := range v.Head.Scores {
					near("probability", math.Exp(s)/sum, f.Node.Prob[c])
				}
			}
		}
	}
}

// near2 compares two slices entry by entry.
func near2(near func(string, float64, float64), what string, got, want []float64) {
	for k := range want {
		near(what, got[k], want[k])
	}
}

// mul returns the product of two square matrices.
func mul(a, b []float64) []float64 {
	d := int(math.Round(math.Sqrt(float64(len(a)))))
	out := make([]float64, len(a))
	for k := range out {
		for p := range d {
			out[k] += a[k/d*d+p] * b[p*d+k%d]
		}
	}
	return out
}

// measuresOf returns the measures of an edge, that of the given side first.
func measuresOf(e *frame.Edge, side int) (a, b []float64) {
	if side == 1 {
		return e.Nu, e.Mu
	}
	return e.Mu, e.Nu
}

// turnedFor returns a plan whose rows belong to the end of the given side.
func turnedFor(plan []float64, side int) []float64 {
	out, d := append([]float64(nil), plan...), int(math.Round(math.Sqrt(float64(len(plan)))))
	for p := range out {
		if side == 1 {
			out[p] = plan[p%d*d+p/d]
		}
	}
	return out
}

// activate1 returns the activation of one number by the settings.
func activate1(r *sgpc.Run, v float64, hidden bool) float64 {
	switch {
	case r.Config().Reading == "code" && !hidden:
		return 1 / (1 + math.Exp(-v))
	case v > 0:
		return v
	case r.Config().Activation == "relu" || r.Config().Reading == "code":
		return 0
	}
	return math.Expm1(v)
}

// checkEncoding compares the encoder at one node.
func checkEncoding(near func(string, float64, float64), r *sgpc.Run, x *frame.Encoding) {
	for p, want := range x.Encoded {
		sum := x.Bias[p]
		if x.More != nil {
			sum += x.More[p]
		}
		for q, v := range x.X {
			sum += v * x.Weights[p*len(x.X)+q]
		}
		near("the encoder's sum", sum, x.Sum[p])
		if x.Gain != nil {
			sum = (sum-x.Mean)/x.Deviation*x.Gain[p] + x.Shift[p]
		}
		near("h", activate1(r, sum, false), want)
	}
	if x.Measure == nil {
		return
	}
	d, total := len(x.Rest), 0.0
	e := make([]float64, d)
	for q := range e {
		e[q] = x.Rest[q]
		for p, h := range x.Encoded {
			e[q] += x.Measure[q*d+p] * h
		}
		e[q] = math.Exp(e[q])
		total += e[q]
	}
	for q := range e {
		near("a mass", (1-r.Config().Smooth)*e[q]/total+r.Config().Smooth/float64(d), r.Evaluation().Measures.Row(x.Node)[q])
	}
}

// checkMap compares both maps of the edge in focus with the products of their factors.
func checkMap(near func(string, float64, float64), r *sgpc.Run, v *frame.Channel, plan []float64, side int) {
	for s, plan := range [2][]float64{plan, turnedFor(plan, 1)} {
		want := mul(plan, v.Weight)
		if v.Metric != nil {
			want = mul(v.Metric, want)
		}
		sign := 1.0
		if s^side == 1 {
			sign = r.Config().Sign
		}
		for p := range want {
			near("R", sign*want[p], v.Maps[s^side][p])
		}
	}
}

// scoresOf returns the scores from the parts of a read-out, and compares them.
func scoresOf(near func(string, float64, float64), r *sgpc.Run, h *frame.Head) (out []float64) {
	for k, sum := range h.Sum {
		got := h.Rest[k] + h.Bias[k]
		for p, x := range h.In {
			got += x * h.Weights[k*len(h.In)+p]
		}
		near("a sum of the head", got, sum)
	}
	if h.Units == 0 {
		return h.Sum
	}
	near("a hidden unit", activate1(r, h.Sum[0], true), h.Value)
	for k, w := range h.Out {
		out = append(out, w*h.Value+h.Away[k]+h.OutBias[k])
	}
	return out
}
