// This file measures how many bytes each part of package shrink saves.

package test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/shrink"
)

// savingsTable is the document with the table of savings by part of package shrink.
const savingsTable = "web/tool/shrink/README.md"

// savingsRow matches a row of the table: part, text and saving in kB, such as "| lines | text | 12 |".
var savingsRow = regexp.MustCompile(`(?m)^\| (\w+) \| [^|]+ \| (\d+) \|`)

// Savings prints the saving of each part of package shrink in kB. The saving of a part is the brotli size of the page's program that is
// shrunk without this part, minus its size when it is shrunk by all parts. Beside the errors of the build, Savings returns an error in two
// cases:
//   - the table in savingsTable does not agree with the measured savings (see compareSavings),
//   - a name in web/tool/build/unused.go matches no function.
func Savings(ctx context.Context) error {
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "savings-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := func(name string) string { return filepath.Join(dir, name) }
	// plain.wasm is the program of the page as Go compiles it. whole.wasm is the program of a single file, which has more functions: the
	// names of unused.go must match there.
	if err := errors.Join(build.PlainProgram(ctx, golang, file("plain.wasm"), build.Kernels),
		build.PlainProgram(ctx, golang, file("whole.wasm"), build.KernelsWhole)); err != nil {
		return err
	}
	// PART.wasm is the program that is shrunk without PART. No part has the name "all", so that all.wasm is shrunk by all parts. The names of
	// functions move to a separate file, as they do for dist/.
	plain, err := os.ReadFile(file("plain.wasm"))
	if err != nil {
		return err
	}
	for _, part := range append([]string{"all"}, shrink.Parts...) {
		o := build.ShrinkOptions(golang.Version)
		o.SeparateNames, o.Without = true, part
		small, _, err := shrink.Module(plain, golang.Version, o)
		if err != nil {
			return err
		}
		if err := shell.Write(file(part+".wasm"), small); err != nil {
			return err
		}
	}
	unmatched, err := unmatchedNames(file("whole.wasm"), golang.Version)
	if err != nil {
		return err
	}
	// Compress compresses every program in dir. The compressed size of whole.wasm is not needed: it is removed before.
	if err := errors.Join(os.Remove(file("whole.wasm")), build.Compress(ctx, dir, build.Release)); err != nil {
		return err
	}
	// size returns the compressed size of a program in bytes. It adds an error to err for a missing file.
	size := func(name string) int64 {
		info, statErr := os.Stat(file(name + ".wasm.br"))
		if statErr != nil {
			err = errors.Join(err, statErr)
			return 0
		}
		return info.Size()
	}
	all := size("all")
	fmt.Printf("%d kB as Go makes it, %d kB with all parts\n", size("plain")/1000, all/1000)
	saved := map[string]int64{} // in kB, by part
	for _, part := range shrink.Parts {
		saved[part] = int64(math.Round(float64(size(part)-all) / 1000))
		fmt.Printf("%-10s %4d kB\n", part, saved[part])
	}
	return errors.Join(err, unmatched, compareSavings(saved))
}

// unmatchedNames compares the names in web/tool/build/unused.go with the functions of a program. unmatched lists the names that match no
// function; it is nil if each name matches a function. err is the error of a program that cannot be read.
func unmatchedNames(program, goVersion string) (unmatched, err error) {
	module, err := os.ReadFile(program)
	if err != nil {
		return nil, err
	}
	names, err := shrink.Unmatched(module, goVersion, build.ShrinkOptions(goVersion))
	if err == nil && len(names) > 0 {
		unmatched = fmt.Errorf("web/tool/build/unused.go has names that match nothing in %s: %q", goVersion, names)
	}
	return unmatched, err
}

// compareSavings compares measured savings, in kB by part, with the rows of the table in savingsTable. It returns an error if
//   - the document cannot be read,
//   - a row names no part, or the part of an earlier row,
//   - a row differs by more than 2 kB plus a tenth of the written saving, a tolerance for small changes of the page's program,
//   - a part has no row.
func compareSavings(saved map[string]int64) (err error) {
	text, err := os.ReadFile(savingsTable)
	if err != nil {
		return err
	}
	left := maps.Clone(saved) // the parts without a row so far
	for _, m := range savingsRow.FindAllSubmatch(text, -1) {
		name := string(m[1])
		written, _ := strconv.ParseInt(string(m[2]), 10, 64) // no error: the pattern matches digits
		got, isNew := left[name]
		delete(left, name)
		difference := math.Abs(float64(got - written))
		tolerance := 2 + float64(written)/10
		switch {
		case !isNew:
			err = errors.Join(err, fmt.Errorf("%s: the row %s has no part, or is the second of its part", savingsTable, name))
		case difference > tolerance:
			err = errors.Join(err, fmt.Errorf("%s: %s saves %d kB, not %d", savingsTable, name, got, written))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(left)) {
		err = errors.Join(err, fmt.Errorf("%s: the part %s has no row", savingsTable, name))
	}
	return err
}
