package state_test

import (
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// elsewhere is the host of a graph at the address elsewhereURL.
const (
	elsewhere    = "elsewhere.example"
	elsewhereURL = "url:https://" + elsewhere + "/g.csv"
)

// A link to a graph at an address, with parts in the browser's storage, causes no request to another host before the user agrees. This
// holds for the first link and for a later one, with and without an embedding site, and for found and missing parts. After Agree the graph
// has the found edits. Without its edits the link is not opened, and the page names the reason.
func TestAddressWithPartsNeedsConsent(t *testing.T) {
	edits := &graph.Edits{Gone: []int{1}}
	file, err := recipe.FormatFile(recipe.Recipe{Setup: recipe.Setup{Graph: elsewhereURL, Edits: edits}})
	if err != nil {
		t.Fatal(err)
	}
	stored := []content.File{{Name: "state.json", Data: file}}
	for _, c := range []struct {
		title, kept   string
		first, inside bool
		found         []content.File
	}{
		{"first link", "row-1", true, false, nil},
		{"first link, embedded", "row-1", true, true, nil},
		{"first link with edits", "edits-1", true, false, stored},
		{"first link without its edits", "edits-1", true, false, nil},
		{"later link", "row-1", false, false, nil},
		{"later link, embedded", "row-1", false, true, nil},
		{"later link with edits", "edits-1", false, false, stored},
		{"later link without its edits", "edits-1", false, false, nil},
	} {
		link := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: elsewhereURL}, Kept: c.kept}
		text, err := recipe.Format(link)
		if err != nil {
			t.Fatal(err)
		}
		d := &desk{t: t, s: state.New(recipe.Recipe{})}
		if !c.first {
			d = loaded(t)
		}
		if c.inside {
			d.s.Embed.Origin = "https://your.site"
		}
		if c.first {
			_, asked, _ := state.FirstRecipe("#"+text, state.WithoutFiles)
			d.do(state.Restore{Recipe: *asked})
		} else {
			d.do(state.Link{Text: "#" + text})
		}
		if !c.inside {
			if len(d.requests(flat.Load)) > 0 || !d.s.Finding() {
				t.Fatalf("%s: before the answer of the storage the commands are %+v", c.title, d.cmds)
			}
			d.do(state.Found{Sum: c.kept, Files: c.found})
		}

		// Every load of the address stays on the page's own host, until the worker names the other host.
		if c.kept == "edits-1" && c.found == nil {
			for _, r := range d.requests(flat.Load) {
				if r.Recipe.Graph == elsewhereURL {
					t.Errorf("%s: the page loads %+v", c.title, r)
				}
			}
			if d.s.Asked() != nil || d.s.Error == "" {
				t.Errorf("%s: asked %+v, error %q; want only an error", c.title, d.s.Asked(), d.s.Error)
			}
			continue
		}
		r := d.request(flat.Load)
		if r.Recipe.Graph != elsewhereURL || !r.Local {
			t.Fatalf("%s: the page sends %+v, want a local load of the address", c.title, r)
		}
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Failed, Final: true, Message: "it lies elsewhere", Host: elsewhere})
		if d.s.AskedHost() != elsewhere || d.s.AskedBy() != "" {
			t.Fatalf("%s: the question names the host %q for %q", c.title, d.s.AskedHost(), d.s.AskedBy())
		}
		d.do(state.Agree{})
		r = d.request(flat.Load)
		hasEdits := r.Recipe.Edits != nil && len(r.Recipe.Edits.Gone) == 1
		if r.Recipe.Graph != elsewhereURL || r.Local || hasEdits != (c.found != nil) {
			t.Errorf("%s: Agree loads %+v", c.title, r)
		}
		if c.found == nil {
			continue
		}

		// The graph is on the screen: another link to the same address needs no second question.
		d.answerLoad("elsewhere")
		d.do(state.Link{Text: "#" + text})
		d.do(state.Found{Sum: c.kept, Files: nil})
		other, err := recipe.Format(recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: elsewhereURL, Seed: 5}})
		if err != nil {
			t.Fatal(err)
		}
		d.do(state.Link{Text: "#" + other})
		if r := d.request(flat.Load); r.Local || d.s.Asked() != nil {
			t.Errorf("%s: a second link to the agreed address loads %+v, asked %+v", c.title, r, d.s.Asked())
		}
	}
}

