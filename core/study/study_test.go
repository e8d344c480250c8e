package study

import (
	"bytes"
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/train"
)

// TestKeysAreDistinct: cells that differ in a field or in their stamp have different keys. The order of a map does not change the key.
func TestKeysAreDistinct(t *testing.T) {
	g := Grid{Datasets: []string{"a", "b"}, Models: []string{"mlp"}, Splits: []string{"0", "1"}, Seeds: []uint64{0, 1, 2}}
	cells := g.Cells()
	if len(cells) != 12 {
		t.Fatalf("%d cells", len(cells))
	}
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
	for range 20 {
		d := c
		d.Swap = map[string]string{"d": "4", "c": "3", "b": "2", "a": "1"}
		if d.Key(Stamp{}) != c.Key(Stamp{}) {
			t.Fatal("the key depends on the order of a map")
		}
	}
}

// A stopped and repeated experiment runs only the missing cells and gives the same results in the same order.
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
		t.Fatalf("%d results, %d runs, %v", len(first), runs, err)
	}
	// The power went off in the middle of a line.
	file.WriteString(`{"key":"abc","outc`)
	ledger := NewLedger(nil)
	if cut, err := ledger.Load("f", file.Bytes()); err != nil || cut != 4 || len(ledger.done) != 3 {
		t.Fatalf("%d cells, line %d is cut, %v", len(ledger.done), cut, err)
	}
	resumed := 0
	var last Progress
	p = Experiment{Cells: cells, Run: run, Ledger: ledger, Workers: 3, Report: func(q Progress) {
		if q.Resumed {
			resumed++
		}
		last = q
	}}
	runs = 0
	p.Workers = 1
	all, err := p.Execute(context.Background())
	if err != nil || len(all) != 8 || resumed != 3 || runs != 5 {
		t.Fatalf("%d results, %d from the file, %d runs, %v", len(all), resumed, runs, err)
	}
	if last.Done != 8 || last.Total != 8 || last.Left != 0 || last.Bar(4) != "[####]" {
		t.Errorf("last report %v", last)
	}
	for i, r := range all {
		if r.Cell.Key(Stamp{}) != cells[i].Key(Stamp{}) || r.Outcome.Test != float64(r.Cell.Seed) {
			t.Errorf("result %d is %+v", i, r)
		}
	}
}

// TestExecuteWorkersFailuresAndTime: with two workers, results keep the order of the cells, and a failed cell does not stop the others.
func TestExecuteWorkersFailuresAndTime(t *testing.T) {
	cells := Grid{Datasets: []string{"a"}, Models: []string{"m"}, Splits: []string{"0"}, Seeds: []uint64{0, 1, 2, 3, 4, 5}}.Cells()
	boom := errors.New("boom")
	run := func(c Cell) (train.Outcome, error) {
		if c.Seed == 4 {
			return train.Outcome{}, boom
		}
		return train.Outcome{Test: float64(c.Seed), Seconds: 10}, nil
	}
	var left []time.Duration
	p := Experiment{Cells: cells, Run: run, Workers: 2, Report: func(q Progress) { left = append(left, q.Left) }}
	out, err := p.Execute(context.Background())
	if !errors.Is(err, boom) || len(out) != 5 {
		t.Fatalf("%d results, %v", len(out), err)
	}
	for i, r := range out {
		want := []float64{0, 1, 2, 3, 5}[i]
		if r.Outcome.Test != want {
			t.Errorf("result %d is %g, want %g", i, r.Outcome.Test, want)
		}
	}
	if len(left) != 6 {
		t.Fatalf("%d reports", len(left))
	}
}

// TestTimeLeft: the remaining time uses the mean time of the same model, or of all cells before the model has run.
func TestTimeLeft(t *testing.T) {
	cells := append(Grid{Datasets: []string{"a"}, Models: []string{"slow"}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}.Cells(),
		Grid{Datasets: []string{"a"}, Models: []string{"fast"}, Splits: []string{"0"}, Seeds: []uint64{0, 1}}.Cells()...)
	secs := map[string]float64{"slow": 100, "fast": 1}
	var left []float64
	p := Experiment{Cells: cells, Run: func(c Cell) (train.Outcome, error) { return train.Outcome{Seconds: secs[c.Model]}, nil },
		Report: func(q Progress) { left = append(left, q.Left.Seconds()) }}
	if _, err := p.Execute(context.Background()); err != nil {
		t.Fatal(err)
	}
	// After one slow cell nothing is known of fast ones; after a fast one it is.
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
			t.Errorf("%q: %d, %v", text, cut, err)
		}
	}
}

