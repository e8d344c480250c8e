package graphio

import (
	"fmt"
	"sort"
	"strconv"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// This file builds the feature matrix of a graph, row by row.
// It also reads and writes the features of a node as a text such as "0:1 7:0.5".

// featureRows is a feature matrix in construction. The last row is incomplete until endRow is called.
type featureRows struct {
	// CSR is the matrix. Row i holds the features of node i.
	linalg.CSR
	// file is the name of the file in errors.
	file string
	// line is the line of the current row in the file, counted from 1. It is 0 if no line is known, as in a binary file.
	line int
	// err is the first error.
	err error
	// grows allows parseEntry to add columns for a feature beyond the last column.
	grows bool
}

// newFeatures returns a matrix to which n rows of cols columns will be added.
func newFeatures(file string, n, cols int) *featureRows {
	return &featureRows{CSR: linalg.CSR{Rows: n, Cols: cols, Ptr: make([]int32, 1, n+1)}, file: file}
}

// add appends the feature v in column col, counted from 0, to the current row. Zeros are not stored.
// Within a row the columns must ascend and lie below x.Cols, which add does not check.
// The faults are more than MaxEntries entries, a column from MaxFeatures on, and a value that is not finite or above MaxFeature in size.
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
	// x.Ptr has one element more than there are complete rows, so len(x.Ptr)-1 is the node of the current row, counted from 0.
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

// featureEntry is a feature of a node, in a column that counts from 0.
type featureEntry struct {
	col   int
	value float64
}

// featureList adds the row of node i to x. text is a list of "column:value" pairs in any order, or one number per column.
// Columns count from 0. listFields has the separators.
// A fault of parseEntry or of add is an error, and so is a column with two different values other than 0.
func (a *assembly) featureList(x *featureRows, i int, text string) {
	fail := func(feature, why, remedy string) {
		a.fail(a.lines[i], remedy, "the feature %s of node %s %s", quote(feature), quote(a.ids[i]), why)
	}
	var row []featureEntry
	for position, field := range listFields(text) {
		entry, why, remedy := x.parseEntry(position, field)
		if why != "" {
			fail(field, why, remedy)
			return
		}
		if entry.value != 0 {
			row = append(row, entry)
		}
	}
	// The matrix stores its rows in ascending order of columns.
	sort.SliceStable(row, func(p, q int) bool { return row[p].col < row[q].col })
	x.line = a.lines[i]
	for k, e := range row {
		repeatsColumn := k > 0 && row[k-1].col == e.col
		if !repeatsColumn {
			x.add(e.col, e.value)
			continue
		}
		// The list may repeat a column with the same value, but not with two values.
		if row[k-1] != e {
			fail(strconv.Itoa(e.col), "is given twice", "give each feature of a node once")
			return
		}
	}
	x.endRow()
	a.keepError(x.err)
}

// parseEntry parses "column:value", or a value alone. The column of a value alone is position, its index in the list.
// why describes the fault of the field: no finite number, or no column of x. It is "" for a valid field. remedy is its remedy.
// If x.grows is true, parseEntry widens x for a new column, up to MaxFeatures columns.
func (x *featureRows) parseEntry(position int, field string) (entry featureEntry, why, remedy string) {
	const columnRemedy = "write column:value, with columns from 0"
	col, number := position, field
	before, after, hasColumn := strings.Cut(field, ":")
	if hasColumn {
		id, idFault := parseID([]byte(before))
		if idFault != "" || id >= MaxFeatures {
			return entry, "has no column number below " + strconv.Itoa(MaxFeatures), columnRemedy
		}
		col, number = int(id), after
	}
	value, why := parseNumber(number)
	isBeyond := col >= x.Cols
	switch {
	case why != "":
		return entry, why, finiteRemedy
	case isBeyond && x.grows && col < MaxFeatures:
		x.Cols = col + 1
	case isBeyond && x.Cols == 0:
		return entry, "is one too many: the graph has no features", columnRemedy
	case isBeyond:
		return entry, fmt.Sprintf("is beyond the last column, %d", x.Cols-1), columnRemedy
	}
	return featureEntry{col, value}, "", ""
}

// formatFeatures returns row i of x as "column:value" pairs, separated by spaces. featureList parses the result.
func formatFeatures(x *linalg.CSR, i int) string {
	var b []byte
	for p := x.Ptr[i]; p < x.Ptr[i+1]; p++ {
		if len(b) > 0 {
			b = append(b, ' ')
		}
		b = strconv.AppendInt(b, int64(x.Col[p]), 10)
		b = append(b, ':')
		b = strconv.AppendFloat(b, x.Val[p], 'g', -1, 64)
	}
	return string(b)
}
