package graphio

import (
	"encoding/xml"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// This file reads the sheets of Excel workbooks (.xlsx) for openWorkbook.

// readExcel returns the sheets in the order of the workbook. A damaged part, or a sheet beyond the limits of grid.set, is an error.
func (b *bookReader) readExcel() (out []*sheetData, err error) {
	// targets maps the id of a part, by which the workbook refers to it, to the path of the part in the archive.
	targets := map[string]string{}
	// ignore handles end tags. In the first two parts, only the start tags have data.
	ignore := func(name, text string) {}
	err = b.walkPart("xl/_rels/workbook.xml.rels", func(e xml.StartElement, _ string) {
		if e.Name.Local != "Relationship" {
			return
		}
		// A path is absolute, or relative to the folder xl.
		target := attr(e, "Target")
		if !strings.HasPrefix(target, "/") {
			target = path.Join("xl", target)
		}
		targets[attr(e, "Id")] = strings.TrimPrefix(path.Clean(target), "/")
	}, ignore)
	if err != nil {
		return nil, err
	}
	var parts []string // the paths of the parts of the sheets
	origin := from1900
	err = b.walkPart("xl/workbook.xml", func(e xml.StartElement, _ string) {
		switch e.Name.Local {
		case "workbookPr":
			if attr(e, "date1904") == "1" || attr(e, "date1904") == "true" {
				origin = from1904
			}
		case "sheet":
			// The id has a namespace, unlike other attributes called id.
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
			// The state of a hidden sheet is hidden or veryHidden. A sheet without a target has the part "" and no rows.
			out = append(out, &sheetData{name: attr(e, "name"), hidden: strings.Contains(strings.ToLower(attr(e, "state")), "hidden")})
			parts = append(parts, targets[id])
		}
	}, ignore)
	if err != nil {
		return nil, err
	}
	shared, err := b.sharedStrings()
	if err != nil {
		return nil, err
	}
	dates, err := b.dateStyles()
	if err != nil {
		return nil, err
	}
	for k, s := range out {
		r := excelSheet{sheetData: s, shared: shared, dates: dates, origin: origin, row: -1}
		if err := b.walkPart(parts[k], r.start, r.end); err != nil {
			return nil, err
		}
		if r.large {
			return nil, b.sizeError(s.name)
		}
		r.fillMerged()
	}
	return out, nil
}

// sharedStrings returns the texts of the workbook, without phonetic guides. Cells refer to a text by its index, from 0.
// An element si is a text. Its elements t are pieces of the text with different formats.
func (b *bookReader) sharedStrings() (out []string, err error) {
	var text strings.Builder
	isPhonetic := false // whether a phonetic guide (rPh) is open
	start := func(e xml.StartElement, _ string) {
		switch e.Name.Local {
		case "si":
			text.Reset()
		case "rPh":
			isPhonetic = true
		}
	}
	end := func(name, s string) {
		switch name {
		case "t":
			if !isPhonetic {
				text.WriteString(s)
			}
		case "rPh":
			isPhonetic = false
		case "si":
			out = append(out, text.String())
		}
	}
	err = b.walkPart("xl/sharedStrings.xml", start, end)
	return out, err
}

// dateStyles reports for every cell style, by its index from 0, whether the style displays a date.
func (b *bookReader) dateStyles() (dates []bool, err error) {
	// custom reports whether a number format of the workbook displays a date. The key is the id of the format.
	custom := map[string]bool{}
	// isCellStyle reports that the list of the cell styles (cellXfs) is open. Elements xf of other lists are no cell styles.
	isCellStyle := false
	start := func(e xml.StartElement, _ string) {
		id := attr(e, "numFmtId")
		switch e.Name.Local {
		case "numFmt":
			custom[id] = isDateFormat(attr(e, "formatCode"))
		case "cellXfs":
			isCellStyle = true
		case "xf":
			if isCellStyle {
				dates = append(dates, custom[id] || isBuiltInDate(id))
			}
		}
	}
	end := func(name, text string) {
		if name == "cellXfs" {
			isCellStyle = false
		}
	}
	err = b.walkPart("xl/styles.xml", start, end)
	return dates, err
}

// isBuiltInDate reports whether a built-in number format displays a date or a time (ECMA-376, 18.8.30, with East Asian locales).
// Format 46, [h]:mm:ss, displays a duration.
func isBuiltInDate(id string) bool {
	n, _ := strconv.Atoi(id) // 0 for another text: 0 is no date
	for _, ids := range [][2]int{{14, 22}, {27, 36}, {45, 45}, {47, 47}, {50, 58}} {
		if n >= ids[0] && n <= ids[1] {
			return true
		}
	}
	return false
}

// isDateFormat reports whether the code of a number format displays days, months or years, such as yyyy-mm-dd.
// Times with minutes, such as hh:mm, also count, because m means minutes and months. Durations, such as [h]:mm, are numbers.
// Texts in quotes or brackets, such as the colour [Red], do not count.
func isDateFormat(code string) bool {
	// In a format with digits, such as 0.0 m, the letter m is a unit.
	hasDigits := strings.ContainsAny(code, "0#")
	inQuotes, inBrackets := false, false
	for k := 0; k < len(code); k++ {
		c := code[k]
		switch {
		// The next character is literal text, gives a width, or is a filler.
		case c == '\\' || c == '_' || c == '*':
			k++
		case c == '"':
			inQuotes = !inQuotes
		case inQuotes: // skipped, also if it is a bracket
		case c == '[':
			inBrackets = true
			// Hours, minutes or seconds in brackets count beyond 24 or 60.
			unit, _, _ := strings.Cut(strings.ToLower(code[k+1:]), "]")
			isElapsed := strings.Trim(unit, "h") == "" || strings.Trim(unit, "m") == "" || strings.Trim(unit, "s") == ""
			if isElapsed {
				return false
			}
		case c == ']':
			inBrackets = false
		case inBrackets: // skipped
		case strings.IndexByte("yYdD", c) >= 0, strings.IndexByte("mM", c) >= 0 && !hasDigits:
			return true
		}
	}
	return false
}

// excelSheet reads the XML of a sheet: walkPart calls start and end for each element.
type excelSheet struct {
	*sheetData
	// shared is the result of sharedStrings, and dates is the result of dateStyles.
	shared []string
	dates  []bool
	// origin is the day from which the workbook counts days. large reports a sheet beyond the limits of grid.set.
	origin dateOrigin
	large  bool
	// row and col are the position of the current cell, from 0, and -1 before the first row or cell.
	// kind is the type of the cell. hasDateStyle reports that the style of the cell displays a date.
	row, col     int
	kind         string
	hasDateStyle bool
	text         strings.Builder // the text of the current cell, without phonetic guides
	isPhonetic   bool            // whether a phonetic guide (rPh) is open
	// merged are the merged ranges of several rows and one column.
	merged []mergedRange
}

// mergedRange is a merged range of cells in one column. Rows and column count from 0.
type mergedRange struct{ firstRow, lastRow, column int }

// start handles a start tag of a sheet.
func (s *excelSheet) start(e xml.StartElement, _ string) {
	switch e.Name.Local {
	case "row":
		// The number of a row counts from 1. A row without a number, or with the number of an earlier row, follows the last row.
		s.row++
		if number, err := strconv.Atoi(attr(e, "r")); err == nil && number > s.row {
			s.row = number - 1
		}
		s.col = -1
		hiddenValue := attr(e, "hidden")
		if hiddenValue == "1" || hiddenValue == "true" {
			s.marks.hiddenRows++
		}
	case "c":
		// A cell without a reference follows the cell to its left. The row in a reference is ignored.
		s.col++
		if _, c, ok := parseCellReference(attr(e, "r")); ok {
			s.col = c
		}
		s.kind = attr(e, "t")
		style, err := strconv.Atoi(attr(e, "s")) // the index in dates
		hasStyle := err == nil && style >= 0 && style < len(s.dates)
		s.hasDateStyle = hasStyle && s.dates[style]
		s.text.Reset()
	case "rPh":
		s.isPhonetic = true
	case "mergeCell":
		first, last, isRange := strings.Cut(attr(e, "ref"), ":") // such as B2:B5
		firstRow, firstColumn, isFirst := parseCellReference(first)
		lastRow, lastColumn, isLast := parseCellReference(last)
		// A range of several columns is usually a heading. Its value is not repeated.
		// A file may list any number of ranges. At most maxRow are kept, and the others are ignored.
		areCells := isRange && isFirst && isLast
		isColumn := lastRow > firstRow && firstColumn == lastColumn
		if areCells && isColumn && len(s.merged) < maxRow {
			s.merged = append(s.merged, mergedRange{firstRow, lastRow, firstColumn})
		}
	}
}

// end handles an end tag. At the end of a cell it sets the cell in the grid, and counts dates and errors in marks.
// The type of a cell (kind) decides the meaning of its text. Formulas (elements f) are left out.
func (s *excelSheet) end(name, text string) {
	switch name {
	case "v", "t":
		if !s.isPhonetic {
			s.text.WriteString(text)
		}
	case "rPh":
		s.isPhonetic = false
	case "c":
		v := strings.TrimSpace(s.text.String())
		switch s.kind {
		// The index of a shared text. With an index out of range, the cell is empty.
		case "s":
			k, err := strconv.Atoi(v)
			v = ""
			if err == nil {
				v = strings.TrimSpace(unescapeCell(cellAt(s.shared, k)))
			}
			s.grid.countText(s.col, v)
		// The text of a formula, or a text in the cell itself.
		case "str", "inlineStr":
			v = strings.TrimSpace(unescapeCell(v))
			s.grid.countText(s.col, v)
		// A truth value. A text other than 1 and 0 becomes "".
		case "b":
			v = map[string]string{"1": "true", "0": "false"}[v]
		case "e":
			// #N/A means a missing value and is not counted as an error.
			if v != "#N/A" {
				s.marks.errors++
			}
			v = ""
		// A date in the notation of ISO 8601.
		case "d":
			v = isoDateText(v)
			s.marks.dates++
		// A number, or a cell without a type. A text that is no number is stored as it is.
		default:
			x, why := parseNumber(v)
			if why != "" {
				break
			}
			// The style makes a number a date. A number below 1 is a time without a date, and stays a number.
			// The last date of Excel, the end of the year 9999, has the serial number 2958465. maxSerial is this number, rounded up.
			const maxSerial = 3_000_000
			isDate := s.hasDateStyle && x >= 1 && x < maxSerial
			if isDate {
				v = dateText(x, s.origin)
				s.marks.dates++
			} else {
				v = plainNumberText(v)
				s.grid.countNumber(s.col)
			}
		}
		s.large = s.large || !s.grid.set(s.row, s.col, v)
	}
}

// unescapeCell replaces the escapes _xHHHH_ of characters in a text (ECMA-376, 22.9.2.19). Excel writes CR as _x000D_, and _ as _x005F_
// before the letters of an escape. An escape of no printable character or white space stays as it is.
func unescapeCell(s string) string {
	var out strings.Builder
	for {
		k := strings.Index(s, "_x")
		if k < 0 || len(s) < k+len("_x000D_") {
			return out.String() + s
		}
		code, err := strconv.ParseUint(s[k+len("_x"):k+len("_x000D")], 16, 16)
		c, end := rune(code), k+len("_x000D_")
		isCharacter := unicode.IsPrint(c) || unicode.IsSpace(c)
		if err != nil || s[end-1] != '_' || !isCharacter {
			end = k + len("_x")
			out.WriteString(s[:end])
		} else {
			out.WriteString(s[:k] + string(c))
		}
		s = s[end:]
	}
}

// fillMerged copies the value of each range in merged to the cells of the range, in the rows that have other cells.
// It counts the ranges with a value in marks. Cells beyond maxCells stay empty, without an error.
func (s *excelSheet) fillMerged() {
	isFilled := func(v string) bool { return v != "" }
	for _, m := range s.merged {
		// A range below the last filled row has no value.
		if m.firstRow >= len(s.grid.rows) {
			continue
		}
		// The value of a range is in its first cell.
		value := cellAt(s.grid.rows[m.firstRow], m.column)
		if value == "" {
			continue
		}
		s.marks.merged++
		for r := m.firstRow + 1; r <= min(m.lastRow, len(s.grid.rows)-1); r++ {
			// A row without other cells remains empty.
			if slices.ContainsFunc(s.grid.rows[r], isFilled) {
				s.large = s.large || !s.grid.set(r, m.column, value)
			}
		}
	}
}
