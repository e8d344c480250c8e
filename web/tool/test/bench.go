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
	benchFolder   = shell.Work + "/bench"     // programs and raw output
	browserFolder = shell.Work + "/bench/www" // files that the browser loads
	dataSets      = "../shared/datasets"      // public data sets, which may be absent
	benchmarks    = "BENCHMARKS.md"           // document with the results
	benchBegin    = "<!-- bench:begin, written by ./build.sh bench -->"
	benchEnd      = "<!-- bench:end -->"
)

// allTurns lists the benchmarks. A turn is a number of repetitions and arguments: flags for the benchmarks of core/cmd/sgpc, or one of the
// words page, pool and peers, which only Chromium runs (web/e2e/bench_test.go). Each size of graph runs in a separate process, because the
// largest graphs fill the memory of wasm, 4 GiB.
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

// quickTurns is the number of turns in a quick run, which has the first turns of allTurns.
const quickTurns = 5

// BenchForm is the form of the benchmarks, a set of flags. Zero means all benchmarks.
type BenchForm int

const (
	BenchQuick BenchForm = 1 << iota // a single iteration of few benchmarks, which tests that they run; nothing is recorded
	BenchStart                       // only start and transfer of the page
)

// Bench runs the benchmarks natively, in Node, in Chromium and in PyTorch, and writes their medians to BENCHMARKS.md. The repetitions
// alternate between the places. Therefore a busy period of the machine affects all places. The raw output stays in .build/bench in the
// format of benchstat. If only the start of the page is measured, the output of earlier runs stays, too.
func Bench(ctx context.Context, form BenchForm) error {
	quick := form&BenchQuick != 0
	turns := allTurns
	switch {
	case form&BenchStart != 0:
		turns = []string{"5 page"}
	case quick:
		turns = turns[:quickTurns]
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
	var failures error // a failure in one place does not stop the others
	// Every repetition of a turn runs in every place.
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

// BenchAgainst measures the start of the page in dist/ and in the folder of another build, and prints both measurements.
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

// buildBrowser compiles the browser tests, which contain the benchmarks.
func buildBrowser(ctx context.Context, program string) error {
	return shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e screens", "-o", program, "./"+browserTests)
}

// benchInBrowser returns the command that runs the named benchmarks in Chromium.
func benchInBrowser(ctx context.Context, program string, words ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, "-test.run=^TestBench$", "-test.timeout=0")
	cmd.Dir, cmd.Env = browserTests, append(os.Environ(), "BENCH="+strings.Join(words, "\n"))
	return cmd
}

// place is an environment of benchmarks, such as Node.
type place struct {
	name string
	// command returns the command for the arguments of a turn, or nil for a turn of other places.
	command func(ctx context.Context, args []string) *exec.Cmd
}

// allPlaces compiles the benchmarks for every place and returns the places.
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
	// The programs are not shrunk: they read folders, and web/tool/shrink removes the functions for that.
	if err := writeBenchFiles(ctx, env); err != nil {
		return nil, err
	}
	// goBench returns the command of a place that runs the benchmarks of core/cmd/sgpc by package testing.
	goBench := func(more []string, program ...string) func(context.Context, []string) *exec.Cmd {
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
		{"native", goBench(nil, native)},
		{"node", goBench([]string{"GOROOT=" + env.Root}, "node", build.KernelDir+"/run.mjs", wasm)},
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

// append runs a command and appends its output to the file of the place. A nil command does nothing.
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

// graphFlags returns a flag for each public data set that a turn names. It omits data sets that are not on this machine.
func graphFlags(turn string) (flags []string) {
	for _, name := range []string{"texas", "cora", "squirrel", "pubmed"} {
		dir, err := filepath.Abs(filepath.Join(dataSets, name))
		if err == nil && strings.Contains(turn, name) && shell.AllExist([]string{dir}) {
			flags = append(flags, "-graph="+dir)
		}
	}
	return flags
}

// writeBenchFiles writes the files that the browser loads, except the programs, to browserFolder.
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

// benchColumns are the columns of the table. Each column has variants of the benchmarks in a place.
var benchColumns = []struct{ title, place, variants string }{
	{"native, gonum", "native", "gonum"}, {"native, plain Go", "native", "go"}, {"native, SIMD", "native", "simd"},
	{"PyTorch", "PyTorch", "torch"}, {"node, SIMD", "node", "simd"}, {"Chromium, plain Go", "Chromium", "go"},
	{"Chromium, SIMD", "Chromium", "simd"}, {"Chromium, tfjs or ml-matrix", "Chromium", "tfjs ml-matrix peak"},
	{"Chromium, page", "Chromium", "page"},
}

// sampleLine matches a result line of `go test -bench`: name, variant and nanoseconds.
var sampleLine = regexp.MustCompile(`(?m)^Benchmark/(\S+)/(\w[a-z-]*?)(?:-\d+)?\s+\d+\s+(\S+) ns/op`)

// tableOf returns a Markdown table of the medians, in milliseconds, of the raw output in a folder.
func tableOf(dir string) (string, error) {
	samples := map[[2]string][]float64{} // by the name of the benchmark and the title of the column
	rows := [][]string{}                 // one for each benchmark, in the order of their first samples
	head := []string{""}
	for _, c := range benchColumns {
		head = append(head, c.title)
		text, err := os.ReadFile(filepath.Join(dir, c.place+".txt"))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return "", err
		}
		for _, m := range sampleLine.FindAllStringSubmatch(string(text), -1) {
			name, variant := strings.ReplaceAll(m[1], "_", " "), m[2]
			if !slices.Contains(strings.Fields(c.variants), variant) {
				continue
			}
			if !slices.ContainsFunc(rows, func(r []string) bool { return r[0] == name }) {
				rows = append(rows, []string{name})
			}
			ns, err := strconv.ParseFloat(m[3], 64)
			if err != nil {
				return "", fmt.Errorf("%s: %w", m[0], err)
			}
			key := [2]string{name, c.title}
			samples[key] = append(samples[key], ns/1e6)
		}
	}
	// A benchmark without samples in a column has the median 0 there, which number prints as a dash.
	for i := range rows {
		for _, title := range head[1:] {
			key := [2]string{rows[i][0], title}
			rows[i] = append(rows[i], number(median(samples[key])))
		}
	}
	return tables.Markdown(head, rows), nil
}

// median returns the median of x, 0 for an empty list. For an even number of elements it is the mean of the two middle elements.
func median(x []float64) float64 {
	if len(x) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(x))
	lower, upper := sorted[(len(sorted)-1)/2], sorted[len(sorted)/2] // equal for an odd number of elements
	return (lower + upper) / 2
}

