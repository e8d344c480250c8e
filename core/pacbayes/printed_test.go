package pacbayes

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"testing"
)

// printed is the SHA-256 sum of the text of the bounds in TestPrintedBounds. The test runs natively and in wasm (web/tool/test), so that
// both print the same.
const printed = "c0ef9864f9496da87ada61140dbff27790d44d3abb2a4316621b39f8bdb68805"

// TestPrintedBounds checks that the bounds of ClopperPearson, for many numbers of trials and errors and four δ, have the nine digits
// recorded from this program.
func TestPrintedBounds(t *testing.T) {
	h := sha256.New()
	for _, n := range []int{1, 2, 5, 17, 30, 80, 230, 1000, 5000} {
		for errors := 0; errors <= n; errors += 1 + n/50 {
			for _, delta := range []float64{0.01, 0.05, 0.1, 0.5} {
				fmt.Fprintf(h, "%.9g\n", ClopperPearson(errors, n, delta))
			}
		}
	}
	if got := hex.EncodeToString(h.Sum(nil)); got != printed {
		t.Errorf("the bounds have the sum %s, recorded is %s", got, printed)
	}
}
