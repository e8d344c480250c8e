package main

import (
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
	"syscall/js"
	"time"

	"sheafscope/web/data"
)

const (
	// cacheName is the worker's part of the browser's cache. Its keys are
	// addresses below a host that cannot exist.
	cacheName = "sheafscope-data-1"
	cacheKey  = "https://sheafscope.invalid/"
	// silence is how long the network may say nothing, glance how often a
	// waiting fetch looks whether it was cancelled.
	silence = 30 * time.Second
	glance  = 200 * time.Millisecond
	// memoryLimit is what the worker itself keeps of the last files, for
	// hosts without a cache.
	memoryLimit = 48 << 20
)

var errSilent = errors.New("no answer for 30 seconds")

// Fetcher implements session.Network.
func (h *workerHost) Fetcher() *data.Fetcher {
	mirror := js.Global().Get("sheafscopeWorker").Get("mirror").String()
	if mirror != "" {
		mirror = js.Global().Get("URL").New(mirror, js.Global().Get("location").Get("href")).Get("href").String()
	}
	f := &data.Fetcher{Store: &h.kept, Mirror: mirror, Hash: subtleHash, Sleep: time.Sleep}
	f.Transport = transport{func() bool { return f.Stopped() }}
	return f
}

// outcome is what a promise came to.
type outcome struct {
	value js.Value
	err   error
}

// settle sends the outcome of a promise to a channel.
func settle(promise js.Value) <-chan outcome {
	done := make(chan outcome, 1)
	var ok, failed js.Func
	release := func() { ok.Release(); failed.Release() }
	ok = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer release()
		done <- outcome{value: args[0]}
		return nil
	})
	failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		defer release()
		done <- outcome{err: errors.New(args[0].Call("toString").String())}
		return nil
	})
	promise.Call("then", ok, failed)
	return done
}

// try waits for the promise that f makes; f may throw.
func try(f func() js.Value) (v js.Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v", p)
		}
	}()
	r := <-settle(f())
	return r.value, r.err
}

// transport is the browser's fetch.
type transport struct{ stopped func() bool }

// Get implements data.Transport.
func (t transport) Get(url string, from int64) (data.Answer, error) {
	abort := js.Global().Get("AbortController").New()
	options := map[string]any{"signal": abort.Get("signal"), "credentials": "omit", "referrerPolicy": "no-referrer"}
	if from > 0 {
		options["headers"] = map[string]any{"Range": "bytes=" + strconv.FormatInt(from, 10) + "-"}
		options["cache"] = "no-store"
	}
	done := settle(js.Global().Call("fetch", url, options))
	for waited := time.Duration(0); ; waited += glance {
		select {
		case r := <-done:
			if r.err != nil {
				return nil, r.err
			}
			a := &answer{response: r.value, abort: abort}
			if body := r.value.Get("body"); body.Truthy() {
				a.reader = body.Call("getReader")
			}
			return a, nil
		case <-time.After(glance):
			if waited > silence || t.stopped() {
				abort.Call("abort")
				return nil, errSilent
			}
		}
	}
}

// answer is a response with the reader of its body.
type answer struct {
	response, abort, reader js.Value
	next                    <-chan outcome
	silent                  time.Duration
}

func (a *answer) Status() int { return a.response.Get("status").Int() }

func (a *answer) Start() int64 {
	v := a.response.Get("headers").Call("get", "Content-Range")
	if v.IsNull() {
		return -1
	}
	text, ok := strings.CutPrefix(v.String(), "bytes ")
	text, _, _ = strings.Cut(text, "-")
	n, err := strconv.ParseInt(text, 10, 64)
	if !ok || err != nil {
		return -1
	}
	return n
}

// Next implements data.Answer. It returns an empty piece when nothing came in
// a while, so that a cancelled fetch ends.
func (a *answer) Next() ([]byte, error) {
	if !a.reader.Truthy() {
		return nil, io.EOF
	}
	if a.next == nil {
		a.next = settle(a.reader.Call("read"))
	}
	select {
	case r := <-a.next:
		a.next, a.silent = nil, 0
		switch {
		case r.err != nil:
			return nil, r.err
		case r.value.Get("done").Bool():
			return nil, io.EOF
		}
		return bytesOf(r.value.Get("value")), nil
	case <-time.After(glance):
		if a.silent += glance; a.silent > silence {
			return nil, errSilent
		}
		return nil, nil
	}
}

func (a *answer) Close() { a.abort.Call("abort") }

// subtleHash is the browser's SHA-256, "" where the page may not use it.
func subtleHash(b []byte) string {
	subtle := js.Global().Get("crypto").Get("subtle")
	if !subtle.Truthy() {
		return ""
	}
	sum, err := try(func() js.Value { return subtle.Call("digest", "SHA-256", jsBytes(b)) })
	if err != nil {
		return ""
	}
	return hex.EncodeToString(bytesOf(uint8Array.New(sum)))
}

// store keeps files in the browser's Cache and the last ones in memory, for
// pages without a cache (a file opened from the disk, private windows).
type store struct {
	memory map[string][]byte
	size   int
}

func (*store) open() (js.Value, error) {
	return try(func() js.Value { return js.Global().Get("caches").Call("open", cacheName) })
}

// Get implements data.Store.
func (s *store) Get(key string) ([]byte, bool) {
	if b, ok := s.memory[key]; ok {
		return b, true
	}
	cache, err := s.open()
	if err != nil {
		return nil, false
	}
	response, err := try(func() js.Value { return cache.Call("match", cacheKey+key) })
	if err != nil || !response.Truthy() {
		return nil, false
	}
	buffer, err := try(func() js.Value { return response.Call("arrayBuffer") })
	if err != nil {
		return nil, false
	}
	return bytesOf(uint8Array.New(buffer)), true
}

// Put implements data.Store.
func (s *store) Put(key string, b []byte) error {
	if s.memory == nil || s.size+len(b) > memoryLimit {
		s.memory, s.size = map[string][]byte{}, 0
	}
	s.memory[key] = b
	s.size += len(b)
	cache, err := s.open()
	if err != nil {
		return err
	}
	_, err = try(func() js.Value {
		return cache.Call("put", cacheKey+key, js.Global().Get("Response").New(jsBytes(b)))
	})
	return err
}

// Delete implements data.Store.
func (s *store) Delete(key string) {
	delete(s.memory, key)
	if cache, err := s.open(); err == nil {
		_, _ = try(func() js.Value { return cache.Call("delete", cacheKey+key) })
	}
}
