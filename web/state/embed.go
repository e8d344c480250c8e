package state

import (
	"bytes"
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Inside another site's page this one answers that site. What the site gave
// itself, and what everybody has (graphs of the page, public data sets), it may
// read. A graph of the user's own it gets only after the user has allowed it,
// here, seeing the site's name: files that were opened, dropped or pasted, a
// graph that was drawn or edited by hand, one from an address.

// Embedding is the site around the page with the user's consent.
type Embedding struct {
	// Origin is that of the site, [Unanswered] for a site without answers, "" for a page of its own.
	Origin string
	// Consent is the user's answer. It holds until the page is left.
	Consent Consent

	ownError bool // the error on the screen may tell of the user's own files
}

// Unanswered is the origin of a site that gets no answers.
const Unanswered = "unanswered"

// Inside reports whether the page is shown inside another one, answered or not.
func (e *Embedding) Inside() bool { return e.Origin != "" }

// Site returns the origin of the answered embedding site, "" for none.
func (e *Embedding) Site() string {
	if e.Origin == Unanswered {
		return ""
	}
	return e.Origin
}

// Consent is the user's answer to an embedding site.
type Consent int

// The answers, in the order of a question.
const (
	Unasked     Consent = iota
	Pending             // the site requests a graph of the user's own, or the user reconsiders a refusal
	HalfAllowed         // the user said yes a first time, see [Consider]
	Allowed
	Refused
)

// Asking reports whether a question is open.
func (e *Embedding) Asking() bool { return e.Consent == Pending || e.Consent == HalfAllowed }

type (
	// SiteAsks reports that the embedding site requests withheld data.
	SiteAsks struct{}
	// AnswerSite is the user's answer to it.
	AnswerSite struct{ Allow bool }
	// Consider is the first of two steps of consent inside another page, which could hide its frame and lead a click to the
	// button. The second button is elsewhere. What is [ConsiderRead] or [ConsiderLoad].
	Consider struct{ What string }
)

// The questions that are answered in two steps.
const (
	ConsiderRead = "read"
	ConsiderLoad = "load"
)

// handleSite handles the messages about the embedding site.
func (s State) handleSite(m Msg) State {
	switch m := m.(type) {
	case SiteAsks:
		if s.Withheld() && s.Embed.Consent == Unasked {
			s.Embed.Consent = Pending
			s.said = s.Embed.Site() + " asks for your own graph. Allow it?"
		}
	case Consider:
		if s.withdraw(); m.What == ConsiderRead {
			s.Embed.Consent = HalfAllowed
		}
		if a := s.Asked(); a != nil {
			next := *a
			next.sure, s.Waits = m.What == ConsiderLoad, &next
		}
		s.said = "Sure? Say so with the button above."
	case AnswerSite:
		s.Embed.Consent = Refused
		if m.Allow {
			s.Embed.Consent = Allowed
		}
	}
	return s
}

// withdraw drops the first step of consent.
func (s *State) withdraw() {
	if s.Embed.Consent == HalfAllowed {
		s.Embed.Consent = Pending
	}
}

// Considered returns the question with a first step of consent, "" for none.
func (s *State) Considered() string {
	switch a := s.Asked(); {
	case a != nil && a.sure:
		return ConsiderLoad
	case s.Embed.Consent == HalfAllowed:
		return ConsiderRead
	}
	return ""
}

// Withheld reports whether the embedding site gets no data about the present or coming graph.
func (s *State) Withheld() bool {
	return s.Embed.Site() != "" && s.Embed.Consent != Allowed && s.Private()
}

// ErrorWithheld reports whether the site does not get the shown error.
func (s *State) ErrorWithheld() bool { return s.Embed.ownError && s.Embed.Consent != Allowed }

// Private reports whether the present or the coming graph is the user's own.
func (s *State) Private() bool {
	return s.usersOwn(s.Recipe.Setup, s.Files) || s.Loading() && s.usersOwn(s.phase.coming().Setup, s.phase.coming().Files)
}

// usersOwn reports whether a graph is neither public nor given by the site.
func (s *State) usersOwn(r recipe.Setup, files []content.File) bool {
	if r.Graph != "file" && r.Edits == nil && !remote(r) {
		return false
	}
	return !slices.ContainsFunc(s.kept, func(g held) bool {
		return g.from == ofSite && g.Graph == r.Graph && wire.Same(g.Edits, r.Edits) && sameContent(g.Files, files)
	})
}

// sameContent compares files by name and content: a site that has the files learns nothing from them.
func sameContent(a, b []content.File) bool {
	return slices.EqualFunc(a, b, func(x, y content.File) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) })
}

// accept holds a graph that the embedding site gave. A URL does not count, since the site may be unable to read it.
func (s *State) accept(r recipe.Setup, files []content.File) {
	if s.Embed.Site() == "" || remote(r) || r.Graph != "file" && r.Edits == nil || r.Graph == "file" && files == nil {
		return
	}
	s.hold(held{recipe.Recipe{Setup: r, Files: files}, ofSite}, maxGifts)
}

// markError records whether a new error may reveal the user's own files.
func (s *State) markError(old *State, m Msg) []Command {
	if s.Error == old.Error || s.Embed.Site() == "" {
		return nil
	}
	switch m := m.(type) {
	case Files, AskURL:
		s.Embed.ownError = true
	case Fail:
		s.Embed.ownError = m.Own
	default:
		s.Embed.ownError = old.Private() || s.Private() || old.Check() != nil || s.Check() != nil
	}
	return nil
}
