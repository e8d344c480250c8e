//go:build e2e

package e2e

import (
	"fmt"
	"math/rand/v2"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sheafscope/wasm/recipe"
	"sheafscope/web/tool/site"
)

// This file tests reloads: which states survive a reload, and what the page reports about the others.

// storageFaults lets a test disturb the page's storage. sessionStorage has the present fault under the key "fault": "full" or "refused" for
// IndexedDB, "slow" for the locks, or "".
const storageFaults = `(() => {
	const fault = () => sessionStorage.getItem("fault");
	const put = IDBObjectStore.prototype.put, locks = globalThis.LockManager?.prototype, query = locks?.query; // an empty page has no locks
	IDBObjectStore.prototype.put = function (...args) {
		if (fault() === "full") throw new DOMException("full", "QuotaExceededError");
		if (fault() === "refused") throw new DOMException("denied", "SecurityError");
		return put.apply(this, args);
	};
	if (locks) locks.query = async function () {
		if (fault() === "slow") await new Promise((r) => setTimeout(r, 1500));
		return query.call(this);
	};
})()`

// withoutKnown is recipe() as text without the field known, the length of the curves, because a reload does not train beyond the position.
const withoutKnown = `(({ view: { known, ...view }, ...r }) => JSON.stringify({ ...r, view }))(sheafscope.recipe())`

// bigState returns a saved state of random contents with 30 pins, which is larger than a link may be. opened is JavaScript that is true
// when the page has opened the state.
func bigState(t *testing.T, r *rand.Rand) (state []byte, opened string) {
	t.Helper()
	saved := recipe.Recipe{Setup: recipe.Setup{Graph: "karate", Seed: r.Uint64N(9)}}
	for k := range 30 {
		m := recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Seed: uint64(k)}}
		for range 10 {
			var text strings.Builder
			for range 24 {
				fmt.Fprintf(&text, "%016x", r.Uint64())
			}
			m.View.Notes = append(m.View.Notes, recipe.Note{Pin: "node:1", Text: text.String()})
		}
		saved.View.Pins = append(saved.View.Pins, recipe.Moment{Name: fmt.Sprintf("moment %d", k), Recipe: recipe.TextOf(m)})
	}
	if _, err := recipe.Format(saved); err == nil {
		t.Fatal("the state fits into a link")
	}
	data, err := recipe.FormatFile(saved)
	if err != nil {
		t.Fatal(err)
	}
	opened = fmt.Sprintf(`((pins) => pins?.length === 30 && pins[0].recipe.view.notes[0].text === %q)(sheafscope.recipe().view.pins) && `+
		`!sheafscope.state().busy`, saved.View.Pins[0].Recipe.View.Notes[0].Text)
	return data, opened
}

// keptNote is true if the note about opened files reports that the device keeps them.
const keptNote = `document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`

// ownGraph returns an edge list of a ring with n nodes. Random comments make it too large for an address.
func ownGraph(r *rand.Rand, n int) []byte {
	text := []byte("source,target\n")
	for i := range n {
		text = fmt.Appendf(text, "n%d,n%d\n", i, (i+1)%n)
		for range 200 {
			text = fmt.Appendf(text, "# %016x%016x\n", r.Uint64(), r.Uint64())
		}
	}
	return text
}

// survival waits until the address has followed the page and nothing is being written. It returns "yes" if the page states that a reload
// shows the same, and "no" if it does not.
func (p *page) survival() (answer string) {
	p.t.Helper()
	p.waitFor(`!sheafscope.state().busy`)
	time.Sleep(1500 * time.Millisecond) // the address follows within 0.7 s, here with some reserve
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		p.eval(`document.querySelector('[data-testid="unkept"]').dataset.survives`, &answer)
		if answer != "soon" {
			return answer
		}
		if time.Now().After(end) {
			p.t.Fatal("the browser is still writing")
		}
	}
}

