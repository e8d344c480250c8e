package study

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/train"
)

// TestKeysAreDistinct: cells that differ in data set, split, seed, a setting, a swap or their stamp have different keys.
// The order of a map does not change the key.
func TestKeysAreDistinct(t *testing.T) {
	g := Grid{Datasets: []string{"a", "b"}, Models: []string{"mlp"}, Splits: []string{"0", "1"}, Seeds: []uint64{0, 1, 2}}
	cells := g.Cells()
	if len(cells) != 12 {
		t.Fatalf("%d cells, want 12", len(cells))
	}
	// 12 cells, one with a setting, one with a swap, and one with another stamp.
	seen := map[string]bool{}
	for _, c := range cells {
		seen[c.Key(Stamp{Data: "x"})] = true
	}
	c := cells[0]
	c.Set = map[string]string{"lr": "0.1"}
	seen[c.Key(Stamp{Data: "x"})] = true
	c.Set, c.Swap = nil, map[string]string{"lr": "0.1"}
	seen[c.Key(Stamp{Data: "x"})] = true
	seen[cells[0].Key(Stamp{Data: "y"})] = true
	if len(seen) != 15 {
		t.Errorf("%d different keys of 15 different cells", len(seen))
	}
	c.Swap = map[string]string{"a": "1", "b": "2", "c": "3", "d": "4"}
	for range 20 { // Go visits a map in a random order
		d := c
		d.Swap = map[string]string{"d": "4", "c": "3", "b": "2", "a": "1"}
		if d.Key(Stamp{}) != c.Key(Stamp{}) {
			t.Fatal("the key depends on the order of a map")
		}
	}
}

// An experiment that is stopped after three of eight cells has three results. Repeated with its results file, whose last line is cut, it
// runs the five missing cells only. It then has eight results in the order of the cells. The last report has no time left.
func TestExecuteResumes(t *testing.T) {
	cells := Grid{Datasets: []string{"a"}, Models: []string{"m", "n"}, Splits: []string{"0", "1"}, Seeds: []uint64{0, 1}}.Cells()
	runs := 0
	run := func(c Cell) (train.Outcome, error) {
		runs++
		return train.Outcome{Val: 0.5, Test: float64(c.Seed), Seconds: 2}, nil
	}
	var file bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	p := Experiment{Cells: cells, Run: run, Ledger: NewLedger(&file), Report: func(q Progress) {
		if q.Done == 3 {
			cancel()
		}
	}}
	first, err := p.Execute(ctx)
	if !errors.Is(err, context.Canceled) || len(first) != 3 || runs != 3 {
		t.Fatalf("%d results, %d runs, %v; want 3, 3, context.Canceled", len(first), runs, err)
	}
	// An incomplete fourth line, as if the program had ended while it wrote.
	file.WriteString(`{"key":"abc","outc`)
	ledger := NewLedger(nil)
	if cut, err := ledger.Load("f", file.Bytes()); err != nil || cut != 4 || len(ledger.done) != 3 {
		t.Fatalf("%d cells, line %d is cut, %v; want 3 cells and line 4 cut", len(ledger.done), cut, err)
	}
	resumed := 0
	var last Progress
	p = Experiment{Cells: cells, Run: run, Ledger: ledger, Workers: 1, Report: func(q Progress) {
		if q.Resumed {
			resumed++
		}
		last = q
	}}
	runs = 0
	all, err := p.Execute(context.Background())
	if err != nil || len(all) != 8 || resumed != 3 || runs != 5 {
		t.Fatalf("%d results, %d from the file, %d runs, %v; want 8, 3, 5", len(all), resumed, runs, err)
	}
	if last.Done != 8 || last.Total != 8 || last.Left != 0 || last.Bar(4) != "[####]" {
		t.Errorf("the last report is %v, want 8 of 8 and a full bar", last)
	}
	for i, r := range all {
		if r.Cell.Key(Stamp{}) != cells[i].Key(Stamp{}) || r.Outcome.Test != float64(r.Cell.Seed) {
			t.Errorf("result %d is %+v, want that of the cell %+v", i, r, cells[i])
		}
	}
}

