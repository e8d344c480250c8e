package study

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// options are the flags that TableCommand and AblateCommand share.
type options struct {
	fs                            *flag.FlagSet
	data, datasets, splits, seeds string
	protocol, results, out        string
	reading, method, dedup        string
	epochs, workers               int
	share, of                     int // of -shard: this program does the tasks k with k mod of = share
	quiet, noted, nested          bool
	set                           map[string]string
	wait                          bool
	ledger                        *Ledger // of the results file, while that is open
}

// newOptions are those flags, with the defaults of a command: its method and how many runs it trains at a time.
func newOptions(name string, method method.Method, workers int, stderr io.Writer) *options {
	methods := "validation (each graph's defaults) or paper (every part of the paper on)"
	if method == methodAuto {
		methods = "auto (settings of sgpc by a search, of the others from a small grid, on the validation sets of each data set), " +
			"nested (the same for each split, from its own training and validation nodes alone), " +
			"validation (fixed ones for each kind of graph) or paper (every part of the paper on)"
	}
	o := &options{fs: flag.NewFlagSet("sgpc "+name, flag.ContinueOnError), set: map[string]string{}, of: 1}
	o.fs.SetOutput(stderr)
	o.fs.StringVar(&o.data, "data", "../shared/datasets", "`folder` with one folder per data set")
	o.fs.StringVar(&o.protocol, "protocol", ProtocolSplits,
		"splits (the fixed ones of the data set), planetoid (the public one of its files), per-class:20 or any drawn split")
	o.fs.StringVar(&o.splits, "splits", "", "numbers of the splits, or seeds of the drawn ones (default 0-9, of a number a class 0-4)")
	o.fs.StringVar(&o.seeds, "seeds", "0", "seeds of the runs, as in 0-2")
	o.fs.StringVar(&o.reading, "reading", "", "paper or code")
	o.fs.StringVar(&o.method, "method", string(method), methods)
	o.fs.IntVar(&o.epochs, "epochs", 0, "epochs at most (0: the setting's default)")
	o.fs.IntVar(&o.workers, "workers", workers, "runs at a time")
	o.fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	o.fs.StringVar(&o.dedup, "dedup", "", DedupUsage)
	o.fs.BoolVar(&o.wait, "wait", false, "where another program writes the results file, wait until it ends")
	o.fs.BoolVar(&o.quiet, "q", false, "no progress")
	o.fs.Func("set", "any setting, as `key=value`; may be repeated", o.setting)
	return o
}

// setting reads a -set.
func (o *options) setting(s string) error {
	k, v, ok := strings.Cut(s, "=")
	if !ok {
		return errors.New("want key=value")
	}
	o.set[k] = v
	return nil
}

// processors is how many runs a command trains at a time unless -workers says otherwise. (Of an ablation, what is put into
// one trained network comes after it: one.)
func processors() int { return min(runtime.NumCPU(), maxWorkers) }

// maxWorkers bounds -workers.
const maxWorkers = 1024

// grid turns the flags into the axes of an experiment.
func (o *options) grid(models []string) (Grid, error) {
	g := Grid{Datasets: graphs(o.datasets), Models: models, Set: o.set}
	if o.epochs < 0 {
		return g, fmt.Errorf("-epochs %d: want 1 or more, or 0 for the setting's default", o.epochs)
	}
	if o.workers < 1 || o.workers > maxWorkers {
		return g, fmt.Errorf("-workers %d: want a number from 1 to %d", o.workers, maxWorkers)
	}
	way, err := method.Parse(o.method)
	if err != nil {
		return g, fmt.Errorf("-method: %w", err)
	}
	if way != method.Validation { // a cell without a method is of that one
		g.Method = string(way)
	}
	for name := range o.set {
		if err := new(settings.Config).Override(name, o.set[name]); err != nil {
			return g, fmt.Errorf("-set: %w", err)
		}
	}
	if o.reading != "" {
		g.Set["reading"] = o.reading
	}
	if o.epochs > 0 {
		g.Set["epochs"] = strconv.Itoa(o.epochs)
	}
	seeds, err := ranges(o.seeds)
	if err != nil {
		return g, fmt.Errorf("-seeds: %w", err)
	}
	g.Seeds = seeds
	if o.protocol == ProtocolPlanetoid {
		g.Splits = []string{ProtocolPlanetoid}
		return g, nil
	}
	if o.splits == "" {
		o.splits = "0-9"
		if strings.HasPrefix(o.protocol, "per-class:") {
			o.splits = "0-4"
		}
	}
	numbers, err := ranges(o.splits)
	if err != nil {
		return g, fmt.Errorf("-splits: %w", err)
	}
	for _, k := range numbers {
		s := strconv.FormatUint(k, 10)
		if o.protocol != ProtocolSplits {
			s = o.protocol + "@" + s
		}
		g.Splits = append(g.Splits, s)
	}
	return g, nil
}

