package coursemath

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"
)

// Each of the 13 guides has an exercise of its chapter, minutes, sentences, and an objective without a full stop.
// The name of the first plan has the sum of its minutes, and no stop is longer than the guide of any of its chapters.
// The second plan has three sessions with every chapter in order, and its name has the minutes of the shortest and the longest session.
func TestGuidesAreComplete(t *testing.T) {
	guides := Guides()
	if len(guides) != 13 {
		t.Fatalf("%d guides, want 13", len(guides))
	}
	place := map[string]int{} // index of a chapter in guides
	for k, g := range guides {
		e, known := Find(g.Exercise)
		place[g.Chapter] = k
		if e.Chapter != g.Chapter || g.Minutes <= 0 || !known {
			t.Errorf("row %d has chapter %s, %d minutes and exercise %q of chapter %s", k, g.Chapter, g.Minutes, g.Exercise, e.Chapter)
		}
		for _, text := range []string{g.Wrong, g.Answer, g.Discuss} {
			if !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, "?") {
				t.Errorf("chapter %s: “%s” is no sentence", g.Chapter, text)
			}
		}
		if g.Objective == "" || strings.HasSuffix(g.Objective, ".") {
			t.Errorf("chapter %s: the objective is “%s”", g.Chapter, g.Objective)
		}
	}
	// The first plan.
	plans := Plans()
	minutes := 0
	for _, s := range plans[0].Stops {
		minutes += s.Minutes
		for _, c := range s.Chapters {
			if s.Minutes > guides[place[c]].Minutes {
				t.Errorf("the stop has %d minutes for chapter %s, its guide %d", s.Minutes, c, guides[place[c]].Minutes)
			}
		}
	}
	if want := strconv.Itoa(minutes) + " minutes"; !strings.HasSuffix(plans[0].Name, want) {
		t.Errorf("the name of the first plan is “%s”, want %q at its end", plans[0].Name, want)
	}
	// The second plan. next is the index of the chapter that must follow.
	next, least, most := 0, math.MaxInt, 0
	for _, s := range plans[1].Stops {
		least, most = min(least, s.Minutes), max(most, s.Minutes)
		for _, c := range s.Chapters {
			if place[c] != next {
				t.Errorf("the second plan has chapter %s at place %d, want %s", c, next, guides[next].Chapter)
			}
			next++
		}
	}
	if want := fmt.Sprintf("of %d to %d minutes", least, most); !strings.Contains(plans[1].Name, want) {
		t.Errorf("the name of the second plan is “%s”, want %q in it", plans[1].Name, want)
	}
	if next != len(place) || len(plans[1].Stops) != 3 {
		t.Errorf("the second plan has %d sessions with %d chapters, want 3 with %d", len(plans[1].Stops), next, len(place))
	}
}

