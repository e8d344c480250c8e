// The exercises of chapters 7a and 7b are about maps from features, and about the effect of transport plans.
// The plan of an edge couples the coordinates of its ends, and SGPC computes the maps of the edge from its plan.

package coursemath

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/tables"
)

// TwoEnds returns the map F_u of chapter 7a, a number that the tempers of both ends of an edge determine: tanh(own·t_u + other·t_v).
// own and other are weights. The float64 conversions forbid a fused multiply-add, so that all machines return the same bits.
func TwoEnds(own, other, tu, tv float64) float64 {
	return linalg.Tanh(float64(own*tu) + float64(other*tv))
}

// signFromEnds draws exercise 7a.1: the block −F_u F_v of L between the ends of an edge. The edge has the maps of [TwoEnds].
func signFromEnds(r *rng.Stream, v *Variant) {
	// The weights: 0.8 to 2 for the own temper, and 0.1 to 0.4 for the other temper. Then the tempers, each 1 or −1.
	own, other := 0.8+float64(0.2*float64(r.Intn(7))), 0.1+float64(0.1*float64(r.Intn(4)))
	tu, tv := float64(1-2*r.Intn(2)), float64(1-2*r.Intn(2))
	v.Params = map[string]float64{"own": own, "other": other, "tu": tu, "tv": tv}
	v.Question = "Each map is made of the tempers of both ends: $F_u$ is the tanh of " + decimal(own, 1) + " times the own temper plus " +
		decimal(other, 1) + " times the far one, and $F_v$ the same from the other end. The temper of $u$ is " + minus(int(tu)) +
		", that of $v$ is " + minus(int(tv)) + ". Which number stands in the Laplacian in the row of $u$ and the column of $v$? Two decimals " +
		"will do."
	fu, fv := TwoEnds(own, other, tu, tv), TwoEnds(own, other, tv, tu)
	v.judge(func(x float64, _ outcomes) Marking {
		distanceTo := func(y float64) float64 { return math.Abs(x - float64(y)) }
		tolerance := 0.011 // two decimals, rounded up or down
		if distanceTo(-fu*fv) <= tolerance {
			relation := "rivals, so it is positive: the signal of one is taken from that of the other with its sign turned."
			if tu == tv {
				relation = "friends, so it is negative: what the two signals have in common costs nothing."
			}
			return right("Yes, −F_u F_v = " + digits(-fu*fv) + ". The two are " + relation)
		}
		// The reason of the nearest typical mistake. Tempers are ±1, so fv is fu for friends and −fu for rivals: the square of a map is the
		// block up to its sign, and is no mistake of its own.
		nearest, reason := tolerance, "Take it in three steps: the two sums, the tanh of each, then minus their product. Here $F_u$ = "+
			digits(fu)+"."
		for _, mistake := range []struct {
			value  float64
			reason string
		}{
			{fu * fv, "The size is right. But the block between the two ends is $−F_u^⊤ F_v$: look at its sign."},
			{fu, "That is a map of one end, up to its sign. The block joins both ends, so both maps stand in it."},
			{-fu, "That is a map of one end, up to its sign. The block joins both ends, so both maps stand in it."},
			{-(float64(own*tu) + float64(other*tv)) * (float64(own*tv) + float64(other*tu)), "The product and the sign are right, but the maps " +
				"are not squeezed: take the tanh of each sum first."},
			{-linalg.Tanh(own*tu) * linalg.Tanh(own*tv), "Each map reads both ends. The second weight, that of the far end, is missing."},
		} {
			if distance := distanceTo(mistake.value); distance <= nearest {
				reason, nearest = mistake.reason, distance
			}
		}
		return wrong(reason)
	})
}

// forecastTolerance is the tolerated error of a predicted accuracy in the first edition, in percentage points.
const forecastTolerance = 4

// fastSettings returns settings with which SGPC trains in seconds: two coordinates, 150 epochs, and no gap ascent.
// lift is the setting of that name, the origin of the plans: "ot" for plans by transport, and "independent" or "shuffled" for plans that
// say nothing about their edges.
func fastSettings(lift string) map[string]string {
	return map[string]string{"lift": lift, "gap_mode": "off", "d": "2", "epochs": "150"}
}

// pairedGraphs is the number of graphs on which exercise 7b.1 trains networks with and without plans.
const pairedGraphs = 5

// whatPlansCarry draws exercise 7b.1: the mean accuracy with plans minus the mean accuracy without plans, in percentage points.
// An answer is right inside the 95 % interval of the mean.
func whatPlansCarry(r *rng.Stream, v *Variant) {
	lift, change := "independent", "every plan is replaced by the independent one, which says nothing about its edge"
	if r.Intn(2) == 0 {
		lift, change = "shuffled", "the plans are shuffled over the edges"
	}
	// Two trainings on each graph, which differ only in the lift: "own" with the plans, and "cut" without them.
	for seed := 1; seed <= pairedGraphs; seed++ {
		number := strconv.Itoa(seed)
		own := puzzleRunsOf(seed, puzzleNoise, "0.92", number, "sgpc")[0]
		own.Name, own.Label, own.Settings = "own"+number, "SGPC with its plans "+number, fastSettings("ot")
		cut := own
		cut.Name, cut.Label, cut.Settings = "cut"+number, "SGPC without its plans "+number, fastSettings(lift)
		v.Runs = append(v.Runs, own, cut)
	}
	v.Unit = "points"
	v.Question = "SGPC is trained on five graphs of friends and rivals, each time twice: with its plans, and again when " + change +
		". By how many points of test accuracy do the plans help, on average over the five? A minus says that they hurt."
	v.judge(func(x float64, runs outcomes) Marking {
		p := pairedRuns(runs)
		// A wrong sign is opposite to the sign of every number of the interval.
		deniesGain, deniesLoss := p.low > 0 && x < 0, p.high < 0 && x > 0
		switch {
		case math.Abs(x) > 100:
			return failed("A difference of two accuracies lies between −100 and 100 points.")
		case x >= p.low && x <= p.high:
			return right("Yes. " + p.sentence())
		case deniesGain || deniesLoss:
			return wrong("A fair doubt, but it goes the other way. " + p.sentence() + " Ask what an edge can still say to its ends.")
		case x == 0:
			return wrong("A fair guess if the rest of the network could make up for the plans. " + p.sentence() +
				" Ask which part of it can tell friends from rivals.")
		case math.Abs(x) > 50: // guessing is right on half of the people
			return wrong("That is more than what lies between guessing and no mistake at all. " + p.sentence() +
				" Each person's own hint is still there.")
		case x > p.high:
			return wrong("A sensible direction, but less is lost. " + p.sentence() + " Ask what the network can still read of each person " +
				"alone.")
		}
		// The number is below the interval.
		return wrong("A sensible direction, but more is lost. " + p.sentence() + " Ask which part of the network separated friends from rivals.")
	})
}

