package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/figures"
	"sheafscope/core/peer"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/words"
)

// tableID is the name of the table of results among the figures.
const tableID = "table1"

// task is a unit of a reproduction that one shard does: a model on a data set, or a figure on a data set.
type task struct {
	id, dataset, model string
	figure             figures.PaperFigure
	base               Grid // grid of the figure
	cells              []Cell
	// wanted are the cells of the task after a search, and done the finished results.
	// from and settings are the name and the settings of the chosen configuration.
	wanted   []Cell
	done     []Result
	from     string
	settings map[string]string
	all      int // estimated number of runs, with those of a search
}

// reproduction is the state of `sgpc reproduce`.
type reproduction struct {
	*options
	dir     string
	grid    Grid
	read    Loader
	stderr  io.Writer
	tasks   []*task
	collect bool
	partial bool
	version string
	rates   map[string]rate
}

// ReproduceCommand is `sgpc reproduce`: table 1, the figures of the paper and the ablations, as files in a folder.
// A stopped reproduction resumes.
// A shard does every n-th task and leaves its runs in the folder; a reproduction without -shard collects them.
// It returns the exit status of [TableCommand].
func ReproduceCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("reproduce", method.Validation, 1, stderr)
	all := []string{tableID}
	for _, f := range figures.Held().Figures {
		all = append(all, f.ID)
	}
	var only, models, splits string
	o.fs.StringVar(&o.datasets, "datasets", strings.Join(published.Datasets(), ","),
		"names of the data sets; a figure whose own are not among them is made on the first")
	o.fs.StringVar(&models, "models", "sgpc,"+strings.Join(peer.Names(), ","),
		"models of the table, sgpc with settings of a search on validation")
	o.fs.StringVar(&only, "only", "", "what to make, of "+strings.Join(all, ",")+"; empty for everything")
	o.fs.StringVar(&splits, "figure-splits", "0-2", "numbers of the splits of the figures")
	o.shardFlag()
	r := &reproduction{options: o, stderr: stderr, rates: map[string]rate{}}
	o.fs.BoolVar(&r.collect, "collect", false, "run nothing: write the files of what is finished")
	o.fs.BoolVar(&r.partial, "partial", false, "with -collect: where runs are missing write the files all the same, each number marked")
	o.fs.StringVar(&r.version, "version", buildCommit(),
		"`name` of the program's version in paper.json, by default the commit that it was built from")
	o.fs.Lookup("o").Usage = "`folder` for the files, results*.jsonl with the finished runs among them"
	if code := parseFlags(o.fs, args, stderr); code >= 0 {
		return code
	}
	if o.method == "auto" {
		o.method = ""
	}
	grid, err := o.grid(splitList(models))
	for _, id := range splitList(only) {
		if !slices.Contains(all, id) && err == nil {
			err = fmt.Errorf("-only: there is no %q, only %s", id, strings.Join(all, ", "))
		}
	}
	if len(grid.Datasets) == 0 && err == nil {
		err = errors.New("-datasets: the list is empty")
	}
	// The figures have a grid of their own, with fewer splits.
	few := *o
	few.splits = splits
	figure, failed := few.grid([]string{"sgpc"})
	if err = errors.Join(err, failed); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	r.dir = cmp.Or(o.out, "reproduced")
	o.out, r.grid, r.read = "", grid, load(o.data).without(o.dedup)
	o.results = o.shardFile(r.resultsFile())
	wanted := func(id string) bool { return only == "" || slices.Contains(splitList(only), id) }
	r.plan(wanted, figure)
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return o.fail(err, stderr)
	}
	end, err := o.openFiles(stderr)
	if err != nil {
		return o.fail(err, stderr)
	}
	defer end()
	if err := o.gather(r.resultsFile(), stderr); err != nil {
		return o.fail(err, stderr)
	}
	var errs []error
	for k, t := range r.tasks {
		if !o.ownsTask(k) {
			continue
		}
		err := r.runTask(t)
		if errors.Is(err, ErrNotKept) {
			return o.fail(err, stderr)
		}
		if errors.Is(err, context.Canceled) {
			return o.fail(err, stderr)
		}
		if err != nil && !r.collect {
			errs = append(errs, fmt.Errorf("%s, %s %s: %w", t.id, t.dataset, t.model, err))
		}
		// Files are saved after every task, so a stopped reproduction leaves complete files of the finished ones.
		if o.shards == 1 && !r.collect {
			errs = append(errs, r.saveFiles(commandLine("reproduce", reproducedArgs(args))))
		}
	}
	if r.collect && !r.partial {
		if missing := r.missing(); missing != nil {
			return o.fail(fmt.Errorf("%w; run those, or write what there is, marked, with -partial", missing), stderr)
		}
	}
	if r.collect {
		errs = append(errs, r.saveFiles(commandLine("reproduce", reproducedArgs(args))))
	}
	if err := errors.Join(errs...); err != nil {
		return o.fail(err, stderr)
	}
	return 0
}

