package api_test

import (
	"testing"

	"sheafscope/web/api"
)

// For any text as an argument, no parser panics. An accepted recipe has only texts that the page can show. Accepted options of tune have a
// seed of at most 20 characters, as many as 2⁶⁴−1 has.
func FuzzCall(f *testing.F) {
	for _, text := range []string{`"karate"`, `{"graph":"karate","seed":3,"settings":{"dt":2,"gap_mode":"off","relu":true}}`,
		`{"graph":"file","edits":{"cut":[[0,1]],"classes":["A"]},"read":"label=2"}`, `"s1.x"`, `{"seed":"18446744073709551615"}`,
		`{"runs":3,"configurations":4,"epochs":5,"seed":"6"}`, `{"removeEdges":[[0,1]],"hideFeatures":[[1,2]],"labels":[[0,1]],"maps":"zero"}`,
		`{"graph":"karate","compare":{"key":"gcn","seed":1},"view":{"notes":[{"pin":"node:1","text":"x"}]}}`, `null`, `[]`, `{"v":9}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if r, err := api.ParseRecipe(text); err == nil && r.CheckTexts() != nil {
			t.Fatalf("%q is read as a recipe with a text that the page cannot show: %v", text, r.CheckTexts())
		}
		if options, err := api.TuneOptions(text); err == nil && len(options.Seed) > 20 {
			t.Fatalf("%q has the seed %q, want at most 20 characters", text, options.Seed)
		}
		_, _ = api.ParseChange(text) // the worker checks the change itself
	})
}
