package graphio

import (
	"bytes"
	"slices"
	"strings"
)

// This file reads files of the program Pajek. A network (.net) may begin with a line *Network and its name. It has a section *Vertices n
// with lines `number "name" …`, numbered from 1, and sections of edges:
//
//	*Edges, *Arcs           lines `i j weight`; also *Links and *Bipartite of Infomap
//	*Edgeslist, *Arcslist   lines `i j1 j2 …`, edges from i to each of j1, j2, …
//	*Matrix                 rows of numbers
//
// A vertex may have pairs of keys and values. A partition (.clu) has *Vertices n and n numbers, the classes. A vector (.vec) has numbers
// of a feature in their place.
// A doubt is a reason to ask the user before the graph is used (doubts.go).

// pajekRemedy is the remedy of errors in the sections.
const pajekRemedy = "a Pajek file starts with *Vertices n and has sections *Edges or *Arcs"

// isPajek detects a Pajek network by a section *Vertices or *Network near the beginning of the text.
func isPajek(d []byte) bool {
	_, ok := pajekStart(d)
	return ok
}

// pajekStart returns the offset of the first line that begins with *Vertices or *Network.
// At most 20 lines of a title, comments and blank lines may precede this line. ok is false if the first 5000 bytes have no such line, or
// another section before it. ok is also false if the line follows a title and has a single word.
func pajekStart(d []byte) (offset int, ok bool) {
	// maxStart counts bytes, maxTitle lines. titleLines counts the lines that are neither blank nor comments.
	const maxStart, maxTitle = 5000, 20
	titleLines := 0
	for _, s := range lines(d[:min(len(d), maxStart)]) {
		text := bytes.ToLower(bytes.TrimSpace(s))
		if bytes.HasPrefix(text, []byte("*vertices")) || bytes.HasPrefix(text, []byte("*network")) {
			hasArgument := len(bytes.Fields(text)) > 1
			return offset, hasArgument || titleLines == 0
		}
		isSection := len(text) > 0 && text[0] == '*'
		if isSection || titleLines > maxTitle {
			break
		}
		offset += len(s) + 1
		isComment := len(text) > 0 && text[0] == '%'
		if len(text) > 0 && !isComment {
			titleLines++
		}
	}
	return 0, false
}

// pajekReader is the state of a reader of Pajek networks between two lines.
type pajekReader struct {
	a *assembly
	// n is the number of vertices, 0 before the section *Vertices. line is the number of the current line, from 1.
	n, line int
	// firstSet is the size of the first set of vertices in a two-mode network, whose edges join two sets. It is n in any other network.
	firstSet int
	// section is the first word of the header of the current section, in lower case, such as *edges.
	section string
	// row is the index of the next row of the current matrix, from 0. rows is the number of its rows, 0 outside a matrix. Before the first
	// row of a two-mode network it is the size of the first set.
	row, rows int
	// labels are the names of the vertices. hasNames reports that a name differs from the number of its vertex: only then are labels used.
	labels   []string
	hasNames bool
	// omitted is the first word of the last omitted section. It is "" if no section is omitted, or if the doubt about it is recorded.
	omitted string
}

