package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/web/e2e"
)

// This file compares the Python code beside the equations with traces of runs.

// codeDir has the Python code beside the equations. Each file runs between start.py, which reads a trace, and check.py, which compares.
const codeDir = "../../assets/code"

// codeRuns are the runs of SGPC whose traces the files of codeDir recompute. Together they cover every branch of the files.
var codeRuns = []struct {
	name   string                 // of the trace
	change func(*settings.Config) // the change of the default settings, or nil
	files  string                 // the files that are run on the trace, without .py
}{
	{"default", nil, "features sinkhorn jko maps laplacian diffusion mixing classes posterior gap"},
	{"shuffled", func(c *settings.Config) { c.Lift, c.Features, c.Structure = "shuffled", "row", "normalized" }, "features sinkhorn jko maps"},
	{"uniform", func(c *settings.Config) { c.Lift, c.Structure, c.Activation = "uniform", "rows", "relu" },
		"features sinkhorn jko maps classes"},
	{"independent", func(c *settings.Config) { c.Lift, c.Norm, c.Prior = "independent", "none", "train" }, "features jko maps posterior"},
	{"sinkhorn", func(c *settings.Config) { c.Lift, c.Centered, c.Sign = "sinkhorn", true, -1 }, "jko maps laplacian gap"},
	{"scalar", func(c *settings.Config) { c.Lift, c.Calibrate = "scalar", false }, "maps posterior"},
	{"literal", func(c *settings.Config) { c.Convention, c.Sign, c.JKOSteps = "literal", 1, 3 }, "jko maps laplacian gap"},
	{"plain", func(c *settings.Config) { c.Operator, c.AFMWeights, c.Dt = "laplacian", "signed", 0.3 }, "laplacian diffusion mixing gap"},
	{"layers", func(c *settings.Config) { c.Layers, c.Residual, c.LearnDt = 3, true, true }, "diffusion mixing classes"},
	{"attention", func(c *settings.Config) { c.Head = "gat" }, "classes"},
	{"linear", func(c *settings.Config) { c.Head, c.AFMWeights = "linear", "off" }, "classes"},
	{"identity", func(c *settings.Config) { c.Maps, c.SVR = "identity", "off" }, "maps laplacian classes"},
	{"zero", func(c *settings.Config) { c.Maps = "zero" }, "maps laplacian"},
	{"free", func(c *settings.Config) { c.JKOMode, c.JKOSteps = "w2", 2 }, "w2 maps"},
	{"matrix", func(c *settings.Config) { c.GapMode = "matrix" }, "gapmatrix"},
	{"additive", func(c *settings.Config) { c.GapMode = "additive" }, "gap"},
}

// pairRuns are further runs of SGPC, for the gap ascent with eigenvalues of multiplicity d, exactly or almost. The fields are those of
// codeRuns.
var pairRuns = []struct {
	name   string
	change func(*settings.Config)
	files  string
}{
	{"pairs", nil, "gap"},
	{"pairs-plain", func(c *settings.Config) { c.Operator = "laplacian" }, "gap"},
	{"pairs-additive", func(c *settings.Config) { c.GapMode = "additive" }, "gap"},
	{"pairs-matrix", func(c *settings.Config) { c.GapMode = "matrix" }, "gapmatrix"},
	{"edge", func(c *settings.Config) { c.Lift = "ot" }, "gap"},
	{"edge-matrix", func(c *settings.Config) { c.Lift, c.GapMode = "ot", "matrix" }, "gapmatrix"},
}

// codeOfProgram are the files for runs of the reading "code", in which SGPC follows the program of its authors.
const codeOfProgram = "code-features code-plan code-jko code code-laplacian code-diffusion code-mixing code-classes code-posterior"

// codePlay is a Python program. Each line of its standard input is a file and a trace; it runs the file on the trace and prints, for each
// compared array, a line of file, trace, name and largest difference.
const codePlay = `import contextlib, io, json, os, sys
read = lambda name: open(os.path.join(sys.argv[1], name + ".py"), encoding="utf-8").read()
start, check = read("start"), read("check")
for line in sys.stdin:
    name, trace = line.split()
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(start.replace("trace.json", trace) + "\n" + read(name) + "\n" + check, name + ".py", "exec"), {"__name__": "__main__"})
    for result in out.getvalue().splitlines():
        print(name, os.path.basename(trace), result)
`

