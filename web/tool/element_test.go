package main

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/pack"
)

// The package of the element holds what it should and nothing else, though the
// build puts compressed forms beside its files.
func TestElementPackage(t *testing.T) {
	packageJSON := []byte(document(t, "package.json"))
	t.Chdir("../..")
	if _, err := elementStep(t.Context()).Do(); err != nil {
		t.Fatal(err)
	}
	dir, want := t.TempDir(), []string{}
	for name, from := range elementFiles() {
		if inside, ok := strings.CutPrefix(name, pack.ElementDir+"/"); ok {
			want = append(want, inside)
			ends := []string{""}
			if strings.Contains(inside, ".js") {
				ends = append(ends, ".br", ".gz")
			}
			for _, end := range ends {
				if err := disk.Copy(filepath.Join(dir, inside+end), from); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	cmd := exec.Command("npm", "pack", "--dry-run", "--json", "--offline")
	var says bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &says
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm pack: %v\n%s", err, &says)
	}
	var packs []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	var whole struct{ Version, License string }
	if err := json.Unmarshal(out, &packs); err != nil || len(packs) != 1 {
		t.Fatalf("npm pack says %s: %v", out, err)
	}
	if err := json.Unmarshal(packageJSON, &whole); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range packs[0].Files {
		got = append(got, f.Path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) != 5 {
		t.Errorf("the package holds %q, it should hold %q", got, want)
	}
	if packs[0].Name != "sheaf-scope" || packs[0].Version != whole.Version {
		t.Errorf("the package is %s %s, the whole has version %s", packs[0].Name, packs[0].Version, whole.Version)
	}
	var pkg struct {
		Main, Types, License string
		Exports              map[string]map[string]string
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &pkg)
	}
	if err != nil || pkg.License != whole.License || pkg.Exports["."]["default"] != pkg.Main || pkg.Exports["."]["types"] != pkg.Types {
		t.Errorf("package.json: %v, %+v", err, pkg)
	}
	for _, name := range []string{pkg.Main, pkg.Types} {
		if !slices.Contains(got, strings.TrimPrefix(name, "./")) {
			t.Errorf("package.json names %s, which is not in the package", name)
		}
	}
	// A server that renders pages may import it too.
	node := exec.Command("node", "--input-type=module", "-e", `await import("./sheaf-scope.js"); console.log(typeof customElements)`)
	node.Dir = dir
	if out, err := node.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "undefined" {
		t.Errorf("imported by node: %v\n%s", err, out)
	}
}

// What the element passes on, what the page answers and what their texts list is the same.
func TestElementNames(t *testing.T) {
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
	const page = "assets/boot/embed.js"
	answers := list(page, `(?s)const methods = new Set\(\[(.*?)\]\)`)
	if client := list("assets/static/sheafscope-embed.js", `(?s)of \[(.*?)\]\)`); !slices.Equal(client, answers) {
		t.Errorf("the page answers %q, sheafscope-embed.js asks %q", answers, client)
	}
	// The element itself uses these for its attribute and its workers.
	own := slices.DeleteFunc(answers, func(m string) bool { return m == "theme" || m == "rest" || m == "ready" })
	if calls := list("assets/element/element.js", `(?s)const methods = \[(.*?)\]`); !slices.Equal(calls, own) {
		t.Errorf("the element has %q, the page %q", calls, own)
	}
	readme, types := document(t, "assets/element/README.md"), document(t, "assets/element/index.d.ts")
	for _, m := range append(own, "ready") {
		if !strings.Contains(readme, "`"+m+"(") || !strings.Contains(types, "\n  "+m+"(") {
			t.Errorf("README.md or index.d.ts lacks the method %s", m)
		}
	}
	events := slices.DeleteFunc(list(page, `const events = new Set\(\[(.*)\]\)`), func(e string) bool { return e == "rest" })
	if calls := list("assets/element/element.js", `const events = \[(.*)\]`); !slices.Equal(calls, events) {
		t.Errorf("the element has the events %q, the page %q", calls, events)
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

// TestElementAddress: the page that an element shows has an address with http or https, given whole or relative; any other
// is refused by name.
func TestElementAddress(t *testing.T) {
	script := `const vm = require("vm"), fs = require("fs");
		const context = vm.createContext({ URL, location: { origin: "https://a.example" }, document: { baseURI: "https://a.example/x/" },
			CSSStyleSheet: class {} });
		vm.runInContext(fs.readFileSync("assets/element/element.js", "utf8"), context);
		for (const src of JSON.parse(process.argv[1])) {
			const host = { getAttribute: (k) => (k === "src" ? src : null), hasAttribute: () => false };
			let says;
			try { says = context.address(host); } catch (err) { says = err.message; }
			console.log(says);
		}`
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
		t.Fatalf("%v: %s", err, out)
	}
	for k, a := range list {
		if !strings.Contains(lines[k], a[1]) {
			t.Errorf("src=%q: %s", a[0], lines[k])
		}
	}
}
