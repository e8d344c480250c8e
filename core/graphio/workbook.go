package graphio

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"path"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// This file reads spreadsheets: zip archives of XML, as Excel workbooks (.xlsx, ECMA-376) or OpenDocument spreadsheets (.ods, ISO 26300).
// The sheet with the edges and the sheet with their nodes are read as tables. A formula is read as its stored value.

// sheetData is the content of a sheet of a workbook.
type sheetData struct {
	name string
	// hidden reports that the sheet is hidden in the spreadsheet program.
	hidden bool
	grid   grid
	marks  sheetCounts
}

// sheetCounts are the numbers of dates, merged ranges, hidden rows and cells with an error in a sheet.
// texts is the number of columns that have both numbers and numbers stored as text. The method remarks sets it.
type sheetCounts struct{ dates, merged, hiddenRows, errors, texts int }

// grid has the cells of a sheet by row and column, from 0. cells is the number of allocated cells.
type grid struct {
	rows  [][]string
	cells int
	// number reports the columns that have numbers. text reports the columns that have numbers stored as text.
	// Both maps are nil before the first count (initKinds).
	number, text map[int]bool
}

// The limits of Excel for the numbers of rows and columns.
const (
	maxRow    = 1 << 20
	maxColumn = 1 << 14
)

// set sets a cell to a value. It returns false for a position outside the limits of Excel, and for more than maxCells cells.
// An empty value needs no cell: set then returns true at any position.
func (g *grid) set(row, col int, value string) bool {
	if value == "" {
		return true
	}
	isRow, isColumn := row >= 0 && row < maxRow, col >= 0 && col < maxColumn
	if !isRow || !isColumn {
		return false
	}
	// Rows are allocated up to the last filled row. The cells of a row are allocated up to its last filled cell.
	if len(g.rows) <= row {
		g.rows = append(g.rows, make([][]string, row+1-len(g.rows))...)
	}
	if missing := col + 1 - len(g.rows[row]); missing > 0 {
		g.cells += missing
		if g.cells > maxCells {
			return false
		}
		g.rows[row] = append(g.rows[row], make([]string, missing)...)
	}
	g.rows[row][col] = value
	return true
}

// countNumber records that a column has a number.
func (g *grid) countNumber(col int) {
	g.initKinds()
	g.number[col] = true
}

// countText records that a column has a number stored as text, if the text value is a number.
func (g *grid) countText(col int, value string) {
	g.initKinds()
	if isNumber(value) {
		g.text[col] = true
	}
}

// initKinds creates the maps number and text, unless they exist.
func (g *grid) initKinds() {
	if g.number == nil {
		g.number, g.text = map[int]bool{}, map[int]bool{}
	}
}

// filledRows returns the number of rows with a filled cell.
func (g *grid) filledRows() (n int) {
	for _, r := range g.rows {
		n += oneIf(len(r) > 0)
	}
	return n
}

// table returns the sheet as a CSV file with a line per row. The name of the file is book/sheet.
func (s *sheetData) table(book string) File {
	var b []byte
	// A first row of one cell with a separator is a line of another text, whose cells openTable finds. All other sheets have known cells.
	marks := `",` + "|;\t"
	first := slices.IndexFunc(s.grid.rows, func(row []string) bool { return len(row) > 0 })
	if first >= 0 && len(s.grid.rows[first]) == 1 && strings.ContainsAny(s.grid.rows[first][0], "|;\t") {
		marks = `",`
	}
	for _, row := range s.grid.rows {
		for c, cell := range row {
			if c > 0 {
				b = append(b, ',')
			}
			// A line end within a cell would end the row.
			v := strings.NewReplacer("\r\n", " ", "\r", " ", "\n", " ").Replace(cell)
			// Quotes protect separators, quotes and outer spaces, and a first # or % of comments or = of formulas.
			hasMark := strings.ContainsAny(v, marks) || v != "" && strings.IndexByte("#%=", v[0]) >= 0
			hasOuterSpace := v != strings.TrimSpace(v)
			if hasMark || hasOuterSpace {
				v = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
			}
			b = append(b, v...)
		}
		b = append(b, '\n')
	}
	// Slashes separate folders in a name.
	plain := func(r rune) rune { return words.Either(strings.ContainsRune("/\\", r), ' ', r) }
	return File{Name: book + "/" + strings.Map(plain, s.name), Data: b}
}

// inBook reports whether a file name has the form book/sheet of a sheet in a workbook.
func inBook(name string) bool {
	ending := strings.ToLower(path.Ext(path.Dir(name)))
	return ending == ".xlsx" || ending == ".xlsm" || ending == ".ods"
}

