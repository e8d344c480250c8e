package api_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"sheafscope/core/sgpc/method"
	"sheafscope/web/api"
)

// number returns an argument that is a number, with its text in JavaScript.
func number(x float64, shown string) api.Argument {
	return api.Argument{Kind: "number", Number: x, Shown: shown}
}

// text returns an argument that is a string.
func text(s string) api.Argument {
	return api.Argument{Kind: "string", Text: s, Shown: `"` + s + `"`}
}

// A valid argument gives its value. A missing argument gives the default of run and step, and an error of seek and method. An invalid
// argument gives an error that names the call and, for a number, the number. No number is rounded.
func TestInvalidArgumentsFail(t *testing.T) {
	none, object := api.Argument{}, api.Argument{Kind: "other", Shown: "[object Object]"}
	for _, row := range []struct {
		what string
		read func(api.Argument) (any, error)
		arg  api.Argument
		want any // nil: the argument is refused
	}{
		{"run()", runs, none, 0},
		{"run(0)", runs, number(0, "0"), 0},
		{"run(7)", runs, number(7, "7"), 7},
		{"run(-3)", runs, number(-3, "-3"), nil},
		{"run(0.5)", runs, number(0.5, "0.5"), nil},
		{"run(NaN)", runs, number(math.NaN(), "NaN"), nil},
		{"run(Infinity)", runs, number(math.Inf(1), "Infinity"), nil},
		{`run("x")`, runs, text("x"), nil},
		{`run("3")`, runs, text("3"), nil},
		{"run({})", runs, object, nil},
		{"seek(12)", seeks, number(12, "12"), 12},
		{"seek(-1)", seeks, number(-1, "-1"), nil},
		{"seek(1.5)", seeks, number(1.5, "1.5"), nil},
		{"seek(1e300)", seeks, number(1e300, "1e+300"), nil},
		{"seek()", seeks, none, nil},
		{"step()", steps, none, "inner"},
		{`step("epoch")`, steps, text("epoch"), "epoch"},
		{`step("foo")`, steps, text("foo"), nil},
		{"method()", methods, none, nil},
		{`method("paper")`, methods, text("paper"), method.Paper},
		{`method("nothing")`, methods, text("nothing"), nil},
		{"method(3)", methods, number(3, "3"), nil},
		{"step(3)", steps, number(3, "3"), nil},
	} {
		got, err := row.read(row.arg)
		if row.want != nil {
			if err != nil || got != row.want {
				t.Errorf("%s is read as %v, %v; want %v", row.what, got, err, row.want)
			}
			continue
		}
		// The error has the first three letters of the call, and the refused number.
		if err == nil || !strings.Contains(err.Error(), row.what[:3]) {
			t.Errorf("%s is read as %v, %v; want an error that names the call", row.what, got, err)
		} else if row.arg.Kind == "number" && !strings.Contains(err.Error(), "not "+row.arg.Shown) {
			t.Errorf("%s gives the error %v, want \"not %s\" in it", row.what, err, row.arg.Shown)
		}
	}
}

// The range of whole numbers in an error does not contain the refused number.
func TestRefusedNumberIsOutsideStatedRange(t *testing.T) {
	for name, parse := range map[string]func(api.Argument) (int, error){"run": api.RunEpochs, "seek": api.SeekPosition,
		"explain": api.ExplainNode, "scene": api.SceneNumber} {
		for _, x := range []float64{-1, 7, 2147483647, 2147483648, 3e9, 1e15} {
			_, err := parse(number(x, fmt.Sprintf("%.0f", x)))
			if err == nil {
				continue
			}
			_, limits, _ := strings.Cut(err.Error(), "a whole number from ")
			var least, most float64
			if _, scanErr := fmt.Sscanf(limits, "%g to %g", &least, &most); scanErr != nil || (least <= x && x <= most) {
				t.Errorf("%s(%.0f): the error %q has no range, or a range with the number", name, x, err)
			}
		}
	}
}

// The readers of the arguments of run, seek, method and step, with a common type.
func runs(a api.Argument) (any, error)    { return api.RunEpochs(a) }
func seeks(a api.Argument) (any, error)   { return api.SeekPosition(a) }
func methods(a api.Argument) (any, error) { return api.MethodName(a) }
func steps(a api.Argument) (any, error)   { return api.StepUnit(a) }
