// The command auto searches for settings of SGPC, and then measures the accuracy with the chosen settings.

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
	// Seed is the seed of the search, Splits are names of splits (Cell.Split), and Search has the candidates.
	Graph  string           `json:"graph"`
	Seed   uint64           `json:"seed"`
	Splits []string         `json:"splits"`
	Search []tune.Candidate `json:"search"`
	// Chosen is the index of the chosen configuration in Search. Config has all of its settings, and Sheaf reports whether it has a sheaf.
	Chosen int             `json:"chosen"`
	Sheaf  bool            `json:"sheaf"`
	Config settings.Config `json:"config"`
	// Seeds are the seeds of the final runs with the chosen settings.
	// ValAcc and TestAcc are the accuracies of the finished runs in 0..1: split by split, and within a split in the order of Seeds.
	// TestAcc omits runs without labelled test nodes.
	Seeds   []uint64  `json:"seeds"`
	ValAcc  []float64 `json:"val_acc"`
	TestAcc []float64 `json:"test_acc"`
	// Missing is the number of final runs without a result: they failed, or the user interrupted the command before them.
	// TestMean and TestStd are the mean and the standard deviation of TestAcc, or nil if TestAcc is empty.
	Missing  int      `json:"missing,omitempty"`
	TestMean *float64 `json:"test_mean"`
	TestStd  *float64 `json:"test_std"`
}

// AutoCommand is `sgpc auto`: it chooses settings on the validation sets of a graph's splits and lists all candidates.
// Then it trains networks with the chosen settings and reports their accuracy on the test sets.
// The exit status is 0, 1 if the search, a run or a file failed, or 2 for wrong usage.
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
	isSet := map[string]bool{} // names of the flags on the command line; Visit visits no others
	o.fs.Visit(func(f *flag.Flag) { isSet[f.Name] = true })
	if !isSet["seeds"] {
		o.seeds = strconv.FormatUint(*seed, 10)
	}
	// The grid of the final runs.
	grid, err := o.grid([]string{"sgpc"})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	// With the default -protocol and without -splits, splitNames is nil. The search then uses the splits of defaultSplits, whose number is
	// unknown until the files are read.
	var splitNames []string
	if o.protocol != ProtocolSplits || isSet["splits"] {
		splitNames = grid.Splits
	}
	closeResults, err := o.openFiles(stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	// Search on validation nodes.
	base := Cell{Seed: *seed, Method: grid.Method, Set: grid.Set}
	search, lib, err := o.choose(load(o.data).withoutDuplicates(o.dedup), o.datasets, splitNames, base, stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	// A warning, if classes are too small for the drawn splits.
	drawn := graph.Split{Name: o.protocol}
	if text := drawn.FewText(search.graph); text != "" {
		fmt.Fprintln(stderr, "sgpc:", text)
	}
	// Train networks with the chosen settings on every split, and test them. nil: nothing is called after a cell.
	cells, _ := search.Final(grid.Seeds)                                 // no error, since the search has chosen
	results, runErr := o.execute(cells, lib, WithoutSeries, nil, stderr) // writeOutput reports runErr after the output of the finished runs
	report := autoReport{Graph: search.graph.Name, Seed: *seed, Splits: search.names, Search: search.Trials(), Seeds: grid.Seeds,
		ValAcc: []float64{}, TestAcc: []float64{}}
	report.Chosen, report.Config, _ = search.Chosen() // no error, since the search has chosen
	report.Sheaf = tune.HasSheaf(report.Config)
	report.Missing = len(cells) - len(results)
	for _, r := range results {
		report.ValAcc = append(report.ValAcc, r.Outcome.Val)
		if r.Outcome.Test >= 0 { // −1 for a split without test nodes
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

// choose runs a search on the named splits of a data set. If names is nil, it uses the splits of defaultSplits.
// base has the method, the seed and the fixed settings of the cells.
// choose returns the finished search, and a library of the data set for the final runs, which may see test labels.
// It fails if the data set cannot be loaded, if searchOn fails, if the user interrupts the search, if results cannot be stored, or if every
// configuration has a failed run.
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
	if o.nested { // the search is repeated for each split, so each of its stages makes only one run of a configuration
		search.Once()
	}
	secondsDone := 0.0 // total time of the finished runs
	report := func(p *Progress) {
		search.Report(p.Cell, p.Outcome, p.Err)
		secondsDone += p.Outcome.Seconds
		// The finished runs did the share 1 − shareLeft of the work in secondsDone. The rest takes time in proportion to its share.
		// A run has finished, so 1 − shareLeft is above 0.
		shareLeft := search.Left()
		secondsLeft := secondsDone * shareLeft / (1 - shareLeft) / float64(max(1, o.workers))
		p.Left = time.Duration(secondsLeft * float64(time.Second))
		p.Whole = " of the search" // the text after p.Left in the printed line
	}
	// A failed run only removes its configuration from the search.
	for cells := search.Pending(); cells != nil; cells = search.Pending() {
		_, err := o.execute(cells, blind, WithoutSeries, report, stderr) // report passes the results to the search
		if isFatal(err) {
			return nil, nil, err
		}
	}
	loaded := func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil }
	_, _, err = search.Chosen() // an error if every configuration has a failed run
	return search, NewLibrary(loaded), err
}

// isFatal reports whether an error of execute ends the command: the user interrupted it, or results can no longer be stored.
func isFatal(err error) bool { return errors.Is(err, context.Canceled) || errors.Is(err, ErrNotKept) }

// searchOn returns a new search on the named splits of a graph. If names is nil, it uses the splits of defaultSplits.
// It also returns a library for the cells of the search. The library hides the test labels, so that no choice can depend on them.
// searchOn fails if a split is missing or has no validation nodes, or if a setting is invalid.
func searchOn(g *graph.Graph, splits []graph.Split, names []string, base Cell) (*Search, *Library, error) {
	if names == nil {
		names = defaultSplits(splits)
	}
	resolved := make([]graph.Split, len(names))
	for k, name := range names {
		split, err := SplitOf(g, splits, name)
		if err != nil {
			return nil, nil, err
		}
		resolved[k] = split
	}
	search, err := NewSearch(g, resolved, names, base)
	blind := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil })
	blind.blind = true
	return search, blind, err
}

