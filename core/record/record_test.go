package record

import (
	"path/filepath"
	"strings"
	"testing"
)

// inner is a part of the values whose fields are recorded.
type inner struct {
	A, B int
	Rows []float64
}

// TestZeroFieldsAreNoFields: a type that gets new fields with zero values has the same Fields as before. The values are one struct, a
// list of two structs, and a list of a hundred structs, which is recorded as one digest.
func TestZeroFieldsAreNoFields(t *testing.T) {
	type before struct{ A int }
	type after struct {
		A   int
		New string
		Map map[string]int
		Ptr *inner
	}
	for _, pair := range [][2]any{{before{3}, after{A: 3}}, {[]before{{3}, {4}}, []after{{A: 3}, {A: 4}}},
		{struct{ List []before }{make([]before, 100)}, struct{ List []after }{make([]after, 100)}}} {
		if lines := changes(Fields(pair[0]), Fields(pair[1])); lines != nil {
			t.Errorf("new fields with zero values change the record: %q", lines)
		}
	}
}

// TestDifferenceNamesStepAndField: the text of difference names the step and the field in which a record differs from its file.
// The cases differ in a scalar, in an element of a list, in a name, or by a step more or less. Equal records pass Check.
func TestDifferenceNamesStepAndField(t *testing.T) {
	// value returns the fields of a value whose In.A and List.1.B are a, and whose In.Rows is rows.
	value := func(a int, rows ...float64) map[string]string {
		return Fields(struct {
			In   inner
			List []inner
		}{inner{A: a, B: 1, Rows: rows}, []inner{{A: 1}, {B: a}}})
	}
	recorded := []Point{{"one", value(1, 1, 2)}, {"two", value(0)}, {"three", value(2, 0, 0.1)}}
	file := filepath.Join(t.TempDir(), "x", "records.txt")
	// With -update the records are written, without it they are compared with the file.
	*update = true
	Check(t, file, map[string][]Point{"a": recorded, "b": recorded[:1]})
	*update = false
	Check(t, file, map[string][]Point{"a": recorded, "b": recorded[:1]})
	want, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		got   []Point
		parts []string // of the difference; a list of numbers is recorded as its length and a digest
	}{
		{[]Point{recorded[0], {"two", value(0, 0)}, recorded[2]}, []string{"step 2 (two)", "In.Rows: not recorded, seen 1 "}},
		{[]Point{recorded[0], recorded[1], {"three", value(3, 0, 0.1)}}, []string{"step 3", "In.A: recorded 2, seen 3", "List.1: recorded"}},
		{[]Point{recorded[0], recorded[1], {"three", value(2, 0, 0.2)}}, []string{"step 3", "In.Rows: recorded 2 "}},
		{[]Point{recorded[0], {"2", value(0)}, recorded[2]}, []string{`name: recorded "two", seen "2"`}},
		{recorded[:2], []string{"step 3 (three) is recorded"}},
		{append(recorded[:3:3], recorded[0]), []string{"step 4 (one) is not recorded"}},
	} {
		text := difference(want["a"], c.got)
		for _, s := range c.parts {
			if !strings.Contains(text, s) {
				t.Errorf("the difference is %q, without %q", text, s)
			}
		}
	}
}
