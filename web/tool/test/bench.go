// This file runs the benchmarks in several places.

package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

// Folders and files of the benchmarks, relative to the root of the repository.
const (
	benchFolder   = shell.Work + "/bench"                               // programs and raw output
	browserFolder = shell.Work + "/bench/www"                           // files that the browser loads; Node reads the programs there
	dataSets      = "../shared/datasets"                                // public data sets, which may be absent
	benchmarks    = "BENCHMARKS.md"                                     // document with the results
	benchBegin    = "<!-- bench:begin, written by ./build.sh bench -->" // marks the first line of the results in the document
	benchEnd      = "<!-- bench:end -->"                                // marks the last line of the results
	rawEnd        = ".txt"                                              // end of the name of a file with raw output
	startEnd      = "-start.txt"                                        // the same for the output of startTurn
)

// startTurn is the turn that measures the start and the epochs of the page, five times. For the form of a turn see allTurns.
const startTurn = "5 page"

// allTurns lists the turns of a full run. A turn is a text: a number of repetitions, then arguments. The arguments are either flags for the
// benchmarks of core/cmd/sgpc, or a single word. The words are "page" for the start and the epochs of the page, "pool" for runs in workers,
// and "peers" for other libraries. Only Chromium runs the benchmarks of these words (web/e2e/bench_test.go).
//
// A pattern begins with /, because all benchmarks are parts of one function, Benchmark. In a pattern, a point stands for an underscore,
// which go test writes for a space: ",.d.=.[0-9]$" matches ", d = 2". The letter n is the number of nodes of a graph, and d is the
// dimension of the stalks. Each size of graph is a turn of its own, which runs in a separate process: the largest graphs fill the memory of
// wasm, 4 GiB.
var allTurns = []string{
	"3 -test.count=4 -test.benchtime=40ms -test.bench=/^(gemm|HᵀG|CSR|exp|Lanczos|eigen|spectrum)",
	"5 -test.count=3 -test.benchtime=300ms -test.bench=/^(GCN|SGPC|epoch|products).*(Cora|karate|texas|cora)",
	startTurn, "3 pool", "3 peers",
	"2 -test.count=3 -test.benchtime=10ms -test.bench=/,.d.=.[0-9]$",
	"1 -test.count=2 -test.benchtime=1x -test.bench=/^SGPC.*(squirrel|pubmed)",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.1000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.3000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.10000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.30000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.100000$",
	"3 -test.count=4 -test.benchtime=300ms -test.bench=/^SGPC.*=.200000$",
}

// quickTurns is the number of turns in a quick run: the first elements of allTurns, which use every program and every place.
const quickTurns = 5

// BenchForm is a set of flags that select benchmarks. The empty set, 0, selects all benchmarks.
type BenchForm int

const (
	BenchQuick BenchForm = 1 << iota // a single iteration of a few benchmarks, as a test of their programs
	BenchStart                       // only startTurn
)

// Bench runs the benchmarks natively, in Node, in Chromium and in PyTorch. It prints a table of their medians and, except in a quick run,
// writes the table to BENCHMARKS.md. The places alternate, so that a busy period of the machine slows all places equally. The raw output
// stays in .build/bench in the format of benchstat. If the preparation of the places fails, nothing runs. If a place fails, the remaining
// places and turns still run. The table then has the samples that exist, and the failure is returned at the end. After an interrupt there
// is no table.
func Bench(ctx context.Context, form BenchForm) error {
	turns := allTurns
	if form&BenchQuick != 0 {
		turns = allTurns[:quickTurns]
	}
	if form&BenchStart != 0 {
		turns = []string{startTurn}
	}
	raw, err := rawFolder(form)
	if err != nil {
		return err
	}
	places, err := allPlaces(ctx)
	if err != nil {
		return err
	}
	failures := runTurns(ctx, form, turns, places, raw)
	return errors.Join(failures, writeTable(ctx, form, raw))
}

// rawFolder returns the folder for the raw output of a run, without the output that the run replaces. A quick run has a folder of its own.
// A run with BenchStart keeps the other output of earlier runs, so that the table also has the samples of the other turns.
func rawFolder(form BenchForm) (raw string, err error) {
	raw = benchFolder
	switch {
	case form&BenchQuick != 0:
		raw = filepath.Join(benchFolder, "quick")
		err = os.RemoveAll(raw)
	case form&BenchStart != 0:
		var old []string
		old, err = filepath.Glob(filepath.Join(raw, "*"+startEnd))
		for _, file := range old {
			err = errors.Join(err, os.Remove(file))
		}
	default:
		err = os.RemoveAll(raw)
	}
	return raw, errors.Join(err, os.MkdirAll(raw, 0o777))
}