// TestExecuteContinuesAfterFailure: with two workers, results keep the order of the cells, a failed cell does not stop the others, and its
// error is returned. Each cell has a report.
func TestExecuteContinuesAfterFailure(t *testing.T) {
	cells := Grid{Datasets: []string{"a"}, Models: []string{"m"}, Splits: []string{"0"}, Seeds: []uint64{0, 1, 2, 3, 4, 5}}.Cells()
	boom := errors.New("boom")
	run := func(c Cell) (train.Outcome, error) {
		if c.Seed == 4 {
			return train.Outcome{}, boom
		}
		return train.Outcome{Test: float64(c.Seed), Seconds: 10}, nil
	}
	var reports []Progress
	p := Experiment{Cells: cells, Run: run, Workers: 2, Report: func(q Progress) { reports = append(reports, q) }}
	out, err := p.Execute(context.Background())
	if !errors.Is(err, boom) || len(out) != 5 {
		t.Fatalf("%d results, %v; want 5 and boom", len(out), err)
	}
	for i, r := range out {
		want := []float64{0, 1, 2, 3, 5}[i] // the seeds without 4
		if r.Outcome.Test != want {
			t.Errorf("result %d is %g, want %g", i, r.Outcome.Test, want)
		}
	}
	if len(reports) != 6 {
		t.Fatalf("%d reports, want 6", len(reports))
	}
	if left := reports[5].Left; left != 0 {
		t.Errorf("%v are left after the last cell, want 0", left)
	}
	// The line of a failed first cell states no remaining time, since it is not known.
	failed := Progress{Done: 1, Total: 2, Cell: cells[4], Err: boom}
	if line := failed.String(); !strings.HasSuffix(line, ": failed: boom") {
		t.Errorf("the line of a failed first cell is %q, want no remaining time", line)
	}
}

// TestTimeLeft: the remaining time uses the mean time of the same model, or of all cells before the model has run.
func TestTimeLeft(t *testing.T) {
	cells := append(Grid{Datasets: []string{"a"}, Models: []string{"slow"}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}.Cells(),
		Grid{Datasets: []string{"a"}, Models: []string{"fast"}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}.Cells()...)
	seconds := map[string]float64{"slow": 100, "fast": 1}
	var left []float64
	p := Experiment{Cells: cells, Run: func(c Cell) (train.Outcome, error) { return train.Outcome{Seconds: seconds[c.Model]}, nil },
		Report: func(q Progress) { left = append(left, q.Left.Seconds()) }}
	if _, err := p.Execute(context.Background()); err != nil {
		t.Fatal(err)
	}
	// After one and two slow cells, fast ones count as slow. After a fast cell the last one counts as fast.
	for i, want := range []float64{300, 200, 1, 0} {
		if left[i] != want {
			t.Errorf("after %d cells %g s are left, want %g", i+1, left[i], want)
		}
	}
}

// TestLedgerErrors: a line that is no entry is an error with its number, unless it is the cut beginning of an entry at the end.
func TestLedgerErrors(t *testing.T) {
	for text, want := range map[string]string{
		"{\"key\":\"a\",\"outcome\":{}}\nrubbish\n":                            "results.jsonl:2",
		"{\"key\":\"a\",\"out{\"key\":\"b\",\"outcome\":{}}\n":                 "results.jsonl:1", // a cut line and the next one, glued
		"my notes, without an end of the line":                                 "results.jsonl:1",
		"{\"key\":\"a\",\"outcome\":{}}\nsome other text without an end of it": "results.jsonl:2",
	} {
		if cut, err := NewLedger(nil).Load("results.jsonl", []byte(text)); err == nil || cut != 0 || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: line %d is cut, %v; want an error with %s", text, cut, err, want)
		}
	}
}

