//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"sheafscope/wasm/recipe"
)

// quoted returns a value as JSON, which is also JavaScript.
func quoted(t *testing.T, v any) string {
	t.Helper()
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// inAddress waits until the address has a recipe for which wanted returns true, and returns this recipe. what names the recipe in the
// message of a failure.
func (p *page) inAddress(what string, wanted func(recipe.Recipe) bool) recipe.Recipe {
	p.t.Helper()
	var hash string
	var r recipe.Recipe
	for end := time.Now().Add(patience); ; time.Sleep(50 * time.Millisecond) {
		p.eval("location.hash", &hash)
		var err error
		if r, err = recipe.Parse(hash); err == nil && wanted(r) {
			return r
		}
		if time.Now().After(end) {
			p.t.Fatalf("%s is not in the address, which has the recipe %+v, %v", what, r, err)
		}
	}
}

// entries returns the number of entries in the history of the tab.
func (p *page) entries() (n int) {
	p.t.Helper()
	p.eval("history.length", &n)
	return n
}

// A change of the graph or of the seed adds an entry to the history of the browser. A change of the position or of the panel adds none.
// Back and Forward restore graph, seed, position and numbers, and add no entry. A reload keeps the state, and Forward then still works.
func TestBackAndForward(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	p.call("pause()")
	p.call("seek(37)")
	first := p.state()
	// Changes of position and panel add no entry. n is the number of entries until now.
	p.inAddress("the position", func(r recipe.Recipe) bool { return r.Position == 37 })
	n := p.entries()
	p.call("seek(41)")
	p.call("seek(37)")
	p.click("tab-edge")
	p.inAddress("the panel", func(r recipe.Recipe) bool { return r.View.Panel == "edge" && r.Position == 37 })
	if got := p.entries(); got != n {
		t.Fatalf("changes of position and panel added %d entries, want 0", got-n)
	}

	// Another graph and another seed add two entries.
	p.choose("graph-select", "florentine")
	p.waitFor(`sheafscope.state().graph.name !== "Karate club" && !sheafscope.state().busy`)
	p.call("seek(12)")
	second := p.state()
	p.inAddress("the second graph", func(r recipe.Recipe) bool { return r.Graph == "florentine" && r.Position == 12 })
	p.eval(`(() => { const s = document.querySelector('[data-testid="seed"]'); s.value = "77"; s.dispatchEvent(new Event("change", `+
		`{bubbles: true})); })()`, nil)
	p.waitFor(`sheafscope.state().seed === 77 && !sheafscope.state().busy`)
	p.call("seek(5)")
	third := p.state()
	p.inAddress("the seed", func(r recipe.Recipe) bool { return r.Seed == 77 && r.Position == 5 })
	if got := p.entries(); got != n+2 {
		t.Fatalf("a change of graph and a change of seed added %d entries, want 2", got-n)
	}

	// step moves by the given number of entries through the history (negative: back), and checks that the page has the numbers of want.
	step := func(name string, by int, want state) {
		t.Helper()
		p.eval(fmt.Sprintf("history.go(%d)", by), nil)
		p.waitFor(fmt.Sprintf(`window.sheafscope?.state().graph?.n === %d && sheafscope.state().position === %d && !sheafscope.state().busy`,
			want.Graph.N, want.Position))
		same(t, name, p.state(), want)
	}
	step("back", -1, second)
	step("back twice", -1, first)
	if text := p.text("graph-select"); text == "" {
		t.Errorf("after Back the menu of graphs shows %q, want a name", text)
	}
	step("forward twice", 2, third)
	step("back to the first", -2, first)
	if got := p.entries(); got != n+2 {
		t.Errorf("going back and forward added %d entries, want 0", got-n-2)
	}
	// A reload keeps the state and its position.
	p.inAddress("the first again", func(r recipe.Recipe) bool { return r.Graph == "karate" && r.Position == 37 })
	p.do(chromedp.Reload())
	p.ready()
	same(t, "reload", p.state(), first)
	// The page before the reload has made the next entry. Therefore the browser loads its address anew.
	p.do(chromedp.NavigateForward())
	p.ready()
	p.waitFor(fmt.Sprintf(`sheafscope.state().position === %d && !sheafscope.state().busy`, second.Position))
	same(t, "forward after reloading", p.state(), second)
	p.clean()
}

// checkAddressStays chooses another graph in an embedded page, and checks that the page does not change its address. A changed address
// would be an entry in the history of the page around it.
func (p *page) checkAddressStays() {
	p.t.Helper()
	p.choose("graph-select", "ring")
	p.waitFor(`sheafscope.state().graph.n === 12 && !sheafscope.state().busy`)
	var hash string
	p.eval(`(sheafscopeBoot.keep(), location.hash)`, &hash) // keep writes the address now; the page writes it only after a second
	if hash != "" {
		p.t.Errorf("the address of an embedded page became %q, want no change", hash)
	}
}

// A link opens its run with the same numbers, its comparison and its panel. The link is not longer than recipe.MaxLink.
func TestLinkOpensPanelAndComparison(t *testing.T) { inBoth(t, linkOpensPanelAndComparison) }

// linkOpensPanelAndComparison is TestLinkOpensPanelAndComparison in one browser.
func linkOpensPanelAndComparison(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 3})`)
	p.call("run(2)")
	p.click("compare") // compares with GCN
	p.click("tab-results")
	p.waitFor(`JSON.stringify(sheafscope.recipe()).includes('"compare"')`)
	p.click("share")
	r := p.inAddress("the comparison", func(r recipe.Recipe) bool { return r.Compare.Key == "gcn" && r.View.Panel == "results" })
	text, err := recipe.Format(r)
	if err != nil {
		t.Fatal(err)
	}
	if len(text) > recipe.MaxLink {
		t.Fatalf("the link has %d characters, want at most %d", len(text), recipe.MaxLink)
	}
	q := in.blank(t)
	q.goTo(text)
	q.ready()
	q.waitFor(`document.querySelector('[data-testid="compare"]').getAttribute("aria-pressed") === "true"`)
	q.waitFor(`document.querySelector('[data-testid="tab-results"]').getAttribute("aria-selected") === "true"`)
	same(t, "the run beside the comparison", q.state(), p.state())
	p.clean()
	q.clean()
}

// The link of a run with a random recipe restores the state and the recipe, after another graph has been open. The usual form tests two
// recipes, the long form a hundred. The random numbers are the same in each run of the test.
func TestLinksOfRandomRecipes(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 100))
	// pick returns a random element of a list. An element that occurs twice has twice the chance.
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	// trial is a recipe with its files, and the epochs and inner steps that are run before the link is made.
	type trial struct {
		Recipe map[string]any `json:"recipe"`
		Files  []any          `json:"files"`
		Epochs int            `json:"epochs"`
		Inner  int            `json:"inner"`
	}
	p := shared(t, desktop)
	p.ready()
	for k := range times(t, 2, 100) {
		a := trial{Epochs: r.IntN(2), Inner: r.IntN(12)}
		a.Recipe = map[string]any{"graph": pick("k2", "c6", "k4", "s5", "p5", "ring:n=7", "grid:rows=2,cols=3",
			"sbm:n=14,classes=2,homophily=0.2", "barbell:k=3", "florentine"),
			"seed": r.Uint64N(1 << 53), "split": pick("", "per-class:1", "random:0.5,0.25,0.25"), "model": pick("", "", "sgpc", "gcn", "mlp"),
			"view": map[string]any{"node": r.IntN(3), "panel": pick("stage", "node", "claims"), "nodes": pick("label", "prediction"),
				"layout": pick("force", "circular")}}
		// These settings belong to SGPC, which is also the default model.
		if a.Recipe["model"] == "" || a.Recipe["model"] == "sgpc" {
			settings := map[string]any{}
			for range r.IntN(4) {
				switch r.IntN(5) {
				case 0:
					settings["d"] = 2 + r.IntN(3)
				case 1:
					settings["dt"] = []float64{0.1, 0.5, 2}[r.IntN(3)]
				case 2:
					settings["reading"] = pick("paper", "code")
				case 3:
					settings["dropout"] = 0.25
				case 4:
					settings["tau"] = 0.3
				}
			}
			a.Recipe["settings"] = settings
		}
		// One graph in eight is an own file with unusual characters and a self-loop.
		if r.IntN(8) == 0 {
			a.Recipe["graph"] = "file"
			a.Files = []any{map[string]string{"name": "日本\u202e<b>.csv", "data": fmt.Sprintf("source,target\na%d,ü\nü,c\nc,c\nd,c\n", k)}}
		}
		// The page makes the link, opens another graph, and then opens the link. Before and After are the state with the recipe, as JSON.
		var answer struct{ Before, After, Link string }
		p.eval(fmt.Sprintf(`(async (a) => {
			const state = () => JSON.stringify({...sheafscope.state(), recipe: sheafscope.recipe()});
			await sheafscope.load(a.recipe, a.files ?? undefined);
			if (a.epochs) await sheafscope.run(a.epochs);
			for (let i = 0; i < a.inner; i++) await sheafscope.step("inner");
			const before = state();
			document.querySelector('[data-testid="share"]').click();
			const link = location.hash;
			await sheafscope.load("k2");
			await sheafscope.load(link);
			return {Before: before, After: state(), Link: link};
		})(%s)`, quoted(t, a)), &answer)
		if answer.Before != answer.After {
			t.Fatalf("recipe %d, %+v: the link opens\n%s\nwant\n%s", k, a, answer.After, answer.Before)
		}
	}
	p.clean()
}

// Damaged links, and links of older and newer versions, open the default graph with a message, in a new page and in an open page. An intact
// link after them opens its run without a message. The usual form tests the first four of the eleven cases.
func TestDamagedLinks(t *testing.T) {
	good, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "ring:n=9", Seed: 4, Position: 3}})
	if err != nil {
		t.Fatal(err)
	}
	// flip returns the good link with another character at position k.
	flip := func(k int) string {
		c := byte('A')
		if good[k] == c {
			c = 'B'
		}
		return good[:k] + string(c) + good[k+1:]
	}
	const nonsense = "%00<script>alert(1)</script>"
	long := strings.Repeat("x", 70_000)
	p := blank(t, desktop)
	// A new page reads its link by the same function as an open page. Therefore new pages get only a few kinds of damage.
	// A link of this version begins with "s1.", and then has a checksum. fresh is true for a new page.
	for _, c := range sample(t, 4, []struct {
		name, text string
		fresh      bool
	}{
		{"nonsense", nonsense, true},
		{"cut", good[:len(good)*2/3], false},
		{"newer", "s2." + good[3:], false},
		{"long", long, false},
		{"flipped in the checksum", flip(5), true},
		{"flipped in the checksum", flip(5), false},
		{"flipped at the end", flip(len(good) - 2), false},
		{"older", "s0." + good[3:], false},
		{"nonsense", nonsense, false},
		{"of this version", "s1.damaged", true},
		{"long", long, true},
	}) {
		if c.fresh {
			p.do(chromedp.Navigate("about:blank"))
			p.goTo(c.text)
			p.ready()
		} else {
			p.call(`load({graph: "k4"})`)
			// The address may still be this link, from the case before. The browser reports no change to an equal address. So the test
			// waits until the page has written the address of k4.
			p.waitFor(fmt.Sprintf("location.hash !== new URL(%q, location.href).hash", "#"+c.text))
			p.eval(fmt.Sprintf("location.hash = %q", "#"+c.text), nil)
		}
		p.waitFor(`sheafscope.state().graph?.n === 34 && !sheafscope.state().busy`)
		message := p.text("error")
		for _, word := range []string{"link", "damaged", "default"} {
			if !strings.Contains(message, word) {
				t.Errorf("%s (new page: %v): the message is %q, want the word %q in it", c.name, c.fresh, message, word)
			}
		}
	}
	// The intact link.
	p.eval(fmt.Sprintf("location.hash = %q", "#"+good), nil)
	p.waitFor(`sheafscope.state().graph?.n === 9 && sheafscope.state().position === 3 && !sheafscope.state().busy && ` +
		`!sheafscope.state().error`)
	p.clean()
}
