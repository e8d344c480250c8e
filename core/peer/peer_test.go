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

// smallGraph returns a graph of 9 nodes and 3 classes: node 0 is a hub, node 8 is isolated, and about half of 6 features are 0.
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

// build returns a new tape with the network of a peer, and its logits, g.N×g.Classes.
func build(t *testing.T, name string, g *graph.Graph, s Settings, store *train.Store, training bool) (*autodiff.Tape, *autodiff.Var) {
	t.Helper()
	tape := &autodiff.Tape{Training: training, Epoch: 4, Seed: 5}
	b := &train.Builder{Tape: tape, Store: store, Train: training, Graph: g}
	logits, err := Build(name, b, s)
	if err != nil {
		t.Fatal(name, err)
	}
	if logits.Rows() != g.N || logits.Cols() != g.Classes {
		t.Fatalf("%s: logits are %d×%d, want %d×%d", name, logits.Rows(), logits.Cols(), g.N, g.Classes)
	}
	return tape, logits
}

// TestGradientsEqualDifferences compares the gradients of every peer with central differences. They agree to 1e-6 at one of three points,
// and to 1e-4 at the points before it. ELU and ReLU have kinks, and near a kink the differences, not the gradient, have errors up to 1e-5.
// A wrong gradient has an error at every point. Peers with stalks are tested with d = 2 and 3.
func TestGradientsEqualDifferences(t *testing.T) {
	for _, name := range Names() {
		for _, d := range []int{2, 3} {
			if d == 3 && Find(name).Reads("d") == nil {
				continue
			}
			for point := uint64(1); point <= 3; point++ {
				e := gradientError(t, name, d, point)
				if e <= 1e-6 {
					break
				}
				t.Logf("%s (d=%d): relative error %g at point %d", name, d, e, point)
				if !(e < 1e-4) {
					t.Errorf("%s (d=%d): relative error %g at point %d, want less than 1e-4", name, d, e, point)
				}
				if point == 3 {
					t.Errorf("%s (d=%d): relative error %g at the last of three points, want at most 1e-6", name, d, e)
				}
			}
		}
	}
}

// gradientError returns the largest relative error of the gradients of all parameters against central differences. The parameters are
// their initial values plus normal numbers of deviation 0.3, drawn with the seed point, so that no value is special (0, 1, the identity).
// With d = 3 the graph has directions and the settings are the homophilic defaults. gradientError fails the test if the network for
// evaluation has parameters of its own.
func gradientError(t *testing.T, name string, d int, point uint64) float64 {
	t.Helper()
	g, kind := smallGraph(), Heterophilic
	if d == 3 {
		g, kind = directedGraph(), Homophilic
	}
	// A small network.
	s := Find(name).Defaults(kind)
	layers := 2.0
	if name == "gcnii" {
		layers = 3
	}
	for setting, largest := range map[string]float64{"hidden": 4, "d": float64(d), "heads": 2, "layers": layers, "k": 4} {
		if v, ok := s.Values[setting]; ok {
			s.Values[setting] = min(v, largest)
		}
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
	e := autodiff.CheckGrad(tape, loss, vars...)
	// The evaluation network has no parameters of its own.
	evalTape, _ := build(t, name, g, s, train.NewStore(11), false)
	if len(evalTape.Params) != 0 {
		t.Errorf("%s: the evaluation network has %d parameters of its own", name, len(evalTape.Params))
	}
	return e
}

// TestEvaluationEqualsTrainingWithoutDropout checks that the network for evaluation has the same logits, bit for bit, as the network for
// training with dropout off, for every peer. No logit is NaN.
func TestEvaluationEqualsTrainingWithoutDropout(t *testing.T) {
	g := smallGraph()
	for _, name := range Names() {
		s := Find(name).Defaults(Heterophilic)
		store := train.NewStore(2)
		trainTape, trainLogits := build(t, name, g, s, store, true)
		evalTape, evalLogits := build(t, name, g, s, store, false)
		trainTape.Training = false
		trainTape.Forward()
		evalTape.Forward()
		for i, v := range trainLogits.Value.Data {
			if v != evalLogits.Value.Data[i] || math.IsNaN(v) {
				t.Fatalf("%s: logit %d is %g in training and %g in evaluation", name, i, v, evalLogits.Value.Data[i])
			}
		}
	}
}

// TestUnknownAndBadSettings checks that Build returns an error for an unknown peer, and for each setting below or above its range or NaN,
// with the name of the setting. Jacobi polynomials with a = b = −1 have no weight and are refused.
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
					t.Errorf("%s, %s=%g: error %v, want one that names the setting", p.Name, q.Name, v, err)
				}
			}
		}
	}
	s := jacobi.Defaults(Heterophilic)
	s.Values["jacobi_a"], s.Values["jacobi_b"] = -1, -1
	if _, err := Build("jacobi", b, s); err == nil {
		t.Error("Jacobi polynomials with a = b = -1 are accepted")
	}
}

