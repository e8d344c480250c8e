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

// code writes work as a code, its answers all said to be right by the page.
func code(t *testing.T, seed uint64, answers map[string]string) string {
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

// check judges many codes at once: true, damaged and forged ones, and goes on after a bad one.
func TestCheckContinuesAfterBadCodes(t *testing.T) {
	bin := command(t)
	good := code(t, 7, map[string]string{"2.3": "no", "8.1": "1 -1 1 -1", "8.2": "peak", "9.1": "valid"})
	forged := code(t, 8, map[string]string{"8.2": "peak", "9.2": "90"})
	trained := code(t, 9, map[string]string{"0.1": "gcn", "11.1": "node 5 edge 1 5"})
	damaged := good[:30] + "A" + good[31:]
	if damaged == good {
		damaged = good[:30] + "B" + good[31:]
	}
	check := func(stdin string, args ...string) (string, int) {
		cmd := exec.Command(bin, append([]string{"check"}, args...)...)
		cmd.Stdin = strings.NewReader(stdin)
		out, err := cmd.CombinedOutput()
		var exit *exec.ExitError
		if errors.As(err, &exit) {
			return string(out), exit.ExitCode()
		} else if err != nil {
			t.Fatal(err)
		}
		return string(out), 0
	}
	out, status := check("", good)
	if status != 0 || !strings.Contains(out, "code 1 (\"Ada\", seed 7): 4 of 25 right, 0 wrong, 21 not "+
		"answered") || !strings.Contains(out, "  8.2   right") ||
		!strings.Contains(out, "  4.1   not answered") {
		t.Errorf("%d: %s", status, out)
	}
	// A line as a teacher pastes it has a name, and the second of two equal codes is marked.
	out, status = check("Grace: "+good+"\n"+good+" Alan\n", "-")
	if status != 0 || !strings.Contains(out, `code 1 ("Grace", seed 7): 4 of 25 right`) || !strings.Contains(out, `code 2 ("Alan", seed 7)`) ||
		strings.Count(out, "the same answers as code 1") != 1 {
		t.Errorf("%d: %s", status, out)
	}
	file := filepath.Join(t.TempDir(), "codes.txt")
	if err := os.WriteFile(file, []byte(good+"\r\n\n"+damaged+"\nhello\n"+forged+"\n"), 0o600); err != nil {
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
	// The networks of an exercise are trained; where their graph is missing, the answer is not judged and nobody is called a forger.
	out, status = check("", "-json", "-data", t.TempDir(), trained)
	var got struct {
		Codes []coursemath.Judgement `json:"codes"`
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &got); err != nil || status != 0 || len(got.Codes) != 1 {
		t.Fatalf("%d, %v: %s", status, err, out)
	}
	r := got.Codes[0]
	if r.Right != 1 || r.Unjudged != 1 || r.Forged || !r.Exercises[0].Right || !strings.Contains(r.Exercises[0].Reason, "GCN") ||
		!strings.Contains(r.Exercises[24].Error, "-data") {
		t.Errorf("%+v", r)
	}
	if out, status := check("", "-train=false", trained); status != 0 || !strings.Contains(out, "0 of 25 right, 0 wrong, 23 not "+
		"answered, 2 not judged") {
		t.Errorf("%d: %s", status, out)
	}
	for _, args := range [][]string{nil, {"-file", filepath.Join(t.TempDir(), "none")}, {"-nonsense"}} {
		if out, status := check("", args...); status == 0 {
			t.Errorf("%v: %s", args, out)
		}
	}
}

// On each split of Texas in the table there is a page that only the sheaf gets right, and an edge without which
// it does not: every variant of the exercise has an answer.
func TestCheckTexas(t *testing.T) {
	e, _ := coursemath.Find("11.1")
	trainer := newTrainer("../../../../shared/datasets")
	said := func(v coursemath.Variant, answer string) coursemath.Marking {
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
	answers := map[string]string{"public:2": "node 9 edge 9 106", "public:3": "node 0 edge 0 58",
		"public:7": "node 149 edge 56 149", "public:9": "node 95 edge 46 95"}
	seen := map[string]bool{}
	for seed := range uint64(60) {
		v := e.Variant(seed)
		split := v.Runs[0].Split
		if seen[split] {
			continue
		}
		seen[split] = true
		if got := said(v, answers[split]); !got.Right || !strings.HasPrefix(got.Reason, "Yes") {
			t.Errorf("split %s, %s: %+v", split, answers[split], got)
		}
		if split != "public:3" {
			continue
		}
		if got := said(v, "node 57 edge 57 67"); got.Right || !strings.Contains(got.Reason, "another edge") {
			t.Errorf("an edge that does not decide: %+v", got)
		}
	}
	if len(seen) != len(answers) {
		t.Errorf("%v are asked about, of %v", seen, answers)
	}
}

// The ring of six with one map turned, from the command line; its graph is read back and can be run.
func TestSheafCommandRoundTrips(t *testing.T) {
	for change, dim := range map[string]int{"map 5 0 turn 0": 2, "map 5 0 turn 0.01": 0, "map 5 0 mirror 20": 1} {
		rep, err := sheafOf("", "ring:6", 2, []string{change, "x 0 1"})
		if err != nil || rep.Analysis.Dim.Dim != dim || !rep.Analysis.Dim.Exact {
			t.Errorf("%s: %+v, %v", change, rep.Analysis, err)
		}
		again, err := sheafOf(rep.Text, "", 0, nil)
		if err != nil || again.Text != rep.Text {
			t.Errorf("%s came back as %s, %v", rep.Text, again.Text, err)
		}
		dir := t.TempDir()
		if err := writeSheaf(rep.Text, dir); err != nil {
			t.Fatal(err)
		}
		g, _, err := loadGraph(filepath.Join(dir, "Graph-of-a-sheaf.json"))
		if err != nil || g.N != 6 || len(g.Edges) != 6 || g.X.Cols != 2 {
			t.Fatalf("%+v, %v", g, err)
		}
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
			t.Errorf("%q was taken", bad)
		}
	}
	// Stalks of unequal size are written with offsets, which maps reads: the same dimensions come out.
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
		if f := got.Maps[0]; *f.L.KernelDim != rep.Analysis.Dim.Dim || *f.H1 != rep.Analysis.H1 || got.Euler != rep.Analysis.Euler ||
			math.Abs(f.Trace-rep.Analysis.Trace) > 1e-12 {
			t.Errorf("%s: %+v, want dimensions %d and %d", start, got, rep.Analysis.Dim.Dim, rep.Analysis.H1)
		}
	}
	if got := sheafCommand([]string{"-do", "map 5 0 turn 40", "-cycle", "0,1,2,3,4,5", "-labelled", "0"}); got != 0 {
		t.Errorf("status %d", got)
	}
	for _, args := range [][]string{{"-cycle", "0,2"}, {"-labelled", "x"}, {"-start", "cube"}, {"-text", "d 9"}} {
		if got := sheafCommand(args); got != 2 {
			t.Errorf("%v: status %d", args, got)
		}
	}
}
