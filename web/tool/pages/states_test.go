package main

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/course"
)

// The numbers of the ring in the claims of chapter 4 belong to named cases, such as a turn by 0°. They are the same in each state.
func TestClaimsOfRingHoldInEachState(t *testing.T) {
	c, seen := course.New(nil), 0
	found := claims.FindAllString(chapterParts(t)["4"], -1)
	for _, turn := range []float64{-180, -40, 0, 1, 90} {
		for _, mirror := range []float64{0, 1} {
			c.Restore("ring", course.Values{"turn": turn, "mirror": mirror})
			values := c.Render("ring").Values
			for _, claim := range found {
				for _, m := range liveNumber.FindAllStringSubmatch(claim, -1) {
					figure, name, shown := m[1], m[2], html.UnescapeString(m[3])
					if figure != "ring" {
						continue
					}
					seen++
					if values[name] != shown {
						t.Errorf("a claim has the number %s for %s; with the turn %v and mirror %v it becomes %s", shown, name, turn, mirror, values[name])
					}
				}
			}
		}
	}
	if seen == 0 {
		t.Error("no claim has a number of the ring")
	}
}

// chapterFigure matches the figure of a chapter, and not the figure of an exercise.
var chapterFigure = regexp.MustCompile(`<figure class="fig" data-figure="(\w+)"`)

// The note beside a link to the laboratory holds in each state of the figure: at the start and at both ends of each parameter. A note with
// "these maps" belongs to links with maps, which change with the figure; its link to the puzzle has no maps, and the note says so. A note
// names each limit that changes a number of the figure.
func TestLabNotesHoldInEachState(t *testing.T) {
	for chapter, part := range chapterParts(t) {
		found := chapterFigure.FindStringSubmatch(part)
		if found == nil {
			t.Fatalf("chapter %s has no figure", chapter)
		}
		c, note := course.New(nil), labNotes[chapter]
		f := c.Figure(found[1])
		hasTheseMaps := strings.Contains(note, "these maps")
		maps := map[string]bool{} // the contents of the files of maps
		// check compares the link in the present state with the note.
		check := func() {
			r, err := recipe.Parse(c.Link(f.Name))
			if err != nil {
				t.Fatalf("%s: %v: %v", f.Name, c.State(f.Name), err)
			}
			hasMaps := false
			for _, file := range r.Files {
				if strings.Contains(file.Name, "maps") {
					hasMaps = true
					maps[string(file.Data)] = true
				}
			}
			isPuzzle := strings.HasPrefix(r.Graph, "friends:") && strings.Contains(note, "The puzzle opens without these maps")
			if hasTheseMaps && !hasMaps && !isPuzzle {
				t.Errorf("%s in the state %v has no maps; the note is %q", f.Name, c.State(f.Name), note)
			}
			// Numbers of the figure that the link changes.
			state := c.State(f.Name)
			if r.Settings["layers"] == "1" && state["depth"] == 0 && !strings.Contains(note, "layers, at least one") {
				t.Errorf("%s with the depth 0 opens with a layer; the note is %q", f.Name, note)
			}
			if scalings := r.Settings["sinkhorn_steps"]; scalings != "" {
				want := map[float64]string{0: "1", 1: "2", 12: "24"}[state["step"]]
				if scalings != want || !strings.Contains(note, "two scalings for each step, and one for none") {
					t.Errorf("%s with %v steps opens with %s scalings, want %s; the note is %q", f.Name, state["step"], scalings, want, note)
				}
			}
		}
		check()
		for _, p := range f.Params {
			for _, value := range []float64{p.Min, p.Max} {
				c.Restore(f.Name, course.Values{p.Name: value})
				check()
			}
			c.Restore(f.Name, course.Values{p.Name: p.Start})
		}
		if hasTheseMaps && len(maps) < 2 {
			t.Errorf("%s has the same maps in each state; the note is %q", f.Name, note)
		}
		if strings.Contains(note, "the one number of this figure") && len(f.Params) > 1 {
			t.Errorf("%s has %d parameters; the note is %q", f.Name, len(f.Params), note)
		}
	}
}
