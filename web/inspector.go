package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// Inspector describes the selected stage, edge or node. Its template inspector.vugu calls the exported methods and renders title and
// sentence. A script, its island, draws equation and pictures.
type Inspector struct{ App *App }

// groups are the main tabs with their labels. The first is a panel, and the last two contain panels.
var groups = [][2]string{{state.PanelStage, "Stage"}, {"selection", "Selection"}, {"evidence", "Evidence"}}

// panelNames are the panels inside the groups, with the labels of their tabs.
var panelNames = [][2]string{{state.PanelEdge, "Edge"}, {state.PanelNode, "Node"},
	{state.PanelClaims, "Claims"}, {state.PanelResults, "Results"}, {state.PanelPaper, "Paper"}}

// groupOf returns the index of a panel's group in groups. A panel outside the first two groups belongs to the evidence.
func groupOf(panel string) int {
	switch panel {
	case state.PanelStage:
		return 0
	case state.PanelEdge, state.PanelNode:
		return 1
	}
	return 2
}

// group returns the index of the displayed group.
func (c *Inspector) group() int { return groupOf(c.App.State.View.Panel) }

// GroupName returns the name of the displayed group.
func (c *Inspector) GroupName() string { return groups[c.group()][1] }

// In returns "true" if the group, an index of groups, is displayed, else "false".
func (c *Inspector) In(group int) string { return truth(c.group() == group) }

// Elsewhere reports whether a panel belongs to a group that is not displayed.
func (c *Inspector) Elsewhere(panel string) bool { return groupOf(panel) != c.group() }

// GroupIndex returns the tab index of a group: 0 for the displayed group, which alone is in the tab order, else −1.
func (c *Inspector) GroupIndex(group int) int { return words.Either(c.group() == group, 0, -1) }

// Enter displays a group by one of its panels: for the stages their only panel, for the evidence the claims, and for the selection the
// panel of the selected node or, without a selected node, of the edge.
func (c *Inspector) Enter(group int) {
	switch {
	case group == 0:
		c.Choose(state.PanelStage)
	case c.group() == group: // the group is displayed already, and keeps its panel
	case group == 2:
		c.Choose(state.PanelClaims)
	case c.App.State.Node() >= 0:
		c.Choose(state.PanelNode)
	default:
		c.Choose(state.PanelEdge)
	}
}

// TabID returns the test id of a panel's tab, for example "tab-edge". The panel of the paper is an exception.
func (c *Inspector) TabID(panel string) string {
	return words.Either(panel == state.PanelPaper, "paper-tab", "tab-"+panel)
}

// On returns "true" if the panel is displayed, else "false".
func (c *Inspector) On(panel string) string { return truth(c.App.State.View.Panel == panel) }

// Index returns the tab index of a panel: 0 for the displayed panel, which alone is in the tab order, else −1.
func (c *Inspector) Index(panel string) int {
	return words.Either(c.App.State.View.Panel == panel, 0, -1)
}

// Choose displays a panel.
func (c *Inspector) Choose(panel string) { c.App.Do(state.SetPanel{Panel: panel}) }

// Label names the panel for screen readers. A panel without a tab in panelNames is the panel of a stage.
func (c *Inspector) Label() string {
	for _, p := range panelNames {
		if p[0] == c.App.State.View.Panel {
			return p[1]
		}
	}
	return groups[0][1]
}

// TestID returns the test id of the displayed view. A view without a test id has the id of the stages.
func (c *Inspector) TestID() string {
	if id := c.App.inspector().TestID; id != "" {
		return id
	}
	return "inspector-stage"
}

// Room returns the name of the content. By this name CSS reserves space, so that a longer sentence does not move the page.
func (c *Inspector) Room() string { return c.App.inspector().Body.Of }

// Title returns the pieces of the title as HTML, with the marks of classes and with a rule between two pieces.
func (c *Inspector) Title() vugu.HTML {
	html := ""
	for i, piece := range c.App.inspector().Title {
		html += words.Either(i > 0, `<span class="sep"></span>`, "") + `<span class="tpart">`
		hasMark := piece.Slot >= -1 // −2 stands for no mark, −1 for the mark of no class
		if hasMark {
			html += `<span class="glyph" data-glyph="` + strconv.Itoa(piece.Slot) + `"></span>`
		}
		html += "<span>" + words.EscapeString(piece.Text) + "</span></span>"
	}
	return vugu.HTML(html)
}

