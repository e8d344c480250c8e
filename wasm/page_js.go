package main

import (
	"fmt"
	"runtime/debug"
	"syscall/js"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
)

// boot is what assets/boot/boot.js provides.
var boot = js.Global().Get("sheafscopeBoot")

// workerLink connects a client to a worker that the boot script starts.
// Replies are handed over on a goroutine of their own: a callback from
// JavaScript must not wait, and the page's state may be locked by a render.
type workerLink struct {
	client *client.Client
	handle js.Value
	// events has one entry per message or crash of the worker of this number.
	events  chan event
	number  int
	release []js.Func
	buf     []byte
}

type event struct {
	worker int
	data   []byte // an encoded reply, or nil: the worker died
	death  client.Death
	due    func() // something else that was to happen now
}

// deathOf reads what the boot script says of the end of a worker.
func deathOf(args []js.Value) client.Death {
	return client.Death{Cause: args[0].String(), Unfetched: args[1].Bool()}
}

// newClient returns a client whose replies are handed over by pump.
func newClient() (*client.Client, *workerLink) {
	l := &workerLink{events: make(chan event, 1024)}
	l.client = client.New(l)
	return l.client, l
}

// Stop implements client.Link.
func (l *workerLink) Stop() {
	if l.release == nil {
		return
	}
	l.handle.Call("stop")
	for _, f := range l.release {
		f.Release()
	}
	l.release = nil
}

// Start implements client.Link.
func (l *workerLink) Start() {
	l.Stop()
	l.number++
	number := l.number
	message := js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.put(event{worker: number, data: bytesOf(args[0])})
		return nil
	})
	failed := js.FuncOf(func(_ js.Value, args []js.Value) any {
		l.put(event{worker: number, death: deathOf(args)})
		return nil
	})
	l.release = []js.Func{message, failed}
	l.handle = boot.Call("worker", message, failed)
}

// After implements client.Link.
func (l *workerLink) After(d time.Duration, f func()) {
	time.AfterFunc(d, func() { l.put(event{due: f}) })
}

// Now implements client.Link.
func (*workerLink) Now() time.Time { return time.Now() }

// put queues an event; when the queue is full a goroutine waits for room.
func (l *workerLink) put(e event) {
	select {
	case l.events <- e:
	default:
		go func() { l.events <- e }()
	}
}

// Post implements client.Link.
func (l *workerLink) Post(r proto.Request) {
	l.buf = proto.Append(l.buf[:0], &r)
	l.handle.Call("post", jsBytes(l.buf))
}

// pump hands events to the client for ever.
func (l *workerLink) pump() {
	defer showPanic()
	for e := range l.events {
		if l.number < 0 {
			return // closed
		}
		if e.due != nil {
			e.due()
			continue
		}
		if e.worker != l.number {
			continue
		}
		if e.data == nil {
			l.client.Crashed(e.death)
			continue
		}
		var r proto.Reply
		if err := proto.Decode(e.data, &r); err != nil {
			l.client.Crashed(client.Death{Cause: err.Error()})
			continue
		}
		l.client.Receive(r)
	}
}

// showPanic turns a panic of the calling goroutine into the reload banner.
func showPanic() {
	if p := recover(); p != nil {
		js.Global().Get("console").Call("error", fmt.Sprintf("panic: %v\n\n%s", p, debug.Stack()))
		boot.Call("panic", fmt.Sprint(p))
	}
}
