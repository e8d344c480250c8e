//go:build e2e

package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"sheafscope/web/tool/site"
)

// All three widgets of the example article start, and the buttons of the article control the second and the third widget. Four numbers in
// the text of the article are right. The first widget hides the parts that its parameter hide lists, and shows the graph.
func TestEmbedExample(t *testing.T) { inBoth(t, embedExample) }

// embedExample is TestEmbedExample in one browser.
func embedExample(t *testing.T, in engine) {
	p := in.blank(t)
	p.visit(p.origin + base + "embed-example.html")
	p.waitFor(`["look", "steps", "train"].every((k) => document.documentElement.dataset[k] === "ready")`)
	// The button Step steps the second widget. The button Run trains the third widget for 20 epochs, which changes λ2.
	p.eval(`document.getElementById("step").click()`, nil)
	p.waitFor(`!document.getElementById("step").disabled &&
		/^Stage [2-9] of 10: (?!the start)./.test(document.getElementById("stage").textContent)`)
	var before, after string
	p.eval(`document.getElementById("lambda2").textContent`, &before)
	p.eval(`document.getElementById("run").click()`, nil)
	p.waitFor(`!document.getElementById("run").disabled`)
	p.eval(`document.getElementById("lambda2").textContent`, &after)
	if before == after {
		t.Errorf("after 20 epochs λ2 is %q as before, want another value", after)
	}
	// In the karate club 11 of 78 friendships join both sides of the split. The homophily is the share of the other friendships. The graph
	// of the second widget has 60 nodes and 3 classes.
	homophily := fmt.Sprintf("%.0f %%", 100*(78-11)/78.0)
	for live, want := range map[string]string{"look.graph.m": "78", "look.graph.homophily|percent": homophily, "steps.graph.n": "60",
		"steps.graph.classes": "3"} {
		var text string
		p.eval(fmt.Sprintf(`[...document.querySelectorAll("[data-live]")].find((e) => e.dataset.live === %q).textContent`, live), &text)
		if text != want {
			t.Errorf("data-live=%q: the text has the number %q, want %q", live, text, want)
		}
	}
	// The first widget hides every part but the graph.
	var hidden bool
	p.eval(`(() => { const d = document.getElementById("look").contentDocument; const gone = (s) => `+
		`d.querySelector(s).getClientRects().length === 0;
		return gone(".bar") && gone(".rail") && gone(".strip") && gone(".insp") && gone(".time") && !gone(".graph"); })()`, &hidden)
	if !hidden {
		t.Error("the first widget shows a hidden part, or does not show the graph")
	}
	p.clean()
}

