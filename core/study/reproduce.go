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

// tableID names the table of results beside the figures.
const tableID = "table1"

// task is a piece of a reproduction that one shard does: the runs of a model on
// a data set, or of a figure on one.
type task struct {
	id, dataset, model string
	figure             figures.PaperFigure
	base               Grid // of the figure
	cells              []Cell
	// wanted are the cells that it comes to, done the results that are there, from and settings what a search chose for them.
	wanted   []Cell
	done     []Result
	from     string
	settings map[string]string
	all      int // expected number of runs
}

// reproduction is `sgpc reproduce` under way.
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

// ReproduceCommand is `sgpc reproduce`: table 1 and the figures of the paper, and
// the ablations, as files in a folder. It goes on where it was stopped; a shard
// does every n-th task and leaves its runs in the folder, where a reproduction
// without -shard takes them from. It returns the exit status of TableCommand.
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
	o.fs.StringVar(&r.version, "version", version(),
		"`name` of the program's version in paper.json, by default the commit that it was built from")
	o.fs.Lookup("o").Usage = "`folder` for the files, results*.jsonl with the finished runs among them"
	if code := parse(o.fs, args, stderr); code >= 0 {
		return code
	}
	if o.method == "auto" {
		o.method = ""
	}
	grid, err := o.grid(list(models))
	for _, id := range list(only) {
		if !slices.Contains(all, id) && err == nil {
			err = fmt.Errorf("-only: there is no %q, only %s", id, strings.Join(all, ", "))
		}
	}
	if len(grid.Datasets) == 0 && err == nil {
		err = errors.New("-datasets: the list is empty")
	}
	few := *o
	few.splits = splits
	figure, failed := few.grid([]string{"sgpc"})
	if err = errors.Join(err, failed); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	r.dir = cmp.Or(o.out, "reproduced")
	o.out, r.grid, r.read = "", grid, load(o.data).without(o.dedup)
	o.results = o.shardFile(r.whole())
	wanted := func(id string) bool { return only == "" || slices.Contains(list(only), id) }
	r.plan(wanted, figure)
	if err := os.MkdirAll(r.dir, 0o755); err != nil {
		return o.failed(err, stderr)
	}
	end, err := o.begin(stderr)
	if err != nil {
		return o.failed(err, stderr)
	}
	defer end()
	if err := o.gather(r.whole(), stderr); err != nil {
		return o.failed(err, stderr)
	}
	var errs []error
	for k, t := range r.tasks {
		if !o.own(k) {
			continue
		}
		err := r.do(t)
		if errors.Is(err, ErrNotKept) {
			return o.failed(err, stderr)
		}
		if errors.Is(err, context.Canceled) {
			return o.failed(err, stderr)
		}
		if err != nil && !r.collect {
			errs = append(errs, fmt.Errorf("%s, %s %s: %w", t.id, t.dataset, t.model, err))
		}
		if o.of == 1 && !r.collect {
			errs = append(errs, r.save(commandLine("reproduce", what(args))))
		}
	}
	if r.collect && !r.partial {
		if missing := r.missing(); missing != nil {
			return o.failed(fmt.Errorf("%w; run those, or write what there is, marked, with -partial", missing), stderr)
		}
	}
	if r.collect {
		errs = append(errs, r.save(commandLine("reproduce", what(args))))
	}
	if err := errors.Join(errs...); err != nil {
		return o.failed(err, stderr)
	}
	return 0
}

// what are the arguments that say what is reproduced, not where it is kept.
func what(args []string) (out []string) {
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

// whole is the results file of a reproduction without shards.
func (r *reproduction) whole() string { return filepath.Join(r.dir, "results.jsonl") }

// missing reports the tasks whose runs are not all there, with the files of the shards that should hold them, or nil.
func (r *reproduction) missing() error {
	of := 0
	names, err := shards(r.whole())
	for _, name := range names {
		_, n, _ := share(strings.TrimSuffix(strings.TrimPrefix(filepath.Base(name), "results-"), ".jsonl"))
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

// plan lists the tasks.
func (r *reproduction) plan(wanted func(string) bool, few Grid) {
	if wanted(tableID) {
		for _, d := range r.grid.Datasets {
			for _, m := range r.grid.Models {
				g := r.grid
				g.Datasets, g.Models = []string{d}, []string{m}
				t := &task{id: tableID, dataset: d, model: m, cells: g.Cells(), wanted: g.Cells()}
				t.all = len(t.cells)
				if m == "sgpc" {
					t.all += 4 * len(g.Cells()) // the search, about
				}
				r.tasks = append(r.tasks, t)
			}
		}
	}
	for _, f := range figures.Held().Figures {
		if !wanted(f.ID) {
			continue
		}
		on := slices.DeleteFunc(slices.Clone(f.Datasets), func(d string) bool {
			return slices.Contains(published.Datasets(), d) && !slices.Contains(r.grid.Datasets, d)
		})
		if len(on) == 0 {
			on = r.grid.Datasets[:1]
		}
		a, _ := Find(f.Ablation)
		a.Variants = f.Variants()
		for _, d := range on {
			g := few
			if g.Datasets, g.Method = []string{d}, string(f.Method); f.Method == method.Validation {
				g.Method = "" // as everywhere in a cell
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

// drawnLike are drawn splits in the place of numbered ones.
func drawnLike(splits []string) (out []string) {
	for _, s := range splits {
		if _, err := strconv.Atoi(s); err == nil {
			s = method.DefaultSplit + "@" + s
		}
		out = append(out, s)
	}
	return out
}

// do makes a task, as far as nothing stops it.
func (r *reproduction) do(t *task) error {
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
				r.left(t, done).Round(time.Second))
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

// search chooses settings for the data set of a task.
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
			search.Tell(p.Cell, p.Outcome, p.Err)
			tell(p)
		})
		if stops(err) || r.collect && len(results) < len(cells) {
			return nil, errors.Join(err, errors.New("the search is not finished"))
		}
	}
	return search, nil
}

// runs is execute, or with -collect what is finished already.
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

// left estimates the time of all tasks that remain: the mean of the runs of the
// same kind, else of the same data set, else of all so far.
func (r *reproduction) left(now *task, done int) time.Duration {
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
