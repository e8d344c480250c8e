package course

import (
	"math"

	"sheafscope/core/rng"
)

// forecast is by how many points a predicted accuracy may miss.
const forecast = 4

// quick are settings with which a network of the course learns in seconds.
func quick(lift string) map[string]string {
	return map[string]string{"lift": lift, "gap_mode": "off", "d": "2", "epochs": "150"}
}

func withoutPlans(r *rng.Source, v *Variant) {
	v.Runs = friends(r, "0.92", "", "sgpc")
	v.Runs[0].Settings = quick("ot")
	lift, what := "independent", "every plan is replaced by the independent coupling, which says nothing about its edge"
	if r.Intn(2) == 0 {
		lift, what = "shuffled", "the plans are shuffled over the edges, so that each edge has the plan of another"
	}
	cut := v.Runs[0]
	cut.Name, cut.Label, cut.Settings = "cut", "sheaf without its plans", quick(lift)
	v.Runs = append(v.Runs, cut)
	v.Unit = "%"
	v.Question = "The sheaf network is trained again on friends and rivals, but " + what + ". Predict its test accuracy, within " +
		decimal(forecast, 0) + " points."
	v.judge(func(x float64, runs outcomes) Verdict {
		with, without := runs.find("sgpc").Accuracy, runs.find("cut").Accuracy
		result := "With its plans it reaches " + percent(with) + ", without them " + percent(without) + ". "
		switch {
		case x < 0 || x > 100:
			return failed("An accuracy lies between 0 and 100 %.")
		case math.Abs(x-without) <= forecast:
			return right("Yes. " + result + "The difference is what the plans carry on this graph.")
		case math.Abs(x-with) <= forecast:
			return wrong("A sensible guess if the rest of the network could make up for the plans. " + result + "Ask what an edge can " +
				"still tell its ends.")
		case x < 50:
			return wrong("A sensible direction, for something is lost. " + result + "But chance is near 50 %, and each person's own " +
				"signal is still there.")
		case x < without:
			return wrong("A sensible direction, for something is lost. " + result + "Ask what the network can still read of each person alone.")
		}
		return wrong("A sensible order. " + result + "Ask which part of the network told friends from rivals.")
	})
}
