package graphio

import (
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/graph"
)

// matrixForm is how an adjacency matrix stands in a table.
type matrixForm struct {
	// names of the nodes, nil for numbers from 0.
	names []string
	// head and side are 1 when there are names above and before the numbers.
	head, side int
}

// matrixForm returns the form of an adjacency matrix, nil for another table.
func (t *table) matrixForm() *matrixForm {
	if t.matrix != nil {
		return t.matrix
	}
	rows, width := t.size.rows, t.size.most
	numbered := numberedNames(t.rows[0])
	if !numbered && t.edgeColumns()[0] >= 0 || rows < 3 || rows > MaxNodes+1 || width < 3 {
		return nil
	}
	var form *matrixForm
	switch first := t.rows[0]; {
	case t.size.short && width == rows:
		form = &matrixForm{names: slices.Clone(first), head: 1, side: 1}
	case t.size.least != width:
		return nil
	case width == rows && (t.header != nil && strings.TrimSpace(t.header[0]) == "" ||
		!isNumber(first[0]) && distinct(first[1:]) && t.sameNames(first)):
		form = &matrixForm{names: slices.Clone(first[1:]), head: 1, side: 1}
	case width == rows-1 && (!numericRow(first) || counted(first)) && distinct(first) &&
		(numbered || !slices.ContainsFunc(first, knownWord)):
		form = &matrixForm{names: slices.Clone(first), head: 1}
	case width == rows+1 && !isNumber(strings.TrimSpace(first[0])):
		form = &matrixForm{side: 1}
	case width == rows && numericRow(first) && !t.countsRows():
		form = &matrixForm{}
	default:
		return nil
	}
	if !t.isMatrix(form) {
		return nil
	}
	for k := range form.names {
		form.names[k] = strings.TrimSpace(form.names[k])
	}
	t.matrix = form
	return form
}

// numberedNames reports whether a row of more than three names is V1, V2, V3, …,
// which R calls the columns of a matrix without names.
func numberedNames(row []string) bool {
	if len(row) > 0 && row[0] == "" {
		row = row[1:]
	}
	for k, s := range row {
		if strings.TrimSpace(s) != "V"+strconv.Itoa(k+1) {
			return false
		}
	}
	return len(row) > 2
}

