//go:build !js

package main

import (
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
)

// TestMessagesOfArguments: an argument or a flag that a command would not read ends the command with status 2, and a run without a
// result with status 1. The message has the reason. A sheaf whose Laplacian is 0 has no λ₂.
func TestMessagesOfArguments(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	edges := filepath.Join(dir, "edges.csv")
	if err := exec.Command(bin, "convert", "-graph", "k4", "-to", "csv", "-o", dir).Run(); err != nil {
		t.Fatal(err)
	}
	written, err := filepath.Glob(filepath.Join(dir, "*.csv"))
	if err != nil || len(written) == 0 {
		t.Fatalf("%v: %d files are written, want one or more", err, len(written))
	}
	comma := filepath.Join(dir, "a,b.csv")
	if err := os.WriteFile(comma, []byte("from,to\n1,2\n2,3\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		status int
		words  string // of the message
		args   []string
	}{
		{2, `unexpected argument "x 0 3"`, []string{"sheaf", "-start", "path:3", "-do", "d 1", "x 0 3"}},
		{0, "λ₂ = none, energy of the signal 0", []string{"sheaf", "-text", "d 1;node 0.1 0.5 a;node 0.5 0.5 b"}},
		{2, "the trace of gcn does not have", []string{"trace", "-model", "gcn", "-edges", "0"}},
		{2, "below 78", []string{"trace", "-edges", "78"}},
		{0, "", []string{"trace", "-edges", "0, 77", "-o", filepath.Join(dir, "trace.json")}},
		{2, "-set only with -weights", []string{"maps", "-set", "d=2", written[0]}},
		{1, "last layer of gcn is too large", []string{"spectrum", "-graph", "ring:n=1001", "-model", "gcn"}},
		{1, "last layer of nsd-diag is too large", []string{"spectrum", "-graph", "ring:n=501", "-model", "nsd-diag"}},
		{0, "", []string{"convert", "-graph", comma + "," + written[0], "-edge-file", "a,b.csv", "-o", dir}},
		{1, `no table "c,d.csv"`, []string{"convert", "-graph", comma, "-edge-file", "c,d.csv", "-o", dir}},
		{1, "edges.csv: no such file", []string{"train", "-graph", edges + "," + written[0]}},
		{1, "edges.csv: no such file", []string{"train", "-graph", written[0] + "," + edges}},
	} {
		cmd := exec.Command(bin, c.args...)
		text, _ := cmd.CombinedOutput()
		if got := cmd.ProcessState.ExitCode(); got != c.status || !strings.Contains(string(text), c.words) {
			t.Errorf("sgpc %v ends with %d, want %d and the words %q: %s", c.args, got, c.status, c.words, text)
		}
	}
	// With so many edges a trace of SGPC has no lift. A trace of a peer never has one, and does not warn.
	cmd := exec.Command(bin, "trace", "-model", "gcn", "-graph", "sbm:n=20000,classes=3")
	var warnings strings.Builder
	cmd.Stderr = &warnings
	if err := cmd.Run(); err != nil || strings.Contains(warnings.String(), "lift") {
		t.Errorf("the trace of a peer ends with %v and the warnings %q", err, &warnings)
	}
}

// TestMissingTransportsHaveNoNumber: a cycle without a holonomy, and the kernel of transports of which one is missing, are "none".
func TestMissingTransportsHaveNoNumber(t *testing.T) {
	v := &frame.Holonomies{Cycles: [][]int{{0, 1, 2}, {2, 3, 4}}, Away: []float64{-1, 0.25}, Fixed: -1, Missing: 1}
	got := holonomyText(v)
	for _, want := range []string{"[0 1 2]: none\n", "[2 3 4]: 0.2500\n", "transports none,", "without a transport 1\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %q", want, got)
		}
	}
}

// TestMapsOfANetworkReadItsSettings: the trace of L that maps prints with a setting of the network is twice the sum of the weights of all
// directed entries in the trace with the same setting. A set value is not reported as assumed.
func TestMapsOfANetworkReadItsSettings(t *testing.T) {
	files, folders, _ := torchNetworks(t, networkGraph())
	bin, traces := command(t), map[string]float64{}
	for _, epsilon := range []string{"0.005", "0.5"} {
		args := []string{"-graph", files[0], "-weights", filepath.Join(folders[0], "sgpc.F64.npz"), "-set", "epsilon0=" + epsilon}
		var lifted struct{ Lift []struct{ Weight float64 } }
		if err := json.Unmarshal(lastLine(run(t, false, bin, append([]string{"trace", "-epochs", "0"}, args...)...)), &lifted); err != nil {
			t.Fatal(err)
		}
		want := 0.0
		for _, entry := range lifted.Lift {
			want += 2 * entry.Weight
		}
		text, err := exec.Command(bin, append([]string{"maps"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("%v: %s", err, text)
		}
		if strings.Contains(string(text), "epsilon0=") || !strings.Contains(string(text), "dt=") {
			t.Errorf("the assumed settings are not all settings without epsilon0: %s", text)
		}
		var rep mapsReport
		if err := json.Unmarshal(lastLine(text), &rep); err != nil {
			t.Fatal(err)
		}
		if traces[epsilon] = rep.Maps[0].Trace; math.Abs(traces[epsilon]-want) > 1e-9*want {
			t.Errorf("epsilon0=%s: tr L = %g, want %g", epsilon, traces[epsilon], want)
		}
	}
	if traces["0.005"] == traces["0.5"] {
		t.Error("the setting epsilon0 does not change the maps")
	}
}
