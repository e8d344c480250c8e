package sgpc_test

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/peer"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
)

// TestOneNetwork draws graph, model, reading and all settings of a run. Evaluation,
// training and explanation must be one network, after some epochs, within an epoch,
// and at the best epoch. A prediction on the unchanged graph has the bits of the
// run, of its trace and of its frame. An explanation sums to the score, whose class
// is that of the run. The training network differs from the evaluation only in what
// it drops and samples. The usual run makes 120 draws, LONG=1 makes 2 000.
func TestOneNetwork(t *testing.T) {
	t.Parallel()
	draws := 200
	if os.Getenv("LONG") != "" {
		draws = 2000
	}
	taken, solved := 0, map[string]int{}
	for k := range uint64(draws) {
		d := drawRun(t, k)
		r, err := sgpc.New(d.g, d.split, d.cfg)
		if err != nil {
			if d.effective() == nil {
				t.Errorf("%s: is refused for a setting that it does not read: %v", d, err)
			}
			continue
		}
		taken++
		if d.cfg.Model == "sgpc" {
			solved[fmt.Sprintf("%s, learned %v", d.cfg.SVR, d.cfg.LearnDt)]++
		}
		d.check(t, r)
	}
	if taken < draws*3/4 {
		t.Errorf("%d of %d draws are runs", taken, draws)
	}
	for _, svr := range []string{"exact", "sparsified", "anchored"} {
		if n := solved[svr+", learned true"]; n < draws/50 {
			t.Errorf("%s: %d runs with a learned Δt", svr, n)
		}
	}
}

// oneDraw is a run to be made.
type oneDraw struct {
	src     *rng.Stream
	name    string
	g       *graph.Graph
	split   graph.Split
	cfg     settings.Config
	changed []string
}

// String is the run as a command line.
func (d *oneDraw) String() string {
	return fmt.Sprintf("-graph %s -split %s -model %s -reading %s -seed %d %s", d.name, d.split.Name, d.cfg.Model, d.cfg.Reading, d.cfg.Seed,
		strings.Join(d.changed, " "))
}

var oneGraphs = []string{"karate", "barbell:k=4", "ring:n=9", "star:n=8", "bipartite:a=5,b=7,p=0.3,seed=2",
	"sbm:n=17,classes=3,degree=3,homophily=0.4,signal=1,seed=5", "sbm:n=30,classes=5,degree=2,homophily=0.1,signal=1,seed=7",
	"sbm:n=24,classes=2,degree=12,homophily=0.7,signal=1,seed=3", "sbm:n=12,classes=2,degree=0,homophily=0.5,signal=1,seed=1",
	"universe:n=40,classes=4,degree=4,seed=2", "friends:n=60,degree=4,seed=3"}

// drawRun draws a run: graph, split, model, reading, and about half of the
// settings, each anywhere in its range.
func drawRun(t *testing.T, k uint64) *oneDraw {
	t.Helper()
	d := &oneDraw{src: rng.New(k, "one network")}
	d.name = oneGraphs[d.src.Intn(len(oneGraphs))]
	var err error
	if d.g, err = graph.Builtin(d.name); err != nil {
		t.Fatal(err)
	}
	d.g = graph.FillMissing(d.g)
	if d.split, err = graph.ParseSplit(d.g, "random:0.5,0.25,0.25", d.src.Uint64()%100); err != nil {
		t.Fatal(err)
	}
	model, reading := "sgpc", "paper"
	switch d.src.Intn(4) {
	case 0:
		model = peer.Names()[d.src.Intn(len(peer.Names()))]
	case 1:
		reading = "code"
	}
	if d.cfg, err = method.Configure(d.g, d.split, model, reading, d.src.Uint64()%1000); err != nil {
		t.Fatal(err)
	}
	c := &d.cfg
	c.Channels, c.Hidden, c.Epochs = min(c.Channels, 6), min(c.Hidden, 12), 300
	for _, name := range settings.Names() {
		if name == "model" || name == "reading" || name == "seed" {
			continue
		}
		s := c.Setting(name)
		if d.src.Intn(2) == 0 {
			continue
		}
		value := d.value(&s)
		before := *c
		if err := c.Set(name, value); err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if *c != before {
			d.changed = append(d.changed, "-set "+name+"="+value)
		}
	}
	return d
}

// most bounds what makes a run long.
var most = map[string]float64{"channels": 5, "hidden": 10, "layers": 3, "jko_steps": 3, "heads": 3, "k": 6, "q": 5, "gap_steps": 4,
	"posterior_steps": 6, "sinkhorn_steps": 20, "d": 5, "lr": 0.5, "w2_gamma": 1}

// value draws a value of a setting: an end of its range, or between them, by the
// logarithm where that spans much.
func (d *oneDraw) value(s *settings.Setting) string {
	switch s.Kind() {
	case "flag":
		return fmt.Sprint(d.src.Intn(2) == 1)
	case "word":
		return s.Words[d.src.Intn(len(s.Words))][0]
	}
	lo, hi := s.Lo, s.Hi
	if m, ok := most[s.Name]; ok {
		hi = min(hi, m)
	}
	v := lo + (hi-lo)*d.src.Float64()
	switch from := max(lo, hi*1e-5); {
	case d.src.Intn(12) == 0:
		v = lo
	case lo >= 0 && hi > 8*from:
		v = from * math.Pow(hi/from, d.src.Float64())
	}
	if s.Kind() == "whole" {
		return fmt.Sprint(int(min(hi, math.Round(v))))
	}
	return fmt.Sprint(min(hi, max(lo, v)))
}

