package study

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// shapes are graphs of all families of settings, with few and many labels.
var shapes = map[string]string{
	"karate": "per-class:4",
	"sbm:n=40,classes=2,degree=3,homophily=0.1,signal=1,seed=3":    "random:0.48,0.32,0.20",
	"sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3":   "random:0.48,0.32,0.20", // as Texas
	"sbm:n=1100,classes=4,degree=4,homophily=0.8,signal=1,seed=3":  "per-class:20",          // as the citation graphs
	"sbm:n=1101,classes=4,degree=4,homophily=0.8,signal=1,seed=3":  "random:0.48,0.32,0.20",
	"sbm:n=1102,classes=4,degree=6,homophily=0.2,signal=1,seed=3":  "random:0.48,0.32,0.20", // as Actor
	"sbm:n=1103,classes=4,degree=20,homophily=0.2,signal=1,seed=3": "random:0.48,0.32,0.20", // as Chameleon
}

// TestAblationRowsDiffer: no two rows of an ablation are the same run, on graphs
// of every family, when the whole paper is what they leave parts out of.
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
		// "full" has every part on.
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
		if !full.Residual || full.SVR != "anchored" || full.GapMode != "sheaf" || !full.Calibrate || full.LambdaKL == 0 || full.LambdaSpec == 0 {
			t.Errorf("%s: full is %+v", name, full)
		}
	}
	if len(families) != 5 {
		t.Errorf("the graphs are of the families %v only", families)
	}
	// With the defaults of a Texas-like graph, ascent, calibration and KL are off: rows repeat, and are found.
	g, _ := graph.Builtin("sbm:n=183,classes=5,degree=3,homophily=0.1,signal=1,seed=3")
	split, _ := graph.ParseSplit(g, "random:0.48,0.32,0.20", 0)
	a, _ := FindAblation("components")
	if pairs, err := a.Repeats(g, split, Grid{}); err != nil || len(pairs) < 3 {
		t.Errorf("%v, %v", pairs, err)
	}
	for _, v := range mustFind(t, "gap").Variants {
		cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Set: mustFind(t, "gap").settings(Grid{}, v)})
		if off := v.Set["gap_mode"] == "off"; err != nil || (cfg.GapMode == "off") != off {
			t.Errorf("%s: gap_mode %s, %v", v.Name, cfg.GapMode, err)
		}
	}
}

// mustFind returns the ablation with a name.
func mustFind(t *testing.T, name string) Ablation {
	t.Helper()
	a, ok := FindAblation(name)
	if !ok {
		t.Fatal("no ablation " + name)
	}
	return a
}

// TestFigure4CurvesAreRuns computes two depths of its three curves on a small graph: each
// curve is a run of its own, with both similarities, as CSV and as Markdown.
func TestFigure4CurvesAreRuns(t *testing.T) {
	a := mustFind(t, "depth")
	curves := map[string][]float64{}
	for _, v := range a.Variants {
		curves[v.Name] = append(curves[v.Name], v.X)
	}
	if len(curves) != 3 {
		t.Fatalf("curves %v", curves)
	}
	for name, x := range curves {
		for k := range 8 {
			if len(x) != 8 || x[k] != float64(k+1) {
				t.Errorf("%s has the depths %v", name, x)
			}
		}
	}
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"per-class:4@0"}, Seeds: []uint64{0},
		Method: string(method.Paper), Set: map[string]string{"epochs": "6"}}
	var few []Variant
	for _, v := range a.Variants {
		if v.X == 1 || v.X == 3 {
			few = append(few, v)
		}
	}
	a.Variants = few
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	rs, err := Experiment{Cells: a.Cells(base), Run: lib.Run(false)}.Execute(context.Background())
	if err != nil || len(rs) != 6 {
		t.Fatal(len(rs), err)
	}
	seen := map[float64]bool{}
	for _, r := range rs {
		nrs, pairs := r.Outcome.Metrics["nrs"], r.Outcome.Metrics["nrs_pairs"]
		if seen[nrs] || nrs == 0 || pairs == 0 || nrs > 1 || pairs > 1 || r.Outcome.Epochs != 6 {
			t.Errorf("%v: similarity %g and %g after %d epochs", r.Cell.Set, nrs, pairs, r.Outcome.Epochs)
		}
		seen[nrs] = true
	}
	lines := strings.Split(strings.TrimSpace(a.CSV(base, rs)), "\n")
	if lines[0] != "ablation,variant,x,dataset,model,split,seed,best_epoch,val,test,nrs,nrs_pairs" || len(lines) != 7 ||
		!strings.HasPrefix(lines[6], "depth,scalar weight,3,karate,") {
		t.Errorf("%s", strings.Join(lines, "\n"))
	}
	text := a.Brief(base, rs)
	if want := "| Sinkhorn only | 3 | 1 | "; !strings.Contains(text, want) || !strings.HasPrefix(text,
		"| variant | x | runs | validation | test | nrs | nrs_pairs |\n") {
		t.Errorf("no %q in\n%s", want, text)
	}
	if want := strconv.FormatFloat(rs[5].Outcome.Metrics["nrs"], 'g', 4, 64); !strings.Contains(text, want) {
		t.Errorf("no %s in\n%s", want, text)
	}
}
