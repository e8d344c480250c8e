package study

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
	"sheafscope/core/tune"
	"sheafscope/core/words"
)

// autoReport is the JSON object at the end of the output of `sgpc auto`.
type autoReport struct {
	Graph  string           `json:"graph"`
	Seed   uint64           `json:"seed"`
	Splits []string         `json:"splits"`
	Search []tune.Candidate `json:"search"`
	// Chosen is the index in Search; Sheaf reports whether its configuration has a sheaf.
	Chosen int             `json:"chosen"`
	Sheaf  bool            `json:"sheaf"`
	Config settings.Config `json:"config"`
	// Accuracies of the chosen settings alone, by split and seed; empty without test nodes.
	Seeds   []uint64  `json:"seeds"`
	ValAcc  []float64 `json:"val_acc"`
	TestAcc []float64 `json:"test_acc"`
	// Missing is the number of failed runs of the chosen settings.
	Missing  int      `json:"missing,omitempty"`
	TestMean *float64 `json:"test_mean"`
	TestStd  *float64 `json:"test_std"`
}

// AutoCommand is `sgpc auto`: it chooses settings on the validation sets of a graph's splits and lists all candidates.
// Then it trains the chosen settings again and reports the accuracy on the test sets.
// It returns the exit status: 0, 1 when the work failed, 2 for wrong usage.
func AutoCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("auto", method.Validation, processors(), stderr)
	o.fs.StringVar(&o.datasets, "graph", "texas", "`name` of a data set in -data, a built-in graph, a file or a folder")
	o.fs.StringVar(&o.results, "results", "",
		"`file` that keeps finished runs, so that the search can be stopped and repeated; empty for none")
	seed := o.fs.Uint64("seed", 0, "seed of the search; -seeds are those of the runs that are tested, by default the same")
	asJSON := o.fs.Bool("json", false, "print the JSON object alone")
	if code := parseFlags(o.fs, args, stderr); code >= 0 {
		return code
	}
	given := map[string]bool{}
	o.fs.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if !given["seeds"] {
		o.seeds = strconv.FormatUint(*seed, 10)
	}
	grid, err := o.grid([]string{"sgpc"})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	var names []string
	// Without -splits a search uses all splits of the data set, whose number only its files determine.
	if o.protocol != ProtocolSplits || given["splits"] {
		names = grid.Splits
	}
	end, err := o.openFiles(stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	defer end()
	search, lib, err := o.choose(load(o.data).without(o.dedup), o.datasets, names, Cell{Seed: *seed, Method: grid.Method, Set: grid.Set},
		stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	if text := graph.FewText(search.graph, o.protocol); text != "" {
		fmt.Fprintln(stderr, "sgpc:", text)
	}
	cells, _ := search.Final(grid.Seeds) // no error after the search has chosen
	results, err := o.execute(cells, lib, false, nil, stderr)
	report := autoReport{Graph: search.graph.Name, Seed: *seed, Splits: search.names, Search: search.Trials(), Seeds: grid.Seeds,
		ValAcc: []float64{}, TestAcc: []float64{}}
	report.Chosen, report.Config, _ = search.Chosen()
	report.Sheaf = tune.HasSheaf(report.Config)
	report.Missing = len(cells) - len(results)
	for _, r := range results {
		report.ValAcc = append(report.ValAcc, r.Outcome.Val)
		if r.Outcome.Test >= 0 {
			report.TestAcc = append(report.TestAcc, r.Outcome.Test)
		}
	}
	if s := tables.Summarize(report.TestAcc); s.N > 0 {
		report.TestMean, report.TestStd = &s.Mean, &s.Std
	}
	line, failed := json.Marshal(report)
	if failed != nil {
		return o.fail(failed, stderr)
	}
	text := string(line) + "\n"
	if !*asJSON {
		text = report.markdown(commandLine("auto", args)) + "\n" + text
	}
	return o.writeOutput(text, err, stdout, stderr)
}

// choose searches on the named splits of a data set, or on all of its splits for nil; base has the other fields of a cell.
// It returns the finished search and a library of that data set alone.
func (o *options) choose(read Loader, dataset string, names []string, base Cell, stderr io.Writer) (*Search, *Library, error) {
	g, splits, err := read(dataset)
	if err != nil {
		return nil, nil, err
	}
	base.Dataset = dataset
	search, blind, err := searchOn(g, splits, names, base)
	if err != nil {
		return nil, nil, err
	}
	if o.nested {
		search.Once()
	}
	kept := func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil }
	seconds := 0.0
	tell := func(p *Progress) {
		search.Report(p.Cell, p.Outcome, p.Err)
		seconds += p.Outcome.Seconds
		part := search.Left()
		// The remaining share of the work at the speed so far, divided among the workers.
		p.Left = time.Duration(seconds * part / (1 - part) / float64(max(1, o.workers)) * float64(time.Second))
		p.Whole = " of the search"
	}
	for cells := search.Pending(); cells != nil; cells = search.Pending() {
		if _, err := o.execute(cells, blind, false, tell, stderr); isFatal(err) {
			return nil, nil, err
		}
	}
	_, _, err = search.Chosen()
	return search, NewLibrary(kept), err
}

