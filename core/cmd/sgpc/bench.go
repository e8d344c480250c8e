package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"sheafscope/core/linalg"
)

// benchReport is the JSON object of the bench command.
type benchReport struct {
	Schema   string        `json:"schema"`
	Platform string        `json:"platform"`
	Go       string        `json:"go"`
	Results  []benchResult `json:"results"`
}

// benchResult is one row: milliseconds per operation, one sample per round.
// Rounds go over all rows in turn, so that samples of one round are paired.
type benchResult struct {
	Name    string    `json:"name"`
	Variant string    `json:"variant"` // "go" and "simd" are the kernels of package linalg; "gonum" is that library
	Median  float64   `json:"median"`
	Samples []float64 `json:"samples"`
	Flop    float64   `json:"flop,omitempty"`
	Memory  uint64    `json:"memory"` // bytes that the whole process had taken from the system at the end
}

// benchCase is one operation to measure.
type benchCase struct {
	name, variant string
	flop          float64 // multiplications and additions of one operation, if that says something
	run           func()
}

// benchPlan collects cases.
type benchPlan struct {
	only     *regexp.Regexp
	quick    bool
	variants []string // kernels of package linalg that are there
	cases    []benchCase
}

// wants tells whether name is among the rows asked for.
func (p *benchPlan) wants(name string) bool { return p.only.MatchString(name) }

// kernels adds run once per kernel of package linalg.
func (p *benchPlan) kernels(name string, flop float64, run func()) {
	if p.wants(name) {
		for _, v := range p.variants {
			p.cases = append(p.cases, benchCase{name, v, flop, run})
		}
	}
}

// add adds a case of another implementation.
func (p *benchPlan) add(name, variant string, flop float64, run func()) {
	if p.wants(name) {
		p.cases = append(p.cases, benchCase{name, variant, flop, run})
	}
}

func benchCommand(args []string) int {
	fs := flag.NewFlagSet("sgpc bench", flag.ContinueOnError)
	only := fs.String("only", "", "only rows whose name matches this regular `expression`")
	rounds := fs.Int("rounds", 7, "samples per row")
	least := fs.Duration("min", 40*time.Millisecond, "time of one sample at least")
	quick := fs.Bool("quick", false, "one short round of small sizes, to see that everything runs")
	var graphs setList
	fs.Var(&graphs, "graph", "a `graph` whose training epoch is measured; may be repeated (karate)")
	if err := fs.Parse(args); err != nil {
		if errors.Is(err, flag.ErrHelp) {
			return 0
		}
		return 2
	}
	re, err := regexp.Compile(*only)
	if err != nil || fs.NArg() > 0 || *rounds < 1 {
		return fail(usageError{fmt.Errorf("bench: -only takes a regular expression, -rounds a positive number, and there are no other "+
			"arguments (%v)", err)})
	}
	p := &benchPlan{only: re, quick: *quick}
	if p.quick {
		*rounds, *least = 1, 0
	}
	if len(graphs) == 0 {
		graphs = setList{"karate"}
	}
	start := linalg.Kernel()
	defer linalg.UseKernel(start)
	for _, v := range []string{"go", "simd"} {
		if linalg.UseKernel(v) {
			p.variants = append(p.variants, v)
		}
	}
	benchKernels(p)
	benchSpectra(p)
	benchGCN(p)
	for _, g := range graphs {
		if err := benchEpoch(p, g); err != nil {
			return fail(err)
		}
	}
	if err := benchScaling(p); err != nil {
		return fail(err)
	}
	rep := benchReport{"sheafscope-bench/1", runtime.GOOS + "/" + runtime.GOARCH, runtime.Version(), p.measure(*rounds, *least)}
	line, err := json.Marshal(rep)
	if err != nil {
		return fail(err)
	}
	fmt.Println(string(line))
	return 0
}

// measure runs all cases in turn, round by round; round 0 warms up.
func (p *benchPlan) measure(rounds int, least time.Duration) []benchResult {
	out := make([]benchResult, len(p.cases))
	for i, c := range p.cases {
		out[i] = benchResult{Name: c.name, Variant: c.variant, Flop: c.flop}
	}
	for round := 0; round <= rounds; round++ {
		fmt.Fprintf(os.Stderr, "round %d of %d\n", round, rounds)
		for i, c := range p.cases {
			if !linalg.UseKernel(c.variant) {
				linalg.UseKernel("go")
			}
			if round == 0 && p.quick {
				continue
			}
			start, n := time.Now(), 0
			for n == 0 || time.Since(start) < least {
				c.run()
				n++
			}
			if round > 0 {
				out[i].Samples = append(out[i].Samples, math.Round(1e9*time.Since(start).Seconds()/float64(n))/1e6)
			}
		}
	}
	var memory runtime.MemStats
	runtime.ReadMemStats(&memory)
	for i := range out {
		out[i].Memory = memory.Sys
		s := slices.Sorted(slices.Values(out[i].Samples))
		out[i].Median = (s[(len(s)-1)/2] + s[len(s)/2]) / 2
	}
	return out
}

// benchName shortens a path to the name of the data set.
func benchName(graph string) string {
	return graph[strings.LastIndexAny(graph, "/\\")+1:]
}
