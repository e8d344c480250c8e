package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// triangle writes distances of an atlas: half of the numbers, with or without the diagonal, and names on one side.
func (v *village) triangle(t *testing.T) {
	n := len(v.names)
	if isNumber(v.names[0]) {
		return // numbers among numbers are no names
	}
	tied := map[string]string{}
	for k, e := range v.edges {
		tied[e[0]+"\t"+e[1]], tied[e[1]+"\t"+e[0]] = fmt.Sprint(10+k), fmt.Sprint(10+k)
	}
	upper, diagonal, behind, foot := v.r.IntN(2) == 0, v.r.IntN(2) == 0, v.r.IntN(3) == 0, v.r.IntN(3) == 0
	sep := one(v, "\t", ";", " ", ",")
	var rows []string
	for i, a := range v.names {
		var row []string
		for j, b := range v.names {
			if i == j && diagonal || j < i && !upper || j > i && upper {
				row = append(row, map[bool]string{true: tied[a+"\t"+b], false: "0"}[tied[a+"\t"+b] != ""])
			}
		}
		if behind {
			row = append(row, a)
		} else {
			row = append([]string{a}, row...)
		}
		rows = append(rows, strings.Join(row, sep))
	}
	if foot {
		rows = append(rows, strings.Repeat(" ", 4)+sep+strings.Join(v.names[:n-1], sep))
	}
	v.check(t, []File{{Name: "atlas.txt", Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// sentences writes the edges as sentences: a sentence for each edge, or a sentence for all edges of a person.
func (v *village) sentences(t *testing.T) {
	verb := one(v, "knows", "is a friend of", "requires", "beat", "is connected to", "kennt", "cites", "likes", "verse")
	and, stop := one(v, " and ", ", and ", ", ", " und ", " et "), one(v, "", ".")
	last := map[string]string{}
	if v.r.IntN(2) == 0 {
		for i, n := range v.names {
			last[n] = n + fmt.Sprintf(" Of%c", 'a'+i)
		}
		v.names = slices.Clone(v.names)
		for i, n := range v.names {
			v.names[i] = last[n]
		}
		for k, e := range v.edges {
			v.edges[k] = [2]string{last[e[0]], last[e[1]]}
		}
	}
	amounts, lists := v.r.IntN(3) == 0, v.r.IntN(2) == 0
	of := map[string][]string{}
	var rows []string
	for k, e := range v.edges {
		of[e[0]] = append(of[e[0]], e[1])
		text := e[0] + " " + verb + " " + e[1]
		if amounts {
			text += fmt.Sprintf("%s%d-%d", one(v, " ", ", "), k%4, 1+k%3)
		}
		rows = append(rows, text+stop)
	}
	if lists && !amounts {
		rows = nil
		for _, n := range v.names {
			if list := of[n]; len(list) > 1 {
				rows = append(rows, n+" "+verb+" "+strings.Join(list[:len(list)-1], ", ")+and+list[len(list)-1]+stop)
			} else if len(list) == 1 {
				rows = append(rows, n+" "+verb+" "+list[0]+stop)
			}
		}
	}
	v.check(t, []File{{Name: one(v, "text.txt", "a.md"), Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// sections writes the ties of persons below headings, with or without list marks.
func (v *village) sections(t *testing.T) {
	of := map[string][]string{}
	for _, e := range v.edges {
		of[e[0]] = append(of[e[0]], e[1])
	}
	head, mark, tie := one(v, "Team %d", "Team %d:", "== Team %d ==", "[Team %d]", "Gruppe %d"), one(v, "- ", "* ", "• ", ""), one(v, ": ",
		" -> ")
	var b strings.Builder
	for k, n := range v.names {
		if k%3 == 0 {
			b.WriteString(one(v, "", "\n") + fmt.Sprintf(head, k/3+1) + "\n")
		}
		if len(of[n]) > 0 {
			b.WriteString(mark + n + tie + strings.Join(of[n], ", ") + "\n")
		}
	}
	v.check(t, []File{{Name: "groups.txt", Data: []byte(b.String())}}, false)
}

// TestWordListIsNoGraph6: a list of words is no graph6, although its first word is.
func TestWordListIsNoGraph6(t *testing.T) {
	if !isGraph6([]byte("Hamburg")) || isGraph6([]byte("Hamburg\nHannover\nKiel\n")) {
		t.Error("a list of words is taken as graph6, or one of its words is not")
	}
	if r, err := Read([]File{{Name: "a", Data: []byte("Hamburg\nKiel\t90\nUlm\t600\t700\n")}}); err != nil || r.Graph.N != 3 ||
		!slices.Contains(r.Graph.NodeNames, "Hamburg") || len(r.Graph.Edges) != 3 {
		t.Errorf("a triangle below Hamburg: %v", err)
	}
}

func FuzzTriangles(f *testing.F) { fuzzNeighbours(f, (*village).triangle) }
func FuzzSections(f *testing.F)  { fuzzNeighbours(f, (*village).sections) }
func FuzzSentences(f *testing.F) { fuzzNeighbours(f, (*village).sentences) }