// TestTableMarkdown: a table has its title, command and date. It has means in per cent with deviations, the best mean of each data set in
// bold, a dash without runs, and the published rows of its protocol. It omits published rows of another protocol.
// By hand: 80 and 90 have the mean 85 and the deviation 10/√2 = 7.1; 40 and 45 have 42.5 and 3.5.
func TestTableMarkdown(t *testing.T) {
	var rs []Result
	for k, x := range []float64{0.8, 0.9} {
		rs = append(rs,
			Result{Cell{Dataset: "cora", Model: "mlp", Seed: uint64(k)}, train.Outcome{Test: x, Val: x}},
			Result{Cell{Dataset: "texas", Model: "gcn", Seed: uint64(k)}, train.Outcome{Test: x / 2, Val: x}})
	}
	text := Table{Results: rs, Protocol: ProtocolSplits, Title: "T", Command: "c", Date: "d"}.Markdown()
	for _, want := range []string{
		"### T\n", "`c`, d\n", "1 split × 2 seeds", "| model | texas | cora |",
		"| MLP | – | **85.0** ± 7.1 |", "| GCN | **42.5** ± 3.5 | – |",
		"| *SGPC, its paper (20 random labels a class)* | *83.2* | *83.0* |",
		"| *GCNII (as reported in Bodnar et al., 2022)* | *77.6* | *88.4* |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(Table{Results: rs, Protocol: ProtocolPerClass}.Markdown(), "GCNII") {
		t.Error("a table of 20 labels a class has the published row of another protocol")
	}
}

// Every ablation has a name of its own, a question and variants. Every variant has valid settings, also after its swap. No other variant of
// the ablation has its key or its name. FindAblation finds the ablation "depth", and none for "?".
func TestAblationSettings(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:4", 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, a := range Ablations() {
		if names[a.Name] || a.Question == "" || len(a.Variants) == 0 {
			t.Errorf("the ablation %q has no name of its own, no question or no variants", a.Name)
		}
		names[a.Name] = true
		seen := map[string]bool{}
		for _, v := range a.Variants {
			cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: "paper", Set: a.settings(Grid{}, v)})
			// The settings are valid, and so are they after the swap.
			if err := errors.Join(err, cfg.Validate(), cfg.Overlay(settingsOf(v.Swap)), cfg.Validate()); err != nil {
				t.Errorf("%s, %s: %v", a.Name, v.Name, err)
			}
			key, name := Cell{Set: v.Set, Swap: v.Swap}.Key(Stamp{}), v.Name+formatNumber(v.X)
			if seen[key] || seen[name] {
				t.Errorf("%s: another variant has the settings or the name of %s", a.Name, name)
			}
			seen[key], seen[name] = true, true
		}
	}
	if _, ok := FindAblation("depth"); !ok {
		t.Error("the ablation depth is not found")
	}
	if _, ok := FindAblation("?"); ok {
		t.Error("an ablation named ? is found")
	}
}

// TestAblationCSV: the CSV of the ablation reliability has the columns of its bins and rows of its first variant. The CSV and the Markdown
// of the ablation of plans have a line for each variant, and no number is missing in the Markdown.
func TestAblationCSV(t *testing.T) {
	a, _ := FindAblation("reliability")
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"per-class:4@0"}, Seeds: []uint64{0},
		Set: map[string]string{"epochs": "8", "gap_mode": "off"}}
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	cells := a.Cells(base)
	rs, err := Experiment{Cells: cells, Run: lib.Run(true), Stamp: lib.Stamp}.Execute(context.Background())
	if err != nil || len(rs) != 2 {
		t.Fatalf("%d results, want 2 (%v)", len(rs), err)
	}
	lines := strings.Split(strings.TrimSpace(a.CSV(base, rs)), "\n")
	if lines[0] != "ablation,variant,x,dataset,model,split,seed,best_epoch,val,test,ece,bin,confidence,accuracy,count" {
		t.Errorf("the heading of reliability is %s", lines[0])
	}
	if len(lines) < 3 || !strings.HasPrefix(lines[1], "reliability,calibrated,0,karate,sgpc,per-class:4@0,0,") {
		t.Errorf("reliability has the lines %q, want rows of the calibrated variant", lines)
	}
	// The ablation of plans.
	a, _ = FindAblation("plans")
	rs, err = Experiment{Cells: a.Cells(base), Run: lib.Run(false)}.Execute(context.Background())
	if err != nil || len(rs) != len(a.Variants) {
		t.Fatalf("%d results, want %d (%v)", len(rs), len(a.Variants), err)
	}
	if n := strings.Count(a.CSV(base, rs), "\n"); n != 1+len(a.Variants) {
		t.Errorf("the CSV of plans has %d lines, want a heading and %d", n, len(a.Variants))
	}
	markdown := a.Brief(base, rs)
	if strings.Count(markdown, "\n") != 2+len(a.Variants) || strings.Contains(markdown, "–") {
		t.Errorf("the Markdown of plans must have a row without a dash for each of %d variants:\n%s", len(a.Variants), markdown)
	}
	if !strings.HasPrefix(markdown, "| variant | runs | validation | test |\n") {
		t.Errorf("the heading of the Markdown of plans is another:\n%s", markdown)
	}
}

