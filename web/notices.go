package web

import (
	"cmp"
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// Notices share one line over the timeline, which shows the first. The line expands upwards, so that the layout stays.

// read returns the note on the user's files, an empty one for other graphs.
func (c *Asks) read() *state.Read { return cmp.Or(c.App.State.Chrome.Read, &state.Read{}) }

// Limits returns the line about omitted parts of a large graph.
func (c *Asks) Limits() string { return stages.LimitsLine(&c.App.State) }

// ShowLimits opens their list.
func (c *Asks) ShowLimits() { c.App.Do(state.ShowLimits{}) }

// Start returns the line of a WebKB set's card, "" for none.
func (c *Asks) Start() string { return picture.StartLine(&c.App.State) }

// Questions returns the questions of the card.
func (c *Asks) Questions() [][2]string { return state.Questions }

// Ask opens the answer to a question of the card.
func (c *Asks) Ask(key string) { c.App.Do(state.FirstQuestion{Key: key}) }

// CloseStart closes the card.
func (c *Asks) CloseStart() { c.App.Do(state.CloseStart{}) }

// Drawing returns the line about drawing without WebGL.
func (c *Asks) Drawing() string { return c.App.Drawing.Line(&c.App.State) }

// CloseDrawing closes that line.
func (c *Asks) CloseDrawing() {
	c.App.Drawing.Closed = true
	c.App.Do(state.Say{Text: "The line is closed."})
}

// CloseLimits closes the line of Limits.
func (c *Asks) CloseLimits() { c.App.Do(state.CloseLimits{}) }

// Dismiss closes the error.
func (c *Asks) Dismiss() { c.App.Do(state.Dismiss{}) }

// DismissRead closes the note on the user's files.
func (c *Asks) DismissRead() { c.App.Do(state.DismissRead{}) }

// ReadText describes the reading of the user's files.
func (c *Asks) ReadText() string { return c.read().Text }

// ReadNotes lists merged, dropped and invented parts, and whether a reload restores the graph.
func (c *Asks) ReadNotes() string {
	r := c.App.State.Chrome.Read
	if r == nil {
		return ""
	}
	return strings.TrimSpace(r.Notes + " " + c.App.State.DeviceText())
}

// CheckRead opens the dialog about the reading of the files.
func (c *Asks) CheckRead() { c.App.Do(state.CheckFiles{}) }

// StartAgain starts a worker after repeated crashes.
func (c *Asks) StartAgain() { c.App.Do(state.Restart{}) }

// CanDismiss reports whether the error can be closed: not while its button is the only remedy.
func (c *Asks) CanDismiss() bool { return !c.App.State.Stopped }

// Unkept warns that a reload loses parts of the page, "" where it loses nothing.
func (c *Asks) Unkept() string { return c.App.State.UnkeptLine() }

// Survives returns "yes" or "no", and "soon" while the address or the browser's storage is being written. The warning of a "no"
// stays until the result.
func (c *Asks) Survives() string {
	v := c.App.State.Survives()
	return words.Either(v.Yes, "yes", words.Either(v.Soon || c.App.State.Device.Stale(), "soon", "no"))
}

// SaveWhole saves the whole state as a file.
func (c *Asks) SaveWhole() { c.App.Do(state.SaveState{Whole: true}) }

// CloseUnkept closes the warning.
func (c *Asks) CloseUnkept() { c.App.Do(state.CloseUnkept{}) }

// Forget deletes the user's own graphs from this device.
func (c *Asks) Forget() { c.App.Do(state.Forget{}) }
