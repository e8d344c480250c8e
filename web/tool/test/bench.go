package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"sheafscope/core/tables"
	"sheafscope/web/e2e"
	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

const (
	benchFolder   = shell.Work + "/bench"     // what was printed, and programs
	browserFolder = shell.Work + "/bench/www" // what the browser loads
	dataSets      = "../shared/datasets"      // public data sets, where somebody put them
	benchmarks    = "BENCHMARKS.md"           // what it writes
	benchBegin    = "<!-- bench:begin, written by ./build.sh bench -->"
	benchEnd      = "<!-- bench:end -->"
)

// allTurns are arguments of the benchmarks of core/cmd/sgpc, each after the number of its turns, and the words page,
// pool and peers, which are for Chromium alone (web/e2e/bench_test.go). A process for each size: the largest runs fill
// the memory that wasm has. The first five are those of a quick run.
var allTurns = []string{
	"3 -test.count=4 -test.benchtime=40ms -test.bench=/^(gemm|HᵀG|CSR|exp|Lanczos|eigen|spectrum)",
	"5 -test.count=3 -test.benchtime=300ms -test.bench=/^(GCN|SGPC|epoch|products).*(Cora|karate|texas|cora)",
	"5 page", "3 pool", "3 peers",
	"2 -test.count=3 -test.benchtime=10ms -test.bench=/,.d.=.[0-9]$",
	"1 -test.count=2 -test.benchtime=1x -test.bench=/^SGPC.*(squirrel|pubmed)",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.1000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.3000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.10000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.30000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.100000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.200000$",
}

// Bench measures natively, in node, in Chromium and in PyTorch. They take turns, so that a busy spell of the machine meets
// all of them. What they print stays in .build/bench, as benchstat reads it; the medians go into BENCHMARKS.md. quick only
// sees that it all runs; with page only the page is measured again.
func Bench(ctx context.Context, quick, page bool) error {
	turns := allTurns
	switch {
	case page:
		turns = []string{"5 page"}
	case quick:
		turns = turns[:5]
		fallthrough
	default:
		if err := os.RemoveAll(benchFolder); err != nil {
			return err
		}
	}
	places, err := allPlaces(ctx)
	if err != nil {
		return err
	}
	var failures error // of one place: the others go on
	for _, turn := range turns {
		fields := strings.Fields(turn)
		count, _ := strconv.Atoi(fields[0])
		args := slices.Concat([]string{"-test.run=^$"}, fields[1:], graphFlags(turn))
		if quick {
			count, args = 1, append(args, "-test.short", "-test.count=1", "-test.benchtime=1x")
		}
		for range count {
			for _, p := range places {
				failures = errors.Join(failures, p.append(p.command(ctx, args)))
			}
		}
	}
	table, err := tableOf(benchFolder)
	if err != nil {
		return errors.Join(failures, err)
	}
	text := benchBegin + "\n\n" + table + transferred(shell.Dist) + "\n" + benchEnd + "\n"
	fmt.Print(text)
	if quick {
		return failures
	}
	return errors.Join(failures, putBetween(benchmarks, text))
}

// BenchAgainst compares how soon the page is there with another build of it, a folder, and prints both.
func BenchAgainst(ctx context.Context, other string) error {
	other, err := filepath.Abs(other)
	if err != nil {
		return err
	}
	if !shell.AllExist([]string{filepath.Join(other, "index.html")}) {
		return fmt.Errorf("%s has no index.html: give the dist/ of another build", other)
	}
	browser, err := filepath.Abs(filepath.Join(benchFolder, "browser"))
	if err := errors.Join(err, installChrome(ctx), os.MkdirAll(benchFolder, 0o777), buildBrowser(ctx, browser)); err != nil {
		return err
	}
	cmd := benchInBrowser(ctx, browser, "against", other)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd.Run()
}

// buildBrowser builds the tests in browsers, of which one measures.
func buildBrowser(ctx context.Context, program string) error {
	return shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e screens", "-o", program, "./"+browserTests)
}

// benchInBrowser is the command that measures what words name.
func benchInBrowser(ctx context.Context, program string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, "-test.run=^TestBench$", "-test.timeout=0")
	cmd.Dir, cmd.Env = browserTests, append(os.Environ(), "BENCH="+strings.Join(words, "\n"))
	return cmd
}

