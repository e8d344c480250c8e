package web

import (
	"encoding/json"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The first picture has the page with the karate club and its 78 edges. All its elements are closed. It has neither scripts nor the
// attributes that the content security policy blocks. Each island has a model, which is empty or valid JSON. Two computations give the same
// picture.
func TestFirstPictureIsDeterministic(t *testing.T) {
	p, err := First()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<div id="app"`, `data-island="graph"`, `data-testid="graph-select"`, "Zachary&#39;s karate club", ">78<"} {
		if !strings.Contains(p.HTML, want) {
			t.Errorf("%s is missing in the picture", want)
		}
	}
	if blocked := regexp.MustCompile(`(?i)<script|\sstyle=|\son[a-z]+=`).FindString(p.HTML); blocked != "" {
		t.Errorf("the picture has %q, which the policy blocks", blocked)
	}
	// Each end tag closes the last open element.
	tags := regexp.MustCompile(`<(/?)([a-z][a-z0-9-]*)`)
	var open []string
	for _, m := range tags.FindAllStringSubmatch(p.HTML, -1) {
		switch {
		case m[1] == "" && !void[m[2]]:
			open = append(open, m[2])
		case m[1] == "/" && (len(open) == 0 || open[len(open)-1] != m[2]):
			t.Fatalf("</%s> does not close %v", m[2], open)
		case m[1] == "/":
			open = open[:len(open)-1]
		}
	}
	if len(open) > 0 {
		t.Errorf("%v are not closed", open)
	}
	// The models of the islands.
	models := map[string]string{}
	for _, m := range p.Models {
		models[m.Name] = m.JSON
		if m.JSON != "" && !json.Valid([]byte(m.JSON)) {
			t.Errorf("the model %s is no JSON: %q", m.Name, m.JSON)
		}
	}
	for _, name := range []string{"topology", "attributes", "style", "inspector", "spectrum", "training", "bound", "scrub", "sparks",
		"legend"} {
		if _, ok := models[name]; !ok {
			t.Errorf("there is no model %s", name)
		}
	}
	if again, err := First(); err != nil || !reflect.DeepEqual(again, p) {
		t.Errorf("the second picture differs from the first (%v)", err)
	}
}

// The first picture shows a run at position 0. A state without a frame does not replace the picture; an error does.
func TestFirstPictureStaysUntilSettled(t *testing.T) {
	s, err := openState(recipe.Recipe{})
	if err != nil || !s.Running() || s.Frame == nil || s.Frame.Position != 0 {
		t.Fatalf("the picture shows %+v (%v), want a run at position 0", s.Frame, err)
	}
	var empty state.State
	if canReplacePicture(&empty) {
		t.Error("an empty state replaces the picture")
	}
	empty.Error = "the graph is broken"
	if !canReplacePicture(&empty) {
		t.Error("an error does not replace the picture")
	}
}
