package web

// This file has the notices of Asks (asks.go), the panel of questions and notices. They share one line over the timeline. Until the user
// unfolds it, the line displays only the first notice that has a text, in the order of the template (asks.vugu).

import (
	"cmp"
	"strings"

	"sheafscope/web/state"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// read returns the note about the reading of the graph's files. It returns an empty note for a graph without files, and after the user has
// closed the note.
func (c *Asks) read() *state.Read { return cmp.Or(c.App.State.Chrome.Read, &state.Read{}) }

// Limits returns the line about the parts that the page omits to stay quick. It returns "" if nothing is omitted, and after the user has
// closed the line.
func (c *Asks) Limits() string { return stages.LimitsLine(&c.App.State) }

// ShowLimits opens the list of the omitted parts.
func (c *Asks) ShowLimits() { c.App.Do(state.ShowLimits{}) }

// Start returns the line of the card with first questions, which belongs to a WebKB data set, a graph of web pages. It returns "" if no
// card is open.
func (c *Asks) Start() string { return picture.StartLine(&c.App.State) }

// Questions returns the questions of the card as pairs (key, text).
func (c *Asks) Questions() [][2]string { return state.Questions }

// Ask opens the answer to the question of the card with the key.
func (c *Asks) Ask(key string) { c.App.Do(state.FirstQuestion{Key: key}) }

// CloseStart closes the card.
func (c *Asks) CloseStart() { c.App.Do(state.CloseStart{}) }

// Drawing returns the line about drawing without WebGL. It returns "" with WebGL, without a graph, and after the user has closed the line.
func (c *Asks) Drawing() string { return c.App.Drawing.Line(&c.App.State) }

// CloseDrawing closes the line of Drawing.
func (c *Asks) CloseDrawing() {
	c.App.Drawing.Closed = true // Drawing is no part of State
	c.App.Do(state.Say{Text: "The line is closed."})
}

// CloseLimits closes the line of Limits.
func (c *Asks) CloseLimits() { c.App.Do(state.CloseLimits{}) }

// Dismiss closes the displayed error.
func (c *Asks) Dismiss() { c.App.Do(state.Dismiss{}) }

// DismissRead closes the note about the reading of the files.
func (c *Asks) DismissRead() { c.App.Do(state.DismissRead{}) }

// ReadText describes the reading of the graph's files. It returns "" without a note.
func (c *Asks) ReadText() string { return c.read().Text }

// ReadNotes lists the parts of the files that the graph merges, omits, cuts or fills, and states whether a reload restores the graph. It
// returns "" without a note.
func (c *Asks) ReadNotes() string {
	r := c.App.State.Chrome.Read
	if r == nil {
		return ""
	}
	return strings.TrimSpace(r.Notes + " " + c.App.State.DeviceText())
}

// CheckRead opens the dialog about the reading of the graph's files, which offers corrections.
func (c *Asks) CheckRead() { c.App.Do(state.CheckFiles{}) }

// StartAgain starts a worker after repeated crashes.
func (c *Asks) StartAgain() { c.App.Do(state.Restart{}) }

// CanDismiss reports whether the error can be closed. An error stays open while its button StartAgain is the only remedy.
func (c *Asks) CanDismiss() bool { return !c.App.State.Stopped }

// Unkept returns the warning that a reload loses parts of the page. It returns "" if the page shows no such warning.
func (c *Asks) Unkept() string { return c.App.State.UnkeptLine() }

// Survives returns "yes" if the state of the page survives a reload, and "no" if not. It returns "soon" while the browser writes the
// address or its storage, and for an outdated address: the next address may hold the whole state.
func (c *Asks) Survives() string {
	fate := c.App.State.Survives()
	switch {
	case fate.Yes:
		return "yes"
	case fate.Soon || c.App.State.Device.Stale():
		return "soon"
	}
	return "no"
}

// SaveWhole saves the whole state as a file.
func (c *Asks) SaveWhole() { c.App.Do(state.SaveState{Whole: true}) }

// CloseUnkept closes the warning of Unkept.
func (c *Asks) CloseUnkept() { c.App.Do(state.CloseUnkept{}) }

// Forget deletes the user's own graphs from this device.
func (c *Asks) Forget() { c.App.Do(state.Forget{}) }
