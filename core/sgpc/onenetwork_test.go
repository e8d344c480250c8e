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

// TestOneNetwork draws graph, model, reading and settings of a run. After some epochs, within
// an epoch, and at the best epoch, evaluation, training and explanation are one network. A
// what-if without a change has the numbers of the run, of its trace and of its frame. The terms
// of an explanation sum to the score, and the softmax of the score gives the probabilities of
// the run. Without dropout and draws the training network has the probabilities of the
// evaluation. A draw may be refused only for a setting that it reads. The usual run makes 100
// draws, LONG=1 makes 2 000.
func TestOneNetwork(t *testing.T) {
	t.Parallel()
	draws := 100
	if os.Getenv("LONG") != "" {
		draws = 2000
	}
	runs, solvers := 0, map[string]int{} // number of runs, and of runs for each solver
	for k := range uint64(draws) {
		d := drawRun(t, k)
		r, err := sgpc.New(d.g, d.split, d.cfg)
		if err != nil {
			if d.refusal() == nil {
				t.Errorf("%s: is refused for a setting that it does not read: %v", d, err)
			}
			continue
		}
		runs++
		if d.cfg.Model == "sgpc" {
			solvers[fmt.Sprintf("%s, learned %v", d.cfg.SVR, d.cfg.LearnDt)]++
		}
		d.check(t, r)
	}
	// Enough draws must be runs, among them runs with every solver and a learned Δt.
	if runs < draws*3/4 {
		t.Errorf("%d of %d draws are runs, want at least three quarters", runs, draws)
	}
	for _, svr := range []string{"exact", "sparsified", "anchored"} {
		if n := solvers[svr+", learned true"]; n < draws/50 {
			t.Errorf("%s: %d runs with a learned Δt, want at least %d", svr, n, draws/50)
		}
	}
}

// oneDraw is a drawn run: graph (name, g), split and settings.
type oneDraw struct {
	src     *rng.Stream // draws the run, and the checks that it gets
	name    string
	g       *graph.Graph
	split   graph.Split
	cfg     settings.Config
	changed []string // flags -set name=value of the drawn settings
}

// String returns the run as flags of the command line.
func (d *oneDraw) String() string {
	return fmt.Sprintf("-graph %s -split %s -model %s -reading %s -seed %d %s", d.name, d.split.Name, d.cfg.Model, d.cfg.Reading, d.cfg.Seed,
		strings.Join(d.changed, " "))
}

// oneGraphs are the graphs that drawRun draws from.
var oneGraphs = []string{"karate", "barbell:k=4", "ring:n=9", "star:n=8", "bipartite:a=5,b=7,p=0.3,seed=2",
	"sbm:n=17,classes=3,degree=3,homophily=0.4,signal=1,seed=5", "sbm:n=30,classes=5,degree=2,homophily=0.1,signal=1,seed=7",
	"sbm:n=24,classes=2,degree=12,homophily=0.7,signal=1,seed=3", "sbm:n=12,classes=2,degree=0,homophily=0.5,signal=1,seed=1",
	"universe:n=40,classes=4,degree=4,seed=2", "friends:n=60,degree=4,seed=3"}

