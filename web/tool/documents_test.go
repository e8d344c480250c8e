package main

import (
	"fmt"
	"math"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/core/graphio"
)

// documents are the documents of the project.
var documents = []string{"README.md", "CLAIMS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "ACCURACY.md", "BENCHMARKS.md",
	"SECURITY.md", "assets/docs/formats.md", "assets/docs/exports.md", "assets/docs/scripting.md", "assets/docs/only-here.md",
	"assets/element/README.md", "assets/python/README.md"}

// outside has the sites to which documents may link.
var outside = []string{"https://arxiv.org/", "https://creativecommons.org/", "https://keepachangelog.com/"}

// document returns the text of a file of the repository.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// first returns the first submatch of a pattern in a file. If the file does not match, it fails the test.
func first(t *testing.T, name, form string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)` + form).FindStringSubmatch(document(t, name))
	if m == nil {
		t.Fatalf("%s has no %s", name, form)
	}
	return m[1]
}

var (
	inline    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	defined   = regexp.MustCompile(`(?m)^\[([^\]]+)\]: (\S+)$`)
	mentioned = regexp.MustCompile(`\]\[([^\]]+)\]`)
	fenced    = regexp.MustCompile("(?s)```.*?```")
	indented  = regexp.MustCompile(`(?m)^    .*$`)
	code      = regexp.MustCompile("`[^`]*`")
	comment   = regexp.MustCompile(`(?s)<!--.*?-->`)
	made      = regexp.MustCompile(`(?s)<!-- [a-z]+: .*?<!-- end -->`)
)

// anchors returns the set of the headings of a document, each in the form of a link's fragment.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(fenced.ReplaceAllString(text, ""), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		found[strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}

