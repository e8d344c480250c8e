package graphio

import (
	"archive/zip"
	"bytes"
	"slices"
	"strings"
	"testing"
)

// TestReadEdgesAreNotLeftOut: two pairs of JSON under edges, links or arcs give 3 nodes, 2 edges and no doubt that a list was left out.
// The pairs stand alone, before or behind the nodes, or behind another member.
// Of two lists of edges, exactly one doubt says that a list was left out.
func TestReadEdgesAreNotLeftOut(t *testing.T) {
	const pairs, nodes = `[["a","b"],["b","c"]]`, `"nodes":["a","b","c"]`
	for _, word := range []string{"edges", "links", "arcs"} {
		list := `"` + word + `":` + pairs
		for _, text := range []string{"{" + list + "}", "{" + list + "," + nodes + "}", "{" + nodes + "," + list + "}",
			`{"directed":false,` + list + "}", `{"name":"x",` + list + "}"} {
			r := readText(t, "", text)
			if g := r.Graph; g.N != 3 || len(g.Edges) != 2 {
				t.Errorf("%s has %d nodes and %d edges, want 3 and 2", text, g.N, len(g.Edges))
			}
			for _, d := range r.Recognition.Doubts {
				if strings.Contains(d.Text, "left out") {
					t.Errorf("%s raises the doubt %q", text, d.Text)
				}
			}
		}
	}
	r := readText(t, "", `{"edges":`+pairs+`,"links":[["a","c"]]}`)
	leftOut := 0
	for _, d := range r.Recognition.Doubts {
		if strings.Contains(d.Text, "left out") {
			leftOut++
		}
	}
	if leftOut != 1 {
		t.Errorf("two lists of edges raise %d doubts about a list that was left out, want 1: %+v", leftOut, r.Recognition.Doubts)
	}
}

// TestCallsKeepIsolatedNodes: a list of the calls add_edge and add_node keeps the nodes without an edge.
// Nodes with integers as names are sorted by value, and no node is added between them. Other nodes are in the order of the calls.
func TestCallsKeepIsolatedNodes(t *testing.T) {
	for text, want := range map[string][]string{
		"G.add_edge(10, 2)\nG.add_edge(2, 3)\nG.add_node(7)\n":                    {"2", "3", "7", "10"},
		"G.add_edge(1, 2)\nG.add_edge(2, 3)\n":                                    {"1", "2", "3"},
		"G.add_node(\"z\")\nG.add_edge(\"a\", \"b\")\nG.add_edge(\"b\", \"c\")\n": {"z", "a", "b", "c"},
	} {
		if got := readText(t, "", text).Graph.NodeNames; !slices.Equal(got, want) {
			t.Errorf("%q has the nodes %q, want %q", text, got, want)
		}
	}
}

// TestDateTextRoundsToTheNextDay: dateText rounds the time of the day to a second.
// The last half second of a day is midnight of the next day.
// A serial number counts days, and a day has 86400 seconds. From 1904 the number of a day is 1462 smaller than from 1900.
func TestDateTextRoundsToTheNextDay(t *testing.T) {
	for _, c := range []struct {
		serial float64
		origin dateOrigin
		want   string
	}{
		{45000, from1900, "2023-03-15"},
		{45000.5, from1900, "2023-03-15 12:00:00"},
		{45000 + 86399.4/86400, from1900, "2023-03-15 23:59:59"},
		{45000 + 86399.6/86400, from1900, "2023-03-16"},
		{43538 + 86399.6/86400, from1904, "2023-03-16"},
	} {
		if got := dateText(c.serial, c.origin); got != c.want {
			t.Errorf("the serial number %v is %q, want %q", c.serial, got, c.want)
		}
	}
}

