package train

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
	"sheafscope/web/opening"
)

// stored returns the stored content of Look, and the bytes of its file. Predictions are read as integers.
func stored(t *testing.T) (*Opening, []byte) {
	t.Helper()
	data, err := os.ReadFile("../../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	look := new(Opening)
	if err := json.Unmarshal(data, look); err != nil {
		t.Fatal(err)
	}
	for _, stop := range look.Stops {
		var pred []int
		for _, v := range stop.State["predictions"].([]any) {
			pred = append(pred, int(v.(float64)))
		}
		stop.State["predictions"] = pred
	}
	return look, data
}

// The stored numbers of Look equal the numbers of its runs, trained again: predictions, accuracy, epoch, rounded weights and counts of
// nodes. The accuracy of each stop is at least 5 percentage points above the stop before. The more than 100 test nodes are drawn. In the
// still picture, wrong predictions of the first stop have rings. The followed pair are rivals of two classes, and their arrows are
// recomputed. The file has at most 20 000 bytes.
func TestLookHasNumbersOfItsRuns(t *testing.T) {
	look, data := stored(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	first := look.Stops[0].State["predictions"].([]int)
	wrong := 0
	for k, i := range look.IDs {
		if first[i] != look.Y[k] {
			wrong++
		}
	}
	// The still picture: a node for each test node, and a ring for each wrong prediction of the first stop.
	picture := look.Picture()
	if still, err := os.ReadFile("../../../assets/opening/first.svg"); err != nil || string(still) != picture {
		t.Errorf("first.svg is not the picture of trained.json (%v)", err)
	}
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil || strings.Count(picture, `class="ring"`) != wrong ||
		strings.Count(picture, `class="a"`)+strings.Count(picture, `class="b"`) != len(look.IDs) {
		t.Errorf("the still picture (%v) has not %d nodes with %d rings", err, len(look.IDs), wrong)
	}
	// Each stop is trained again to its position.
	before := 0.0
	for _, stop := range look.Stops {
		split, err := graph.ParseSplit(g, stop.Recipe.Split, look.Seed)
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(g, split, stop.Recipe.Model, "paper", stop.Recipe.Seed)
		for name, v := range stop.Recipe.Settings {
			if err == nil {
				err = c.Set(name, v)
			}
		}
		if err != nil {
			t.Fatal(err)
		}
		r, err := sgpc.New(g, split, c)
		if err != nil {
			t.Fatal(err)
		}
		for r.Position() < stop.Recipe.Position {
			r.StepInner()
		}
		reached := view.Frame(r, frame.Focus{})
		// Predictions, labels and accuracy over the test nodes.
		pred := stop.State["predictions"].([]int)
		right := 0
		for k, i := range look.IDs {
			if reached.Pred[i] != pred[i] {
				t.Errorf("%s: node %d is of class %d, shown as %d", stop.Name, i, reached.Pred[i], pred[i])
			}
			if g.Labels[i] != look.Y[k] {
				t.Errorf("node %d has another label than the stored one", i)
			}
			if reached.Pred[i] == g.Labels[i] {
				right++
			}
		}
		// Seeds has the accuracies with the seeds 1, 2, …
		test := 100 * float64(right) / float64(len(look.IDs))
		if math.Abs(test-stop.Seeds[look.Seed-1]) > 1e-9 || math.Abs(test-100*reached.Accuracy.Test) > 1e-9 ||
			stop.State["epoch"] != float64(reached.Epoch) {
			t.Errorf("%s: %.2f %% in epoch %d; Look has %v and %v", stop.Name, test, reached.Epoch, stop.Seeds, stop.State["epoch"])
		}
		weights, err := rounded(r, kind{stop.Name, stop.Recipe.Model, stop.Recipe.Settings}, reached.Pred)
		if err != nil || !slices.Equal(weights, stop.Weights) {
			t.Errorf("%s: the run has the weights %v (%v), stored are %v", stop.Name, weights, err, stop.Weights)
		}
		// Training, validation and test nodes are all nodes.
		counts := stop.State["graph"].(map[string]any)
		sum := counts["train"].(float64) + counts["val"].(float64) + counts["test"].(float64)
		if sum != float64(g.N) || counts["train"] != float64(len(split.Train)) ||
			counts["val"] != float64(len(split.Val)) || counts["test"] != float64(len(look.IDs)) {
			t.Errorf("%s: the people are counted as %v", stop.Name, counts)
		}
		if test < before+5 {
			t.Errorf("%s has %.1f %%, the stop before %.1f %%, want 5 more", stop.Name, test, before)
		}
		before = test
	}
	// The followed pair, its arrows and the size of the file.
	split, err := graph.ParseSplit(g, opening.Split, look.Seed)
	if u, v := look.IDs[look.Pair[0]], look.IDs[look.Pair[1]]; u != opening.U || v != opening.V {
		t.Errorf("the pair is %d and %d, want %d and %d", u, v, opening.U, opening.V)
	}
	if err != nil || look.Seed != opening.Seed {
		t.Errorf("the run of Look has seed %d, not %d (%v)", look.Seed, opening.Seed, err)
	}
	arrows := *look
	arrows.Stops = slices.Clone(look.Stops)
	if err := arrows.arrows(g, split); err != nil {
		t.Error(err)
	}
	for k, stop := range arrows.Stops {
		if stop.Arrows != look.Stops[k].Arrows {
			t.Errorf("%s: the arrows of the pair are %v, stored are %v", stop.Name, stop.Arrows, look.Stops[k].Arrows)
		}
	}
	if len(look.IDs) <= 100 || len(look.MLP.Seeds) != Seeds || len(data) > 20_000 {
		t.Errorf("%d test nodes, want more than 100; %d seeds, want %d; %d bytes, at most 20 000", len(look.IDs), len(look.MLP.Seeds), Seeds,
			len(data))
	}
	a, b := look.Pair[0], look.Pair[1]
	if look.T[a] == look.T[b] || look.Y[a] != 0 || look.Y[b] != 1 {
		t.Errorf("the pair %v are no rivals of two classes", look.Pair)
	}
}

// The stored accuracies of each stop and of the MLP are those of a training, here with one seed of sixteen. LONG=1 trains with all seeds,
// and then the stored file is the output of the command. Where the test fails, `go run ./web/tool/readme look` writes the numbers of the
// code.
func TestLookSeeds(t *testing.T) {
	look, data := stored(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 4 // any seed
	// The stored accuracies by name of the stop, a number for each seed.
	scores := map[string][]float64{"mlp": look.MLP.Seeds}
	for _, s := range look.Stops {
		scores[s.Name] = s.Seeds
	}
	for _, kind := range kinds {
		if seeds := scores[kind.name]; seeds != nil {
			if r := trainStop(g, kind, seed); r.err != nil || math.Abs(r.test-seeds[seed-1]) > 1e-9 {
				t.Errorf("%s has %.2f %% with seed %d (%v); stored are %v", kind.name, r.test, seed, r.err, seeds)
			}
		}
	}
	if os.Getenv("LONG") == "" {
		return
	}
	again, err := New(Seeds)
	if err != nil {
		t.Fatal(err)
	}
	if want, err := again.JSON(); err != nil || !bytes.Equal(data, want) {
		t.Errorf("trained.json is not what the command writes (%v)", err)
	}
}