// A link by names, to a data set of another host, is opened after the consent as without the question: its run is trained. A typed address
// has no view: colours, comparison and selected parts of the page stay.
func TestConsentChangesOnlyTheHosts(t *testing.T) {
	const hash = "#graph=data:texas"
	first, asked, damage := state.FirstRecipe(hash, state.WithoutFiles)
	if asked != nil || damage != "" {
		t.Fatalf("asked %+v, damage %q", asked, damage)
	}
	for _, isFirst := range []bool{true, false} {
		// opened returns a page that has opened the address, with its load. host is the host that the load needs, "" for none.
		opened := func(host string) (*desk, flat.Request) {
			d := &desk{t: t, s: state.New(first)}
			if isFirst {
				d.do(state.Start{})
			} else {
				d = loaded(t)
				d.do(state.SetColours{})
				d.do(state.Lab{Msg: lab.OpenCompare{}})
				d.do(state.Link{Text: hash})
			}
			r := d.requests(flat.Load)[0]
			if host != "" {
				d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Failed, Final: true, Message: "it lies elsewhere", Host: host})
				d.do(state.Agree{})
				r = d.requests(flat.Load)[0]
			}
			return d, r
		}
		want, wantLoad := opened("")
		got, load := opened(elsewhere)
		if load.Recipe.Graph != wantLoad.Recipe.Graph || load.Recipe.Method != wantLoad.Recipe.Method || load.Local {
			t.Fatalf("first %v: after the consent the page loads %+v, want %+v", isFirst, load, wantLoad)
		}
		for _, d := range []*desk{want, got} {
			seq := wantLoad.Seq
			if d == got {
				seq = load.Seq
			}
			d.reply(flat.Reply{Seq: seq, Kind: flat.Loaded, Graph: graphInfo("Texas")})
			d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
		}
		if epochs := want.request(flat.Run).Epochs; len(got.requests(flat.Run)) != 1 || got.request(flat.Run).Epochs != epochs {
			t.Errorf("first %v: after the consent the page requests %+v, want a training of %d epochs", isFirst, got.sent, epochs)
		}
		if got.s.View.Colours != want.s.View.Colours || got.s.Lab.Compare.On != want.s.Lab.Compare.On {
			t.Errorf("first %v: after the consent the colours follow %q, compared %v; want %q, %v", isFirst, got.s.View.Colours,
				got.s.Lab.Compare.On, want.s.View.Colours, want.s.Lab.Compare.On)
		}
	}
}

// An invalid address of the embedding site does not change the question about an address that the user has typed, also not in the state
// before.
func TestSiteDoesNotTakeOverAQuestion(t *testing.T) {
	d := embedded(t)
	d.do(state.AskURL{URL: "https://" + elsewhere + "/g.csv"})
	before := d.s
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "url:http://x"}}, Site: true})
	if d.s.AskedHost() != elsewhere || d.s.AskedBy() != "" || before.AskedBy() != "" || d.s.Error == "" {
		t.Errorf("the question names %q for %q, before %q; error %q", d.s.AskedHost(), d.s.AskedBy(), before.AskedBy(), d.s.Error)
	}
}

// The address #scene=0 names Look without a scene. As the first address it has no damage and no recipe. A later one leaves a scene for
// Look, and loads nothing.
func TestSceneZeroIsLook(t *testing.T) {
	first, asked, damage := state.FirstRecipe("#scene=0", state.WithoutFiles)
	if first.Graph != "" || asked != nil || damage != "" {
		t.Errorf("the first address: %+v, asked %+v, damage %q", first, asked, damage)
	}
	for _, scene := range []int{-1, 1, 3} { // −1: none before
		d := loaded(t)
		if scene > 0 {
			d.do(state.Link{Text: "#scene=" + string(rune('0'+scene))})
		}
		d.do(state.Link{Text: "#scene=0"})
		if len(d.requests(flat.Load)) > 0 || d.s.Error != "" || d.s.View.Level != state.LevelLook || d.s.SceneAt() != 0 {
			t.Errorf("after scene %d: commands %+v, error %q, level %q, scene %d", scene, d.cmds, d.s.Error, d.s.View.Level, d.s.SceneAt())
		}
	}
}
