package sgpc

import (
	"strings"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/diffusion"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// smallRun returns a run on a graph of 14 nodes, small enough for central differences. Every
// term of the loss is on, no part of the gradient is detached, and solves are exact. change
// may change the settings.
func smallRun(t *testing.T, change func(*settings.Config)) *Run {
	t.Helper()
	g, err := graph.Builtin("sbm:n=14,classes=3,degree=3,homophily=0.4,signal=1,seed=3")
	if err != nil {
		t.Fatal(err)
	}
	split, err := graph.ParseSplit(g, "random:0.5,0.25,0.25", 1)
	if err != nil {
		t.Fatal(err)
	}
	c := settings.Default()
	c.D, c.Channels, c.Hidden, c.Dropout, c.InputDropout = 3, 2, 5, 0.3, 0.2
	// λ2 is about 2e-4 here: with a larger λ_spec the other terms would drown in rounding.
	c.LambdaKL, c.LambdaSpec, c.DetachKappa, c.CGTol, c.CGTolTrain = 0.3, 1e-4, false, 1e-13, 1e-13
	c.Norm = "layer" // keeps λ2 away from 0
	c.Prior = "train"
	change(&c)
	r, err := New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestWholeLossGradient compares the gradient of the loss, dropout included, by every
// parameter with central differences, in both readings and most variants. With one of two
// steps the relative error is below 1e-6. LambdaSpec is smaller, or 0, in some cases (see
// smallRun). A diffusion over drawn edges draws some, but not all edges, and its
// time step has a gradient.
func TestWholeLossGradient(t *testing.T) {
	cases := map[string]func(*settings.Config){
		"paper":      func(*settings.Config) {},
		"two layers": func(c *settings.Config) { c.Layers, c.AFMWeights = 2, "signed" },
		"literal":    func(c *settings.Config) { c.Convention, c.Sign, c.LambdaSpec = "literal", 1, 0 },
		"laplacian":  func(c *settings.Config) { c.Operator, c.Centered, c.Dt = "laplacian", false, 0.3 },
		"gat":        func(c *settings.Config) { c.Head = "gat" },
		"linear":     func(c *settings.Config) { c.Head, c.Residual = "linear", false },
		"no shift":   func(c *settings.Config) { c.Shift, c.Centered = 0, false },
		"encoder": func(c *settings.Config) {
			c.Features, c.Structure, c.Norm, c.Activation, c.LearnDt, c.Dt = "row", "normalized", "none", "relu", true, 0.6
			c.LambdaSpec = 0
		},
		"w2": func(c *settings.Config) { c.JKOMode, c.LambdaSpec = "w2", 1e-6 },
		"w2 steps": func(c *settings.Config) {
			c.JKOMode, c.JKOSteps, c.Centered, c.W2Gamma, c.LambdaSpec = "w2", 3, false, 0.05, 0
		},
		"w2 shuffled":  func(c *settings.Config) { c.JKOMode, c.Lift, c.LambdaSpec = "w2", "shuffled", 0 },
		"sinkhorn":     func(c *settings.Config) { c.Lift = "sinkhorn" },
		"independent":  func(c *settings.Config) { c.Lift, c.Centered, c.LambdaSpec = "independent", false, 1e-6 },
		"shuffled":     func(c *settings.Config) { c.Lift, c.LambdaSpec = "shuffled", 1e-5 },
		"uniform":      func(c *settings.Config) { c.Lift = "uniform" },
		"scalar":       func(c *settings.Config) { c.Lift, c.GapMode, c.LambdaSpec = "scalar", "off", 0 },
		"identity":     func(c *settings.Config) { c.Maps, c.Layers = settings.MapsIdentity, 2 },
		"zero maps":    func(c *settings.Config) { c.Maps, c.LearnDt = settings.MapsZero, true },
		"uncalibrated": func(c *settings.Config) { c.Calibrate, c.HetOff = false, true },
		"sparsified":   func(c *settings.Config) { c.SVR, c.LearnDt, c.Dt = "sparsified", true, 0.7 },
		"anchored": func(c *settings.Config) {
			c.SVR, c.LearnDt, c.Dt, c.Layers, c.LambdaSpec = "anchored", true, 1.5, 2, 0
		},
		"anchored, by iterations": func(c *settings.Config) { c.SVR, c.LearnDt, c.Operator, c.Dt = "anchored", true, "laplacian", 0.4 },
		"sparsified, by iterations": func(c *settings.Config) {
			c.SVR, c.LearnDt, c.SVREpsilon, c.LambdaSpec = "sparsified", true, 0.9, 0
		},
		"code, anchored": func(c *settings.Config) {
			c.Reading, c.D, c.Channels, c.Epsilon0, c.Operator, c.Shift, c.GapMode = "code", 1, 6, 1, "laplacian", 0, "off"
			c.SVR, c.LearnDt, c.Dt = "anchored", true, 0.9
		},
		"code": func(c *settings.Config) {
			c.Reading, c.D, c.Channels, c.Epsilon0, c.Operator, c.Shift, c.GapMode = "code", 1, 6, 1, "laplacian", 0, "off"
		},
	}
	for name, change := range cases {
		r := smallRun(t, change)
		draws := drawingOps(r.fit)
		// Without the factor the diffusion solves by iterations.
		for _, o := range draws {
			if strings.HasSuffix(name, "by iterations") {
				o.exact = nil
			}
		}
		// After one epoch the metric of the ascent is not the identity, and Δt differs from
		// Δt of the anchor.
		r.StepEpoch()
		tape := r.fit.tape
		tape.Epoch = 7
		r.fit.loss.schedule(7)
		for _, p := range tape.Params {
			// The long default step averages a noisy λ2. The short step avoids a kink of ELU.
			e := autodiff.CheckGrad(tape, r.fit.loss.out, p.Var)
			if e > 1e-6 {
				e = autodiff.CheckGradStep(tape, r.fit.loss.out, 1e-5, p.Var)
			}
			if !(e < 1e-6) {
				t.Errorf("%s: %s: relative error %.2e", name, p.Name, e)
			}
		}
		for _, o := range draws {
			if k := o.edgesDrawn(); k == 0 || k == len(r.Graph.Edges) {
				t.Errorf("%s: %d of %d edges are drawn", name, k, len(r.Graph.Edges))
			}
			if o.exact == nil && o.sparse == nil {
				t.Errorf("%s: the diffusion over drawn edges has no solver", name)
			}
			if o.logDt == nil || o.logDt.Grad.Data[0] == 0 {
				t.Errorf("%s: the diffusion over drawn edges has no learned Δt", name)
			}
		}
	}
}

// drawingOps returns the operations of a network that diffuse over drawn edges.
func drawingOps(n *net) (list []*svrOp) {
	for _, op := range n.tape.Ops {
		if o, ok := op.(*svrOp); ok {
			list = append(list, o)
		}
	}
	return list
}

// edgesDrawn returns the number of edges that the present epoch draws.
func (o *svrOp) edgesDrawn() int {
	return len(diffusion.Draw(o.prob, rng.New(o.cfg.Seed, o.name, uint64(o.tape.Epoch))).Kept)
}

// TestNoForbiddenLabel trains five epochs on the true labels, and on labels that are
// flipped for all validation and test nodes. In both readings the parameters are equal, bit
// for bit.
func TestNoForbiddenLabel(t *testing.T) {
	for _, reading := range []string{"paper", "code"} {
		// params returns all parameters after the training.
		params := func(flip bool) []float64 {
			g, _ := graph.Builtin("karate")
			split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
			if err != nil {
				t.Fatal(err)
			}
			c, err := method.Configure(g, split, "sgpc", reading, 4)
			if err != nil {
				t.Fatal(err)
			}
			c.LambdaSpec, c.KLWarmup, c.Epochs = 0.01, 0, 5 // all terms of the loss, from the start
			if c.Reading == "code" {
				c.Channels = 16
			}
			if flip {
				for _, set := range [][]int{split.Val, split.Test} {
					for _, i := range set {
						g.Labels[i] = 1 - g.Labels[i]
					}
				}
			}
			r, err := New(g, split, c)
			if err != nil {
				t.Fatal(err)
			}
			for !r.Done() {
				r.StepEpoch()
			}
			return r.store.Snapshot(nil)
		}
		a, b := params(false), params(true)
		for k := range a {
			if a[k] != b[k] {
				t.Fatalf("%s: parameter %d depends on a validation or test label", reading, k)
			}
		}
	}
}
