//go:build e2e && screens

package e2e

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sheafscope/core/anatomy"
	"sheafscope/core/sgpc/method"
	"sheafscope/web/e2e/trace"
	"sheafscope/web/tool/site"

	"github.com/chromedp/chromedp"
)

// benchFolder has the files of ./build.sh bench that the browser loads.
var benchFolder = filepath.Join(root, ".build", "bench", "www")

// TestBench runs the benchmarks that the environment variable BENCH names, and prints the results like `go test -bench`. BENCH has one word
// in each line. The word "page" selects the start, the epochs and the main thread of the page. The word "pool" selects trainings in several
// workers, and "peers" selects other libraries. The word "against", with a folder in the next line, compares the page with another build.
// Any other words are arguments of the benchmarks of core/cmd/sgpc. With -test.short each benchmark runs only as a test of its code.
func TestBench(t *testing.T) {
	words := strings.Split(os.Getenv("BENCH"), "\n")
	short := slices.Contains(words, "-test.short")
	// The kinds of benchmarks that one word selects.
	switch {
	case words[0] == "against":
		benchAgainst(t, words[1])
		return
	case slices.Contains(words, "page"):
		benchStart(t)
		benchEpochs(t, short)
		benchThread(t, short)
		return
	case slices.Contains(words, "peers"):
		var list []struct {
			Name, Variant string
			Samples       []float64
		}
		// Each library runs in 3 rounds, in each for at least 40 ms.
		text := benchWorkers(t, 1, map[string]any{"peers": map[string]any{"rounds": 3, "least": 40, "quick": short}})
		if err := json.Unmarshal([]byte(text), &list); err != nil {
			t.Fatal(err)
		}
		for _, r := range list {
			benchRow(r.Name, r.Variant, r.Samples...)
		}
		return
	case slices.Contains(words, "pool"):
		benchPool(t, short)
		return
	}
	// Other words are arguments of bench.wasm. The folder of a data set is replaced by its folder in the worker.
	files := map[string]string{}
	for i, word := range words {
		dir, ok := strings.CutPrefix(word, "-graph=")
		if !ok {
			continue
		}
		words[i] = "-graph=" + benchSet(t, filepath.Base(dir), files)
	}
	fmt.Print(benchWorkers(t, 1, map[string]any{"program": "bench.wasm", "args": words, "files": files}))
}

// benchRow prints samples in milliseconds, in the form of `go test -bench`.
func benchRow(name, variant string, ms ...float64) {
	for _, v := range ms {
		fmt.Printf("Benchmark/%s/%s 1 %.0f ns/op\n", strings.ReplaceAll(name, " ", "_"), variant, 1e6*v)
	}
}

