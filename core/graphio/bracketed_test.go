package graphio

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestBracketedMatrixEqualsJSON: in twelve notations with brackets, each of 60 random matrices gives the same graph as in JSON.
// NumPy breaks rows of more than 25 numbers. The numbers have the spellings of MATLAB and NumPy, and words for truth values.
// Lists of JSON and other texts are not detected as matrices in brackets.
func TestBracketedMatrixEqualsJSON(t *testing.T) {
	r := rand.New(rand.NewPCG(65, 6))
	for range 60 {
		// A random symmetric matrix with zero diagonal. The path 0, 1, …, n−1 keeps the graph connected.
		n := 3 + r.IntN(28)
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
		// spelled returns a text in which other words replace the cells 0 and 1.
		spelled := func(text, zero, one string) string { return strings.NewReplacer("0", zero, "1", one).Replace(text) }
		// printed is the matrix as NumPy prints it, and rows are the lines of R.
		printed, rows := "[", ""
		for i, row := range cells {
			first := min(n, 25)
			wrapped := strings.TrimSpace(strings.Join(row[:first], " ") + "\n  " + strings.Join(row[first:], " "))
			printed += strings.Repeat(" ", min(i, 1)) + "[" + wrapped + "]\n"
			rows += fmt.Sprintf("\n[%d,] ", i+1) + spelled(strings.Join(row, " "), "FALSE", "TRUE")
		}
		printed = strings.TrimSpace(printed) + "]"
		header := ""
		for i := range n {
			header += fmt.Sprintf(" [,%d]", i+1)
		}
		want := readText(t, "", write("[[", ",", "],[", "]]")).Graph
		for _, text := range []string{write("A = [", " ", "; ", "]"), write("[", " ", ";", "];\n"), write("adj=[", ", ", ";\n ", "]"),
			write("M_1 = [\n  ", " ", "\n  ", "\n];\n"), write("[", "\t", "; ", "]"),
			spelled(printed, "0.", "1."), spelled(printed, "False", "True"), header + rows,
			spelled(write("[[", ", ", "], [", "]]"), "False", "True"), spelled(write("[[", ",", "],[", "]]"), "false", "true"),
			"A = " + spelled(write("[", " ", "; ...\n", "]"), "-.0", "+.5"), spelled(write("[", " ", ";", "]"), "false", "true")} {
			got := readText(t, "", text).Graph
			if got.N != n || fmt.Sprint(got.Edges) != fmt.Sprint(want.Edges) {
				t.Fatalf("%q: %d nodes, %v, want %v", text, got.N, got.Edges, want.Edges)
			}
		}
	}
	// A matrix that NumPy has printed in part is refused.
	_, err := Read([]File{{Name: "g.txt", Data: []byte("[[0. 1. ... 0.]\n [1. 0. ... 0.]\n ...\n [0. 1. ... 0.]]")}})
	if err == nil || !strings.Contains(err.Error(), "left out") || strings.Contains(err.Error(), "JSON") {
		t.Errorf("a matrix printed in part: error %v", err)
	}
	// The detection of "[]" is not compared; it must only not panic.
	for _, text := range []string{"[0, 1, 2]", "[[0,1],[1,0]]", "[]", "a [1 2]", "x = 3", "[1 b; 2 3]"} {
		if isBracketed([]byte(text)) && text != "[]" {
			t.Errorf("%q is detected as a matrix in brackets", text)
		}
	}
}