// readPajek reads the network in the file f. partitions are files of partitions and vectors, which give attributes of its vertices.
// c is the user's correction.
func readPajek(f File, partitions []File, c *Correction) (*Found, error) {
	r := &pajekReader{a: newAssembly(f.Name, c)}
	start, _ := pajekStart(f.Data)
	// Line numbers include the lines of the title.
	titleLines := bytes.Count(f.Data[:start], []byte{'\n'})
	for line, s := range contentLines(f.Data[start:], "%") {
		r.line = line + titleLines
		text := string(s)
		if text[0] == '*' {
			r.readHeader(text)
		} else {
			r.readContent(text)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	// Errors from here on are kept in r.a, and r.a.finish returns the first.
	r.endMatrix()
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

// readHeader reads the header of a section, a line that begins with an asterisk. readPajek stops after an error.
func (r *pajekReader) readHeader(text string) {
	r.endMatrix()
	words := strings.Fields(text)
	r.section = strings.ToLower(words[0])
	switch r.section {
	case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
		r.refuseProject()
	case "*network":
		// A network after the vertices is a second network.
		if r.n > 0 {
			r.refuseProject()
		}
		r.a.name = strings.TrimSpace(text[len(words[0]):]) // a letter of words[0] can be longer than in lower case
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
		// A two-mode network has the size of its first set as third word of the line. Any other third word is ignored.
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
		// Arcs and the entries of a square matrix have a direction. Edges in all other sections have none.
		r.a.directed = strings.HasPrefix(r.section, "*arcs") || r.section == "*matrix"
		if r.section == "*matrix" {
			r.rows = r.firstSet
		}
	default:
		const note = "Sections of the Pajek file other than vertices and edges were left out."
		if !slices.Contains(r.a.notes, note) {
			r.a.notes = append(r.a.notes, note)
		}
		r.omitted = words[0]
	}
}

// refuseProject records the error of a project: a file with several networks, or with a partition, a vector or another object of Pajek.
func (r *pajekReader) refuseProject() {
	r.a.fail(r.line, "save the network (.net) and the partition (.clu) from Pajek and choose both files",
		"the file is a Pajek project of several parts, which is not read here")
}

// readVertex returns the node of a vertex number: vertices count from 1, nodes from 0.
// For a text that is no vertex it records an error and returns 0. The 0 has no effect, because readPajek stops after the line.
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
		// The number of a relation, such as 1:, may precede the edge.
		if len(words) > 2 && strings.HasSuffix(words[0], ":") {
			words = words[1:]
		}
		if len(words) < 2 {
			r.fail("an edge needs two vertices")
			return
		}
		// In a section such as *Arcslist, all words are vertices. In any other section, the third word is a weight.
		if !strings.HasSuffix(r.section, "list") {
			if len(words) > 2 {
				// The name "" means a weight.
				r.a.recordEdgeAttribute("", words[2])
			}
			words = words[:2]
		}
		source := r.readVertex(words[0])
		for _, w := range words[1:] {
			// A minus sign marks an arc of the opposite direction. The sign is ignored, and so is this direction.
			r.a.connect(int32(source), int32(r.readVertex(strings.TrimPrefix(w, "-"))), r.line)
		}
	case "*matrix":
		r.readMatrixRow(strings.Fields(text))
	default:
		// Lines after *Network, and in an omitted section, are ignored. The first line of such a section that may be an edge gives a doubt.
		words := strings.Fields(text)
		mayBeEdge := len(words) > 1 && isInteger(words[0]) && isInteger(words[1])
		if mayBeEdge && r.omitted != "" {
			r.a.addDoubt("section", "The section "+quote(r.omitted)+" has lines of two numbers, which may be edges, and was left out.")
			r.omitted = ""
		}
	}
}

// readMatrixRow reads the next row of a matrix. A number other than 0 is an edge. A row of another length, a row too many, and a text
// that is no number are errors. In a two-mode network, all rows have the length of a two-mode matrix, or all that of a square matrix.
func (r *pajekReader) readMatrixRow(words []string) {
	// A two-mode matrix has a row per vertex of the first set, and a column per vertex of the second set.
	// A square matrix has a row and a column per vertex.
	rows, columns, firstColumn := r.n, r.n, 0
	isTwoMode := r.firstSet < r.n && len(words) == r.n-r.firstSet
	if isTwoMode {
		rows, columns, firstColumn = r.firstSet, r.n-r.firstSet, r.firstSet
	}
	if r.row > 0 && r.row >= r.rows {
		r.fail("the matrix has more than %d rows", r.rows)
		return
	}
	if len(words) != columns || r.row > 0 && rows != r.rows {
		r.fail("row %d of the matrix has %d numbers for %d vertices", r.row+1, len(words), r.n)
		return
	}
	// The edges between two sets have no direction.
	r.a.directed = !isTwoMode
	for c, w := range words {
		v, why := parseNumber(w)
		if why != "" {
			r.fail("the number %s %s", quote(w), why) // readPajek stops after this row
		}
		isWeight := v != 0 && v != 1 // 1 is an edge without a weight
		if isWeight {
			r.a.recordEdgeAttribute("", w)
		}
		if v != 0 {
			r.a.connect(int32(r.row), int32(firstColumn+c), r.line)
		}
	}
	r.row++
	r.rows = rows
}

// endMatrix ends the current matrix, so that a matrix of a second relation can follow. A missing row is an error.
func (r *pajekReader) endMatrix() {
	if r.row < r.rows {
		r.fail("the matrix has %d of %d rows", r.row, r.rows)
	}
	r.row, r.rows = 0, 0
}

// readVertexLine reads the line of a vertex: its number, a label, the position and shape of its drawing, and pairs of keys and values.
// It keeps the label and the pairs, except those of the drawing. An open quote and a number that is no vertex are errors.
func (r *pajekReader) readVertexLine(text string) {
	words := r.splitWords(text)
	if r.a.err != nil {
		return
	}
	i := r.readVertex(words[0])
	if r.a.err != nil {
		return
	}
	// A vertex without a label keeps its number as name.
	if len(words) > 1 && words[1] != "" {
		r.labels[i] = words[1]
	}
	r.hasNames = r.hasNames || r.labels[i] != r.a.ids[i]
	pairs := words[min(2, len(words)):]
	// Up to three coordinates precede the pairs of keys and values.
	for k := 0; k < 3 && len(pairs) > 0 && isNumber(pairs[0]); k++ {
		pairs = pairs[1:]
	}
	// The shape of the drawing has no key, so an odd number of words begins with the shape.
	if len(pairs)%2 == 1 {
		pairs = pairs[1:]
	}
	for ; len(pairs) > 1; pairs = pairs[2:] {
		key, value := pairs[0], pairs[1]
		// A key begins with a letter. A character outside ASCII counts as a letter. Without a key, the rest of the line is ignored.
		if key == "" {
			break
		}
		beginsWithLetter := isLetter(key[0]) || key[0] >= 0x80
		if !beginsWithLetter {
			break
		}
		if !slices.Contains(pajekDrawing, strings.ToLower(key)) {
			r.a.setAttribute(i, key, value)
		}
	}
}

// pajekDrawing are the keys of a vertex for drawing: colours, fonts, sizes and angles.
var pajekDrawing = strings.Fields("x_fact y_fact phi r q ic bc bw lc la lr lphi fos font hooks s_size url shape")

// splitWords splits a line at spaces and tabs, and around a text in quotes, which is one word. An open quote is an error and returns nil.
func (r *pajekReader) splitWords(text string) (words []string) {
	for text != "" {
		var word, tail string
		// A text in quotes may have spaces, and may be empty.
		if text[0] == '"' {
			name, after, isClosed := strings.Cut(text[1:], `"`)
			if !isClosed {
				r.fail("the name %s has no closing quote", quote(text))
				return nil
			}
			word, tail = strings.TrimSpace(name), after
		} else {
			word, tail = cutAny(text, " \t")
		}
		words = append(words, word)
		text = strings.TrimLeft(tail, " \t")
	}
	return words
}