// TestTableMarkdown checks headings, means, the bold best mean and the rows of a table.
func TestTableMarkdown(t *testing.T) {
	var rs []Result
	for k, x := range []float64{0.8, 0.9} {
		rs = append(rs,
			Result{Cell{Dataset: "cora", Model: "mlp", Seed: uint64(k)}, train.Outcome{Test: x, Val: x}},
			Result{Cell{Dataset: "texas", Model: "gcn", Seed: uint64(k)}, train.Outcome{Test: x / 2, Val: x}})
	}
	text := Table{Results: rs, Protocol: ProtocolSplits, Title: "T", Command: "c", Date: "d"}.Markdown()
	for _, want := range []string{
		"### T\n", "`c`, d\n", "1 splits × 2 seeds", "| model | texas | cora |",
		"| MLP | – | **85.0** ± 7.1 |", "| GCN | **42.5** ± 3.5 | – |",
		"| *SGPC, its paper (20 random labels a class)* | *83.2* | *83.0* |",
		"| *GCNII (as reported in Bodnar et al., 2022)* | *77.6* | *88.4* |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("no %q in\n%s", want, text)
		}
	}
	if strings.Contains(Table{Results: rs, Protocol: ProtocolPerClass}.Markdown(), "GCNII") {
		t.Error("rows of another protocol beside 20 per class")
	}
}

// Every variant of every ablation has valid settings.
func TestAblationSettings(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:4", 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, a := range Ablations() {
		if names[a.Name] || a.Question == "" || len(a.Variants) == 0 {
			t.Errorf("ablation %q", a.Name)
		}
		names[a.Name] = true
		seen := map[string]bool{}
		for _, v := range a.Variants {
			cfg, err := ConfigFor(g, split, Cell{Model: "sgpc", Method: "paper", Set: a.settings(Grid{}, v)})
			if err := errors.Join(err, cfg.Validate(), cfg.Overlay(settingsOf(v.Swap)), cfg.Validate()); err != nil {
				t.Errorf("%s, %s: %v", a.Name, v.Name, err)
			}
			key, name := Cell{Set: v.Set, Swap: v.Swap}.Key(Stamp{}), v.Name+formatNumber(v.X)
			if seen[key] || seen[name] {
				t.Errorf("%s: variant %s twice", a.Name, name)
			}
			seen[key], seen[name] = true, true
		}
	}
	if _, ok := FindAblation("depth"); !ok {
		t.Error("no ablation depth")
	}
	if _, ok := FindAblation("?"); ok {
		t.Error("an ablation without a name")
	}
}

// TestAblationCSV checks the rows and columns of an ablation with series.
func TestAblationCSV(t *testing.T) {
	a, _ := FindAblation("reliability")
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"per-class:4@0"}, Seeds: []uint64{0},
		Set: map[string]string{"epochs": "8", "gap_mode": "off"}}
	lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	cells := a.Cells(base)
	rs, err := Experiment{Cells: cells, Run: lib.Run(true), Stamp: lib.Stamp}.Execute(context.Background())
	if err != nil || len(rs) != 2 {
		t.Fatal(len(rs), err)
	}
	lines := strings.Split(strings.TrimSpace(a.CSV(base, rs)), "\n")
	if lines[0] != "ablation,variant,x,dataset,model,split,seed,best_epoch,val,test,ece,bin,confidence,accuracy,count" {
		t.Error(lines[0])
	}
	if len(lines) < 3 || !strings.HasPrefix(lines[1], "reliability,calibrated,0,karate,sgpc,per-class:4@0,0,") {
		t.Error(lines)
	}
	a, _ = FindAblation("plans")
	rs, err = Experiment{Cells: a.Cells(base), Run: lib.Run(false)}.Execute(context.Background())
	if err != nil || len(rs) != len(a.Variants) {
		t.Fatal(len(rs), err)
	}
	if n := strings.Count(a.CSV(base, rs), "\n"); n != 1+len(a.Variants) {
		t.Errorf("%d lines", n)
	}
	if b := a.Brief(base, rs); strings.Count(b, "\n") != 2+len(a.Variants) || strings.Contains(b, "–") || !strings.HasPrefix(b,
		"| variant | runs | validation | test |\n") {
		t.Error(b)
	}
}

// trainCell is a Runner for one graph and split.
func trainCell(g *graph.Graph, split graph.Split, c Cell) (train.Outcome, error) {
	t, err := NewLibrary(nil).fit(g, split, c)
	if err != nil {
		return train.Outcome{}, err
	}
	return t.withSwap(c.Swap)
}

// TestRunnerTrainsCell: equal cells have equal outcomes, and an unknown setting is an error.
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
		t.Errorf("%+v and %+v", a, b)
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

// A swap is evaluated in the network that was just trained.
func TestSwapReusesNetwork(t *testing.T) {
	l := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil })
	run := l.Run(true)
	c := Cell{Dataset: "karate", Model: "sgpc", Split: "per-class:4@1", Set: map[string]string{"epochs": "3", "gap_mode": "off"}}
	full, err := run(c)
	if err != nil {
		t.Fatal(err)
	}
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
		t.Errorf("another seed took the kept network (%v)", err)
	}
}
