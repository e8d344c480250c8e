package course

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	exact "sheafscope/core/coursemath"
	"sheafscope/web/course/contents"
)

// For five seeds, every exercise of the first twelve chapters has a question, and a picture if it has a figure. Five kinds of exercises
// occur. Set parameters and taps give right answers in three exercises. The completion code holds the answers, and a replay of the code
// judges them again. An unknown exercise is refused.
func TestExercisesAreAnswerable(t *testing.T) {
	course := New(nil)
	kinds := map[string]int{}
	for _, chapter := range contents.Chapters[:12] { // TestPageExerciseUsesPredictions has the last chapter, 11
		for _, id := range ExerciseIDs(chapter.Number) {
			for seed := range uint64(5) {
				q, ok := course.Exercise(id, seed+1)
				// A formula of the question is an element, no text between dollar signs.
				if !ok || q.Question == "" || strings.Contains(q.Question, "$") {
					t.Fatalf("exercise %s has the question %q", id, q.Question)
				}
				if q.Kind == "choice" && len(q.Options) < 2 {
					t.Fatalf("exercise %s has the options %v", id, q.Options)
				}
				if q.Figure != "" && course.Render(q.Figure).Pictures["sheaf"] == "" {
					t.Errorf("exercise %s has no picture", id)
				}
				kinds[q.Kind]++
			}
		}
	}
	if len(kinds) != 5 {
		t.Errorf("the kinds are %v, want five", kinds)
	}
	// 2.1: some turn is right, and the opposite turn is not.
	course.Exercise("2.1", 4)
	found := math.NaN()
	for turn := -180.0; turn < 180 && math.IsNaN(found); turn++ {
		set(t, course, "ex-2-1", map[string]float64{"e0": turn})
		if course.Judge("2.1", 4, "-").Right {
			found = turn
		}
	}
	set(t, course, "ex-2-1", map[string]float64{"e0": found - 180*math.Copysign(1, found)})
	if j := course.Judge("2.1", 4, "-"); math.IsNaN(found) || j.Right || j.Reason == "" {
		t.Errorf("the turn %v is right, and the opposite turn is judged as %+v", found, j)
	}
	// 4.4: a mirror on one edge makes dimension 1. The first tap on an edge sets a turn, the second a mirror.
	course.Exercise("4.4", 1)
	if course.Judge("4.4", 1, "-").Right {
		t.Error("4.4 is right before a change")
	}
	for range 2 {
		s := course.exercises["ex-4-4"].sheafOf(Values{})
		l := sheafStyle{width: 520, height: 300}
		ax, ay := l.nodePlace(s, s.Edges[0].I)
		bx, by := l.nodePlace(s, s.Edges[0].J)
		course.Point("ex-4-4", "sheaf", "", (ax+bx)/2, (ay+by)/2)
	}
	if j := course.Judge("4.4", 1, "-"); !j.Right {
		t.Errorf("a mirror on one edge is judged as %+v, want right", j)
	}
	// 6.2: with all pairs joined, at least 6, the graph is complete. The parameters of pairs begin with p.
	course.Exercise("6.2", 1)
	all := map[string]float64{}
	for _, p := range course.Figure("ex-6-2").Params {
		if strings.HasPrefix(p.Name, "p") {
			all[p.Name] = 1
		}
	}
	set(t, course, "ex-6-2", all)
	if j := course.Judge("6.2", 1, "-"); len(all) < 6 || !j.Right {
		t.Errorf("all %d pairs joined are judged as %+v, want right", len(all), j)
	}
	// The code with two answers, of which 4.4 has the verdict right, and its replay.
	code, err := Code(1, "", map[string]string{"4.4": course.GivenAnswer("4.4", "-"), "4.1": "0"}, map[string]string{"4.4": "true"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	w, err := exact.Decode(code)
	if err != nil || len(w.Answers) != 2 || w.Answers[1].ID != "4.4" || !w.Answers[1].Right {
		t.Fatalf("the code holds %+v, %v", w, err)
	}
	checked := 0
	for _, x := range w.Replay(nil) {
		if x.ID == "4.4" && x.Right {
			checked++
		}
	}
	if checked != 1 {
		t.Errorf("the replay has %d right answers to 4.4, want 1", checked)
	}
	if j := course.Judge("9.9", 1, "x"); j.Error == "" {
		t.Errorf("exercise 9.9, which does not exist, is judged as %+v", j)
	}
}

// Every text in the figure of an exercise begins within the picture, for all exercises and 40 seeds. At least 1000 texts are found.
func TestExerciseTextsAreInPicture(t *testing.T) {
	course := New(nil)
	place := regexp.MustCompile(`<text class="[^"]*" x="([^"]*)" y="([^"]*)"`)
	texts := 0
	for _, e := range exact.Exercises() {
		for seed := range uint64(40) {
			q, ok := course.Exercise(e.ID(), seed+1)
			if !ok {
				t.Fatalf("exercise %s is missing", e.ID())
			}
			if q.Figure == "" {
				continue
			}
			size := course.Figure(q.Figure).Pictures[0]
			for _, m := range place.FindAllStringSubmatch(course.Render(q.Figure).Pictures["sheaf"], -1) {
				x, errX := strconv.ParseFloat(m[1], 64)
				y, errY := strconv.ParseFloat(m[2], 64)
				isInside := x >= 0 && x <= size.Width && y >= 0 && y <= size.Height
				if errX != nil || errY != nil || !isInside {
					t.Errorf("exercise %s, seed %d: a text begins at (%s, %s) in a picture of %v × %v", e.ID(), seed+1, m[1], m[2],
						size.Width, size.Height)
				}
				texts++
			}
		}
	}
	if texts < 1000 {
		t.Errorf("%d texts were found, want at least 1000", texts)
	}
}

// The label of an edge has typographic minus signs, and a degree sign at each angle. Equal maps are written once, and two identities not at
// all. In different maps an identity is left out.
func TestMapTextIsFormatted(t *testing.T) {
	for maps, want := range map[[2]string]string{
		{"1", "1"}:                 "",
		{"1", "-2"}:                "−2",
		{"turn -40", "1"}:          "turn −40°",
		{"turn 40 times 2", "1"}:   "turn 40° times 2",
		{"turn 40", "mirror -30"}:  "turn 40° | mirror −30°",
		{"2", "turn 60"}:           "2 | turn 60°",
		{"1 -2 -3 4", "1 -2 -3 4"}: "1 −2 −3 4",
		{"-1", "-1"}:               "−1",
	} {
		if got := mapText(exact.Edge{Maps: maps}); got != want {
			t.Errorf("the maps %q have the label %q, want %q", maps, got, want)
		}
	}
}

// Every line has a report. A line without a valid code has an error, a code with a wrong verdict is forged, and answers that need networks
// are not judged. A name beside the code replaces the name in the code. A long name is shortened to 60 characters and a mark.
func TestEveryCodeHasReport(t *testing.T) {
	// A code with two right answers and an answer that needs networks (0.1), and a code that calls a wrong answer right.
	good, err := Code(3, "Ada", map[string]string{"2.3": "no", "9.1": "valid", "0.1": "gcn"},
		map[string]string{"2.3": "true", "9.1": "true"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	forged, err := Code(3, "", map[string]string{"2.3": "yes"}, map[string]string{"2.3": "true"}, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	course := New(nil)
	got := []exact.Judgement{course.Report(good+"\r", 1), course.Report(forged, 2), course.Report("hello", 3)}
	if got[0].Name != "Ada" || got[0].Right != 2 || got[0].Unjudged != 1 || got[0].Forged || got[0].Error != "" {
		t.Errorf("the report of a good code is %+v", got[0])
	}
	if !got[1].Forged || got[1].Line != 2 || got[2].Error == "" {
		t.Errorf("the reports of a forged code and of no code are %+v", got[1:])
	}
	// A name before or after the code, a code in two pieces, and a line without a name.
	for line, name := range map[string]string{"Bob: " + good: "Bob", good + "\tEve  Smith": "Eve  Smith",
		"Zoë, " + good[:30] + " " + good[30:]: "Zoë", good[:30] + " " + good[30:]: "Ada", good + ",Liu": "Liu", "  " + good + " ;": "Ada"} {
		if r := course.Report(line, 1); r.Error != "" || r.Right != 2 || r.Name != name {
			t.Errorf("%q is read as %+v, want the name %q and 2 right answers", line, r, name)
		}
	}
	if r := course.Report("Bob: SGPC1-damaged", 1); r.Name != "Bob" || r.Error == "" {
		t.Errorf("a damaged code is reported as %+v", r)
	}
	if r := course.Report(strings.Repeat("é", 1e6)+" SGPC1-x", 1); utf8.RuneCountInString(r.Name) > 60+1 {
		t.Errorf("a name of 1e6 characters is shortened to %d, want at most 61", utf8.RuneCountInString(r.Name))
	}
}