// remarks returns phrases for the user about the counted properties of cells. It returns nil if nothing was counted.
// It is called once per sheet, because it adds to marks.texts.
func (s *sheetData) remarks() (out []string) {
	add := func(n int, one, many string) {
		if n > 0 {
			out = append(out, words.Counted(n, one, many))
		}
	}
	add(s.marks.dates, "date, read as year-month-day", "dates, read as year-month-day")
	add(s.marks.merged, "merged range, whose cells were given its value", "merged ranges, whose cells were given their value")
	add(s.marks.hiddenRows, "hidden row, read as well", "hidden rows, read as well")
	add(s.marks.errors, "cell with an error, read as empty", "cells with an error, read as empty")
	// A column of texts only, such as postcodes, is no reason for a remark.
	for c := range s.grid.text {
		s.marks.texts += oneIf(s.grid.number[c])
	}
	add(s.marks.texts, "column with numbers and numbers as text", "columns with numbers and numbers as text")
	return out
}

// openWorkbook reads a spreadsheet and chooses its sheets with the edges and the nodes (chooseSheets). It returns
//   - nil without an error if the file is no spreadsheet, or if it is a damaged archive;
//   - an error for a damaged part, a sheet beyond the limits, or a spreadsheet without a table.
//
// userSheet is the name of the sheet with the edges that the user has chosen. It is "" if the user has chosen no sheet.
// remaining is the number of bytes that may still be unpacked.
func openWorkbook(f File, userSheet string, remaining *budget) (*workbook, error) {
	// A zip archive begins with these bytes.
	if !bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) {
		return nil, nil
	}
	r, err := openZip(f)
	if err != nil {
		// A later step unpacks archives and reports the damage.
		return nil, nil
	}
	b := &bookReader{file: f, zip: r, remaining: remaining}
	var sheets []*sheetData
	switch {
	case b.has("xl/workbook.xml"):
		sheets, err = b.readExcel()
	case b.has("content.xml") && b.has("mimetype"):
		// Other OpenDocument files, such as texts, have the same parts. unpackAll reports an error for them (refuseArchive).
		kind, readErr := b.readPart("mimetype")
		// For another kind of file, readErr is nil.
		if readErr != nil || !bytes.Contains(kind, []byte("opendocument.spreadsheet")) {
			return nil, readErr
		}
		sheets, err = b.readOpenDocument()
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return chooseSheets(f.Name, sheets, userSheet)
}

// bookReader reads the parts of a spreadsheet, which are the entries of its archive.
type bookReader struct {
	file      File
	zip       *zip.Reader
	remaining *budget // the number of bytes that may still be unpacked
}

// entry returns the entry of a part, nil if the part is missing. Upper and lower case, and a leading slash, make no difference.
func (b *bookReader) entry(name string) *zip.File {
	isPart := func(e *zip.File) bool { return strings.EqualFold(strings.TrimPrefix(e.Name, "/"), name) }
	k := slices.IndexFunc(b.zip.File, isPart)
	if k < 0 {
		return nil
	}
	return b.zip.File[k]
}

// has reports whether the spreadsheet has a part.
func (b *bookReader) has(name string) bool { return b.entry(name) != nil }

// readPart returns the content of a part, nil if the part is missing. A damaged part, and a part beyond the limits of inflate, are errors.
func (b *bookReader) readPart(name string) ([]byte, error) {
	e := b.entry(name)
	if e == nil {
		return nil, nil
	}
	return inflate(b.file.Name+"/"+e.Name, len(b.file.Data), e.Open, b.remaining)
}

// walkPart calls start and end for the elements of the part name. The first argument of end is the local name of the element.
// text is the character data between the previous tag and this one. A missing part has no elements.
// Damaged XML, declared entities, deep nesting and the errors of readPart are errors. The names of end tags are not checked.
func (b *bookReader) walkPart(name string, start func(e xml.StartElement, text string), end func(name, text string)) error {
	d, err := b.readPart(name)
	if err != nil || d == nil {
		return err
	}
	dec := xml.NewDecoder(bytes.NewReader(d))
	// The parts are in UTF-8, whatever encoding the XML declares.
	dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return in, nil }
	var text []byte
	depth := 0
	for {
		// The method Token would check the names of all elements, which takes long for large sheets.
		// RawToken does not report elements that are still open at the end of the part: depth is then above 0.
		t, err := dec.RawToken()
		if err == io.EOF && depth == 0 {
			return nil
		}
		if err != nil {
			return fault(b.file.Name, 0, "save the file again", "its part %s is damaged: %v", quote(name), err)
		}
		switch t := t.(type) {
		case xml.Directive:
			if bytes.Contains(bytes.ToUpper(t), []byte("ENTITY")) {
				return fault(b.file.Name, 0, "save the file again", "its part %s declares entities, which are not expanded here", quote(name))
			}
		case xml.StartElement:
			depth++
			if depth > MaxDepth {
				return fault(b.file.Name, 0, "save the file again", "its part %s is nested more than %d deep", quote(name), MaxDepth)
			}
			start(t, string(text))
			text = text[:0]
		case xml.CharData:
			text = append(text, t...)
		case xml.EndElement:
			depth--
			end(t.Name.Local, string(text))
			text = text[:0]
		}
	}
}

// sizeError returns the error for a sheet beyond the limits.
func (b *bookReader) sizeError(sheet string) error {
	return fault(b.file.Name+"/"+sheet, 0, "take a part of the graph", "the sheet has more than %d cells, or a cell beyond row %d or "+
		"column %d",
		maxCells, maxRow, maxColumn)
}

