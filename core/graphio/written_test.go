package graphio

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// inScript returns text with its digits in the script whose digit 0 is zero. If zero is 0, text stays as it is.
func inScript(text string, zero rune) string {
	return strings.Map(func(c rune) rune {
		if zero != 0 && c >= '0' && c <= '9' {
			return zero + c - '0'
		}
		return c
	}, text)
}

// TestNumbersOfPeopleEqualPlainNumbers: numbers with any minus sign, digits of any script, groups of digits and decimal commas are read as
// the numbers from which they were written. The inputs are 300 random tables of nodes with 6 numbers.
// isNegative, parseNumber and decimalPoint agree with lists of single texts.
func TestNumbersOfPeopleEqualPlainNumbers(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 2))
	for range 300 {
		comma := r.IntN(2) == 0
		group, minus := []string{"", "\u00a0", "\u202f", "'", "’"}[r.IntN(5)], []string{"-", "−", "－"}[r.IntN(3)]
		zero := []rune{0, '٠', '０', '०'}[r.IntN(4)]
		nodes, edges, want := "id;size_of_it\n", "", make([]float64, 6)
		for i := range want {
			// v is the number in hundredths, between −20 000 and 20 000.
			v := r.Int64N(4_000_000) - 2_000_000
			want[i] = float64(v) / 100
			integerPart := strconv.FormatInt(max(v, -v)/100, 10)
			if len(integerPart) > 3 {
				integerPart = integerPart[:len(integerPart)-3] + group + integerPart[len(integerPart)-3:]
			}
			text := integerPart + map[bool]string{false: ".", true: ","}[comma] + fmt.Sprintf("%02d", max(v, -v)%100)
			if v < 0 {
				text = minus + text
			}
			nodes += fmt.Sprintf("n%d;%s\n", i, inScript(text, zero))
			edges += fmt.Sprintf("n%d;n%d\n", i, (i+1)%len(want))
		}
		g := readText(t, "", edges, nodes).Graph
		if !slices.Equal(g.FeatureNames, []string{"size_of_it"}) {
			t.Fatalf("%s\nhas the features %v, want size_of_it", nodes, g.FeatureNames)
		}
		for i, w := range want {
			// A feature of 0 is not stored.
			node := slices.Index(g.NodeNames, fmt.Sprintf("n%d", i))
			got := g.X.Val[g.X.Ptr[node]:g.X.Ptr[node+1]]
			if len(got) != 1 && w != 0 {
				t.Fatalf("%s\nnode %d has the features %v, want %v", nodes, i, got, w)
			}
			if len(got) == 1 && got[0] != w {
				t.Fatalf("%s\nnode %d has the feature %v, want %v", nodes, i, got[0], w)
			}
		}
	}
	for _, weight := range []string{"-2", "−2", "－２", "-٢"} {
		if !isNegative(weight) {
			t.Errorf("isNegative reports that %s is not below zero", weight)
		}
	}
	// A comma alone may separate two numbers, so parseNumber refuses it.
	for text, isRead := range map[string]bool{"−3": true, "1\u00a0000.5": true, "٣": true, "1,5": false, "1,234,567": false, "a": false,
		"١,٢": false} {
		if _, refusal := parseNumber(text); (refusal == "") != isRead {
			t.Errorf("parseNumber(%q) refuses with %q, want a number: %v", text, refusal, isRead)
		}
	}
	for text, want := range map[string]string{"1,5": "1.5", "−1,5": "-1.5", "1.234,5": "1234.5", "1,": "1,", "a,5": "a,5", "1,2,3": "1,2,3",
		"7": "7"} {
		if got := decimalPoint(text); got != want {
			t.Errorf("decimalPoint(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestDecimalCommaMatrixEqualsPoints: a matrix with decimal commas, with digits of another script, or with both has the edges of the
// plain matrix. Weights are not compared.
func TestDecimalCommaMatrixEqualsPoints(t *testing.T) {
	plain := "0;0.5;1;2\n0.5;0;0.25;0\n1;0.25;0;0\n2;0;0;0\n"
	want := readText(t, "", plain)
	for name, text := range map[string]string{"commas": strings.ReplaceAll(plain, ".", ","), "digits": inScript(plain, '٠'),
		"both": inScript(strings.ReplaceAll(plain, ".", ","), '０')} {
		if got := readText(t, "", text); !slices.Equal(got.Graph.Edges, want.Graph.Edges) || got.Graph.N != 4 {
			t.Errorf("%s: %d nodes, edges %v, want %v", name, got.Graph.N, got.Graph.Edges, want.Graph.Edges)
		}
	}
}
