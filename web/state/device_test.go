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

// large is a file of 118 kB. An address contains at most 64 KiB of files.
var large = []content.File{{Name: "large.csv", Data: []byte("0,1\n" + strings.Repeat("# a comment that makes the file too large for the "+
	"address\n", 2000))}}

// filesToKeep returns the commands that store files, among the last commands.
func (d *desk) filesToKeep() (list []state.KeepFiles) {
	for _, c := range d.cmds {
		if k, ok := c.(state.KeepFiles); ok {
			list = append(list, k)
		}
	}
	return list
}

// sumsSought returns the sums of the sets that the last commands request from the storage.
func (d *desk) sumsSought() (list []string) {
	for _, c := range d.cmds {
		if f, ok := c.(state.FindFiles); ok {
			list = append(list, f.Sum)
		}
	}
	return list
}

// reopened returns a new page that has opened the address hash. The page waits for the browser's answer about the stored set of the
// address. reopened fails the test if the page meanwhile loads a graph or changes the address.
func (d *desk) reopened(hash string) *desk {
	d.t.Helper()
	_, asked, damage := state.FirstRecipe(hash, state.WithoutFiles)
	if asked == nil || damage == "" {
		d.t.Fatalf("an address without its files: asked %+v, damage %q", asked, damage)
	}
	fresh := &desk{t: d.t, s: state.New(recipe.Recipe{})}
	fresh.do(state.Restore{Recipe: *asked})
	if !fresh.s.Finding() || fresh.s.AddressKey() != "" || len(fresh.requests(flat.Load)) != 0 {
		d.t.Fatalf("before the answer of the storage: commands %+v, key of the address %q", fresh.cmds, fresh.s.AddressKey())
	}
	return fresh
}

// The files of a graph that are too large for the address are stored once, and notes on the page say so. Smaller files are not stored. A
// reload requests the set of files from the storage and loads it at the position of the run. An answer about another set is ignored. If
// the set is deleted, the page opens the default graph, keeps the address, and loads the position when the user opens the files. The
// button Back requests the set, too.
func TestLargeFilesSurviveAReload(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: []content.File{{Name: "small.csv", Data: []byte("0,1\n")}}})
	d.answerLoad("small")
	d.do(state.Remember{})
	if len(d.filesToKeep()) != 0 || d.s.DeviceText() != "" {
		t.Fatalf("a small graph is stored: %+v, note %q", d.filesToKeep(), d.s.DeviceText())
	}

	// The large graph is stored when it has arrived. The page trains it to position 17, and the browser confirms the storage.
	d.do(state.Files{Files: large})
	r := d.request(flat.Load)
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Loaded, Graph: graphInfo("large")})
	stored := d.filesToKeep()
	if len(stored) != 1 || stored[0].Sum != state.SumOf(large) || !reflect.DeepEqual(stored[0].Files, large) {
		t.Fatalf("%d sets are stored, want the large file", len(stored))
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(0, 0)})
	d.reply(flat.Reply{Seq: d.request(flat.Run).Seq, Kind: flat.Framed, Final: true, Frame: frameAt(17, 0)})
	sum := stored[0].Sum
	d.do(state.OnDevice{Sum: sum, Sets: 1, Bytes: 118_000})
	d.do(state.Remember{})
	if len(d.filesToKeep()) != 0 || !d.s.OnThisDevice() {
		t.Fatalf("after the confirmation: %+v, on this device %v", d.filesToKeep(), d.s.OnThisDevice())
	}
	if !strings.Contains(d.s.DeviceText(), "survives a reload") || !strings.Contains(d.s.DeviceList(), "1 graph of yours, 0.1 MB") {
		t.Fatalf("the notes about the storage are %q and %q", d.s.DeviceText(), d.s.DeviceList())
	}
	hash := d.addresses()[0][0]

	// A reload whose storage has the set.
	fresh := d.reopened(hash)
	if got := fresh.sumsSought(); len(got) != 1 || got[0] != sum {
		t.Fatalf("a reload requests the sets %q, want %q", got, sum)
	}
	fresh.do(state.Found{Sum: "another", Files: large})
	if !fresh.s.Finding() {
		t.Error("an answer about another set ends the search")
	}
	fresh.do(state.Found{Sum: sum, Files: large})
	if r := fresh.request(flat.Load); r.Recipe.Position != 17 || !reflect.DeepEqual(r.Files, large) || fresh.s.Finding() {
		t.Errorf("the storage has the files, and the page loads %+v", r.Recipe)
	}

	// A reload whose storage has lost the set.
	gone := d.reopened(hash)
	gone.do(state.Found{Sum: sum})
	if r := gone.request(flat.Load); r.Recipe.Graph != "karate" || !strings.Contains(gone.s.Error, "Open the files") ||
		gone.s.AddressKey() != "" {
		t.Errorf("the storage lacks the files: %q is loaded, error %q", r.Recipe.Graph, gone.s.Error)
	}
	gone.do(state.Files{Files: large})
	if r := gone.request(flat.Load); r.Recipe.Position != 17 {
		t.Errorf("after the files are opened the page loads %+v, want position 17", r.Recipe)
	}

	// The button Back, on a page that no longer has the files, requests them from the storage, too.
	back := loaded(t)
	back.do(state.Link{Text: hash})
	if len(back.sumsSought()) != 1 || back.s.Error != "" {
		t.Errorf("Back gives the commands %+v and the error %q", back.cmds, back.s.Error)
	}
}

