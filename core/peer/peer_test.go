package peer

import (
	"maps"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// smallGraph returns a graph of 9 nodes with an isolated node, a hub and sparse features.
func smallGraph() *graph.Graph {
	r := rng.New(3, "test graph")
	var x []linalg.Triplet
	for i := range 9 {
		for j := range 6 {
			if r.Float64() < 0.5 || j == i%6 {
				x = append(x, linalg.Triplet{Row: i, Col: j, Val: 0.5 + r.Float64()})
			}
		}
	}
	return &graph.Graph{Name: "small", N: 9, Classes: 3,
		Edges:  []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 0, J: 3}, {I: 1, J: 2}, {I: 3, J: 4}, {I: 4, J: 5}, {I: 5, J: 6}, {I: 6, J: 7}},
		X:      linalg.NewCSR(9, 6, x),
		Labels: []int{0, 1, 2, 0, 1, 2, 0, 1, 2}}
}

// build adds a peer to a new tape and returns the tape and the logits.
func build(t *testing.T, name string, g *graph.Graph, s Settings, store *train.Store, training bool) (*autodiff.Tape, *autodiff.Var) {
	t.Helper()
	tape := &autodiff.Tape{Training: training, Epoch: 4, Seed: 5}
	b := &train.Builder{Tape: tape, Store: store, Train: training, Graph: g}
	out, err := Build(name, b, s)
	if err != nil {
		t.Fatal(name, err)
	}
	if out.Rows() != g.N || out.Cols() != g.Classes {
		t.Fatalf("%s: logits are %d×%d", name, out.Rows(), out.Cols())
	}
	return tape, out
}

// TestGradientsEqualDifferences: gradients of every peer equal central differences, to 1e-6 at one of three points and to 1e-4 at the
// points before it. ELU and ReLU have kinks; near one the differences, not the gradient, are off by up to 1e-5. A wrong gradient is off at
// every point.
func TestGradientsEqualDifferences(t *testing.T) {
	for _, name := range Names() {
		for _, d := range []int{2, 3} {
			if d == 3 && Find(name).Reads("d") == nil {
				continue
			}
			for point := uint64(1); ; point++ {
				e := gradientError(t, name, d, point)
				if e > 1e-6 {
					t.Logf("%s (d=%d): relative error %g at point %d", name, d, e, point)
				}
				if !(e < 1e-4) || e > 1e-6 && point == 3 {
					t.Errorf("%s (d=%d): relative error %g", name, d, e)
				}
				if e <= 1e-6 || point == 3 {
					break
				}
			}
		}
	}
}

