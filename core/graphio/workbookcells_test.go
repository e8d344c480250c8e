package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
)

// This file tests single cells and sheets of workbooks.

// excelOf returns an Excel workbook with the rows of its sheet Sheet1 as XML, its shared texts, and the codes of number formats.
// Style 0 of a cell is a plain number, style k the k-th format. state is the state of the sheet, such as "hidden".
func excelOf(t *testing.T, rows string, shared []string, state string, formats ...string) []byte {
	t.Helper()
	styles, cellStyles := "", `<xf numFmtId="0"/>`
	for k, code := range formats {
		styles += fmt.Sprintf(`<numFmt numFmtId="%d" formatCode="%s"/>`, 200+k, code)
		cellStyles += fmt.Sprintf(`<xf numFmtId="%d"/>`, 200+k)
	}
	// Built-in format 46 displays durations.
	cellStyles += `<xf numFmtId="46"/>`
	texts := ""
	for _, s := range shared {
		texts += "<si><t>" + xmlEscaped(s) + "</t></si>"
	}
	return packed(t, "xl/workbook.xml", `<workbook xmlns:r="r"><sheets><sheet name="Sheet1" state="`+state+`" r:id="rId1"/></sheets>`+
		`</workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
		"xl/sharedStrings.xml", `<sst>`+texts+`</sst>`, "xl/styles.xml", `<styleSheet><numFmts>`+styles+`</numFmts><cellXfs>`+cellStyles+
			`</cellXfs></styleSheet>`, "xl/worksheets/sheet1.xml", `<worksheet><sheetData>`+rows+`</sheetData></worksheet>`)
}

// openOf returns an OpenDocument spreadsheet. tables lists the names of its sheets and their rows as XML in turn.
func openOf(t *testing.T, tables ...string) []byte {
	t.Helper()
	body := ""
	for k := 0; k < len(tables); k += 2 {
		body += `<table:table table:name="` + tables[k] + `">` + tables[k+1] + `</table:table>`
	}
	return packed(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", `<office:document-content><office:body>`+
		`<office:spreadsheet>`+body+`</office:spreadsheet></office:body></office:document-content>`)
}

// excelCell and openCell return a cell with a text. openRow returns a row of cells.
func excelCell(s string) string { return `<c t="inlineStr"><is><t>` + xmlEscaped(s) + `</t></is></c>` }

func openCell(s string) string {
	return `<table:table-cell office:value-type="string"><text:p>` + xmlEscaped(s) + `</text:p></table:table-cell>`
}

func openRow(cells ...string) string {
	return `<table:table-row>` + strings.Join(cells, "") + `</table:table-row>`
}

// TestCellsOfWorkbooksKeepTheirMeaning: the node of a cell in the column target has the wanted name, "" for none.
// The doubts have the given words, and no doubt about the cells exists without words.
func TestCellsOfWorkbooksKeepTheirMeaning(t *testing.T) {
	const shape = `<draw:custom-shape><text:p>see me</text:p></draw:custom-shape>`
	const group = `<draw:g><draw:g><draw:line><text:p>a</text:p></draw:line></draw:g><draw:frame><draw:text-box><text:p>b</text:p>` +
		`</draw:text-box></draw:frame></draw:g>`
	const formula = `<table:table-cell table:formula="of:=X()" office:value-type="string" `
	for _, c := range []struct{ cell, want, words string }{
		// Integers of many digits.
		{`<c><v>1234567890123456781</v></c>`, "1234567890123456781", ""},
		{`<c><v>1234567890123456</v></c>`, "1234567890123456", ""},
		{`<c><v>0.30000000000000004</v></c>`, "0.3", ""},
		{`<table:table-cell office:value-type="float" office:value="1234567890123456782"/>`, "1234567890123456782", ""},
		// Dates and durations. The styles 1 to 4 are the formats below, style 5 is the built-in format 46.
		{`<c s="1"><v>1.5</v></c>`, "1.5", ""},
		{`<c s="2"><v>1.5</v></c>`, "1.5", ""},
		{`<c s="3"><v>45292</v></c>`, "2024-01-01", "1 date"},
		{`<c s="4"><v>45292</v></c>`, "2024-01-01", "1 date"},
		{`<c s="5"><v>1.5</v></c>`, "1.5", ""},
		{`<c t="d"><v>2024-01-31T00:00:00</v></c>`, "2024-01-31", "1 date"},
		{`<c t="d"><v>2024-01-31T00:00:00.000Z</v></c>`, "2024-01-31", "1 date"},
		{`<c t="d"><v>2024-01-31T08:30:00</v></c>`, "2024-01-31 08:30:00", "1 date"},
		// Escaped characters. The shared texts are below.
		{`<c t="s"><v>0</v></c>`, "New York", ""},
		// A text in the cell itself, with a phonetic guide.
		{`<c t="inlineStr"><is><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></is></c>`, "東京", ""},
		{`<c t="s"><v>1</v></c>`, "a_x000D_", ""},
		{`<c t="str"><v>a_x0042_c_x0044_</v></c>`, "aBcD", ""},
		{excelCell("max_xavier_x00"), "max_xavier_x00", ""},
		{excelCell("a_x0000_b_x00ZZ_"), "a_x0000_b_x00ZZ_", ""},
		{excelCell("a_x000D__x000A_b"), "a b", ""},
		// Errors.
		{openCell("#NAME?"), "", "1 cell with an error"},
		{openCell("#REF!"), "", "1 cell with an error"},
		{openCell("#DIV/0!"), "", "1 cell with an error"},
		{openCell("#win!"), "#win!", ""},
		{openCell("#who?"), "#who?", ""},
		{formula + `calcext:value-type="error"><text:p>#IME?</text:p></table:table-cell>`, "", "1 cell with an error"},
		// Drawings.
		{`<table:table-cell office:value-type="string"><text:p>Ann</text:p>` + shape + group + `</table:table-cell>`, "Ann", ""},
		{`<table:table-cell>` + shape + `</table:table-cell>`, "", ""},
	} {
		file := File{Name: "t.xlsx", Data: excelOf(t, "<row>"+excelCell("source")+excelCell("target")+"</row><row>"+excelCell("p")+excelCell("q")+
			"</row><row>"+excelCell("p")+c.cell+"</row>", []string{"New York_x000D_", "a_x005F_x000D_"}, "visible", "[h]:mm", "[mm]:ss",
			"[Magenta]yyyy-mm-dd", "[$-407]d. mmm yyyy")}
		if strings.HasPrefix(c.cell, "<table:") {
			file = File{Name: "t.ods", Data: openOf(t, "Sheet1", openRow(openCell("source"), openCell("target"), openCell("id"))+
				openRow(openCell("p"), openCell("q"), openCell("x"))+openRow(openCell("p"), c.cell, openCell("y")))}
		}
		r, err := Read([]File{file})
		if err != nil {
			t.Errorf("%s: refused with %v", c.cell, err)
			continue
		}
		want := []string{"p", "q"}
		if c.want != "" {
			want = append(want, c.want)
		}
		if got := slices.Sorted(slices.Values(r.Graph.NodeNames)); !slices.Equal(got, slices.Sorted(slices.Values(want))) {
			t.Errorf("%s: the nodes are %q, want %q", c.cell, got, want)
		}
		doubts := fmt.Sprint(r.Recognition.Texts())
		hasRemark := slices.Contains(ruleNames(r), "sheet")
		if hasRemark != (c.words != "") || !strings.Contains(doubts, c.words) {
			t.Errorf("%s: the doubts are %s, want %q", c.cell, doubts, c.words)
		}
	}
}