// runTurns runs the turns in all places, and appends the raw output to files in the folder raw. It returns all failures. It stops at the
// end of ctx.
func runTurns(ctx context.Context, form BenchForm, turns []string, places []place, raw string) (failures error) {
	for _, turn := range turns {
		fields := strings.Fields(turn)
		count, _ := strconv.Atoi(fields[0])                                           // no error: allTurns has numbers
		args := slices.Concat([]string{"-test.run=^$"}, fields[1:], graphFlags(turn)) // benchmarks, and no tests
		if form&BenchQuick != 0 {
			count, args = 1, append(args, "-test.short", "-test.count=1", "-test.benchtime=1x") // later flags override the flags of the turn
		}
		end := rawEnd
		if turn == startTurn {
			end = startEnd
		}
		for range count {
			for _, p := range places {
				if ctx.Err() != nil {
					return errors.Join(failures, ctx.Err())
				}
				failures = errors.Join(failures, p.append(p.command(ctx, args), filepath.Join(raw, p.name+end)))
			}
		}
	}
	return failures
}

// writeTable prints the table of the samples in the folder raw and, except in a quick run, writes the table to BENCHMARKS.md. The document
// stays as it is after an interrupt, and without the output of a full run: a table without the other samples would replace the whole table.
func writeTable(ctx context.Context, form BenchForm, raw string) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	table, err := tableOf(raw)
	if err != nil {
		return err
	}
	text := benchBegin + "\n\n" + table + transferred(shell.Dist) + "\n" + benchEnd + "\n"
	fmt.Print(text)
	if form&BenchQuick != 0 {
		return nil
	}
	if !shell.AllExist([]string{filepath.Join(raw, "native"+rawEnd)}) { // a full run always writes this file
		return fmt.Errorf("%s keeps its table: %s has no output of a whole ./build.sh bench", benchmarks, raw)
	}
	return putBetween(benchmarks, text)
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
	program, err := filepath.Abs(filepath.Join(benchFolder, "browser")) // absolute, because benchInBrowser runs it in browserTests
	if err := errors.Join(err, installChrome(ctx), os.MkdirAll(benchFolder, 0o777), buildBrowser(ctx, program)); err != nil {
		return err
	}
	cmd := benchInBrowser(ctx, program, "against", other) // these arguments select the start in both builds
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return shell.Run(cmd)
}

// buildBrowser compiles the browser tests to the file program. The browser tests contain the benchmarks of Chromium.
func buildBrowser(ctx context.Context, program string) error {
	return shell.Command(ctx, nil, "go", "test", "-c", "-tags=e2e screens", "-o", program, "./"+browserTests)
}

// benchInBrowser returns the command that runs benchmarks in Chromium. args are the arguments of a turn; program is the file that
// buildBrowser wrote. TestBench reads the arguments from the environment variable BENCH, one per line. With flags as arguments it runs the
// benchmarks of core/cmd/sgpc in a worker.
func benchInBrowser(ctx context.Context, program string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, program, "-test.run=^TestBench$", "-test.timeout=0")
	cmd.Dir = browserTests
	cmd.Env = append(os.Environ(), "BENCH="+strings.Join(args, "\n"))
	return cmd
}

// place is an environment in which benchmarks run, such as Node.
type place struct {
	name string // the beginning of the names of files with raw output
	// command returns the command for the arguments of a turn. It returns nil if the place has no benchmarks in this turn.
	command func(ctx context.Context, args []string) *exec.Cmd
}

// allPlaces compiles the benchmarks for every place, writes the other files that they need, and returns the places.
func allPlaces(ctx context.Context) ([]place, error) {
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return nil, err
	}
	// Four programs: native and wasm have the benchmarks of core/cmd/sgpc, for this machine and for Node and Chromium. sgpc is the command
	// line, which trains in Chromium. browser has the browser tests. The two wasm programs are not shrunk: they read folders, and
	// web/tool/shrink removes the functions that read folders.
	native, wasm, sgpc := benchFolder+"/native", browserFolder+"/bench.wasm", browserFolder+"/sgpc.wasm"
	browser, pathErr := filepath.Abs(filepath.Join(benchFolder, "browser")) // absolute, because benchInBrowser runs it in browserTests
	js := []string{"GOOS=js", "GOARCH=wasm"}
	if err := errors.Join(pathErr, build.Kernel(ctx), installChrome(ctx), os.MkdirAll(browserFolder, 0o777),
		shell.Command(ctx, nil, "go", "test", "-c", "-o", native, "./core/cmd/sgpc"),
		shell.Command(ctx, js, "go", "test", "-c", "-tags=kern,commands", "-ldflags=-s -w", "-o", wasm, "./core/cmd/sgpc"),
		shell.Command(ctx, js, "go", "build", "-tags=kern,commands", "-ldflags=-s -w", "-o", sgpc, "./core/cmd/sgpc"),
		buildBrowser(ctx, browser)); err != nil {
		return nil, err
	}
	if err := writeBenchFiles(ctx, golang); err != nil {
		return nil, err
	}
	return []place{
		{"native", goBench(nil, native)},
		// run.mjs reads wasm_exec.js, Go's script for wasm, in GOROOT.
		{"node", goBench([]string{"GOROOT=" + golang.Root}, "node", build.KernelDir+"/run.mjs", wasm)},
		{"Chromium", func(ctx context.Context, args []string) *exec.Cmd { return benchInBrowser(ctx, browser, args...) }},
		{"PyTorch", torchBench},
	}, nil
}

