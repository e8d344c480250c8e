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

// loads returns, in their flat form, the requests among commands that load or read a graph.
func loads(cmds []Command) (list []flat.Request) {
	for _, c := range cmds {
		if s, ok := c.(Send); ok && s.Goal != nil && s.Goal.Load {
			list = append(list, new(flat.Talk).Request(s.Message))
		}
	}
	return list
}

// The address of a graph in a link causes no request before the user agrees. This holds for the first link of a page and for a later one,
// for a plain and an encoded address, and for the link of a recipe. After Decline nothing happens, and Agree loads the graph. An empty
// address, and an address without https, are errors. A program, which cannot ask a user, gets an error.
func TestAddressNeedsConsent(t *testing.T) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://example.org/g.csv", Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	for _, hash := range []string{"#url=https://example.org/g.csv", "#url=https%3A%2f%2Fexample.org/g.csv", "#" + link} {
		first, asked, damage := FirstRecipe(hash, WithoutFiles)
		if first.Graph != "" || asked == nil || damage != "" {
			t.Fatalf("%s: first %+v, asked %+v, damage %q; want only asked", hash, first, asked, damage)
		}
		for _, m := range []Msg{Offer{*asked}, Link{hash}} { // the first link of a page, and a later one
			s, cmds, _ := Update(New(recipe.Recipe{}), m)
			if _, announced := cmds[0].(Announce); len(cmds) != 1 || !announced {
				t.Fatalf("%s: before the answer the commands are %+v, want one announcement", hash, cmds)
			}
			if s.AskedHost() != "example.org" || s.AskedURL() != "https://example.org/g.csv" {
				t.Fatalf("%s: the question names the host %q and the address %q", hash, s.AskedHost(), s.AskedURL())
			}
			declined, cmds, _ := Update(s, Decline{})
			if len(cmds) != 0 || declined.Asked() != nil {
				t.Fatalf("%s: Decline gives the commands %+v; asked %+v", hash, cmds, declined.Asked())
			}
			agreed, cmds, _ := Update(s, Agree{})
			if l := loads(cmds); len(l) != 1 || l[0].Recipe.Graph != "url:https://example.org/g.csv" || agreed.Asked() != nil {
				t.Fatalf("%s: Agree gives the commands %+v", hash, cmds)
			}
		}
	}
	for _, bad := range []string{"#url=http://example.org/x", "#url=javascript:alert(1)", "#url="} {
		if s, cmds, _ := Update(New(recipe.Recipe{}), Link{bad}); len(cmds) != 0 || s.Asked() != nil || s.Error == "" {
			t.Errorf("%s: asked %q, error %q, commands %+v; want only an error", bad, s.AskedURL(), s.Error, cmds)
		}
	}
	// A program cannot agree.
	elsewhere := recipe.Recipe{Setup: recipe.Setup{Graph: "url:https://example.org/x"}}
	if s, cmds, _ := Update(New(recipe.Recipe{}), OpenRecipe{Recipe: elsewhere}); len(cmds) != 0 || s.Error == "" {
		t.Errorf("a program opens an address: commands %+v, error %q", cmds, s.Error)
	}
}

// The link of a small graph has the user's file, and a page that opens the link loads the file. The link of a large graph lacks the file:
// the panel of the link says so, and so does a page that opens the link.
func TestOwnGraphInLink(t *testing.T) {
	// share returns the link of a page with a graph from one file, and the state after the message Share.
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
		t.Fatalf("Share gives no link: %s", s.Error)
		return "", s
	}
	link, _ := share([]byte("source,target\n0,1\n"))
	first, asked, damage := FirstRecipe(link, WithoutFiles)
	if asked != nil || damage != "" || len(first.Files) != 1 || first.Position != 5 {
		t.Fatalf("the link has %d files and position %d, want 1, 5; asked %+v, damage %q", len(first.Files), first.Position, asked, damage)
	}

	// Three ways to open the link.
	for _, start := range []struct {
		s State
		m Msg
	}{{New(first), Start{}}, {New(recipe.Recipe{}), Link{link}}, {New(recipe.Recipe{}), OpenRecipe{Recipe: first}}} {
		_, cmds, _ := Update(start.s, start.m)
		if l := loads(cmds); len(l) != 1 || len(l[0].Files) != 1 || string(l[0].Files[0].Data) != "source,target\n0,1\n" {
			t.Fatalf("%T gives the commands %+v, want a load of the file", start.m, cmds)
		}
	}

	// A file of pseudo-random bytes, which cannot be compressed to a link. They are from Knuth's linear congruential generator for 64 bits.
	big := make([]byte, 200_000)
	x := uint64(1)
	for i := range big {
		x = x*6364136223846793005 + 1442695040888963407
		big[i] = byte(x >> 33)
	}
	link, s := share(big)
	if len(link) > recipe.MaxLink || !strings.Contains(s.ShareText(), "needs the files") {
		t.Errorf("the link of a large graph has %d characters, the panel says %q", len(link), s.ShareText())
	}
	if _, _, damage := FirstRecipe(link, WithoutFiles); !strings.Contains(damage, "your own files") {
		t.Errorf("another page opens the link without the file, with the damage %q", damage)
	}
}
