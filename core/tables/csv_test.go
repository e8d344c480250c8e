package tables_test

import (
	"encoding/csv"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/tables"
	"sheafscope/core/words"
)

// TestCSVReadsBack: encoding/csv reads the cells that CSV has written. A share of −1 is an empty cell.
// Texts that a spreadsheet would evaluate have an apostrophe, and a note about it precedes the rows only if such a text occurs.
func TestCSVReadsBack(t *testing.T) {
	var c tables.CSV
	c.Text("name", "p_a,b", `say "x"`)
	c.End()
	c.Blank(1)
	c.Int(-3)
	c.Number(1.0/3, 4)
	c.End()
	c.Share(-1, -1)
	c.Share(0.25, -1)
	c.Text("=1+1")
	c.End()
	c.Text("-1", "-x", "+2e3")
	c.End()
	rows, isNoted := strings.CutPrefix(string(c.File()), words.GuardNote)
	got, err := csv.NewReader(strings.NewReader(rows)).ReadAll()
	want := [][]string{{"name", "p_a,b", `say "x"`}, {"", "-3", "0.3333"}, {"", "0.25", "'=1+1"}, {"-1", "'-x", "+2e3"}}
	if err != nil || !isNoted || !reflect.DeepEqual(got, want) {
		t.Errorf("%q is read as %q, error %v, want %q; the note about apostrophes is there: %v", rows, got, err, want, isNoted)
	}
	var plain tables.CSV
	plain.Text("a", "-1")
	plain.End()
	if text := string(plain.File()); text != "a,-1\n" {
		t.Errorf("without a guarded text the file is %q, want no note", text)
	}
}
