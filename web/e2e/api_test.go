//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

// This file tests window.sheafscope, and has the helpers by which other tests call it.

// state has the fields of sheafscope.state() that the tests read.
type state struct {
	Graph *struct {
		Name                  string
		N, M, Features, Train int
		Classes               int
		Homophily             float64
	}
	Epoch, Stage, Position int
	Lambda2                *float64
	KernelDim              *int
	Spectrum               []float64
	Loss                   *float64
	Accuracy               struct{ Train, Val, Test *float64 }
	Bound                  map[string]*float64
	Predictions            []int
	Probabilities          []float64
	Busy                   bool
	Error                  *string
}

// state returns the value of sheafscope.state().
func (p *page) state() state {
	p.t.Helper()
	var s state
	p.eval("sheafscope.state()", &s)
	return s
}

// call calls a method of window.sheafscope and waits until its promise resolves. format has the name of the method and its arguments, as
// JavaScript.
func (p *page) call(format string, args ...any) {
	p.t.Helper()
	p.eval("sheafscope."+fmt.Sprintf(format, args...)+".then(() => true)", new(bool))
}

// texasRecipe is the recipe with which loadTexas opens texasFiles.
const texasRecipe = `{graph: "file", seed: 1}`

// texasFiles are two files of Texas in the format of Geom-GCN: the edges, then the features and labels.
var texasFiles = []string{
	root + "/../shared/datasets/texas/out1_graph_edges.txt",
	root + "/../shared/datasets/texas/out1_node_feature_label.txt",
}

// loadTexas loads texasFiles with a recipe, by window.sheafscope.
func (p *page) loadTexas(recipe string) {
	p.t.Helper()
	var list []string
	for _, name := range texasFiles {
		data, err := os.ReadFile(name)
		if err != nil {
			p.t.Fatalf("Texas cannot be read: %v (the data sets are expected beside the repository, in ../shared/datasets)", err)
		}
		text, err := json.Marshal(map[string]string{"name": filepath.Base(name), "data": string(data)})
		if err != nil {
			p.t.Fatal(err)
		}
		list = append(list, string(text))
	}
	p.call("load(%s, [%s])", recipe, strings.Join(list, ","))
}

// closeTo checks that two lists have the same length and agree to 1e-9, relative to the largest absolute value in want.
func closeTo(t *testing.T, what string, got, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d numbers, want %d", what, len(got), len(want))
		return
	}
	scale := 0.0
	for _, v := range want {
		scale = max(scale, math.Abs(v))
	}
	for i := range want {
		if d := math.Abs(got[i] - want[i]); !(d <= 1e-9*scale) {
			t.Errorf("%s[%d] is %v, want %v", what, i, got[i], want[i])
			return
		}
	}
}

// known returns the list [*x], or an empty list if the page does not know the number yet.
func known(x *float64) []float64 {
	if x == nil {
		return nil
	}
	return []float64{*x}
}

// same checks that two states have the same position and the same predictions, and that spectrum, probabilities and loss agree by closeTo.
func same(t *testing.T, what string, got, want state) {
	t.Helper()
	if got.Position != want.Position || got.Epoch != want.Epoch || got.Stage != want.Stage {
		t.Fatalf("%s: at %d (epoch %d, stage %d), want %d (epoch %d, stage %d)", what,
			got.Position, got.Epoch, got.Stage, want.Position, want.Epoch, want.Stage)
	}
	closeTo(t, what+": spectrum", got.Spectrum, want.Spectrum)
	closeTo(t, what+": probabilities", got.Probabilities, want.Probabilities)
	closeTo(t, what+": loss", known(got.Loss), known(want.Loss))
	if !reflect.DeepEqual(got.Predictions, want.Predictions) {
		t.Errorf("%s: the predictions differ", what)
	}
}

