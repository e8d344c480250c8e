package graphio

import (
	"strings"
	"testing"
)

// TestTablesKeepTheirRows: tables give the summaries below, although their texts resemble other shapes, amounts, totals or comments.
func TestTablesKeepTheirRows(t *testing.T) {
	for _, c := range [][2]string{
		// The last column of Excel has no name, so only the first line ends in a separator.
		{"source,target,\na,b,3\nb,c,4\n", "3 nodes; a-b b-c"},
		{"source\ttarget\t\na\tb\t3\nb\tc\t4\n", "3 nodes; a-b b-c"},
		// The nodes of a matrix may have the names of ends.
		{",u,v,w\nu,0,1,1\nv,1,0,0\nw,1,0,0\n", "3 nodes; u-v u-w"},
		{"u v w\nu 0 1 1\nv 1 0 0\nw 1 0 0\n", "3 nodes; u-v u-w"},
		{"\tStart\tA\tB\tEnd\nStart\t0\t1\t0\t0\nA\t1\t0\t1\t0\nB\t0\t1\t0\t1\nEnd\t0\t0\t1\t0\n", "4 nodes; A-B B-End Start-A"},
		{"Name,Source,A,Target\nSource,,x,x\nA,x,,\nTarget,x,,\n", "3 nodes; Source-A Source-Target"},
		{"u,v,w\nann,bob,1\nbob,cid,2\ncid,ann,3\n", "3 nodes; ann-bob ann-cid bob-cid"},
		{"\ta\tb\tc\na\t0\t0,5\t1\nb\t0,5\t0\t0\nc\t1\t0\t0\n", "3 nodes; a-b a-c"},
		{"source,target,weight\na,b,1\nb,c,2\nTotal,,3\nc,d,4\nd,e,5\n", "6 nodes; a-b b-c c-d d-e"},
		// A note between two blocks is refused.
		{"source,target,weight\na,b,1\nb,c,2\nSource: census\nc,d,4\n", ""},
		{"10.0.0.1,192.168.1.10\n10.0.0.2,192.168.1.11\n", "4 nodes; 10.0.0.1-192.168.1.10 10.0.0.2-192.168.1.11"},
		{"192.168.100.101,192.168.100.201\n192.168.100.102,192.168.100.202\n",
			"4 nodes; 192.168.100.101-192.168.100.201 192.168.100.102-192.168.100.202"},
		{"+491701234567,+491709876543\n", "2 nodes; +491701234567-+491709876543"},
		{"3N,4S\n5N,6S\n", "4 nodes; 3N-4S 5N-6S"},
		{"tweet,customer\n1750000000000000001,1600000000000000001\n1750000000000000002,1600000000000000001\n",
			"3 nodes; 1600000000000000001-1750000000000000001 1600000000000000001-1750000000000000002"},
		{"customer,product\n1,101\n2,102\n3,\n", "5 nodes; 1-101 2-102"},
		{"employee,town,likes\nNan,Rome,Bob\nBob,Oslo,Ann\nAnn,Oslo,Nan\n", "3 nodes; Bob-Ann Nan-Ann Nan-Bob"},
		{"Nan Bob Ann\nBob Nan\nAnn Nan\n", "3 nodes; Nan-Ann Nan-Bob"},
		{"source,target,n\na,b,1\nb,c,2\nc,d,2\n来源：国家统计局\n", "4 nodes; a-b b-c c-d"},
		{",,\nsource,target,weight\na,b,1\nb,c,2\n", "3 nodes; a-b b-c"},
	} {
		text, want, got := c[0], c[1], ""
		r, err := Read([]File{{Name: "a.csv", Data: []byte(text)}})
		if err == nil {
			got = summary(r)
		}
		if got != want {
			t.Errorf("%q: read as %q (%v), want %q", text, got, err, want)
		}
	}
}

// TestAmountsAreMeasures: amounts with a fraction, a sign or a unit are measures; addresses, telephone numbers and versions are none.
func TestAmountsAreMeasures(t *testing.T) {
	for text, want := range map[string]bool{
		"3.5": true, "1.234,50": true, "1,234.50": true, "12,00": true, "12 %": true, "€ 3,20": true, "-4": true, "+1 234": true,
		"48.1 N": true, "48.137N": true, "5 EUR": true, "1.234.567": true, "-12345678": true, "12": false, "3.0": false, "12N": false,
		"10.0.0.1": false, "192.168.100.201": false, "+4930123456": false, "+49 170 1234567": false, "1.2.3": false, "1,2,3": false,
	} {
		if isMeasure(text) != want {
			t.Errorf("%q is a measure: %v, want %v", text, !want, want)
		}
	}
}

// TestNotesOfTablesNameTheirLines: the notes of tables count the left-out lines and entries, and name no empty title.
func TestNotesOfTablesNameTheirLines(t *testing.T) {
	for text, want := range map[string]string{
		"source,target,n\na,b,1\nb,c,2\nTotal,,3\n":          `The last line, which begins with "Total", was left out.`,
		"source,target,n\na,b,1\nb,c,2\nTotal,,3\nNote: x\n": `The last 2 lines, of which the first begins with "Total", were left out.`,
		",a,b,c\na,0,1e999,1\nb,1,0,0\nc,1,0,0\n":            "Entries of the matrix that are infinite or no number were taken as no edge: 1.",
		",,\nsource,target,n\na,b,1\nb,c,2\n":                "Further columns of the edge list, such as weights, were left out.",
	} {
		r, err := Read([]File{{Name: "a.csv", Data: []byte(text)}})
		if err != nil || r.Graph.Notes[0] != want {
			t.Errorf("%q: error %v, want the note %q first", text, err, want)
		}
	}
	// The rows of a timetable repeat values, so the doubt must not deny that.
	_, err := Read([]File{{Name: "a.csv", Data: []byte("Monday,Tuesday,Wednesday\nMaths,Art,Maths\nArt,Maths,Art\n")}})
	refused, ok := err.(*Error)
	if !ok || refused.Found == nil || strings.Contains(refused.Found.Doubts[0].Text, "share") {
		t.Errorf("the timetable gives the error %v", err)
	}
}

// TestLoneQuotesEndNoRow: a quote that is a letter, as in 5" pipe, hides no row from the measured size.
func TestLoneQuotesEndNoRow(t *testing.T) {
	table, err := openTable(File{Name: "a.csv", Data: []byte("source,target\n5\" pipe,valve\nvalve,pump\n")}, Correction{}.All)
	if err != nil || table.size.rows != 3 {
		t.Errorf("the size is %+v (%v), want 3 rows", table.size, err)
	}
}

// TestSecondDownloadsKeepTheirKind: the number that a browser adds to a file name changes no kind of table.
func TestSecondDownloadsKeepTheirKind(t *testing.T) {
	for _, name := range []string{"edges", "my links", "nodes", "labels", "friends", "graph_labels"} {
		want := fileKind(name + ".csv")
		for _, ending := range []string{" (1)", " (12)"} {
			if got := fileKind(name + ending + ".csv"); got != want {
				t.Errorf("%s%s.csv is of the kind %q, want %q", name, ending, got, want)
			}
		}
	}
}