// parseCellReference returns the row and the column, from 0, of a reference: 6 and 1 for B7. ok is false for any other text.
func parseCellReference(ref string) (row, col int, ok bool) {
	// The letters of the column are a number in base 26 with the digits A = 1 to Z = 26. Excel has columns of up to three letters. A column
	// of four letters is read, so that grid.set refuses it.
	const maxLetters, base = 4, 26
	letters := 0
	for letters < min(len(ref), maxLetters) && ref[letters] >= 'A' && ref[letters] <= 'Z' {
		col = col*base + int(ref[letters]-'A') + 1
		letters++
	}
	number, err := strconv.Atoi(ref[letters:])
	isReference := err == nil && letters > 0 && number > 0
	return number - 1, col - 1, isReference
}

// plainNumberText rounds a number to 15 significant digits, the most that Excel displays: 0.30000000000000004 becomes 0.3.
// Any other text is returned unchanged, and so is a longer integer without an exponent: other programs write such ids with all digits.
func plainNumberText(s string) string {
	const displayedDigits = 15
	v, why := parseNumber(s)
	isLongID := len(s) > displayedDigits && strings.Trim(s, "0123456789") == ""
	if why != "" || isLongID {
		return s
	}
	return strconv.FormatFloat(v, 'g', displayedDigits, 64)
}

// isoDateText returns a date of ISO 8601 as dateText does: 2026-11-26T08:30:00 becomes 2026-11-26 08:30:00.
// Midnight, and a final Z or fraction .000, are removed.
func isoDateText(s string) string {
	s = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(s), "Z"), ".000")
	return strings.TrimSuffix(strings.Replace(s, "T", " ", 1), " 00:00:00")
}

// dateOrigin is the number of days to add to the serial numbers of a workbook, so that they count days from the origin 1900.
type dateOrigin int64

const (
	from1900 dateOrigin = 0
	from1904 dateOrigin = 1462 // the serial number of 1 January 1904 from the origin 1900
)

// dateText returns the date of a serial number of Excel as year-month-day, followed by the time unless it is midnight.
// Serial numbers count days from the origin of the workbook. Their fraction is the time of the day. serial is at least 1.
func dateText(serial float64, origin dateOrigin) string {
	const (
		unixEpoch     = 25569 // the serial number of 1 January 1970
		firstOfMarch  = 61    // the serial number of 1 March 1900
		secondsPerDay = 86400
	)
	// The fraction of the day is rounded to a second. The last half second of a day belongs to the next day.
	days := int64(serial)
	seconds := int64(float64((serial-float64(days))*secondsPerDay) + 0.5)
	days, seconds = days+int64(origin)+seconds/secondsPerDay, seconds%secondsPerDay
	// Excel counts 29 February 1900, which did not exist, as day 60. The numbers of the days before are therefore one too small.
	// Day 60 itself becomes 1 March.
	if days < firstOfMarch {
		days++
	}
	year, month, day := civilDate(days - unixEpoch)
	text := fmt.Sprintf("%04d-%02d-%02d", year, month, day)
	if seconds > 0 {
		text += fmt.Sprintf(" %02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
	}
	return text
}

// civilDate returns the date of a day counted from 1 January 1970. Months and days of the month count from 1.
// Source: Hinnant, “chrono-compatible low-level date algorithms” (2013).
func civilDate(days int64) (year, month, day int64) {
	const (
		daysTo1970  = 719468 // the days from 1 March of year 0 to 1 January 1970
		daysPerEra  = 146097 // an era has 400 years
		daysPer4    = 1461   // four years with a leap day
		daysPer100  = 36524  // a century without the leap day at its end
		daysPerYear = 365
	)
	// Eras begin on 1 March of year 0, 400, …, so that a leap day is the last day of its year.
	marchDays := days + daysTo1970
	era := marchDays / daysPerEra
	// Division in Go rounds towards 0. An era before year 0 needs the next lower integer.
	if marchDays < 0 {
		era = (marchDays - (daysPerEra - 1)) / daysPerEra
	}
	dayOfEra := marchDays - era*daysPerEra
	// Leap days are subtracted, so that every year has 365 days. A leap day is the last day of four years, or of an era.
	// The divisors daysPer4-1 and daysPerEra-1 subtract it on the leap day itself, which thus belongs to the year that it ends.
	yearOfEra := (dayOfEra - dayOfEra/(daysPer4-1) + dayOfEra/daysPer100 - dayOfEra/(daysPerEra-1)) / daysPerYear
	dayOfYear := dayOfEra - (daysPerYear*yearOfEra + yearOfEra/4 - yearOfEra/100)
	// Months are counted from March, as 0. From March and from August on, five months have 153 days.
	// The summand 2 gives these months 31, 30, 31, 30 and 31 days.
	monthFromMarch := (5*dayOfYear + 2) / 153
	day = dayOfYear - (153*monthFromMarch+2)/5 + 1
	month = monthFromMarch + 3
	if month > 12 {
		month -= 12
	}
	// January and February belong to the next calendar year.
	year = yearOfEra + era*400 + int64(oneIf(month <= 2))
	return year, month, day
}
