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

// A spreadsheet is a zip archive with XML: a workbook of Excel (.xlsx, ECMA-376) or an OpenDocument sheet (.ods, ISO 26300).
// Its sheets are read as tables, with the values of formulas and never the formulas.
// The sheets with the edges and with their nodes are found; a doubt names the others.
// A doubt also names content that a table cannot hold: dates, merged cells, hidden rows and sheets, errors.

// sheetData is a sheet of a workbook.
type sheetData struct {
	name   string
	hidden bool
	grid   grid
	marks  sheetCounts
}

// sheetCounts counts properties of cells beside their values, for the remarks.
type sheetCounts struct{ dates, merged, hiddenRows, errors, texts int }

// grid holds the cells of a sheet by row and column, from 0.
type grid struct {
	rows  [][]string
	cells int
	// number and text report, by column, numbers and numbers stored as text.
	number, text map[int]bool
}

// maxRow and maxColumn are the limits of Excel.
const (
	maxRow    = 1 << 20
	maxColumn = 1 << 14
)

// set sets a cell. It reports whether the cell is within the limits.
func (g *grid) set(row, col int, value string) bool {
	if value == "" {
		return true
	}
	if row < 0 || row >= maxRow || col < 0 || col >= maxColumn {
		return false
	}
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

// countKind records a number, or a number stored as text, in a column.
func (g *grid) countKind(col int, value string, text bool) {
	if g.number == nil {
		g.number, g.text = map[int]bool{}, map[int]bool{}
	}
	if !text {
		g.number[col] = true
	} else if isNumber(value) {
		g.text[col] = true
	}
}

// filledRows returns the number of rows with a cell.
func (g *grid) filledRows() (n int) {
	for _, r := range g.rows {
		n += oneIf(len(r) > 0)
	}
	return n
}

// table returns the sheet as a CSV file, one row a line.
func (s *sheetData) table(book string) File {
	var b []byte
	for _, row := range s.grid.rows {
		for c, v := range row {
			if c > 0 {
				b = append(b, ',')
			}
			// A line end within a cell would end the row.
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

// inBook reports whether a file name is that of a sheet in a workbook.
func inBook(name string) bool {
	ending := strings.ToLower(path.Ext(path.Dir(name)))
	return ending == ".xlsx" || ending == ".xlsm" || ending == ".ods"
}

// remarks returns phrases about the properties of cells.
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
	for c := range s.grid.text {
		s.marks.texts += oneIf(s.grid.number[c])
	}
	add(s.marks.texts, "column with numbers and numbers as text", "columns with numbers and numbers as text")
	return out
}

// openWorkbook reads a spreadsheet, nil for other files. said is the name of the sheet chosen by the user.
func openWorkbook(f File, said string, left *budget) (*workbook, error) {
	if !bytes.HasPrefix(f.Data, []byte("PK\x03\x04")) {
		return nil, nil
	}
	r, err := openZip(f)
	if err != nil {
		// Unpacking reports the damaged archive later.
		return nil, nil
	}
	b := &bookReader{file: f, zip: r, left: left}
	var sheets []*sheetData
	switch {
	case b.has("xl/workbook.xml"):
		sheets, err = b.readExcel()
	case b.has("content.xml") && b.has("mimetype"):
		kind, e := b.readPart("mimetype")
		if e != nil || !bytes.Contains(kind, []byte("opendocument.spreadsheet")) {
			return nil, e
		}
		sheets, err = b.readOpenDocument()
	default:
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return chooseSheets(f.Name, sheets, said)
}

// bookReader reads the parts of a spreadsheet.
type bookReader struct {
	file File
	zip  *zip.Reader
	left *budget
}

// entry returns the entry of a part, nil for a missing one.
func (b *bookReader) entry(name string) *zip.File {
	k := slices.IndexFunc(b.zip.File, func(e *zip.File) bool { return strings.EqualFold(strings.TrimPrefix(e.Name, "/"), name) })
	if k < 0 {
		return nil
	}
	return b.zip.File[k]
}

func (b *bookReader) has(name string) bool { return b.entry(name) != nil }

// readPart returns a part of the file, nil for a missing one.
func (b *bookReader) readPart(name string) ([]byte, error) {
	e := b.entry(name)
	if e == nil {
		return nil, nil
	}
	return inflate(b.file.Name+"/"+e.Name, len(b.file.Data), e.Open, b.left)
}

// walkPart calls start and end for the elements of a part. text is the character data directly before an end tag.
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
		// RawToken skips the checks of names, which large sheets would repeat for every cell.
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

// sizeError returns the error of a sheet beyond the limits.
func (b *bookReader) sizeError(sheet string) error {
	return fault(b.file.Name+"/"+sheet, 0, "take a part of the graph", "the sheet has more than %d cells, or a cell beyond row %d or "+
		"column %d",
		maxCells, maxRow, maxColumn)
}

// cellPlace returns row and column, from 0, of a reference such as B7; ok is false for other texts.
func cellPlace(ref string) (row, col int, ok bool) {
	k := 0
	for k < len(ref) && ref[k] >= 'A' && ref[k] <= 'Z' && k < 4 {
		col = col*26 + int(ref[k]-'A') + 1
		k++
	}
	row, err := strconv.Atoi(ref[k:])
	return row - 1, col - 1, err == nil && k > 0 && row > 0
}

// plainNumberText returns a number with 15 digits, as the sheet displays it: 0.30000000000000004 is 0.3.
func plainNumberText(s string) string {
	v, why := parseNumber(s)
	if why != "" {
		return s
	}
	return strconv.FormatFloat(v, 'g', 15, 64)
}

// dateText returns the date of a serial number of Excel, with the time where there is one.
func dateText(serial float64, from1904 bool) string {
	days := int64(serial)
	if from1904 {
		days += 1462
	}
	// Excel counts a 29 February 1900 that did not exist, as day 60.
	if days < 61 {
		days++
	}
	y, m, d := civilDate(days - 25569)
	text := fmt.Sprintf("%04d-%02d-%02d", y, m, d)
	if s := int64((serial-float64(int64(serial)))*86400 + 0.5); s > 0 {
		text += fmt.Sprintf(" %02d:%02d:%02d", s/3600, s/60%60, s%60)
	}
	return text
}

// civilDate returns the date of a day counted from 1 January 1970 (Hinnant, “chrono-compatible low-level date algorithms”, 2013).
func civilDate(days int64) (y, m, d int64) {
	days += 719468
	era := days / 146097
	if days < 0 {
		era = (days - 146096) / 146097
	}
	doe := days - era*146097
	yoe := (doe - doe/1460 + doe/36524 - doe/146096) / 365
	doy := doe - (365*yoe + yoe/4 - yoe/100)
	mp := (5*doy + 2) / 153
	d = doy - (153*mp+2)/5 + 1
	m = mp + 3
	if m > 12 {
		m -= 12
	}
	return yoe + era*400 + int64(oneIf(m <= 2)), m, d
}