// The training accuracy exceeds 0.9 after 100 epochs on the karate club and on Texas. The graph of Texas has the published 183 nodes, 279
// edges, 5 classes and 1703 features. Its edge homophily rounds to the published 0.06.
func TestTraining(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	for _, g := range []string{"karate", "texas"} {
		if g == "texas" {
			p.loadTexas(texasRecipe)
			graph := p.state().Graph
			counts := []int{graph.N, graph.M, graph.Classes, graph.Features}
			if !reflect.DeepEqual(counts, []int{183, 279, 5, 1703}) || math.Abs(graph.Homophily-0.06) > 0.005 {
				t.Fatalf("Texas is read as %+v, want 183 nodes, 279 edges, 5 classes, 1703 features, homophily 0.06 ± 0.005", graph)
			}
		} else {
			p.call(`load({graph: "karate", seed: 1})`)
		}
		p.call("run(100)")
		s := p.state()
		if s.Epoch != 100 || s.Busy {
			t.Fatalf("%s: after run(100) the page is at epoch %d, busy: %v; want 100, false", g, s.Epoch, s.Busy)
		}
		if s.Accuracy.Train == nil {
			t.Fatalf("%s: the state has no training accuracy", g)
		}
		if *s.Accuracy.Train <= 0.9 {
			t.Errorf("%s: the training accuracy is %v after 100 epochs, want more than 0.9", g, *s.Accuracy.Train)
		}
	}
	p.clean()
}

// The promises of run, pause, step and seek resolve when the page reports the end of their work. A seek back, a seek in a new run, and a
// recipe with a position give the same numbers as the run at this position.
func TestSeekEqualsFreshRun(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	const recipe = `{graph: "karate", seed: 5, settings: {d: 3, dropout: 0.4}}`
	p.call("load(%s)", recipe)
	if s := p.state(); s.Position != 0 || s.Epoch != 0 || s.Busy {
		t.Fatalf("a loaded recipe is at %d, epoch %d, busy %v", s.Position, s.Epoch, s.Busy)
	}
	// The position within epoch 3 is neither the end of an epoch nor the end of a stage.
	p.call("run(2)")
	p.call(`step("stage")`)
	p.call(`step("inner")`)
	want := p.state()
	p.call("run(10)")
	if s := p.state(); s.Epoch != 12 {
		t.Fatalf("at epoch %d after run(10) in epoch 2, want 12", s.Epoch)
	}
	p.call("seek(%d)", want.Position)
	same(t, "seek back", p.state(), want)
	p.call("load(%s)", recipe)
	p.call("seek(%d)", want.Position)
	same(t, "fresh run", p.state(), want)
	p.call(`load(Object.assign(%s, {position: %d}))`, recipe, want.Position)
	same(t, "recipe with position", p.state(), want)

	// After the first frame of a run the page is paused. The script ends only if the promise of run() resolves, too.
	p.eval(`(async () => { const run = sheafscope.run(100000); await new Promise((done) => { const off = sheafscope.on("frame", () => `+
		`{ off(); done(); }); }); await sheafscope.pause(); await run; return true; })()`, new(bool))
	if s := p.state(); s.Busy {
		t.Fatal("the page is busy after pause()")
	}
	p.clean()
}

// After 4 epochs of Texas with seed 1 the page and the command line have the same numbers. They are compared to 1e-9 (closeTo), the
// position exactly. The command train of sgpc gives position, loss, bound and accuracies. The command spectrum gives spectrum and λ2, and
// the command trace the calibrated probabilities.
func TestSameNumbersAsCommandLine(t *testing.T) { inBoth(t, sameNumbersAsCommandLine) }

