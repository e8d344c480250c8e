package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
)

// Pajek. A network (.net) has a section *Vertices n with lines `number "name" …`, numbered from 1, and sections of edges:
//
//	*Edges, *Arcs           lines `i j weight`; also *Links and *Bipartite of Infomap
//	*Edgeslist, *Arcslist   lines `i j1 j2 …`, edges from i to every other vertex
//	*Matrix                 rows of numbers
//
// A vertex may have pairs of keys and values. A partition (.clu) has *Vertices n and n numbers, the classes.

// pajekRemedy is the remedy of errors in the sections.
const pajekRemedy = "a Pajek file starts with *Vertices n and has sections *Edges or *Arcs"

// isPajek detects a Pajek network.
func isPajek(d []byte) bool {
	_, ok := pajekStart(d)
	return ok
}

// pajekStart returns the offset of the network after a title of a few lines. ok is false for other texts.
func pajekStart(d []byte) (at int, ok bool) {
	titleLines := 0
	for line, s := range lines(d[:min(len(d), 5000)]) {
		text := bytes.ToLower(bytes.TrimSpace(s))
		if bytes.HasPrefix(text, []byte("*vertices")) || bytes.HasPrefix(text, []byte("*network")) {
			// After a title, the section must have its number or name on the same line.
			return at, len(bytes.Fields(text)) > 1 || titleLines == 0
		}
		if at += len(s) + 1; len(text) > 0 && text[0] == '*' || line > 20 {
			break
		} else if len(text) > 0 && text[0] != '%' {
			titleLines++
		}
	}
	return 0, false
}

// pajekReader is the state of a reader of Pajek networks between two lines.
type pajekReader struct {
	a *assembly
	// n is the number of vertices, line the number of the current line.
	n, line int
	// firstSet is the size of the first set of a two-mode network, otherwise n.
	firstSet int
	// section is the header of the current section, in lower case. row counts the rows of a matrix.
	section string
	row     int
	// labels are the names of the vertices. hasNames reports that a name differs from the number.
	labels   []string
	hasNames bool
	// omitted is the header of an omitted section, "" without one or after its doubt.
	omitted string
}

