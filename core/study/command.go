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

// options are the flags that the commands of this package share.
type options struct {
	fs                            *flag.FlagSet
	data, datasets, splits, seeds string
	protocol, results, out        string
	reading, method, dedup        string
	epochs, workers               int
	shard, shards                 int // this program does the tasks k with k mod shards = shard
	quiet, warned, nested         bool
	set                           map[string]string
	wait                          bool
	ledger                        *Ledger // the open results file
}

// newOptions returns the options with the defaults of a command: its method, and the number of simultaneous runs.
func newOptions(name string, method method.Method, workers int, stderr io.Writer) *options {
	methods := "validation (each graph's defaults) or paper (every part of the paper on)"
	if method == methodAuto {
		methods = "auto (settings of sgpc by a search, of the others from a small grid, on the validation sets of each data set), " +
			"nested (the same for each split, from its own training and validation nodes alone), " +
			"validation (fixed ones for each kind of graph) or paper (every part of the paper on)"
	}
	o := &options{fs: flag.NewFlagSet("sgpc "+name, flag.ContinueOnError), set: map[string]string{}, shards: 1}
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
	o.fs.Func("set", "any setting, as `key=value`; may be repeated", o.addSetting)
	return o
}

// addSetting adds the setting of a flag -set.
func (o *options) addSetting(s string) error {
	k, v, ok := strings.Cut(s, "=")
	if !ok {
		return errors.New("want key=value")
	}
	o.set[k] = v
	return nil
}

// processors is the default number of simultaneous runs.
// `sgpc ablate` uses one instead, since the variants of a swap reuse the network trained before them.
func processors() int { return min(runtime.NumCPU(), maxWorkers) }

// maxWorkers bounds -workers.
const maxWorkers = 1024

// grid returns the grid of an experiment from the flags, or an error that names the wrong flag.
func (o *options) grid(models []string) (Grid, error) {
	g := Grid{Datasets: splitGraphNames(o.datasets), Models: models, Set: o.set}
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
	if way != method.Validation { // the empty method of a cell stands for validation
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
	seeds, err := parseRanges(o.seeds)
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
	numbers, err := parseRanges(o.splits)
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

// splitList returns the nonempty elements of a list separated by commas.
func splitList(s string) []string {
	return slices.DeleteFunc(strings.Split(s, ","), func(x string) bool { return x == "" })
}

// splitGraphNames is splitList for names of graphs: the parameters of a generated graph contain commas, as in sbm:n=60,classes=3.
func splitGraphNames(s string) (out []string) {
	for _, x := range splitList(s) {
		// A part with = but without a generator's colon continues the parameters of the name before it.
		if k := len(out) - 1; k >= 0 && strings.Contains(x, "=") && !strings.Contains(x, ":") && strings.Contains(out[k], ":") {
			out[k] += "," + x
		} else {
			out = append(out, x)
		}
	}
	return out
}

// maxRange is the largest length of a range such as 0-4.
const maxRange = 10000

// parseRanges returns the numbers of a list of numbers and ranges, such as "0-4,7".
func parseRanges(s string) ([]uint64, error) {
	var out []uint64
	for _, part := range splitList(s) {
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

// AblateCommand is `sgpc ablate NAME`: the runs of one ablation as CSV or as Markdown.
// By default every part of the paper is on; variants that then give equal runs are reported.
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
	a, ok := FindAblation(args[0])
	if !ok {
		fmt.Fprintf(stderr, "sgpc: no ablation %q\n", args[0])
		return usage()
	}
	if code := parseFlags(o.fs, args[1:], stderr); code >= 0 {
		return code
	}
	base, err := o.grid([]string{"sgpc"})
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	end, err := o.openFiles(stderr, disk.Named{Flag: "-rows", File: *rows})
	if err != nil {
		return o.fail(err, stderr)
	}
	defer end()
	lib := NewLibrary(load(o.data).without(o.dedup))
	if err := a.warn(lib, base, stderr); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 1
	}
	results, err := o.execute(a.Cells(base), lib, a.Index != "", nil, stderr)
	if *rows != "" && err == nil {
		err = a.storeRows(*rows, base, results, Row{Protocol: o.protocol, Method: o.method, Dedup: o.dedup,
			Date: time.Now().UTC().Format(time.DateOnly), Command: commandLine("ablate", portableArgs(args))}, lib.Version)
	}
	if *markdown {
		text := a.Brief(base, results)
		if more := a.pairedTables(base, results); more != "" {
			text += "\n" + more
		}
		return o.writeOutput(text, err, stdout, stderr)
	}
	if !o.quiet {
		fmt.Fprint(stderr, a.Brief(base, results))
	}
	return o.writeOutput(a.CSV(base, results), err, stdout, stderr)
}

// warn reports the variants that give equal runs on a data set.
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

// commandLine returns a command as typed; empty arguments and those with blanks are quoted.
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

// parseFlags returns −1 where the command continues, or the exit status: 0 after -h, 2 for wrong usage.
func parseFlags(fs *flag.FlagSet, args []string, stderr io.Writer) int {
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

// execute runs cells and calls done, unless nil, after each.
// An interrupt lets the current runs finish and returns an error of type interrupted.
func (o *options) execute(cells []Cell, lib *Library, series bool, done func(*Progress), stderr io.Writer) ([]Result, error) {
	o.warnOutdated(o.ledger, lib, stderr)
	// An interrupt ends the context instead of the program, so that the current runs are finished and stored.
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

// interrupted is the error of a command that its user stopped; file is its results file, or "".
type interrupted struct {
	error
	file string
}

// Unwrap returns the error of the runs.
func (e *interrupted) Unwrap() error { return e.error }

// Error states whether the finished runs are stored.
func (e *interrupted) Error() string {
	if e.file == "" {
		return "stopped; no file keeps the finished runs (-results names one)"
	}
	return "stopped; the finished runs are kept in " + e.file + ", and the same command goes on from there"
}

// warnOutdated reports once how many stored runs of a results file belong to another version and are repeated.
func (o *options) warnOutdated(l *Ledger, lib *Library, stderr io.Writer) {
	if o.warned {
		return
	}
	o.warned = true
	old, other := l.Outdated(lib.Version)
	if old > 0 {
		fmt.Fprintf(stderr, "sgpc: %s: %d runs are of the old form, which says neither which data nor which version of a model they "+
			"belong to; those that are wanted are made again\n", o.results, old)
	}
	if other > 0 {
		fmt.Fprintf(stderr, "sgpc: %s: %d runs are of another version of their model; those that are wanted are made again\n", o.results, other)
	}
}

// fail prints the error that ends the command and returns exit status 1.
func (o *options) fail(err error, stderr io.Writer) int {
	fmt.Fprintln(stderr, "sgpc:", err)
	return 1
}

// writeOutput writes the output, also after failed runs, and returns the exit status.
func (o *options) writeOutput(text string, failed error, stdout, stderr io.Writer) int {
	var err error
	if o.out != "" {
		err = disk.Replace(o.out, []byte(text), stderr)
	} else {
		_, err = io.WriteString(stdout, text)
	}
	if err = errors.Join(failed, err); err != nil {
		return o.fail(err, stderr)
	}
	return 0
}