// TestSheetsHaveKnownCells: separators and marks of comments within the cells of a sheet are letters. Edges have the names of the cells.
// A sheet whose first row is one cell with a separator has lines of another text, whose separator is found.
func TestSheetsHaveKnownCells(t *testing.T) {
	// proteins is a tree in two columns, below head. The first three rows below a head have a note in a third column.
	var tree []string
	proteins := func(head ...[]string) (rows [][]string) {
		rows, tree = head, nil
		for k := range 19 {
			row := []string{fmt.Sprintf("sp|P%d|A", 10+k/2), fmt.Sprintf("sp|P%d|A", 11+k)}
			tree = append(tree, row[0]+"-"+row[1])
			if len(head) > 0 && k < 3 {
				row = append(row, "a note")
			}
			rows = append(rows, row)
		}
		return rows
	}
	plain, headed := proteins(), proteins([]string{"Protein A", "Protein B", "Note"})
	for _, c := range []struct {
		rows [][]string
		want []string
	}{
		{plain, tree},
		{headed, tree},
		{[][]string{{"source", "target"}, {"Doe; Jane", "Roe; Max"}, {"Roe; Max", "Poe; Al"}},
			[]string{"Doe; Jane-Roe; Max", "Poe; Al-Roe; Max"}},
		{[][]string{{"a\tb", "c\td"}, {"c\td", "e\tf"}}, []string{"a b-c d", "c d-e f"}},
		{[][]string{{"%A", "b"}, {"%B", "b"}, {"#C", "b"}}, []string{"%A-b", "%B-b", "#C-b"}},
		{[][]string{{"source;target;weight"}, {"A;B;0", "5"}, {"B;C;1", "5"}}, []string{"A-B", "B-C"}},
		{[][]string{{"source|target"}, {"A|B"}, {"B|C"}}, []string{"A-B", "B-C"}},
	} {
		excel, open := "", ""
		for _, row := range c.rows {
			var cells []string
			excel += "<row>"
			for _, s := range row {
				excel += excelCell(s)
				cells = append(cells, strings.ReplaceAll(openCell(s), "\t", "<text:tab/>"))
			}
			excel, open = excel+"</row>", open+openRow(cells...)
		}
		for name, d := range map[string][]byte{"t.xlsx": excelOf(t, excel, nil, "visible"), "t.ods": openOf(t, "Sheet1", open)} {
			r, err := Read([]File{{Name: name, Data: d}})
			if err != nil {
				t.Errorf("%q in %s: refused with %v", c.rows, name, err)
				continue
			}
			var got []string
			for _, e := range r.Graph.Edges {
				ends := []string{r.Graph.NodeNames[e.I], r.Graph.NodeNames[e.J]}
				slices.Sort(ends)
				got = append(got, strings.Join(ends, "-"))
			}
			slices.Sort(got)
			if !slices.Equal(got, slices.Sorted(slices.Values(c.want))) {
				t.Errorf("%q in %s: the edges are %q, want %q", c.rows, name, got, c.want)
			}
		}
	}
}

