package web

import (
	"slices"
	"strconv"
	"strings"

	"github.com/vugu/vugu"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
	"sheafscope/web/view/picture"
	"sheafscope/web/view/stages"
)

// Bar is the top bar: graph, split, model, method and menus. The template bar.vugu calls its methods.
type Bar struct {
	App *App

	pictures string // theme of exported pictures, "" for the theme of the page
}

// value returns the value of the control that sent an event.
func value(e vugu.DOMEvent) string { return e.PropString("target", "value") }

// Home loads the karate club. It prevents the default action of the link, which would reload the page.
func (c *Bar) Home(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.Open{Graph: "karate"})
}

// Graph loads the chosen graph.
func (c *Bar) Graph(e vugu.DOMEvent) { c.App.Do(state.Open{Graph: value(e)}) }

// Split loads the graph with the chosen split.
func (c *Bar) Split(e vugu.DOMEvent) { c.App.Do(state.SetSplit{Spec: value(e)}) }

// Seed returns the seed of the displayed recipe.
func (c *Bar) Seed() string { return strconv.FormatUint(c.App.State.Shown().Seed, 10) }

// SetSeed loads the graph with the typed seed.
func (c *Bar) SetSeed(e vugu.DOMEvent) { c.App.Do(state.Seed{Text: value(e)}) }

// Is returns "true" if the reading is chosen, else "false". The reading "paper" follows the text of the paper, "code" its program.
func (c *Bar) Is(name string) string { return truth(c.App.Reading() == name) }

// Index returns the tab index of a reading: 0 for the chosen reading, which alone is in the tab order, else −1.
func (c *Bar) Index(name string) int { return words.Either(c.App.Reading() == name, 0, -1) }

// Reading loads the graph in a reading, "paper" or "code".
func (c *Bar) Reading(name string) { c.App.Do(state.Reading{Name: name}) }

// Method loads the graph with all settings of a method. For state.MethodAuto it starts a search for settings.
func (c *Bar) Method(e vugu.DOMEvent) { c.App.Do(state.Method{Name: method.Method(value(e))}) }

// CheckRead opens the dialog in which the user checks how the page has interpreted the files.
func (c *Bar) CheckRead() { c.App.Do(state.CheckFiles{}) }

// MethodTip explains the chosen method, or the reason why the model has no method.
func (c *Bar) MethodTip() string { return stages.MethodTip(&c.App.State) }

// Model loads the graph with the chosen model.
func (c *Bar) Model(e vugu.DOMEvent) { c.App.Do(state.Model{Name: value(e)}) }

// Differs returns the text beside the label of the settings. It has the values of split, seed, reading and method that differ from the
// values at a first visit, for example "per-class:5 · seed 3". The seeds 0 and 1 are left out.
func (c *Bar) Differs() string {
	var list []string
	r := c.App.State.Shown()
	if r.Split != "" && r.Split != data.SplitPrefix+"0" { // both are the split at a first visit
		list = append(list, picture.SplitName(r.Split))
	}
	if r.Seed > 1 {
		list = append(list, "seed "+c.Seed())
	}
	if c.App.Reading() == "code" {
		list = append(list, "code")
	}
	// A first visit has the method that the size of the graph determines.
	g, methodName := c.App.State.Graph, c.App.Method()
	hasMethod := g != nil && c.App.State.HasMethod()
	if hasMethod && methodName != string(method.Opening(g.N)) {
		list = append(list, methodName)
	}
	return strings.Join(list, " · ")
}

// Share copies the link, and opens the panel of the link.
func (c *Bar) Share() { c.App.Do(state.Share{}) }

// ShareWord returns the label of the share button: "Copied" while the panel of a copied link is open, else "Share".
func (c *Bar) ShareWord() string {
	isCopied := c.App.State.Chrome.Menu == state.MenuShare && c.App.State.Chrome.Sharing.Copied
	return words.Either(isCopied, "Copied", "Share")
}

// Keeps returns the value of the attribute that marks a part of the shared link: "true", or "" for a part that the user leaves out.
func (c *Bar) Keeps(part string) optional {
	return words.Either[optional](slices.Contains(c.App.State.Chrome.Sharing.Out, part), "", "true")
}

// LeaveOut removes a part from the shared link, or adds the removed part again.
func (c *Bar) LeaveOut(part string) { c.App.Do(state.LeaveOut{Part: part}) }