// readPajek reads a network f with its partitions and vectors.
func readPajek(f File, partitions []File, c *Correction) (*Found, error) {
	r := &pajekReader{a: newAssembly(f.Name, c)}
	skip, _ := pajekStart(f.Data)
	// Line numbers include the lines of the title.
	titleLines := bytes.Count(f.Data[:skip], []byte{'\n'})
	for line, s := range contentLines(f.Data[skip:], "%") {
		r.line = line + titleLines
		if text := string(s); text[0] == '*' {
			r.readHeader(text)
		} else {
			r.readContent(text)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	for i, name := range r.labels {
		if r.hasNames {
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

// readHeader reads the header of a section, a line with an asterisk.
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
		r.n, r.firstSet = int(n), int(n)
		if len(words) > 2 {
			if first, why := parseWithin([]byte(words[2]), 1, n); why == "" {
				r.firstSet = int(first)
			}
		}
		// A vertex without a line exists, too.
		r.a.addNumberedNodes(0, n, r.line)
		r.labels = slices.Clone(r.a.ids)
	case "*edges", "*arcs", "*links", "*bipartite", "*edgeslist", "*arcslist", "*matrix":
		if r.n == 0 {
			r.fail("the section *Vertices is missing before %s", quote(words[0]))
		}
		r.a.directed = strings.HasPrefix(r.section, "*arcs") || r.section == "*matrix"
	default:
		// Several omitted sections give one note.
		r.a.notes = append(r.a.notes[:0:0], "Sections of the Pajek file other than vertices and edges were left out.")
		r.omitted = words[0]
	}
}

// refuseProject records the error of a project: a file with several networks, or with partitions.
func (r *pajekReader) refuseProject() {
	r.a.fail(r.line, "save the network (.net) and the partition (.clu) from Pajek and choose both files",
		"the file is a Pajek project of several parts, which is not read here")
}

// readVertex returns the node of a vertex number, 0 after an error.
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
		// A relation "1:" may precede the edge.
		if len(words) > 2 && strings.HasSuffix(words[0], ":") {
			words = words[1:]
		}
		if len(words) < 2 {
			r.fail("an edge needs two vertices")
			return
		}
		// A line of a list has further vertices, another line a weight.
		if !strings.HasSuffix(r.section, "list") {
			if len(words) > 2 {
				r.a.recordEdgeAttribute("", words[2])
			}
			words = words[:2]
		}
		source := r.readVertex(words[0])
		for _, w := range words[1:] {
			// A minus sign marks an arc of the other direction.
			r.a.connect(int32(source), int32(r.readVertex(strings.TrimPrefix(w, "-"))), r.line)
		}
	case "*matrix":
		r.readMatrixRow(strings.Fields(text))
	default:
		words := strings.Fields(text)
		if r.omitted != "" && len(words) > 1 && isInteger(words[0]) && isInteger(words[1]) {
			r.a.addDoubt("section", "The section "+quote(r.omitted)+" has lines of two numbers, which may be edges, and was left out.")
			r.omitted = ""
		}
	}
}

// readMatrixRow reads the next row of a matrix. A number other than 0 is an edge.
func (r *pajekReader) readMatrixRow(words []string) {
	// A two-mode matrix has a row per vertex of the first set, and a column per vertex of the second set.
	twoMode := r.firstSet < r.n && len(words) == r.n-r.firstSet
	if !twoMode && len(words) != r.n || r.row >= r.n || twoMode && r.row >= r.firstSet {
		r.fail("row %d of the matrix has %d numbers for %d vertices", r.row+1, len(words), r.n)
		return
	}
	for c, w := range words {
		v, why := parseNumber(w)
		if why != "" {
			r.fail("the number %s %s", quote(w), why)
		}
		if twoMode {
			c += r.firstSet
		}
		// A number other than 0 and 1 is a weight.
		if v < 0 || v != 0 && v != 1 {
			r.a.recordEdgeAttribute("", w)
		}
		if r.a.directed = !twoMode; v != 0 {
			r.a.connect(int32(r.row), int32(c), r.line)
		}
	}
	r.row++
}

// readVertexLine reads the line of a vertex: its number, a label with or without quotes, the position and shape of its drawing,
// and pairs of keys and values.
func (r *pajekReader) readVertexLine(text string) {
	words := r.splitWords(text)
	if r.a.err != nil {
		return
	}
	// A vertex without a label has its number as name.
	i := r.readVertex(words[0])
	if r.a.err != nil {
		return
	}
	if len(words) > 1 && words[1] != "" {
		r.labels[i] = words[1]
	}
	r.hasNames = r.hasNames || r.labels[i] != r.a.ids[i]
	rest := words[min(2, len(words)):]
	// Up to three coordinates follow the label.
	for k := 0; k < 3 && len(rest) > 0 && isNumber(rest[0]); k++ {
		rest = rest[1:]
	}
	if len(rest)%2 == 1 {
		rest = rest[1:] // The shape of the drawing has no key.
	}
	for ; len(rest) > 1; rest = rest[2:] {
		// A key begins with a letter, also outside ASCII.
		if rest[0] == "" || !isLetter(rest[0][0]) && rest[0][0] < 0x80 {
			break
		}
		if !slices.Contains(pajekDrawing, strings.ToLower(rest[0])) {
			r.a.setAttribute(i, rest[0], rest[1])
		}
	}
}

// pajekDrawing are the keys of a vertex for drawing: colours, fonts, sizes and angles.
var pajekDrawing = strings.Fields("x_fact y_fact phi r q ic bc bw lc la lr lphi fos font hooks s_size url shape")

// splitWords splits a line at white space outside quotes. An open quote is an error.
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
// The file has *Vertices n and then n lines of one number. *Partition or *Vector with a name may precede *Vertices.
// counting reports that this header is missing and the numbers are 1 to n. Such a file may be a network without edges.
func pajekNumbers(d []byte) (numbers []string, counting bool) {
	n := int64(-1)
	counting = true
	for _, s := range contentLines(d, "%") {
		words := bytes.Fields(bytes.ToLower(s))
		switch {
		// n is negative before *Vertices.
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

// isPartition detects a Pajek partition or vector. Numbers that may be the vertices of a network are excluded.
func isPartition(d []byte) bool {
	numbers, counting := pajekNumbers(d)
	return numbers != nil && !counting
}

// readPartition sets the classes from a partition, or a feature from a vector.
// A vector has the ending .vec, or a number that is no integer. The feature has the name of the file.
func (r *pajekReader) readPartition(f File) error {
	numbers, _ := pajekNumbers(f.Data)
	key := "class"
	isFraction := func(s string) bool { return !isInteger(strings.TrimPrefix(s, "-")) }
	if strings.HasSuffix(f.Name, ".vec") || slices.ContainsFunc(numbers, isFraction) {
		key = baseName(f.Name)
	}
	// A partition has a number per vertex.
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
