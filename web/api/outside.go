package api

import (
	"errors"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Errors that an embedding site gets in place of what shows a graph of the
// user's own.
var (
	errPrivate = errors.New("the graph on the page is the user's own: the page asks its user before it gives anything of it to this site; " +
		"the event private tells of the answer")
	errRefused = errors.New("the graph on the page is the user's own, and the user has not allowed this site to read it")
)

// Withheld is the error that the embedding site gets in place of an answer or
// an event, nil when it may have it.
func Withheld(s *state.State) error {
	switch {
	case !s.Withheld():
		return nil
	case s.Embed.Consent == state.Refused:
		return errRefused
	}
	return errPrivate
}

// NeedsAgreement reports whether the embedding site may do what it asks for only after the user has allowed it to: a search
// or a change by hand on a graph that is the user's own. r is the recipe to load, nil for a search.
func NeedsAgreement(s *state.State, r *recipe.Recipe, given bool) bool {
	over := r == nil || r.Edits != nil || r.Graph == "file" && !given && len(r.Files) == 0
	return over && s.Withheld()
}

// IsPrivate reports whether an error stands for something that is withheld.
func IsPrivate(err error) bool { return err == errPrivate || err == errRefused }

// ErrorOutside is the error on the screen as the embedding site gets it: "" for
// none, and no word of the user's own files.
func ErrorOutside(s *state.State) string {
	if s.Error != "" && s.ErrorWithheld() {
		return "An error in the user's own files."
	}
	return s.Error
}

// TakeOutside is Take for the embedding site, for a state that is not withheld.
func TakeOutside(s *state.State, busy bool) Snapshot {
	t := Take(s, busy)
	if text := ErrorOutside(s); text != "" {
		t.Error = &text
	}
	return t
}
