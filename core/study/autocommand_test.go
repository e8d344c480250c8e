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

// A search with the same seed gives the same result, also when resumed from half of its results.
// The accuracies are those of the chosen settings, trained as in a table.
func TestAutoCommandResumes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	auto := func(more ...string) (string, string, autoReport) {
		var out, msg bytes.Buffer
		args := append([]string{"-graph", "karate", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-1", "-seed", "3", "-epochs", "3", "-set",
			"gap_mode=off"}, more...)
		if code := AutoCommand(args, karate, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		var r autoReport
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), &r); err != nil {
			t.Fatal(err)
		}
		return strings.Join(lines[:len(lines)-1], "\n"), msg.String(), r
	}
	text, log, r := auto("-results", file)
	if len(r.Search) != tune.MaxTried || r.Seed != 3 || !slices.Equal(r.Seeds, []uint64{3}) || len(r.TestAcc) != 2 ||
		strings.Count(text, "\n| ") != tune.MaxTried+1 || strings.Count(text, "| chosen |") != 1 || !strings.Contains(log, "val") {
		t.Errorf("%s\n%+v", text, r)
	}
	c := r.Search[r.Chosen]
	if !strings.Contains(text, "Chosen: "+c.From+", with") || r.Sheaf != tune.HasSheaf(r.Config) || len(c.Rungs) == 0 ||
		c.ValMean != c.Rungs[len(c.Rungs)-1].ValMean {
		t.Errorf("%s\n%+v", text, c)
	}
	if text == "" || strings.Contains(log, "from the results file") || !strings.Contains(log, ", 0s left of the search\n") {
		t.Error(log)
	}
	// What was chosen, trained by hand on the drawn splits.
	for k, want := range r.TestAcc {
		split, err := SplitOf(graph.Karate(), nil, "random:0.5,0.3,0.2@"+string(rune('0'+k)))
		if err != nil {
			t.Fatal(err)
		}
		set := merged(map[string]string{"epochs": "3", "gap_mode": "off"}, c.Settings)
		o, err := trainCell(graph.Karate(), split, Cell{Model: "sgpc", Seed: 3, Set: set})
		if err != nil || o.Test != want || o.Val != r.ValAcc[k] {
			t.Errorf("split %d: %+v, %v; want test %g, validation %g", k, o, err, want, r.ValAcc[k])
		}
	}
	if s := tables.Summarize(r.TestAcc); *r.TestMean != s.Mean || *r.TestStd != s.Std {
		t.Errorf("%v ± %v, want %v", *r.TestMean, *r.TestStd, s)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, data[:len(data)/2], 0o644); err != nil {
		t.Fatal(err)
	}
	_, log, half := auto("-results", file, "-workers", "2")
	_, _, again := auto("-json")
	if a, b := must(t, r), must(t, half); a != b || a != must(t, again) || !strings.Contains(log, "from the results file") {
		t.Errorf("another search:\n%s\n%s", a, b)
	}
}

// must returns the JSON text of a value.
func must(t *testing.T, x any) string {
	t.Helper()
	line, err := json.Marshal(x)
	if err != nil {
		t.Fatal(err)
	}
	return string(line)
}

// Wrong usage ends with 2 and impossible work with 1, each with a reason.
func TestAutoCommandUsage(t *testing.T) {
	for _, c := range []struct {
		code int
		why  string
		args []string
	}{
		{2, "no setting", []string{"-set", "what=1"}}, {2, "unexpected", []string{"texas"}}, {2, "-splits", []string{"-splits", "x"}},
		{1, "no split 3", []string{"-splits", "3"}}, {1, "validation node", []string{"-protocol", "random:0.5,0,0.5"}},
		{1, "reading paper", []string{"-reading", "code"}}, {1, "rows or neighbours", []string{"-dedup", "x"}},
	} {
		var out, msg bytes.Buffer
		if code := AutoCommand(append([]string{"-graph", "karate"}, c.args...), karate, &out, &msg); code != c.code || out.Len() > 0 ||
			!strings.Contains(msg.String(), c.why) {
			t.Errorf("%v: %d, %s %s", c.args, code, out.String(), msg.String())
		}
	}
	if got := defaultSplits(make([]graph.Split, 3)); !slices.Equal(got, []string{"0", "1", "2"}) {
		t.Error(got)
	}
	if got := defaultSplits(nil); len(got) != 10 || got[9] != "random:0.48,0.32,0.20@9" {
		t.Error(got)
	}
}