// Storage that the browser refuses is reported, with the advice to open the files again. Forget deletes the stored graphs, and the
// present graph is not stored again. Inside another page nothing is stored. There an address of stored files gives an error, without a
// request to the storage.
func TestForgetAndRefuse(t *testing.T) {
	d := loaded(t)
	d.do(state.Files{Files: large})
	d.answerLoad("large")
	sum := state.SumOf(large)
	d.do(state.OnDevice{Sum: sum, Problem: "the browser does not allow it"})
	refusal := d.s.DeviceText()
	if d.s.OnThisDevice() || !strings.Contains(refusal, "does not allow it") || !strings.Contains(refusal, "open the files again") {
		t.Errorf("after a refusal: on this device %v, note %q", d.s.OnThisDevice(), refusal)
	}
	d.do(state.OnDevice{Sum: sum, Sets: 2, Bytes: 3e6})
	if !d.s.OnThisDevice() {
		t.Fatal("the browser has stored the files, and OnThisDevice is false")
	}

	d.do(state.Forget{})
	if len(d.cmds) != 1 || d.cmds[0] != (state.ForgetFiles{}) {
		t.Fatalf("Forget gives the commands %+v", d.cmds)
	}
	d.do(state.OnDevice{})
	d.do(state.Remember{})
	if d.s.OnThisDevice() || len(d.filesToKeep()) != 0 || d.s.DeviceList() != "" || !strings.Contains(d.s.DeviceText(), "not kept") {
		t.Errorf("after Forget: notes %q and %q, stored %+v", d.s.DeviceText(), d.s.DeviceList(), d.filesToKeep())
	}

	// Inside another page nothing is stored.
	inside := loaded(t)
	inside.s.Embed.Origin = state.Unanswered
	inside.do(state.Files{Files: large})
	inside.answerLoad("large")
	inside.do(state.Remember{})
	if len(inside.filesToKeep()) != 0 || !strings.Contains(inside.s.DeviceText(), "Inside another page") {
		t.Errorf("inside another page: note %q, stored %+v", inside.s.DeviceText(), inside.filesToKeep())
	}

	// The last Remember of the first page has written its address.
	addresses := d.addresses()
	d.do(state.Remember{})
	if len(addresses) != 1 {
		t.Fatalf("the page writes the addresses %q, want one", addresses)
	}
	// The page inside another page opens a second graph.
	inside.do(state.Open{Graph: "ring"})
	if len(inside.requests(flat.Load)) != 1 {
		t.Fatalf("the page inside another page opens no other graph: %+v", inside.cmds)
	}
	inside.answerLoad("ring")

	// A page inside another page opens the address of the first page: the storage is not searched.
	fresh := loaded(t)
	fresh.s.Embed.Origin = state.Unanswered
	fresh.do(state.Link{Text: addresses[0][0]})
	if len(fresh.sumsSought()) != 0 || fresh.s.Error == "" {
		t.Errorf("inside another page the storage is searched: %+v, error %q", fresh.cmds, fresh.s.Error)
	}
}

