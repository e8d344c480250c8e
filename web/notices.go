package web

import (
	"cmp"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// Notices stand in one line over the timeline, the first of them in sight; the line opens upwards and moves nothing.

// read is what is said of the user's files, nothing of other graphs.
func (c *Asks) read() *state.Read { return cmp.Or(c.App.State.Chrome.Read, &state.Read{}) }

// Limits is the line about what a large graph leaves out.
func (c *Asks) Limits() string { return stages.LimitsLine(&c.App.State) }

// ShowLimits goes to where they are listed.
func (c *Asks) ShowLimits() { c.App.Do(state.ShowLimits{}) }

// Start is the line of the card of a WebKB set, "" for no card.
func (c *Asks) Start() string { return picture.StartLine(&c.App.State) }

// Questions are those of the card.
func (c *Asks) Questions() [][2]string { return state.Questions }

// Ask asks one of its questions.
func (c *Asks) Ask(key string) { c.App.Do(state.FirstQuestion{Key: key}) }

// CloseStart takes it away.
func (c *Asks) CloseStart() { c.App.Do(state.CloseStart{}) }

// Drawing is the line about how the graph is drawn without WebGL.
func (c *Asks) Drawing() string { return c.App.Drawing.Line(&c.App.State) }

// CloseDrawing takes that line away.
func (c *Asks) CloseDrawing() {
	c.App.Drawing.Closed = true
	c.App.Do(state.Say{Text: "The line is closed."})
}

// CloseLimits takes the line away.
func (c *Asks) CloseLimits() { c.App.Do(state.CloseLimits{}) }

// Dismiss takes the error away.
func (c *Asks) Dismiss() { c.App.Do(state.Dismiss{}) }

// DismissRead takes away what is said about the files.
func (c *Asks) DismissRead() { c.App.Do(state.DismissRead{}) }

// ReadText and ReadNotes say what was read of the user's files.
func (c *Asks) ReadText() string { return c.read().Text }

// ReadNotes is what was merged, left out or made up, and whether a reload finds the graph again.
func (c *Asks) ReadNotes() string {
	r := c.App.State.Chrome.Read
	if r == nil {
		return ""
	}
	return strings.TrimSpace(r.Notes + " " + c.App.State.DeviceText())
}

// CheckRead shows how the files were read, to be corrected.
func (c *Asks) CheckRead() { c.App.Do(state.CheckFiles{}) }

// StartAgain starts a worker after several have died.
func (c *Asks) StartAgain() { c.App.Do(state.Restart{}) }

// CanDismiss reports whether the message may be taken away: not while its button is all that helps.
func (c *Asks) CanDismiss() bool { return !c.App.State.Stopped }

// Unkept is the line that a reload loses what is on the screen, "" where that is not so.
func (c *Asks) Unkept() string { return c.App.State.UnkeptLine() }

// Survives is yes, no, or soon while the address has not followed or the browser is at work on it. The line of a no stays meanwhile.
func (c *Asks) Survives() string {
	v := c.App.State.Survives()
	return words.Either(v.Yes, "yes", words.Either(v.Soon || c.App.State.Device.Stale(), "soon", "no"))
}

// SaveWhole saves all of it as a file.
func (c *Asks) SaveWhole() { c.App.Do(state.SaveState{Whole: true}) }

// CloseUnkept takes the line away.
func (c *Asks) CloseUnkept() { c.App.Do(state.CloseUnkept{}) }

// Forget deletes the user's own graphs from this device.
func (c *Asks) Forget() { c.App.Do(state.Forget{}) }
