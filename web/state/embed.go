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

// Embedding is the site around the page, and what the user lets it have.
type Embedding struct {
	// Origin is that of the site around the page, [Unanswered] where the page does not answer it, "" where it is shown alone.
	Origin string
	// Consent is the user's answer. It holds until the page is left.
	Consent Consent

	ownError bool // the error on the screen may tell of the user's own files
}

// Unanswered is the origin of a site to which the page answers nothing.
const Unanswered = "unanswered"

// Inside reports whether the page is shown inside another one, answered or not.
func (e *Embedding) Inside() bool { return e.Origin != "" }

// Site is the origin of the embedding site that the page answers, "" for none.
func (e *Embedding) Site() string {
	if e.Origin == Unanswered {
		return ""
	}
	return e.Origin
}

// Consent is what the user answered to an embedding site.
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
	// SiteAsks reports that the embedding site wants what is withheld.
	SiteAsks struct{}
	// AnswerSite is the user's answer to it.
	AnswerSite struct{ Allow bool }
	// Consider is the first of two steps to yes, in a page inside another one: that one could have made its frame invisible and
	// led a click to the button. The second is a button elsewhere. What is [ConsiderRead] or [ConsiderLoad].
	Consider struct{ What string }
)

// The questions that are answered in two steps.
const (
	ConsiderRead = "read"
	ConsiderLoad = "load"
)

// embedding answers the messages about the site around the page.
func (s State) embedding(m Msg) State {
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

// withdraw takes a first yes back.
func (s *State) withdraw() {
	if s.Embed.Consent == HalfAllowed {
		s.Embed.Consent = Pending
	}
}

// Considered is the question to which the user said yes a first time, "" for none.
func (s *State) Considered() string {
	switch a := s.Asked(); {
	case a != nil && a.sure:
		return ConsiderLoad
	case s.Embed.Consent == HalfAllowed:
		return ConsiderRead
	}
	return ""
}

// Withheld reports whether the embedding site gets nothing of the graph on the
// screen, or of the one on its way.
func (s *State) Withheld() bool {
	return s.Embed.Site() != "" && s.Embed.Consent != Allowed && s.Private()
}

// ErrorWithheld reports whether it does not get the error on the screen either.
func (s *State) ErrorWithheld() bool { return s.Embed.ownError && s.Embed.Consent != Allowed }

// Private reports whether the user's own graph is on the screen or on its way.
func (s *State) Private() bool {
	return s.usersOwn(s.Recipe.Setup, s.Files) || s.Loading() && s.usersOwn(s.phase.coming().Setup, s.phase.coming().Files)
}

// usersOwn reports whether a graph is the user's own: not one that everybody
// has, and not one that the site gave.
func (s *State) usersOwn(r recipe.Setup, files []content.File) bool {
	if r.Graph != "file" && r.Edits == nil && !remote(r) {
		return false
	}
	return !slices.ContainsFunc(s.kept, func(g held) bool {
		return g.from == ofSite && g.Graph == r.Graph && wire.Same(g.Edits, r.Edits) && sameContent(g.Files, files)
	})
}

// sameContent compares what files hold: what a site has, is no secret from it.
func sameContent(a, b []content.File) bool {
	return slices.EqualFunc(a, b, func(x, y content.File) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) })
}

// accept remembers a graph that the embedding site gave, with its files. An
// address is none: the site need not be able to read it.
func (s *State) accept(r recipe.Setup, files []content.File) {
	if s.Embed.Site() == "" || remote(r) || r.Graph != "file" && r.Edits == nil || r.Graph == "file" && files == nil {
		return
	}
	s.hold(held{recipe.Recipe{Setup: r, Files: files}, ofSite}, maxGifts)
}

// markError notes whether an error that has just appeared may tell of the
// user's own files.
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
