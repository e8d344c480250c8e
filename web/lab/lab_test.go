package lab_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/train"
	"sheafscope/core/words"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
)

// subject returns a run of the page with seed 7, on a graph with the given name, four nodes and two edges. Node 3 has no label.
func subject(graph string) lab.Subject {
	return lab.Subject{Recipe: recipe.Setup{Graph: graph, Seed: 7}, Key: 1,
		Graph: &proto.GraphInfo{Name: graph, N: 4, Edges: []int32{0, 1, 2, 3}, Labels: []int{0, 1, 0, -1}, Classes: 2}}
}

// testLab applies messages to a state of the laboratory, with a run on the page, and keeps the commands of the last message.
type testLab struct {
	s          lab.State
	page       lab.Subject
	cmds       []lab.Command
	talk       flat.Talk // conversation with the worker of B
	runsToLose int       // number of coming runs that search ends without a result
}

// do applies a message.
func (d *testLab) do(m lab.Msg) { d.s, d.cmds = lab.Update(d.s, d.page, m) }

// sent returns the goal that the last commands send to the worker of B.
func (d *testLab) sent(t *testing.T) flat.Request {
	t.Helper()
	for _, c := range d.cmds {
		if s, ok := c.(lab.SendB); ok {
			return d.talk.Request(proto.Message{Goal: &s.Goal})
		}
	}
	t.Fatalf("the commands have no goal for B: %+v", d.cmds)
	return flat.Request{}
}

// RunsOver returns five seeds of a graph without splits, the splits of opened files, and the ten splits of a public data set. A drawn split
// that the user chose is drawn again for each seed. The second argument is the number of runs, 0 for the default.
func TestRunsOverSplitsOrSeeds(t *testing.T) {
	page := subject("karate")
	list, names, over := lab.RunsOver(page, 0)
	if len(list) != 5 || over != "seeds" || list[2].Seed != 9 || names[2] != "seed 9" {
		t.Errorf("without splits: %d %s, %v; want 5 seeds from 7 on", len(list), over, names)
	}
	page.Graph.Splits = []string{"a", "b"}
	list, _, over = lab.RunsOver(page, 0)
	if len(list) != 2 || over != "splits" || list[1].Split != "file:b" || list[1].Seed != 7 {
		t.Errorf("with splits in the files: %+v, %s; want both splits with seed 7", list, over)
	}
	page.Recipe.Split = "per-class:20"
	list, _, over = lab.RunsOver(page, 3)
	if len(list) != 3 || over != "seeds" || list[0].Split != "per-class:20" {
		t.Errorf("a drawn split was chosen: %+v, %s; want it for 3 seeds", list, over)
	}
	page = subject("data:texas")
	list, _, over = lab.RunsOver(page, 0)
	if len(list) != 10 || over != "splits" || list[9].Split != "public:9" {
		t.Errorf("a public data set: %d %s, want its 10 splits", len(list), over)
	}
}

