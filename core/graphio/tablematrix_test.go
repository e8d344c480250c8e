package graphio

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestMatricesWithSeparatorsBehind: upper triangles and whole matrices of named nodes are read as their edges. Their lines may end in
// further separators, a column of totals may follow, and rows without a filled cell may follow the matrix.
func TestMatricesWithSeparatorsBehind(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		n, separator := 3+r.IntN(4), []string{",", ";", "\t"}[r.IntN(3)]
		ends := strings.Repeat(separator, r.IntN(3))
		isTriangle, hasTotals := r.IntN(2) == 0, r.IntN(2) == 0
		names := strings.Split("ABCDEFG", "")[:n]
		// The first two nodes, and the last two, are joined. An edge has the entry 1.
		joined := map[[2]int]bool{{0, 1}: true, {n - 2, n - 1}: true}
		for i := range n {
			for j := range i {
				if r.IntN(2) == 0 {
					joined[[2]int{j, i}] = true
				}
			}
		}
		header := slices.Concat([]string{""}, names)
		if hasTotals {
			header = append(header, "Total")
		}
		text := strings.Join(header, separator) + ends + "\n"
		var edges []string
		for i, name := range names {
			row, degree := []string{name}, 0
			for j := range n {
				isEdge := joined[[2]int{min(i, j), max(i, j)}]
				if isEdge && i < j {
					edges = append(edges, name+"-"+names[j])
				}
				degree += oneIf(isEdge)
				if j >= i || !isTriangle {
					row = append(row, fmt.Sprint(oneIf(isEdge)))
				}
			}
			if hasTotals {
				row = append(row, fmt.Sprint(degree))
			}
			text += strings.Join(row, separator) + ends + "\n"
		}
		text += strings.Repeat(strings.Repeat(separator, n)+"\n", r.IntN(3))
		slices.Sort(edges)
		want := fmt.Sprintf("%d nodes; %s", n, strings.Join(edges, " "))
		if found, err := Read([]File{{Name: "a.csv", Data: []byte(text)}}); err != nil || summary(found) != want {
			t.Fatalf("read with error %v, want %s:\n%s", err, want, text)
		}
	}
}

// An error of a matrix names the line of a row's name, and the first line for a name of a column.
func TestUnknownNodesOfMatricesNameTheirLine(t *testing.T) {
	nodes := File{Name: "nodes.csv", Data: []byte("id,label\na,x\nb,y\nc,x\n")}
	for text, line := range map[string]int{
		",a,b,c\na,0,1,0\nb,1,0,1\nz,0,1,0\n": 4,
		",a,b,z\na,0,1,0\nb,1,0,1\nc,0,1,0\n": 1,
		// An empty line before the row, and names that are only above.
		",a,b,z\na,0,1,0\nb,1,0,1\n\nz,0,1,0\n": 5,
		"a,b,z\n0,1,0\n1,0,1\n0,1,0\n":          1,
	} {
		_, err := Read([]File{nodes, {Name: "edges.csv", Data: []byte(text)}})
		var e *Error
		if !errors.As(err, &e) || e.Line != line || !strings.Contains(e.Error(), `"z"`) {
			t.Errorf("%q: the error is %v, want the node z in line %d", text, err, line)
		}
	}
}
