package main

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"sheafscope/core/coursemath"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// Patterns for the markup: closed details elements, and exercises.
var (
	folded    = regexp.MustCompile(`(?s)<details.*?</details>`)
	exercises = regexp.MustCompile(`(?s)<section class="ex open".*?</section>`)
)

// visible returns the text of a part of the page in lower case, without closed details elements.
func visible(markup string) string {
	return strings.ToLower(html.UnescapeString(blanks.ReplaceAllString(tags.ReplaceAllString(folded.ReplaceAllString(markup, " "), " "), " ")))
}

// Before the reader answers an exercise, neither its figure nor the next step contains the answer. The test searches right options of at
// least three characters. For an exercise with a training it searches the accuracies of the models instead. The figure of an exercise is
// its own or, without one, the figure of the chapter. Choices of chapter 4 have their own figure, which names no dimension.
func TestPredictionsAreNotSpoiled(t *testing.T) {
	// seen counts the answers that the test searches.
	parts, seen := chapterParts(t), 0
	for _, e := range coursemath.Exercises() {
		part := parts[e.Chapter]
		id := "exercise-" + strings.ReplaceAll(e.ID(), ".", "-")
		_, rest, ok := strings.Cut(part, `id="`+id+`"`)
		if !ok {
			t.Errorf("%s is not on the page", e.ID())
			continue
		}
		section, rest, _ := strings.Cut(rest, "</section>")
		// visibleText is the visible text of the figure and of the next step.
		visibleText := ""
		if _, picture, isThere := strings.Cut(section, `<div class="exfig"`); isThere {
			picture, _, _ = strings.Cut(picture, `<div class="opts"`)
			visibleText = visible(picture)
		} else if _, figure, isThere := strings.Cut(part, `<figure class="fig"`); isThere {
			visibleText = visible(figure)
		}
		if next := exercises.ReplaceAllString(rest, ""); strings.Contains(next, `<li class="step"`) {
			next, _, _ = strings.Cut(next, "</li>")
			visibleText += visible(next)
		}
		// Shorter answers are not searched, because they occur in other words, too.
		v := e.Variant(1)
		hasTraining := len(v.Runs) > 0
		for _, o := range v.Options {
			if hasTraining || !v.Check(o.Key, nil).Right || len([]rune(o.Text)) < 3 {
				continue
			}
			seen++
			if strings.Contains(visibleText, visible(course.Prose(o.Text))) {
				t.Errorf("%s: its answer “%s” is beside it", e.ID(), o.Text)
			}
		}
		// The accuracies of the models are the answers to exercises with a training.
		if m := regexp.MustCompile(`\d+ %`).FindString(visibleText); len(v.Options) > 0 && hasTraining && m != "" {
			seen++
			for _, row := range coursemath.PuzzleAccuracies() {
				if strings.Contains(visibleText, fmt.Sprintf("%.0f %%", row.Mean())) {
					t.Errorf("%s: the accuracy of %s is beside it: %s", e.ID(), row.Model, visibleText)
				}
			}
		}
		if e.Chapter == "4" && e.Kind == coursemath.KindChoice {
			if !strings.Contains(section, "exfig") {
				t.Errorf("%s has no figure of its own", e.ID())
			}
			if strings.Contains(visibleText, "dim") {
				t.Errorf("%s: a dimension is in %q", e.ID(), visibleText)
			}
		}
	}
	if seen < 5 {
		t.Errorf("the test searches only %d answers, want at least 5", seen)
	}
}

// symbolsOf returns the keys of the symbols in the formulas of a text. A formula stands between two dollar signs.
func symbolsOf(text string) (keys []string) {
	for k, part := range strings.Split(text, "$") {
		isFormula := k%2 == 1
		if isFormula {
			keys = append(keys, course.Symbols(part)...)
		}
	}
	return keys
}

