// Command drive drives a headless browser for the benchmark. It is a program of
// its own, so that whoever only builds or serves the page need not compile the
// library for it. It reads requests as JSON, one after another, and answers each.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/trace/chrome"
)

// request asks for one thing: Address to go to, a Script that every page runs
// first, JavaScript to evaluate, or to Trace the main thread while that script is evaluated.
type request struct{ Address, Script, Evaluate, Trace string }

// answer is the value of what was evaluated, of Trace the trace.Recording, or why that failed.
type answer struct {
	Value json.RawMessage `json:"value"`
	Error string          `json:"error"`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "drive:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	found, err := e2e.FindChrome()
	if err != nil {
		return err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(found), chromedp.NoSandbox, chromedp.WindowSize(1280, 800))
	allocator, stop := chromedp.NewExecAllocator(ctx, options...)
	defer stop()
	tab, cancel := chromedp.NewContext(allocator)
	defer cancel()
	in, out := json.NewDecoder(os.Stdin), json.NewEncoder(os.Stdout)
	for {
		var r request
		if err := in.Decode(&r); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
		var a answer
		if a.Value, err = do(tab, r); err != nil {
			a.Error = err.Error()
		}
		if err := out.Encode(a); err != nil {
			return err
		}
	}
}

func do(tab context.Context, r request) (json.RawMessage, error) {
	value := json.RawMessage("null")
	switch {
	case r.Address != "":
		return value, chromedp.Do(tab, chromedp.Navigate(r.Address))
	case r.Script != "":
		_, err := chromedp.Call(tab, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: r.Script})
		return value, err
	}
	if r.Trace != "" {
		return traced(tab, r.Trace)
	}
	return evaluate(tab, r.Evaluate)
}

func evaluate(tab context.Context, script string) (json.RawMessage, error) {
	value, err := chromedp.Run(tab, chromedp.Evaluate[[]byte](script, chromedp.EvalAwaitPromise))
	if err == nil && value == nil { // undefined
		value = []byte("null")
	}
	return value, err
}

func traced(tab context.Context, script string) (json.RawMessage, error) {
	stop, err := chrome.Record(tab)
	if err != nil {
		return nil, err
	}
	_, failure := evaluate(tab, script)
	r, err := stop()
	if err = errors.Join(failure, err); err != nil {
		return nil, err
	}
	return json.Marshal(r)
}
