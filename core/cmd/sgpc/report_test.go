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

// TestTrainReport: with -json train prints one line, a JSON object. Without it, train prints a table of epochs and the result, with the
// numbers of the object. The table has the first, the best and the last epoch once each, in order, and at most reportRows + 2 rows.
// The best epoch alone is marked. The last row has the last loss and test accuracy.
func TestTrainReport(t *testing.T) {
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
			t.Errorf("%v does not print %q: %s", args, result, text)
		}
		// A row of the table begins with two numbers, the epoch and the loss.
		table, _, _ := strings.Cut(text, "\nbest epoch")
		var epochs []int
		for line := range strings.Lines(table) {
			var epoch int
			var loss float64
			if n, _ := fmt.Sscan(line, &epoch, &loss); n < 2 {
				continue
			}
			epochs = append(epochs, epoch)
			isMarked, isBest := strings.HasSuffix(line, "best by validation\n"), epoch == rep.BestEpoch
			if isMarked != isBest {
				t.Errorf("%v: the row %q is marked as best: %v, and the best epoch is %d", args, line, isMarked, rep.BestEpoch)
			}
			if epoch != rep.EpochsRun {
				continue
			}
			lastLoss := fmt.Sprintf("%.4f", rep.Loss)
			if fmt.Sprintf("%.4f", loss) != lastLoss || !strings.Contains(line, percent(rep.TestAccLast)) {
				t.Errorf("%v: the last row is %s, want the loss %s and the test accuracy %s", args, line, lastLoss, percent(rep.TestAccLast))
			}
		}
		isStrictlyAscending := slices.IsSorted(epochs) && len(epochs) == len(slices.Compact(slices.Clone(epochs)))
		if !isStrictlyAscending || len(epochs) > reportRows+2 {
			t.Errorf("%v has rows for the epochs %v, want at most %d in order", args, epochs, reportRows+2)
		}
		if epochs[0] != 1 || epochs[len(epochs)-1] != rep.EpochsRun || !slices.Contains(epochs, rep.BestEpoch) {
			t.Errorf("%v has rows for the epochs %v, want 1, the best %d and the last %d", args, epochs, rep.BestEpoch, rep.EpochsRun)
		}
	}
}

// TestFirstCommands: without arguments, sgpc prints the three firstCommands in order before the heading “All commands”. Each of them runs.
// The name edges.csv stands for a file of the user; the test replaces it by a file of its own.
func TestFirstCommands(t *testing.T) {
	bin := command(t)
	usage, _ := exec.Command(bin).CombinedOutput()
	before := -1 // place of the command before in the usage text
	for _, f := range firstCommands {
		place := strings.Index(string(usage), f[0]+" ")
		if place <= before {
			t.Errorf("%q is missing or is not after the command before: %s", f[0], usage)
		}
		before = place
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
			t.Errorf("%s ends with %v: %s", f[0], err, out)
		}
	}
	if before > strings.Index(string(usage), "All commands") || len(firstCommands) != 3 {
		t.Errorf("the %d first commands, want 3, are not before “All commands”: %s", len(firstCommands), usage)
	}
}
