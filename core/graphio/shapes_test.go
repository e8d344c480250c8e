package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graphio/asian"
)

// corners writes a matrix with a word or nothing in its corner, and blank cells, 0 or a mark for no edge.
// The matrix may be a triangle, lack blank cells at the ends of rows, or have sums.
func (v *village) corners(t *testing.T) {
	// tied has the cell of an edge, a mark or a number, by the two names in both orders.
	tied := map[[2]string]string{}
	tie := pick(v, "1", "x", "X", "T", "ja", "103", "8.5")
	for _, e := range v.edges {
		// The tie 103 is replaced by a random number from 100 to 189. All later edges get this number, unless it is 103.
		if tie == "103" {
			tie = fmt.Sprint(100 + v.r.IntN(90))
		}
		tied[e], tied[[2]string{e[1], e[0]}] = tie, tie
	}
	noEdge := pick(v, "", "", "", "0", "-", "–")
	// triangle is 0 for the lower triangle, 1 for the upper one, and 2 to 4 for the whole matrix.
	triangle := v.r.IntN(5)
	hasSums := v.r.IntN(6) == 0 && isNumber(tie)
	rows := [][]string{append([]string{pick(v, "km", "Distanz", "from \\ to", "knows", "", "Name")}, v.names...)}
	for i, a := range v.names {
		row := []string{a}
		for j, b := range v.names {
			cell := tied[[2]string{a, b}]
			if cell == "" && i != j {
				cell = noEdge
			}
			if triangle == 0 && j > i {
				cell = ""
			}
			if triangle == 1 && j < i {
				cell = ""
			}
			row = append(row, cell)
		}
		if triangle == 0 && v.r.IntN(2) == 0 {
			row = row[:i+2]
		}
		if hasSums {
			row = append(row, "7")
		}
		rows = append(rows, row)
	}
	// The sums, all written as 7, stand in a last column and perhaps in a last row.
	if hasSums {
		rows[0] = append(rows[0], pick(v, "Total", "Summe"))
		if v.r.IntN(2) == 0 {
			rows = append(rows, slices.Repeat([]string{"7"}, len(v.names)+2))
			rows[len(rows)-1][0] = "Total"
		}
	}
	v.check(t, []File{{Name: "matrix.csv", Data: v.encoded(v.tableText(rows))}}, false)
}

// triples writes the kind of an edge between its ends, below a header in known or unknown words, or none.
func (v *village) triples(t *testing.T) {
	kinds := pick(v, []string{"knows"}, []string{"knows", "likes"}, []string{"KNOWS", "WORKS_WITH", "MET"}, []string{"kennt", "mag"})
	header := pick(v, []string{"s", "p", "o"}, []string{"h", "r", "t"}, []string{"e1", "rel", "e2"}, []string{"Subjekt", "Prädikat", "Objekt"},
		[]string{"subject", "predicate", "object"}, []string{"n.name", "type(r)", "m.name"}, []string{"uno", "come", "due"},
		[]string{"a", "type(r)", "b"}, []string{"source", "relation", "target"}, nil)
	var rows [][]string
	if header != nil {
		rows = append(rows, header)
	}
	for _, e := range v.edges {
		rows = append(rows, []string{e[0], pick(v, kinds...), e[1]})
	}
	v.check(t, []File{{Name: pick(v, "triples.csv", "kg.tsv", "a.txt"), Data: v.encoded(v.tableText(rows))}}, false)
}

// arrows writes edges with marks between their ends, behind bullets or numbers, or several in a line.
// A few edges have another mark. The direction of a mark such as -> is read, or there is a doubt.
func (v *village) arrows(t *testing.T) {
	mark := pick(v, " -> ", "->", " → ", "→", " => ", " --> ", " -- ", " — ", " <-> ", "↔", " - ", "-", " <- ")
	// before is the bullet. 1 stands for the number of the line.
	before := pick(v, "", "", "", "- ", "* ", "• ", "> ", "1")
	behind := pick(v, "", "", "", " : 3", " 3:1", ", 4", "   x.jar", " [label=x]", ";")
	var rows []string
	for k, e := range v.edges {
		markOfEdge := mark
		if v.r.IntN(40) == 0 {
			markOfEdge = pick(v, " -> ", " -- ")
		}
		row := e[0] + markOfEdge + e[1] + behind
		if before == "1" {
			row = fmt.Sprint(k+1) + pick(v, ". ", ". ", ". ") + row
		} else {
			row = before + row
		}
		rows = append(rows, row)
	}
	text := strings.Join(rows, "\n")
	if before+behind == "" && v.r.IntN(4) == 0 {
		text = strings.Join(rows, ", ")
	}
	v.check(t, []File{{Name: "friends.txt", Data: v.encoded(text + "\n")}}, false)
	// Without a doubt, the graph is directed exactly if the mark has one head.
	r, err := Reader{Decode: asian.Decode}.ReadAs([]File{{Name: "friends.txt", Data: []byte(text + "\n")}}, Correction{})
	if err != nil || len(r.Recognition.Doubts) > 0 {
		return
	}
	hasHead := strings.ContainsAny(mark, ">→<")
	hasTwoHeads := strings.ContainsAny(mark, "↔") || mark == " <-> "
	if isDirected := hasHead && !hasTwoHeads; r.Recognition.Directed != isDirected {
		t.Fatalf("read in silence with directed %v, want %v: %s", r.Recognition.Directed, isDirected, text)
	}
}

// measures writes tables without edges: amounts, dates, times or shares of persons. None may be read without a doubt.
func (v *village) measures(t *testing.T) {
	// kinds has, by the name of a column, the function that returns its cell in row k.
	kinds := map[string]func(k int) string{
		"date":   func(k int) string { return fmt.Sprintf("2024-%02d-%02d", 1+k/3, 1+k%27) },
		"Datum":  func(k int) string { return fmt.Sprintf("%d.%d.2024", 1+k%27, 1+k/3) },
		"time":   func(k int) string { return fmt.Sprintf("%02d:%02d", k%24, 10+k) },
		"price":  func(k int) string { return fmt.Sprintf("%d.%02d", k, 10+k) },
		"Betrag": func(k int) string { return fmt.Sprintf("-1.%03d,50", k) },
		"share":  func(k int) string { return fmt.Sprintf("%d %%", k) },
	}
	kind := pick(v, "date", "Datum", "time", "price", "Betrag", "share")
	rows := [][]string{{pick(v, "Station", "sensor", "ticker", "Stadt", "item"), kind}}
	if v.r.IntN(3) == 0 {
		rows = nil
	}
	hasThirdColumn := v.r.IntN(3) == 0
	for k := range v.names {
		rows = append(rows, []string{v.names[k/2], kinds[kind](k)})
	}
	if hasThirdColumn {
		for k := range rows {
			rows[k] = append(rows[k], fmt.Sprintf("%d.5", k%4))
		}
	}
	text := v.tableText(rows)
	r, err := Reader{Decode: asian.Decode}.ReadAs([]File{{Name: "table.csv", Data: v.encoded(text)}}, Correction{})
	if err == nil && len(r.Recognition.Doubts) == 0 {
		t.Fatalf("read in silence as %d nodes and %d edges:\n%s", r.Graph.N, len(r.Graph.Edges), text)
	}
}
