package main

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/e2e"
)

// The film has six parts and lasts about ninety seconds. A caption is a sentence of 5 to 25 words, and is displayed for at least a second
// per four words. Each part has its actions. The release has every file of the film.
func TestFilmCaptionsCanBeRead(t *testing.T) {
	var names []string
	all := 0
	for _, part := range e2e.Film {
		names = append(names, part.Name)
		if len(part.Captions) == 0 {
			t.Errorf("%s has no caption", part.Name)
		}
		for _, c := range part.Captions {
			all += c.Seconds
			if n := len(strings.Fields(c.Text)); n < 5 || n > 25 || len(c.Text) > 100 || !strings.HasSuffix(c.Text, ".") || 4*c.Seconds < n {
				t.Errorf("%q is shown for %d s", c.Text, c.Seconds)
			}
		}
	}
	if want := []string{"Dial", "One edge", "JKO step", "Spectrum", "Gap ascent", "WebKB"}; !slices.Equal(names, want) {
		t.Errorf("the parts are %q, want %q", names, want)
	}
	if all < 85 || all > 95 {
		t.Errorf("the captions last %d s", all)
	}
	for _, m := range regexp.MustCompile(`(?m)^\t"([^"]+)": \{func`).FindAllStringSubmatch(document(t, "web/e2e/film_steps_test.go"), -1) {
		names = slices.DeleteFunc(names, func(name string) bool { return name == m[1] })
	}
	if len(names) > 0 {
		t.Errorf("the parts %q have no actions", names)
	}
	release := document(t, ".github/workflows/release.yml")
	moved := regexp.MustCompile(`(?m)^ +mv ((?:\.build/film/\S+ )+)\.\./release/$`).FindStringSubmatch(release)
	if moved == nil || !strings.Contains(release, "./build.sh film\n") || !strings.Contains(document(t, ".gitignore"), "/.build/\n") {
		t.Fatal("the release has no film, or the repository does not ignore it")
	}
	for _, theme := range e2e.FilmThemes {
		for _, end := range e2e.FilmEnds {
			if !slices.ContainsFunc(strings.Fields(moved[1]), func(pattern string) bool {
				ok, err := path.Match(pattern, ".build/film/"+e2e.FilmFile(theme, end))
				return ok && err == nil
			}) {
				t.Errorf("the release lacks %s", e2e.FilmFile(theme, end))
			}
		}
	}
}
