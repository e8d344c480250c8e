// The command convert reads a graph in one file format and writes it in another.

package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/core/disk"
	"sheafscope/core/graphio"
	"sheafscope/core/study"
	"sheafscope/core/words"
)

// convertCommand reads a graph in any format, or builds a graph by its name, and writes it in the format of -to into the folder of -o.
// It prints the paths of the files. Notes on standard error name what the format cannot store, and files with guarded texts (see below).
// Without -force, the command fails if an output would overwrite a file that was read.
func convertCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc convert", flag.ContinueOnError)
	name := fs.String("graph", "", "built-in `name`, generator, file, or data set folder")
	format := fs.String("to", "json", strings.Join(graphio.WriteFormats(), ", "))
	var files readingFlags
	files.add(fs)
	raw := fs.Bool("raw", false, "csv: no apostrophe before texts that a spreadsheet would take for formulas")
	dir := fs.String("o", ".", "`folder` for the files that are written")
	force := fs.Bool("force", false, "write over the files that were read")
	if status, stop := parseFlags(fs, args); stop {
		return status
	}
	// The command has no default graph, unlike the other commands.
	if *name == "" || fs.NArg() > 0 {
		return fail(usageError{fmt.Errorf("convert: say which graph with -graph, and nothing else")})
	}
	// A folder that cannot be written is reported before the graph is read.
	if err := disk.CanFill(*dir); err != nil {
		return fail(err)
	}
	correction, err := files.correction()
	if err != nil {
		return fail(err)
	}
	g, splits, err := readGraph(*name, correction, printDoubts)
	if err != nil {
		return fail(err)
	}
	// Without -dedup all nodes remain.
	g, splits, err = study.Dedup(g, splits, files.dedup)
	if err != nil {
		return fail(usageError{err})
	}
	// lost names the parts of the graph that the format cannot store.
	encoded, lost, err := graphio.WriteSplits(g, splits, graphio.Extra{Raw: *raw}, *format)
	if err != nil {
		return fail(usageError{err})
	}
	if len(lost) > 0 {
		fmt.Fprintf(os.Stderr, "sgpc: note: %s cannot hold %s.\n", *format, strings.Join(lost, ", "))
	}
	if err := os.MkdirAll(*dir, 0o755); err != nil {
		return fail(err)
	}
	// Without -force, no output may be a file that was read.
	var outputs []disk.Named
	for _, f := range encoded {
		path := filepath.Join(*dir, filepath.Base(f.Name))
		outputs = append(outputs, disk.Named{Flag: "-o", File: path})
	}
	inputs := inputFiles(*name, "", "") // "" for the flags -split and -weights, which convert does not have
	if err := disk.Apart(outputs, inputs); err != nil && !*force {
		return fail(fmt.Errorf("%w, or -force to write over it", err))
	}
	paths := ""
	for k, f := range encoded {
		path := outputs[k].File
		if err := replace(path, f.Data); err != nil {
			return fail(err)
		}
		paths += path + "\n"
		// A guarded text has an apostrophe in front, so that no spreadsheet takes it for a formula.
		// A CSV file with such texts begins with GuardNote.
		if bytes.HasPrefix(f.Data, []byte(words.GuardNote)) {
			fmt.Fprintf(os.Stderr, "sgpc: note: in %s an apostrophe stands before texts that begin with = + - @; -raw leaves it out\n", path)
		}
	}
	return show(paths)
}
