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

// This file tests the steps, claims and slides of the course.

// Patterns for the markup of the article, which has all chapters.
var (
	steps  = regexp.MustCompile(`(?s)<li class="step".*?</li>`)
	claims = regexp.MustCompile(`(?s)<p class="claim"[^>]*>(.*?)</p>`)
	// figures are pictures, exercises and buttons that show something.
	figures = regexp.MustCompile(`(?s)<figure.*?</figure>|<svg.*?</svg>|<section class="ex.*?</section>|` +
		`<button type="button" class="show".*?</button>`)
	// ends matches the end of a sentence in a text. cuts matches the end of an element, which ends a sentence, too, and the link to the
	// laboratory, which belongs to no sentence.
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

// A sentence of the article or of the notes for teachers has at most 25 words. A colon ends a sentence. Figures and exercises are exempt.
func TestSentencesAreShort(t *testing.T) {
	seen := 0
	parts := chapterParts(t)
	parts["for teachers"], _ = guides()
	for chapter, part := range parts {
		for _, s := range sentences(part) {
			seen++
			if len(strings.Fields(s)) > 25 {
				t.Errorf("%s has a sentence of %d words: %s", chapter, len(strings.Fields(s)), s)
			}
		}
	}
	if seen < 400 {
		t.Errorf("the article has only %d sentences, want at least 400", seen)
	}
}

// Each chapter has at least three steps. Each step has one claim for its slide, of one to three sentences.
func TestEachStepHasOneClaim(t *testing.T) {
	for chapter, part := range chapterParts(t) {
		chapterSteps := steps.FindAllString(part, -1)
		if len(chapterSteps) < 3 {
			t.Errorf("chapter %s has %d steps, want at least 3", chapter, len(chapterSteps))
		}
		for k, step := range chapterSteps {
			found := claims.FindAllStringSubmatch(step, -1)
			if len(found) != 1 {
				t.Errorf("step %d of chapter %s has %d claims, want 1", k+1, chapter, len(found))
				continue
			}
			if n := len(sentences(found[0][1])); n < 1 || n > 3 {
				t.Errorf("the claim of step %d of chapter %s has %d sentences, want 1 to 3: %q", k+1, chapter, n, sentences(found[0][1]))
			}
		}
	}
}

// A plan for a lesson has stops, and a stop has slides. Each slide of a stop is a step or an exercise of a chapter of this stop. If a plan
// has a deck of slides, each of its stops has a step. A plan without a deck has no slides. Exactly one plan has a deck, and the page has a
// link with the slides of this deck.
func TestPlanSlidesAreInItsChapters(t *testing.T) {
	page, err := wholePage()
	if err != nil {
		t.Fatal(err)
	}
	parts, decks := chapterParts(t), 0
	for _, p := range coursemath.Plans() {
		rows := ""
		for _, s := range p.Stops {
			slides := strings.Fields(s.Slides)
			if p.Deck == "" && len(slides) > 0 {
				t.Errorf("“%s” has no deck, but the slides %q for “%s”", p.Name, s.Slides, s.Do)
			}
			if p.Deck != "" && !strings.Contains(s.Slides, ":") {
				t.Errorf("“%s” has a deck, but the slides %q for “%s” have no step", p.Name, s.Slides, s.Do)
			}
			// A row is a step, such as 4:2 (step 2 of chapter 4), or an exercise, such as 4.1.
			for _, row := range slides {
				chapter, step, isStep := strings.Cut(row, ":")
				e, isExercise := coursemath.Find(row)
				if isExercise {
					chapter = e.Chapter
				}
				isChapter := slices.ContainsFunc(contents.Chapters, func(c contents.Chapter) bool { return c.Number == chapter })
				if !isChapter || !slices.Contains(s.Chapters, chapter) {
					t.Errorf("“%s” has a slide %s, which is no part of the chapters %v", p.Name, row, s.Chapters)
					continue
				}
				// Steps count from 1 and have one digit.
				count := len(steps.FindAllString(parts[chapter], -1))
				isInRange := len(step) == 1 && step >= "1" && int(step[0]-'0') <= count
				if isStep && !isInRange {
					t.Errorf("“%s” has a slide %s, but chapter %s has the steps 1 to %d", p.Name, row, chapter, count)
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
			t.Errorf("the page has no link with %s", want)
		}
	}
	if decks != 1 {
		t.Errorf("%d plans have a deck, want 1", decks)
	}
}
