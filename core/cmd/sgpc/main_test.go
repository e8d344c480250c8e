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

// program is the name under which the executable of the tests behaves as the command sgpc. So no test has to build the command.
const program = "sgpc"

// TestMain runs the command if the executable has the name of program, and the tests otherwise.
func TestMain(m *testing.M) {
	if filepath.Base(os.Args[0]) == program {
		main()
	}
	os.Exit(m.Run())
}

// command returns the path of a link to the executable of the tests, under which it behaves as the command.
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

// buildWasm compiles the command for js/wasm and returns the path of the file.
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

// run executes the command and returns its standard output. If the command ends with an error, the test fails.
// With wasm, bin is the file of buildWasm, which the runner of the Go distribution executes in node.
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
	// The environment is short: the runner passes it on, and node limits its size.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %v: %v\n%s", bin, args, err, stderr.String())
	}
	return out
}

// largestDifference returns the largest difference of two numbers at the same place of two JSON values, and the place.
// A difference is divided by the larger of 1 and the size of the first number.
// It returns infinity for values of another shape. It leaves out times: the key epoch_ms, and keys at the top that begin with seconds.
func largestDifference(a, b any, path string) (float64, string) {
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
		largest, place := 0.0, path
		for k := range x {
			if d, p := largestDifference(x[k], y[k], path+"[]"); d > largest {
				largest, place = d, p
			}
		}
		return largest, place
	case map[string]any:
		y, ok := b.(map[string]any)
		if !ok || len(x) != len(y) {
			return math.Inf(1), path
		}
		largest, place := 0.0, path
		for k := range x {
			if strings.HasPrefix(path+"."+k, ".seconds") || k == "epoch_ms" { // a time
				continue
			}
			if d, p := largestDifference(x[k], y[k], path+"."+k); d > largest {
				largest, place = d, p
			}
		}
		return largest, place
	}
	if a != b {
		return math.Inf(1), path
	}
	return 0, path
}

// TestNativeAndWasmAgree: numbers of traces and training reports differ by at most 1e-9 between the native build and the build for wasm,
// as largestDifference measures it. The texts of every command outside of trainsLong are the same, for the first row of the command in
// printed. LONG=1: longer runs, a spectrum, and every row of printed.
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
		var natively, inWasm any
		if err := json.Unmarshal(lastLine(run(t, false, native, args...)), &natively); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(lastLine(run(t, true, wasm, args...)), &inWasm); err != nil {
			t.Fatal(err)
		}
		difference, place := largestDifference(natively, inWasm, "")
		t.Logf("%v: largest difference %.2e", args, difference)
		if !(difference <= 1e-9) {
			t.Errorf("%v: native and wasm differ by %.2e at %s", args, difference, place)
		}
	}
	printAlike(t, native, wasm, os.Getenv("LONG") != "")
}

// lastLine returns the last line of an output, where commands print their JSON object.
func lastLine(out []byte) []byte {
	s := strings.TrimRight(string(out), "\n")
	return []byte(s[strings.LastIndexByte(s, '\n')+1:])
}

// TestMethodOfTheReport: the report of train has the name of the method whose settings it uses, or “own” for settings of no method.
// The settings of the paper's method ascend the gap and weigh the spectral term.
func TestMethodOfTheReport(t *testing.T) {
	bin := command(t)
	// By method, arguments of train that have its settings. -method does not change the settings of gcn.
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
			out := run(t, false, bin, append([]string{"train", "-json", "-epochs", "2"}, args...)...)
			if err := json.Unmarshal(lastLine(out), &got); err != nil {
				t.Fatal(err)
			}
			if got.Method != want {
				t.Errorf("train %v: method %s, want %s", args, got.Method, want)
			}
			if want == "paper" && (got.Config.GapMode != "sheaf" || got.Config.LambdaSpec <= 0) {
				t.Errorf("train %v: %+v, want gap_mode sheaf and a positive lambda_spec", args, got.Config)
			}
		}
	}
}

