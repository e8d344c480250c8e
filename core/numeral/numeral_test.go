package numeral

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// TestCanonicalForms: Canonical returns the documented form, or the documented error.
func TestCanonicalForms(t *testing.T) {
	for text, want := range map[string]string{
		"0,02": "0.02", ".02": "0.02", ",02": "0.02", "2e-2": "2e-2", "2E-2": "2e-2", "1 000": "1000", "1\u00a0000": "1000",
		"1\u202f000,5": "1000.5",
		"−3":           "-3", "–3": "-3", "+3": "3", "٣": "3", "٠٫٠٢": "0.02", "１２．５": "12.5", "०.५": "0.5", "1,234.50": "1234.50",
		"1.234,50": "1234.50", "1'234.5": "1234.5", "1’234’567": "1234567", "1.234.567": "1234567", "1,234,567": "1234567",
		"0,123": "0.123", "1,23": "1.23", "1,2345": "1.2345", "1234,567": "1234.567", "1.234": "1.234", "002": "2", "5.": "5",
		"18446744073709551615": "18446744073709551615", " 7 ": "7", "-0,5": "-0.5", "1,5e3": "1.5e3", "𝟗": "9",
	} {
		if got, err := Canonical(text); got != want || err != nil {
			t.Errorf("%q: %q, %v, want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", ".", ",", "-", "e5", "1e", "1e5.5", "1 00", "1,23,4", "1.2.3", "1,2.3,4", "1,,2", "1 2", "abc",
		"0x10",
		"1_000", "Inf", "NaN", "1/2", "12 %", "--3", "1-2", strings.Repeat("1", Longest+1)} {
		if got, err := Canonical(text); err == nil {
			t.Errorf("%q is %q", text, got)
		}
	}
	for _, text := range []string{"1,234", "12,345", "−999,000"} {
		_, err := Canonical(text)
		if a := new(Ambiguous); !errors.As(err, &a) {
			t.Errorf("%q: %v", text, err)
		}
	}
	if v, err := Whole("１8 446 744 073 709 551 615"); v != 1<<64-1 || err != nil {
		t.Error(v, err)
	}
	for _, text := range []string{"-1", "1.5", "18446744073709551616", "1,234", "1e3"} {
		if v, err := Whole(text); err == nil {
			t.Errorf("%q is %d", text, v)
		}
	}
	if _, err := Canonical("−1,234"); err.Error() != "“−1,234” may be -1.234 or -1234: write -1.234 or -1234" {
		t.Error(err)
	}
}

// TestCanonicalOfAnyWriting: every notation of a number, unless ambiguous, gives the number, and a canonical text is unchanged.
func TestCanonicalOfAnyWriting(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 1))
	for range 20_000 {
		decimals := r.IntN(5)
		v := float64(r.Int64N(1e9)) / []float64{1, 10, 100, 1e3, 1e4}[decimals]
		plain := strconv.FormatFloat(v, 'f', decimals, 64)
		whole, part, _ := strings.Cut(plain, ".")
		group := []string{"", " ", "\u00a0", "\u202f", "'", ",", "."}[r.IntN(7)]
		mark := []string{".", ",", "٫"}[r.IntN(3)]
		if group == mark || mark == "٫" && group == "." {
			group = ""
		}
		grouped := whole
		for k := len(whole) - 3; k > 0; k -= 3 {
			grouped = grouped[:k] + group + grouped[k:]
		}
		text := grouped
		if part != "" {
			text += mark + part
		} else if strings.Count(text, group) == 1 && (group == "." || group == ",") {
			continue // "1.234" is a number between 1 and 2, and "1,234" is ambiguous
		}
		want := plain
		if r.IntN(2) == 0 {
			text, want = []string{"-", "−", "－"}[r.IntN(3)]+text, "-"+want
		}
		if script := r.IntN(4); script > 0 {
			zero := []rune{'٠', '０', '०'}[script-1]
			text = strings.Map(func(c rune) rune {
				if c >= '0' && c <= '9' {
					return zero + c - '0'
				}
				return c
			}, text)
		}
		got, err := Canonical(text)
		if a := new(Ambiguous); errors.As(err, &a) {
			if a.Decimal != want || mark != "," || len(part) != 3 || len(whole) > 3 || whole == "0" {
				t.Fatalf("%q is ambiguous: %+v", text, a)
			}
			continue
		}
		if err != nil || got != want {
			t.Fatalf("%q is %q, %v, want %q", text, got, err, want)
		}
		if again, err := Canonical(got); again != got || err != nil {
			t.Fatalf("%q is %q, %v", got, again, err)
		}
	}
}

// FuzzCanonical: every accepted text is a number for Go.
func FuzzCanonical(f *testing.F) {
	for _, s := range []string{"0,02", "1 000", "−3", "٣٫٥", "1e-5", "1,234"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, err := Canonical(text)
		if err != nil {
			return
		}
		if _, err := strconv.ParseFloat(got, 64); err != nil && !errors.Is(err, strconv.ErrRange) {
			t.Errorf("%q gives %q: %v", text, got, err)
		}
		if strings.Trim(got, "-.e0123456789") != "" {
			t.Errorf("%q gives %q", text, got)
		}
	})
}

// TestEveryUnicodeDigitHasItsValue: the digits of every script have the values 0 to 9.
func TestEveryUnicodeDigitHasItsValue(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.Is(unicode.Nd, r) {
			continue
		}
		v, err := Canonical(string(r))
		if d, _ := strconv.Atoi(v); err != nil || d != int(digit(r)) || !unicode.Is(unicode.Nd, r-rune(d)) {
			t.Errorf("%U: %s, %v", r, v, err)
		}
	}
	if fmt.Sprint(digit('٩'), digit('０'), digit('𝟗')) != "9 0 9" {
		t.Error("digits")
	}
}
