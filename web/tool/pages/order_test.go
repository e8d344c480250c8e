package main

import (
	"html"
	"regexp"
	"strings"
	"sync"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/web/course/contents"
)

// Patterns for the markup that may have terms before their definition. heads matches titles and objectives, and symbols matches names of
// symbols.
var (
	heads   = regexp.MustCompile(`(?s)<h[123][ >].*?</h[123]>|<p class="goal">.*?</p>|<p class="there">.*?</p>`)
	symbols = regexp.MustCompile(`(?s)<button type="button" class="sym".*?</button>|<tspan class="sym".*?</tspan>|<text class="sr">.*?</text>`)
)

// wholePage returns the page of the course with its formulas in TeX, rendered once for all tests.
var wholePage = sync.OnceValues(func() ([]byte, error) { return newArticle().page("../../../assets/learn") })

// chapterParts returns the markup of each chapter by its number.
func chapterParts(t *testing.T) map[string]string {
	t.Helper()
	page, err := wholePage()
	if err != nil {
		t.Fatal(err)
	}
	parts := map[string]string{}
	for _, c := range contents.Chapters {
		class := "chap"
		if c.Number == "0" {
			class = "chap hero"
		}
		_, rest, ok := strings.Cut(string(page), `<section class="`+class+`" id="`+c.ID()+`"`)
		if !ok {
			t.Fatalf("the page has no section %s", c.ID())
		}
		// A chapter ends before the next chapter or before the editor of sheaves. The last Cut removes the rest of the first tag.
		rest, _, _ = strings.Cut(rest, "</section>\n<section class=\"chap")
		rest, _, _ = strings.Cut(rest, `<section class="chap" id="editor"`)
		_, parts[c.Number], _ = strings.Cut(rest, ">")
	}
	return parts
}

// No term of the glossary occurs in the article before its definition, except in titles, objectives and names of symbols. Each term has one
// definition, which is in the chapter that the glossary names. Terms of the glossary without a chapter or without words are skipped.
func TestNoTermBeforeItsDefinition(t *testing.T) {
	parts := chapterParts(t)
	// article is the text so far. By the key of a term, place has the offset of its definition in article, and chapter has the number of
	// the chapter with its definition.
	article, place := "", map[string]int{}
	chapter := map[string]string{}
	for _, c := range contents.Chapters {
		markup := symbols.ReplaceAllString(heads.ReplaceAllString(parts[c.Number], " "), " ")
		for k, piece := range strings.Split(markup, `<dfn id="def-`) {
			if k > 0 {
				key, rest, _ := strings.Cut(piece, `">`)
				if _, isDefined := place[key]; isDefined {
					t.Errorf("%s is defined twice", key)
				}
				place[key], chapter[key] = len(article), c.Number
				piece = rest
			}
			article += strings.ToLower(html.UnescapeString(tags.ReplaceAllString(piece, " ")))
			article = blanks.ReplaceAllString(article, " ")
		}
	}
	seen := 0
	for _, term := range coursemath.Glossary() {
		if term.Chapter == "" || len(term.Words) == 0 {
			continue
		}
		definition, isDefined := place[term.Key]
		if !isDefined || chapter[term.Key] != term.Chapter {
			t.Errorf("%s is defined in chapter %q, the glossary says %q", term.Name, chapter[term.Key], term.Chapter)
			continue
		}
		for _, word := range term.Words {
			seen++
			// m is the first occurrence as a whole word. It begins with the sign before the word. Joined blanks can move the definition by
			// one more byte. Thus an occurrence at the definition begins up to two bytes before its offset.
			wholeWord := regexp.MustCompile(`(^|[^\pL])` + regexp.QuoteMeta(word) + `([^\pL]|$)`)
			if m := wholeWord.FindStringIndex(article); m != nil && m[0] < definition-2 {
				t.Errorf("“%s” is used before its definition: …%s…", word, article[max(0, m[0]-60):min(len(article), m[1]+30)])
			}
		}
	}
	if seen < 30 {
		t.Errorf("the glossary has only %d words of terms, want at least 30", seen)
	}
}

// For each question of the table, one paragraph of the article is marked as the answer with the key. In lower case, the paragraph has the
// words of the table. The course must answer ten of these questions. Students had the other ten after they had read the course.
func TestQuestionsAreAnswered(t *testing.T) {
	article := ""
	for _, part := range chapterParts(t) {
		article += part
	}
	for _, q := range []struct{ question, key, words string }{
		{"What is a sheaf?", "what-is-a-sheaf", "a sheaf on a graph is a stalk at each node and each edge, with a map from each node to " +
			"each of its edges"},
		{"What is a stalk?", "what-is-a-stalk", "the space in which a node’s vector lives is the stalk of the node"},
		{"What is a map?", "what-is-a-map", "the rule by which a node is read on an edge"},
		{"What is H⁰?", "what-is-h0", "a signal on which every edge agrees is a global section"},
		{"What is H¹?", "what-is-h1", "some edge values may be the disagreement of no signal"},
		{"What is λ₂?", "what-is-lambda2", "the smallest eigenvalue above the kernel"},
		{"Why does a sheaf help on heterophilous graphs?", "why-heterophilous",
			"with the right maps they are among the cheap ones, and outlive it"},
		{"What is a JKO step?", "what-is-jko", "cheap, spread out, and near to where it was"},
		{"What does gap ascent do?", "what-is-ascent", "along v, the unit eigenvector of"},
		{"What does gap ascent cost?", "price-of-ascent", "the class now fades almost as fast as the noise"},
		{"When does a sheaf network over-smooth?", "sheaf-smooths", "when it goes on after the noise is gone"},
		{"What are the two clusters?", "two-sides", "class × temper"},
		{"Which maps did NSD learn?", "which-maps", "what has nsd learned"},
		{"How do features train a map?", "features-train", "runs back along this chain"},
		{"What is a whole layer?", "whole-layer", "from features, maps; from maps, a laplacian"},
		{"Why d = 2?", "why-two", "with two it can turn"},
		{"If H⁰ holds no class, why does it work?", "no-section", "because the classes still cost little"},
		{"Why raise λ₂?", "why-gap", "raise it, and fewer steps are needed"},
		{"How does diffusion yield a class?", "diffusion-class", "how diffusion yields a class"},
		{"Why is SGPC below NSD there?", "why-below", "a plan has no negative entries"},
	} {
		if n := strings.Count(article, `data-answers="`+q.key+`"`); n != 1 {
			t.Errorf("“%s” is answered by %d paragraphs, want 1", q.question, n)
		}
		// text is the paragraph without its markup, in lower case.
		_, rest, ok := strings.Cut(article, `data-answers="`+q.key+`">`)
		rest, _, _ = strings.Cut(rest, "</p>")
		text := strings.ToLower(html.UnescapeString(blanks.ReplaceAllString(tags.ReplaceAllString(rest, ""), " ")))
		if !ok || !strings.Contains(text, q.words) {
			t.Errorf("“%s” is answered by “%s”, without “%s”", q.question, text, q.words)
		}
	}
}
