package test

import (
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/shrink"
)

// savingsTable is the document with the table of savings by part of package shrink.
const savingsTable = "web/tool/shrink/README.md"

// savingsRow matches a row of the table: part and saving in kB.
var savingsRow = regexp.MustCompile(`(?m)^\| (\w+) \| [^|]+ \| (\d+) \|`)

// Savings prints the saving of each part of package shrink in kB: the brotli size of the page's program without the part, minus the size
// with all parts. It returns an error if a row of the table in README.md differs by more than 2 kB plus a tenth, and if a name in
// web/tool/build/unused.go matches no function.
func Savings(ctx context.Context) error {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "savings-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(build.PlainProgram(ctx, env, file("plain.wasm"), build.Kernels),
		build.PlainProgram(ctx, env, file("whole.wasm"), build.KernelsWhole)); err != nil {
		return err
	}
	// A program without each part.
	plain, err := os.ReadFile(file("plain.wasm"))
	if err != nil {
		return err
	}
	for _, part := range append([]string{"all"}, shrink.Parts...) {
		o := build.ShrinkOptions(env.Version)
		o.SeparateNames, o.Without = true, part
		small, _, err := shrink.Module(plain, env.Version, o)
		if err != nil {
			return err
		}
		if err := shell.Write(file(part+".wasm"), small); err != nil {
			return err
		}
	}
	unmatched, err := unmatchedNames(file("whole.wasm"), env.Version)
	if err != nil {
		return err
	}
	if err := errors.Join(os.Remove(file("whole.wasm")), build.Compress(ctx, dir, build.Release)); err != nil {
		return err
	}
	// Savings are differences of compressed sizes.
	size := func(name string) int64 {
		info, failed := os.Stat(file(name + ".wasm.br"))
		if failed != nil {
			err = errors.Join(err, failed)
			return 0
		}
		return info.Size()
	}
	all := size("all")
	fmt.Printf("%d kB as Go makes it, %d kB with all parts\n", size("plain")/1000, all/1000)
	saved := map[string]int64{}
	for _, part := range shrink.Parts {
		saved[part] = (size(part) - all + 500) / 1000 // rounded to kB
		fmt.Printf("%-10s %4d kB\n", part, saved[part])
	}
	return errors.Join(err, unmatched, compareSavings(saved))
}

// unmatchedNames returns an error, unmatched, that lists the names in web/tool/build/unused.go that match no function of a program.
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

// compareSavings compares savings in kB by part with the table.
func compareSavings(saved map[string]int64) (err error) {
	text, err := os.ReadFile(savingsTable)
	if err != nil {
		return err
	}
	rows := 0
	for _, m := range savingsRow.FindAllSubmatch(text, -1) {
		rows++
		written, _ := strconv.ParseInt(string(m[2]), 10, 64)
		got, isPart := saved[string(m[1])]
		difference := math.Abs(float64(got - written))
		if !isPart || difference > 2+float64(written)/10 {
			err = errors.Join(err, fmt.Errorf("%s: %s saves %d kB, not %d", savingsTable, m[1], got, written))
		}
	}
	if rows != len(saved) {
		err = errors.Join(err, fmt.Errorf("%s has %d rows for %d parts", savingsTable, rows, len(saved)))
	}
	return err
}
