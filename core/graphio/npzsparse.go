package graphio

import (
	"encoding/binary"
	"math"
	"sort"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// This file reads sparse matrices of SciPy (scipy.sparse.save_npz), as the adjacency or the features of a graph.
// The array named format has the name of the form, a text. The other arrays depend on the form:
//
//	csr, csc   data, indices, indptr and shape: compressed rows or columns
//	coo        row, col, data and shape: a list of entries
//	dia        data, offsets and shape: diagonals
//
// The npz graphs of Shchur et al. (2018) have two csr matrices, with the prefixes adj_ and attr_.
// The adjacency may also be a dense array of n rows and n columns.

// Prefixes of the names of the arrays of a sparse matrix, and names of a dense adjacency. Earlier names have priority.
var (
	adjacencyPrefixes = []string{"", "adj_", "adj_matrix."}
	adjacencyNames    = []string{"adj", "adjacency", "adj_matrix", "a", "adjacency_matrix", "adj_mat", "w"}
	featurePrefixes   = []string{"attr_", "attr_matrix.", "features_", "x_"}
)

// npzMatrix is a sparse or a dense matrix in an npz file.
type npzMatrix struct {
	// rows and cols are the numbers of rows and columns. Both are -1 if matrix or diagonals found a number out of its limits.
	rows, cols int
	// ptr has the index of the first entry of each row in csr, and of each column in csc (byCol). It is nil in coo.
	// first has the row of each entry in coo. It is nil in csr and csc.
	// second has the column of each entry. In csc it has the row.
	// data has the value of each entry. If it is nil, all values are 1.
	ptr, first, second, data *npyArray
	byCol                    bool
	// dense has all elements of a dense matrix. All arrays above are then nil. In a sparse matrix, dense is nil.
	dense *npyArray
}

// adjacency returns the adjacency matrix, and the prefix of its arrays or, for a dense matrix, the name of its array.
// m is nil if the file has neither a sparse matrix nor a square dense matrix. A dense matrix counts only in a file without edges
// (graphArrays), and no matrix counts beside restriction maps with their edges.
func (z *npz) adjacency() (m *npzMatrix, prefix string) {
	if z.hasMapEdges() {
		return nil, ""
	}
	for _, p := range adjacencyPrefixes {
		if sparse := z.matrix(p); sparse != nil {
			return sparse, p
		}
	}
	// An array of edges has priority over a dense matrix, because names such as a and w may mean something else.
	if _, _, edges := z.graphArrays(); edges != nil {
		return nil, ""
	}
	for _, name := range adjacencyNames {
		a := z.firstArray([]string{name})
		isSquare := a != nil && len(a.shape) == 2 && a.shape[0] == a.shape[1]
		if isSquare {
			return &npzMatrix{rows: a.shape[0], cols: a.shape[0], dense: a}, name
		}
	}
	return nil, ""
}

// matrix returns the sparse matrix whose arrays have names with this prefix. The arrays decide the form of the matrix:
//   - offsets, data and shape are a matrix in dia, which diagonals returns.
//   - indptr, indices and shape are a matrix in csr, or in csc if the array format has this name. data is optional.
//   - row, col and shape are a matrix in coo. data is optional.
//
// matrix returns nil if some of these arrays are missing or of the wrong type. For a matrix that is not in dia, it also returns nil if the
// array format exists and names none of csr, csc and coo.
func (z *npz) matrix(prefix string) *npzMatrix {
	// vector returns an array with a single axis, nil for any other array.
	vector := func(name string) *npyArray {
		if a := z.arrays[prefix+name]; a != nil && len(a.shape) == 1 {
			return a
		}
		return nil
	}
	shape := vector("shape")
	if shape == nil {
		return nil
	}
	// Only dia has offsets. The array data of dia has two axes, so vector does not return it.
	offsets, diagonalData := vector("offsets"), z.arrays[prefix+"data"]
	if offsets != nil && diagonalData != nil {
		return z.diagonals(offsets, shape, diagonalData)
	}
	// csr and csc have the array indptr; coo does not.
	m := &npzMatrix{ptr: vector("indptr"), second: vector("indices"), data: vector("data")}
	if m.ptr == nil {
		m.first, m.second = vector("row"), vector("col")
	}
	hasFirst := m.ptr != nil || m.first != nil
	if !hasFirst || m.second == nil {
		return nil
	}
	// The shape must be two integers, and all indices must be integers.
	if shape.kind == 'f' || shape.len() != 2 {
		return nil
	}
	for _, a := range []*npyArray{m.ptr, m.first, m.second} {
		if a != nil && a.kind == 'f' {
			return nil
		}
	}
	rows, cols := shape.integer(0), shape.integer(1)
	if rows <= MaxNodes && cols <= MaxFeatures {
		m.rows, m.cols = int(max(rows, 0)), int(max(cols, 0)) // a negative number is damaged: 0 stands for it
	} else {
		m.rows, m.cols = -1, -1
	}
	// csr and csc have the same arrays: the array format distinguishes them. Without this array, indptr means csr.
	if f := z.texts[prefix+"format"]; f != nil && f.len() > 0 {
		switch f.texts()[0] {
		case "csc":
			m.byCol = true
		case "csr", "coo": // indptr has distinguished these two
		default:
			return nil
		}
	}
	return m
}

// diagonals returns a matrix in dia as a list of entries, as in coo. It returns nil if the shape or the type of an array is wrong.
// Row k of data has the elements (i, j) of the diagonal j - i = offsets[k]. Element (i, j) is in column j of data.
func (z *npz) diagonals(offsets, shape, data *npyArray) *npzMatrix {
	hasIntegers := shape.kind != 'f' && offsets.kind != 'f'
	if !hasIntegers || shape.len() != 2 {
		return nil
	}
	hasRowPerDiagonal := len(data.shape) == 2 && data.shape[0] == offsets.len()
	if !hasRowPerDiagonal {
		return nil
	}
	// The limits precede the conversion to int, which may have only 32 bits. 0 stands for a negative number, MaxNodes+1 for a too large one.
	clamp := func(v int64) int { return int(min(max(v, 0), MaxNodes+1)) }
	// empty returns an array of int64 without elements.
	empty := func() *npyArray { return &npyArray{kind: 'i', size: 8, order: binary.LittleEndian} }
	m := &npzMatrix{rows: clamp(shape.integer(0)), cols: clamp(shape.integer(1)), first: empty(), second: empty(), data: empty()}
	m.data.kind = 'f' // float64
	if m.rows > MaxNodes || m.cols > MaxNodes {
		m.rows, m.cols = -1, -1 // the loop below then adds no entries
	}
	width := data.shape[1]
	for k := range offsets.len() {
		for j := range min(width, m.cols) {
			i := int64(j) - offsets.integer(k)
			v := data.float(data.offset(k, j))
			// A row of data also has places for elements above and below the matrix.
			isInside := i >= 0 && i < int64(m.rows)
			if isInside && v != 0 {
				m.first.data = binary.LittleEndian.AppendUint64(m.first.data, uint64(i))
				m.second.data = binary.LittleEndian.AppendUint64(m.second.data, uint64(j))
				m.data.data = binary.LittleEndian.AppendUint64(m.data.data, math.Float64bits(v))
			}
		}
	}
	return m
}

// limitError returns the error of a matrix whose numbers of rows and columns are -1, nil for any other matrix. file is the name in errors.
func (m *npzMatrix) limitError(file string) error {
	if m.rows < 0 {
		return fault(file, 0, smallerRemedy, "the matrix has more than %d rows or columns", MaxNodes)
	}
	return nil
}

// eachEntry calls f for every non-zero entry with its row and column, from 0. In csr, the entries come row by row.
// eachEntry stops at the first error of f or of the arrays, and returns it. file is the name of the file in errors.
func (m *npzMatrix) eachEntry(file string, f func(row, col int, v float64) error) error {
	bad := func(format string, args ...any) error {
		return fault(file, 0, "save the matrix again with scipy.sparse.save_npz", format, args...)
	}
	if err := m.limitError(file); err != nil {
		return err
	}
	if m.dense != nil {
		return m.eachDense(f)
	}
	// entry checks the indices of entry k, and calls f unless its value is 0. first is the row and second the column; in csc, the reverse.
	entry := func(first, second int64, k int) error {
		i, j := first, second
		if m.byCol {
			i, j = second, first
		}
		isRow := i >= 0 && i < int64(m.rows)
		isColumn := j >= 0 && j < int64(m.cols)
		if !isRow || !isColumn {
			return bad("entry %d, in row %d and column %d, is outside the matrix", k, i, j)
		}
		v := 1.0
		if m.data != nil {
			v = m.data.float(k)
		}
		if v == 0 {
			return nil
		}
		return f(int(i), int(j), v)
	}
	n := m.second.len() // the number of entries
	for _, a := range []*npyArray{m.data, m.first} {
		if a != nil && a.len() != n {
			return bad("the arrays of its entries differ in length")
		}
	}
	// coo and dia: a list of entries.
	if m.ptr == nil {
		for k := range n {
			if err := entry(m.first.integer(k), m.second.integer(k), k); err != nil {
				return err
			}
		}
		return nil
	}
	// The entries of row i in csr, or of column i in csc, are ptr[i] to ptr[i+1]-1.
	count := words.Either(m.byCol, m.cols, m.rows)
	if m.ptr.len() != count+1 {
		return bad("indptr has %d elements for %d rows", m.ptr.len(), count)
	}
	// indptr begins with 0 and does not descend. Entries beyond its last value are ignored.
	previousEnd := int64(0)
	for i := range count {
		start, end := m.ptr.integer(i), m.ptr.integer(i+1)
		if start != previousEnd || end < start || end > int64(n) {
			return bad("indptr does not ascend to the number of entries")
		}
		previousEnd = end
		for k := start; k < end; k++ {
			if err := entry(int64(i), m.second.integer(int(k)), int(k)); err != nil {
				return err
			}
		}
	}
	return nil
}

// eachDense calls f for every non-zero element of a dense matrix, row by row, until the first error.
func (m *npzMatrix) eachDense(f func(row, col int, v float64) error) error {
	d := m.dense
	for k := range d.len() {
		i, j := k/m.cols, k%m.cols
		v := d.float(d.offset(i, j))
		if v == 0 {
			continue
		}
		if err := f(i, j, v); err != nil {
			return err
		}
	}
	return nil
}

// readSparseNPZ reads a graph from its adjacency matrix m, and the features, labels and splits from further arrays of the file.
// prefix is the prefix of the names of the arrays of m or, for a dense matrix, the name of its array.
// It is an error if m is not square, has no rows, or has more than MaxNodes rows or MaxEdges non-zero entries.
// It is also an error if features or labels have another number of rows than m, and if an array is damaged.
func readSparseNPZ(z *npz, m *npzMatrix, prefix string) (*Found, error) {
	if err := m.limitError(z.file); err != nil {
		return nil, err
	}
	if m.rows != m.cols || m.rows == 0 {
		return nil, fault(z.file, 0, "an adjacency matrix is square", "the matrix has %d rows and %d columns", m.rows, m.cols)
	}
	// entries gets the positions of the entries. It keeps no weights, but records that some differ from 1, and counts negative weights.
	var entries matrixEntries
	err := m.eachEntry(z.file, func(row, col int, v float64) error {
		if len(entries.list) == MaxEdges {
			return fault(z.file, 0, "take a part of the graph", "more than %d entries", MaxEdges)
		}
		entries.add(int32(row), int32(col), v)
		return nil
	})
	if err != nil {
		return nil, err
	}
	// With a symmetric pattern the entries (i, j) and (j, i) are one undirected edge. They are merged, so that Build counts no repeated edge.
	isSymmetric := entries.symmetric()
	if isSymmetric {
		for k, e := range entries.list {
			entries.list[k] = graph.Edge{I: min(e.I, e.J), J: max(e.I, e.J)}
		}
		entries.list = uniqueEdges(entries.list)
	}
	g, tally := graph.Build(baseName(z.file), m.rows, entries.list)
	if !isSymmetric {
		g.Orient(entries.list, nil) // nil: an entry (i, j) is directed from i to j
	}
	g.Notes = appendNote(g.Notes, entries.weights, weightNote)
	// A file that SciPy writes has only the matrix, without a prefix. It has neither features nor labels.
	format := "scipy npz"
	x, y, _ := z.graphArrays()
	features := z.featureMatrix(x)
	if prefix != "" || x != nil || y != nil || features != nil {
		format = "npz"
		if features != nil {
			if err := sparseFeatures(z, g, features); err != nil {
				return nil, err
			}
		}
		// nodeCount checks the axes of x and y. Each array must also have a row per node.
		if _, err := z.nodeCount(x, y); err != nil {
			return nil, err
		}
		for _, a := range []*npyArray{x, y} {
			if a != nil && a.shape[0] != g.N {
				return nil, fault(a.file, 0, npzRemedy, "the array has shape %v, the graph %d nodes", a.shape, g.N)
			}
		}
	}
	found, err := z.addAttributes(g, tally, format, x, y)
	if err == nil {
		found.negative = entries.negativeEdges(isSymmetric)
	}
	return found, err
}

// featureMatrix returns the sparse matrix of features. It returns nil if the file has no such matrix.
// It also returns nil if dense, the array of dense features, is not nil: dense features have priority.
func (z *npz) featureMatrix(dense *npyArray) *npzMatrix {
	if dense != nil {
		return nil
	}
	for _, prefix := range featurePrefixes {
		if features := z.matrix(prefix); features != nil {
			return features
		}
	}
	return nil
}

// sparseFeatures sets g.X from the csr matrix features. The entries of a row may be in any order.
// A form other than csr, and a number of rows other than the number of nodes, are errors. So is a row with two non-zero entries in one
// column, a value that is not finite, and a feature that featureRows.add refuses.
func sparseFeatures(z *npz, g *graph.Graph, features *npzMatrix) error {
	if err := features.limitError(z.file); err != nil {
		return err
	}
	if features.ptr == nil || features.byCol {
		return fault(z.file, 0, "call .tocsr() before saving", "the matrix of the features is not in csr")
	}
	if features.rows != g.N {
		return fault(z.file, 0, npzRemedy, "the features have %d rows, the graph %d nodes", features.rows, g.N)
	}
	x := newFeatures(z.file, g.N, features.cols)
	// row has the entries of the current row.
	var row []linalg.Triplet
	// completeRows completes all rows before row end, among them rows without entries, which eachEntry leaves out.
	completeRows := func(end int) error {
		// Of k complete rows, x.Ptr has k+1 pointers.
		for len(x.Ptr) <= end && x.err == nil {
			sort.SliceStable(row, func(a, b int) bool { return row[a].Col < row[b].Col })
			for k, e := range row {
				if k > 0 && row[k-1].Col == e.Col {
					return fault(z.file, 0, "call sum_duplicates() before saving", "feature %d of node %d is given twice", e.Col, e.Row)
				}
				x.add(e.Col, e.Val)
			}
			row = row[:0]
			x.endRow()
		}
		return x.err
	}
	// Entries come row by row; the columns of a row are sorted when the row is complete.
	err := features.eachEntry(z.file, func(i, j int, v float64) error {
		if err := completeRows(i); err != nil {
			return err
		}
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fault(z.file, 0, finiteRemedy, "feature %d of node %d is %v", j, i, v)
		}
		row = append(row, linalg.Triplet{Row: i, Col: j, Val: v})
		return nil
	})
	if err == nil {
		err = completeRows(g.N)
	}
	// After an error the caller drops g.
	x.assignTo(g, 0) // no value is missing
	return err
}
