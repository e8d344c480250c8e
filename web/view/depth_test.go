package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/results"
)

// depthPoint returns a network with the given number of layers and test accuracy. energy and rank have the value before training and the
// value after. The point has two layers with equal energy and rank, and the measures energy, own, rank and cosine of figures.DepthMeasures.
func depthPoint(layers int, test float64, energy, rank [2]float64) figures.DepthPoint {
	m := func(e, r float64) [][]float64 { return [][]float64{{e, e}, {0.1, 0.2}, {r, r}, {0.3, 0.4}} }
	return figures.DepthPoint{Layers: layers, N: 5, Test: test, Half: 0.05, Trained: m(energy[1], rank[1]), Untrained: m(energy[0], rank[0])}
}

// The sentence states whether energy and rank agree, in all four cases of a falling or steady energy and rank. It has the accuracies at 1
// and 8 layers. For SGPC it names the paper's Figure 4 and the difference.
func TestDepthVerdict(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelDepth
	// By a part of the sentence: energy before and after training, then rank before and after.
	for want, c := range map[string][2][2]float64{"both say": {{1, 0.4}, {40, 3}}, "still differ": {{0.8, 0.7}, {40, 3}},
		"keep their directions": {{0.8, 0.2}, {20, 18}}, "neither says": {{0.8, 0.9}, {20, 10}}} {
		for _, model := range []string{"gcn", "sgpc"} {
			s.Lab.Depth = lab.Depth{Model: model, Set: "texas", Stored: []figures.DepthRow{{Dataset: "texas", Net: model,
				Points: []figures.DepthPoint{depthPoint(1, 0.8, c[0], c[1]),
					depthPoint(8, 0.75, c[0], c[1])}}}}
			text := view.Plain(depthModel(t, s).Lead)
			accuracies := view.ModelName(model) + " is right on 80.0 ± 5.0 % with 1 layer and on 75.0 ± 5.0 % with 8."
			if !strings.Contains(text, want) || !strings.Contains(text, accuracies) {
				t.Errorf("%s: the sentence %q lacks %q or %q", model, text, want, accuracies)
			}
			if strings.Contains(text, "Figure 4") != (model == "sgpc") {
				t.Errorf("%s: the sentence is %q, want Figure 4 for SGPC alone", model, text)
			}
			if model == "sgpc" && !strings.Contains(text, "−5.0 percentage points") {
				t.Errorf("the sentence %q lacks −5.0 percentage points", text)
			}
		}
	}
}

// The sentence has the accuracies of the least and of the largest number of layers, and of a single number of layers once. Points without
// an accuracy have no accuracy in the sentence and in the chart. A failed run of another model is not mentioned.
func TestDepthSentenceFollowsPoints(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelDepth
	steady := [2]float64{1, 1}
	one, two, eight := depthPoint(1, 0.8, steady, steady), depthPoint(2, 0.7, steady, steady), depthPoint(8, 0.75, steady, steady)
	untested := depthPoint(4, -1, steady, steady)
	for _, c := range []struct {
		points []figures.DepthPoint
		want   string
	}{
		{[]figures.DepthPoint{one}, "SGPC is right on 80.0 ± 5.0 % with 1 layer. From the first layer"},
		{[]figures.DepthPoint{two}, "SGPC is right on 70.0 ± 5.0 % with 2 layers. From the first layer"},
		{[]figures.DepthPoint{two, eight}, "SGPC is right on 70.0 ± 5.0 % with 2 layers and on 75.0 ± 5.0 % with 8. From the first layer"},
		{[]figures.DepthPoint{untested}, "The splits have no labelled test nodes. From the first layer"},
	} {
		s.Lab.Depth = lab.Depth{Model: "sgpc", Set: "texas", Stored: []figures.DepthRow{{Dataset: "texas", Net: "sgpc", Points: c.points}}}
		shown := depthModel(t, s)
		if text := view.Plain(shown.Lead); !strings.HasPrefix(text, c.want) {
			t.Errorf("the sentence is %q, want %q", text, c.want)
		}
		accuracies := shown.Charts[0].Lines.Series[0].Y
		if c.points[0].Test < 0 && len(accuracies) > 0 {
			t.Errorf("without test nodes the chart has the accuracies %v", accuracies)
		}
	}
	failed := client.PoolState{Results: []client.JobState{{Done: true, Err: "no memory"}}}
	for of, want := range map[string]bool{"sgpc": true, "gcn": false} {
		s.Lab.Depth = lab.Depth{Model: "sgpc", Of: of, Batch: lab.Batch{Report: failed}}
		if note := depthModel(t, s).Note; strings.Contains(note, "A run has failed: no memory.") != want {
			t.Errorf("runs of %s: the note of SGPC is %q, want the failure: %v", of, note, want)
		}
	}
}

