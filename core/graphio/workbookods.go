package graphio

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strconv"
	"strings"
)

// This file reads the sheets of OpenDocument spreadsheets (.ods) for openWorkbook.

// readOpenDocument returns the sheets in the order of the spreadsheet. Damaged XML, and a sheet beyond the limits, are errors.
func (b *bookReader) readOpenDocument() ([]*sheetData, error) {
	r := odsReader{hidden: map[string]bool{}}
	if err := b.walkPart("content.xml", r.start, r.end); err != nil {
		return nil, err
	}
	if r.large != "" {
		return nil, b.sizeError(r.large)
	}
	return r.sheets, nil
}

// odsReader is the state of a reader of content.xml. Equal cells or rows in sequence have one element with the number of repetitions.
type odsReader struct {
	sheets []*sheetData
	// hidden reports, by the name of a style of tables, whether it hides the table.
	hidden map[string]bool
	// style is the name of the last style whose element began.
	style string
	// large is the name of a sheet beyond the limits, or "".
	large string
	// depth is the number of open tables, notes and drawings (isAside). Cells of a sheet have depth 1.
	depth int

	// row and col are the current position, from 0. rows and cols are the numbers of repetitions of the row and of the cell.
	row, col, rows, cols int
	// cells are the filled cells of the current row.
	cells []odsCell
	// value and kind are the value and the type of the current cell. text is its displayed text. isError reports the mark of an error.
	value, kind string
	text        []byte
	isError     bool
	// inParagraph reports an open paragraph of the current cell. Only a paragraph has displayed text.
	inParagraph bool
	// rowSpan is the number of rows that the current cell spans. It is 1 for a range of several columns.
	rowSpan int
	// spans are the merged ranges that began in a row above, by column.
	spans map[int]odsRun
}

// odsCell is a filled cell in the columns first to end-1.
type odsCell struct {
	first, end int
	value      string
}

// odsRun is the value of a merged range and the number of its remaining rows.
type odsRun struct {
	value string
	rows  int
}

// repeatCount returns an attribute as a number, limited to 1..maxRow. It returns 1 if the attribute is missing or no integer.
func repeatCount(e xml.StartElement, name string) int {
	n, err := strconv.Atoi(attr(e, name))
	if err != nil {
		return 1
	}
	return max(1, min(n, maxRow))
}

// sheet returns the current sheet, whose element began last.
func (r *odsReader) sheet() *sheetData { return r.sheets[len(r.sheets)-1] }

// start handles the start tag of an element of content.xml. before is the character data directly before the tag.
func (r *odsReader) start(e xml.StartElement, before string) {
	if r.depth == 1 && len(r.sheets) > 0 { // also directly before a note or a drawing
		r.addText(before)
	}
	// Styles, and elements that may contain tables.
	switch e.Name.Local {
	case "style":
		r.style = attr(e, "name")
	case "table-properties":
		r.hidden[r.style] = attr(e, "display") == "false"
	case "table":
		r.depth++
		if r.depth == 1 {
			r.sheets = append(r.sheets, &sheetData{name: attr(e, "name"), hidden: r.hidden[attr(e, "style-name")]})
			r.row, r.spans = 0, map[int]odsRun{}
		}
	default:
		r.depth += oneIf(isAside(e.Name.Local))
	}
	// In notes, drawings and inner tables of a sheet, depth is 2 or more, and elements do not count.
	// In a note before the first sheet, depth is 1, too.
	if r.depth != 1 || len(r.sheets) == 0 {
		return
	}
	// Rows, cells and texts of the sheet.
	switch e.Name.Local {
	case "table-row":
		r.rows = repeatCount(e, "number-rows-repeated")
		r.col, r.cells = 0, r.cells[:0]
		// A row is hidden by the user (collapse), or by a filter.
		visibility := attr(e, "visibility")
		if visibility == "collapse" || visibility == "filter" {
			r.sheet().marks.hiddenRows += r.rows
		}
	case "table-cell", "covered-table-cell":
		r.cols, r.rowSpan = repeatCount(e, "number-columns-repeated"), repeatCount(e, "number-rows-spanned")
		// A range of several columns is usually a heading. Its value is not repeated in the rows below.
		if repeatCount(e, "number-columns-spanned") > 1 {
			r.rowSpan = 1
		}
		r.kind, r.text, r.inParagraph = attr(e, "value-type"), r.text[:0], false
		// LibreOffice marks errors with a second attribute value-type, in whatever language it displays them.
		isMark := func(a xml.Attr) bool { return a.Name.Local == "value-type" && a.Value == "error" }
		r.isError = slices.ContainsFunc(e.Attr, isMark)
		switch r.kind {
		case "float", "percentage", "currency":
			r.value = plainNumberText(attr(e, "value"))
		case "date":
			r.value = isoDateText(attr(e, "date-value"))
		case "boolean":
			r.value = attr(e, "boolean-value")
		default:
			// For a text, endCell takes the displayed text instead.
			r.value = ""
		}
	case "p":
		// A space separates two paragraphs.
		r.inParagraph = true
		r.addText(" ")
	case "s":
		// The element s stands for c spaces, which all belong to the text.
		r.text = append(r.text, strings.Repeat(" ", repeatCount(e, "c"))...)
	case "tab", "line-break":
		r.addText(" ")
	}
}

