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

// Spreadsheets: zip archives of XML, as Excel workbooks (.xlsx, ECMA-376) or OpenDocument spreadsheets (.ods, ISO 26300).
// Sheets are read as tables. A formula is read as its stored value.
// The reader selects the sheets with the edges and with their nodes. A doubt names the other sheets that resemble edges.
// Another doubt names content that a table has no place for: dates, merged cells, hidden rows and errors.

// sheetData is the content of a sheet of a workbook.
type sheetData struct {
	name   string
	hidden bool
	grid   grid
	marks  sheetCounts
}

// sheetCounts counts cells with other properties than their values. texts counts columns with numbers and numbers as text.
type sheetCounts struct{ dates, merged, hiddenRows, errors, texts int }

// grid has the cells of a sheet by row and column, from 0. cells is the number of allocated cells.
type grid struct {
	rows  [][]string
	cells int
	// number and text report whether a column has numbers, and numbers stored as text.
	number, text map[int]bool
}

// The limits of Excel.
const (
	maxRow    = 1 << 20
	maxColumn = 1 << 14
)

// set sets a cell to a value. It reports whether the cell is within the limits. An empty value needs no cell.
func (g *grid) set(row, col int, value string) bool {
	if value == "" {
		return true
	}
	if row < 0 || row >= maxRow || col < 0 || col >= maxColumn {
		return false
	}
	// Rows and cells are allocated as far as they are filled.
	if len(g.rows) <= row {
		g.rows = append(g.rows, make([][]string, row+1-len(g.rows))...)
	}
	if grow := col + 1 - len(g.rows[row]); grow > 0 {
		if g.cells += grow; g.cells > maxCells {
			return false
		}
		g.rows[row] = append(g.rows[row], make([]string, grow)...)
	}
	g.rows[row][col] = value
	return true
}

// countNumber records that a column has a number.
func (g *grid) countNumber(col int) {
	g.initKinds()
	g.number[col] = true
}

// countText records that a column has a number stored as text, if value is one.
func (g *grid) countText(col int, value string) {
	g.initKinds()
	if isNumber(value) {
		g.text[col] = true
	}
}

// initKinds creates the maps of countNumber and countText.
func (g *grid) initKinds() {
	if g.number == nil {
		g.number, g.text = map[int]bool{}, map[int]bool{}
	}
}

// filledRows returns the number of rows with a cell.
func (g *grid) filledRows() (n int) {
	for _, r := range g.rows {
		n += oneIf(len(r) > 0)
	}
	return n
}

// table returns the sheet as a CSV file with a line per row. Its name is book/sheet.
func (s *sheetData) table(book string) File {
	var b []byte
	for _, row := range s.grid.rows {
		for c, v := range row {
			if c > 0 {
				b = append(b, ',')
			}
			// A line end within a cell would end the row. Quotes protect other characters with a meaning in CSV.
			v = strings.NewReplacer("\r", " ", "\n", " ").Replace(v)
			if strings.ContainsAny(v, `",`) || v != strings.TrimSpace(v) || strings.HasPrefix(v, "#") || strings.HasPrefix(v, "=") {
				v = `"` + strings.ReplaceAll(v, `"`, `""`) + `"`
			}
			b = append(b, v...)
		}
		b = append(b, '\n')
	}
	name := strings.Map(func(r rune) rune { return words.Either(strings.ContainsRune(",=/\\", r), ' ', r) }, s.name)
	return File{Name: book + "/" + name, Data: b}
}

// inBook reports whether a file name has the form book/sheet of a sheet in a workbook.
func inBook(name string) bool {
	ending := strings.ToLower(path.Ext(path.Dir(name)))
	return ending == ".xlsx" || ending == ".xlsm" || ending == ".ods"
}

// remarks returns phrases about the counted properties of cells.
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

// openWorkbook reads a spreadsheet. It returns nil for other files. userSheet is the name of the sheet with the edges that the user
// has chosen, "" without a choice.
func openWorkbook(f File, userSheet string, left *budget) (*workbook, error) {
	if !bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) {
		return nil, nil
	}
	r, err := openZip(f)
	if err != nil {
		// A later step unpacks archives and reports the damage.
		return nil, nil
	}
	b := &bookReader{file: f, zip: r, left: left}
	var sheets []*sheetData
	switch {
	case b.has("xl/workbook.xml"):
		sheets, err = b.readExcel()
	// Other OpenDocument files, such as texts, have the same parts.
	case b.has("content.xml") && b.has("mimetype"):
		kind, readErr := b.readPart("mimetype")
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
	file File
	zip  *zip.Reader
	left *budget
}

