package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"sheafscope/web/tool/trace"
)

// smoothRun is a graph that trains in the page, and how busy the page's thread is meanwhile, in ms of its CPU time by turn.
type smoothRun struct {
	name, set         string // set is "" for a built-in graph
	usual, worst, all []float64
}

// smoothRuns are those that are measured: the page's first graph, and two public ones as they open.
func smoothRuns() []smoothRun {
	return []smoothRun{{name: "karate"}, {name: "Texas", set: "texas"}, {name: "Cora", set: "cora"}}
}

// openedScript opens a graph and trains it at once: what is slow at the start of a graph is part of it.
const openedScript = pageReady + `
	await sheafscope.load({ graph: %q, seed: 1, settings: { epochs: 10000, patience: 10000 } }, %s);
	await sheafscope.run(100);
})()`

// trainedScript trains for five seconds more.
const trainedScript = `(async () => {
	const run = sheafscope.run(0);
	await new Promise((r) => setTimeout(r, 5000));
	await sheafscope.pause();
	await run;
})()`

// pageSmoothness traces the page's thread while graphs train, the graphs in turn; those of data sets that are not there are left out.
func pageSmoothness(ctx context.Context, address string, turns int) (_ []smoothRun, err error) {
	var runs []smoothRun
	for _, r := range smoothRuns() {
		graph, files := r.name, "undefined"
		if r.set != "" {
			graph = "file"
			if files, err = givenFiles(r.set); err != nil {
				return nil, err
			}
		}
		if files == "" {
			continue
		}
		for range turns {
			if err := r.measure(ctx, address, graph, files); err != nil {
				return nil, fmt.Errorf("tracing the page while %s trains: %w", r.name, err)
			}
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// measure opens the graph in a new browser.
func (r *smoothRun) measure(ctx context.Context, address, graph, files string) (err error) {
	tab, err := newTab(ctx)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, tab.close()) }()
	if err := tab.open(address); err != nil {
		return err
	}
	opened, err := tab.trace(fmt.Sprintf(openedScript, graph, files))
	if err != nil {
		return err
	}
	trained, err := tab.trace(trainedScript)
	if err != nil {
		return err
	}
	r.all = append(r.all, trace.Quantile(opened.Tasks, 1))
	r.usual, r.worst = append(r.usual, trace.Quantile(trained.Frames, 0.95)), append(r.worst, trace.Quantile(trained.Frames, 1))
	return nil
}

// smoothTable is the line about them.
func smoothTable(runs []smoothRun) string {
	if len(runs) == 0 {
		return ""
	}
	var parts []string
	for _, r := range runs {
		parts = append(parts, fmt.Sprintf("%s %.1f ms, %.1f ms, and %.0f ms", r.name, median(r.usual), median(r.worst), median(r.all)))
	}
	return fmt.Sprintf("* The page's thread while a graph trains, by the browser's trace, CPU time, median of %d: script of a frame at the "+
		"95th percentile, at most, and the longest task from opening the graph to its epoch 100: %s.\n",
		len(runs[0].usual), strings.Join(parts, "; "))
}
