package api_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// send updates a state and returns the sequence number of the load that follows.
func send(t *testing.T, s *state.State, m state.Msg) int {
	t.Helper()
	next, cmds, _ := state.Update(*s, m)
	*s = next
	for _, c := range cmds {
		if c, ok := c.(state.Send); ok && c.Goal != nil && c.Goal.Load {
			return c.Goal.Seq
		}
	}
	t.Fatalf("%+v loads nothing: %+v", m, cmds)
	return 0
}

// The embedding site receives a marked error in place of answers about the user's own graph, and no detail of the user's files.
func TestPrivateGraphIsWithheld(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Embed.Origin = "https://your.site"
	if err := api.Withheld(&s); err != nil {
		t.Fatalf("a built-in graph: %v", err)
	}
	seq := send(t, &s, state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	for allow, answer := range map[bool]string{false: "has not allowed", true: ""} {
		next, _, _ := state.Update(s, state.AnswerSite{Allow: allow})
		if err := api.Withheld(&next); (err == nil) != allow || err != nil && (!strings.Contains(err.Error(), answer) || !api.IsPrivate(err)) {
			t.Errorf("allowed %v: %v", allow, err)
		}
	}
	if err := api.Withheld(&s); err == nil || !api.IsPrivate(err) || !strings.Contains(err.Error(), "asks its user") {
		t.Errorf("before an answer: %v", err)
	}
	s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{
		Goal: seq, Reached: true, Err: "secret.csv, line 1"}}})
	if text := api.OutsideSnapshot(&s, false).JSON(); strings.Contains(text, "secret") || !strings.Contains(text, "own files") {
		t.Errorf("the site reads %s", text)
	}
	if text := api.NewSnapshot(&s, false).JSON(); !strings.Contains(text, "secret.csv, line 1") {
		t.Errorf("the page itself reads %s", text)
	}
	if api.IsPrivate(errors.New("no such graph")) {
		t.Error("any error counts as private")
	}
}

// With the user's own graph on the page, a search, a load with changes by hand and a load of the user's files need consent.
func TestSearchOfPrivateGraphNeedsConsent(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Embed.Origin = "https://your.site"
	edited := &recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Edits: &graph.Edits{Cut: [][2]int{{0, 1}}}}}
	mine, plain := &recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, &recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}}
	needs := func(want ...bool) {
		t.Helper()
		files := []content.File{{Name: "other.csv", Data: []byte("0,1\n")}}
		got := []bool{api.NeedsAgreement(&s, nil, nil), api.NeedsAgreement(&s, edited, nil), api.NeedsAgreement(&s, mine, nil),
			api.NeedsAgreement(&s, mine, files), api.NeedsAgreement(&s, plain, nil)}
		if !slices.Equal(got, want) {
			t.Errorf("search, edits, the user's files, files given, another graph: %v, want %v", got, want)
		}
	}
	needs(false, false, false, false, false)
	send(t, &s, state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	needs(true, true, true, false, false)
	s, _, _ = state.Update(s, state.AnswerSite{Allow: true})
	needs(false, false, false, false, false)
}

// A load of the embedding site from another host is unsettled until the user answers, and fails when the user declines.
func TestLoadIsUnsettledUntilConsent(t *testing.T) {
	for _, agree := range []bool{true, false} {
		s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
		s.Embed.Origin = "https://your.site"
		s.Graph = &proto.GraphInfo{N: 2, Labels: []int{0, 1}}
		seq := send(t, &s, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas"}}, Site: true})
		var w api.Promises
		var ended []error
		w.Add(func(err error) { ended = append(ended, err) })
		take := func(m state.Msg) (cmds []state.Command) {
			before := s
			s, cmds, _ = state.Update(s, m)
			w.Change(&before, &s)
			if !api.Unsettled(&s) {
				w.Settled()
			}
			return cmds
		}
		r := proto.Reply{Status: &proto.Status{Goal: seq, Reached: true, Err: "elsewhere", Host: "raw.githubusercontent.com"}}
		w.Reply(r)
		if take(state.FromWorker{Reply: r}); len(ended) != 0 || !api.Unsettled(&s) {
			t.Fatalf("settled with %v before the user has answered", ended)
		}
		if !agree {
			take(state.Decline{})
			if len(ended) != 1 || ended[0] == nil || !strings.Contains(ended[0].Error(), "Texas from raw.githubusercontent.com") {
				t.Errorf("declined: %v", ended)
			}
			continue
		}
		seq = take(state.Agree{})[0].(state.Send).Goal.Seq
		if len(ended) != 0 {
			t.Fatalf("settled with %v before the graph is there", ended)
		}
		take(state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: seq, Reached: true,
			Graph: &proto.GraphInfo{N: 2, Labels: []int{0, 1}}}}})
		if len(ended) != 1 || ended[0] != nil {
			t.Errorf("agreed: %v", ended)
		}
	}
}
