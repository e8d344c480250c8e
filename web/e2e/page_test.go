//go:build e2e

package e2e

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The first load trains karate without a click: its state has predictions, λ2 and a spectrum. The graph is drawn, the page is not wider
// than the window, and it writes no error and sends no request to another host.
func TestFirstLoad(t *testing.T) { inBoth(t, firstLoad) }

// firstLoad is TestFirstLoad in one browser.
func firstLoad(t *testing.T, in engine) {
	p := in.open(t)
	p.waitFor("window.sheafscope && sheafscope.state().graph && sheafscope.state().epoch > 0")
	p.ready()
	// The run has started without a click.
	s := p.state()
	if s.Error != nil {
		t.Fatalf("the first load has the error %q", *s.Error)
	}
	if s.Graph.N != 34 || s.Graph.M != 78 {
		t.Fatalf("the first graph is %+v, want 34 nodes and 78 edges", s.Graph)
	}
	if len(s.Predictions) != 34 {
		t.Fatalf("the first state has %d predictions, want 34", len(s.Predictions))
	}
	if s.Lambda2 == nil {
		t.Fatal("the first state has no λ2")
	}
	if len(s.Spectrum) == 0 {
		t.Fatal("the first state has no spectrum")
	}
	// The graph is drawn, and the page fits into the window.
	p.settle()
	var canvases int
	p.eval(`[...document.querySelectorAll('[data-testid="graph-canvas"] canvas')].filter(c => c.width > 300 && c.height > 200).length`,
		&canvases)
	if canvases == 0 {
		t.Error("the graph has no canvas of more than 300 × 200 pixels")
	}
	var overflow bool
	p.eval(`document.documentElement.scrollWidth > innerWidth`, &overflow)
	if overflow {
		t.Error("the page is wider than the window")
	}
	p.clean()
}

// The picture has the nodes and the edges of state(). After 20 epochs on karate two nodes have the same shape and colour exactly if they
// have the same predicted class.
func TestPictureAgreesWithState(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(20)")
	p.settle()
	// The drawing has all nodes and edges.
	var shown struct {
		Nodes []struct {
			Shape float64
			Color string
		}
		Edges int
	}
	p.eval("sheafscopeIslands.shown()", &shown)
	s := p.state()
	if len(shown.Nodes) != s.Graph.N || shown.Edges != s.Graph.M {
		t.Fatalf("%d nodes and %d edges are drawn, the graph has %d and %d", len(shown.Nodes), shown.Edges, s.Graph.N, s.Graph.M)
	}
	// Each class has one look, and the looks of the two classes differ.
	looks := map[int]string{} // shape and colour by class
	for i, n := range shown.Nodes {
		drawn := fmt.Sprint(n.Shape, n.Color)
		class := s.Predictions[i]
		if earlier, again := looks[class]; again && earlier != drawn {
			t.Errorf("node %d of class %d is drawn as %s, an earlier node of this class as %s", i, class, drawn, earlier)
		}
		looks[class] = drawn
	}
	if len(looks) != 2 || looks[0] == looks[1] {
		t.Errorf("the classes are drawn as %v, want two classes with different looks", looks)
	}
	p.clean()
}

// Texas, opened by the file input, has the published counts: 183 nodes, 279 edges, 1703 features, 5 classes and a homophily of 0.06. The
// run has a prediction for each node.
func TestTexasThroughFileInput(t *testing.T) { inBoth(t, texasThroughFileInput) }

// texasThroughFileInput is TestTexasThroughFileInput in one browser.
func texasThroughFileInput(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.files(texasFiles...)
	p.waitFor("sheafscope.state().graph.n === 183 && !sheafscope.state().busy")
	s := p.state()
	if s.Graph.M != 279 || s.Graph.Features != 1703 || s.Graph.Classes != 5 {
		t.Errorf("Texas has %d edges, %d features and %d classes, want 279, 1703 and 5", s.Graph.M, s.Graph.Features, s.Graph.Classes)
	}
	if math.Abs(s.Graph.Homophily-0.06) > 0.005 { // published with two decimals
		t.Errorf("Texas has the homophily %v, want 0.06", s.Graph.Homophily)
	}
	if len(s.Predictions) != 183 {
		t.Errorf("Texas has %d predictions, want 183", len(s.Predictions))
	}
	p.clean()
}

