package words

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPercentHasDocumentedTexts: Percent returns the texts in the table, with the words over and under near 0 and ±100 %.
// Part returns a dash for a whole of 0, and if the quotient is not finite.
func TestPercentHasDocumentedTexts(t *testing.T) {
	for _, c := range []struct {
		x    float64
		k    int // the number of decimals
		want string
	}{
		{0, 1, "0.0 %"}, {math.Copysign(0, -1), 1, "0.0 %"}, {0.694, 1, "69.4 %"}, {-0.25, 1, "−25.0 %"}, {1, 1, "100.0 %"}, {1, 0, "100 %"},
		{1e-12, 1, "under 0.1 %"}, {1e-12, 0, "under 1 %"}, {-1e-12, 1, "over −0.1 %"}, {1 - 1e-12, 1, "over 99.9 %"}, {0.999, 0, "over 99 %"},
		{-1 + 1e-9, 1, "under −99.9 %"}, {-1, 1, "−100.0 %"}, {1.5, 0, "150 %"}, {1e12, 1, "1e14 %"}, {-1e12, 1, "−1e14 %"},
		{-1161.579, 1, "−116157.9 %"}, {math.NaN(), 1, "–"}, {math.Inf(1), 1, "–"}, {math.Inf(-1), 0, "–"},
		{0.1 + 0.2 + 0.7, 1, "100.0 %"}, {math.Nextafter(1, 0), 1, "100.0 %"}, // These two differ from 1 by rounding alone.
	} {
		if got := Percent(c.x, c.k); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.x, c.k, got, c.want)
		}
	}
	for _, c := range []struct {
		part, whole float64
		k           int
		want        string
	}{{0, 0, 1, Dash}, {1, 0, 1, Dash}, {1, 3, 0, "33 %"}, {1e300, 1e-300, 0, Dash}} {
		if got := Part(c.part, c.whole, c.k); got != c.want {
			t.Errorf("the part %v of %v is %q, want %q", c.part, c.whole, got, c.want)
		}
	}
}

// TestNumbersAreFit: the text of every percentage has the form of the pattern. It has the word over or under if its digits would round the
// number to 0 or 100 %, and the word is true. Without a word and an exponent, the digits are right to half a step. Percent returns a dash
// only for numbers that are not finite in percent. Fixed, Digits and Exp never return NaN, Inf, a plus or a minus before zero. The inputs
// are 50 000 random numbers, half of them random bits.
func TestNumbersAreFit(t *testing.T) {
	r := rand.New(rand.NewPCG(61, 6))
	fit := regexp.MustCompile(`^(–|((over|under) )?−?[0-9.]+(e−?[0-9]+)? %)$`)
	for range 50_000 {
		x := math.Float64frombits(r.Uint64())
		if r.IntN(2) == 0 {
			x = r.NormFloat64() * math.Pow(10, float64(r.IntN(20)-14))
		}
		k := r.IntN(3)
		text := Percent(x, k)
		// number is the number of the text without its word, in percent.
		number, err := strconv.ParseFloat(strings.NewReplacer("−", "-", " %", "", "over ", "", "under ", "").Replace(text), 64)
		switch {
		case !fit.MatchString(text):
			t.Fatalf("%v is %q, which does not match %v", x, text, fit)
		case text == Dash:
			if finite(100 * x) {
				t.Fatalf("%v is a dash, but finite in percent", x)
			}
		case err != nil:
			t.Fatalf("%v is %q, without a number: %v", x, text, err)
		case strings.HasPrefix(text, "over") && !(100*x > number):
			t.Fatalf("%v is %q, but not over it", x, text)
		case strings.HasPrefix(text, "under") && !(100*x < number):
			t.Fatalf("%v is %q, but not under it", x, text)
		// The words over and under contain an e, too.
		case !strings.Contains(text, "e") && math.Abs(100*x-number) > 0.500001*math.Pow10(-k): // half a step, and rounding
			t.Fatalf("%v is %q with %d decimals, wrong by more than half a step", x, text, k)
		case number == 0 && x != 0:
			t.Fatalf("%v is %q, rounded to zero", x, text)
		case number == 100 && x < 1-1e-13: // Numbers nearer to 1 differ from it by rounding alone.
			t.Fatalf("%v is %q, rounded to 100 %%", x, text)
		}
		for _, text := range []string{Fixed(x, k), Digits(x, 3), Exp(x)} {
			if strings.ContainsAny(text, "NI+") {
				t.Fatalf("%v is %q, with NaN, Inf or a plus", x, text)
			}
			if strings.HasPrefix(text, "-") && strings.Trim(text, "-0.") == "" {
				t.Fatalf("%v is %q, a zero with a minus", x, text)
			}
		}
	}
}
