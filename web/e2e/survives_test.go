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

// faults lets a test disturb the page's storage. window.sessionStorage.fault names the fault.
const faults = `(() => {
	const fault = () => sessionStorage.getItem("fault");
	const put = IDBObjectStore.prototype.put, locks = globalThis.LockManager?.prototype, query = locks?.query; // an empty page has none
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

// withoutKnown returns recipe() as text without the length of the curves, because a reload does not train further.
const withoutKnown = `(({ view: { known, ...view }, ...r }) => JSON.stringify({ ...r, view }))(sheafscope.recipe())`

// bigState returns a saved state with 30 pins, which is larger than a link, and JavaScript that is true after the state was opened.
func bigState(t *testing.T, r *rand.Rand) (state []byte, there string) {
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
	there = fmt.Sprintf(`((pins) => pins?.length === 30 && pins[0].recipe.view.notes[0].text === %q)(sheafscope.recipe().view.pins) && `+
		`!sheafscope.state().busy`, saved.View.Pins[0].Recipe.View.Notes[0].Text)
	return data, there
}

// keptNote is true if the note about opened files says that the device keeps them.
const keptNote = `document.querySelector('[data-testid="read"]').innerText.includes("kept on this device")`

// ownGraph returns an edge list of a ring with n nodes that is too large for an address.
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

// verdict waits until the address follows, and returns what the page says about a reload: yes or no.
func (p *page) verdict() (says string) {
	p.t.Helper()
	p.waitFor(`!sheafscope.state().busy`)
	time.Sleep(1500 * time.Millisecond) // the address follows within 0.7 s
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		if p.eval(`document.querySelector('[data-testid="unkept"]').dataset.survives`, &says); says != "soon" {
			return says
		}
		if time.Now().After(end) {
			p.t.Fatal("the browser is still writing")
		}
	}
}

// shownUnkept reports whether the page visibly says that a reload loses something.
const shownUnkept = `["unkept", "read", "error"].some((id) => ((e) => e?.checkVisibility() && ` +
	`/reload loses|open the files again|deleted from/.test(e.textContent))(document.querySelector('[data-testid="' + id + '"]')))`

// reloadsAs reloads the page and reports the differences.
func (p *page) reloadsAs() {
	p.t.Helper()
	var before, after string
	p.eval(withoutKnown, &before)
	want := p.state()
	p.reload()
	p.ready()
	p.waitFor(`!sheafscope.state().busy`)
	for end := time.Now().Add(patience); ; time.Sleep(100 * time.Millisecond) {
		if p.eval(withoutKnown, &after); after == before {
			break
		}
		if time.Now().After(end) {
			p.t.Fatalf("after a reload the recipe is\n%.600s\nand was\n%.600s", after, before)
		}
	}
	same(p.t, "after a reload", p.state(), want)
}

// A state larger than a link survives a reload, together with later changes, and the page needs no message for this. The state comes from a
// file or from load(), or another window opens eight graphs meanwhile. If another window removes the stored state, the page reports it.
func TestLargeStateSurvives(t *testing.T) {
	r := rand.New(rand.NewPCG(66, 1))
	p := open(t, desktop)
	p.ready()
	p.call("pause()")
	silent := func(when string) {
		t.Helper()
		if says := p.verdict(); says != "yes" {
			t.Errorf("%s: the page says %q, %q", when, says, p.text("unkept"))
		}
		var shown bool
		if p.eval(shownUnkept, &shown); shown {
			t.Errorf("%s: the page says %q", when, p.text("unkept"))
		}
	}
	saved, there := bigState(t, r)
	p.dropped("state.json", saved)
	p.waitFor(there)
	p.call(`run(3)`)
	p.call(`step("inner")`)
	silent("a state from a file")
	p.reloadsAs()

	saved, there = bigState(t, r)
	p.eval(fmt.Sprintf(`sheafscope.load(JSON.parse(%q)).then(() => true)`, saved), new(bool))
	p.waitFor(there)
	p.call("run(2)")
	silent("a state by load()")
	p.reloadsAs()
	var pins int
	if p.eval(`sheafscope.recipe().view.pins.length`, &pins); pins != 30 {
		t.Errorf("%d pins are left of 30", pins)
	}

	p.dropped("own.csv", ownGraph(r, 12))
	p.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
	p.call("pause()")
	q := tab(t, desktop, browser, p.origin, testLimit)
	q.goTo("")
	q.ready()
	for range 9 {
		q.dropped("own.csv", ownGraph(r, 12))
		q.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
		q.call(`load("karate")`)
	}
	silent("beside a window with nine graphs")
	p.reloadsAs()
	silent("after the reload") // it is written anew
	// Deleted in the other window, it is not kept, and the page does not say that it is.
	q.click("open")
	q.click("kept-delete")
	p.waitFor(`document.querySelector('[data-testid="unkept"]').dataset.survives === "no" && ` + shownUnkept)
	p.shot("unkept")
	p.axeOf("the line about a reload", `".graph"`)
	p.clean()
	q.clean()
}

// The test makes a random walk while the storage is full, refused or slow, and while another window opens graphs. At each moment, a reload
// shows the same page, or the page has said that it will not. With --long the walk lasts ten minutes in each browser.
func TestReloadShowsTheSame(t *testing.T) { inBoth(t, survives) }

func survives(t *testing.T, in engine) {
	long := lasting(t, 10*time.Second, 10*time.Minute)
	seed := *monkeySeed
	if seed == 0 {
		seed = rand.Uint64N(1e6)
	}
	t.Logf("--seed %d", seed)
	r := rand.New(rand.NewPCG(seed, 66))
	var server *httptest.Server
	var p *page
	p, server = in.blankFor(t, desktop, site.Handler(filepath.Join(root, "dist")), 2*long+10*time.Minute)
	p.beforeScripts(faults)
	p.goTo("")
	p.ready()
	q := in.newTab(t, desktop, server.URL)
	t.Cleanup(q.close)
	q.begin(t, 2*long+10*time.Minute)
	in.show(q, desktop)
	q.goTo("")
	q.ready()
	count := map[string]int{}
	fault, nodes := "", 12
	for end := time.Now().Add(long); time.Now().Before(end); {
		if r.IntN(2) == 0 {
			fault = []string{"", "full", "refused", "slow"}[r.IntN(4)]
			p.eval(fmt.Sprintf(`sessionStorage.setItem("fault", %q), true`, fault), new(bool))
		}
		var did string
		switch r.IntN(9) {
		case 0, 1:
			did = "a large state"
			saved, there := bigState(t, r)
			p.dropped("state.json", saved)
			p.waitFor(there)
		case 2:
			did = "an own graph"
			nodes = 12 + nodes%12
			p.dropped("own.csv", ownGraph(r, nodes+1))
			p.waitFor(fmt.Sprintf(`sheafscope.state().graph.n === %d && !sheafscope.state().busy`, nodes+1))
		case 3:
			did = "load()"
			saved, there := bigState(t, r)
			p.eval(fmt.Sprintf(`sheafscope.load(JSON.parse(%q)).then(() => true)`, saved), new(bool))
			p.waitFor(there)
		case 4:
			did = "another graph"
			p.call(`load({graph: %q, seed: %d})`, []string{"karate", "ring:n=9", "k4"}[r.IntN(3)], r.IntN(9))
		case 5:
			did = "the other window"
			for range 1 + r.IntN(8) {
				q.dropped("own.csv", ownGraph(r, 12))
				q.waitFor(`sheafscope.state().graph.n === 12 && ` + keptNote)
				q.call(`load("karate")`)
			}
		case 6:
			did = "a run"
			p.call("run(%d)", 1+r.IntN(2))
		case 7:
			did = "a node"
			p.eval(`document.querySelector('[data-testid="tab-node"]')?.click(), true`, new(bool))
		default:
			did = "a step"
			p.call(`step(%q)`, []string{"inner", "stage", "epoch"}[r.IntN(3)])
		}
		says := p.verdict()
		count[says]++
		t.Logf("%s, storage %q: %s", did, fault, says)
		if says == "yes" {
			p.reloadsAs()
			continue
		}
		var shown bool
		if p.eval(shownUnkept, &shown); !shown {
			t.Errorf("after %s with storage %q a reload loses it, and the page does not say so", did, fault)
		}
	}
	t.Logf("%v", count)
	p.clean()
	q.clean()
}

// If the browser stores nothing of the course, the page says so once.
func TestCourseSaysThatNothingIsKept(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(`Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }`)
	p.visit(p.origin + base + "learn.html")
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
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
		t.Errorf("%d notices that the answer is not kept", n)
	}
	if n := answer(1); n != 1 {
		t.Errorf("%d notices after a second answer", n)
	}
	p.shot("course-unkept")
	p.clean()
}
