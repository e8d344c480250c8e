// The command auto: a search for settings, and the accuracy of the chosen ones.

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
	// Chosen is the index of the chosen configuration in Search. Sheaf reports whether that configuration has a sheaf.
	Chosen int             `json:"chosen"`
	Sheaf  bool            `json:"sheaf"`
	Config settings.Config `json:"config"`
	// ValAcc and TestAcc are the accuracies of the chosen settings, split by split and within a split by Seeds.
	// TestAcc is empty without test nodes.
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
	if status, stop := parseFlags(o.fs, args, stderr); stop {
		return status
	}
	isSet := map[string]bool{}
	o.fs.Visit(func(f *flag.Flag) { isSet[f.Name] = true })
	if !isSet["seeds"] {
		o.seeds = strconv.FormatUint(*seed, 10)
	}
	grid, err := o.grid([]string{"sgpc"})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	var names []string
	// Without -splits a search uses all splits of the data set. Their number is known after reading its files, so names stays nil.
	if o.protocol != ProtocolSplits || isSet["splits"] {
		names = grid.Splits
	}
	closeResults, err := o.openFiles(stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	// Search on validation nodes.
	base := Cell{Seed: *seed, Method: grid.Method, Set: grid.Set}
	search, lib, err := o.choose(load(o.data).without(o.dedup), o.datasets, names, base, stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	if text := graph.FewText(search.graph, o.protocol); text != "" {
		fmt.Fprintln(stderr, "sgpc:", text)
	}
	// Train the chosen settings on every split, and test them.
	cells, _ := search.Final(grid.Seeds) // no error, since the search has chosen
	results, err := o.execute(cells, lib, false, nil, stderr)
	runErr := err // failed runs are reported after the output of the others
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
	line, err := json.Marshal(report)
	if err != nil {
		return o.fail(err, stderr)
	}
	text := string(line) + "\n"
	if !*asJSON {
		text = report.markdown(commandLine("auto", args)) + "\n" + text
	}
	return o.writeOutput(text, runErr, stdout, stderr)
}

// choose runs a search on the named splits of a data set, or on all of its splits if names is nil.
// base has the method, the seed and the settings of the cells.
// choose returns the finished search, and a library of that data set for the final runs.
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
	seconds := 0.0 // total time of the finished runs
	report := func(p *Progress) {
		search.Report(p.Cell, p.Outcome, p.Err)
		seconds += p.Outcome.Seconds
		left := search.Left() // share of the work
		// Remaining work at the speed so far, divided among the workers.
		p.Left = time.Duration(seconds * left / (1 - left) / float64(max(1, o.workers)) * float64(time.Second))
		p.Whole = " of the search"
	}
	for cells := search.Pending(); cells != nil; cells = search.Pending() {
		if _, err := o.execute(cells, blind, false, report, stderr); isFatal(err) {
			return nil, nil, err
		}
	}
	loaded := func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil }
	_, _, err = search.Chosen()
	return search, NewLibrary(loaded), err
}

// isFatal reports whether an error of execute ends the command: it was interrupted, or results can no longer be stored.
func isFatal(err error) bool { return errors.Is(err, context.Canceled) || errors.Is(err, ErrNotKept) }

// searchOn returns a new search on the named splits of a graph, or on all of its splits if names is nil.
// It also returns a library for the cells of the search that hides the test labels, so that no choice can depend on them.
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

// defaultSplits returns the names of a graph's splits, or of ten drawn splits if the graph has none.
func defaultSplits(splits []graph.Split) (names []string) {
	prefix, n := "", len(splits)
	if n == 0 {
		prefix, n = method.DefaultSplit+"@", 10
	}
	for k := range n {
		names = append(names, prefix+strconv.Itoa(k))
	}
	return names
}

// markdown returns a table of the candidates, with their mean validation accuracy in each rung of the search.
// Below it are the chosen configuration and its test accuracy.
func (r *autoReport) markdown(command string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "`%s`\n\n%s: %d configurations of SGPC, chosen by mean validation accuracy (%%) %s.\n\n", command,
		r.Graph, len(r.Search), tune.Judged(tune.Version))
	// A row for each candidate: its means, rung by rung, and whether it was chosen or failed.
	var rows [][]string
	for k, candidate := range r.Search {
		means, mark := make([]string, 0, len(candidate.Rungs)), ""
		for _, rung := range candidate.Rungs {
			runs := strconv.Itoa(rung.Runs)
			if rung.Epochs > 0 { // a limit on the epochs of this rung
				runs += fmt.Sprintf(" of %d epochs", rung.Epochs)
			}
			means = append(means, fmt.Sprintf("%.2f (%s)", 100*rung.ValMean, runs))
		}
		if k == r.Chosen {
			mark = "chosen"
		}
		if candidate.Failed != "" {
			mark = "failed: " + candidate.Failed
		}
		rows = append(rows, []string{candidate.From, strings.Join(means, " → "), mark})
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

// percents returns shares in per cent: 100·x.
func percents(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = 100 * v
	}
	return out
}
