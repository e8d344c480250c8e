package lab_test

import (
	"slices"
	"testing"

	"sheafscope/core/heat"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// The runs of a grid have the models, the seed 0 and the 200 epochs of the command. Each accuracy is stored at its point, model and graph,
// also after a cancel. The axis does not change during the training, and no other batch starts. Afterwards another axis drops the grid.
// Without a sheaf model no training begins.
func TestHeatEqualsCommand(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.HeatAxis{Name: "degree"})
	test.do(lab.StartHeat{})
	jobs := test.cmds[0].(lab.RunJobs).Jobs
	grid := test.s.Heat.Map
	// 15 points of the grid, each with five graphs, and three models.
	if want := []string{"sgpc", "mlp", "gcn"}; len(jobs) != 5*15*3 || !slices.Equal(grid.Models, want) || grid.Axes[1].Name != "degree" {
		t.Fatalf("%d jobs, %+v", len(jobs), grid)
	}
	test.do(lab.StartResults{})
	if test.s.Work == lab.ForResults {
		t.Error("two batches run at once")
	}
	test.do(lab.HeatAxis{Name: "signal"})
	if test.s.Heat.Map != grid {
		t.Error("the axis changes during the training")
	}
	// The first hundred runs end. Run i has the validation accuracy i/1000 and the test accuracy (i + 1)/1000.
	results := make([]client.JobState, len(jobs))
	share := func(i int) float64 { return float64(i%1000) / 1000 }
	for i, j := range jobs {
		r := j.Run
		if r.Seed != 0 || r.Split != "" || r.Method != "" || r.Edits != nil || r.Settings["epochs"] != "200" || j.Files != nil {
			t.Fatalf("a run of the grid is %+v", r)
		}
		if i < 100 {
			results[i] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Val: share(i), Test: share(i + 1)}}}
		}
	}
	results[7] = client.JobState{Done: true, Err: "no"}
	test.do(lab.Reported{Report: client.PoolState{Results: results, Done: 100, Total: len(jobs)}})
	test.do(lab.Cancel{})
	if _, ok := test.cmds[0].(lab.CancelJobs); !ok || test.s.Work == lab.ForHeat {
		t.Errorf("after the cancel: %+v", test.cmds)
	}
	// Run 7 fails, and runs from 100 on have not ended: their accuracy is −1. The test accuracies of the others are stored in per cent to
	// one decimal, hence the tolerance. seen counts them.
	seen := 0
	for p := range grid.Points() {
		for k, name := range grid.Models {
			for g := range grid.Graphs {
				i := slices.IndexFunc(jobs, func(j proto.Query) bool { return j.Run.Graph == grid.Spec(p, g) && j.Run.Model == name })
				want := -1.0
				if i < 100 && i != 7 {
					want = 100 * share(i+1)
					seen++
				}
				if got := grid.Test[(p*3+k)*5+g]; got < want-0.06 || got > want+0.06 {
					t.Errorf("%s, %s: %v, want %v", grid.Spec(p, g), name, got, want)
				}
			}
		}
	}
	if seen != 99 {
		t.Errorf("%d finished runs were compared, want 99", seen)
	}
	test.do(lab.HeatAxis{Name: "signal"})
	if test.s.Heat.Map != nil || test.s.Heat.Grid().Name != "signal" {
		t.Error("another axis keeps the map")
	}
	// Without a sheaf model the only command is an announcement.
	test.do(lab.SelectModel{Key: "sgpc", On: false})
	test.do(lab.StartHeat{})
	if test.s.Work == lab.ForHeat || len(test.cmds) != 1 {
		t.Errorf("without a sheaf model the commands are %+v", test.cmds)
	}
}

// The base of a grid is the page's graph if three conditions hold. The graph comes from the grid's generator, it has at most 300 nodes, and
// its number of classes, if the generator has one, is even and above 2. Otherwise the base has 100 nodes. Every grid makes a map of
// accuracies.
func TestHeatBase(t *testing.T) {
	// bases has the base of the grids of the generator "universe", then of the grid "noise", whose generator is "friends".
	for graph, bases := range map[string][2]string{"karate": {"universe:n=100", "friends:n=100"},
		"universe:n=80,spread=1": {"universe:n=80,spread=1", "friends:n=100"}, "friends:n=60": {"universe:n=100", "friends:n=60"},
		"universe:n=400": {"universe:n=100", "friends:n=100"}, "friends:n=400": {"universe:n=100", "friends:n=100"},
		"universe:classes=5,correlation=0": {"universe:n=100", "friends:n=100"}, "sbm": {"universe:n=100", "friends:n=100"}} {
		for _, grid := range lab.HeatGrids() {
			base, want := grid.Base(subject(graph)), bases[0]
			if grid.Name == "noise" {
				want = bases[1]
			}
			if base != want {
				t.Errorf("graph %s, grid %s: the base is %s, want %s", graph, grid.Name, base, want)
			}
			if m, err := heat.New(base, []heat.Axis{grid.Across, grid.Down}, 1, nil); err != nil || !grid.Of(m) {
				t.Errorf("graph %s, grid %s gives no map: %v", graph, grid.Name, err)
			}
		}
	}
}
