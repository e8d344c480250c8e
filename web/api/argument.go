package api

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sheafscope/core/sgpc/method"
	"sheafscope/web/state"
)

// This file parses the simple arguments of window.sheafscope: numbers and names.

// Argument is a JavaScript value passed to a method. Number is set for a number and Text for a string. Shown is the text of the value in an
// error message.
type Argument struct {
	// Kind is "number", "string" or "other". It is "" for a missing argument.
	Kind   string
	Number float64
	Text   string
	Shown  string
}

// StepUnit parses the argument of step(unit). A missing argument means "inner".
func StepUnit(a Argument) (string, error) {
	if a.Kind == "" {
		return "inner", nil
	}
	if a.Kind != "string" || !slices.Contains(Units, a.Text) {
		return "", fmt.Errorf("step: the unit is one of %s, not %s", strings.Join(Units, ", "), a.Shown)
	}
	return a.Text, nil
}

// MethodName parses the argument of method(name): the name of a method, which is a set of settings.
func MethodName(a Argument) (method.Method, error) {
	if a.Kind != "string" || a.Text == "" {
		return "", fmt.Errorf("method: the name is %s or %s, not %s", method.Paper, method.Validation, a.shown())
	}
	name, err := method.Parse(a.Text)
	if err != nil {
		return "", fmt.Errorf("method: %w", err)
	}
	return name, nil
}

// ThemeName parses the argument of theme(name): "light" or "dark".
func ThemeName(a Argument) (string, error) {
	isTheme := a.Text == "light" || a.Text == "dark"
	if a.Kind != "string" || !isTheme {
		return "", fmt.Errorf("theme: the name is light or dark, not %s", a.shown())
	}
	return a.Text, nil
}

// LevelName parses the argument of level(name): the name of a level of the page (state.Levels).
func LevelName(a Argument) (string, error) {
	var names []string
	for _, level := range state.Levels() { // pairs of name and label
		name := level[0]
		if a.Kind == "string" && a.Text == name {
			return name, nil
		}
		names = append(names, name)
	}
	return "", fmt.Errorf("level: the name is one of %s, not %s", strings.Join(names, ", "), a.shown())
}

// SceneNumber parses the argument of scene(k), a whole number from 0 to state.LastScene.
func SceneNumber(a Argument) (int, error) { return whole(a, "scene: the number", state.LastScene) }

// RunEpochs parses the argument of run(epochs). 0 or a missing argument means until the end of the run.
func RunEpochs(a Argument) (int, error) {
	if a.Kind == "" {
		return 0, nil
	}
	return whole(a, "run: the number of epochs (none: to the end)", math.MaxInt32)
}

// SeekPosition parses the argument of seek(position): a number of inner steps since the start of the run.
func SeekPosition(a Argument) (int, error) {
	return whole(a, "seek: the position, as in state().position,", math.MaxInt32)
}

// shown returns the text of the argument in an error message. For a missing argument it is "nothing".
func (a Argument) shown() string {
	if a.Kind == "" {
		return "nothing"
	}
	return a.Shown
}

// whole returns the argument if it is a whole number from 0 to most, which is at most 2³¹−1, the largest number of a 32-bit int. It fails
// for any other argument. subject names the call and the number, as the subject of the error's sentence.
func whole(a Argument, subject string, most int) (int, error) {
	inRange := a.Number >= 0 && a.Number <= float64(most) // false for NaN
	if a.Kind != "number" || !inRange || a.Number != math.Trunc(a.Number) {
		return 0, fmt.Errorf("%s is a whole number from 0 to %d, not %s", subject, most, a.shown())
	}
	return int(a.Number), nil
}
