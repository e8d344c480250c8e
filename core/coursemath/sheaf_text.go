// A sheaf as one line of text, for links and answers.

package coursemath

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// maxText is the largest size of a sheaf's text, in bytes. The largest sheaf has 56 maps of 4×4 numbers of up to [maxNumber] characters.
const maxText = 24 << 10

// separators replaces the separators between the entries of a map by blanks. The text of a sheaf needs them between its parts.
var separators = strings.NewReplacer(";", " ", ",", " ", "|", " ", "\t", " ")

// Text returns the sheaf as one line, for a link and for an answer. Its parts are separated by ";":
//
//	d 2;node 0.5 0.1 a;node 0.9 0.5 b 1;edge 0 1 turn 40 | 1;x 1 0 0 1/2
//
// The part of a node has its place, its name and, if it has one, its class.
// The part of an edge has its two nodes and its two maps.
// The dimension of every stalk is d, unless a part such as "dim 1 3" sets that of a node, or "edge-dim 0 1" that of an edge.
func (s *SheafText) Text() string {
	parts := []string{"d " + strconv.Itoa(s.D)}
	for _, v := range s.Nodes {
		t := "node " + decimal(v.X, 2) + " " + decimal(v.Y, 2) + " " + v.Name
		if v.Class >= 0 {
			t += " " + strconv.Itoa(v.Class)
		}
		parts = append(parts, t)
	}
	// Between the entries of a map and the numbers of the signal there are blanks only.
	clean := func(t string) string { return strings.Join(strings.Fields(separators.Replace(t)), " ") }
	for _, e := range s.Edges {
		parts = append(parts, "edge "+strconv.Itoa(e.I)+" "+strconv.Itoa(e.J)+" "+clean(e.Maps[0])+" | "+clean(e.Maps[1]))
	}
	// Dimensions other than d follow the nodes and edges, which must exist when a part is parsed.
	for _, stalks := range []struct {
		word    string
		offsets Offsets
	}{{"dim", s.NodeOffsets()}, {"edge-dim", s.EdgeOffsets()}} {
		for i := range len(stalks.offsets) - 1 {
			if d := stalks.offsets.Dim(i); d != s.D {
				parts = append(parts, stalks.word+" "+strconv.Itoa(i)+" "+strconv.Itoa(d))
			}
		}
	}
	x := "x"
	for _, v := range s.X {
		if v = clean(v); v == "" {
			v = "0"
		}
		x += " " + v
	}
	return strings.Join(append(parts, x), ";")
}

// ParseSheaf returns the sheaf of a text in the format of [SheafText.Text]. A line break may replace ";".
// An error names the part, counted from 1.
func ParseSheaf(text string) (*SheafText, error) {
	if len(text) > maxText {
		return nil, fmt.Errorf("the text of a sheaf may have %d characters, this has %d", maxText, len(text))
	}
	s := &SheafText{D: unset}
	for k, part := range strings.FieldsFunc(text, func(r rune) bool { return r == ';' || r == '\n' || r == '\r' }) {
		if words := strings.Fields(part); len(words) > 0 {
			if err := s.part(words); err != nil {
				return nil, fmt.Errorf("part %d, “%s”: %w", k+1, shorten(strings.TrimSpace(part)), err)
			}
		}
	}
	// Stalks without a part of their own have dimension d.
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
	// Without a signal it is 0. Its length is bounded, since the dimensions are checked only afterwards.
	if s.X == nil {
		s.X = make([]string, min(max(0, s.NodeOffsets().Total()), MaxNodes*MaxDim))
	}
	if err := s.Check(); err != nil {
		return nil, err
	}
	return s, nil
}

// unset is the dimension of a stalk before the text has set it.
const unset = math.MinInt

// part adds one part of a sheaf's text, given by its words.
func (s *SheafText) part(words []string) (err error) {
	// The first word names the kind of the part.
	switch n := len(words); {
	case words[0] == "d" && n == 2:
		s.D, err = strconv.Atoi(words[1])
	case (words[0] == "dim" || words[0] == "edge-dim") && n == 3:
		i, indexErr := strconv.Atoi(words[1])
		d, dimErr := strconv.Atoi(words[2])
		switch {
		case errors.Join(indexErr, dimErr) != nil:
			return errors.Join(indexErr, dimErr)
		case words[0] == "dim" && i >= 0 && i < len(s.Nodes):
			s.Nodes[i].D = d
		case words[0] == "edge-dim" && i >= 0 && i < len(s.Edges):
			s.Edges[i].D = d
		default:
			return fmt.Errorf("none has the number %d so far; write a dimension after the nodes and edges", i)
		}
	case words[0] == "node" && (n == 4 || n == 5):
		v := Node{Name: words[3], Class: -1, D: unset}
		if v.X, _, err = parseNumber(words[1]); err != nil {
			return err
		}
		if v.Y, _, err = parseNumber(words[2]); err == nil && n == 5 {
			v.Class, err = strconv.Atoi(words[4])
		}
		s.Nodes = append(s.Nodes, v)
	case words[0] == "edge" && n >= 4:
		e := Edge{D: unset}
		if e.I, err = strconv.Atoi(words[1]); err != nil {
			return err
		}
		e.J, err = strconv.Atoi(words[2])
		first, second, hasTwo := strings.Cut(strings.Join(words[3:], " "), "|")
		if !hasTwo {
			return fmt.Errorf("an edge needs two maps with “|” between them")
		}
		e.Maps = [2]string{strings.TrimSpace(first), strings.TrimSpace(second)}
		s.Edges = append(s.Edges, e)
	case words[0] == "x":
		s.X = append([]string{}, words[1:]...)
	default:
		return fmt.Errorf("a part is “d 1”, “node 0.5 0.1 a”, “edge 0 1 1 | turn 40”, “dim 0 3”, “edge-dim 0 1” or “x 1 0 …”")
	}
	return err
}
