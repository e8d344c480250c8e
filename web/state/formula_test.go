package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/formula"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A formula becomes part of the graph's name; a wrong one changes nothing and is shown with its fault.
func TestFormula(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "friends:n=40"}})
	s, _, _ = state.Update(s, state.Start{})
	do := func(text string) { s, _, _ = state.Update(s, state.SetFormula{Text: text}) }
	do("class = sign(x*y)\n\nfeature 1 = temper ")
	if got := s.Shown().Graph; got != "friends:n=40|class = sign(x*y)|feature 1 = temper" || s.Formula().Fault != nil ||
		s.Formula().Text != "class = sign(x*y)\nfeature 1 = temper" {
		t.Fatalf("%q, %+v", got, s.Formula())
	}
	before := s.Shown().Graph
	do("class = sign(x*\nfeature 1 = temper")
	if f := s.Formula(); s.Shown().Graph != before || f.Fault == nil || f.Fault.Line != 1 || !strings.HasSuffix(f.Text, "temper") {
		t.Errorf("%q, %+v", s.Shown().Graph, f)
	}
	if do("class = 1"); s.Formula().Fault != nil || s.Shown().Graph != "friends:n=40|class = 1" {
		t.Errorf("%q, %+v", s.Shown().Graph, s.Formula())
	}
	s, _, _ = state.Update(s, state.GenerateRest{})
	s, _, _ = state.Update(s, state.Generate{Name: "n", Value: 50})
	if got := s.Shown().Graph; got != "friends:n=50|class = 1" {
		t.Errorf("a slider made %q", got)
	}
	if do(""); s.Shown().Graph != "friends:n=50" {
		t.Errorf("without a formula: %q", s.Shown().Graph)
	}
	base, lines := formula.Cut("karate|a = 1||class = a")
	if formula.Join(base, lines) != "karate|a = 1|class = a" {
		t.Error(formula.Join(base, lines))
	}
}
