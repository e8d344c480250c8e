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

// One file of dist/ has the licences of all third-party works in dist/. The test finds the works in the programs and in package.json, not
// in the lists of the build.
func TestLicencesAreComplete(t *testing.T) {
	text := fileText(t, "LICENSES.txt")
	titled := func(name string) bool {
		return strings.Contains(text, "\n"+name+" ") || strings.Contains(text, "\n"+name+",")
	}
	path := regexp.MustCompile(`\b(github\.com/[a-zA-Z0-9-]+/[a-zA-Z0-9-]+|gonum\.org/v1/[a-z]+|golang\.org/x/[a-z]+)/[a-z]`)
	for program, least := range map[string]string{"sheafscope.wasm": "github.com/vugu/vugu", "course.wasm": "", "files.wasm": ""} {
		found := map[string]bool{}
		for _, m := range path.FindAllStringSubmatch(fileText(t, program), -1) {
			found[m[1]] = true
		}
		if least != "" && !found[least] {
			t.Errorf("%s names no package of %s: the test sees nothing", program, least)
		}
		for module := range found {
			// What Go's own source holds of golang.org/x stands under Go's licence.
			if !titled(module) && !strings.HasPrefix(module, "golang.org/x/") {
				t.Errorf("the licence of %s, in %s, is missing", module, program)
			}
		}
	}
	var about struct{ Dependencies, DevDependencies map[string]string }
	data, err := os.ReadFile(filepath.Join(root, "package.json"))
	if err == nil {
		err = json.Unmarshal(data, &about)
	}
	if err != nil || len(about.Dependencies) == 0 {
		t.Fatal(err)
	}
	for name, version := range about.Dependencies {
		if !strings.Contains(text, "\n"+name+" "+version+", in the scripts\n") {
			t.Errorf("the licence of %s %s is missing", name, version)
		}
	}
	for name := range about.DevDependencies {
		if titled(name) != (name == "assemblyscript") {
			t.Errorf("%s, a tool, is named: %v", name, titled(name))
		}
	}
	// Words of each kind of licence that is there, and of notices.
	for _, want := range []string{"the Sheafscope authors", "The Go Authors", "Apache License",
		"Daniel Wirtz", "Kamran Ahmed"} {
		if !strings.Contains(text, want) {
			t.Errorf("the licences say nothing of %s", want)
		}
	}

	p := open(t, desktop)
	p.ready()
	if got := p.licences(); got != text {
		t.Errorf("the link opens %.200q", got)
	}
	p.clean()
}

// licences follows the link in the menu and returns the text of the opened page.
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
