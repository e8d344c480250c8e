package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sheafscope/web/tool/site"
)

const benchPage = `<!doctype html><title>benchmark</title><script src="page.js"></script>`

// The page of the benchmark starts a worker per measurement.
const benchPageScript = `globalThis.bench = (message) => new Promise((resolve, reject) => {
  const worker = new Worker("worker.js");
  worker.onerror = (e) => reject(new Error(e.message));
  worker.onmessage = ({ data }) => {
    worker.terminate();
    if (data.failure) reject(new Error(data.failure)); else resolve(data.text);
  };
  worker.postMessage(message);
});
// lanes does jobs in so many workers at a time and tells how long that took.
globalThis.lanes = async (jobs, count) => {
  const left = [...jobs], began = performance.now();
  const lane = async () => { while (left.length > 0) await bench(left.shift()); };
  await Promise.all(Array.from({ length: count }, lane));
  return performance.now() - began;
};
`

// poolEpochs is the length of the runs in workers: long enough that the start
// of a worker, which a pool of the page pays once, is a small part.
const poolEpochs = 60

// poolRow names the row of training runs in so many workers.
func poolRow(workers int) string {
	return fmt.Sprintf("8 runs of Texas of %d epochs, workers: %d", poolEpochs, workers)
}

// benchBrowser puts the site of the benchmark together, serves it and starts
// a browser on it.
func benchBrowser(ctx context.Context, env goTool, quick bool) (runner, func(), error) {
	none := func() {}
	if err := buildBenchSite(ctx, env); err != nil {
		return runner{}, none, err
	}
	mux := http.NewServeMux()
	mux.Handle("/", http.FileServer(http.Dir(benchSite)))
	mux.Handle("/data/", http.StripPrefix("/data/", http.FileServer(http.Dir(benchData))))
	address, closeServer, err := localServer(mux)
	if err != nil {
		return runner{}, none, err
	}
	tab, err := newTab(ctx)
	if err != nil {
		closeServer()
		return runner{}, none, err
	}
	stop := func() {
		if err := tab.close(); err != nil {
			fmt.Fprintln(os.Stderr, "build.sh: the browser of the benchmark:", err)
		}
		closeServer()
	}
	if err := tab.open(address); err != nil {
		stop()
		return runner{}, none, err
	}
	ask := func(message any) (answer string, err error) {
		text, err := json.Marshal(message)
		if err != nil {
			return "", err
		}
		err = tab.eval("bench("+string(text)+")", &answer)
		return answer, err
	}
	pool := func(graph string, addresses map[string]string) ([]timing, error) {
		count, epochs := 8, poolEpochs
		if quick {
			count, epochs = 2, 1
		}
		var jobs []any
		for seed := range count {
			jobs = append(jobs, map[string]any{"program": "sgpc.wasm", "files": addresses,
				"args": []string{"train", "-graph=" + graph, "-split=0", fmt.Sprintf("-seed=%d", seed), fmt.Sprintf("-epochs=%d", epochs)}})
		}
		text, err := json.Marshal(jobs)
		if err != nil {
			return nil, err
		}
		var list []timing
		for _, workers := range []int{1, 2} {
			var spent float64
			if err := tab.eval(fmt.Sprintf("lanes(%s, %d)", text, workers), &spent); err != nil {
				return nil, err
			}
			list = append(list, timing{Name: poolRow(workers), Variant: "simd", Samples: []float64{spent}})
		}
		return list, nil
	}
	run := func(_ context.Context, args, graphs []string, files map[string]string) ([]timing, error) {
		inside, addresses := []string{}, map[string]string{}
		for _, g := range graphs {
			if strings.Contains(g, string(filepath.Separator)) {
				g = "/data/" + filepath.Base(g)
			}
			inside = append(inside, g)
		}
		for path := range files {
			addresses[path] = path
		}
		text, err := ask(map[string]any{"program": "bench.wasm", "args": withGraphs(args, inside), "files": addresses})
		if err != nil {
			return nil, err
		}
		list, err := readBench(text)
		if i := slices.Index(inside, "/data/texas"); err == nil && i >= 0 && strings.Contains(strings.Join(args, " "), "karate|texas") {
			more, err := pool(inside[i], addresses)
			return append(list, more...), err
		}
		if err != nil || !strings.Contains(strings.Join(args, " "), "gemm") {
			return list, err
		}
		rounds := 3
		if quick {
			rounds = 1
		}
		if text, err = ask(map[string]any{"peers": map[string]any{"rounds": rounds, "least": 40, "quick": quick}}); err != nil {
			return list, err
		}
		var peers []timing
		err = json.Unmarshal([]byte(text), &peers)
		return append(list, peers...), err
	}
	return runner{"Chromium", run}, stop, nil
}

