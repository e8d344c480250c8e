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

// framed returns a loaded page inside a page of another site.
func embedded(t *testing.T) *desk {
	d := loaded(t)
	d.s.Embed.Origin = "https://your.site"
	return d
}

// arrive answers the load among the last commands.
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

// Opened, drawn and edited graphs are withheld from the embedding site from the start of their load; public ones and the site's
// own are not.
func TestOwnGraphsAreWithheld(t *testing.T) {
	mine := []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}
	theirs := []content.File{{Name: "figure.csv", Data: []byte("0,1\n1,2\n")}}
	drawn := &graph.Edits{}
	for what, c := range map[string]struct {
		m        state.Msg
		withheld bool
	}{
		"a built-in graph":    {state.Open{Graph: "ring"}, false},
		"a public data set":   {state.Open{Graph: "data:texas"}, false},
		"the user's files":    {state.Files{Files: mine}, true},
		"a graph of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}}, Site: true}, false},
		"files of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}}, Files: theirs,
			Site: true}, false},
		"edits of the site": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring", Edits: drawn}},
			Site: true}, false},
		"edits that the site did not do": {state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring", Edits: drawn}}}, true},
	} {
		d := embedded(t)
		if d.s.Withheld() {
			t.Fatal("the page's first graph is withheld")
		}
		d.do(c.m)
		if d.s.Withheld() != c.withheld {
			t.Errorf("%s, on its way: withheld is %v", what, d.s.Withheld())
		}
		d.answerLoad("G")
		if d.s.Withheld() != c.withheld {
			t.Errorf("%s: withheld is %v", what, d.s.Withheld())
		}
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate"}}, Site: true})
		if d.s.Withheld() != c.withheld {
			t.Errorf("%s, with another graph on its way: withheld is %v", what, d.s.Withheld())
		}
		if d.answerLoad("karate"); d.s.Withheld() {
			t.Errorf("after %s the page's graph is withheld", what)
		}
		// A site that names the files of the user by their sum still has not given them.
		d.do(state.Files{Files: mine})
		d.answerLoad("mine")
		own := d.s.Link().Own
		d.do(state.Open{Graph: "ring"})
		d.answerLoad("ring")
		d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file"}, Own: own}, Site: true})
		if d.answerLoad("mine"); !d.s.Withheld() {
			t.Errorf("after %s the site reads the user's files by naming them", what)
		}
	}
	d := loaded(t)
	d.do(state.Files{Files: mine})
	if d.answerLoad("mine"); d.s.Withheld() {
		t.Error("withheld where there is no embedding site")
	}
}

// The question appears once, when the site requests data; its answer holds and can be changed.
func TestSiteAsksTheUser(t *testing.T) {
	d := embedded(t)
	if d.do(state.SiteAsks{}); d.s.Embed.Asking() {
		t.Fatal("asked about a graph that everybody has")
	}
	d.do(state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("0,1\n")}}})
	d.answerLoad("mine")
	if d.do(state.SiteAsks{}); !d.s.Embed.Asking() || !strings.Contains(d.announcement, "https://your.site") {
		t.Fatalf("asking is %v, said %q", d.s.Embed.Asking(), d.announcement)
	}
	if d.do(state.Cancel{}); d.s.Embed.Asking() || d.s.Embed.Consent != state.Refused || !d.s.Withheld() {
		t.Fatalf("after Escape: %+v", d.s.Embed)
	}
	if d.do(state.SiteAsks{}); d.s.Embed.Asking() {
		t.Error("asked again after a refusal")
	}
	if d.do(state.AnswerSite{Allow: true}); d.s.Withheld() {
		t.Error("withheld after the user allowed it")
	}
	if d.do(state.AnswerSite{}); !d.s.Withheld() {
		t.Error("given after the user stopped it")
	}
	// The first of two steps allows nothing.
	if d.do(state.Consider{What: state.ConsiderRead}); !d.s.Withheld() || !d.s.Embed.Asking() || d.s.Considered() != state.ConsiderRead {
		t.Errorf("after the first step: %+v", d.s.Embed)
	}
	if d.do(state.AnswerSite{Allow: true}); d.s.Withheld() || d.s.Considered() != "" || d.s.Embed.Asking() {
		t.Errorf("after the second step: %+v, %q", d.s.Embed, d.s.Considered())
	}
}

