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

// reproduced runs the command in a folder and returns its files, the result files aside.
func reproduced(t *testing.T, dir string, more ...string) (files map[string]string, log string) {
	t.Helper()
	var out, msg bytes.Buffer
	args := append([]string{"-datasets", "karate", "-models", "sgpc,mlp", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1",
		"-figure-splits",
		"0-1", "-epochs", "3", "-set", "channels=4", "-only", "table1,1,2b,2d,plans,maps,3", "-o", dir, "-version=1.2"}, more...)
	if code := ReproduceCommand(args, karate, &out, &msg); code != 0 || out.Len() > 0 {
		t.Fatal(code, out.String(), msg.String())
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

// A killed reproduction resumes, and combined shards equal one run: the files are the same to the last byte.
func TestReproduceResumesAndShards(t *testing.T) {
	dir := t.TempDir()
	one, log := reproduced(t, dir)
	want := []string{"figure-1.csv", "figure-2b.csv", "figure-2d.csv", "figure-3.csv", "figure-maps.csv", "figure-plans.csv", "paper.json",
		"table1.csv", "table1.md"}
	if got := slices.Sorted(maps.Keys(one)); !slices.Equal(got, want) || !strings.Contains(log, "left for everything") {
		t.Fatalf("%v\n%s", got, log)
	}
	// Killed in the middle of a line.
	kept := filepath.Join(dir, "results.jsonl")
	data, err := os.ReadFile(kept)
	if err != nil {
		t.Fatal(err)
	}
	ran := func(log string) int { return strings.Count(log, "left for everything") }
	if err := os.WriteFile(kept, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	half, again := reproduced(t, dir)
	if !maps.Equal(half, one) || ran(again) == 0 || ran(again) > ran(log)*2/3 {
		t.Errorf("%d runs at first, %d after a stop; the same files: %v", ran(log), ran(again), maps.Equal(half, one))
	}
	if same, none := reproduced(t, dir); !maps.Equal(same, one) || ran(none) != 0 {
		t.Errorf("a finished reproduction runs %d", ran(none))
	}
	if os.Getenv("LONG") != "" {
		putTogether(t, one, ran(log))
	}

	// The table, recomputed from its runs; the search's choice, from the command auto.
	var s figures.Stored
	if err := json.Unmarshal([]byte(one["paper.json"]), &s); err != nil {
		t.Fatal(err)
	}
	cell := func(model string) figures.Accuracy {
		k := slices.IndexFunc(s.Table, func(c figures.Accuracy) bool { return c.Dataset == "karate" && c.Model == model })
		if k < 0 {
			t.Fatalf("no %s in %+v", model, s.Table)
		}
		return s.Table[k]
	}
	if want := "sgpc reproduce -datasets karate -models sgpc,mlp -protocol"; !strings.HasPrefix(s.Command, want) ||
		strings.Contains(s.Command, "DIR") ||
		s.Version != "1.2" || s.Date == "" {
		t.Errorf("%q, version %q of %s", s.Command, s.Version, s.Date)
	}
	for _, model := range []string{"sgpc", "mlp"} {
		var x []float64
		for _, r := range csvRows(one["table1.csv"]) {
			if r["model"] == model {
				x = append(x, 100*parse64(t, r["test"]))
			}
		}
		c := cell(model)
		if want := tables.Summarize(x); len(x) != 2 || math.Abs(c.Mean-want.Mean) > 1e-2 || math.Abs(c.Std-want.Std) > 1e-2 || c.N != 2 {
			t.Errorf("%s: %+v, want %v", model, c, want)
		}
	}
	var out, msg bytes.Buffer
	if code := AutoCommand([]string{"-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs", "3", "-set",
		"channels=4",
		"-json"}, karate, &out, &msg); code != 0 {
		t.Fatal(msg.String())
	}
	var r autoReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	if c := cell("sgpc"); math.Abs(c.Mean-100*tables.Summarize(r.TestAcc).Mean) > 1e-2 ||
		c.From != r.Search[r.Chosen].From || c.Settings["epochs"] != "3" {
		t.Errorf("%+v, auto has %v of %s", c, r.TestAcc, r.Search[r.Chosen].From)
	}
	// A figure, recomputed by ablate.
	out.Reset()
	if code := AblateCommand([]string{"plans", "-datasets", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-epochs",
		"3", "-set",
		"channels=4", "-q", "-method", "validation"}, karate, &out, &msg); code != 0 {
		t.Fatal(msg.String())
	}
	for _, c := range s.Figures["plans"] {
		var x []float64
		for _, row := range csvRows(out.String()) {
			if row["variant"] == c.Name {
				x = append(x, parse64(t, row["test"]))
			}
		}
		if want := tables.Summarize(x); len(x) != 2 || math.Abs(c.Y[0]-want.Mean) > 1e-3 || math.Abs(c.Half[0]-want.Interval()) > 2e-3 ||
			c.N[0] != 2 {
			t.Errorf("%+v, ablate has %v", c, x)
		}
	}
	if len(s.Figures["plans"]) != 4 || len(s.Figures["maps"]) != 6 || len(s.Figures["3"]) != 1 || len(s.Figures["3"][0].X) != 6 {
		t.Errorf("%d, %d, %+v", len(s.Figures["plans"]), len(s.Figures["maps"]), s.Figures["3"])
	}
}

// csvRows returns the rows of a CSV text, each as its cells by the heading of the column.
func csvRows(text string) (rows []map[string]string) {
	lines, err := csv.NewReader(strings.NewReader(text)).ReadAll()
	if err != nil {
		return nil
	}
	for _, l := range lines[1:] {
		row := map[string]string{}
		for k, v := range l {
			row[lines[0][k]] = v
		}
		rows = append(rows, row)
	}
	return rows
}

// putTogether: two shards, each in a folder of its own, put together are one run of so many trainings: the same files.
func putTogether(t *testing.T, one map[string]string, trained int) {
	t.Helper()
	ran := func(log string) int { return strings.Count(log, "left for everything") }
	whole, sum := t.TempDir(), 0
	for _, share := range []string{"0/2", "1/2"} {
		part := t.TempDir()
		files, log := reproduced(t, part, "-shard", share)
		if len(files) != 0 || ran(log) == 0 {
			t.Errorf("shard %s writes %d files after %d runs", share, len(files), ran(log))
		}
		sum += ran(log)
		name := "results-" + strings.Replace(share, "/", "-of-", 1) + ".jsonl"
		data, err := os.ReadFile(filepath.Join(part, name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(whole, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	merged, log2 := reproduced(t, whole)
	if !maps.Equal(merged, one) || ran(log2) != 0 || sum < trained || sum > trained+5 { // what two tasks share both shards do
		t.Errorf("shards did %d runs, one run %d, after merging %d; the same files: %v", sum, trained, ran(log2), maps.Equal(merged, one))
	}
}

// Invalid requests are refused, with a reason.
func TestReproduceUsage(t *testing.T) {
	for why, args := range map[string][]string{
		"-shard": {"-shard", "2/2"}, "no \"5\"": {"-only", "5"}, "-datasets": {"-datasets", ""}, "unexpected": {"x"},
		"-splits":    {"-figure-splits", "x"},
		"no setting": {"-set", "a=b"},
	} {
		var out, msg bytes.Buffer
		if code := ReproduceCommand(append(args, "-o", t.TempDir()), karate, &out, &msg); code != 2 || !strings.Contains(msg.String(), why) {
			t.Errorf("%v: %d, %s", args, code, msg.String())
		}
	}
}

// parse64 parses a number.
func parse64(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// The time of a task follows from the runs of its own data set, also if the name of another data set begins with this name.
func TestTimeLeftByDataSet(t *testing.T) {
	cornell, legacy := &task{id: "1", dataset: "cornell", runs: 3}, &task{id: "1", dataset: "cornell_legacy", runs: 5}
	r := &reproduction{options: &options{workers: 1, shards: 1}, tasks: []*task{cornell, legacy}, rates: map[rateKey]rate{
		{"cornell", "2b"}: {2, 2}, {"cornell_legacy", "2b"}: {1, 100},
	}}
	if left := r.timeLeft(cornell, 1).Seconds(); left != 2*1+5*100 {
		t.Errorf("%g s are left, not 502", left)
	}
	// The other of two shards has the second task.
	r.shards = 2
	if left := r.timeLeft(cornell, 1).Seconds(); left != 2*1 {
		t.Errorf("%g s are left for the first shard, not 2", left)
	}
}