func list(s string) []string {
	return slices.DeleteFunc(strings.Split(s, ","), func(x string) bool { return x == "" })
}

// graphs is list for names of graphs, of which a generated one has commas of its own, as in sbm:n=60,classes=3.
func graphs(s string) (out []string) {
	for _, x := range list(s) {
		if k := len(out) - 1; k >= 0 && strings.Contains(x, "=") && !strings.Contains(x, ":") && strings.Contains(out[k], ":") {
			out[k] += "," + x
		} else {
			out = append(out, x)
		}
	}
	return out
}

// maxRange bounds the numbers that a range such as 0-4 may name.
const maxRange = 10000

// ranges reads "0-4,7".
func ranges(s string) ([]uint64, error) {
	var out []uint64
	for _, part := range list(s) {
		lo, hi, isRange := strings.Cut(part, "-")
		a, err := strconv.ParseUint(lo, 10, 63)
		b := a
		if err == nil && isRange {
			b, err = strconv.ParseUint(hi, 10, 63)
		}
		if err != nil || b < a || b-a >= maxRange {
			return nil, fmt.Errorf("%q is no number or range such as 0-4", part)
		}
		for k := a; k <= b; k++ {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the list is empty")
	}
	return out, nil
}

// AblateCommand is `sgpc ablate NAME`: one ablation as CSV, or as Markdown. Its
// runs have every part of the paper on unless -method says otherwise; rows that
// are the same run then are named.
func AblateCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("ablate NAME", method.Paper, 1, stderr)
	o.fs.StringVar(&o.datasets, "datasets", "texas", "names of the data sets")
	o.fs.StringVar(&o.results, "results", "", "`file` that keeps finished runs; empty for none")
	markdown := o.fs.Bool("markdown", false, "write means, and differences from the first variant, as Markdown in place of CSV")
	rows := o.fs.String("rows", "", "`file` of rows to put those of the trained variants into")
	usage := func() int {
		fmt.Fprintln(stderr, "usage: sgpc ablate NAME [flags]; NAME is one of")
		for _, a := range Ablations() {
			fmt.Fprintf(stderr, "  %-12s %s\n", a.Name, a.Question)
		}
		return 2
	}
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		usage()
		if len(args) > 0 && strings.Contains(args[0], "h") {
			o.fs.PrintDefaults()
			return 0
		}
		return 2
	}
	a, ok := Find(args[0])
	if !ok {
		fmt.Fprintf(stderr, "sgpc: no ablation %q\n", args[0])
		return usage()
	}
	if code := parse(o.fs, args[1:], stderr); code >= 0 {
		return code
	}
	base, err := o.grid([]string{"sgpc"})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	end, err := o.begin(stderr, disk.Named{Flag: "-rows", File: *rows})
	if err != nil {
		return o.failed(err, stderr)
	}
	defer end()
	lib := NewLibrary(load(o.data).without(o.dedup))
	if err := a.warn(lib, base, stderr); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 1
	}
	results, err := o.execute(a.Cells(base), lib, a.Index != "", nil, stderr)
	if *rows != "" && err == nil {
		err = a.keepRows(*rows, base, results, Row{Protocol: o.protocol, Method: o.method, Dedup: o.dedup,
			Date: time.Now().UTC().Format(time.DateOnly), Command: commandLine("ablate", repeatable(args))}, lib.Version)
	}
	if *markdown {
		text := a.Brief(base, results)
		if more := a.paired(base, results); more != "" {
			text += "\n" + more
		}
		return o.write(text, err, stdout, stderr)
	}
	if !o.quiet {
		fmt.Fprint(stderr, a.Brief(base, results))
	}
	return o.write(a.CSV(base, results), err, stdout, stderr)
}

