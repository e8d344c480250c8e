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
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"sheafscope/web/e2e"
)

// request asks for one thing: Address to go to, a Script that every page runs
// first, or JavaScript to evaluate.
type request struct{ Address, Script, Evaluate string }

// answer is the value of what was evaluated, or why that failed.
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
	chrome, err := e2e.FindChrome()
	if err != nil {
		return err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(chrome), chromedp.NoSandbox, chromedp.WindowSize(1280, 800))
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
		return value, chromedp.Run(tab, chromedp.Navigate(r.Address))
	case r.Script != "":
		return value, chromedp.Run(tab, chromedp.ActionFunc(func(ctx context.Context) error {
			_, err := page.AddScriptToEvaluateOnNewDocument(r.Script).Do(ctx)
			return err
		}))
	}
	await := func(p *runtime.EvaluateParams) *runtime.EvaluateParams {
		return p.WithAwaitPromise(true).WithReturnByValue(true)
	}
	var object *runtime.RemoteObject
	if err := chromedp.Run(tab, chromedp.Evaluate(r.Evaluate, &object, await)); err != nil {
		return value, err
	}
	if len(object.Value) > 0 {
		value = json.RawMessage(object.Value)
	}
	return value, nil
}
