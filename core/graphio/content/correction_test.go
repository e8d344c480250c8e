package content

import (
	"math/rand/v2"
	"reflect"
	"testing"
)

// The text of a correction whose columns and table have random names parses to the same correction. The names have commas, equals signs and
// percent signs, but no blanks at their ends.
func TestCorrectionEqualsItsText(t *testing.T) {
	if c, err := ParseCorrection("nodes.label=Class%2C 2024,from=1"); err != nil || c.Columns[0].Column != "Class, 2024" || c.From != "1" {
		t.Errorf("an escaped comma in a name is parsed as %+v, %v", c, err)
	}
	r := rand.New(rand.NewPCG(44, 37))
	pieces := []string{",", "%", "2", "C", "5", "=", "%2C", "%252", "a b", "."}
	name := func() string {
		text := "x"
		for range r.IntN(7) {
			text += pieces[r.IntN(len(pieces))]
		}
		return text
	}
	for range 2000 {
		c := Correction{Columns: []ColumnRole{{"", RoleLabel, name()}, {Nodes, RoleName, name()}}, Table: name(), From: "1"}
		got, err := ParseCorrection(c.String())
		if err != nil || !reflect.DeepEqual(got, c) {
			t.Fatalf("%+v has the text %q, which is parsed as %+v, %v", c, c, got, err)
		}
	}
}