// entry returns the entry of a part, nil if the part is missing. Case and a leading slash are ignored.
func (b *bookReader) entry(name string) *zip.File {
	k := slices.IndexFunc(b.zip.File, func(e *zip.File) bool { return strings.EqualFold(strings.TrimPrefix(e.Name, "/"), name) })
	if k < 0 {
		return nil
	}
	return b.zip.File[k]
}

// has reports whether the spreadsheet has a part.
func (b *bookReader) has(name string) bool { return b.entry(name) != nil }

// readPart returns the content of a part, nil if the part is missing.
func (b *bookReader) readPart(name string) ([]byte, error) {
	e := b.entry(name)
	if e == nil {
		return nil, nil
	}
	return inflate(b.file.Name+"/"+e.Name, len(b.file.Data), e.Open, b.left)
}

// walkPart calls start and end for the elements of a part. text is the character data directly before the end tag.
// A missing part has no elements. Damaged XML, declared entities and deep nesting are errors.
func (b *bookReader) walkPart(name string, start func(e xml.StartElement), end func(name, text string)) error {
	d, err := b.readPart(name)
	if err != nil || d == nil {
		return err
	}
	dec := xml.NewDecoder(bytes.NewReader(d))
	dec.CharsetReader = func(charset string, in io.Reader) (io.Reader, error) { return in, nil }
	var text []byte
	depth := 0
	for {
		// Token would check names at every cell, which takes long for large sheets.
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
			if depth++; depth > MaxDepth {
				return fault(b.file.Name, 0, "save the file again", "its part %s is nested more than %d deep", quote(name), MaxDepth)
			}
			text = text[:0]
			start(t)
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

// parseCellReference returns the row and the column, from 0, of a reference such as B7. ok is false for other texts.
func parseCellReference(ref string) (row, col int, ok bool) {
	// The letters of the column are a number in base 26 with the digits A = 1 to Z = 26.
	k := 0
	for k < len(ref) && ref[k] >= 'A' && ref[k] <= 'Z' && k < 4 {
		col = col*26 + int(ref[k]-'A') + 1
		k++
	}
	row, err := strconv.Atoi(ref[k:])
	return row - 1, col - 1, err == nil && k > 0 && row > 0
}

// plainNumberText returns a number with 15 digits, as Excel displays it: 0.30000000000000004 becomes 0.3.
func plainNumberText(s string) string {
	v, why := parseNumber(s)
	if why != "" {
		return s
	}
	return strconv.FormatFloat(v, 'g', 15, 64)
}

// dateText returns the date of a serial number of Excel as year-month-day, followed by the time unless it is midnight.
// Serial numbers count days from 1900, or from 1904 if from1904 is true.
func dateText(serial float64, from1904 bool) string {
	days := int64(serial)
	if from1904 {
		days += 1462 // The days between the two origins.
	}
	// Excel counts 29 February 1900, which did not exist, as day 60.
	if days < 61 {
		days++
	}
	// Day 25569 is 1 January 1970.
	y, m, d := civilDate(days - 25569)
	text := fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	if s := int64((serial-float64(int64(serial)))*86400 + 0.5); s > 0 {
		text += fmt.Sprintf(" %02d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return text
}

// civilDate returns the date of a day counted from 1 January 1970 (Hinnant, “chrono-compatible low-level date algorithms”, 2013).
func civilDate(days int64) (y, m, d int64) {
	// Eras of 400 years begin on 1 March: a leap day is the last day of its year.
	days += 719468
	era := days / 146097
	if days < 0 {
		era = (days - 146096) / 146097
	}
	dayOfEra := days - era*146097
	yearOfEra := (dayOfEra - dayOfEra/1460 + dayOfEra/36524 - dayOfEra/146096) / 365
	dayOfYear := dayOfEra - (365*yearOfEra + yearOfEra/4 - yearOfEra/100)
	// Months are counted from March. Five months have 153 days.
	month := (5*dayOfYear + 2) / 153
	d = dayOfYear - (153*month+2)/5 + 1
	m = month + 3
	if m > 12 {
		m -= 12
	}
	return yearOfEra + era*400 + int64(oneIf(m <= 2)), m, d
}
