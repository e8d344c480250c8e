package linalg

import "slices"

// Triplet is one entry of a sparse matrix in coordinate form.
type Triplet struct {
	Row, Col int
	Val      float64
}

// NewCSR returns the rows×cols matrix with the given entries in any order; entries
// of equal position are summed in the order given. It panics on an index out of
// range. entries is not changed.
func NewCSR(rows, cols int, entries []Triplet) *CSR {
	for _, t := range entries {
		if t.Row < 0 || t.Row >= rows || t.Col < 0 || t.Col >= cols {
			panic("linalg: NewCSR entry out of range")
		}
	}
	e := counted(counted(entries, cols, func(t Triplet) int { return t.Col }), rows, func(t Triplet) int { return t.Row })
	a := &CSR{Rows: rows, Cols: cols, Ptr: make([]int32, rows+1)}
	for i, t := range e {
		if i > 0 && e[i-1].Row == t.Row && e[i-1].Col == t.Col {
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

// counted returns the entries sorted by their keys 0 … n−1, by a stable counting
// sort.
func counted(entries []Triplet, n int, key func(Triplet) int) []Triplet {
	at, out := make([]int, n+1), make([]Triplet, len(entries))
	for _, t := range entries {
		at[key(t)+1]++
	}
	for k := range n {
		at[k+1] += at[k]
	}
	for _, t := range entries {
		k := key(t)
		out[at[k]] = t
		at[k]++
	}
	return out
}

// Dense returns a as a dense matrix.
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

// TransposeIndex returns the transposed pattern with zero values, and for each of
// its entries the position of that entry in a. Changed values of a can so be copied
// without sorting.
func (a *CSR) TransposeIndex() (t *CSR, from []int32) {
	nnz := len(a.Val)
	t = &CSR{a.Cols, a.Rows, make([]int32, a.Cols+1), make([]int32, nnz), make([]float64, nnz)}
	from = make([]int32, nnz)
	for _, c := range a.Col {
		t.Ptr[c+1]++
	}
	for i := range a.Cols {
		t.Ptr[i+1] += t.Ptr[i]
	}
	next := slices.Clone(t.Ptr)
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
