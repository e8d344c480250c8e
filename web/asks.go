package web

import (
	"cmp"
	"fmt"

	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
)

// This file has the questions of the line over the timeline. The file notices.go has the notices.

// Asks renders the notices, and the questions to the user. The page asks before a request to another host, and before the embedding site
// receives the user's own graph.
type Asks struct{ App *App }

// Load returns the question about a graph on another host, "" if no question is open.
func (c *Asks) Load() string {
	s := &c.App.State
	if s.Asked() == nil {
		return ""
	}
	return "Load " + s.AskedGraph() + " from " + s.AskedHost() + "?"
}

// Why returns the reason for the question: the embedding site that wants the graph, or the link that needs a public data set. For a graph
// at any other address, the text begins without a reason. The size of the files follows if it is known. Why returns "" if no question is
// open.
func (c *Asks) Why() string {
	s := &c.App.State
	if s.Asked() == nil {
		return ""
	}
	text := "That host is asked only if you agree."
	site, isPublicSet := s.AskedBy(), s.AskedURL() == "" // AskedURL is the address of any other graph
	switch {
	case site != "":
		text = site + ", the site around this page, wants it. " + text
	case isPublicSet:
		text = "The link that you opened needs it. " + text
	}
	set, err := data.Find(s.Asked().Graph)
	if err == nil { // a public data set, whose size is known
		text += fmt.Sprintf(" The files have %.1f MB.", float64(set.Bytes())/1e6)
	}
	return text
}

// Agree loads the graph of the question. Inside another page, Agree instead asks the second question (Sure), because the other page could
// steal one click.
func (c *Asks) Agree() {
	if c.App.State.Embed.Inside() {
		c.App.Do(state.Consider{What: state.ConsiderLoad})
		return
	}
	c.App.Do(state.Agree{})
}

// Sure reports whether the second question is open: about a graph on another host, or about the user's own graph.
func (c *Asks) Sure() bool {
	s := &c.App.State
	switch s.Considered() {
	case state.ConsiderLoad:
		return s.Asked() != nil
	case state.ConsiderRead:
		return s.Embed.Asking()
	}
	return false
}

// SureText returns the second question. It has a meaning only while Sure returns true.
func (c *Asks) SureText() string {
	s := &c.App.State
	if s.Considered() == state.ConsiderLoad {
		return "Ask " + s.AskedHost() + " for the graph?"
	}
	return "Let " + s.Embed.Site() + " read your own graph?"
}

// Confirm agrees to the second question: the page loads the graph, or the embedding site may read the user's graph.
func (c *Asks) Confirm() {
	if c.App.State.Considered() == state.ConsiderLoad {
		c.App.Do(state.Agree{})
		return
	}
	c.App.Do(state.AnswerSite{Allow: true})
}

// Decline answers no to the question about a graph on another host.
func (c *Asks) Decline() { c.App.Do(state.Decline{}) }

// Allow agrees to share the user's own graph with the embedding site; the second question follows.
func (c *Asks) Allow() { c.App.Do(state.Consider{What: state.ConsiderRead}) }

// Refuse withholds the user's own graph from the embedding site.
func (c *Asks) Refuse() { c.App.Do(state.AnswerSite{}) }

// Note returns the user's answer about the own graph, as the predicate of a sentence whose subject is the name of the site. It returns ""
// without an embedding site, without an own graph, and before the answer.
func (c *Asks) Note() string {
	s := &c.App.State
	if s.Embed.Site() == "" || !s.Private() {
		return ""
	}
	switch s.Embed.Consent {
	case state.Allowed:
		return "may read your own graph, as you allowed."
	case state.Refused:
		return "gets nothing of your own graph."
	}
	return ""
}

// ChangeWord returns the label of the button that changes the consent.
func (c *Asks) ChangeWord() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "Stop", "Allow")
}

// ChangeClass returns the class of the button of Change. The class guard protects against an accidental click on Allow.
func (c *Asks) ChangeClass() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "act", "act guard")
}

// Change withdraws the consent of the user. If the user has not consented, Change asks the second question, as Allow does.
func (c *Asks) Change() {
	if c.App.State.Embed.Consent == state.Allowed {
		c.Refuse()
		return
	}
	c.Allow()
}

// Own returns the label and the value of a setting that differs from the method, for example "Head: linear". The value is replaced by its
// text if it has one, and a missing label by the name.
func (c *Asks) Own(name string) string {
	setting, value := c.App.State.Config.Setting(name), c.App.State.Shown().Settings[name]
	text := value
	for _, word := range setting.Words { // pairs of a value and its text
		if word[0] == value {
			text = word[1]
		}
	}
	return cmp.Or(setting.Label, name) + ": " + text
}

// PutBack resets a setting to the value of the method. The name "" resets all settings.
func (c *Asks) PutBack(name string) { c.App.Do(state.PutBackSetting{Name: name}) }

// Best returns the sentence of State.BestText: an epoch before the displayed epoch had a better validation accuracy. It returns "" if there
// is no such epoch, during training, and in further cases of BestText.
func (c *Asks) Best() string {
	text, _ := c.App.State.BestText()
	return text
}

// GoBest seeks to the best epoch. It does nothing if Best returns "".
func (c *Asks) GoBest() {
	_, position := c.App.State.BestText()
	if position > 0 { // 0 if Best returns ""
		c.App.Do(state.Seek{Position: position})
	}
}