// TestExitStatus: the status is 0 for the help of sgpc and of every command and for a right convert, 1 for a broken or missing graph, and 2
// for wrong usage.
func TestExitStatus(t *testing.T) {
	bin := command(t)
	broken := filepath.Join(t.TempDir(), "broken.graphml")
	if err := os.WriteFile(broken, []byte("<graphml><graph>"), 0o644); err != nil {
		t.Fatal(err)
	}
	help := [][]string{{"help"}, {"-h"}, {"-help"}, {"--help"}} // also every command with -h
	var unknown [][]string                                      // every command with a flag that no command has
	for _, c := range commands {
		help = append(help, []string{c.name, "-h"}, []string{c.name, "--help"})
		unknown = append(unknown, []string{c.name, "-nothing-has-this"})
	}
	for want, list := range map[int][][]string{
		0: append(help, []string{"convert", "-graph", "k4", "-o", t.TempDir()}),
		1: {{"train", "-graph", broken}, {"trace", "-graph", "no such graph"}},
		2: append(unknown, [][]string{{}, {"fly"}, {"train", "-set", "d=99"}, {"train", "-set", "d"}, {"train", "-set", "seed=3"},
			{"train", "-set", "model=gcn"}, {"train", "-method", "own"}, {"train", "-split", "random:2,2,2"}, {"trace", "-edges", "x"},
			{"train", "-model", "nothing"}, {"convert"}, {"claims", "lemma2"}, {"list", "gcn"}}...),
	} {
		for _, args := range list {
			err := exec.Command(bin, args...).Run()
			got := 0
			if exit, ok := err.(*exec.ExitError); ok {
				got = exit.ExitCode()
			}
			if got != want {
				t.Errorf("sgpc %v ends with %d, want %d", args, got, want)
			}
		}
	}
}

// TestLargeFeatureIsRefused: trace on a folder with the feature 1e200 ends with status 1 and prints nothing on standard output.
// The message has the file and the line of the feature, its value, and the largest value allowed.
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
		t.Errorf("trace ends with %v and the output %.100q, want status 1 and no output", err, out.String())
	}
	for _, want := range []string{"out1_node_feature_label.txt:3:", "1e+200", "1e+100"} {
		if !strings.Contains(stderr.String(), want) {
			t.Errorf("the message has no %q: %s", want, stderr.String())
		}
	}
}

// TestClaimsCommandPrintsBothSides: the command prints one line for each counterexample and each case, with the words “is false”.
// Two lines for each claim follow: its id with the answer, and the reply. An unknown claim is an error that names it.
func TestClaimsCommandPrintsBothSides(t *testing.T) {
	counterexamples, err := claims.Counterexamples()
	if err != nil {
		t.Fatal(err)
	}
	bin := command(t)
	lines := strings.Split(strings.TrimSpace(string(run(t, false, bin, "claims"))), "\n")
	rows := claims.Check(&claims.Input{})
	if want := len(counterexamples) + len(claims.Cases()) + 2*len(rows); len(lines) != want {
		t.Fatalf("the command prints %d lines, want %d", len(lines), want)
	}
	for k, c := range rows {
		place := len(lines) - 2*len(rows) + 2*k
		answer, reply := lines[place], lines[place+1]
		if !strings.HasPrefix(answer, c.ID+" ") || !strings.HasSuffix(answer, c.Answer) || !strings.HasSuffix(reply, c.Reply) {
			t.Errorf("%s has the lines %q, %q, want answer %q and reply %q", c.ID, answer, reply, c.Answer, c.Reply)
		}
	}
	for _, line := range lines[:len(lines)-2*len(rows)] {
		if !strings.Contains(line, " is false: ") {
			t.Errorf("the line of a case does not say that it is false: %s", line)
		}
	}
	if out, err := exec.Command(bin, "claims", "-id", "thm9").CombinedOutput(); err == nil || !strings.Contains(string(out), "thm9") {
		t.Errorf("an unknown claim: %s, %v; want an error that names thm9", out, err)
	}
}

