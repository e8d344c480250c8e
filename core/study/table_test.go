package study

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/train"
)

// The numbers of splits and seeds above a table are those of a data set, also if the data sets have splits of different names.
// If the data sets have different numbers, the text has the smallest and the largest. An empty table has none.
func TestRunsAreCountedByDataset(t *testing.T) {
	run := func(dataset, split string, seed uint64) Result {
		return Result{Cell{Dataset: dataset, Model: "mlp", Split: split, Seed: seed}, train.Outcome{Test: 0.5}}
	}
	rs := []Result{run("texas", "0", 0), run("texas", "1", 0), run("karate", "per-class:4@0", 0), run("karate", "per-class:4@1", 0),
		run("texas", "2", 0), run("karate", "per-class:4@0", 1)}
	for n, want := range map[int]string{0: "; 0 splits × 0 seeds.", 4: "; 2 splits × 1 seed.", 5: "; 2 to 3 splits × 1 seed.",
		6: "; 2 to 3 splits × 1 to 2 seeds."} {
		if text := (Table{Results: rs[:n]}).Markdown(); !strings.Contains(text, want) {
			t.Errorf("%d runs have no %q in\n%s", n, want, text)
		}
	}
}

// A mean over those runs of three that have an area under the ROC curve is marked. Means over all runs are not marked.
func TestMeanOfFewerAreasIsMarked(t *testing.T) {
	var rs []Result
	var wanted []Cell
	for seed := range uint64(3) {
		c := Cell{Dataset: "karate", Model: "mlp", Seed: seed}
		o := train.Outcome{Test: 0.5, Val: 0.5}
		if seed > 0 {
			o.Metrics = map[string]float64{"auc": 0.75}
		}
		rs, wanted = append(rs, Result{c, o}), append(wanted, c)
	}
	text := Table{Results: rs, Wanted: wanted, Validation: true}.Markdown()
	if strings.Count(text, " runs)") != 1 || !strings.Contains(text, "75.0 ± 0.0 (2 of 3 runs) |") {
		t.Errorf("the table must mark the mean of the areas alone:\n%s", text)
	}
}

// A mean difference that rounds to 0.0 has no sign.
func TestRoundedDifferenceHasNoSign(t *testing.T) {
	for _, sgpc := range []float64{0.5002, 0.4998} {
		var rs []Result
		for _, split := range []string{"0", "1"} {
			rs = append(rs, Result{Cell{Dataset: "texas", Model: "sgpc", Split: split}, train.Outcome{Test: sgpc}},
				Result{Cell{Dataset: "texas", Model: "mlp", Split: split}, train.Outcome{Test: 0.5}})
		}
		if text := (Table{Results: rs}).Markdown(); !strings.Contains(text, "| SGPC − MLP | 0.0 ± 0.0 |") {
			t.Errorf("an accuracy of %g less 0.5 has no 0.0 ± 0.0 in\n%s", sgpc, text)
		}
	}
}

// A repeated data set, model, split, seed, number of layers or value of an axis counts once, in all commands that have the flag.
func TestRepeatedNamesCountOnce(t *testing.T) {
	table := func(args []string, out, msg io.Writer) int { return TableCommand(args, karate, out, msg) }
	heatTable := func(args []string, out, msg io.Writer) int { return TableCommand(args, generated, out, msg) }
	depth := func(args []string, out, msg io.Writer) int { return DepthCommand(args, karate, out, msg) }
	const tableFlags = " -epochs 2 -method validation -q -results="
	const heatFlags = " -datasets sbm:n=40,classes=2 -graphs 2 -splits 0 -protocol per-class:4"
	for _, c := range []struct {
		command        func(args []string, out, msg io.Writer) int
		once, repeated string
		body           string // the beginning of the output below the command line, which names the flags
	}{
		{table, "-datasets karate -models mlp,gcn -splits 0-1 -seeds 0-1" + tableFlags,
			"-datasets karate,karate -models mlp,gcn,mlp -splits 0-1,0 -seeds 0,0-1" + tableFlags, "Test accuracy"},
		{heatTable, "-axis homophily=0.2,0.8 -models mlp,nsd-diag" + heatFlags + tableFlags,
			"-axis homophily=0.2,0.8,0.20 -models mlp,nsd-diag,mlp" + heatFlags + tableFlags, "Graphs of"},
		{depth, "-datasets karate -protocol per-class:4 -splits 0-1 -models gcn -layers 2 -epochs 2 -q -markdown -results=",
			"-datasets karate -protocol per-class:4 -splits 0-1,1 -models gcn,gcn -layers 2,02 -epochs 2 -q -markdown -results=", "### Depth"},
		{HolonomyCommand, "-graph universe:n=40 -epochs 2 -seeds 0-1 -q", "-graph universe:n=40 -epochs 2 -seeds 0-1,0 -q", "Graphs:"},
	} {
		var texts []string
		for _, args := range []string{c.once, c.repeated} {
			var out, msg bytes.Buffer
			if code := c.command(strings.Fields(args), &out, &msg); code != 0 {
				t.Fatalf("%s ends with %d, want 0: %s", args, code, msg.String())
			}
			_, text, isFound := strings.Cut(out.String(), c.body)
			if !isFound {
				t.Fatalf("%s has no %q in\n%s", args, c.body, out.String())
			}
			texts = append(texts, text)
		}
		if texts[0] != texts[1] {
			t.Errorf("%s gives\n%s\nwant\n%s", c.repeated, texts[1], texts[0])
		}
	}
}

