package train_test

import (
	"encoding/json"
	"encoding/xml"
	"math"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/web/look"
	"sheafscope/web/look/train"
)

// The numbers of Look are those of the runs that it names, opened where it says; what is drawn are the nodes that are scored.
func TestLook(t *testing.T) {
	l, err := train.New(4)
	if err != nil {
		t.Fatal(err)
	}
	g, err := graph.Builtin(look.Graph)
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
		c, err := sgpc.Configure(g, split, s.Recipe.Model, "paper", s.Recipe.Seed)
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
		f := r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
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
		if math.Abs(test-s.Seeds[l.Seed-1]) > 1e-9 || math.Abs(test-100*f.Accuracy.Test) > 1e-9 || s.State["epoch"] != f.Epoch {
			t.Errorf("%s: %.2f %% in epoch %d; Look has %v and %v", s.Name, test, f.Epoch, s.Seeds, s.State["epoch"])
		}
		if test < before+5 {
			t.Errorf("%s has %.1f %%, the stop before %.1f", s.Name, test, before)
		}
		before = test
	}
	if len(l.IDs) <= 100 || len(l.MLP.Seeds) != 4 {
		t.Errorf("%d nodes are scored: one is a point or more; %d seeds", len(l.IDs), len(l.MLP.Seeds))
	}
	a, b := l.Pair[0], l.Pair[1]
	if l.T[a] == l.T[b] || l.Y[a] != 0 || l.Y[b] != 1 {
		t.Errorf("the pair %v are no rivals of the two camps", l.Pair)
	}
	script, err := l.Script()
	if text := string(script); err != nil || !strings.HasPrefix(text, "globalThis.sheafscopeLookData = {") || len(text) > 20_000 {
		t.Errorf("%d bytes, %v", len(text), err)
	}
	if !json.Valid(script[strings.IndexByte(string(script), '{') : len(script)-2]) {
		t.Error("the script is no JSON")
	}
}
