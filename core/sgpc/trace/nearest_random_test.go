package trace_test

import (
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/trace"
)

// TestNearestOfRandomSettings draws settings at random. λ₂ of the nearest sheaf
// must be that of a dense matrix of the maps in the trace, to 1e-9, and most of the
// least squares must have converged. It makes 60 draws, with LONG=1 200.
func TestNearestOfRandomSettings(t *testing.T) {
	draws := 60
	if os.Getenv("LONG") != "" {
		draws = 200
	}
	r := rand.New(rand.NewPCG(61, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	seen, converged, worst := 0, 0, 0.0
	for k := range draws {
		name := pick("karate", "barbell", "florentine", "k4", "ring", "sbm:n=24", "friends:n=30")
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, uint64(k))
		if err != nil {
			t.Fatal(err)
		}
		cfg := method.DefaultFor(g, split)
		cfg.GapMode, cfg.Operator, cfg.Lift = pick("sheaf", "additive", "matrix"), pick("normalized", "laplacian"), pick("ot", "sinkhorn",
			"shuffled", "scalar")
		cfg.D, cfg.Channels, cfg.Hidden, cfg.Seed = 1+r.IntN(4), 4, 8, uint64(k)
		run, err := sgpc.New(g, split, cfg)
		if err != nil {
			continue // a pair of settings that the table refuses
		}
		run.StepEpoch()
		tr, err := trace.Of(run, nil)
		if err != nil {
			t.Fatal(err)
		}
		near := tr.GapAscent.Nearest
		if near == nil || len(near.Maps) == 0 {
			continue
		}
		block := mat.NewDense(len(g.Edges)*cfg.D, g.N*cfg.D, nil) // rows R_ij at i and −R_ji at j
		for e, ed := range g.Edges {
			for side, at := range []int32{ed.I, ed.J} {
				for p, numbers := range near.Maps[2*e+side] {
					for q, x := range numbers {
						block.Set(e*cfg.D+p, int(at)*cfg.D+q, x*float64(1-2*side))
					}
				}
			}
		}
		var l mat.SymDense
		l.SymOuterK(1, block.T())
		var e mat.EigenSym
		if !e.Factorize(&l, false) {
			t.Fatal("no eigenvalues")
		}
		values := e.Values(nil)
		at := 0
		for at < len(values) && values[at] <= 1e-8*max(1, values[len(values)-1]) {
			at++
		}
		if at == len(values) || at != near.KernelDim {
			t.Errorf("draw %d, %s, d = %d: kernel %d, dense %d", k, name, cfg.D, near.KernelDim, at)
			continue
		}
		if miss := math.Abs(near.After-values[at]) / max(1, values[at]); miss > 1e-9 {
			t.Errorf("draw %d, %s, d = %d: λ₂ %.12g, dense %.12g", k, name, cfg.D, near.After, values[at])
		} else {
			worst = max(worst, miss)
		}
		if seen++; near.Converged {
			converged++
		}
	}
	t.Logf("%d settings, of %d the least squares converged; worst difference of λ₂ %.1e", seen, converged, worst)
	if 2*seen < draws || 10*converged < 8*seen {
		t.Errorf("%d of %d draws were seen, %d converged", seen, draws, converged)
	}
}
