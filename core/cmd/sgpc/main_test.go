//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/claims"
)

// program is the name under which the program of the tests is the command: no test has to build it.
const program = "sgpc"

func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == program {
		main()
	}
	os.Exit(m.Run())
}

// command returns a path under which the program of the tests is the command.
func command(t *testing.T) string {
	t.Helper()
	own, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), program)
	if err := os.Symlink(own, path); err != nil {
		t.Fatal(err)
	}
	return path
}

// buildWasm compiles the command for node.
func buildWasm(t *testing.T) string {
	t.Helper()
	out := filepath.Join(t.TempDir(), "sgpc.wasm")
	cmd := exec.Command("go", "build", "-o", out, ".")
	cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	if msg, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("build for wasm: %v\n%s", err, msg)
	}
	return out
}

// run executes the command, in wasm through the runner that comes with Go.
func run(t *testing.T, wasm bool, bin string, args ...string) []byte {
	t.Helper()
	if wasm {
		args = append([]string{bin}, args...)
		root, err := exec.Command("go", "env", "GOROOT").Output()
		if err != nil {
			t.Fatal(err)
		}
		bin = filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	}
	cmd := exec.Command(bin, args...)
	// The runner passes the environment on; node allows little of it.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", bin, args, err, stderr.String())
	}
	return out
}

// worst returns the largest difference of two JSON values, relative to 1 or
// the value, and where it is.
func worst(a, b any, path string) (float64, string) {
	switch x := a.(type) {
	case float64:
		y, ok := b.(float64)
		if !ok {
			return math.Inf(1), path
		}
		return math.Abs(x-y) / max(1, math.Abs(x)), path
	case []any:
		y, ok := b.([]any)
		if !ok || len(x) != len(y) {
			return math.Inf(1), path
		}
		top, at := 0.0, path
		for k := range x {
			if d, p := worst(x[k], y[k], path+"[]"); d > top {
				top, at = d, p
			}
		}
		return top, at
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return math.Inf(1), path
		}
		top, at := 0.0, path
		for k := range x {
			if strings.HasPrefix(path+"."+k, ".seconds") || k == "epoch_ms" {
				continue
			}
			if d, p := worst(x[k], y[k], path+"."+k); d > top {
				top, at = d, p
			}
		}
		return top, at
	}
	if a != b {
		return math.Inf(1), path
	}
	return 0, path
}