// defaultSplits returns the names of a graph's splits, "0", "1" and so on.
// If the graph has no splits, it returns the names of ten drawn splits with the seeds 0 to 9.
func defaultSplits(splits []graph.Split) (names []string) {
	prefix, n := "", len(splits)
	if n == 0 {
		prefix, n = method.DefaultSplit+"@", 10 // the number after @ is the seed
	}
	for k := range n {
		names = append(names, prefix+strconv.Itoa(k))
	}
	return names
}

// markdown returns a table of the candidates, with their mean validation accuracy in each rung of the search.
// A rung is a stage of the search that drops the worst candidates. Rungs without a new run of the candidate are omitted.
// Below the table, markdown states the chosen configuration and its test accuracy. command is the command line in the head.
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
			mark = "failed: " + candidate.Failed // a failed candidate is never chosen
		}
		rows = append(rows, []string{candidate.From, strings.Join(means, " → "), mark})
	}
	b.WriteString(tables.Markdown([]string{"configuration", "validation (runs)", ""}, rows))
	sheaf := words.Either(r.Sheaf, "with a sheaf", "without a sheaf")
	accuracy := "none"
	if s := tables.Summarize(percents(r.TestAcc)); s.N > 0 {
		accuracy = s.String() + " %"
	}
	fmt.Fprintf(&b, "\nChosen: %s, %s. Test accuracy %s (%s × %s).\n", r.Search[r.Chosen].From, sheaf,
		accuracy, words.Count(len(r.Splits), "split"), words.Count(len(r.Seeds), "seed"))
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