// An error about the user's own files is withheld, even beside a public graph.
func TestErrorsOfOwnFilesAreWithheld(t *testing.T) {
	d := embedded(t)
	d.do(state.Files{Files: []content.File{{Name: "secret.csv", Data: []byte("?")}}})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "secret.csv, line 1: ?"})
	if d.s.Withheld() || !d.s.ErrorWithheld() || d.s.Error == "" {
		t.Errorf("withheld %v, its error %v", d.s.Withheld(), d.s.ErrorWithheld())
	}
	if d.do(state.Fail{Text: "secret.csv is 300 MB", Own: true}); !d.s.ErrorWithheld() {
		t.Error("the name of a file that is too large is given")
	}
	if d.do(state.Dismiss{}); d.s.ErrorWithheld() {
		t.Error("no error, and yet it is withheld")
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "nowhere"}}, Site: true})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Failed, Final: true, Message: "no graph nowhere"})
	if d.s.ErrorWithheld() {
		t.Error("an error of the site's own call is withheld")
	}
}

// A link or the embedding site needs the user's consent for a data set of another host; a choice in the page's menu is consent.
func TestOtherHostsNeedConsent(t *testing.T) {
	const host = "raw.githubusercontent.com"
	text, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "data:texas", Seed: 4, Position: 7}, View: recipe.View{Node: 3}})
	if err != nil {
		t.Fatal(err)
	}
	linked, asked, damage := state.FirstRecipe("#"+text, false)
	if asked != nil || damage != "" {
		t.Fatal(asked, damage)
	}
	for what, c := range map[string]struct {
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
		r := d.requests(flat.Load)
		if len(r) != 1 || !r[0].Local {
			t.Fatalf("%s: %+v", what, r)
		}
		d.reply(flat.Reply{Seq: r[0].Seq, Kind: flat.Failed, Final: true, Message: "it lies elsewhere", Host: host})
		if d.s.AskedHost() != host || d.s.AskedGraph() != "Texas" || d.s.AskedBy() != c.site || d.s.Error != "" || d.s.AddressKey() != "" {
			t.Fatalf("%s: asks for %q on %q for %q, error %q", what, d.s.AskedGraph(), d.s.AskedHost(), d.s.AskedBy(), d.s.Error)
		}
		if what == "the first link" {
			if d.answerLoad("karate"); d.s.Graph == nil || d.s.Asked() == nil {
				t.Fatal("no default graph behind the question")
			}
		}
		no := *d
		if no.do(state.Decline{}); no.s.Asked() != nil || len(no.cmds) != 0 {
			t.Errorf("%s: declined, and yet %+v", what, no.cmds)
		}
		d.do(state.Agree{})
		if r := d.request(flat.Load); r.Local || r.Recipe.Graph != "data:texas" || r.Recipe.Seed != 4 || d.s.Asked() != nil {
			t.Errorf("%s: agreed, and %+v is asked for", what, r)
		}
		if what == "a link" && (d.s.Node() != 2 || d.request(flat.Load).Recipe.Position != 7) {
			t.Errorf("after the question the link's view and position are gone: node %d", d.s.Node())
		}
	}
	d := embedded(t)
	d.do(state.Open{Graph: "data:texas"})
	if d.request(flat.Load).Local {
		t.Error("a choice in the menu asks once more")
	}
	// An address raises a question before the worker hears of it.
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://graphs.example/g.csv"}}, Site: true})
	if len(d.cmds) != 0 || d.s.AskedHost() != "graphs.example" || d.s.AskedBy() != "https://your.site" {
		t.Errorf("an address of the site: %+v, host %q for %q", d.cmds, d.s.AskedHost(), d.s.AskedBy())
	}
	if d.do(state.Link{Text: "#url=https://other.example/g.csv"}); d.s.AskedHost() != "other.example" || d.s.AskedBy() != "" {
		t.Errorf("a link after it: host %q for %q", d.s.AskedHost(), d.s.AskedBy())
	}
}
