package graphio

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
)

// This file reads adjacency matrices in JSON: lists of rows, and objects whose members are rows.

// squareMatrix returns a square matrix of at least two rows, given as a list of lists of numbers or truth values. An entry null becomes 0.
// squareMatrix returns nil for other values.
//
// A small square may also be a list of edges: two edges, or three edges with weights.
//   - Two rows are a matrix only if all entries are 0 or 1, and the diagonal is 0.
//   - Three rows are a matrix only if all entries are 0 or 1, or if the square is symmetric and the diagonal is 0.
//   - Larger squares are always matrices.
func squareMatrix(v []byte) [][]float64 {
	d := bytes.TrimLeft(v, " \t\n")
	if len(d) < 2 || d[0] != '[' || !startsWithList(json.RawMessage(d)) {
		return nil
	}
	// Counting commas and brackets avoids parsing a large list that is no matrix.
	firstRow := d[1+bytes.IndexByte(d[1:], '['):] // from the opening bracket of the first row
	end := bytes.IndexByte(firstRow, ']')
	if end < 0 {
		return nil
	}
	n := bytes.Count(firstRow[:end], []byte{','}) + 1
	// A matrix of n rows has one opening bracket per row and one around the rows.
	if n < 2 || bytes.Count(d, []byte{'['}) != n+1 {
		return nil
	}
	var m [][]float64
	// Truth values are the numbers 1 and 0. A text in quotes stays a text, which is no number.
	numbers := bytes.ReplaceAll(bytes.ReplaceAll(d, []byte("true"), []byte{'1'}), []byte("false"), []byte{'0'})
	if json.Unmarshal(numbers, &m) != nil || len(m) != n {
		return nil
	}
	onlyBits, symmetric, zeroDiagonal := true, true, true
	for i, row := range m {
		if len(row) != n {
			return nil
		}
		for j, x := range row {
			onlyBits = onlyBits && (x == 0 || x == 1)
			// The length of a later row j is not checked yet.
			symmetric = symmetric && len(m[j]) == n && m[j][i] == x
			zeroDiagonal = zeroDiagonal && (i != j || x == 0)
		}
	}
	isMatrix := true
	switch n {
	case 2:
		isMatrix = onlyBits && zeroDiagonal
	case 3:
		isMatrix = onlyBits || symmetric && zeroDiagonal
	}
	if !isMatrix {
		return nil
	}
	return m
}

// readSquare reads a square adjacency matrix. Row i belongs to node i: the caller has added either a node for each row, or no node.
// If there is no node, readSquare adds nodes with the ids 0, 1, …. The edges are directed if some entry (i, j) is not 0, and (j, i) is 0.
func (r *jsonReader) readSquare(m [][]float64) {
	a := r.a
	r.format, r.hasNodes, r.hasEdges = "adjacency matrix", true, true
	if len(a.ids) == 0 {
		a.addNumberedNodes(-1, int64(len(m))-1, 0) // the ids begin at 0; the line is unknown
	}
	var entries matrixEntries
	// Most adjacency matrices have only the entries 0 and 1, or are symmetric. Other lists may be a table of numbers.
	isPlausible := true
	for i, row := range m {
		if len(entries.list) > MaxEdges {
			a.fail(0, smallerRemedy, "more than %d edges", MaxEdges)
			return
		}
		for j, x := range row {
			entries.add(int32(i), int32(j), x)
			isBit := x == 0 || x == 1
			isPlausible = isPlausible && (isBit || m[j][i] == x)
		}
	}
	if !isPlausible {
		a.addDoubt("small-matrix", fmt.Sprintf("Each of the %[1]d lists has %[1]d numbers, so they were read as an adjacency matrix: they "+
			"may be something else.", len(m)))
	}
	entries.addTo(a)
}

// isAbsentEntry reports whether an entry of a matrix means that there is no edge: 0, false, null, a mark of a missing value (isMissing),
// or a word for "no" (noWords).
func isAbsentEntry(v json.RawMessage) bool {
	text, ok := scalar(v)
	if !ok {
		return false
	}
	// The text of false is "0".
	x, why := parseNumber(text)
	isZero := why == "" && x == 0
	_, isNo := noWords[strings.ToLower(text)]
	// The text of null is empty, and so is missing.
	return isZero || isNo || isMissing(text)
}

// bitRows returns the square matrix of 0 and 1, or of truth values, whose rows are the lists in values. It returns nil for other values.
// The rows may also be lists of neighbours, which repeat no number. So the values are a matrix only if a row repeats a number.
func bitRows(values []json.RawMessage) [][]float64 {
	n := len(values)
	m := make([][]float64, n)
	hasRepetition := false
	for k, v := range values {
		// A row is a list of n entries: the matrix is square. An entry takes at least two bytes.
		if v[0] != '[' || len(v) <= n {
			return nil
		}
		row, _ := elementsOf(v)
		if len(row) != n {
			return nil
		}
		ones := 0
		for _, entry := range row {
			x := idNumber(string(entry))
			isOne := x == "1" || x == "true"
			if !isOne && x != "0" && x != "false" {
				return nil
			}
			m[k] = append(m[k], float64(oneIf(isOne)))
			ones += oneIf(isOne)
		}
		// Without repetition a row has each of the two numbers at most once.
		hasRepetition = hasRepetition || ones > 1 || n-ones > 1
	}
	if !hasRepetition {
		return nil
	}
	return m
}
