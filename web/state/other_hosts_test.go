package state

import (
	"strings"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
)

// loads returns the requests among commands that load or read a graph.
func loads(cmds []Command) (list []flat.Request) {
	for _, c := range cmds {
		if s, ok := c.(Send); ok && s.Goal != nil && s.Goal.Load {
			list = append(list, new(flat.Talk).Request(s.Message))
		}
	}
	return list
}

// An address in a link causes no request to another host before the user agrees.
func TestAddressNeedsConsent(t *testing.T) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://example.org/g.csv", Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{"#url=https://example.org/g.csv", "#url=https%3A%2f%2Fexample.org/g.csv", "#" + link} {
		first, asked, damage := FirstRecipe(hash, false)
		if first.Graph != "" || asked == nil || damage != "" {
			t.Fatalf("%s: %+v, %+v, %q", hash, first, asked, damage)
		}
		for _, m := range []Msg{Offer{*asked}, Link{hash}} {
			s, cmds, _ := Update(New(recipe.Recipe{}), m)
			if _, said := cmds[0].(Announce); len(cmds) != 1 || !said || s.AskedHost() != "example.org" ||
				s.AskedURL() != "https://example.org/g.csv" {
				t.Fatalf("%s: %d commands, asked %q", hash, len(cmds), s.AskedURL())
			}
			no, cmds, _ := Update(s, Decline{})
			if len(cmds) != 0 || no.Asked() != nil {
				t.Fatal("declined, and yet something happens")
			}
			yes, cmds, _ := Update(s, Agree{})
			if l := loads(cmds); len(l) != 1 || l[0].Recipe.Graph != "url:https://example.org/g.csv" || yes.Asked() != nil {
				t.Fatalf("agreed: %+v", cmds)
			}
		}
	}
	for _, bad := range []string{"#url=http://example.org/x", "#url=javascript:alert(1)", "#url="} {
		if s, cmds, _ := Update(New(recipe.Recipe{}), Link{bad}); len(cmds) != 0 || s.Asked() != nil || s.Error == "" {
			t.Errorf("%s: asked %q, error %q", bad, s.AskedURL(), s.Error)
		}
	}
	// Programs cannot click.
	far := recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://example.org/x"}}
	if s, cmds, _ := Update(New(recipe.Recipe{}), OpenRecipe{Recipe: far}); len(cmds) != 0 ||
		s.Error == "" {
		t.Error("a program loads from an address without a click")
	}
}

// The link has a small graph from the user's files. It does not have a large graph.
func TestOwnGraphInLink(t *testing.T) {
	share := func(data []byte) (string, State) {
		t.Helper()
		s := New(recipe.Recipe{Setup: recipe.Setup{Graph: "file", Seed: 9}})
		s.Files = []content.File{{Name: "a.csv", Data: data}}
		s.Graph, s.Frame = &proto.GraphInfo{N: 2, Edges: []int32{0, 1}}, &frame.Frame{N: 2, Position: 5}
		s, cmds, _ := Update(s, Share{})
		for _, c := range cmds {
			if e, ok := c.(Effect); ok && e.Kind == "hash" {
				return e.Args[0], s
			}
		}
		t.Fatalf("no link: %s", s.Error)
		return "", s
	}
	link, _ := share([]byte("source,target\n0,1\n"))
	first, asked, damage := FirstRecipe(link, false)
	if asked != nil || damage != "" || len(first.Files) != 1 || first.Position != 5 {
		t.Fatalf("%+v, %q", first, damage)
	}
	for _, start := range []struct {
		s State
		m Msg
	}{{New(first), Start{}}, {New(recipe.Recipe{}), Link{link}}, {New(recipe.Recipe{}), OpenRecipe{Recipe: first}}} {
		_, cmds, _ := Update(start.s, start.m)
		if l := loads(cmds); len(l) != 1 || len(l[0].Files) != 1 || string(l[0].Files[0].Data) != "source,target\n0,1\n" {
			t.Fatalf("%+v", cmds)
		}
	}
	big := make([]byte, 200_000)
	x := uint64(1)
	for i := range big {
		x = x*6364136223846793005 + 1442695040888963407
		big[i] = byte(x >> 33)
	}
	link, s := share(big)
	if len(link) > recipe.MaxLink || !strings.Contains(s.ShareText(), "needs the files") {
		t.Errorf("a large graph: %d characters, %q", len(link), s.ShareText())
	}
	if _, _, damage := FirstRecipe(link, false); !strings.Contains(damage, "your own files") {
		t.Errorf("opened elsewhere: %q", damage)
	}
}
