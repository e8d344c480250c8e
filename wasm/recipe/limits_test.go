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

// forged writes the link of a recipe that Format refuses.
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

// everythingSeen returns a Seen without a zero field.
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

// TestLongTexts: a text of 9000 bytes in any field of a recipe is refused by Format and Parse, although the link is short.
func TestLongTexts(t *testing.T) {
	fields := map[string]bool{}
	var walk func(v reflect.Value, path string, change func(reflect.Value) bool)
	walk = func(v reflect.Value, path string, change func(reflect.Value) bool) {
		switch v.Kind() {
		case reflect.String:
			before := v.String()
			v.SetString(strings.Repeat("x", 9000))
			change(v)
			fields[path] = true
			v.SetString(before)
		case reflect.Struct:
			for k := range v.NumField() {
				walk(v.Field(k), path+"."+v.Type().Field(k).Name, change)
			}
		case reflect.Pointer:
			walk(v.Elem(), path, change)
		case reflect.Slice:
			for k := range v.Len() {
				walk(v.Index(k), path, change)
			}
		case reflect.Map:
			v.SetMapIndex(reflect.ValueOf("lr"), reflect.ValueOf(strings.Repeat("x", 9000)))
			change(v)
			v.SetMapIndex(reflect.ValueOf("lr"), reflect.Value{})
			v.SetMapIndex(reflect.ValueOf(strings.Repeat("x", 9000)), reflect.ValueOf("1"))
			change(v)
			v.SetMapIndex(reflect.ValueOf(strings.Repeat("x", 9000)), reflect.Value{})
			fields[path] = true
		}
	}
	r := exampleRecipes["everything"]
	clone, err := json.Marshal(r)
	var whole recipe.Recipe
	if err := errors.Join(err, json.Unmarshal(clone, &whole)); err != nil {
		t.Fatal(err)
	}
	whole.View.Notes = []recipe.Note{{Pin: "node:1", Text: "a note"}}
	whole.Tuned.Seed, whole.Version = "1", recipe.Version
	whole.View.Seen = completeSeen()
	whole.View.Pins = []recipe.Moment{{Name: "a pin", Recipe: recipe.TextOf(exampleRecipes["everything"])}}
	if text, err := recipe.Format(whole); err != nil {
		t.Fatal(err)
	} else if _, err := recipe.Parse(text); err != nil {
		t.Fatal(err)
	}
	walk(reflect.ValueOf(&whole), "", func(reflect.Value) bool {
		if text, err := recipe.Format(whole); err == nil {
			t.Errorf("a text of 9000 bytes is written: %.300q", text)
		}
		text := uncheckedLink(t, whole)
		if _, err := recipe.Parse(text); err == nil {
			t.Errorf("a text of 9000 bytes is taken: %.300q", text)
		}
		return true
	})
	if len(fields) < 40 {
		t.Errorf("the walk found %d texts: %v", len(fields), fields)
	}
}
