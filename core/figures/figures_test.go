package figures

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/view"
	"sheafscope/core/train"
)

// TestFiguresAreWhole: each figure has an ablation with the variants that it names, and no figure of the paper is missing.
func TestFiguresAreWhole(t *testing.T) {
	var ids []string
	for _, f := range Held().Figures {
		ids = append(ids, f.ID)
		if n := len(f.Variants()); n == 0 || f.Only != nil && n != len(f.Only) || len(f.Datasets) == 0 || len(f.Y) == 0 {
			t.Errorf("figure %s: %d variants of %v", f.ID, n, f.Only)
		}
		if paper := f.ID[0] <= '9'; paper != (f.Shows != "") {
			t.Errorf("figure %s: the paper shows %q", f.ID, f.Shows)
		}
	}
	if !slices.Equal(ids[:7], []string{"1", "2a", "2b", "2c", "2d", "3", "4"}) {
		t.Error(ids)
	}
	if s := Held().Paper; len(s.Figures) > 0 && (s.Command == "" || s.Date == "" || s.Version == "") {
		t.Errorf("the stored results do not say where they are from: %q, %q, %q", s.Command, s.Date, s.Version)
	}
}

// TestCurvesEqualHandSums checks the points of each kind of figure against sums by hand.
func TestCurvesEqualHandSums(t *testing.T) {
	// find returns the figure with an id.
	find := func(id string) PaperFigure {
		for _, f := range Held().Figures {
			if f.ID == id {
				return f
			}
		}
		t.Fatal(id)
		return PaperFigure{}
	}
	// runs returns outcomes as measurements of one variant on Texas.
	runs := func(f PaperFigure, variant int, list ...train.Outcome) (out []Measurement) {
		for _, m := range list {
			out = append(out, Measurement{f.Variants()[variant], "texas", m})
		}
		return out
	}
	// Two runs: mean 0.8, s = 0.1·√2, t_1 = 12.706: half = 12.706·0.1.
	plans := find("plans")
	c := plans.Curves(append(runs(plans, 0, train.Outcome{Test: 0.7}, train.Outcome{Test: 0.9}), runs(plans, 2, train.Outcome{Test: 0.5},
		train.Outcome{Test: -1})...))
	if len(c) != 2 || c[0].Name != "full" || math.Abs(c[0].Y[0]-0.8) > 1e-12 || math.Abs(c[0].Half[0]-1.2706) > 1e-4 || c[0].N[0] != 2 ||
		c[1].N[0] != 1 || c[1].Half[0] != 0 || c[1].Y[0] != 0.5 {
		t.Errorf("%+v", c)
	}
	gap := find("2a")
	c = gap.Curves(runs(gap, 1, train.Outcome{Metrics: map[string]float64{"lambda2": 1, "test_error": 0.25}},
		train.Outcome{Metrics: map[string]float64{"lambda2": 3, "test_error": 0.75}}))
	if len(c) != 1 || c[0].X[0] != 2 || c[0].Y[0] != 0.5 {
		t.Errorf("%+v", c)
	}
	bound := find("2b")
	c = bound.Curves(runs(bound, 0, train.Outcome{Series: map[string][]float64{"bound": {4, 2}, "test_risk": {1, 1}}},
		train.Outcome{Series: map[string][]float64{"bound": {2}, "test_risk": {0}}}))
	if len(c) != 2 || c[0].Name != "bound" || !slices.Equal(c[0].X, []float64{1, 2}) || !slices.Equal(c[0].Y, []float64{3, 2}) ||
		!slices.Equal(c[0].N, []int{2, 1}) || !slices.Equal(c[1].Y, []float64{0.5, 1}) {
		t.Errorf("%+v", c)
	}
	reliability := find("2d")
	c = reliability.Curves(runs(reliability, 0, train.Outcome{Series: map[string][]float64{"confidence": {0, 0.2, 0.8}, "accuracy": {0, 0.1,
		0.9}}},
		train.Outcome{Series: map[string][]float64{"confidence": {0, 0, 0.8}, "accuracy": {0, 0, 0.9}}}))
	if len(c) != 1 || !slices.Equal(c[0].X, []float64{0.2, 0.8}) || !slices.Equal(c[0].Y, []float64{0.1, 0.9}) {
		t.Errorf("%+v", c)
	}
	if !slices.Equal(c[0].N, []int{1, 2}) {
		t.Errorf("an empty bin counts: %v", c[0].N)
	}
	weight, depth := find("3"), find("4")
	c = weight.Curves(append(runs(weight, 0, train.Outcome{Test: 0.5}), runs(weight, 3, train.Outcome{Test: 0.75})...))
	if len(c) != 1 || !slices.Equal(c[0].X, []float64{0, 0.1}) || !slices.Equal(c[0].Y, []float64{0.5, 0.75}) {
		t.Errorf("%+v", c)
	}
	c = depth.Curves(append(runs(depth, 0, train.Outcome{Test: 0.5}), runs(depth, 8, train.Outcome{Test: 0.75})...))
	if len(c) != 2 || c[1].Name != "Sinkhorn only" || c[1].X[0] != 1 {
		t.Errorf("%+v", c)
	}
	if text := CSV(c, 0); text != "curve,dataset,x,y,half_interval,runs\ntransport lift,texas,1,0.5,0,1\nSinkhorn only,texas,1,0.75,0,1\n" {
		t.Error(text)
	}
	long := Curve{Name: "a", X: make([]float64, 300), Y: make([]float64, 300), Half: make([]float64, 300), N: make([]int, 300)}
	for k := range long.X {
		long.X[k], long.Y[k] = float64(k+1), math.Sqrt(float64(k))
	}
	if thin := long.Thin(60); len(thin.X) != 60 || thin.X[59] != 300 || thin.X[0] != 1 || thin.Y[59] != 17.29 {
		t.Errorf("%+v", thin)
	}
}

// TestSpectrumEqualsFrame: the spectrum of a small run is that of its frame, and a large one has none.
func TestSpectrumEqualsFrame(t *testing.T) {
	for name, small := range map[string]bool{"barbell": true, "sbm:n=160,classes=2,degree=3": false} {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 0)
		if err != nil {
			t.Fatal(err)
		}
		cfg, err := method.Configure(g, split, "sgpc", "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Epochs = 2
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
		m := Measure(r)
		want := view.Frame(r, frame.Focus{Spectrum: true})
		if got := m.Series["spectrum"]; small != (got != nil) || small && !slices.Equal(got, want.Spectrum.Values) {
			t.Errorf("%s: %v", name, got)
		}
		if m.Epochs != 2 || m.Val != want.History.Val[m.BestEpoch-1] || m.Metrics["test_error"] != 1-m.Test || len(m.Series["bound"]) != 2 {
			t.Errorf("%s: %+v", name, m)
		}
	}
	if !strings.HasPrefix(CSV(nil, 0), "curve,") {
		t.Error("no head")
	}
}

// TestParseRefusesIncompleteLibraries: Parse returns an error for a library that lacks a part, or the ablation of a figure.
func TestParseRefusesIncompleteLibraries(t *testing.T) {
	whole := string(Text())
	for _, bad := range []string{"", "{}", whole[:len(whole)-1], strings.Replace(whole, `"plans":{`, `"other":{`, 1),
		strings.Replace(whole, `"ablation":"`, `"ablation":"no `, 1)} {
		if l, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%.60q: %d figures", bad, len(l.Figures))
		}
	}
}
