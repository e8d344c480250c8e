//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
)

// This file tests what a page keeps for a reload: the graph of the user and the address.

// largeGraph returns the path of an edge list of a ring of 30 nodes. Random comments make the file too large for an address, since they
// cannot be compressed.
func largeGraph(t *testing.T) string {
	t.Helper()
	r := rand.New(rand.NewPCG(10, 10))
	var text []byte
	for i := range 30 {
		text = fmt.Appendf(text, "n%d,n%d\n", i, (i+1)%30)
		for range 150 {
			text = fmt.Appendf(text, "# %016x%016x\n", r.Uint64(), r.Uint64())
		}
	}
	name := filepath.Join(t.TempDir(), "large.csv")
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return name
}

// A graph of the user that is too large for the address is restored after a reload, with its position and numbers. One click deletes the
// stored graph; after a reload the page then requests the files. A file that is opened again is stored again, and the panel Open counts it.
// If the browser refuses storage, the page says so.
func TestOwnGraphSurvivesAReload(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	// The page stores the graph. The address has the checksum of the file, without the file.
	p.call("pause()")
	name := largeGraph(t)
	p.files(name)
	p.waitFor(`sheafscope.state().graph.n === 30 && document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`)
	p.call("pause()")
	p.call("seek(37)")
	want := p.state()
	p.inAddress("the position", func(r recipe.Recipe) bool { return r.Position == 37 && r.Own != "" && len(r.Files) == 0 })
	p.shot("kept-desktop")
	p.reload()
	p.ready()
	same(t, "after a reload", p.state(), want)

	// The user deletes the stored graph.
	p.click("kept-forget")
	p.waitFor(`document.querySelector('[data-testid="read"]').innerText.includes("not kept on this device")`)
	p.reload()
	p.ready()
	if text := p.text("error"); !strings.Contains(text, "Open the files") || p.state().Graph.N != 34 { // karate has 34 nodes
		t.Errorf("after the graph was deleted the message is %q, and the graph is %+v; want %q and 34 nodes", text, p.state().Graph,
			"Open the files")
	}
	// The user opens the file again, and the page stores it again.
	p.files(name)
	p.waitFor(`sheafscope.state().graph.n === 30`)
	p.waitFor(`document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`)
	p.click("open")
	p.waitFor(`document.querySelector('[data-testid="kept"]').innerText.includes("1 graph of yours")`)
	p.axeOf("what is kept", `"[data-testid=open-panel]"`)
	p.shot("kept-open")
	p.clean()

	// A browser that refuses IndexedDB.
	denied := blank(t, view{width: 390, height: 844, theme: "dark"})
	denied.beforeScripts(`Object.defineProperty(globalThis, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } })`)
	denied.goTo("")
	denied.ready()
	denied.call("pause()")
	denied.files(name)
	denied.waitFor(`document.querySelector('[data-testid="read"]').textContent.includes("could not be kept on this device (the browser ` +
		`does not allow it)")`)
	denied.shot("kept-denied")
	denied.clean()
}

// During a run of four seconds the address changes within a second after a frame. The best of at most three runs counts.
func TestAddressKeepsUp(t *testing.T) {
	alone(t)
	p := open(t, desktop)
	p.ready()
	p.call("pause()")
	threeTries(t, func(j *judge) {
		// Written counts the changes of the address. Stale counts the times that it did not change in the second after a frame.
		var run struct{ Written, Stale int }
		p.eval(`new Promise((done) => {
			let waits = false, stale = 0, written = 0, hash = location.hash, begun = false;
			const off = sheafscope.on("frame", () => {
				if (!begun) setTimeout(() => { off(); sheafscope.pause().then(() => done({ Written: written, Stale: stale })); }, 4000);
				begun = true; // the four seconds begin with the first frame, since the worker may do other work before
				if (location.hash !== hash) { hash = location.hash; written++; }
				if (waits) return;
				waits = true;
				const before = location.hash;
				setTimeout(() => { waits = false; if (location.hash === before) stale++; }, 1000);
			});
			sheafscope.run(100000);
		})`, &run)
		if run.Written == 0 {
			t.Error("in four seconds of a run the address did not change")
		}
		j.check("times that the address is a second behind, in a run of four", float64(run.Stale), 0)
	})
	p.clean()
}
