// This file writes and parses a sheaf as one line of text, for links and for answers.

package coursemath

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxText is the largest size of a sheaf's text, in bytes. The largest sheaf has 56 maps of 4×4 numbers with up to [maxNumber] characters:
// 21 504 bytes. The rest is for the nodes, the signal and the separators. Only many long fractions exceed maxText.
const maxText = 24 << 10

// separators replaces separators in the text of a map or of a number by blanks. In the text of a sheaf, ";" and "|" have other meanings.
var separators = strings.NewReplacer(";", " ", ",", " ", "|", " ", "\t", " ")

// Text returns the sheaf as one line of parts, separated by ";":
//
//	d 2;node 0.5 0.1 a;node 0.9 0.5 b 1;edge 0 1 turn 40 | 1;x 1 0 0 1/2
//
// A node has its place and its name, and its class unless the class is −1. An edge has its two nodes and its two maps. The last part, x,
// has the signal.
// The dimension of every stalk is d, unless a part sets another dimension: "dim 1 3" for node 1, or "edge-dim 0 1" for edge 0.
func (s *SheafText) Text() string {
	parts := []string{"d " + strconv.Itoa(s.D)}
	for _, v := range s.Nodes {
		part := "node " + decimal(v.X, 2) + " " + decimal(v.Y, 2) + " " + v.Name
		if v.Class >= 0 {
			part += " " + strconv.Itoa(v.Class)
		}
		parts = append(parts, part)
	}
	// clean returns the text of a map or of a number with single blanks as separators.
	clean := func(text string) string { return strings.Join(strings.Fields(separators.Replace(text)), " ") }
	for _, e := range s.Edges {
		parts = append(parts, "edge "+strconv.Itoa(e.I)+" "+strconv.Itoa(e.J)+" "+clean(e.Maps[0])+" | "+clean(e.Maps[1]))
	}
	// Dimensions other than d follow the nodes and edges, since ParseSheaf sets them in the order of the parts.
	for _, stalks := range []struct {
		word    string
		offsets Offsets
	}{{"dim", s.NodeOffsets()}, {"edge-dim", s.EdgeOffsets()}} {
		for i := range len(stalks.offsets) - 1 {
			d := stalks.offsets.Dim(i)
			if d != s.D {
				parts = append(parts, stalks.word+" "+strconv.Itoa(i)+" "+strconv.Itoa(d))
			}
		}
	}
	signal := "x" // the last part
	for _, text := range s.X {
		signal += " " + cmp.Or(clean(text), "0")
	}
	return strings.Join(append(parts, signal), ";")
}

// ParseSheaf returns the sheaf of a text in the format of [SheafText.Text]. A line break may replace ";", and without a part x the signal
// is 0. ParseSheaf fails for an invalid part. The error counts the parts from 1, without empty ones. ParseSheaf also fails for a text that
// is too long or has no part d, and if [SheafText.Check] fails.
func ParseSheaf(text string) (*SheafText, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the text of a sheaf may have %d bytes, this has %d", maxText, len(text))
	}
	s := &SheafText{D: unset}
	parts := strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' })
	for k, part := range parts {
		words := strings.Fields(part)
		if len(words) == 0 { // a part of blanks
			continue
		}
		if err := s.part(words); err != nil {
			return nil, fmt.Errorf("part %d, “%s”: %w", k+1, shorten(strings.TrimSpace(part)), err)
		}
	}
	// Stalks whose dimension no part has set get dimension d.
	if s.D == unset {
		return nil, fmt.Errorf("the text has no part “d 2” with the dimension of its stalks; add it")
	}
	for i, v := range s.Nodes {
		if v.D == unset {
			s.Nodes[i].D = s.D
		}
	}
	for k, e := range s.Edges {
		if e.D == unset {
			s.Edges[k].D = s.D
		}
	}
	// The texts of the signal 0 are "". Their number is bounded, since Check checks the dimensions only afterwards.
	if s.X == nil {
		s.X = make([]string, min(max(0, s.NodeOffsets().Total()), MaxNodes*MaxDim))
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	// A decimal comma becomes a point, since Text writes blanks in place of commas. All other texts stay.
	for e := range s.Edges {
		for side, text := range s.Edges[e].Maps {
			if strings.Contains(text, ",") {
				s.Edges[e].Maps[side] = s.canonicalMap(e, side, text)
			}
		}
	}
	for k, text := range s.X {
		if strings.Contains(text, ",") {
			s.X[k] = canonical(text)
		}
	}
	return s, nil
}

// unset is the dimension of a stalk before the text has set it.
const unset = math.MinInt

// part adds one part of a sheaf's text, given by its words. The first word is the kind of the part.
func (s *SheafText) part(words []string) (err error) {
	kind, n := words[0], len(words)
	// A part with an error may be added, since ParseSheaf then discards the sheaf.
	switch {
	case kind == "d" && n == 2:
		s.D, err = wholeNumber(words[1])
	case kind == "dim" && n == 3, kind == "edge-dim" && n == 3:
		return s.partDim(kind, words[1], words[2])
	case kind == "node" && (n == 4 || n == 5):
		v := Node{Name: words[3], Class: -1, D: unset}
		v.X, _, err = parseNumber(words[1])
		if err != nil {
			return err
		}
		v.Y, _, err = parseNumber(words[2])
		if err == nil && n == 5 {
			v.Class, err = wholeNumber(words[4])
		}
		s.Nodes = append(s.Nodes, v)
	case kind == "edge" && n >= 4:
		e := Edge{D: unset}
		e.I, err = wholeNumber(words[1])
		if err != nil {
			return err
		}
		e.J, err = wholeNumber(words[2])
		first, second, hasTwo := strings.Cut(strings.Join(words[3:], " "), "|")
		if !hasTwo {
			return fmt.Errorf("an edge needs two maps with “|” between them")
		}
		e.Maps = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
		s.Edges = append(s.Edges, e)
	case kind == "x":
		s.X = append([]string{}, words[1:]...) // not nil, which stands for a text without a part x
	default:
		return fmt.Errorf("a part is “d 1”, “node 0.5 0.1 a”, “edge 0 1 1 | turn 40”, “dim 0 3”, “edge-dim 0 1” or “x 1 0 …”")
	}
	return err
}

// wholeNumber returns the whole number of a text, such as "12" or "-1".
func wholeNumber(text string) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0, fmt.Errorf("“%s” is no whole number", shorten(text))
	}
	return n, nil
}

// partDim sets the dimension of a node (kind "dim") or of an edge (kind "edge-dim"), given by texts.
func (s *SheafText) partDim(kind, index, dim string) error {
	i, indexErr := wholeNumber(index)
	d, dimErr := wholeNumber(dim)
	if err := cmp.Or(indexErr, dimErr); err != nil {
		return err
	}
	// The node or the edge must come before this part. ParseSheaf checks the dimension later.
	switch {
	case kind == "dim" && i >= 0 && i < len(s.Nodes):
		s.Nodes[i].D = d
	case kind == "edge-dim" && i >= 0 && i < len(s.Edges):
		s.Edges[i].D = d
	default:
		return fmt.Errorf("none has the number %d so far; write a dimension after the nodes and edges", i)
	}
	return nil
}