// TestCoveredCellsFollowTheirRange: a covered cell of an OpenDocument sheet has the value of the merged range in its own column.
// One element stands for several covered cells, and a repeated row has a covered cell.
// After the end of the range a covered cell is empty.
func TestCoveredCellsFollowTheirRange(t *testing.T) {
	cell := func(text, attributes string) string {
		return `<table:table-cell office:value-type="string"` + attributes + `><text:p>` + text + `</text:p></table:table-cell>`
	}
	const spans2, spans3 = ` table:number-rows-spanned="2"`, ` table:number-rows-spanned="3"`
	rows := []string{
		cell("source", "") + cell("target", "") + cell("kind", ""),
		cell("a", spans2) + cell("b", spans2) + cell("x", ""),
		`<table:covered-table-cell table:number-columns-repeated="2"/>` + cell("y", ""),
		cell("c", spans3) + cell("d", "") + cell("x", ""),
	}
	body := ""
	for _, r := range rows {
		body += `<table:table-row>` + r + `</table:table-row>`
	}
	body += `<table:table-row table:number-rows-repeated="2"><table:covered-table-cell/>` + cell("e", "") + cell("z", "") +
		`</table:table-row><table:table-row><table:covered-table-cell/>` + cell("f", "") + cell("w", "") + `</table:table-row>`
	content := `<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" ` +
		`xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">` +
		`<office:body><office:spreadsheet><table:table table:name="s">` + body + `</table:table></office:spreadsheet></office:body>` +
		`</office:document-content>`
	var file bytes.Buffer
	archive := zip.NewWriter(&file)
	for _, entry := range [][2]string{{"mimetype", "application/vnd.oasis.opendocument.spreadsheet"}, {"content.xml", content}} {
		w, err := archive.Create(entry[0])
		if err == nil {
			_, err = w.Write([]byte(entry[1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := archive.Close(); err != nil {
		t.Fatal(err)
	}
	r, err := Read([]File{{Name: "t.ods", Data: file.Bytes()}})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range r.Graph.Edges {
		got = append(got, r.Graph.NodeNames[e.I]+"–"+r.Graph.NodeNames[e.J])
	}
	// a–b and c–e occur twice. The last row has no source, so it is no edge.
	if want := []string{"a–b", "c–d", "c–e"}; !slices.Equal(got, want) {
		t.Errorf("the sheet has the edges %q, want %q", got, want)
	}
}

// TestOpenDocumentKeepsWholeTexts: no part of a cell's text is lost in spans of another font, spaces, tabs, links or paragraphs.
// Tabs and the ends of lines and paragraphs become spaces. A note (annotation) is no part of the text.
func TestOpenDocumentKeepsWholeTexts(t *testing.T) {
	for markup, want := range map[string]string{
		`<text:p>Anna <text:s/>Maria</text:p>`:                                                "Anna  Maria",
		`<text:p>Anna<text:s text:c="3"/>Maria</text:p>`:                                      "Anna   Maria",
		`<text:p>An<text:span>na</text:span> Maria</text:p>`:                                  "Anna Maria",
		`<text:p>Anna <text:span>M<text:span>a</text:span>r</text:span>ia</text:p>`:           "Anna Maria",
		`<text:p>Anna<text:line-break/>Maria</text:p>`:                                        "Anna Maria",
		`<text:p>Anna<text:tab/>Maria</text:p>`:                                               "Anna Maria",
		"<text:p>\n  Anna\n  Maria\n</text:p>":                                                "Anna Maria",
		"<text:p>Anna</text:p>\n<text:p>Maria</text:p>":                                       "Anna Maria",
		`<text:p>see <text:a>Anna</text:a>, <text:span/>Maria</text:p>`:                       "see Anna, Maria",
		`<office:annotation><text:p>a note</text:p></office:annotation><text:p>Anna</text:p>`: "Anna",
		`<text:p>An<office:annotation><text:p>a note</text:p></office:annotation>na</text:p>`: "Anna",
	} {
		cells := func(first, second string) string {
			return `<table:table-row><table:table-cell office:value-type="string">` + first + `</table:table-cell><table:table-cell ` +
				`office:value-type="string">` + second + `</table:table-cell></table:table-row>`
		}
		sheet := cells(`<text:p>source</text:p>`, `<text:p>target</text:p>`) + cells(markup, `<text:p>b</text:p>`) +
			cells(`<text:p>b</text:p>`, `<text:p>c</text:p>`)
		file := packed(t, "mimetype", "application/vnd.oasis.opendocument.spreadsheet", "content.xml", `<office:document-content `+
			`xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="s">`+sheet+
			`</table:table></office:spreadsheet></office:body></office:document-content>`)
		r, err := Read([]File{{Name: "t.ods", Data: file}})
		if err != nil {
			t.Errorf("%s: refused with %v", markup, err)
			continue
		}
		if got := r.Graph.NodeNames; !slices.Contains(got, want) || len(got) != 3 {
			t.Errorf("%s: the nodes are %q, want b, c and %q", markup, got, want)
		}
	}
}
