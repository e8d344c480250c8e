package web

import (
	"fmt"

	"sheafscope/core/words"
	"sheafscope/wasm/data"
	"sheafscope/web/state"
)

// Asks are the questions before something leaves the page: a request to
// another host, or the user's own graph to the site around the page.
type Asks struct{ App *App }

// Load is the question about a graph on another host.
func (c *Asks) Load() string {
	s := &c.App.State
	if s.Asked == nil {
		return ""
	}
	return "Load " + s.AskedGraph() + " from " + s.AskedHost() + "?"
}

// Why says who wants the graph, and how much it is.
func (c *Asks) Why() string {
	s := &c.App.State
	if s.Asked == nil {
		return ""
	}
	who := "That host is asked only if you agree."
	if by := s.AskedBy(); by != "" {
		who = by + ", the site around this page, wants it. " + who
	} else if s.AskedURL() == "" {
		who = "The link that you opened needs it. " + who
	}
	if set, err := data.Find(s.Asked.Graph); err == nil {
		who += fmt.Sprintf(" The files have %.1f MB.", float64(set.Bytes())/1e6)
	}
	return who
}

// Agree loads the offered graph; Decline does not.
func (c *Asks) Agree() { c.App.Do(state.Agree{}) }

// Decline takes the offer away.
func (c *Asks) Decline() { c.App.Do(state.Decline{}) }

// Answer is what the user lets the site around the page have.
func (c *Asks) Answer(allow bool) { c.App.Do(state.AnswerSite{Allow: allow}) }

// Note says what the user has answered, while it matters.
func (c *Asks) Note() string {
	switch s := &c.App.State; {
	case s.Embed.Site == "" || s.Embed.Asking || !s.Private():
		return ""
	case s.Embed.Consent == state.Allowed:
		return "may read your own graph, as you allowed."
	case s.Embed.Consent == state.Refused:
		return "gets nothing of your own graph."
	}
	return ""
}

// ChangeWord is the word on the button that changes the answer, Change does it.
func (c *Asks) ChangeWord() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "Stop", "Allow")
}

// ChangeClass keeps a click that was meant for something else from allowing.
func (c *Asks) ChangeClass() string {
	return words.Either(c.App.State.Embed.Consent == state.Allowed, "act", "act guard")
}

// Change turns the answer round.
func (c *Asks) Change() { c.Answer(c.App.State.Embed.Consent != state.Allowed) }
