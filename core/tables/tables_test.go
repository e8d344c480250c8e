package tables

import (
	"math"
	"testing"
)

func TestSummarize(t *testing.T) {
	s := Summarize([]float64{1, 2, 3, 4})
	if s.N != 4 || s.Mean != 2.5 || math.Abs(s.Std-math.Sqrt(5.0/3)) > 1e-15 {
		t.Errorf("%+v", s)
	}
	if s := Summarize(nil); s != (Summary{}) {
		t.Errorf("%+v", s)
	}
	if s := Summarize([]float64{7}); s != (Summary{1, 7, 0}) {
		t.Errorf("%+v", s)
	}
}

func TestQuote(t *testing.T) {
	for text, want := range map[string]string{"plain": "plain", "": "", "a,b": `"a,b"`, `say "x"`: `"say ""x"""`, "a\"b,": `"a""b,"`,
		"=1+1": "'=1+1", "-x": "'-x", "two\nlines": "\"two\nlines\""} {
		if got := Quote(text); got != want {
			t.Errorf("%q is written as %q, want %q", text, got, want)
		}
	}
}
