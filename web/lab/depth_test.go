package lab_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/train"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/web/lab"
)

// The first network of each model can have the largest number of layers. The test logs numbers for the documents: models, layers and
// nodes.
func TestDepthLimits(t *testing.T) {
	deepest := slices.Max(figures.Depths[:])
	for _, name := range lab.DepthModels() {
		nets := lab.DepthNets(name)
		if len(nets) == 0 || nets[0].Set(deepest)["layers"] != strconv.Itoa(deepest) {
			t.Errorf("%s has no network of %d layers: %+v", name, deepest, nets)
		}
	}
	t.Logf("%d models with %d to %d layers; graphs of up to %d nodes are trained", len(lab.DepthModels()), slices.Min(figures.Depths[:]),
		deepest, lab.DepthNodes)
}

// A split is trained with shallow networks first, and the first run gives a point. A cancel keeps the runs. Stored rows are shown without a
// training, and a row that cannot be read is ignored. A failed run has its error, and a large graph is not trained.
func TestDepthRunsShallowFirst(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.ShowDepth{Model: "nsd-orth"})
	test.do(lab.ShowDepth{Model: "mlp"})
	if test.s.Depth.Model != "nsd-orth" {
		t.Fatalf("the study has the model %q, want nsd-orth: MLP is no model of the study", test.s.Depth.Model)
	}
	test.do(lab.StartDepth{})
	jobs := test.cmds[0].(lab.RunJobs).Jobs
	// A job for each split, depth and network.
	if want := lab.PaperRuns * len(figures.Depths) * 2; len(jobs) != want || !test.s.Busy() {
		t.Fatalf("%d jobs, want %d; busy %v", len(jobs), want, test.s.Busy())
	}
	// At each depth: the model, then its network with identity maps, which is trained as nsd-diag. Each training has 100 epochs.
	for k, want := range []string{"nsd-orth 1 ", "nsd-diag 1 identity", "nsd-orth 2 ", "nsd-diag 2 identity"} {
		r := jobs[k].Run
		if got := r.Model + " " + r.Settings["layers"] + " " + r.Settings["maps"]; got != want || jobs[k].Unit != proto.JobDepth ||
			r.Settings["epochs"] != "100" {
			t.Errorf("job %d is %s, %v; want %s in 100 epochs", k, got, r.Settings, want)
		}
	}
	// The first run: measure k has the value k trained and k + 4 untrained.
	report := client.PoolState{Total: len(jobs), Done: 1, Results: make([]client.JobState, len(jobs))}
	series := map[string][]float64{}
	for k, name := range figures.DepthMeasures {
		series[name], series["untrained_"+name] = []float64{float64(k)}, []float64{float64(k + 4)}
	}
	report.Results[0] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 0.5, Series: series}}}
	test.do(lab.Reported{Report: report})
	rows := test.s.Depth.Rows() // a row for each network
	if len(rows) != 2 || len(rows[1].Points) != 0 || len(rows[0].Points) != 1 || rows[0].Points[0].Test != 0.5 ||
		rows[0].Points[0].Untrained[3][0] != 7 || rows[0].Dataset != "karate" {
		t.Fatalf("after the first run the rows are %+v", rows)
	}
	test.do(lab.Cancel{})
	if test.s.Busy() || len(test.s.Depth.Rows()) != 2 {
		t.Error("the cancelled runs are gone, or go on")
	}
	// A stored row of GCN on Texas, and a line that is no row. GCN on the page's graph has no row.
	test.do(lab.StoredDepth{Text: `{"dataset":"texas","net":"gcn","points":[{"layers":1}]}` + "\nno row\n"})
	test.do(lab.ShowDepth{Model: "gcn", Set: "texas"})
	if rows := test.s.Depth.Rows(); len(rows) != 1 || rows[0].Net != "gcn" || len(test.s.Depth.Stored) != 1 {
		t.Errorf("the stored rows are %+v", rows)
	}
	test.do(lab.ShowDepth{Model: "gcn"})
	if rows := test.s.Depth.Rows(); rows != nil {
		t.Errorf("a model that was not trained has the rows %+v", rows)
	}
	report.Results[0] = client.JobState{Done: true, Err: "no memory"}
	test.s.Depth.Report = report
	if test.s.Depth.Failed() != "no memory" {
		t.Errorf("the failure is %q, want no memory", test.s.Depth.Failed())
	}
	test.page.Graph.N = lab.DepthNodes + 1
	test.do(lab.StartDepth{})
	if test.s.Busy() {
		t.Error("a large graph is trained")
	}
}

// Each model has its own network. The sheaf models except Deep NSD also have a network with identity maps.
func TestDepthNets(t *testing.T) {
	want := map[string]string{"gcn": "gcn", "gcnii": "gcnii", "nsd-diag": "nsd-diag nsd-identity", "nsd-orth": "nsd-orth nsd-identity",
		"nsd-general": "nsd-general nsd-identity", "polynsd": "polynsd polynsd-identity", "deep-nsd": "deep-nsd", "sgpc": "sgpc sgpc-identity"}
	models := lab.DepthModels()
	if len(models) != len(want) || !slices.Contains(models, "gcnii") {
		t.Errorf("the models of the study are %v", models)
	}
	for _, m := range models {
		var names []string
		for _, n := range lab.DepthNets(m) {
			names = append(names, n.Name)
		}
		if got := strings.Join(names, " "); got != want[m] {
			t.Errorf("%s has the networks %s, want %s", m, got, want[m])
		}
	}
}
