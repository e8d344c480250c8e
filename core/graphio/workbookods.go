package graphio

import (
	"encoding/xml"
	"strconv"
	"strings"
)

// openDocument reads the sheets of an OpenDocument spreadsheet.
func (b *bookReader) openDocument() ([]*sheetData, error) {
	r := odsReader{hidden: map[string]bool{}}
	if err := b.walk("content.xml", r.start, r.end); err != nil {
		return nil, err
	}
	if r.large {
		return nil, b.tooLarge("")
	}
	return r.sheets, nil
}

// odsReader reads content.xml. A cell or a row that is repeated stands there once.
type odsReader struct {
	sheets []*sheetData
	hidden map[string]bool // hidden are the styles of tables that are not shown.
	style  string
	large  bool
	depth  int // depth counts tables within tables, notes and pictures, which are no cells.

	row, col, rows, cols int // rows and cols are how often the row and the cell are repeated.
	cells                []odsCell
	value, kind          string
	text                 []string
	down                 int            // down is how many rows the cell spans.
	spans                map[int]odsRun // spans are the merged ranges above, by column.
}

// odsCell is a cell that is not empty, in the columns from one to another.
type odsCell struct {
	from, to int
	value    string
}

type odsRun struct {
	value string
	rows  int
}

func times(e xml.StartElement, name string) int {
	n, err := strconv.Atoi(attr(e, name))
	return max(1, min(n, maxRow)*oneIf(err == nil))
}

func (r *odsReader) sheet() *sheetData { return r.sheets[len(r.sheets)-1] }

func (r *odsReader) start(e xml.StartElement) {
	switch e.Name.Local {
	case "style":
		r.style = attr(e, "name")
	case "table-properties":
		r.hidden[r.style] = attr(e, "display") == "false"
	case "annotation", "shapes":
		r.depth++
	case "table":
		if r.depth++; r.depth == 1 {
			r.sheets = append(r.sheets, &sheetData{name: attr(e, "name"), hidden: r.hidden[attr(e, "style-name")]})
			r.row, r.spans = 0, map[int]odsRun{}
		}
	}
	if r.depth != 1 || len(r.sheets) == 0 {
		return
	}
	switch e.Name.Local {
	case "table-row":
		r.col, r.cells, r.rows = 0, r.cells[:0], times(e, "number-rows-repeated")
		if v := attr(e, "visibility"); v == "collapse" || v == "filter" {
			r.sheet().marks.hiddenRows += r.rows
		}
	case "table-cell", "covered-table-cell":
		r.cols, r.down = times(e, "number-columns-repeated"), times(e, "number-rows-spanned")
		if times(e, "number-columns-spanned") > 1 {
			r.down = 1
		}
		r.kind, r.text = attr(e, "value-type"), r.text[:0]
		switch r.kind {
		case "float", "percentage", "currency":
			r.value = plainNumberText(attr(e, "value"))
		case "date":
			r.value = strings.TrimSuffix(strings.Replace(attr(e, "date-value"), "T", " ", 1), " 00:00:00")
		case "boolean":
			r.value = attr(e, "boolean-value")
		default:
			r.value = ""
		}
	case "s":
		r.text = append(r.text, " ")
	}
}

func (r *odsReader) end(name, text string) {
	if r.depth == 1 && len(r.sheets) > 0 {
		switch name {
		case "p", "span", "a":
			if text = strings.TrimSpace(text); text != "" {
				r.text = append(r.text, text)
			}
		case "table-cell", "covered-table-cell":
			r.cell(name == "covered-table-cell")
		case "table-row":
			r.endRow()
		}
	}
	if name == "table" || name == "annotation" || name == "shapes" {
		r.depth--
	}
}

func (r *odsReader) cell(covered bool) {
	s, v := r.sheet(), r.value
	switch r.kind {
	case "string", "time", "":
		v = strings.TrimSpace(strings.Join(r.text, " "))
		if strings.HasPrefix(v, "#") && strings.HasSuffix(v, "!") || strings.HasPrefix(v, "Err:") {
			s.marks.errors++
			v = ""
		}
		s.grid.seen(r.col, v, true)
	case "date":
		s.marks.dates++
	case "float":
		s.grid.seen(r.col, v, false)
	}
	if run, ok := r.spans[r.col]; ok && covered {
		v = run.value
		if run.rows--; run.rows == 0 {
			delete(r.spans, r.col)
		} else {
			r.spans[r.col] = run
		}
	} else if v != "" && r.down > 1 {
		s.marks.merged++
		r.spans[r.col] = odsRun{v, r.down - 1}
	}
	if v != "" {
		r.cells = append(r.cells, odsCell{r.col, min(r.col+r.cols, maxColumn+1), v})
	}
	r.col += r.cols
}

func (r *odsReader) endRow() {
	if len(r.cells) == 0 {
		r.row += r.rows
		return
	}
	for k := 0; k < r.rows && !r.large; k++ {
		for _, c := range r.cells {
			for col := c.from; col < c.to && !r.large; col++ {
				r.large = !r.sheet().grid.put(r.row, col, c.value)
			}
		}
		r.row++
	}
}
