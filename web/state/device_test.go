package state_test

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// large is a file that is too large for an address.
var large = []content.File{{Name: "large.csv", Data: []byte("0,1\n" + strings.Repeat("# a comment that makes the file too large for the "+
	"address\n", 2000))}}

// keeps returns the commands that store files, among the last commands.
func (d *desk) keeps() (list []state.KeepFiles) {
	for _, c := range d.cmds {
		if k, ok := c.(state.KeepFiles); ok {
			list = append(list, k)
		}
	}
	return list
}

// finds returns the checksums of the files that the last commands request from the storage.
func (d *desk) finds() (list []string) {
	for _, c := range d.cmds {
		if f, ok := c.(state.FindFiles); ok {
			list = append(list, f.Sum)
		}
	}
	return list
}

// reopened returns a new page with the address hash and the storage of the last commands.
func (d *desk) reopened(hash string) *desk {
	d.t.Helper()
	_, asked, damage := state.FirstRecipe(hash, false)
	if asked == nil || damage == "" {
		d.t.Fatal("an address without its graph opens")
	}
	fresh := &desk{t: d.t, s: state.New(recipe.Recipe{})}
	fresh.do(state.Restore{Recipe: *asked})
	if !fresh.s.Finding() || fresh.s.AddressKey() != "" || len(fresh.requests(flat.Load)) != 0 {
		d.t.Fatalf("while the browser looks: %+v", fresh.cmds)
	}
	return fresh
}

// A graph too large for the address is stored once, and a reload finds it at its position; a smaller one is not stored.
func TestLargeFilesSurviveAReload(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "small.csv", Data: []byte("0,1\n")}}})
	d.arrive("small")
	if d.do(state.Remember{}); len(d.keeps()) != 0 || d.s.DeviceText() != "" {
		t.Fatalf("a small graph is kept: %q", d.s.DeviceText())
	}
	d.do(state.Files{Files: large})
	r := d.request(flat.Load)
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: info("large")})
	k := d.keeps()
	if len(k) != 1 || k[0].Sum != state.SumOf(large) || !reflect.DeepEqual(k[0].Files, large) {
		t.Fatalf("%d sets are kept", len(k))
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(0, 0)})
	d.reply(flat.Reply{Seq: d.request(flat.Run).Seq, Kind: flat.Framed, Final: true, Frame: at(17, 0)})
	d.do(state.OnDevice{Sum: k[0].Sum, Sets: 1, Bytes: 118_000})
	d.do(state.Remember{})
	if len(d.keeps()) != 0 || !d.s.OnThisDevice() || !strings.Contains(d.s.DeviceText(), "survives a reload") ||
		!strings.Contains(d.s.DeviceList(), "1 graph of yours, 0.1 MB") {
		t.Fatalf("kept twice, or not said: %q, %q", d.s.DeviceText(), d.s.DeviceList())
	}
	hash := d.addresses()[0][0]

	fresh := d.reopened(hash)
	if got := fresh.finds(); len(got) != 1 || got[0] != k[0].Sum {
		t.Fatalf("looks for %q", got)
	}
	fresh.do(state.Found{Sum: "another", Files: large})
	if !fresh.s.Finding() {
		t.Error("takes the answer to another question")
	}
	fresh.do(state.Found{Sum: k[0].Sum, Files: large})
	if r := fresh.request(flat.Load); r.Recipe.Position != 17 || !reflect.DeepEqual(r.Files, large) || fresh.s.Finding() {
		t.Errorf("found, and %+v is loaded", r.Recipe)
	}

	gone := d.reopened(hash)
	gone.do(state.Found{Sum: k[0].Sum})
	if r := gone.request(flat.Load); r.Recipe.Graph != "karate" || !strings.Contains(gone.s.Error, "Open the files") ||
		gone.s.AddressKey() != "" {
		t.Errorf("not found: %q is loaded, error %q", r.Recipe.Graph, gone.s.Error)
	}
	gone.do(state.Files{Files: large})
	if r := gone.request(flat.Load); r.Recipe.Position != 17 {
		t.Errorf("when the files come: %+v", r.Recipe)
	}
	// The way back to it in a page that has forgotten the files looks for them too.
	back := loaded(t)
	if back.do(state.Link{Text: hash}); len(back.finds()) != 1 || back.s.Error != "" {
		t.Errorf("the way back: %+v, error %q", back.cmds, back.s.Error)
	}
}