// analysisWithMap sets the map of one side, 0 or 1, of edge e, or of all edges if e < 0, and returns the analysis of the changed sheaf.
func analysisWithMap(t *testing.T, s *SheafText, e, side int, text string) *Analysis {
	t.Helper()
	for k := range s.Edges {
		if k == e || e < 0 {
			if err := s.SetMap(k, side, text); err != nil {
				t.Fatal(err)
			}
		}
	}
	a, err := Analyse(s)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The corrections of common mistakes in the guides are true. Each subtest is named after the chapter and the statement that it computes.
func TestGuideAnswersAreTrue(t *testing.T) {
	t.Run("0: a tie that keeps the rule, read by its sign, speaks for the own class", func(t *testing.T) {
		// All eight cases of the own class, the own temper and the neighbour's temper, each 1 or −1.
		for k := range 8 {
			ownClass, ownTemper, otherTemper := float64(1-2*(k&1)), float64(1-(k&2)), float64(1-(k&4)/2)
			// A tie keeps the rule if the classes are equal exactly when the tempers are equal.
			otherClass := ownClass
			if ownTemper != otherTemper {
				otherClass = -ownClass
			}
			if otherClass*ownTemper*otherTemper != ownClass {
				t.Errorf("own class %g, tempers %g and %g: the tie speaks for the other class", ownClass, ownTemper, otherTemper)
			}
		}
	})
	t.Run("1: averaging leaves one number times the root of the degree plus one", func(t *testing.T) {
		// h is averaged 2000 times by D^(-1/2)·(A+I)·D^(-1/2), where D has the squares of the roots.
		s := Barbell(1)
		root := make([]float64, len(s.Nodes))
		for _, e := range s.Edges {
			root[e.I]++
			root[e.J]++
		}
		h := make([]float64, len(root))
		for i := range root {
			root[i], h[i] = math.Sqrt(root[i]+1), float64(i*i)-7
		}
		for range 2000 {
			next := make([]float64, len(h))
			for i := range h {
				next[i] = h[i] / (root[i] * root[i])
			}
			for _, e := range s.Edges {
				next[e.I] += h[e.J] / (root[e.I] * root[e.J])
				next[e.J] += h[e.I] / (root[e.I] * root[e.J])
			}
			h = next
		}
		for i := range h {
			if !near(h[i]/root[i], h[0]/root[0], 1) || math.Abs(h[i]) < 1e-3 {
				t.Errorf("node %d has %v times its root, want %v and not 0", i, h[i]/root[i], h[0]/root[0])
			}
		}
	})
	t.Run("2: a tree has at least d dimensions of sections, a cycle may have none", func(t *testing.T) {
		// Three trees, in turn, with random maps whose entries are −2 to 2.
		r := rand.New(rand.NewPCG(3, 4))
		for k := range 40 {
			d := 1 + k%2
			s := []*SheafText{Path(2, d), Star(5, d), Path(6, d)}[k%3]
			for e := range s.Edges {
				for side := range 2 {
					entries := make([]string, d*d)
					for q := range entries {
						entries[q] = strconv.Itoa(r.IntN(5) - 2)
					}
					s.Edges[e].Maps[side] = strings.Join(entries, " ")
				}
			}
			a, err := Analyse(s)
			if err != nil || a.Dim.Dim < d {
				t.Errorf("%s: %+v, %v; want dimension %d or more", s.Text(), a, err, d)
			}
		}
		if a := analysisWithMap(t, Ring(4, 1), 0, 0, "-1"); a.Dim.Dim != 0 {
			t.Errorf("a ring with one negative map has dimension %d, want 0", a.Dim.Dim)
		}
	})
	t.Run("3 and 5: what diffusion leaves", func(t *testing.T) {
		// Plain maps leave the mean of (4, 1, 2, 0, 0, 2). Maps 1 and −1 leave alternating signs on an even ring, nothing on an odd ring.
		mean := []float64{1.5, 1.5, 1.5, 1.5, 1.5, 1.5}
		for _, c := range []struct {
			name, far string // far is the map at the second end of each edge
			n         int
			want      []float64
		}{{"plain", "1", 6, mean}, {"opposite", "-1", 6, []float64{0.5, -0.5, 0.5, -0.5, 0.5, -0.5}}, {"odd", "-1", 5, make([]float64, 5)}} {
			s := Ring(c.n, 1)
			copy(s.X, []string{"4", "1", "2", "0", "0", "2"})
			a := analysisWithMap(t, s, -1, 1, c.far)
			if !nearAll(a.Heat(500), c.want, 1) || !nearAll(a.Project(), c.want, 1) {
				t.Errorf("%s: heat leaves %v, the projection %v, want %v", c.name, a.Heat(500), a.Project(), c.want)
			}
		}
	})
	t.Run("4: any turn leaves nothing, a reflection a line", func(t *testing.T) {
		for text, dim := range map[string]int{"turn 0": 2, "turn 1/100": 0, "turn 180": 0, "turn 360": 2, "mirror 17": 1} {
			if a := analysisWithMap(t, Ring(6, 2), 2, 0, text); a.Dim.Dim != dim {
				t.Errorf("%s: dimension %d, want %d", text, a.Dim.Dim, dim)
			}
		}
	})
	t.Run("6: a step gains at most what lies up to the next eigenvalue", func(t *testing.T) {
		b := analysisWithMap(t, Barbell(1), 6, 0, "1/2") // edge 6 is the bridge
		for _, eta := range []float64{0.1, 0.5, 1, 4, 50} {
			if up, err := b.Ascend(eta); err != nil || !near(up.Matrix, min(b.Values[1]+eta, b.Values[2]), 1) {
				t.Errorf("η = %v: λ₂ becomes %v, want %v (%v)", eta, up.Matrix, min(b.Values[1]+eta, b.Values[2]), err)
			}
		}
		// Rings and complete graphs have λ₂ = λ₃, so that no step gains.
		for n := 3; n <= MaxNodes; n++ {
			for _, s := range []*SheafText{Ring(n, 1), Complete(n, 1)} {
				a := analysisWithMap(t, s, 0, 0, "1")
				up, err := a.Ascend(1)
				if err != nil || !near(a.Values[1], a.Values[2], 1) || !near(up.Matrix, a.Lambda2, 1) {
					t.Errorf("%d nodes: eigenvalues %v, λ₂ after the step %v, want no gain (%v)", n, a.Values, up.Matrix, err)
				}
			}
		}
	})
	t.Run("8: a softmax passes nowhere more than at 0", func(t *testing.T) {
		// Filters of 2 to 10 weights. The response at 0 is 1, and at no λ of 0 to 2 is its size larger.
		r := rand.New(rand.NewPCG(5, 6))
		for k := range 50 {
			gamma := make([]float64, 2+k%9) // the filter has the weights Softmax(gamma)
			for q := range gamma {
				gamma[q] = 4 * r.NormFloat64()
			}
			alpha := Softmax(gamma)
			for step := range 101 {
				if h := Response(alpha, float64(step)/50); !near(Response(alpha, 0), 1, 1) || math.Abs(h) > 1+1e-9 {
					t.Errorf("weights %v: the response at λ = %v is %v, at 0 it is %v, want 1 at 0 and at most 1 in size", alpha,
						float64(step)/50, h, Response(alpha, 0))
				}
			}
		}
	})
}