// A table trains the page's model with its settings and other models with theirs, on the same splits. A row has mean and deviation over the
// finished runs and a published accuracy (core/peer). A model is marked the best only after all runs. Markdown and CSV have these numbers.
// In CSV a text that begins like a formula is guarded. Another graph drops the table.
func TestTableSummarizesFinishedRuns(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("data:texas")}
	test.page.Recipe.Settings = map[string]string{"dt": "2"}
	test.do(lab.SetRuns{Runs: 3})
	test.do(lab.SelectModel{Key: "mlp", On: false})
	test.do(lab.StartResults{})
	run, ok := test.cmds[0].(lab.RunJobs)
	if !ok || len(run.Jobs) != 6 {
		t.Fatalf("commands %+v", test.cmds)
	}
	if r := run.Jobs[0].Run; r.Settings["dt"] != "2" || r.Split != "public:0" {
		t.Errorf("the page's model runs with %+v, want dt=2 on split 0", r)
	}
	if r := run.Jobs[1].Run; r.Model != "gcn" || r.Settings["dt"] != "" || r.Split != "public:0" {
		t.Errorf("another model runs with %+v, want gcn without dt on split 0", r)
	}
	// SGPC and GCN alternate, with these accuracies. The last run of GCN fails.
	results := make([]client.JobState, 6)
	for i, v := range []float64{0.8, 0.5, 0.9, 0.6, 0.7, 0} {
		results[i] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: v, Val: v, BestEpoch: 3, Epochs: 9}}}
	}
	results[5] = client.JobState{Done: true, Err: "=broken, twice"}
	unfinished := slices.Clone(results)
	unfinished[3] = client.JobState{}
	test.do(lab.Reported{Report: client.PoolState{Results: unfinished, Done: 5, Total: 6}})
	for _, row := range test.s.Results.Table().Rows {
		if row.Best {
			t.Errorf("%s is marked the best before all runs are done", row.Label)
		}
	}
	test.do(lab.Reported{Report: client.PoolState{Results: results, Done: 6, Total: 6, Over: true}})
	table := test.s.Results.Table()
	// The deviation has the divisor n − 1: of 80, 90 and 70 it is 10, of 50 and 60 it is √50.
	near := func(a, b float64) bool { return math.Abs(a-b) <= 1e-9 }
	sgpc, gcn := table.Rows[0], table.Rows[1]
	if !near(sgpc.Mean, 80) || !near(sgpc.Std, 10) || sgpc.N != 3 || !sgpc.Best || sgpc.Label != "SGPC, as set" || sgpc.Published != 83.2 {
		t.Errorf("the row of SGPC is %+v, want 80 ± 10 of 3 runs, the best, published 83.2", sgpc)
	}
	if !near(gcn.Mean, 55) || !near(gcn.Std, math.Sqrt(50)) || gcn.N != 2 || gcn.Failed != 1 || gcn.Best || gcn.Published != 55.14 {
		t.Errorf("the row of GCN is %+v, want 55 ± √50 of 2 runs, 1 failed, published 55.14", gcn)
	}
	if text := table.Markdown(); !strings.Contains(text, "| SGPC, as set | **80.0 ± 10.0** | 80.0 | 3 | 83.2 (20 random labels a class) |") {
		t.Errorf("the Markdown lacks the row of SGPC: %s", text)
	}
	// Columns: graph, model, split, seed, validation, test, best epoch, epochs, seconds, error. A head precedes the six runs.
	test.do(lab.CopyResults{Format: "csv"})
	csv, noted := strings.CutPrefix(test.cmds[0].(lab.CopyText).Text, words.GuardNote)
	if lines := strings.Split(csv, "\n"); len(lines) != 8 || lines[1] != `data:texas,"SGPC, as set",split 0,7,0.8,0.8,3,9,0,` ||
		!strings.HasSuffix(lines[6], `"'=broken, twice"`) || !noted {
		t.Errorf("the CSV is %s", csv)
	}
	test.page.Key = 2 // another graph
	test.do(lab.PageRunMoved{})
	if len(test.s.Results.Jobs) != 0 {
		t.Error("the table of another graph stays")
	}
}

// A table trains each model with the settings that validation chose, which is the method "". If the user has changed a setting, the page's
// model keeps the method of the page, and is called "as set". The reading "paper" is the default, so it is no change.
func TestTableReportsValidationChoice(t *testing.T) {
	for _, row := range []struct {
		settings          map[string]string // of the page's run
		method, jobMethod string            // of the page's run, and of its job in the table
		label             string            // of the job
	}{
		{nil, "paper", "", "SGPC"}, {map[string]string{"reading": "paper"}, "paper", "", "SGPC"},
		{map[string]string{"dt": "2"}, "paper", "paper", "SGPC, as set"}, {map[string]string{"dt": "2"}, "", "", "SGPC, as set"},
	} {
		test := &testLab{s: lab.New(), page: subject("data:texas")}
		test.page.Recipe.Settings, test.page.Recipe.Method = row.settings, row.method
		test.do(lab.SetRuns{Runs: 1})
		test.do(lab.StartResults{})
		for k, j := range test.cmds[0].(lab.RunJobs).Jobs {
			want, label := row.jobMethod, row.label
			if j.Run.Model != "" && j.Run.Model != "sgpc" {
				want, label = "", lab.Label(j.Run.Model)
			}
			if j.Run.Method != want || test.s.Results.Jobs[k].Label != label {
				t.Errorf("settings %v over %q: %q runs with the method %q, want %q with %q", row.settings, row.method,
					test.s.Results.Jobs[k].Label, j.Run.Method, label, want)
			}
		}
	}
}

// A cancel keeps the finished runs, and later reports are ignored. Another graph cancels the batch. A cancel without a batch sends no
// command.
func TestCancelKeepsFinishedRuns(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.Cancel{})
	if len(test.cmds) != 0 {
		t.Error("a cancel without a batch sends a command")
	}
	test.do(lab.StartResults{})
	n := len(test.s.Results.Jobs)
	// One run of the batch has ended.
	partial := make([]client.JobState, n)
	partial[0] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: 1}}}
	test.do(lab.Reported{Report: client.PoolState{Results: partial, Done: 1, Total: n}})
	test.do(lab.Cancel{})
	if _, ok := test.cmds[0].(lab.CancelJobs); !ok || test.s.Work == lab.ForResults || test.s.Results.Table().Rows[0].N != 1 {
		t.Errorf("after the cancel: %+v", test.cmds)
	}
	// A report after the cancel, and another graph during the next batch.
	test.do(lab.Reported{Report: client.PoolState{Results: make([]client.JobState, n), Total: n}})
	if test.s.Results.Table().Rows[0].N != 1 {
		t.Error("a late report counts")
	}
	test.do(lab.StartResults{})
	test.page.Key = 9
	test.do(lab.PageRunMoved{})
	if !slices.ContainsFunc(test.cmds, func(c lab.Command) bool { _, ok := c.(lab.CancelJobs); return ok }) {
		t.Error("the batch of the former graph is not cancelled")
	}
}

