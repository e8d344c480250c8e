package peer

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// variants are settings of networks as libraries have them, by model.
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

// TestGradientsOfVariants: gradients of the networks of libraries equal central differences.
func TestGradientsOfVariants(t *testing.T) {
	g := smallGraph()
	g.Orient([]graph.Edge{{I: 0, J: 1}, {I: 2, J: 0}, {I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 2}, {I: 4, J: 3}, {I: 4, J: 5}, {I: 6, J: 5},
		{I: 6, J: 7}}, slices.Repeat([]bool{true}, 9))
	for name, list := range variants {
		for _, with := range list {
			best := math.Inf(1)
			for point := uint64(1); point <= 3 && best > 1e-6; point++ {
				s := Find(name).Defaults(Heterophilic)
				for q, v := range map[string]float64{"hidden": 3, "d": 2, "heads": 2, "layers": 3} {
					if _, ok := s.Values[q]; ok {
						s.Values[q] = v
					}
				}
				for q, v := range with {
					if s.Values[q] = v; Find(name).Reads(q) == nil {
						t.Fatalf("%s does not read %s", name, q)
					}
				}
				tape, out := build(t, name, g, s, train.NewStore(11), true)
				var vars []*autodiff.Var
				for _, p := range tape.Params {
					r := rng.New(point, "test/"+p.Name)
					for i := range p.Value.Data {
						p.Value.Data[i] += 0.3 * r.Norm()
					}
					vars = append(vars, p.Var)
				}
				loss := autodiff.CrossEntropy(tape, out, g.Labels, []int{0, 1, 2, 3, 4, 5, 6, 7, 8})
				best = min(best, autodiff.CheckGrad(tape, loss, vars...))
			}
			if !(best <= 1e-6) {
				t.Errorf("%s with %v: relative error %g", name, with, best)
			}
		}
	}
}

// TestSumMatricesEqualDefinition: the matrix of a sum over neighbours equals its definition, entry by entry.
func TestSumMatricesEqualDefinition(t *testing.T) {
	g := smallGraph()
	g.Orient([]graph.Edge{{I: 0, J: 1}, {I: 2, J: 0}, {I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 2}, {I: 4, J: 3}, {I: 4, J: 5}, {I: 6, J: 5},
		{I: 6, J: 7}}, slices.Repeat([]bool{true}, 9))
	sends := func(from, to int, directed bool) bool {
		for k, e := range g.Edges {
			d := g.Direction(k)
			if !directed {
				d = graph.Both
			}
			if int(e.I) == from && int(e.J) == to && d&graph.Forward != 0 || int(e.J) == from && int(e.I) == to && d&graph.Backward != 0 {
				return true
			}
		}
		return false
	}
	for _, with := range []map[string]float64{{}, {"loops": 1}, {"degree": 1}, {"degree": 2}, {"directed": 1}, {"directed": 1, "loops": 1},
		{"directed": 1, "degree": 2, "loops": 1}, {"directed": 1, "degree": 3, "loops": 1}, {"degree": 3}} {
		a := Settings{Values: with}.neighbourSum(g, withLoops, symmetricRoots).a.Dense()
		degree, sent := make([]float64, g.N), make([]float64, g.N)
		want := make([]float64, g.N*g.N)
		for i := range g.N {
			for j := range g.N {
				if sends(j, i, with["directed"] == 1) || i == j && with["loops"] == 0 {
					want[i*g.N+j] = 1
					degree[i]++
					sent[j]++
				}
			}
		}
		for i := range g.N {
			for j := range g.N {
				switch at := &want[i*g.N+j]; {
				case *at == 0:
				case with["degree"] == 0 && degree[j] == 0: // PyTorch Geometric: 1/√0 counts as 0
					*at = 0
				case with["degree"] == 0:
					*at = 1 / math.Sqrt(degree[i]*degree[j])
				case with["degree"] == 2:
					*at = 1 / degree[i]
				case with["degree"] == 3: // DGL
					*at = 1 / math.Sqrt(degree[i]*sent[j])
				}
				if got := a.Data[i*g.N+j]; math.Abs(got-want[i*g.N+j]) > 1e-15 {
					t.Fatal(fmt.Sprint(with, " at ", i, ", ", j, ": ", got, ", want ", want[i*g.N+j]))
				}
			}
		}
	}
}
