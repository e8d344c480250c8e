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
	"sheafscope/web/view/stages"
)

// Bar says what is computed and takes it elsewhere.
type Bar struct {
	App *App

	pictures string // the theme of pictures in files, "" for that of the page
}

func value(e vugu.DOMEvent) string { return e.PropString("target", "value") }

// Home goes back to the first graph.
func (c *Bar) Home(e vugu.DOMEvent) {
	e.PreventDefault()
	c.App.Do(state.Open{Graph: "karate"})
}

// Graph opens the chosen graph.
func (c *Bar) Graph(e vugu.DOMEvent) { c.App.Do(state.Open{Graph: value(e)}) }

// Split loads the chosen split.
func (c *Bar) Split(e vugu.DOMEvent) { c.App.Do(state.SetSplit{Spec: value(e)}) }

// Seed is the seed of the shown recipe.
func (c *Bar) Seed() string { return strconv.FormatUint(c.App.State.Shown().Seed, 10) }

// SetSeed loads the typed seed.
func (c *Bar) SetSeed(e vugu.DOMEvent) { c.App.Do(state.Seed{Text: value(e)}) }

// Is and Index say which reading is chosen.
func (c *Bar) Is(name string) string { return truth(c.App.Reading() == name) }

// Index keeps one of the two in the tab order.
func (c *Bar) Index(name string) int { return words.Either(c.App.Reading() == name, 0, -1) }

// Reading loads the same graph in the other reading.
func (c *Bar) Reading(name string) { c.App.Do(state.Reading{Name: name}) }

// Method loads the same graph with every setting of a method.
func (c *Bar) Method(e vugu.DOMEvent) { c.App.Do(state.Method{Name: method.Method(value(e))}) }

// CheckRead shows how the files of the graph were read, to be corrected.
func (c *Bar) CheckRead() { c.App.Do(state.CheckFiles{}) }

// MethodTip says what the choice means, or why there is none.
func (c *Bar) MethodTip() string { return stages.MethodTip(&c.App.State) }

// Model loads the same graph with another model.
func (c *Bar) Model(e vugu.DOMEvent) { c.App.Do(state.Model{Name: value(e)}) }

// Differs names what is not as a first visit has it: split, seed, reading, method.
func (c *Bar) Differs() string {
	var list []string
	r := c.App.State.Shown()
	if r.Split != "" {
		list = append(list, strings.TrimPrefix(r.Split, data.SplitPrefix))
	}
	if r.Seed > 1 {
		list = append(list, "seed "+c.Seed())
	}
	if c.App.Reading() == "code" {
		list = append(list, "code")
	}
	if m, g := c.App.Method(), c.App.State.Graph; g != nil && c.App.State.HasMethod() && m != string(method.Opening(g.N)) {
		list = append(list, m)
	}
	return strings.Join(list, " · ")
}

// Share copies the link.
func (c *Bar) Share() { c.App.Do(state.Share{}) }

// ShareWord is the word on the button: for a moment, that the link is copied.
func (c *Bar) ShareWord() string {
	return words.Either(c.App.State.Chrome.Menu == state.MenuShare && c.App.State.Chrome.Sharing.Copied, "Copied", "Share")
}

// Keeps reports whether a part is in the link that is shared; LeaveOut leaves it out, or takes it in again.
func (c *Bar) Keeps(part string) any {
	return words.Either[any](slices.Contains(c.App.State.Chrome.Sharing.Out, part), nil, "true")
}

// LeaveOut leaves a part out of the link, or takes it in again.
func (c *Bar) LeaveOut(part string) { c.App.Do(state.LeaveOut{Part: part}) }

// SaveState saves what the link would hold as a file.
func (c *Bar) SaveState() { c.App.Do(state.SaveState{}) }

// Forget deletes the user's own graphs from this device.
func (c *Bar) Forget() { c.App.Do(state.Forget{}) }

// Lessons names the menu of tours and course: the level beside it is called Learn, too.
func (c *Bar) Lessons() string {
	return words.Either(c.App.State.View.Level == state.LevelLearn, "Course", "Learn")
}

// Menu opens and closes a menu: "settings", "open", "pins" or "learn".
func (c *Bar) Menu(name string) { c.App.Do(state.SetMenu{Menu: name}) }

// Open reports whether it is open.
func (c *Bar) Open(name string) string { return truth(c.App.State.Chrome.Menu == name) }

// Formats are the formats of files that “Open” takes.
func (c *Bar) Formats() []content.Format { return content.Formats }

// Names are the rules by which columns are known.
func (c *Bar) Names() []content.NameRule { return content.NameRules }

// lessons are the entries of a menu: name, words, and how long it takes.
var lessons = [][3]string{
	{"tour", "A tour of the page", "2 min"},
	{"sheaf", "What is a sheaf?", "3 min"},
	{"epoch", "One epoch, stage by stage", "5 min"},
	{"neighbours", "When neighbours differ", "3 min"},
	{"triangles", "Do triangles turn maps?", "3 min"},
	{"paper", "What holds of the paper?", "3 min"},
}

// Present shows the page for a projector.
func (c *Bar) Present() { c.App.Do(state.Present{}) }

// Learn begins a lesson.
func (c *Bar) Learn(lesson string) { c.App.Do(state.Learn{Lesson: lesson}) }

// Exports are the files that the page writes.
func (c *Bar) Exports() []state.Exported { return state.Exports() }

// Export writes a file.
func (c *Bar) Export(what string) { c.App.Do(state.Export{What: what, Theme: c.pictures}) }

// WebKB lists the sets that have a card to start from: name and title.
func (c *Bar) WebKB() (list [][2]string) {
	for _, name := range state.WebKB {
		if set, err := data.Find(data.Prefix + name); err == nil {
			list = append(list, [2]string{name, set.Title})
		}
	}
	return list
}

// OpenSet loads one: from the page's own host where that has it, else after a question.
func (c *Bar) OpenSet(name string) { c.App.Do(state.Open{Graph: data.Prefix + name}) }

// picturesIn are the themes of the pictures in files, with their names.
var picturesIn = [][2]string{{"", "as here"}, {"light", "light"}, {"dark", "dark"}}

// PicturesIn chooses one.
func (c *Bar) PicturesIn(theme string) {
	c.pictures = theme
	c.App.Do(state.Say{Text: "Pictures in files look " + words.Either(theme == "", "as here", theme) + "."})
}

// PicturesAre reports whether it is chosen.
func (c *Bar) PicturesAre(theme string) string { return truth(c.pictures == theme) }

// Theme switches between light and dark.
func (c *Bar) Theme() {
	next := words.Either(c.App.State.View.Theme == "dark", "light", "dark")
	c.App.Do(state.SetTheme{Theme: next})
}

// Levels lists the levels of the page.
func (c *Bar) Levels() string { return c.App.options(pairs(state.Levels())) }

// Level goes to the chosen level.
func (c *Bar) Level(e vugu.DOMEvent) { c.SetLevel(value(e)) }

// SetLevel goes to a level.
func (c *Bar) SetLevel(name string) { c.App.Do(state.SetLevel{Level: name}) }

// OneEdge opens the selected edge, or one that is no graph's, over the whole page.
func (c *Bar) OneEdge() { c.App.Do(state.OpenOne{Edge: c.App.State.View.Edge}) }

// More shows the hidden fields on a phone.
func (c *Bar) More() { c.App.Do(state.SetMore{On: !c.App.State.Chrome.More}) }

// MoreOpen reports whether they are shown.
func (c *Bar) MoreOpen() string { return truth(c.App.State.Chrome.More) }
