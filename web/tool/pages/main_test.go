package main

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// This file tests the page of the course as a whole.

// tags matches a tag of HTML, and blanks matches white space.
var (
	tags   = regexp.MustCompile(`<[^>]*>`)
	blanks = regexp.MustCompile(`\s+`)
)

// The page has all chapters and their figures, unique identifiers and working links. It has no inline style, no action of a template and no
// NaN. The answer to every question of the reading test (coursemath.Quiz) stands in its chapter, word for word. Every symbol has an
// entry. Every formula before the first exercise of a chapter is a button that explains its symbols.
func TestPageIsComplete(t *testing.T) {
	page, err := wholePage()
	if err != nil {
		t.Fatal(err)
	}
	text := string(page)
	// chapters has the text of each chapter in lower case, without its figure, and parts has its markup. The keys are the numbers.
	chapters, parts := map[string]string{}, chapterParts(t)
	for _, c := range contents.Chapters {
		_, rest, ok := strings.Cut(text, `id="`+c.ID()+`"`)
		if !ok {
			t.Fatalf("the page has no element with the id %s", c.ID())
		}
		// The text of a chapter stands before its figure.
		words, _, _ := strings.Cut(rest, `<figure class="fig"`)
		chapters[c.Number] = strings.ToLower(blanks.ReplaceAllString(tags.ReplaceAllString(words, ""), " "))
		if !strings.Contains(parts[c.Number], `data-testid="figure-live"`) {
			t.Errorf("%s has no figure", c.ID())
		}
	}
	for _, q := range slices.Concat(coursemath.Quiz(coursemath.FormA), coursemath.Quiz(coursemath.FormB)) {
		if !strings.Contains(chapters[q.Chapter], q.Sentence) { // sentences are stored in lower case
			t.Errorf("chapter %s does not say “%s”", q.Chapter, q.Sentence)
		}
	}
	if strings.Contains(text, " style=") || strings.Contains(text, "{{") || strings.Contains(text, "NaN") {
		t.Error("the page has an inline style, an action of a template or a NaN")
	}
	// Each id occurs once, and links and symbols lead to an id. A link to #sheaf= opens a state.
	ids := map[string]bool{}
	for _, m := range regexp.MustCompile(` id="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		if ids[m[1]] {
			t.Errorf("two elements have the id %s", m[1])
		}
		ids[m[1]] = true
	}
	for _, m := range regexp.MustCompile(`href="#([^"]*)"`).FindAllStringSubmatch(text, -1) {
		if !ids[m[1]] && !strings.HasPrefix(m[1], "sheaf=") {
			t.Errorf("a link leads to %s, which no element has as its id", m[1])
		}
	}
	for _, m := range regexp.MustCompile(`data-g="([^"]+)"`).FindAllStringSubmatch(text, -1) {
		for key := range strings.FieldsSeq(m[1]) {
			if !ids["g-"+key] {
				t.Errorf("the symbol %s has no entry", key)
			}
		}
	}
	// Each of these formulas is a button with a card. Formulas in a picture are no buttons.
	for _, c := range contents.Chapters {
		_, rest, _ := strings.Cut(text, `id="`+c.ID()+`"`)
		words, _, _ := strings.Cut(rest, `class="ex open"`)
		words = regexp.MustCompile(`(?s)<svg.*?</svg>`).ReplaceAllString(words, "")
		if n, m := strings.Count(words, "<math>"), strings.Count(words, `class="sym"`); n != m {
			t.Errorf("%s has %d formulas, but %d buttons that explain symbols", c.ID(), n, m)
		}
	}
}