// addText adds character data to the text of the current cell. Outside a paragraph it has no effect.
// As in other programs, white space of any length in the XML is one space.
func (r *odsReader) addText(s string) {
	if !r.inParagraph {
		return
	}
	for i := range len(s) {
		switch s[i] {
		case ' ', '\t', '\r', '\n':
			if !bytes.HasSuffix(r.text, []byte(" ")) {
				r.text = append(r.text, ' ')
			}
		default:
			r.text = append(r.text, s[i])
		}
	}
}

// end handles the end of an element. text is the character data directly before the tag.
func (r *odsReader) end(name, text string) {
	if r.depth == 1 && len(r.sheets) > 0 {
		r.addText(text)
		switch name {
		case "p":
			r.inParagraph = false
		case "table-cell":
			r.endCell(ownCell)
		case "covered-table-cell":
			r.endCell(coveredCell)
		case "table-row":
			r.endRow()
		}
	}
	// The elements that start has counted in depth.
	r.depth -= oneIf(name == "table" || isAside(name))
}

// isAside reports whether an element is a note or a drawing, whose text is no part of a cell. name is its local name.
func isAside(name string) bool {
	switch name {
	case "annotation", "shapes", "frame", "custom-shape", "rect", "line", "polyline", "polygon", "regular-polygon", "path", "circle",
		"ellipse", "g", "connector", "caption", "measure", "control", "scene":
		return true
	}
	return false
}

// odsCellKind distinguishes the two elements of a cell.
type odsCellKind bool

const (
	ownCell     odsCellKind = false // table-cell, also the first cell of a merged range
	coveredCell odsCellKind = true  // covered-table-cell: any other cell of a merged range, which gets the value of the range
)

// endCell adds the current cell to the row, unless it is empty, and counts dates, errors and merged ranges in marks.
// A cell in repeated columns or rows is counted once. element is the element of the cell.
func (r *odsReader) endCell(element odsCellKind) {
	s, v := r.sheet(), r.value
	// Texts, dates and plain numbers (float) are counted. A cell of another kind, such as a percentage, only keeps its value.
	switch r.kind {
	case "string", "time", "error", "":
		// The displayed text, which may be an error such as #REF! and Err:502. #N/A means a missing value.
		v = strings.TrimSpace(string(r.text))
		isMarked := strings.HasPrefix(v, "#") && strings.HasSuffix(v, "!") && v == strings.ToUpper(v)
		isError := r.isError || isMarked || v == "#NAME?" || strings.HasPrefix(v, "Err:")
		if isError && v != "#N/A" {
			s.marks.errors++
			v = ""
		}
		s.grid.countText(r.col, v)
	case "date":
		s.marks.dates++
	case "float":
		s.grid.countNumber(r.col)
	}
	switch {
	case element == coveredCell:
		r.addCovered(v)
	// A cell in column maxColumn, the first beyond the limit, is kept, so that endRow detects a sheet beyond the limits.
	case v != "":
		r.cells = append(r.cells, odsCell{min(r.col, maxColumn), min(r.col+r.cols, maxColumn+1), v})
		if r.rowSpan > 1 {
			s.marks.merged++
			r.spans[r.col] = odsRun{v, r.rowSpan - 1}
		}
	}
	r.col += r.cols
}

// addCovered adds the covered cells of an element, one for each of r.cols columns. A merged range that began in a row above repeats its
// value in its column. In any other column the cell has the value v of the element.
func (r *odsReader) addCovered(v string) {
	for c := min(r.col, maxColumn); c < min(r.col+r.cols, maxColumn+1); c++ {
		value := v
		if run, ok := r.spans[c]; ok {
			value = run.value
			run.rows -= r.rows // the row may be repeated
			r.spans[c] = run
			if run.rows <= 0 {
				delete(r.spans, c)
			}
		}
		if value != "" {
			r.cells = append(r.cells, odsCell{c, c + 1, value})
		}
	}
}

// endRow adds the cells of the current row to all repetitions of the row. Empty repetitions need no cells.
// A cell beyond the limits sets large and ends the work.
func (r *odsReader) endRow() {
	if len(r.cells) == 0 {
		r.row += r.rows
		return
	}
	for k := 0; k < r.rows && r.large == ""; k++ {
		for _, c := range r.cells {
			for col := c.first; col < c.end; col++ {
				if !r.sheet().grid.set(r.row, col, c.value) {
					r.large = r.sheet().name
					return
				}
			}
		}
		r.row++
	}
}
