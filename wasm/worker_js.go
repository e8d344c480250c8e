package main

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/hack-pad/safejs"

	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// workerHost connects a session to the worker's script (assets/boot/worker.js).
type workerHost struct {
	session *session.Session
	// arrived has a token when messages came since the last Wait, resumed one
	// when the messages before the last Yield have been handled.
	arrived, resumed chan struct{}
	post, yield      js.Value
	resume           js.Func
	buf              []byte
	// kept holds fetched files.
	kept store
}

// script is what assets/boot/worker.js provides.
func script() js.Value { return js.Global().Get("sheafscopeWorker") }

// heapLimit is the size of the heap, in bytes, from which on garbage is collected
// at once: a program in WebAssembly can have 4 GiB, and a heap that may grow to
// twice of what it holds would pass them.
const heapLimit = 3800 << 20

// runWorker answers requests until the worker is terminated.
func runWorker() {
	debug.SetMemoryLimit(heapLimit)
	h := &workerHost{
		arrived: make(chan struct{}, 1), resumed: make(chan struct{}, 1),
		post: script().Get("post"), yield: script().Get("yield"),
	}
	h.resume = js.FuncOf(func(js.Value, []js.Value) any {
		h.resumed <- struct{}{}
		return nil
	})
	h.session = session.New(h, session.Core{Files: h.files, Memory: sgpc.PageMemory})
	script().Call("listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.receive(args[0], args[1])
		return nil
	}))
	h.session.Serve()
}

func (h *workerHost) receive(message, contents js.Value) {
	var r proto.Request
	if err := wire.Decode(bytesOf(message), &r); err != nil {
		panic(err) // both sides are the same binary: only a bug gets here
	}
	for k, f := range r.Files {
		r.Files[k] = content.Outside(f.Name, away{contents.Index(k)})
	}
	h.session.Post(r)
	select {
	case h.arrived <- struct{}{}:
	default:
	}
}

// files does a job with files in the program for them, which the worker's
// script starts beside this one.
func (h *workerHost) files(j files.Job) (files.Answer, error) {
	return files.Ask(j, func(job []byte, list []content.File) ([]byte, error) {
		answer, err := await(safejs.Safe(script()).Call("files", jsBytes(job), jsContents(list)))
		if err != nil {
			return nil, err
		}
		return copied(answer)
	})
}

// Reply implements session.Host.
func (h *workerHost) Reply(r proto.Reply) {
	h.buf = wire.Append(h.buf[:0], &r)
	h.post.Invoke(jsBytes(h.buf))
}

// Yield implements session.Host: it goes once round the event loop.
func (h *workerHost) Yield() {
	h.yield.Invoke(h.resume)
	<-h.resumed
}

// Wait implements session.Host.
func (h *workerHost) Wait() { <-h.arrived }

// Now implements session.Host.
func (h *workerHost) Now() time.Time { return time.Now() }

// away is the content of a file that the page gave: only the program for files copies it.
type away struct{ bytes js.Value }

// Size implements content.Away.
func (a away) Size() int { return a.bytes.Get("byteLength").Int() }

// jsContents lists the contents of files.
func jsContents(list []content.File) js.Value {
	out := js.Global().Get("Array").New()
	for _, f := range list {
		if a, ok := f.Away().(away); ok {
			out.Call("push", a.bytes)
		} else {
			out.Call("push", jsBytes(f.Data))
		}
	}
	return out
}

// Messages go through syscall/js: a frame of a running graph is two of these calls
// and a copy, and what they are called with is our own script's, so none can fail.

var uint8Array = js.Global().Get("Uint8Array")

// bytesOf copies a Uint8Array.
func bytesOf(v js.Value) []byte {
	data := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(data, v)
	return data
}

// jsBytes makes a Uint8Array with a buffer of its own, which can be given away.
func jsBytes(data []byte) js.Value {
	v := uint8Array.New(len(data))
	js.CopyBytesToJS(v, data)
	return v
}