// sameNumbersAsCommandLine is TestSameNumbersAsCommandLine in one browser.
func sameNumbersAsCommandLine(t *testing.T, in engine) {
	p := in.shared(t, desktop)
	p.ready()
	p.loadTexas(texasRecipe)
	const epochs = 4
	p.call("run(%d)", epochs)
	got := p.state()

	tool := filepath.Join(t.TempDir(), "sgpc")
	build := exec.Command("go", "build", "-o", tool, "./core/cmd/sgpc")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("sgpc cannot be built: %v\n%s", err, out)
	}
	// report runs a command of sgpc with the same recipe, and stores the last line of its output, which is JSON, in into.
	report := func(command string, into any) {
		t.Helper()
		args := []string{command, "-graph", strings.Join(texasFiles, ","), "-seed", "1", "-epochs", fmt.Sprint(epochs), "-json"}
		out, err := exec.Command(tool, args...).Output()
		if err != nil {
			t.Fatalf("sgpc %s: %v", command, err)
		}
		lines := strings.Split(strings.TrimSpace(string(out)), "\n")
		if err := json.Unmarshal([]byte(lines[len(lines)-1]), into); err != nil {
			t.Fatalf("sgpc %s: %v", command, err)
		}
	}
	var train struct {
		Loss, Bound float64
		Position    int
		TrainAcc    float64 `json:"train_acc_last"`
		TestAcc     float64 `json:"test_acc_last"`
	}
	report("train", &train)
	if train.Position != got.Position {
		t.Errorf("the page is at position %d, want %d of the command line", got.Position, train.Position)
	}
	closeTo(t, "loss, bound, accuracies", []float64{*got.Loss, *got.Bound["total"], *got.Accuracy.Train, *got.Accuracy.Test},
		[]float64{train.Loss, train.Bound, train.TrainAcc, train.TestAcc})
	var spectrum struct {
		Spectrum struct {
			Values  []float64
			Lambda2 float64
		}
	}
	report("spectrum", &spectrum)
	closeTo(t, "spectrum", got.Spectrum, spectrum.Spectrum.Values)
	closeTo(t, "λ2", []float64{*got.Lambda2}, []float64{spectrum.Spectrum.Lambda2})
	var trace struct {
		Calibrated [][]float64
	}
	report("trace", &trace)
	p.eval("sheafscope.trace().then(t => { window.lastTrace = t; return true; })", new(bool))
	var calibrated [][]float64
	p.eval("lastTrace.calibrated", &calibrated)
	closeTo(t, "calibrated probabilities", flatten(calibrated), flatten(trace.Calibrated))
	p.clean()
}

// flatten returns the numbers of a matrix, row by row.
func flatten(x [][]float64) (y []float64) {
	for _, row := range x {
		y = append(y, row...)
	}
	return y
}

// If a worker crashes, the page reports the crash and starts a new worker. The run has its former position and numbers, and continues. The
// crash is caused by a message that is not of the protocol.
func TestWorkerCrash(t *testing.T) { inBoth(t, workerCrash) }

// workerCrash is TestWorkerCrash in one browser.
func workerCrash(t *testing.T, in engine) {
	p := in.blank(t)
	// testWorkers has all workers of the page.
	p.beforeScripts(`{ const W = Worker; globalThis.testWorkers = []; globalThis.Worker = class extends W { constructor(...a) { ` +
		`super(...a); testWorkers.push(this); } }; }`)
	p.goTo("")
	p.ready()
	p.call(`load({graph: "karate", seed: 2})`)
	p.call("run(3)")
	p.call(`step("stage")`)
	want := p.state()
	p.eval(`testWorkers.at(-1).postMessage(new ArrayBuffer(3))`, nil)
	p.waitFor("testWorkers.length === 2 && !sheafscope.state().busy")
	same(t, "after the crash", p.state(), want)
	if s := p.state(); s.Error == nil || !strings.Contains(*s.Error, "worker stopped") {
		t.Errorf("the page does not report the crash: %v", s.Error)
	}
	p.call("run(2)")
	if s := p.state(); s.Epoch != 5 {
		t.Errorf("the new worker is at epoch %d, want 5", s.Epoch)
	}
}

// pause() ends a training of Texas, at epoch 4 or later, within two seconds in one of three tries. On a slow machine the limit is longer.
func TestPauseIsQuick(t *testing.T) {
	alone(t)
	p := shared(t, desktop)
	p.loadTexas(texasRecipe)
	threeTries(t, func(j *judge) {
		var ms float64
		// The script returns the milliseconds of pause().
		p.eval(`(async () => {
			const epochs = new Promise((done) => { const off = sheafscope.on("frame", () => {
				if (sheafscope.state().epoch > 3) { off(); done(); } }); });
			sheafscope.run(1000);
			await epochs;
			const t = performance.now();
			await sheafscope.pause();
			return performance.now() - t;
		})()`, &ms)
		j.check("pause", ms, 2000)
		p.call("seek(0)")
	})
	p.clean()
}