// TestRowsAreComplete checks that each peer has a label other than its name, a paper, a reason, equations, symbols and a positive number
// of floats. Published accuracies, if any, are nine, one for each data set, with a source.
// Each peer reads lr and weight_decay, and accepts its defaults.
func TestRowsAreComplete(t *testing.T) {
	for _, p := range All() {
		if p.Label == "" || p.Label == p.Name {
			t.Errorf("the label of %q is %q", p.Name, p.Label)
		}
		if p.Paper == "" || p.Why == "" || len(p.Equation) == 0 || len(p.Symbols) == 0 {
			t.Errorf("%q: paper %q, reason %q, %d equations, %d symbols: one is missing", p.Name, p.Paper, p.Why, len(p.Equation), len(p.Symbols))
		}
		if floats := p.Floats(Size{Nodes: 10, Edges: 20, Entries: 30, Classes: 2}, p.Defaults(Homophilic)); floats <= 0 {
			t.Errorf("%q needs %g floats", p.Name, floats)
		}
		published := p.Reported.Means != nil
		complete := len(p.Reported.Means) == 9 && p.Reported.Source != ""
		if published && !complete {
			t.Errorf("%q: %d published means of the source %q, want nine with a source", p.Name, len(p.Reported.Means), p.Reported.Source)
		}
		for _, name := range []string{"lr", "weight_decay"} {
			if p.Reads(name) == nil {
				t.Errorf("%s does not read the setting %s", p.Name, name)
			}
		}
		for _, kind := range []GraphKind{Homophilic, Heterophilic} {
			if err := p.Validate(p.Defaults(kind)); err != nil {
				t.Errorf("%s refuses its defaults: %v", p.Name, err)
			}
		}
	}
}

// TestFewAllocations checks that an epoch on a tape, after the first, allocates at most twice, for every peer. The sparse input draws its
// mask from a stream of its own, which allocates.
func TestFewAllocations(t *testing.T) {
	g := smallGraph()
	for _, name := range Names() {
		s := Find(name).Defaults(Homophilic)
		tape, logits := build(t, name, g, s, train.NewStore(2), true)
		loss := autodiff.CrossEntropy(tape, logits, g.Labels, []int{0, 1, 2})
		epoch := func() { tape.Forward(); tape.ZeroGrad(); tape.Backward(loss) }
		epoch()
		if a := testing.AllocsPerRun(5, epoch); a > 2 {
			t.Errorf("%s: %g allocations per epoch, want at most 2", name, a)
		}
	}
}

// TestGridEntriesDiffer checks that the first entry of a grid changes nothing, and every other entry changes one setting of the peer to
// another valid value. The entries of Tries, at the end, may change several. Names are distinct. GCNII has six entries.
func TestGridEntriesDiffer(t *testing.T) {
	for _, p := range All() {
		for _, kind := range []GraphKind{Homophilic, Heterophilic} {
			s := p.Defaults(kind)
			list, seen := p.Grid(s), map[string]bool{}
			if len(list) < 2 || list[0].Set != nil {
				t.Errorf("%s: entries %v, want two or more, the first without a change", p.Name, list)
			}
			for k, q := range list[1:] {
				fromTries := k+1 >= len(list)-len(p.Tries) // the last entries
				changed := Settings{Values: maps.Clone(s.Values)}
				maps.Copy(changed.Values, q.Set)
				if len(q.Set) != 1 && !fromTries {
					t.Errorf("%s: %q changes %v, want one setting", p.Name, q.Name, q.Set)
				}
				if maps.Equal(changed.Values, s.Values) {
					t.Errorf("%s: %q changes nothing: %v", p.Name, q.Name, q.Set)
				}
				if err := p.Validate(changed); err != nil {
					t.Errorf("%s: %q: %v", p.Name, q.Name, err)
				}
				if len(changed.Values) != len(s.Values) {
					t.Errorf("%s: %q sets a setting that the peer does not read: %v", p.Name, q.Name, q.Set)
				}
				if seen[q.Name] {
					t.Errorf("%s has two entries %q", p.Name, q.Name)
				}
				seen[q.Name] = true
			}
		}
	}
	if n := len(gcnii.Grid(gcnii.Defaults(Heterophilic))); n != 6 {
		t.Errorf("the grid of GCNII has %d entries, want the five of every peer and one of its Tries", n)
	}
}

// TestEquationsHaveTheLastWeights checks peers whose equation is that of the class probabilities. If the last layer of the network has
// weights of its own (class.weight), the equation multiplies by W, and the symbols explain W.
func TestEquationsHaveTheLastWeights(t *testing.T) {
	checked := 0
	for _, p := range All() {
		tape, _ := build(t, p.Name, smallGraph(), p.Defaults(Heterophilic), train.NewStore(2), true)
		isLastLayer := func(v *autodiff.Param) bool { return strings.HasSuffix(v.Name, ".class.weight") }
		hasOutput := func(line string) bool { return strings.HasPrefix(line, "\\hat{Y}=") }
		line := slices.IndexFunc(p.Equation, hasOutput)
		if line < 0 || !slices.ContainsFunc(tape.Params, isLastLayer) {
			continue
		}
		checked++
		if !strings.HasSuffix(p.Equation[line], "W)") || !slices.Contains(p.Symbols, symW) {
			t.Errorf("%s: the equation %s or the symbols lack the weights W of the last layer", p.Name, p.Equation[line])
		}
	}
	if checked < 2 {
		t.Errorf("%d peers are checked, want two or more", checked)
	}
}
