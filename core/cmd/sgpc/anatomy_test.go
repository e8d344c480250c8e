package main

import (
	"strings"
	"testing"

	"sheafscope/core/anatomy"
)

// The table has a row a line, a dash for what is not counted.
func TestAnatomyTables(t *testing.T) {
	quarter, work, moved := 0.25, 5e6, 1e7
	rep := &anatomy.Times{Graph: "made", GemmPerSecond: 4e9, BytesPerSecond: 1e10,
		Stages: []anatomy.Line{{Stage: 1, Name: "Features", Evaluation: 1.5, Forward: 1.5, Backward: 2, Sum: 5, Share: 0.5, MultiplyAdds: &work,
			Bytes: &moved, OfGemm: &quarter, OfBandwidth: &quarter}, {Name: "rest", Update: 0.5, Sum: 0.5, Share: 0.05}},
		Operations: []anatomy.Line{{Stage: 1, Name: "ELU", Evaluation: 0.5}}}
	text := anatomyTables(rep)
	for _, want := range []string{"| Features | 1.500 | 1.500 | 2.000 | 0.000 | 5.000 | 50.0 % | 5.000 | 10.000 | 25.0 % | 25.0 % |\n",
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
	rep, err := o.measureAnatomy(1)
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
