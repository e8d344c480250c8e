package coursemath

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A message fits its input: it quotes the wrong word, names the limit that the input misses, or the form that the input needs.
func TestMessagesFitTheirInput(t *testing.T) {
	do := func(change string) error { return Ring(4, 2).Do(change) }
	small := func(change string) error { return Path(2, 1).Do(change) }
	large := func(change string) error { return Path(8, 1).Do(change) }
	text := func(text string) error { _, err := ParseSheaf(text); return err }
	start := func(shape string) error { _, err := Start(shape, 2); return err }
	number := func(text string) error { _, _, err := parseNumber(text); return err }
	row := func(text string) error { _, err := ParseMap(text, 1, 2); return err }
	column := func(text string) error { _, err := ParseMap(text, 2, 1); return err }
	plane := func(text string) error { _, err := ParseMap(text, 2, 2); return err }
	for _, c := range []struct {
		call        func(input string) error
		input, want string // want is a part of the message
	}{
		{do, "edge a b", "“a” is no whole number"}, {do, "edge 0 b", "“b” is no whole number"}, {do, "drop-edge ab", "“ab” is no whole number"},
		{do, "map ab 0 1", "“ab” is no whole number"}, {do, "map 0 1.5 1", "“1.5” is no whole number"}, {do, "d two", "“two” is no whole"},
		{do, "x a 1", "“a” is no whole number"}, {do, "dim 0 x", "“x” is no whole number"}, {do, "edge-dim y 1", "“y” is no whole number"},
		{do, "edge 0", "is no change"}, {do, "x 0", "is no change"}, {do, "x 0 1 2", "is no number"},
		{small, "drop-node 0", "at least 2 nodes"}, {large, "node 0.5 0.5", "at most 8 nodes"},
		{text, "d two", "“two” is no whole number"}, {text, "d 1;edge a 1 1 | 1", "“a” is no whole number"},
		{text, "d 1;edge 0 b 1 | 1", "“b” is no whole number"}, {text, "d 1;node 0.1 0.5 a x", "“x” is no whole number"},
		{text, "d 1;dim a 2", "“a” is no whole number"}, {text, "d 1;dim 0 b", "“b” is no whole number"},
		{text, "d 1;node 0 0 é;node 1 1 b", "a to z"}, {text, "d 1;node 0 0 \u212a;node 1 1 b", "a to z"}, {text, "d 1;node 0 0 a", "at least 2"},
		{start, "ring:2", "“ring” has 3 to 8 nodes"}, {start, "path:1", "“path” has 2 to 8 nodes"}, {start, "star:9", "“star” has 2 to 8 nodes"},
		{start, "cube:3", "write one of ring:5"}, {start, "ring", "write one of ring:5"}, {start, "barbell:6", "write one of ring:5"},
		{number, "1e21", "too large"}, {number, "1e-21", "from −20 to 20"}, {number, strings.Repeat("7", 25), "at most 24 characters"},
		{number, "1/" + strings.Repeat("7", 25), "at most 24 characters"}, {number, "1.5/2", "no fraction of whole numbers"},
		{number, "1/2.5", "no fraction of whole numbers"}, {number, "1/0", "no fraction of whole numbers"}, {number, "1e2/3", "no fraction"},
		{number, "1e999999999/3", "no fraction"}, {number, "x/3", "is no number"},
		{number, "1/2/3", "is no number"}, {number, "0x1", "is no number"},
		{row, "1 2 3", "write one number or 2 entries row by row (1 row of 2)"},
		{column, "1 2 3", "one number or 2 entries row by row (2 rows of 1)"},
		{plane, "1 2 3", "write one number, 4 entries row by row (2 rows of 2), or a text like"},
		{row, "turn 40", "at the node and on the edge"}, {row, "turn " + strings.Repeat("9", 1000), "…"},
	} {
		err := c.call(c.input)
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "strconv") || len(err.Error()) > 400 {
			t.Errorf("%q: the error is %v, want %q in it", c.input, err, c.want)
		}
	}
	// No message has a number −1 that nobody typed.
	for _, change := range []string{"drop-node", "edge 0", "edge x y", "map 0 x 1", "map x 0 1", "x y 1", "d x",
		"dim x 1", "dim 0 x", "edge-dim 0 x"} {
		if err := do(change); err == nil || regexp.MustCompile(`[-−]1\b`).MatchString(strings.Split(err.Error(), "write")[0]) {
			t.Errorf("%q: the error is %v, want one without −1", change, err)
		}
	}
}

