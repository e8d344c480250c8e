package words

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func TestNumber(t *testing.T) {
	for _, c := range []struct {
		text      string
		value     float64
		ambiguous bool
	}{
		{"1,234.50", 1234.5, false}, {"1.234,50", 1234.5, false}, {"1 234,5", 1234.5, false}, {"1\u00a0234\u00a0567", 1234567, false},
		{"1'234.5", 1234.5, false}, {"12 %", 0.12, false}, {"12%", 0.12, false}, {"3‰", 0.003, false}, {"0,5", 0.5, false}, {"-0,5", -0.5, false},
		{"−7", -7, false}, {"(1,234.5)", -1234.5, false}, {"$1,234", 1234, true}, {"1,234", 1234, true}, {"1.234", 1.234, true},
		{"$ -3", -3, false}, {"3,50 €", 3.5, false}, {"1e3", 1000, false}, {"1,5e3", 1500, false}, {"+4", 4, false}, {".5", 0.5, false},
		{"12.345.678", 12345678, false}, {"100,000.5", 100000.5, false}, {"007", 7, false}, {"5.", 5, false},
	} {
		v, ambiguous, ok := Number(c.text)
		if !ok || v != c.value || ambiguous != c.ambiguous {
			t.Errorf("Number(%q) = %v, %v, %v; want %v, %v", c.text, v, ambiguous, ok, c.value, c.ambiguous)
		}
	}
	for _, s := range []string{"", " ", ".", ",", "12.05.2024", "10.0.0.1", "1,23,456", "030 123 456", "1,2,3", "a", "5 km", "1-2", "--1",
		"()", "%",
		"1 23", "1..2", "NaN", "Inf", "0x10", "1e", "1,234,56", "1 234.567,8", "1e999"} {
		if v, _, ok := Number(s); ok {
			t.Errorf("Number(%q) = %v; it is none", s, v)
		}
	}
}

// Every number comes back from the ways in which people write it.
func TestNumberWritten(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 5000 {
		cents := r.Int64N(1_000_000_000_00)
		want := float64(cents) / 100
		for _, style := range [][2]string{{",", "."}, {".", ","}, {" ", ","}, {"'", "."}, {"\u202f", ","}, {"", "."}, {"", ","}} {
			text := fmt.Sprint(cents / 100)
			var groups []string
			for len(text) > 3 && style[0] != "" {
				groups = append([]string{text[len(text)-3:]}, groups...)
				text = text[:len(text)-3]
			}
			text = strings.Join(append([]string{text}, groups...), style[0]) + style[1] + fmt.Sprintf("%02d", cents%100)
			v, ok := NumberWith(text, rune(style[1][0]))
			if !ok || math.Abs(v-want) > 1e-6 {
				t.Fatalf("%q is %v, %v; want %v", text, v, ok, want)
			}
		}
	}
}

func FuzzNumber(f *testing.F) {
	for _, s := range []string{"1,234.5", "1.234,5", "12 %", "(3)", "-$5", "1e5", "１"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		v, _, ok := Number(s)
		if math.IsNaN(v) || math.IsInf(v, 0) || !ok && v != 0 {
			t.Errorf("Number(%q) = %v, %v", s, v, ok)
		}
	})
}
