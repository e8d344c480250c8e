// This file compares the results of a test with a file of records, and reads and writes such files.

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

// update is the flag -update of go test, with which a test writes its records.
var update = flag.Bool("update", false, "write the recorded results anew")

// maxShown is the largest number of lines in the description of a step. One more line counts the rest.
const maxShown = 12

// Check compares sequences of steps, by name, with a file of records:
//   - Without -update, the test fails for each sequence that differs, with the first differing step and its differing fields.
//     It also fails for a recorded sequence that got lacks.
//   - With -update, Check logs the differences, and writes the file with the sequences of got alone. The file need not exist.
//
// If the file cannot be read or written, the test ends.
func Check(t *testing.T, file string, got map[string][]Point) {
	t.Helper()
	want, err := read(file)
	isNewFile := *update && errors.Is(err, fs.ErrNotExist)
	if err != nil && !isNewFile {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(got)) {
		text := difference(want[name], got[name]) // a sequence without a record differs at its first step
		switch {
		case text == "": // equal to its record
		case *update:
			t.Logf("%s: %s", name, text)
		default:
			t.Errorf("%s: %s\nIf this is meant: go test -run %s -update, and read the difference of %s.", name, text, t.Name(), file)
		}
	}
	// The loop above does not meet a recorded sequence that got lacks.
	report := t.Errorf
	if *update {
		report = t.Logf
	}
	for _, name := range slices.Sorted(maps.Keys(want)) {
		if got[name] == nil {
			report("%s: %s records it, and the test lacks it", name, file)
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

// difference returns a description of the first step in which two sequences differ, or "" if the sequences are equal.
// Steps count from 1. want is recorded, and got was seen in the test.
func difference(want, got []Point) string {
	for k := range max(len(want), len(got)) {
		// If all common steps are equal, the first additional step of the longer sequence differs.
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
		if more := len(lines) - maxShown; more > 0 {
			lines = append(lines[:maxShown], fmt.Sprintf("and %d more", more))
		}
		if len(lines) > 0 {
			return fmt.Sprintf("step %d (%s):\n\t%s", k+1, got[k].Name, strings.Join(lines, "\n\t"))
		}
	}
	return ""
}

// changes returns a line for each field whose value in want (recorded) and value in got (seen) differ, in the order of the paths.
func changes(want, got map[string]string) (lines []string) {
	all := maps.Clone(want) // not nil, as maps.Copy needs: the function read gives each recorded step a map
	maps.Copy(all, got)
	for _, path := range slices.Sorted(maps.Keys(all)) {
		recorded, isRecorded := want[path]
		seen, isSeen := got[path]
		switch {
		case !isRecorded:
			lines = append(lines, fmt.Sprintf("%s: not recorded, seen %s", path, seen))
		case !isSeen:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, not seen", path, recorded))
		case recorded != seen:
			lines = append(lines, fmt.Sprintf("%s: recorded %s, seen %s", path, recorded, seen))
		}
	}
	return lines
}

// The beginnings of lines in a file. The lines of a step after its name record only the changes from the previous step of the sequence:
// a line "path value" for each new or changed field, and a line "- path" for each field that only the previous step has.
// A path has no space, and a value has no line end: [read] relies on both.
// In the following file, the second step of the sequence "play" changes the field Epoch and lacks the field Seed:
//
//	# play
//	## start
//	Epoch 1
//	Seed 7
//	## step
//	Epoch 2
//	- Seed
const (
	sequenceMark = "# "  // with its name, the first line of a sequence
	stepMark     = "## " // with its name, the first line of a step
	goneMark     = "- "  // with its path, a field that the step lacks
)

// format returns the content of a file with all sequences, in the order of their names. It is the inverse of [read].
func format(all map[string][]Point) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(all)) {
		fmt.Fprintf(&b, "%s%s\n", sequenceMark, name)
		previous := map[string]string{} // fields of the previous step
		for _, step := range all[name] {
			writeStep(&b, step, previous)
			previous = step.Fields
		}
	}
	return b.String()
}

// writeStep writes the lines of a step: its name, and the changes from the fields of the previous step.
func writeStep(b *strings.Builder, step Point, previous map[string]string) {
	fmt.Fprintf(b, "%s%s\n", stepMark, step.Name)
	for _, path := range slices.Sorted(maps.Keys(step.Fields)) {
		old, existed := previous[path]
		if !existed || old != step.Fields[path] {
			fmt.Fprintf(b, "%s %s\n", path, step.Fields[path])
		}
	}
	for _, path := range slices.Sorted(maps.Keys(previous)) {
		if _, exists := step.Fields[path]; !exists {
			fmt.Fprintf(b, "%s%s\n", goneMark, path)
		}
	}
}

// read returns the sequences of a file of records, by name. Each step has all its fields, not only the changes.
// For a missing file the error wraps fs.ErrNotExist.
func read(file string) (map[string][]Point, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	all := map[string][]Point{}
	name, fields := "", map[string]string{} // name of the current sequence, and fields of its current step
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		line := lines.Text()
		switch {
		case strings.HasPrefix(line, stepMark):
			// The step begins with the fields of the previous step. The lines after its name change this map.
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
