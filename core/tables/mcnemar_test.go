package tables_test

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"sheafscope/core/tables"
)

// TestMcNemarEqualsExactSum compares with the sum over all outcomes at least as uneven, in integers.
func TestMcNemarEqualsExactSum(t *testing.T) {
	for _, n := range []int{0, 1, 2, 5, 17, 40, 200, 1000} {
		half := new(big.Int).Lsh(big.NewInt(1), uint(n))
		for a := 0; a <= n; a += max(1, n/25) {
			sum := new(big.Int)
			for i := range n + 1 {
				if far, here := 2*i-n, 2*a-n; far*far >= here*here {
					sum.Add(sum, new(big.Int).Binomial(int64(n), int64(i)))
				}
			}
			want, _ := new(big.Rat).SetFrac(sum, half).Float64()
			if got := tables.McNemar(a, n-a); math.Abs(got-want) > 1e-10*want {
				t.Errorf("only A %d, only B %d: p = %g, want %g", a, n-a, got, want)
			}
		}
	}
}

func ExampleMcNemar() {
	fmt.Printf("%.3f\n", tables.McNemar(8, 2))
	// Output: 0.109
}