// place is where something is measured. command is nil where the arguments are not for it.
type place struct {
	name    string
	command func(ctx context.Context, args []string) *exec.Cmd
}

// allPlaces builds what is measured.
func allPlaces(ctx context.Context) ([]place, error) {
	env, err := shell.FindGo(ctx)
	if err != nil {
		return nil, err
	}
	native, wasm, whole := benchFolder+"/native", browserFolder+"/bench.wasm", browserFolder+"/sgpc.wasm"
	browser, absent := filepath.Abs(filepath.Join(benchFolder, "browser"))
	js := []string{"GOOS=js", "GOARCH=wasm"}
	if err := errors.Join(absent, build.Kernel(ctx), installChrome(ctx), os.MkdirAll(browserFolder, 0o777),
		shell.Command(ctx, nil, "go", "test", "-c", "-o", native, "./core/cmd/sgpc"),
		shell.Command(ctx, js, "go", "test", "-c", "-tags=kern", "-ldflags=-s -w", "-o", wasm, "./core/cmd/sgpc"),
		shell.Command(ctx, js, "go", "build", "-tags=kern", "-ldflags=-s -w", "-o", whole, "./core/cmd/sgpc"),
		buildBrowser(ctx, browser)); err != nil {
		return nil, err
	}
	// As Go makes them: web/tool/shrink leaves out functions that no page calls, and these read folders.
	if err := writeBenchFiles(ctx, env); err != nil {
		return nil, err
	}
	// here runs what package testing runs, for a turn with benchmarks of core/cmd/sgpc.
	here := func(more []string, program ...string) func(context.Context, []string) *exec.Cmd {
		return func(ctx context.Context, args []string) *exec.Cmd {
			if !strings.Contains(strings.Join(args, " "), "-test.bench=") {
				return nil
			}
			cmd := exec.CommandContext(ctx, program[0], append(program[1:len(program):len(program)], args...)...)
			cmd.Env = append(shell.SmallEnv(), more...)
			return cmd
		}
	}
	return []place{
		{"native", here(nil, native)},
		{"node", here([]string{"GOROOT=" + env.Root}, "node", build.KernelDir+"/run.mjs", wasm)},
		{"Chromium", func(ctx context.Context, args []string) *exec.Cmd { return benchInBrowser(ctx, browser, args...) }},
		{"PyTorch", func(ctx context.Context, args []string) *exec.Cmd {
			python, err := e2e.FindTorch()
			if err != nil || !strings.Contains(strings.Join(args, " "), "/texas") {
				return nil
			}
			seconds := "0.3"
			if slices.Contains(args, "-test.short") {
				seconds = "0"
			}
			return exec.CommandContext(ctx, python, "assets/bench/torch_epochs.py", seconds, "3", filepath.Join(dataSets, "texas"))
		}},
	}, nil
}

