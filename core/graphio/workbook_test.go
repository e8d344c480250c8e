package graphio

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"strings"
	"testing"
)

// This file writes the tables of a village (neighbours_test.go) as workbooks of Excel and OpenDocument.

// packed returns a zip archive. parts lists its entries, name and content in turn.
func packed(t *testing.T, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for k := 0; k < len(parts); k += 2 {
		f, err := w.Create(parts[k])
		if err == nil {
			_, err = f.Write([]byte(parts[k+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// xmlEscaped returns s with the signs of XML replaced by entities.
func xmlEscaped(s string) string {
	var b strings.Builder
	if xml.EscapeText(&b, []byte(s)) != nil {
		return ""
	}
	return b.String()
}

// isCellNumber reports whether a program writes s as a number into a cell. inf and NaN are texts.
func isCellNumber(s string) bool {
	if isInteger(s) {
		return true
	}
	return isNumber(s) && !strings.ContainsAny(s, "nN")
}

// excelBook returns rows as a workbook of Excel. Texts are shared, inline or the result of a formula; numbers are numbers.
func (v *village) excelBook(t *testing.T, rows [][]string) []byte {
	var shared, sheet strings.Builder
	// count is the number of shared texts.
	count := 0
	for r, row := range rows {
		fmt.Fprintf(&sheet, `<row r="%d">`, r+1)
		for c, s := range row {
			place := fmt.Sprintf(`%c%d`, 'A'+c, r+1)
			switch kind := v.r.IntN(3); {
			case s == "": // An empty cell is not written.
			case isCellNumber(s):
				fmt.Fprintf(&sheet, `<c r="%s"><v>%s</v></c>`, place, s)
			case kind == 0:
				fmt.Fprintf(&sheet, `<c r="%s" t="inlineStr"><is><t>%s</t></is></c>`, place, xmlEscaped(s))
			case kind == 1:
				fmt.Fprintf(&sheet, `<c r="%s" t="str"><f>A1</f><v>%s</v></c>`, place, xmlEscaped(s))
			default:
				fmt.Fprintf(&sheet, `<c r="%s" t="s"><v>%d</v></c>`, place, count)
				count++
				fmt.Fprintf(&shared, `<si><t xml:space="preserve">%s</t></si>`, xmlEscaped(s))
			}
		}
		sheet.WriteString(`</row>`)
	}
	const ns = ` xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"`
	return packed(t, "[Content_Types].xml", "<Types/>", "xl/workbook.xml", `<workbook`+ns+
		` xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/>`+
		`</sheets></workbook>`, "xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/>`+
		`</Relationships>`, "xl/sharedStrings.xml", `<sst`+ns+`>`+shared.String()+`</sst>`, "xl/worksheets/sheet1.xml",
		`<worksheet`+ns+`><sheetData>`+sheet.String()+`</sheetData></worksheet>`)
}

// openText returns a text as the content of a paragraph in OpenDocument. Parts of the text are in spans, as if they had another font. A
// space at an end or after a space is the element s, and so is any other space at random.
func (v *village) openText(text string) string {
	var b strings.Builder
	spans, last := 0, ' '
	for k, c := range text {
		switch v.r.IntN(8) {
		case 0:
			b.WriteString("<text:span>")
			spans++
		case 1:
			if spans > 0 {
				b.WriteString("</text:span>")
				spans--
			}
		}
		isNeeded := last == ' ' || k == len(text)-1
		if c == ' ' && (isNeeded || v.r.IntN(2) == 0) {
			b.WriteString("<text:s/>")
		} else {
			b.WriteString(xmlEscaped(string(c)))
		}
		last = c
	}
	return b.String() + strings.Repeat("</text:span>", spans)
}

// openBookOf returns rows as an OpenDocument spreadsheet. Equal cells in sequence may become one repeated cell.
func (v *village) openBookOf(t *testing.T, rows [][]string) []byte {
	var b strings.Builder
	for _, row := range rows {
		b.WriteString(`<table:table-row>`)
		for c := 0; c < len(row); c++ {
			repeats := 1
			for c+1 < len(row) && row[c+1] == row[c] && v.r.IntN(2) == 0 {
				repeats, c = repeats+1, c+1
			}
			s := row[c]
			switch {
			case s == "":
				fmt.Fprintf(&b, `<table:table-cell table:number-columns-repeated="%d"/>`, repeats)
			case isCellNumber(s):
				fmt.Fprintf(&b, `<table:table-cell table:number-columns-repeated="%d" office:value-type="float" office:value="%s"><text:p>%s`+
					`</text:p></table:table-cell>`, repeats, s, s)
			default:
				fmt.Fprintf(&b, `<table:table-cell table:number-columns-repeated="%d" office:value-type="string"><text:p>%s</text:p>`+
					`</table:table-cell>`, repeats, v.openText(s))
			}
		}
		b.WriteString(`</table:table-row>`)
	}
	// Spreadsheet programs fill the sheet with a repeated empty row.
	b.WriteString(`<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16384"/>` +
		`</table:table-row>`)
	return packed(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", `<office:document-content `+
		`xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="Sheet1">`+b.String()+
		`</table:table></office:spreadsheet></office:body></office:document-content>`)
}

// books writes a random table as .xlsx, .ods and CSV. All three must give the same graph and doubts, or be refused.
func (v *village) books(t *testing.T) {
	rows := v.edgeRows()
	if v.r.IntN(3) == 0 {
		rows = rows[:0]
		rows = append(rows, []string{pick(v, "Name", "id", "Person"), "Friend 1", "Friend 2", "Group"})
		neighbours := map[string][]string{}
		for _, e := range v.edges {
			neighbours[e[0]] = append(neighbours[e[0]], e[1])
		}
		for _, n := range v.names {
			// A person has at most two friends in this table.
			row := append([]string{n}, append(neighbours[n], "", "")[:2]...)
			rows = append(rows, append(row, v.class[n]))
		}
	}
	var csv strings.Builder
	for _, row := range rows {
		csv.WriteString(strings.Join(row, ",") + "\n")
	}
	// reading returns the summary and the doubts of a file, or "refused".
	reading := func(name string, d []byte) string {
		r, err := Read([]File{{Name: name, Data: d}})
		if err != nil {
			return "refused"
		}
		return summary(r) + fmt.Sprint(ruleNames(r))
	}
	want := reading("t.csv", []byte(csv.String()))
	for name, d := range map[string][]byte{"t.xlsx": v.excelBook(t, rows), "t.ods": v.openBookOf(t, rows)} {
		if got := reading(name, d); got != want {
			t.Fatalf("%s is read as\n%s, the same rows in CSV as\n%s\n%s", name, got, want, csv.String())
		}
	}
}
