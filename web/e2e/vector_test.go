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

// vectorFile checks a picture in a vector format for a paper. With --long LaTeX compiles TikZ, and a PDF reader finds the words of the
// picture.
func vectorFile(t *testing.T, what, text string) {
	t.Helper()
	charts := strings.HasPrefix(what, "charts")
	wants := map[string][]string{"pdf": {"(Zachary's karate club)", "(Mr. Hi's club)"}, "charts-pdf": {"(Laplacian spectrum)", "(Training)"},
		"tikz":        {`{\caption}`, `Zachary's karate club`, `{Mr. Hi's club}`, `Model: sgpc`, `\href{http`},
		"charts-tikz": {`Laplacian spectrum`, `Training`, `\ensuremath{\lambda}`}}[what]
	for _, want := range wants {
		if !strings.Contains(text, strings.Trim(want, "{}")) {
			t.Errorf("%s: %q is missing", what, want)
		}
	}
	if what == "charts-tikz" && regexp.MustCompile(`text=sheafaa[^{]*\{[^{]*\{[^}]*\}\{[^}]*\}\\selectfont no guarantee`).MatchString(text) {
		t.Errorf("%s: words have the colour of the ground", what)
	}
	lines := regexp.MustCompile(`(?m)^\\path\[[^\]]*draw=[^\]]*\] \([^()]*\)--\([^()]*\);$`) // of two ends, as an edge is
	if strings.HasSuffix(what, "pdf") {
		lines = regexp.MustCompile(`(?m)^[-\d. ]+ m [-\d. ]+ l\nS$`)
		at := regexp.MustCompile(`startxref\n(\d+)\n%%EOF\n$`).FindStringSubmatch(text)
		n := 0
		if at != nil {
			n, _ = strconv.Atoi(at[1])
		}
		if !strings.HasPrefix(text, "%PDF-1.4\n") || n == 0 || !strings.HasPrefix(text[n:], "xref\n") {
			t.Errorf("%s: the table of its objects is not where it says", what)
		}
	}
	if n := len(lines.FindAllString(text, -1)); !charts && n != 78 || charts && n < 40 {
		t.Errorf("%s: %d lines", what, n)
	}
	if os.Getenv("LONG") != "" {
		typeset(t, what, text, map[bool]string{false: "Mr. Hi", true: "Laplacian spectrum"}[charts])
	}
}

// typeset compiles TikZ by pdfLaTeX, and checks that the PDF contains the text want.
func typeset(t *testing.T, what, text, want string) {
	t.Helper()
	dir := t.TempDir()
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
		run("pdflatex", "-interaction=nonstopmode", "-halt-on-error", "paper.tex") // with the list of figures
		name = "paper.pdf"
	} else {
		put(name, text)
	}
	words := run("pdftotext", "-layout", name, "-")
	if !strings.Contains(words, want) {
		t.Errorf("%s: %q is not among the words of the page:\n%s", what, want, fmt.Sprintf("%.2000s", words))
	}
}
