package coursemath

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/tables"
)

// TwoEnds is the map that chapter 7a makes of the tempers of an edge's two ends: tanh(own·t_u + other·t_v), a number.
func TwoEnds(own, other, tu, tv float64) float64 {
	return linalg.Tanh(float64(own*tu) + float64(other*tv))
}

func signFromEnds(r *rng.Stream, v *Variant) {
	own, other := 0.8+0.2*float64(r.Intn(7)), 0.1+0.1*float64(r.Intn(4))
	tu, tv := float64(1-2*r.Intn(2)), float64(1-2*r.Intn(2))
	v.Params = map[string]float64{"own": own, "other": other, "tu": tu, "tv": tv}
	v.Question = "Each map is made of the tempers of both ends: $F_u$ is the tanh of " + decimal(own, 1) + " times the own temper plus " +
		decimal(other, 1) + " times the far one, and $F_v$ the same from the other end. The temper of $u$ is " + minus(int(tu)) +
		", that of $v$ is " + minus(int(tv)) + ". Which number stands in the Laplacian in the row of $u$ and the column of $v$? Two decimals " +
		"will do."
	fu, fv := TwoEnds(own, other, tu, tv), TwoEnds(own, other, tv, tu)
	v.judge(func(x float64, _ outcomes) Marking {
		near := func(y float64) bool { return math.Abs(x-y) <= 0.011 }
		friends := tu == tv
		switch {
		case near(-fu * fv):
			said := "rivals, so it is positive: the signal of one is taken from that of the other with its sign turned."
			if friends {
				said = "friends, so it is negative: what the two signals have in common costs nothing."
			}
			return right("Yes, −F_u F_v = " + digits(-fu*fv) + ". The two are " + said)
		case near(fu * fv):
			return wrong("The size is right. But the block between the two ends is $−F_u^⊤ F_v$: look at its sign.")
		case near(fu) || near(fv) || near(-fu) || near(-fv):
			return wrong("That is a map of one end, up to its sign. The block joins both ends, so both maps stand in it.")
		case near(fu*fu) || near(fv*fv):
			return wrong("That is what the edge adds on the diagonal, a map times itself. The block between $u$ and $v$ has one map of each.")
		case near(-(own*tu + other*tv) * (own*tv + other*tu)):
			return wrong("The product and the sign are right, but the maps are not squeezed: take the tanh of each sum first.")
		case near(-linalg.Tanh(own*tu) * linalg.Tanh(own*tv)):
			return wrong("Each map reads both ends. The second weight, that of the far end, is missing.")
		}
		return wrong("Take it in three steps: the two sums, the tanh of each, then minus their product. Here $F_u$ = " + digits(fu) + ".")
	})
}

// forecast is by how many points a predicted accuracy may miss.
const forecast = 4

// quick are settings with which a network of the course learns in seconds.
func quick(lift string) map[string]string {
	return map[string]string{"lift": lift, "gap_mode": "off", "d": "2", "epochs": "150"}
}

// pairs is on how many graphs exercise 7b.1 trains a network, with its plans and without.
const pairs = 5

