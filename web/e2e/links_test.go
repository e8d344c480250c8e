//go:build e2e

package e2e

import (
	"context"
	"fmt"
	"testing"
	"time"

	"sheafscope/wasm/recipe"
)

// The page opens a link that a script sets in the address, even if the page writes the address in the same task. The browser fires the
// event of the new address only after this task. The click on Share makes the page write the address.
func TestLinkIsNotOverwritten(t *testing.T) {
	link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: "ring:n=9", Seed: 4}})
	if err != nil {
		t.Fatal(err)
	}
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "k4"})`)
	p.eval(fmt.Sprintf(`location.hash = %q; document.querySelector('[data-testid="share"]').click()`, "#"+link), nil)
	p.waitFor(`sheafscope.state().graph?.n === 9 && !sheafscope.state().busy`)
	p.clean()
}

// On a processor that is six times slower, every link that is set in the address is opened within 15 seconds. The links come at moments
// around the time at which the page writes its address. The long form has 500 links, the usual form two.
func TestLinksAtAnyMoment(t *testing.T) { inBoth(t, linksAtAnyMoment) }

// linksAtAnyMoment is TestLinksAtAnyMoment in one browser.
func linksAtAnyMoment(t *testing.T, in engine) {
	count := times(t, 2, 500)
	p := in.openFor(t, "", 2*time.Minute+time.Duration(count)*20*time.Second)
	p.ready()
	p.within(func(ctx context.Context) error { return p.driver.slow(ctx, 6) })
	lost := 0
	for k := range count {
		n := 5 + k%7
		link, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: fmt.Sprintf("ring:n=%d", n), Seed: uint64(k)}})
		if err != nil {
			t.Fatal(err)
		}
		// The page writes its address a second after a change. The links come 850 to 1149 ms after a step.
		var opened bool
		p.eval(fmt.Sprintf(`(async () => {
			await sheafscope.step("inner");
			await new Promise((r) => setTimeout(r, %d));
			location.hash = %q;
			const end = performance.now() + 15000, there = () => sheafscope.state().graph?.n === %d && sheafscope.state().seed === %d && `+
			`!sheafscope.state().busy;
			while (!there() && performance.now() < end) await new Promise((r) => setTimeout(r, 30));
			return there();
		})()`, 850+k*17%300, "#"+link, n, k), &opened)
		if !opened {
			lost++
		}
	}
	t.Logf("%d of %d links were lost", lost, count)
	if lost > 0 {
		t.Errorf("%d of %d links were not opened", lost, count)
	}
	p.clean()
}