// SaveState saves the content of the link as a file.
func (c *Bar) SaveState() { c.App.Do(state.SaveState{}) }

// Forget deletes the user's own graphs from this device.
func (c *Bar) Forget() { c.App.Do(state.Forget{}) }

// Lessons returns the label of the menu with tours and course. At the level Learn the label must differ from the level's name beside it.
func (c *Bar) Lessons() string {
	return words.Either(c.App.State.View.Level == state.LevelLearn, "Course", "Learn")
}

// Menu toggles a menu: "settings", "open", "pins" or "learn".
func (c *Bar) Menu(name string) { c.App.Do(state.SetMenu{Menu: name}) }

// Open returns "true" if the menu is open, else "false".
func (c *Bar) Open(name string) string { return truth(c.App.State.Chrome.Menu == name) }

// Formats returns the file formats of “Open”.
func (c *Bar) Formats() []content.Format { return content.Formats }

// Names returns the rules by which the names of columns are recognised.
func (c *Bar) Names() []content.NameRule { return content.NameRules }

// lessons are the entries of the menu of tours, each with name, title and duration.
var lessons = [][3]string{
	{"tour", "A tour of the page", "2 min"},
	{"sheaf", "What is a sheaf?", "3 min"},
	{"epoch", "One epoch, stage by stage", "5 min"},
	{"neighbours", "When neighbours differ", "3 min"},
	{"triangles", "Do triangles turn maps?", "3 min"},
	{"paper", "What holds of the paper?", "3 min"},
}

// Present toggles the view for a projector.
func (c *Bar) Present() { c.App.Do(state.Present{}) }

// Learn starts a lesson, given by its name in lessons.
func (c *Bar) Learn(lesson string) { c.App.Do(state.Learn{Lesson: lesson}) }

// Exports lists the exported files.
func (c *Bar) Exports() []state.Exported { return state.Exports() }

// Export saves the file with a name of state.Exports.
func (c *Bar) Export(key string) { c.App.Do(state.Export{What: key, Theme: c.pictures}) }

// WebKB lists the data sets with a card of first questions (state.WebKB) as pairs (name, title).
func (c *Bar) WebKB() (list [][2]string) {
	for _, name := range state.WebKB {
		if set, err := data.Find(data.Prefix + name); err == nil { // err is nil for the names of WebKB
			list = append(list, [2]string{name, set.Title})
		}
	}
	return list
}

// OpenSet loads a data set. Before a request to another host the page asks the user.
func (c *Bar) OpenSet(name string) { c.App.Do(state.Open{Graph: data.Prefix + name}) }

// picturesIn lists the themes of exported pictures as pairs (name, label).
var picturesIn = [][2]string{{"", "as here"}, {"light", "light"}, {"dark", "dark"}}

// PicturesIn sets the theme of exported pictures, and announces it.
func (c *Bar) PicturesIn(theme string) {
	c.pictures = theme
	c.App.Do(state.Say{Text: "Pictures in files look " + words.Either(theme == "", "as here", theme) + "."})
}

// PicturesAre returns "true" if the theme of exported pictures is chosen, else "false".
func (c *Bar) PicturesAre(theme string) string { return truth(c.pictures == theme) }

// Theme toggles between light and dark.
func (c *Bar) Theme() {
	next := words.Either(c.App.State.View.Theme == "dark", "light", "dark")
	c.App.Do(state.SetTheme{Theme: next})
}

// Levels returns the options of the menu of levels as JSON.
func (c *Bar) Levels() string { return c.App.options(pairs(state.Levels())) }

// Level sets the chosen level.
func (c *Bar) Level(e vugu.DOMEvent) { c.SetLevel(value(e)) }

// SetLevel sets the level with a name of state.Levels.
func (c *Bar) SetLevel(name string) { c.App.Do(state.SetLevel{Level: name}) }

// OneEdge opens the view of one edge for the selected edge or, without a selection, for a sample edge. At the level Look it opens scene 1.
func (c *Bar) OneEdge() { c.App.Do(state.OpenOne{Edge: c.App.State.View.Edge}) }

// More opens or closes the fields that a phone hides.
func (c *Bar) More() { c.App.Do(state.SetMore{On: !c.App.State.Chrome.More}) }

// MoreOpen returns "true" if the fields of More are displayed, else "false".
func (c *Bar) MoreOpen() string { return truth(c.App.State.Chrome.More) }
