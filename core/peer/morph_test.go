package peer

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// choice returns the index of a word in MapChoices.
func choice(t *testing.T, word string) float64 {
	t.Helper()
	for k, w := range MapChoices {
		if w[0] == word {
			return float64(k)
		}
	}
	t.Fatalf("no maps are called %q", word)
	return 0
}

// morphed builds NSD with a choice of maps, and moves every parameter off its initial value.
func morphed(t *testing.T, maps string, store *train.Store, training bool) (*autodiff.Tape, *autodiff.Var, []Layer) {
	t.Helper()
	var layers []Layer
	s := nsdGeneral.Defaults(Homophilic)
	s.Values["hidden"], s.Values["d"], s.Values["layers"], s.Values["maps"] = 4, 2, 2, choice(t, maps)
	s.Watch = func(l Layer) { layers = append(layers, l) }
	tape, out := build(t, "nsd-general", smallGraph(), s, store, training)
	if training {
		for _, p := range tape.Params {
			r := rng.New(1, "test/"+p.Name)
			for i := range p.Value.Data {
				p.Value.Data[i] += 0.3 * r.Norm()
			}
		}
	}
	return tape, out, layers
}

// TestGradientsOfEveryChoiceOfMaps: the gradients equal central differences for every choice of maps.
func TestGradientsOfEveryChoiceOfMaps(t *testing.T) {
	g := smallGraph()
	for _, w := range MapChoices {
		tape, out, _ := morphed(t, w[0], train.NewStore(11), true)
		var vars []*autodiff.Var
		for _, p := range tape.Params {
			vars = append(vars, p.Var)
		}
		loss := autodiff.CrossEntropy(tape, out, g.Labels, []int{0, 1, 2, 3, 4, 5, 6, 7, 8})
		if e := autodiff.CheckGrad(tape, loss, vars...); !(e < 1e-6) {
			t.Errorf("%s: relative error %g", w[0], e)
		}
	}
}

// TestTrivialMapsAreTheGraph: with identity maps the operator is (D + I)^−½(D − A)(D + I)^−½ on every stalk coordinate.
// With zero maps the operator is 0.
func TestTrivialMapsAreTheGraph(t *testing.T) {
	g := smallGraph()
	degrees, lap := make([]float64, g.N), mat.NewDense(g.N, g.N, nil)
	for _, e := range g.Edges {
		degrees[e.I]++
		degrees[e.J]++
		lap.Set(int(e.I), int(e.J), -1)
		lap.Set(int(e.J), int(e.I), -1)
	}
	for i, d := range degrees {
		lap.Set(i, i, d)
	}
	lap.Apply(func(i, j int, v float64) float64 { return v / math.Sqrt((degrees[i]+1)*(degrees[j]+1)) }, lap)
	for _, maps := range []string{"identity", "zero"} {
		tape, _, layers := morphed(t, maps, train.NewStore(3), true)
		tape.Forward()
		for k, l := range layers {
			d, c := l.Hat.D, l.X.Cols()
			for q := range d { // one coordinate of all stalks, n×c
				x := mat.NewDense(g.N, c, nil)
				for i := range g.N {
					x.SetRow(i, l.X.Value.Row(i*d+q))
				}
				var want mat.Dense
				want.Mul(lap, x)
				for i := range g.N {
					for p, v := range l.Y.Value.Row(i*d + q) {
						w := want.At(i, p)
						if maps == "zero" {
							w = 0
						}
						if math.Abs(v-w) > 1e-12 {
							t.Fatalf("%s, layer %d: %g at node %d, densely %g", maps, k+1, v, i, w)
						}
					}
				}
			}
		}
	}
}

// TestFamiliesOfMapsAreNested: a network with maps of a smaller family equals a network with maps of a larger family.
// The larger network has the same numbers at their places, and 0 elsewhere.
func TestFamiliesOfMapsAreNested(t *testing.T) {
	for _, c := range []struct {
		small, large string
		place        func(dst, src []float64) // a row of the learner's weights, d = 2
	}{
		{"signs", "diagonal", func(dst, src []float64) { dst[0], dst[1] = src[0], src[0] }},
		{"diagonal", "general", func(dst, src []float64) { dst[0], dst[3] = src[0], src[1] }},
		{"signs", "general", func(dst, src []float64) { dst[0], dst[3] = src[0], src[0] }},
		{"identity", "orthogonal", func([]float64, []float64) {}}, // the maps are diag(−1, −1) at both ends
	} {
		a, b := train.NewStore(5), train.NewStore(5)
		from, out, _ := morphed(t, c.small, a, true)
		to, wide, _ := morphed(t, c.large, b, true)
		values := map[string]*linalg.Dense{}
		for _, p := range from.Params {
			values[p.Name] = p.Value
		}
		for _, p := range to.Params {
			src := values[p.Name]
			if src != nil && src.Cols == p.Value.Cols {
				copy(p.Value.Data, src.Data)
				continue
			}
			clear(p.Value.Data)
			for i := range p.Value.Rows {
				var row []float64
				if src != nil {
					row = src.Row(i)
				}
				c.place(p.Value.Row(i), row)
			}
		}
		from.Training, to.Training = false, false
		from.Forward()
		to.Forward()
		for i, v := range out.Value.Data {
			if math.Abs(v-wide.Value.Data[i]) > 1e-12 {
				t.Fatalf("%s in %s: %g and %g", c.small, c.large, v, wide.Value.Data[i])
			}
		}
	}
}

// TestChoicesShareEncoderAndHead: encoder and head have the same initial values for every choice of maps.
// The choice "learned" is the kind in the name of the model.
func TestChoicesShareEncoderAndHead(t *testing.T) {
	start := map[string][]float64{}
	for _, w := range MapChoices {
		s := nsdGeneral.Defaults(Homophilic)
		s.Values["maps"] = choice(t, w[0])
		tape, _ := build(t, "nsd-general", smallGraph(), s, train.NewStore(5), true)
		for _, p := range tape.Params {
			if have, ok := start[p.Name]; !ok {
				start[p.Name] = p.Value.Data
			} else if len(have) == len(p.Value.Data) && have[len(have)-1] != p.Value.Data[len(have)-1] {
				t.Errorf("%s begins elsewhere with maps %s", p.Name, w[0])
			}
		}
	}
	for _, p := range []*Peer{&nsdDiagonal, &nsdOrthogonal, &nsdGeneral} {
		s := p.Defaults(Heterophilic)
		if p.MapsWith(s) != p.Maps {
			t.Errorf("%s: %q", p.Name, p.MapsWith(s))
		}
		s.Values["maps"] = choice(t, "identity")
		if p.MapsWith(s) != isn.Maps {
			t.Errorf("%s: %q", p.Name, p.MapsWith(s))
		}
		s.Values["maps"], s.Values["d"] = choice(t, "orthogonal"), 1
		if err := p.Check(&graph.Graph{}, s); err == nil {
			t.Errorf("%s turns stalks of one dimension", p.Name)
		}
	}
}
