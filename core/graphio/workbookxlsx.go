package graphio

import (
	"encoding/xml"
	"path"
	"slices"
	"strconv"
	"strings"
)

// The sheets of Excel workbooks.

// readExcel reads the sheets of an Excel workbook.
func (b *bookReader) readExcel() (out []*sheetData, err error) {
	// The paths of the parts, by the id of their relationship.
	targets, from1904 := map[string]string{}, false
	ignore := func(name, text string) {}
	err = b.walkPart("xl/_rels/workbook.xml.rels", func(e xml.StartElement) {
		if e.Name.Local == "Relationship" {
			t := attr(e, "Target")
			if !strings.HasPrefix(t, "/") {
				t = path.Join("xl", t)
			}
			targets[attr(e, "Id")] = strings.TrimPrefix(path.Clean(t), "/")
		}
	}, ignore)
	if err != nil {
		return nil, err
	}
	// The names of the sheets and the paths of their parts, in the order of the workbook.
	var parts []string
	err = b.walkPart("xl/workbook.xml", func(e xml.StartElement) {
		switch e.Name.Local {
		case "workbookPr":
			from1904 = attr(e, "date1904") == "1" || attr(e, "date1904") == "true"
		case "sheet":
			// The id has a namespace, unlike other attributes called id.
			id := ""
			for _, a := range e.Attr {
				if a.Name.Local == "id" && a.Name.Space != "" {
					id = a.Value
				}
			}
			out = append(out, &sheetData{name: attr(e, "name"), hidden: strings.Contains(strings.ToLower(attr(e, "state")), "hidden")})
			parts = append(parts, targets[id])
		}
	}, ignore)
	if err != nil {
		return nil, err
	}
	// Texts and styles of cells are in parts that all sheets share.
	shared, err := b.sharedStrings()
	if err != nil {
		return nil, err
	}
	dates, err := b.dateStyles()
	if err != nil {
		return nil, err
	}
	// The cells of every sheet.
	for k, s := range out {
		r := excelSheet{sheetData: s, shared: shared, dates: dates, from1904: from1904, row: -1}
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

// sharedStrings returns the texts that cells refer to by number. Phonetic guides are left out.
func (b *bookReader) sharedStrings() (out []string, err error) {
	var text strings.Builder
	// phonetic reports an open phonetic guide (rPh).
	phonetic := false
	err = b.walkPart("xl/sharedStrings.xml", func(e xml.StartElement) {
		switch e.Name.Local {
		case "si":
			text.Reset()
		case "rPh":
			phonetic = true
		}
	}, func(name, s string) {
		switch name {
		case "t":
			if !phonetic {
				text.WriteString(s)
			}
		case "rPh":
			phonetic = false
		case "si":
			out = append(out, text.String())
		}
	})
	return out, err
}

// dateStyles reports for every cell style whether the style displays a date.
func (b *bookReader) dateStyles() (dates []bool, err error) {
	custom := map[string]bool{}
	// Only the formats of cells (cellXfs) count. custom are the formats of the workbook.
	inside := false
	err = b.walkPart("xl/styles.xml", func(e xml.StartElement) {
		switch id := attr(e, "numFmtId"); e.Name.Local {
		case "numFmt":
			custom[id] = isDateFormat(attr(e, "formatCode"))
		case "cellXfs":
			inside = true
		case "xf":
			// The numbers of built-in date formats are in ECMA-376, 18.8.30, with those of East Asian locales.
			if n, _ := strconv.Atoi(id); inside {
				dates = append(dates, custom[id] || n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58)
			}
		}
	}, func(name, text string) {
		if name == "cellXfs" {
			inside = false
		}
	})
	return dates, err
}

// isDateFormat reports whether a number format displays days, months or years. Texts in quotes and brackets do not count.
func isDateFormat(code string) bool {
	quoted, bracket := false, false
	for k := 0; k < len(code); k++ {
		switch c := code[k]; {
		// The next character is literal, a width or a filler.
		case c == '\\' || c == '_' || c == '*':
			k++
		case c == '"':
			quoted = !quoted
		case quoted:
		case c == '[':
			bracket = true
		case c == ']':
			bracket = false
		case !bracket && strings.IndexByte("yYdD", c) >= 0, !bracket && (c == 'm' || c == 'M') && !strings.ContainsAny(code, "0#"):
			return true
		}
	}
	return false
}

// excelSheet reads the XML of a sheet.
// shared are the texts of the workbook, and dates reports the date styles.
type excelSheet struct {
	*sheetData
	shared          []string
	dates           []bool
	from1904, large bool
	// row and col are the position of the current cell, kind its type. date reports that its style displays a date.
	row, col int
	kind     string
	date     bool
	// text is the text of the cell.
	text strings.Builder
	// merged are the merged ranges of several rows and one column.
	merged []mergedRange
}

// mergedRange is a merged range of cells in one column. Rows and column count from 0.
type mergedRange struct{ firstRow, lastRow, column int }

// start handles the begin of an element.
func (s *excelSheet) start(e xml.StartElement) {
	switch e.Name.Local {
	case "row":
		// Rows and cells without a reference follow the one before.
		s.row++
		if r, err := strconv.Atoi(attr(e, "r")); err == nil && r > s.row {
			s.row = r - 1
		}
		s.col = -1
		if h := attr(e, "hidden"); h == "1" || h == "true" {
			s.marks.hiddenRows++
		}
	case "c":
		s.col++
		if _, c, ok := parseCellReference(attr(e, "r")); ok {
			s.col = c
		}
		s.kind = attr(e, "t")
		k, err := strconv.Atoi(attr(e, "s"))
		s.date = err == nil && k >= 0 && k < len(s.dates) && s.dates[k]
		s.text.Reset()
	// A reference such as B2:B5.
	case "mergeCell":
		first, last, ok := strings.Cut(attr(e, "ref"), ":")
		firstRow, firstColumn, isFirst := parseCellReference(first)
		lastRow, lastColumn, isLast := parseCellReference(last)
		isColumn := lastRow > firstRow && firstColumn == lastColumn
		if ok && isFirst && isLast && isColumn && len(s.merged) < maxRow {
			s.merged = append(s.merged, mergedRange{firstRow, lastRow, firstColumn})
		}
	}
}

// end handles the end of an element. The type of a cell decides the meaning of its text.
func (s *excelSheet) end(name, text string) {
	switch name {
	case "v", "t":
		s.text.WriteString(text)
	case "c":
		v := strings.TrimSpace(s.text.String())
		switch s.kind {
		// The number of a shared text.
		case "s":
			k, err := strconv.Atoi(v)
			if v = ""; err == nil && k >= 0 && k < len(s.shared) {
				v = strings.TrimSpace(s.shared[k])
			}
			s.grid.countText(s.col, v)
		// The text of a formula, or a text in the cell itself.
		case "str", "inlineStr":
			s.grid.countText(s.col, v)
		// A truth value.
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
			s.marks.dates++
		default:
			// A number is a date by its style.
			if x, why := parseNumber(v); why == "" && s.date && x >= 1 && x < 3_000_000 {
				v = dateText(x, s.from1904)
				s.marks.dates++
			} else if why == "" {
				v = plainNumberText(v)
				s.grid.countNumber(s.col)
			}
		}
		s.large = s.large || !s.grid.set(s.row, s.col, v)
	}
}

// fillMerged sets the cells of merged ranges of one column to the value of the range.
func (s *excelSheet) fillMerged() {
	for _, m := range s.merged {
		if m.firstRow >= len(s.grid.rows) || cellAt(s.grid.rows[m.firstRow], m.column) == "" {
			continue
		}
		s.marks.merged++
		value := s.grid.rows[m.firstRow][m.column]
		for r := m.firstRow + 1; r <= min(m.lastRow, len(s.grid.rows)-1); r++ {
			// A row without other cells remains empty.
			if slices.ContainsFunc(s.grid.rows[r], func(v string) bool { return v != "" }) {
				s.large = s.large || !s.grid.set(r, m.column, value)
			}
		}
	}
}
