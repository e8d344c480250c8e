package session_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/files/jobs"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/session"
)

// A recipe has the settings of its method, which package method computes a second time from graph and split. A recipe without a method,
// as in older links, has the settings of validation. MethodOpen is the paper below 1000 nodes, and validation from 1000 nodes on. "own" is
// no method of a recipe.
func TestMethodOfARecipe(t *testing.T) {
	small, large := "sbm:n=120,homophily=0.1", "sbm:n=1000,homophily=0.1"
	for _, c := range []struct {
		graph, method string
		want          method.Method
	}{
		{small, "", method.Validation}, {small, "validation", method.Validation}, {small, "paper", method.Paper},
		{small, recipe.MethodOpen, method.Paper}, {large, recipe.MethodOpen, method.Validation}, {large, "paper", method.Paper},
	} {
		r := recipe.Setup{Graph: c.graph, Seed: 2, Method: c.method, Settings: map[string]string{"epochs": "9"}}
		s, err := session.Core{Files: jobs.Do}.Source(r, nil)
		if err != nil {
			t.Fatal(err)
		}

		// The settings from graph and split. method.Configure has those of validation.
		g, err := graph.Builtin(c.graph)
		if err != nil {
			t.Fatal(err)
		}
		split, err := graph.ParseSplit(g, method.DefaultSplit, 2)
		if err != nil {
			t.Fatal(err)
		}
		want, err := method.Configure(g, split, "sgpc", "paper", 2)
		if c.want == method.Paper {
			want, err = method.Paper.Configure(g, split, "sgpc", "paper", 2)
		}
		want.Epochs = 9 // the setting of the recipe
		if err != nil || s.Config != want {
			t.Errorf("%s, method %q: settings %+v, want %+v, %v", c.graph, c.method, s.Config, want, err)
		}
	}
	if _, err := (session.Core{Files: jobs.Do}).Source(recipe.Setup{Graph: "k4", Method: "own"}, nil); err == nil {
		t.Error("a recipe with the method \"own\" is accepted")
	}
}

// A status with settings has the name of their method, after a load and after each change. The changes add up.
func TestStatusNamesTheMethod(t *testing.T) {
	h := &plainHost{}
	s := newSession(h, session.Core{Files: jobs.Do})
	// methodAfter returns the method in the last reply with settings.
	methodAfter := func(r flat.Request) (m method.Method) {
		h.replies = nil
		s.Post(r)
		s.Drain()
		for _, x := range h.replies {
			if x.Config != nil {
				m = x.Method
			}
		}
		return m
	}
	if m := methodAfter(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Method: "paper"}}); m != method.Paper {
		t.Errorf("after a load the status has the method %q, want %q", m, method.Paper)
	}
	for k, c := range []struct {
		name, value string
		want        method.Method
	}{
		{"gap_mode", "off", method.Own}, {"gap_mode", "sheaf", method.Paper},
		{"svr", "exact", method.Own}, {"lambda_spec", "0", method.Validation},
	} {
		if m := methodAfter(flat.Request{Seq: 2 + k, Kind: flat.Params, Settings: map[string]string{c.name: c.value}}); m != c.want {
			t.Errorf("with %s=%s the status has the method %q, want %q", c.name, c.value, m, c.want)
		}
	}
}
