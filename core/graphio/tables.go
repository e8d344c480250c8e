package graphio

import (
	"bytes"
	"encoding/csv"
	"errors"
	"io"
	"slices"
	"strings"

	"sheafscope/core/graphio/content"
)

// Tables are an edge list and perhaps a node table, as CSV, TSV or with other
// delimiters. Lines that start with # or % are comments. In an edge list the
// columns source and target (or from and to, u and v …), else the first two,
// are node ids. In a node table the column id, else the first, is the node's
// id; without a header the second is its label and the rest are features.

var (
	sourceKeys = []string{"source", "src", "from", "u", "node1", "node_1", "id1", "id_1", "start", "source_id", "from_id", "tail"}
	targetKeys = []string{"target", "dst", "to", "v", "node2", "node_2", "id2", "id_2", "end", "target_id", "to_id", "head"}
	idKeys     = []string{"id", "node", "node_id", "nodeid", "vertex", "key", "name"}
)

const tableRemedy = "give an edge list with the columns source,target and, if there is one, a node table with the columns id,label,…"

// maxTableLines leaves room for comments beside the largest edge list.
const maxTableLines = MaxEdges + 100_000

// table is a file of rows.
type table struct {
	File
	// comma is the delimiter, ' ' for any white space.
	comma rune
	// header is nil when there is none.
	header []string
	// width is the number of cells of the first row.
	width int
	// fixes are the roles that the user gave its columns; cols are the columns
	// of the ends of an edge; seen counts what the rows hold.
	fixes fixes
	cols  [2]int
	kind  string
	seen  survey
}

// readTables reads an edge list, alone or with a node table.
func readTables(files []File, c *Correction) (*Result, error) {
	if len(files) > 2 {
		return nil, fault(files[2].Name, 0, tableRemedy, "there are %d tables, at most two make a graph", len(files))
	}
	var tables []*table
	for _, f := range files {
		t, err := openTable(f, c.Layout(content.Edges))
		if err != nil {
			return nil, err
		}
		tables = append(tables, t)
	}
	edges, nodes := tables[0], (*table)(nil)
	if len(tables) == 2 {
		nodes = tables[1]
		first, second := tables[0].nodeScoreOfTwo(), tables[1].nodeScoreOfTwo()
		if first > second {
			edges, nodes = nodes, edges
		} else if first == second {
			return nil, fault(files[1].Name, 0, tableRemedy, "it is not clear which of the two tables holds the edges")
		}
	} else if edges.nodeScore() == headedNodes {
		return nil, fault(files[0].Name, 0, tableRemedy, "the table holds nodes; the edge list is missing")
	}
	if edges.width < 2 {
		return nil, fault(edges.Name, 1, tableRemedy, "a line of an edge list needs two node ids, separated by comma, tab, semicolon or space")
	}
	a := newAssembly(edges.Name)
	a.sortIDs, a.correct, a.tables = true, c, []*table{edges}
	if err := edges.correct(content.Edges, c, nodes == nil); err != nil {
		return nil, err
	}
	if nodes != nil {
		a.file, a.tables = nodes.Name, append(a.tables, nodes)
		if l := c.Layout(content.Nodes); l != c.Layout(content.Edges) {
			t, err := openTable(nodes.File, l)
			if err != nil {
				return nil, err
			}
			*nodes = *t
		}
		if err := nodes.correct(content.Nodes, c, false); err != nil {
			return nil, err
		}
		if err := nodes.readNodes(a); err != nil {
			return nil, err
		}
		a.file = edges.Name
	}
	if err := edges.readEdges(a, nodes == nil); err != nil {
		return nil, err
	}
	if nodes != nil {
		a.file = nodes.Name
	} else if err := a.number(c.From); err != nil {
		return nil, err
	}
	return a.finish("table")
}

// openTable finds delimiter and header from the first rows.
func openTable(f File, layout content.Layout) (*table, error) {
	t := &table{File: f, comma: content.SeparatorRune(layout.Separator)}
	if t.comma == 0 {
		t.comma = delimiter(f.Data)
	}
	for l := (lines{rest: f.Data}); ; {
		s, ok := l.next()
		if !ok {
			break
		}
		if n := bytes.Count(s, []byte(string(t.comma))); n > MaxFeatures {
			return nil, fault(f.Name, l.line, tableRemedy, "the line has %d columns, over the limit of %d", n+1, MaxFeatures)
		}
		if l.line > maxTableLines {
			return nil, fault(f.Name, l.line, "take a part of the graph", "more than %d lines, over the limit of %d edges", maxTableLines, MaxEdges)
		}
	}
	var rows [][]string
	stop := errors.New("enough")
	err := t.each(func(line int, cells []string) error {
		rows = append(rows, append([]string(nil), cells...))
		if len(rows) == 20 {
			return stop
		}
		return nil
	})
	if err != nil && err != stop {
		return nil, err
	}
	if len(rows) == 0 {
		return nil, fault(f.Name, 0, tableRemedy, "the table has no rows")
	}
	t.width = len(rows[0])
	if layout.Header == "yes" || layout.Header == "" && isHeader(rows) {
		t.header = rows[0]
	}
	return t, nil
}

