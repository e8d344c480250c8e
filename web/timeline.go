package web

import (
	"github.com/vugu/vugu"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// units are the units of a step, each with its name in state.Step, its label, its tip and its key on the keyboard.
var units = [][4]string{{"inner", "Inner", "One inner step (.)", "."}, {"stage", "Stage", "To the end of the stage (/)", "/"},
	{"epoch", "Epoch", "To the end of the epoch (E)", "E"}}

// Timeline renders the controls of the run's position. The template timeline.vugu calls its methods.
type Timeline struct{ App *App }

// AtStart reports whether the run is at position 0 or no run is loaded.
func (c *Timeline) AtStart() bool {
	f := c.App.State.Frame
	return f == nil || f.Position == 0
}

// Back goes one inner step back.
func (c *Timeline) Back() { c.App.Do(state.Back{}) }

// Toggle starts or pauses the run.
func (c *Timeline) Toggle() { c.App.Do(state.Toggle{}) }

// RunID returns the test id of the run button: "pause" while the run trains, else "run".
func (c *Timeline) RunID() string { return words.Either(c.App.State.Running(), "pause", "run") }

// RunPath returns the SVG path of the run button's icon.
func (c *Timeline) RunPath() string {
	return words.Either(c.App.State.Running(), "M4 3h3v10H4zM9 3h3v10H9z", "M4 2.5v11l9-5.5z")
}

// RunText returns the label of the run button: "Pause" while the run trains, "Again" after the end of the run, else "Run".
func (c *Timeline) RunText() string {
	switch {
	case c.App.State.Running():
		return "Pause"
	case c.App.State.Frame != nil && c.App.State.Frame.Done:
		return "Again"
	}
	return "Run"
}

// Rests returns the reason why the run is over. It returns "" if the run can go on, and before the first frame.
func (c *Timeline) Rests() string { return c.App.State.RestText() }

// Resting returns the value of aria-disabled of the step buttons: "true" if the run is over, else "". Unlike a
// button with the attribute disabled, such a button keeps the focus, and its tip can give the reason.
func (c *Timeline) Resting() optional { return words.Either[optional](c.Rests() != "", "true", "") }

// StepTip returns the tip of a step button: its argument or, if the run is over, a text with the reason.
func (c *Timeline) StepTip(tip string) string {
	if reason := c.Rests(); reason != "" {
		return "The run is over: " + reason
	}
	return tip
}

// Step advances the run by a unit, which is a name in units.
func (c *Timeline) Step(unit string) { c.App.Do(state.Step{Unit: unit}) }

// Speed sets the speed of the run to the value of the menu, which has sent the event e.
func (c *Timeline) Speed(e vugu.DOMEvent) { c.App.Do(state.SetSpeed{Speed: value(e)}) }

// Stage returns a text with the stage and the inner step of the run. If the run is over, the text says so.
func (c *Timeline) Stage() string {
	if c.Rests() != "" {
		return "the run is over"
	}
	return view.StageText(&c.App.State)
}

// Tick returns the class of the tick of stage k, counted from 1: "t" for a stage ahead, "n" for the present stage, "d" for a finished
// stage. Before the first frame every stage is ahead.
func (c *Timeline) Tick(k int) string {
	f := c.App.State.Frame
	switch {
	case f == nil || k > f.Stage:
		return "t"
	case k == f.Stage:
		return "n"
	}
	return "d"
}

// Kernel returns the name of the implementation of the worker's numerics, "" while it is unknown.
func (c *Timeline) Kernel() string {
	g := c.App.State.Graph
	switch {
	case g == nil || g.Kernel == "":
		return ""
	case g.Kernel == "simd":
		return "SIMD"
	}
	return "plain Go"
}

// KernelNote explains the implementation that Kernel names. It returns "" while the implementation is unknown.
func (c *Timeline) KernelNote() string {
	switch c.Kernel() {
	case "":
		return ""
	case "SIMD":
		return "The worker computes with the SIMD module. With ?kernel=go in the address it uses plain Go: slower, the same numbers."
	}
	return "The worker computes in plain Go: the SIMD module could not be loaded, or the address says ?kernel=go. The numbers are the same."
}