// append adds what a command prints to the file of the place.
func (p place) append(cmd *exec.Cmd) error {
	if cmd == nil {
		return nil
	}
	f, err := os.OpenFile(filepath.Join(benchFolder, p.name+".txt"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	if err := errors.Join(cmd.Run(), f.Close()); err != nil {
		return fmt.Errorf("%s, %v: %w", p.name, cmd.Args, err)
	}
	return nil
}

// graphFlags are the flags for the public data sets that a turn names and that are there.
func graphFlags(turn string) (flags []string) {
	for _, name := range []string{"texas", "cora", "squirrel", "pubmed"} {
		dir, err := filepath.Abs(filepath.Join(dataSets, name))
		if err == nil && strings.Contains(turn, name) && shell.AllExist([]string{dir}) {
			flags = append(flags, "-graph="+dir)
		}
	}
	return flags
}

// writeBenchFiles writes what a browser loads into browserFolder, but for the programs.
func writeBenchFiles(ctx context.Context, env shell.Go) error {
	peers, site := filepath.Join(benchFolder, "peers.js"), func(name string) string { return filepath.Join(browserFolder, name) }
	const simd = "tfjs-backend-wasm-simd.wasm"
	err := errors.Join(
		build.Esbuild(ctx, "--bundle", "--outfile="+peers, "--external:fs", "--external:path", "--external:util",
			"--external:worker_threads", "--external:perf_hooks", "--external:os", "--external:crypto", "assets/bench/peers.js").Run(),
		shell.Command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", "assets/bench/peak.ts", "-O3",
			"--runtime", "stub", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", site("peak.wasm")),
		shell.Copy(site("kernel.wasm"), build.KernelModule),
		shell.Copy(site(simd), filepath.Join("node_modules/@tensorflow/tfjs-backend-wasm/dist", simd)))
	var worker bytes.Buffer
	for _, f := range []string{env.WasmExec(), build.KernelDir + "/kernel.js", build.FunctionsScript, peers, "assets/bench/worker.js"} {
		data, failed := os.ReadFile(f)
		err = errors.Join(err, failed)
		worker.Write(append(data, "\n;\n"...))
	}
	return errors.Join(err, shell.Write(site("worker.js"), worker.Bytes()), shell.Write(site("index.html"), []byte("<!doctype html>")))
}

// benchColumns are those of the table: a place and the variants of it that stand in the column.
var benchColumns = []struct{ title, place, variants string }{
	{"native, gonum", "native", "gonum"}, {"native, plain Go", "native", "go"}, {"native, SIMD", "native", "simd"},
	{"PyTorch", "PyTorch", "torch"}, {"node, SIMD", "node", "simd"}, {"Chromium, plain Go", "Chromium", "go"},
	{"Chromium, SIMD", "Chromium", "simd"}, {"Chromium, tfjs or ml-matrix", "Chromium", "tfjs ml-matrix peak"},
	{"Chromium, page", "Chromium", "page"},
}

// sampleLine is what `go test -bench` prints of a sample.
var sampleLine = regexp.MustCompile(`(?m)^Benchmark/(\S+)/(\w[a-z-]*?)(?:-\d+)?\s+\d+\s+(\S+) ns/op`)

// tableOf is the table of the medians, in milliseconds, of what the places printed into a folder.
func tableOf(dir string) (string, error) {
	samples, rows, head := map[[2]string][]float64{}, [][]string{}, []string{""}
	for k, c := range benchColumns {
		head = append(head, c.title)
		text, err := os.ReadFile(filepath.Join(dir, c.place+".txt"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		for _, m := range sampleLine.FindAllStringSubmatch(string(text), -1) {
			if slices.Contains(strings.Fields(c.variants), m[2]) {
				name := strings.ReplaceAll(m[1], "_", " ")
				if !slices.ContainsFunc(rows, func(r []string) bool { return r[0] == name }) {
					rows = append(rows, []string{name})
				}
				ns, err := strconv.ParseFloat(m[3], 64)
				if err != nil {
					return "", fmt.Errorf("%s: %w", m[0], err)
				}
				key := [2]string{name, benchColumns[k].title}
				samples[key] = append(samples[key], ns/1e6)
			}
		}
	}
	for i := range rows {
		for _, title := range head[1:] {
			rows[i] = append(rows[i], number(median(samples[[2]string{rows[i][0], title}])))
		}
	}
	return tables.Markdown(head, rows), nil
}

func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	s := slices.Sorted(slices.Values(x))
	return (s[(len(s)-1)/2] + s[len(s)/2]) / 2
}

// number prints three significant digits, – for what was not measured.
func number(v float64) string {
	if v == 0 {
		return "–"
	}
	digits := 3
	for p := 1.0; p <= v && digits > 0; p *= 10 {
		digits--
	}
	return strconv.FormatFloat(v, 'f', digits, 64)
}

// transferred lists what the files of a folder take as they travel.
func transferred(dir string) string {
	list, err := filepath.Glob(filepath.Join(dir, "*.br"))
	var parts []string
	for _, f := range list {
		if info, failed := os.Stat(f); failed == nil && info.Size() > 4000 {
			parts = append(parts, fmt.Sprintf("%s %d kB", strings.TrimSuffix(filepath.Base(f), ".br"), info.Size()/1000))
		}
	}
	if err != nil || len(parts) == 0 {
		return ""
	}
	return "\nTransfer (brotli): " + strings.Join(parts, ", ") + ".\n"
}

// putBetween replaces what stands between the marks of a file by text, which
// brings the marks along; without marks it is appended.
func putBetween(name, text string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	old := string(data)
	from, to := strings.Index(old, benchBegin), strings.Index(old, benchEnd)
	if from < 0 || to < from {
		return os.WriteFile(name, []byte(strings.TrimRight(old, "\n")+"\n\n"+text), 0o666)
	}
	return os.WriteFile(name, []byte(old[:from]+text+strings.TrimPrefix(old[to+len(benchEnd):], "\n")), 0o666)
}
