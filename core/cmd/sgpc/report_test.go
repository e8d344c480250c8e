//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// TestTrainForAPerson: without -json train prints a table and its result, with the numbers of the object, and no object.
func TestTrainForAPerson(t *testing.T) {
	bin := command(t)
	for _, args := range [][]string{
		{"train", "-graph", "karate", "-epochs", "25", "-seed", "3"},
		{"train", "-graph", "karate", "-epochs", "7", "-method", "paper"},
		{"train", "-graph", "karate", "-epochs", "1", "-model", "gcn"},
	} {
		out := run(t, false, bin, append(args, "-json")...)
		var rep trainReport
		if err := json.Unmarshal(out, &rep); err != nil || strings.Count(string(out), "\n") != 1 {
			t.Fatalf("%v -json prints more than an object: %v, %s", args, err, out)
		}
		text := string(run(t, false, bin, args...))
		if strings.Contains(text, "{") {
			t.Errorf("%v prints an object: %s", args, text)
		}
		result := fmt.Sprintf("\nbest epoch %d of %d: validation %s, test %s\n", rep.BestEpoch, rep.EpochsRun, percent(rep.ValAcc),
			percent(rep.TestAcc))
		if !strings.Contains(text, result) {
			t.Errorf("%v does not say %q: %s", args, result, text)
		}
		table, _, _ := strings.Cut(text, "\nbest epoch")
		var epochs []int
		for line := range strings.Lines(table) {
			var epoch int
			var loss float64
			if n, _ := fmt.Sscan(line, &epoch, &loss); n < 2 {
				continue
			}
			epochs = append(epochs, epoch)
			if best := strings.HasSuffix(line, "best by validation\n"); best != (epoch == rep.BestEpoch) {
				t.Errorf("%v: %s, and the best epoch is %d", args, line, rep.BestEpoch)
			}
			last := fmt.Sprintf("%.4f", rep.Loss)
			if epoch == rep.EpochsRun && (fmt.Sprintf("%.4f", loss) != last || !strings.Contains(line, percent(rep.TestAccLast))) {
				t.Errorf("%v: the last line is %s, the loss %s", args, line, last)
			}
		}
		if !slices.IsSorted(epochs) || len(epochs) != len(slices.Compact(slices.Clone(epochs))) || epochs[0] != 1 ||
			epochs[len(epochs)-1] != rep.EpochsRun || !slices.Contains(epochs, rep.BestEpoch) || len(epochs) > reportRows+2 {
			t.Errorf("%v lists epochs %v; the best is %d", args, epochs, rep.BestEpoch)
		}
	}
}

// TestFirstCommands: without arguments sgpc shows three commands, and they run. (edges.csv stands for a file of one's own.)
func TestFirstCommands(t *testing.T) {
	bin := command(t)
	usage, _ := exec.Command(bin).CombinedOutput()
	at := -1
	for _, f := range firstCommands {
		next := strings.Index(string(usage), f[0]+" ")
		if next <= at {
			t.Errorf("%q is missing or comes too early: %s", f[0], usage)
		}
		at = next
		args := strings.Fields(f[0])[1:]
		cmd := exec.Command(bin, args...)
		cmd.Dir = t.TempDir()
		if strings.Contains(f[0], "edges.csv") {
			if err := exec.Command(bin, "convert", "-graph", "k4", "-to", "csv", "-o", cmd.Dir).Run(); err != nil {
				t.Fatal(err)
			}
			cmd.Args[len(cmd.Args)-1] = "K4-four-nodes-all-joined-edges.csv"
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%s: %v: %s", f[0], err, out)
		}
	}
	if at > strings.Index(string(usage), "All commands") || len(firstCommands) != 3 {
		t.Errorf("the three commands do not come first: %s", usage)
	}
}
