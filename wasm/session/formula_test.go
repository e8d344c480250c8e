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

// A session with the program of files evaluates a formula to the same graph as package formula. A query Try is answered during a run,
// which continues, and its error names the line and the character.
func TestTriedFormula(t *testing.T) {
	const spec = "friends:n=60,seed=4|class = sign(x*y)|feature 1 = exp(x) + 0.3*noise|feature 2 = temper"
	core := session.Core{Files: jobs.Do}
	s, err := core.Source(recipe.Setup{Graph: spec}, nil)
	want, wantErr := formula.Open(spec, layout.Alone, formula.Apply)
	if err != nil || wantErr != nil || !wire.Same(*s.Graph, *want) {
		t.Fatalf("the session evaluates %s to another graph than package formula: %v, %v", spec, err, wantErr)
	}

	// Two formulas are tried during a run; the second one is wrong.
	h := &plainHost{}
	own := newSession(h, core)
	own.Post(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "ring"}})
	own.Drain()
	try := func(seq int, spec string) {
		own.Session.Post(proto.Message{Query: &proto.Query{Seq: seq, Question: proto.Try, For: spec, Run: recipe.Setup{Graph: spec}}})
	}
	own.Post(flat.Request{Seq: 2, Kind: flat.Run, Epochs: 3})
	try(3, spec)
	try(4, "ring|class = (x")
	own.Drain()
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
