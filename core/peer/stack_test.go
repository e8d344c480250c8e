// This file tests the settings that describe networks of libraries: self-loops, degrees, directions, skips, activations.

package peer

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// variants has, by model, settings of networks as PyTorch Geometric and DGL build them. The values of act, degree and skip are
// choices of stack.go: activate, symmetricRoots to messageRoots, and outputSkip to learnedSkip. loops = 1 removes the self-loops.
var variants = map[string][]map[string]float64{
	"gcn": {{"loops": 1, "skip": 1}, {"degree": 2, "skip": 2, "act": 2}, {"degree": 1, "loops": 1, "act": 3}, {"directed": 1, "skip": 3},
		{"linear_head": 1, "act": 4}, {"directed": 1, "degree": 2, "linear_head": 1, "act": 5}, {"directed": 1, "degree": 3}},
	"gat": {{"loops": 1}, {"directed": 1, "slope": 0.1, "skip": 3}, {"attention": 1, "more_heads": 1}, {"attention": 1, "loops": 1,
		"directed": 1, "linear_head": 1, "skip": 1}, {"more_heads": 2, "act": 1, "skip": 3, "attention": 1}},
	"sage":        {{"degree": 1, "linear_head": 1}, {"directed": 1, "act": 2, "skip": 1}, {"skip": 3}},
	"gcnii":       {{"loops": 1}, {"directed": 1}},
	"nsd-orth":    {{"edge_weights": 1}},
	"nsd-general": {{"edge_weights": 1, "linear": 1}},
}

// TestGradientsOfVariants compares the gradients of all parameters with central differences, for all variants on a graph with directions.
// At one of three random points the relative error is at most 1e-6. One point is not enough: near a kink of an activation,
// differences have larger errors.
func TestGradientsOfVariants(t *testing.T) {
	g := directedGraph()
	for name, list := range variants {
		for _, variant := range list {
			best := math.Inf(1)
			for point := uint64(1); point <= 3 && best > 1e-6; point++ {
				best = min(best, variantError(t, name, g, variant, point))
			}
			if !(best <= 1e-6) {
				t.Errorf("%s with %v: the gradient has the relative error %g, want at most 1e-6", name, variant, best)
			}
		}
	}
}

// variantError returns the largest relative error of the gradients of a small network with the settings of a variant.
// point is the seed of the random parameters. The loss is the cross-entropy of all nine nodes of g.
func variantError(t *testing.T, name string, g *graph.Graph, variant map[string]float64, point uint64) float64 {
	t.Helper()
	s := Find(name).Defaults(Heterophilic)
	for setting, v := range map[string]float64{"hidden": 3, "d": 2, "heads": 2, "layers": 3} {
		if _, exists := s.Values[setting]; exists {
			s.Values[setting] = v
		}
	}
	for setting, v := range variant {
		if Find(name).Reads(setting) == nil {
			t.Fatalf("%s does not read %s", name, setting)
		}
		s.Values[setting] = v
	}
	tape, logits := build(t, name, g, s, train.NewStore(11), true)
	var vars []*autodiff.Var
	for _, p := range tape.Params {
		r := rng.New(point, "test/"+p.Name)
		for i := range p.Value.Data {
			p.Value.Data[i] += 0.3 * r.Norm()
		}
		vars = append(vars, p.Var)
	}
	loss := autodiff.CrossEntropy(tape, logits, g.Labels, []int{0, 1, 2, 3, 4, 5, 6, 7, 8})
	return autodiff.CheckGrad(tape, loss, vars...)
}

// TestSumMatricesEqualDefinition compares the matrix of a sum over neighbours with its definition, entry by entry, to 1e-15. The inputs are
// nine combinations of self-loops, directions and normalisation by degrees.
func TestSumMatricesEqualDefinition(t *testing.T) {
	g := directedGraph()
	// sends reports whether node to receives the features of node from. Unless directed, every edge has both directions.
	sends := func(from, to int, directed bool) bool {
		for k, e := range g.Edges {
			d := g.Direction(k)
			if !directed {
				d = graph.Both
			}
			forward := int(e.I) == from && int(e.J) == to && d&graph.Forward != 0
			backward := int(e.J) == from && int(e.I) == to && d&graph.Backward != 0
			if forward || backward {
				return true
			}
		}
		return false
	}
	for _, settings := range []map[string]float64{{}, {"loops": 1}, {"degree": 1}, {"degree": 2}, {"directed": 1}, {"directed": 1, "loops": 1},
		{"directed": 1, "degree": 2, "loops": 1}, {"directed": 1, "degree": 3, "loops": 1}, {"degree": 3}} {
		a := Settings{Values: settings}.neighbourSum(g, withLoops, symmetricRoots).a.Dense()
		// The entries as 0 or 1. degree has the sums of the rows, sent has the sums of the columns. loops = 0 adds self-loops.
		degree, sent := make([]float64, g.N), make([]float64, g.N)
		entries := make([]float64, g.N*g.N)
		for i := range g.N {
			for j := range g.N {
				selfLoop := i == j && settings["loops"] == 0
				if selfLoop || sends(j, i, settings["directed"] == 1) {
					entries[i*g.N+j] = 1
					degree[i]++
					sent[j]++
				}
			}
		}
		// Each entry is divided as the setting "degree" says; 1 is a plain sum.
		for i := range g.N {
			for j := range g.N {
				want := entries[i*g.N+j]
				switch {
				case want == 0:
				case settings["degree"] == 0 && degree[j] == 0: // PyTorch Geometric: 1/√0 counts as 0
					want = 0
				case settings["degree"] == 0:
					want = 1 / math.Sqrt(degree[i]*degree[j])
				case settings["degree"] == 2:
					want = 1 / degree[i]
				case settings["degree"] == 3: // DGL
					want = 1 / math.Sqrt(degree[i]*sent[j])
				}
				if got := a.Data[i*g.N+j]; math.Abs(got-want) > 1e-15 {
					t.Fatalf("%v: entry (%d, %d) is %g, want %g", settings, i, j, got, want)
				}
			}
		}
	}
}
