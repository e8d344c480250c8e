package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// A Pajek .net file has a section *Vertices n with lines `number "name" …`, numbered from 1.
// *Edges, *Arcs, and *Links and *Bipartite of Infomap have lines `i j weight`; *Edgeslist and *Arcslist lines `i j1 j2 …`.
// *Matrix has rows of numbers. A vertex may have pairs of keys and values.
// A partition (.clu) beside the network, *Vertices n and n numbers, has the classes.

const pajekRemedy = "a Pajek file starts with *Vertices n and has sections *Edges or *Arcs"

// isPajek detects a Pajek network.
func isPajek(d []byte) bool {
	_, ok := pajekStart(d)
	return ok
}

// pajekStart returns the offset of the network, after a title of a few lines; ok is false for other texts.
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

// pajekReader is the state between lines.
type pajekReader struct {
	a       *assembly
	n, line int
	// first is the size of the first set of a two-mode network, else n.
	first   int
	section string
	row     int
	// label holds the names of the vertices. names reports that a name differs from the number.
	label []string
	names bool
	// other is the name of an omitted section, "" for none or after its doubt.
	other string
}

// readPajek reads a network with its partitions and vectors.
func readPajek(f File, partitions []File, c *Correction) (*Found, error) {
	r := &pajekReader{a: newAssembly(f.Name, c)}
	skip, _ := pajekStart(f.Data)
	// Line numbers count the title, too.
	above := bytes.Count(f.Data[:skip], []byte{'\n'})
	for line, s := range contentLines(f.Data[skip:], "%") {
		r.line = line + above
		if text := string(s); text[0] == '*' {
			r.readHeader(text)
		} else {
			r.readContent(text)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	for i, name := range r.label {
		if r.names {
			r.a.setAttribute(i, "name", name)
		}
	}
	for _, p := range partitions {
		r.a.keepError(r.readPartition(p))
	}
	return r.a.finish("Pajek")
}

// fail records an error in the current line.
func (r *pajekReader) fail(format string, args ...any) {
	r.a.fail(r.line, pajekRemedy, format, args...)
}

// readHeader reads the line that begins a section.
func (r *pajekReader) readHeader(text string) {
	words := strings.Fields(text)
	r.section = strings.ToLower(words[0])
	switch r.section {
	case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
		r.refuseProject()
	case "*network":
		if r.n > 0 {
			r.refuseProject()
		}
		r.a.name = strings.TrimSpace(text[len("*network"):])
	case "*vertices":
		if r.n > 0 {
			r.fail("there is a second section *Vertices")
			return
		}
		if len(words) < 2 {
			r.fail("the number of vertices is missing")
			return
		}
		n, why := parseWithin([]byte(words[1]), 1, MaxNodes)
		if why != "" {
			r.fail("the number of vertices %s %s", quote(words[1]), why)
			return
		}
		r.n, r.first = int(n), int(n)
		if len(words) > 2 {
			if first, why := parseWithin([]byte(words[2]), 1, n); why == "" {
				r.first = int(first)
			}
		}
		// Vertices may be listed in part: all of them exist.
		r.a.addNumberedNodes(0, n, r.line)
		r.label = slices.Clone(r.a.ids)
	case "*edges", "*arcs", "*links", "*bipartite", "*edgeslist", "*arcslist", "*matrix":
		if r.n == 0 {
			r.fail("the section *Vertices is missing before %s", quote(words[0]))
		}
		r.a.directed = strings.HasPrefix(r.section, "*arcs") || r.section == "*matrix"
	default:
		// One note for all omitted sections.
		r.a.notes = append(r.a.notes[:0:0], "Sections of the Pajek file other than vertices and edges were left out.")
		r.other = words[0]
	}
}

// refuseProject records the error of a file with several networks, or with partitions of its own.
func (r *pajekReader) refuseProject() {
	r.a.fail(r.line, "save the network (.net) and the partition (.clu) from Pajek and choose both files",
		"the file is a Pajek project of several parts, which is not read here")
}

// readVertex returns the node of a vertex number.
func (r *pajekReader) readVertex(s string) int {
	v, why := parseWithin([]byte(s), 1, int64(r.n))
	if why != "" {
		r.fail("the vertex %s %s", quote(s), why)
		return 0
	}
	return int(v - 1)
}

// readContent reads a line within a section.
func (r *pajekReader) readContent(text string) {
	switch r.section {
	case "*vertices":
		r.readVertexLine(text)
	case "*edges", "*arcs", "*links", "*bipartite", "*edgeslist", "*arcslist":
		words := strings.Fields(text)
		if len(words) > 2 && strings.HasSuffix(words[0], ":") {
			// A relation "1:" precedes the edge.
			words = words[1:]
		}
		if len(words) < 2 {
			r.fail("an edge needs two vertices")
			return
		}
		if !strings.HasSuffix(r.section, "list") {
			if len(words) > 2 {
				r.a.recordEdgeAttribute("", words[2])
			}
			words = words[:2]
		}
		s := r.readVertex(words[0])
		for _, w := range words[1:] {
			// Pajek marks an arc of the other direction by a minus sign.
			r.a.connect(int32(s), int32(r.readVertex(strings.TrimPrefix(w, "-"))), r.line)
		}
	case "*matrix":
		words := strings.Fields(text)
		// A two-mode matrix has a row per vertex of the first set, and a column per vertex of the second.
		two := r.first < r.n && len(words) == r.n-r.first
		if !two && len(words) != r.n || r.row >= r.n || two && r.row >= r.first {
			r.fail("row %d of the matrix has %d numbers for %d vertices", r.row+1, len(words), r.n)
			return
		}
		for c, w := range words {
			v, why := parseNumber(w)
			if why != "" {
				r.fail("the number %s %s", quote(w), why)
			}
			if two {
				c += r.first
			}
			if v < 0 || v != 0 && v != 1 {
				r.a.recordEdgeAttribute("", w)
			}
			if r.a.directed = !two; v != 0 {
				r.a.connect(int32(r.row), int32(c), r.line)
			}
		}
		r.row++
	default:
		if words := strings.Fields(text); r.other != "" && len(words) > 1 && isInteger(words[0]) && isInteger(words[1]) {
			r.a.addDoubt("section", "The section "+quote(r.other)+" has lines of two numbers, which may be edges, and was left out.")
			r.other = ""
		}
	}
}

// readVertexLine reads a vertex: its label, perhaps in quotes, the place and shape of its drawing, and pairs of keys and values.
func (r *pajekReader) readVertexLine(text string) {
	words := r.splitWords(text)
	if r.a.err != nil {
		return
	}
	i := r.readVertex(words[0])
	if r.a.err != nil {
		return
	}
	if len(words) > 1 && words[1] != "" {
		r.label[i] = words[1]
	}
	r.names = r.names || r.label[i] != r.a.ids[i]
	rest := words[min(2, len(words)):]
	// Up to three coordinates follow the label.
	for k := 0; k < 3 && len(rest) > 0 && isNumber(rest[0]); k++ {
		rest = rest[1:]
	}
	if len(rest)%2 == 1 {
		rest = rest[1:] // the shape of the drawing
	}
	for ; len(rest) > 1; rest = rest[2:] {
		if rest[0] == "" || !isLetter(rest[0][0]) && rest[0][0] < 0x80 {
			break
		}
		if !slices.Contains(pajekDrawing, strings.ToLower(rest[0])) {
			r.a.setAttribute(i, rest[0], rest[1])
		}
	}
}

// pajekDrawing are the keys of a vertex that only draw.
var pajekDrawing = strings.Fields("x_fact y_fact phi r q ic bc bw lc la lr lphi fos font hooks s_size url shape")

// splitWords splits a line at white space outside quotes.
func (r *pajekReader) splitWords(text string) (out []string) {
	for text != "" {
		if text[0] == '"' {
			name, rest, ok := strings.Cut(text[1:], `"`)
			if !ok {
				r.fail("the name %s has no closing quote", quote(text))
				return nil
			}
			out, text = append(out, strings.TrimSpace(name)), strings.TrimLeft(rest, " \t")
			continue
		}
		word, rest := cutAny(text, " \t")
		out, text = append(out, word), strings.TrimLeft(rest, " \t")
	}
	return out
}

// pajekNumbers returns the numbers of a Pajek partition or vector, nil for other files.
// The file has *Vertices n, perhaps behind *Partition or *Vector with a name, and then n numbers, one a line.
// counting reports that the numbers are 1 to n without such a section: alone, the file is a network without edges.
func pajekNumbers(d []byte) (numbers []string, counting bool) {
	n := int64(-1)
	counting = true
	for _, s := range contentLines(d, "%") {
		words := bytes.Fields(bytes.ToLower(s))
		switch {
		case n < 0 && (string(words[0]) == "*partition" || string(words[0]) == "*vector"):
			counting = false
		case n < 0:
			v, why := parseID(words[min(1, len(words)-1)])
			if string(words[0]) != "*vertices" || len(words) != 2 || why != "" {
				return nil, false
			}
			n = v
		case len(words) != 1 || !isNumber(string(words[0])) || int64(len(numbers)) == n:
			return nil, false
		default:
			numbers = append(numbers, string(words[0]))
			counting = counting && string(words[0]) == strconv.Itoa(len(numbers))
		}
	}
	if int64(len(numbers)) != n || n == 0 {
		return nil, false
	}
	return numbers, counting
}

// isPartition detects a Pajek partition or vector.
func isPartition(d []byte) bool {
	numbers, counting := pajekNumbers(d)
	return numbers != nil && !counting
}

// readPartition sets the classes from a partition, or a feature from a vector, whose numbers are not all integers.
func (r *pajekReader) readPartition(f File) error {
	numbers, _ := pajekNumbers(f.Data)
	key := "class"
	fraction := func(s string) bool { return !isInteger(strings.TrimPrefix(s, "-")) }
	if strings.HasSuffix(f.Name, ".vec") || slices.ContainsFunc(numbers, fraction) {
		key = baseName(f.Name)
	}
	if len(numbers) != r.n {
		return fault(f.Name, 0, "choose a network and what belongs to it", "the file has %d numbers, the network %d vertices", len(numbers), r.n)
	}
	if r.a.byKey[key] != nil {
		return fault(f.Name, 0, "choose one of them", "there are two of one name")
	}
	for i, s := range numbers {
		r.a.setAttribute(i, key, s)
	}
	return nil
}
