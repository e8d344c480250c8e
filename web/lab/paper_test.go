package lab_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/peer"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// A figure trains its variants split by split, and its curves have the t-interval of the finished runs: of two splits, then of three.
// During the figure no search starts. A cancel keeps the curves, and a late report changes none. On the karate club, which has no splits,
// the figure takes seeds, and reports a failure. An unknown figure does not run.
func TestFigureIsOfFinishedRuns(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.StoredPaper{Text: string(figures.Text())})
	test.do(lab.ToggleVariant{ID: "plans", Variant: "uniform measures, retrained", On: false})
	test.do(lab.RunFigure{ID: "plans", On: "texas"})
	list := test.jobs()
	f := figures.Held().Figure("plans")
	// Three variants are still switched on.
	if len(list) != 3*lab.PaperRuns || test.s.Work != lab.ForPaper || test.s.Paper.ID != "plans" {
		t.Fatalf("%d jobs, want %d; the figure is %q", len(list), 3*lab.PaperRuns, test.s.Paper.ID)
	}
	// A job has the lift of its variant or the default one, "".
	for k, r := range list {
		v := lab.TrainedVariants(f)[k%3]
		if !slices.Contains([]string{"", v.Set["lift"]}, r.Run.Settings["lift"]) || r.Run.Graph != "data:texas" ||
			r.Unit != proto.JobMeasure || r.Run.Split != "public:"+string(rune('0'+k/3)) || r.Run.Method != string(f.Method) || r.Files != nil {
			t.Errorf("job %d: %+v of %q", k, r.Run, v.Name)
		}
	}
	report := client.PoolState{Results: make([]client.JobState, len(list)), Total: len(list), Left: 9}
	// half reports the results of the first splits, with the accuracies 0.8, 0.9, 0.8. It returns half the width of the interval of the first
	// curve, and the number of runs of this curve.
	half := func(splits int) (float64, int) {
		for k := range 3 * splits {
			report.Results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Val: 0.5, Test: 0.8 +
				0.1*float64(k/3%2)}}}
		}
		report.Done = 3 * splits
		test.do(lab.Reported{Report: report})
		c := test.s.Paper.Live["plans"].Curves
		if len(c) != 3 || c[0].Dataset != "texas" {
			t.Fatalf("after %d splits the curves are %+v", splits, c)
		}
		return c[0].Half[0], c[0].N[0]
	}
	// Half the width is t·s/√n, where t is the 97.5 % quantile of Student's distribution with n − 1 degrees of freedom, from a table.
	// n = 2: t = 12.706, s/√n = 0.05. n = 3: t = 4.303, s/√n = 0.1/3.
	if h, n := half(2); math.Abs(h-12.706*0.05) > 1e-3 || n != 2 {
		t.Errorf("after two splits ± %g of %d runs, want ± %g of 2", h, n, 12.706*0.05)
	}
	if h, n := half(3); math.Abs(h-4.303*0.1/3) > 1e-3 || n != 3 {
		t.Errorf("after three splits ± %g of %d runs, want ± %g of 3", h, n, 4.303*0.1/3)
	}
	// A search does not start beside the figure. The saved file has the curves.
	test.do(lab.StartTune{})
	if test.jobs() != nil {
		t.Error("a search takes the workers of the figure")
	}
	test.do(lab.SaveFigure{ID: "plans"})
	if s, ok := test.cmds[0].(lab.Save); !ok || s.Name != "figure-plans.csv" || s.Text != figures.CSV(test.s.Paper.Live["plans"].Curves, 0) {
		t.Errorf("the figure is saved with %+v", test.cmds)
	}
	test.do(lab.Cancel{})
	if test.s.Work == lab.ForPaper || len(test.s.Paper.Live["plans"].Curves) != 3 {
		t.Error("a cancel drops the finished runs, or does not end the work")
	}
	test.do(lab.Reported{Report: report})
	if test.s.Paper.Live["plans"].Curves[0].N[0] != 3 {
		t.Error("a late report counts")
	}
	// Figure 4 has 24 variants. On the page's graph all of them are trained with seed 7, then with seed 8. The first run fails.
	test.do(lab.RunFigure{ID: "4", On: ""})
	if list := test.jobs(); len(list) != 24*lab.PaperRuns || list[0].Run.Graph != "karate" || list[0].Run.Seed != 7 ||
		list[25].Run.Seed != 8 {
		t.Fatalf("%d jobs, want %d on karate with seed 7, then 8", len(list), 24*lab.PaperRuns)
	}
	failed := client.PoolState{Results: make([]client.JobState, 24*lab.PaperRuns), Total: 24 * lab.PaperRuns, Done: 1}
	failed.Results[0] = client.JobState{Done: true, Err: "no memory"}
	test.do(lab.Reported{Report: failed})
	if test.s.Paper.Live["4"].Failed != "no memory" {
		t.Errorf("after a failure figure 4 is %+v", test.s.Paper.Live["4"])
	}
	test.do(lab.Cancel{})
	test.do(lab.RunFigure{ID: "5", On: ""})
	if test.jobs() != nil || test.s.Work == lab.ForPaper {
		t.Error("an unknown figure runs")
	}
}

// A cell of the table is the mean of the model's runs over the ten public splits, with the deviation. The models of the table are SGPC and
// all peers.
func TestCellIsMeanOverSplits(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.StoredPaper{Text: string(figures.Text())})
	test.do(lab.RunCell{Dataset: "wisconsin", Model: "gcn"})
	list := test.jobs()
	if len(list) != 10 || list[3].Run.Split != "public:3" || list[3].Run.Model != "gcn" || list[3].Run.Graph != "data:wisconsin" ||
		list[3].Unit != "" || list[3].Run.Settings != nil {
		t.Fatalf("%d jobs, %+v", len(list), list)
	}
	// Accuracies 0, 10, …, 90 %: the mean is 45, the squares of the differences add up to 82.5 · 100.
	report := client.PoolState{Results: make([]client.JobState, 10), Total: 10, Done: 10, Over: true}
	for k := range report.Results {
		report.Results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: float64(k) / 10}}}
	}
	test.do(lab.Reported{Report: report})
	c := test.s.Paper.Cells[[2]string{"wisconsin", "gcn"}]
	if test.s.Work == lab.ForPaper || c.N != 10 || math.Abs(c.Mean-45) > 1e-9 || math.Abs(c.Std-10*math.Sqrt(82.5/9)) > 1e-9 {
		t.Errorf("the cell is %+v, want 45 ± %g of ten runs", c, 10*math.Sqrt(82.5/9))
	}
	if models := lab.PaperModels(); models[0] != "sgpc" || len(models) != 1+len(peer.Names()) || strings.Join(models[1:], " ") !=
		strings.Join(peer.Names(), " ") {
		t.Errorf("the models of the table are %v", models)
	}
}