// reproducedArgs returns the arguments that determine the results, without those on files and waiting.
func reproducedArgs(args []string) (out []string) {
	for k := 0; k < len(args); k++ {
		switch name := strings.TrimLeft(args[k], "-"); {
		case name == "o" || name == "version":
			k++
		case name == "collect" || name == "partial" || name == "wait" || strings.HasPrefix(name, "o=") || strings.HasPrefix(name, "version="):
		default:
			out = append(out, args[k])
		}
	}
	return out
}

// resultsFile returns the name of the results file of a reproduction without shards.
func (r *reproduction) resultsFile() string { return filepath.Join(r.dir, "results.jsonl") }

// missing returns an error for each task with missing runs, with the file of the shard that should hold them, or nil.
func (r *reproduction) missing() error {
	of := 0
	names, err := shardFiles(r.resultsFile())
	for _, name := range names {
		_, n, _ := parseShard(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "results-"), ".jsonl"))
		of = max(of, n)
	}
	errs := []error{err}
	for k, t := range r.tasks {
		if len(t.done) == len(t.wanted) {
			continue
		}
		name := strings.TrimSpace(t.dataset + " " + t.model)
		text := fmt.Sprintf("%s, %s: %d of %d runs are missing", t.id, name, len(t.wanted)-len(t.done), len(t.wanted))
		if of > 0 {
			file := fmt.Sprintf("results-%d-of-%d.jsonl", k%of, of)
			text += fmt.Sprintf(", of shard %d/%d (%s%s)", k%of, of, file,
				words.Either(slices.Contains(names, filepath.Join(r.dir, file)), "", ", which is not there"))
		}
		errs = append(errs, errors.New(text))
	}
	return errors.Join(errs...)
}

// plan sets the tasks; wanted reports whether a table or figure is requested, and few is the grid of the figures.
func (r *reproduction) plan(wanted func(string) bool, few Grid) {
	if wanted(tableID) {
		for _, d := range r.grid.Datasets {
			for _, m := range r.grid.Models {
				g := r.grid
				g.Datasets, g.Models = []string{d}, []string{m}
				t := &task{id: tableID, dataset: d, model: m, cells: g.Cells(), wanted: g.Cells()}
				t.all = len(t.cells)
				if m == "sgpc" {
					t.all += 4 * len(g.Cells()) // an estimate of the search
				}
				r.tasks = append(r.tasks, t)
			}
		}
	}
	for _, f := range figures.Held().Figures {
		if !wanted(f.ID) {
			continue
		}
		// Data sets of the paper must be among -datasets; built-in graphs of a figure are always included.
		on := slices.DeleteFunc(slices.Clone(f.Datasets), func(d string) bool {
			return slices.Contains(published.Datasets(), d) && !slices.Contains(r.grid.Datasets, d)
		})
		if len(on) == 0 {
			on = r.grid.Datasets[:1]
		}
		a, _ := FindAblation(f.Ablation)
		a.Variants = f.Variants()
		for _, d := range on {
			g := few
			if g.Datasets, g.Method = []string{d}, string(f.Method); f.Method == method.Validation {
				g.Method = "" // the empty method of a cell stands for validation
			}
			if !slices.Contains(published.Datasets(), d) { // a built-in graph has no splits of its own
				g.Splits = drawnLike(g.Splits)
			}
			t := &task{id: f.ID, dataset: d, figure: f, base: g, cells: a.Cells(g), wanted: a.Cells(g)}
			t.all = len(t.cells)
			r.tasks = append(r.tasks, t)
		}
	}
}

