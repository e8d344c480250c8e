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

// This file tests what an embedding site may receive and request about the graph of a user.

// sendLoad applies a message to the state s and returns the number of the goal that loads a graph. Without such a goal it ends the test.
func sendLoad(t *testing.T, s *state.State, m state.Msg) int {
	t.Helper()
	next, cmds, _ := state.Update(*s, m)
	*s = next
	for _, c := range cmds {
		if c, ok := c.(state.Send); ok && c.Goal != nil && c.Goal.Load {
			return c.Goal.Seq
		}
	}
	t.Fatalf("the message %+v loads no graph, the commands are %+v", m, cmds)
	return 0
}

// Without consent, an embedding site receives an error in place of answers about the user's own graph. The error is marked as private
// (IsPrivate). The snapshot for the site has no detail of the user's files; the snapshot for the page has it. With consent, and for a
// built-in graph, nothing is withheld.
func TestPrivateGraphIsWithheld(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Embed.Origin = "https://your.site"
	if err := api.Withheld(&s); err != nil {
		t.Fatalf("a built-in graph is withheld: %v", err)
	}
	// The user opens a file, and the site asks for the numbers.
	seq := sendLoad(t, &s, state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	for allow, part := range map[bool]string{false: "has not allowed", true: ""} { // part of the error; consent gives no error
		next, _, _ := state.Update(s, state.AnswerSite{Allow: allow})
		err := api.Withheld(&next)
		if (err == nil) != allow {
			t.Errorf("the user allows it: %v; the error is %v", allow, err)
		}
		if err != nil && (!strings.Contains(err.Error(), part) || !api.IsPrivate(err)) {
			t.Errorf("the error %v is not marked as private, or lacks %q", err, part)
		}
	}
	if err := api.Withheld(&s); err == nil || !api.IsPrivate(err) || !strings.Contains(err.Error(), "asks its user") {
		t.Errorf("before the user answers, the error is %v, want a private one with \"asks its user\"", err)
	}
	// The error of the load names the file: only the page itself may read it.
	s, _, _ = state.Update(s, state.FromWorker{Reply: proto.Reply{Status: &proto.Status{
		Goal: seq, Reached: true, Err: "secret.csv, line 1"}}})
	if text := api.OutsideSnapshot(&s, false).JSON(); strings.Contains(text, "secret") || !strings.Contains(text, "own files") {
		t.Errorf("the site receives %s, want \"own files\" and no name of a file", text)
	}
	if text := api.NewSnapshot(&s, false).JSON(); !strings.Contains(text, "secret.csv, line 1") {
		t.Errorf("the page itself receives %s, want the error of the load", text)
	}
	if api.IsPrivate(errors.New("no such graph")) {
		t.Error("an error without the mark counts as private")
	}
}

// With the user's own graph on the page, a search, a load with changes by hand and a load of the user's files need consent. Files of the
// site and another graph need none. After consent, and for a built-in graph, nothing needs consent.
func TestSearchOfPrivateGraphNeedsConsent(t *testing.T) {
	s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
	s.Embed.Origin = "https://your.site"
	// Recipes of the site: a graph with a cut edge, the user's files, and another graph.
	edited := &recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Edits: &graph.Edits{Cut: [][2]int{{0, 1}}}}}
	mine, plain := &recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, &recipe.Recipe{Setup: recipe.Setup{Graph: "florentine"}}
	// checkConsent compares NeedsAgreement for the five requests with want.
	checkConsent := func(want ...bool) {
		t.Helper()
		files := []content.File{{Name: "other.csv", Data: []byte("0,1\n")}}
		got := []bool{api.NeedsAgreement(&s, nil, nil), api.NeedsAgreement(&s, edited, nil), api.NeedsAgreement(&s, mine, nil),
			api.NeedsAgreement(&s, mine, files), api.NeedsAgreement(&s, plain, nil)}
		if !slices.Equal(got, want) {
			t.Errorf("search, edits, the user's files, files given, another graph: %v, want %v", got, want)
		}
	}
	checkConsent(false, false, false, false, false)
	sendLoad(t, &s, state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	checkConsent(true, true, true, false, false)
	s, _, _ = state.Update(s, state.AnswerSite{Allow: true})
	checkConsent(false, false, false, false, false)
}

// The embedding site requests a data set that the page must fetch from another host. The load is unsettled until the user answers. It fails
// if the user declines. If the user agrees, it succeeds when the graph arrives.
func TestLoadIsUnsettledUntilConsent(t *testing.T) {
	for _, agree := range []bool{true, false} {
		s := state.New(recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}})
		s.Embed.Origin = "https://your.site"
		s.Graph = &proto.GraphInfo{N: 2, Labels: []int{0, 1}}
		seq := sendLoad(t, &s, state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas"}}, Site: true})
		var promises api.Promises
		var results []error
		promises.Add(func(err error) { results = append(results, err) })
		// apply applies a message to the page and settles the promises of a page at rest.
		apply := func(m state.Msg) (cmds []state.Command) {
			before := s
			s, cmds, _ = state.Update(s, m)
			promises.Change(&before, &s)
			if !api.Unsettled(&s) {
				promises.Settled()
			}
			return cmds
		}
		// The worker reports the other host: the user must answer.
		r := proto.Reply{Status: &proto.Status{Goal: seq, Reached: true, Err: "elsewhere", Host: "raw.githubusercontent.com"}}
		promises.Reply(r)
		apply(state.FromWorker{Reply: r})
		if len(results) != 0 || !api.Unsettled(&s) {
			t.Fatalf("settled with %v before the user has answered", results)
		}
		if !agree {
			apply(state.Decline{})
			if len(results) != 1 || results[0] == nil || !strings.Contains(results[0].Error(), "Texas from raw.githubusercontent.com") {
				t.Errorf("after the user declines, the load ends with %v, want one error that names Texas and the host", results)
			}
			continue // a declined load has no graph
		}
		seq = apply(state.Agree{})[0].(state.Send).Goal.Seq
		if len(results) != 0 {
			t.Fatalf("settled with %v before the graph has arrived", results)
		}
		apply(state.FromWorker{Reply: proto.Reply{Status: &proto.Status{Goal: seq, Reached: true,
			Graph: &proto.GraphInfo{N: 2, Labels: []int{0, 1}}}}})
		if len(results) != 1 || results[0] != nil {
			t.Errorf("after the user agrees, the load ends with %v, want one success", results)
		}
	}
}