// pairedDifferences are the differences in accuracy between two trainings on each graph, in percentage points.
type pairedDifferences struct {
	differences []float64 // with the plans minus without them; positive if the plans help
	// mean is the mean of the differences. Its 95 % interval by Student's t is from low to high.
	mean, low, high float64
	// better is the number of positive differences. chance is the p-value of the one-sided sign test: the probability of at least as many
	// heads if a fair coin is tossed once for each difference.
	better int
	chance float64
}

// pairedRuns returns the differences of the runs "own1" to "own5", with plans, minus the runs "cut1" to "cut5", without plans.
func pairedRuns(runs outcomes) pairedDifferences {
	var differences []float64
	for k := 1; k <= pairedGraphs; k++ {
		number := strconv.Itoa(k)
		differences = append(differences, runs.find("own"+number).Accuracy-runs.find("cut"+number).Accuracy)
	}
	return summarizePairs(differences)
}

// summarizePairs returns the statistics of differences.
func summarizePairs(differences []float64) pairedDifferences {
	summary := tables.Summarize(differences)
	p := pairedDifferences{differences: differences, mean: summary.Mean,
		low: summary.Mean - summary.Interval(), high: summary.Mean + summary.Interval()}
	for _, x := range differences {
		if x > 0 {
			p.better++
		}
	}
	// chance is the sum of the probabilities of k heads of n coins, C(n, k)/2ⁿ, over k ≥ better.
	n := float64(len(differences))
	binomial := 1.0 // C(n, k)
	for k := 0; k <= len(differences); k++ {
		if k >= p.better {
			p.chance += binomial / math.Ldexp(1, len(differences))
		}
		binomial *= (n - float64(k)) / float64(k+1) // C(n, k+1)
	}
	return p
}

// sentence describes the differences, the interval and the sign test. There must be [pairedGraphs] differences.
func (p pairedDifferences) sentence() string {
	list := ""
	for k, x := range p.differences {
		if k > 0 {
			list += ", "
		}
		list += digits(math.Round(10*x) / 10)
	}
	return "The five differences are " + list + " points, on average " + digits(p.mean) + ", with a 95 % interval from " + digits(p.low) +
		" to " + digits(p.high) + ". The plans did better on " + strconv.Itoa(p.better) + " of 5 graphs; a fair coin does so at least as " +
		"often in " + percent(100*p.chance) + " of all cases."
}

// withoutPlans draws exercise 7.1 of the first edition: the accuracy of one network trained without its plans, in per cent.
func withoutPlans(r *rng.Stream, v *Variant) {
	v.Runs = puzzleRuns(r, firstNoise, "0.92", "", "sgpc") // 92 % of the ties keep the rule; no suffix
	v.Runs[0].Settings = fastSettings("ot")                // with the plans; the second run differs only in the lift
	lift, change := "independent", "every plan is replaced by the independent coupling, which says nothing about its edge"
	if r.Intn(2) == 0 {
		lift, change = "shuffled", "the plans are shuffled over the edges"
	}
	cut := v.Runs[0]
	cut.Name, cut.Label, cut.Settings = "cut", "SGPC without its plans", fastSettings(lift)
	v.Runs = append(v.Runs, cut)
	v.Unit = "%"
	v.Question = "SGPC is trained again on friends and rivals, but " + change + ". Predict its test accuracy, within " +
		decimal(forecastTolerance, 0) + " points."
	v.judge(func(x float64, runs outcomes) Marking {
		// The prediction is compared with the run without plans. The reason quotes the run with plans, too.
		accuracyWith, accuracyWithout := runs.find("sgpc").Accuracy, runs.find("cut").Accuracy
		result := "With its plans it reaches " + percent(accuracyWith) + ", without them " + percent(accuracyWithout) + ". "
		switch {
		case x < 0 || x > 100:
			return failed("An accuracy lies between 0 and 100 %.")
		case math.Abs(x-accuracyWithout) <= forecastTolerance:
			return right("Yes. " + result + "One graph alone says little: two of twelve seeds do better without plans.")
		case math.Abs(x-accuracyWith) <= forecastTolerance:
			return wrong("A sensible guess if the rest of the network could make up for the plans. " + result)
		case x < accuracyWithout:
			return wrong(result + "Each person's own hint is still there.")
		}
		// The prediction is above the accuracy without plans.
		return wrong(result + "Ask which part of the network separated friends from rivals.")
	})
}