// If an exercise of the lecture uses a symbol that its chapter defines, a slide before the exercise defines the symbol. No step on a slide
// shows a number that only a training gives. Closed details elements are exempt from this.
func TestLectureDefinesSymbolsBeforeExercises(t *testing.T) {
	parts := chapterParts(t)
	defined := map[string]string{} // the number of the chapter that defines a term, by the key of the term
	for _, c := range contents.Chapters {
		for _, m := range regexp.MustCompile(`id="def-(\w+)"`).FindAllStringSubmatch(parts[c.Number], -1) {
			defined[m[1]] = c.Number
		}
	}
	for _, p := range coursemath.Plans() {
		// shown is the markup of the slides so far.
		shown := ""
		for _, s := range p.Stops {
			for row := range strings.FieldsSeq(s.Slides) {
				chapter, step, isStep := strings.Cut(row, ":")
				if isStep {
					// Steps count from 1 and have one digit.
					piece := steps.FindAllString(parts[chapter], -1)[step[0]-'1']
					shown += piece
					// A number that only a training gives has the class unknown.
					if strings.Contains(folded.ReplaceAllString(piece, ""), " unknown") {
						t.Errorf("the slide %s has a number of a training", row)
					}
				}
				e, isExercise := coursemath.Find(row)
				if !isExercise {
					continue
				}
				for _, key := range symbolsOf(e.Variant(1).Question) {
					if defined[key] == e.Chapter && !strings.Contains(shown, `id="def-`+key+`"`) {
						t.Errorf("the slide %s uses %s before its definition", row, key)
					}
				}
			}
		}
	}
}

// deckRow matches a step or an exercise. Its submatches are the figure, the state and the picture of a step, and empty for an exercise.
var deckRow = regexp.MustCompile(`(?s)<li class="step" data-figure-of="(\w+)" data-set="([^"]*)"(?: data-shows="(\w+)")?>.*?</li>|` +
	`<section class="ex open".*?</section>`)

// In the deck of a chapter, two places do not contain a right option of an exercise: the claims on the slides before the exercise, and the
// picture beside the exercise. The picture is its own or, without one, the picture of the step before it in the state of this step. For
// an exercise that needs a number, no number of the picture is right. Options of one or two characters, and exercises with a training, are
// skipped.
func TestSlidesDoNotSpoilExercises(t *testing.T) {
	numbers, seen := regexp.MustCompile(`[−-]?\d+(\.\d+)?`), 0
	for chapter, part := range chapterParts(t) {
		claimText, pictureText := "", "" // the texts of the claims before, and of the picture
		for _, m := range deckRow.FindAllStringSubmatch(part, -1) {
			markup, figure, state, picture := m[0], m[1], m[2], m[3]
			isStep := figure != ""
			if isStep {
				claimText += " " + visible(claims.FindStringSubmatch(markup)[1])
				pictureText = pictureOf(t, figure, state, picture)
				continue
			}
			_, id, _ := strings.Cut(markup, `data-ex="`)
			id, _, _ = strings.Cut(id, `"`)
			e, ok := coursemath.Find(id)
			if !ok || e.Chapter != chapter {
				t.Errorf("a slide of chapter %s has the exercise %q", chapter, id)
				continue
			}
			// A picture of the exercise replaces the picture of the step before it.
			if _, picture, isThere := strings.Cut(markup, `<div class="exfig"`); isThere {
				picture, _, _ = strings.Cut(picture, `<div class="opts"`)
				pictureText = visible(picture)
			}
			v := e.Variant(1)
			if len(v.Runs) > 0 {
				continue // no slide has the result of a training
			}
			for _, o := range v.Options {
				text := visible(course.Prose(o.Text))
				if len([]rune(o.Text)) < 3 || !v.Check(o.Key, nil).Right {
					continue
				}
				seen++
				if strings.Contains(claimText, text) || strings.Contains(pictureText, text) {
					t.Errorf("%s: its answer “%s” is on a slide before it", id, o.Text)
				}
			}
			if e.Kind == coursemath.KindNumber {
				for _, number := range numbers.FindAllString(pictureText, -1) {
					seen++
					if v.Check(strings.ReplaceAll(number, "−", "-"), nil).Right {
						t.Errorf("%s: its answer %s is in the picture beside it", id, number)
					}
				}
			}
		}
	}
	if seen < 20 {
		t.Errorf("the test searches only %d answers, want at least 20", seen)
	}
}

// pictureOf returns the visible text of a picture of a figure in a state such as "turn=40 dim=2".
// An empty name of the picture means the first picture of the figure.
func pictureOf(t *testing.T, figure, state, picture string) string {
	t.Helper()
	c := course.New(nil)
	values, err := course.Assign(state)
	if err != nil {
		t.Fatal(err)
	}
	c.Restore(figure, values)
	if picture == "" {
		picture = c.Figure(figure).Pictures[0].Name
	}
	return visible(c.Render(figure).Pictures[picture])
}
