// The command claims prints the false claims of the paper, with a case in which each claim fails.

package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/view"
)

// claimsCommand prints both sides of each false claim of the paper: first in the smallest known counterexample of the claim, and then in a
// trained network in which the claim fails.
// At the end it prints an answer that the authors could give to the objection, with our reply. A line has the id of the claim, the kind of
// the line, both sides of the claim, and whether the claim holds:
//
//	lemma2           case  0.5 >= 1 is false: TITLE. NOTE
//	lemma2           run   0.4 >= 0.6 is false: TITLE, epoch 30: NOTE
func claimsCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc claims", flag.ContinueOnError)
	only := fs.String("id", "", "one claim, such as lemma2 (default: all)")
	if status, stop := parseFlags(fs, args); stop {
		return status
	}
	isWanted := func(claim string) bool { return *only == "" || *only == claim }
	var out strings.Builder
	// The smallest known counterexample of each claim.
	counterexamples, err := claims.Counterexamples()
	if err != nil {
		return fail(err)
	}
	for _, c := range counterexamples {
		if isWanted(c.Claim) {
			fmt.Fprintf(&out, "%-16s case  %.5g %s %.5g is %v: %s. %s\n", c.Claim, c.LHS, c.Relation, c.RHS, c.Holds, c.Title, c.Note)
		}
	}
	// Networks at an epoch in which the claim fails.
	for _, c := range claims.Cases() {
		if !isWanted(c.Claim) {
			continue
		}
		// The claim is evaluated in the last epoch of the case.
		_, v, err := view.TrainCase(c)
		if err != nil {
			return fail(err)
		}
		fmt.Fprintf(&out, "%-16s run   %.5g %s %.5g is %v: %s, epoch %d: %s\n", c.Claim, v.LHS, v.Relation, v.RHS, v.Holds, c.Title,
			c.Epochs, c.Shows)
	}
	// The answers and replies of claims.Check do not depend on its input, so the input is empty.
	for _, c := range claims.Check(&claims.Input{}) {
		if isWanted(c.ID) {
			fmt.Fprintf(&out, "%-16s answer  The authors could answer: %s\n%-16s reply   %s\n", c.ID, c.Answer, "", c.Reply)
		}
	}
	// Nothing was printed, since -id is not the ID of a claim.
	if out.Len() == 0 {
		fmt.Fprintf(os.Stderr, "sgpc: no claim is called %q; without -id all are printed\n", *only)
		return 2
	}
	return show(out.String())
}
