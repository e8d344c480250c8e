package main

import (
	"flag"
	"fmt"
	"os"
	"strings"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/view"
)

// claimsCommand prints both sides of each false claim, in the smallest known case and in a run.
// It also prints possible answers of the authors to each claim, with our replies.
func claimsCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc claims", flag.ContinueOnError)
	only := fs.String("id", "", "one claim, such as lemma2 (default: all)")
	if err := fs.Parse(args); err != nil {
		return 2
	}
	small, err := claims.Counterexamples()
	if err != nil {
		return fail(err)
	}
	var out strings.Builder
	for _, c := range small {
		if *only == "" || *only == c.Claim {
			fmt.Fprintf(&out, "%-16s case  %.5g %s %.5g is %v: %s. %s\n", c.Claim, c.LHS, c.Relation, c.RHS, c.Holds, c.Title, c.Note)
		}
	}
	for _, c := range claims.Cases() {
		if *only != "" && *only != c.Claim {
			continue
		}
		_, v, err := view.TrainCase(c)
		if err != nil {
			return fail(err)
		}
		fmt.Fprintf(&out, "%-16s run   %.5g %s %.5g is %v: %s, epoch %d: %s\n", c.Claim, v.LHS, v.Relation, v.RHS, v.Holds, c.Title,
			c.Epochs, c.Shows)
	}
	for _, c := range claims.Check(&claims.Input{}) {
		if *only == "" || *only == c.ID {
			fmt.Fprintf(&out, "%-16s answer  The authors could answer: %s\n%-16s reply   %s\n", c.ID, c.Answer, "", c.Reply)
		}
	}
	if out.Len() == 0 {
		fmt.Fprintf(os.Stderr, "sgpc: no claim is called %q; without -id all are printed\n", *only)
		return 2
	}
	return show(out.String())
}
