package recipe_test

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// Every field of Seen reads back from a link and from a file, beside two pins. IsFile distinguishes the file from a
// graph in JSON. Half of a file is refused.
func TestSeenRoundTrips(t *testing.T) {
	r := exampleRecipes["everything"]
	r.Version = recipe.Version
	r.View.Seen = completeSeen()
	r.View.Pins = []recipe.Moment{{Name: "Über", Recipe: recipe.TextOf(exampleRecipes["all of a view"])},
		{Name: "b", Recipe: recipe.TextOf(r)}}
	r.View.Pins[1].Recipe.View.Pins = nil // a pin has no pins
	v := reflect.ValueOf(r.View.Seen)
	for k := range v.NumField() {
		if v.Field(k).IsZero() {
			t.Errorf("completeSeen has no %s, so that the test does not cover it", v.Type().Field(k).Name)
		}
	}

	// A link, and a file.
	text, err := recipe.Format(r)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := recipe.Parse(text); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("the link reads as %+v, %v; want %+v", got, err, r)
	}
	data, err := recipe.FormatFile(r)
	if err != nil || !recipe.IsFile(data) || recipe.IsFile([]byte(`{"nodes": []}`)) {
		t.Fatalf("the file is %s, %v; IsFile gives %v", data, err, recipe.IsFile(data))
	}
	if got, err := recipe.ParseFile(data); err != nil || !reflect.DeepEqual(got, r) {
		t.Errorf("the file reads as %+v, %v; want %+v", got, err, r)
	}
	if _, err := recipe.ParseFile(data[:len(data)/2]); err == nil {
		t.Error("half a file is read")
	}
}

// A Seen or a pin beyond one of its limits is refused by Format or Parse. A pin with a setting of 90 kB has no link.
func TestSeenIsLimited(t *testing.T) {
	// Changes of a view, by name. The limits are 100 logits and 400 characters of a filter.
	for name, change := range map[string]func(v *recipe.View){
		"a position −1":    func(v *recipe.View) { v.Known = -1 },
		"a node −1":        func(v *recipe.View) { v.Chosen = []int{-1} },
		"many logits":      func(v *recipe.View) { v.ByHand = &recipe.ByHand{Gamma: make([]float64, 101)} },
		"a long filter":    func(v *recipe.View) { v.Table = &recipe.TableView{Of: "nodes", Filter: strings.Repeat("a", 401)} },
		"many pins":        func(v *recipe.View) { v.Pins = slices.Repeat([]recipe.Moment{karatePin("a")}, recipe.MaxPins+1) },
		"a pin of no name": func(v *recipe.View) { v.Pins = []recipe.Moment{karatePin(" ")} },
		"a pin of pins": func(v *recipe.View) {
			v.Pins = []recipe.Moment{karatePin("a")}
			v.Pins[0].Recipe.View.Pins = []recipe.Moment{karatePin("b")}
		},
		"a pin of no graph": func(v *recipe.View) { v.Pins = []recipe.Moment{{Name: "a"}} },
		"a pin before the start": func(v *recipe.View) {
			v.Pins = []recipe.Moment{karatePin("a")}
			v.Pins[0].Recipe.Position = -1
		},
	} {
		r := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}
		change(&r.View)
		text, err := recipe.Format(r)
		if err == nil {
			_, err = recipe.Parse(text)
		}
		if err == nil {
			t.Errorf("%s: Format and Parse accept the link", name)
		}
	}

	// A pin with a setting of 90 kB, which cannot be compressed to a link.
	long := recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}
	long.View.Pins = []recipe.Moment{karatePin("a")}
	long.View.Pins[0].Recipe.Settings = noise(90000)
	if _, err := recipe.Format(long); err == nil {
		t.Error("a pin with a setting of 90 kB has a link")
	}
}

// karatePin returns a pin of the karate club.
func karatePin(name string) recipe.Moment {
	return recipe.Moment{Name: name, Recipe: recipe.TextOf(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})}
}
