package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/formula"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The worker evaluates the typed formula, and the name of the graph has the formula. A wrong formula changes nothing. It is shown with its
// fault until the text is correct.
func TestFormulaNamesTheGraph(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "friends:n=40"}})
	s, _, _ = state.Update(s, state.Start{})
	var asked *proto.Query
	do := func(m state.Msg) {
		var cmds []state.Command
		s, cmds, _ = state.Update(s, m)
		for _, c := range cmds {
			if send, ok := c.(state.Send); ok && send.Message.Query != nil && send.Message.Query.Question == proto.Try {
				asked = send.Message.Query
			}
		}
	}
	answer := func(q *proto.Query, a proto.Answer) {
		a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
		do(state.FromWorker{Reply: proto.Reply{Answer: &a}})
	}
	typed := func(text string) { do(state.SetFormula{Text: text}) }
	typed("class = sign(x*y)\n\nfeature 1 = temper ")
	const first = "friends:n=40|class = sign(x*y)|feature 1 = temper"
	if s.Shown().Graph != "friends:n=40" || asked.Run.Graph != first || s.Formula().Graph != first {
		t.Fatalf("%q, asked %+v", s.Shown().Graph, asked)
	}
	then := formula.Typed{Text: "class = sign(x*y)\nfeature 1 = temper"}
	if answer(asked, proto.Answer{}); s.Shown().Graph != first || s.Formula() != then {
		t.Fatalf("%q, %+v", s.Shown().Graph, s.Formula())
	}
	typed("class = sign(x*\nfeature 1 = temper")
	slow := asked
	typed("class = sign(\nfeature 1 = temper")
	if answer(slow, proto.Answer{}); s.Shown().Graph != first || s.Formula().Fault != "" {
		t.Errorf("an answer to an older text: %q", s.Shown().Graph)
	}
	answer(asked, proto.Answer{Err: "formula: line 1, character 14: missing"})
	if f := s.Formula(); s.Shown().Graph != first || !strings.Contains(f.Fault, "14") || f.Text != "class = sign(\nfeature 1 = temper" {
		t.Errorf("%q, %+v", s.Shown().Graph, f)
	}
	typed("class = sign(x*y)|feature 1 = temper")
	if f := s.Formula(); f.Fault != "" || f.Graph != "" {
		t.Errorf("the text of the graph: %+v", f)
	}
	typed("class = 2")
	if answer(asked, proto.Answer{Died: true}); s.Formula().Graph != "" {
		t.Error("it waits for a worker that is gone")
	}
	typed("class = 1")
	if answer(asked, proto.Answer{}); s.Formula().Fault != "" || s.Shown().Graph != "friends:n=40|class = 1" {
		t.Errorf("%q, %+v", s.Shown().Graph, s.Formula())
	}
	do(state.GenerateRest{})
	do(state.Generate{Name: "n", Value: 50})
	if got := s.Shown().Graph; got != "friends:n=50|class = 1" {
		t.Errorf("a slider made %q", got)
	}
	typed("")
	if answer(asked, proto.Answer{}); s.Shown().Graph != "friends:n=50" {
		t.Errorf("without a formula: %q", s.Shown().Graph)
	}
	base, lines := formula.Cut("karate|a = 1||class = a")
	if formula.Join(base, lines) != "karate|a = 1|class = a" {
		t.Error(formula.Join(base, lines))
	}
}
