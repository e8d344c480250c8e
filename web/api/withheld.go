package api

import (
	"errors"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Errors for an embedding site in place of answers about a graph of the user's own.
var (
	errPrivate = errors.New("the graph on the page is the user's own: the page asks its user before it gives anything of it to this site; " +
		"the event private tells of the answer")
	errRefused = errors.New("the graph on the page is the user's own, and the user has not allowed this site to read it")
)

// Withheld returns the error that the embedding site receives in place of an answer or an event, nil when the site may receive it.
func Withheld(s *state.State) error {
	switch {
	case !s.Withheld():
		return nil
	case s.Embed.Consent == state.Refused:
		return errRefused
	}
	return errPrivate
}

// NeedsAgreement reports whether the user must allow an operation of the embedding site first: a search or a change by hand on a
// graph of the user's own. r is the recipe to load, nil for a search; given reports whether the site passed files.
func NeedsAgreement(s *state.State, r *recipe.Recipe, given bool) bool {
	over := r == nil || r.Edits != nil || r.Graph == "file" && !given && len(r.Files) == 0
	return over && s.Withheld()
}

// IsPrivate reports whether an error replaces a withheld answer.
func IsPrivate(err error) bool { return err == errPrivate || err == errRefused }

// ErrorOutside returns the error on the screen for the embedding site, "" for none and without details of the user's files.
func ErrorOutside(s *state.State) string {
	if s.Error != "" && s.ErrorWithheld() {
		return "An error in the user's own files."
	}
	return s.Error
}

// OutsideSnapshot returns the snapshot for the embedding site, of a state that is not withheld.
func OutsideSnapshot(s *state.State, busy bool) Snapshot {
	t := NewSnapshot(s, busy)
	if text := ErrorOutside(s); text != "" {
		t.Error = &text
	}
	return t
}
