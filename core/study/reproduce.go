// The command reproduce makes table 1, the figures of the paper and the ablations. See reproduceplan.go for its tasks.

package study

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sheafscope/core/figures"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/words"
)

// reproduction is the state of `sgpc reproduce`.
type reproduction struct {
	*options
	dir     string // folder for the files
	grid    Grid   // grid of table 1
	read    Loader // reads a data set, without its duplicates if -dedup is set
	stderr  io.Writer
	tasks   []*task          // tasks of all shards
	collect bool             // write the files of the finished runs, and run nothing
	partial bool             // write files even if runs are missing
	version string           // version of the program, for paper.json
	rates   map[rateKey]rate // number and total time of the finished runs of similar tasks
}

// ReproduceCommand is `sgpc reproduce`: it makes table 1, the figures of the paper and the ablations, as files in a folder.
// An interrupted reproduction resumes if the command is repeated.
// With -shard i/n the command does the tasks i, i+n, i+2n …, counted from 0, and stores its runs in a results file of the shard.
// With or without -shard, the command uses the finished runs of all results files in the folder; see [options.gather].
// The exit status is 0, 1 if a run or a file failed, or 2 for wrong usage.
func ReproduceCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("reproduce", method.Validation, 1, stderr)
	allIDs := []string{tableID} // ids of all tasks
	for _, f := range figures.Held().Figures {
		allIDs = append(allIDs, f.ID)
	}
	var only, models, splits string
	o.fs.StringVar(&o.datasets, "datasets", strings.Join(published.Datasets(), ","),
		"names of the data sets; a figure whose own are not among them is made on the first")
	o.fs.StringVar(&models, "models", "sgpc,"+strings.Join(peer.Names(), ","),
		"models of the table, sgpc with settings of a search on validation")
	o.fs.StringVar(&only, "only", "", "what to make, of "+strings.Join(allIDs, ",")+"; empty for everything")
	o.fs.StringVar(&splits, "figure-splits", "0-2", "numbers of the splits of the figures")
	o.shardFlag()
	r := &reproduction{options: o, stderr: stderr, rates: map[rateKey]rate{}}
	o.fs.BoolVar(&r.collect, "collect", false, "run nothing: write the files of what is finished")
	o.fs.BoolVar(&r.partial, "partial", false, "with -collect: write the files even if runs are missing, and mark the numbers that lack runs")
	o.fs.StringVar(&r.version, "version", buildCommit(),
		"`name` of the program's version in paper.json, by default the commit that it was built from")
	o.fs.Lookup("o").Usage = "`folder` for the files, results*.jsonl with the finished runs among them"
	if status, stop := parseFlags(o.fs, args, stderr); stop {
		return status
	}
	if o.method == methodAuto { // SGPC has a search in any case; the empty method stands for validation
		o.method = ""
	}
	// Grids of the table and of the figures. Only the first mistake of the command line is reported.
	grid, err := o.grid(splitList(models))
	wanted := splitList(only)
	for _, id := range wanted {
		if !slices.Contains(allIDs, id) && err == nil {
			err = fmt.Errorf("-only: there is no %q, only %s", id, strings.Join(allIDs, ", "))
		}
	}
	if r.collect && r.shards > 1 && err == nil {
		err = errors.New("-collect: the runs of all shards are collected; leave out -shard")
	}
	figureOptions := *o // a copy, so that the splits of the table remain
	figureOptions.splits = splits
	figureGrid, figureErr := figureOptions.grid([]string{"sgpc"}) // the model of all figures
	// Without an error of the table, figureErr is of the splits. Unwrap removes the name of the flag -splits.
	if err == nil && figureErr != nil {
		err = fmt.Errorf("-figure-splits: %w", errors.Unwrap(figureErr))
	}
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	if err := grid.checkModels(); err != nil {
		return o.fail(err, stderr)
	}
	// The folder, its results file, and the tasks. -o is the folder, so there is no output file for openFiles to check.
	r.dir = cmp.Or(o.out, "reproduced")
	o.out = ""
	r.grid, r.read = grid, load(o.data).withoutDuplicates(o.dedup)
	o.results = o.shardFile(r.resultsFile())
	isWanted := func(id string) bool { return len(wanted) == 0 || slices.Contains(wanted, id) }
	r.plan(isWanted, figureGrid)
	if len(r.tasks) == 0 { // every figure has a data set, so only the table is wanted
		fmt.Fprintln(stderr, "sgpc: -models: the list is empty")
		return 2
	}
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return o.fail(err, stderr)
	}
	closeResults, err := o.openFiles(stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	if err := o.gather(r.resultsFile(), stderr); err != nil {
		return o.fail(err, stderr)
	}
	if err := r.runTasks(commandLine("reproduce", reproducedArgs(args))); err != nil {
		return o.fail(err, stderr)
	}
	return 0
}

