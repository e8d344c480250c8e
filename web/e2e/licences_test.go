//go:build e2e

package e2e

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
)

// The file LICENSES.txt of dist/ has the licences of all third-party works in dist/, and the link in the menu opens the file. The test
// finds the works in the programs, by the names of Go packages, and in package.json, not in the lists of the build. Of the tools in
// package.json only AssemblyScript is named.
func TestLicencesAreComplete(t *testing.T) {
	text := fileText(t, "LICENSES.txt")
	// titled returns whether a section of the file has the title name, before a version or a comma.
	titled := func(name string) bool {
		return strings.Contains(text, "\n"+name+" ") || strings.Contains(text, "\n"+name+",")
	}
	path := regexp.MustCompile(`\b(github\.com/[a-zA-Z0-9-]+/[a-zA-Z0-9-]+|gonum\.org/v1/[a-z]+|golang\.org/x/[a-z]+)/[a-z]`)
	// The three programs. The program of the page must name a known module, so that the test cannot pass without finding any name.
	for program, known := range map[string]string{"sheafscope.wasm": "github.com/vugu/vugu", "course.wasm": "", "files.wasm": ""} {
		found := map[string]bool{}
		for _, m := range path.FindAllStringSubmatch(fileText(t, program), -1) {
			found[m[1]] = true
		}
		if known != "" && !found[known] {
			t.Errorf("no package of %s is found in %s", known, program)
		}
		for module := range found {
			// The packages golang.org/x that are part of Go's own source have Go's licence.
			if !titled(module) && !strings.HasPrefix(module, "golang.org/x/") {
				t.Errorf("the licence of %s, in %s, is missing", module, program)
			}
		}
	}
	// The packages of package.json. Dependencies are parts of the scripts; the others are tools.
	var about struct{ Dependencies, DevDependencies map[string]string }
	data, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err == nil {
		err = json.Unmarshal(data, &about)
	}
	if err != nil {
		t.Fatal(err)
	}
	if len(about.Dependencies) == 0 {
		t.Fatal("package.json has no dependencies")
	}
	for name, version := range about.Dependencies {
		if !strings.Contains(text, "\n"+name+" "+version+", in the scripts\n") {
			t.Errorf("the licence of %s %s is missing", name, version)
		}
	}
	for name := range about.DevDependencies {
		want := name == "assemblyscript" // it compiles the kernels, which are part of dist/
		if titled(name) != want {
			t.Errorf("LICENSES.txt names the tool %s: %v, want %v", name, titled(name), want)
		}
	}
	// Words of each kind of licence and of notices.
	for _, want := range []string{"the Sheafscope authors", "The Go Authors", "Apache License",
		"Daniel Wirtz", "Kamran Ahmed"} {
		if !strings.Contains(text, want) {
			t.Errorf("the words %q are missing in LICENSES.txt", want)
		}
	}

	p := open(t, desktop)
	p.ready()
	if got := p.licences(); got != text {
		t.Errorf("the link opens %.200q, want LICENSES.txt", got)
	}
	p.clean()
}

// licences follows the link to the licences in the menu Learn, and returns the text of the page that it opens in a new tab.
func (p *page) licences() string {
	p.t.Helper()
	opened := chromedp.WaitNewTarget(p.ctx, func(i *target.Info) bool {
		return strings.Contains(i.URL, "LICENSES.txt") || strings.HasPrefix(i.URL, "blob:")
	})
	p.do(chromedp.Click(chromedp.CSS(byTestID("learn"))), chromedp.Click(chromedp.CSS(byTestID("licences"))))
	ctx, cancel := chromedp.NewContext(p.ctx, chromedp.WithTargetID(<-opened))
	defer cancel()
	ctx, stop := context.WithTimeout(ctx, patience)
	defer stop()
	text, err := chromedp.Run(ctx, chromedp.TextContent("body"))
	if err != nil {
		p.t.Fatal(err)
	}
	return text
}

// fileText returns the contents of a file of dist/.
func fileText(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "dist", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
