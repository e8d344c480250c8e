package graphio

import (
	"bytes"
	"math"
	"slices"
	"sort"
	"strings"

	"sheafscope/core/graph"
	"sheafscope/core/words"
)

// This file reads Matrix Market (NIST). A file has a header with the form of the matrix, comments with %, and a line with the numbers of
// rows and columns. In the form coordinate this line also has the number of entries, and each entry has a line `i j value`, or `i j` if the
// type is pattern. Indices count from 1. The form array has all values, column by column. A symmetric matrix has only its lower triangle.

// marketRemedy is the remedy in errors about the header, the sizes and the entries.
const marketRemedy = "a Matrix Market file begins with %%MatrixMarket matrix coordinate … and a line of rows, columns and entries"

// isMarket detects Matrix Market by the first word.
func isMarket(d []byte) bool {
	line, _ := firstLine(d)
	// The header is short. The first line of another file may be very long.
	start := line[:min(len(line), 100)]
	header := strings.Fields(strings.ToLower(string(start)))
	return len(header) > 0 && header[0] == "%%matrixmarket"
}

// marketReader is the state of a reader of Matrix Market between two lines.
type marketReader struct {
	a *assembly
	// rows and cols are the numbers of rows and columns, 0 before the line of sizes.
	rows, cols int64
	// row and col are the position, from 1, of the last value that was read from an array. At first this is the place above the first value.
	row, col int64
	// missing is the number of entries that must still follow in the file. It is negative after too many entries.
	missing int64
	// array reports that the file has the form array. symmetric reports that the file has only the lower triangle.
	array, symmetric bool
	// skew reports that the matrix is skew-symmetric: its triangle has no diagonal. complex reports that the values are complex numbers.
	skew, complex bool
	entries       matrixEntries // the non-zero entries of the matrix
	// signed reports that the values at one position are summed, because some may be negative. The entries are then signedEntries, in the
	// order of the lines.
	// After the last line, readMarket sums the signedEntries at each position, and sets entries to the sums.
	signed        bool
	signedEntries []marketEntry
}

// marketEntry is an entry in row I and column J, from 0, with its value.
type marketEntry struct {
	graph.Edge
	value float64
}

// readMarket reads a file of Matrix Market. In a file with negative values, the entries at one position are summed, as in SciPy.
// A header without its five words, or with unknown words, is an error. So is a damaged size or entry, and a missing or additional entry.
func readMarket(f File, c *Correction) (*Found, error) {
	r := &marketReader{a: newAssembly(f.Name, c), col: 1}
	d := bytes.TrimRight(f.Data, " \t\n")
	blank := len(d) - len(bytes.TrimLeft(d, " \t\n")) // blank lines above the header count in the lines of errors
	head, _ := firstLine(d[blank:])
	header := strings.Fields(strings.ToLower(string(head)))
	if len(header) < 5 {
		return nil, fault(f.Name, lineAt(d, int64(blank)), marketRemedy, "the first line, %s, is not complete", quote(head))
	}
	// The words of the header after %%MatrixMarket: the object, the form, the type of the values, the symmetry.
	for k, known := range []string{"matrix", "coordinate array", "real double integer complex pattern",
		"general symmetric skew-symmetric hermitian"} {
		if !slices.Contains(strings.Fields(known), header[k+1]) {
			return nil, fault(f.Name, lineAt(d, int64(blank)), marketRemedy, "the first line, %s, has the word %s in place of one of: %s",
				quote(head), quote(header[k+1]), known)
		}
	}
	r.array = header[2] == "array"
	r.complex = header[3] == "complex"
	r.symmetric = header[4] != "general"
	r.skew = header[4] == "skew-symmetric"
	// readEntry moves one row down before it stores a value of an array. The first value is in row 1 or, without a diagonal, in row 2.
	r.row = int64(oneIf(r.skew))
	// The sum of several values can be 0 only if some values are negative. So only coordinate files with a minus sign after a space or a tab
	// store all values. An array has one value at each position. Of complex values only the sizes are read, which are not negative.
	hasMinus := bytes.Contains(d, []byte(" -")) || bytes.Contains(d, []byte("\t-"))
	r.signed = hasMinus && !r.array && !r.complex
	// The header begins with %, so contentLines leaves it out like a comment.
	for line, s := range contentLines(d, "%") {
		fields := bytes.Fields(s)
		if r.rows == 0 {
			r.readSizes(fields, line)
		} else {
			r.readEntry(fields, line)
		}
		if r.a.err != nil {
			return nil, r.a.err
		}
	}
	last := lineAt(d, int64(len(d)))
	if r.rows == 0 {
		r.a.fail(last, marketRemedy, "the line with the numbers of rows and columns is missing")
	} else if r.missing > 0 {
		r.a.fail(last, "the file may be cut short or damaged", "%s missing",
			words.Counted(int(r.missing), "entry is", "entries are"))
	}
	// Sorting makes entries at one position neighbours. Each of them adds its value to the next; the last one has the sum.
	sort.SliceStable(r.signedEntries, func(a, b int) bool { return byEnds(r.signedEntries[a].Edge, r.signedEntries[b].Edge) < 0 })
	for k, e := range r.signedEntries {
		isRepeated := k+1 < len(r.signedEntries) && r.signedEntries[k+1].Edge == e.Edge
		if isRepeated {
			r.signedEntries[k+1].value += e.value
		} else {
			r.entries.add(e.I, e.J, e.value)
		}
	}
	// A symmetric matrix has only one of the entries (i, j) and (j, i) in the file. In a rectangular matrix each entry joins a row with a
	// column, which are two sets of nodes.
	r.entries.undirected = r.symmetric || r.rows != r.cols
	r.entries.addTo(r.a)
	// If an error was recorded after the last line, finish returns the error.
	return r.a.finish("Matrix Market")
}