// Two variants with equal settings share their runs: both have the number of runs of the others, and the difference 0.
func TestEqualVariantsShareRuns(t *testing.T) {
	var out, msg bytes.Buffer
	code := AblateCommand([]string{"plans", "-datasets", "karate", "-protocol", "random:0.5,0.2,0.3", "-splits", "0-1", "-epochs", "2", "-set",
		"channels=4", "-set", "lift=independent", "-markdown", "-q"}, karate, &out, &msg)
	text := out.String()
	if code != 0 || strings.Count(text, " | 2 | ") != 7 || !strings.Contains(text, "| full − independent coupling, retrained | 0.0 ± 0.0 |") {
		t.Errorf("ablate ends with %d, want 0 and seven variants with 2 runs: %s%s", code, text, msg.String())
	}
}

// An ablation with series has the same output with and without a results file that has its runs without series.
func TestStoredRunsHaveSeries(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	ablate := func(name, results string) string {
		var out, msg bytes.Buffer
		if code := AblateCommand([]string{name, "-datasets", "karate", "-protocol", "per-class:4", "-splits", "0", "-epochs", "2", "-set",
			"channels=4", "-q", "-results", results}, karate, &out, &msg); code != 0 {
			t.Fatalf("ablate %s ends with %d, want 0: %s", name, code, msg.String())
		}
		return out.String()
	}
	ablate("plans", file)
	want := ablate("bound", "")
	for _, results := range []string{file, file} { // the second time the runs are stored with series
		if got := ablate("bound", results); got != want || strings.Count(got, "\n") != 3 {
			t.Errorf("with stored runs the ablation is\n%s\nwant the header and two epochs\n%s", got, want)
		}
	}
}

// A test node without a label does not count in the accuracies of a swap of maps.
func TestSwapOmitsUnlabelledNodes(t *testing.T) {
	g := graph.Karate()
	split, err := SplitOf(g, nil, "per-class:4@0")
	if err != nil {
		t.Fatal(err)
	}
	c := Cell{Dataset: "karate", Model: "sgpc", Set: map[string]string{"epochs": "3", "gap_mode": "off", "channels": "4"},
		Swap: map[string]string{mapsSwap: "identity"}}
	// The same swap without the node in the test set.
	shorter := split
	shorter.Test = split.Test[1:]
	want, err := trainCell(g, shorter, c)
	if err != nil {
		t.Fatal(err)
	}
	g = graph.Karate()
	g.Labels = slices.Clone(g.Labels)
	g.Labels[split.Test[0]] = -1
	got, err := trainCell(g, split, c)
	if err != nil || got.Test != want.Test || got.Val != want.Val {
		t.Errorf("with an unlabelled test node the accuracies are %g and %g (%v), want %g and %g without the node", got.Val, got.Test, err,
			want.Val, want.Test)
	}
}

// The command of a stored row omits the flags of a machine with their values, and keeps a value that is the name of such a flag.
func TestPortableArgsKeepValues(t *testing.T) {
	got := portableArgs([]string{"-datasets", "data", "-data", "x", "--workers=3", "-q", "-protocol", "o", "-rows", "q", "-models", "wait"})
	if want := []string{"-datasets", "data", "-protocol", "o", "-models", "wait"}; !slices.Equal(got, want) {
		t.Errorf("the arguments are %q, want %q", got, want)
	}
}

// A choice of the defaults has no settings, and its item in the list of choices has no code.
func TestChosenDefaultsHaveNoCode(t *testing.T) {
	text := chosenText([]Chosen{{Dataset: "texas", Model: "gcn", From: "the defaults"},
		{Dataset: "texas", Sheaf: true, From: "two layers", Settings: map[string]string{"layers": "2"}}})
	if want := "* texas, GCN: the defaults\n* texas, SGPC: two layers `layers=2`\n"; !strings.HasSuffix(text, "\n\n"+want) {
		t.Errorf("the list is %q, want the items %q", text, want)
	}
}
