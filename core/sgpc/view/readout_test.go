package view

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
)

// This file recomputes what the page shows of one channel of one node, with the weights: from
// the encoder to the read-out.

// TestChannelFromItsWeights recomputes the numbers of a channel from other numbers of the same
// frame: encoder, measures, maps, normalised maps, mixing, scores and probabilities. They
// agree to 1e-9 after each stage up to the classes, for the first and the last channel and both
// ends of edge 5.
func TestChannelFromItsWeights(t *testing.T) {
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

// checkWeights makes the comparisons of TestChannelFromItsWeights at the present position of a run.
func checkWeights(t *testing.T, name string, r *sgpc.Run) {
	t.Helper()
	e := 5 // the index of the edge
	for _, k := range []int{0, r.Config().Channels - 1} {
		for _, u := range []int{int(r.Graph.Edges[e].I), int(r.Graph.Edges[e].J)} {
			f := Frame(r, frame.Focus{Edge: choice.Of(e), Node: choice.Of(u)}, frame.Once{Channel: k + 1})
			v, side := f.Channel, 0 // side is 0 if u is the first end of the edge, else 1
			if u == int(r.Graph.Edges[e].J) {
				side = 1
			}
			// checkNear compares a number of the frame with its recomputation, in any order.
			checkNear := func(what string, got, want float64) {
				t.Helper()
				if math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
					t.Fatalf("%s, after stage %d, channel %d of node %d: %s: %g and %g differ", name, r.Standing().Stage, k, u, what, got, want)
				}
			}
			if len(v.Ends) != 2 || v.Ends[0].Node != u {
				t.Fatalf("%s: the ends of edge %d from %d are %+v", name, e, u, v.Ends)
			}
			for _, x := range v.Ends {
				checkEncoding(checkNear, r, &x)
			}
			// The maps from the plan, divided by the roots of the measures.
			a, b := measuresOf(f.Edge, side)
			if d := r.Config().D; len(v.Weight) > 0 {
				plan := planFrom(f.Edge.P, side)
				for p := range plan {
					plan[p] /= math.Sqrt(a[p/d] * b[p%d])
				}
				checkMap(checkNear, r, v, plan, side)
			}
			// R̂ = R D^{-1/2}. Roots begin with the root of u, the maps with the map at the first end.
			if v.Roots[0] != nil {
				for s, root := range v.Roots {
					checkAllNear(checkNear, "R̂", v.Hat[s^side], squareProduct(v.Maps[s^side], root))
				}
			}
			// The mixing from the powers (T_q of the operator) and their weights.
			if alpha := f.Stages.Alpha; v.Powers != nil && len(alpha) > 0 {
				for p, want := range v.Mixed {
					sum := 0.0
					for q, w := range alpha {
						sum += w * v.Powers[p*len(alpha)+q]
					}
					checkNear("filtered", sum, want)
				}
			}
			// Scores and probabilities.
			if v.Head == nil && r.Standing().Between {
				t.Fatalf("%s: after an evaluation the channel has no read-out", name)
			}
			if v.Head != nil {
				checkAllNear(checkNear, "score", scoresOf(checkNear, r, v.Head), v.Head.Scores)
				sum := 0.0
				for _, s := range v.Head.Scores {
					sum += math.Exp(s)
				}
				for c, s := range v.Head.Scores {
					checkNear("probability", math.Exp(s)/sum, f.Node.Prob[c])
				}
			}
		}
	}
}

// checkAllNear compares two slices entry by entry with checkNear.
func checkAllNear(checkNear func(string, float64, float64), what string, got, want []float64) {
	for k := range want {
		checkNear(what, got[k], want[k])
	}
}