// gradientError is the largest error of all parameters' gradients against
// central differences, at one of several points off every special start
// (zeros, ones, the identity).
func gradientError(t *testing.T, name string, d int, point uint64) float64 {
	g := smallGraph()
	if d == 3 { // in the one direction, in the other, in both; a model without directions reads none of this
		g.Orient([]graph.Edge{{I: 0, J: 1}, {I: 2, J: 0}, {I: 0, J: 3}, {I: 3, J: 0}, {I: 1, J: 2}, {I: 4, J: 3}, {I: 4, J: 5}, {I: 6, J: 5},
			{I: 6, J: 7}}, slices.Repeat([]bool{true}, 9))
	}
	s := Find(name).Defaults(d == 3)
	layers := 2.0
	if name == "gcnii" {
		layers = 3
	}
	for q, most := range map[string]float64{"hidden": 4, "d": float64(d), "heads": 2, "layers": layers, "k": 4} {
		if v, ok := s.Values[q]; ok {
			s.Values[q] = min(v, most)
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
	e := autodiff.CheckGrad(tape, loss, vars...)
	// The evaluation network shares the parameters.
	evalTape, _ := build(t, name, g, s, train.NewStore(11), false)
	if len(evalTape.Params) != 0 {
		t.Errorf("%s: the evaluation network has %d parameters of its own", name, len(evalTape.Params))
	}
	return e
}

// TestEvaluationEqualsTrainingWithoutDropout: evaluation equals training without dropout.
func TestEvaluationEqualsTrainingWithoutDropout(t *testing.T) {
	g := smallGraph()
	for _, name := range Names() {
		s := Find(name).Defaults(Heterophilic)
		store := train.NewStore(2)
		fit, a := build(t, name, g, s, store, true)
		eval, b := build(t, name, g, s, store, false)
		fit.Training = false
		fit.Forward()
		eval.Forward()
		for i, v := range a.Value.Data {
			if v != b.Value.Data[i] || math.IsNaN(v) {
				t.Fatalf("%s: logits %g and %g", name, v, b.Value.Data[i])
			}
		}
	}
}

// TestUnknownAndBadSettings: Build returns an error for an unknown peer and for settings out of range.
func TestUnknownAndBadSettings(t *testing.T) {
	b := &train.Builder{Tape: &autodiff.Tape{}, Store: train.NewStore(0), Graph: smallGraph()}
	if _, err := Build("resnet", b, Settings{}); err == nil {
		t.Error("an unknown name is accepted")
	}
	for _, p := range All() {
		for _, q := range p.Settings {
			for _, v := range []float64{q.Lo - 1, q.Hi + 1, math.NaN()} {
				s := p.Defaults(Homophilic)
				s.Values[q.Name] = v
				if _, err := Build(p.Name, b, s); err == nil || !strings.Contains(err.Error(), q.Name) {
					t.Errorf("%s, %s=%g: %v", p.Name, q.Name, v, err)
				}
			}
		}
	}
	s := jacobi.Defaults(Heterophilic)
	s.Values["jacobi_a"], s.Values["jacobi_b"] = -1, -1
	if _, err := Build("jacobi", b, s); err == nil {
		t.Error("polynomials without a weight")
	}
}

// TestRowsAreComplete: each row is complete and has the settings of the training loop.
func TestRowsAreComplete(t *testing.T) {
	for _, p := range All() {
		if p.Label == "" || p.Label == p.Name || p.Paper == "" || p.Why == "" || len(p.Equation) == 0 || len(p.Symbols) == 0 ||
			p.Floats(Size{10, 20, 30, 2}, p.Defaults(Homophilic)) <= 0 || p.Reported.Means != nil &&
			(len(p.Reported.Means) != 9 || p.Reported.Source == "") {
			t.Errorf("the row of %q is not whole", p.Name)
		}
		for _, name := range []string{"lr", "weight_decay"} {
			if p.Reads(name) == nil {
				t.Errorf("%s has no %s", p.Name, name)
			}
		}
		for _, kind := range []GraphKind{Homophilic, Heterophilic} {
			if err := p.Validate(p.Defaults(kind)); err != nil {
				t.Errorf("%s: its own settings: %v", p.Name, err)
			}
		}
	}
}

// TestNoAllocation: a run of a tape allocates nothing after the first.
func TestNoAllocation(t *testing.T) {
	g := smallGraph()
	for _, name := range Names() {
		s := Find(name).Defaults(Homophilic)
		tape, out := build(t, name, g, s, train.NewStore(2), true)
		loss := autodiff.CrossEntropy(tape, out, g.Labels, []int{0, 1, 2})
		run := func() { tape.Forward(); tape.ZeroGrad(); tape.Backward(loss) }
		run()
		// The sparse input draws its mask from a stream of its own.
		if a := testing.AllocsPerRun(5, run); a > 2 {
			t.Errorf("%s: %g allocations per epoch", name, a)
		}
	}
}

// TestGridEntriesDiffer: every entry of a grid but the first changes one setting, an own entry of the peer maybe more, to another valid
// value. Entries are distinct, and the first is the settings themselves.
func TestGridEntriesDiffer(t *testing.T) {
	for _, p := range All() {
		for _, kind := range []GraphKind{Homophilic, Heterophilic} {
			s := p.Defaults(kind)
			list, seen := p.Grid(s), map[string]bool{}
			if len(list) < 2 || list[0].Set != nil {
				t.Errorf("%s: %v", p.Name, list)
			}
			for k, q := range list[1:] {
				own := k+1 >= len(list)-len(p.Tries)
				changed := Settings{Values: maps.Clone(s.Values)}
				maps.Copy(changed.Values, q.Set)
				if len(q.Set) != 1 && !own || maps.Equal(changed.Values, s.Values) || p.Validate(changed) != nil || seen[q.Name] ||
					len(changed.Values) != len(s.Values) {
					t.Errorf("%s: %s changes %v", p.Name, q.Name, q.Set)
				}
				seen[q.Name] = true
			}
		}
	}
	if n := len(gcnii.Grid(gcnii.Defaults(Heterophilic))); n != 6 {
		t.Errorf("GCNII has %d entries, want the five and one of its own", n)
	}
}
