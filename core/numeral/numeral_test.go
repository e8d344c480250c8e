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

// TestCanonicalForms: Canonical returns the form in the table. Texts that are no numbers give an error. Texts with two meanings give the
// error Ambiguous; its text names both meanings. Whole accepts only whole numbers from 0 to 2⁶⁴ − 1, without exponent.
func TestCanonicalForms(t *testing.T) {
	for text, want := range map[string]string{
		"0,02": "0.02", ".02": "0.02", ",02": "0.02", "2e-2": "2e-2", "2E-2": "2e-2", "-2e+3": "-2e3", "1 000": "1000", "1\u00a0000": "1000",
		"1\u202f000,5": "1000.5",
		"−3":           "-3", "–3": "-3", "+3": "3", "٣": "3", "٠٫٠٢": "0.02", "１２．５": "12.5", "०.५": "0.5", "1,234.50": "1234.50",
		"1.234,50": "1234.50", "1'234.5": "1234.5", "1’234’567": "1234567", "1.234.567": "1234567", "1,234,567": "1234567",
		"0,123": "0.123", "1,23": "1.23", "1,2345": "1.2345", "1234,567": "1234.567", "1.234": "1.234", "002": "2", "5.": "5",
		"18446744073709551615": "18446744073709551615", " 7 ": "7", "-0,5": "-0.5", "1,5e3": "1.5e3", "𝟗": "9",
	} {
		if got, err := Canonical(text); got != want || err != nil {
			t.Errorf("Canonical(%q) = %q, %v; want %q", text, got, err, want)
		}
	}
	for _, text := range []string{"", " ", ".", ",", "-", "e5", "1e", "1e5.5", "1 00", "1,23,4", "1.2.3", "1,2.3,4", "1,,2", "1 2", "abc",
		"0x10",
		"1_000", "Inf", "NaN", "1/2", "12 %", "--3", "1-2", "2e+-3", "2e-+3", strings.Repeat("1", Longest+1)} {
		if got, err := Canonical(text); err == nil {
			t.Errorf("Canonical(%q) = %q, want an error", text, got)
		}
	}
	// A comma before three digits may be a decimal comma or separate groups.
	for _, text := range []string{"1,234", "12,345", "−999,000"} {
		_, err := Canonical(text)
		if a := new(Ambiguous); !errors.As(err, &a) {
			t.Errorf("Canonical(%q) gives the error %v, want Ambiguous", text, err)
		}
	}
	if v, err := Whole("１8 446 744 073 709 551 615"); v != 1<<64-1 || err != nil {
		t.Errorf("Whole of 2⁶⁴ − 1 is %d, %v", v, err)
	}
	for _, text := range []string{"-1", "1.5", "18446744073709551616", "1,234", "1e3"} {
		if v, err := Whole(text); err == nil {
			t.Errorf("Whole(%q) = %d, want an error", text, v)
		}
	}
	if _, err := Canonical("−1,234"); err.Error() != "“−1,234” may be -1.234 or -1234: write -1.234 or -1234" {
		t.Errorf("the error of −1,234 is %q", err)
	}
}

// TestCanonicalOfAnyWriting: Canonical returns the number of every notation that is not ambiguous, and leaves its own results unchanged.
// Only notations with a comma before three digits are ambiguous. The inputs are 20 000 random numbers with random groups, marks and digits.
func TestCanonicalOfAnyWriting(t *testing.T) {
	r := rand.New(rand.NewPCG(67, 1))
	for range 20_000 {
		decimals := r.IntN(5)
		v := float64(r.Int64N(1e9)) / []float64{1, 10, 100, 1e3, 1e4}[decimals]
		plain := strconv.FormatFloat(v, 'f', decimals, 64)
		integerPart, fraction, _ := strings.Cut(plain, ".")
		group := []string{"", " ", "\u00a0", "\u202f", "'", ",", "."}[r.IntN(7)]
		mark := []string{".", ",", "٫"}[r.IntN(3)]
		// Groups must not be separated by the decimal mark, nor by a point beside the Arabic mark.
		isUnusual := mark == "٫" && group == "."
		if group == mark || isUnusual {
			group = ""
		}
		grouped := integerPart
		for k := len(integerPart) - 3; k > 0; k -= 3 {
			grouped = grouped[:k] + group + grouped[k:]
		}
		text := grouped
		if fraction != "" {
			text += mark + fraction
		} else if strings.Count(text, group) == 1 && (group == "." || group == ",") {
			continue // with a single group, "1.234" is a number between 1 and 2, and "1,234" is ambiguous
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
			// One to three digits, a comma and three digits have two meanings, unless the number begins with 0.
			if mark != "," || len(fraction) != 3 || len(integerPart) > 3 || integerPart == "0" {
				t.Fatalf("%q is ambiguous, want %q: %+v", text, want, a)
			}
			if a.Decimal != want {
				t.Fatalf("%q with a decimal comma is %q, want %q", text, a.Decimal, want)
			}
			continue
		}
		if err != nil || got != want {
			t.Fatalf("Canonical(%q) = %q, %v; want %q", text, got, err, want)
		}
		if again, err := Canonical(got); again != got || err != nil {
			t.Fatalf("Canonical(%q) = %q, %v; want no change", got, again, err)
		}
	}
}

// FuzzCanonical: the result of every accepted text has no signs but digits and -.e. strconv.ParseFloat reads it or finds it out of range.
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
			t.Errorf("Canonical(%q) = %q is no number for Go: %v", text, got, err)
		}
		if strings.Trim(got, "-.e0123456789") != "" {
			t.Errorf("Canonical(%q) = %q has other signs", text, got)
		}
	})
}

// TestEveryUnicodeDigitHasItsValue: Canonical and digit agree on the value of every digit of Unicode (class Nd).
// The digits of a script are in sequence: the sign smaller by this value, the 0 of the script, is a digit, too.
func TestEveryUnicodeDigitHasItsValue(t *testing.T) {
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !unicode.Is(unicode.Nd, r) {
			continue
		}
		v, err := Canonical(string(r))
		if d, _ := strconv.Atoi(v); err != nil || d != int(digit(r)) || !unicode.Is(unicode.Nd, r-rune(d)) {
			t.Errorf("%U: Canonical gives %s (error %v), digit %d", r, v, err, digit(r))
		}
	}
	if got := fmt.Sprint(digit('٩'), digit('０'), digit('𝟗')); got != "9 0 9" {
		t.Errorf("the digits ٩, ０ and 𝟗 are %s, want 9 0 9", got)
	}
}
