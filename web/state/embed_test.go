package state_test

import (
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// embedded returns a loaded page inside a page of the site https://your.site.
func embedded(t *testing.T) *desk {
	d := loaded(t)
	d.s.Embed.Origin = "https://your.site"
	return d
}

// answerLoad answers the only load among the last commands with a graph. If the page then trains, the training ends after one epoch.
func (d *desk) answerLoad(name string) {
	d.t.Helper()
	list := d.requests(flat.Load)
	if len(list) != 1 {
		d.t.Fatalf("%d loads among %+v", len(list), d.cmds)
	}
	d.reply(flat.Reply{Seq: list[0].Seq, Kind: flat.Loaded, Graph: graphInfo(name)})
	d.reply(flat.Reply{Seq: list[0].Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	if d.s.Running() {
		d.reply(flat.Reply{Seq: d.request(flat.Run).Seq, Kind: flat.Framed, Final: true, Frame: frameAt(10, 0)})
	}
}

// The user's files, and edits that the site has not made, are withheld from the embedding site from the start of their load. Public graphs,
// and the files and edits of the site itself, are not withheld. A load by the site changes this only when its graph is shown. A site that
// names the user's files by their sum still does not read them. Without an embedding site nothing is withheld.
func TestOwnGraphsAreWithheld(t *testing.T) {
	mine := []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}
	theirs := []content.File{{Name: "figure.csv", Data: []byte("0,1\n1,2\n")}}
	edits := &graph.Edits{}
	for title, c := range map[string]struct {
		m        state.Msg
		withheld bool
	}{
		"a built-in graph":    {state.Open{Graph: "ring"}, false},
		"a public data set":   {state.Open{Graph: "data:texas"}, false},
		"the user's files":    {state.Files{Files: mine}, true},
		"a graph of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}}, Site: true}, false},
		"files of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, Files: theirs,
			Site: true}, false},
		"edits of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring", Edits: edits}},
			Site: true}, false},
		"edits that the site did not do": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring", Edits: edits}}}, true},
	} {
		// During the load, after the load, and during the load of the next graph.
		d := embedded(t)
		if d.s.Withheld() {
			t.Fatal("the first graph of the page is withheld")
		}
		d.do(c.m)
		if d.s.Withheld() != c.withheld {
			t.Errorf("during the load of %s: withheld is %v, want %v", title, d.s.Withheld(), c.withheld)
		}
		d.answerLoad("G")
		if d.s.Withheld() != c.withheld {
			t.Errorf("%s: withheld is %v, want %v", title, d.s.Withheld(), c.withheld)
		}
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}, Site: true})
		if d.s.Withheld() != c.withheld {
			t.Errorf("%s, while another graph is loaded: withheld is %v, want %v", title, d.s.Withheld(), c.withheld)
		}
		d.answerLoad("karate")
		if d.s.Withheld() {
			t.Errorf("after %s the graph of the site is withheld", title)
		}

		// The site names the user's files by their sum.
		d.do(state.Files{Files: mine})
		d.answerLoad("mine")
		own := d.s.Link().Own
		d.do(state.Open{Graph: "ring"})
		d.answerLoad("ring")
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Own: own}, Site: true})
		d.answerLoad("mine")
		if !d.s.Withheld() {
			t.Errorf("after %s the site reads the user's files by their sum", title)
		}
	}
	d := loaded(t)
	d.do(state.Files{Files: mine})
	d.answerLoad("mine")
	if d.s.Withheld() {
		t.Error("without an embedding site the user's files are withheld")
	}
}

// The page asks once, when the site requests data of the user's graph, and not about a built-in graph. Escape is a refusal. The user can
// change the answer: by a new answer, or in two steps, of which the first one allows nothing.
func TestSiteAsksTheUser(t *testing.T) {
	d := embedded(t)
	d.do(state.SiteAsks{})
	if d.s.Embed.Asking() {
		t.Fatal("the page asks about a built-in graph")
	}

	// The user's own graph: the question, the refusal, and no second question.
	d.do(state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	d.answerLoad("mine")
	d.do(state.SiteAsks{})
	if !d.s.Embed.Asking() || !strings.Contains(d.announcement, "https://your.site") {
		t.Fatalf("asking is %v, the announcement is %q", d.s.Embed.Asking(), d.announcement)
	}
	d.do(state.Cancel{})
	if d.s.Embed.Asking() || d.s.Embed.Consent != state.Refused || !d.s.Withheld() {
		t.Fatalf("after Escape: %+v, withheld %v", d.s.Embed, d.s.Withheld())
	}
	d.do(state.SiteAsks{})
	if d.s.Embed.Asking() {
		t.Error("the page asks again after a refusal")
	}

	// The user changes the answer.
	d.do(state.AnswerSite{Allow: true})
	if d.s.Withheld() {
		t.Error("the graph is withheld after the user has allowed to read it")
	}
	d.do(state.AnswerSite{})
	if !d.s.Withheld() {
		t.Error("the graph is not withheld after the user has ended the consent")
	}

	// The user allows it again, in two steps.
	d.do(state.Consider{What: state.ConsiderRead})
	if !d.s.Withheld() || !d.s.Embed.Asking() || d.s.Considered() != state.ConsiderRead {
		t.Errorf("after the first step: %+v, considered %q", d.s.Embed, d.s.Considered())
	}
	d.do(state.AnswerSite{Allow: true})
	if d.s.Withheld() || d.s.Considered() != "" || d.s.Embed.Asking() {
		t.Errorf("after the second step: %+v, %q", d.s.Embed, d.s.Considered())
	}
}

// An error about the user's own files is withheld, even beside a public graph. An error about a load by the site is not withheld. After
// an error is closed, no error is withheld.
func TestErrorsOfOwnFilesAreWithheld(t *testing.T) {
	d := embedded(t)
	d.do(state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("?")}}})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "secret.csv, line 1: ?"})
	if d.s.Withheld() || !d.s.ErrorWithheld() || d.s.Error == "" {
		t.Errorf("graph withheld %v, error %q withheld %v", d.s.Withheld(), d.s.Error, d.s.ErrorWithheld())
	}
	d.do(state.Fail{Text: "secret.csv is 300 MB", Own: true})
	if !d.s.ErrorWithheld() {
		t.Error("the error about a file that is too large is not withheld")
	}
	d.do(state.Dismiss{})
	if d.s.ErrorWithheld() {
		t.Error("ErrorWithheld is true without an error")
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "nowhere"}}, Site: true})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "no graph nowhere"})
	if d.s.ErrorWithheld() {
		t.Error("an error about a load by the site is withheld")
	}
}