// runTasks runs the tasks of this shard and, without -shard, writes the files. command is the command that the files name in their heads.
// A failed task does not stop the other tasks. But if the user interrupts the command, or if results cannot be stored, runTasks stops and
// returns this error alone.
// With -collect, runTask only finds the stored runs, and the files are written once, after all tasks. If runs are missing, runTasks fails
// before it writes files, unless -partial is set. The error also has the errors of data sets that cannot be loaded.
func (r *reproduction) runTasks(command string) error {
	var errs []error
	for k, t := range r.tasks {
		if !r.ownsTask(k) {
			continue
		}
		err := r.runTask(t)
		if isFatal(err) {
			return err
		}
		if err != nil && !errors.Is(err, errUnfinished) { // with -collect, r.missing reports the runs of an unfinished search below
			errs = append(errs, fmt.Errorf("%s: %w", t.name(), err))
		}
		// The files are saved after every task, so that an interrupted reproduction leaves complete files of the finished tasks.
		// A shard writes no files, since it has only a part of the runs.
		if r.shards == 1 && !r.collect {
			errs = append(errs, r.saveFiles(command)) // errors.Join ignores nil
		}
	}
	if !r.collect {
		return errors.Join(errs...)
	}
	if !r.partial {
		if missing := r.missing(); missing != nil {
			errs = append(errs, fmt.Errorf("%w; run those, or write what there is, marked, with -partial", missing))
			return errors.Join(errs...)
		}
	}
	return errors.Join(append(errs, r.saveFiles(command))...)
}

// errUnfinished is the error of a search that lacks stored runs with -collect, or that ended early.
var errUnfinished = errors.New("the search is not finished")

// name returns the table or figure, the data set and the model of a task, such as "table1, texas gcn". A figure has no model.
func (t *task) name() string { return t.id + ", " + strings.TrimSpace(t.dataset+" "+t.model) }

// reproducedArgs returns the arguments for the head of the files. It omits the flags -o and -version with their values, and the flags
// -collect, -partial and -wait, since these flags do not change the runs.
// Unlike [portableArgs], reproducedArgs keeps -data, -workers and -q.
func reproducedArgs(args []string) []string {
	return withoutFlags(args, []string{"o", "version"}, []string{"collect", "partial", "wait"})
}

// resultsFile returns the name of the results file without shards. [options.shardFile] makes the names of the shards' files from it.
func (r *reproduction) resultsFile() string { return filepath.Join(r.dir, "results.jsonl") }

// missing returns an error that lists the tasks with missing runs, or nil if no run is missing and the folder can be read.
// If the folder has results files of shards, the error names for each task the shard's file that should hold the runs. A line is such as
//
//	table1, texas gcn: 3 of 10 runs are missing, of shard 1/4 (results-1-of-4.jsonl, which is not there)
func (r *reproduction) missing() error {
	shards := 0 // number of shards, or 0 if there are no files of shards
	names, err := shardFiles(r.resultsFile())
	// A shard has the file results-i-of-n.jsonl. If there are files for several n, the error assumes the largest n.
	for _, name := range names {
		numbers := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "results-"), ".jsonl")
		_, n, _ := parseShard(numbers) // shardFiles returns only names with numbers
		shards = max(shards, n)
	}
	errs := []error{err}
	for k, t := range r.tasks {
		if len(t.done) == len(t.wanted) {
			continue
		}
		text := fmt.Sprintf("%s: %d of %d runs are missing", t.name(), len(t.wanted)-len(t.done), len(t.wanted))
		if shards > 0 {
			shard := k % shards // the shard of task k
			file := fmt.Sprintf("results-%d-of-%d.jsonl", shard, shards)
			exists := slices.Contains(names, filepath.Join(r.dir, file))
			text += fmt.Sprintf(", of shard %d/%d (%s%s)", shard, shards, file, words.Either(exists, "", ", which is not there"))
		}
		errs = append(errs, errors.New(text))
	}
	return errors.Join(errs...)
}