// Sub returns the small line beside the title.
func (c *Inspector) Sub() string { return c.App.inspector().Sub }

// Says returns the sentence with its important numbers in bold, and the purpose of the view. Both are one text: the browser replaces
// separate elements one after the other, and the layout would shift.
func (c *Inspector) Says() vugu.HTML {
	model := c.App.inspector()
	html := `<p class="lead">`
	for _, span := range model.Lead {
		text := words.EscapeString(span.Text)
		html += words.Either(span.Bold, "<b>"+text+"</b>", text)
	}
	html += "</p>"
	if model.Why != "" {
		html += `<p class="why" aria-live="off">` + words.EscapeString(model.Why) + "</p>"
	}
	return vugu.HTML(html)
}

// Count returns the number beside the tab of a panel: for the claims the number of failures. It returns "" before their evaluation, and for
// any other panel.
func (c *Inspector) Count(panel string) string {
	if panel != state.PanelClaims {
		return ""
	}
	failures := inspector.ClaimsFailing(&c.App.State)
	if failures < 0 { // not evaluated
		return ""
	}
	return view.Int(failures)
}

// CountTip explains the number of Count. It returns "" for a tab without a number.
func (c *Inspector) CountTip(panel string) string {
	return words.Either(c.Count(panel) == "", "", "claims of the paper that fail on this run")
}

// Live returns the value of aria-live: "off" while the run proceeds, so that a screen reader does not read every step, else "polite".
func (c *Inspector) Live() string { return words.Either(c.App.State.Running(), "off", "polite") }

// Learning reports whether the page is at the level Learn, which follows a node through the stages.
func (c *Inspector) Learning() bool { return c.App.State.View.Level == state.LevelLearn }

// NoChannel reports whether the user cannot choose a channel: at every level except Learn, and for fewer than two channels.
func (c *Inspector) NoChannel() bool { return !c.Learning() || c.channels() < 2 }

// channels returns the number of channels of SGPC, 0 for a peer and before the first frame.
func (c *Inspector) channels() int {
	if f := c.App.State.Frame; f != nil && c.App.State.Peer() == "" {
		return f.Channels
	}
	return 0
}

// Channels returns the options of the menu of channels as JSON. Their values count from 1.
func (c *Inspector) Channels() string {
	list := []Option{}
	for k := range c.channels() {
		list = append(list, Option{Value: view.Int(k + 1), Label: "channel " + view.Int(k+1) + " of " + view.Int(c.channels())})
	}
	return c.App.options(list)
}

// Channel returns the number of the followed channel, counted from 1.
func (c *Inspector) Channel() string { return view.Int(c.App.State.ChannelAt() + 1) }

// SetChannel follows the channel whose number, counted from 1, is the value of the menu's event e. It ignores a value that is no number.
func (c *Inspector) SetChannel(e vugu.DOMEvent) {
	if k, err := strconv.Atoi(value(e)); err == nil {
		c.App.Do(state.SetChannel{Channel: k})
	}
}

// At returns the number of the displayed stage, counted from 1.
func (c *Inspector) At() int { return c.App.State.ShownStage() }

// Where returns the number of the displayed stage and the number of stages, for example "4 of 10".
func (c *Inspector) Where() string { return view.Int(c.At()) + " of 10" }

// Walk displays the next stage for step = 1, and the previous stage for step = −1. After the last stage it opens the menu for own graphs,
// which the level Research has.
func (c *Inspector) Walk(step int) {
	if c.At()+step > 10 {
		c.App.Do(state.SetLevel{Level: state.LevelResearch})
		c.App.Do(state.SetMenu{Menu: "open"})
		return
	}
	c.App.Do(state.PickStage{Stage: c.At() + step})
}

// WalkNext returns the text of the button that calls Walk(1).
func (c *Inspector) WalkNext() string { return words.Either(c.At() < 10, "Next", "Your graph") }
