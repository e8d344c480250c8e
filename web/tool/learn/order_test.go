package main

import (
	"html"
	"regexp"
	"strings"
	"testing"

	exact "sheafscope/core/course"
	"sheafscope/web/course/contents"
)

var (
	heads   = regexp.MustCompile(`(?s)<h[123][ >].*?</h[123]>|<p class="goal">.*?</p>|<p class="there">.*?</p>`)
	symbols = regexp.MustCompile(`(?s)<button type="button" class="sym".*?</button>|<tspan class="sym".*?</tspan>|<text class="sr">.*?</text>`)
)

// chapterParts is the markup of each chapter of the page, by number.
func chapterParts(t *testing.T) map[string]string {
	t.Helper()
	page, err := newArticle().page("../../../assets/learn")
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, c := range contents.Chapters {
		_, rest, ok := strings.Cut(string(page), `<section class="chap`+map[bool]string{true: " hero"}[c.Number == "0"]+`" id="`+c.ID()+`"`)
		if !ok {
			t.Fatalf("there is no %s", c.ID())
		}
		rest, _, _ = strings.Cut(rest, "</section>\n<section class=\"chap")
		rest, _, _ = strings.Cut(rest, `<section class="chap" id="editor"`)
		_, parts[c.Number], _ = strings.Cut(rest, ">")
	}
	return parts
}

// No term of the glossary stands in the article before the place that defines it: titles and objectives, which say what will
// be learned, aside. Each has one such place, in its chapter.
func TestNoTermBeforeItsDefinition(t *testing.T) {
	parts := chapterParts(t)
	before, place := "", map[string]int{} // the text so far, and where in it each definition begins
	chapter := map[string]string{}
	for _, c := range contents.Chapters {
		markup := symbols.ReplaceAllString(heads.ReplaceAllString(parts[c.Number], " "), " ")
		for k, piece := range strings.Split(markup, `<dfn id="def-`) {
			if k > 0 {
				key, rest, _ := strings.Cut(piece, `">`)
				if _, twice := place[key]; twice {
					t.Errorf("%s is defined twice", key)
				}
				place[key], chapter[key], piece = len(before), c.Number, rest
			}
			before += strings.ToLower(html.UnescapeString(tags.ReplaceAllString(piece, " ")))
			before = blanks.ReplaceAllString(before, " ")
		}
	}
	seen := 0
	for _, term := range exact.Glossary() {
		if term.Chapter == "" || len(term.Words) == 0 {
			continue
		}
		at, defined := place[term.Key]
		if !defined || chapter[term.Key] != term.Chapter {
			t.Errorf("%s is defined in chapter %q, the glossary says %q", term.Name, chapter[term.Key], term.Chapter)
			continue
		}
		for _, word := range term.Words {
			seen++
			if m := regexp.MustCompile(`(^|[^\pL])` + regexp.QuoteMeta(word) + `([^\pL]|$)`).FindStringIndex(before); m != nil && m[0] < at-2 {
				t.Errorf("“%s” is used before its definition: …%s…", word, before[max(0, m[0]-60):min(len(before), m[1]+30)])
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d words of terms", seen)
	}
}

// The questions that a student had left are answered, each in one place of the article.
func TestQuestionsAreAnswered(t *testing.T) {
	all := ""
	for _, part := range chapterParts(t) {
		all += part
	}
	for _, q := range []struct{ question, key, words string }{
		{"What is a sheaf?", "what-is-a-sheaf", "gives each node and each edge a space of vectors, its stalk"},
		{"Which maps did NSD learn?", "which-maps", "what has nsd learned"},
		{"How do features train a map?", "features-train", "the slope runs back along this chain"},
		{"What is a whole layer?", "whole-layer", "from features, maps; from maps, a laplacian"},
		{"Why d = 2?", "why-two", "with two it can turn"},
		{"Does a sheaf over-smooth?", "sheaf-smooths", "a sheaf network over-smooths, too"},
		{"If H⁰ = 0, why does it work?", "no-section", "because the classes still cost little"},
		{"Why raise λ₂?", "why-gap", "raise it, and fewer steps are needed"},
		{"How does diffusion yield a class?", "diffusion-class", "how diffusion yields a class"},
		{"Why is SGPC below NSD there?", "why-below", "a plan has no negative entries"},
	} {
		_, rest, ok := strings.Cut(all, `data-answers="`+q.key+`">`)
		rest, _, _ = strings.Cut(rest, "</p>")
		text := strings.ToLower(html.UnescapeString(blanks.ReplaceAllString(tags.ReplaceAllString(rest, ""), " ")))
		if !ok || strings.Count(all, `data-answers="`+q.key+`"`) != 1 || !strings.Contains(text, q.words) {
			t.Errorf("“%s” is answered by “%s”", q.question, text)
		}
	}
}
