// This file has the table with the results of the benchmarks.

package test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
)

// benchColumns are the columns of the table. A column has the results of one place for some variants of the benchmarks. A variant is an
// implementation, such as simd. variants has the names of the variants, separated by spaces.
var benchColumns = []struct{ title, place, variants string }{
	{"native, gonum", "native", "gonum"}, {"native, plain Go", "native", "go"}, {"native, SIMD", "native", "simd"},
	{"PyTorch", "PyTorch", "torch"}, {"node, SIMD", "node", "simd"}, {"Chromium, plain Go", "Chromium", "go"},
	{"Chromium, SIMD", "Chromium", "simd"}, {"Chromium, tfjs or ml-matrix", "Chromium", "tfjs ml-matrix peak"},
	{"Chromium, page", "Chromium", "page"},
}

// sampleLine matches a result line of `go test -bench`: name, variant and nanoseconds. The number of cores at the end of the name is left
// out. Example: "Benchmark/SGPC,_n_=_1000/simd-2   100   2345678 ns/op".
var sampleLine = regexp.MustCompile(`(?m)^Benchmark/(\S+)/(\w[a-z-]*?)(?:-\d+)?\s+\d+\s+(\S+) ns/op`)

// tableOf returns a Markdown table with a row per benchmark and a column per element of benchColumns. dir is the folder with the raw
// output. An entry is the median of the samples of a benchmark in milliseconds. The rows are in the order in which the names of the
// benchmarks first appear, column by column.
func tableOf(dir string) (string, error) {
	samples := map[[2]string][]float64{} // in milliseconds, by name of the benchmark and title of the column
	rows, head := [][]string{}, []string{""}
	for _, c := range benchColumns {
		head = append(head, c.title)
		var text []byte
		for _, end := range []string{startEnd, rawEnd} {
			data, err := os.ReadFile(filepath.Join(dir, c.place+end))
			// A place that has run no benchmark has no file.
			if err != nil && !errors.Is(err, os.ErrNotExist) {
				return "", err
			}
			text = append(text, data...)
		}
		for _, m := range sampleLine.FindAllStringSubmatch(string(text), -1) {
			if !slices.Contains(strings.Fields(c.variants), m[2]) {
				continue
			}
			name := strings.ReplaceAll(m[1], "_", " ")
			if !slices.ContainsFunc(rows, func(r []string) bool { return r[0] == name }) {
				rows = append(rows, []string{name})
			}
			ns, err := strconv.ParseFloat(m[3], 64)
			if err != nil {
				return "", fmt.Errorf("%s: %w", m[0], err)
			}
			key := [2]string{name, c.title}
			samples[key] = append(samples[key], ns/1e6)
		}
	}
	// Each row has only its name so far. Add an entry per column.
	for i, row := range rows {
		for _, title := range head[1:] {
			entry := "–" // no sample
			if list := samples[[2]string{row[0], title}]; len(list) > 0 {
				entry = number(median(list))
			}
			rows[i] = append(rows[i], entry)
		}
	}
	return tables.Markdown(head, rows), nil
}

// median returns the median of x, which is not empty.
func median(x []float64) float64 {
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2 // the two middle elements; for an odd length both are the same element
}

// number formats a value with three significant digits if 0.1 ≤ v < 1000, and with four if rounding adds a digit, as for 9.999. It rounds
// larger values to integers, and smaller values, such as 0, to three decimals.
func number(v float64) string {
	// Each digit before the decimal point takes the place of a decimal.
	decimals := 3
	for power := 1.0; power <= v && decimals > 0; power *= 10 {
		decimals--
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// smallTransfer is the largest size of a compressed file, in bytes, that the text of the results omits.
const smallTransfer = 4000

// transferred returns a sentence with the sizes of the brotli files in a folder that are larger than smallTransfer. A size is in kB of 1000
// bytes, rounded down. transferred returns "" if the folder has no such file. It skips a file whose size cannot be read.
func transferred(dir string) string {
	list, err := filepath.Glob(filepath.Join(dir, "*.br"))
	var parts []string
	for _, f := range list {
		info, statErr := os.Stat(f)
		if statErr == nil && info.Size() > smallTransfer {
			parts = append(parts, fmt.Sprintf("%s %d kB", strings.TrimSuffix(filepath.Base(f), ".br"), info.Size()/1000))
		}
	}
	if err != nil || len(parts) == 0 {
		return ""
	}
	return "\nTransfer (brotli): " + strings.Join(parts, ", ") + ".\n"
}

// putBetween replaces the results in the file name, from benchBegin to benchEnd, by text, which contains both marks. If the file does not
// have both marks in this order, putBetween appends text to the file.
func putBetween(name, text string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	old := string(data)
	begin, end := strings.Index(old, benchBegin), strings.Index(old, benchEnd)
	if begin < 0 || end < begin {
		return os.WriteFile(name, []byte(strings.TrimRight(old, "\n")+"\n\n"+text), 0o666)
	}
	before, after := old[:begin], strings.TrimPrefix(old[end+len(benchEnd):], "\n")
	return os.WriteFile(name, []byte(before+text+after), 0o666)
}
