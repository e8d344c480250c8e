package tables_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"sheafscope/core/tables"
)

// TestMcNemarEqualsExactSum: McNemar(a, n−a) equals the exact two-sided p-value Σ C(n, i) / 2ⁿ, computed in integers.
// The sum is over all i that are at least as far from n/2 as a. The inputs are eight n up to 1000, with all a for small n,
// and 26 values of a for n = 200 and 1000.
func TestMcNemarEqualsExactSum(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 17, 40, 200, 1000} {
		outcomes := new(big.Int).Lsh(big.NewInt(1), uint(n)) // 2ⁿ
		for a := 0; a <= n; a += max(1, n/25) {
			sum := new(big.Int)
			for i := range n + 1 {
				// Twice the distances of i and a from n/2, with their signs.
				if ofI, ofA := 2*i-n, 2*a-n; ofI*ofI >= ofA*ofA {
					sum.Add(sum, new(big.Int).Binomial(int64(n), int64(i)))
				}
			}
			want, _ := new(big.Rat).SetFrac(sum, outcomes).Float64()
			if got := tables.McNemar(a, n-a); math.Abs(got-want) > 1e-10*want {
				t.Errorf("only A right on %d nodes, only B on %d: p = %g, want %g", a, n-a, got, want)
			}
		}
	}
}

// If only model A is right on 8 nodes and only model B on 2, the p-value is 0.109.
func ExampleMcNemar() {
	fmt.Printf("%.3f\n", tables.McNemar(8, 2))
	// Output: 0.109
}