// The Python code beside the equations computes the numbers of exported traces with an error of at most 1e-10. The runs have 3 epochs.
// On two graphs the runs are those of codeRuns, of the reading "code", and of every peer. On four graphs they are those of pairRuns, with
// stalks of dimension 2 to 4. Every file of codeDir takes part, and meets the rules of checkCodeFiles.
func TestCodeComputesTheTrace(t *testing.T) {
	t.Parallel()
	python, err := e2e.FindPython()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	// The second graph has many components, some of them isolated nodes, and features of both signs.
	blocks, err := graph.Generate("sbm:n=30,classes=3,degree=2,homophily=0.3,seed=2")
	if err != nil {
		t.Fatal(err)
	}
	// play trains a run for 3 epochs, writes its trace, and appends a job for each of the files: the file and the path of the trace. ran has
	// the files with a job, and the files start and check, which belong to every job.
	var jobs []string
	ran := map[string]bool{"start": true, "check": true}
	play := func(name string, r *sgpc.Run, files string) {
		for range 3 {
			r.StepEpoch()
		}
		text, err := trace.Text(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		trace := filepath.Join(dir, name+".json")
		if err := os.WriteFile(trace, text, 0o666); err != nil {
			t.Fatal(err)
		}
		for _, f := range strings.Fields(files) {
			ran[f] = true
			jobs = append(jobs, f+" "+filepath.ToSlash(trace))
		}
	}
	// The edges of the second graph are directed from I to J and from J to I, in turn. Every fifth edge has both directions.
	var arcs []graph.Edge
	for k, e := range blocks.Edges {
		arcs = append(arcs, []graph.Edge{e, {I: e.J, J: e.I}}[k%2])
		if k%5 == 0 {
			arcs = append(arcs, []graph.Edge{e, {I: e.J, J: e.I}}[1-k%2])
		}
	}
	blocks.Orient(arcs, slices.Repeat([]bool{true}, len(arcs)))
	for _, g := range []*graph.Graph{graph.Karate(), blocks} {
		split, err := graph.ParseSplit(g, "random:0.4,0.3,0.3", 1)
		if err != nil {
			t.Fatal(err)
		}
		// begin returns an untrained run on g.
		begin := func(model, reading string, change func(*settings.Config)) *sgpc.Run {
			c, err := method.Configure(g, split, model, reading, 0)
			if err != nil {
				t.Fatal(err)
			}
			if change != nil {
				change(&c)
			}
			r, err := sgpc.New(g, split, c)
			if err != nil {
				t.Fatal(model, err)
			}
			return r
		}
		// SGPC in both readings, then the peers. The code of a peer with the setting mix has a branch for this setting.
		for _, q := range codeRuns {
			play(fmt.Sprintf("%s-%d", q.name, g.N), begin("sgpc", "paper", q.change), q.files)
		}
		play(fmt.Sprintf("code-%d", g.N), begin("sgpc", "code", nil), codeOfProgram)
		play(fmt.Sprintf("code-gat-%d", g.N), begin("sgpc", "code", func(c *settings.Config) { c.Head, c.Epsilon0 = "gat", 0.2 }), codeOfProgram)
		for _, name := range peer.Names() {
			play(fmt.Sprintf("%s-%d", name, g.N), begin(name, "paper", nil), "peer-"+name)
			if p := peer.Find(name); p.Reads("mix") != nil {
				play(fmt.Sprintf("%s-mixed-%d", name, g.N), begin(name, "paper", func(c *settings.Config) { c.Mix, c.Alpha = 0.5, 0.3 }), "peer-"+name)
			}
		}
	}
	// Scalar maps give eigenvalues of multiplicity d. Two of the pairRuns change the maps.
	for _, name := range []string{"k2", "c6", "barbell", "karate"} {
		g, err := graph.Builtin(name)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 1)
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range pairRuns {
			for d := 2; d <= 4; d++ {
				c, err := method.Configure(g, split, "sgpc", "paper", 0)
				if err != nil {
					t.Fatal(err)
				}
				c.D, c.Lift = d, "scalar"
				if q.change != nil {
					q.change(&c)
				}
				r, err := sgpc.New(g, split, c)
				if err != nil {
					t.Fatal(name, err)
				}
				play(fmt.Sprintf("%s-%s-%d", q.name, name, d), r, q.files)
			}
		}
	}
	checkCodeFiles(t, ran)
	// One process of Python does all jobs.
	cmd := exec.Command(python, "-c", codePlay, codeDir)
	cmd.Stdin = strings.NewReader(strings.Join(jobs, "\n"))
	var messages bytes.Buffer
	cmd.Stderr = &messages
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("Python ends with the error %v and prints\n%s", err, messages.String())
	}
	// A line has file, trace, name of the array, and largest difference. Each job must print at least one.
	seen := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) != 4 {
			t.Errorf("Python prints %q, want file, trace, name and difference", line)
			continue
		}
		var difference float64
		if err := json.Unmarshal([]byte(fields[3]), &difference); err != nil {
			t.Errorf("the difference in %q: %v", line, err)
			continue
		}
		if !(difference <= 1e-10) {
			t.Errorf("the difference is above 1e-10: %s", line)
			continue
		}
		seen[fields[0]+" "+fields[1]] = true
	}
	t.Logf("%d pieces of code; every number agrees to 1e-10", len(seen))
	for _, job := range jobs {
		if fields := strings.Fields(job); !seen[fields[0]+" "+filepath.Base(fields[1])] {
			t.Errorf("%s computes no right number of %s", fields[0], filepath.Base(fields[1]))
		}
	}
}

// checkCodeFiles checks the files of codeDir: every file is in ran, and every name of ran is a file. A file has at most 15 lines of code
// and no line of more than 140 characters, including the line break. It begins with a comment, except start and check.
func checkCodeFiles(t *testing.T, ran map[string]bool) {
	t.Helper()
	files, err := filepath.Glob(codeDir + "/*")
	if err != nil {
		t.Fatal(err)
	}
	exists := map[string]bool{}
	for _, f := range files {
		name := strings.TrimSuffix(filepath.Base(f), ".py")
		exists[name] = true
		if !ran[name] {
			t.Errorf("%s runs on no trace", f)
		}
		text, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		// A line of code is neither blank nor only a comment.
		lines := 0
		for line := range strings.Lines(string(text)) {
			if s := strings.TrimSpace(line); s != "" && s[0] != '#' {
				lines++
			}
			if n := utf8.RuneCountInString(line); n > 140 {
				t.Errorf("%s has a line of %d characters, want at most 140", f, n)
			}
		}
		if lines > 15 {
			t.Errorf("%s has %d lines of code, want at most 15", f, lines)
		}
		common := name == "start" || name == "check"
		if !common && !strings.HasPrefix(string(text), "# ") {
			t.Errorf("%s does not begin with a comment that names the result", f)
		}
	}
	for name := range ran {
		if !exists[name] {
			t.Errorf("%s/%s.py does not exist", codeDir, name)
		}
	}
}
