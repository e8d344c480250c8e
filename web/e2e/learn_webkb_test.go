//go:build e2e

package e2e

import "strings"

// onTexas answers exercise 10.1 by keys in the figure: once with a page that the sheaf is not alone on, then with every link
// of the pages that it alone gets right, until one does it. It returns the last reasons, of a wrong answer and of the right one.
const onTexas = `(async () => {
	const el = document.querySelector('[data-ex="10.1"]'), go = el.querySelector('[data-testid="check"]'), said = ["", ""];
	const now = () => sheafscopeCourse.methods.show("webkb").values;
	const frame = () => new Promise((r) => requestAnimationFrame(() => requestAnimationFrame(r)));
	const next = async (handle) => {
		document.querySelector('#chapter-10 [data-h="' + handle + '"]').focus({preventScroll: true});
		document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "ArrowRight", bubbles: true}));
		await frame();
	};
	const check = async () => {
		go.click();
		for (let k = 0; k < 1500 && go.textContent === "Training…"; k++) await new Promise((r) => setTimeout(r, 20));
		const right = el.classList.contains("right");
		said[Number(right)] = el.querySelector(".why").textContent;
		return right;
	};
	document.querySelector('#chapter-10 [data-p="webkb.look"][data-value="2"]').click();
	await frame();
	for (let pages = Number(now().test); pages > 0; pages--) {
		const v = now(), alone = v["SGPC-says"] === v.class && v["MLP-says"] !== v.class && v["GCN-says"] !== v.class;
		for (let links = v.link === "none" ? 0 : alone ? Number(v.degree) : said[0] === "" ? 1 : 0; links > 0; links--) {
			if (await check()) return said;
			if (links > 1) await next("link");
		}
		await next("page");
	}
	return said;
})()`

// webkb lets the models of the last chapter learn on Texas, from the data beside the page, and answers its exercise
// wrongly and rightly.
func (p *page) webkb() {
	p.t.Helper()
	p.eval(`document.querySelector('[data-run="webkb"]').scrollIntoView({behavior: "instant", block: "center"}), true`, new(bool))
	p.click("run-webkb")
	p.waitFor(`((v) => ["MLP", "GCN", "SGPC"].every((m) => v[m + "-says"] !== "…"))(sheafscopeCourse.methods.show("webkb").values)`)
	var said []string
	p.eval(onTexas, &said)
	if !strings.HasPrefix(said[1], "Yes. The MLP and the GCN are wrong on page ") || said[0] == "" {
		p.t.Errorf("exercise 10.1 says %q", said)
	}
	p.waitFor(`document.querySelector('.rail a[href="#chapter-10"]').parentElement.classList.contains("done")`)
}
