package graphio

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// A Pajek .net file has a section *Vertices n with lines `number "name" …`, numbered from 1, and sections *Edges and *Arcs, Infomap's
// *Links and *Bipartite,
// with lines `i j weight`, *Edgeslist and *Arcslist with lines `i j1 j2 …`, or *Matrix with rows of numbers. A vertex may have pairs of
// keys and values. A
// partition (.clu) beside it, *Vertices n and n numbers, has the classes.

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
	a       *assembly
	n, line int
	// first is the number of the first set of a network of two sets, else n.
	first   int
	section string
	row     int
	// label holds the names of the vertices; names reports whether one says more than its number.
	label []string
	names bool
	other string // other is the section that is left out, "" for none or when a doubt has named it.
}

func readPajek(f File, partitions []File, c *Correction) (*Found, error) {
	r := &pajekReader{a: newAssembly(f.Name, c)}
	skip, _ := pajekStart(f.Data)
	above := bytes.Count(f.Data[:skip], []byte{'\n'})
	for line, s := range filled(f.Data[skip:], "%") {
		r.line = line + above
		if text := string(s); text[0] == '*' {
			r.header(text)
		} else {
			r.content(text)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	for i, name := range r.label {
		if r.names {
			r.a.set(i, "name", name)
		}
	}
	for _, p := range partitions {
		r.a.keep(r.partition(p))
	}
	return r.a.finish("Pajek")
}

func (r *pajekReader) bad(format string, args ...any) { r.a.bad(r.line, pajekRemedy, format, args...) }

func (r *pajekReader) header(text string) {
	words := strings.Fields(text)
	r.section = strings.ToLower(words[0])
	switch r.section {
	case "*partition", "*vector", "*permutation", "*cluster", "*hierarchy":
		r.project()
	case "*network":
		if r.n > 0 {
			r.project()
		}
		r.a.name = strings.TrimSpace(text[len("*network"):])
	case "*vertices":
		if r.n > 0 {
			r.bad("there is a second section *Vertices")
			return
		}
		if len(words) < 2 {
			r.bad("the number of vertices is missing")
			return
		}
		n, why := parseWithin([]byte(words[1]), 1, MaxNodes)
		if why != "" {
			r.bad("the number of vertices %s %s", quote(words[1]), why)
			return
		}
		r.n, r.first = int(n), int(n)
		if len(words) > 2 {
			if first, why := parseWithin([]byte(words[2]), 1, n); why == "" {
				r.first = int(first)
			}
		}
		r.a.numbered(0, n, r.line)
		r.label = slices.Clone(r.a.ids)
	case "*edges", "*arcs", "*links", "*bipartite", "*edgeslist", "*arcslist", "*matrix":
		if r.n == 0 {
			r.bad("the section *Vertices is missing before %s", quote(words[0]))
		}
		r.a.directed = strings.HasPrefix(r.section, "*arcs") || r.section == "*matrix"
	default:
		r.a.notes = append(r.a.notes[:0:0], "Sections of the Pajek file other than vertices and edges were left out.")
		r.other = words[0]
	}
}

// project refuses files of several networks, or of a network and what belongs to it.
func (r *pajekReader) project() {
	r.a.bad(r.line, "save the network (.net) and the partition (.clu) from Pajek and choose both files",
		"the file is a Pajek project of several parts, which is not read here")
}

// vertex reads a vertex number, from 1, and returns its node.
func (r *pajekReader) vertex(s string) int {
	v, why := parseWithin([]byte(s), 1, int64(r.n))
	if why != "" {
		r.bad("the vertex %s %s", quote(s), why)
		return 0
	}
	return int(v - 1)
}

func (r *pajekReader) content(text string) {
	switch r.section {
	case "*vertices":
		r.vertexLine(text)
	case "*edges", "*arcs", "*links", "*bipartite", "*edgeslist", "*arcslist":
		words := strings.Fields(text)
		if len(words) > 2 && strings.HasSuffix(words[0], ":") {
			words = words[1:] // the relation of the edge
		}
		if len(words) < 2 {
			r.bad("an edge needs two vertices")
			return
		}
		if !strings.HasSuffix(r.section, "list") {
			if len(words) > 2 {
				r.a.weigh("", words[2])
			}
			words = words[:2]
		}
		s := r.vertex(words[0])
		for _, w := range words[1:] {
			// Pajek marks an arc of the other direction by a minus sign.
			r.a.join(int32(s), int32(r.vertex(strings.TrimPrefix(w, "-"))), r.line)
		}
	case "*matrix":
		words := strings.Fields(text)
		two := r.first < r.n && len(words) == r.n-r.first
		if !two && len(words) != r.n || r.row >= r.n || two && r.row >= r.first {
			r.bad("row %d of the matrix has %d numbers for %d vertices", r.row+1, len(words), r.n)
			return
		}
		for c, w := range words {
			v, why := parseNumber(w)
			if why != "" {
				r.bad("the number %s %s", quote(w), why)
			}
			if two {
				c += r.first
			}
			if v < 0 || v != 0 && v != 1 {
				r.a.weigh("", w)
			}
			if r.a.directed = !two; v != 0 {
				r.a.join(int32(r.row), int32(c), r.line)
			}
		}
		r.row++
	default:
		if words := strings.Fields(text); r.other != "" && len(words) > 1 && isWhole(words[0]) && isWhole(words[1]) {
			r.a.doubt("section", "The section "+quote(r.other)+" has lines of two numbers, which may be edges, and was left out.")
			r.other = ""
		}
	}
}

// vertexLine reads a vertex with its label, which may be in quotes, the place and shape of its drawing, and pairs of keys and values.
func (r *pajekReader) vertexLine(text string) {
	words := r.words(text)
	if r.a.err != nil {
		return
	}
	i := r.vertex(words[0])
	if r.a.err != nil {
		return
	}
	if len(words) > 1 && words[1] != "" {
		r.label[i] = words[1]
	}
	r.names = r.names || r.label[i] != r.a.ids[i]
	rest := words[min(2, len(words)):]
	for k := 0; k < 3 && len(rest) > 0 && isNumber(rest[0]); k++ {
		rest = rest[1:]
	}
	if len(rest)%2 == 1 {
		rest = rest[1:] // the shape
	}
	for ; len(rest) > 1; rest = rest[2:] {
		if rest[0] == "" || !isLetter(rest[0][0]) && rest[0][0] < 0x80 {
			break
		}
		if !slices.Contains(pajekDrawing, strings.ToLower(rest[0])) {
			r.a.set(i, rest[0], rest[1])
		}
	}
}

// pajekDrawing are the keys of a vertex that only say how it is drawn.
var pajekDrawing = strings.Fields("x_fact y_fact phi r q ic bc bw lc la lr lphi fos font hooks s_size url shape")

// words divides a line at white space that is not in quotes.
func (r *pajekReader) words(text string) (out []string) {
	for text != "" {
		if text[0] == '"' {
			name, rest, ok := strings.Cut(text[1:], `"`)
			if !ok {
				r.bad("the name %s has no closing quote", quote(text))
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

// pajekNumbers returns the numbers of a Pajek partition or vector: *Vertices n, perhaps behind *Partition or *Vector with a name, and then
// n numbers, one a line; nil for another file. The numbers 1 to n are a network without edges, unless they are known to belong to one.
func pajekNumbers(d []byte, beside bool) (numbers []string) {
	n, counts := int64(-1), !beside
	for _, s := range filled(d, "%") {
		words := bytes.Fields(bytes.ToLower(s))
		switch {
		case n < 0 && (string(words[0]) == "*partition" || string(words[0]) == "*vector"):
			counts = false
		case n < 0:
			v, why := parseID(words[min(1, len(words)-1)])
			if string(words[0]) != "*vertices" || len(words) != 2 || why != "" {
				return nil
			}
			n = v
		case len(words) != 1 || !isNumber(string(words[0])) || int64(len(numbers)) == n:
			return nil
		default:
			numbers = append(numbers, string(words[0]))
			counts = counts && string(words[0]) == strconv.Itoa(len(numbers))
		}
	}
	return words.Either(int64(len(numbers)) != n || n == 0 || counts, nil, numbers)
}

// isPartition detects a Pajek partition or vector.
func isPartition(d []byte) bool { return pajekNumbers(d, false) != nil }

// partition gives the vertices the classes of a partition, or the feature of a vector, whose numbers are not all whole.
func (r *pajekReader) partition(f File) error {
	numbers, key := pajekNumbers(f.Data, true), "class"
	if strings.HasSuffix(f.Name, ".vec") || slices.ContainsFunc(numbers, func(s string) bool { return !isWhole(strings.TrimPrefix(s, "-")) }) {
		key = baseName(f.Name)
	}
	if len(numbers) != r.n {
		return fault(f.Name, 0, "choose a network and what belongs to it", "the file has %d numbers, the network %d vertices", len(numbers), r.n)
	}
	if r.a.byKey[key] != nil {
		return fault(f.Name, 0, "choose one of them", "there are two of one name")
	}
	for i, s := range numbers {
		r.a.set(i, key, s)
	}
	return nil
}
