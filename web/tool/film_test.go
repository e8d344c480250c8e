package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/e2e"
)

// This file tests the list of the parts and captions of the film.

// The film has six parts and lasts 85 to 95 seconds. A caption is a sentence of 5 to 25 words and at most 100 bytes. It is displayed for at
// least a second per four words. Each part has its steps in web/e2e/film_steps_test.go. The release workflow makes the film and releases
// every file of it. .gitignore excludes the folder of these files.
func TestFilmCaptionsCanBeRead(t *testing.T) {
	var names []string
	seconds := 0
	for _, part := range e2e.Film {
		names = append(names, part.Name)
		if len(part.Captions) == 0 {
			t.Errorf("%s has no caption", part.Name)
		}
		for _, c := range part.Captions {
			seconds += c.Seconds
			words := len(strings.Fields(c.Text))
			if words < 5 || words > 25 || len(c.Text) > 100 {
				t.Errorf("the caption %q has %d words and %d bytes, want 5 to 25 words and at most 100 bytes", c.Text, words, len(c.Text))
			}
			if !strings.HasSuffix(c.Text, ".") {
				t.Errorf("the caption %q does not end with a period", c.Text)
			}
			if 4*c.Seconds < words {
				t.Errorf("the caption %q of %d words is shown for %d s, want a second per four words", c.Text, words, c.Seconds)
			}
		}
	}
	if want := []string{"Dial", "One edge", "JKO step", "Spectrum", "Gap ascent", "WebKB"}; !slices.Equal(names, want) {
		t.Errorf("the parts are %q, want %q", names, want)
	}
	if seconds < 85 || seconds > 95 {
		t.Errorf("the captions last %d s, want 85 to 95", seconds)
	}
	// The parts without steps remain in names.
	withSteps := regexp.MustCompile(`(?m)^\t"([^"]+)": \{\n\t\tbefore: `)
	for _, m := range withSteps.FindAllStringSubmatch(document(t, "web/e2e/film_steps_test.go"), -1) {
		names = slices.DeleteFunc(names, func(name string) bool { return name == m[1] })
	}
	if len(names) > 0 {
		t.Errorf("the parts %q have no steps", names)
	}
	// moved has, in its only submatch, the patterns of the files that a step of the release moves.
	release := document(t, ".github/workflows/release.yml")
	moved := regexp.MustCompile(`(?m)^ +mv ((?:\.build/film/\S+ )+)\.\./release/$`).FindStringSubmatch(release)
	if moved == nil || !strings.Contains(release, "./build.sh film\n") {
		t.Fatal("the release workflow does not make the film, or does not move its files")
	}
	if !strings.Contains(document(t, ".gitignore"), "/.build/\n") {
		t.Fatal(".gitignore does not have the folder .build of the film")
	}
	for _, theme := range e2e.FilmThemes {
		for _, end := range e2e.FilmEnds {
			isMoved := slices.ContainsFunc(strings.Fields(moved[1]), func(pattern string) bool {
				matches, err := path.Match(pattern, ".build/film/"+e2e.FilmFile(theme, end))
				return matches && err == nil
			})
			if !isMoved {
				t.Errorf("the release lacks %s", e2e.FilmFile(theme, end))
			}
		}
	}
}
