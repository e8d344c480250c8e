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

// This file tests links, lengths, numbers and names of the documents.

// documents are the documents whose links TestDocumentLinksResolve checks.
var documents = []string{"README.md", "CLAIMS.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "ACCURACY.md", "BENCHMARKS.md",
	"SECURITY.md", "assets/docs/formats.md", "assets/docs/exports.md", "assets/docs/scripting.md", "assets/docs/only-here.md",
	"assets/element/README.md", "assets/python/README.md"}

// outside has the beginnings of the addresses of other sites to which documents may link.
var outside = []string{"https://arxiv.org/", "https://creativecommons.org/", "https://keepachangelog.com/"}

// document returns the text of a file of the repository, by its path below the root.
func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// first returns the first submatch of the pattern form in a file of the repository. ^ and $ match at the ends of lines. Without a match the
// test fails.
func first(t *testing.T, name, form string) string {
	t.Helper()
	m := regexp.MustCompile(`(?m)` + form).FindStringSubmatch(document(t, name))
	if m == nil {
		t.Fatalf("%s has no %s", name, form)
	}
	return m[1]
}

// Parts of Markdown.
var (
	inline    = regexp.MustCompile(`\]\(([^)\s]+)\)`)                  // a link with its address
	defined   = regexp.MustCompile(`(?m)^\[([^\]]+)\]: (\S+)$`)        // the definition of a link: label, address
	mentioned = regexp.MustCompile(`\]\[([^\]]+)\]`)                   // a link by a label
	fenced    = regexp.MustCompile("(?s)```.*?```")                    // a block of code
	indented  = regexp.MustCompile(`(?m)^    .*$`)                     // a line of code
	code      = regexp.MustCompile("`[^`]*`")                          // code in a sentence
	comment   = regexp.MustCompile(`(?s)<!--.*?-->`)                   // a comment
	made      = regexp.MustCompile(`(?s)<!-- [a-z]+: .*?<!-- end -->`) // a block that web/tool/readme writes
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

// Every link of the documents leads to a file and a heading that exist, or to an allowed site. Every label of a link is defined. The files
// named in CONTRIBUTING.md exist, below core, wasm, web or assets and without the placeholder NAME. The documents have at least 60 links.
func TestDocumentLinksResolve(t *testing.T) {
	fileName := regexp.MustCompile("`((?:core|wasm|web|assets)/[a-zA-Z0-9_./-]+)`")
	seen := 0 // number of links
	for _, name := range documents {
		// Links in code are no links.
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
			// A link without a file leads to a heading of its own document.
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
		for _, m := range fileName.FindAllStringSubmatch(text, -1) {
			if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil && !strings.Contains(m[1], "NAME") {
				t.Errorf("%s names %s, which does not exist", name, m[1])
			}
		}
	}
	if seen < 60 {
		t.Errorf("the documents have %d links, want at least 60", seen)
	}
}

// ARCHITECTURE.md has at most 260 lines, and SECURITY.md at most 60. README.md has 300 to 900 words. Words in code,
// comments and addresses do not count.
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
		t.Errorf("README.md has %d words, want 300 to 900", words)
	}
}

// Every number of README.md is in a block that web/tool/readme writes, or in a known text whose number the test reads from a source.
// Numbers are digits and the words four to twelve, twenty, hundred and thousand. README.md contains every known text.
func TestReadmeNumbersHaveSources(t *testing.T) {
	plans, guides := coursemath.Plans(), coursemath.Guides()
	words := map[int]string{3: "three", 4: "four", 10: "ten", 13: "thirteen"}
	// The splits of the accuracy table are numbered from 0 to last.
	last, err := strconv.Atoi(first(t, "web/tool/readme/accuracy.go", `Splits == "0-(\d+)"`))
	if err != nil {
		t.Fatal(err)
	}
	// The plans are those that the course offers to teachers; plan 0 is the short one. Two licences have numbers in their names.
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
		t.Errorf("the plans are %+v, want one of 20 minutes and then one of three sessions", plans)
	}
	// The known texts are removed; then no number may be left.
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
	for _, span := range number.FindAllStringIndex(text, -1) {
		around := text[max(0, span[0]-30):min(len(text), span[1]+20)]
		t.Errorf("README.md has a number without a source: %q", around)
	}
}

// Statements of README.md on accuracy follow from its table. On filtered Chameleon the interval of the difference SGPC − GCN contains 0. On
// every other data set the lower end of the interval is above ten points. The edge homophily of each other graph, computed from its files,
// is below 1/3.
func TestReadmeAccuracyFollowsItsTable(t *testing.T) {
	text := document(t, "README.md")
	// The row of differences, whose cells are "mean ± half of the interval" in percentage points, and the row of the names of the data sets.
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
		if mean-half <= 10 {
			t.Errorf("%s: the interval of %s is not above ten points", sets[k], cell)
		}
		if h := res.Graph.EdgeHomophily(); h >= 1.0/3 {
			t.Errorf("%s: the homophily is %.2f, want less than 1/3", sets[k], h)
		}
	}
	if !slices.Contains(sets, "chameleon_filtered") || !strings.Contains(text, "There neither SGPC nor the GCN leads.") {
		t.Error("README.md lacks filtered Chameleon or the statement on it")
	}
}

