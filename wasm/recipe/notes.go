package recipe

import (
	"errors"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Note is a finding: what a reader wrote down about a thing on the page.
type Note struct {
	Pin  string `json:"pin"` // what it is about: [ParsePin]
	Text string `json:"text"`
	// Position of the run when it was written.
	Position int `json:"at,omitempty"`
}

// Limits of the notes of a link; the length in characters.
const (
	MaxNotes    = 40
	MaxNoteText = 400
)

// Kinds of a [Pin].
const (
	PinNode   = "node"   // "node:5", from 0 on
	PinEdge   = "edge"   // "edge:0-8", its nodes
	PinEigen  = "eigen"  // "eigen:2", the eigenvalue λ_2 of the sheaf Laplacian, from 1 on
	PinFigure = "figure" // "figure:spectrum", "figure:stage-6": a chart or a panel
)

// Pin is what a note is about: A is the node or the eigenvalue, A and B are the ends of an edge.
type Pin struct {
	Kind, Figure string
	A, B         int
}

// ParsePin reads a pin; the error says what is wrong with it.
func ParsePin(text string) (Pin, error) {
	kind, arg, _ := strings.Cut(text, ":")
	p := Pin{Kind: kind}
	if kind == PinFigure {
		p.Figure = arg
		if arg == "" || len(arg) > 20 || strings.Trim(arg, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
			return Pin{}, errors.New("a note is about a figure of no name")
		}
		return p, nil
	}
	first, second, two := strings.Cut(arg, "-")
	var err, more error
	p.A, err = strconv.Atoi(first)
	if two {
		p.B, more = strconv.Atoi(second)
	}
	ok := kind == PinNode && !two || kind == PinEdge && two && p.A != p.B || kind == PinEigen && !two && p.A > 0
	if !ok || err != nil || more != nil || p.A < 0 || p.B < 0 {
		return Pin{}, errors.New("a note is about neither a node, an edge, an eigenvalue nor a figure")
	}
	return p, nil
}

// String is the text that [ParsePin] reads.
func (p Pin) String() string {
	switch p.Kind {
	case PinFigure:
		return p.Kind + ":" + p.Figure
	case PinEdge:
		return p.Kind + ":" + strconv.Itoa(p.A) + "-" + strconv.Itoa(p.B)
	}
	return p.Kind + ":" + strconv.Itoa(p.A)
}

// CheckNotes returns what is wrong with notes, nil when they may stand in a link.
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
