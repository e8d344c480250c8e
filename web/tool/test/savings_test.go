package test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The table needs exactly one row for each part, with about the measured saving. An error names the row or the part.
func TestSavingsNeedOneRowForEachPart(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll(filepath.Dir(savingsTable), 0o777); err != nil {
		t.Fatal(err)
	}
	for rows, want := range map[string]string{
		"lines 30, names 4": "",
		"lines 27, names 6": "",                        // within the tolerance
		"lines 30, names 9": "names saves 4 kB, not 9", // outside of it
		"lines 30":          "the part names has no row",
		"lines 30, lines 30": "the row lines has no part, or is the second of its part\n" +
			savingsTable + ": the part names has no row",
		"lines 30, names 4, old 0": "the row old has no part, or is the second of its part",
	} {
		var table strings.Builder
		for row := range strings.SplitSeq(rows, ", ") {
			name, number, _ := strings.Cut(row, " ")
			fmt.Fprintf(&table, "| %s | a text | %s |\n", name, number)
		}
		if err := os.WriteFile(savingsTable, []byte(table.String()), 0o666); err != nil {
			t.Fatal(err)
		}
		err := compareSavings(map[string]int64{"lines": 30, "names": 4})
		if want != "" {
			want = savingsTable + ": " + want
		}
		if got := fmt.Sprint(err); (err != nil || want != "") && got != want {
			t.Errorf("the rows %s give the error %s, want %q", rows, got, want)
		}
	}
}
