package graphio

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// This file has further forms of a village (neighbours_test.go), and a test of lists of words.

// triangle writes distances as an atlas does, and checks the reading: half of a symmetric matrix, with or without the diagonal.
// The names are before or behind the rows, and perhaps in a last line.
func (v *village) triangle(t *testing.T) {
	n := len(v.names)
	if isNumber(v.names[0]) {
		return // Numbers among numbers are no names.
	}
	// tied has the distance of two persons with a tie, by their names.
	tied := map[string]string{}
	for k, e := range v.edges {
		tied[e[0]+"\t"+e[1]], tied[e[1]+"\t"+e[0]] = fmt.Sprint(10+k), fmt.Sprint(10+k)
	}
	isUpper, hasDiagonal, isBehind, hasLastLine := v.r.IntN(2) == 0, v.r.IntN(2) == 0, v.r.IntN(3) == 0, v.r.IntN(3) == 0
	sep := pick(v, "\t", ";", " ", ",")
	var rows []string
	for i, a := range v.names {
		var row []string
		for j, b := range v.names {
			isWritten := j < i
			switch {
			case i == j:
				isWritten = hasDiagonal
			case isUpper:
				isWritten = j > i
			}
			if isWritten {
				distance := tied[a+"\t"+b]
				if distance == "" {
					distance = "0"
				}
				row = append(row, distance)
			}
		}
		if isBehind {
			row = append(row, a)
		} else {
			row = append([]string{a}, row...)
		}
		rows = append(rows, strings.Join(row, sep))
	}
	if hasLastLine {
		rows = append(rows, strings.Repeat(" ", 4)+sep+strings.Join(v.names[:n-1], sep))
	}
	v.check(t, []File{{Name: "atlas.txt", Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// sentences writes the edges as sentences and checks the reading: a sentence for each edge, or a sentence for all edges of a person.
// The persons may have last names, and the sentences may end with a result such as 2-1.
func (v *village) sentences(t *testing.T) {
	verb := pick(v, "knows", "is a friend of", "requires", "beat", "is connected to", "kennt", "cites", "likes", "verse")
	and, stop := pick(v, " and ", ", and ", ", ", " und ", " et "), pick(v, "", ".")
	// In some files, every person has a last name.
	fullName := map[string]string{}
	if v.r.IntN(2) == 0 {
		for i, n := range v.names {
			fullName[n] = n + fmt.Sprintf(" Of%c", 'a'+i)
		}
		v.names = slices.Clone(v.names)
		for i, n := range v.names {
			v.names[i] = fullName[n]
		}
		for k, e := range v.edges {
			v.edges[k] = [2]string{fullName[e[0]], fullName[e[1]]}
		}
	}
	hasResults, hasLists := v.r.IntN(3) == 0, v.r.IntN(2) == 0
	neighbours := map[string][]string{}
	var rows []string
	for k, e := range v.edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
		text := e[0] + " " + verb + " " + e[1]
		if hasResults {
			text += fmt.Sprintf("%s%d-%d", pick(v, " ", ", "), k%4, 1+k%3)
		}
		rows = append(rows, text+stop)
	}
	// One sentence for all edges of a person replaces the sentences above.
	if hasLists && !hasResults {
		rows = nil
		for _, n := range v.names {
			if list := neighbours[n]; len(list) > 1 {
				rows = append(rows, n+" "+verb+" "+strings.Join(list[:len(list)-1], ", ")+and+list[len(list)-1]+stop)
			} else if len(list) == 1 {
				rows = append(rows, n+" "+verb+" "+list[0]+stop)
			}
		}
	}
	v.check(t, []File{{Name: pick(v, "text.txt", "a.md"), Data: []byte(strings.Join(rows, "\n") + "\n")}}, false)
}

// sections writes the ties of persons below headings, one for every three persons, with or without list marks, and checks the reading.
func (v *village) sections(t *testing.T) {
	neighbours := map[string][]string{}
	for _, e := range v.edges {
		neighbours[e[0]] = append(neighbours[e[0]], e[1])
	}
	head := pick(v, "Team %d", "Team %d:", "== Team %d ==", "[Team %d]", "Gruppe %d")
	mark, tie := pick(v, "- ", "* ", "• ", ""), pick(v, ": ", " -> ")
	var b strings.Builder
	for k, n := range v.names {
		if k%3 == 0 {
			b.WriteString(pick(v, "", "\n") + fmt.Sprintf(head, k/3+1) + "\n")
		}
		if len(neighbours[n]) > 0 {
			b.WriteString(mark + n + tie + strings.Join(neighbours[n], ", ") + "\n")
		}
	}
	v.check(t, []File{{Name: "groups.txt", Data: []byte(b.String())}}, false)
}

// TestWordListIsNoGraph6: the word Hamburg alone is detected as graph6. In graph6, H means 9 nodes, and the 36 pairs need 6 more letters.
// A list of words that starts with Hamburg is not detected as graph6.
// Distances below Hamburg, half of a symmetric matrix, are read as a triangle: 3 nodes and 3 edges.
func TestWordListIsNoGraph6(t *testing.T) {
	if !isGraph6([]byte("Hamburg")) {
		t.Error("the word Hamburg is not detected as graph6")
	}
	if isGraph6([]byte("Hamburg\nHannover\nKiel\n")) {
		t.Error("a list of words is detected as graph6")
	}
	r, err := Read([]File{{Name: "a", Data: []byte("Hamburg\nKiel\t90\nUlm\t600\t700\n")}})
	if err != nil {
		t.Fatalf("the distances below Hamburg are refused: %v", err)
	}
	if r.Graph.N != 3 || len(r.Graph.Edges) != 3 || !slices.Contains(r.Graph.NodeNames, "Hamburg") {
		t.Errorf("the distances below Hamburg are read as %q with %d edges, want a triangle", r.Graph.NodeNames, len(r.Graph.Edges))
	}
}

// FuzzTriangles changes the random numbers from which triangle writes a village.
func FuzzTriangles(f *testing.F) { fuzzNeighbours(f, (*village).triangle) }

// FuzzSections changes the random numbers from which sections writes a village.
func FuzzSections(f *testing.F) { fuzzNeighbours(f, (*village).sections) }

// FuzzSentences changes the random numbers from which sentences writes a village.
func FuzzSentences(f *testing.F) { fuzzNeighbours(f, (*village).sentences) }
