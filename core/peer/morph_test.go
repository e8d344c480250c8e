// This file tests the setting "maps" of neural sheaf diffusion: learned maps of a kind, or fixed ones.

package peer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// mapChoice returns the index of a word in MapChoices.
func mapChoice(t *testing.T, word string) float64 {
	t.Helper()
	for k, w := range MapChoices {
		if w[0] == word {
			return float64(k)
		}
	}
	t.Fatalf("MapChoices has no word %q", word)
	return 0
}

// nsdWithMaps returns tape, logits and layers of NSD with a choice of maps on smallGraph: d = 2, four channels, two layers.
// For training, normal numbers of deviation 0.3 are added to every parameter.
func nsdWithMaps(t *testing.T, maps string, store *train.Store, training bool) (*autodiff.Tape, *autodiff.Var, []Layer) {
	t.Helper()
	var layers []Layer
	s := nsdGeneral.Defaults(Homophilic)
	s.Values["hidden"], s.Values["d"], s.Values["layers"], s.Values["maps"] = 4, 2, 2, mapChoice(t, maps)
	s.Watch = func(l Layer) { layers = append(layers, l) }
	tape, logits := build(t, "nsd-general", smallGraph(), s, store, training)
	if training {
		for _, p := range tape.Params {
			r := rng.New(1, "test/"+p.Name)
			for i := range p.Value.Data {
				p.Value.Data[i] += 0.3 * r.Norm()
			}
		}
	}
	return tape, logits, layers
}

// TestGradientsOfEveryChoiceOfMaps compares the gradients of all parameters with central differences, for every choice of maps.
func TestGradientsOfEveryChoiceOfMaps(t *testing.T) {
	g := smallGraph()
	for _, w := range MapChoices {
		tape, logits, _ := nsdWithMaps(t, w[0], train.NewStore(11), true)
		var vars []*autodiff.Var
		for _, p := range tape.Params {
			vars = append(vars, p.Var)
		}
		loss := autodiff.CrossEntropy(tape, logits, g.Labels, []int{0, 1, 2, 3, 4, 5, 6, 7, 8})
		if e := autodiff.CheckGrad(tape, loss, vars...); !(e < 1e-6) {
			t.Errorf("%s: the gradient has the relative error %g", w[0], e)
		}
	}
}

// TestTrivialMapsAreTheGraph checks that with identity maps a layer applies the dense matrix (D + I)^−½(D − A)(D + I)^−½ to every stalk
// coordinate. With zero maps its result is 0.
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
		tape, _, layers := nsdWithMaps(t, maps, train.NewStore(3), true)
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
				if maps == "zero" {
					want.Zero()
				}
				for i := range g.N {
					for p, v := range l.Y.Value.Row(i*d + q) {
						if math.Abs(v-want.At(i, p)) > 1e-12 {
							t.Fatalf("%s, layer %d: node %d has the result %g, want %g", maps, k+1, i, v, want.At(i, p))
						}
					}
				}
			}
		}
	}
}

