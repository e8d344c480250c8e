package claims_test

import (
	"fmt"

	"sheafscope/core/claims"
)

// Check evaluates lemma 1 on one edge. Its posterior is Beta(4,5): the prior Beta(1,1) after 3 successes in 7 messages.
func ExampleCheck() {
	for _, c := range claims.Check(&claims.Input{A0: 1, B0: 1, Alpha: []float64{4}, Beta: []float64{5}}) {
		if c.ID == "lemma1" {
			fmt.Printf("%.5f %s %.5f: %v\n", c.LHS, c.Relation, c.RHS, c.Holds)
		}
	}
	// Output: 0.02469 <= 0.02222: false
}

// The example prints the counterexamples on the graph k2, which has two nodes and an edge.
func ExampleCounterexamples() {
	list, _ := claims.Counterexamples()
	for _, c := range list {
		if c.Graph == "k2" {
			fmt.Printf("%s: %.4f %s %.4f is %v\n", c.Claim, c.LHS, c.Relation, c.RHS, c.Holds)
		}
	}
	// Output:
	// distance: 4.7140 <= 1.0000 is false
	// thm2-formula: 2.0000 == 1.0000 is false
	// lemma2: 2.2448 <= 1.1579 is false
}