// readNumber parses an integer from 1 to limit. For any other text it records an error in the assembly; the result then has no meaning.
func (r *marketReader) readNumber(s []byte, limit int64, line int) int64 {
	v, why := parseWithin(s, 1, limit)
	if why != "" {
		r.a.fail(line, marketRemedy, "the number %s %s", quote(s), why)
	}
	return v
}

// readSizes reads the line with the numbers of rows, columns and entries, and adds the nodes.
// A missing or invalid number is an error. So is a symmetric matrix that is not square, and a matrix of more than MaxNodes nodes.
// A rectangular matrix gets a note and a doubt.
func (r *marketReader) readSizes(fields [][]byte, line int) {
	// Only the form coordinate gives the number of entries.
	needed := 3
	if r.array {
		needed = 2
	}
	if len(fields) < needed {
		r.a.fail(line, marketRemedy, "the line has no numbers of rows, columns and entries")
		return
	}
	r.rows, r.cols = r.readNumber(fields[0], MaxNodes, line), r.readNumber(fields[1], MaxNodes, line)
	switch {
	case r.skew && r.array: // a triangle without diagonal
		r.missing = r.rows * (r.rows - 1) / 2
	case r.symmetric && r.array: // a triangle with diagonal
		r.missing = r.rows * (r.rows + 1) / 2
	case r.array:
		r.missing = r.rows * r.cols
	default: // the form coordinate
		entries, why := parseID(fields[2])
		if why != "" {
			r.a.fail(line, marketRemedy, "the number of entries %s", why)
			return
		}
		r.missing = entries
	}
	nodes := r.rows
	// In a rectangular matrix, rows and columns are different nodes.
	if r.rows != r.cols {
		nodes += r.cols
		if r.symmetric {
			r.a.fail(line, "write general in the first line, or correct the sizes", "the symmetric matrix has %d rows and %d columns",
				r.rows, r.cols)
			return
		}
		if nodes > MaxNodes {
			r.a.fail(line, smallerRemedy, "the %d rows and %d columns are more than %d nodes", r.rows, r.cols, MaxNodes)
			return
		}
		r.a.notes = append(r.a.notes, twoSetsNote)
		r.a.addDoubt("two-sets", "The rows and the columns of the matrix"+twoSetsDoubt)
	}
	if r.a.err == nil {
		r.a.addNumberedNodes(0, nodes, line) // the ids are the numbers from 1
	}
}

// readValue parses a number in the notation of C or Fortran. For any other text it records an error in the assembly.
func (r *marketReader) readValue(s []byte, line int) float64 {
	number := s
	// Fortran writes exponents with D.
	if k := bytes.IndexAny(s, "dD"); k > 0 {
		number = slices.Concat(s[:k], []byte{'e'}, s[k+1:])
	}
	v, why := parseNumber(string(number))
	if why != "" {
		r.a.fail(line, marketRemedy, "the value %s %s", quote(s), why)
	}
	return v
}

// readEntry reads an entry in coordinate form, or the next value of an array. fields are the words of the line, at least one.
// After an error, readEntry continues with meaningless numbers, because readMarket returns the error and drops all entries.
func (r *marketReader) readEntry(fields [][]byte, line int) {
	bad := func(format string, args ...any) { r.a.fail(line, marketRemedy, format, args...) }
	r.missing--
	// i and j are the row and the column of the entry, from 1. In an array they begin as the position of the previous value.
	// values are the words of the value: the real and the imaginary part of a complex number, or else the last word.
	i, j, values := r.row, r.col, fields
	switch {
	case r.array:
		// The next position is a row below, or the first stored row of the next column.
		i++
		if i > r.rows {
			j++
			i = 1
			// The triangle of a symmetric matrix begins at the diagonal, or one row below.
			if r.symmetric {
				i = j + int64(oneIf(r.skew))
			}
		}
		r.row, r.col = i, j
		isOutside := j > r.cols || i > r.rows
		if r.missing < 0 || isOutside {
			bad("there are more values than the matrix has places")
		}
	// The form coordinate.
	case r.missing < 0:
		bad("there are more entries than the line of the sizes says")
	case len(fields) < 2:
		bad("the line has no row and column")
	default:
		i, j = r.readNumber(fields[0], r.rows, line), r.readNumber(fields[1], r.cols, line)
		values = fields[2:]
	}
	// The type pattern has positions without values. In other types a missing value is no error.
	v := 1.0
	switch {
	case r.complex && len(values) != 2:
		bad("the entry has no real and imaginary part")
	case r.complex:
		// A complex entry is an edge if its real or its imaginary part is not zero.
		v = math.Abs(r.readValue(values[0], line)) + math.Abs(r.readValue(values[1], line))
	case len(values) > 0:
		v = r.readValue(values[len(values)-1], line)
	}
	// One of the two lists is empty until the last line.
	if max(len(r.signedEntries), len(r.entries.list)) == MaxEdges {
		bad("more than %d entries", MaxEdges)
	}
	e := graph.Edge{I: int32(i - 1), J: int32(j - 1)}
	// In a rectangular matrix, the nodes of the columns follow the nodes of the rows.
	if r.rows != r.cols {
		e.J += int32(r.rows)
	}
	if r.signed {
		r.signedEntries = append(r.signedEntries, marketEntry{e, v})
	} else {
		r.entries.add(e.I, e.J, v)
	}
}
