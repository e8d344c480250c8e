package words

import (
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestPercentHasDocumentedTexts: percentages have the documented texts, with words near 0 and 100.
func TestPercentHasDocumentedTexts(t *testing.T) {
	for _, c := range []struct {
		x    float64
		k    int
		want string
	}{
		{0, 1, "0.0 %"}, {math.Copysign(0, -1), 1, "0.0 %"}, {0.694, 1, "69.4 %"}, {-0.25, 1, "−25.0 %"}, {1, 1, "100.0 %"}, {1, 0, "100 %"},
		{1e-12, 1, "under 0.1 %"}, {1e-12, 0, "under 1 %"}, {-1e-12, 1, "over −0.1 %"}, {1 - 1e-12, 1, "over 99.9 %"}, {0.999, 0, "over 99 %"},
		{-1 + 1e-9, 1, "under −99.9 %"}, {-1, 1, "−100.0 %"}, {1.5, 0, "150 %"}, {1e12, 1, "1e14 %"}, {-1e12, 1, "−1e14 %"},
		{-1161.579, 1, "−116157.9 %"}, {math.NaN(), 1, "–"}, {math.Inf(1), 1, "–"}, {math.Inf(-1), 0, "–"},
		{0.1 + 0.2 + 0.7, 1, "100.0 %"}, {math.Nextafter(1, 0), 1, "100.0 %"}, // 1 but for rounding
	} {
		if got := Percent(c.x, c.k); got != c.want {
			t.Errorf("%v with %d decimals is %q, want %q", c.x, c.k, got, c.want)
		}
	}
	if Part(0, 0, 1) != Dash || Part(1, 0, 1) != Dash || Part(1, 3, 0) != "33 %" || Part(1e300, 1e-300, 0) != Dash {
		t.Errorf("parts are %q, %q and %q", Part(0, 0, 1), Part(1, 3, 0), Part(1e300, 1e-300, 0))
	}
}

// TestNumbersAreFit: the text of every percentage has words if digits would round it to 0 or 100 %.
// Its digits are otherwise right to half a step.
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
		number, exact := strconv.ParseFloat(strings.NewReplacer("−", "-", " %", "", "over ", "", "under ", "").Replace(text), 64)
		switch {
		case !fit.MatchString(text):
			t.Fatalf("%v is %q", x, text)
		case text == Dash:
			if finite(100 * x) {
				t.Fatalf("%v is %q", x, text)
			}
		case exact != nil:
			t.Fatal(exact)
		case strings.HasPrefix(text, "over") && !(100*x > number) || strings.HasPrefix(text, "under") && !(100*x < number):
			t.Fatalf("%v is %q", x, text)
		case !strings.Contains(text, "e") && math.Abs(100*x-number) > 0.500001*math.Pow10(-k):
			t.Fatalf("%v is %q", x, text)
		case number == 0 && x != 0 || number == 100 && x < 1-1e-13:
			t.Fatalf("%v is %q", x, text)
		}
		for _, text := range []string{Fixed(x, k), Digits(x, 3), Exp(x)} {
			if strings.ContainsAny(text, "NI+") || strings.HasPrefix(text, "-") && strings.Trim(text, "-0.") == "" {
				t.Fatalf("%v is %q", x, text)
			}
		}
	}
}