// number formats a value with three digits: a value from 0.1 has three significant digits, and a smaller value three decimals. All digits
// before the point are kept. The value 0 means a missing measurement, for which number returns "–".
func number(v float64) string {
	if v == 0 {
		return "–"
	}
	decimals := 3
	for power := 1.0; power <= v && decimals > 0; power *= 10 { // each digit before the point replaces a decimal
		decimals--
	}
	return strconv.FormatFloat(v, 'f', decimals, 64)
}

// reportedTransfer is the size of a compressed file in bytes above which transferred names the file.
const reportedTransfer = 4000

// transferred returns a sentence with the sizes of the brotli files in a folder that have more than reportedTransfer bytes. It returns ""
// if the folder has no such file.
func transferred(dir string) string {
	list, err := filepath.Glob(filepath.Join(dir, "*.br"))
	var parts []string
	for _, f := range list {
		info, statErr := os.Stat(f)
		if statErr == nil && info.Size() > reportedTransfer {
			parts = append(parts, fmt.Sprintf("%s %d kB", strings.TrimSuffix(filepath.Base(f), ".br"), info.Size()/1000))
		}
	}
	if err != nil || len(parts) == 0 {
		return ""
	}
	return "\nTransfer (brotli): " + strings.Join(parts, ", ") + ".\n"
}

// putBetween replaces the text from benchBegin to benchEnd in a file by text, which also contains these two marks. If the file does not
// have the marks, putBetween appends text to the file.
func putBetween(name, text string) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	old := string(data)
	begin, end := strings.Index(old, benchBegin), strings.Index(old, benchEnd)
	if begin < 0 || end < begin {
		return os.WriteFile(name, []byte(strings.TrimRight(old, "\n")+"\n\n"+text), 0o666)
	}
	after := strings.TrimPrefix(old[end+len(benchEnd):], "\n")
	return os.WriteFile(name, []byte(old[:begin]+text+after), 0o666)
}
