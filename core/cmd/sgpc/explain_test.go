//go:build !js

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os/exec"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
)

// lastObject decodes the last line of an output, a JSON object.
func lastObject(t *testing.T, out []byte, into any) {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), into); err != nil {
		t.Fatal(err)
	}
}

// TestExplainCommand: the terms of explain add up to the score up to 1e-9, for SGPC of one and of two layers and for a GCN. The report has
// the largest difference as gap. SGPC of one layer has the exact method, without a quadrature error. The two others have a small error,
// which the words of the report name, too.
// whatif reports the probabilities and the number of changed nodes that package explain finds on a run made here.
// Wrong usage ends with status 2, before the training.
func TestExplainCommand(t *testing.T) {
	bin := command(t)
	for _, c := range []struct {
		args       []string
		mostMissed float64 // bound on the quadrature error
		exact      bool
	}{{nil, 0, true}, {[]string{"-set", "layers=2"}, 2e-5, false}, {[]string{"-model", "gcn", "-best"}, 2e-4, false}} {
		out := run(t, false, bin, append([]string{"explain", "-graph", "karate", "-node", "3", "-epochs", "60"}, c.args...)...)
		var rep struct {
			Explanation explain.Parts `json:"explanation"`
			Gap         float64       `json:"gap"`
			Epoch       int           `json:"epoch"`
			Why         string        `json:"why"`
		}
		lastObject(t, out, &rep)
		parts := rep.Explanation
		if parts.Node != 3 || parts.Exact != c.exact || rep.Epoch != 60 {
			t.Errorf("%v: node %d at epoch %d, exact %v; want 3, 60, %v", c.args, parts.Node, rep.Epoch, parts.Exact, c.exact)
		}
		// All terms but the last add up to the score of each class. The last is the difference itself.
		gap := 0.0
		for k, want := range parts.Score {
			sum := 0.0
			for _, term := range parts.Terms[:len(parts.Terms)-1] {
				sum += term.Contribution[k]
			}
			gap = max(gap, math.Abs(sum-want))
		}
		if math.Abs(gap-rep.Gap) > 1e-12 || !(gap < 1e-9) {
			t.Errorf("%v: the terms leave %.2g of the score, want less than 1e-9 and the reported %g", c.args, gap, rep.Gap)
		}
		if hasMissed := parts.Missed != 0; !(parts.Missed <= c.mostMissed) || hasMissed == c.exact {
			t.Errorf("%v: the quadrature error is %g, want at most %g, and 0 exactly for the exact method", c.args, parts.Missed, c.mostMissed)
		}
		if !c.exact && !strings.Contains(rep.Why, fmt.Sprintf("%.1e", parts.Missed)) {
			t.Errorf("%v: the cause %q does not name the quadrature error %.1e", c.args, rep.Why, parts.Missed)
		}
		if !strings.Contains(string(out), "left over; "+rep.Why) {
			t.Errorf("%v: the text does not have the cause %q: %s", c.args, rep.Why, out)
		}
	}
	// whatif, and a run with its settings and its change by the packages.
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
		t.Fatalf("whatif reports %d probabilities, want %d (%v)", len(rep.After.Prob), len(want.Prob), err)
	}
	for i, v := range want.Prob {
		if rep.After.Prob[i] != v {
			t.Fatalf("probability %d is %g, want %g", i, rep.After.Prob[i], v)
		}
	}
	changed := 0 // nodes with another prediction after the change
	for i := range want.Pred {
		if want.Pred[i] != rep.Before.Pred[i] {
			changed++
		}
	}
	if changed != len(rep.Changed) {
		t.Errorf("whatif reports the changed nodes %v, want %d nodes", rep.Changed, changed)
	}
	for _, bad := range [][]string{
		{"whatif"}, {"whatif", "-remove", "3"}, {"whatif", "-epochs", "1", "-remove", "3-99"},
		{"explain", "-epochs", "1"}, {"explain", "-node", "34", "-epochs", "1"}, // the nodes of karate are 0 to 33
	} {
		if err := exec.Command(bin, bad...).Run(); err == nil || err.(*exec.ExitError).ExitCode() != 2 {
			t.Errorf("%v ends with %v, want status 2", bad, err)
		}
	}
	// A training of a million epochs does not begin.
	for _, bad := range [][]string{{"explain", "-node", "34"}, {"whatif", "-remove", "3-99"}, {"whatif", "-maps", "none"}} {
		limit, cancel := context.WithTimeout(t.Context(), time.Minute)
		err := exec.CommandContext(limit, bin, append(bad, "-epochs", "1000000", "-set", "patience=0")...).Run()
		cancel()
		if exit, ok := err.(*exec.ExitError); !ok || exit.ExitCode() != 2 {
			t.Errorf("%v ends with %v, want status 2 before the training", bad, err)
		}
	}
}