// The three step buttons go on by an inner step, a stage and an epoch; Back returns by one position. Run trains until Pause. After Pause
// the worker stands still: one further step leads to the next position.
func TestControlsStepRunAndPause(t *testing.T) { inBoth(t, controls) }

// controls is TestControlsStepRunAndPause in one browser.
func controls(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1, settings: {epochs: 100000, patience: 100000}})`) // so that the run does not end before the pause
	loaded := p.state()
	if loaded.Position != 0 {
		t.Fatalf("a loaded recipe begins at position %d, want 0", loaded.Position)
	}
	// step clicks a step button, waits until the position has increased, and returns the state.
	step := func(id string) state {
		t.Helper()
		before := p.state()
		p.click(id)
		p.waitFor(fmt.Sprintf("sheafscope.state().position > %d && !sheafscope.state().busy", before.Position))
		return p.state()
	}
	if s := step("step-inner"); s.Position != 1 || s.Stage != 1 {
		t.Errorf("step-inner leads to position %d, stage %d, want position 1, stage 1", s.Position, s.Stage)
	}
	if s := step("step-stage"); s.Stage != 2 {
		t.Errorf("step-stage leads to stage %d, want 2", s.Stage)
	}
	if s := step("step-epoch"); s.Epoch != 1 {
		t.Errorf("step-epoch leads to epoch %d, want 1", s.Epoch)
	}
	here := p.state().Position
	// The panels follow the state in an animation frame. Before this frame the button Back is disabled, as at position 0.
	p.waitFor(`!document.querySelector('[data-testid="back"]').disabled`)
	p.click("back")
	p.waitFor(fmt.Sprintf("sheafscope.state().position === %d && !sheafscope.state().busy", here-1))

	// Run, and Pause after the third epoch.
	p.click("run")
	p.waitFor("sheafscope.state().epoch >= 3")
	p.pauseByClick()
	stopped := p.state()
	p.call(`step("inner")`) // the worker takes this step after all earlier requests
	if s := p.state(); s.Position != stopped.Position+1 || s.Busy {
		t.Errorf("after the pause at %d, one step leads to %d, busy %v; want the next position at rest", stopped.Position, s.Position, s.Busy)
	}
	p.clean()
}

// pauseByClick clicks pause. During a run the run button is the pause button.
func (p *page) pauseByClick() {
	p.t.Helper()
	p.click("pause")
	p.waitFor("!sheafscope.state().busy")
}

// On karate, with gap_mode "sheaf", stage 10 (gap ascent) increases λ2 and changes the spectrum.
func TestGapAscentChangesTheSpectrum(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1, settings: {gap_mode: "sheaf"}})`)
	for p.state().Stage != 9 {
		p.call(`step("stage")`)
	}
	before := p.state()
	p.call(`step("stage")`)
	after := p.state()
	if after.Stage != 10 {
		t.Fatalf("after stage 9 comes stage %d, want 10", after.Stage)
	}
	if after.Lambda2 == nil || before.Lambda2 == nil {
		t.Fatalf("λ2 is missing: before gap ascent %v, after it %v", before.Lambda2 == nil, after.Lambda2 == nil)
	}
	if *after.Lambda2 <= *before.Lambda2 {
		t.Errorf("gap ascent changes λ2 from %v to %v, want an increase", *before.Lambda2, *after.Lambda2)
	}
	if slices.Equal(before.Spectrum, after.Spectrum) {
		t.Error("the spectrum is the same after gap ascent")
	}
	p.clean()
}

