package main

import (
	"context"
	"fmt"
	"html"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// This file runs the commands of the documents and compares their output with the numbers beside them.

// counted has the documents whose numbers the commands beside them print. Blocks that a program writes are exempt: web/tool/readme tests
// its own blocks, and ./build.sh bench and test write those of BENCHMARKS.md.
var counted = []string{"CLAIMS.md", "assets/docs/only-here.md"}

// costly has the commands that only the long form runs, each with its cost.
var costly = map[string]string{
	"LONG=1 go test -v -run TestTheorem1OnTwelveGraphs ./core/sgpc/view":  "36 runs of 40 epochs",
	"go test -v -run TestCertificateSimulation ./core/sgpc -simulate 200": "200 runs",
	"go test -v -run TestCodeComputesTheTrace ./web/tool":                 "a run of every model, and Python for each",
	"LONG=1 go test -v -run TestPuzzlePays ./core/cmd/sgpc":               "40 runs",
	holonomy:                   "20 runs of 200 epochs",
	holonomy + " -task graphs": "20 runs of 60 epochs over 30 graphs",
	holonomy + " -graph universe:n=200,classes=3,degree=12,homophily=0.3,correlation=0": "20 runs of 200 epochs",
}

// holonomy is the command of the study of triangles on its default graphs.
const holonomy = "go run ./core/cmd/sgpc holonomy -q"

// given has, by document, texts with numbers that no command measures: definitions, names and choices of the text itself.
var given = map[string][]string{
	"CLAIMS.md": {
		"a (1 ± ε) sparsifier", "a factor 1 ± ε of xᵀLx", "0.1 by default", "needs at least 1.", "κ(I + Δt·L̃) ≤ 2 + ε", "`svr=sparsified`",
		"its gain is 1 at eigenvalue 0", "[0, 1]",
		"λ_KL = 1", "λ_spec = 0", "KL = 0", "T = 0", "right for κ ≤ 2", "falls to 60 %", "a 95 % bound", "20 labels a class", "48/32/20 %",
		"ten times as far", "topobench (373)", "by 0.388 radians, 0.010 before", "by 0.029 where", "has 0.423 after 0.018",
		"seven of ten seeds near 0.015", "near 1.6. There", "of one four times as long", "ICASSP 2019", "ten splits of three graphs",
	},
	"assets/docs/only-here.md":           {"Ribeiro et al., 2026", "The best four of these"},
	"assets/learn/chapter-6.html":        {", 2019)"},
	"assets/learn/chapter-7b.html":       {"In 1998 they"},
	"assets/learn/chapter-10.html":       {"try 0.4"},
	"core/coursemath/texts/glossary.txt": {"from 1 to 8"}, // range of a setting
	"core/coursemath/texts/guides.txt":   {"a 95 % bound"},
	"core/coursemath/texts/words.txt":    {"and Otto 1998"},
}

var (
	// commands matches the commands of a document that the test runs: go run, go test -v, and sgpc with "| head" and a number of lines.
	// Other commands in a document, such as the commands of long studies, are not run.
	commands = regexp.MustCompile("`((?:LONG=1 )?go (?:run|test -v) [^`]+|sgpc [^`]+ \\| head -\\d+)`")
	// named matches names with a number, such as "Theorem 2", "Beta(1, 9)" or a date.
	named = regexp.MustCompile(`(?i)\b(?:theorems?|lemmas?|equations?|chapters?|stage|row|version) \d+[a-z]?(?:, \d+)*(?: and ` +
		`\d+)?|Beta\([^)]*\)|` +
		`arXiv \d+\.\d+|\d{4}-\d\d-\d\d|\d+ (?:January|February|March|April|May|June|July|August|September|October|November|December)`)
	// word has the values of numbers that a document writes as a word.
	word = map[string]float64{"four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10, "twelve": 12, "fifteen": 15}
	// number matches a number of a text, in digits or as a word, and the signs beside it. The submatch is the number alone.
	number = regexp.MustCompile(`(?:^|[\s(\[“≤≥<>=±,–-])((?:[−-]?\d+(?:\.\d+)?(?:e[−-]?\d+)?)|(?i:four|five|six|seven|eight|nine|ten` +
		`|twelve|fifteen))(?:$|[\s,.;:)\]%”–-])`)
	// digits matches a number of an output.
	digits = regexp.MustCompile(`[−-]?\d+(?:\.\d+)?(?:e[−+-]?\d+)?`)
	// structural has numbers that the course defines and does not measure: maps and signs of ±1, the ends of a spectrum.
	structural = map[string]bool{"0": true, "1": true, "+1": true, "−1": true, "2": true}
	// fields and formulas match the parts of a course text without measurements: comments, identifiers, units, and formulas.
	fields   = regexp.MustCompile(`(?m)^(?:#.*|(?:chapter|exercise|minutes|key|tex|other|unit): .*)$`)
	formulas = regexp.MustCompile(`\$[^$]*\$`)
	// action matches a comment of a template, which has a command.
	action = regexp.MustCompile(`(?s)\{\{/\* (.*?) \*/\}\}`)
)

// passage is a part of a document, and the commands in this part.
type passage struct {
	text     string
	commands []string
}

// passages divides the text of a document into paragraphs and list items. The format follows from the name: .html, .txt or Markdown. In
// Markdown a table belongs to the paragraph before it, if this ends with a colon. White space of a passage is one space.
func passages(name, text string) []passage {
	var out []passage
	add := func(s string) {
		p := passage{text: strings.Join(strings.Fields(s), " ")}
		for _, m := range commands.FindAllStringSubmatch(p.text, -1) {
			p.commands = append(p.commands, m[1])
		}
		out = append(out, p)
	}
	// A chapter of the course, without headings and tags. Of the actions of its template, only comments stay: they have the commands.
	if strings.HasSuffix(name, ".html") {
		text = action.ReplaceAllString(text, "`$1`") // commands has backquotes
		text = regexp.MustCompile(`(?s)\{\{[^/].*?\}\}`).ReplaceAllString(text, " ")
		text = regexp.MustCompile(`(?s)<h2.*?</h2>`).ReplaceAllString(text, "")
		for _, part := range regexp.MustCompile(`</p>|</li>|</span>|</figure>`).Split(text, -1) {
			add(html.UnescapeString(regexp.MustCompile(`<[^>]*>`).ReplaceAllString(part, " ")))
		}
		return out
	}
	// A text of core/coursemath: its commands are in comments and apply to the whole file.
	if strings.HasSuffix(name, ".txt") {
		all := ""
		for _, m := range commands.FindAllString(text, -1) {
			all += " " + m
		}
		for _, part := range strings.Split(fields.ReplaceAllString(text, ""), "\n\n") {
			add(formulas.ReplaceAllString(part, " ") + all)
		}
		return out
	}
	// Markdown, without blocks that a program writes, blocks of code, comments, definitions of links, and headings.
	for _, form := range []*regexp.Regexp{made, regexp.MustCompile(`(?s)<!-- bench:begin.*?bench:end -->`), fenced, comment, defined,
		regexp.MustCompile(`(?m)^#.*$`)} {
		text = form.ReplaceAllString(text, "\n\n")
	}
	text = regexp.MustCompile(`:\n\n\|`).ReplaceAllString(text, ":\n|") // a table after a colon
	for _, part := range regexp.MustCompile(`\n\n+|\n\* `).Split(text, -1) {
		add(part)
	}
	return out
}

// numbers returns the numbers of a passage in their written form. It omits numbers in code and in names.
func (p passage) numbers() []string {
	text := p.text
	for _, form := range []*regexp.Regexp{code, named} {
		text = form.ReplaceAllString(text, " ")
	}
	text = inline.ReplaceAllString(text, "]")
	var out []string
	for offset := 0; ; {
		m := number.FindStringSubmatchIndex(text[offset:])
		if m == nil {
			return out
		}
		// The next search begins behind the number, so that the sign after it can stand before the next number.
		out = append(out, text[offset+m[2]:offset+m[3]])
		offset += m[3]
	}
}

// prints reports whether an output contains a number that rounds to want at the digits of want. want is a decimal number or a word of the
// table word. The sign does not matter.
func prints(output, want string) bool {
	if v, ok := word[strings.ToLower(want)]; ok {
		want = fmt.Sprint(v)
	}
	want = strings.ReplaceAll(want, "−", "-")
	x, err := strconv.ParseFloat(want, 64)
	if err != nil {
		return false
	}
	// unit is one unit of the last digit of want.
	unit := 1.0
	if mantissa, exponent, ok := strings.Cut(want, "e"); ok {
		e, _ := strconv.Atoi(exponent) // ParseFloat has accepted it
		_, after, _ := strings.Cut(mantissa, ".")
		unit = math.Pow(10, float64(e-len(after)))
	} else if _, after, ok := strings.Cut(want, "."); ok {
		unit = math.Pow(10, -float64(len(after)))
	}
	for _, s := range digits.FindAllString(output, -1) {
		s = strings.ReplaceAll(s, "−", "-")
		y, err := strconv.ParseFloat(s, 64)
		// 1e-9 is for a number in the middle of two roundings, such as 0.125 for 0.13: binary fractions are inexact.
		if err == nil && math.Abs(math.Abs(y)-math.Abs(x)) <= unit/2*(1+1e-9) {
			return true
		}
	}
	return false
}

// mostNumbers is the largest allowed count of numbers in an output. A longer output would contain almost any number by chance.
const mostNumbers = 600

// runner runs each command of the documents once.
type runner struct {
	dir     string            // folder of sgpc, "" before it is built
	outputs map[string]string // command → output
}

// run returns the output of a command, without the lines of go test, positions in the source, and colours. The test fails if the command
// fails, takes more than 20 minutes, or prints more than mostNumbers numbers.
func (r *runner) run(t *testing.T, command string) string {
	t.Helper()
	if out, ok := r.outputs[command]; ok {
		return out
	}
	if r.dir == "" {
		r.dir = t.TempDir()
		if out, err := exec.Command("go", "build", "-o", filepath.Join(r.dir, "sgpc"), "../../core/cmd/sgpc").CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	// The command runs in the root, finds sgpc, and reads LONG only if it sets LONG itself.
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", command)
	cmd.Dir = filepath.Join("..", "..")
	cmd.Env = append(os.Environ(), "PATH="+r.dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	if !strings.HasPrefix(command, "LONG=1 ") {
		cmd.Env = append(cmd.Env, "LONG=")
	}
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Errorf("%s: %v\n%s", command, err, out)
	}
	text := regexp.MustCompile(`(?m)^(?:=== .*|--- .*|ok\s.*|PASS)$|[\w./-]+\.go:\d+:|\x1b\[[0-9;]*m`).ReplaceAllString(string(out), "")
	if n := len(digits.FindAllString(text, -1)); n > mostNumbers {
		t.Errorf("%s prints %d numbers, want at most %d", command, n, mostNumbers)
	}
	if r.outputs == nil {
		r.outputs = map[string]string{}
	}
	r.outputs[command] = text
	return text
}

// search searches the number want in a list of commands and in their outputs. found reports whether one of them has the number. skipped
// reports whether a costly command did not run because long is false. search runs no command after the number is found.
func (r *runner) search(t *testing.T, list []string, want string, long bool) (found, skipped bool) {
	t.Helper()
	for _, c := range list {
		if costly[c] != "" && !long {
			skipped = true
			continue
		}
		found = found || prints(c, want) || prints(r.run(t, c), want)
	}
	return found, skipped
}

// Every number of the documents and of the course is, up to rounding, in the output of a command in the same passage, or in the command.
// For a text of core/coursemath the command can stand anywhere in the file. Exempt are the texts of given and the file quiz.txt, and in the
// course also numbers as words and the numbers of structural. Costly commands run only with LONG. Without LONG, a number beside a costly
// command is not tested. The documents have each text of given and each costly command.
func TestDocumentsPrintTheirNumbers(t *testing.T) {
	long := os.Getenv("LONG") != ""
	chapters, err := filepath.Glob("../../assets/learn/chapter-*.html")
	if err != nil || len(chapters) < 10 {
		t.Fatalf("the chapters are %q, error %v; want at least 10", chapters, err)
	}
	texts, err := filepath.Glob("../../core/coursemath/texts/*.txt")
	if err != nil || len(texts) != 5 {
		t.Fatalf("the texts of the course are %q, error %v; want 5", texts, err)
	}
	names := slices.Clone(counted)
	for _, file := range texts {
		if filepath.Base(file) == "quiz.txt" {
			continue // its numbers are parts of questions; core/coursemath TestQuizAnswersEqualComputation computes the answers
		}
		names = append(names, "core/coursemath/texts/"+filepath.Base(file))
	}
	for _, c := range chapters {
		names = append(names, "assets/learn/"+filepath.Base(c))
	}
	// tested counts the numbers that are not exempt, and present has the commands beside them.
	var r runner
	tested, present := 0, map[string]bool{}
	for _, name := range names {
		text := document(t, name)
		oneLine := strings.Join(strings.Fields(text), " ")
		for _, g := range given[name] {
			if !strings.Contains(oneLine, g) {
				t.Errorf("%s does not contain %q", name, g)
			}
		}
		for _, p := range passages(name, text) {
			for _, g := range given[name] {
				p.text = strings.ReplaceAll(p.text, g, " ")
			}
			for _, n := range p.numbers() {
				isCourse := !strings.HasSuffix(name, ".md")
				isStructural := structural[n] || word[strings.ToLower(n)] > 0 // words count objects of a figure
				if isCourse && isStructural {
					continue
				}
				for _, c := range p.commands {
					present[c] = true
				}
				found, skipped := r.search(t, p.commands, n, long)
				tested++
				if !found && !skipped {
					t.Errorf("%s has %s, which no command beside it prints: %s", name, n, p.text)
				}
			}
		}
	}
	for c := range costly {
		if !present[c] {
			t.Errorf("no document has the costly command %s", c)
		}
	}
	if tested < 50 {
		t.Errorf("the documents have %d numbers, want at least 50", tested)
	}
}

// BENCHMARKS.md has the present limit of the size of sheafscope.wasm, in MB, and the versions of the compared libraries TensorFlow.js and
// ml-matrix.
func TestBenchmarksNameLimitAndVersions(t *testing.T) {
	limit, err := strconv.Atoi(strings.ReplaceAll(first(t, "web/tool/test/size.go", `"sheafscope.wasm": ([\d_]+)`), "_", ""))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(strings.Fields(document(t, "BENCHMARKS.md")), " ")
	for _, want := range []string{
		fmt.Sprintf("passes %.2f MB (brotli)", float64(limit)/1e6),
		"TensorFlow.js " + first(t, "package.json", `tfjs-core": "(\d+\.\d+)`) + " ",
		"ml-matrix " + first(t, "package.json", `ml-matrix": "(\d+\.\d+)`) + " ",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("BENCHMARKS.md does not contain %q", want)
		}
	}
}

// prints rounds the numbers of an output to the digits of the number in the document. passages and numbers find the numbers and commands of
// Markdown and of a chapter. They omit numbers in names, in code and in actions of the template.
func TestNumbersRoundAsWritten(t *testing.T) {
	for _, c := range []struct {
		output, number string
		want           bool // whether the output contains the number
	}{
		{"κ = 8.0171", "8.02", true},
		{"κ = 8.0171", "8.03", false},
		{"worst 3e-11 (at most 1e-10)", "1e-10", true},
		{"12 of 12", "twelve", true},
		{"0.12", "12", false},
		{"20.4 %", "20", true},
		{"it gains -0.5", "−0.5", true},
		{"1593 tests", "15", false},
	} {
		if got := prints(c.output, c.number); got != c.want {
			t.Errorf("%q contains %s: %v, want %v", c.output, c.number, got, c.want)
		}
	}
	p := passages("x.md", "Theorem 2 has 3.14 of `sgpc x -n 7 | head -1`, in 12 % of Beta(1,9) and five cases.")[0]
	if got := p.numbers(); !slices.Equal(got, []string{"3.14", "12", "five"}) || !slices.Equal(p.commands, []string{"sgpc x -n 7 | head -1"}) {
		t.Errorf("the passage of Markdown has the numbers %q and the commands %q, want 3.14, 12 and five, and sgpc", got, p.commands)
	}
	q := passages("x.html", `<p>It is 12{{/* go run y */}}, live {{live "a" 5}}.</p>`)[0]
	if got := q.numbers(); !slices.Equal(got, []string{"12"}) || !slices.Equal(q.commands, []string{"go run y"}) {
		t.Errorf("the passage of a chapter has the numbers %q and the commands %q, want 12 and go run y", got, q.commands)
	}
}
