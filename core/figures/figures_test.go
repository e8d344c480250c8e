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

// TestFiguresAreWhole: each figure has variants of its ablation, as many as it names, data sets and quantities. Figures of the paper, whose
// ids begin with a digit, say what the paper shows. The seven of the paper come first. Stored results name command, date and version.
func TestFiguresAreWhole(t *testing.T) {
	var ids []string
	for _, f := range Held().Figures {
		ids = append(ids, f.ID)
		n := len(f.Variants())
		if n == 0 || len(f.Datasets) == 0 || len(f.Y) == 0 {
			t.Errorf("figure %s has %d variants, the data sets %v and the quantities %v, want some of each", f.ID, n, f.Datasets, f.Y)
		}
		// Only names the variants, or is nil for all variants of the ablation.
		if f.Only != nil && n != len(f.Only) {
			t.Errorf("figure %s has %d variants, but names %v", f.ID, n, f.Only)
		}
		isOfPaper, saysWhatItShows := f.ID[0] <= '9', f.Shows != ""
		if isOfPaper != saysWhatItShows {
			t.Errorf("figure %s is of the paper: %v, but says that the paper shows %q", f.ID, isOfPaper, f.Shows)
		}
	}
	if !slices.Equal(ids[:7], []string{"1", "2a", "2b", "2c", "2d", "3", "4"}) {
		t.Errorf("the figures are %v, want those of the paper first", ids)
	}
	s := Held().Paper
	hasOrigin := s.Command != "" && s.Date != "" && s.Version != ""
	if len(s.Figures) > 0 && !hasOrigin {
		t.Errorf("the stored results have command %q, date %q and version %q, want all three", s.Command, s.Date, s.Version)
	}
}

// TestCurvesEqualHandSums: the points of seven figures, one for each kind, equal sums by hand. CSV writes them as text.
// Thin keeps 60 of 300 points, with the first and the last one, and rounds them to four digits.
func TestCurvesEqualHandSums(t *testing.T) {
	// find returns the figure with an id.
	find := func(id string) PaperFigure {
		for _, f := range Held().Figures {
			if f.ID == id {
				return f
			}
		}
		t.Fatalf("there is no figure %s", id)
		return PaperFigure{}
	}
	// runs returns outcomes as measurements of one variant on Texas.
	runs := func(f PaperFigure, variant int, list ...train.Outcome) (out []Measurement) {
		for _, m := range list {
			out = append(out, Measurement{Variant: f.Variants()[variant], Dataset: "texas", Outcome: m})
		}
		return out
	}
	// Accuracies by variant. Two runs have mean 0.8 and standard deviation s = 0.1·√2. The 97.5 % quantile of t_1 is 12.706,
	// so Half = 12.706·s/√2 = 1.2706.
	// A run without an accuracy (−1) does not count.
	plans := find("plans")
	curves := plans.Curves(append(runs(plans, 0, train.Outcome{Test: 0.7}, train.Outcome{Test: 0.9}), runs(plans, 2, train.Outcome{Test: 0.5},
		train.Outcome{Test: -1})...))
	if len(curves) != 2 {
		t.Fatalf("figure plans has the curves %+v, want those of two variants", curves)
	}
	full, other := curves[0], curves[1]
	if full.Name != "full" || math.Abs(full.Y[0]-0.8) > 1e-12 || math.Abs(full.Half[0]-1.2706) > 1e-4 || full.N[0] != 2 {
		t.Errorf("the curve of the first variant is %+v, want full with 0.8 ± 1.2706 of 2 runs", full)
	}
	if other.N[0] != 1 || other.Half[0] != 0 || other.Y[0] != 0.5 {
		t.Errorf("the curve of the other variant is %+v, want 0.5 of one run without an interval", other)
	}
	// A metric over a metric: the mean λ₂ and the mean test error.
	gap := find("2a")
	curves = gap.Curves(runs(gap, 1, train.Outcome{Metrics: map[string]float64{"lambda2": 1, "test_error": 0.25}},
		train.Outcome{Metrics: map[string]float64{"lambda2": 3, "test_error": 0.75}}))
	if len(curves) != 1 || curves[0].X[0] != 2 || curves[0].Y[0] != 0.5 {
		t.Errorf("the curves of figure 2a are %+v, want the point (2, 0.5)", curves)
	}
	// Without λ₂ there is no point.
	if curves = gap.Curves(runs(gap, 0, train.Outcome{Metrics: map[string]float64{"test_error": 0.25}})); len(curves) > 0 {
		t.Errorf("without λ₂ figure 2a has the curves %+v, want none", curves)
	}
	// Series over the epochs. A run may end earlier than another.
	bound := find("2b")
	curves = bound.Curves(runs(bound, 0, train.Outcome{Series: map[string][]float64{"bound": {4, 2}, "test_risk": {1, 1}}},
		train.Outcome{Series: map[string][]float64{"bound": {2}, "test_risk": {0}}}))
	if len(curves) != 2 {
		t.Fatalf("figure 2b has the curves %+v, want bound and risk", curves)
	}
	if c := curves[0]; c.Name != "bound" || !slices.Equal(c.X, []float64{1, 2}) || !slices.Equal(c.Y, []float64{3, 2}) {
		t.Errorf("the first curve of figure 2b is %+v, want the bound 3, 2 at the epochs 1, 2", c)
	}
	if !slices.Equal(curves[0].N, []int{2, 1}) || !slices.Equal(curves[1].Y, []float64{0.5, 1}) {
		t.Errorf("figure 2b has %v runs and the risk %v, want 2, 1 and 0.5, 1", curves[0].N, curves[1].Y)
	}
	// Accuracy over confidence, by bin. A bin with confidence 0 is empty and does not count.
	reliability := find("2d")
	curves = reliability.Curves(runs(reliability, 0,
		train.Outcome{Series: map[string][]float64{"confidence": {0, 0.2, 0.8}, "accuracy": {0, 0.1, 0.9}}},
		train.Outcome{Series: map[string][]float64{"confidence": {0, 0, 0.8}, "accuracy": {0, 0, 0.9}}}))
	if len(curves) != 1 || !slices.Equal(curves[0].X, []float64{0.2, 0.8}) || !slices.Equal(curves[0].Y, []float64{0.1, 0.9}) {
		t.Errorf("the curves of figure 2d are %+v, want the points (0.2, 0.1) and (0.8, 0.9)", curves)
	}
	if !slices.Equal(curves[0].N, []int{1, 2}) {
		t.Errorf("the bins of figure 2d have %v runs, want 1 and 2 without empty bins", curves[0].N)
	}
	// Accuracy over a setting of the variants: in one curve (figure 3) or in two (figure 4).
	weight, depth := find("3"), find("4")
	curves = weight.Curves(append(runs(weight, 0, train.Outcome{Test: 0.5}), runs(weight, 3, train.Outcome{Test: 0.75})...))
	if len(curves) != 1 || !slices.Equal(curves[0].X, []float64{0, 0.1}) || !slices.Equal(curves[0].Y, []float64{0.5, 0.75}) {
		t.Errorf("the curves of figure 3 are %+v, want the points (0, 0.5) and (0.1, 0.75)", curves)
	}
	curves = depth.Curves(append(runs(depth, 0, train.Outcome{Test: 0.5}), runs(depth, 8, train.Outcome{Test: 0.75})...))
	if len(curves) != 2 || curves[1].Name != "Sinkhorn only" || curves[1].X[0] != 1 {
		t.Errorf("the curves of figure 4 are %+v, want two, of which the second is that of Sinkhorn only from x = 1", curves)
	}
	const want = "curve,dataset,x,y,half_interval,runs\ntransport lift,texas,1,0.5,0,1\nSinkhorn only,texas,1,0.75,0,1\n"
	if text := CSV(curves, 0); text != want {
		t.Errorf("the curves of figure 4 are written as\n%s\nwant\n%s", text, want)
	}
	// y is √k at x = k + 1: the last point is (300, √299 = 17.29…).
	long := Curve{Name: "a", X: make([]float64, 300), Y: make([]float64, 300), Half: make([]float64, 300), N: make([]int, 300)}
	for k := range long.X {
		long.X[k], long.Y[k] = float64(k+1), math.Sqrt(float64(k))
	}
	if thin := long.Thin(60); len(thin.X) != 60 || thin.X[59] != 300 || thin.X[0] != 1 || thin.Y[59] != 17.29 {
		t.Errorf("60 points of the curve are %+v, want them from x = 1 to 300 with rounded y", thin)
	}
}