// squareProduct returns the product of two square matrices, row by row.
func squareProduct(a, b []float64) []float64 {
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

// planFrom returns the plan with the end of the given side in its rows: the plan itself for
// side 0, its transpose for side 1.
func planFrom(plan []float64, side int) []float64 {
	out, d := append([]float64(nil), plan...), int(math.Round(math.Sqrt(float64(len(plan)))))
	for p := range out {
		if side == 1 {
			out[p] = plan[p%d*d+p/d]
		}
	}
	return out
}

// activation returns the activation of v by the settings: ReLU or ELU. In the reading "code"
// it is ReLU for a hidden unit of the head (hidden), and the logistic function for the
// encoder.
func activation(r *sgpc.Run, v float64, hidden bool) float64 {
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

// checkEncoding recomputes the encoded features of one node, and its measure: the smoothed
// softmax of a linear map of them.
func checkEncoding(checkNear func(string, float64, float64), r *sgpc.Run, x *frame.Encoding) {
	for p, want := range x.Encoded {
		sum := x.Bias[p]
		if x.More != nil {
			sum += x.More[p]
		}
		for q, v := range x.X {
			sum += v * x.Weights[p*len(x.X)+q]
		}
		checkNear("the encoder's sum", sum, x.Sum[p])
		if x.Gain != nil {
			sum = (sum-x.Mean)/x.Deviation*x.Gain[p] + x.Shift[p]
		}
		checkNear("h", activation(r, sum, false), want)
	}
	if x.Measure == nil { // the run has no measures, or not yet
		return
	}
	// The measure.
	d, total := len(x.Rest), 0.0 // Rest is the part of the other channels in the logits
	mass, smooth := make([]float64, d), r.Config().Smooth
	for q := range mass {
		mass[q] = x.Rest[q]
		for p, h := range x.Encoded {
			mass[q] += x.Measure[q*d+p] * h
		}
		mass[q] = math.Exp(mass[q])
		total += mass[q]
	}
	for q := range mass {
		checkNear("a mass", (1-smooth)*mass[q]/total+smooth/float64(d), r.Evaluation().Measures.Row(x.Node)[q])
	}
}

// checkMap recomputes both maps of the edge in focus: metric · plan · W_θ, with the sign σ at
// the second end of the edge. plan is the normalised plan, with the end of the given side in its
// rows.
func checkMap(checkNear func(string, float64, float64), r *sgpc.Run, v *frame.Channel, plan []float64, side int) {
	// s is 0 for the end of the given side and 1 for the other end: s^side is the side of the map.
	for s, plan := range [2][]float64{plan, planFrom(plan, 1)} {
		want := squareProduct(plan, v.Weight)
		if v.Metric != nil {
			want = squareProduct(v.Metric, want)
		}
		sign := 1.0
		if s^side == 1 {
			sign = r.Config().Sign
		}
		for p := range want {
			checkNear("R", sign*want[p], v.Maps[s^side][p])
		}
	}
}

// scoresOf returns the scores of all classes from the parts of a read-out. It also compares
// the sums of the first layer, and the hidden unit.
func scoresOf(checkNear func(string, float64, float64), r *sgpc.Run, h *frame.Head) (out []float64) {
	for k, sum := range h.Sum {
		got := h.Rest[k] + h.Bias[k]
		for p, x := range h.In {
			got += x * h.Weights[k*len(h.In)+p]
		}
		checkNear("a sum of the head", got, sum)
	}
	if h.Units == 0 {
		return h.Sum
	}
	checkNear("a hidden unit", activation(r, h.Sum[0], true), h.Value)
	for k, w := range h.Out {
		out = append(out, w*h.Value+h.Away[k]+h.OutBias[k])
	}
	return out
}

// TestInnerStepsEndAtTheirTotal: the last inner step of each stage has the number InnerTotal, unless InnerTotal is 0 (unknown), in two
// epochs of both readings, of lifts without and with JKO steps, and of a peer.
func TestInnerStepsEndAtTheirTotal(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"paper":    nil,
		"no JKO":   func(c *settings.Config) { c.JKOSteps = 0 },
		"sinkhorn": func(c *settings.Config) { c.Lift = "sinkhorn" },
		"gat":      func(c *settings.Config) { c.Head = "gat" },
		"scalar":   func(c *settings.Config) { c.Lift = "scalar" },
		"no maps":  func(c *settings.Config) { c.Maps = settings.MapsIdentity },
		"off":      func(c *settings.Config) { c.SVR, c.AFMWeights, c.GapMode = "off", "off", "off" },
		"layers":   func(c *settings.Config) { c.Layers = 2 },
		"code":     func(c *settings.Config) { c.Reading = "code" },
		"peer":     func(c *settings.Config) { c.Model = "gcn" },
	} {
		r := sample.Karate(t, sgpc.New, change)
		last := Frame(r, frame.Focus{}, frame.Once{})
		for r.Epoch() < 2 {
			r.StepInner()
			f := Frame(r, frame.Focus{}, frame.Once{})
			if f.Stage != last.Stage && last.Stage > 0 && last.InnerTotal > 0 && last.Inner != last.InnerTotal {
				t.Errorf("%s: stage %d ends at inner step %d of %d", name, last.Stage, last.Inner, last.InnerTotal)
			}
			last = f
		}
	}
}

// TestNodeAndEdgeHaveOneMeasure: for every lift with measures, the measure of a node is the measure of the ends of its edges. For
// lift=uniform it is 1/d.
func TestNodeAndEdgeHaveOneMeasure(t *testing.T) {
	for _, lift := range []string{"ot", "sinkhorn", "independent", "shuffled", "uniform"} {
		r := sample.Karate(t, sgpc.New, func(c *settings.Config) { c.Lift = lift })
		r.StepEpoch()
		f := Frame(r, frame.Focus{Edge: 1, Node: 1}) // edge 0 begins at node 0
		if f.Edge.I != 0 || !slices.Equal(f.Node.Measure, f.Edge.Mu) || (lift == "uniform" && f.Node.Measure[0] != 1/float64(f.D)) {
			t.Errorf("%s: the measure of node %d is %v, at its edge %v", lift, f.Edge.I, f.Node.Measure, f.Edge.Mu)
		}
	}
}