// largeEdits returns 40 000 random new edges, which cannot be compressed to a link.
func largeEdits() *graph.Edits {
	r := rand.New(rand.NewPCG(4, 2))
	e := &graph.Edits{}
	for range 40_000 {
		e.Join = append(e.Join, [2]int{r.IntN(1 << 16), 1<<16 + r.IntN(1<<16)})
	}
	return e
}

// A link can need both files and stored edits. If the user opens its files, the page searches for the edits, and loads the files with the
// edits. Without the edits it reports them as missing, and the same files then open as a graph without the link.
func TestOpenedFilesOfALinkNeedItsEdits(t *testing.T) {
	e := largeEdits()
	d := loaded(t)
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "file", Seed: 5, Edits: e}}, Files: large})
	d.answerLoad("edited")
	d.do(state.Remember{})
	stored := d.filesToKeep()
	if len(stored) != 2 || stored[0].Sum != state.SumOf(large) {
		t.Fatalf("%d sets are stored, want the file and the edits", len(stored))
	}
	hash := d.addresses()[0][0]
	for _, hasEdits := range []bool{true, false} {
		fresh := d.reopened(hash)
		fresh.do(state.Found{Sum: stored[0].Sum}) // the storage lacks the files
		fresh.do(state.Files{Files: large})
		if sums := fresh.sumsSought(); len(sums) != 1 || sums[0] != stored[1].Sum {
			t.Fatalf("after its files are opened, the page requests the sets %q, want %q", sums, stored[1].Sum)
		}
		if hasEdits {
			fresh.do(state.Found{Sum: stored[1].Sum, Files: stored[1].Files})
			if got := fresh.request(flat.Load); got.Recipe.Seed != 5 || !reflect.DeepEqual(got.Recipe.Edits, e) ||
				!reflect.DeepEqual(got.Files, large) {
				t.Errorf("with the stored edits the page loads seed %d, %d files", got.Recipe.Seed, len(got.Files))
			}
			continue
		}
		fresh.do(state.Found{Sum: stored[1].Sum})
		if !strings.Contains(fresh.s.Error, "deleted from this one") {
			t.Errorf("the storage lacks the edits; the error is %q", fresh.s.Error)
		}
		fresh.do(state.Files{Files: large})
		if got := fresh.request(flat.Load); got.Recipe.Seed == 5 || !reflect.DeepEqual(got.Files, large) {
			t.Errorf("the second time the files load %+v", got.Recipe)
		}
	}
}

// Edits too large for an address are stored once. The address then has graph and seed, and a reload finds the edits. If the stored edits
// have been deleted, the page reports this.
func TestLargeEditsSurviveAReload(t *testing.T) {
	e := largeEdits()
	d := loaded(t)
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: 5, Edits: e}}})
	d.answerLoad("edited")
	d.do(state.Remember{})
	stored := d.filesToKeep()
	if len(stored) != 1 || !strings.HasPrefix(stored[0].Sum, "edits-") || len(stored[0].Files) != 1 {
		t.Fatalf("%d sets are stored, want the edits as one file", len(stored))
	}
	hash := d.addresses()[0][0]
	if len(hash) > recipe.MaxLink {
		t.Errorf("the address has %d characters, more than %d", len(hash), recipe.MaxLink)
	}
	d.do(state.Remember{})
	if len(d.filesToKeep()) != 0 || len(d.addresses()) != 0 {
		t.Errorf("after a second Remember the page stores %+v and writes %q", d.filesToKeep(), d.addresses())
	}

	// A reload, first with the stored edits, then without them.
	fresh := d.reopened(hash)
	fresh.do(state.Found{Sum: stored[0].Sum, Files: stored[0].Files})
	got := fresh.request(flat.Load).Recipe
	if got.Graph != "karate" || got.Seed != 5 || !reflect.DeepEqual(got.Edits, e) {
		t.Errorf("with the stored edits the page loads %s with seed %d; edits equal: %v", got.Graph, got.Seed, reflect.DeepEqual(got.Edits, e))
	}
	gone := d.reopened(hash)
	gone.do(state.Found{Sum: stored[0].Sum})
	if !strings.Contains(gone.s.Error, "deleted from this one") {
		t.Errorf("the storage lacks the edits; the error is %q", gone.s.Error)
	}
}
