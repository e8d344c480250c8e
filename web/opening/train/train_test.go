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

// stored reads the stored content of Look.
func stored(t *testing.T) (*Opening, []byte) {
	t.Helper()
	data, err := os.ReadFile("../../../assets/opening/trained.json")
	if err != nil {
		t.Fatal(err)
	}
	l := new(Opening)
	if err := json.Unmarshal(data, l); err != nil {
		t.Fatal(err)
	}
	for _, s := range l.Stops {
		var pred []int
		for _, v := range s.State["predictions"].([]any) {
			pred = append(pred, int(v.(float64)))
		}
		s.State["predictions"] = pred
	}
	return l, data
}

// The stored numbers of Look are those of its runs at their positions. The drawn nodes are the test nodes.
func TestLookHasNumbersOfItsRuns(t *testing.T) {
	l, data := stored(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	first := l.Stops[0].State["predictions"].([]int)
	wrong := 0
	for k, i := range l.IDs {
		if first[i] != l.Y[k] {
			wrong++
		}
	}
	picture := l.Picture()
	if still, err := os.ReadFile("../../../assets/opening/first.svg"); err != nil || string(still) != picture {
		t.Errorf("first.svg is not the picture of trained.json (%v)", err)
	}
	if err := xml.Unmarshal([]byte(picture), new(struct{})); err != nil || strings.Count(picture, `class="ring"`) != wrong ||
		strings.Count(picture, `class="a"`)+strings.Count(picture, `class="b"`) != len(l.IDs) {
		t.Errorf("the still picture (%v) has not %d nodes with %d rings", err, len(l.IDs), wrong)
	}
	before := 0.0
	for _, s := range l.Stops {
		split, err := graph.ParseSplit(g, s.Recipe.Split, l.Seed)
		if err != nil {
			t.Fatal(err)
		}
		c, err := method.Configure(g, split, s.Recipe.Model, "paper", s.Recipe.Seed)
		for name, v := range s.Recipe.Settings {
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
		for r.Position() < s.Recipe.Position {
			r.StepInner()
		}
		f := view.Frame(r, frame.Focus{})
		pred := s.State["predictions"].([]int)
		right := 0
		for k, i := range l.IDs {
			if f.Pred[i] != pred[i] {
				t.Errorf("%s: node %d is of class %d, shown as %d", s.Name, i, f.Pred[i], pred[i])
			}
			if g.Labels[i] != l.Y[k] {
				t.Errorf("node %d is in the other camp", i)
			}
			if f.Pred[i] == g.Labels[i] {
				right++
			}
		}
		test := 100 * float64(right) / float64(len(l.IDs))
		if math.Abs(test-s.Seeds[l.Seed-1]) > 1e-9 || math.Abs(test-100*f.Accuracy.Test) > 1e-9 || s.State["epoch"] != float64(f.Epoch) {
			t.Errorf("%s: %.2f %% in epoch %d; Look has %v and %v", s.Name, test, f.Epoch, s.Seeds, s.State["epoch"])
		}
		weights, err := rounded(r, kind{s.Name, s.Recipe.Model, s.Recipe.Settings}, f.Pred)
		if err != nil || !slices.Equal(weights, s.Weights) {
			t.Errorf("%s: the run has the weights %v (%v), stored are %v", s.Name, weights, err, s.Weights)
		}
		of := s.State["graph"].(map[string]any)
		sum := of["train"].(float64) + of["val"].(float64) + of["test"].(float64)
		if sum != float64(g.N) || of["train"] != float64(len(split.Train)) ||
			of["val"] != float64(len(split.Val)) || of["test"] != float64(len(l.IDs)) {
			t.Errorf("%s: the people are counted as %v", s.Name, of)
		}
		if test < before+5 {
			t.Errorf("%s has %.1f %%, the stop before %.1f", s.Name, test, before)
		}
		before = test
	}
	split, err := graph.ParseSplit(g, opening.Split, l.Seed)
	if u, v := l.IDs[l.Pair[0]], l.IDs[l.Pair[1]]; u != opening.U || v != opening.V {
		t.Errorf("the pair is %d and %d", u, v)
	}
	if err != nil || l.Seed != opening.Seed {
		t.Errorf("the run of Look has seed %d, not %d (%v)", l.Seed, opening.Seed, err)
	}
	arrows := *l
	arrows.Stops = slices.Clone(l.Stops)
	if err := arrows.arrows(g, split); err != nil {
		t.Error(err)
	}
	for k, s := range arrows.Stops {
		if s.Arrows != l.Stops[k].Arrows {
			t.Errorf("%s: the arrows of the pair are %v, stored are %v", s.Name, s.Arrows, l.Stops[k].Arrows)
		}
	}
	if len(l.IDs) <= 100 || len(l.MLP.Seeds) != Seeds || len(data) > 20_000 {
		t.Errorf("%d nodes are scored: one is a point or more; %d seeds; %d bytes", len(l.IDs), len(l.MLP.Seeds), len(data))
	}
	a, b := l.Pair[0], l.Pair[1]
	if l.T[a] == l.T[b] || l.Y[a] != 0 || l.Y[b] != 1 {
		t.Errorf("the pair %v are no rivals of the two camps", l.Pair)
	}
}

// The scores of every seed are those of its training, and the stored file is the output of the command. The usual run trains one
// seed of sixteen; where it fails, `go run ./web/tool/readme look` writes the numbers of the code.
func TestLookSeeds(t *testing.T) {
	l, data := stored(t)
	g, err := graph.Builtin(opening.Graph)
	if err != nil {
		t.Fatal(err)
	}
	const seed = 4
	scores := map[string][]float64{"mlp": l.MLP.Seeds}
	for _, s := range l.Stops {
		scores[s.Name] = s.Seeds
	}
	for _, k := range kinds {
		if of := scores[k.name]; of != nil {
			if r := trainStop(g, k, seed); r.err != nil || math.Abs(r.test-of[seed-1]) > 1e-9 {
				t.Errorf("%s has %.2f %% with seed %d (%v); stored are %v", k.name, r.test, seed, r.err, of)
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
