// This file renders the notes and the lesson plans for teachers.

package main

import (
	"fmt"
	"strconv"
	"strings"

	"sheafscope/core/coursemath"
	"sheafscope/web/course"
	"sheafscope/web/course/contents"
)

// guideOf returns the teacher's notes on a chapter, such as "7a". A chapter without notes is an error.
func guideOf(chapter string) (coursemath.Guide, error) {
	for _, g := range coursemath.Guides() {
		if g.Chapter == chapter {
			return g, nil
		}
	}
	return coursemath.Guide{}, fmt.Errorf("there are no notes on chapter %s", chapter)
}

// objective returns the paragraph with the learning objective of a chapter. A chapter without notes is an error.
func objective(c contents.Chapter) (string, error) {
	g, err := guideOf(c.Number)
	return `<p class="goal">By the end you can ` + course.Prose(g.Objective) + `.</p>`, err
}

// guides returns the notes for teachers as HTML, chapter by chapter. A chapter without notes is an error.
func guides() (string, error) {
	var b strings.Builder
	for _, c := range contents.Chapters {
		g, err := guideOf(c.Number)
		if err != nil {
			return "", err
		}
		// The id of exercise 4.1 is exercise-4-1.
		fmt.Fprintf(&b, `<section class="guide" id="teach-%[1]s" data-testid="teach-%[1]s" aria-labelledby="teach-title-%[1]s">`+
			`<div><h3 id="teach-title-%[1]s"><i>%[1]s</i> %[2]s</h3><p>%[3]d minutes</p><p class="to"><a href="#%[4]s">Chapter %[1]s</a> `+
			`<a href="#slides-%[1]s">Slides of chapter %[1]s</a> <a href="#exercise-%[5]s">Exercise %[6]s</a></p></div><dl>`,
			c.Number, c.Title, g.Minutes, c.ID(), strings.ReplaceAll(g.Exercise, ".", "-"), g.Exercise)
		notes := [][2]string{ // pairs (heading, text)
			{"Objective", "Students can " + g.Objective + "."}, {"What students get wrong", "“" + g.Wrong + "”"},
			{"What is so", g.Answer}, {"To discuss", g.Discuss},
		}
		for _, note := range notes {
			fmt.Fprintf(&b, `<div><dt>%s</dt><dd>%s</dd></div>`, note[0], course.Prose(note[1]))
		}
		b.WriteString(`</dl></section>`)
	}
	return b.String(), nil
}

// plans returns the lesson plans for teachers as HTML. A plan has stops, and a stop has some minutes for one or several chapters. Some
// plans have a link to a deck, which displays the slides of all stops.
func plans() string {
	var b strings.Builder
	for _, p := range coursemath.Plans() {
		var slides []string         // of all stops
		for _, s := range p.Stops { // s.Slides has names of slides with blanks between them, as in "4 4:2 4.1"
			slides = append(slides, strings.Fields(s.Slides)...)
		}
		fmt.Fprintf(&b, `<section class="plan"><h3>%s</h3>`, p.Name)
		if p.Deck != "" {
			fmt.Fprintf(&b, `<p><a id="slides-%[1]s" href="#slides-%[1]s" data-rows="%[2]s">All its slides, one deck</a></p>`, p.Deck,
				strings.Join(slides, " "))
		}
		b.WriteString(`<ol>`)
		for _, s := range p.Stops {
			first, last := s.Chapters[0], s.Chapters[len(s.Chapters)-1]
			link := fmt.Sprintf(`<a href="#slides-%[1]s">Chapter %[1]s</a>`, first)
			if last != first { // several chapters have no common slides: the link leads to the text
				link = fmt.Sprintf(`<a href="#chapter-%[1]s">Chapters %[1]s</a> to %[2]s`, first, last)
			}
			fmt.Fprintf(&b, `<li><span>%s</span><span>%s</span><span>%s</span></li>`, strconv.Itoa(s.Minutes)+" min", link, course.Prose(s.Do))
		}
		b.WriteString(`</ol></section>`)
	}
	return b.String()
}
