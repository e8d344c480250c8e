package anatomy_test

import (
	"math"
	"testing"

	"sheafscope/core/anatomy"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/cost"
	"sheafscope/core/sgpc/method"
)

// madeAnatomy has two operations of stage 1, one of stage 6 and two parts of no stage.
func madeAnatomy() cost.Anatomy {
	a := cost.Anatomy{Epochs: 4, Seconds: 0.0101, Parts: []cost.AnatomyPart{
		{Stage: 1, Name: "sparse input", Seconds: [4]float64{0.001, 0.001, 0.002}},
		{Stage: 1, Name: "ELU", Seconds: [4]float64{0.0005, 0.0005, 0}},
		{Stage: 6, Name: "diffusion", Seconds: [4]float64{0.001, 0.001, 0.001}},
		{Name: "Adam", Seconds: [4]float64{3: 0.0015}, Work: cost.Work{Bytes: 3e6}},
		{Name: "rest", Seconds: [4]float64{3: 0.0005}},
	}}
	a.Work[1][cost.PhaseEvaluation] = cost.Work{MultiplyAdds: 1e6, Bytes: 2e6}
	a.Work[1][cost.PhaseForward] = cost.Work{MultiplyAdds: 1e6, Bytes: 2e6}
	a.Work[1][cost.PhaseBackward] = cost.Work{MultiplyAdds: 3e6, Bytes: 6e6}
	a.Work[6][cost.PhaseEvaluation] = cost.Work{MultiplyAdds: 1e6}
	return a
}

// TestAnatomyLines: the lines are the sums of the parts, and their shares add up to 1. The shares of
// the ceilings are work over time: 5·10⁶ in 5 ms are 10⁹ a second, a quarter of four.
func TestAnatomyLines(t *testing.T) {
	rep := &anatomy.Times{Graph: "made", GemmPerSecond: 4e9, BytesPerSecond: 1e10}
	rep.Fill(madeAnatomy())
	if len(rep.Stages) != 4 || len(rep.Operations) != 5 {
		t.Fatalf("%d stages and %d operations, want 4 and 5", len(rep.Stages), len(rep.Operations))
	}
	for _, lines := range [][]anatomy.Line{rep.Stages, rep.Operations} {
		share, sum := 0.0, 0.0
		for _, l := range lines {
			share += l.Share
			sum += l.Sum
		}
		if math.Abs(share-1) > 1e-12 || math.Abs(sum-10) > 1e-12 {
			t.Errorf("shares add up to %v, times to %v ms", share, sum)
		}
		if math.Abs(sum-rep.EpochMS) > 0.05*rep.EpochMS {
			t.Errorf("the parts take %v ms, the epoch %v", sum, rep.EpochMS)
		}
	}
	near := func(x *float64, want float64) bool { return x != nil && math.Abs(*x-want) < 1e-12 }
	first, adam, rest := rep.Stages[0], rep.Stages[2], rep.Stages[3]
	if first.Name != "Features" || !near(&first.Evaluation, 1.5) || !near(&first.Backward, 2) || !near(&first.Share, 0.5) {
		t.Errorf("stage 1: %+v", first)
	}
	if !near(first.OfGemm, 0.25) || !near(first.OfBandwidth, 0.2) {
		t.Errorf("stage 1 gets %v of gemm and %v of the bandwidth", first.OfGemm, first.OfBandwidth)
	}
	if second := rep.Stages[1]; !near(second.MultiplyAdds, 1e6) || !near(second.OfGemm, 0.25) || second.OfBandwidth != nil {
		t.Errorf("stage 6, counted in the evaluation alone: %+v", second)
	}
	if adam.MultiplyAdds != nil || !near(adam.OfBandwidth, 0.2) || rest.Bytes != nil || rest.OfBandwidth != nil {
		t.Errorf("Adam %+v, rest %+v", adam, rest)
	}
}

// TestMeasureFillsASecond: with epochs = 0, Measure times as many epochs as fit into a second. Every reading of this clock takes 1/16 s.
func TestMeasureFillsASecond(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
	if err != nil {
		t.Fatal(err)
	}
	c, err := method.Configure(g, split, "sgpc", "paper", 1)
	if err != nil {
		t.Fatal(err)
	}
	c.Epochs, c.Patience, c.Channels, c.Hidden = 0, 0, 2, 4
	r, err := sgpc.New(g, split, c)
	if err != nil {
		t.Fatal(err)
	}
	now := 0.0
	clock := func() float64 { now += 1.0 / 16; return now }
	rep := anatomy.Measure(r, 1, 0, clock)
	if rep.Epochs != 16 || rep.Warm != 1 || r.Epoch() != 17 || len(rep.Stages) < 9 || rep.GemmPerSecond != 512*512*512*16 {
		t.Errorf("%d epochs after %d, the run at %d, %d stages, %v multiply-adds a second", rep.Epochs, rep.Warm, r.Epoch(), len(rep.Stages),
			rep.GemmPerSecond)
	}
}
