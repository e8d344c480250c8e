package web

import (
	"cmp"
	"fmt"

	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
)

// Asks are the notices and the questions before data leaves the page: a request to another host, or the user's own graph for the
// embedding site.
type Asks struct{ App *App }

// Load returns the question about a graph on another host, "" for none.
func (c *Asks) Load() string {
	s := &c.App.State
	if s.Asked() == nil {
		return ""
	}
	return "Load " + s.AskedGraph() + " from " + s.AskedHost() + "?"
}

// Why names the origin of the request and the size of the graph.
func (c *Asks) Why() string {
	s := &c.App.State
	if s.Asked() == nil {
		return ""
	}
	who := "That host is asked only if you agree."
	if by := s.AskedBy(); by != "" {
		who = by + ", the site around this page, wants it. " + who
	} else if s.AskedURL() == "" {
		who = "The link that you opened needs it. " + who
	}
	if set, err := data.Find(s.Asked().Graph); err == nil {
		who += fmt.Sprintf(" The files have %.1f MB.", float64(set.Bytes())/1e6)
	}
	return who
}

// Agree loads the offered graph. Inside another page a second step follows, so that one click cannot be stolen.
func (c *Asks) Agree() {
	if c.App.State.Embed.Inside() {
		c.App.Do(state.Consider{What: state.ConsiderLoad})
		return
	}
	c.App.Do(state.Agree{})
}

// Sure reports whether the second step is shown.
func (c *Asks) Sure() bool {
	s := &c.App.State
	return s.Considered() == state.ConsiderLoad && s.Asked() != nil || s.Considered() == state.ConsiderRead && s.Embed.Asking()
}

// SureText returns the question of the second step.
func (c *Asks) SureText() string {
	s := &c.App.State
	if s.Considered() == state.ConsiderLoad {
		return "Ask " + s.AskedHost() + " for the graph?"
	}
	return "Let " + s.Embed.Site() + " read your own graph?"
}

// Confirm accepts in the second step.
func (c *Asks) Confirm() {
	if c.App.State.Considered() == state.ConsiderLoad {
		c.App.Do(state.Agree{})
		return
	}
	c.App.Do(state.AnswerSite{Allow: true})
}

// Decline drops the offer.
func (c *Asks) Decline() { c.App.Do(state.Decline{}) }

// Allow is the first step of sharing the user's own graph with the embedding site.
func (c *Asks) Allow() { c.App.Do(state.Consider{What: state.ConsiderRead}) }

// Refuse withholds the user's own graph from the embedding site.
func (c *Asks) Refuse() { c.App.Do(state.AnswerSite{}) }

// Note states the user's answer about a private graph, "" without a site, a private graph or an answer.
func (c *Asks) Note() string {
	switch s := &c.App.State; {
	case s.Embed.Site() == "" || s.Embed.Asking() || !s.Private():
		return ""
	case s.Embed.Consent == state.Allowed:
		return "may read your own graph, as you allowed."
	case s.Embed.Consent == state.Refused:
		return "gets nothing of your own graph."
	}
	return ""
}

// ChangeWord returns the label of the button that changes the consent.
func (c *Asks) ChangeWord() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "Stop", "Allow")
}

// ChangeClass returns the class of that button; guard protects against an accidental click on Allow.
func (c *Asks) ChangeClass() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "act", "act guard")
}

// Change reverses the consent.
func (c *Asks) Change() {
	if c.App.State.Embed.Consent == state.Allowed {
		c.Refuse()
		return
	}
	c.Allow()
}

// Own formats a setting that differs from the method, with its value.
func (c *Asks) Own(name string) string {
	row, value := c.App.State.Config.Setting(name), c.App.State.Shown().Settings[name]
	for _, w := range row.Words {
		if w[0] == value {
			value = w[1]
		}
	}
	return cmp.Or(row.Label, name) + ": " + value
}

// PutBack resets a setting to the method's value, all of them for "".
func (c *Asks) PutBack(name string) { c.App.Do(state.PutBackSetting{Name: name}) }

// Best reports in words that the run is past its best epoch, "" elsewhere.
func (c *Asks) Best() string {
	text, _ := c.App.State.BestText()
	return text
}

// GoBest seeks to the best epoch.
func (c *Asks) GoBest() {
	if _, at := c.App.State.BestText(); at > 0 {
		c.App.Do(state.Seek{Position: at})
	}
}
