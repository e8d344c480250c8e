package peer

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// TestAgainstNumpy compares logits, loss and gradients of seven models with an independent implementation in NumPy
// (testdata/reference.py), which differentiates by complex steps. Its output reference.json has graph, parameters and results.
// The tolerance is 1e-9 of a value, and 1e-12 for values below 1e-3. Dropout is off.
func TestAgainstNumpy(t *testing.T) {
	data, err := os.ReadFile("testdata/reference.json")
	if err != nil {
		t.Fatal(err)
	}
	var file struct {
		Nodes, Features, Classes int
		Edges                    [][2]int32
		X                        []float64
		Labels                   []int
		Cases                    []struct {
			Model                 string
			Settings              map[string]float64
			Loss                  float64
			Logits                []float64
			Parameters, Gradients map[string][]float64
		}
	}
	if err := json.Unmarshal(data, &file); err != nil {
		t.Fatal(err)
	}
	// The graph.
	g := &graph.Graph{N: file.Nodes, Classes: file.Classes, Labels: file.Labels}
	for _, e := range file.Edges {
		g.Edges = append(g.Edges, graph.Edge{I: e[0], J: e[1]})
	}
	var x []linalg.Triplet
	for k, v := range file.X {
		if v != 0 {
			x = append(x, linalg.Triplet{Row: k / file.Features, Col: k % file.Features, Val: v})
		}
	}
	g.X = linalg.NewCSR(file.Nodes, file.Features, x)
	rows := make([]int, g.N)
	for i := range rows {
		rows[i] = i
	}
	if len(file.Cases) != 7 {
		t.Errorf("the file has %d models, want 7", len(file.Cases))
	}
	for _, c := range file.Cases {
		// The network with the settings and parameters of the file.
		s := Find(c.Model).Defaults(Homophilic)
		for name, v := range c.Settings {
			s.Values[name] = v
		}
		s.Values["dropout"], s.Values["input_dropout"] = 0, 0
		tape, logits := build(t, c.Model, g, s, train.NewStore(1), true)
		if len(tape.Params) != len(c.Parameters) {
			t.Errorf("%s has %d parameters, in the file %d", c.Model, len(tape.Params), len(c.Parameters))
		}
		for _, p := range tape.Params {
			if copy(p.Value.Data, c.Parameters[p.Name]) != len(p.Value.Data) {
				t.Fatalf("%s: %s has %d numbers, in the file %d", c.Model, p.Name, len(p.Value.Data), len(c.Parameters[p.Name]))
			}
		}
		// Its results.
		loss := autodiff.CrossEntropy(tape, logits, g.Labels, rows)
		tape.Forward()
		tape.ZeroGrad()
		tape.Backward(loss)
		compare := func(what string, got, want []float64) {
			for i, v := range want {
				if !(math.Abs(got[i]-v) <= 1e-9*math.Max(1e-3, math.Abs(v))) {
					t.Errorf("%s, %s: element %d is %g, want %g", c.Model, what, i, got[i], v)
					return
				}
			}
		}
		compare("loss", loss.Value.Data, []float64{c.Loss})
		compare("logits", logits.Value.Data, c.Logits)
		for _, p := range tape.Params {
			compare("gradient of "+p.Name, p.Grad.Data, c.Gradients[p.Name])
		}
	}
}