// A data set of another host is loaded only after the user's consent, if a link or the embedding site opens it. The question names
// graph, host and site. Behind the question of the first link the page shows its default graph. After Decline nothing happens. After
// Agree the page loads what was opened, with view and position of a link. A choice in the page's menu is consent. The address of a graph
// needs consent, too. A newer question replaces an older one.
func TestOtherHostsNeedConsent(t *testing.T) {
	const host = "raw.githubusercontent.com"
	text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas", Seed: 4, Position: 7}, View: recipe.View{Node: 3}})
	if err != nil {
		t.Fatal(err)
	}
	linked, asked, damage := state.FirstRecipe("#"+text, state.WithoutFiles)
	if asked != nil || damage != "" {
		t.Fatalf("the link gives asked %+v, damage %q", asked, damage)
	}
	for title, c := range map[string]struct {
		start func() *desk
		site  string
	}{
		"the first link": {func() *desk {
			d := &desk{t: t, s: state.New(linked)}
			d.do(state.Start{})
			return d
		}, ""},
		"a link":   {func() *desk { d := embedded(t); d.do(state.Link{Text: text}); return d }, ""},
		"the site": {func() *desk { d := embedded(t); d.do(state.OpenRecipe{Recipe: linked, Site: true}); return d }, "https://your.site"},
		"the site, and then another method": {func() *desk {
			d := embedded(t)
			d.do(state.OpenRecipe{Recipe: linked, Site: true})
			d.do(state.Method{Name: "paper"})
			return d
		}, "https://your.site"},
	} {
		d := c.start()
		// The first load requests nothing of another host. The worker then names the host.
		r := d.requests(flat.Load)
		if len(r) != 1 || !r[0].Local {
			t.Fatalf("%s: the page sends %+v, want a local load", title, r)
		}
		d.reply(flat.Reply{Seq: r[0].Seq, Kind: flat.Failed, Final: true, Message: "it lies elsewhere", Host: host})
		if d.s.AskedHost() != host || d.s.AskedGraph() != "Texas" || d.s.AskedBy() != c.site {
			t.Fatalf("%s: the question names %q on %q for %q", title, d.s.AskedGraph(), d.s.AskedHost(), d.s.AskedBy())
		}
		if d.s.Error != "" || d.s.AddressKey() != "" {
			t.Fatalf("%s: during the question the error is %q, the key of the address %q", title, d.s.Error, d.s.AddressKey())
		}
		if title == "the first link" {
			d.answerLoad("karate")
			if d.s.Graph == nil || d.s.Asked() == nil {
				t.Fatalf("the graph behind the question is %+v, asked %+v; want a graph and the question", d.s.Graph, d.s.Asked())
			}
		}

		// Both answers, Decline on a copy of the page.
		declined := *d
		declined.do(state.Decline{})
		if declined.s.Asked() != nil || len(declined.cmds) != 0 {
			t.Errorf("%s: Decline gives the commands %+v", title, declined.cmds)
		}
		d.do(state.Agree{})
		load := d.request(flat.Load)
		if load.Local || load.Recipe.Graph != "data:texas" || load.Recipe.Seed != 4 || d.s.Asked() != nil {
			t.Errorf("%s: Agree loads %+v", title, load)
		}
		// A link counts nodes from 1: its node 3 is node 2.
		if title == "a link" && (d.s.Node() != 2 || load.Recipe.Position != 7) {
			t.Errorf("after Agree node %d is selected and position %d is loaded, want 2, 7", d.s.Node(), load.Recipe.Position)
		}
	}
	d := embedded(t)
	d.do(state.Open{Graph: "data:texas"})
	if d.request(flat.Load).Local {
		t.Error("a choice in the menu is loaded without consent to the other host")
	}

	// For an address the page asks before it sends anything to the worker.
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://graphs.example/g.csv"}}, Site: true})
	if len(d.cmds) != 0 || d.s.AskedHost() != "graphs.example" || d.s.AskedBy() != "https://your.site" {
		t.Errorf("an address of the site: %+v, host %q for %q", d.cmds, d.s.AskedHost(), d.s.AskedBy())
	}
	d.do(state.Link{Text: "#url=https://other.example/g.csv"})
	if d.s.AskedHost() != "other.example" || d.s.AskedBy() != "" {
		t.Errorf("a link after the address of the site: host %q for %q", d.s.AskedHost(), d.s.AskedBy())
	}
}
