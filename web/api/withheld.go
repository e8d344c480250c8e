package api

import (
	"errors"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// Errors that an embedding site receives in place of answers about the user's own graph.
var (
	errPrivate = errors.New("the graph on the page is the user's own: the page asks its user before it gives anything of it to this site; " +
		"the event private tells of the answer")
	errRefused = errors.New("the graph on the page is the user's own, and the user has not allowed this site to read it")
)

// Withheld returns the error that the embedding site receives in place of an answer or an event. It returns nil if the site may receive the
// data.
func Withheld(s *state.State) error {
	switch {
	case !s.Withheld():
		return nil
	case s.Embed.Consent == state.Refused:
		return errRefused
	}
	return errPrivate
}

// NeedsAgreement reports whether the user must first allow an operation of the embedding site. An operation needs the agreement if it
// computes on a withheld graph of the user: a search for settings (r is nil), or a load of edits or of a file graph without files.
// r is the recipe to load, and files are the files that the site passed, nil without any.
func NeedsAgreement(s *state.State, r *recipe.Recipe, files []content.File) bool {
	if !s.Withheld() {
		return false
	}
	if r == nil || r.Edits != nil {
		return true
	}
	return r.Graph == "file" && files == nil && len(r.Files) == 0
}

// IsPrivate reports whether an error replaces a withheld answer.
func IsPrivate(err error) bool { return err == errPrivate || err == errRefused }

// ErrorOutside returns the error of the page as the embedding site may receive it, without details of the user's files. It returns "" if
// the page has no error.
func ErrorOutside(s *state.State) string {
	if s.Error != "" && s.ErrorWithheld() {
		return "An error in the user's own files."
	}
	return s.Error
}

// OutsideSnapshot returns the snapshot for the embedding site. The caller has checked that the state is not withheld.
func OutsideSnapshot(s *state.State, busy bool) Snapshot {
	t := NewSnapshot(s, busy)
	if text := ErrorOutside(s); text != "" {
		t.Error = &text
	}
	return t
}
