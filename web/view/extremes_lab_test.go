package view_test

import (
	"os"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/heat"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
	"sheafscope/core/train"
	"sheafscope/core/tune"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/node"
	"sheafscope/web/view/results"
)

// pageWithResults returns the page on the karate club with invented results of each kind of training in the laboratory, a few runs each.
func pageWithResults(t *testing.T) *state.State {
	s := withMode(t, "sheaf", frame.Focus{Node: 8})
	s.Graph.Layout = make([]float64, 2*s.Graph.N)
	// finishedRun returns a job with the given accuracy on the test nodes.
	finishedRun := func(test float64) client.JobState {
		pred := make([]int32, s.Graph.N)
		for i := range pred {
			pred[i] = int32((i + int(10*test)) % 2)
		}
		return client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Val: 0.5, Around: 0.4, Crossed: 0.3, Test: test,
			BestEpoch: 2, Epochs: 3, Seconds: 1.5, Pred: pred, Tested: []int32{0, 5, 9}, Metrics: map[string]float64{"kernel": 3, "energy": 0.5,
				"lambda2": 0.1}, Series: map[string][]float64{"spectrum": {0, 0, 1.2, 2}}}, Prob: []float64{0.3, 0.7}}}
	}
	// report returns a report of n such jobs.
	report := func(n int) client.PoolState {
		r := client.PoolState{Done: n, Total: n, Left: 20, Fraction: 0.5}
		for k := range n {
			r.Results = append(r.Results, finishedRun(0.5+0.1*float64(k%4)))
		}
		return r
	}
	// Results over splits, comparison, search, dial, and training of a changed graph.
	laboratory := &s.Lab
	for k := range 6 {
		m := [...]string{"sgpc", "mlp"}[k%2]
		laboratory.Results.Jobs = append(laboratory.Results.Jobs, lab.Job{Model: m, Label: lab.Label(m), Split: "seed " + view.Int(k/2)})
	}
	laboratory.Results.Report, laboratory.Results.Graph, laboratory.Results.Over = report(6), s.Graph.Name, "seeds"
	other := withMode(t, "additive", frame.Focus{})
	laboratory.Compare = lab.Compare{On: true, Key: "mlp", Report: other.Report}
	laboratory.Tune = lab.Tune{Chosen: 0, Splits: 3, Over: "seeds", Report: report(2), Trials: []tune.Candidate{{From: "a", ValMean: 0.7,
		Rungs: []tune.Rung{{Runs: 5, ValMean: 0.7}}}}}
	laboratory.Dial = lab.Dial{Batch: lab.Batch{Requests: make([]proto.Query, 5), Report: report(5)}, Graph: s.Graph}
	laboratory.Retrain = lab.Retrain{Batch: lab.Batch{Report: report(2)}, Node: 7}
	// Accuracies by depth, over a grid of graphs, and of the paper.
	for _, net := range []string{"sgpc", "sgpc-identity"} {
		laboratory.Depth.Stored = append(laboratory.Depth.Stored, figures.DepthRow{Dataset: "texas", Net: net, Points: []figures.DepthPoint{
			depthPoint(1, 0.8, [2]float64{1, 1}, [2]float64{9, 9}), depthPoint(8, 0.7, [2]float64{1, 1}, [2]float64{9, 9})}})
	}
	laboratory.Depth.Set = "texas"
	grid := laboratory.Heat.Grid()
	m, err := heat.New("universe:n=40", []heat.Axis{grid.Across, grid.Down}, 3, []string{"sgpc", "mlp"})
	if err != nil {
		t.Fatal(err)
	}
	// Of each point and each of three graphs: validation and test accuracy of model 0 (sgpc) and model 1 (mlp).
	for p := range m.Points() {
		for g := range 3 {
			m.Set(p, 0, g, 0.5, 0.5+0.1*float64((p+g)%3))
			m.Set(p, 1, g, 0.5, 0.6)
		}
	}
	laboratory.Heat.Map = m
	laboratory.Paper = lab.Paper{Library: figures.Held(),
		Cells: map[[2]string]figures.Accuracy{{"cora", "gcn"}: {Mean: 87.3, Std: 1, N: 4}}, Live: map[string]lab.Live{}}
	for _, f := range figures.Held().Figures {
		laboratory.Paper.Live[f.ID] = lab.Live{On: "karate", Curves: []figures.Curve{{Name: "a", Dataset: "texas", X: []float64{1, 2},
			Y: []float64{0.5, 0.6}, Half: []float64{0.1, 0.1}, N: []int{5, 5}}}}
	}
	return s
}

