// Package worker is the worker's side in the browser: it joins a session to the worker's
// script (assets/boot/worker.js).
package worker

import (
	"runtime/debug"
	"syscall/js"
	"time"

	"github.com/hack-pad/safejs"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/cost"
	"sheafscope/wasm/files"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/wasm/session"
	"sheafscope/wasm/wire"
)

// workerHost connects a session to the worker's script (assets/boot/worker.js).
type workerHost struct {
	session *session.Session
	// arrived has a token when messages came since the last Wait, resumed one
	// when the messages before the last Yield have been handled.
	arrived, resumed chan struct{}
	// By syscall/js, as listen is: they are called for every message and slice.
	post, yield js.Value
	resume      js.Func
	buf         []byte
	// kept holds fetched files.
	kept store
}

// own is what assets/boot/worker.js provides.
func own() safejs.Value { return script.Global("sheafscopeWorker") }

// heapLimit is the size of the heap, in bytes, from which on garbage is collected
// at once: a program in WebAssembly can have 4 GiB, and a heap that may grow to
// twice of what it holds would pass them.
const heapLimit = 3800 << 20

// firstHeap is how far the heap of a worker grows before garbage is collected for the first time.
const firstHeap = 32 << 20

// Run answers requests until the worker is terminated.
func Run() {
	debug.SetMemoryLimit(heapLimit)
	PutOffCollection(firstHeap)
	h := &workerHost{
		arrived: make(chan struct{}, 1), resumed: make(chan struct{}, 1),
		post: safejs.Unsafe(script.Get(own(), "post")), yield: safejs.Unsafe(script.Get(own(), "yield")),
	}
	h.resume = js.FuncOf(func(js.Value, []js.Value) any {
		h.resumed <- struct{}{}
		return nil
	})
	h.session = session.New(h, session.Core{Files: h.files, Memory: cost.PageMemory, Trained: trained, Sums: sums})
	script.Call(own(), "listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.receive(args[0], args[1])
		return nil
	}))
	h.session.Serve()
}

func (h *workerHost) receive(message, contents js.Value) {
	var m proto.Message
	if err := wire.Decode(script.ToBytes(message), &m); err != nil {
		panic(err) // both sides are of one build: only a bug gets here
	}
	list := m.Files()
	for k, f := range list {
		list[k] = content.ExternalFile(f.Name, away{contents.Index(k)})
	}
	h.session.Post(m)
	select {
	case h.arrived <- struct{}{}:
	default:
	}
}

// files does a job with files in the program for them, which the worker's
// script starts beside this one.
func (h *workerHost) files(j files.Job) (files.Output, error) {
	return files.Ask(j, func(job []byte, list []content.File) ([]byte, error) {
		answer, err := script.Await(own().Call("files", script.FromBytes(job), Contents(list)))
		if err != nil {
			return nil, err
		}
		return script.Bytes(answer)
	})
}

// trained is the stored run, nil where it does not come.
func trained() []byte {
	v, err := own().Call("trained")
	if err != nil || v.IsNull() {
		return nil
	}
	data, err := script.Bytes(v)
	if err != nil {
		return nil
	}
	return data
}

// Reply implements session.Host.
func (h *workerHost) Reply(r proto.Reply) {
	h.buf = wire.Append(h.buf[:0], &r)
	h.post.Invoke(script.FromBytes(h.buf))
}

// Yield implements session.Host: it goes once round the event loop.
func (h *workerHost) Yield() {
	h.yield.Invoke(h.resume)
	<-h.resumed
}

// Wait implements session.Host.
func (h *workerHost) Wait() { <-h.arrived }

// Now implements session.Host.
func (h *workerHost) Now() time.Duration { return proto.Now() }

// away is the content of a file that the page gave: only the program for files copies it.
type away struct{ bytes js.Value }

// Size implements content.External.
func (a away) Size() int { return a.bytes.Get("byteLength").Int() }

// Contents lists the contents of files.
func Contents(list []content.File) js.Value {
	out := js.Global().Get("Array").New()
	for _, f := range list {
		if a, ok := f.External().(away); ok {
			out.Call("push", a.bytes)
		} else {
			out.Call("push", script.FromBytes(f.Data))
		}
	}
	return out
}
