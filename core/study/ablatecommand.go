// The command ablate trains the variants of an ablation, and writes their results. For both terms, see [Ablation].

package study

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"sheafscope/core/disk"
	"sheafscope/core/sgpc/method"
)

// AblateCommand is `sgpc ablate NAME`: it trains the variants of one ablation and writes their results as CSV or as Markdown.
// By default every part of the paper is on. The command prints a warning about variants that give equal runs.
// It makes one run at a time by default; see [processors].
// The exit status is 0, 2 for wrong usage, or 1 for any other failure.
func AblateCommand(args []string, load func(dir string) Loader, stdout, stderr io.Writer) int {
	o := newOptions("ablate NAME", method.Paper, 1, stderr)
	o.fs.StringVar(&o.datasets, "datasets", "texas", "names of the data sets")
	o.fs.StringVar(&o.results, "results", "", "`file` that keeps finished runs; empty for none")
	markdown := o.fs.Bool("markdown", false, "write means, and differences from the first variant, as Markdown in place of CSV")
	rows := o.fs.String("rows", "", "`file` of rows to put those of the trained variants into")
	printUsage := func() {
		fmt.Fprintln(stderr, "usage: sgpc ablate NAME [flags]; NAME is one of")
		for _, a := range Ablations() {
			fmt.Fprintf(stderr, "  %-12s %s\n", a.Name, a.Question)
		}
	}
	// The name comes before the flags. Without a name the usage is printed, and -h also prints the flags.
	if len(args) == 0 || strings.HasPrefix(args[0], "-") {
		printUsage()
		if len(args) > 0 && slices.Contains([]string{"h", "help"}, strings.TrimLeft(args[0], "-")) {
			o.fs.PrintDefaults()
			return 0
		}
		return 2
	}
	a, ok := FindAblation(args[0])
	if !ok {
		fmt.Fprintf(stderr, "sgpc: no ablation %q\n", args[0])
		printUsage()
		return 2
	}
	if status, stop := parseFlags(o.fs, args[1:], stderr); stop {
		return status
	}
	// Prepare the grid of the runs, the files and the data sets.
	base, err := o.grid([]string{"sgpc"}) // ablations change only SGPC
	if err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 2
	}
	closeResults, err := o.openFiles(stderr, disk.Named{Flag: "-rows", File: *rows})
	if err != nil {
		return o.fail(err, stderr)
	}
	defer closeResults()
	if err := canRewrite(*rows, putRows(*rows, nil)); err != nil { // before the runs, which may last for hours
		return o.fail(err, stderr)
	}
	lib := NewLibrary(load(o.data).withoutDuplicates(o.dedup))
	if err := a.warnRepeats(lib, base, stderr); err != nil {
		fmt.Fprintln(stderr, "sgpc:", err)
		return 1
	}
	// The runs record series (lists of numbers of a run) only if the ablation has them; a.Index is "" if it has none. nil: nothing is
	// done after a cell.
	results, err := o.execute(a.Cells(base), lib, a.Index != "", nil, stderr)
	// Rows are stored only if no run failed. The output is written in any case, from the finished runs.
	if *rows != "" && err == nil {
		err = a.storeRows(*rows, base, results, Row{Protocol: o.protocol, Method: o.method, Dedup: o.dedup,
			Date: time.Now().UTC().Format(time.DateOnly), Command: commandLine("ablate", portableArgs(args))}, lib.Version)
	}
	if *markdown {
		text := a.Brief(base, results)
		if paired := a.pairedTables(base, results); paired != "" {
			text += "\n" + paired
		}
		return o.writeOutput(text, err, stdout, stderr)
	}
	if !o.quiet {
		fmt.Fprint(stderr, a.Brief(base, results))
	}
	return o.writeOutput(a.CSV(base, results), err, stdout, stderr)
}

// warnRepeats prints the pairs of variants that give equal runs on a data set; see [Ablation.Repeats].
// A line is such as `sgpc: on texas, "no plans" and "scalar lift" are the same run`.
// warnRepeats fails if a data set or its first split is missing, or if a setting is invalid.
func (a Ablation) warnRepeats(lib *Library, base Grid, stderr io.Writer) error {
	for _, d := range base.Datasets {
		// The first split represents all: the splits of a known graph have the same default settings (method.FamilyOf).
		g, split, err := lib.resolve(Cell{Dataset: d, Split: base.Splits[0]})
		if err != nil {
			return err
		}
		pairs, err := a.Repeats(g, split, base)
		if err != nil {
			return err
		}
		for _, p := range pairs {
			fmt.Fprintf(stderr, "sgpc: on %s, %q and %q are the same run\n", d, a.nameOf(p[0]), a.nameOf(p[1]))
		}
	}
	return nil
}
