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

// This file compares the texts that every command prints natively and in wasm, for TestNativeAndWasmAgree.

// folder, in the arguments of a row of printed, stands for a new folder of each run. The files in the folder are compared, too.
const folder = "FOLDER"

// printed returns, by command, the arguments of the runs whose texts are compared. The usual form of the test runs the first of them only.
// A command without arguments of its own has those of usualArgs.
func printed(t *testing.T) map[string][][]string {
	small := []string{"-protocol", "random:0.5,0.3,0.2", "-splits", "0", "-epochs", "2", "-q"}
	// short adds the flags of a short run.
	short := func(args ...string) []string { return append(args, small...) }
	rows := map[string][][]string{
		"table": {
			short("-datasets", "karate", "-models", "gcn,nsd-diag", "-results", "", "-seeds", "0-1", "-mistakes"),
			short("-datasets", "karate", "-models", "mlp", "-method", "nested", "-results", "", "-chosen", ""),
			short("-datasets", "universe:n=40", "-axis", "homophily=0.1,0.9", "-axis", "signal=0.3,0.6", "-graphs", "3", "-models", "mlp,nsd-diag",
				"-method", "validation", "-results", "", "-heat", filepath.Join(folder, "heat.csv")),
		},
		// -version replaces the commit of the build, which may differ between the two builds.
		"reproduce": {short("-datasets", "karate", "-models", "sgpc,mlp", "-figure-splits", "0", "-set", "channels=4", "-method", "validation",
			"-only", "table1,plans", "-o", folder, "-version=1.2")},
		"ablate": {
			short("sign", "-datasets", "karate", "-set", "channels=4"),
			short("plans", "-datasets", "karate", "-set", "channels=4", "-seeds", "0-1", "-markdown"),
		},
		"depth": {
			short("-datasets", "karate", "-models", "gcn,nsd-diag", "-layers", "1,2", "-results", ""),
			short("-datasets", "karate", "-models", "gcn,nsd-diag", "-layers", "1,2", "-results", "", "-markdown"),
		},
		"holonomy": {
			{"-graph", "universe:n=40,classes=3,degree=8,correlation=0", "-seeds", "0-1", "-epochs", "3", "-q"},
			{"-task", "graphs", "-seeds", "0", "-epochs", "1", "-q"},
		},
		"auto":    {short("-graph", "karate", "-set", "channels=2")},
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
	// trainsLong has the commands whose shortest run trains many networks. Only the long form compares their texts.
	trainsLong = map[string]bool{"reproduce": true, "ablate": true, "auto": true}
	// times matches the times in the texts of a run.
	times = regexp.MustCompile(`[\d.]+ s, [\d.]+ ms an epoch|"seconds":[\d.e-]+`)
	// anyNumber matches what depends on the machine in the texts of bench: numbers, names of kernels, and the dash in place of a number.
	anyNumber = regexp.MustCompile(`[\d.]+|kernel \w+|–`)
)

// printAlike fails if a command prints or writes other texts natively than in wasm. Times are left out, and of bench all numbers.
// It also fails for a text of fewer than 40 characters, since two empty texts would always agree. It runs the first row of each
// command in printed, except of commands in trainsLong, and with long every row. Every command must have a row, and every row a command.
func printAlike(t *testing.T, native, wasm string, long bool) {
	rows := printed(t)
	for _, c := range commands {
		if len(rows[c.name]) == 0 {
			t.Errorf("no row of printed has the command %s", c.name)
		}
		for k, args := range rows[c.name] {
			if (k > 0 || trainsLong[c.name]) && !long {
				break
			}
			// The lines of both texts. Only the first line that differs is reported.
			var texts [2][]string
			for build, bin := range []string{native, wasm} {
				text := textsOf(t, build == 1, bin, append([]string{c.name}, args...))
				if c.name == "bench" {
					text = anyNumber.ReplaceAllString(text, "")
				}
				texts[build] = strings.Split(text, "\n")
			}
			for line := range max(len(texts[0]), len(texts[1])) {
				if line >= min(len(texts[0]), len(texts[1])) || texts[0][line] != texts[1][line] {
					t.Errorf("%s %v, line %d: %s", c.name, args, line+1, firstDifference(texts[0], texts[1], line))
					break
				}
			}
			if len(strings.Join(texts[0], "")) < 40 {
				t.Errorf("%s %v prints %q, want 40 characters or more", c.name, args, texts[0])
			}
		}
		delete(rows, c.name)
	}
	for name := range rows {
		t.Errorf("printed has %s, which is no command", name)
	}
}

// textsOf returns the text that a run prints, followed by the names and texts of its files. Times are removed, and the name of its folder
// is FOLDER. Files .jsonl are left out, since their lines have times and the order in which the runs ended.
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
		if filepath.Ext(f.Name()) != ".jsonl" {
			text += "\n" + f.Name() + "\n" + string(data)
		}
	}
	return times.ReplaceAllString(strings.ReplaceAll(text, dir, folder), "")
}

// firstDifference returns line k of both texts, from 60 bytes before the first difference to 60 bytes after it.
func firstDifference(a, b []string, k int) string {
	line := func(x []string) string {
		if k < len(x) {
			return x[k]
		}
		return ""
	}
	p, q := line(a), line(b)
	same := 0 // the number of equal bytes at the beginning
	for same < min(len(p), len(q)) && p[same] == q[same] {
		same++
	}
	cut := func(x string) string { return x[max(0, min(same-60, len(x))):min(len(x), same+60)] }
	return fmt.Sprintf("natively …%s…, in wasm …%s…", cut(p), cut(q))
}
