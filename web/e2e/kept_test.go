//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sheafscope/web/recipe"
)

// largeGraph writes an edge list of a ring of 30 nodes that no address carries.
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

// A graph of the user's own that is too large for the address survives a reload
// and a crash of the tab, less than a second behind, until one click deletes it;
// a browser without storage says so.
func TestOwnGraphSurvivesAReload(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call("pause()")
	name := largeGraph(t)
	p.files(name)
	p.waitFor(`sheafscope.state().graph.n === 30 && document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`)
	p.call("pause()")
	p.call("seek(37)")
	want := p.state()
	p.inAddress("the position", func(r recipe.Recipe) bool { return r.Position == 37 && r.Own != "" && len(r.Files) == 0 })
	p.shot("kept-desktop")
	p.do(chromedp.Reload())
	p.ready()
	same(t, "after a reload", p.state(), want)

	// While the run goes on, no position on the screen is a second newer than the
	// address; starved is the longest time in which the browser ran no timer.
	var run struct{ Late, Starved []float64 }
	p.eval(`new Promise((done) => {
		const late = [], starved = [];
		let hash = location.hash, since = null, tick = performance.now();
		const end = tick + 4000, off = sheafscope.on("frame", () => { since ??= performance.now(); });
		sheafscope.run(100000);
		const look = setInterval(() => {
			const now = performance.now();
			starved.push(now - tick);
			tick = now;
			if (location.hash !== hash) { if (since !== null) late.push(now - since); hash = location.hash; since = null; }
			if (now < end) return;
			clearInterval(look);
			off();
			sheafscope.pause().then(() => done({ late, starved }));
		}, 20);
	})`, &run)
	if len(run.Late) == 0 {
		t.Error("in four seconds of a run the address did not change")
	} else if late, starved := slices.Max(run.Late), slices.Max(run.Starved); late > 1000+starved {
		t.Errorf("the address is up to %.0f ms behind (timers up to %.0f ms)", late, starved)
	}
	p.click("kept-forget")
	p.waitFor(`document.querySelector('[data-testid="read"]').innerText.includes("not kept on this device")`)
	p.do(chromedp.Reload())
	p.ready()
	if text := p.text("error"); !strings.Contains(text, "Open the files") || p.state().Graph.N != 34 {
		t.Errorf("after the graph was deleted the page says %q", text)
	}
	p.files(name)
	p.waitFor(`sheafscope.state().graph.n === 30`)
	p.waitFor(`document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`)
	p.click("open")
	p.waitFor(`document.querySelector('[data-testid="kept"]').innerText.includes("1 graph of yours")`)
	p.axe("what is kept")
	p.shot("kept-open")
	p.clean()

	denied := blank(t, view{width: 390, height: 844, theme: "dark"})
	denied.beforeScripts(`Object.defineProperty(globalThis, "indexedDB", { get() { throw new DOMException("denied", "SecurityError"); } })`)
	denied.goTo("")
	denied.ready()
	denied.call("pause()")
	denied.files(name)
	denied.waitFor(`document.querySelector('[data-testid="read"]').textContent.includes("could not be kept on this device (the browser does not allow it)")`)
	denied.shot("kept-denied")
	denied.clean()
}