// The change "x" accepts a number with blanks, as SetX does.
func TestChangeOfSignalAcceptsBlanks(t *testing.T) {
	for typed, want := range map[string]string{"25 %": "25%", "1 / 2": "1/2", "1 000": "1000", "-3": "-3"} {
		s := Ring(3, 1)
		if err := s.Do("x 1 " + typed); err != nil || s.X[1] != want {
			t.Errorf("x 1 %s: the signal is %v, error %v; want %s", typed, s.X, err, want)
		}
	}
}

// The name beside a code may have the word SGPC. A line with two codes is an error, and neither is judged.
func TestNameBesideCode(t *testing.T) {
	var codes []string
	for seed := range uint64(2) {
		code, err := Encode(Work{Name: "code", Edition: Edition, Seed: seed + 1})
		if err != nil {
			t.Fatal(err)
		}
		codes = append(codes, code)
	}
	for line, want := range map[string]string{"Ada: CODE": "Ada", "CODE Ada": "Ada", "SGPC course, Ada: CODE": "SGPC course, Ada",
		"Ada (SGPC group 2): CODE": "Ada (SGPC group 2)", "CODE": "code", "CODE, Ada of SGPC": "Ada of SGPC"} {
		j := JudgeLine(Checker(nil), strings.ReplaceAll(line, "CODE", codes[0]), 3)
		if j.Error != "" || j.Name != want || j.Seed != 1 || j.Line != 3 {
			t.Errorf("%s: %+v, want the name %s and the seed 1 on line 3", line, j, want)
		}
	}
	for _, line := range []string{"%s %s", "Ada: %s, Bob: %s"} {
		j := JudgeLine(Checker(nil), fmt.Sprintf(line, codes[0], codes[1]), 3)
		if !strings.Contains(j.Error, "a line of its own") || j.Line != 3 || j.Before != -1 || j.After != -1 || j.Exercises != nil {
			t.Errorf("%s: %+v, want an error", line, j)
		}
	}
	if name, code := SplitName("Ada: SGPC9-x"); name != "Ada" || code != "SGPC9-x" {
		t.Errorf("a code of another version is split into %q and %q", name, code)
	}
}

// The extension has no fractions if a given value is rounded. A rounded value of an open node does not count.
func TestExtensionOfRoundedValues(t *testing.T) {
	for x, want := range map[string][]string{"~0.3 0": nil, "0.3 ~5": {"3/10", "3/10"}, "1/3 0": {"1/3", "1/3"}} {
		s, err := ParseSheaf("d 1;node 0 0 a;node 0 1 b;edge 0 1 1 | 1;x " + x)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Analyse(s)
		if err != nil {
			t.Fatal(err)
		}
		h, err := a.Harmonic([]int{0})
		if err != nil || !slices.Equal(h.Text, want) || !nearAll(h.X, []float64{a.X[0], a.X[0]}, 0) || h.Energy != 0 {
			t.Errorf("x %s: the extension is %+v, error %v; want the texts %v", x, h, err, want)
		}
	}
}

// With the unit %, the answers 25, 25% and 25 % mean 25, and 25%% means nothing.
func TestPercentSignOfAnswers(t *testing.T) {
	v := Variant{Unit: "%"}
	got := 0.0
	v.judge(func(x float64, _ outcomes) Marking { got = x; return right("") })
	for answer, want := range map[string]float64{"25": 25, "25%": 25, "25 %": 25, "25%%": 0, "%": 0} {
		got = 0
		if m := v.Check(answer, nil); got != want || m.Right != (want != 0) {
			t.Errorf("%s: the number is %g, and the marking %+v; want %g", answer, got, m, want)
		}
	}
}
