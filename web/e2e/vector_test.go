//go:build e2e

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// vectorFile checks a file of karate in a vector format for a paper. what is "pdf" or "tikz" for the graph, with the prefix "charts-" for
// the charts; text is the contents of the file. The file has the words of the picture, and a line for each of the 78 edges or at least 40
// lines of charts. A PDF begins with its version and has a correct offset of its table of objects. In TikZ charts the words "no guarantee"
// do not have the colour sheafaa. In the long form typeset finds a text in the typeset file.
func vectorFile(t *testing.T, what, text string) {
	t.Helper()
	charts := strings.HasPrefix(what, "charts")
	wants := map[string][]string{"pdf": {"(Zachary's karate club)", "(Mr. Hi's club)"}, "charts-pdf": {"(Laplacian spectrum)", "(Training)"},
		"tikz":        {`{\caption}`, `Zachary's karate club`, `{Mr. Hi's club}`, `Model: sgpc`, `\href{http`},
		"charts-tikz": {`Laplacian spectrum`, `Training`, `\ensuremath{\lambda}`}}[what]
	for _, want := range wants { // without the braces around a text
		if !strings.Contains(text, strings.Trim(want, "{}")) {
			t.Errorf("%s does not have the text %q", what, want)
		}
	}
	if what == "charts-tikz" && regexp.MustCompile(`text=sheafaa[^{]*\{[^{]*\{[^}]*\}\{[^}]*\}\\selectfont no guarantee`).MatchString(text) {
		t.Errorf("%s: the words \"no guarantee\" have the colour sheafaa", what)
	}
	// lines matches a straight line between two points, as an edge is drawn: in TikZ, or in PDF.
	lines := regexp.MustCompile(`(?m)^\\path\[[^\]]*draw=[^\]]*\] \([^()]*\)--\([^()]*\);$`)
	if strings.HasSuffix(what, "pdf") {
		lines = regexp.MustCompile(`(?m)^[-\d. ]+ m [-\d. ]+ l\nS$`)
		match := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(text)
		offset := 0
		if match != nil {
			offset, _ = strconv.Atoi(match[1])
		}
		if !strings.HasPrefix(text, "%PDF-1.4\n") {
			t.Errorf("%s begins with %.20q, want %%PDF-1.4", what, text)
		}
		if offset == 0 || !strings.HasPrefix(text[offset:], "xref\n") {
			t.Errorf("%s: no table of objects is at the offset %d, which startxref gives", what, offset)
		}
	}
	n := len(lines.FindAllString(text, -1))
	if !charts && n != 78 {
		t.Errorf("%s has %d lines, want one for each of the 78 edges", what, n)
	}
	if charts && n < 40 {
		t.Errorf("%s has %d lines, want at least 40", what, n)
	}
	if os.Getenv("LONG") != "" {
		typeset(t, what, text, map[bool]string{false: "Mr. Hi", true: "Laplacian spectrum"}[charts])
	}
}

// typeset checks that pdftotext finds the text want in a picture. If the name what ends in "tikz", text is TikZ, which pdfLaTeX first
// compiles as a figure of an article. Otherwise text is a PDF.
func typeset(t *testing.T, what, text, want string) {
	t.Helper()
	dir := t.TempDir()
	// run executes a program in dir and returns its output. put writes a file to dir.
	run := func(name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Errorf("%s: %s: %v\n%s", what, name, err, out[max(0, len(out)-1500):])
		}
		return string(out)
	}
	put := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	name := "figure.pdf"
	if strings.HasSuffix(what, "tikz") {
		put("figure.tex", text)
		put("paper.tex", `\documentclass{article}\usepackage{tikz}\usepackage{hyperref}\begin{document}\listoffigures\input{figure}`+
			`\end{document}`)
		run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex")
		run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex") // the second run has the list of figures
		name = "paper.pdf"
	} else {
		put(name, text)
	}
	words := run("pdftotext", "-layout", name, "-")
	if !strings.Contains(words, want) {
		t.Errorf("%s: pdftotext does not find %q in the page:\n%s", what, want, fmt.Sprintf("%.2000s", words))
	}
}
