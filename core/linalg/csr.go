package linalg

import "slices"

// This file contains the construction and the transposition of CSR matrices, for example of the adjacency matrices of package peer.

// Triplet is an entry of a sparse matrix in coordinate form. Row and Col count from 0.
type Triplet struct {
	Row, Col int
	Val      float64
}

// NewCSR returns the rows×cols matrix with the given entries, which may have any
// order. Entries with the same position are added in the given order. NewCSR panics
// on an index out of range. It does not change entries.
func NewCSR(rows, cols int, entries []Triplet) *CSR {
	for _, t := range entries {
		rowExists := 0 <= t.Row && t.Row < rows
		colExists := 0 <= t.Col && t.Col < cols
		if !rowExists || !colExists {
			panic("linalg: NewCSR entry out of range")
		}
	}
	// Two stable sorts give ascending rows, and ascending columns within a row.
	byColumn := countingSort(entries, cols, func(t Triplet) int { return t.Col })
	sorted := countingSort(byColumn, rows, func(t Triplet) int { return t.Row })
	// Ptr[i+1] first counts the entries of row i. The counts are then summed.
	a := &CSR{Rows: rows, Cols: cols, Ptr: make([]int32, rows+1)}
	for i, t := range sorted {
		hasSamePosition := i > 0 && sorted[i-1].Row == t.Row && sorted[i-1].Col == t.Col
		if hasSamePosition {
			a.Val[len(a.Val)-1] += t.Val
			continue
		}
		a.Col = append(a.Col, int32(t.Col))
		a.Val = append(a.Val, t.Val)
		a.Ptr[t.Row+1]++
	}
	for i := range rows {
		a.Ptr[i+1] += a.Ptr[i]
	}
	return a
}

// countingSort returns the entries sorted by their keys 0 … n−1. The sort is stable.
func countingSort(entries []Triplet, n int, key func(Triplet) int) []Triplet {
	next := make([]int, n+1) // next[k] becomes the index in out of the next entry with key k
	for _, t := range entries {
		next[key(t)+1]++
	}
	for k := range n {
		next[k+1] += next[k]
	}
	out := make([]Triplet, len(entries))
	for _, t := range entries {
		k := key(t)
		out[next[k]] = t
		next[k]++
	}
	return out
}

// Dense returns a as a dense matrix. Entries at one position, which Check forbids, are added.
func (a *CSR) Dense() *Dense {
	d := NewDense(a.Rows, a.Cols)
	for i := range a.Rows {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			d.Data[i*a.Cols+int(a.Col[p])] += a.Val[p]
		}
	}
	return d
}

// T returns the transpose of a.
func (a *CSR) T() *CSR {
	t, from := a.TransposeIndex()
	for q, p := range from {
		t.Val[q] = a.Val[p]
	}
	return t
}

// TransposeIndex returns the transpose with zeros as values. from[q] is the
// position in a of entry q of the transpose. With from, a caller can copy changed
// values of a to the transpose without sorting.
func (a *CSR) TransposeIndex() (t *CSR, from []int32) {
	nnz := len(a.Val)
	t = &CSR{a.Cols, a.Rows, make([]int32, a.Cols+1), make([]int32, nnz), make([]float64, nnz)}
	from = make([]int32, nnz)
	// Ptr[c+1] first counts the entries of column c of a. The counts are then summed.
	for _, c := range a.Col {
		t.Ptr[c+1]++
	}
	for i := range a.Cols {
		t.Ptr[i+1] += t.Ptr[i]
	}
	next := slices.Clone(t.Ptr) // next[c] is the position of the next entry of row c of the transpose
	for i := range a.Rows {
		for p := a.Ptr[i]; p < a.Ptr[i+1]; p++ {
			c := a.Col[p]
			q := next[c]
			next[c]++
			t.Col[q] = int32(i)
			from[q] = p
		}
	}
	return t, from
}
