// Package chrome records traces of a tab by chromedp.
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

// Record starts a trace of the tab of ctx. stop ends the trace and returns the work of the tab's main thread in between. marks are the
// names of the marks in Recording.Marked. The environment variable TRACE names a file to which the whole trace is written, for devtools.
func Record(ctx context.Context, marks ...string) (stop func() (trace.Recording, error), err error) {
	var (
		mu   sync.Mutex
		raw  []json.RawMessage
		done = make(chan struct{})
		once sync.Once
	)
	// The browser sends the events of the trace after its end.
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
	// The mark start identifies the main thread of the tab.
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

// digest writes the trace to the file TRACE, if the variable is set, and returns its digest.
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
		if json.Unmarshal(r, &e) == nil { // some events have another form of arguments
			events = append(events, e)
		}
	}
	return trace.Digest(events, start, marks...)
}
