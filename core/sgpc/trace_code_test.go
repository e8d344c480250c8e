package sgpc

import (
	"encoding/json"
	"math"
	"testing"
)

// TestTraceOfCode reads the JSON of a trace of the reading "code" (the authors' program).
// codePort recomputes the results from the graph, settings and parameters of the trace alone.
// They equal the results in the trace to 1e-10. Of the KL divergences it recomputes the mean;
// their sum is compared with the values in the trace. The first run has the shifted features
// of Cora and is within the warm-up. The second run has attention and is after the warm-up.
func TestTraceOfCode(t *testing.T) {
	for k, set := range []map[string]string{{}, {"kl_warmup": "1", "spec_warmup": "1", "head": "gat", "epsilon0": "0.2"}} {
		r := codeCase(t, []string{"cora", "texas"}[k], k == 0, set)
		for range 3 {
			r.StepEpoch()
		}
		text, err := TraceText(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		// f has the fields of the trace that the comparison reads.
		var f struct {
			Graph struct {
				N, Classes int
				Labels     []int
				Features   struct {
					Shape     [2]int
					Ptr, Cols []int
					Vals      []float64
				}
				Split struct{ Train []int }
			}
			Config struct {
				Epsilon0   float64 `json:"epsilon0"`
				Dt         float64 `json:"dt"`
				CGTol      float64 `json:"cg_tol"`
				CGMax      int     `json:"cg_max"`
				Q          int     `json:"q"`
				Head       string  `json:"head"`
				LambdaSpec float64 `json:"lambda_spec"`
			}
			Parameters map[string]struct{ Values []float64 }
			Encoded    [][]float64
			HW         [][]float64 `json:"hW"`
			InputShift float64     `json:"input_shift"`
			Lift       []struct {
				Edge                [2]int
				Cost, P0, P, Weight float64
			}
			Laplacian struct {
				Rows, Cols []int
				Vals       []float64
			}
			Diffusion struct {
				Output     [][]float64
				Iterations int
			}
			AFM           struct{ Output [][]float64 }
			Probabilities [][]float64
			Calibrated    [][]float64
			Posterior     []struct {
				Edge            [2]int
				Alpha, Beta, KL float64
			}
			Bound struct {
				Empirical  float64
				KLSum      float64 `json:"kl_sum"`
				KLMean     float64 `json:"kl_mean"`
				Divisor    float64 `json:"lambda2_divisor"`
				LKL        float64 `json:"L_KL"`
				LSpec      float64 `json:"L_spec"`
				CHet       float64 `json:"c_het"`
				LambdaKL   float64 `json:"lambda_KL"`
				Pi         [][]float64
				Total      float64
				LambdaSpec float64 `json:"lambda_spec"`
			}
		}
		if err := json.Unmarshal(text, &f); err != nil {
			t.Fatal(err)
		}
		// Inputs of the port. A trace has other names for some parameters.
		g := f.Graph
		p := &codePort{n: g.N, f: g.Features.Shape[1], classes: g.Classes, x: zeros(g.N, g.Features.Shape[1]), train: g.Split.Train,
			labels: g.Labels,
			param:  map[string][]float64{}, eps: f.Config.Epsilon0, dt: f.Config.Dt, tol: f.Config.CGTol, cgMax: f.Config.CGMax, q: f.Config.Q,
			gat: f.Config.Head == "gat", inputShift: f.InputShift, afterWarmup: f.Bound.LambdaKL > 0, lambdaSpec: f.Config.LambdaSpec}
		for i := range g.N {
			for e := g.Features.Ptr[i]; e < g.Features.Ptr[i+1]; e++ {
				p.x[i][g.Features.Cols[e]] = g.Features.Vals[e]
			}
		}
		for name, v := range f.Parameters {
			portName := map[string]string{"W_in": "encoder.weight", "b_in": "encoder.bias", "ln_gain": "encoder.gain", "ln_bias": "encoder.shift",
				"gamma": "afm.gamma0"}[name]
			if portName == "" {
				portName = name
			}
			p.param[portName] = v.Values
		}
		for _, e := range f.Lift {
			p.entries = append(p.entries, e.Edge)
		}
		// The lift and the posterior have an item for each directed entry, not for each edge.
		if len(p.entries) != r.Graph.Entries() || len(p.entries) == len(r.Graph.Edges) || len(f.Posterior) != len(p.entries) {
			t.Fatalf("case %d: %d entries and %d of the posterior, the graph has %d entries and %d edges", k, len(p.entries),
				len(f.Posterior), r.Graph.Entries(), len(r.Graph.Edges))
		}
		if afterWarmup := k == 1; p.afterWarmup != afterWarmup {
			t.Fatalf("case %d: after the warm-up %v, want %v", k, p.afterWarmup, afterWarmup)
		}
		want := p.run() // the total loss
		const tol = 1e-10
		compare(t, "encoded", f.Encoded, p.h, tol)
		compare(t, "hW", f.HW, p.hw, tol)
		kl := 0.0
		for e, q := range f.Lift {
			s := f.Posterior[e]
			compare(t, "lift", [][]float64{{q.Cost, q.P0, q.P, q.Weight}}, [][]float64{{p.cost[e], p.p0[e], p.pStar[e], p.weight[e]}}, tol)
			if s.Edge != q.Edge {
				t.Errorf("the posterior of entry %v has the place of entry %v", s.Edge, q.Edge)
			}
			compare(t, "posterior", [][]float64{{s.Alpha, s.Beta}}, [][]float64{{p.alpha[e], p.beta[e]}}, tol)
			kl += s.KL
		}
		lap := zeros(g.N, g.N)
		for e, v := range f.Laplacian.Vals {
			lap[f.Laplacian.Rows[e]][f.Laplacian.Cols[e]] += v
		}
		compare(t, "laplacian", lap, p.lap, tol)
		compare(t, "diffusion", f.Diffusion.Output, p.svr, tol)
		compare(t, "afm", f.AFM.Output, p.afm, tol)
		compare(t, "probabilities", f.Probabilities, p.prob, tol)
		// The settings of both runs do not calibrate.
		compare(t, "calibrated", f.Calibrated, p.prob, tol)
		compare(t, "Π", f.Bound.Pi, p.pi, tol)
		// The authors' program divides by this number in place of λ2.
		divisor := math.Max(1, p.lambda2) + 1e-6
		compare(t, "bound", [][]float64{{f.Bound.Empirical, f.Bound.KLSum, f.Bound.KLMean, f.Bound.Divisor, f.Bound.LKL, f.Bound.CHet,
			f.Bound.LSpec, f.Bound.Total}},
			[][]float64{{p.ce, kl, p.klMean, divisor, p.lkl, p.cHet, p.cHet / divisor, want}}, tol)
		if f.Diffusion.Iterations != p.iterations {
			t.Errorf("%d iterations, want %d", f.Diffusion.Iterations, p.iterations)
		}
	}
}
