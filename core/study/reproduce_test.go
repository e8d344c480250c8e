package study

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/tables"
)

// runReproduction runs a small form of the command reproduce in a folder, with more arguments. It returns the texts of its files by name,
// without the results files and with DIR for the folder, and the messages of the command.
func runReproduction(t *testing.T, dir string, more ...string) (files map[string]string, log string) {
	t.Helper()
	var out, msg bytes.Buffer
	args := append([]string{"-datasets", "karate", "-models", "sgpc,mlp", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1",
		"-figure-splits", "0-1", "-epochs", "3", "-set", "channels=4", "-only", "table1,1,2b,2d,plans,maps,3", "-o", dir,
		"-version=1.2"}, more...)
	if code := ReproduceCommand(args, karate, &out, &msg); code != 0 || out.Len() > 0 {
		t.Fatalf("reproduce ends with %d, want 0 and no output: %s%s", code, out.String(), msg.String())
	}
	files = map[string]string{}
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f.Name(), ".jsonl") {
			files[f.Name()] = strings.ReplaceAll(string(data), dir, "DIR")
		}
	}
	return files, msg.String()
}

// A reproduction resumes from half of its results file with the same files, byte for byte, and a finished one runs nothing.
// The accuracies of paper.json equal those of the runs in table1.csv; those of SGPC also equal those of the command auto.
// The figure of plans equals the output of the command ablate. LONG=1: two shards equal one run (checkMergedShards).
func TestReproduceResumesAndShards(t *testing.T) {
	dir := t.TempDir()
	files, log := runReproduction(t, dir)
	want := []string{"figure-1.csv", "figure-2b.csv", "figure-2d.csv", "figure-3.csv", "figure-maps.csv", "figure-plans.csv", "paper.json",
		"table1.csv", "table1.md"}
	if got := slices.Sorted(maps.Keys(files)); !slices.Equal(got, want) || !strings.Contains(log, "left for everything") {
		t.Fatalf("the files are %v, want %v, and progress in the messages:\n%s", got, want, log)
	}
	// The results file is cut in the middle, as after a kill. At most two thirds of the runs are made again.
	resultsFile := filepath.Join(dir, "results.jsonl")
	data, err := os.ReadFile(resultsFile)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(resultsFile, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	resumed, resumedLog := runReproduction(t, dir)
	if !maps.Equal(resumed, files) || trainedRuns(resumedLog) == 0 || trainedRuns(resumedLog) > trainedRuns(log)*2/3 {
		t.Errorf("%d runs at first, %d after a stop; the same files: %v", trainedRuns(log), trainedRuns(resumedLog), maps.Equal(resumed, files))
	}
	if finished, finishedLog := runReproduction(t, dir); !maps.Equal(finished, files) || trainedRuns(finishedLog) != 0 {
		t.Errorf("a finished reproduction makes %d runs, and has the same files: %v", trainedRuns(finishedLog), maps.Equal(finished, files))
	}
	if os.Getenv("LONG") != "" {
		checkMergedShards(t, files, trainedRuns(log))
	}

	// The stored table. accuracyOf returns the accuracy of a model in it.
	var s figures.Stored
	if err := json.Unmarshal([]byte(files["paper.json"]), &s); err != nil {
		t.Fatal(err)
	}
	accuracyOf := func(model string) figures.Accuracy {
		k := slices.IndexFunc(s.Table, func(c figures.Accuracy) bool { return c.Dataset == "karate" && c.Model == model })
		if k < 0 {
			t.Fatalf("no %s in %+v", model, s.Table)
		}
		return s.Table[k]
	}
	wantCommand := "sgpc reproduce -datasets karate -models sgpc,mlp -protocol"
	if !strings.HasPrefix(s.Command, wantCommand) || strings.Contains(s.Command, "DIR") {
		t.Errorf("the command is %q, want one that begins with %q and names no folder", s.Command, wantCommand)
	}
	if s.Version != "1.2" || s.Date == "" {
		t.Errorf("version %q and date %q, want 1.2 and a date", s.Version, s.Date)
	}
	// The accuracies from the runs in the CSV. paper.json has five significant digits, hence the bounds of 0.01 points.
	for _, model := range []string{"sgpc", "mlp"} {
		var x []float64
		for _, r := range csvRows(files["table1.csv"]) {
			if r["model"] == model {
				x = append(x, 100*parse64(t, r["test"]))
			}
		}
		got, want := accuracyOf(model), tables.Summarize(x)
		if len(x) != 2 || got.N != 2 || math.Abs(got.Mean-want.Mean) > 1e-2 || math.Abs(got.Std-want.Std) > 1e-2 {
			t.Errorf("%s: %+v, want %v of 2 runs", model, got, want)
		}
	}
	// The choice of settings for SGPC, from the command auto.
	var out, msg bytes.Buffer
	if code := AutoCommand([]string{"-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs", "3",
		"-set", "channels=4", "-json"}, karate, &out, &msg); code != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	var r autoReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	sgpc, autoMean, autoFrom := accuracyOf("sgpc"), 100*tables.Summarize(r.TestAcc).Mean, r.Search[r.Chosen].From
	if math.Abs(sgpc.Mean-autoMean) > 1e-2 || sgpc.From != autoFrom || sgpc.Settings["epochs"] != "3" {
		t.Errorf("SGPC has %+v, want the %g of %s that auto has, with 3 epochs", sgpc, autoMean, autoFrom)
	}
	// The figure of plans, from the command ablate. The numbers of a figure are rounded, hence the bounds.
	out.Reset()
	if code := AblateCommand([]string{"plans", "-datasets", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1",
		"-epochs", "3", "-set", "channels=4", "-q", "-method", "validation"}, karate, &out, &msg); code != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	for _, c := range s.Figures["plans"] {
		var x []float64
		for _, row := range csvRows(out.String()) {
			if row["variant"] == c.Name {
				x = append(x, parse64(t, row["test"]))
			}
		}
		want := tables.Summarize(x)
		if len(x) != 2 || c.N[0] != 2 || math.Abs(c.Y[0]-want.Mean) > 1e-3 || math.Abs(c.Half[0]-want.Interval()) > 2e-3 {
			t.Errorf("the curve %+v differs from the accuracies of ablate, %v", c, x)
		}
	}
	if len(s.Figures["plans"]) != 4 || len(s.Figures["maps"]) != 6 {
		t.Errorf("the figures plans and maps have %d and %d curves, want 4 and 6", len(s.Figures["plans"]), len(s.Figures["maps"]))
	}
	if len(s.Figures["3"]) != 1 || len(s.Figures["3"][0].X) != 6 {
		t.Errorf("figure 3 has the curves %+v, want one of 6 points", s.Figures["3"])
	}
}

// trainedRuns returns the number of runs that a reproduction trained, from its messages.
func trainedRuns(log string) int { return strings.Count(log, "left for everything") }

// csvRows returns the rows of a CSV text, each as its cells by the heading of the column. It returns nil if the text is no CSV.
func csvRows(text string) (rows []map[string]string) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil
	}
	for _, line := range lines[1:] {
		row := map[string]string{}
		for k, v := range line {
			row[lines[0][k]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// checkMergedShards runs two shards in folders of their own, and copies their results files into a third folder. A reproduction there must
// write the files want without a further run. The shards together must train the given number of runs, or up to five more.
func checkMergedShards(t *testing.T, want map[string]string, trained int) {
	t.Helper()
	mergedDir, sum := t.TempDir(), 0
	for _, share := range []string{"0/2", "1/2"} {
		part := t.TempDir()
		files, log := runReproduction(t, part, "-shard", share)
		if len(files) != 0 || trainedRuns(log) == 0 {
			t.Errorf("shard %s writes %d files after %d runs, want none after some", share, len(files), trainedRuns(log))
		}
		sum += trainedRuns(log)
		name := "results-" + strings.Replace(share, "/", "-of-", 1) + ".jsonl"
		data, err := os.ReadFile(filepath.Join(part, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(mergedDir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	merged, log := runReproduction(t, mergedDir)
	if !maps.Equal(merged, want) || trainedRuns(log) != 0 {
		t.Errorf("merged, the reproduction makes %d runs, and has the same files: %v", trainedRuns(log), maps.Equal(merged, want))
	}
	// A run that tasks of both shards need is trained by each of them.
	if sum < trained || sum > trained+5 {
		t.Errorf("the shards train %d runs, want %d to %d", sum, trained, trained+5)
	}
}

// Wrong usage of reproduce ends with 2 and a reason.
func TestReproduceUsage(t *testing.T) {
	for reason, args := range map[string][]string{
		"-shard": {"-shard", "2/2"}, "no \"5\"": {"-only", "5"}, "-datasets": {"-datasets", ""}, "unexpected": {"x"},
		"-splits":               {"-figure-splits", "x"},
		"-figure-splits: \"x\"": {"-figure-splits", "x"}, "-models: the list": {"-only", "table1", "-models", ""},
		"leave out -shard": {"-collect", "-shard", "0/2"}, "-reading: setting": {"-reading", "x"},
		"no setting": {"-set", "a=b"},
	} {
		var out, msg bytes.Buffer
		if code := ReproduceCommand(append(args, "-o", t.TempDir()), karate, &out, &msg); code != 2 || !strings.Contains(msg.String(), reason) {
			t.Errorf("reproduce %v ends with %d, want 2 and the reason %q: %s", args, code, reason, msg.String())
		}
	}
}

// A wrong setting, which the grids of table and figures share, is reported once.
func TestReproduceReportsAMistakeOnce(t *testing.T) {
	var out, msg bytes.Buffer
	code := ReproduceCommand([]string{"-set", "a=b", "-o", t.TempDir()}, karate, &out, &msg)
	if n := strings.Count(msg.String(), "no setting"); code != 2 || n != 1 {
		t.Errorf("reproduce ends with %d and mentions the setting %d times, want 2 and once: %s", code, n, msg.String())
	}
}

// The command of the files has neither the folder nor the flags without an effect on the runs. Data sets with the names of flags remain.
func TestReproducedArgsAreOfFlags(t *testing.T) {
	args := []string{"-o", "x", "-datasets", "wait", "--version=1", "-collect=true", "-models", "o", "-wait", "-version", "2", "-q"}
	if got, want := reproducedArgs(args), []string{"-datasets", "wait", "-models", "o", "-q"}; !slices.Equal(got, want) {
		t.Errorf("the arguments are %q, want %q", got, want)
	}
}

// parse64 returns the number that a text has.
func parse64(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// timeLeft multiplies the remaining runs of each task by the mean time of a run on the data set of the task: 2 runs on cornell at 1 s, and
// 5 on cornell_legacy at 100 s. It does not mix these data sets, although one name begins with the other.
// With two shards the first has the runs on cornell only.
func TestTimeLeftByDataSet(t *testing.T) {
	cornell, legacy := &task{id: "1", dataset: "cornell", runs: 3}, &task{id: "1", dataset: "cornell_legacy", runs: 5}
	r := &reproduction{options: &options{workers: 1, shards: 1}, tasks: []*task{cornell, legacy}, rates: map[rateKey]rate{
		// No run of the tasks' id "1" has finished, but runs of "2b" on the data sets have.
		{dataset: "cornell", id: "2b"}: {n: 2, seconds: 2}, {dataset: "cornell_legacy", id: "2b"}: {n: 1, seconds: 100},
	}}
	// One of the three runs on cornell has finished.
	if seconds := r.timeLeft(cornell, 1).Seconds(); seconds != 2*1+5*100 {
		t.Errorf("%g s are left, want 502", seconds)
	}
	// The second shard has the second task.
	r.shards = 2
	if seconds := r.timeLeft(cornell, 1).Seconds(); seconds != 2*1 {
		t.Errorf("%g s are left for the first shard, want 2", seconds)
	}
}
