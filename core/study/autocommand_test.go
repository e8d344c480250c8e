package study

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/tables"
	"sheafscope/core/tune"
)

// The report of auto has all tried candidates, one of them chosen, in text and as JSON.
// Its accuracies equal those of the chosen settings, trained here on each split. Mean and deviation equal those of tables.Summarize.
// The same command gives the same report, also when it resumes from half of its results file.
func TestAutoCommandResumes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	// auto returns the text of the command before its last line, its messages, and the report in its last line.
	auto := func(more ...string) (string, string, autoReport) {
		var out, msg bytes.Buffer
		args := append([]string{"-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-seed", "3", "-epochs", "3", "-set",
			"gap_mode=off"}, more...)
		if code := AutoCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var r autoReport
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines[:len(lines)-1], "\n"), msg.String(), r
	}
	text, log, r := auto("-results", file)
	if len(r.Search) != tune.MaxTried || len(r.TestAcc) != 2 {
		t.Errorf("%d candidates and %d test accuracies, want %d and 2: %+v", len(r.Search), len(r.TestAcc), tune.MaxTried, r)
	}
	if r.Seed != 3 || !slices.Equal(r.Seeds, []uint64{3}) {
		t.Errorf("the seed of the search is %d and those of the runs are %v, want 3", r.Seed, r.Seeds)
	}
	if strings.Count(text, "\n| ") != tune.MaxTried+1 || strings.Count(text, "| chosen |") != 1 {
		t.Errorf("the table must have a heading, a row for each candidate, and one chosen row:\n%s", text)
	}
	chosen := r.Search[r.Chosen]
	if !strings.Contains(text, "Chosen: "+chosen.From+", with") || r.Sheaf != tune.HasSheaf(r.Config) {
		t.Errorf("the text must name the choice %s, and sheaf %v must be that of the settings:\n%s", chosen.From, r.Sheaf, text)
	}
	if len(chosen.Rungs) == 0 || chosen.ValMean != chosen.Rungs[len(chosen.Rungs)-1].ValMean {
		t.Errorf("the choice has the mean %g, want that of its last rung: %+v", chosen.ValMean, chosen.Rungs)
	}
	if strings.Contains(log, "from the results file") {
		t.Errorf("a new results file has runs: %s", log)
	}
	if text == "" || !strings.Contains(log, "val") || !strings.Contains(log, ", 0s left of the search\n") {
		t.Errorf("the messages must have the validation accuracies and the end of the search: %s", log)
	}
	// The chosen settings, trained here on both splits.
	for k, want := range r.TestAcc {
		split, err := SplitOf(graph.Karate(), nil, "random:0.5,0.3,0.2@"+string(rune('0'+k)))
		if err != nil {
			t.Fatal(err)
		}
		set := merged(map[string]string{"epochs": "3", "gap_mode": "off"}, chosen.Settings)
		o, err := trainCell(graph.Karate(), split, Cell{Model: "sgpc", Seed: 3, Set: set})
		if err != nil || o.Test != want || o.Val != r.ValAcc[k] {
			t.Errorf("split %d: %+v, %v; want test %g, validation %g", k, o, err, want, r.ValAcc[k])
		}
	}
	if s := tables.Summarize(r.TestAcc); *r.TestMean != s.Mean || *r.TestStd != s.Std {
		t.Errorf("the test accuracy is %v ± %v, want %v", *r.TestMean, *r.TestStd, s)
	}
	// The same command from half of the results file, and without a results file.
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	_, log, resumed := auto("-results", file, "-workers", "2")
	_, _, again := auto("-json")
	if want, got := jsonText(t, r), jsonText(t, resumed); got != want {
		t.Errorf("from half of the results the report is\n%s\nwant\n%s", got, want)
	}
	if want, got := jsonText(t, r), jsonText(t, again); got != want {
		t.Errorf("a second time the report is\n%s\nwant\n%s", got, want)
	}
	if !strings.Contains(log, "from the results file") {
		t.Errorf("no run comes from the results file: %s", log)
	}
}

// jsonText returns the JSON text of a value.
func jsonText(t *testing.T, x any) string {
	t.Helper()
	line, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// Wrong usage of auto ends with 2 and an impossible search with 1, each with a reason and without an output.
// The default splits are those of the file or, without splits, ten random ones.
func TestAutoCommandUsage(t *testing.T) {
	for _, c := range []struct {
		code   int
		reason string
		args   []string
	}{
		{2, "no setting", []string{"-set", "what=1"}}, {2, "unexpected", []string{"texas"}}, {2, "-splits", []string{"-splits", "x"}},
		{1, "no split 3", []string{"-splits", "3"}}, {1, "validation node", []string{"-protocol", "random:0.5,0,0.5"}},
		{1, "reading paper", []string{"-reading", "code"}}, {1, "rows or neighbours", []string{"-dedup", "x"}},
	} {
		var out, msg bytes.Buffer
		code := AutoCommand(append([]string{"-graph", "karate"}, c.args...), karate, &out, &msg)
		if code != c.code || out.Len() > 0 || !strings.Contains(msg.String(), c.reason) {
			t.Errorf("auto %v ends with %d, want %d and the reason %q: %s %s", c.args, code, c.code, c.reason, out.String(), msg.String())
		}
	}
	// Without test nodes there is no accuracy, and one split is no plural.
	r := autoReport{Search: []tune.Candidate{{From: "first guess"}}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}
	if text := r.markdown(""); !strings.Contains(text, "Test accuracy none (1 split × 2 seeds).") {
		t.Errorf("the report without test nodes is %s", text)
	}
	if got := defaultSplits(make([]graph.Split, 3)); !slices.Equal(got, []string{"0", "1", "2"}) {
		t.Errorf("the default of three splits is %v, want 0, 1, 2", got)
	}
	if got := defaultSplits(nil); len(got) != 10 || got[9] != "random:0.48,0.32,0.20@9" {
		t.Errorf("the default without splits is %v, want ten random splits", got)
	}
}
