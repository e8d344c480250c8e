package client_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// In 60 random batches of three models, a run of all epochs takes about 2 to 41 s, depending on the model. Runs stop early at random.
// While four or more jobs are unfinished, an estimate is known exactly after a run of each model has reached its second quarter. At least
// nine of ten estimates contain the true time, and so do nine of ten first estimates of a batch. The true time is the simulated end of
// the batch.
func TestNineOfTenTimeEstimatesHold(t *testing.T) {
	r := rand.New(rand.NewPCG(68, 10))
	// Numbers of estimates, of estimates that contain the true time, and the same for the first estimates of the batches.
	estimates, correct, first, firstCorrect := 0, 0, 0, 0
	var ratioSum float64 // of the upper to the lower end
	for range 60 {
		size, splits := 1+r.IntN(4), 2+r.IntN(9)
		models := []string{"sgpc", "gcn", "mlp"}
		wholeSeconds := make([]float64, len(models)) // of all epochs, by model
		for k := range wholeSeconds {
			wholeSeconds[k] = math.Exp(r.Float64()*math.Log(40)) + 1
		}
		var jobs []proto.Query
		var ends, seconds []float64 // by job: the share of the epochs at which it stops, and its duration
		for range splits {
			for k, m := range models {
				jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: "data:texas", Model: m}})
				end := min(1, 0.6+0.8*r.Float64())
				ends, seconds = append(ends, end), append(seconds, wholeSeconds[k]*(0.9+0.2*r.Float64())*end)
			}
		}

		// The batch is simulated in steps of a quarter of a second, in which each worker reports its progress.
		h, got := newFakeWorkers(), &client.PoolState{}
		p := client.NewPool(h.open, size)
		p.Run(jobs, func(s client.PoolState) { *got = s })
		type estimate struct{ now, least, most float64 } // time of the clock, and range of the remaining seconds
		var list []estimate
		// The start by job, and whether a run has reached its second quarter by model.
		begun, inSecondQuarter := map[int]float64{}, map[string]bool{}
		for step := 0; !got.Over; step++ {
			if step > 1e6 {
				t.Fatal("the batch does not end")
			}
			h.advance(0.25)
			now := h.now.Seconds()
			for _, w := range append([]int(nil), h.alive...) {
				job := h.query(w).Seq - 1
				if job < 0 || got.Results[job].Done {
					continue
				}
				if _, ok := begun[job]; !ok {
					begun[job] = now - 0.25
				}
				model, part := jobs[job].Run.Model, (now-begun[job])/seconds[job]
				if part >= 1 {
					inSecondQuarter[model] = true
					h.finish(w, 1)
					continue
				}
				if part*ends[job] >= 0.25 {
					inSecondQuarter[model] = true
				}
				h.reply(w, flat.Reply{Seq: job + 1, Kind: flat.Progress, What: proto.Training, Fraction: part * ends[job]})
				allModels := inSecondQuarter["sgpc"] && inSecondQuarter["gcn"] && inSecondQuarter["mlp"]
				if known := got.Left >= 0; known != allModels && got.Done < got.Total-3 {
					t.Fatalf("an estimate is known: %v; models that have reached their second quarter: %v", known, inSecondQuarter)
				}
				if got.Left >= 0 {
					list = append(list, estimate{now, got.Left, got.Most})
				}
			}
		}

		// The batch has ended, so that the true remaining time of each estimate is known. 0.5 s are two steps of the simulation.
		for k, e := range list {
			left := h.now.Seconds() - e.now
			within := e.least <= left+0.5 && left-0.5 <= e.most
			estimates++
			ratioSum += e.most / math.Max(e.least, 1)
			if within {
				correct++
			}
			if k == 0 {
				first++
				if within {
					firstCorrect++
				}
			}
		}
	}
	t.Logf("%.1f %% of %d estimates hold, %.1f %% of the %d first ones; the upper end is on average %.1f of the lower",
		100*float64(correct)/float64(estimates), estimates, 100*float64(firstCorrect)/float64(first), first, ratioSum/float64(estimates))
	if correct*10 < estimates*9 || firstCorrect*10 < first*9 || first < 57 { // nearly all of the 60 batches have an estimate
		t.Errorf("%d of %d estimates hold, %d of the %d first ones; want nine of ten, and at least 57 first ones",
			correct, estimates, firstCorrect, first)
	}
}