// frameAt returns a frame at the end of an epoch, with its history. Every epoch has ten positions.
func frameAt(epoch int) *frame.Frame {
	f := &frame.Frame{N: 4, Epoch: epoch, Position: 10 * epoch, Pred: []int{0, 1, 0, 0}}
	for k := 1; k <= epoch; k++ {
		f.History.Position = append(f.History.Position, 10*k)
		h := &f.History
		for _, curve := range []*[]float64{&h.CE, &h.KL, &h.Spec, &h.Train, &h.Val, &h.Test, &h.Bound, &h.Lambda2} {
			*curve = append(*curve, 0.5)
		}
	}
	return f
}

// A new second run is loaded with a larger Seq. The client drops frames of the former second run by their smaller Seq.
func TestNewSecondRunHasLargerSeq(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.do(lab.OpenCompare{})
	first := test.sent(t).Seq
	test.do(lab.OpenCompare{Second: recipe.Second{Key: "mlp"}})
	if r := test.sent(t); r.Kind != flat.Load || r.Recipe.Model != "mlp" || r.Seq <= first {
		t.Errorf("after goal %d B loads %+v, want mlp with a larger Seq", first, r)
	}
}

// Run B receives the goal to reach the epoch of run A, forward or back. B receives no second goal while it works, and none after its end.
// After an interrupted training B may receive the newest goal again, but no other. Another graph, or another reading of B, loads B again. A
// wrong setting gives an error. Closing stops the worker.
func TestCompareFollowsEpochOfA(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("karate")}
	test.page.Frame = frameAt(5)
	test.do(lab.OpenCompare{})
	if _, ok := test.cmds[0].(lab.OpenB); !ok {
		t.Fatalf("commands %+v", test.cmds)
	}
	if r := test.sent(t); r.Kind != flat.Load || r.Recipe.Model != "gcn" || r.Recipe.Graph != "karate" || r.Recipe.Seed != 7 {
		t.Fatalf("B loads %+v, want gcn on karate with seed 7", r)
	}
	// reply passes a frame of B at an epoch, the last one of its goal or not.
	reply := func(epoch int, final bool) {
		test.do(lab.FromB{Reply: test.talk.Reply(flat.Reply{Kind: flat.Framed, Final: final, Frame: frameAt(epoch)})})
	}
	reply(0, true)
	if r := test.sent(t); r.Kind != flat.Run || r.Epochs != 5 {
		t.Fatalf("B goes forward with %+v, want 5 epochs", r)
	}
	reply(3, false)
	if len(test.cmds) != 0 || test.s.Compare.Ready(test.page) {
		t.Error("B receives a second goal, or counts as ready")
	}
	test.page.Frame = frameAt(1) // A goes back meanwhile
	test.do(lab.PageRunMoved{})
	if r := test.sent(t); r.Kind != flat.Seek || r.Position != 10 {
		t.Fatalf("B goes back with %+v, want position 10", r)
	}
	reply(3, false) // the last frame of the interrupted training
	if len(test.cmds) != 0 {
		if r := test.sent(t); r.Kind != flat.Seek || r.Position != 10 {
			t.Fatalf("after the interrupted training B goes to %+v, want position 10", r)
		}
	}
	reply(1, true)
	if len(test.cmds) != 0 || !test.s.Compare.Ready(test.page) {
		t.Errorf("at the same epoch: commands %+v, want none; ready %v", test.cmds, test.s.Compare.Ready(test.page))
	}
	// B ends at epoch 6, before the epoch 8 of A, and receives no further goal.
	test.page.Frame = frameAt(8)
	test.do(lab.PageRunMoved{})
	test.sent(t)
	end := frameAt(6)
	end.Done = true
	test.do(lab.FromB{Reply: test.talk.Reply(flat.Reply{Kind: flat.Framed, Final: true, Frame: end})})
	if len(test.cmds) != 0 || !test.s.Compare.Ready(test.page) {
		t.Error("a run that has ended receives a goal, or is not ready")
	}
	// Another graph loads B again. The end of the comparison stops the worker.
	test.page = subject("florentine")
	test.page.Key = 2
	test.do(lab.PageRunMoved{})
	if r := test.sent(t); r.Kind != flat.Load || r.Recipe.Graph != "florentine" {
		t.Fatalf("after another graph B loads %+v", r)
	}
	test.do(lab.ChangeB{Field: "dt", Value: "nonsense"})
	if len(test.cmds) != 0 || test.s.Compare.Error == "" {
		t.Error("a wrong setting is sent")
	}
	test.do(lab.ChangeB{Field: "model", Value: "sgpc/code"})
	if r := test.sent(t); r.Recipe.Settings["reading"] != "code" || r.Recipe.Model != "sgpc" {
		t.Errorf("the reading code loads %+v", r.Recipe)
	}
	test.do(lab.CloseCompare{})
	if _, ok := test.cmds[0].(lab.CloseB); !ok || test.s.Compare.On {
		t.Error("the comparison is not closed")
	}
}

