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

// The runs of a grid are those of the command: its graphs, models and 200 epochs. Each accuracy is stored at its point, model and graph,
// also after a cancel. The axis does not change during the training; another axis afterwards drops the grid. Without a sheaf model no
// training begins.
func TestHeatEqualsCommand(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.HeatAxis{Name: "degree"})
	test.do(lab.StartHeat{})
	jobs := test.cmds[0].(lab.RunJobs).Jobs
	grid := test.s.Heat.Map
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
	// The first hundred runs end with the accuracy of their number.
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
	// Run 7 fails, and runs from 100 on have not ended: their accuracy is −1. Others are stored to one decimal.
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
		t.Errorf("%d runs were seen", seen)
	}
	test.do(lab.HeatAxis{Name: "signal"})
	if test.s.Heat.Map != nil || test.s.Heat.Grid().Name != "signal" {
		t.Error("another axis keeps the map")
	}
	// Without a sheaf model the two sides cannot be compared.
	test.do(lab.SelectModel{Key: "sgpc", On: false})
	test.do(lab.StartHeat{})
	if test.s.Work == lab.ForHeat || len(test.cmds) != 1 {
		t.Errorf("without a sheaf model the commands are %+v", test.cmds)
	}
}

// The base of a grid has the parameters of the page's graph if this graph is a small one of the grid's generator, and 100 nodes otherwise.
// Every grid makes a map of accuracies.
func TestHeatBase(t *testing.T) {
	// The two bases: of grids of the generator "universe", and of the grid "noise", whose generator is "friends".
	for graph, want := range map[string][2]string{"karate": {"universe:n=100", "friends:n=100"},
		"universe:n=80,spread=1": {"universe:n=80,spread=1", "friends:n=100"}, "friends:n=60": {"universe:n=100", "friends:n=60"},
		"universe:n=400": {"universe:n=100", "friends:n=100"}, "friends:n=400": {"universe:n=100", "friends:n=100"},
		"universe:classes=5,correlation=0": {"universe:n=100", "friends:n=100"}, "sbm": {"universe:n=100", "friends:n=100"}} {
		for _, grid := range lab.HeatGrids() {
			base := grid.Base(subject(graph))
			if base != want[map[string]int{"noise": 1}[grid.Name]] {
				t.Errorf("graph %s, grid %s: the base is %s", graph, grid.Name, base)
			}
			if m, err := heat.New(base, []heat.Axis{grid.Across, grid.Down}, 1, nil); err != nil || !grid.Of(m) {
				t.Errorf("graph %s, grid %s gives no map: %v", graph, grid.Name, err)
			}
		}
	}
}
