package api

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"sheafscope/core/sgpc/method"
	"sheafscope/web/state"
)

// Argument is what JavaScript passed to a method. Number and Text are set for
// a number and a string; Shown is how any value reads in an error.
type Argument struct {
	// Kind is "number", "string", "other", or "" when nothing was passed.
	Kind   string
	Number float64
	Text   string
	Shown  string
}

// StepUnit is the unit of step(unit), inner by default.
func StepUnit(a Argument) (string, error) {
	if a.Kind == "" {
		return "inner", nil
	}
	if a.Kind != "string" || !slices.Contains(Units, a.Text) {
		return "", fmt.Errorf("step: the unit is one of %s, not %s", strings.Join(Units, ", "), a.Shown)
	}
	return a.Text, nil
}

// MethodName is the method of method(name).
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

// ThemeName is the theme of theme(name).
func ThemeName(a Argument) (string, error) {
	if a.Kind != "string" || a.Text != "light" && a.Text != "dark" {
		return "", fmt.Errorf("theme: the name is light or dark, not %s", a.Shown)
	}
	return a.Text, nil
}

// LevelName is the level of level(name).
func LevelName(a Argument) (string, error) {
	var names []string
	for _, l := range state.Levels() {
		if names = append(names, l[0]); a.Kind == "string" && a.Text == l[0] {
			return l[0], nil
		}
	}
	return "", fmt.Errorf("level: the name is one of %s, not %s", strings.Join(names, ", "), a.Shown)
}

// SceneNumber is the scene of scene(k).
func SceneNumber(a Argument) (int, error) {
	if a.Kind == "number" && a.Number == math.Trunc(a.Number) && a.Number >= 0 && a.Number <= state.LastScene {
		return int(a.Number), nil
	}
	return 0, fmt.Errorf("scene: the number is 0 to %d, not %s", state.LastScene, a.shown())
}

// RunEpochs is the number of epochs of run(epochs): 0, or nothing, runs until the run is over.
func RunEpochs(a Argument) (int, error) {
	if a.Kind == "" {
		return 0, nil
	}
	n, ok := whole(a)
	if !ok {
		return 0, fmt.Errorf("run: the number of epochs is a whole number from 1 on, not %s; without a number it runs to the end", a.Shown)
	}
	return n, nil
}

// SeekPosition is the position of seek(position).
func SeekPosition(a Argument) (int, error) {
	n, ok := whole(a)
	if !ok {
		return 0, fmt.Errorf("seek: the position is a whole number from 0 on, as in state().position, not %s", a.shown())
	}
	return n, nil
}

// shown is how the argument reads in an error, also where there is none.
func (a Argument) shown() string {
	if a.Kind == "" {
		return "nothing"
	}
	return a.Shown
}

// whole reads a whole number from 0 on, small enough to be held exactly.
func whole(a Argument) (int, bool) {
	if a.Kind != "number" || !(a.Number >= 0) || a.Number > 1<<31-1 || a.Number != math.Trunc(a.Number) {
		return 0, false
	}
	return int(a.Number), true
}
