package main

import (
	"math"
	"strings"
	"testing"

	"sheafscope/core/sgpc"
)

// madeAnatomy has two operations of stage 1, one of stage 6 and two parts of no stage.
func madeAnatomy() sgpc.Anatomy {
	a := sgpc.Anatomy{Epochs: 4, Seconds: 0.0101, Parts: []sgpc.AnatomyPart{
		{Stage: 1, Name: "sparse input", Seconds: [4]float64{0.001, 0.001, 0.002}},
		{Stage: 1, Name: "ELU", Seconds: [4]float64{0.0005, 0.0005, 0}},
		{Stage: 6, Name: "diffusion", Seconds: [4]float64{0.001, 0.001, 0.001}},
		{Name: "Adam", Seconds: [4]float64{3: 0.0015}, Work: sgpc.Work{Bytes: 3e6}},
		{Name: "rest", Seconds: [4]float64{3: 0.0005}},
	}}
	a.Work[1][sgpc.PhaseEvaluation] = sgpc.Work{MultiplyAdds: 1e6, Bytes: 2e6}
	a.Work[1][sgpc.PhaseForward] = sgpc.Work{MultiplyAdds: 1e6, Bytes: 2e6}
	a.Work[1][sgpc.PhaseBackward] = sgpc.Work{MultiplyAdds: 3e6, Bytes: 6e6}
	a.Work[6][sgpc.PhaseEvaluation] = sgpc.Work{MultiplyAdds: 1e6}
	return a
}

// The lines are the sums of the parts, their shares add up to 1, and the shares of
// the ceilings are work over time: 5·10⁶ in 5 ms are 10⁹ a second, a quarter of four.
func TestAnatomyLines(t *testing.T) {
	rep := &anatomyReport{Graph: "made", GemmPerSecond: 4e9, BytesPerSecond: 1e10}
	rep.fill(madeAnatomy())
	if len(rep.Stages) != 4 || len(rep.Operations) != 5 {
		t.Fatalf("%d stages and %d operations, want 4 and 5", len(rep.Stages), len(rep.Operations))
	}
	for _, lines := range [][]anatomyLine{rep.Stages, rep.Operations} {
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
	text := rep.markdown()
	for _, want := range []string{"| Features | 1.500 | 1.500 | 2.000 | 0.000 | 5.000 | 50.0 % | 5.000 | 10.000 | 25.0 % | 20.0 % |\n",
		"| rest | 0.000 | 0.000 | 0.000 | 0.500 | 0.500 | 5.0 % | – | – | – | – |\n", "| Features: ELU | 0.500 |", "on 64 MB"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %q:\n%s", want, text)
		}
	}
}

// A run of the command's own, small, and its mistakes.
func TestBenchAnatomy(t *testing.T) {
	o := newOptions("bench")
	o.graph, o.epochs = "karate", 2
	o.sets = setList{"channels=4", "hidden=8"}
	rep, err := o.dissect(1)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, l := range rep.Stages {
		sum += l.Sum
	}
	if rep.Epochs != 2 || rep.Warm != 1 || !(sum > 0) || sum > rep.EpochMS*(1+1e-9) {
		t.Errorf("%d epochs after %d; the stages take %v ms of the epoch's %v", rep.Epochs, rep.Warm, sum, rep.EpochMS)
	}
	if !(rep.GemmPerSecond > 1e6) || !(rep.BytesPerSecond > 1e6) || rep.Stages[0].MultiplyAdds == nil {
		t.Errorf("ceilings %v and %v, stage 1 %+v", rep.GemmPerSecond, rep.BytesPerSecond, rep.Stages[0])
	}
	for _, args := range [][]string{{}, {"-anatomy", "-warm", "-1"}, {"-anatomy", "-epochs", "-2"}, {"-anatomy", "-warm", "x"},
		{"-anatomy", "more"}, {"-anatomy", "-set", "channels"}, {"-anatomy", "-model", "none"}} {
		if code := benchCommand(args); code != 2 {
			t.Errorf("bench %v ends with %d, want 2", args, code)
		}
	}
	if code := benchCommand([]string{"-anatomy", "-graph", "no such graph"}); code != 1 {
		t.Errorf("a graph that is not there ends with %d, want 1", code)
	}
}
