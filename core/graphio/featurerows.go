package graphio

import (
	"fmt"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// The feature matrix of a graph, read row by row.

// featureRows is a feature matrix in construction. The last row is incomplete until endRow is called.
type featureRows struct {
	// CSR is the matrix. Row i holds the features of node i.
	linalg.CSR
	file string
	// line is the line of the current row in the file, 0 for a binary file.
	line int
	// err is the first error.
	err error
	// grows reports that a feature beyond the last column adds columns to the matrix.
	grows bool
}

// newFeatures returns a matrix without rows, for n rows and cols columns. file is the name of the file in errors.
func newFeatures(file string, n, cols int) *featureRows {
	return &featureRows{CSR: linalg.CSR{Rows: n, Cols: cols, Ptr: make([]int32, 1, n+1)}, file: file}
}

// add appends the feature v in column col, counted from 0, to the current row. Zeros are not stored.
// Within a row the columns must ascend, because add does not sort.
// The first fault is recorded in x.err. After a fault add does nothing.
func (x *featureRows) add(col int, v float64) {
	if v == 0 || x.err != nil {
		return
	}
	fail := func(remedy, format string, args ...any) { x.err = fault(x.file, x.line, remedy, format, args...) }
	switch {
	case len(x.Val) == MaxEntries:
		fail("take fewer features", "more than %d non-zero features", MaxEntries)
	case col >= MaxFeatures:
		fail("take fewer features", "more than %d feature columns", MaxFeatures)
	// x.Ptr has one element more than complete rows, so len(x.Ptr)-1 is the node of the current row, counted from 0.
	case !graph.FeatureFits(v):
		fail(fmt.Sprintf("features are at most %g in size; scale them", MaxFeature), "feature %d of node %d is %g", col, len(x.Ptr)-1, v)
	default:
		x.Col, x.Val = append(x.Col, int32(col)), append(x.Val, v)
	}
}

// endRow completes the current row.
func (x *featureRows) endRow() { x.Ptr = append(x.Ptr, int32(len(x.Val))) }

// assignTo makes the matrix the features of g. missing is the number of missing values, which are 0 in the matrix.
func (x *featureRows) assignTo(g *graph.Graph, missing int) {
	g.X = &x.CSR
	if missing > 0 {
		g.Notes = append(g.Notes, words.Count(missing, "missing feature value")+" taken as 0.")
	}
}
