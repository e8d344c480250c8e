//go:build e2e

package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// deep is JavaScript for the window of the k-th figure of a page for hosts.
func deep(k int) string {
	return fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].shadowRoot.querySelector("iframe")?.contentWindow`, k)
}

// shownParts is JavaScript for the parts that the k-th figure shows.
func shownParts(k int) string {
	return fmt.Sprintf(`((d) => ["bar", "rail", "graph", "insp", "time", "c-spec", "c-train", "c-bound"].filter((part) => {
		const e = d.querySelector("." + part), box = e.getBoundingClientRect();
		return e.checkVisibility({visibilityProperty: true}) && box.width > 100 && box.height > 30;
	}).join(" "))((%s).document)`, deep(k))
}

// Each example page shows its figures alone under the policy for hosts, without a
// violation of it, and no more than two of them have a worker.
func TestExamples(t *testing.T) { inBoth(t, examples) }

func examples(t *testing.T, in engine) {
	p := in.blank(t)
	p.beforeScripts(`addEventListener("securitypolicyviolation", (e) => console.error("policy", e.violatedDirective, e.blockedURI));
		const W = Worker, alive = (top.alive ??= new Set());
		globalThis.Worker = class extends W {
			constructor(...args) { super(...args); alive.add(this); top.most = Math.max(top.most ?? 0, alive.size); }
			terminate() { alive.delete(this); super.terminate(); }
		};`)
	for _, c := range []struct {
		page  string
		parts []string // of each of its figures
	}{
		{"mkdocs", []string{"time c-bound"}},
		{"observable", []string{"time c-train"}},
		{"quarto", []string{"insp"}},
		{"reveal", []string{"c-spec"}},
		{"plain", []string{"graph time", "c-spec", "insp"}},
	} {
		p.visit(p.origin + base + "examples/" + c.page + ".html")
		for k, parts := range c.parts {
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].scrollIntoView({block: "center"})`, k), nil)
			p.waitFor(fmt.Sprintf(`(%s)?.sheafscope && (%[1]s).document.documentElement.dataset.boot === "ready"`, deep(k)))
			p.eval(fmt.Sprintf(`document.querySelectorAll("sheaf-scope")[%d].ready().then(() => true)`, k), new(bool))
			p.waitFor(fmt.Sprintf(`%s === %q`, shownParts(k), parts))
			if parts == "insp" {
				p.waitFor(fmt.Sprintf(`(%s).document.querySelectorAll(".ibody .isec svg, .ibody .claim").length > 2`, deep(k)))
			}
			p.shot(fmt.Sprintf("example-%s-%d-%s", c.page, k, in.name))
		}
	}
	// The third figure of the last page has made one of the first two rest.
	var says string
	var epoch int
	p.eval(`document.getElementById("says").textContent`, &says)
	if !strings.HasSuffix(says, "at epoch 60.") {
		t.Errorf("the events of the first figure have said: %s", says)
	}
	p.eval(`(async () => { const e = document.getElementById("whole"); await e.step("epoch"); return (await e.state()).epoch; })()`, &epoch)
	if epoch != 61 {
		t.Errorf("the first figure has gone from epoch 60 to %d", epoch)
	}
	var most int
	if p.eval(`top.most`, &most); most != 2 {
		t.Errorf("at one time there were %d workers", most)
	}
	p.clean()
}
