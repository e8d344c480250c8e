package course

import (
	"crypto/sha256"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// update is the flag of the command line with which TestPrinted records the texts.
var update = flag.Bool("update", false, "write the recorded texts anew")

// The values and the checksums of the pictures of every figure, at its start and at eight random states, equal the recorded lines. The test
// runs natively and in wasm (web/tool/test): both print the same. With the flag -update it first records the lines.
func TestPrinted(t *testing.T) {
	const file = "testdata/printed.txt"
	course := New(nil)
	r := rand.New(rand.NewPCG(61, 8))
	var lines []string
	for _, f := range course.figures {
		for place := range 9 { // 0 is the start of the figure
			if place > 0 {
				randomState(t, course, f, r)
			}
			// The texts of the values, and twelve bytes of the checksum of each picture.
			shown := course.Render(f.Name)
			for _, name := range slices.Sorted(maps.Keys(shown.Values)) {
				lines = append(lines, fmt.Sprintf("%s %d, %s: %s", f.Name, place, name, strings.ReplaceAll(shown.Values[name], "\n", " | ")))
			}
			for _, name := range slices.Sorted(maps.Keys(shown.Pictures)) {
				sum := sha256.Sum256([]byte(shown.Pictures[name]))
				lines = append(lines, fmt.Sprintf("%s %d, picture %s: %x", f.Name, place, name, sum[:12]))
			}
		}
	}
	// Only the first line that differs is reported.
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	recorded := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	for k, line := range lines {
		if k >= len(recorded) || line != recorded[k] {
			t.Fatalf("line %d differs from %s (-update records all); printed is\n%s", k+1, file, line)
		}
	}
	if len(recorded) != len(lines) {
		t.Errorf("%d lines are recorded, %d printed", len(recorded), len(lines))
	}
}