// TestFamiliesOfMapsAreNested checks that a network with maps of a smaller family has the logits of one with maps of a larger family.
// The larger network has the parameters of the smaller one. place copies a row of the smaller learner's weights to the places of the
// larger family. The other weights are 0.
func TestFamiliesOfMapsAreNested(t *testing.T) {
	for _, c := range []struct {
		small, large string
		place        func(dst, src []float64) // d = 2: the diagonal of a general map is dst[0], dst[3]
	}{
		{"signs", "diagonal", func(dst, src []float64) { dst[0], dst[1] = src[0], src[0] }},
		{"diagonal", "general", func(dst, src []float64) { dst[0], dst[3] = src[0], src[1] }},
		{"signs", "general", func(dst, src []float64) { dst[0], dst[3] = src[0], src[0] }},
		{"identity", "orthogonal", func([]float64, []float64) {}}, // for weights 0 orthogonal maps are −I at both ends, which act as I
	} {
		smallTape, smallLogits, _ := nsdWithMaps(t, c.small, train.NewStore(5), true)
		largeTape, largeLogits, _ := nsdWithMaps(t, c.large, train.NewStore(5), true)
		values := map[string]*linalg.Dense{}
		for _, p := range smallTape.Params {
			values[p.Name] = p.Value
		}
		for _, p := range largeTape.Params {
			src := values[p.Name]
			if src != nil && src.Cols == p.Value.Cols {
				copy(p.Value.Data, src.Data)
				continue // a parameter of the same shape
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
		smallTape.Training, largeTape.Training = false, false
		smallTape.Forward()
		largeTape.Forward()
		for i, v := range smallLogits.Value.Data {
			if math.Abs(v-largeLogits.Value.Data[i]) > 1e-12 {
				t.Fatalf("logit %d is %g with maps %s, and %g with maps %s", i, v, c.small, largeLogits.Value.Data[i], c.large)
			}
		}
	}
}

// TestChoicesShareEncoderAndHead checks that parameters of equal name and size, such as encoder and head, have the same initial values
// for every choice of maps; the last value is compared. MapsWith returns the description of the model by default, and the description of
// ISN with "identity". Check refuses orthogonal maps with d = 1.
func TestChoicesShareEncoderAndHead(t *testing.T) {
	initial := map[string][]float64{} // by name of the parameter
	for _, w := range MapChoices {
		s := nsdGeneral.Defaults(Homophilic)
		s.Values["maps"] = mapChoice(t, w[0])
		tape, _ := build(t, "nsd-general", smallGraph(), s, train.NewStore(5), true)
		for _, p := range tape.Params {
			first, ok := initial[p.Name]
			if !ok {
				initial[p.Name] = p.Value.Data
				continue
			}
			last := len(first) - 1
			if len(first) == len(p.Value.Data) && first[last] != p.Value.Data[last] {
				t.Errorf("%s has another initial value with maps %s", p.Name, w[0])
			}
		}
	}
	// The descriptions, and the refusal.
	for _, p := range []*Peer{&nsdDiagonal, &nsdOrthogonal, &nsdGeneral} {
		s := p.Defaults(Heterophilic)
		if p.MapsWith(s) != p.Maps {
			t.Errorf("%s: MapsWith is %q, want %q", p.Name, p.MapsWith(s), p.Maps)
		}
		s.Values["maps"] = mapChoice(t, "identity")
		if p.MapsWith(s) != isn.Maps {
			t.Errorf("%s with identity maps: MapsWith is %q, want %q", p.Name, p.MapsWith(s), isn.Maps)
		}
		s.Values["maps"], s.Values["d"] = mapChoice(t, "orthogonal"), 1
		if err := p.Check(&graph.Graph{}, s); err == nil {
			t.Errorf("%s accepts orthogonal maps with d = 1", p.Name)
		}
	}
}

// TestDescriptionsNameWeightsOfEdges compares the maps of NSD with and without learned weights of edges, for every choice of maps.
// The description names the weights if and only if they change the maps.
func TestDescriptionsNameWeightsOfEdges(t *testing.T) {
	for _, w := range MapChoices {
		maps, descriptions := [2][]float64{}, [2]string{}
		for weights := range 2 {
			layers, _, _ := layersOf(t, "nsd-orth", smallGraph(), Heterophilic, func(s Settings) {
				s.Values["maps"], s.Values["edge_weights"] = mapChoice(t, w[0]), float64(weights)
				descriptions[weights] = nsdOrthogonal.MapsWith(s)
			})
			maps[weights] = layers[0].Raw.R
		}
		areChanged, areNamed := !slices.Equal(maps[0], maps[1]), strings.Contains(descriptions[1], "weight of the edge")
		if areChanged != areNamed || strings.Contains(descriptions[0], "weight") {
			t.Errorf("maps %s: weights of edges change them: %v; the descriptions are %q", w[0], areChanged, descriptions)
		}
	}
}