// TestSpectrumEqualsFrame: Measure gives a small run the spectrum of its frame, and a large run none. The outcome has the two epochs of the
// run, its validation accuracy, the test error 1 − Test and a bound for each epoch. CSV without curves has its header.
func TestSpectrumEqualsFrame(t *testing.T) {
	for name, isSmall := range map[string]bool{"barbell": true, "sbm:n=160,classes=2,degree=3": false} {
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
		// The frame that the page shows.
		want := view.Frame(r, frame.Focus{Spectrum: true})
		got := m.Series["spectrum"]
		if isSmall && !slices.Equal(got, want.Spectrum.Values) {
			t.Errorf("%s: the spectrum is %v, want %v", name, got, want.Spectrum.Values)
		}
		if hasSpectrum := got != nil; hasSpectrum != isSmall {
			t.Errorf("%s has a spectrum: %v, want %v", name, hasSpectrum, isSmall)
		}
		if m.Epochs != 2 || m.Val != want.History.Val[m.BestEpoch-1] || m.Metrics["test_error"] != 1-m.Test || len(m.Series["bound"]) != 2 {
			t.Errorf("%s: the outcome %+v is not that of the run", name, m)
		}
	}
	if text := CSV(nil, 0); !strings.HasPrefix(text, "curve,") {
		t.Errorf("CSV without curves is %q, want the header", text)
	}
}

// TestParseRefusesIncompleteLibraries: Parse returns an error for a library that is empty, is cut short, or lacks an ablation of a figure.
func TestParseRefusesIncompleteLibraries(t *testing.T) {
	library := string(Text())
	for _, bad := range []string{"", "{}", library[:len(library)-1], strings.Replace(library, `"plans":{`, `"other":{`, 1),
		strings.Replace(library, `"ablation":"`, `"ablation":"no `, 1)} {
		if l, err := Parse([]byte(bad)); err == nil {
			t.Errorf("%.60q is read as %d figures, want an error", bad, len(l.Figures))
		}
	}
}

// TestLambda2NeedsAscent: the outcome of a run has λ₂ of the history if the run has gap ascents, and otherwise no λ₂.
func TestLambda2NeedsAscent(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:4", 0)
	if err != nil {
		t.Fatal(err)
	}
	for mode, hasAscent := range map[string]bool{"off": false, "sheaf": true} {
		cfg, err := method.Configure(g, split, "sgpc", "paper", 0)
		if err != nil {
			t.Fatal(err)
		}
		cfg.Epochs, cfg.GapMode = 2, mode
		r, err := sgpc.New(g, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
		o := Measure(r)
		lambda2, found := o.Metrics["lambda2"]
		if want := view.Frame(r, frame.Focus{}).History.Lambda2[o.BestEpoch-1]; found != hasAscent || hasAscent && lambda2 != want {
			t.Errorf("with gap_mode=%s the outcome has λ₂ %g (%v), want %v and %g", mode, lambda2, found, hasAscent, want)
		}
	}
}
