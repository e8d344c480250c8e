package pacbayes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"testing"

	"gonum.org/v1/gonum/mathext"
)

// printed is the sum of the bounds below with all their bits. The test runs natively and in wasm (web/tool/test), so that both have the same.
const printed = "ce73875c9c50c9721fe5354542f5ad1d608b6ef837fb5a597a8470bfd00ddd26"

// The bounds of error rates have the same bits everywhere, and are those of another library to 1e-9.
func TestPrintedBounds(t *testing.T) {
	h := sha256.New()
	for _, n := range []int{1, 2, 5, 17, 30, 80, 230, 1000, 5000} {
		for errors := 0; errors <= n; errors += 1 + n/50 {
			for _, delta := range []float64{0.01, 0.05, 0.1, 0.5} {
				got, want := ClopperPearson(errors, n, delta), 1.0
				if errors < n {
					want = mathext.InvRegIncBeta(float64(errors+1), float64(n-errors), 1-delta)
				}
				if !(math.Abs(got-want) <= 1e-9) {
					t.Errorf("%d errors of %d, δ = %v: %v, want %v", errors, n, delta, got, want)
				}
				fmt.Fprintln(h, got)
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != printed {
		t.Errorf("the bounds have the sum %s, recorded is %s", got, printed)
	}
}