// goBench returns the function place.command of a place that runs the benchmarks of core/cmd/sgpc. The function returns nil for a turn
// without flags for these benchmarks. program has the name of a program and its first arguments; the arguments of the turn follow them.
// variables are added to the environment, in the form "NAME=value".
func goBench(variables []string, program ...string) func(context.Context, []string) *exec.Cmd {
	name, firstArgs := program[0], program[1:]
	return func(ctx context.Context, args []string) *exec.Cmd {
		if !strings.Contains(strings.Join(args, " "), "-test.bench=") {
			return nil
		}
		cmd := exec.CommandContext(ctx, name, slices.Concat(firstArgs, args)...)
		cmd.Env = append(shell.SmallEnv(), variables...)
		return cmd
	}
}

// torchBench is the function place.command of PyTorch. It returns the command that measures epochs on the graph texas. It returns nil if
// the turn does not use texas, if the data set is absent, or if no Python with PyTorch is found.
func torchBench(ctx context.Context, args []string) *exec.Cmd {
	python, err := e2e.FindTorch()
	if err != nil || !strings.Contains(strings.Join(args, " "), "/texas") { // graphFlags adds the folder of texas, if it exists
		return nil
	}
	seconds := "0.3" // least duration of a repetition; compare -test.benchtime
	if slices.Contains(args, "-test.short") {
		seconds = "0"
	}
	const repetitions = "3"
	return exec.CommandContext(ctx, python, "assets/bench/torch_epochs.py", seconds, repetitions, filepath.Join(dataSets, "texas"))
}

// append runs the command cmd and appends its output to a file. If cmd is nil, append does nothing.
func (p place) append(cmd *exec.Cmd, file string) error {
	if cmd == nil {
		return nil
	}
	f, err := os.OpenFile(file, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o666)
	if err != nil {
		return err
	}
	cmd.Stdout, cmd.Stderr = f, os.Stderr
	if err := errors.Join(shell.Run(cmd), f.Close()); err != nil {
		return fmt.Errorf("%s, %v: %w", p.name, cmd.Args, err)
	}
	return nil
}

// graphFlags returns a flag -graph for each public data set whose name is in the turn and whose folder is on this machine.
func graphFlags(turn string) (flags []string) {
	for _, name := range []string{"texas", "cora", "squirrel", "pubmed"} {
		dir, err := filepath.Abs(filepath.Join(dataSets, name))
		if err != nil || !strings.Contains(turn, name) {
			continue
		}
		if shell.AllExist([]string{dir}) {
			flags = append(flags, "-graph="+dir)
		}
	}
	return flags
}

// writeBenchFiles writes to browserFolder the worker, the SIMD modules and an empty page, which the browser loads beside the programs. The
// module peak.wasm measures the peak speed of the processor. writeBenchFiles tries all files and returns all errors.
func writeBenchFiles(ctx context.Context, golang shell.Go) error {
	peers := filepath.Join(benchFolder, "peers.js") // TensorFlow.js and ml-matrix in one script
	inFolder := func(name string) string { return filepath.Join(browserFolder, name) }
	const simd = "tfjs-backend-wasm-simd.wasm" // kernels of TensorFlow.js
	// The external modules are modules of Node, which the bundle does not use in a browser.
	err := errors.Join(
		build.Esbuild(ctx, "--bundle", "--outfile="+peers, "--external:fs", "--external:path", "--external:util",
			"--external:worker_threads", "--external:perf_hooks", "--external:os", "--external:crypto", "assets/bench/peers.js").Run(),
		shell.Command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", "assets/bench/peak.ts", "-O3",
			"--runtime", "stub", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", inFolder("peak.wasm")),
		shell.Copy(inFolder("kernel.wasm"), build.KernelModule),
		shell.Copy(inFolder(simd), filepath.Join("node_modules/@tensorflow/tfjs-backend-wasm/dist", simd)))
	// The worker is one script, because a worker of the page is one script, too.
	var worker bytes.Buffer
	for _, f := range []string{golang.WasmExec(), build.KernelDir + "/kernel.js", build.FunctionsScript, peers, "assets/bench/worker.js"} {
		data, readErr := os.ReadFile(f)
		err = errors.Join(err, readErr)
		worker.Write(append(data, "\n;\n"...)) // the semicolon separates the last statement from the next script
	}
	return errors.Join(err, shell.Write(inFolder("worker.js"), worker.Bytes()), shell.Write(inFolder("index.html"), []byte("<!doctype html>")))
}
