package main

import (
	"syscall/js"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
)

// workers implements web.Workers with workers that the boot script starts
// from the one compiled module.
type workers struct{}

// Second implements web.Workers.
func (workers) Second(handler func(proto.Reply)) (c *client.Client, stop func()) {
	c, link := newClient()
	c.SetHandler(handler)
	go link.pump()
	return c, link.close
}

// close terminates the worker of a link; what it still had to say is dropped.
func (l *workerLink) close() {
	l.Stop()
	l.number = -1
	l.put(event{}) // wakes the pump, which ends
}

// Pool implements web.Workers.
func (workers) Pool() *client.Pool {
	cores := js.Global().Get("navigator").Get("hardwareConcurrency")
	size := 2
	if cores.Type() == js.TypeNumber {
		size = cores.Int()
	}
	h := &hands{crew: map[int]*pooled{}, events: make(chan event, 256)}
	h.pool = client.NewPool(h, size)
	go h.pump()
	return h.pool
}

// hands implements client.Hands. Replies are handed over on a goroutine of
// their own, as in workerLink.
type hands struct {
	pool   *client.Pool
	crew   map[int]*pooled
	events chan event
	buf    []byte
}

// pooled is a worker of the pool.
type pooled struct {
	handle          js.Value
	message, failed js.Func
}

// Start implements client.Hands.
func (h *hands) Start(worker int) {
	w := &pooled{}
	put := func(e event) {
		select {
		case h.events <- e:
		default:
			go func() { h.events <- e }()
		}
	}
	w.message = js.FuncOf(func(_ js.Value, args []js.Value) any {
		put(event{worker: worker, data: bytesOf(args[0])})
		return nil
	})
	w.failed = js.FuncOf(func(_ js.Value, args []js.Value) any {
		put(event{worker: worker, death: deathOf(args)})
		return nil
	})
	h.crew[worker] = w
	w.handle = boot.Call("worker", w.message, w.failed)
}

// Post implements client.Hands.
func (h *hands) Post(worker int, r proto.Request) {
	h.buf = proto.Append(h.buf[:0], &r)
	h.crew[worker].handle.Call("post", jsBytes(h.buf))
}

// Stop implements client.Hands: it terminates the worker at once.
func (h *hands) Stop(worker int) {
	w := h.crew[worker]
	if w == nil {
		return
	}
	delete(h.crew, worker)
	w.handle.Call("stop")
	w.message.Release()
	w.failed.Release()
}

// Now implements client.Hands.
func (*hands) Now() time.Time { return time.Now() }

// pump hands events to the pool for ever.
func (h *hands) pump() {
	defer showPanic()
	for e := range h.events {
		if e.data == nil {
			h.pool.Crashed(e.worker, e.death)
			continue
		}
		var r proto.Reply
		if err := proto.Decode(e.data, &r); err != nil {
			h.pool.Crashed(e.worker, client.Death{Cause: err.Error()})
			continue
		}
		h.pool.Receive(e.worker, r)
	}
}
