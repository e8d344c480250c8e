package course

import (
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"sheafscope/core/words"
)

// The fields of the editor have the maps of the marked edge and the coordinates of the marked node in every state: after random changes,
// without an edge, and for a sheaf that cannot be analysed. Without an edge the fields of the maps are empty, and their changes are refused
// with a remedy. For a sheaf that cannot be analysed every number of its analysis is unknown, and undo restores all values.
func TestEditorFieldsFollowSheaf(t *testing.T) {
	course := New(nil)
	e := course.editor
	r := rand.New(rand.NewPCG(21, 4))
	check := func() map[string]string {
		t.Helper()
		shown := course.Render("editor").Values
		maps := [2]string{} // no edge
		if e.edge >= 0 {
			maps = e.sheaf.Edges[e.edge].Maps
		}
		if shown["map0"] != maps[0] || shown["map1"] != maps[1] || shown["text"] != e.sheaf.Text() {
			t.Fatalf("the maps are shown as %q and %q, want %q; the text is %q", shown["map0"], shown["map1"], maps, shown["text"])
		}
		for k, x := range e.vector() {
			if shown["x"+strconv.Itoa(k)] != x {
				t.Fatalf("coordinate %d is shown as %q, want %q", k, shown["x"+strconv.Itoa(k)], x)
			}
		}
		return shown
	}
	for range 300 {
		randomEdit(course, r)
		check()
	}
	// Without an edge.
	if err := course.Edit("start path:3 1"); err != nil {
		t.Fatal(err)
	}
	for len(e.sheaf.Edges) > 0 {
		if err := course.Edit("drop-edge"); err != nil {
			t.Fatal(err)
		}
	}
	check()
	for _, change := range []string{"map 0 2", "edge-dim 1", "drop-edge"} {
		if err := course.Edit(change); err == nil || !strings.Contains(err.Error(), "join two nodes") {
			t.Errorf("without an edge, %q gives %v; want a remedy", change, err)
		}
	}
	// Maps of very different sizes.
	if err := course.Edit("start ring:4 1"); err != nil {
		t.Fatal(err)
	}
	before := check()
	if err := course.Edit("map 0 1e13"); err != nil {
		t.Fatal(err)
	}
	shown := check()
	if shown["map0"] != "1e13" || !strings.Contains(shown["how"], "condition number") {
		t.Errorf("the map is shown as %q, the reason as %q", shown["map0"], shown["how"])
	}
	for name, text := range before {
		_, exists := shown[name]
		isOfSheaf := slices.Contains(strings.Fields("text d nodes edges about equal euler euler-how node node-dim held edge edge-dim end0 end1 "+
			"join x0 map0 map1 how matrix paint eigen"), name)
		if !exists || !isOfSheaf && shown[name] != Unknown {
			t.Errorf("%s, %q before, is shown as %q", name, text, shown[name])
		}
	}
	if err := course.Edit("undo"); err != nil {
		t.Fatal(err)
	}
	for name, text := range check() {
		if text != before[name] {
			t.Errorf("after undo %s is shown as %q, want %q", name, text, before[name])
		}
	}
}

// A key changes one coordinate of the signal, and leaves a fraction in the other. A new node is not held, even with the name of a held node
// that was removed. If all stalks of the nodes have dimension 0, the spectrum gives this reason, also for edges with larger stalks.
func TestEditorChangesOnlyTheNamedPart(t *testing.T) {
	course := New(nil)
	e := course.editor
	edit := func(changes ...string) {
		t.Helper()
		for _, change := range changes {
			if err := course.Edit(change); err != nil {
				t.Fatal(err)
			}
		}
	}
	edit("x 0 1/3", "x 1 2/7")
	course.Nudge("editor", "x", 0, 1)
	course.Nudge("editor", "x", 0, -1)
	if want := []string{"1/3", "0.29"}; !slices.Equal(e.vector(), want) { // 2/7 ± 0.05 is rounded twice
		t.Errorf("two vertical keys make the signal %q, want %q", e.vector(), want)
	}
	course.Nudge("editor", "x", 1, 0)
	if want := []string{"0.38", "0.29"}; !slices.Equal(e.vector(), want) {
		t.Errorf("a horizontal key makes the signal %q, want %q", e.vector(), want)
	}
	edit("pick node 3", "drop-node", "node")
	if shown := course.Render("editor").Values; shown["node"] != "d" || shown["held"] != "0" {
		t.Errorf("the new node %s has held %s, want node d and 0", shown["node"], shown["held"])
	}
	for i := range e.sheaf.Nodes {
		edit("pick node "+strconv.Itoa(i), "dim 0")
	}
	if picture := course.Render("editor").Pictures["spectrum"]; !strings.Contains(picture, "All stalks of the nodes have dimension 0.") {
		t.Errorf("without coordinates the spectrum is %s", picture)
	}
}

// After a step of any length the two gaps of the puzzle are λ₂ and λ₃ − λ₂ of the eigenvalues after the step. The first gap does not exceed
// the old λ₃, and neither gap is negative.
func TestGapsAfterStepAreOrdered(t *testing.T) {
	course := New(nil)
	values := course.puzzleFading().Values
	for eta := 0.05; eta <= 4; eta += 0.35 {
		shown := set(t, course, "gap", map[string]float64{"eta": eta, "graph": 2})
		class, noise, second := values[1]+course.Value("gap", "eta"), values[2], values[3]
		first := math.Min(class, noise)
		equalShown(t, "the first gap", shown["p-up2"], first)
		equalShown(t, "the second gap", shown["p-up-room"], math.Min(math.Max(class, noise), second)-first)
		if number(t, shown["p-up-room"]) > number(t, shown["p-room"]) || number(t, shown["p-up-to"]) > number(t, shown["p-to"]) {
			t.Errorf("η = %v: the second gap is %s, %s before; nine of ten signs are right until %s, %s before", eta, shown["p-up-room"],
				shown["p-room"], shown["p-up-to"], shown["p-to"])
		}
	}
}

// The kind of a filter agrees with its two printed responses, and continues the sentence "it is". Of the axis's labels none covers another.
func TestFilterIsNamedByPrintedResponses(t *testing.T) {
	course := New(nil)
	r := rand.New(rand.NewPCG(5, 5))
	kinds := map[string]int{}
	for k := range 300 {
		randomState(t, course, course.Figure("filter"), r)
		if k%3 == 0 { // even polynomials alone
			set(t, course, "filter", map[string]float64{"w1": 0, "w3": 0, "soft": 0})
		}
		view := course.Render("filter")
		at0, at2 := math.Abs(number(t, view.Values["at0"])), math.Abs(number(t, view.Values["at2"]))
		want := "alike at both ends"
		if at0 != at2 {
			want = words.Either(at0 > at2, "a low-pass", "a high-pass")
		}
		if got := view.Values["kind"]; got != want {
			t.Errorf("a filter with the responses %s and %s is %s, want %s", view.Values["at0"], view.Values["at2"], got, want)
		}
		kinds[want]++
		// The labels of the axis end at x = 42.
		var places []float64
		for _, part := range strings.Split(view.Pictures["response"], `<text class="e" x="42" y="`)[1:] {
			text, _, _ := strings.Cut(part, `"`)
			places = append(places, number(t, text))
		}
		slices.Sort(places)
		for k := 1; k < len(places); k++ {
			if places[k]-places[k-1] < 12 {
				t.Errorf("labels of the axis are at %v", places)
			}
		}
	}
	if len(kinds) != 3 {
		t.Errorf("the states have the kinds %v, want three", kinds)
	}
}
