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

// In batches of models whose paces differ up to forty times, with runs that stop early at random, an estimate appears as soon as a run of
// each model is in its second quarter. At least nine of ten estimates contain the true time, and so do nine of ten first estimates.
func TestNineOfTenTimeEstimatesHold(t *testing.T) {
	r := rand.New(rand.NewPCG(68, 10))
	all, correct, first, firstCorrect := 0, 0, 0, 0 // numbers of estimates, and of estimates that contain the true time
	var ratioSum float64                            // of the upper to the lower end
	for range 60 {
		size, splits := 1+r.IntN(4), 2+r.IntN(9)
		models := []string{"sgpc", "gcn", "mlp"}
		whole := make([]float64, len(models)) // seconds of all epochs
		for k := range whole {
			whole[k] = math.Exp(r.Float64()*math.Log(40)) + 1
		}
		var jobs []proto.Query
		var ends, lengths []float64 // share of the epochs at which a run stops, and its seconds
		for range splits {
			for k, m := range models {
				jobs = append(jobs, proto.Query{Run: recipe.Setup{Graph: "data:texas", Model: m}})
				end := min(1, 0.6+0.8*r.Float64())
				ends, lengths = append(ends, end), append(lengths, whole[k]*(0.9+0.2*r.Float64())*end)
			}
		}
		h, got := newFakeWorkers(), &client.PoolState{}
		p := client.NewPool(h.open, size)
		p.Run(jobs, func(s client.PoolState) { *got = s })
		type estimate struct{ at, least, most float64 }
		var list []estimate
		begun, seen := map[int]float64{}, map[string]bool{}
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
				part := (now - begun[job]) / lengths[job]
				if part >= 1 {
					seen[jobs[job].Run.Model] = true
					h.finish(w, 1)
					continue
				}
				seen[jobs[job].Run.Model] = seen[jobs[job].Run.Model] || part*ends[job] >= 0.25
				h.reply(w, flat.Reply{Seq: job + 1, Kind: flat.Progress, What: proto.Training, Fraction: part * ends[job]})
				allSeen := seen["sgpc"] && seen["gcn"] && seen["mlp"]
				if known := got.Left >= 0; known != allSeen && got.Done < got.Total-3 {
					t.Fatalf("an estimate is %v, of the models in their second quarter %v", known, seen)
				}
				if got.Left >= 0 {
					list = append(list, estimate{now, got.Left, got.Most})
				}
			}
		}
		for k, e := range list {
			left := h.now.Seconds() - e.at
			within := e.least <= left+0.5 && left-0.5 <= e.most
			all++
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
		100*float64(correct)/float64(all), all, 100*float64(firstCorrect)/float64(first), first, ratioSum/float64(all))
	if correct*10 < all*9 || firstCorrect*10 < first*9 || first < 57 {
		t.Errorf("%d of %d estimates hold, %d of the %d first ones", correct, all, firstCorrect, first)
	}
}
