package state

import (
	"bytes"
	"slices"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/wire"
)

// Another site can embed the page. This file decides which data the embedding site may read. The site may read every graph that it has
// given to the page, and every public graph: the built-in graphs and the public data sets. It may read the user's own graph only with the
// user's consent. The question for consent contains the name of the site. The user's own graphs are:
//
//   - files that were opened, dropped or pasted,
//   - a graph that was drawn or edited by hand,
//   - a graph from an address.

// Embedding holds the site that embeds the page, and the user's answer to this site.
type Embedding struct {
	// Origin is the origin of the site. It is [Unanswered] for a site whose calls the page does not answer, and "" if no site embeds the page.
	Origin string
	// Consent is the user's answer. It is valid until the page is closed.
	Consent Consent

	ownError bool // the error on the screen may reveal the user's own files or graph
}

// Unanswered stands for the origin of an embedding site whose calls the page does not answer. Such a site can read nothing.
const Unanswered = "unanswered"

// Inside reports whether another site embeds the page, a site without answers included.
func (e *Embedding) Inside() bool { return e.Origin != "" }

// Site returns the origin of the embedding site. It returns "" if no site embeds the page, and for a site that gets no answers.
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
	Pending                    // the page asks the user, and no button counts as pressed: after the site's request, or after undoHalfConsent
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
	// Consider reports that the user has pressed the first of two buttons. The field What names the question to which the button
	// belongs: [ConsiderRead] or [ConsiderLoad]. The two buttons are at different places. A single button would be unsafe: the embedding
	// site could hide the frame of this page, and lead a click of the user to the button.
	Consider struct{ What string }
)

// The questions that need two buttons.
const (
	ConsiderRead = "read" // may the site read the user's own graph?
	ConsiderLoad = "load" // may the page load a graph from another host?
)

// handleSite handles the messages about the consent. The page asks the user only once, and only while it withholds data: a request of the
// site after a refusal changes nothing.
func (s State) handleSite(m Msg) State {
	switch m := m.(type) {
	case SiteAsks:
		if s.Withheld() && s.Embed.Consent == Unasked {
			s.Embed.Consent = Pending
			s.said = s.Embed.Site() + " asks for your own graph. Allow it?"
		}
	case Consider:
		// The first button for one question undoes the first button for the other question: reading or loading.
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

// undoHalfConsent resets the consent to Pending if the user has pressed only the first of the two buttons for it.
func (s *State) undoHalfConsent() {
	if s.Embed.Consent == HalfAllowed {
		s.Embed.Consent = Pending
	}
}

// Considered returns the question for which the user has pressed only the first button: [ConsiderLoad] or [ConsiderRead]. It returns "" if
// no question is in this state.
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

// Withheld reports whether the page withholds data from the embedding site: the present graph, or the graph that is being loaded, is the
// user's own, and the user has not consented. It returns false if no site reads answers.
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

// isUsersOwn reports whether the graph of a recipe is the user's own: neither public nor given by the embedding site. A public graph has no
// files and no edits, and is not at an address.
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

// recordGift records a graph that the embedding site has given to the page. The site may read a recorded graph. The newest maxGifts records
// stay. Nothing is recorded
//   - without a site that reads answers;
//   - for a graph at an address, since the site itself may be unable to read the address;
//   - for a public graph, which needs no record;
//   - for a recipe without its files.
func (s *State) recordGift(r recipe.Setup, files []content.File) {
	if s.Embed.Site() == "" || isAtURL(r) {
		return
	}
	fromFiles := r.Graph == "file"
	isPublic := !fromFiles && r.Edits == nil
	// A link may name files that the page does not have: it gives no graph.
	lacksFiles := fromFiles && files == nil
	if isPublic || lacksFiles {
		return
	}
	s.hold(held{recipe.Recipe{Setup: r, Files: files}, ofSite}, maxGifts)
}

// markError records whether an error that the message m has caused may reveal the user's own files or graph. old is the state before m.
//
//   - If the shown error is unchanged, or no site reads answers, nothing is recorded.
//   - An error about opened files or a typed address may reveal them.
//   - For an error of the page the message decides ([Fail]).
//   - Any other error may reveal them if the user's own graph, or the dialog about files, was open before m or is open now.
//
// The result is nil, because [Update] calls all its steps in the same form.
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
		ownGraph, ownFiles := old.Private() || s.Private(), old.Check() != nil || s.Check() != nil
		s.Embed.ownError = ownGraph || ownFiles
	}
	return nil
}