// delimiter returns the character that divides most of the first lines into
// equally many cells, of several such the one that makes more; ' ' if none
// divides half of the lines.
func delimiter(d []byte) rune {
	l := lines{rest: d}
	var sample [][]byte
	for len(sample) < 20 {
		s, ok := l.next()
		if !ok {
			break
		}
		if s = bytes.TrimSpace(s); len(s) > 0 && s[0] != '#' && s[0] != '%' {
			sample = append(sample, s)
		}
	}
	best, most, score := ' ', 0, 0
	counts := make([]int, len(sample))
	for _, c := range "\t,;|" {
		for k, s := range sample {
			counts[k] = countBare(s, byte(c))
		}
		// The middle count passes over a damaged line.
		slices.Sort(counts)
		if len(counts) == 0 || counts[len(counts)/2] == 0 {
			continue
		}
		agree, run := 0, 0
		for k, n := range counts {
			if run++; k > 0 && n != counts[k-1] {
				run = 1
			}
			if n > 0 {
				agree = max(agree, run)
			}
		}
		if middle := counts[len(counts)/2]; agree > most || agree == most && middle > score {
			best, most, score = c, agree, middle
		}
	}
	return best
}

// countBare counts c in a line, but for what stands between double quotes.
func countBare(line []byte, c byte) (n int) {
	quoted := false
	for _, b := range line {
		if b == '"' {
			quoted = !quoted
		} else if b == c && !quoted {
			n++
		}
	}
	return n
}

// each calls f with every row and its line. The cells are only valid during
// the call.
func (t *table) each(f func(line int, cells []string) error) error {
	if t.comma == ' ' {
		l := lines{rest: t.Data}
		for {
			s, ok := l.next()
			if !ok {
				return nil
			}
			if s = bytes.TrimSpace(s); len(s) == 0 || s[0] == '#' || s[0] == '%' {
				continue
			}
			if err := f(l.line, strings.Fields(string(s))); err != nil {
				return err
			}
		}
	}
	r := csv.NewReader(bytes.NewReader(t.Data))
	r.Comma, r.Comment, r.FieldsPerRecord, r.ReuseRecord = t.comma, '#', -1, true
	for {
		cells, err := r.Read()
		if err == io.EOF {
			return nil
		}
		var pe *csv.ParseError
		if errors.As(err, &pe) {
			return fault(t.Name, pe.Line, "put text with quotes between double quotes and write quotes inside twice", "the quotes are wrong: %v",
				pe.Err)
		}
		if err != nil {
			return fault(t.Name, 0, tableRemedy, "%v", err)
		}
		line, _ := r.FieldPos(0)
		if strings.HasPrefix(cells[0], "%") {
			continue
		}
		if err := f(line, cells); err != nil {
			return err
		}
	}
}

// isHeader tells whether the first of some rows names the columns.
func isHeader(rows [][]string) bool {
	known := func(s string) bool {
		s = strings.ToLower(strings.TrimSpace(s))
		for _, keys := range [][]string{sourceKeys, targetKeys, idKeys, classKeys, nameKeys, featureKeys} {
			for _, k := range keys {
				if s == k {
					return true
				}
			}
		}
		return strings.HasPrefix(s, featurePrefix)
	}
	hits := 0
	for _, s := range rows[0] {
		if isNumber(strings.TrimSpace(s)) {
			return false
		}
		if known(s) {
			hits++
		}
	}
	if hits >= min(2, len(rows[0])) {
		return true
	}
	// A column of numbers with text on top has a header.
	for c := range rows[0] {
		numbers := 0
		for _, row := range rows[1:] {
			if c < len(row) && isNumber(strings.TrimSpace(row[c])) {
				numbers++
			}
		}
		if len(rows) > 1 && numbers == len(rows)-1 {
			return true
		}
	}
	return false
}

// headerColumn returns the first column whose name is one of keys, or -1.
func (t *table) headerColumn(keys []string) int {
	for _, k := range keys {
		for c, s := range t.header {
			if strings.EqualFold(strings.TrimSpace(s), k) {
				return c
			}
		}
	}
	return -1
}

// edgeColumns returns the named source and target columns, or -1, -1.
func (t *table) edgeColumns() [2]int {
	s, d := t.headerColumn(sourceKeys), t.headerColumn(targetKeys)
	if s < 0 || d < 0 {
		return [2]int{-1, -1}
	}
	return [2]int{s, d}
}

// headedNodes is the score of a table whose header is that of a node table.
const headedNodes = 2

// nodeScore tells how much a table looks like a node table: by its header, else
// by a first column that never repeats.
func (t *table) nodeScore() int {
	if t.header != nil {
		if t.edgeColumns() != [2]int{-1, -1} {
			return -1
		}
		if t.headerColumn(idKeys) >= 0 {
			return headedNodes
		}
	}
	seen := map[string]bool{}
	repeated := errors.New("repeated")
	if t.each(func(line int, cells []string) error {
		if seen[cells[0]] || len(seen) > MaxNodes {
			return repeated
		}
		seen[strings.Clone(cells[0])] = true
		return nil
	}) != nil {
		return 0
	}
	return 1
}

// nodeScoreOfTwo is nodeScore when one of two tables must hold the nodes: a
// single column cannot be a list of edges.
func (t *table) nodeScoreOfTwo() int {
	if t.width == 1 {
		return headedNodes
	}
	return t.nodeScore()
}
