package web

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/stages"
)

// Rail is the list of the ten stages, the steps of the network's computation. Stages count from 1. The template rail.vugu calls the
// methods.
type Rail struct{ App *App }

// Items returns the ten stages.
func (c *Rail) Items() []stages.RailItem { return stages.Rail(&c.App.State) }

// Class returns the class of a stage's button: "stage", followed by the class of the item unless this is "".
func (c *Rail) Class(it stages.RailItem) string {
	if it.Class == "" {
		return "stage"
	}
	return "stage " + it.Class
}

// Text formats the number of a stage.
func (c *Rail) Text(n int) string { return view.Int(n) }

// Current returns the value of aria-current: "step" for the stage of the run, "" for any other stage.
func (c *Rail) Current(it stages.RailItem) optional {
	return words.Either[optional](it.Current, "step", "")
}

// Tip returns the tooltip of stage n: its name and, for SGPC, its purpose.
func (c *Rail) Tip(n int) string { return stages.Tip(&c.App.State, n) }

// Pressed returns "true" if the inspector displays the stage, else "false".
func (c *Rail) Pressed(it stages.RailItem) string { return truth(it.Chosen) }

// Choose displays stage n in the inspector.
func (c *Rail) Choose(n int) { c.App.Do(state.PickStage{Stage: n}) }