// Every command of build.sh in a document or a workflow is in the usage text of build.sh and among the cases of web/tool/main.go. Every
// command of sgpc in README.md is in the table of core/cmd/sgpc/main.go.
func TestDocumentedCommandsExist(t *testing.T) {
	text := document(t, "README.md")
	usage, program := document(t, "build.sh"), document(t, "web/tool/main.go")
	for _, file := range []string{"README.md", "CONTRIBUTING.md", "ARCHITECTURE.md", ".ci/run", ".github/workflows/release.yml",
		".github/workflows/test.yml", ".github/workflows/nightly.yml"} {
		for _, m := range regexp.MustCompile(`\./build\.sh ([a-z-]+)`).FindAllStringSubmatch(document(t, file), -1) {
			switch {
			case m[1] == "help": // build.sh itself does it
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
		t.Errorf("README.md has %d commands of sgpc, want at least 3", len(named))
	}
}

// assets/docs/scripting.md names every method of window.sheafscope, and no method that only the element has. embed.js lists both.
func TestScriptingNamesEveryMethod(t *testing.T) {
	text := document(t, "assets/docs/scripting.md")
	listed := regexp.MustCompile(`(?s)const methods = new Set\(\[(.*?)\]\)`).FindStringSubmatch(document(t, "assets/boot/embed.js"))
	if listed == nil {
		t.Fatal("embed.js lists no methods")
	}
	for _, m := range regexp.MustCompile(`[a-z]+`).FindAllString(listed[1], -1) {
		ofElement := m == "theme" || m == "rest" // methods of the element alone
		named := strings.Contains(text, "`"+m+"(") || strings.Contains(text, "`"+m+"`")
		if named == ofElement {
			t.Errorf("scripting.md names %s: %v, want %v", m, named, !ofElement)
		}
	}
}

// The listed files have the version and the licence of package.json, and README.md has the title and the year of CITATION.cff. The newest
// entry of the changelog has this version and the day of CITATION.cff, below the unreleased changes. The course and README.md name the
// licence of the texts.
func TestVersionAndLicenceAgree(t *testing.T) {
	// The version and the day. The first entry of the changelog with a number is the newest one.
	version, day := first(t, "package.json", `"version": "(.*)"`), first(t, "CITATION.cff", `^date-released: "(.*)"$`)
	for name, form := range map[string]string{"CITATION.cff": `^version: (.*)$`, "assets/element/package.json": `"version": "(.*)"`,
		"assets/python/pyproject.toml": `^version = "(.*)"$`, "assets/python/sheafscope/__init__.py": `^__version__ = "(.*)"$`,
		"README.md": `version = \{(.*)\}`, "CHANGELOG.md": `^## \[(\d.*)\]`} {
		if got := first(t, name, form); got != version {
			t.Errorf("%s has the version %s, package.json %s", name, got, version)
		}
	}
	changes, entry := document(t, "CHANGELOG.md"), fmt.Sprintf("\n## [%s] – %s\n", version, day)
	if !strings.Contains(changes, entry) || strings.Index(changes, "## [Unreleased]") > strings.Index(changes, entry) {
		t.Errorf("CHANGELOG.md has no %q below [Unreleased]", entry)
	}
	if year := first(t, "README.md", `year    = \{(.*)\}`); !strings.HasPrefix(day, year) {
		t.Errorf("README.md has the year %s, and CITATION.cff the day %s", year, day)
	}
	// Licence and title.
	licence := first(t, "package.json", `"license": "(.*)"`)
	for name, form := range map[string]string{"CITATION.cff": `^license: (.*)$`, "assets/element/package.json": `"license": "(.*)"`,
		"assets/python/backend.py": `License: (.*?)\\n`} {
		if got := first(t, name, form); got != licence {
			t.Errorf("%s has the licence %s, package.json %s", name, got, licence)
		}
	}
	for name, form := range map[string]string{"README.md": `title   = \{(.*)\}`, "CITATION.cff": `^title: "(.*)"$`} {
		if got, want := first(t, name, form), first(t, "CITATION.cff", `^title: "(.*)"$`); got != want {
			t.Errorf("%s has the title %s, CITATION.cff %s", name, got, want)
		}
	}
	const texts = "https://creativecommons.org/licenses/by/4.0/"
	if !strings.Contains(document(t, "assets/learn/learn.html"), texts) ||
		!strings.Contains(document(t, "README.md"), "[CC BY 4.0]("+texts+")") {
		t.Error("the course or README.md does not name the licence of the texts")
	}
}