// TestExtremesHaveNoBadNumbers for the laboratory: no extreme number in the results, history, search, dial, depth, grid or paper gives a
// bad text. LONG=1 has the same effect as there.
func TestExtremesOfTheLab(t *testing.T) {
	s := pageWithResults(t)
	laboratory, all := &s.Lab, os.Getenv("LONG") != ""
	table := func() []string { return append(textsOf(results.View(s).Lead), laboratory.Results.Table().Markdown()) }
	paper := func() []string {
		s.View.Panel = state.PanelPaper
		return append(textsOf(results.NewPaperTable(s)), textsOf(inspector.New(s).Body)...)
	}
	// Each part of the laboratory, and the texts that its numbers reach.
	fields := 0
	for k, part := range []struct {
		name  string
		data  any
		texts func() []string
	}{
		{"Results", &laboratory.Results, func() []string { return append(table(), textsOf(results.NewTable(s))...) }},
		{"Compare.History", &laboratory.Compare.History, func() []string { return textsOf(results.NewCompare(s)) }},
		{"Compare.Accuracy", &laboratory.Compare.Frame.Accuracy, func() []string { return textsOf(results.NewCompare(s)) }},
		{"Compare.Calibrated", &laboratory.Compare.Frame.Calibrated, func() []string { return textsOf(results.NewCompare(s)) }},
		{"Tune", &laboratory.Tune, func() []string { return textsOf(results.NewTune(s)) }},
		{"Dial", &laboratory.Dial.Report, func() []string { return textsOf(results.NewDial(s)) }},
		{"Retrain", &laboratory.Retrain, func() []string { return textsOf(node.NewUnrolled(s)) }},
		{"Depth", &laboratory.Depth, func() []string { return textsOfPanels(s, state.PanelDepth) }},
		{"Heat", &laboratory.Heat, func() []string { return append(textsOf(results.NewHeat(s)), laboratory.Heat.Map.Sentence()) }},
		{"Paper", &laboratory.Paper, paper},
	} {
		fields += setExtremes(t, reflect.ValueOf(part.data), part.name, 3*k, all, part.texts)
	}
	if fields < 100 {
		t.Errorf("%d numbers of the laboratory were set, want at least 100", fields)
	}
}

// TestExtremesHaveNoBadNumbers for the claims: no extreme number of a run gives a bad text in the title or the note of a claim. The run has
// the graph of a path of four nodes, and every claim can be evaluated. All extremes are set, also without LONG=1.
func TestExtremesOfTheClaims(t *testing.T) {
	// The Laplacian of a path with maps 1, and its spectrum.
	g := graph.Path(4)
	l := sheaf.NewLaplacian(g.N, 1, g.Edges)
	l.Assemble(sheaf.Constant(g.N, 1, g.Edges))
	spectrum, err := spectral.Full(l.Operator(), 0, spectral.WithVectors)
	if err != nil {
		t.Fatal(err)
	}
	drawn := func() *claims.Drawn {
		return &claims.Drawn{Operator: l.Operator(), Positive: 0.5, High: 3, Error: 0.3, Kept: 2, Edges: 3}
	}
	// Numbers with which every claim can be evaluated.
	in := &claims.Input{N: 4, M: 3, D: 1, Features: 5, Dt: 0.3, Spectrum: spectrum, Lambda2: spectrum.Values[1], Lambda3: spectrum.Values[2],
		LambdaMax: spectrum.Values[3], H: []float64{1, 2, 3, -1}, Channels: 1, CGTol: 1e-6, Epsilon: 0.5, Guaranteed: drawn(), Training: drawn(),
		Armijo: 0.4, A0: 1, B0: 1, Alpha: []float64{3, 2, 4}, Beta: []float64{4, 5, 3}, Empirical: 0.5, KLSum: 2, CHet: 1, Delta: 0.05,
		LambdaKL: 1, LambdaSpec: 0.1, Labeled: 3, TestLoss: 0.7, TrainError: 0.2, TestError: 0.4, HasTest: true, MaxLoss: 2,
		BoundHistory: []float64{2, 1.9, 1.8}, Lambda2History: []float64{0.5, 0.55, 0.6}, OutputChange: 0.1, HasOutputChange: true}
	for _, c := range claims.Check(in) {
		if !c.Evaluated {
			t.Errorf("%s is not evaluated: %s", c.ID, c.Note)
		}
	}
	// notes returns the titles and the notes of all claims.
	notes := func() (out []string) {
		for _, c := range claims.Check(in) {
			out = append(out, c.Title, c.Note)
		}
		return out
	}
	if n := setExtremes(t, reflect.ValueOf(in), "Input", 0, true, notes); n < 40 {
		t.Errorf("%d numbers of a run were set, want at least 40", n)
	}
}

// The text of a remaining time has no bad number and no dash, whatever extreme the number of seconds is.
func TestDurationsAreFinite(t *testing.T) {
	for _, seconds := range extremes {
		if text := view.Duration(seconds); unfit.MatchString(text) || strings.Contains(text, "–") {
			t.Errorf("%v seconds are written as %q", seconds, text)
		}
	}
}
