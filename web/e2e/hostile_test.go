//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// Names of a graph, of nodes and of classes in a file appear as text: no name becomes markup, and no script of a name runs. The content
// security policy is in force: it blocks an inline script, an inline handler, and eval by the page.
func TestHostileNames(t *testing.T) {
	names := []string{`<img src=x onerror="document.title='owned'">`, `<script>document.title='owned'</script>`,
		`javascript:document.title='owned'`,
		"\u202egnp.exe", `"><svg onload=alert(1)>`, "{{c.App}}", strings.Repeat("long ", 2000)}
	// The file is a graph in the node-link format of JSON: a path that has each name for three nodes, and the first two names as classes.
	type node struct {
		ID    string `json:"id"`
		Name  string `json:"name"`
		Class string `json:"class"`
	}
	type link struct {
		Source string `json:"source"`
		Target string `json:"target"`
	}
	file := struct {
		Graph map[string]string `json:"graph"`
		Nodes []node            `json:"nodes"`
		Links []link            `json:"links"`
	}{Graph: map[string]string{"name": names[0]}}
	for i := range 3 * len(names) {
		name := names[i%len(names)]
		file.Nodes = append(file.Nodes, node{ID: fmt.Sprint(name, i), Name: name, Class: names[i%2]})
		if i > 0 {
			file.Links = append(file.Links, link{Source: file.Nodes[i-1].ID, Target: file.Nodes[i].ID})
		}
	}
	text, err := json.Marshal(file)
	if err != nil {
		t.Fatal(err)
	}
	arg, err := json.Marshal([]map[string]string{{"name": names[0] + ".json", "data": string(text)}})
	if err != nil {
		t.Fatal(err)
	}
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "file", seed: 1}, %s)`, arg)
	if g := p.state().Graph; g.N != 3*len(names) {
		t.Fatalf("the file is read as %+v, want %d nodes", g, 3*len(names))
	}
	// The panels display the names.
	p.call("run(2)")
	for _, panel := range []string{"tab-stage", "tab-edge", "tab-node"} {
		p.click(panel)
		p.waitFor("!sheafscope.state().busy")
	}
	// markup is the number of elements that only a name can have made, or "a script ran".
	var markup string
	p.eval(`document.title.includes("owned") ? "a script ran" : document.querySelectorAll("#app img, #app script, [onerror], [onload], `+
		`a[href^='javascript']").length + ""`, &markup)
	if markup != "0" {
		t.Errorf("elements made by names: %s, want 0", markup)
	}
	// The page adds an inline script and an inline handler, each of which would change the title. blocked is true if the title is unchanged.
	var blocked bool
	p.eval(`(() => { const s = document.createElement("script"); s.textContent = "document.title = 'owned'"; document.body.append(s);
		const i = document.createElement("img"); i.setAttribute("onerror", "document.title = 'owned'"); i.src = "data:x"; document.body.append(i);
		// The event error of the image comes after the time at which both would have run.
		return new Promise((r) => i.addEventListener("error", () => setTimeout(() => r(!document.title.includes("owned"))))); })()`, &blocked)
	if !blocked {
		t.Error("the content security policy lets inline scripts run")
	}
	// Tools that control the page, such as Playwright, evaluate with window.eval. The browser permits this to them, and the page must not
	// replace eval. A script of the page, such as a callback of setTimeout, may not call eval.
	var tool int
	var own string
	p.eval(`Function.prototype.toString.call(eval).includes("[native code]") ? window.eval("1 + 1") : -1`, &tool)
	p.eval(`new Promise((r) => setTimeout(() => { try { r(String(window.eval("1 + 1"))); } catch (e) { r(e.name); } }))`, &own)
	if tool != 2 || own != "EvalError" {
		t.Errorf("eval returns %d to a tool and %s to the page, want 2 and EvalError", tool, own)
	}
}