// TestEmptySets: in the report of train, an accuracy or calibration error (ece) on an empty set of nodes is null, and the others lie
// between 0 and 1. The text has the word “none” and no −100 %. Without validation nodes no epoch is called the best.
func TestEmptySets(t *testing.T) {
	bin := command(t)
	// By split, the keys of the numbers on empty sets. "random:a,b,c" has the shares a, b, c of training, validation and test nodes.
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
			v, hasKey := rep[key]
			x, isNumber := v.(float64)
			wantNumber := !slices.Contains(empty, key)
			if !hasKey || isNumber != wantNumber {
				t.Errorf("split %s: %s is %v, want a number: %v", split, key, v, wantNumber)
			}
			if isNumber && (x < 0 || x > 1) {
				t.Errorf("split %s: %s is %v, want a number from 0 to 1", split, key, x)
			}
		}
		text := string(run(t, false, bin, "train", "-epochs", "2", "-split", split))
		if strings.Contains(text, "-100") || !strings.Contains(text, "none") {
			t.Errorf("split %s: the text has -100 or not the word none: %s", split, text)
		}
		hasValidation := !slices.Contains(empty, "val_acc")
		if strings.Contains(text, "best") != hasValidation || strings.Contains(text, "last epoch 2 of 2") == hasValidation {
			t.Errorf("split %s: the text has a best epoch, want one: %v: %s", split, hasValidation, text)
		}
	}
}

// TestDedupLeavesNoCopies: the report of a run on Chameleon counts 185 nodes with copies, 30 of them test nodes. With -dedup it counts
// none, and the loss is another. The same split from a file of its own gives the same loss and test accuracy.
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
	all, unique, fromFile := reports[0], reports[1], reports[2]
	if all.Copies.Nodes != 185 || all.Copies.Test != 30 {
		t.Errorf("without -dedup the copies are %+v, want 185 nodes and 30 test nodes", all.Copies)
	}
	if unique.Copies.Nodes+unique.Copies.Test != 0 || unique.Loss == all.Loss {
		t.Errorf("with -dedup the copies are %+v and the loss %v, want none and another loss", unique.Copies, unique.Loss)
	}
	if fromFile.Loss != unique.Loss || *fromFile.TestAcc != *unique.TestAcc {
		t.Errorf("with the split from a file the report is %+v, want the loss and the accuracy of %+v", fromFile, unique)
	}
}

// TestTrainAuto: train -auto reports tune.MaxTried = 24 candidates. It trains the candidate with the largest mean validation accuracy among
// those that reached the last rung of the search, with three runs. A run with the settings of this candidate by -set has the same settings,
// loss and test accuracy, and no report of a search. In both, -set overrides -epochs.
// -auto with a model that has no search, or with an unknown setting, ends with status 2.
func TestTrainAuto(t *testing.T) {
	bin := command(t)
	var auto, plain trainReport
	common := []string{"train", "-json", "-epochs", "4", "-set", "epochs=3", "-set", "gap_mode=off", "-seed", "2"}
	if err := json.Unmarshal(lastLine(run(t, false, bin, append(common, "-auto")...)), &auto); err != nil {
		t.Fatal(err)
	}
	// hasAllRuns reports whether a candidate reached the last rung, with three runs.
	hasAllRuns := func(k int) bool {
		rungs := auto.Search[k].Rungs
		return len(rungs) > 0 && rungs[len(rungs)-1].Runs == 3
	}
	best := 0
	for k, candidate := range auto.Search {
		if hasAllRuns(k) && (!hasAllRuns(best) || candidate.ValMean > auto.Search[best].ValMean) {
			best = k
		}
	}
	for name, value := range auto.Search[best].Settings {
		common = append(common, "-set", name+"="+value)
	}
	out := lastLine(run(t, false, bin, common...))
	if err := json.Unmarshal(out, &plain); err != nil {
		t.Fatal(err)
	}
	if len(auto.Search) != 24 {
		t.Errorf("%d candidates were tried, want 24", len(auto.Search))
	}
	if auto.Config != plain.Config || auto.Loss != plain.Loss || *auto.TestAcc != *plain.TestAcc {
		t.Errorf("train -auto trained %+v, want %+v", auto, plain)
	}
	if strings.Contains(string(out), `"search"`) {
		t.Errorf("a run without -auto reports a search: %s", out)
	}
	for _, args := range [][]string{{"-model", "gcn"}, {"-set", "gap"}} {
		cmd := exec.Command(bin, append([]string{"train", "-auto"}, args...)...)
		if msg, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != 2 {
			t.Errorf("train -auto %v ends with %d, want 2: %s", args, cmd.ProcessState.ExitCode(), msg)
		}
	}
}
