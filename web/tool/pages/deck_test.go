package main

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/web/course/contents"
)

var (
	steps   = regexp.MustCompile(`(?s)<li class="step".*?</li>`)
	claims  = regexp.MustCompile(`(?s)<p class="claim"[^>]*>(.*?)</p>`)
	figures = regexp.MustCompile(`(?s)<figure.*?</figure>|<svg.*?</svg>|<section class="ex.*?</section>|` +
		`<button type="button" class="show".*?</button>`)
	ends  = regexp.MustCompile(`[.?!:](\s|$)`)
	cuts  = regexp.MustCompile(`</(p|h1|h2|h3|li|dt|dd|div|summary|button|label)>|class="tolab".*?</a>`)
	maths = regexp.MustCompile(`(?s)<math>.*?</math>`)
)

// sentences returns the sentences of a piece of the article, without figures and exercises. A formula counts as one word.
func sentences(markup string) (out []string) {
	for _, part := range cuts.Split(maths.ReplaceAllString(figures.ReplaceAllString(markup, " "), "x"), -1) {
		text := html.UnescapeString(tags.ReplaceAllString(part, ""))
		for _, s := range ends.Split(blanks.ReplaceAllString(text, " "), -1) {
			if s = strings.TrimSpace(s); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// A sentence of the article has at most 25 words. A colon ends a sentence.
func TestSentencesAreShort(t *testing.T) {
	seen := 0
	parts := chapterParts(t)
	parts["for teachers"], _ = guides()
	for chapter, part := range parts {
		for _, s := range sentences(part) {
			if seen++; len(strings.Fields(s)) > 25 {
				t.Errorf("%s has a sentence of %d words: %s", chapter, len(strings.Fields(s)), s)
			}
		}
	}
	if seen < 400 {
		t.Errorf("only %d sentences", seen)
	}
}

// Each step has one claim of at most three sentences for its slide.
func TestEachStepHasOneClaim(t *testing.T) {
	for chapter, part := range chapterParts(t) {
		all := steps.FindAllString(part, -1)
		if len(all) < 3 {
			t.Errorf("chapter %s has %d steps", chapter, len(all))
		}
		for k, step := range all {
			found := claims.FindAllStringSubmatch(step, -1)
			if len(found) != 1 {
				t.Errorf("step %d of chapter %s has %d claims", k+1, chapter, len(found))
				continue
			}
			if n := len(sentences(found[0][1])); n < 1 || n > 3 {
				t.Errorf("step %d of chapter %s claims %q", k+1, chapter, sentences(found[0][1]))
			}
		}
	}
}

// The slides of a plan are steps and exercises of the chapters of its stops. Each stop of a plan with a deck has a step.
func TestPlanSlidesAreInItsChapters(t *testing.T) {
	page, err := wholePage()
	if err != nil {
		t.Fatal(err)
	}
	parts, decks := chapterParts(t), 0
	for _, p := range coursemath.Plans() {
		rows := ""
		for _, s := range p.Stops {
			own := strings.Fields(s.Slides)
			if p.Deck == "" && len(own) > 0 || p.Deck != "" && !strings.Contains(s.Slides, ":") {
				t.Errorf("“%s” has the slides %q for “%s”", p.Name, s.Slides, s.Do)
			}
			// A row is a step, such as 4:2, or an exercise, such as 4.1.
			for _, row := range own {
				chapter, step, isStep := strings.Cut(row, ":")
				e, isExercise := coursemath.Find(row)
				if isExercise {
					chapter = e.Chapter
				}
				known := slices.ContainsFunc(contents.Chapters, func(c contents.Chapter) bool { return c.Number == chapter })
				if !known || !slices.Contains(s.Chapters, chapter) ||
					isStep && (len(step) != 1 || step < "1" || int(step[0]-'0') > len(steps.FindAllString(parts[chapter], -1))) {
					t.Errorf("“%s” has a slide %s, which is no part of chapter %v", p.Name, row, s.Chapters)
				}
			}
			rows += " " + s.Slides
		}
		if p.Deck == "" {
			continue
		}
		decks++
		want := `id="slides-` + p.Deck + `" href="#slides-` + p.Deck + `" data-rows="` + strings.TrimSpace(rows) + `"`
		if !strings.Contains(string(page), want) {
			t.Errorf("the page has no %s", want)
		}
	}
	if decks != 1 {
		t.Errorf("%d plans are a deck", decks)
	}
}
