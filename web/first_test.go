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

// The first picture is a whole page with all its elements closed and a valid model for each island. It has nothing that the content
// security policy blocks. Two computations give the same picture.
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
	if bad := regexp.MustCompile(`(?i)<script|\sstyle=|\son[a-z]+=`).FindString(p.HTML); bad != "" {
		t.Errorf("the picture has %q, which the policy blocks", bad)
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
			t.Errorf("the model %s is no JSON", m.Name)
		}
	}
	for _, name := range []string{"topology", "attributes", "style", "inspector", "spectrum", "training", "bound", "scrub", "sparks",
		"legend"} {
		if _, ok := models[name]; !ok {
			t.Errorf("there is no model %s", name)
		}
	}
	if again, err := First(); err != nil || !reflect.DeepEqual(again, p) {
		t.Error("the second picture is another one")
	}
}

// The first picture shows a run at position 0. A state without a frame does not replace the picture; an error does.
func TestFirstPictureStaysUntilSettled(t *testing.T) {
	s, err := openState(recipe.Recipe{})
	if err != nil || !s.Running() || s.Frame == nil || s.Frame.Position != 0 {
		t.Fatalf("the picture shows %+v, %v", s.Frame, err)
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