// shownUnkept is true if the page visibly reports that a reload loses something.
const shownUnkept = `["unkept", "read", "error"].some((id) => ((e) => e?.checkVisibility() && ` +
	`/reload loses|open the files again|deleted from/.test(e.textContent))(document.querySelector('[data-testid="' + id + '"]')))`

// checkReload reloads the page, and fails the test if the recipe without known, or state(), is not the same afterwards.
func (p *page) checkReload() {
	p.t.Helper()
	var before, after string
	p.eval(withoutKnown, &before)
	want := p.state()
	p.reload()
	p.ready()
	p.waitFor(`!sheafscope.state().busy`)
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		p.eval(withoutKnown, &after)
		if after == before {
			break
		}
		if time.Now().After(end) {
			p.t.Fatalf("after a reload the recipe is\n%.600s\nand was\n%.600s", after, before)
		}
	}
	same(p.t, "after a reload", p.state(), want)
}

// A state larger than a link survives a reload, together with later changes, and the page shows no message. The state comes from a file,
// from load(), or from an own graph while another window opens nine other graphs. If another window deletes the stored graphs, the page
// reports that a reload loses its state.
func TestLargeStateSurvives(t *testing.T) {
	r := rand.New(rand.NewPCG(66, 1))
	p := open(t, desktop)
	p.ready()
	p.call("pause()")
	// checkKept checks that the state survives a reload by the page's own statement, and that the page shows no message.
	checkKept := func(when string) {
		t.Helper()
		if answer := p.survival(); answer != "yes" {
			t.Errorf("%s: the state survives a reload: %q, want \"yes\"; the message is %q", when, answer, p.text("unkept"))
		}
		var shown bool
		p.eval(shownUnkept, &shown)
		if shown {
			t.Errorf("%s: the page shows the message %q", when, p.text("unkept"))
		}
	}
	// A state from a file.
	saved, opened := bigState(t, r)
	p.dropped("state.json", saved)
	p.waitFor(opened)
	p.call(`run(3)`)
	p.call(`step("inner")`)
	checkKept("a state from a file")
	p.checkReload()

	// A state from load().
	saved, opened = bigState(t, r)
	p.eval(fmt.Sprintf(`sheafscope.load(JSON.parse(%q)).then(() => true)`, saved), new(bool))
	p.waitFor(opened)
	p.call("run(2)")
	checkKept("a state by load()")
	p.checkReload()
	var pins int
	p.eval(`sheafscope.recipe().view.pins.length`, &pins)
	if pins != 30 {
		t.Errorf("after the reload there are %d pins, want 30", pins)
	}

	// An own graph. The other window stores nine more graphs, one more than a page keeps. The device still keeps this graph.
	p.dropped("own.csv", ownGraph(r, 12))
	p.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
	p.call("pause()")
	other := tab(t, desktop, browser, p.origin, testLimit)
	other.goTo("")
	other.ready()
	for range 9 {
		other.dropped("own.csv", ownGraph(r, 12))
		other.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
		other.call(`load("karate")`)
	}
	checkKept("beside a window with nine graphs")
	p.checkReload()
	checkKept("after the reload") // the page writes its graph once more
	// The other window deletes what is stored.
	other.click("open")
	other.click("kept-delete")
	p.waitFor(`document.querySelector('[data-testid="unkept"]').dataset.survives === "no" && ` + shownUnkept)
	p.shot("unkept")
	p.axeOf("the line about a reload", `".graph"`)
	p.clean()
	other.clean()
}

// During a random walk, after each action, one of two statements holds: a reload shows the same recipe and state(), or the page visibly
// reports that a reload loses something. At times the storage is full, refused or slow, and another window opens graphs. The walk lasts ten
// seconds, with LONG=1 ten minutes. The seed is that of the flag --seed, 20 by default.
func TestReloadShowsTheSame(t *testing.T) { inBoth(t, survives) }