// countsRows reports whether the first column counts all rows, as the ids of nodes do.
func (t *table) countsRows() bool {
	if t.size.rows < 4 {
		return false
	}
	for k, row := range t.rows {
		if s := strings.TrimSpace(row[0]); s != strconv.Itoa(k) && s != strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

// sameNames reports whether the first row and the first column, without their
// corner, hold the same names.
func (t *table) sameNames(first []string) bool {
	for k, row := range t.rows[1:] {
		if k+1 >= len(first) || strings.TrimSpace(row[0]) != strings.TrimSpace(first[k+1]) {
			return false
		}
	}
	return true
}

// counted reports whether a row is 0, 1, 2, … or 1, 2, 3, …, as pandas numbers columns.
func counted(row []string) bool {
	for k, s := range row {
		if s = strings.TrimSpace(s); s != strconv.Itoa(k) && s != strconv.Itoa(k+1) {
			return false
		}
	}
	return true
}

func numericRow(row []string) bool {
	return !slices.ContainsFunc(row, func(s string) bool { return !isNumber(strings.TrimSpace(s)) })
}

func distinct(row []string) bool {
	seen := map[string]bool{}
	for _, s := range row {
		if seen[s] || strings.TrimSpace(s) == "" {
			return false
		}
		seen[s] = true
	}
	return true
}

// isMatrix reports whether all entries are numbers and, where no names prove
// it, whether they look like a matrix of edges: symmetric, or of 0 and 1, or
// mostly 0. It takes the names before the rows where there are none above.
func (t *table) isMatrix(form *matrixForm) bool {
	n, k := t.size.rows-form.head, 0
	var entries matrixEntries
	var side []string
	zeros, bits := 0, true
	err := t.each(func(line int, cells []string) error {
		if k++; k <= form.head {
			return nil
		}
		if len(cells) != n+form.side || len(entries.list) > MaxEdges {
			return errEnough
		}
		if form.side > 0 {
			side = append(side, strings.Clone(strings.TrimSpace(cells[0])))
		}
		for c, s := range cells[form.side:] {
			v, ok := t.entry(s)
			if !ok {
				return errEnough
			}
			if v == 0 {
				zeros++
			}
			bits = bits && (v == 0 || v == 1)
			entries.add(int32(k-1-form.head), int32(c), v)
		}
		return nil
	})
	if err != nil || form.side > 0 && !distinct(side) {
		return false
	}
	// Names before the rows that only count them are R's.
	if form.side > 0 && (form.names == nil || !slices.Equal(trimmed(form.names), side)) {
		if form.names == nil {
			form.names = side
		} else if side[0] != "0" && side[0] != "1" || side[len(side)-1] != strconv.Itoa(n-1) && side[len(side)-1] != strconv.Itoa(n) {
			return false
		}
	}
	diagonal := slices.ContainsFunc(entries.list, func(e graph.Edge) bool { return e.I == e.J })
	switch {
	case form.head+form.side == 2:
		return true
	case entries.symmetric():
		return n > 3 || !diagonal || bits
	case form.head+form.side == 1:
		return bits || 2*zeros >= n*n
	}
	return n > 3 && bits || 2*zeros >= n*n && (n > 4 || n == 4 && !diagonal)
}

func trimmed(names []string) []string {
	out := make([]string, len(names))
	for k, s := range names {
		out[k] = strings.TrimSpace(s)
	}
	return out
}

// entry returns the number of a cell of a matrix; empty and missing ones are 0,
// and so are infinite ones, as between nodes without a path.
func (t *table) entry(s string) (float64, bool) {
	s = strings.TrimSpace(s)
	if isMissing(s) {
		return 0, true
	}
	if t.comma == ';' {
		s = decimalPoint(s)
	}
	v, why := parseNumber(s)
	return v, why == "" || isNumber(s)
}

// readMatrix reads an adjacency matrix. With node tables its rows are the nodes
// of their names, or without names all nodes in order.
func (t *table) readMatrix(a *assembly, declare bool) error {
	form := t.matrixForm()
	n, k := t.size.rows-form.head, 0
	index := make([]int32, n)
	for i := range index {
		name := strconv.Itoa(i)
		if form.names != nil {
			name = form.names[i]
		} else if index[i] = int32(i); !declare && n == len(a.ids) {
			continue
		}
		j, err := a.matrixNode(t.Name, name, i+1+form.head, declare)
		if err != nil {
			return err
		}
		index[i] = j
	}
	a.sortIDs = false
	var entries matrixEntries
	odd := 0
	err := t.each(func(line int, cells []string) error {
		if k++; k <= form.head {
			return nil
		}
		for c, s := range cells[form.side:] {
			v, _ := t.entry(s)
			if v == 0 && isNumber(strings.TrimSpace(s)) && strings.ContainsAny(s, "nN") {
				odd++
			}
			entries.add(index[k-1-form.head], index[c], v)
		}
		return nil
	})
	if odd > 0 {
		a.notes = append(a.notes, "Entries of the matrix that are infinite or no number were taken as no edge: "+strconv.Itoa(odd)+".")
	}
	entries.into(a, false)
	return err
}

// matrixNode adds or finds the node of a row, whose name may be any text.
func (a *assembly) matrixNode(file, name string, line int, declare bool) (int32, error) {
	if i, ok := a.index[name]; ok && !declare {
		return i, nil
	}
	if !declare || name == "" {
		return 0, fault(file, line, "declare the node or correct the name", "the matrix names the node %s, which does not exist", quote(name))
	}
	i, err := a.node(name, line)
	return int32(i), err
}
