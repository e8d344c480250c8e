// This file has the flags, the progress and the output that the commands of this package share.

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

	"sheafscope/core/disk"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/words"
)

// options are the values of the flags that the commands of this package share, and the open results file.
// A field that is named like a flag has the value of the flag. Other flags are -o for out, -q for quiet, and in auto -graph for datasets.
type options struct {
	fs                            *flag.FlagSet // the flags of the command
	data, datasets, splits, seeds string
	protocol, results, out        string
	reading, method, dedup        string
	epochs, workers               int               // epochs is 0 for the default of the settings
	shard, shards                 int               // this program does task k, counted from 0, if k mod shards = shard
	quiet                         bool              // no progress
	warned                        bool              // the warning about outdated runs was printed
	nested                        bool              // settings are chosen for each split
	set                           map[string]string // settings of -set and, after [options.grid], of -reading and -epochs
	wait                          bool              // wait for a locked results file
	ledger                        *Ledger           // the open results file
}

// newOptions defines the shared flags of the command with the given name and returns their values.
// defaultMethod and workers, the number of simultaneous runs, are default values of flags.
func newOptions(name string, defaultMethod method.Method, workers int, stderr io.Writer) *options {
	// The help text of -method. Only a command with the default method auto can choose settings.
	methods := "validation (each graph's defaults) or paper (every part of the paper on)"
	if defaultMethod == methodAuto {
		methods = "auto (settings of sgpc by a search, of the others from a small grid, on the validation sets of each data set), " +
			"nested (the same for each split, from its own training and validation nodes alone), " +
			"validation (fixed ones for each kind of graph) or paper (every part of the paper on)"
	}
	// Without the flag -shard there is one shard, which has all tasks.
	o := &options{fs: flag.NewFlagSet("sgpc "+name, flag.ContinueOnError), set: map[string]string{}, shards: 1}
	o.fs.SetOutput(stderr)
	o.fs.StringVar(&o.data, "data", "../shared/datasets", "`folder` with one folder per data set")
	o.fs.StringVar(&o.protocol, "protocol", ProtocolSplits,
		"splits (the fixed ones of the data set), planetoid (the public one of its files), per-class:20 or any drawn split")
	o.fs.StringVar(&o.splits, "splits", "", "numbers of the splits, or seeds of the drawn ones (default 0-9, of a number a class 0-4)")
	o.fs.StringVar(&o.seeds, "seeds", "0", "seeds of the runs, as in 0-2")
	o.fs.StringVar(&o.reading, "reading", "", "paper or code")
	o.fs.StringVar(&o.method, "method", string(defaultMethod), methods)
	o.fs.IntVar(&o.epochs, "epochs", 0, "epochs at most (0: the setting's default)")
	o.fs.IntVar(&o.workers, "workers", workers, "runs at a time")
	o.fs.StringVar(&o.out, "o", "", "write to this `file` instead of standard output")
	o.fs.StringVar(&o.dedup, "dedup", "", DedupUsage)
	o.fs.BoolVar(&o.wait, "wait", false, "where another program writes the results file, wait until it ends")
	o.fs.BoolVar(&o.quiet, "q", false, "no progress")
	o.fs.Func("set", "any setting, as `key=value`; may be repeated", o.addSetting)
	return o
}

// addSetting adds the setting of a flag -set, given as key=value.
func (o *options) addSetting(text string) error {
	key, value, ok := strings.Cut(text, "=")
	if !ok {
		return errors.New("want key=value")
	}
	o.set[key] = value
	return nil
}

// processors returns the default number of simultaneous runs of most commands: one for each processor.
// The default of `sgpc ablate` is 1 instead, since variants that differ in their swap reuse the network that was trained last.
func processors() int { return min(runtime.NumCPU(), maxWorkers) }

// maxWorkers bounds -workers: more than the processors of a usual machine.
const maxWorkers = 1024

