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

// TestMethodOfARecipe: a recipe has the settings of its method; one without a method, of older links, has those of validation.
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
		if want.Epochs = 9; err != nil || s.Config != want {
			t.Errorf("%s, method %q: %+v, want %+v", c.graph, c.method, s.Config, want)
		}
	}
	if _, err := (session.Core{Files: jobs.Do}).Source(recipe.Setup{Graph: "k4", Method: "own"}, nil); err == nil {
		t.Error("own settings are no method of a recipe")
	}
}

// TestStatusNamesTheMethod: a status with settings has their method, after a load and after a change.
func TestStatusNamesTheMethod(t *testing.T) {
	h := &real{}
	s := newSession(h, session.Core{Files: jobs.Do})
	reported := func(r flat.Request) (m method.Method) {
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
	if m := reported(flat.Request{Seq: 1, Kind: flat.Load, Recipe: recipe.Setup{Graph: "karate", Method: "paper"}}); m != method.Paper {
		t.Errorf("loaded as %q", m)
	}
	for k, c := range []struct {
		name, value string
		want        method.Method
	}{
		{"gap_mode", "off", method.Own}, {"gap_mode", "sheaf", method.Paper},
		{"svr", "exact", method.Own}, {"lambda_spec", "0", method.Validation},
	} {
		if m := reported(flat.Request{Seq: 2 + k, Kind: flat.Params, Settings: map[string]string{c.name: c.value}}); m != c.want {
			t.Errorf("with %s=%s: %q, want %q", c.name, c.value, m, c.want)
		}
	}
}