// A listener may call a method while the page does other work. The promise of the method resolves only at the end of the method's own work:
// after load the graph has 4 nodes, and after run(2) the epoch is 2.
func TestMethodWithinAListener(t *testing.T) {
	p := shared(t, desktop)
	p.ready()
	var got struct{ N, Epoch int }
	p.eval(`new Promise((done) => { const off = sheafscope.on("frame", async () => { off();
		await sheafscope.load("k4"); const n = sheafscope.state().graph.n;
		await sheafscope.run(2); done({N: n, Epoch: sheafscope.state().epoch}); }); sheafscope.step("inner"); })`, &got)
	if got.N != 4 || got.Epoch != 2 {
		t.Errorf("after load(\"k4\") and run(2): %+v, want N = 4 and Epoch = 2", got)
	}
	p.clean()
}

// load() refuses arguments that are no recipe, or no list of files, with a message. A listener that throws does not prevent the next
// listener. load() reads arrays that another window has made. An exception of the browser is reported, and the page continues to work.
func TestLoadOfAnything(t *testing.T) {
	p := open(t, desktop)
	p.ready()
	// circle is an object that contains itself, so that it has no JSON.
	circle := `(() => { const o = { graph: "karate" }; o.self = o; return o; })()`
	for _, args := range []string{
		``, `undefined`, `7`, `7n`, circle, `{ toJSON() { throw "no, thanks"; } }`,
		`"karate", 7`, `"karate", [null]`, `"karate", [{}]`, `"karate", [{ name: "a", data: 7 }]`, `"karate", { length: 1e12 }`,
	} {
		var answer string
		p.eval(`sheafscope.load(`+args+`).then(() => "taken", (e) => e.message)`, &answer)
		if !strings.HasPrefix(answer, "load: ") || strings.Contains(answer, "PANIC") {
			t.Errorf("load(%s): %s, want a refusal that begins with \"load: \"", args, answer)
		}
	}
	var refused string
	p.eval(`sheafscope.load({ toJSON() { throw "no, thanks"; } }).catch((e) => e.message)`, &refused)
	if refused != "load: no, thanks" {
		t.Errorf("the exception of toJSON is reported as %q, want \"load: no, thanks\"", refused)
	}
	// The first of two listeners throws. A load calls both. Its file is an array of another window, hence of another class.
	var heard bool
	p.eval(`sheafscope.on("change", () => { throw "from a listener"; }), sheafscope.on("change", () => { globalThis.heard = true; }), true`,
		new(bool))
	p.eval(`(async () => {
		const f = document.body.appendChild(document.createElement("iframe")), text = new TextEncoder().encode("a b\nb c\nc a\n");
		const foreign = f.contentWindow.Uint8Array.from(text);
		await sheafscope.load({ graph: "file" }, [{ name: "t.txt", data: foreign }]);
		return globalThis.heard;
	})()`, &heard)
	if g := p.state().Graph; !heard || g == nil || g.N != 3 {
		t.Errorf("second listener called: %v, want true; graph %+v, want 3 nodes", heard, g)
	}
	// The browser refuses an effect of the page, here the new address. The page reports this, and both steps are made.
	p.eval(`(sheafscopeIslands.effect = () => { throw "no room"; }, sheafscope.step("inner").then(() => true))`, new(bool))
	p.waitFor(`sheafscope.state().error === "The browser refused: no room"`)
	var stepped bool
	p.eval(`sheafscope.step("inner").then(() => true, () => false)`, &stepped)
	if position := p.state().Position; !stepped || position != 2 {
		t.Errorf("after a refusal by the browser the second step succeeds: %v, want true; position %d, want 2", stepped, position)
	}
	// The only errors of the page are those that a listener threw.
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, e := range p.errors {
		if !strings.Contains(e, "from a listener") {
			t.Error(e)
		}
	}
}