func whatPlansCarry(r *rng.Stream, v *Variant) {
	lift, what := "independent", "every plan is replaced by the independent one, which says nothing about its edge"
	if r.Intn(2) == 0 {
		lift, what = "shuffled", "the plans are shuffled over the edges, so that each edge has the plan of another"
	}
	for seed := 1; seed <= pairs; seed++ {
		own := friendsOf(seed, puzzleNoise, "0.92", strconv.Itoa(seed), "sgpc")[0]
		own.Name, own.Settings = "own"+strconv.Itoa(seed), quick("ot")
		cut := own
		cut.Name, cut.Label, cut.Settings = "cut"+strconv.Itoa(seed), "SGPC without its plans "+strconv.Itoa(seed), quick(lift)
		v.Runs = append(v.Runs, own, cut)
	}
	v.Unit = "points"
	v.Question = "SGPC is trained on five graphs of friends and rivals, each time twice: with its plans, and again when " +
		what + ". By how " +
		"many points of test accuracy do the plans help, on average over the five? A minus says that they hurt."
	v.judge(func(x float64, runs outcomes) Marking {
		p := pairedRuns(runs)
		switch {
		case math.Abs(x) > 100:
			return failed("A difference of two accuracies lies between −100 and 100 points.")
		case x >= p.low && x <= p.high:
			return right("Yes. " + p.sentence())
		case p.low > 0 && x < 0 || p.high < 0 && x > 0:
			return wrong("A fair doubt, but it goes the other way. " + p.sentence() + " Ask what an edge can still say to its ends.")
		case x == 0:
			return wrong("A fair guess if the rest of the network could make up for the plans. " + p.sentence() +
				" Ask which part of it can tell friends from rivals.")
		case math.Abs(x) > 40:
			return wrong("That is more than what lies between guessing and no mistake at all. " + p.sentence() +
				" Each person's own hint is still there.")
		case x > p.high:
			return wrong("A sensible direction, but less is lost. " + p.sentence() + " Ask what the network can still read of each person " +
				"alone.")
		}
		return wrong("A sensible direction, but more is lost. " + p.sentence() + " Ask which part of the network separated friends from rivals.")
	})
}

// paired is what two trainings on each of some graphs differ by, in points, with a 95 % interval of their mean (Student).
type paired struct {
	differences     []float64
	mean, low, high float64
	// better is on how many graphs the first did better, chance how often a fair coin would do so at least as often.
	better int
	chance float64
}

func pairedRuns(runs outcomes) paired {
	var d []float64
	for k := 1; k <= pairs; k++ {
		n := strconv.Itoa(k)
		d = append(d, runs.find("own"+n).Accuracy-runs.find("cut"+n).Accuracy)
	}
	return pairsOf(d)
}

// pairsOf summarises five differences.
func pairsOf(d []float64) paired {
	mean := tables.Summarize(d)
	p := paired{differences: d, mean: mean.Mean, low: mean.Mean - mean.Interval(), high: mean.Mean + mean.Interval()}
	for _, x := range d {
		if x > 0 {
			p.better++
		}
	}
	n := float64(len(d))
	ways := 1.0 // to choose k of n
	for k := 0; k <= len(d); k++ {
		if k >= p.better {
			p.chance += ways / math.Ldexp(1, len(d))
		}
		ways *= (n - float64(k)) / float64(k+1)
	}
	return p
}

func (p paired) sentence() string {
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

// withoutPlans is the exercise of the first edition: one graph, one difference.
func withoutPlans(r *rng.Stream, v *Variant) {
	v.Runs = friends(r, firstNoise, "0.92", "", "sgpc")
	v.Runs[0].Settings = quick("ot")
	lift, what := "independent", "every plan is replaced by the independent coupling, which says nothing about its edge"
	if r.Intn(2) == 0 {
		lift, what = "shuffled", "the plans are shuffled over the edges, so that each edge has the plan of another"
	}
	cut := v.Runs[0]
	cut.Name, cut.Label, cut.Settings = "cut", "SGPC without its plans", quick(lift)
	v.Runs = append(v.Runs, cut)
	v.Unit = "%"
	v.Question = "SGPC is trained again on friends and rivals, but " + what + ". Predict its test accuracy, within " +
		decimal(forecast, 0) + " points."
	v.judge(func(x float64, runs outcomes) Marking {
		with, without := runs.find("sgpc").Accuracy, runs.find("cut").Accuracy
		result := "With its plans it reaches " + percent(with) + ", without them " + percent(without) + ". "
		switch {
		case x < 0 || x > 100:
			return failed("An accuracy lies between 0 and 100 %.")
		case math.Abs(x-without) <= forecast:
			return right("Yes. " + result + "One graph alone says little: two of twelve seeds do better without plans.")
		case math.Abs(x-with) <= forecast:
			return wrong("A sensible guess if the rest of the network could make up for the plans. " + result)
		case x < without:
			return wrong("A sensible direction, for something is lost. " + result + "Each person's own hint is still there.")
		}
		return wrong("A sensible order. " + result + "Ask which part of the network separated friends from rivals.")
	})
}
