package api

import (
	"errors"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file decides which answers an embedding site gets about the user's own graph. The graph is withheld from the site until the user
// consents.

var (
	errPrivate = errors.New("the graph on the page is the user's own: the page asks its user before it gives anything of it to this site; " +
		"the event private tells of the answer")
	errRefused = errors.New("the graph on the page is the user's own, and the user has not allowed this site to read it")
)

// Withheld returns the error that the embedding site receives in place of an answer or an event: errRefused after the user's refusal, and
// errPrivate before the user's answer. It returns nil if the site may receive the data.
func Withheld(s *state.State) error {
	switch {
	case !s.Withheld():
		return nil
	case s.Embed.Consent == state.Refused:
		return errRefused
	}
	return errPrivate
}

// NeedsAgreement reports whether the user must first allow an operation of the embedding site, because it computes on a withheld graph of
// the user. If r is nil, the operation is a search for settings. Any other r is a recipe that the site loads with its files. A load
// computes on the user's graph if r has edits, or has a graph from files that the site does not pass.
func NeedsAgreement(s *state.State, r *recipe.Recipe, files []content.File) bool {
	if !s.Withheld() {
		return false
	}
	isSearch := r == nil
	if isSearch || r.Edits != nil {
		return true
	}
	passesFiles := files != nil || len(r.Files) > 0 // r.Files are the files within a link
	return r.Graph == "file" && !passesFiles
}

// IsPrivate reports whether err is an error of [Withheld].
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
