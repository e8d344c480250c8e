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

// update is the flag with which a test writes its records.
var update = flag.Bool("update", false, "write the recorded results anew")

// maxShown is the largest number of differences that a failure prints.
const maxShown = 12

// Check compares sequences of steps, by name, with a file of records.
// The test fails for each sequence that differs, with the first differing step and its differing fields.
// With -update Check instead logs the differences, and writes the file again.
// A single call must pass all sequences of the file.
func Check(t *testing.T, file string, got map[string][]Point) {
	t.Helper()
	want, err := read(file)
	if err != nil && !(*update && errors.Is(err, fs.ErrNotExist)) {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		switch text := difference(want[name], got[name]); {
		case text == "":
		case *update:
			t.Logf("%s: %s", name, text)
		default:
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

// difference returns a description of the first step that differs, or "" if the sequences are equal.
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
		if len(lines) > maxShown {
			lines = append(lines[:maxShown], fmt.Sprintf("and %d fields more", len(lines)-maxShown))
		}
		if len(lines) > 0 {
			return fmt.Sprintf("step %d (%s):\n\t%s", k+1, got[k].Name, strings.Join(lines, "\n\t"))
		}
	}
	return ""
}

// changes returns a line for each field whose recorded and seen values differ.
func changes(want, got map[string]string) (lines []string) {
	all := maps.Clone(want)
	maps.Copy(all, got)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		old, recorded := want[path]
		now, seen := got[path]
		switch {
		case !recorded:
			lines = append(lines, fmt.Sprintf("%s: not recorded, seen %s", path, now))
		case !seen:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, not seen", path, old))
		case old != now:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, seen %s", path, old, now))
		}
	}
	return lines
}

// The beginnings of lines in a file. A sequence begins with the line "# name", and a step with the line "## name".
// A step records only changes: the line "path value" is a new or changed field, and the line "- path" is a field that the step lacks
// and the step before has.
const (
	sequenceMark = "# "
	stepMark     = "## "
	goneMark     = "- "
)

// format returns the content of a file with all sequences.
func format(all map[string][]Point) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s%s\n", sequenceMark, name)
		before := map[string]string{}
		for _, s := range all[name] {
			fmt.Fprintf(&b, "%s%s\n", stepMark, s.Name)
			for _, path := range slices.Sorted(maps.Keys(s.Fields)) {
				if old, ok := before[path]; !ok || old != s.Fields[path] {
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
	// The current sequence, and the fields of its current step.
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
