package graphio

import (
	"bytes"
	"strconv"
	"strings"
)

// A Pajek .net file has a section *Vertices n with lines `number "name" …`,
// numbered from 1, and sections *Edges and *Arcs with lines `i j weight`,
// *Edgeslist and *Arcslist with lines `i j1 j2 …`, or *Matrix with rows of
// numbers. A vertex may have pairs of keys and values. A partition (.clu) beside
// it, *Vertices n and n numbers, has the classes.

const pajekRemedy = "a Pajek file starts with *Vertices n and has sections *Edges or *Arcs"

func isPajek(d []byte) bool {
	_, ok := pajekStart(d)
	return ok
}

// pajekStart returns where the network begins, behind a title of a few lines.
func pajekStart(d []byte) (at int, ok bool) {
	k := 0
	for line, s := range lines(d[:min(len(d), 5000)]) {
		text := bytes.ToLower(bytes.TrimSpace(s))
		if bytes.HasPrefix(text, []byte("*vertices")) || bytes.HasPrefix(text, []byte("*network")) {
			return at, len(bytes.Fields(text)) > 1 || k == 0
		}
		if at += len(s) + 1; len(text) > 0 && text[0] == '*' || line > 20 {
			break
		} else if len(text) > 0 && text[0] != '%' {
			k++
		}
	}
	return 0, false
}

// pajekReader holds the state between lines.
type pajekReader struct {
	f       File
	a       *assembly
	n, line int
	// first is the number of the first set of a network of two sets, else n.
	first   int
	section string
	row     int
	// label holds the names of the vertices; names reports whether one says more than
	// its number.
	label []string
	names bool
}

func readPajek(f File, partitions []File, c *Correction) (*Result, error) {
	r := &pajekReader{f: f, a: newAssembly(f.Name, c)}
	skip, _ := pajekStart(f.Data)
	above := bytes.Count(f.Data[:skip], []byte{'\n'})
	for line, s := range filled(f.Data[skip:], "%") {
		r.line = line + above
		text, err := string(s), error(nil)
		if text[0] == '*' {
			err = r.header(text)
		} else {
			err = r.content(text)
		}
		if err != nil {
			return nil, err
		}
	}
	if r.names {
		for i, name := range r.label {
			if err := r.a.set(i, "name", name); err != nil {
				return nil, err
			}
		}
	}
	for _, p := range partitions {
		if err := r.partition(p); err != nil {
			return nil, err
		}
	}
	return r.a.finish("Pajek")
}

func (r *pajekReader) bad(format string, args ...any) error {
	return fault(r.f.Name, r.line, pajekRemedy, format, args...)
}

func (r *pajekReader) header(text string) error {
	words := strings.Fields(text)
	r.section = strings.ToLower(words[0])
	switch r.section {
	case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
		return r.project()
	case "*network":
		if r.n > 0 {
			return r.project()
		}
		r.a.name = strings.TrimSpace(text[len("*network"):])
	case "*vertices":
		if r.n > 0 {
			return r.bad("there is a second section *Vertices")
		}
		if len(words) < 2 {
			return r.bad("the number of vertices is missing")
		}
		n, why := parseWithin([]byte(words[1]), 1, MaxNodes)
		if why != "" {
			return r.bad("the number of vertices %s %s", quote(words[1]), why)
		}
		r.label, r.first = make([]string, n), int(n)
		if len(words) > 2 {
			if first, why := parseWithin([]byte(words[2]), 1, n); why == "" {
				r.first = int(first)
			}
		}
		for r.n = 0; r.n < int(n); r.n++ {
			r.label[r.n] = strconv.Itoa(r.n + 1)
			if _, err := r.a.node(r.label[r.n], r.line); err != nil {
				return err
			}
		}
	case "*edges", "*arcs", "*edgeslist", "*arcslist", "*matrix":
		if r.n == 0 {
			return r.bad("the section *Vertices is missing before %s", quote(words[0]))
		}
		r.a.directed = strings.HasPrefix(r.section, "*arcs") || r.section == "*matrix"
	default:
		r.a.notes = append(r.a.notes[:0:0], "Sections of the Pajek file other than vertices and edges were left out.")
	}
	return nil
}

// project refuses files of several networks, or of a network and what belongs to it.
func (r *pajekReader) project() error {
	return fault(r.f.Name, r.line, "save the network (.net) and the partition (.clu) from Pajek and choose both files",
		"the file is a Pajek project of several parts, which is not read here")
}

// vertex reads a vertex number, from 1.
func (r *pajekReader) vertex(s string) (string, error) {
	v, why := parseWithin([]byte(s), 1, int64(r.n))
	if why != "" {
		return "", r.bad("the vertex %s %s", quote(s), why)
	}
	return strconv.FormatInt(v, 10), nil
}

func (r *pajekReader) content(text string) error {
	switch r.section {
	case "*vertices":
		return r.vertexLine(text)
	case "*edges", "*arcs", "*edgeslist", "*arcslist":
		words := strings.Fields(text)
		if len(words) > 2 && strings.HasSuffix(words[0], ":") {
			words = words[1:] // the relation of the edge
		}
		if len(words) < 2 {
			return r.bad("an edge needs two vertices")
		}
		if strings.HasSuffix(r.section, "s") {
			r.a.weighted = r.a.weighted || len(words) > 2
			words = words[:2]
		}
		s, err := r.vertex(words[0])
		if err != nil {
			return err
		}
		for _, w := range words[1:] {
			// Pajek marks an arc of the other direction by a minus sign.
			t, err := r.vertex(strings.TrimPrefix(w, "-"))
			if err == nil {
				err = r.a.edge(s, t, r.line)
			}
			if err != nil {
				return err
			}
		}
	case "*matrix":
		words := strings.Fields(text)
		two := r.first < r.n && len(words) == r.n-r.first
		if !two && len(words) != r.n || r.row >= r.n || two && r.row >= r.first {
			return r.bad("row %d of the matrix has %d numbers for %d vertices", r.row+1, len(words), r.n)
		}
		for c, w := range words {
			v, why := parseNumber(w)
			if why != "" {
				return r.bad("the number %s %s", quote(w), why)
			}
			if v != 0 {
				r.a.directed = !two
				if two {
					c += r.first
				}
				if err := r.a.edge(strconv.Itoa(r.row+1), strconv.Itoa(c+1), r.line); err != nil {
					return err
				}
			}
		}
		r.row++
	}
	return nil
}
