package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

const (
	benchDir  = workDir + "/bench"     // programs of the benchmark
	benchSite = workDir + "/bench/www" // what the browser loads
	benchData = "../shared/datasets"   // public data sets, where somebody put them
	benchLog  = "BENCHMARKS.md"        // what it writes
)

// timing is one row of one column: the samples of every round.
type timing struct {
	Name    string    `json:"name"`
	Variant string    `json:"variant"`
	Samples []float64 `json:"samples"` // milliseconds
	Flop    float64   `json:"flop"`
	Memory  float64   `json:"memory"` // bytes, of the whole process
}

// column names where something ran and by what: {"native", "go"}, {"node",
// "simd"}, {"Chromium", "tfjs"}.
type column struct{ place, variant string }

// timings collects all samples by row and column. order keeps the rows as the
// command lists them.
type timings struct {
	order []string
	at    map[string]map[column]*timing
}

func (t *timings) add(place string, list []timing) {
	if t.at == nil {
		t.at = map[string]map[column]*timing{}
	}
	for _, r := range list {
		row := t.at[r.Name]
		if row == nil {
			row = map[column]*timing{}
			t.at[r.Name] = row
			t.order = append(t.order, r.Name)
		}
		c := column{place, r.Variant}
		if row[c] == nil {
			row[c] = &timing{Name: r.Name, Variant: r.Variant, Flop: r.Flop}
		}
		row[c].Samples = append(row[c].Samples, r.Samples...)
		row[c].Memory = max(row[c].Memory, r.Memory)
	}
}

// median returns the median of a cell, 0 when it was not measured.
func (t *timings) median(name, place, variant string) float64 {
	r := t.at[name][column{place, variant}]
	if r == nil {
		return 0
	}
	return median(r.Samples)
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// bench measures everything natively, in node and in the browser, by turns,
// and writes the tables into BENCHMARKS.md. quick only sees that it all runs.
func bench(ctx context.Context, quick bool) error {
	runners, stop, err := benchRunners(ctx, quick)
	if err != nil {
		return err
	}
	defer stop()
	// Rounds of all places take turns, so that a busy spell of the machine
	// meets all of them; the long rows have fewer.
	type plan struct {
		turns int
		args  []string
		sets  []string // the public data sets that it needs
		torch bool     // PyTorch takes turns with it
	}
	few := func(counts, bench string) []string { return append(strings.Fields(counts), "-test.bench="+bench) }
	plans := []plan{
		{turns: 3, args: few("-test.count=4 -test.benchtime=40ms", "/^(gemm|HᵀG|CSR|exp|Lanczos|eigen|spectrum)")},
		{turns: 3, args: few("-test.count=3 -test.benchtime=200ms", "/^SGPC epoch, (karate|texas|cora)$"), sets: []string{"texas", "cora"}},
		{turns: 5, args: few("-test.count=3 -test.benchtime=300ms", "/^(GCN epoch.*|(epoch|products) .*, texas)$"), sets: []string{"texas"},
			torch: true},
		{turns: 1, args: few("-test.count=2 -test.benchtime=1x", "/^SGPC epoch, (squirrel|pubmed)$"), sets: []string{"squirrel", "pubmed"}},
	}
	if quick {
		plans = plans[:3] // the large data sets take minutes
	}
	// A process per size: the largest runs fill the memory that wasm has. The
	// sizes take turns too, because their slope compares them with each other.
	sizes, turns := []string{"1000", "3000", "10000", "30000", "100000", "200000"}, 3
	if quick {
		sizes, turns = sizes[:1], 1
	}
	for range turns {
		for _, m := range sizes {
			plans = append(plans, plan{turns: 1, args: few("-test.count=4 -test.benchtime=300ms", "/^SGPC epoch, m = "+m+"$")})
		}
	}
	var all timings
	var failures error // of one place: the others go on
	for _, p := range plans {
		graphs, files := benchGraphs(p.sets)
		args := append([]string{"-test.run=^$"}, p.args...)
		if quick {
			p.turns, args = 1, append(args, "-test.short", "-test.count=1", "-test.benchtime=1x")
		}
		for range p.turns {
			for _, r := range runners {
				list, err := r.run(ctx, args, graphs, files)
				if err != nil {
					failures = errors.Join(failures, fmt.Errorf("%s, %v: %w", r.place, args, err))
				}
				all.add(r.place, list)
			}
			if p.torch {
				list, err := benchTorch(ctx, graphs, quick)
				failures = errors.Join(failures, err)
				all.add("native", list)
			}
		}
	}
	start, err := benchStart(ctx, quick)
	if err != nil {
		failures = errors.Join(failures, err)
	}
	text := benchTables(&all, start)
	fmt.Print(text)
	if quick {
		return failures
	}
	data, err := json.MarshalIndent(flatten(&all), "", " ")
	if err != nil {
		return err
	}
	return errors.Join(failures, writeFile(filepath.Join(benchDir, "bench.json"), data), putBetween(benchLog, text))
}

// benchStartAgain measures start and transfer anew and writes the tables with
// them and the timings of the last bench, which .build keeps.
func benchStartAgain(ctx context.Context) error {
	data, err := os.ReadFile(filepath.Join(benchDir, "bench.json"))
	if err != nil {
		return fmt.Errorf("there are no timings to go with the start (%w); run ./build.sh bench first", err)
	}
	var list []cell
	if err := json.Unmarshal(data, &list); err != nil {
		return err
	}
	var all timings
	for _, c := range list {
		all.add(c.Place, []timing{c.timing})
	}
	start, err := benchStart(ctx, false)
	if err != nil {
		return err
	}
	text := benchTables(&all, start)
	fmt.Print(text)
	return putBetween(benchLog, text)
}

// cell is a timing with its place, in .build/bench/bench.json.
type cell struct {
	Place string `json:"place"`
	timing
}

// flatten lists all cells.
func flatten(t *timings) []cell {
	var list []cell
	for _, name := range t.order {
		from := len(list)
		for c, r := range t.at[name] {
			list = append(list, cell{c.place, *r})
		}
		slices.SortFunc(list[from:], func(a, b cell) int {
			return cmp.Or(cmp.Compare(a.Place, b.Place), cmp.Compare(a.Variant, b.Variant))
		})
	}
	return list
}

// benchGraphs lists the graphs whose epochs are measured, karate and those of
// the data sets that are there, and the files that a browser needs for them, by path inside the browser.
func benchGraphs(sets []string) (graphs []string, files map[string]string) {
	graphs, files = []string{"karate"}, map[string]string{}
	for _, name := range sets {
		dir := filepath.Join(benchData, name)
		list, err := tree(func(p string) bool {
			rel, err := filepath.Rel(dir, p)
			// One mask is enough.
			return err == nil && (!strings.Contains(rel, string(filepath.Separator)) || strings.HasSuffix(p, "_0.npz"))
		}, dir)
		if err != nil || len(list) == 0 {
			continue
		}
		graphs = append(graphs, dir)
		for _, f := range list {
			rel, _ := filepath.Rel(benchData, f)
			files["/data/"+filepath.ToSlash(rel)] = f
		}
	}
	return graphs, files
}
