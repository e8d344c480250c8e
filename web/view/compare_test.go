package view_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
)

// The counts of test nodes, the p-value and the sentence of the comparison agree with two predictions with known mistakes. The menus have
// the models and settings of the runs. Runs beside a run with given weights are trained from the start, which the note states. Without test
// nodes there is no comparison of pairs.
func TestComparePairs(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "random:0.3,0.2,0.5", 1)
	if err != nil {
		t.Fatal(err)
	}
	s := karateAt(t, g, split, settings.Default(), epochs(3), frame.Focus{})
	test := s.Graph.Test
	other := *s.Frame
	s.Lab.Compare = lab.Compare{On: true, Key: "mlp", Settings: map[string]string{"dropout": "0.5"},
		Report: proto.Report{Frame: &other, History: s.History}}
	for _, row := range []struct {
		wrongA, wrongB int     // mistakes of run A, at the first test nodes, and of run B, at the last test nodes
		p              float64 // of the exact McNemar test, by hand: 0.03125 = 2/2⁶, and 0.0703125 = 2·(1 + 8)/2⁸
		part           string  // of the sentence
	}{
		{0, 0, 1, "right in one run only"}, {1, 1, 1, "p = 1"}, {0, 1, 1, "as near to that"},
		{0, 6, 0.03125, "p = 0.031. If each of the 6 nodes"}, {7, 1, 0.0703125, "p = 0.07. If each of the 8 nodes"},
	} {
		a, b := slices.Clone(s.Graph.Labels), slices.Clone(s.Graph.Labels)
		for k := range row.wrongA {
			a[test[k]] = 1 - a[test[k]]
		}
		for k := range row.wrongB {
			i := test[len(test)-1-k]
			b[i] = 1 - b[i]
		}
		s.Frame.Pred, other.Pred = a, b
		m := results.NewCompare(s)
		p := m.Pairs
		// both right, only A right, only B right, both wrong
		want := []int{len(test) - row.wrongA - row.wrongB, row.wrongB, row.wrongA, 0}
		if p == nil {
			t.Errorf("%d and %d wrong: no comparison of pairs", row.wrongA, row.wrongB)
			continue
		}
		if !slices.Equal(p.Count, want) || math.Abs(p.P-row.p) > 1e-12 || !strings.Contains(p.Text, row.part) {
			t.Errorf("%d and %d wrong: %+v, want %v, p = %g, %q", row.wrongA, row.wrongB, p, want, row.p, row.part)
		}
		if m.Model != "mlp" || m.ModelA != "sgpc" || len(m.Settings) != 1 || m.Settings[0].Value != "0.5" || len(m.More) < 2 {
			t.Errorf("the menus are %q, %q, %+v, %d groups, want sgpc, mlp, 0.5, at least 2", m.ModelA, m.Model, m.Settings, len(m.More))
		}
	}
	// Runs beside a run with given weights are trained from the start.
	s.Recipe.Net.File = "net.npz"
	if m := results.NewCompare(s); !strings.HasSuffix(m.Note, "B is trained from the start, without the weights of net.npz.") {
		t.Errorf("the note of the comparison is %q", m.Note)
	}
	s.Lab.Results.Models = []lab.Choice{{Key: "mlp", Label: "MLP", On: true}}
	s.Lab.Results.Jobs = []lab.Job{{Model: "mlp", Label: "MLP", Split: "seed 1"}}
	if m := results.NewTable(s); !strings.Contains(m.Note, " All are trained from the start, without the weights of net.npz.") {
		t.Errorf("the note of the table is %q", m.Note)
	}
	s.Graph.Test = nil
	if m := results.NewCompare(s); m.Pairs != nil {
		t.Errorf("without test nodes there is a comparison of pairs: %+v", m.Pairs)
	}
}

// The note of the comparison has the epochs of the predictions: in the middle of an epoch, A has predictions of this epoch from stage 8 on.
func TestComparisonHasEpochsOfPredictions(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{})
	ended := *s.Frame
	s.Lab.Compare = lab.Compare{On: true, Key: "mlp", Report: proto.Report{Frame: &ended, History: s.History}}
	if note := results.NewCompare(s).Note; note != "Both after epoch 2." {
		t.Errorf("after epoch 2 the note is %q", note)
	}
	for _, c := range []struct {
		stage int // of A in epoch 3
		want  string
	}{{stage.Mixing, "Both after epoch 2."}, {stage.Classes, "A in epoch 3, B after epoch 2."},
		{stage.Posterior, "A in epoch 3, B after epoch 2."}} {
		within := karate(t, func(r *sgpc.Run) {
			epochs(2)(r)
			for range c.stage {
				r.StepStage()
			}
		}, frame.Focus{})
		if within.Frame.Stage != c.stage || within.Frame.Epoch != 2 {
			t.Fatalf("A is in stage %d after epoch %d, want stage %d after epoch 2", within.Frame.Stage, within.Frame.Epoch, c.stage)
		}
		s.Frame = within.Frame
		if note := results.NewCompare(s).Note; note != c.want {
			t.Errorf("A in stage %d of epoch 3: the note is %q, want %q", c.stage, note, c.want)
		}
	}
}

// With SimCalib the sentence on a node's probability names the temperature and the probabilities before and after, also for a peer.
func TestNodeUnderSimCalib(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "random:0.3,0.4,0.3", 1)
	if err != nil {
		t.Fatal(err)
	}
	for _, model := range []string{"sgpc", "gcn"} {
		cfg, err := method.Paper.Configure(g, split, model, "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		cfg.SimCalib = true
		s := karateAt(t, g, split, cfg, epochs(9), frame.Focus{Node: 7})
		s.View.Node, s.View.Panel = 7, "node"
		// The sentence of the node, from its spans.
		var text strings.Builder
		for _, span := range inspector.New(s).Lead {
			text.WriteString(span.Text)
		}
		// Node 7 by choice is node 6 counted from 0.
		x, pred := s.Frame.Node, s.Frame.Pred[6]
		for _, part := range []string{"SimCalib gives each node a temperature", view.Pct(x.Prob[pred]), view.Pct(x.Calibrated[pred])} {
			if !strings.Contains(text.String(), part) {
				t.Errorf("%s: %q is missing in %q", model, part, text.String())
			}
		}
	}
}
