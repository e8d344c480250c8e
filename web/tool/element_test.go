package main

import (
	"encoding/json"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file tests the sources of the element <sheaf-scope>.

// The script of the element has the methods and events of the page, without those that only connect the page and the element. index.d.ts
// has the methods and events of the element. README.md of the element has its methods, events and attributes, and the figures on the first
// line of state.Figures. sheafscope-embed.js has the methods of the page.
func TestElementNamesAgree(t *testing.T) {
	// list returns the sorted words of small letters in the first submatch of the pattern form in a file.
	list := func(name, form string) []string {
		t.Helper()
		m := regexp.MustCompile(form).FindStringSubmatch(document(t, name))
		if m == nil {
			t.Fatalf("%s has no %s", name, form)
		}
		out := regexp.MustCompile(`[a-z]+`).FindAllString(m[1], -1)
		slices.Sort(out)
		return out
	}
	// Methods.
	const page = "assets/boot/embed.js"
	pageMethods := list(page, `(?s)const methods = new Set\(\[(.*?)\]\)`)
	if clientMethods := list("assets/static/sheafscope-embed.js", `(?s)of \[(.*?)\]\)`); !slices.Equal(clientMethods, pageMethods) {
		t.Errorf("the page has the methods %q, sheafscope-embed.js %q", pageMethods, clientMethods)
	}
	// The element itself uses theme for its attribute and rest for its workers. It has a method ready and an event ready of its own,
	// which README.md and index.d.ts must have, too.
	elementMethods := slices.DeleteFunc(pageMethods, func(m string) bool { return m == "theme" || m == "rest" || m == "ready" })
	if listed := list("assets/element/element.js", `(?s)const methods = \[(.*?)\]`); !slices.Equal(listed, elementMethods) {
		t.Errorf("the element has the methods %q, the page %q", listed, elementMethods)
	}
	readme, types := document(t, "assets/element/README.md"), document(t, "assets/element/index.d.ts")
	for _, m := range append(elementMethods, "ready") {
		if !strings.Contains(readme, "`"+m+"(") || !strings.Contains(types, "\n  "+m+"(") {
			t.Errorf("README.md or index.d.ts lacks the method %s", m)
		}
	}
	// Events, attributes, and the figures on the first line of the constant Figures.
	events := slices.DeleteFunc(list(page, `const events = new Set\(\[(.*)\]\)`), func(e string) bool { return e == "rest" })
	if listed := list("assets/element/element.js", `const events = \[(.*)\]`); !slices.Equal(listed, events) {
		t.Errorf("the element has the events %q, the page %q", listed, events)
	}
	for _, e := range append(events, "ready") {
		if !strings.Contains(readme, "`"+e+"`") || !strings.Contains(types, "\n  "+e+": CustomEvent") {
			t.Errorf("README.md or index.d.ts lacks the event %s", e)
		}
	}
	for _, a := range list("assets/element/element.js", `observedAttributes = \[(.*)\]`) {
		if !strings.Contains(readme, "\n| `"+a+"` |") {
			t.Errorf("README.md lacks the attribute %s", a)
		}
	}
	for _, f := range list("web/state/figure.go", `const Figures = "(.*)"`) {
		if f != "and" && !strings.Contains(readme, "`"+f) {
			t.Errorf("README.md lacks the figure %s", f)
		}
	}
}

// The element accepts absolute and relative addresses with http or https, and adds parameters such as embed=1. The error for another scheme
// names the scheme.
func TestElementAcceptsWebAddressesAlone(t *testing.T) {
	// The script prints a line for each value of the attribute src: the address of the frame or the message of the error, such as
	// https://a.example/page/?embed=1.
	script := `const vm = require("vm"), fs = require("fs");
		const context = vm.createContext({ URL, location: { origin: "https://a.example" }, document: { baseURI: "https://a.example/x/" },
			CSSStyleSheet: class {} });
		vm.runInContext(fs.readFileSync("assets/element/element.js", "utf8"), context);
		for (const src of JSON.parse(process.argv[1])) {
			const host = { getAttribute: (k) => (k === "src" ? src : null), hasAttribute: () => false };
			let result;
			try { result = context.address(host); } catch (err) { result = err.message; }
			console.log(result);
		}`
	// A value of src, and a text that the printed line must contain.
	list := [][2]string{{"javascript:alert(1)", "not javascript:"},
		{"data:text/html,x", "not data:"}, {"blob:https://a.example/1", "not blob:"},
		{"file:///etc/passwd", "not file:"}, {" JavaScript:alert(1)", "not javascript:"}, {"vbscript:x", "not vbscript:"},
		{"../page/", "https://a.example/page/?embed=1"}, {"http://b.example/", "http://b.example/?embed=1"},
		{"//c.example/", "https://c.example/?"}}
	var addresses []string
	for _, a := range list {
		addresses = append(addresses, a[0])
	}
	argument, err := json.Marshal(addresses)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", "-e", script, string(argument))
	cmd.Dir = "../.."
	out, err := cmd.CombinedOutput()
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	if err != nil || len(lines) != len(list) {
		t.Fatalf("Node prints %s, error %v; want %d lines", out, err, len(list))
	}
	for k, a := range list {
		if !strings.Contains(lines[k], a[1]) {
			t.Errorf("src=%q gives %q, want %q in it", a[0], lines[k], a[1])
		}
	}
}
