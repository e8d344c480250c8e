package worker

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
	silence = 30 * time.Second       // longest time without data before a fetch fails
	glance  = 200 * time.Millisecond // time between two checks for cancellation
)

// errSilent is the error of a host that sends no byte for 30 seconds.
var errSilent = errors.New("no answer for 30 seconds")

// Fetcher implements session.Host.
func (h *workerHost) Fetcher() *data.Fetcher {
	f := &data.Fetcher{Store: &h.kept, Mirror: mirror(), Sums: sums, Hash: subtleHash, Sleep: time.Sleep}
	f.Transport = transport{func() bool { return f.Stopped() }}
	return f
}

// sums returns the checksums of the public data sets. The worker's script fetches them if the program does not have them.
func sums() (data.Sums, error) {
	held, err := data.Published()
	if err == nil {
		return held, nil
	}
	if v, failed := own().Call("sums"); failed == nil && !v.IsNull() {
		return data.ParseSums(script.Text(v)), nil
	}
	return nil, err
}

// mirror returns the address of the folder of data sets beside the page, "" without one.
func mirror() string { return script.Text(script.Get(own(), "mirror")) }

// transport implements data.Transport by the browser's fetch.
type transport struct{ stopped func() bool }

// Get implements data.Transport.
func (t transport) Get(url string, from int64) (data.Response, error) {
	class, err := safejs.Global().Get("AbortController")
	if err != nil {
		return nil, err
	}
	abort, err := class.New()
	if err != nil {
		return nil, err
	}
	signal, err := abort.Get("signal")
	if err != nil {
		return nil, err
	}
	options := map[string]any{"signal": signal, "credentials": "omit", "referrerPolicy": "no-referrer"}
	if from > 0 {
		options["headers"] = map[string]any{"Range": "bytes=" + strconv.FormatInt(from, 10) + "-"}
		options["cache"] = "no-store"
	}
	promise, err := safejs.Global().Call("fetch", url, options)
	if err != nil {
		return nil, err
	}
	done := script.Settle(promise)
	for waited := time.Duration(0); ; waited += glance {
		select {
		case r := <-done:
			if r.Err != nil {
				return nil, r.Err
			}
			return newAnswer(r.Value, abort)
		case <-afterGlance():
			if waited > silence || t.stopped() {
				_, _ = abort.Call("abort") // fails after the end of the request
				return nil, errSilent
			}
		}
	}
}

// afterGlance returns a channel that is closed after glance. time.After would add code for dates to the program.
func afterGlance() <-chan struct{} {
	c := make(chan struct{})
	time.AfterFunc(glance, func() { close(c) })
	return c
}

// answer implements data.Response.
type answer struct {
	status        int
	abort, reader safejs.Value // AbortController, and reader of the body
	response      safejs.Value
	empty         bool                  // the response has no body
	next          <-chan script.Settled // the pending piece, nil without one
	silent        time.Duration         // time since the last piece
}

// newAnswer returns a response of fetch as an answer.
func newAnswer(response, abort safejs.Value) (*answer, error) {
	a := &answer{response: response, abort: abort}
	status, err := response.Get("status")
	if err != nil {
		return nil, err
	}
	if a.status, err = status.Int(); err != nil {
		return nil, err
	}
	body, err := response.Get("body")
	if err != nil {
		return nil, err
	}
	if a.empty = body.IsNull() || body.IsUndefined(); a.empty {
		return a, nil
	}
	a.reader, err = body.Call("getReader")
	return a, err
}

// Status implements data.Response.
func (a *answer) Status() int { return a.status }

// Start implements data.Response, by the header Content-Range.
func (a *answer) Start() int64 {
	headers, err := a.response.Get("headers")
	if err != nil {
		return -1
	}
	v, err := headers.Call("get", "Content-Range")
	if err != nil || v.IsNull() {
		return -1
	}
	text, err := v.String()
	if err != nil {
		return -1
	}
	text, ok := strings.CutPrefix(text, "bytes ")
	text, _, _ = strings.Cut(text, "-")
	n, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return -1
	}
	return n
}

// Rest implements data.Response, by the header Retry-After.
func (a *answer) Rest() time.Duration {
	headers, err := a.response.Get("headers")
	if err != nil {
		return 0
	}
	v, err := headers.Call("get", "Retry-After")
	if err != nil || v.IsNull() {
		return 0
	}
	text, err := v.String()
	if err != nil {
		return 0
	}
	return data.ParseRest(text, func() float64 {
		date, err := safejs.Global().Get("Date")
		if err != nil {
			return 0
		}
		v, err := date.Call("parse", text)
		if err != nil {
			return 0
		}
		until, _ := v.Float()
		return until - float64(time.Now().UnixMilli())
	})
}

// Next implements data.Response. It returns an empty piece after glance without data, so that the caller can cancel.
func (a *answer) Next() ([]byte, error) {
	if a.empty {
		return nil, io.EOF
	}
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
	case <-afterGlance():
		if a.silent += glance; a.silent > silence {
			return nil, errSilent
		}
		return nil, nil
	}
}

// piece returns the bytes of a stream reader's result, {done, value}, or io.EOF at the end.
func piece(v safejs.Value) ([]byte, error) {
	end, err := v.Get("done")
	if err != nil {
		return nil, err
	}
	if done, err := end.Bool(); err != nil {
		return nil, err
	} else if done {
		return nil, io.EOF
	}
	bytes, err := v.Get("value")
	if err != nil {
		return nil, err
	}
	return script.Bytes(bytes)
}

// Close implements data.Response. An error means that the request has ended.
func (a *answer) Close() { _, _ = a.abort.Call("abort") }
