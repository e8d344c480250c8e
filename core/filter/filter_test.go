package filter

import (
	"errors"
	"math"
	"strings"
	"testing"
)

// names are the names of the columns of rows.
var names = []string{"wrong", "degree", "class", "kappa"}

// rows has a row for each of five nodes. Its columns are wrong, degree, class and kappa. A test refers to a row by its index.
var rows = [][]float64{{1, 5, 2, .3}, {0, 5, 2, .3}, {1, 3, 2, -.3}, {1, 7, 0, math.NaN()}, {math.NaN(), 9, math.NaN(), 2e-3}}

// TestExpressionsSelectRows: an expression holds for exactly the rows whose indices the table lists, as digits.
// A comparison with NaN never holds. Numbers may have a decimal comma, groups such as 1 000, and digits of other scripts.
// White space of any kind separates names, numbers and groups.
func TestExpressionsSelectRows(t *testing.T) {
	for text, want := range map[string]string{
		"wrong and degree > 3 and class = 2": "0",
		"wrong":                              "023",
		"not wrong":                          "14",
		"NOT wrong AND degree>=5":            "14",
		"wrong or degree = 9 and class = 1":  "023",
		"(wrong or degree = 9) and kappa<1":  "024",
		"kappa != 0.3":                       "24",
		"kappa ≤ −0.3":                       "2",
		"kappa = 2e-3 or kappa==.3":          "014",
		"kappa = 2E-3 or kappa==3E-1":        "014",
		"degree > class":                     "0123",
		"5 <= degree":                        "0134",
		"not (class = 2)":                    "34",
		"class != 2":                         "3",
		"kappa = 0,3 and degree>=٥":          "01",
		"kappa=−,3 or degree = ９":            "24",
		"degree = +7,0":                      "3",
		"degree < 1 000 and wrong":           "023",
		"degree<1\u202f000\u2003and wrong":   "023",
	} {
		e, err := Parse(text, names)
		if err != nil {
			t.Errorf("%q is refused: %v", text, err)
			continue
		}
		// got has the indices of the rows for which the expression holds.
		got := ""
		for i, row := range rows {
			if e.Holds(func(k int) float64 { return row[k] }) {
				got += string(rune('0' + i))
			}
		}
		if got != want {
			t.Errorf("%q holds for the rows %s, want %s", text, got, want)
		}
	}
}

// TestErrorsBoundTheFault: an error has the index of the first character of the fault, from 0, the index behind the last one, and the words
// in the table.
// Brackets or negations are read up to MaxDepth in each other and refused beyond.
func TestErrorsBoundTheFault(t *testing.T) {
	for text, want := range map[string]struct {
		start, end int
		words      string
	}{
		"":                       {0, 0, "one of wrong, degree"},
		"wrong and degre > 3":    {10, 15, "“degre” is no column"},
		"degree > ":              {9, 9, "missing at the end"},
		"degree >> 3":            {8, 9, "before “>”"},
		"wrong degree > 3":       {6, 12, "“and” or “or”"},
		"(wrong":                 {0, 1, "not closed"},
		"(wrong degree)":         {7, 13, "“degree” follows a whole condition"},
		"not (degree = 5 3)":     {16, 17, "“3” follows a whole condition"},
		"degree > -x":            {9, 11, "“-x” is no column"},
		"degree > .5.5.5":        {9, 15, "“.5.5.5” is no column"},
		"wrong)":                 {5, 6, "closes nothing"},
		"3 and wrong":            {0, 1, "compare it"},
		"é = 1; wrong":           {0, 1, "has no meaning"},
		"degree = inf":           {9, 12, "“inf” is no column"},
		"degree = 0x10":          {9, 13, "“0x10” is no column"},
		"and wrong":              {0, 3, "before “and”"},
		"degree > 1,234":         {9, 14, "may be 1.234 or 1234"},
		"degree > ,":             {9, 10, "before “,”"},
		strings.Repeat("x", 401): {400, 401, "at most 400"},
	} {
		_, err := Parse(text, names)
		var e *Error
		if !errors.As(err, &e) || e.At != want.start || e.End != want.end || !strings.Contains(e.Text, want.words) {
			t.Errorf("%q: the error is %+v, want one from %d to %d with %q", text, err, want.start, want.end, want.words)
		}
	}
	// The depth of brackets and negations is limited.
	for depth, isRead := range map[int]bool{MaxDepth: true, MaxDepth + 1: false} {
		for _, open := range []string{"(", "not "} {
			text := strings.Repeat(open, depth) + "wrong"
			if open == "(" {
				text += strings.Repeat(")", depth)
			}
			if _, err := Parse(text, names); (err == nil) != isRead {
				t.Errorf("%d of %q in each other: the error is %v, want an error: %v", depth, open, err, !isRead)
			}
		}
	}
}

// FuzzFilter: Parse fails only with an Error whose bounds are within the text.
// For every row, "not (…)" of an expression holds exactly if the expression does not.
func FuzzFilter(f *testing.F) {
	for _, text := range []string{"wrong and degree > 3 and class = 2", "not(not wrong)or kappa<=-1e-3", "((",
		"−5<degree", "≠", "e-", "\xff = 1", "a.b", "class = ="} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		e, err := Parse(text, names)
		if err != nil {
			var fault *Error
			if !errors.As(err, &fault) || fault.At < 0 || fault.End < fault.At || fault.End > len([]rune(text)) {
				t.Fatalf("%q: the error %#v is no Error, or not within the text", text, err)
			}
			return
		}
		negation, err := Parse("not ("+text+")", names)
		if err != nil {
			return // The added “not ()” makes the text too long or too deep.
		}
		for _, row := range rows {
			value := func(k int) float64 { return row[k] }
			if e.Holds(value) == negation.Holds(value) {
				t.Fatalf("%q and its negation are both %v for %v", text, e.Holds(value), row)
			}
		}
	})
}
