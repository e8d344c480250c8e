package graphio

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBracketedMatrixEqualsJSON: in five notations with brackets, each of 60 random matrices gives the same graph as in JSON.
// Lists of JSON and other texts are not detected as matrices in brackets.
func TestBracketedMatrixEqualsJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 6))
	for range 60 {
		// A random symmetric matrix with zero diagonal. The path 0, 1, …, n−1 keeps the graph connected.
		n := 3 + r.IntN(6)
		cells := make([][]string, n)
		for i := range cells {
			cells[i] = make([]string, n)
		}
		for i := range n {
			cells[i][i] = "0"
			for j := range i {
				v := "0"
				if j == i-1 || r.IntN(2) == 0 {
					v = "1"
				}
				cells[i][j], cells[j][i] = v, v
			}
		}
		// write returns the matrix as a text with the given marks.
		write := func(begin, cellSeparator, rowSeparator, end string) string {
			rows := make([]string, n)
			for i := range rows {
				rows[i] = strings.Join(cells[i], cellSeparator)
			}
			return begin + strings.Join(rows, rowSeparator) + end
		}
		want := readText(t, "", write("[[", ",", "],[", "]]")).Graph
		for _, text := range []string{write("A = [", " ", "; ", "]"), write("[", " ", ";", "];\n"), write("adj=[", ", ", ";\n ", "]"),
			write("M_1 = [\n  ", " ", "\n  ", "\n];\n"), write("[", "\t", "; ", "]")} {
			got := readText(t, "", text).Graph
			if got.N != n || fmt.Sprint(got.Edges) != fmt.Sprint(want.Edges) {
				t.Fatalf("%q: %d nodes, %v, want %v", text, got.N, got.Edges, want.Edges)
			}
		}
	}
	// The detection of "[]" is not compared; it must only not panic.
	for _, text := range []string{"[0, 1, 2]", "[[0,1],[1,0]]", "[]", "a [1 2]", "x = 3", "[1 b; 2 3]"} {
		if isBracketed([]byte(text)) && text != "[]" {
			t.Errorf("%q is detected as a matrix in brackets", text)
		}
	}
}
