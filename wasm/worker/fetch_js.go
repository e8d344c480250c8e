package worker

// This file fetches files from the network, by the browser.

import (
	"errors"
	"io"
	"strconv"
	"strings"
	"time"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/data"
	"sheafscope/wasm/script"
)

const (
	silenceLimit  = 30 * time.Second       // a fetch fails after this time without data
	checkInterval = 200 * time.Millisecond // time between two checks for cancellation
)

// errSilent is the error of a request that is without data for longer than silenceLimit, or that is cancelled.
var errSilent = errors.New("no answer for 30 seconds")

// Fetcher implements session.Host. The session sets Stopped, Progress and Local of the fetcher later; therefore the transport reads Stopped
// at each call.
func (h *workerHost) Fetcher() *data.Fetcher {
	f := &data.Fetcher{Store: &h.fetched, Mirror: mirror(), Sums: sums, Hash: subtleHash, Sleep: time.Sleep}
	f.Transport = transport{func() bool { return f.Stopped() }}
	return f
}

// sums returns the checksums of the public data sets: from the program or, if the program has no checksums, from the worker's script.
func sums() (data.Sums, error) {
	published, notContained := data.Published()
	if notContained == nil {
		return published, nil
	}
	// The script fetches the text of the checksums. The result is null after a failed fetch.
	fetched, callErr := own().Call("sums")
	if callErr != nil || fetched.IsNull() {
		return nil, notContained // its text says that the checksums could not be fetched
	}
	return data.ParseSums(script.Text(fetched)), nil
}

// mirror returns the address of the folder with data sets beside the page, "" if the page has no such folder.
func mirror() string { return script.Text(script.Get(own(), "mirror")) }

// transport implements data.Transport by the browser's fetch. stopped is data.Fetcher.Stopped.
type transport struct{ stopped func() bool }

// Get implements data.Transport. It waits for the headers of the response. If the request is silent for silenceLimit or is cancelled, Get
// aborts it and returns errSilent; the caller checks for cancellation itself.
func (t transport) Get(url string, from int64) (data.Response, error) {
	class, err := safejs.Global().Get("AbortController")
	if err != nil {
		return nil, err
	}
	controller, err := class.New()
	if err != nil {
		return nil, err
	}
	signal, err := controller.Get("signal")
	if err != nil {
		return nil, err
	}
	// The request carries neither cookies nor the address of the page.
	options := map[string]any{"signal": signal, "credentials": "omit", "referrerPolicy": "no-referrer"}
	if from > 0 { // the browser's HTTP cache must not answer a request for a part of a file
		options["headers"] = map[string]any{"Range": "bytes=" + strconv.FormatInt(from, 10) + "-"}
		options["cache"] = "no-store"
	}
	// The promise of fetch is settled when the headers have arrived.
	promise, err := safejs.Global().Call("fetch", url, options)
	if err != nil {
		return nil, err
	}
	done := script.Settle(promise)
	for waited := time.Duration(0); ; waited += checkInterval {
		select {
		case r := <-done:
			if r.Err != nil {
				return nil, r.Err
			}
			return newResponse(r.Value, controller)
		case <-afterInterval():
			if waited > silenceLimit || t.stopped() {
				_, _ = controller.Call("abort") // fails after the end of the request
				return nil, errSilent
			}
		}
	}
}

// afterInterval returns a channel that is closed after checkInterval. time.After would add code for dates to the program.
func afterInterval() <-chan struct{} {
	c := make(chan struct{})
	time.AfterFunc(checkInterval, func() { close(c) })
	return c
}

// response implements data.Response.
type response struct {
	status     int
	controller safejs.Value          // AbortController of the request
	reader     safejs.Value          // reader of the body
	object     safejs.Value          // Response of the browser
	empty      bool                  // the response has no body
	next       <-chan script.Settled // the requested piece of the body, nil if no piece is requested
	silent     time.Duration         // time that calls of Next have waited since the last piece
}

// newResponse returns a response, given the browser's Response and the AbortController of the request.
func newResponse(object, controller safejs.Value) (*response, error) {
	a := &response{object: object, controller: controller}
	status, err := object.Get("status")
	if err != nil {
		return nil, err
	}
	a.status, err = status.Int()
	if err != nil {
		return nil, err
	}
	body, err := object.Get("body")
	if err != nil {
		return nil, err
	}
	a.empty = body.IsNull() || body.IsUndefined()
	if a.empty { // there is nothing to read
		return a, nil
	}
	a.reader, err = body.Call("getReader")
	return a, err
}

// Status implements data.Response.
func (a *response) Status() int { return a.status }

// header returns a header of the response, "" if the response has no such header or the header is not readable.
func (a *response) header(name string) string {
	headers, err := a.object.Get("headers")
	if err != nil {
		return ""
	}
	v, err := headers.Call("get", name)
	if err != nil || v.IsNull() {
		return ""
	}
	text, err := v.String()
	if err != nil {
		return ""
	}
	return text
}

// Start implements data.Response, by the header Content-Range, such as "bytes 100-199/1000". It returns −1 without a valid header.
func (a *response) Start() int64 {
	byteRange, isBytes := strings.CutPrefix(a.header("Content-Range"), "bytes ")
	first, _, _ := strings.Cut(byteRange, "-")
	n, err := strconv.ParseInt(first, 10, 64)
	if !isBytes || err != nil {
		return -1
	}
	return n
}

// Rest implements data.Response, by the header Retry-After, which has a number of seconds or a date. It returns 0 without a valid header.
func (a *response) Rest() time.Duration {
	text := a.header("Retry-After")
	if text == "" {
		return 0
	}
	return data.ParseRest(text, func() float64 { // the milliseconds until the date
		date, err := safejs.Global().Get("Date")
		if err != nil {
			return 0
		}
		v, err := date.Call("parse", text)
		if err != nil {
			return 0
		}
		milliseconds, _ := v.Float() // Date.parse always returns a number, NaN for no date
		return milliseconds - float64(time.Now().UnixMilli())
	})
}

// Next implements data.Response. After checkInterval without data it returns an empty piece, so that the caller can cancel; the request of
// the piece continues, and the next call waits for its result. After silenceLimit without data it returns errSilent.
func (a *response) Next() ([]byte, error) {
	if a.empty {
		return nil, io.EOF
	}
	// At most one piece is requested at a time.
	if a.next == nil {
		promise, err := a.reader.Call("read")
		if err != nil {
			return nil, err
		}
		a.next = script.Settle(promise)
	}
	select {
	case r := <-a.next:
		a.next, a.silent = nil, 0
		if r.Err != nil {
			return nil, r.Err
		}
		return piece(r.Value)
	case <-afterInterval():
		a.silent += checkInterval
		if a.silent > silenceLimit {
			return nil, errSilent
		}
		return nil, nil
	}
}

// piece returns the bytes of a stream reader's result {done, value}, whose value is a Uint8Array. It returns io.EOF if done is true.
func piece(v safejs.Value) ([]byte, error) {
	end, err := v.Get("done")
	if err != nil {
		return nil, err
	}
	done, err := end.Bool()
	if err != nil {
		return nil, err
	}
	if done {
		return nil, io.EOF
	}
	bytes, err := v.Get("value")
	if err != nil {
		return nil, err
	}
	return script.Bytes(bytes)
}

// Close implements data.Response. It ignores the error of abort, which means that the request has ended.
func (a *response) Close() { _, _ = a.controller.Call("abort") }
