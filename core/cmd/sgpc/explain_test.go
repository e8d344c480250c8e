//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// lastObject is the JSON object that a command ends with.
func lastObject(t *testing.T, out []byte, into any) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), into); err != nil {
		t.Fatal(err)
	}
}

// TestExplainCommand: the contributions sum to the score, of every model; what a rule of integration missed before is little, and
// is said. whatif says what the run itself says.
func TestExplainCommand(t *testing.T) {
	bin := command(t)
	for _, c := range []struct {
		args  []string
		most  float64 // missed
		exact bool
	}{{nil, 0, true}, {[]string{"-set", "layers=2"}, 2e-5, false}, {[]string{"-model", "gcn", "-best"}, 2e-4, false}} {
		out := run(t, false, bin, append([]string{"explain", "-graph", "karate", "-node", "3", "-epochs", "60"}, c.args...)...)
		var rep struct {
			Explanation explain.Parts `json:"explanation"`
			Gap         float64       `json:"gap"`
			Epoch       int           `json:"epoch"`
			Why         string        `json:"why"`
		}
		lastObject(t, out, &rep)
		x, biggest := rep.Explanation, 0.0
		for k, want := range x.Score {
			sum := 0.0
			for _, q := range x.Terms[:len(x.Terms)-1] {
				sum += q.Contribution[k]
			}
			biggest = max(biggest, math.Abs(sum-want))
		}
		if x.Node != 3 || x.Exact != c.exact || rep.Epoch != 60 || math.Abs(biggest-rep.Gap) > 1e-12 || !(biggest < 1e-9) ||
			!(x.Missed <= c.most) || c.exact != (x.Missed == 0) || !c.exact && !strings.Contains(rep.Why, fmt.Sprintf("%.1e", x.Missed)) {
			t.Errorf("%v: the terms leave %.2g of the score, %g is said, %g was missed: %s", c.args, biggest, rep.Gap, x.Missed, rep.Why)
		}
		if !strings.Contains(string(out), "left over; "+rep.Why) {
			t.Errorf("%s", out)
		}
	}
	out := run(t, false, bin, "whatif", "-graph", "karate", "-epochs", "60", "-remove", "0-3", "-add", "3-33", "-maps", "zero")
	var rep struct {
		Before, After explain.Prediction
		Changed       []int
	}
	lastObject(t, out, &rep)
	g, _ := graph.Builtin("karate")
	split, _ := graph.ParseSplit(g, method.DefaultSplit, 0)
	cfg, err := method.Configure(g, split, "sgpc", "paper", 0)
	if err != nil {
		t.Fatal(err)
	}
	cfg.Epochs = 60
	r, err := sgpc.New(g, split, cfg)
	if err != nil {
		t.Fatal(err)
	}
	for !r.Done() {
		r.StepEpoch()
	}
	want, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{0, 3}}, AddEdges: [][2]int{{3, 33}}, Maps: settings.MapsZero})
	if err != nil || len(want.Prob) != len(rep.After.Prob) {
		t.Fatal(err, len(rep.After.Prob))
	}
	differ := 0
	for i, v := range want.Prob {
		if rep.After.Prob[i] != v {
			t.Fatalf("probability %d is %g, want %g", i, rep.After.Prob[i], v)
		}
	}
	for i := range want.Pred {
		if want.Pred[i] != rep.Before.Pred[i] {
			differ++
		}
	}
	if differ != len(rep.Changed) {
		t.Errorf("%v change, want %d", rep.Changed, differ)
	}
	for _, bad := range [][]string{{"whatif"}, {"whatif", "-remove", "3"}, {"whatif", "-epochs", "1", "-remove", "3-99"}, {"explain",
		"-epochs", "1"},
		{"explain", "-node", "34", "-epochs", "1"}} {
		if err := exec.Command(bin, bad...).Run(); err == nil || err.(*exec.ExitError).ExitCode() != 2 {
			t.Errorf("%v: %v", bad, err)
		}
	}
}