// drawnLike returns drawn splits in place of numbered ones.
func drawnLike(splits []string) (out []string) {
	for _, s := range splits {
		if _, err := strconv.Atoi(s); err == nil {
			s = method.DefaultSplit + "@" + s
		}
		out = append(out, s)
	}
	return out
}

// runTask runs the search and the cells of a task.
func (r *reproduction) runTask(t *task) error {
	lib := NewLibrary(r.read)
	run := *r.options
	run.quiet = true
	done := 0
	tell := func(p Progress) {
		done++
		if p.Err == nil {
			k := r.rates[t.dataset+t.id]
			r.rates[t.dataset+t.id] = rate{k.n + 1, k.seconds + p.Outcome.Seconds}
		}
		if !r.quiet && !p.Resumed {
			fmt.Fprintf(r.stderr, "%s %s %s: run %d of about %d, %s left for everything\n", t.id, t.dataset, t.model, done, max(t.all, done),
				r.timeLeft(t, done).Round(time.Second))
		}
	}
	cells := t.cells
	if t.model == "sgpc" {
		base := Cell{Dataset: t.dataset, Seed: r.grid.Seeds[0], Method: r.grid.Method, Set: r.grid.Set}
		search, err := r.search(&run, t, base, tell)
		if err != nil {
			return err
		}
		best, _, err := search.Chosen()
		if err != nil {
			return err
		}
		t.from, t.settings = search.Trials()[best].From, search.Settings()
		if cells, err = search.Final(r.grid.Seeds); err != nil {
			return err
		}
		t.wanted = cells
	}
	var err error
	series := t.figure.X == figures.XIndex || t.figure.X == figures.XSeries
	t.done, err = r.runs(&run, cells, lib, series, tell)
	t.all = done
	return err
}

// search runs the search for the settings of a task's data set.
func (r *reproduction) search(run *options, t *task, base Cell, tell func(Progress)) (*Search, error) {
	g, splits, err := r.read(t.dataset)
	if err != nil {
		return nil, err
	}
	search, blind, err := searchOn(g, splits, r.grid.Splits, base)
	if err != nil {
		return nil, err
	}
	for cells := search.Pending(); cells != nil; cells = search.Pending() {
		results, err := r.runs(run, cells, blind, false, func(p Progress) {
			search.Report(p.Cell, p.Outcome, p.Err)
			tell(p)
		})
		if isFatal(err) || r.collect && len(results) < len(cells) {
			return nil, errors.Join(err, errors.New("the search is not finished"))
		}
	}
	return search, nil
}

// runs executes cells or, with -collect, returns those that are stored.
func (r *reproduction) runs(run *options, cells []Cell, lib *Library, series bool, tell func(Progress)) ([]Result, error) {
	if !r.collect {
		return run.execute(cells, lib, series, func(p *Progress) { tell(*p) }, r.stderr)
	}
	var out []Result
	for _, c := range cells {
		stamp, err := lib.Stamp(c)
		if err != nil {
			return nil, err
		}
		if o, ok := r.ledger.Get(c, stamp); ok {
			out = append(out, Result{c, o})
			tell(Progress{Cell: c, Outcome: o, Resumed: true})
		}
	}
	return out, nil
}

// timeLeft estimates the time of all remaining tasks.
// It uses the mean time of runs of the same task, else of the same data set, else of all.
func (r *reproduction) timeLeft(now *task, done int) time.Duration {
	var all rate
	byset := map[string]rate{}
	for k, v := range r.rates {
		all = rate{all.n + v.n, all.seconds + v.seconds}
		for _, d := range r.grid.Datasets {
			if strings.HasPrefix(k, d) {
				byset[d] = rate{byset[d].n + v.n, byset[d].seconds + v.seconds}
			}
		}
	}
	seconds, passed := 0.0, false
	for _, t := range r.tasks {
		open := t.all
		if t == now {
			passed, open = true, max(0, t.all-done)
		} else if !passed {
			continue
		}
		// The most specific known rate replaces the more general ones.
		of := all
		for _, k := range []rate{byset[t.dataset], r.rates[t.dataset+t.id]} {
			if k.n > 0 {
				of = k
			}
		}
		if of.n > 0 {
			seconds += float64(open) * of.seconds / float64(of.n)
		}
	}
	return time.Duration(seconds / float64(max(1, r.workers)) * float64(time.Second))
}
