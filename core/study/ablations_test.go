package study

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// shapes maps graphs of all families of settings, with few and many labels, to the protocols of their splits.
var shapes = map[string]string{
	"karate": "per-class:4",
	"sbm:n=40,classes=2,degree=3,homophily=0.1,signal=1,seed=3":    "random:0.48,0.32,0.20",
	"sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3":   "random:0.48,0.32,0.20", // as Texas
	"sbm:n=1100,classes=4,degree=4,homophily=0.8,signal=1,seed=3":  "per-class:20",          // as the citation graphs
	"sbm:n=1101,classes=4,degree=4,homophily=0.8,signal=1,seed=3":  "random:0.48,0.32,0.20",
	"sbm:n=1102,classes=4,degree=6,homophily=0.2,signal=1,seed=3":  "random:0.48,0.32,0.20", // as Actor
	"sbm:n=1103,classes=4,degree=20,homophily=0.2,signal=1,seed=3": "random:0.48,0.32,0.20", // as Chameleon
}

// TestAblationRowsDiffer: with the paper's method, no two rows of an ablation are the same run, on graphs of all five families.
// The variant “full” has all parts of the paper on. With the defaults of a graph like Texas at least three pairs of rows are the same run.
// In the ablation “gap” the gap ascent is off in the variant with gap_mode off, and in no other.
func TestAblationRowsDiffer(t *testing.T) {
	families := map[method.Family]bool{}
	for name, text := range shapes {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, text, 0)
		if err != nil {
			t.Fatal(err)
		}
		families[method.FamilyOf(g, split)] = true
		for _, a := range Ablations() {
			pairs, err := a.Repeats(g, split, Grid{Method: string(method.Paper)})
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range pairs {
				t.Errorf("%s, %s: %q (%g) and %q (%g) are the same run", name, a.Name, p[0].Name, p[0].X, p[1].Name, p[1].X)
			}
		}
		// The first variant of "components" is "full". It has every part on.
		a, _ := FindAblation("components")
		full, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: string(method.Paper), Set: a.settings(Grid{}, a.Variants[0])})
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range full.Parts() {
			if !p.On {
				t.Errorf("%s: full is without %s", name, p.Name)
			}
		}
		if !full.Residual || full.SVR != "anchored" || full.GapMode != "sheaf" {
			t.Errorf("%s: full is %+v, want residual, svr anchored and gap_mode sheaf", name, full)
		}
		if !full.Calibrate || full.LambdaKL == 0 || full.LambdaSpec == 0 {
			t.Errorf("%s: full is %+v, want calibration, and weights of the KL term and the spectral term", name, full)
		}
	}
	if len(families) != 5 {
		t.Errorf("the graphs are of the families %v, want five", families)
	}
	// With the defaults of a graph like Texas, ascent, calibration and KL term are off, so that rows without them repeat others.
	g, _ := graph.Builtin("sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3")
	split, _ := graph.ParseSplit(g, "random:0.48,0.32,0.20", 0)
	a, _ := FindAblation("components")
	if pairs, err := a.Repeats(g, split, Grid{}); err != nil || len(pairs) < 3 {
		t.Errorf("with the defaults the pairs of equal rows are %v, %v, want three or more", pairs, err)
	}
	for _, v := range ablationNamed(t, "gap").Variants {
		cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Set: ablationNamed(t, "gap").settings(Grid{}, v)})
		isOff, wantOff := cfg.GapMode == "off", v.Set["gap_mode"] == "off"
		if err != nil || isOff != wantOff {
			t.Errorf("%s: gap_mode is %s, want off: %v (%v)", v.Name, cfg.GapMode, wantOff, err)
		}
	}
}

// ablationNamed returns the ablation with a name.
func ablationNamed(t *testing.T, name string) Ablation {
	t.Helper()
	a, ok := FindAblation(name)
	if !ok {
		t.Fatal("no ablation " + name)
	}
	return a
}

// TestFigure4CurvesAreRuns: the ablation of depth has three curves over the depths 1 to 8. On karate, two depths of each curve are run for
// six epochs. The similarities of embeddings over the edges (nrs) are six different numbers. These and the similarities over all pairs of
// nodes (nrs_pairs) are not 0 and at most 1. The CSV has a line for each run. The Markdown has both columns, and the nrs of the last run.
func TestFigure4CurvesAreRuns(t *testing.T) {
	a := ablationNamed(t, "depth")
	curves := map[string][]float64{}
	for _, v := range a.Variants {
		curves[v.Name] = append(curves[v.Name], v.X)
	}
	if len(curves) != 3 {
		t.Fatalf("the curves are %v, want three", curves)
	}
	for name, x := range curves {
		for k := range 8 {
			if len(x) != 8 || x[k] != float64(k+1) {
				t.Errorf("%s has the depths %v, want 1 to 8", name, x)
			}
		}
	}
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"per-class:4@0"}, Seeds: []uint64{0},
		Method: string(method.Paper), Set: map[string]string{"epochs": "6"}}
	// Only the depths 1 and 3 are trained.
	var twoDepths []Variant
	for _, v := range a.Variants {
		if v.X == 1 || v.X == 3 {
			twoDepths = append(twoDepths, v)
		}
	}
	a.Variants = twoDepths
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	rs, err := Experiment{Cells: a.Cells(base), Run: lib.Run(false)}.Execute(context.Background())
	if err != nil || len(rs) != 6 {
		t.Fatalf("%d results, want 6 (%v)", len(rs), err)
	}
	seen := map[float64]bool{}
	for _, r := range rs {
		nrs, pairs := r.Outcome.Metrics["nrs"], r.Outcome.Metrics["nrs_pairs"]
		if seen[nrs] || r.Outcome.Epochs != 6 {
			t.Errorf("%v: nrs %g after %d epochs, want a number of no other run after 6", r.Cell.Set, nrs, r.Outcome.Epochs)
		}
		if nrs == 0 || pairs == 0 || nrs > 1 || pairs > 1 {
			t.Errorf("%v: nrs %g and nrs_pairs %g, want them not 0 and at most 1", r.Cell.Set, nrs, pairs)
		}
		seen[nrs] = true
	}
	lines := strings.Split(strings.TrimSpace(a.CSV(base, rs)), "\n")
	if lines[0] != "ablation,variant,x,dataset,model,split,seed,best_epoch,val,test,nrs,nrs_pairs" || len(lines) != 7 {
		t.Errorf("the CSV has %d lines, want 7 with nrs and nrs_pairs in the heading:\n%s", len(lines), strings.Join(lines, "\n"))
	}
	if !strings.HasPrefix(lines[6], "depth,scalar weight,3,karate,") {
		t.Errorf("the last line of the CSV is %q, want that of the scalar weight at depth 3", lines[6])
	}
	text := a.Brief(base, rs)
	if !strings.HasPrefix(text, "| variant | x | runs | validation | test | nrs | nrs_pairs |\n") {
		t.Errorf("the Markdown does not start with the heading with nrs and nrs_pairs:\n%s", text)
	}
	if want := "| Sinkhorn only | 3 | 1 | "; !strings.Contains(text, want) {
		t.Errorf("no %q in\n%s", want, text)
	}
	if want := strconv.FormatFloat(rs[5].Outcome.Metrics["nrs"], 'g', 4, 64); !strings.Contains(text, want) {
		t.Errorf("no nrs %s of the last run in\n%s", want, text)
	}
}