// A damaged file opens a message with the name of the file and, if it has lines, the line of the damage. The graph and the state of the run
// stay, and the run can continue. There are six damages; two change the files of Texas. For the truncated file the test accepts the name of
// either file of Texas, and any line.
func TestBrokenFiles(t *testing.T) {
	// texas returns the contents of the file texasFiles[k].
	texas := func(k int) []byte {
		data, err := os.ReadFile(texasFiles[k])
		if err != nil {
			t.Fatalf("%v (the data sets are expected beside the repository, in ../shared/datasets)", err)
		}
		return data
	}
	edges, nodes := texas(0), texas(1)
	p := shared(t, desktop)
	p.ready()
	p.call(`load({graph: "karate", seed: 1})`)
	p.call("run(2)")
	want := p.state()
	dir := t.TempDir()
	for _, c := range []struct {
		name  string
		files map[string][]byte
		parts []string // texts that the message contains
	}{
		{"truncated", map[string][]byte{"out1_graph_edges.txt": edges, "out1_node_feature_label.txt": nodes[:len(nodes)/2]},
			[]string{"out1_", ":"}},
		{"binary", map[string][]byte{"noise.csv": append([]byte{0x7f, 'E', 'L', 'F', 0, 0xff, 0xfe}, make([]byte, 500)...)},
			[]string{"noise.csv"}},
		{"id out of range", map[string][]byte{"out1_graph_edges.txt": []byte(strings.Replace(string(edges), "\n", "\n5\t183\n", 1)),
			"out1_node_feature_label.txt": nodes}, []string{"out1_graph_edges.txt:2"}},
		{"not a number", map[string][]byte{"g.json": []byte("{\"nodes\": [{\"id\": 0, \"x\": [nought]}],\n\"links\": []}")},
			[]string{"g.json:1"}},
		{"a feature beyond all numbers", map[string][]byte{"nodes.csv": []byte("id,label,f0,f1\n0,a,1,2\n1,b,1e999,3\n"),
			"edges.csv": []byte("source,target\n0,1\n")}, []string{"nodes.csv:3"}},
		{"a thousand million nodes", map[string][]byte{"big.net": []byte("*Vertices 1000000000\n*Edges\n1 2\n")}, []string{"big.net:1"}},
	} {
		// The files go to the file input of the page.
		var names []string
		for name, data := range c.files {
			file := filepath.Join(dir, name)
			if err := os.WriteFile(file, data, 0o666); err != nil {
				t.Fatal(err)
			}
			names = append(names, file)
		}
		slices.Sort(names)
		p.eval(`window.lastError = null; sheafscope.on("error", e => { lastError = e; }); document.querySelector('[data-testid="error"] `+
			`button')?.click(); true`, new(bool))
		p.files(names...)
		p.waitFor("window.lastError !== null && !sheafscope.state().busy")
		p.waitFor(`document.querySelector('[data-testid="error"]')?.textContent.includes(lastError)`)
		// The message has the parts, and the run of karate is unchanged.
		message := p.text("error")
		for _, part := range c.parts {
			if !strings.Contains(message, part) {
				t.Errorf("%s: the message %q does not name %q", c.name, message, part)
			}
		}
		same(t, c.name, p.state(), want)
		if s := p.state(); s.Graph.Name != want.Graph.Name || s.Graph.N != 34 {
			t.Errorf("%s: the graph is now %+v, want karate", c.name, s.Graph)
		}
	}
	// The run continues.
	p.call("run(1)")
	if s := p.state(); s.Epoch != 3 {
		t.Errorf("a further epoch leads to epoch %d, want 3", s.Epoch)
	}
	p.clean()
}

// In a browser without WebAssembly the page displays a message that names WebAssembly.
func TestWithoutWebAssembly(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(`Object.defineProperty(globalThis, "WebAssembly", {value: undefined})`)
	p.goTo("")
	p.waitFor(`document.querySelector('[data-testid="boot-error"]')?.textContent.includes("WebAssembly")`)
}

// If the fetch of the program fails, the page displays a message about the connection and a button to try again.
func TestFailedDownload(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts(`{ const f = fetch; globalThis.fetch = (u, ...a) => String(u).includes(".wasm") ? Promise.reject(new ` +
		`TypeError("network down")) : f(u, ...a); }`)
	p.goTo("")
	p.waitFor(`document.querySelector('[data-testid="boot-error"]')?.textContent.includes("The server could not be reached. Check the ` +
		`connection and try again.")`)
	p.waitFor(`document.querySelector('[data-testid="boot-error"] button')`)
}

// Without animation frames, as in a window behind other windows, the page starts, opens a stage by a click, and loads another graph.
func TestNoAnimationFrames(t *testing.T) {
	p := blank(t, desktop)
	p.beforeScripts("window.requestAnimationFrame = () => 0;")
	p.goTo("")
	p.ready()
	p.click("stage-5")
	p.waitFor(`document.querySelector('[data-testid="laplacian-canvas"]')`)
	p.call(`load({graph: "ring:n=9"})`)
	p.waitFor(`document.querySelector('[data-testid=graph-canvas]').getAttribute('aria-label')?.includes("graph of 9 nodes")`)
	p.clean()
}
