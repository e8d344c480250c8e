package web

import (
	"strings"
	"testing"

	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The menu of splits lists the split of the run exactly once with its label. This also holds for the default split, with or without its
// name. In the JSON of the menu, v is the value of an option, and l its label.
func TestDefaultSplitIsListedOnce(t *testing.T) {
	for _, c := range []struct{ graph, split, want string }{
		{"data:texas", "public:0", `{"v":"public:0","l":"split 0 of 10"}`},
		{"data:texas", "", `{"v":"","l":"split 0 of 10"}`},
		{"file", "file:a", `{"v":"file:a","l":"a"}`},
	} {
		a := App{State: state.State{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: c.graph, Split: c.split}},
			Report: proto.Report{Graph: &proto.GraphInfo{Splits: []string{"a", "b"}}}}}
		if got := a.SplitOptions(); strings.Count(got, c.want) != 1 || strings.Count(got, `split 0 of 10"`)+strings.Count(got, `"l":"a"`) != 1 {
			t.Errorf("%s with the split %q: %s, want one %s", c.graph, c.split, got, c.want)
		}
	}
}

// The text beside the settings names a public split as the menu does. It omits the first split of a public data set, with or without its
// name.
func TestSettingsNameOnlyOtherSplits(t *testing.T) {
	for split, want := range map[string]string{"": "", "public:0": "", "public:3": "split 3 of 10", "per-class:5": "per-class:5"} {
		bar := Bar{App: &App{State: state.State{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas", Split: split}}}}}
		if got := bar.Differs(); got != want {
			t.Errorf("with the split %q the text is %q, want %q", split, got, want)
		}
	}
}
