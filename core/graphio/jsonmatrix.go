package graphio

import (
	"bytes"
	"encoding/json"
	"strings"
)

// Adjacency matrices as JSON: lists of rows, and objects of numbers as pandas writes a table.

// squareMatrix returns a square matrix of at least two rows, nil for other values.
// Two rows must be 0 and 1 with a zero diagonal, three rows 0 and 1 or symmetric; otherwise they are edges.
func squareMatrix(v []byte) [][]float64 {
	d := bytes.TrimLeft(v, " \t\n")
	if len(d) < 2 || d[0] != '[' || !startsWithList(json.RawMessage(d)) {
		return nil
	}
	first := d[bytes.IndexByte(d[1:], '[')+1:]
	end := bytes.IndexByte(first, ']')
	if end < 0 {
		return nil
	}
	// Counting brackets avoids parsing large lists that are no matrix.
	n := bytes.Count(first[:end], []byte{','}) + 1
	if n < 2 || bytes.Count(d, []byte{'['}) != n+1 {
		return nil
	}
	var m [][]float64
	if json.Unmarshal(d, &m) != nil || len(m) != n {
		return nil
	}
	bits, symmetric, diagonal := true, true, false
	for i, row := range m {
		if len(row) != n {
			return nil
		}
		for j, x := range row {
			bits = bits && (x == 0 || x == 1)
			symmetric = symmetric && len(m[j]) == n && m[j][i] == x
			diagonal = diagonal || i == j && x != 0
		}
	}
	if n == 2 && (!bits || diagonal) || n == 3 && !bits && !symmetric {
		return nil
	}
	return m
}

// readSquare reads a square matrix. Its rows are the nodes read so far, or numbers from 0.
func (r *jsonReader) readSquare(m [][]float64) {
	a := r.a
	if r.format, r.nodes, r.edges = "adjacency matrix", true, true; len(a.ids) == 0 {
		a.addNumberedNodes(-1, int64(len(m))-1, 0)
	}
	var entries matrixEntries
	plain := true
	for i, row := range m {
		for j, x := range row {
			entries.add(int32(i), int32(j), x)
			// Weights on one side only may be anything.
			plain = plain && (x == 0 || x == 1 || m[j][i] == x)
		}
	}
	if !plain {
		a.addDoubt("small-matrix", "The lists have as many numbers as there are lists and were read as an adjacency matrix: they may be "+
			"something else.")
	}
	entries.addTo(a)
}

// isAbsentEntry reports whether an entry of a matrix means no edge: 0, null or a word for no.
func isAbsentEntry(v json.RawMessage) bool {
	text, ok := scalar(v)
	if !ok {
		return false
	}
	x, why := parseNumber(text)
	_, listed := noWords[strings.ToLower(text)]
	return why == "" && x == 0 || listed || v[0] == 'n'
}

// readBitRows reads an object whose members are the rows of a square matrix of 0 and 1.
// Repeated numbers in a row distinguish it from lists of neighbours. It reports whether the object is such a matrix.
func (r *jsonReader) readBitRows() bool {
	n := len(r.others)
	m := make([][]float64, n)
	again := false
	for k, p := range r.others {
		if p.value[0] != '[' || json.Unmarshal(p.value, &m[k]) != nil || len(m[k]) != n {
			return false
		}
		seen := map[float64]bool{}
		for _, x := range m[k] {
			again = again || seen[x]
			seen[x] = true
			if x != 0 && x != 1 {
				return false
			}
		}
	}
	if again {
		r.readSquare(m)
	}
	return again
}
