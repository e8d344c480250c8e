package graphio

import (
	"encoding/xml"
	"path"
	"slices"
	"strconv"
	"strings"
)

// readExcel reads the sheets of an Excel workbook.
func (b *bookReader) readExcel() (out []*sheetData, err error) {
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
	var parts []string
	err = b.walkPart("xl/workbook.xml", func(e xml.StartElement) {
		switch e.Name.Local {
		case "workbookPr":
			from1904 = attr(e, "date1904") == "1" || attr(e, "date1904") == "true"
		case "sheet":
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
	shared, err := b.sharedStrings()
	if err != nil {
		return nil, err
	}
	dates, err := b.dateStyles()
	if err != nil {
		return nil, err
	}
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

// sharedStrings returns the texts to which cells refer by number. Phonetic guides are left out.
func (b *bookReader) sharedStrings() (out []string, err error) {
	var text strings.Builder
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

// dateStyles reports, for every cell style, whether it displays a date.
func (b *bookReader) dateStyles() (dates []bool, err error) {
	custom := map[string]bool{}
	inside := false
	err = b.walkPart("xl/styles.xml", func(e xml.StartElement) {
		switch id := attr(e, "numFmtId"); e.Name.Local {
		case "numFmt":
			custom[id] = isDateFormat(attr(e, "formatCode"))
		case "cellXfs":
			inside = true
		case "xf":
			// Built-in formats of ECMA-376, 18.8.30, with those of East Asian locales.
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

// isDateFormat reports whether a number format displays days, months or years.
func isDateFormat(code string) bool {
	quoted, bracket := false, false
	for k := 0; k < len(code); k++ {
		switch c := code[k]; {
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
type excelSheet struct {
	*sheetData
	shared          []string
	dates           []bool
	from1904, large bool
	row, col        int
	kind            string
	date            bool
	// text is the text within the cell.
	text strings.Builder
	// merged are ranges of several rows and one column: first row, last row, column.
	merged [][4]int
}

// start handles the begin of an element.
func (s *excelSheet) start(e xml.StartElement) {
	switch e.Name.Local {
	case "row":
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
		if _, c, ok := cellPlace(attr(e, "r")); ok {
			s.col = c
		}
		s.kind = attr(e, "t")
		k, err := strconv.Atoi(attr(e, "s"))
		s.date = err == nil && k >= 0 && k < len(s.dates) && s.dates[k]
		s.text.Reset()
	case "mergeCell":
		first, last, ok := strings.Cut(attr(e, "ref"), ":")
		r0, c0, ok0 := cellPlace(first)
		r1, c1, ok1 := cellPlace(last)
		if ok && ok0 && ok1 && r1 > r0 && c0 == c1 && len(s.merged) < maxRow {
			s.merged = append(s.merged, [4]int{r0, r1, c0})
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
		case "s":
			k, err := strconv.Atoi(v)
			if v = ""; err == nil && k >= 0 && k < len(s.shared) {
				v = strings.TrimSpace(s.shared[k])
			}
			s.grid.countKind(s.col, v, true)
		case "str", "inlineStr":
			s.grid.countKind(s.col, v, true)
		case "b":
			v = map[string]string{"1": "true", "0": "false"}[v]
		case "e":
			// #N/A marks a missing value; it does not count as an error.
			if v != "#N/A" {
				s.marks.errors++
			}
			v = ""
		case "d":
			s.marks.dates++
		default:
			if x, why := parseNumber(v); why == "" && s.date && x >= 1 && x < 3_000_000 {
				v = dateText(x, s.from1904)
				s.marks.dates++
			} else if why == "" {
				v = plainNumberText(v)
				s.grid.countKind(s.col, v, false)
			}
		}
		s.large = s.large || !s.grid.set(s.row, s.col, v)
	}
}

// fillMerged sets the cells of merged ranges of one column to the value of the range.
func (s *excelSheet) fillMerged() {
	for _, m := range s.merged {
		if m[0] >= len(s.grid.rows) || cellAt(s.grid.rows[m[0]], m[2]) == "" {
			continue
		}
		s.marks.merged++
		for r := m[0] + 1; r <= min(m[1], len(s.grid.rows)-1); r++ {
			// Otherwise empty rows stay empty.
			if slices.ContainsFunc(s.grid.rows[r], func(v string) bool { return v != "" }) {
				s.large = s.large || !s.grid.set(r, m[2], s.grid.rows[m[0]][m[2]])
			}
		}
	}
}
