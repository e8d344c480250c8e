// Package chrome records traces of a tab of Chromium, with the library chromedp.
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

// Record starts a trace of the tab of ctx, and returns an error if it cannot. marks are those of trace.Digest. The
// function stop must be called once. It ends the trace and returns the work of the tab's main thread during the trace. If the environment
// variable TRACE names a file, stop also writes the trace to this file, for the developer tools of a browser. stop fails
//   - if the browser does not remove the marks, or does not end the trace and send it within a minute;
//   - if the file cannot be written;
//   - if the trace does not have the mark start, which Record sets.
func Record(ctx context.Context, marks ...string) (stop func() (trace.Recording, error), err error) {
	var (
		mu   sync.Mutex            // guards raw
		raw  []json.RawMessage     // the events of the trace
		done = make(chan struct{}) // closed after the last event
		once sync.Once             // closes done; a second close would panic
	)
	// The browser sends the events after the end of the trace.
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
	// By the mark start, trace.Digest recognises the main thread of the tab. The time in the name makes the mark unique.
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
		// Remove the marks, which the page would keep.
		if err := chromedp.Do(ctx, chromedp.Evaluate[chromedp.Void](`performance.clearMarks()`)); err != nil {
			return trace.Recording{}, err
		}
		if _, err := chromedp.Call(ctx, tracing.End, cdp.Empty{}); err != nil {
			return trace.Recording{}, err
		}
		select {
		case <-done: // all events have arrived
		case <-time.After(time.Minute):
			return trace.Recording{}, errors.New("the browser does not finish its trace")
		}
		mu.Lock()
		defer mu.Unlock()
		return digest(raw, start, marks)
	}, nil
}

// digest returns trace.Digest of the events raw. If the environment variable TRACE is set, digest first writes the events to this file.
func digest(raw []json.RawMessage, start string, marks []string) (trace.Recording, error) {
	if file := os.Getenv("TRACE"); file != "" {
		text, jsonErr := json.Marshal(map[string]any{"traceEvents": raw})
		if err := errors.Join(jsonErr, os.WriteFile(file, text, 0o666)); err != nil {
			return trace.Recording{}, fmt.Errorf("writing the trace into %s: %w", file, err)
		}
	}
	events := make([]trace.Event, 0, len(raw))
	for _, r := range raw {
		var e trace.Event
		if json.Unmarshal(r, &e) == nil { // an event whose fields have other types is left out
			events = append(events, e)
		}
	}
	return trace.Digest(events, start, marks...)
}
