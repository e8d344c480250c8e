package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/formula"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The worker evaluates a typed formula. Without a fault the formula becomes a part of the graph's name, and the graph is loaded. A wrong
// formula changes nothing; its text and fault are shown until the text is correct. An answer about an older text is dropped. A slider of
// the generator keeps the formula, and an empty text removes it. Join inverts Cut, up to empty lines.
func TestFormulaNamesTheGraph(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "friends:n=40"}})
	s, _, _ = state.Update(s, state.Start{})
	var tried *proto.Query // the newest query that sends a formula to the worker
	// do applies a message, and sets tried if the message sends such a query.
	do := func(m state.Msg) {
		var cmds []state.Command
		s, cmds, _ = state.Update(s, m)
		for _, c := range cmds {
			if send, ok := c.(state.Send); ok && send.Message.Query != nil && send.Message.Query.Question == proto.Try {
				tried = send.Message.Query
			}
		}
	}
	// answer replies to the query q with the result a.
	answer := func(q *proto.Query, a proto.Answer) {
		a.Seq, a.Question, a.For = q.Seq, q.Question, q.For
		do(state.FromWorker{Reply: proto.Reply{Answer: &a}})
	}
	typeFormula := func(text string) { do(state.SetFormula{Text: text}) }

	// A correct formula. After the answer it is a part of the graph's name, without empty lines and spaces at the ends. Until then
	// Formula().Graph is the name that waits for the answer.
	typeFormula("class = sign(x*y)\n\nfeature 1 = temper ")
	const first = "friends:n=40|class = sign(x*y)|feature 1 = temper"
	if s.Shown().Graph != "friends:n=40" || tried.Run.Graph != first || s.Formula().Graph != first {
		t.Fatalf("before the answer: graph %q, query %+v, formula %+v", s.Shown().Graph, tried, s.Formula())
	}
	want := formula.Typed{Text: "class = sign(x*y)\nfeature 1 = temper"}
	answer(tried, proto.Answer{})
	if s.Shown().Graph != first || s.Formula() != want {
		t.Fatalf("after the answer: graph %q, formula %+v, want %q, %+v", s.Shown().Graph, s.Formula(), first, want)
	}

	// The answer about an older text is dropped. The newer text is wrong.
	typeFormula("class = sign(x*\nfeature 1 = temper")
	older := tried
	typeFormula("class = sign(\nfeature 1 = temper")
	answer(older, proto.Answer{})
	if s.Shown().Graph != first || s.Formula().Fault != "" {
		t.Errorf("after an answer about an older text: graph %q, fault %q", s.Shown().Graph, s.Formula().Fault)
	}
	answer(tried, proto.Answer{Err: "formula: line 1, character 14: missing"})
	if f := s.Formula(); s.Shown().Graph != first || !strings.Contains(f.Fault, "14") || f.Text != "class = sign(\nfeature 1 = temper" {
		t.Errorf("after the fault: graph %q, formula %+v", s.Shown().Graph, f)
	}

	// The stored text has the lines that the worker evaluates. So the line and the character of a fault are positions in this text.
	typeFormula("a = x\n\n  class = (a\r\n | b = a")
	if f := s.Formula(); f.Text != "a = x\nclass = (a\nb = a" || tried.Run.Graph != "friends:n=40|"+strings.ReplaceAll(f.Text, "\n", "|") {
		t.Errorf("with an empty line and blanks the text is %q, the worker evaluates %q", f.Text, tried.Run.Graph)
	}

	// The text of the present graph needs no query. After a crash of the worker the page waits for no answer.
	typeFormula("class = sign(x*y)|feature 1 = temper")
	if f := s.Formula(); f.Fault != "" || f.Graph != "" {
		t.Errorf("the formula of the present graph is typed: %+v, want neither fault nor query", f)
	}
	typeFormula("class = 2")
	for _, lost := range []proto.Answer{{Died: true, Err: "crashed"}, {Overtaken: true, Err: "a newer load"}} {
		typeFormula("class = 2")
		answer(tried, lost)
		if f := s.Formula(); f.Graph != "" || f.Text != "class = 2" || f.Fault != lost.Err {
			t.Errorf("after %+v the formula is %+v, want its text and the reason, without a trial", lost, f)
		}
	}
	typeFormula("class = 2")
	answer(tried, proto.Answer{Died: true})
	if s.Formula().Graph != "" {
		t.Error("after a crash the page still waits for an answer")
	}
	typeFormula("class = 1")
	answer(tried, proto.Answer{})
	if s.Formula().Fault != "" || s.Shown().Graph != "friends:n=40|class = 1" {
		t.Errorf("another formula: graph %q, formula %+v", s.Shown().Graph, s.Formula())
	}

	// The slider n of the generator, and an empty text.
	do(state.GenerateRest{})
	do(state.Generate{Name: "n", Value: 50})
	if got := s.Shown().Graph; got != "friends:n=50|class = 1" {
		t.Errorf("the slider gives the graph %q", got)
	}
	typeFormula("")
	answer(tried, proto.Answer{})
	if s.Shown().Graph != "friends:n=50" {
		t.Errorf("without a formula the graph is %q", s.Shown().Graph)
	}

	// Join and Cut.
	base, lines := formula.Cut("karate|a = 1||class = a")
	if joined := formula.Join(base, lines); joined != "karate|a = 1|class = a" {
		t.Errorf("Join returns %q, want karate|a = 1|class = a", joined)
	}
}
