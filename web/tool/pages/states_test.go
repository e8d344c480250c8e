package main

import (
	"html"
	"testing"

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
