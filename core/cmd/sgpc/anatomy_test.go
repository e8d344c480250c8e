package main

import (
	"strings"
	"testing"

	"sheafscope/core/anatomy"
)

// anatomyTables writes each line of a report as a row, with times in ms, work in millions, and shares in per cent. A quantity that is not
// counted is a dash. The row of an operation begins with its stage. The text has the size of the vectors that measure the bandwidth, 64 MB.
func TestAnatomyTables(t *testing.T) {
	quarter, work, bytes := 0.25, 5e6, 1e7
	rep := &anatomy.Times{Graph: "made", GemmPerSecond: 4e9, BytesPerSecond: 1e10,
		Stages: []anatomy.Line{{Stage: 1, Name: "Features", Evaluation: 1.5, Forward: 1.5, Backward: 2, Sum: 5, Share: 0.5, MultiplyAdds: &work,
			Bytes: &bytes, OfGemm: &quarter, OfBandwidth: &quarter}, {Name: "rest", Update: 0.5, Sum: 0.5, Share: 0.05}},
		Operations: []anatomy.Line{{Stage: 1, Name: "ELU", Evaluation: 0.5}}}
	text := anatomyTables(rep)
	for _, want := range []string{"| Features | 1.500 | 1.500 | 2.000 | 0.000 | 5.000 | 50.0 % | 5.000 | 10.000 | 25.0 % | 25.0 % |\n",
		"| rest | 0.000 | 0.000 | 0.000 | 0.500 | 0.500 | 5.0 % | – | – | – | – |\n", "| Features: ELU | 0.500 |", "on 64 MB"} {
		if !strings.Contains(text, want) {
			t.Errorf("the table has no %q:\n%s", want, text)
		}
	}
}

// In a measurement of two epochs the stages take more than no time, and together at most the time of the epoch. Both ceilings are above
// 1e6 per second, and the multiplications of stage 1 are counted. Wrong usage of bench ends with status 2, and a graph that does not exist
// with status 1.
func TestBenchAnatomy(t *testing.T) {
	// Two epochs of a small network, after one epoch without measurement.
	o := newOptions("bench")
	o.graph, o.epochs = "karate", 2
	o.sets = setList{"channels=4", "hidden=8"}
	rep, err := o.measureAnatomy(1)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, l := range rep.Stages {
		sum += l.Sum
	}
	if rep.Epochs != 2 || rep.Warm != 1 {
		t.Errorf("%d epochs after %d, want 2 after 1", rep.Epochs, rep.Warm)
	}
	if !(sum > 0) || sum > rep.EpochMS*(1+1e-9) {
		t.Errorf("the stages take %v ms, want more than 0 and at most the %v ms of the epoch", sum, rep.EpochMS)
	}
	if !(rep.GemmPerSecond > 1e6) || !(rep.BytesPerSecond > 1e6) {
		t.Errorf("the ceilings are %v and %v a second, want more than 1e6", rep.GemmPerSecond, rep.BytesPerSecond)
	}
	if rep.Stages[0].MultiplyAdds == nil {
		t.Errorf("stage 1 has no count of multiplications: %+v", rep.Stages[0])
	}
	for _, args := range [][]string{{}, {"-anatomy", "-warm", "-1"}, {"-anatomy", "-epochs", "-2"}, {"-anatomy", "-warm", "x"},
		{"-anatomy", "more"}, {"-anatomy", "-set", "channels"}, {"-anatomy", "-model", "none"}} {
		if code := benchCommand(args); code != 2 {
			t.Errorf("bench %v ends with %d, want 2", args, code)
		}
	}
	if code := benchCommand([]string{"-anatomy", "-graph", "no such graph"}); code != 1 {
		t.Errorf("a graph that does not exist ends with %d, want 1", code)
	}
}