// effective is the reason for which the settings that are read are refused,
// whatever the others are.
func (d *oneDraw) effective() error {
	c := d.cfg
	for _, s := range d.cfg.Settings() {
		if !s.Reads {
			if err := c.Set(s.Name, s.Default); err != nil {
				return err
			}
		}
	}
	_, err := sgpc.Check(d.g, d.split, c)
	return err
}

// check trains and compares.
func (d *oneDraw) check(t *testing.T, r *sgpc.Run) {
	t.Helper()
	for range 1 + d.src.Intn(4) {
		r.StepEpoch()
	}
	node := d.src.Intn(r.Graph.N)
	d.same(t, r, "after an epoch", node)
	d.within(t, r)
	if err := sgpc.TrainingDiffers(r); err != nil {
		t.Errorf("%v: %s", err, d)
	}
	acc, err := r.EvaluateAs(r.Config())
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	r.RestoreBest()
	if own := sgpc.Accuracies(r); own != acc {
		t.Errorf("%s: the best epoch has the accuracies %v, evaluated anew %v", d, own, acc)
	}
	d.same(t, r, "at the best epoch", node)
}

// within goes into the next epoch: a what-if there is what the epoch will come to.
func (d *oneDraw) within(t *testing.T, r *sgpc.Run) {
	t.Helper()
	for range 1 + d.src.Intn(12) {
		r.StepInner()
	}
	d.whatIf(t, r, "within an epoch")
	if r.Standing().Between {
		return
	}
	a, err := explain.WhatIf(r, explain.Change{})
	for r.Standing().Judged == r.Epoch() {
		r.StepInner()
	}
	if own := r.Evaluation().Predicted; err != nil || !bits(a.Prob, own) {
		t.Errorf("a what-if within an epoch differs by %g from what the epoch comes to, %v: %s", sgpc.Apart(a.Prob, own), err, d)
	}
}

// bits reports whether two lists are the same numbers; all that is not a number is
// the same.
func bits(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool { return x == y || x != x && y != y })
}

// whatIf compares the run's prediction, if it is one of the present, with what-if
// and trace.
func (d *oneDraw) whatIf(t *testing.T, r *sgpc.Run, when string) []float64 {
	t.Helper()
	a, err := explain.WhatIf(r, explain.Change{})
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	own := r.Evaluation().Predicted
	if r.Standing().Between {
		if !bits(a.Prob, own) || !slices.Equal(a.Pred, train.PredictedClasses(own, r.Graph.Classes)) {
			t.Errorf("%s, a what-if without a change differs by %g: %s", when, sgpc.Apart(a.Prob, own), d)
		}
		own = r.Evaluation().Prob.Data
	}
	called, prob := a.Prob, own
	switch {
	case d.src.Intn(2) == 0:
		return own
	case r.Config().Model == "sgpc":
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if got := slices.Concat(tr.Calibrated...); !bits(got, called) {
			t.Errorf("%s, the trace differs by %g from a what-if without a change: %s", when, sgpc.Apart(got, called), d)
		}
		prob = slices.Concat(tr.Probs...)
	default:
		var peer trace.PeerParts
		text, err := trace.Text(r, nil)
		if err == nil {
			err = json.Unmarshal(text, &peer)
		}
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		prob = slices.Concat(peer.Probs...)
	}
	if r.Standing().Between && !bits(prob, own) {
		t.Errorf("%s, the probabilities of the trace differ by %g: %s", when, sgpc.Apart(prob, own), d)
	}
	return prob
}

// same compares all that shows the evaluation.
func (d *oneDraw) same(t *testing.T, r *sgpc.Run, when string, node int) {
	t.Helper()
	prob, classes := d.whatIf(t, r, when), r.Graph.Classes
	f := view.Frame(r, frame.Focus{})
	if !bits(f.Prob, prob) || !r.Config().SimCalib && !bits(f.Calibrated, r.Evaluation().Predicted) {
		t.Errorf("%s, the frame has other probabilities: %s", when, d)
	}
	if d.src.Intn(8) > 0 && !unrolls(r.Config()) { // by a path, which takes long
		return
	}
	x, err := explain.Node(r, node)
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	row := func(v []float64) []float64 { return v[node*classes : (node+1)*classes] }
	if !bits(x.Called, row(r.Evaluation().Predicted)) || !bits(x.Prob, row(prob)) {
		t.Errorf("%s, node %d is explained with other probabilities: %s", when, node, d)
	}
	odds := &linalg.Dense{Rows: 1, Cols: classes, Data: slices.Clone(x.Score)} // the run's own logits lie in memory that passes share
	linalg.SoftmaxRows(odds, odds)
	if !bits(odds.Data, x.Prob) {
		t.Errorf("%s, the score of node %d is not that of its probabilities: %s", when, node, d)
	}
	sum, size := make([]float64, classes), 1.0
	for _, q := range x.Terms {
		linalg.Axpy(1, q.Contribution, sum)
		size = max(size, largest(q.Contribution))
	}
	rest := largest(x.Terms[len(x.Terms)-1].Contribution)
	if tol := 1e-9 * size; sgpc.Apart(sum, x.Score) > tol || rest > max(tol, 100*r.Config().CGTol*size) {
		t.Errorf("%s, the terms of node %d miss its score by %g, of which %g are a term: %s", when, node, sgpc.Apart(sum, x.Score), rest, d)
	}
}

// unrolls reports whether a score is taken apart in a closed form, as it is where
// the diffusion reached its tolerance.
func unrolls(c settings.Config) bool {
	return c.Model == "sgpc" && c.Reading == "paper" && c.Layers == 1 && c.Head != "gat"
}

// largest returns the largest |v_k|.
func largest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