// A frame answers its parent only if its address has embed=1 and names the origin of the parent. Without one of them, with the origin *,
// and with another origin, the frame does not answer.
func TestEmbedOrigin(t *testing.T) {
	// The parent sends a request for the state ten times a second, and records the answers in the list answers.
	p := blank(t, desktop)
	parent := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<!doctype html><title>parent</title><iframe id="f" src=%q></iframe><script>
			window.answers = [];
			addEventListener("message", (e) => answers.push(e.data));
			const ask = () => document.getElementById("f").contentWindow.postMessage({sheafscope: "call", id: 1, method: "state", args: []}, "*");
			setInterval(ask, 100);
		</script>`, r.URL.Query().Get("frame"))
	}))
	t.Cleanup(parent.Close)
	// open opens the parent with a frame whose address has the query.
	open := func(query string) {
		p.do(chromedp.Navigate(parent.URL + "/?frame=" + url.QueryEscape(p.origin+base+"?"+query)))
	}
	open("embed=1&origin=" + url.QueryEscape(parent.URL))
	p.waitFor(`answers.some((a) => a.sheafscope === "result" && a.value.graph?.n === 34)`)
	for _, query := range []string{"embed=1", "origin=" + url.QueryEscape(parent.URL), "embed=1&origin=*",
		"embed=1&origin=https://example.org"} {
		open(query)
		// After two and a half seconds the parent has sent at least 20 requests. A recorded answer would stay.
		p.waitFor("performance.now() > 2500 && answers.length === 0")
	}
}

// The single file of the laboratory contains the graph Texas, and has less than 4.2 million bytes, a limit of the design. From a server it
// works and links to the course. From file:// it opens Texas, trains two models on another graph and shows the licences. In the long form,
// damaged files report the damage, and the single file of the course works, too. A subtest tests the Python package.
func TestSingleFile(t *testing.T) {
	build := exec.Command("go", append([]string{"run", "./web/tool", "single-file", "--quick"}, graphFlags(t)...)...)
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("the single file cannot be made: %v\n%s", err, out)
	}
	html, err := os.ReadFile(filepath.Join(root, "dist", "sheafscope.html"))
	if err != nil {
		t.Fatal(err)
	}
	if len(html) >= 4_200_000 {
		t.Errorf("the single file has %d bytes, want less than 4 200 000", len(html))
	}
	name := filepath.Join(t.TempDir(), "talk.html")
	if err := os.WriteFile(name, html, 0o666); err != nil {
		t.Fatal(err)
	}
	// From a server: the course is beside the file.
	p, server := blankOn(t, desktop, browser, site.Handler(filepath.Join(root, "dist")))
	p.visit(server.URL + base + "sheafscope.html")
	p.ready()
	p.click("learn")
	p.waitFor(`document.querySelector('[data-testid="learn-course"]').checkVisibility()`)
	var link string
	p.eval(`((a) => { a.focus(); return a.getAttribute("href"); })(document.querySelector('[data-testid="learn-course"]'))`, &link)
	if link != site.LearnName {
		t.Errorf("the link to the course is %s, want %s", link, site.LearnName)
	}
	// From file://: the graph in the file is Texas.
	server.Close()
	p.do(chromedp.Navigate("file://" + name))
	p.ready()
	if g := p.state().Graph; g == nil || g.N != 183 || g.M != 279 {
		t.Fatalf("the graph in the file is read as %+v, want 183 nodes and 279 edges", g)
	}
	// The file was copied without the course. Therefore it has no visible link to the course.
	p.click("learn")
	p.waitFor(`document.querySelector('[data-testid="learn-tour"]').checkVisibility()`)
	p.waitFor(`((all) => all.length > 0 && !all.some((e) => e.checkVisibility()))([...document.querySelectorAll("a.course")])`)
	p.click("learn")
	// Another graph, with the model SGPC and then with GCN.
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(5)")
	if s := p.state(); s.Epoch != 5 || s.Graph.N != 34 {
		t.Errorf("the karate club is at epoch %d of %+v, want epoch 5 of 34 nodes", s.Epoch, s.Graph)
	}
	p.call(`load({graph: "karate", model: "gcn", seed: 1})`)
	p.call("run(1)")
	p.shot("single-file")
	// The text of the licences includes the library sigma.
	if text := p.licences(); !strings.Contains(text, "sigma 3.") || text != fileText(t, "LICENSES.txt") {
		t.Errorf("the link to the licences opens a text that begins with %.200q, want LICENSES.txt", text)
	}
	p.clean()
	if share(t) > 0 {
		checkDamagedFile(t, html)
		t.Run("course", singleCourse)
	}
	t.Run("notebook", notebook)
}

// In the single file of the course, opened from file://, the first figure is live and trains. The file sends no request, and its links to
// the laboratory lead to the single file beside it.
func singleCourse(t *testing.T) {
	html, err := os.ReadFile(filepath.Join(root, "dist", site.LearnName))
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), site.LearnName)
	if err := os.WriteFile(name, html, 0o666); err != nil {
		t.Fatal(err)
	}
	p, server := blankOn(t, desktop, browser, http.NotFoundHandler())
	server.Close()
	p.do(chromedp.Navigate("file://" + name))
	p.waitFor(`document.documentElement.dataset.course === "ready"`)
	p.waitFor(`document.querySelector('[data-figure="puzzle"]').dataset.live === "true"`)
	p.click("run-puzzle")
	p.waitFor(`/^(training, [1-9]|mean of)/.test(document.querySelector('[data-v="puzzle.status"]').textContent)`)
	// requests has the addresses of all requests. links has the files that the links of the course lead to, without duplicates.
	var requests, links []string
	p.eval(`performance.getEntriesByType("resource").map((e) => e.name).filter((name) => !name.startsWith("blob:"))`, &requests)
	p.eval(`[...new Set([...document.querySelectorAll('a[href*="html"]')].map((a) => a.getAttribute("href").replace(/[?#].*/, "")))]`, &links)
	if len(requests) > 0 {
		t.Errorf("the single file of the course requests %v, want no request", requests)
	}
	if len(links) != 1 || links[0] != site.SingleName {
		t.Errorf("the single file of the course links to %v, want %s", links, site.SingleName)
	}
	p.clean()
}

// graphFlags returns the flags of ./build.sh single-file that put the files of Texas into the single file.
func graphFlags(t *testing.T) (flags []string) {
	t.Helper()
	for _, f := range texasFiles {
		abs, err := filepath.Abs(f)
		if err != nil {
			t.Fatal(err)
		}
		flags = append(flags, "--graph", abs)
	}
	return flags
}
