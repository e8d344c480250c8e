package web

import (
	"github.com/vugu/vugu"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// units are the steps: name, word, what it does, its key.
var units = [][4]string{{"inner", "Inner", "One inner step (.)", "."}, {"stage", "Stage", "To the end of the stage (/)", "/"},
	{"epoch", "Epoch", "To the end of the epoch (E)", "E"}}

// Timeline moves through the run.
type Timeline struct{ App *App }

// AtStart reports whether there is nothing before.
func (c *Timeline) AtStart() bool {
	f := c.App.State.Frame
	return f == nil || f.Position == 0
}

// Back goes one inner step back.
func (c *Timeline) Back() { c.App.Do(state.Back{}) }

// Toggle runs or pauses.
func (c *Timeline) Toggle() { c.App.Do(state.Toggle{}) }

// RunID is the test id of the button in its present role.
func (c *Timeline) RunID() string { return words.Either(c.App.State.Running(), "pause", "run") }

// RunPath is the icon.
func (c *Timeline) RunPath() string {
	return words.Either(c.App.State.Running(), "M4 3h3v10H4zM9 3h3v10H9z", "M4 2.5v11l9-5.5z")
}

// RunText is the word on the button.
func (c *Timeline) RunText() string {
	switch {
	case c.App.State.Running():
		return "Pause"
	case c.App.State.Frame != nil && c.App.State.Frame.Done:
		return "Again"
	}
	return "Run"
}

// Rests says why no step goes on, "" while one does; Resting is the same for
// assistive technology: the buttons keep the focus and say their reason.
func (c *Timeline) Rests() string { return c.App.State.RestText() }

// Resting is the value of aria-disabled, nil for no attribute.
func (c *Timeline) Resting() any { return words.Either[any](c.Rests() != "", "true", nil) }

// StepTip is what a step does, or why it rests.
func (c *Timeline) StepTip(does string) string {
	if why := c.Rests(); why != "" {
		return "The run is over: " + why
	}
	return does
}

// Step advances by a unit.
func (c *Timeline) Step(unit string) { c.App.Do(state.Step{Unit: unit}) }

// Speed chooses how fast it runs.
func (c *Timeline) Speed(e vugu.DOMEvent) { c.App.Do(state.SetSpeed{Speed: value(e)}) }

// Stage is the stage with its inner step; at the end, that it is the end.
func (c *Timeline) Stage() string {
	if c.Rests() != "" {
		return "the run is over"
	}
	return view.StageText(&c.App.State)
}

// Tick is the class of a stage's tick.
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

// Kernel names the implementation of the numerics that the worker uses.
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

// KernelNote says what that means and how to choose.
func (c *Timeline) KernelNote() string {
	switch c.Kernel() {
	case "":
		return ""
	case "SIMD":
		return "The worker computes with the SIMD module. With ?kernel=go in the address it uses plain Go: slower, the same numbers."
	}
	return "The worker computes in plain Go: the SIMD module could not be loaded, or the address says ?kernel=go. The numbers are the same."
}