// The panel of the results has the figure. The panel of figure=depth has only this figure and the notes. Stored results are drawn with
// intervals, with learned and identity maps in one chart. The note has data set, splits, epochs and version. Rows with norms have two more
// charts and a sentence on the disagreement. For nsd-orth it judges the claim of the paper on Deep NSD. A graph of more than 1000 nodes is
// not trained.
func TestDepthFigure(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel = state.PanelResults
	shown := depthModel(t, s)
	if shown.Have || shown.Model != "sgpc" || len(shown.Charts) != 0 || len(shown.Models) != len(lab.DepthModels()) || shown.Running.Off ||
		!strings.Contains(view.Plain(shown.Lead), "layer by layer") {
		t.Errorf("before results: %+v", shown)
	}
	s.View.Panel = state.PanelDepth
	if v := inspector.New(s); len(v.Body.Figures) != 2 || v.Body.Figures[0].Kind != "depth" {
		t.Errorf("the panel of the figure alone has %+v", v.Body.Figures)
	}
	// Stored rows of SGPC with identity and with learned maps.
	d := &s.Lab.Depth
	for _, net := range []string{"sgpc-identity", "sgpc"} {
		d.Stored = append(d.Stored, figures.DepthRow{Dataset: "texas", Net: net, Splits: "0-4", Epochs: "100", Version: "abc", Date: "2026-11-26",
			Points: []figures.DepthPoint{depthPoint(1, 0.8, [2]float64{1, 1}, [2]float64{9, 9}),
				depthPoint(2, 0.7, [2]float64{1, 1}, [2]float64{9, 9})}})
	}
	d.Set = "texas"
	shown = depthModel(t, s)
	if len(shown.Charts) != 5 || !shown.Have || shown.Sets[0] != [2]string{"texas", "texas, stored"} {
		t.Fatalf("with stored rows the figure is %+v, want five charts", shown)
	}
	// The accuracies, with learned and identity maps.
	accuracies := shown.Charts[0].Lines.Series
	if len(accuracies) != 2 || accuracies[0].Name != "learned" || accuracies[1].Name != "identity" || accuracies[0].Y[1] != 70 ||
		accuracies[0].Half[1] != 5 || accuracies[0].X[1] != 1 {
		t.Errorf("the chart of the accuracies has %+v", accuracies)
	}
	// The rank, of the trained and the untrained network, and of the network with identity maps.
	rank := shown.Charts[3]
	if series := rank.Lines.Series; rank.Title != "Effective rank" || len(series) != 3 || series[0].Name != "trained" ||
		series[1].Name != "untrained" || series[2].Name != "identity" || series[0].Y[1] != 9 {
		t.Errorf("the chart of the rank is %+v", rank)
	}
	if !strings.Contains(shown.Note, "texas, 5 splits, 100 epochs at most; stored: sgpc depth, 2026-11-26, version abc.") {
		t.Errorf("the note is %q", shown.Note)
	}
	d.Stored[1].Epochs = "20"
	if note := depthModel(t, s).Note; !strings.Contains(note, "SGPC 20 epochs at most, SGPC, identity 100 epochs at most; stored") {
		t.Errorf("with two limits of the epochs the note is %q", note)
	}
	if strings.Contains(view.Plain(shown.Lead), "disagreement") {
		t.Errorf("a row without norms names the disagreement: %s", view.Plain(shown.Lead))
	}
	// With norms: the factors from the first to the last layer, each with the ends of its interval. By a part of the sentence: the factor of
	// the norm of the disagreement, then of its share.
	falling, rising, undecided := [3]float64{0.5, 0.25, 0.8}, [3]float64{3, 2, 4}, [3]float64{1.2, 0.5, 3}
	for want, factors := range map[string][2][3]float64{"It does fade here.": {falling, falling},
		"One of the two fades here.": {rising, falling}, "Here it does not.": {rising, rising}, "That is not seen here.": {undecided, rising}} {
		for _, model := range []string{"nsd-orth", "deep-nsd"} {
			p := depthPoint(32, 0.7, [2]float64{1, 1}, [2]float64{9, 9})
			for range 2 {
				p.Trained, p.Untrained = append(p.Trained, []float64{1, 2}), append(p.Untrained, []float64{1, 2})
			}
			p.Kept = make([][3]float64, 6)
			p.Kept[5], p.Kept[1] = factors[0], factors[1] // of the measures gap and own
			d.Model, d.Stored = model, []figures.DepthRow{{Dataset: "texas", Net: model, Points: []figures.DepthPoint{p}}}
			shown = depthModel(t, s)
			text := view.Plain(shown.Lead)
			if len(shown.Charts) != 7 || shown.Charts[6].Title != "Norm of the disagreement" {
				t.Errorf("%s: %d charts, want the norm of the disagreement as the seventh", model, len(shown.Charts))
			}
			norm := factors[0]
			fate := figures.Fate(norm) + ": " + view.Num(norm[0]) + " times, " + view.Num(norm[1]) + " to " + view.Num(norm[2]) +
				"; its share " + figures.Fate(factors[1])
			if !strings.Contains(text, fate) || strings.Contains(text, want) != (model == "nsd-orth") {
				t.Errorf("%s: the sentence is %q, want %q, and for nsd-orth %q", model, text, fate, want)
			}
		}
	}
	s.Graph.N = lab.DepthNodes + 1
	shown = depthModel(t, s)
	if !shown.Running.Off || !strings.Contains(shown.Note, "up to 1000 nodes") {
		t.Errorf("a graph of %d nodes can be trained, or the note is %q", s.Graph.N, shown.Note)
	}
}

// depthModel returns the data of the figure of depth in the open panel. The test fails without this figure.
func depthModel(t *testing.T, s *state.State) results.Depth {
	t.Helper()
	for _, f := range inspector.New(s).Body.Figures {
		if m, ok := f.Data.(results.Depth); ok {
			return m
		}
	}
	t.Fatal("the panel has no figure of depth")
	return results.Depth{}
}