// Formulas of the course become MathML: numbers, words, scripts, fractions, and characters that HTML escapes. The formula stands in a
// sentence, whose other text stays.
func TestTypesetGivesMathML(t *testing.T) {
	for tex, want := range map[string]string{
		"x_u":            "<msub><mi>x</mi><mi>u</mi></msub>",
		"\\dim \\sp H^0": `<mrow><mi>dim</mi><mspace width="0.22em"></mspace><msup><mi>H</mi><mn>0</mn></msup></mrow>`,
		"a=-b-c":         `<mrow><mi>a</mi><mo>=</mo><mo form="prefix">−</mo><mi>b</mi><mo>−</mo><mi>c</mi></mrow>`,
		"λ_{n-1}":        "<msub><mi>λ</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msub>",
		"\\frac{1}{2}<1": "<mrow><mfrac><mn>1</mn><mn>2</mn></mfrac><mo>&lt;</mo><mn>1</mn></mrow>",
		"∑_{k=0}^{12}𝓕":  "<mrow><munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>0</mn></mrow><mn>12</mn></munderover><mi>𝓕</mi></mrow>",
		"\\{ & \\}": `<mrow><mo stretchy="false" form="prefix">{</mo><mi>&amp;</mi>` +
			`<mo stretchy="false" form="postfix">}</mo></mrow>`,
	} {
		got, err := typeset("../../../assets/learn", []byte(course.Prose("so $"+tex+"$ <")))
		if string(got) != "so <math>"+want+"</math> &lt;" || err != nil {
			t.Errorf("%s gives %s, error %v; want %s", tex, got, err, want)
		}
	}
}

// The notes for teachers have, for every chapter, its objective, a common error with its correction, a question and the minutes. They have
// links to the chapter, its slides and an exercise. Except for chapter 0, the page has the objective twice: in the notes and in the
// chapter. Each plan has as many list items and as many links as stops.
func TestTeachersHaveNotesOnEveryChapter(t *testing.T) {
	page, err := wholePage()
	if err != nil {
		t.Fatal(err)
	}
	_, notes, _ := strings.Cut(string(page), `id="instructor"`)
	notes, _, _ = strings.Cut(notes, `id="teachers"`)
	for _, g := range coursemath.Guides() {
		n := g.Chapter
		// row is the part of the notes on this chapter.
		_, row, _ := strings.Cut(notes, `id="teach-`+n+`"`)
		row, _, _ = strings.Cut(row, "</section>")
		for _, want := range []string{course.Prose(g.Objective), course.Prose(g.Wrong), course.Prose(g.Answer), course.Prose(g.Discuss),
			strconv.Itoa(g.Minutes) + " minutes", `href="#chapter-` + n + `"`, `href="#slides-` + n + `"`,
			`href="#exercise-` + strings.ReplaceAll(g.Exercise, ".", "-") + `"`} {
			if !strings.Contains(row, want) {
				t.Errorf("the notes on chapter %s lack %s", n, want)
			}
		}
		if count := strings.Count(string(page), course.Prose(g.Objective)); g.Chapter != "0" && count != 2 {
			t.Errorf("the objective of chapter %s is %d times on the page, want 2: in the notes and in the chapter", n, count)
		}
	}
	for _, p := range coursemath.Plans() {
		_, plan, ok := strings.Cut(notes, ">"+p.Name+"<")
		plan, _, _ = strings.Cut(plan, "</section>")
		if !ok || strings.Count(plan, "<li>") != len(p.Stops) || strings.Count(plan, "<a href") != len(p.Stops) {
			t.Errorf("the plan “%s” does not have a row with a link for each of its %d stops: %s", p.Name, len(p.Stops), plan)
		}
	}
}

// An unknown name of a figure, value, picture, setting or symbol in a template is an error, which fails the build. A setting whose value is
// no number is an error, too.
func TestWrongNamesFail(t *testing.T) {
	a := newArticle()
	for name, render := range map[string]func() (string, error){
		"value":   func() (string, error) { return a.live("edge.nothing") },
		"number":  func() (string, error) { return a.grab("edge.nothing") },
		"slider":  func() (string, error) { return a.slider("none.turn") },
		"picture": func() (string, error) { return a.picture("edge", "none") },
		"step":    func() (string, error) { return a.step("edge", "turn=x") },
		"state":   func() (string, error) { return a.step("edge", "none=1") },
		"figure":  func() (string, error) { return a.step("none", "") },
		"other":   func() (string, error) { return a.grab("edge.turn", "none=1") },
		"symbol":  func() (string, error) { return symbol("none", "x") },
	} {
		if _, err := render(); err == nil {
			t.Errorf("a wrong %s is accepted, want an error", name)
		}
	}
}