// Links of the documents lead to files and headings that exist, or to allowed sites. Files named in CONTRIBUTING.md exist.
func TestDocumentLinksResolve(t *testing.T) {
	files := regexp.MustCompile("`((?:core|wasm|web|assets)/[a-zA-Z0-9_./-]+)`")
	seen := 0
	for _, name := range documents {
		text := document(t, name)
		prose := code.ReplaceAllString(indented.ReplaceAllString(fenced.ReplaceAllString(text, ""), ""), "")
		var targets []string
		for _, m := range inline.FindAllStringSubmatch(prose, -1) {
			targets = append(targets, m[1])
		}
		labels := map[string]bool{}
		for _, m := range defined.FindAllStringSubmatch(text, -1) {
			labels[m[1]] = true
			targets = append(targets, m[2])
		}
		for _, m := range mentioned.FindAllStringSubmatch(prose, -1) {
			if !labels[m[1]] {
				t.Errorf("%s has no definition of the link %s", name, m[1])
			}
		}
		for _, to := range targets {
			seen++
			file, heading, _ := strings.Cut(to, "#")
			if strings.Contains(to, "://") {
				if !slices.ContainsFunc(outside, func(host string) bool { return strings.HasPrefix(to, host) }) {
					t.Errorf("%s links to the site %s, which is not allowed", name, to)
				}
				continue
			}
			into := name
			if file != "" {
				into = path.Join(path.Dir(name), file)
			}
			if _, err := os.Stat(filepath.Join("..", "..", into)); err != nil {
				t.Errorf("%s links to %s, which does not exist", name, to)
			} else if heading != "" && !anchors(document(t, into))[heading] {
				t.Errorf("%s links to %s, but %s has no such heading", name, to, into)
			}
		}
		if name != "CONTRIBUTING.md" {
			continue
		}
		for _, m := range files.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil && !strings.Contains(m[1], "NAME") {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
	if seen < 60 {
		t.Errorf("only %d links were seen", seen)
	}
}

// Documents keep their limits. ARCHITECTURE.md and SECURITY.md have limits of lines, and README.md has a limit of words, without code and
// addresses.
func TestDocumentsAreShort(t *testing.T) {
	for name, most := range map[string]int{"ARCHITECTURE.md": 260, "SECURITY.md": 60} {
		if n := strings.Count(document(t, name), "\n"); n > most {
			t.Errorf("%s has %d lines, more than %d", name, n, most)
		}
	}
	text := document(t, "README.md")
	for _, form := range []*regexp.Regexp{fenced, indented, comment, defined} {
		text = form.ReplaceAllString(text, "")
	}
	text = mentioned.ReplaceAllString(inline.ReplaceAllString(text, "]"), "]")
	words := 0
	for _, w := range strings.Fields(text) {
		if regexp.MustCompile(`[\p{L}\p{N}]`).MatchString(w) {
			words++
		}
	}
	if words > 900 || words < 300 {
		t.Errorf("README.md has %d words", words)
	}
}

// Every number of README.md is in a block that web/tool/readme writes, or in a known text that the test derives from a source.
func TestReadmeNumbersHaveSources(t *testing.T) {
	plans, guides := coursemath.Plans(), coursemath.Guides()
	words := map[int]string{3: "three", 4: "four", 10: "ten", 13: "thirteen"}
	last, err := strconv.Atoi(first(t, "web/tool/readme/accuracy.go", `Splits == "0-(\d+)"`))
	if err != nil {
		t.Fatal(err)
	}
	known := []string{
		"Go " + first(t, "go.mod", `(?m)^go (\d+\.\d+)`) + " or newer",
		"Node " + first(t, "package.json", `"node": ">=(\d+)"`) + " or newer",
		words[len(guides)] + " chapters",
		"plans of 20 minutes and of " + words[len(plans[1].Stops)] + " sessions",
		"trained " + words[strings.Count(first(t, "web/tool/readme/film.go", `(?s)var filmStops = .*?\{\n(.*?)\n\}`), `{"`)] + " times",
		"over " + words[last+1] + " splits",
		"BSD 3-Clause licence", "CC BY 4.0",
	}
	if !strings.HasSuffix(plans[0].Name, "of 20 minutes") || !strings.HasPrefix(plans[1].Name, "Three sessions") {
		t.Errorf("the plans are %+v", plans)
	}
	text := document(t, "README.md")
	for _, form := range []*regexp.Regexp{made, fenced, indented, code, comment} {
		text = form.ReplaceAllString(text, "")
	}
	text = strings.Join(strings.Fields(inline.ReplaceAllString(text, "]")), " ")
	for _, k := range known {
		if !strings.Contains(text, k) {
			t.Errorf("README.md does not contain %q", k)
		}
		text = strings.ReplaceAll(text, k, "")
	}
	number := regexp.MustCompile(`\d+|\b(?i:four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundred|thousand)\b`)
	for _, at := range number.FindAllStringIndex(text, -1) {
		t.Errorf("README.md has a number without a source: %q", text[max(0, at[0]-30):min(len(text), at[1]+20)])
	}
}

// Statements of README.md on accuracy follow from its table. On WebKB, with homophily below 1/3, the lower end of the interval of SGPC −
// GCN is above ten points; on filtered Chameleon the interval contains 0.
func TestReadmeAccuracyFollowsItsTable(t *testing.T) {
	text := document(t, "README.md")
	line := regexp.MustCompile(`(?m)^\| SGPC − GCN \| (.*) \|$`).FindStringSubmatch(text)
	head := regexp.MustCompile(`(?m)^\|  \| (texas.*) \|$`).FindStringSubmatch(text)
	if line == nil || head == nil {
		t.Fatal("README.md has no row of differences")
	}
	sets := strings.Split(head[1], " | ")
	for k, cell := range strings.Split(line[1], " | ") {
		var mean, half float64
		if _, err := fmt.Sscanf(strings.ReplaceAll(cell, "−", "-"), "%g ± %g", &mean, &half); err != nil {
			t.Fatal(cell, err)
		}
		if sets[k] == "chameleon_filtered" {
			if math.Abs(mean) > half {
				t.Errorf("%s: the interval of %s does not contain 0", sets[k], cell)
			}
			continue
		}
		res, err := graphio.Reader{}.ReadFolder("../../../shared/datasets/"+sets[k], graphio.Correction{})
		if err != nil {
			t.Fatal(err)
		}
		if mean-half <= 10 || res.Graph.EdgeHomophily() >= 1.0/3 {
			t.Errorf("%s: %s, homophily %.2f", sets[k], cell, res.Graph.EdgeHomophily())
		}
	}
	if !slices.Contains(sets, "chameleon_filtered") || !strings.Contains(text, "There neither SGPC nor the GCN leads.") {
		t.Error("README.md has another statement on these data sets")
	}
}

// Every command of build.sh and of sgpc in a document or a workflow exists. A command of build.sh is in the usage text of build.sh and
// among the cases of web/tool/main.go.
func TestDocumentedCommandsExist(t *testing.T) {
	text := document(t, "README.md")
	usage, program := document(t, "build.sh"), document(t, "web/tool/main.go")
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", ".ci/run", ".github/workflows/release.yml",
		".github/workflows/test.yml", ".github/workflows/nightly.yml"} {
		for _, m := range regexp.MustCompile(`\./build\.sh ([a-z-]+)`).FindAllStringSubmatch(document(t, file), -1) {
			switch {
			case m[1] == "help":
			case !regexp.MustCompile(`\n  ` + m[1] + `\s`).MatchString(usage):
				t.Errorf("%s names ./build.sh %s, which is no command", file, m[1])
			case !regexp.MustCompile(`case ("[a-z-]+", )*"` + m[1] + `"`).MatchString(program):
				t.Errorf("%s names ./build.sh %s, which is no command of web/tool", file, m[1])
			}
		}
	}
	table := document(t, "core/cmd/sgpc/main.go")
	named := regexp.MustCompile("(?:`|cmd/)sgpc ([a-z]+)").FindAllStringSubmatch(text, -1)
	for _, m := range named {
		if !strings.Contains(table, `{"`+m[1]+`", "`) {
			t.Errorf("README.md names sgpc %s, which is no command", m[1])
		}
	}
	if len(named) < 3 {
		t.Errorf("only %d commands of sgpc were found", len(named))
	}
}

// scripting.md names every method of window.sheafscope. It names no method that only the element has.
func TestScriptingNamesEveryMethod(t *testing.T) {
	text := document(t, "assets/docs/scripting.md")
	listed := regexp.MustCompile(`(?s)const methods = new Set\(\[(.*?)\]\)`).FindStringSubmatch(document(t, "assets/boot/embed.js"))
	if listed == nil {
		t.Fatal("embed.js lists no methods")
	}
	for _, m := range regexp.MustCompile(`[a-z]+`).FindAllString(listed[1], -1) {
		own := m == "theme" || m == "rest" // methods of the element alone
		if has := strings.Contains(text, "`"+m+"(") || strings.Contains(text, "`"+m+"`"); has == own {
			t.Errorf("scripting.md names %s: %v", m, has)
		}
	}
}

// All files agree on the version, the licence, the title and the day of the release. The newest entry of the changelog has this version.
// The course and README.md name the licence of the texts.
func TestVersionAndLicenceAgree(t *testing.T) {
	version, day := first(t, "package.json", `"version": "(.*)"`), first(t, "CITATION.cff", `^date-released: "(.*)"$`)
	for name, form := range map[string]string{"CITATION.cff": `^version: (.*)$`, "assets/element/package.json": `"version": "(.*)"`,
		"assets/python/pyproject.toml": `^version = "(.*)"$`, "assets/python/sheafscope/__init__.py": `^__version__ = "(.*)"$`,
		"README.md": `version = \{(.*)\}`, "CHANGELOG.md": `^## \[(\d.*)\]`} {
		if got := first(t, name, form); got != version {
			t.Errorf("%s has the version %s, package.json %s", name, got, version)
		}
	}
	if want := fmt.Sprintf("\n## [%s] – %s\n", version, day); !strings.Contains(document(t, "CHANGELOG.md"), want) ||
		strings.Index(document(t, "CHANGELOG.md"), "## [Unreleased]") > strings.Index(document(t, "CHANGELOG.md"), want) ||
		!strings.HasPrefix(day, first(t, "README.md", `year    = \{(.*)\}`)) {
		t.Errorf("CHANGELOG.md has no %q below [Unreleased], or README.md another year", want)
	}
	code := first(t, "package.json", `"license": "(.*)"`)
	for name, form := range map[string]string{"CITATION.cff": `^license: (.*)$`, "assets/element/package.json": `"license": "(.*)"`,
		"assets/python/backend.py": `License: (.*?)\\n`} {
		if got := first(t, name, form); got != code {
			t.Errorf("%s has the licence %s, package.json %s", name, got, code)
		}
	}
	for name, form := range map[string]string{"README.md": `title   = \{(.*)\}`, "CITATION.cff": `^title: "(.*)"$`} {
		if got := first(t, name, form); got != first(t, "CITATION.cff", `^title: "(.*)"$`) {
			t.Errorf("%s has the title %s", name, got)
		}
	}
	const texts = "https://creativecommons.org/licenses/by/4.0/"
	if !strings.Contains(document(t, "assets/learn/learn.html"), texts) ||
		!strings.Contains(document(t, "README.md"), "[CC BY 4.0]("+texts+")") {
		t.Error("the course or README.md does not name the licence of the texts")
	}
}
