//go:build !js

package main

import (
	"encoding/json"
	"errors"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/core/sgpc"
)

// completionCode returns the code of work by “Ada” with the given answers by exercise. The code claims that every answer is right.
func completionCode(t *testing.T, seed uint64, answers map[string]string) string {
	t.Helper()
	w := coursemath.Work{Edition: coursemath.Edition, Name: "Ada", Seed: seed}
	for id, a := range answers {
		w.Answers = append(w.Answers, coursemath.Given{ID: id, Answer: a, Right: true})
	}
	c, err := coursemath.Encode(w)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// The command check judges good, damaged and forged codes from arguments, a file or standard input. It continues after a bad code and ends
// with status 1. The name in a pasted line replaces the name in the code, and equal answers are marked. An exercise whose graph is missing
// is not judged, and is no forgery. With -train=false no exercise that needs a trained network is judged. Wrong usage has a status that is
// not 0.
func TestCheckContinuesAfterBadCodes(t *testing.T) {
	bin := command(t)
	good := completionCode(t, 7, map[string]string{"2.3": "no", "8.1": "1 -1 1 -1", "8.2": "peak", "9.1": "valid"})
	// The answer to 9.2 is wrong, and the code claims that it is right.
	forged := completionCode(t, 8, map[string]string{"8.2": "peak", "9.2": "90"})
	trained := completionCode(t, 9, map[string]string{"0.1": "gcn", "11.1": "node 5 edge 1 5"})
	// The damage is another letter at place 30.
	damaged := good[:30] + "A" + good[31:]
	if damaged == good {
		damaged = good[:30] + "B" + good[31:]
	}
	// check returns the output of the command, standard error included, and its status.
	check := func(stdin string, args ...string) (string, int) {
		cmd := exec.Command(bin, append([]string{"check"}, args...)...)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return string(out), exit.ExitCode()
		}
		if err != nil {
			t.Fatal(err)
		}
		return string(out), 0
	}
	out, status := check("", good)
	if status != 0 {
		t.Errorf("a good code ends with %d", status)
	}
	for _, want := range []string{"code 1 (\"Ada\", seed 7): 4 of 25 right, 0 wrong, 21 not answered", "  8.2   right",
		"  4.1   not answered"} {
		if !strings.Contains(out, want) {
			t.Errorf("a good code: no %q in\n%s", want, out)
		}
	}
	// The name before or after a code replaces the name in the code. The second of two equal codes is marked.
	out, status = check("Grace: "+good+"\n"+good+" Alan\n", "-")
	if status != 0 || strings.Count(out, "the same answers as code 1") != 1 {
		t.Errorf("two equal codes, status %d, want the second marked:\n%s", status, out)
	}
	for _, want := range []string{`code 1 ("Grace", seed 7): 4 of 25 right`, `code 2 ("Alan", seed 7)`} {
		if !strings.Contains(out, want) {
			t.Errorf("codes with names: no %q in\n%s", want, out)
		}
	}
	// The file begins with a byte order mark, as Windows writes it. The mark is no name.
	file := filepath.Join(t.TempDir(), "codes.txt")
	if err := os.WriteFile(file, []byte("\ufeff"+good+"\r\n\n"+damaged+"\nhello\n"+forged+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, run := range map[string]func() (string, int){
		"file":  func() (string, int) { return check("", "-file", file) },
		"stdin": func() (string, int) { return check(good+"\n"+damaged+"\nhello\n"+forged, "-") },
		"args":  func() (string, int) { return check("", good, damaged, "hello", forged) },
	} {
		out, status := run()
		for _, want := range []string{"code 1 (\"Ada\", seed 7): 4 of 25 right", "code 2: damaged", "code 3: this is no completion code",
			"code 4 (\"Ada\", seed 8): 1 of 25 right, 1 wrong", "9.2   forged", "3 of 4 codes cannot be trusted"} {
			if status != 1 || !strings.Contains(out, want) {
				t.Errorf("%s, status %d: no %q in\n%s", name, status, want, out)
			}
		}
	}
	// The networks of exercise 0.1 are trained. The folder of data is empty, so that exercise 11.1, the last of 25, is not judged.
	out, status = check("", "-json", "-data", t.TempDir(), trained)
	var got struct {
		Codes []coursemath.Judgement `json:"codes"`
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	err := json.Unmarshal([]byte(lines[len(lines)-1]), &got)
	if err != nil || status != 0 || len(got.Codes) != 1 {
		t.Fatalf("status %d, want 0 and one code as JSON (%v): %s", status, err, out)
	}
	r := got.Codes[0]
	if r.Right != 1 || r.Unjudged != 1 || r.Forged {
		t.Errorf("%d right, %d not judged, forged %v; want 1, 1, false: %+v", r.Right, r.Unjudged, r.Forged, r)
	}
	if !r.Exercises[0].Right || !strings.Contains(r.Exercises[0].Reason, "GCN") {
		t.Errorf("exercise 0.1 is judged %+v, want right with the GCN in its reason", r.Exercises[0])
	}
	if !strings.Contains(r.Exercises[24].Error, "-data") {
		t.Errorf("exercise 11.1 is judged %+v, want an error that names -data", r.Exercises[24])
	}
	// With -train=false no network is trained, so that both exercises are not judged.
	out, status = check("", "-train=false", trained)
	if status != 0 || !strings.Contains(out, "0 of 25 right, 0 wrong, 23 not answered, 2 not judged") {
		t.Errorf("without training, status %d: %s", status, out)
	}
	for _, args := range [][]string{nil, {"-file", filepath.Join(t.TempDir(), "none")}, {"-nonsense"}} {
		if out, status := check("", args...); status == 0 {
			t.Errorf("check %v ends with 0, want another status: %s", args, out)
		}
	}
}

// Every variant of exercise 11.1 has a right answer. The variants of 60 seeds use four splits of Texas. The answer names a page that only
// SGPC predicts correctly, and an edge without which SGPC does not. On public:3 an answer with another edge is wrong.
func TestCheckTexas(t *testing.T) {
	e, _ := coursemath.Find("11.1")
	trainer := newTrainer("../../../../shared/datasets")
	// judge trains the networks that an answer needs, and marks the answer.
	judge := func(v coursemath.Variant, answer string) coursemath.Marking {
		var runs []coursemath.Trained
		for _, r := range v.NeedRuns(answer) {
			o, err := trainer.outcome(r)
			if err != nil {
				t.Fatal(err)
			}
			o.Name = r.Name
			runs = append(runs, o)
		}
		return v.Check(answer, runs)
	}
	answers := map[string]string{ // by split
		"public:2": "node 9 edge 9 106", "public:3": "node 0 edge 0 58",
		"public:7": "node 149 edge 56 149", "public:9": "node 95 edge 46 95",
	}
	seen := map[string]bool{}
	for seed := range uint64(60) {
		v := e.Variant(seed)
		split := v.Runs[0].Split
		if seen[split] {
			continue
		}
		seen[split] = true
		if got := judge(v, answers[split]); !got.Right || !strings.HasPrefix(got.Reason, "Yes") {
			t.Errorf("split %s: %s is judged %+v, want right", split, answers[split], got)
		}
		if split != "public:3" {
			continue
		}
		if got := judge(v, "node 57 edge 57 67"); got.Right || !strings.Contains(got.Reason, "another edge") {
			t.Errorf("an edge that does not decide is judged %+v, want wrong", got)
		}
	}
	if len(seen) != len(answers) {
		t.Errorf("the variants use the splits %v, the answers are for %v", seen, answers)
	}
}

// sheafOf with a change of one map of a ring of six has the exact dimension of H⁰, and a sheaf from its text has the same text.
// The written graph is read back and can be trained. The written maps of unequal stalks are read back with the dimensions of H⁰ and H¹, the
// Euler characteristic and the trace of the sheaf. Wrong changes are errors. A right command ends with status 0, and wrong usage with 2.
func TestSheafCommandRoundTrips(t *testing.T) {
	// By hand: H⁰ has the vectors of the plane that the walk round the ring does not change. Without a turn they are all vectors, with a
	// small turn only 0, and with a mirror a line.
	for change, dim := range map[string]int{"map 5 0 turn 0": 2, "map 5 0 turn 0.01": 0, "map 5 0 mirror 20": 1} {
		rep, err := sheafOf("", "ring:6", 2, []string{change, "x 0 1"})
		if err != nil || rep.Analysis.Dim.Dim != dim || !rep.Analysis.Dim.Exact {
			t.Errorf("%s: %+v, %v; want the exact dimension %d", change, rep.Analysis, err, dim)
		}
		again, err := sheafOf(rep.Text, "", 0, nil)
		if err != nil || again.Text != rep.Text {
			t.Errorf("the text %s gives a sheaf with the text %s, %v", rep.Text, again.Text, err)
		}
		dir := t.TempDir()
		if err := writeSheaf(rep.Text, dir); err != nil {
			t.Fatal(err)
		}
		g, _, err := loadGraph(filepath.Join(dir, "Graph-of-a-sheaf.json"))
		if err != nil || g.N != 6 || len(g.Edges) != 6 || g.X.Cols != 2 {
			t.Fatalf("the written graph is %+v, %v; want 6 nodes, 6 edges, 2 features", g, err)
		}
		// Two epochs of training on the written graph.
		o := newOptions("train")
		o.graph, o.epochs = filepath.Join(dir, "Graph-of-a-sheaf.json"), 2
		h, split, cfg, err := o.load()
		if err != nil {
			t.Fatal(err)
		}
		r, err := sgpc.New(h, split, cfg)
		if err != nil {
			t.Fatal(err)
		}
		for !r.Done() {
			r.StepEpoch()
		}
	}
	for _, bad := range []string{"map 5 0 spin", "edge 0 1"} {
		if _, err := sheafOf("", "ring:6", 2, []string{bad}); err == nil {
			t.Errorf("the change %q is not refused", bad)
		}
	}
	// Maps of unequal stalks are written with offsets, which readMaps understands.
	for _, start := range []string{"sensors", "opinions", "twist"} {
		rep, err := sheafOf("", start, 2, []string{"dim 1 1"})
		if err != nil {
			t.Fatal(err)
		}
		dir := t.TempDir()
		if err := writeSheaf(rep.Text, dir); err != nil {
			t.Fatal(err)
		}
		got, err := readMaps(mapsSource{file: filepath.Join(dir, "maps.npz"), graph: filepath.Join(dir, "Graph-of-a-sheaf.json")}, 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		f, want := got.Maps[0], rep.Analysis
		if *f.L.KernelDim != want.Dim.Dim || *f.H1 != want.H1 || got.Euler != want.Euler {
			t.Errorf("%s: dimensions %d and %d, χ = %d; want %d, %d, %d", start, *f.L.KernelDim, *f.H1, got.Euler, want.Dim.Dim, want.H1, want.Euler)
		}
		if math.Abs(f.Trace-want.Trace) > 1e-12 {
			t.Errorf("%s: trace %g, want %g", start, f.Trace, want.Trace)
		}
	}
	if got := sheafCommand([]string{"-do", "map 5 0 turn 40", "-cycle", "0,1,2,3,4,5", "-labelled", "0"}); got != 0 {
		t.Errorf("sheaf with a change, a cycle and a labelled node ends with %d, want 0", got)
	}
	for _, args := range [][]string{{"-cycle", "0,2"}, {"-labelled", "x"}, {"-start", "cube"}, {"-text", "d 9"}} {
		if got := sheafCommand(args); got != 2 {
			t.Errorf("sheaf %v ends with %d, want 2", args, got)
		}
	}
}