// drawRun returns the draw of number k: graph, split, model, reading, and about half of the
// settings, by drawValue. The other settings are those of the model.
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
	// A quarter of the draws are peers, a quarter have the reading "code".
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
	// Small widths save time. No run reaches 300 epochs.
	c.Channels, c.Hidden, c.Epochs = min(c.Channels, 6), min(c.Hidden, 12), 300
	for _, name := range settings.Names() {
		if name == "model" || name == "reading" || name == "seed" {
			continue
		}
		s := c.Setting(name)
		if d.src.Intn(2) == 0 {
			continue
		}
		value := d.drawValue(&s)
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

// upperBounds has smaller upper ends for some ranges, most of them to keep a run short.
var upperBounds = map[string]float64{"channels": 5, "hidden": 10, "layers": 3, "jko_steps": 3, "heads": 3, "k": 6, "q": 5, "gap_steps": 4,
	"posterior_steps": 6, "sinkhorn_steps": 20, "d": 5, "lr": 0.5, "w2_gamma": 1}

// drawValue returns a random value of a setting, at most its upper bound. A number is the lower
// end of its range with probability 1/12. Else it is uniform in the range, or, for a range
// without negative numbers that spans a factor above 8, its logarithm is uniform.
func (d *oneDraw) drawValue(s *settings.Setting) string {
	switch s.Kind() {
	case "flag":
		return fmt.Sprint(d.src.Intn(2) == 1)
	case "word":
		return s.Words[d.src.Intn(len(s.Words))][0]
	}
	lo, hi := s.Lo, s.Hi
	if m, ok := upperBounds[s.Name]; ok {
		hi = min(hi, m)
	}
	v := lo + (hi-lo)*d.src.Float64()
	start := max(lo, hi*1e-5) // of the logarithmic range, also for lo = 0
	switch {
	case d.src.Intn(12) == 0:
		v = lo
	case lo >= 0 && hi > 8*start:
		v = start * math.Pow(hi/start, d.src.Float64())
	}
	if s.Kind() == "whole" {
		return fmt.Sprint(int(min(hi, math.Round(v))))
	}
	return fmt.Sprint(min(hi, max(lo, v)))
}

// refusal returns the error of sgpc.Check if every setting that the run does not read has
// its default. It returns nil if the check passes.
func (d *oneDraw) refusal() error {
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

// check trains one to four epochs and makes all comparisons of TestOneNetwork. EvaluateAs
// under the run's own settings gives the accuracies of the best epoch.
func (d *oneDraw) check(t *testing.T, r *sgpc.Run) {
	t.Helper()
	for range 1 + d.src.Intn(4) {
		r.StepEpoch()
	}
	node := d.src.Intn(r.Graph.N)
	d.compareViews(t, r, "after an epoch", node)
	d.compareWithin(t, r)
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
	d.compareViews(t, r, "at the best epoch", node)
}

// compareWithin steps up to twelve positions into the next epoch. A what-if without a
// change there equals the predictions at the end of the evaluation of this epoch.
func (d *oneDraw) compareWithin(t *testing.T, r *sgpc.Run) {
	t.Helper()
	for range 1 + d.src.Intn(12) {
		r.StepInner()
	}
	d.compareWhatIf(t, r, "within an epoch")
	if r.Standing().Between { // the evaluation is complete: compareWhatIf has compared it
		return
	}
	whatIf, err := explain.WhatIf(r, explain.Change{})
	// Judged is the epoch of the last loss: it rises at the end of the evaluation.
	for r.Standing().Judged == r.Epoch() {
		r.StepInner()
	}
	predicted := r.Evaluation().Predicted
	if err != nil {
		t.Errorf("no what-if within an epoch: %v: %s", err, d)
	} else if !equalNumbers(whatIf.Prob, predicted) {
		t.Errorf("a what-if within an epoch differs by %g from the predictions of the epoch: %s", sgpc.Apart(whatIf.Prob, predicted), d)
	}
}

// equalNumbers reports whether two lists have equal numbers. Two NaN count as equal.
func equalNumbers(a, b []float64) bool {
	return slices.EqualFunc(a, b, func(x, y float64) bool {
		bothNaN := math.IsNaN(x) && math.IsNaN(y)
		return x == y || bothNaN
	})
}

// compareWhatIf compares a what-if without a change with the run's prediction, if the
// evaluation is complete, and in half of the draws with the trace. It returns the
// probabilities of the present evaluation. when names the position in messages.
func (d *oneDraw) compareWhatIf(t *testing.T, r *sgpc.Run, when string) []float64 {
	t.Helper()
	whatIf, err := explain.WhatIf(r, explain.Change{})
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	// Predicted has calibrated probabilities, Prob those before calibration.
	own := r.Evaluation().Predicted
	if r.Standing().Between {
		if !equalNumbers(whatIf.Prob, own) || !slices.Equal(whatIf.Pred, train.PredictedClasses(own, r.Graph.Classes)) {
			t.Errorf("%s, a what-if without a change differs by %g: %s", when, sgpc.Apart(whatIf.Prob, own), d)
		}
		own = r.Evaluation().Prob.Data
	}
	prob := own
	switch {
	case d.src.Intn(2) == 0: // a trace takes long
		return own
	case r.Config().Model == "sgpc":
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatalf("%s: %v", d, err)
		}
		if got := slices.Concat(tr.Calibrated...); !equalNumbers(got, whatIf.Prob) {
			t.Errorf("%s, the trace differs by %g from a what-if without a change: %s", when, sgpc.Apart(got, whatIf.Prob), d)
		}
		prob = slices.Concat(tr.Probs...)
	default:
		// A peer has another kind of trace, which is read from its text.
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
	if r.Standing().Between && !equalNumbers(prob, own) {
		t.Errorf("%s, the probabilities of the trace differ by %g: %s", when, sgpc.Apart(prob, own), d)
	}
	return prob
}

// compareViews compares what-if, trace, frame and the explanation of a node with the
// evaluation.
func (d *oneDraw) compareViews(t *testing.T, r *sgpc.Run, when string, node int) {
	t.Helper()
	prob, classes := d.compareWhatIf(t, r, when), r.Graph.Classes
	f := view.Frame(r, frame.Focus{})
	if !equalNumbers(f.Prob, prob) {
		t.Errorf("%s, the frame has other probabilities: %s", when, d)
	}
	// With SimCalib the frame shows other calibrated probabilities.
	if !r.Config().SimCalib && !equalNumbers(f.Calibrated, r.Evaluation().Predicted) {
		t.Errorf("%s, the frame has other calibrated probabilities: %s", when, d)
	}
	explains := d.src.Intn(8) == 0 || hasClosedForm(r.Config())
	if !explains { // without a closed form the explanation integrates along a path, which takes long
		return
	}
	x, err := explain.Node(r, node)
	if err != nil {
		t.Fatalf("%s: %v", d, err)
	}
	row := func(v []float64) []float64 { return v[node*classes : (node+1)*classes] }
	if !equalNumbers(x.Called, row(r.Evaluation().Predicted)) || !equalNumbers(x.Prob, row(prob)) {
		t.Errorf("%s, node %d is explained with other probabilities: %s", when, node, d)
	}
	// The score is compared, not the run's own logits, whose memory later passes overwrite.
	softmax := &linalg.Dense{Rows: 1, Cols: classes, Data: slices.Clone(x.Score)}
	linalg.SoftmaxRows(softmax, softmax)
	if !equalNumbers(softmax.Data, x.Prob) {
		t.Errorf("%s, the score of node %d is not that of its probabilities: %s", when, node, d)
	}
	// The last term is the score minus all other terms. It must be rounding, or as small as
	// the residual of the solve.
	sum, size := make([]float64, classes), 1.0
	for _, q := range x.Terms {
		linalg.Axpy(1, q.Contribution, sum)
		size = max(size, largest(q.Contribution))
	}
	rest := largest(x.Terms[len(x.Terms)-1].Contribution)
	tol := 1e-9 * size
	if miss := sgpc.Apart(sum, x.Score); miss > tol {
		t.Errorf("%s, the terms of node %d miss its score by %g: %s", when, node, miss, d)
	}
	if rest > max(tol, 100*r.Config().CGTol*size) {
		t.Errorf("%s, the terms of node %d leave a rest of %g: %s", when, node, rest, d)
	}
}

// hasClosedForm reports whether an explanation of a run with these settings is a closed
// form, without a path of evaluations.
func hasClosedForm(c settings.Config) bool {
	return c.Model == "sgpc" && c.Reading == "paper" && c.Layers == 1 && c.Head != "gat"
}

// largest returns the largest |v_k|.
func largest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
