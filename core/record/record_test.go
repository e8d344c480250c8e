package record

import (
	"path/filepath"
	"strings"
	"testing"
)

type inner struct {
	A, B int
	Rows []float64
}

// TestZeroFieldsAreNoFields: a field with its zero value changes neither the fields nor a sum over them, at any depth.
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
			t.Error(lines)
		}
	}
}

// TestDifferenceNamesStepAndField: a difference in a scalar, in one element of a list, in a name, a step more and a step less are found
// after the records went through their file.
func TestDifferenceNamesStepAndField(t *testing.T) {
	value := func(a int, rows ...float64) map[string]string {
		return Fields(struct {
			In   inner
			List []inner
		}{inner{A: a, B: 1, Rows: rows}, []inner{{A: 1}, {B: a}}})
	}
	was := []Point{{"one", value(1, 1, 2)}, {"two", value(0)}, {"three", value(2, 0, 0.1)}}
	file := filepath.Join(t.TempDir(), "x", "records.txt")
	*update = true
	Check(t, file, map[string][]Point{"a": was, "b": was[:1]})
	*update = false
	Check(t, file, map[string][]Point{"a": was, "b": was[:1]})
	want, err := read(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		got  []Point
		says []string
	}{
		{[]Point{was[0], {"two", value(0, 0)}, was[2]}, []string{"step 2 (two)", "In.Rows: not recorded, seen 1 "}},
		{[]Point{was[0], was[1], {"three", value(3, 0, 0.1)}}, []string{"step 3", "In.A: recorded 2, seen 3", "List.1: recorded"}},
		{[]Point{was[0], was[1], {"three", value(2, 0, 0.2)}}, []string{"step 3", "In.Rows: recorded 2 "}},
		{[]Point{was[0], {"2", value(0)}, was[2]}, []string{`name: recorded "two", seen "2"`}},
		{was[:2], []string{"step 3 (three) is recorded"}},
		{append(was[:3:3], was[0]), []string{"step 4 (one) is not recorded"}},
	} {
		text := difference(want["a"], c.got)
		for _, s := range c.says {
			if !strings.Contains(text, s) {
				t.Errorf("%q does not say %q", text, s)
			}
		}
	}
}
