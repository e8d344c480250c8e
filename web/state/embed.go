package state

import (
	"bytes"
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Another site can embed the page. This file decides which data the embedding site may read. The site may read the newest graphs that it
// has given to the page (recordGift), and every public graph: built-in and generated graphs, and the public data sets. Any other graph is
// the user's own: from opened files, drawn or edited by hand, or from an address. The site may read it only with the user's consent.

// Embedding holds the site that embeds the page, and the user's answer to this site.
type Embedding struct {
	// Origin is the origin of the site. It is [Unanswered] for a site whose calls the page does not answer, and "" if no site embeds the page.
	Origin string
	// Consent is the user's answer. It is valid until the page is closed.
	Consent Consent

	ownError bool // the error on the screen may reveal the user's own files or graph
}

// Unanswered stands for the origin of an embedding site whose calls the page does not answer.
const Unanswered = "unanswered"

// Inside reports whether a site embeds the page, with or without answers to the site.
func (e *Embedding) Inside() bool { return e.Origin != "" }

// Site returns the origin of the embedding site, "" without a site and for a site that gets no answers.
func (e *Embedding) Site() string {
	if e.Origin == Unanswered {
		return ""
	}
	return e.Origin
}

// Consent is the user's answer to an embedding site.
type Consent int

// The states of the consent.
const (
	Unasked     Consent = iota // the site has not requested the user's own graph
	Pending                    // the page asks the user, and no button counts as pressed
	HalfAllowed                // the user has pressed the first of the two buttons for the consent, see [Consider]
	Allowed                    // the user has pressed both buttons
	Refused                    // the user has refused
)

// Asking reports whether the page shows the question for consent.
func (e *Embedding) Asking() bool { return e.Consent == Pending || e.Consent == HalfAllowed }

// Messages about the consent.
type (
	// SiteAsks reports that the embedding site requests withheld data.
	SiteAsks struct{}
	// AnswerSite is the user's answer to the request of the site: the second of the two buttons, or a refusal.
	AnswerSite struct{ Allow bool }
	// Consider reports that the user has pressed the first of two buttons at different places. The field What names their question:
	// [ConsiderRead] or [ConsiderLoad]. A single button would be unsafe: the embedding site could hide the page, and lead a click of the user
	// to the button.
	Consider struct{ What string }
)

// The questions that need two buttons.
const (
	ConsiderRead = "read" // may the site read the user's own graph?
	ConsiderLoad = "load" // may the page load a graph from another host?
)

// handleSite handles the messages about the consent. SiteAsks opens the question at most once, and only while the page withholds data.
func (s State) handleSite(m Msg) State {
	switch m := m.(type) {
	case SiteAsks:
		if s.Withheld() && s.Embed.Consent == Unasked {
			s.Embed.Consent = Pending
			s.said = s.Embed.Site() + " asks for your own graph. Allow it?"
		}
	case Consider:
		// The first button of a question undoes the first button of the other question: reading or loading.
		s.undoHalfConsent()
		if m.What == ConsiderRead {
			s.Embed.Consent = HalfAllowed
		}
		if asked := s.Asked(); asked != nil { // the page asks whether to load a graph
			changed := *asked // a copy, since states share the old value
			changed.halfAllowed = m.What == ConsiderLoad
			s.Waits = &changed
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

// undoHalfConsent undoes the first of the two buttons for the consent. It does nothing in any other state of the consent.
func (s *State) undoHalfConsent() {
	if s.Embed.Consent == HalfAllowed {
		s.Embed.Consent = Pending
	}
}

// Considered returns the question for which the user has pressed only the first button: [ConsiderLoad], [ConsiderRead], or "" for none.
func (s *State) Considered() string {
	asked := s.Asked()
	switch {
	case asked != nil && asked.halfAllowed:
		return ConsiderLoad
	case s.Embed.Consent == HalfAllowed:
		return ConsiderRead
	}
	return ""
}

// Withheld reports whether the page withholds data from the embedding site, because the user has not consented to the reading of the user's
// own graph. It returns false if no site gets answers.
func (s *State) Withheld() bool {
	return s.Embed.Site() != "" && s.Embed.Consent != Allowed && s.Private()
}

// ErrorWithheld reports whether the page withholds the shown error from the embedding site.
func (s *State) ErrorWithheld() bool { return s.Embed.ownError && s.Embed.Consent != Allowed }

// Private reports whether the present graph, or the graph that is being loaded, is the user's own.
func (s *State) Private() bool {
	if s.isUsersOwn(s.Recipe.Setup, s.Files) {
		return true
	}
	coming := s.phase.newestLoad()
	return coming != nil && s.isUsersOwn(coming.Setup, coming.Files)
}

// isUsersOwn reports whether the graph of a recipe is the user's own: neither public nor given by the embedding site.
func (s *State) isUsersOwn(r recipe.Setup, files []content.File) bool {
	isPublic := r.Graph != "file" && r.Edits == nil && !isAtURL(r)
	if isPublic {
		return false
	}
	isOfSite := slices.ContainsFunc(s.heldGraphs, func(g held) bool {
		return g.from == ofSite && g.Graph == r.Graph && wire.Same(g.Edits, r.Edits) && sameContent(g.Files, files)
	})
	return !isOfSite
}

// sameContent reports whether two lists of files are equal in names and contents.
func sameContent(a, b []content.File) bool {
	return slices.EqualFunc(a, b, func(x, y content.File) bool { return x.Name == y.Name && bytes.Equal(x.Data, y.Data) })
}

// recordGift records a graph that the embedding site has given to the page, so that the site may read it. The newest maxGifts records stay.
func (s *State) recordGift(r recipe.Setup, files []content.File) {
	if s.Embed.Site() == "" || isAtURL(r) { // the site itself may be unable to read an address
		return
	}
	fromFiles := r.Graph == "file"
	isPublic := !fromFiles && r.Edits == nil // every site may read it
	lacksFiles := fromFiles && files == nil  // a link without its files gives no graph
	if isPublic || lacksFiles {
		return
	}
	s.hold(held{recipe.Recipe{Setup: r, Files: files}, ofSite}, maxGifts)
}

// markError records whether an error that the message m has caused may reveal the user's own files or graph. old is the state before m. The
// result is always nil: [Update] expects a list of commands from each of its steps.
func (s *State) markError(old *State, m Msg) []Command {
	if s.Error == old.Error || s.Embed.Site() == "" {
		return nil
	}
	switch m := m.(type) {
	case Files, AskURL: // an error about opened files or a typed address
		s.Embed.ownError = true
	case Fail:
		s.Embed.ownError = m.Own
	default:
		// The error may be about the user's own graph, or about the files of the dialog, open before m or now.
		ownGraph, ownFiles := old.Private() || s.Private(), old.Check() != nil || s.Check() != nil
		s.Embed.ownError = ownGraph || ownFiles
	}
	return nil
}
