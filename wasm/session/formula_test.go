package session_test

import (
	"strings"
	"testing"

	"sheafscope/core/formula"
	"sheafscope/core/layout"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// A builder with the program of files evaluates a formula to the same graph as package formula. A query Try is answered during a run, which
// continues. A correct formula has no error, and the error of a wrong one names the line and the character.
func TestTriedFormula(t *testing.T) {
	const spec = "friends:n=60,seed=4|class = sign(x*y)|feature 1 = exp(x) + 0.3*noise|feature 2 = temper"
	core := session.Core{Files: jobs.Do}
	source, err := core.Source(recipe.Setup{Graph: spec}, nil)
	want, wantErr := formula.Open(spec, layout.Alone, formula.Apply)
	if err != nil || wantErr != nil || !wire.Same(*source.Graph, *want) {
		t.Fatalf("the builder evaluates %s to another graph than package formula: %v, %v", spec, err, wantErr)
	}

	// Two formulas are tried during a run; the second one is wrong.
	h := &plainHost{}
	s := newSession(h, core)
	s.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	s.Drain()
	// try posts a query Try for a formula. Package flat has no request of this kind.
	try := func(seq int, spec string) {
		s.Session.Post(proto.Message{Query: &proto.Query{Seq: seq, Question: proto.Try, For: spec, Run: recipe.Setup{Graph: spec}}})
	}
	s.Post(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 3})
	try(3, spec)
	try(4, "ring|class = (x") // the bracket is still open after the ten characters of the formula
	s.Drain()
	answers := map[int]flat.Reply{}
	for _, r := range h.replies {
		if r.Final {
			answers[r.Seq] = r
		}
	}
	if a := answers[3]; a.Kind == flat.Failed || a.Message != "" {
		t.Errorf("a correct formula is answered with %+v", a)
	}
	if a := answers[4]; a.Kind != flat.Failed || !strings.HasPrefix(a.Message, "formula: line 1, character 11: ") {
		t.Errorf("a wrong formula is answered with %+v, want the place of the fault", a)
	}
	if r := answers[2]; r.Frame == nil || r.Frame.Epoch != 3 {
		t.Errorf("the run beside the queries ends with %+v, want epoch 3", r)
	}
}