// Forget deletes the stored graphs for good; refused storage is reported.
func TestForgetAndRefuse(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: large})
	d.arrive("large")
	sum := state.SumOf(large)
	d.do(state.OnDevice{Sum: sum, Problem: "the browser does not allow it"})
	if d.s.OnThisDevice() || !strings.Contains(d.s.DeviceText(), "does not allow it") || !strings.Contains(d.s.DeviceText(),
		"open the files again") {
		t.Errorf("refused: %q", d.s.DeviceText())
	}
	d.do(state.OnDevice{Sum: sum, Sets: 2, Bytes: 3e6})
	if !d.s.OnThisDevice() {
		t.Fatal("kept, and not on the device")
	}
	if d.do(state.Forget{}); len(d.cmds) != 1 || d.cmds[0] != (state.ForgetFiles{}) {
		t.Fatalf("forgetting gives %+v", d.cmds)
	}
	d.do(state.OnDevice{})
	d.do(state.Remember{})
	if d.s.OnThisDevice() || len(d.keeps()) != 0 || d.s.DeviceList() != "" || !strings.Contains(d.s.DeviceText(), "not kept") {
		t.Errorf("after forgetting: %q, %q, %+v", d.s.DeviceText(), d.s.DeviceList(), d.keeps())
	}

	inside := loaded(t)
	inside.s.Embed.Origin = state.Unanswered
	inside.do(state.Files{Files: large})
	inside.arrive("large")
	if inside.do(state.Remember{}); len(inside.keeps()) != 0 || !strings.Contains(inside.s.DeviceText(), "Inside another page") {
		t.Errorf("inside another page: %q, %+v", inside.s.DeviceText(), inside.keeps())
	}
	hash := d.addresses()
	if d.do(state.Remember{}); len(hash) != 1 {
		t.Fatal("no address")
	}
	if inside.do(state.Open{Graph: "ring"}); len(inside.requests(flat.Load)) != 1 {
		t.Fatal("no other graph")
	}
	inside.arrive("ring")
	fresh := loaded(t)
	fresh.s.Embed.Origin = state.Unanswered
	if fresh.do(state.Link{Text: hash[0][0]}); len(fresh.finds()) != 0 || fresh.s.Error == "" {
		t.Errorf("inside another page the device is searched: %+v, error %q", fresh.cmds, fresh.s.Error)
	}
}

// Edits too large for an address are stored, once for each change, and found again; the address omits nothing else.
func TestLargeEditsSurviveAReload(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 2))
	e := &graph.Edits{}
	for range 40_000 {
		e.Join = append(e.Join, [2]int{r.IntN(1 << 16), 1<<16 + r.IntN(1<<16)})
	}
	d := loaded(t)
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: 5, Edits: e}}})
	d.arrive("edited")
	d.do(state.Remember{})
	k := d.keeps()
	if len(k) != 1 || !strings.HasPrefix(k[0].Sum, "edits-") || len(k[0].Files) != 1 {
		t.Fatalf("%d sets are kept", len(k))
	}
	hash := d.addresses()[0][0]
	if len(hash) > recipe.MaxLink {
		t.Errorf("the address has %d characters", len(hash))
	}
	if d.do(state.Remember{}); len(d.keeps()) != 0 || len(d.addresses()) != 0 {
		t.Error("kept or written again without a change")
	}
	fresh := d.reopened(hash)
	fresh.do(state.Found{Sum: k[0].Sum, Files: k[0].Files})
	got := fresh.request(flat.Load).Recipe
	if got.Graph != "karate" || got.Seed != 5 || !reflect.DeepEqual(got.Edits, e) {
		t.Errorf("found: %s, seed %d, edits equal: %v", got.Graph, got.Seed, reflect.DeepEqual(got.Edits, e))
	}
	gone := d.reopened(hash)
	if gone.do(state.Found{Sum: k[0].Sum}); !strings.Contains(gone.s.Error, "deleted from this one") {
		t.Errorf("not found: %q", gone.s.Error)
	}
}
