// Package worker connects a session to the worker's script (assets/boot/worker.js) in the browser.
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

// workerHost implements session.Host.
type workerHost struct {
	session *session.Session
	arrived chan struct{} // has a token if messages have arrived since the last Wait
	resumed chan struct{} // gets a token when the session has all messages that arrived before the last Yield
	// post and yield are functions of the worker's script: post sends a reply, and yield calls its argument after the waiting messages. Both
	// use syscall/js for speed, since they are called for every message and every slice.
	post, yield js.Value
	resume      js.Func // argument of yield, which sends a token to resumed
	buf         []byte  // memory of encoded replies, reused
	fetched     store   // files fetched from the network
}

// own returns sheafscopeWorker, the object that assets/boot/worker.js defines.
func own() safejs.Value { return script.Global("sheafscopeWorker") }

// heapLimit is the size of the heap in bytes above which garbage is collected continually. A WebAssembly memory has at most 4 GiB. Without
// the limit the heap can grow to twice its live size and exceed the memory.
const heapLimit = 3800 << 20

// firstHeap is the size of the heap in bytes at the first garbage collection.
const firstHeap = 32 << 20

// Run serves the messages of the page. It does not return.
func Run() {
	debug.SetMemoryLimit(heapLimit)
	DelayFirstGC(firstHeap)
	h := &workerHost{
		arrived: make(chan struct{}, 1), resumed: make(chan struct{}, 1),
		post: safejs.Unsafe(script.Get(own(), "post")), yield: safejs.Unsafe(script.Get(own(), "yield")),
	}
	h.resume = js.FuncOf(func(js.Value, []js.Value) any {
		h.resumed <- struct{}{}
		return nil
	})
	h.session = session.New(h, session.Core{Files: h.files, Memory: cost.PageMemory, Trained: trained, Sums: sums})
	// The worker's script calls this function with each message and the contents of its files.
	script.Call(own(), "listen", js.FuncOf(func(_ js.Value, args []js.Value) any {
		h.receive(args[0], args[1])
		return nil
	}))
	h.session.Serve()
}

// receive posts a message to the session. contents is a JavaScript array of the contents of the message's files. They stay in JavaScript.
func (h *workerHost) receive(message, contents js.Value) {
	var m proto.Message
	if err := wire.Decode(script.ToBytes(message), &m); err != nil {
		panic(err) // a bug, since both sides are of one build
	}
	list := m.Files() // the files within m, which get their contents here
	for k, f := range list {
		list[k] = content.ExternalFile(f.Name, jsContent{contents.Index(k)})
	}
	h.session.Post(m)
	select {
	case h.arrived <- struct{}{}:
	default: // a token is there already
	}
}

// files is a files.Doer. It passes the job to the program for files, which the worker's script starts.
func (h *workerHost) files(j files.Job) (files.Output, error) {
	return files.Ask(j, func(job []byte, list []content.File) ([]byte, error) {
		answer, err := script.Await(own().Call("files", script.FromBytes(job), Contents(list)))
		if err != nil {
			return nil, err
		}
		return script.Bytes(answer)
	})
}

// trained returns a file beside the page: the checkpoint of the run of the opening's last scene. If the file cannot be fetched,
// trained returns nil, and the session trains the run itself.
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

// Yield implements session.Host. It returns to the event loop once, which delivers the waiting messages.
func (h *workerHost) Yield() {
	h.yield.Invoke(h.resume)
	<-h.resumed
}

// Wait implements session.Host. It blocks until a message has arrived since the last Wait.
func (h *workerHost) Wait() { <-h.arrived }

// Now implements session.Host, by the clock of [proto.Now].
func (h *workerHost) Now() time.Duration { return proto.Now() }

// jsContent is the content of a file from the page. It stays in JavaScript until the program for files copies it.
type jsContent struct{ bytes js.Value }

// Size implements content.External.
func (c jsContent) Size() int { return c.bytes.Get("byteLength").Int() }

// Contents returns a JavaScript array of Uint8Arrays with the contents of files. It copies only contents in Go's memory, not a jsContent.
func Contents(list []content.File) js.Value {
	arrays := js.Global().Get("Array").New()
	for _, f := range list {
		external, isExternal := f.External().(jsContent)
		if isExternal {
			arrays.Call("push", external.bytes)
		} else {
			arrays.Call("push", script.FromBytes(f.Data))
		}
	}
	return arrays
}