// buildBenchSite writes everything but the program into benchSite.
func buildBenchSite(ctx context.Context, env goTool) error {
	if err := os.MkdirAll(benchSite, 0o777); err != nil {
		return err
	}
	peers, peak := filepath.Join(benchDir, "peers.js"), filepath.Join(benchSite, "peak.wasm")
	bundle := esbuild(ctx, "--bundle", "--outfile="+peers, "--external:fs", "--external:path", "--external:util",
		"--external:worker_threads", "--external:perf_hooks", "--external:os", "--external:crypto", "assets/bench/peers.js")
	if err := errors.Join(
		bundle.Run(),
		command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", "assets/bench/peak.ts", "-O3",
			"--runtime", "stub", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", peak),
	); err != nil {
		return err
	}
	var worker strings.Builder
	for _, f := range []string{env.wasmExec(), kernelDir + "/kernel.js", functionsScript, peers, "assets/bench/worker.js"} {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		worker.Write(data)
		worker.WriteString("\n;\n")
	}
	copies := map[string]string{"kernel.wasm": filepath.Join(outDir, "kernel.wasm")}
	simd := "tfjs-backend-wasm-simd.wasm"
	copies[simd] = filepath.Join("node_modules/@tensorflow/tfjs-backend-wasm/dist", simd)
	for name, from := range copies {
		data, err := os.ReadFile(from)
		if err != nil {
			return err
		}
		if err := writeFile(filepath.Join(benchSite, name), data); err != nil {
			return err
		}
	}
	return errors.Join(
		writeFile(filepath.Join(benchSite, "worker.js"), []byte(worker.String())),
		writeFile(filepath.Join(benchSite, "page.js"), []byte(benchPageScript)),
		writeFile(filepath.Join(benchSite, "index.html"), []byte(benchPage)))
}

// localServer serves on a free port of this machine.
func localServer(h http.Handler) (address string, stop func(), err error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", nil, err
	}
	s := &http.Server{Handler: h, ReadHeaderTimeout: 10 * time.Second}
	go s.Serve(l)
	return "http://" + l.Addr().String() + "/", func() { s.Close() }, nil
}

// startup is one load of the page with an empty cache.
type startup struct {
	Paint    float64 `json:"paint"`    // first contentful paint, ms after navigation began
	Picture  float64 `json:"picture"`  // the first picture is drawn
	Compiled float64 `json:"compiled"` // the program is there
	Ready    float64 `json:"ready"`    // the worker has answered and the page shows it
	Long     float64 `json:"long"`     // longest task of the main thread until then
}

// startScript notes when the page says that it is ready.
const startScript = `globalThis.benchLong = 0;
new PerformanceObserver((l) => { for (const e of l.getEntries()) benchLong = Math.max(benchLong, e.duration); }).observe({ type: ` +
	`"longtask", buffered: true });
const benchWatch = () => new MutationObserver(() => { if (document.documentElement.dataset.boot === "ready") globalThis.benchReady ??= ` +
	`performance.now(); })
  .observe(document.documentElement, { attributes: true });
if (document.documentElement) benchWatch(); else document.addEventListener("readystatechange", benchWatch, { once: true });`

const startResult = `(() => { const p = performance.getEntriesByName("first-contentful-paint")[0];
const mark = (name) => performance.getEntriesByName("sheafscope:" + name)[0]?.startTime ?? 0;
return globalThis.benchReady && p ? { paint: p.startTime, picture: mark("picture"), compiled: mark("compiled"), ready: benchReady, ` +
	`long: benchLong } : null; })()`

// starting holds what benchStart found.
type starting struct {
	loads []startup
	node  []float64 // start-up time of node, for scale
	page  []pageRun
	busy  []smoothRun
}

// benchStart loads dist/ with a new browser each time. Without dist/ or a
// browser it measures nothing.
func benchStart(ctx context.Context, quick bool) (starting, error) {
	var s starting
	loads := 5
	if quick {
		loads = 1
	}
	for range loads {
		began := time.Now()
		if err := exec.CommandContext(ctx, "node", "-e", "0").Run(); err != nil {
			return s, err
		}
		s.node = append(s.node, float64(time.Since(began).Microseconds())/1000)
	}
	if !allExist([]string{filepath.Join(distDir, "index.html")}) || needChrome(ctx) != nil {
		return s, nil
	}
	address, stop, err := localServer(site.Handler(distDir))
	if err != nil {
		return s, err
	}
	defer stop()
	for range loads {
		one, err := loadOnce(ctx, address)
		if err != nil {
			return s, fmt.Errorf("loading the page: %w", err)
		}
		s.loads = append(s.loads, one)
	}
	if s.page, err = pageEpochs(ctx, address+laboratory, loads); err != nil {
		return s, err
	}
	s.busy, err = pageSmoothness(ctx, address+laboratory, loads)
	return s, err
}

// laboratory opens the page at Research, with a graph that trains.
const laboratory = "?level=research"

func loadOnce(ctx context.Context, address string) (one startup, err error) {
	tab, err := newTab(ctx)
	if err != nil {
		return one, err
	}
	defer func() { err = errors.Join(err, tab.close()) }()
	if err := errors.Join(tab.before(startScript), tab.open(address)); err != nil {
		return one, err
	}
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(200 * time.Millisecond) {
		var ready *startup
		if err := tab.eval(startResult, &ready); err != nil {
			return one, err
		}
		if ready != nil {
			return *ready, nil
		}
	}
	return one, errors.New("it was not ready within a minute")
}
