package numeral

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// TestAmountReadsBothMarks: Amount returns the value of a text with a point and with a comma as the decimal mark.
// Texts that are no amounts have no value with either mark.
func TestAmountReadsBothMarks(t *testing.T) {
	// Each text has two values: with a decimal point, and with a decimal comma. A value 0 or left out stands for "no amount".
	for text, want := range map[string][2]float64{
		"1,234.50": {1234.5}, "1.234,50": {0, 1234.5}, "1 234,5": {0, 1234.5}, "1\u00a0234\u00a0567": {1234567, 1234567}, "1'234.5": {1234.5},
		"12 %": {0.12, 0.12}, "12%": {0.12, 0.12}, "3‰": {0.003, 0.003}, "0,5": {0, 0.5}, "-0,5": {0, -0.5}, "−7": {-7, -7},
		"(1,234.5)": {-1234.5}, "$(3)": {-3, -3}, "$ ( 3 )": {-3, -3}, "(3) €": {-3, -3}, "(3)%": {-0.03, -0.03}, "( $3 )": {-3, -3},
		"(3 %)": {-0.03, -0.03}, "$1,234": {1234, 1.234}, "1,234": {1234, 1.234}, "1.234": {1.234, 1234}, "$ -3": {-3, -3}, "-$3": {-3, -3},
		"3,50 €": {0, 3.5}, "1e3": {1000, 1000}, "1,5e3": {0, 1500}, "+4": {4, 4}, ".5": {0.5}, "12.345.678": {0, 12345678},
		"100,000.5": {100000.5}, "007": {7, 7}, "5.": {5}, "٣٫٥ ٪": {}, "٣": {3, 3}, "１２,５": {0, 12.5},
	} {
		for k, mark := range []rune{'.', ','} {
			if v, ok := Amount(text, mark); v != want[k] || ok != (want[k] != 0) {
				t.Errorf("Amount(%q, %c) = %v, %v; want %v", text, mark, v, ok, want[k])
			}
		}
	}
	for _, s := range []string{"(0)", "(0.00)", "(0 %)", "($0)"} { // small negative numbers, rounded
		if v, ok := Amount(s, '.'); v != 0 || !math.Signbit(v) || !ok {
			t.Errorf("Amount(%q) = %v, %v; want −0", s, v, ok)
		}
	}
	for _, s := range []string{"$-", " $ -   ", "– €"} { // 0 in accounting formats
		if v, ok := Amount(s, '.'); v != 0 || !ok {
			t.Errorf("Amount(%q) = %v, %v; want 0", s, v, ok)
		}
	}
	for _, s := range []string{"", " ", ".", ",", "12.05.2024", "10.0.0.1", "1,23,456", "030 123 456", "1,2,3", "a", "5 km", "1-2", "--1",
		"-$-1",
		"()", "%", "$", "((3))", "$((3))", "$(-3)", "-$(3)", "($(3))", "(", ")", "-", "($-)", "(3", "(-3)",
		"((0))", "(-0)", "1 23", "1..2", "NaN", "Inf", "0x10", "1e", "1,234,56", "1 234.567,8", "1e999"} {
		for _, mark := range []rune{'.', ','} {
			if v, ok := Amount(s, mark); ok {
				t.Errorf("Amount(%q, %c) = %v, want no amount", s, mark, v)
			}
		}
	}
}

// TestAmountWritten: Amount returns the number from which a text was written, in seven styles.
// The inputs are 5000 random numbers below 10⁹ with two decimals.
func TestAmountWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		cents := r.Int64N(1_000_000_000_00)
		want := float64(cents) / 100
		// A style has two texts: between groups of three digits ("" for no groups), and the decimal mark.
		for _, style := range [][2]string{{",", "."}, {".", ","}, {" ", ","}, {"'", "."}, {"\u202f", ","}, {"", "."}, {"", ","}} {
			text := fmt.Sprint(cents / 100)
			var groups []string
			for len(text) > 3 && style[0] != "" {
				groups = append([]string{text[len(text)-3:]}, groups...)
				text = text[:len(text)-3]
			}
			text = strings.Join(append([]string{text}, groups...), style[0]) + style[1] + fmt.Sprintf("%02d", cents%100)
			v, ok := Amount(text, rune(style[1][0]))
			if !ok || math.Abs(v-want) > 1e-6 {
				t.Fatalf("Amount(%q, %s) = %v, %v; want %v", text, style[1], v, ok, want)
			}
		}
	}
}

// FuzzAmount: every amount is finite, and a text that is no amount has the value 0.
func FuzzAmount(f *testing.F) {
	for _, s := range []string{"1,234.5", "1.234,5", "12 %", "(3)", "-$5", "1e5", "１"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		for _, mark := range []rune{'.', ','} {
			v, ok := Amount(s, mark)
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("Amount(%q, %c) = %v is not finite", s, mark, v)
			}
			if !ok && v != 0 {
				t.Errorf("Amount(%q, %c) = %v, but the text is no amount", s, mark, v)
			}
		}
	})
}
