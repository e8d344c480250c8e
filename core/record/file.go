package record

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the recorded results anew")

// mostShown is the largest number of differences that a failure prints.
const mostShown = 12

// Check compares sequences of steps, by name, with a file of records.
// For each sequence it reports the first step that differs, with the differing fields.
// With -update it writes the file again and also prints the differences.
// One call must have all sequences of a file.
func Check(t *testing.T, file string, got map[string][]Point) {
	t.Helper()
	want, err := read(file)
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		if text := difference(want[name], got[name]); text != "" && *update {
			t.Logf("%s: %s", name, text)
		} else if text != "" {
			t.Errorf("%s: %s\nIf this is meant: go test -run %s -update, and read the difference of %s.", name, text, t.Name(), file)
		}
	}
	for name := range want {
		if got[name] == nil && !*update {
			t.Errorf("%s: %s records it, and nothing plays it", name, file)
		}
	}
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(format(got)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// difference describes the first step that differs, "" if none does.
func difference(want, got []Point) string {
	for k := range max(len(want), len(got)) {
		switch {
		case k >= len(want):
			return fmt.Sprintf("step %d (%s) is not recorded", k+1, got[k].Name)
		case k >= len(got):
			return fmt.Sprintf("step %d (%s) is recorded and was not seen", k+1, want[k].Name)
		}
		lines := changes(want[k].Fields, got[k].Fields)
		if want[k].Name != got[k].Name {
			lines = append([]string{fmt.Sprintf("name: recorded %q, seen %q", want[k].Name, got[k].Name)}, lines...)
		}
		if len(lines) > mostShown {
			lines = append(lines[:mostShown], fmt.Sprintf("and %d fields more", len(lines)-mostShown))
		}
		if len(lines) > 0 {
			return fmt.Sprintf("step %d (%s):\n\t%s", k+1, got[k].Name, strings.Join(lines, "\n\t"))
		}
	}
	return ""
}

// changes returns a line for each field whose values differ.
func changes(want, got map[string]string) (lines []string) {
	all := maps.Clone(want)
	maps.Copy(all, got)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		was, recorded := want[path]
		is, seen := got[path]
		switch {
		case !recorded:
			lines = append(lines, fmt.Sprintf("%s: not recorded, seen %s", path, is))
		case !seen:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, not seen", path, was))
		case was != is:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, seen %s", path, was, is))
		}
	}
	return lines
}

// A file has a line "# name" for each sequence and a line "## step" for each step.
// Steps record changes: "path value" is a new or changed field, and "- path" a field that the step before has and this one has not.
const (
	sequenceMark = "# "
	stepMark     = "## "
	goneMark     = "- "
)

// format returns the content of a file.
func format(all map[string][]Point) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s%s\n", sequenceMark, name)
		before := map[string]string{}
		for _, s := range all[name] {
			fmt.Fprintf(&b, "%s%s\n", stepMark, s.Name)
			for _, path := range slices.Sorted(maps.Keys(s.Fields)) {
				if was, ok := before[path]; !ok || was != s.Fields[path] {
					fmt.Fprintf(&b, "%s %s\n", path, s.Fields[path])
				}
			}
			for _, path := range slices.Sorted(maps.Keys(before)) {
				if _, ok := s.Fields[path]; !ok {
					fmt.Fprintf(&b, "%s%s\n", goneMark, path)
				}
			}
			before = s.Fields
		}
	}
	return b.String()
}

// read returns the sequences of a file.
func read(file string) (map[string][]Point, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all, name, fields := map[string][]Point{}, "", map[string]string{}
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		switch line := lines.Text(); {
		case strings.HasPrefix(line, stepMark):
			fields = maps.Clone(fields)
			all[name] = append(all[name], Point{strings.TrimPrefix(line, stepMark), fields})
		case strings.HasPrefix(line, sequenceMark):
			name, fields = strings.TrimPrefix(line, sequenceMark), map[string]string{}
		case strings.HasPrefix(line, goneMark):
			delete(fields, strings.TrimPrefix(line, goneMark))
		default:
			path, value, _ := strings.Cut(line, " ")
			fields[path] = value
		}
	}
	return all, lines.Err()
}