// isFatal reports whether an error of execute ends the command: it was interrupted, or results can no longer be stored.
func isFatal(err error) bool { return errors.Is(err, context.Canceled) || errors.Is(err, ErrNotKept) }

// searchOn returns a new search on the named splits of a graph, or on all of its splits for nil.
// The library runs its cells without test labels, so that no choice can depend on them.
func searchOn(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, *Library, error) {
	if names == nil {
		names = defaultSplits(splits)
	}
	resolved := make([]graph.Split, len(names))
	for k, name := range names {
		var err error
		if resolved[k], err = SplitOf(g, splits, name); err != nil {
			return nil, nil, err
		}
	}
	search, err := NewSearch(g, resolved, names, base)
	blind := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil })
	blind.blind = true
	return search, blind, err
}

// defaultSplits returns the names of all splits of a graph, or of ten drawn splits where it has none.
func defaultSplits(splits []graph.Split) (names []string) {
	for k := range max(10, len(splits)) {
		name := strconv.Itoa(k)
		if len(splits) == 0 {
			name = method.DefaultSplit + "@" + name
		} else if k == len(splits) {
			break
		}
		names = append(names, name)
	}
	return names
}

// markdown lists the candidates, with their mean validation accuracy in each rung, and the chosen one.
func (r *autoReport) markdown(command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n\n%s: %d configurations of SGPC, chosen by mean validation accuracy (%%) %s.\n\n", command,
		r.Graph, len(r.Search), tune.Judged(tune.Version))
	var rows [][]string
	for k, t := range r.Search {
		means, mark := make([]string, 0, 3), ""
		for _, g := range t.Rungs {
			runs := strconv.Itoa(g.Runs)
			if g.Epochs > 0 {
				runs += fmt.Sprintf(" of %d epochs", g.Epochs)
			}
			means = append(means, fmt.Sprintf("%.2f (%s)", 100*g.ValMean, runs))
		}
		if k == r.Chosen {
			mark = "chosen"
		}
		if t.Failed != "" {
			mark = "failed: " + t.Failed
		}
		rows = append(rows, []string{t.From, strings.Join(means, " → "), mark})
	}
	b.WriteString(tables.Markdown([]string{"configuration", "validation (runs)", ""}, rows))
	sheaf := words.Either(r.Sheaf, "with a sheaf", "without a sheaf")
	fmt.Fprintf(&b, "\nChosen: %s, %s. Test accuracy %s %% (%d splits × %d seeds).\n", r.Search[r.Chosen].From, sheaf,
		tables.Summarize(percents(r.TestAcc)), len(r.Splits), len(r.Seeds))
	if r.Missing > 0 {
		fmt.Fprintf(&b, "\n%s missing: the accuracy is that of the others.\n", words.Counted(r.Missing, "run is", "runs are"))
	}
	return b.String()
}

// percents returns 100·x.
func percents(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = 100 * v
	}
	return out
}