// grid returns the grid of the experiment that the flags describe. An error names the flag that is wrong.
// grid adds the settings of -reading and -epochs to o.set, unless -set has given them. It sets o.splits to its default if the flag -splits
// is missing.
func (o *options) grid(models []string) (Grid, error) {
	// A repeated name or number counts once, since a repeated run is no second sample. g.Set and o.set are one map.
	g := Grid{Datasets: distinct(splitGraphNames(o.datasets)), Models: distinct(models), Set: o.set}
	if len(g.Datasets) == 0 {
		isAuto := o.fs.Lookup("graph") != nil
		return g, errors.New(words.Either(isAuto, "-graph", "-datasets") + ": the list is empty")
	}
	if o.epochs < 0 {
		return g, fmt.Errorf("-epochs %d: want 1 or more, or 0 for the setting's default", o.epochs)
	}
	if o.workers < 1 || o.workers > maxWorkers {
		return g, fmt.Errorf("-workers %d: want a number from 1 to %d", o.workers, maxWorkers)
	}
	// A command that allows the methods auto and nested has already replaced them by "". In any other command they are an error.
	parsed, err := method.Parse(o.method)
	if err != nil {
		return g, fmt.Errorf("-method: %w", err)
	}
	if parsed != method.Validation { // the empty method of a cell stands for validation
		g.Method = string(parsed)
	}
	// The settings are applied to an empty configuration, so that a mistake is found before any graph is read.
	epochs := words.Either(o.epochs > 0, strconv.Itoa(o.epochs), "")
	for _, s := range [][2]string{{"reading", o.reading}, {"epochs", epochs}} { // settings with a flag of their own
		name, value := s[0], s[1]
		if value == "" {
			continue
		}
		if err := new(settings.Config).Set(name, value); err != nil {
			return g, fmt.Errorf("-%s: %w", name, err)
		}
		if g.Set[name] == "" { // -set overrides both flags
			g.Set[name] = value
		}
	}
	if err := new(settings.Config).Overlay(g.Set); err != nil {
		return g, fmt.Errorf("-set: %w", err)
	}
	g.Seeds, err = parseRanges(o.seeds)
	if err != nil {
		return g, fmt.Errorf("-seeds: %w", err)
	}
	g.Splits, err = o.splitNames()
	if err != nil {
		return g, fmt.Errorf("-splits: %w", err)
	}
	return g, nil
}

// distinct returns the elements of a list without repetitions, in the order of their first occurrence.
func distinct[T comparable](list []T) (out []T) {
	seen := map[T]bool{}
	for _, x := range list {
		if !seen[x] {
			out = append(out, x)
		}
		seen[x] = true
	}
	return out
}

// splitNames returns the names of the splits that -protocol and -splits describe: the public split, numbered splits of the data set, or
// drawn splits, for which the numbers are seeds; see [SplitOf]. If the flag -splits is missing, splitNames sets o.splits to its default:
// 0-4 for a protocol such as per-class:20, and 0-9 for the others. The public split needs no o.splits.
func (o *options) splitNames() (names []string, err error) {
	if o.protocol == ProtocolPlanetoid { // the public split is the only one
		return []string{ProtocolPlanetoid}, nil
	}
	if o.splits == "" {
		o.splits = "0-9"
		if strings.HasPrefix(o.protocol, "per-class:") {
			o.splits = "0-4"
		}
	}
	numbers, err := parseRanges(o.splits)
	if err != nil {
		return nil, err
	}
	for _, number := range numbers {
		name := strconv.FormatUint(number, 10)
		if o.protocol != ProtocolSplits { // a drawn split
			name = o.protocol + "@" + name
		}
		names = append(names, name)
	}
	return names, nil
}

// splitList splits a list at its commas and omits empty elements.
func splitList(s string) []string {
	return slices.DeleteFunc(strings.Split(s, ","), func(x string) bool { return x == "" })
}

// splitGraphNames is [splitList] for names of graphs. It does not split between the parameters of a generated graph: the list
// "texas,sbm:n=60,classes=3" has the names "texas" and "sbm:n=60,classes=3".
func splitGraphNames(list string) (names []string) {
	for _, part := range splitList(list) {
		// A further parameter has "=" but no colon, which follows the name of a generator.
		isParameter := strings.Contains(part, "=") && !strings.Contains(part, ":")
		last := len(names) - 1
		followsGenerator := last >= 0 && strings.Contains(names[last], ":")
		if isParameter && followsGenerator {
			names[last] += "," + part
		} else {
			names = append(names, part)
		}
	}
	return names
}

// maxRange is the largest number of elements of a range such as 0-4. It also bounds -epochs of the command holonomy.
const maxRange = 10000

// parseRanges returns the numbers of a list of numbers and ranges, such as "0-4,7", without repetitions. An empty list is an error.
func parseRanges(s string) ([]uint64, error) {
	var out []uint64
	for _, part := range splitList(s) {
		// A single number is a range of one element.
		low, high, isRange := strings.Cut(part, "-")
		// Numbers have 63 bits, so that k++ below does not overflow.
		first, err := strconv.ParseUint(low, 10, 63)
		last := first
		if err == nil && isRange {
			last, err = strconv.ParseUint(high, 10, 63)
		}
		isRangeValid := first <= last && last-first < maxRange
		if err != nil || !isRangeValid {
			return nil, fmt.Errorf("%q is no number or range such as 0-4", part)
		}
		for k := first; k <= last; k++ {
			out = append(out, k)
		}
	}
	if len(out) == 0 {
		return nil, errors.New("the list is empty")
	}
	return distinct(out), nil
}