// benchSet adds the files of a public data set, with its split 0, to the map files of a worker: path in the worker → address below the
// server. It returns the folder of the set in the worker.
func benchSet(t *testing.T, name string, files map[string]string) string {
	err := filepath.WalkDir(filepath.Join(datasets, name), func(file string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(datasets, file)
		rel = filepath.ToSlash(rel)
		// Tables are directly in the folder of the set, and splits below it.
		isTable, isSplit := strings.Count(rel, "/") == 1, strings.HasSuffix(rel, "_0.npz")
		if isTable || isSplit {
			files["/data/"+rel] = "data/" + rel
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return "/data/" + name
}

// benchWorkers sends each message to a new worker (assets/bench/worker.js). At most as many workers as the argument workers compute at
// once. benchWorkers returns the answer that came last.
func benchWorkers(t *testing.T, workers int, messages ...any) (answer string) {
	// One server has the programs and, below /data/, the public data sets.
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(benchFolder)))
	mux.Handle("/data/", http.StripPrefix("/data/", http.FileServer(http.Dir(datasets))))
	p, _ := blankFor(t, desktop, browser, mux, time.Hour)
	p.do(chromedp.Navigate(p.origin + base))
	list, err := json.Marshal(messages)
	if err != nil {
		t.Fatal(err)
	}
	// As many loops (lanes) as workers take messages from one queue until it is empty. The script returns the text of the last answer.
	p.lasting(fmt.Sprintf(`(async () => {
		const ask = (message) => new Promise((resolve, reject) => {
			const worker = new Worker("worker.js");
			worker.onerror = (e) => reject(new Error(e.message));
			worker.onmessage = ({data}) => {
				worker.terminate();
				if (data.failure) reject(new Error(data.failure)); else resolve(data.text);
			};
			worker.postMessage(message);
		});
		const queue = %s;
		let answer = "";
		const lane = async () => { while (queue.length > 0) answer = await ask(queue.shift()); };
		await Promise.all(Array.from({length: %d}, lane));
		return answer;
	})()`, list, workers), &answer)
	return answer
}

// lasting evaluates JavaScript that may take as long as the test of the page.
func (p *page) lasting(js string, into any) {
	p.t.Helper()
	if err := p.driver.eval(p.ctx, js, into); err != nil {
		p.t.Fatal(err)
	}
}

// benchPool measures the training of 8 runs of Texas of 60 epochs, in one worker and in two workers. short selects 2 runs of one epoch.
func benchPool(t *testing.T, short bool) {
	runs, epochs := 8, 60 // so long that the start of a worker, which a pool pays once, is a small part
	if short {
		runs, epochs = 2, 1
	}
	var messages []any
	for seed := range runs {
		files := map[string]string{}
		messages = append(messages, map[string]any{"program": "sgpc.wasm", "files": files, "args": []string{"train",
			"-graph=" + benchSet(t, "texas", files), "-split=0", fmt.Sprintf("-seed=%d", seed), fmt.Sprintf("-epochs=%d", epochs)}})
	}
	for workers := 1; workers <= 2; workers++ {
		began := time.Now()
		benchWorkers(t, workers, messages...)
		benchRow(fmt.Sprintf("%d runs of Texas of %d epochs, workers: %d", runs, epochs, workers), "simd",
			float64(time.Since(began).Milliseconds()))
	}
}

// benchStart loads the page with an empty cache. It prints the times of four marks of the start, and the longest task of the main thread.
// Before them it prints the time in which node starts, as a measure of the machine.
func benchStart(t *testing.T) {
	benchRow("start of node", "page", float64(NodeStart().Microseconds())/1000)
	p, _ := blankOn(t, desktop, browser, site.Handler(filepath.Join(root, "dist")))
	p.beforeScripts(`globalThis.benchLong = 0;
		new PerformanceObserver((l) => { for (const e of l.getEntries()) benchLong = Math.max(benchLong, e.duration); })
			.observe({type: "longtask", buffered: true});`)
	p.goTo("")
	p.ready()
	var times map[string]float64 // name → milliseconds
	p.eval(`(() => {
		const mark = (name) => performance.getEntriesByName(name)[0]?.startTime ?? 0;
		return {"first paint": mark("first-contentful-paint"), "first picture": mark("sheafscope:picture"),
			"program compiled": mark("sheafscope:compiled"), "ready": mark("sheafscope:ready"), "longest task": benchLong};
	})()`, &times)
	for _, name := range []string{"first paint", "first picture", "program compiled", "ready", "longest task"} {
		benchRow("start of the page, "+name, "page", times[name])
	}
}

// benchEpochs measures an epoch of several models in the page with all pictures and, in turn, in a worker without pictures. A quarter of
// the measured epochs is run before as a warm-up. With short, one epoch is run as a test of the code.
func benchEpochs(t *testing.T, short bool) {
	p, _ := blankFor(t, desktop, browser, withSets(t), time.Hour)
	p.goTo("")
	p.ready()
	for _, way := range []struct {
		name, set, model, reading string // reading: of the paper, or of the authors' code
		method                    method.Method
		epochs                    int // measured; fewer where an epoch is slow
	}{
		{"Texas by default", "texas", "sgpc", "paper", method.Validation, 100},
		{"Texas as opened, the whole paper", "texas", "sgpc", "paper", method.Paper, 100},
		{"Texas, the authors' program", "texas", "sgpc", "code", method.Validation, 50},
		{"Texas, NSD with general maps", "texas", "nsd-general", "paper", method.Validation, 100},
		{"Cora, GCN", "cora", "gcn", "paper", method.Validation, 400},
		{"Cora by default", "cora", "sgpc", "paper", method.Validation, 60},
		{"Cora, the whole paper", "cora", "sgpc", "paper", method.Paper, 30},
	} {
		epochs, settings := way.epochs, ""
		if short {
			epochs = 1
		}
		if way.reading == "code" {
			settings = `, reading: "code"`
		}
		// With 100000 epochs and this patience the run does not end during the measurement.
		p.call(`load({graph: "data:%s", seed: 1, model: %q, method: %q, settings: {epochs: 100000, patience: 100000%s}})`, way.set, way.model,
			way.method, settings)
		p.call("run(%d)", epochs/4+1)
		// ms is the mean time of an epoch between two frames within the run, or 0 if they span less than half of it. The last frame of the
		// run is omitted, since it also computes a spectrum.
		var ms float64
		p.lasting(fmt.Sprintf(`(async () => {
			const seen = [], start = sheafscope.state().epoch, end = start + %d;
			const off = sheafscope.on("frame", () => seen.push({epoch: sheafscope.state().epoch, at: performance.now()}));
			await sheafscope.run(end - start);
			off();
			const inside = seen.filter((f) => f.epoch > start && f.epoch < end), [first, last] = [inside[0], inside.at(-1)];
			return inside.length && last.epoch - first.epoch >= (end - start) / 2 ? (last.at - first.at) / (last.epoch - first.epoch) : 0;
		})()`, epochs), &ms)
		if ms == 0 && !short {
			t.Fatalf("%s: the frames span less than half of %d epochs", way.name, epochs)
		}
		// The same epochs without a page.
		files := map[string]string{}
		text := benchWorkers(t, 1, map[string]any{"program": "sgpc.wasm", "files": files, "args": []string{"bench", "-anatomy", "-json",
			"-graph=" + benchSet(t, way.set, files), "-model=" + way.model, "-reading=" + way.reading, "-method=" + string(way.method),
			"-seed=1", fmt.Sprintf("-warm=%d", epochs/4+1), fmt.Sprintf("-epochs=%d", epochs)}})
		var alone anatomy.Times
		if err := json.Unmarshal([]byte(text), &alone); err != nil {
			t.Fatal(err)
		}
		benchRow("epoch beside pictures, "+way.name, "page", ms)
		benchRow("epoch beside pictures, "+way.name, "simd", alone.EpochMS)
	}
}

// benchThread measures the page's main thread during the training of graphs, in CPU time: the longest task from the opening of a graph to
// epoch 100, and the 95th percentile and the maximum of the script in a frame. It also measures the mean of 20 steps of a stage. short
// selects one epoch and short pauses.
func benchThread(t *testing.T, short bool) {
	epochs, rest := 100, 5000 // rest: milliseconds in which the run trains; a step has a 25th of it
	if short {
		epochs, rest = 1, 100
	}
	for _, graph := range []string{"karate", "data:texas", "data:cora"} {
		p, _ := blankFor(t, desktop, browser, withSets(t), time.Hour)
		p.goTo("")
		p.ready()
		// The trace of the main thread from the load to the last epoch, and then while the run trains for the time rest.
		opened := p.record(func() {
			p.lasting(fmt.Sprintf(`(async () => {
				await sheafscope.load({graph: %q, seed: 1, settings: {epochs: 10000, patience: 10000}});
				await sheafscope.run(%d);
				return true;
			})()`, graph, epochs), new(bool))
		})
		trained := p.record(func() {
			p.lasting(fmt.Sprintf(`(async () => {
				const run = sheafscope.run(0);
				await new Promise((r) => setTimeout(r, %d));
				await sheafscope.pause();
				await run;
				return true;
			})()`, rest), new(bool))
		})
		const steps = 20
		stepped := func() {
			p.lasting(fmt.Sprintf(`(async () => {
				for (let k = 0; k < %d; k++) {
					await sheafscope.step("stage");
					await new Promise((r) => setTimeout(r, %d));
				}
				return true;
			})()`, steps, rest/25), new(bool))
		}
		stepped() // the page measures equations and widths in the first steps, and only once
		benchRow("a step of a stage, CPU, "+graph, "page", p.record(stepped).Total/steps)
		benchRow("longest task up to epoch 100, "+graph, "page", trace.Quantile(opened.Tasks, 1))
		benchRow("script of a frame, 95 in 100, "+graph, "page", trace.Quantile(trained.Frames, 0.95))
		benchRow("script of a frame, at most, "+graph, "page", trace.Quantile(trained.Frames, 1))
	}
}
