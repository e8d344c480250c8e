// The command claims prints cases in which claims of the paper fail, and answers and replies to our verdicts on the claims.

package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/view"
)

// claimsCommand prints lines of four kinds, on the claim of -id or, without -id, on all claims:
//   - "case" has both sides of a claim in its smallest known counterexample, if there is one;
//   - "run" has both sides in a trained network in which the claim fails, if there is one;
//   - "answer" is an answer that the authors could give to our verdict, and "reply" is our reply to it.
//
// The exit status is 2 if -id is not the id of a claim, and 1 if an evaluation fails. For example:
//
//	lemma2           case  2.2448 <= 1.1579 is false: TITLE. NOTE
//	lemma2           run   2.0813 <= 1.1892 is false: TITLE, epoch 6: NOTE
//	lemma2           answer  The authors could answer: ANSWER
//	                 reply   REPLY
func claimsCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc claims", flag.ContinueOnError)
	wantedID := fs.String("id", "", "one claim, such as lemma2 (default: all)")
	if status, stop := parseFlagsOnly(fs, args); stop {
		return status
	}
	isWanted := func(claim string) bool { return *wantedID == "" || *wantedID == claim }
	var out strings.Builder
	counterexamples, err := claims.Counterexamples()
	if err != nil {
		return fail(err)
	}
	for _, c := range counterexamples {
		if isWanted(c.Claim) {
			fmt.Fprintf(&out, "%-16s case  %.5g %s %.5g is %v: %s. %s\n", c.Claim, c.LHS, c.Relation, c.RHS, c.Holds, c.Title, c.Note)
		}
	}
	for _, c := range claims.Cases() {
		if !isWanted(c.Claim) {
			continue
		}
		// The claim is evaluated in the last epoch of the case.
		_, verdict, err := view.TrainCase(c)
		if err != nil {
			return fail(err)
		}
		fmt.Fprintf(&out, "%-16s run   %.5g %s %.5g is %v: %s, epoch %d: %s\n", c.Claim, verdict.LHS, verdict.Relation, verdict.RHS,
			verdict.Holds, c.Title, c.Epochs, c.Shows)
	}
	// Answer and reply of a claim do not depend on the input of claims.Check, so the input is empty.
	for _, c := range claims.Check(&claims.Input{}) {
		if isWanted(c.ID) {
			fmt.Fprintf(&out, "%-16s answer  The authors could answer: %s\n%-16s reply   %s\n", c.ID, c.Answer, "", c.Reply)
		}
	}
	if out.Len() == 0 { // each claim has an answer, so -id is not the ID of a claim
		fmt.Fprintf(os.Stderr, "sgpc: no claim is called %q; without -id all are printed\n", *wantedID)
		return 2
	}
	return show(out.String())
}