// Learned, identity and zero maps are trained on the same splits with the settings of the page's run, for SGPC and for NSD. GCN and the
// reading "code" of SGPC have no choice of maps, and are not trained. Rows have mean and deviation, and only learned maps have a published
// accuracy.
func TestMapsShareSplits(t *testing.T) {
	test := &testLab{s: lab.New(), page: subject("data:texas")}
	test.do(lab.SetRuns{Runs: 2})
	for _, r := range []recipe.Setup{{Model: "gcn"}, {Settings: map[string]string{"reading": "code"}}} {
		test.page.Recipe.Model, test.page.Recipe.Settings = r.Model, r.Settings
		test.do(lab.StartMaps{})
		if len(test.cmds) != 0 {
			t.Fatalf("%+v has no choice of maps, and the commands are %+v", r, test.cmds)
		}
	}
	// SGPC: the jobs alternate learned, identity and zero maps.
	test.page.Recipe.Model, test.page.Recipe.Settings, test.page.Recipe.Method = "", nil, "paper"
	test.do(lab.StartMaps{})
	for k, j := range test.cmds[0].(lab.RunJobs).Jobs {
		if r := j.Run; r.Settings["maps"] != []string{"learned", "identity", "zero"}[k%3] || len(r.Settings) != 1 || r.Method != "paper" {
			t.Errorf("job %d of SGPC is %+v, want only the setting maps, over the method paper", k, r)
		}
	}
	if rows := test.s.Results.Table().Rows; len(rows) != 3 || rows[1].Label != "SGPC, identity maps" {
		t.Errorf("the rows of SGPC are %+v", rows)
	}
	// NSD: the setting "maps" of the page's run does not matter. The accuracies of the two splits differ by 2 %, so the deviation is √2.
	test.do(lab.Cancel{})
	test.page.Recipe.Method = ""
	test.page.Recipe.Model, test.page.Recipe.Settings = "nsd-general", map[string]string{"maps": "identity", "d": "2"}
	test.do(lab.StartMaps{})
	jobs := test.cmds[0].(lab.RunJobs).Jobs
	results := make([]client.JobState, len(jobs))
	var accuracy []float64
	for k, j := range jobs {
		r := j.Run
		if want := []string{"learned", "identity", "zero"}[k%3]; r.Settings["maps"] != want || r.Settings["d"] != "2" ||
			r.Split != []string{"public:0", "public:1"}[k/3] {
			t.Errorf("job %d is %+v", k, r)
		}
		accuracy = append(accuracy, 0.9-0.1*float64(k%3)+0.02*float64(k/3))
		results[k] = client.JobState{Done: true, Outcome: proto.JobAnswer{Outcome: train.Outcome{Test: accuracy[k], Val: 0.5, BestEpoch: 1,
			Epochs: 2}}}
	}
	test.do(lab.Reported{Report: client.PoolState{Results: results, Done: 6, Total: 6, Over: true}})
	rows := test.s.Results.Table().Rows
	for k, label := range []string{"NSD, general, learned maps, as set", "NSD, general, identity maps, as set",
		"NSD, general, zero maps, as set"} {
		mean := 50 * (accuracy[k] + accuracy[k+3])
		if r := rows[k]; r.Label != label || math.Abs(r.Mean-mean) > 1e-9 || math.Abs(r.Std-math.Sqrt2) > 1e-9 || (r.Published > 0) != (k == 0) {
			t.Errorf("row %d is %+v, want %s with mean %g and deviation √2", k, r, label, mean)
		}
	}
	if test.page.Recipe.Settings["maps"] != "identity" {
		t.Error("the run on the page has changed")
	}
}