// runTask runs the cells of a task and sets t.done and t.runs. If some cells fail, t.done has the results of the other cells.
// For SGPC it first searches for settings, and sets t.wanted, t.from and t.settings. If the search fails, no cell runs.
func (r *reproduction) runTask(t *task) error {
	lib := NewLibrary(r.read)
	quietOptions := *r.options
	quietOptions.quiet = true // the runs themselves print no progress
	// report counts a finished run and records its time. It prints the progress with the remaining time of all tasks, unless the run was
	// stored already or the flag -q is set.
	finishedRuns := 0 // of the task, the runs of the search included
	report := func(p Progress) {
		finishedRuns++
		if p.Err == nil {
			sum := r.rates[t.rateKey()]
			r.rates[t.rateKey()] = rate{sum.n + 1, sum.seconds + p.Outcome.Seconds}
		}
		if !r.quiet && !p.Resumed {
			// t.runs is an estimate, which finishedRuns can exceed.
			fmt.Fprintf(r.stderr, "%s: run %d of about %d, %s left for everything\n", t.name(), finishedRuns,
				max(t.runs, finishedRuns), r.timeLeft(t, finishedRuns).Round(time.Second))
		}
	}
	cells := t.cells
	if t.model == "sgpc" { // a task of table 1, since a figure has no model
		base := Cell{Dataset: t.dataset, Seed: r.grid.Seeds[0], Method: r.grid.Method, Set: r.grid.Set}
		search, err := r.search(&quietOptions, t, base, report)
		if err != nil {
			return err
		}
		best, _, err := search.Chosen() // best is the index of the chosen configuration
		if err != nil {
			return err
		}
		t.from, t.settings = search.Trials()[best].From, search.Settings()
		cells, err = search.Final(r.grid.Seeds)
		if err != nil {
			return err
		}
		t.wanted = cells // r.missing then counts the runs with the chosen settings
	}
	var err error
	// Only figures whose x is the index in a series or a series itself need the series. The tasks of table 1 have no figure.
	series := Series(t.figure.X == figures.XIndex || t.figure.X == figures.XSeries)
	t.done, err = r.results(&quietOptions, cells, lib, series, report)
	t.runs = finishedRuns // the exact number in place of the estimate
	return err
}

// search runs the search for settings on a task's data set, and calls report after every run.
// base has the data set, the method, the seed and the settings of the cells.
// search fails if the data set or a split is missing, if a split has no validation nodes, or if a setting is invalid.
// It also fails if the user interrupts it, if results cannot be stored or, with -collect, if a run is not stored.
func (r *reproduction) search(quietOptions *options, t *task, base Cell, report func(Progress)) (*Search, error) {
	g, splits, err := r.read(t.dataset)
	if err != nil {
		return nil, err
	}
	search, blind, err := searchOn(g, splits, r.grid.Splits, base)
	if err != nil {
		return nil, err
	}
	for cells := search.Pending(); cells != nil; cells = search.Pending() {
		// A failed run only removes its configuration from the search.
		results, err := r.results(quietOptions, cells, blind, WithoutSeries, func(p Progress) {
			search.Report(p.Cell, p.Outcome, p.Err)
			report(p)
		})
		if isFatal(err) {
			return nil, errors.Join(err, errUnfinished)
		}
		if r.collect && len(results) < len(cells) {
			return nil, cmp.Or(err, errUnfinished) // err if a cell is invalid
		}
	}
	return search, nil
}

// results executes cells and returns their results. It calls report after every cell.
// With -collect it executes nothing: it returns the stored results, and calls report for the cells of these results. It then fails only if
// a data set cannot be loaded, or if a cell is invalid.
func (r *reproduction) results(quietOptions *options, cells []Cell, lib *Library, series Series, report func(Progress)) ([]Result, error) {
	if !r.collect {
		return quietOptions.execute(cells, lib, series, func(p *Progress) { report(*p) }, r.stderr)
	}
	var out []Result
	for _, c := range cells {
		stamp, err := lib.stampOf(series)(c)
		if err != nil {
			return nil, err
		}
		if o, ok := r.ledger.Get(c, stamp); ok {
			out = append(out, Result{c, o})
			report(Progress{Cell: c, Outcome: o, Resumed: true})
		}
	}
	return out, nil
}

// timeLeft estimates the time until the workers have finished all tasks of this shard. current is the task that now runs, with finishedRuns
// finished runs. The expected time of a run is the mean time of
//   - the finished runs with the same rateKey, if there are any;
//   - otherwise the finished runs on the data set, if there are any;
//   - otherwise all finished runs.
//
// Before the first run has finished, timeLeft returns 0.
func (r *reproduction) timeLeft(current *task, finishedRuns int) time.Duration {
	var all rate
	byDataset := map[string]rate{}
	for key, v := range r.rates {
		all = rate{all.n + v.n, all.seconds + v.seconds}
		sum := byDataset[key.dataset]
		byDataset[key.dataset] = rate{sum.n + v.n, sum.seconds + v.seconds}
	}
	// The tasks before the current task are finished.
	currentIndex := slices.Index(r.tasks, current)
	seconds := 0.0
	for k := currentIndex; k < len(r.tasks); k++ {
		if !r.ownsTask(k) { // another shard does this task
			continue
		}
		t := r.tasks[k]
		runsLeft := t.runs
		if t == current {
			runsLeft = max(0, t.runs-finishedRuns)
		}
		// The list goes from general to specific. The last rate with finished runs is applied.
		applied := all
		for _, specific := range []rate{byDataset[t.dataset], r.rates[t.rateKey()]} {
			if specific.n > 0 {
				applied = specific
			}
		}
		if applied.n > 0 {
			seconds += float64(runsLeft) * applied.seconds / float64(applied.n)
		}
	}
	return time.Duration(seconds / float64(max(1, r.workers)) * float64(time.Second))
}
