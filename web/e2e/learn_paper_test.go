//go:build e2e

package e2e

import "testing"

// This file tests the printed course and its completion code.

// If the reader has moved the puzzle of chapter 0, the printed page has the puzzle in the state of its text. The screen then has the puzzle
// of the reader again. A number that changes is highlighted. The dialog of the completion code copies and shares a line with a name.
func TestLearnPaper(t *testing.T) {
	p := openLearn(t, view{width: 390, height: 844, theme: "light"})
	// kept() lists a number of the puzzle at all its places in the text, and drawn() is the picture. begin has the two at the start. The set
	// lit collects the names of highlighted numbers. Then the script sets the rule of the puzzle to 0.5, as a reader does.
	p.eval(`(window.kept = () => [...document.querySelectorAll('#chapter-0 [data-v="puzzle.kept"]')].map((e) => e.textContent),
		window.drawn = () => document.getElementById("pic-puzzle-puzzle").innerHTML, window.begin = [kept(), drawn()].join(),
		window.lit = new Set(), window.watch = (all) => { for (const m of all) if (m.target.matches(".lit")) lit.add(m.target.dataset.v); },
		new MutationObserver(watch).observe(document.body, { subtree: true, attributeFilter: ["class"] }),
		window.rule = document.querySelector('input[data-p="puzzle.rule"]'), rule.value = 0.5,
		rule.dispatchEvent(new Event("input", { bubbles: true })), true)`, new(bool))
	// The number changes in the present step and outside of the steps. The other steps keep the number of their own state.
	p.waitFor(`new Set(kept()).size === 2 && lit.has("puzzle.kept")`)
	// On paper the puzzle has the state of its text, and a figure stands between the steps. Afterwards the screen is as before.
	p.eval(`window.moved = [kept(), drawn()].join(), dispatchEvent(new Event("beforeprint")), true`, new(bool))
	p.waitFor(`[kept(), drawn()].join() === begin && document.querySelector(".text > .fig")`)
	p.eval(`dispatchEvent(new Event("afterprint")), true`, new(bool))
	p.waitFor(`[kept(), drawn()].join() === moved && !document.querySelector(".text > .fig")`)

	// Clipboard and sharing of the browser are recorded. After one answered exercise the page has a completion code.
	p.eval(`(Object.defineProperty(navigator, "clipboard", { value: { writeText: async (text) => { window.copied = text; } } }),
		Object.defineProperty(navigator, "share", { value: async ({ text }) => { window.shared = text; } }),
		document.querySelector('[data-ex="0.2"] .opt').click(), document.querySelector('[data-ex="0.2"] [data-testid="check"]').click(), true)`,
		new(bool))
	p.waitFor(`!document.querySelector('[data-testid="completion-code"]').disabled`)
	p.eval(`(document.querySelector('[data-testid="completion-code"]').click(), ((e) => { e.value = "Ada"; e.oninput(); })
		(document.getElementById("student")), document.querySelector('[data-testid="copy-code"]').click(),
		document.querySelector('[data-testid="share-code"]').click(), true)`, new(bool))
	p.waitFor(`/^Ada: SGPC1-/.test(window.copied) && copied === window.shared`)
	p.clean()
}
