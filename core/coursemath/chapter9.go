// The exercises of chapter 9 are about statements with a confidence.

package coursemath

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// guarantee draws exercise 9.1: which of four statements on accuracy holds with its stated confidence.
// The right answer is the Clopper–Pearson bound, the exact upper bound of an error rate, on nodes that took no part in any choice.
func guarantee(r *rng.Stream, v *Variant) {
	n := strconv.Itoa(10 * (2 + r.Intn(5))) // 20 to 60 nodes
	// The right option has one of two wordings.
	valid := Option{"valid", "A Clopper–Pearson bound on " + n + " labelled nodes that had no part in any choice"}
	reason := "Nodes that chose nothing are a fair sample, and the bound holds for whatever network they are shown, at its stated confidence."
	if r.Intn(2) == 0 {
		valid.Text = "A Clopper–Pearson bound on " + n + " fresh nodes, counted after the epoch was chosen on others"
		reason = "The epoch was chosen on other nodes. For the fresh ones the network is fixed, and the bound holds at its stated confidence."
	}
	v.Question = "Which of these four holds with the confidence that it states, whatever the network is?"
	v.shuffle(r, valid, Option{"chosen", "A Clopper–Pearson bound on the " + n + " nodes that chose the epoch"},
		Option{"paper", "A posterior that says 95 % for the agreement of an edge"}, Option{"ece", "A calibration error of 2 % on " + n +
			" test nodes"})
	v.check = func(answer string, _ outcomes) Marking {
		switch answer {
		case "valid":
			return right("Yes. " + reason)
		case "chosen":
			return wrong("The right formula, on the wrong nodes: the epoch was kept because it looked good on just these, so they flatter it. " +
				"Run the simulation: how often does the bound lie below the true error? Then look for nodes that chose nothing.")
		case "paper":
			return wrong("It states a probability, but one that supposes its model of the edge. Look for a statement that assumes nothing of " +
				"the network.")
		}
		// The answer is "ece".
		return wrong("A small calibration error is good news. But it is a measurement on these nodes, without a confidence of its own. " +
			"Look for a statement about nodes not yet seen.")
	}
}

// noErrors draws exercise 9.2: an upper bound of the error rate after no errors on n nodes, with confidence 95 %.
// The right answer is the Clopper–Pearson bound in per cent. An answer may differ by a tenth of the bound or by half a percentage point,
// whichever is more.
func noErrors(r *rng.Stream, v *Variant) {
	n := []int{20, 30, 40, 60, 80, 100}[r.Intn(6)]
	v.Params, v.Unit = map[string]float64{"n": float64(n), "delta": 0.05}, "%"
	v.Question = "A network makes no error on " + strconv.Itoa(n) + " nodes that chose nothing. Below what is its error rate, with " +
		"confidence 95 %? The nearest per cent will do."
	bound := 100 * pacbayes.ClopperPearson(0, n, 0.05)
	v.judge(func(x float64, _ outcomes) Marking {
		noErrorShare := 100 * linalg.Pow(1-x/100, float64(n)) // how often a rate of x % causes no error, in per cent
		none := percent(noErrorShare)
		// Typical mistakes come before rates that are only too small or too large: 0, the 5 % with which the statement may fail, and 1/n.
		switch {
		case x < 0 || x > 100:
			return failed("An error rate lies between 0 and 100 %.")
		case math.Abs(x-bound) <= max(0.1*bound, 0.5):
			return right("Yes, " + percent(bound) + ": with a larger rate p, seeing no error has probability $(1−p)^{" + strconv.Itoa(n) +
				"}$ below 5 %. As a rule of thumb the bound is 3 divided by the number of nodes.")
		case x == 0:
			return wrong("No error was seen, so 0 is the best single guess. But a network that errs now and then may well make none on " +
				strconv.Itoa(n) + " nodes. Which rate would make that a surprise?")
		case math.Abs(x-5) <= 0.05: // 5.0 to one decimal
			return wrong("5 % is how often the statement may fail, not the rate itself. For which rate p is $(1−p)^{" + strconv.Itoa(n) +
				"}$ = 5 %?")
		case math.Abs(float64(n)*x/100-1) <= 0.25: // the expected number of errors is about 1
			return wrong("At that rate about one error was to be expected, and none is seen in " +
				words.Either(noErrorShare > 100./3, "more than a third", none) + " of the cases. For 95 % you need a rate at which none is rarer.")
		case x < bound:
			return wrong("With a rate of " + digits(x) + " % no error at all is seen in " + none +
				" of the cases; for confidence 95 % that may be 5 %. Try a larger rate.")
		}
		// The rate is above the bound.
		return wrong("That is safe, but more than needed: with " + percent(x) + " no error is seen in " + none +
			" of the cases. 5 % are allowed. Try a smaller rate.")
	})
}
