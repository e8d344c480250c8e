package recipe_test

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	own "sheafscope/core/json"
	"sheafscope/wasm/recipe"
)

// uncheckedLink returns the link of a recipe without the checks of Format, which refuses the recipe.
func uncheckedLink(t *testing.T, r recipe.Recipe) string {
	t.Helper()
	data, err := recipe.FormatFile(r)
	if err != nil {
		t.Fatal(err)
	}
	packed, err := own.Pack(data)
	if err != nil {
		t.Fatal(err)
	}
	return "s1." + packed
}

// completeSeen returns a Seen without a zero field.
func completeSeen() recipe.Seen {
	return recipe.Seen{Known: 900, Full: "unrolled", Layer: 2, Hops: 1, Chosen: []int{3, 1}, ChosenAs: "degree > 3",
		Iterate: &recipe.Iterate{At: 3, Dt: 0.5, Classes: true},
		ByHand: &recipe.ByHand{Maps: []recipe.Turned{{A: 0, B: 1, Angle: 0.5, Scale: 1.5}, {B: 1, Scale: 1}}, Side: 1,
			Gamma: []float64{0.5, -1}, Sheaf: 2},
		Without: &recipe.Without{RemoveEdges: [][2]int{{0, 1}}, AddEdges: [][2]int{{1, 2}}, HideFeatures: [][2]int{{0, 4}},
			Labels: [][2]int{{2, 1}}, Maps: "zero"},
		Figure: []recipe.Slider{{Name: "scaling", At: 4}},
		Table:  &recipe.TableView{Of: "nodes", Filter: "degree > 3", Key: "degree", Down: true, Hidden: []string{"kappa"}, Rows: []int{1}},
		Turn:   []float64{0.6, 0.8, -1}}
}

// A text of 9000 bytes in any field of a recipe, in any key and any value of a map is refused by Format and Parse. The text exceeds
// the limit of every field, but its link is short, because the text can be compressed. The test finds the fields by reflection.
func TestLongTexts(t *testing.T) {
	fields := map[string]bool{} // the paths of the fields with texts
	long := strings.Repeat("x", 9000)

	// walk puts the long text in place of each text in v, one at a time, and calls check with it.
	var walk func(v reflect.Value, path string, check func())
	walk = func(v reflect.Value, path string, check func()) {
		switch v.Kind() {
		case reflect.String:
			before := v.String()
			v.SetString(long)
			check()
			fields[path] = true
			v.SetString(before)
		case reflect.Struct:
			for k := range v.NumField() {
				walk(v.Field(k), path+"."+v.Type().Field(k).Name, check)
			}
		case reflect.Pointer:
			walk(v.Elem(), path, check)
		case reflect.Slice:
			for k := range v.Len() {
				walk(v.Index(k), path, check)
			}
		case reflect.Map: // a new entry with the text as its value, then one with the text as its key
			v.SetMapIndex(reflect.ValueOf("lr"), reflect.ValueOf(long))
			check()
			v.SetMapIndex(reflect.ValueOf("lr"), reflect.Value{})
			v.SetMapIndex(reflect.ValueOf(long), reflect.ValueOf("1"))
			check()
			v.SetMapIndex(reflect.ValueOf(long), reflect.Value{})
			fields[path] = true
		}
	}

	// A deep copy of a recipe, with all fields set. Without a long text it has a link.
	text, err := json.Marshal(exampleRecipes["everything"])
	var complete recipe.Recipe
	if err := errors.Join(err, json.Unmarshal(text, &complete)); err != nil {
		t.Fatal(err)
	}
	complete.View.Notes = []recipe.Note{{Pin: "node:1", Text: "a note"}}
	complete.Tuned.Seed, complete.Version = "1", recipe.Version
	complete.View.Seen, complete.View.Scene = completeSeen(), &recipe.Scene{At: 1, Maps: "zero"}
	complete.View.Pins = []recipe.Moment{{Name: "a pin", Recipe: recipe.TextOf(exampleRecipes["everything"])}}
	link, err := recipe.Format(complete)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := recipe.Parse(link); err != nil {
		t.Fatal(err)
	}

	walk(reflect.ValueOf(&complete), "", func() {
		if text, err := recipe.Format(complete); err == nil {
			t.Errorf("Format accepts a text of 9000 bytes: %.300q", text)
		}
		text := uncheckedLink(t, complete)
		if _, err := recipe.Parse(text); err == nil {
			t.Errorf("Parse accepts a text of 9000 bytes: %.300q", text)
		}
	})
	if len(fields) < 40 { // the walk must reach the texts of a recipe
		t.Errorf("the walk finds %d fields with texts, want at least 40: %v", len(fields), fields)
	}
}
