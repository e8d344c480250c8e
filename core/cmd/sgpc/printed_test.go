//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// folder in the arguments of a row of printed stands for a folder that is new for each run. The files in it are compared, too.
const folder = "FOLDER"

// printed has a row for every command: the arguments of the runs whose texts are compared, the first in the usual form of the test.
func printed(t *testing.T) map[string][][]string {
	small := []string{"-protocol", "random:0.5,0.3,0.2", "-splits", "0", "-epochs", "2", "-q"}
	with := func(args ...string) []string { return append(args, small...) }
	rows := map[string][][]string{
		"table": {
			with("-datasets", "karate", "-models", "gcn,nsd-diag", "-results", "", "-seeds", "0-1", "-mistakes"),
			with("-datasets", "karate", "-models", "mlp", "-method", "nested", "-results", "", "-chosen", ""),
			with("-datasets", "universe:n=40", "-axis", "homophily=0.1,0.9", "-axis", "signal=0.3,0.6", "-graphs", "3", "-models", "mlp,nsd-diag",
				"-method", "validation", "-results", "", "-heat", filepath.Join(folder, "heat.csv")),
		},
		"reproduce": {with("-datasets", "karate", "-models", "sgpc,mlp", "-figure-splits", "0", "-set", "channels=4", "-method", "validation",
			"-only", "table1,plans", "-o", folder, "-version=1.2")},
		"ablate": {
			with("sign", "-datasets", "karate", "-set", "channels=4"),
			with("plans", "-datasets", "karate", "-set", "channels=4", "-seeds", "0-1", "-markdown"),
		},
		"depth": {
			with("-datasets", "karate", "-models", "gcn,nsd-diag", "-layers", "1,2", "-results", ""),
			with("-datasets", "karate", "-models", "gcn,nsd-diag", "-layers", "1,2", "-results", "", "-markdown"),
		},
		"holonomy": {
			{"-graph", "universe:n=40,classes=3,degree=8,correlation=0", "-seeds", "0-1", "-epochs", "3", "-q"},
			{"-task", "graphs", "-seeds", "0", "-epochs", "1", "-q"},
		},
		"auto":    {with("-graph", "karate", "-set", "channels=2")},
		"convert": {{"-graph", "k4", "-o", folder}, {"-graph", "karate", "-to", "graphml", "-o", folder}},
		"claims":  {{"-id", "thm3"}, {"-id", "lemma2"}},
	}
	for name, args := range usualArgs(t) {
		if rows[name] == nil {
			rows[name] = [][]string{args}
		}
	}
	return rows
}

var (
	// times are numbers of a run's clock.
	times = regexp.MustCompile(`[\d.]+ s, [\d.]+ ms an epoch|"seconds":[\d.e-]+`)
	// anyNumber is one of bench: all are times, or work that stands among them.
	anyNumber = regexp.MustCompile(`[\d.]+|kernel \w+|–`)
)

// printAlike compares what every command prints and writes, byte by byte but for times. Only the long form runs more than the first row of
// a command.
func printAlike(t *testing.T, native, wasm string, long bool) {
	rows := printed(t)
	for _, c := range commands {
		if len(rows[c.name]) == 0 {
			t.Errorf("no row of printed has the command %s", c.name)
		}
		for k, args := range rows[c.name] {
			if k > 0 && !long {
				break
			}
			var texts [2][]string
			for k, bin := range []string{native, wasm} {
				text := textsOf(t, k == 1, bin, append([]string{c.name}, args...))
				if c.name == "bench" {
					text = anyNumber.ReplaceAllString(text, "")
				}
				texts[k] = strings.Split(text, "\n")
			}
			for k := range max(len(texts[0]), len(texts[1])) {
				if k >= min(len(texts[0]), len(texts[1])) || texts[0][k] != texts[1][k] {
					t.Errorf("%s %v, line %d: %s", c.name, args, k+1, firstDifference(texts[0], texts[1], k))
					break
				}
			}
			if len(strings.Join(texts[0], "")) < 40 {
				t.Errorf("%s %v prints %q", c.name, args, texts[0])
			}
		}
		delete(rows, c.name)
	}
	for name := range rows {
		t.Errorf("printed has %s, which is no command", name)
	}
}

// textsOf returns what a run prints, and its files, without times and the name of its folder.
func textsOf(t *testing.T, wasm bool, bin string, args []string) string {
	dir := t.TempDir()
	own := make([]string, len(args))
	for k, a := range args {
		own[k] = strings.ReplaceAll(a, folder, dir)
	}
	text := string(run(t, wasm, bin, own...))
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if filepath.Ext(f.Name()) != ".jsonl" { // lines with times, in the order in which they ended
			text += "\n" + f.Name() + "\n" + string(data)
		}
	}
	return times.ReplaceAllString(strings.ReplaceAll(text, dir, folder), "")
}

// firstDifference shows line k of both texts, from some characters before the first that differs.
func firstDifference(a, b []string, k int) string {
	line := func(x []string) string {
		if k < len(x) {
			return x[k]
		}
		return ""
	}
	p, q := line(a), line(b)
	at := 0
	for at < min(len(p), len(q)) && p[at] == q[at] {
		at++
	}
	cut := func(x string) string { return x[max(0, min(at-60, len(x))):min(len(x), at+60)] }
	return fmt.Sprintf("natively …%s…, in wasm …%s…", cut(p), cut(q))
}
