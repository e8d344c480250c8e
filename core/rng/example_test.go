package rng_test

import (
	"fmt"

	"sheafscope/core/rng"
)

// Two streams with equal keys are equal. Perm(5) returns five numbers.
func ExampleNew() {
	a := rng.New(1, "dropout", 17)
	b := rng.New(1, "dropout", 17)
	fmt.Println(a.Intn(1000) == b.Intn(1000), len(rng.New(1, "order").Perm(5)))
	// Output: true 5
}
