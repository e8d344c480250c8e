package recipe

// This file defines the user's notes. A [Pin] is the subject of a note; a pin in pins.go is something else, a kept state of the page.

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Note is the user's text about a node, an edge, an eigenvalue or a figure.
type Note struct {
	Pin  string `json:"pin"` // the subject of the note, in the format of [ParsePin]
	Text string `json:"text"`
	// Position is the position of the run (Setup.Position) when the user wrote the note.
	Position int `json:"at,omitempty"`
}

// Limits of the notes of a link; MaxNoteText counts characters.
const (
	MaxNotes    = 40
	MaxNoteText = 400
)

// Kinds of a [Pin].
const (
	PinNode   = "node"   // "node:5", 0-based
	PinEdge   = "edge"   // "edge:0-8", the two end nodes, 0-based
	PinEigen  = "eigen"  // "eigen:2", the eigenvalue λ_2 of the sheaf Laplacian, 1-based
	PinFigure = "figure" // "figure:spectrum", "figure:stage-6": a chart or a panel
)

// maxFigureName is the largest length of the name of a figure, in bytes.
const maxFigureName = 20

// Pin is the subject of a note. A field that does not belong to the kind is zero.
type Pin struct {
	Kind, Figure string // Figure is the name of a figure
	A, B         int    // A is the number of a node or an eigenvalue; A and B are the end nodes of an edge
}

// ParsePin reads a pin such as "node:5". It returns an error for an unknown kind, or for a subject that is not of the form of its kind.
func ParsePin(text string) (Pin, error) {
	kind, subject, _ := strings.Cut(text, ":")
	p := Pin{Kind: kind}
	if kind == PinFigure {
		p.Figure = subject
		hasOtherLetters := strings.Trim(subject, "abcdefghijklmnopqrstuvwxyz0123456789-") != ""
		if subject == "" || len(subject) > maxFigureName || hasOtherLetters {
			return Pin{}, errors.New("a note is about a figure with an invalid name")
		}
		return p, nil
	}
	first, second, hasSecond := strings.Cut(subject, "-")
	var errA, errB error
	p.A, errA = strconv.Atoi(first)
	if hasSecond {
		p.B, errB = strconv.Atoi(second)
	}
	// A node has one number, an edge has two different numbers, and an eigenvalue has one number, counted from 1.
	areNumbers := errA == nil && errB == nil && p.A >= 0 && p.B >= 0
	fitsKind := false
	switch kind {
	case PinNode:
		fitsKind = !hasSecond
	case PinEdge:
		fitsKind = hasSecond && p.A != p.B
	case PinEigen:
		fitsKind = !hasSecond && p.A > 0
	}
	if !areNumbers || !fitsKind {
		return Pin{}, errors.New("a note is about neither a node, an edge, an eigenvalue nor a figure")
	}
	return p, nil
}

// String returns the text that [ParsePin] reads.
func (p Pin) String() string {
	switch p.Kind {
	case PinFigure:
		return p.Kind + ":" + p.Figure
	case PinEdge:
		return p.Kind + ":" + strconv.Itoa(p.A) + "-" + strconv.Itoa(p.B)
	}
	return p.Kind + ":" + strconv.Itoa(p.A)
}

// CheckNotes returns an error about the first fault in the notes of a link: too many notes, an invalid pin, a text that is empty, not UTF-8
// or too long, or a negative position.
func CheckNotes(list []Note) error {
	if len(list) > MaxNotes {
		return errors.New("it holds more than " + strconv.Itoa(MaxNotes) + " notes")
	}
	for _, n := range list {
		if _, err := ParsePin(n.Pin); err != nil {
			return err
		}
		switch {
		case strings.TrimSpace(n.Text) == "" || !utf8.ValidString(n.Text):
			return errors.New("a note in it has no text")
		case utf8.RuneCountInString(n.Text) > MaxNoteText:
			return errors.New("a note in it has more than " + strconv.Itoa(MaxNoteText) + " characters")
		case n.Position < 0:
			return errors.New("a number in it is negative")
		}
	}
	return nil
}
