// Package chrome records traces of a tab that chromedp drives.
package chrome

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/tracing"
	"github.com/chromedp/chromedp"

	"sheafscope/web/e2e/trace"
)

// Record starts a trace of the tab of ctx. stop ends it and returns what the tab's main thread did since; marks are the
// names of marks that it shall tell of. The environment variable TRACE names a file for the whole trace, for devtools.
func Record(ctx context.Context, marks ...string) (stop func() (trace.Recording, error), err error) {
	var (
		mu   sync.Mutex
		raw  []json.RawMessage
		done = make(chan struct{})
		once sync.Once
	)
	listening, cancel := context.WithCancel(ctx)
	err = chromedp.Listen(listening, func(ev any) {
		switch e := ev.(type) {
		case *tracing.EventDataCollected:
			mu.Lock()
			defer mu.Unlock()
			for _, r := range e.Value {
				raw = append(raw, json.RawMessage(r))
			}
		case *tracing.EventTracingComplete:
			once.Do(func() { close(done) })
		}
	})
	start := fmt.Sprintf("recording-%d", time.Now().UnixNano())
	if err == nil {
		_, err = chromedp.Call(ctx, tracing.Start, tracing.StartParams{TransferMode: tracing.StartTransferModeReportEvents,
			TraceConfig: &tracing.TraceConfig{
				RecordMode:         tracing.TraceConfigRecordModeRecordAsMuchAsPossible,
				IncludedCategories: trace.Categories,
				ExcludedCategories: []string{"*"},
			}})
	}
	if err == nil {
		err = chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`performance.mark(%q)`, start)))
	}
	if err != nil {
		cancel()
		return nil, err
	}
	return func() (trace.Recording, error) {
		defer cancel()
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`performance.clearMarks()`)); err != nil {
			return trace.Recording{}, err
		}
		if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
			return trace.Recording{}, err
		}
		select {
		case <-done:
		case <-time.After(time.Minute):
			return trace.Recording{}, errors.New("the browser does not finish its trace")
		}
		mu.Lock()
		defer mu.Unlock()
		return digest(raw, start, marks)
	}, nil
}

func digest(raw []json.RawMessage, start string, marks []string) (trace.Recording, error) {
	if file := os.Getenv("TRACE"); file != "" {
		text, err := json.Marshal(map[string]any{"traceEvents": raw})
		if err = errors.Join(err, os.WriteFile(file, text, 0o666)); err != nil {
			return trace.Recording{}, fmt.Errorf("writing the trace into %s: %w", file, err)
		}
	}
	events := make([]trace.Event, 0, len(raw))
	for _, r := range raw {
		var e trace.Event
		if json.Unmarshal(r, &e) == nil { // of some events the arguments are of another form
			events = append(events, e)
		}
	}
	return trace.Digest(events, start, marks...)
}
