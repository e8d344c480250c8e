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

// TestNearestOfRandomSettings draws graphs and settings. Kernel and λ₂ of the nearest sheaf
// are those of a dense matrix of the maps in the trace, λ₂ to 1e-9. At least half of the
// draws have a nearest sheaf, and at least 80 % of their least squares converge. The usual
// run makes 60 draws, LONG=1 makes 200.
func TestNearestOfRandomSettings(t *testing.T) {
	draws := 60
	if os.Getenv("LONG") != "" {
		draws = 200
	}
	r := rand.New(rand.NewPCG(61, 2))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	compared, converged, worst := 0, 0, 0.0
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
		nearest := tr.GapAscent.Nearest
		if nearest == nil || len(nearest.Maps) == 0 { // no comparison, or η = 0
			continue
		}
		// The Laplacian is Bᵀ B.
		var l mat.SymDense
		l.SymOuterK(1, coboundary(g, nearest.Maps, cfg.D).T())
		var e mat.EigenSym
		if !e.Factorize(&l, false) {
			t.Fatal("no eigenvalues")
		}
		values := e.Values(nil)
		kernel := 0
		for kernel < len(values) && values[kernel] <= 1e-8*max(1, values[len(values)-1]) {
			kernel++
		}
		if kernel == len(values) || kernel != nearest.KernelDim {
			t.Errorf("draw %d, %s, d = %d: kernel %d, dense %d", k, name, cfg.D, nearest.KernelDim, kernel)
			continue
		}
		if miss := math.Abs(nearest.After-values[kernel]) / max(1, values[kernel]); miss > 1e-9 {
			t.Errorf("draw %d, %s, d = %d: λ₂ %.12g, dense %.12g", k, name, cfg.D, nearest.After, values[kernel])
		} else {
			worst = max(worst, miss)
		}
		compared++
		if nearest.Converged {
			converged++
		}
	}
	t.Logf("%d settings, of %d the least squares converged; worst difference of λ₂ %.1e", compared, converged, worst)
	if 2*compared < draws || 10*converged < 8*compared {
		t.Errorf("%d of %d draws are compared, %d converged; want at least half, and 80 %% of these", compared, draws, converged)
	}
}

// coboundary returns the matrix B with d rows for each edge, with R_ij at i and −R_ji at j.
// maps has R_ij and R_ji of each edge.
func coboundary(g *graph.Graph, maps []trace.Matrix, d int) *mat.Dense {
	b := mat.NewDense(len(g.Edges)*d, g.N*d, nil)
	for e, edge := range g.Edges {
		for side, node := range []int32{edge.I, edge.J} {
			sign := float64(1 - 2*side) // +1 at i, −1 at j
			for p, row := range maps[2*e+side] {
				for q, x := range row {
					b.Set(e*d+p, int(node)*d+q, sign*x)
				}
			}
		}
	}
	return b
}
