package view_test

import (
	"encoding/json"
	"regexp"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/words"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/charts"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// badAccuracy finds the text that the accuracy or the error of an empty set would have: −1, −100 %, NaN or infinity.
var badAccuracy = regexp.MustCompile(`[−-]1(00)?([.]0+)? ?%|[−-]100([.]0)?\b|NaN|Inf`)

// If a split has no validation nodes or no test nodes, no panel, chart or comparison has an accuracy for them. The comparison shows the
// remaining accuracy, and says which nodes are missing.
func TestEmptySetsHaveNoAccuracy(t *testing.T) {
	g := graph.Karate()
	// The shares of training, validation and test nodes.
	for _, spec := range []string{"random:0.6,0.4,0", "random:0.6,0,0.4", "random:1,0,0"} {
		split, err := graph.ParseSplit(g, spec, 1)
		if err != nil {
			t.Fatal(err)
		}
		cfg := settings.Default()
		s := karateAt(t, g, split, cfg, epochs(3), frame.Focus{Edge: 4, Node: 6, Spectrum: true, Eigenvector: 2})
		s.Lab.Compare = lab.Compare{On: true, Key: "mlp", Report: s.Report}
		// The texts of charts and panels.
		models := map[string]any{"training": charts.NewTraining(s), "compare": results.NewCompare(s), "bound": charts.NewBound(s),
			"rail": stages.Rail(s), "sparks": stages.Sparks(s), "scrub": charts.NewScrub(s)}
		for _, panel := range []string{state.PanelEdge, state.PanelNode, state.PanelResults} {
			s.View.Panel = panel
			models[panel] = inspector.New(s)
		}
		s.View.Panel = state.PanelStage
		for k := 1; k <= 10; k++ {
			s.View.Stage = k
			models["stage "+stage.Names[k]] = inspector.New(s)
		}
		for name, m := range models {
			b, err := json.Marshal(m)
			if err != nil {
				t.Fatalf("%s: %s cannot be written as JSON: %v", spec, name, err)
			}
			if bad := badAccuracy.FindString(string(b)); bad != "" {
				place := strings.Index(string(b), bad)
				t.Errorf("%s, %s: %q in …%s…", spec, name, bad, b[max(0, place-80):min(len(b), place+40)])
			}
		}
		// The curves 3, 4 and 5 of the training are the accuracies of the three sets. A set without nodes has an empty curve. The curve of the
		// training set has three epochs.
		tr, compare := charts.NewTraining(s), results.NewCompare(s)
		train, val, test := tr.Curves[3], tr.Curves[4], tr.Curves[5]
		if len(test) > 0 != (len(split.Test) > 0) || len(val) > 0 != (len(split.Val) > 0) || len(train) != 3 {
			t.Errorf("%s: the curves of training, validation and test have %d, %d and %d epochs", spec, len(train), len(val), len(test))
		}
		switch {
		case len(split.Test) > 0:
			if !strings.HasPrefix(compare.B.Test, "test ") || compare.Curves != "Test accuracy" || len(compare.A.Acc) != 3 ||
				!strings.Contains(compare.Thin, "no validation") {
				t.Errorf("%s: the comparison shows %q, %q, %q and %d epochs", spec, compare.B.Test, compare.Curves, compare.Thin, len(compare.A.Acc))
			}
		case len(split.Val) > 0:
			if compare.A.Test != "no test nodes" || compare.Curves != "Validation accuracy" || len(compare.A.Acc) != 3 ||
				!strings.Contains(compare.Thin, "no test") {
				t.Errorf("%s: the comparison shows %q, %q, %q and %d epochs", spec, compare.A.Test, compare.Curves, compare.Thin, len(compare.A.Acc))
			}
		default:
			if compare.A.Test != "no test nodes" || len(compare.A.Acc)+len(compare.A.Val)+len(compare.B.Acc) != 0 ||
				!strings.Contains(compare.Thin, "neither") {
				t.Errorf("%s: the comparison shows %q, %q and %d epochs", spec, compare.A.Test, compare.Thin, len(compare.A.Acc))
			}
		}
	}
}

// The note of the table, the comparison and stage 8 warn of a test set with fewer than 20 labelled nodes, and of no other test set.
func TestSmallTestSetsHaveAWarning(t *testing.T) {
	s := pageWithResults(t)
	s.View.Stage = stage.Classes
	all, labelled := s.Graph.Test, make([]int, s.Graph.N)
	for i := range labelled {
		labelled[i] = i
	}
	if len(all) >= 20 || len(labelled) < 20 {
		t.Fatalf("the test set has %d of %d nodes", len(all), len(labelled))
	}
	for _, test := range [][]int{all, all[:1], labelled, nil} {
		s.Graph.Test = test
		s.View.Panel = state.PanelStage
		texts := map[string]string{"stage 8": view.Plain(inspector.New(s).Lead), "table": results.NewTable(s).Note}
		if p := results.NewCompare(s).Pairs; p != nil {
			texts["comparison"] = p.Text
		}
		want := len(test) > 0 && len(test) < 20
		for name, text := range texts {
			warns := strings.Contains(text, " This split has only "+words.Count(len(test), "labelled test node")+":")
			if warns != want || strings.Contains(text, "has only") != want {
				t.Errorf("%s, %d test nodes: %q, want a warning: %v", name, len(test), text, want)
			}
		}
	}
}
