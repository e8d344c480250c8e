package web

import (
	"strconv"

	"github.com/vugu/vugu"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
)

// Inspector shows the stage, the edge or the node: title and sentence here,
// equation and pictures in its island.
type Inspector struct{ App *App }

// groups are the tabs: of the stage, of what is selected, and of what holds. Beside the last two stand their panels.
var groups = [][2]string{{state.PanelStage, "Stage"}, {"selection", "Selection"}, {"evidence", "Evidence"}}

var panelNames = [][2]string{{state.PanelEdge, "Edge"}, {state.PanelNode, "Node"},
	{state.PanelClaims, "Claims"}, {state.PanelResults, "Results"}, {state.PanelPaper, "Paper"}}

// groupOf is the group of a panel.
func groupOf(panel string) int {
	switch panel {
	case state.PanelStage:
		return 0
	case state.PanelEdge, state.PanelNode:
		return 1
	}
	return 2
}

// group is that of the panel on the screen.
func (c *Inspector) group() int { return groupOf(c.App.State.View.Panel) }

// GroupName names it.
func (c *Inspector) GroupName() string { return groups[c.group()][1] }

// In reports whether a group is on the screen, Elsewhere whether a panel belongs to another.
func (c *Inspector) In(group int) string { return truth(c.group() == group) }

// Elsewhere reports it.
func (c *Inspector) Elsewhere(panel string) bool { return groupOf(panel) != c.group() }

// GroupIndex keeps the chosen tab in the tab order.
func (c *Inspector) GroupIndex(group int) int { return words.Either(c.group() == group, 0, -1) }

// Enter shows a group: the selection as that which was clicked, an edge when nothing is.
func (c *Inspector) Enter(group int) {
	switch {
	case group == 0:
		c.Choose(state.PanelStage)
	case c.group() == group:
	case group == 2:
		c.Choose(state.PanelClaims)
	case c.App.State.Node() >= 0:
		c.Choose(state.PanelNode)
	default:
		c.Choose(state.PanelEdge)
	}
}

// TabID marks the tab of a panel.
func (c *Inspector) TabID(panel string) string {
	return words.Either(panel == state.PanelPaper, "paper-tab", "tab-"+panel)
}

// On reports whether a panel is chosen.
func (c *Inspector) On(panel string) string { return truth(c.App.State.View.Panel == panel) }

// Index keeps the chosen tab in the tab order.
func (c *Inspector) Index(panel string) int {
	return words.Either(c.App.State.View.Panel == panel, 0, -1)
}

// Choose shows a panel.
func (c *Inspector) Choose(panel string) { c.App.Do(state.SetPanel{Panel: panel}) }

// Label names the panel for screen readers.
func (c *Inspector) Label() string {
	for _, p := range panelNames {
		if p[0] == c.App.State.View.Panel {
			return p[1]
		}
	}
	return groups[0][1]
}

// TestID marks the views of a node and of an edge.
func (c *Inspector) TestID() string {
	if id := c.App.inspector().TestID; id != "" {
		return id
	}
	return "inspector-stage"
}

// Room names what is on the screen: its sentences have a room of their own.
func (c *Inspector) Room() string { return c.App.inspector().Body.Of }

// Title is the pieces of the title, a rule between two; the mark of a class is drawn where it belongs. It is written as one, as Says is.
func (c *Inspector) Title() vugu.HTML {
	out := ""
	for i, p := range c.App.inspector().Title {
		out += words.Either(i > 0, `<span class="sep"></span>`, "") + `<span class="tpart">`
		if p.Slot >= -1 {
			out += `<span class="glyph" data-glyph="` + strconv.Itoa(p.Slot) + `"></span>`
		}
		out += "<span>" + words.EscapeString(p.Text) + "</span></span>"
	}
	return vugu.HTML(out)
}

// Sub is the small line beside the title; for stages and edges it names the stage.
func (c *Inspector) Sub() string { return c.App.inspector().Sub }

// Says is the sentence, with the numbers that matter marked, and what the view is for. Both are written as one, so that a browser sees
// another text and none that moves.
func (c *Inspector) Says() vugu.HTML {
	v := c.App.inspector()
	out := `<p class="lead">`
	for _, s := range v.Lead {
		text := words.EscapeString(s.Text)
		out += words.Either(s.Bold, "<b>"+text+"</b>", text)
	}
	out += "</p>"
	if v.Why != "" {
		out += `<p class="why" aria-live="off">` + words.EscapeString(v.Why) + "</p>"
	}
	return vugu.HTML(out)
}

// Count is the number beside a tab: of the claims, how many fail.
func (c *Inspector) Count(panel string) string {
	if n := inspector.ClaimsFailing(&c.App.State); panel == state.PanelClaims && n >= 0 {
		return view.Int(n)
	}
	return ""
}

// CountTip explains it.
func (c *Inspector) CountTip(panel string) string {
	if n := c.Count(panel); n != "" {
		return n + " of the paper's claims fail on this run"
	}
	return ""
}

// Live keeps screen readers quiet while the run goes on.
func (c *Inspector) Live() string { return words.Either(c.App.State.Running(), "off", "polite") }

// Learning reports whether the page follows a node through the stages.
func (c *Inspector) Learning() bool { return c.App.State.View.Level == state.LevelLearn }

// NoChannel reports whether the model has no channels that could be followed.
func (c *Inspector) NoChannel() bool { return !c.Learning() || c.channels() < 2 }

func (c *Inspector) channels() int {
	if f := c.App.State.Frame; f != nil && c.App.State.Peer() == "" {
		return f.Channels
	}
	return 0
}

// Channels lists the channels.
func (c *Inspector) Channels() string {
	list := []Option{}
	for k := range c.channels() {
		list = append(list, Option{Value: view.Int(k + 1), Label: "channel " + view.Int(k+1) + " of " + view.Int(c.channels())})
	}
	return c.App.options(list)
}

// Channel is the one that is followed, SetChannel follows another.
func (c *Inspector) Channel() string { return view.Int(c.App.State.ChannelAt() + 1) }

// SetChannel follows another channel.
func (c *Inspector) SetChannel(e vugu.DOMEvent) {
	if k, err := strconv.Atoi(value(e)); err == nil {
		c.App.Do(state.SetChannel{Channel: k})
	}
}

// At is the stage on the screen.
func (c *Inspector) At() int { return c.App.State.ShownStage() }

// Where says how far the node has come.
func (c *Inspector) Where() string { return view.Int(c.At()) + " of 10" }

// Walk goes on, or back, by so many stages.
func (c *Inspector) Walk(by int) { c.App.Do(state.PickStage{Stage: c.At() + by}) }
