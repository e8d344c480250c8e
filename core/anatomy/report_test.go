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

// madeAnatomy returns an invented measurement of 4 epochs with a mean time of 10.1 ms. It has two operations of stage 1, one of stage 6,
// and two parts outside the stages. Seconds are by phase: evaluation, forward, backward, update. Those of all parts add up to 10 ms.
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

// TestAnatomyLines: Stages has a line for each stage and for each part outside the stages, and Operations has a line for each part.
// In both tables the times add up to 10 ms, at most 5 % less than the epoch, and the shares add up to 1.
// Quantities that are not counted are nil. The other values are computed by hand. For example, stage 1 does 5·10⁶ multiply-adds in 5 ms.
// These are 10⁹ a second, a quarter of the ceiling 4·10⁹.
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
			t.Errorf("the shares add up to %v and the times to %v ms, want 1 and 10 ms", share, sum)
		}
		if math.Abs(sum-rep.EpochMS) > 0.05*rep.EpochMS {
			t.Errorf("the parts take %v ms, want the %v ms of the epoch up to 5 %%", sum, rep.EpochMS)
		}
	}
	near := func(x *float64, want float64) bool { return x != nil && math.Abs(*x-want) < 1e-12 }
	first, adam, rest := rep.Stages[0], rep.Stages[2], rep.Stages[3]
	if first.Name != "Features" || !near(&first.Evaluation, 1.5) || !near(&first.Backward, 2) || !near(&first.Share, 0.5) {
		t.Errorf("stage 1 is %+v, want Features with 1.5 ms in the evaluation, 2 ms backward and the share 0.5", first)
	}
	if !near(first.OfGemm, 0.25) || !near(first.OfBandwidth, 0.2) {
		t.Errorf("stage 1 reaches %v of gemm and %v of the bandwidth, want 0.25 and 0.2", first.OfGemm, first.OfBandwidth)
	}
	// The work of stage 6 is counted in the evaluation only, without bytes.
	if second := rep.Stages[1]; !near(second.MultiplyAdds, 1e6) || !near(second.OfGemm, 0.25) || second.OfBandwidth != nil {
		t.Errorf("stage 6 is %+v, want 10⁶ multiplications, a quarter of gemm, no bandwidth", second)
	}
	if adam.MultiplyAdds != nil || !near(adam.OfBandwidth, 0.2) {
		t.Errorf("Adam is %+v, want no multiplications and 0.2 of the bandwidth", adam)
	}
	if rest.Bytes != nil || rest.OfBandwidth != nil {
		t.Errorf("the rest is %+v, want no bytes and no bandwidth", rest)
	}
}

// TestMeasureFillsASecond: with epochs = 0, Measure times as many epochs as fit into a second, after one epoch without measurement.
// Each reading of the invented clock adds 1/16 s. So 16 epochs fit, and a product of two matrices of order 512 takes 1/16 s.
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
	if rep.Epochs != 16 || rep.Warm != 1 || r.Epoch() != 17 {
		t.Errorf("%d epochs after %d, and the run is at %d; want 16, 1, 17", rep.Epochs, rep.Warm, r.Epoch())
	}
	// The bound of 9 lines is loose: most of the ten stages have a line, and so have the parts outside the stages.
	if len(rep.Stages) < 9 || rep.GemmPerSecond != 512*512*512*16 {
		t.Errorf("%d stages and %v multiply-adds a second, want 9 or more and 512³·16", len(rep.Stages), rep.GemmPerSecond)
	}
}