// commandLine returns a command as a user types it. It quotes arguments that are empty or contain blanks, tabs or apostrophes.
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

// withoutFlags returns the arguments of a command without the given flags, and without the values of the flags in withValue.
func withoutFlags(args, withValue, withoutValue []string) (out []string) {
	for k := 0; k < len(args); k++ {
		name, _, hasValue := strings.Cut(strings.TrimLeft(args[k], "-"), "=")
		isFlag := strings.HasPrefix(args[k], "-") // otherwise the value of another flag, which can have the name of a flag
		switch {
		case isFlag && slices.Contains(withoutValue, name): // omitted
		case !isFlag || !slices.Contains(withValue, name):
			out = append(out, args[k])
		case !hasValue: // an omitted flag without =
			k++ // the value is the next argument
		}
	}
	return out
}

// parseFlags parses the flags of a command that has no other arguments. If stop is true, the command has to end with the given exit
// status: 0 after -h, or 2 for wrong usage.
func parseFlags(fs *flag.FlagSet, args []string, stderr io.Writer) (status int, stop bool) {
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0, true
		}
		return 2, true
	}
	if fs.NArg() > 0 {
		fmt.Fprintf(stderr, "sgpc: unexpected argument %q\n", fs.Arg(0))
		return 2, true
	}
	return 0, false
}

// execute runs cells with the ledger and the workers of the flags, and returns the results of the cells that did not fail.
// series states whether the outcomes have series, which are lists of numbers of a run.
// After each cell it calls done, unless done is nil. done may change the progress, which is then printed unless o.quiet is true.
// After an interrupt by the user the current runs finish, and the error has type *interrupted. Without an interrupt the error joins the
// errors of the runs.
func (o *options) execute(cells []Cell, lib *Library, series Series, done func(*Progress), stderr io.Writer) ([]Result, error) {
	o.warnOutdated(o.ledger, lib, stderr)
	// An interrupt ends ctx instead of the program, so that the current runs are finished and stored.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	experiment := Experiment{Cells: cells, Run: lib.Run(series), Stamp: lib.stampOf(series), Ledger: o.ledger, Workers: o.workers}
	experiment.Report = func(p Progress) {
		if done != nil {
			done(&p)
		}
		if !o.quiet {
			fmt.Fprintln(stderr, p)
		}
	}
	results, err := experiment.Execute(ctx)
	if ctx.Err() != nil { // only an interrupt ends ctx here
		err = &interrupted{err, o.results}
	}
	return results, err
}

// interrupted is the error of a command that its user stopped.
type interrupted struct {
	error        // joined errors of the runs and context.Canceled, by which isFatal finds the interrupt
	file  string // name of the results file, or "" if there is no results file
}

// Unwrap returns the joined errors.
func (e *interrupted) Unwrap() error { return e.error }

// Error returns a message on whether the finished runs are stored. It omits the errors of the runs, which Unwrap returns.
func (e *interrupted) Error() string {
	if e.file == "" {
		return "stopped; no file keeps the finished runs (-results names one)"
	}
	return "stopped; the finished runs are kept in " + e.file + ", and the same command goes on from there"
}

// warnOutdated prints the numbers of runs in the results file that cannot be reused; see [Ledger.Outdated].
// A command may execute several lists of cells, but prints the warning only once.
func (o *options) warnOutdated(ledger *Ledger, lib *Library, stderr io.Writer) {
	if o.warned {
		return
	}
	o.warned = true
	old, other := ledger.Outdated(lib.Version)
	if old > 0 {
		fmt.Fprintf(stderr, "sgpc: %s has %s of the old form, which names neither the data nor the version of the model; wanted runs are "+
			"made again\n", o.results, words.Count(old, "run"))
	}
	if other > 0 {
		fmt.Fprintf(stderr, "sgpc: %s has %s of another version of the model; wanted runs are made again\n", o.results,
			words.Count(other, "run"))
	}
}

// fail prints the error that ends a command, and returns exit status 1.
func (o *options) fail(err error, stderr io.Writer) int {
	fmt.Fprintln(stderr, "sgpc:", err)
	return 1
}

// writeOutput writes the output of a command to -o or to stdout, and returns the exit status.
// runErr is the error of failed runs, or nil. The output of the other runs is written before the error is reported.
func (o *options) writeOutput(text string, runErr error, stdout, stderr io.Writer) int {
	var writeErr error
	if o.out != "" {
		writeErr = disk.Replace(o.out, []byte(text), stderr)
	} else {
		_, writeErr = io.WriteString(stdout, text)
	}
	if err := errors.Join(runErr, writeErr); err != nil {
		return o.fail(err, stderr)
	}
	return 0
}