// TestHiddenSheetsAreReadAlone: a workbook whose only sheet with rows is hidden is read.
func TestHiddenSheetsAreReadAlone(t *testing.T) {
	rows := "<row>" + excelCell("source") + excelCell("target") + "</row><row>" + excelCell("a") + excelCell("b") + "</row>"
	for _, state := range []string{"visible", "hidden", "veryHidden"} {
		r, err := Read([]File{{Name: "t.xlsx", Data: excelOf(t, rows, nil, state)}})
		if err != nil || summary(r) != "2 nodes; a-b" {
			t.Errorf("%s: the error is %v, want the edge a-b", state, err)
		}
	}
}

// TestLargeSheetsAreNamed: the error for a sheet beyond the limits has the name of the sheet, also for a cell after a gap.
func TestLargeSheetsAreNamed(t *testing.T) {
	const gap = `<table:table-cell table:number-columns-repeated="20000"/>`
	sound := openRow(openCell("a"), openCell("b"))
	covered := strings.ReplaceAll(openCell("x"), "table:table-cell", "table:covered-table-cell")
	for _, rows := range []string{openRow(gap, openCell("x")), openRow(gap, covered)} {
		_, err := Read([]File{{Name: "t.ods", Data: openOf(t, "Good", sound, "Wide", rows, "Last", sound)}})
		if err == nil || !strings.Contains(err.Error(), "t.ods/Wide") {
			t.Errorf("the error is %v, want one for t.ods/Wide", err)
		}
	}
}

// TestSheetsWithCommasCanBeChosen: the sheets beside the edges are listed whatever signs are in their names. A correction with the name of
// such a sheet, as a link stores it, reads this sheet.
func TestSheetsWithCommasCanBeChosen(t *testing.T) {
	for _, name := range []string{"Friends, 2024", "a=b", "50%2C", "plain"} {
		pair := openRow(openCell("source"), openCell("target")) + openRow(openCell("ann"), openCell("bob"))
		files := []File{{Name: "book.ods", Data: openOf(t, "edges", pair+openRow(openCell("bob"), openCell("cem")), name,
			openRow(openCell("from"), openCell("to"))+openRow(openCell("x"), openCell("y")))}}
		r, err := ReadAs(files, Correction{})
		if err != nil || r.Graph.N != 3 || !slices.Equal(r.Recognition.Unread, []string{name}) {
			t.Fatalf("%q: %v, %+v; want three nodes and the unread sheet", name, err, r.Recognition)
		}
		c, err := content.ParseCorrection(Correction{Table: name}.String())
		if err == nil {
			r, err = ReadAs(files, c)
		}
		if err != nil || r.Graph.N != 2 || len(r.Graph.Edges) != 1 {
			t.Errorf("%q: %v; want the two nodes of this sheet", name, err)
		}
	}
}