// TestNativeAndWasmAgree compares traces and training reports of both builds, and the texts of every command. LONG=1: longer ones and a
// spectrum, too, and every row of printed.
func TestNativeAndWasmAgree(t *testing.T) {
	native, wasm := command(t), buildWasm(t)
	texas := filepath.Join("..", "..", "..", "..", "shared", "datasets", "texas")
	list := [][]string{
		{"trace", "-graph", "karate", "-epochs", "5"},
		{"trace", "-graph", texas, "-epochs", "1", "-set", "channels=4"},
		{"trace", "-graph", "karate", "-reading", "code", "-epochs", "3", "-set", "channels=8"},
		{"train", "-json", "-graph", "karate", "-epochs", "20", "-seed", "3"},
	}
	if os.Getenv("LONG") != "" {
		list = append(list, []string{"spectrum", "-graph", texas, "-set", "d=2"},
			[]string{"trace", "-graph", texas, "-epochs", "2", "-set", "channels=4"},
			[]string{"train", "-json", "-graph", "karate", "-epochs", "60", "-seed", "3"})
	}
	for _, args := range list {
		var a, b any
		if err := json.Unmarshal(lastLine(run(t, false, native, args...)), &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(lastLine(run(t, true, wasm, args...)), &b); err != nil {
			t.Fatal(err)
		}
		if d, at := worst(a, b, ""); !(d <= 1e-9) {
			t.Errorf("%v: native and wasm differ by %.2e at %s", args, d, at)
		} else {
			t.Logf("%v: largest difference %.2e", args, d)
		}
	}
	printAlike(t, native, wasm, os.Getenv("LONG") != "")
}

// lastLine returns the last line of an output, where commands print their JSON object.
func lastLine(out []byte) []byte {
	s := strings.TrimRight(string(out), "\n")
	return []byte(s[strings.LastIndexByte(s, '\n')+1:])
}

// TestMethodOfTheReport: train says which method its settings are.
func TestMethodOfTheReport(t *testing.T) {
	bin := command(t)
	for want, list := range map[string][][]string{
		"validation": {nil, {"-method", "validation"}, {"-model", "gcn", "-method", "paper"}},
		"paper":      {{"-method", "paper"}, {"-set", "svr=anchored", "-set", "lambda_spec=1e-9"}},
		"own":        {{"-method", "paper", "-set", "gap_mode=off"}, {"-set", "dt=2"}},
	} {
		for _, args := range list {
			var got struct {
				Method string
				Config struct {
					GapMode    string  `json:"gap_mode"`
					LambdaSpec float64 `json:"lambda_spec"`
				}
			}
			if err := json.Unmarshal(lastLine(run(t, false, bin, append([]string{"train", "-json", "-epochs", "2"}, args...)...)),
				&got); err != nil {
				t.Fatal(err)
			}
			if got.Method != want || want == "paper" && (got.Config.GapMode != "sheaf" || got.Config.LambdaSpec <= 0) {
				t.Errorf("train %v: %+v, want method %s", args, got, want)
			}
		}
	}
}

// TestExitStatus: 0 for help, 1 when the work fails, 2 for wrong usage.
func TestExitStatus(t *testing.T) {
	bin := command(t)
	broken := filepath.Join(t.TempDir(), "broken.graphml")
	if err := os.WriteFile(broken, []byte("<graphml><graph>"), 0o644); err != nil {
		t.Fatal(err)
	}
	var help, unknown [][]string // every command with -h, and with a flag that no command has
	for _, c := range commands {
		help = append(help, []string{c.name, "-h"}, []string{c.name, "--help"})
		unknown = append(unknown, []string{c.name, "-nothing-has-this"})
	}
	for want, list := range map[int][][]string{
		0: append(help, []string{"convert", "-graph", "k4", "-o", t.TempDir()}),
		1: {{"train", "-graph", broken}, {"trace", "-graph", "no such graph"}},
		2: append(unknown, [][]string{{}, {"fly"}, {"train", "-set", "d=99"}, {"train", "-set", "d"}, {"train", "-set", "seed=3"},
			{"train", "-set", "model=gcn"}, {"train", "-method", "own"}, {"train", "-split", "random:2,2,2"}, {"trace", "-edges", "x"},
			{"train", "-model", "nothing"}, {"convert"}}...),
	} {
		for _, args := range list {
			err := exec.Command(bin, args...).Run()
			got := 0
			if e, ok := err.(*exec.ExitError); ok {
				got = e.ExitCode()
			}
			if got != want {
				t.Errorf("sgpc %v ends with %d, want %d", args, got, want)
			}
		}
	}
}

// TestLargeFeatureIsRefused: the command names file, line and remedy, writes
// nothing, and leaves with status 1.
func TestLargeFeatureIsRefused(t *testing.T) {
	bin, dir := command(t), t.TempDir()
	for name, text := range map[string]string{"out1_graph_edges.txt": "node_id\tnode_id\n0\t1\n1\t2\n",
		"out1_node_feature_label.txt": "node_id\tfeature\tlabel\n0\t1,0\t0\n1\t0,1e200\t1\n2\t3,1\t0\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	var out, stderr strings.Builder
	cmd := exec.Command(bin, "trace", "-graph", dir)
	cmd.Stdout, cmd.Stderr = &out, &stderr
	var exit *exec.ExitError
	if err := cmd.Run(); !errors.As(err, &exit) || exit.ExitCode() != 1 || out.String() != "" {
		t.Errorf("%v, output %.100q", err, out.String())
	}
	for _, want := range []string{"out1_node_feature_label.txt:3:", "1e+200", "1e+100"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the message lacks %q: %s", want, stderr.String())
		}
	}
}

// TestClaimsCommandPrintsBothSides: the command prints both sides of every case, and each is false; then the answer and the reply of every
// claim.
func TestClaimsCommandPrintsBothSides(t *testing.T) {
	small, err := claims.Counterexamples()
	if err != nil {
		t.Fatal(err)
	}
	bin := command(t)
	lines := strings.Split(strings.TrimSpace(string(run(t, false, bin, "claims"))), "\n")
	rows := claims.Check(&claims.Input{})
	if want := len(small) + len(claims.Cases()) + 2*len(rows); len(lines) != want {
		t.Fatalf("%d lines, want %d", len(lines), want)
	}
	for k, c := range rows {
		at := len(lines) - 2*len(rows) + 2*k
		if !strings.HasPrefix(lines[at], c.ID+" ") || !strings.HasSuffix(lines[at], c.Answer) || !strings.HasSuffix(lines[at+1], c.Reply) {
			t.Errorf("%s: %q, %q", c.ID, lines[at], lines[at+1])
		}
	}
	for _, line := range lines[:len(lines)-2*len(rows)] {
		if !strings.Contains(line, " is false: ") {
			t.Error(line)
		}
	}
	if out, err := exec.Command(bin, "claims", "-id", "thm9").CombinedOutput(); err == nil || !strings.Contains(string(out), "thm9") {
		t.Errorf("an unknown claim: %s, %v", out, err)
	}
}

// TestEmptySets: an accuracy on no node is null, in words none; never −1.
func TestEmptySets(t *testing.T) {
	bin := command(t)
	for split, empty := range map[string][]string{
		"random:0.6,0.4,0": {"test_acc", "test_acc_last", "ece"},
		"random:0.6,0,0.4": {"val_acc"},
		"random:1,0,0":     {"val_acc", "test_acc", "test_acc_last", "ece"},
	} {
		var rep map[string]any
		if err := json.Unmarshal(run(t, false, bin, "train", "-json", "-epochs", "2", "-split", split), &rep); err != nil {
			t.Fatal(err)
		}
		for _, key := range []string{"val_acc", "test_acc", "test_acc_last", "ece", "train_acc_last"} {
			v, there := rep[key]
			x, known := v.(float64)
			if want := !slices.Contains(empty, key); !there || known != want || known && (x < 0 || x > 1) {
				t.Errorf("split %s: %s is %v", split, key, v)
			}
		}
		words := string(run(t, false, bin, "train", "-epochs", "2", "-split", split))
		if strings.Contains(words, "-100") || !strings.Contains(words, "none") {
			t.Errorf("split %s: %s", split, words)
		}
	}
}

// TestDedupLeavesNoCopies: the report counts copies, and -dedup leaves none, in a split of its own file too.
func TestDedupLeavesNoCopies(t *testing.T) {
	bin := command(t)
	set := filepath.Join("..", "..", "..", "..", "shared", "datasets", "chameleon")
	var reports [3]trainReport
	for k, more := range [][]string{nil, {"-dedup", "rows"}, {"-dedup", "rows", "-split", filepath.Join(set, "splits",
		"chameleon_split_0.6_0.2_0.npz")}} {
		args := append([]string{"train", "-json", "-graph", set, "-model", "mlp", "-epochs", "1"}, more...)
		if err := json.Unmarshal(lastLine(run(t, false, bin, args...)), &reports[k]); err != nil {
			t.Fatal(err)
		}
	}
	all, left, file := reports[0], reports[1], reports[2]
	if all.Copies.Nodes != 185 || all.Copies.Test != 30 || left.Copies.Nodes+left.Copies.Test != 0 || left.Loss == all.Loss ||
		file.Loss != left.Loss || *file.TestAcc != *left.TestAcc {
		t.Errorf("%+v, %+v, %+v", all.Copies, left, file)
	}
}

// TestTrainAuto: train -auto lists what was tried, and trains the chosen settings.
func TestTrainAuto(t *testing.T) {
	bin := command(t)
	var got, plain trainReport
	common := []string{"train", "-json", "-epochs", "3", "-set", "gap_mode=off", "-seed", "2"}
	if err := json.Unmarshal(lastLine(run(t, false, bin, append(common, "-auto")...)), &got); err != nil {
		t.Fatal(err)
	}
	best := 0
	for k, x := range got.Search {
		if n := len(x.Rungs); n > 0 && x.Rungs[n-1].Runs == 3 && (got.Search[best].Rungs[len(got.Search[best].Rungs)-1].Runs < 3 ||
			x.ValMean > got.Search[best].ValMean) {
			best = k
		}
	}
	for name, value := range got.Search[best].Settings {
		common = append(common, "-set", name+"="+value)
	}
	out := lastLine(run(t, false, bin, common...))
	if err := json.Unmarshal(out, &plain); err != nil {
		t.Fatal(err)
	}
	if len(got.Search) != 24 || got.Config != plain.Config || got.Loss != plain.Loss || *got.TestAcc != *plain.TestAcc ||
		strings.Contains(string(out), `"search"`) {
		t.Errorf("%d tried; trained %+v, want %+v", len(got.Search), got, plain)
	}
	for _, args := range [][]string{{"-model", "gcn"}, {"-set", "gap"}} {
		cmd := exec.Command(bin, append([]string{"train", "-auto"}, args...)...)
		if msg, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("%v: %s", args, msg)
		}
	}
}
