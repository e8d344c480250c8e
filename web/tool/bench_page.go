package main

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// pageRun is a way to train Texas in the page, and what its epochs take there with all pictures, in ms.
type pageRun struct {
	name, model string
	settings    string // more of them, in JSON
	ms          []float64
}

// pageEpochCount is the number of epochs that are timed at once, after some that warm up.
const pageEpochCount = 100

// pageRuns are those of the table; the first is what others are compared with.
func pageRuns() []pageRun {
	return []pageRun{{name: "with our default settings", model: "sgpc"},
		{name: "with gap ascent", model: "sgpc", settings: `, "gap_mode": "sheaf"`},
		{name: "the authors' program", model: "sgpc", settings: `, "reading": "code"`}, {name: "NSD with general maps", model: "nsd-general"}}
}

// pageReady begins a script that waits for the page.
const pageReady = `(async () => {
	while (document.documentElement.dataset.boot !== "ready") await new Promise((r) => setTimeout(r, 50));`

// givenFiles are the files of a public data set without its splits, as sheafscope.load takes them, in JavaScript; "" where
// they are not there.
func givenFiles(set string) (string, error) {
	dir := filepath.Join(benchData, set)
	list, err := os.ReadDir(dir)
	if errors.Is(err, os.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	var parts []string
	for _, f := range list {
		if f.IsDir() {
			continue
		}
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		if err != nil {
			return "", err
		}
		parts = append(parts, fmt.Sprintf(`{ name: %q, data: Uint8Array.from(atob(%q), (c) => c.charCodeAt(0)) }`, f.Name(),
			base64.StdEncoding.EncodeToString(data)))
	}
	return "[" + strings.Join(parts, ", ") + "]", nil
}

// pageEpochs trains Texas in the page, the ways in turn; none where that data set is not there.
func pageEpochs(ctx context.Context, address string, turns int) (_ []pageRun, err error) {
	files, err := givenFiles("texas")
	if err != nil || files == "" {
		return nil, err
	}
	tab, err := newTab(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, tab.close()) }()
	if err := tab.open(address); err != nil {
		return nil, err
	}
	runs := pageRuns()
	for turn := range turns {
		for k := range runs {
			var ms float64
			given := "undefined"
			if turn == 0 && k == 0 {
				given = files // the page keeps the files for those after it
			}
			script := fmt.Sprintf(pageReady+`
	await sheafscope.load({ graph: "file", seed: 1, model: %q, settings: { epochs: 10000, patience: 10000%s } }, %s);
	await sheafscope.run(20);
	const from = performance.now();
	await sheafscope.run(%d);
	return (performance.now() - from) / %d;
})()`, runs[k].model, runs[k].settings, given, pageEpochCount, pageEpochCount)
			if err := tab.eval(script, &ms); err != nil {
				return nil, fmt.Errorf("training Texas in the page, %s: %w", runs[k].name, err)
			}
			runs[k].ms = append(runs[k].ms, ms)
		}
	}
	return runs, nil
}

// pageTable is the line about them.
func pageTable(runs []pageRun) string {
	if len(runs) == 0 {
		return ""
	}
	var parts []string
	for _, r := range runs {
		parts = append(parts, fmt.Sprintf("%s %.1f ms (%.2f)", r.name, median(r.ms), ratio(median(r.ms), median(runs[0].ms))))
	}
	return fmt.Sprintf("* An epoch of Texas in the page of headless Chromium with all its pictures, "+
		"median of %d runs of %d epochs (beside the first): %s.\n",
		len(runs[0].ms), pageEpochCount, strings.Join(parts, ", "))
}
