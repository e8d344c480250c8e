package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// This file tests the walks of ARCHITECTURE.md: which function calls which, from an input to its effect. A walk has chains of functions. An
// example with one chain of three hops:
//
//	Inner, 2 files
//	  web/state/update.go update → aim : Send → web/run_js.go execute

// mostFiles has the largest allowed number of files of each walk in ARCHITECTURE.md.
var mostFiles = map[string]int{"Inner": 16, "An opened file": 20, "A setting": 14, "sgpc train": 9}

// hop is a function or a table of a walk, by file and name. With a message, the function sends the message, and does not call the next hop.
type hop struct{ file, name, message string }

// Each function of a walk in ARCHITECTURE.md is in the named file. Its body contains the name of the next function of the walk, or of the
// message. A walk has as many files as the document counts, and at most its number in mostFiles.
func TestWalksFollowCalls(t *testing.T) {
	_, text, _ := strings.Cut(document(t, "ARCHITECTURE.md"), "\n## Four walks\n")
	text, _, _ = strings.Cut(text, "\n## ")
	seen := 0
	// A match is the walk, its name, its number of files, and its chains.
	for _, walk := range regexp.MustCompile(`(?m)^    (\w.*), (\d+) files\n((?:      .*\n)+)`).FindAllStringSubmatch(text, -1) {
		files := map[string]bool{}
		for _, chain := range strings.Split(strings.ReplaceAll(walk[3], "\n      →", " →"), "\n") {
			hops := hopsOf(chain)
			for k, h := range hops {
				files[h.file] = true
				body := declared(t, h.file, h.name)
				want := h.message // "" for the last function of a chain, which only has to exist
				if want == "" && k+1 < len(hops) {
					want = hops[k+1].name
				}
				if body == "" {
					t.Errorf("%s: %s has no %s", walk[1], h.file, h.name)
				} else if !regexp.MustCompile(`\b` + want + `\b`).MatchString(body) {
					t.Errorf("%s: %s of %s neither calls nor sends %s", walk[1], h.name, h.file, want)
				}
			}
		}
		if n, _ := strconv.Atoi(walk[2]); n != len(files) || n > mostFiles[walk[1]] {
			t.Errorf("the walk %s has %d files; the document has %s, the limit is %d", walk[1], len(files), walk[2], mostFiles[walk[1]])
		}
		seen++
	}
	if seen != len(mostFiles) {
		t.Errorf("the document has %d walks, want %d", seen, len(mostFiles))
	}
}

// hopsOf returns the hops of a chain. A hop without a file is in the file of the hop before it.
func hopsOf(chain string) (hops []hop) {
	file := ""
	for _, step := range strings.Split(chain, "→") {
		step, message, _ := strings.Cut(step, " : ")
		words := strings.Fields(step)
		if len(words) == 2 {
			file, words = words[0], words[1:]
		}
		if len(words) == 1 {
			hops = append(hops, hop{file, words[0], strings.TrimSpace(message)})
		}
	}
	return hops
}

// declared returns the bodies of the functions and methods with a name in a file, one after the other. For a variable with the name it
// returns its text. It returns "" if the file does not declare the name.
func declared(t *testing.T, file, name string) (text string) {
	t.Helper()
	path := filepath.Join("..", "..", file)
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range parsed.Decls {
		// from is the beginning of the text, if the declaration has the name.
		from, end := token.NoPos, d.End()
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Name.Name == name {
				from = d.Body.Pos()
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok && v.Names[0].Name == name {
					from, end = v.Names[0].End(), v.End()
				}
			}
		}
		if from.IsValid() {
			text += string(source[files.Position(from).Offset:files.Position(end).Offset])
		}
	}
	return text
}