// survives is TestReloadShowsTheSame in one browser.
func survives(t *testing.T, in engine) {
	duration := lasting(t, 10*time.Second, 10*time.Minute)
	seed := *monkeySeed
	if seed == 0 {
		seed = rand.Uint64N(1e6)
	}
	t.Logf("--seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 66))
	// The page with faults of its storage, and another window of the same origin without them.
	var server *httptest.Server
	var p *page
	p, server = in.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), 2*duration+10*time.Minute)
	p.beforeScripts(storageFaults)
	p.goTo("")
	p.ready()
	other := in.newTab(t, desktop, server.URL)
	t.Cleanup(other.close)
	other.begin(t, 2*duration+10*time.Minute)
	in.show(other, desktop)
	other.goTo("")
	other.ready()
	count := map[string]int{}
	fault, nodes := "", 12
	for end := time.Now().Add(duration); time.Now().Before(end); {
		// The fault of the storage is drawn anew before every second action, on average.
		if r.IntN(2) == 0 {
			fault = []string{"", "full", "refused", "slow"}[r.IntN(4)]
			p.eval(fmt.Sprintf(`sessionStorage.setItem("fault", %q), true`, fault), new(bool))
		}
		// One action.
		var action string
		switch r.IntN(9) {
		case 0, 1:
			action = "a large state"
			saved, opened := bigState(t, r)
			p.dropped("state.json", saved)
			p.waitFor(opened)
		case 2:
			action = "an own graph"
			// Each own graph has another number of nodes, 13 to 24, so that the wait does not end at the graph before.
			nodes = 13 + (nodes-12)%12
			p.dropped("own.csv", ownGraph(r, nodes))
			p.waitFor(fmt.Sprintf(`sheafscope.state().graph.n === %d && !sheafscope.state().busy`, nodes))
		case 3:
			action = "load()"
			saved, opened := bigState(t, r)
			p.eval(fmt.Sprintf(`sheafscope.load(JSON.parse(%q)).then(() => true)`, saved), new(bool))
			p.waitFor(opened)
		case 4:
			action = "another graph"
			p.call(`load({graph: %q, seed: %d})`, []string{"karate", "ring:n=9", "k4"}[r.IntN(3)], r.IntN(9))
		case 5:
			action = "the other window"
			for range 1 + r.IntN(8) {
				other.dropped("own.csv", ownGraph(r, 12))
				other.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
				other.call(`load("karate")`)
			}
		case 6:
			action = "a run"
			p.call("run(%d)", 1+r.IntN(2))
		case 7:
			action = "a node"
			p.eval(`document.querySelector('[data-testid="tab-node"]')?.click(), true`, new(bool))
		default:
			action = "a step"
			p.call(`step(%q)`, []string{"inner", "stage", "epoch"}[r.IntN(3)])
		}
		// The statement of the page, and its check.
		answer := p.survival()
		count[answer]++
		t.Logf("%s, storage %q: %s", action, fault, answer)
		if answer == "yes" {
			p.checkReload()
			continue
		}
		var shown bool
		p.eval(shownUnkept, &shown)
		if !shown {
			t.Errorf("after %s with storage %q a reload loses something, and the page shows no message", action, fault)
		}
	}
	t.Logf("%v", count)
	p.clean()
	other.clean()
}

// If the browser stores nothing of the course, one notice reports it after the first answer, and no second notice appears after the second.
func TestCourseSaysThatNothingIsKept(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`)
	p.visit(p.origin + base + "learn.html")
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	// answer chooses an option of exercise 2.3, checks it, and returns the number of notices.
	answer := func(option int) int {
		t.Helper()
		var notices int
		p.eval(fmt.Sprintf(`(async () => {
			const ex = document.querySelector('[data-ex="2.3"]');
			ex.querySelectorAll(".opt")[%d].click();
			ex.querySelector('[data-testid="check"]').click();
			return [...document.querySelectorAll(".notice")].filter((n) => n.textContent.includes("there is no room")).length;
		})()`, option), &notices)
		return notices
	}
	if n := answer(0); n != 1 {
		t.Errorf("after the first answer there are %d notices, want one", n)
	}
	if n := answer(1); n != 1 {
		t.Errorf("after the second answer there are %d notices, want one", n)
	}
	p.shot("course-unkept")
	p.clean()
}