// trainCell trains a cell on a graph and a split, with its swap, and returns the outcome.
func trainCell(g *graph.Graph, split graph.Split, c Cell) (train.Outcome, error) {
	t, err := NewLibrary(nil).fit(g, split, c)
	if err != nil {
		return train.Outcome{}, err
	}
	return t.withSwap(c.Swap)
}

// TestRunnerTrainsCell: a cell that is trained twice has equal accuracies and best epochs, the epochs of its settings, and a validation
// accuracy of 0.5 or more. An unknown setting is an error of the stamp. Impossible names of splits are errors.
func TestRunnerTrainsCell(t *testing.T) {
	g := graph.Karate()
	c := Cell{Model: "gcn", Seed: 3, Set: map[string]string{"epochs": "40", "patience": "0"}}
	split, err := SplitOf(g, nil, "per-class:4@1")
	if err != nil {
		t.Fatal(err)
	}
	a, err := trainCell(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	b, _ := trainCell(g, split, c)
	if a.Test != b.Test || a.Val != b.Val || a.BestEpoch != b.BestEpoch || a.Epochs != 40 || a.Val < 0.5 {
		t.Errorf("the outcomes are %+v and %+v, want the same twice, of 40 epochs, with 0.5 on validation nodes", a, b)
	}
	c.Set = map[string]string{"no such": "1"}
	if _, err := dataStamp("", g, split, c); err == nil {
		t.Error("an unknown setting is accepted")
	}
	for _, bad := range []string{"0", "per-class:4@x", "per-class:", "what", "planetoid"} {
		if _, err := SplitOf(g, nil, bad); err == nil {
			t.Errorf("split %q is accepted", bad)
		}
	}
}

// A cell with a swap is evaluated in the network that the library has just trained without the swap. It has the accuracies of a network
// trained for this cell. A cell with another seed is trained anew.
func TestSwapReusesNetwork(t *testing.T) {
	l := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	run := l.Run(true)
	c := Cell{Dataset: "karate", Model: "sgpc", Split: "per-class:4@1", Set: map[string]string{"epochs": "3", "gap_mode": "off"}}
	full, err := run(c)
	if err != nil {
		t.Fatal(err)
	}
	// The network stays in l.last, and the cell with a swap does not replace it.
	first := l.last
	c.Swap = map[string]string{"lift": "independent"}
	swapped, err := run(c)
	if err != nil {
		t.Fatal(err)
	}
	if l.last != first || first == nil {
		t.Error("the network was trained again for a swap")
	}
	split, err := SplitOf(graph.Karate(), nil, c.Split)
	if err != nil {
		t.Fatal(err)
	}
	alone, err := trainCell(graph.Karate(), split, c)
	if err != nil {
		t.Fatal(err)
	}
	if swapped.Val != alone.Val || swapped.Test != alone.Test || swapped.BestEpoch != full.BestEpoch {
		t.Errorf("with the kept network %+v, trained for it %+v", swapped, alone)
	}
	c.Seed = 1
	if _, err := run(c); err != nil || l.last == first {
		t.Errorf("a cell with another seed is evaluated in the network of the first (%v)", err)
	}
}