// warn names the variants that are the same run on a data set.
func (a Ablation) warn(lib *Library, base Grid, stderr io.Writer) error {
	for _, d := range base.Datasets {
		g, split, err := lib.resolve(Cell{Dataset: d, Split: base.Splits[0]})
		if err != nil {
			return err
		}
		pairs, err := a.Repeats(g, split, base)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			fmt.Fprintf(stderr, "sgpc: on %s, %q and %q are the same run\n", d, p[0].Name, p[1].Name)
		}
	}
	return nil
}

// commandLine is the command as typed, empty arguments visible.
func commandLine(name string, args []string) string {
	line := "sgpc " + name
	for _, a := range args {
		if a == "" || strings.ContainsAny(a, " \t'") {
			a = strconv.Quote(a)
		}
		line += " " + a
	}
	return line
}

// parse returns -1 to go on, or the exit status.
func parse(fs *flag.FlagSet, args []string, stderr io.Writer) int {
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(stderr, "sgpc: unexpected argument %q\n", fs.Arg(0))
		return 2
	}
	return -1
}

// execute runs the cells and reports each to done, unless that is nil; an interrupt stops it after the runs under way.
func (o *options) execute(cells []Cell, lib *Library, series bool, done func(*Progress), stderr io.Writer) ([]Result, error) {
	o.outdated(o.ledger, lib, stderr)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	p := Experiment{Cells: cells, Run: lib.Run(series), Stamp: lib.Stamp, Ledger: o.ledger, Workers: o.workers}
	p.Report = func(q Progress) {
		if done != nil {
			done(&q)
		}
		if !o.quiet {
			fmt.Fprintln(stderr, q)
		}
	}
	results, err := p.Execute(ctx)
	if ctx.Err() != nil {
		err = &interrupted{err, o.results}
	}
	return results, err
}

// interrupted is why a command ends that its user stopped. File is its results file, "" for none.
type interrupted struct {
	error
	file string
}

func (e *interrupted) Unwrap() error { return e.error }

func (e *interrupted) Error() string {
	if e.file == "" {
		return "stopped; no file keeps the finished runs (-results names one)"
	}
	return "stopped; the finished runs are kept in " + e.file + ", and the same command goes on from there"
}

// outdated says once of a results file how many of its runs are made again, and why.
func (o *options) outdated(l *Ledger, lib *Library, stderr io.Writer) {
	if o.noted {
		return
	}
	o.noted = true
	old, other := l.Outdated(lib.Version)
	if old > 0 {
		fmt.Fprintf(stderr, "sgpc: %s: %d runs are of the old form, which says neither which data nor which version of a model they "+
			"belong to; those that are wanted are made again\n", o.results, old)
	}
	if other > 0 {
		fmt.Fprintf(stderr, "sgpc: %s: %d runs are of another version of their model; those that are wanted are made again\n", o.results, other)
	}
}

// failed writes why the command ends with 1.
func (o *options) failed(err error, stderr io.Writer) int {
	fmt.Fprintln(stderr, "sgpc:", err)
	return 1
}

// write puts out what there is even when some runs failed.
func (o *options) write(text string, failed error, stdout, stderr io.Writer) int {
	var err error
	if o.out != "" {
		err = disk.Replace(o.out, []byte(text), stderr)
	} else {
		_, err = io.WriteString(stdout, text)
	}
	if err = errors.Join(failed, err); err != nil {
		return o.failed(err, stderr)
	}
	return 0
}
