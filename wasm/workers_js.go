package main

import (
	"fmt"
	"runtime/debug"
	"syscall/js"

	"github.com/hack-pad/safejs"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/wasm/worker"
)

// boot is what assets/boot/boot.js provides.
var boot = script.Global("sheafscopeBoot")

// workers implements web.Workers with workers that the boot script starts from
// the compiled modules. What they say is handed over on a goroutine of its
// own: a callback from JavaScript must not wait.
type workers struct{ queue *client.Queue }

// open is a client.Opener.
func (w workers) open(owner client.Owner) client.Link {
	return &client.Line{Open: startWorker, Queue: w.queue, Owner: owner}
}

// Second implements web.Workers.
func (w workers) Second(handler func(proto.Reply)) *client.Client {
	c := client.New(w.open)
	c.SetHandler(handler)
	return c
}

// Pool implements web.Workers.
func (w workers) Pool() *client.Pool {
	size := 2
	if cores, err := script.Property(safejs.Global(), "navigator", "hardwareConcurrency"); err == nil && cores.Type() == safejs.TypeNumber {
		size = script.Must(cores.Int())
	}
	return client.NewPool(w.open, size)
}

// run hands over what the workers say, for ever.
func (w workers) run() {
	defer showPanic()
	w.queue.Run()
}

// port is a worker. Its messages are syscall/js: each is a copy and a call.
type port struct {
	handle  js.Value
	message js.Func
	end     safejs.Func
}

func startWorker(message func([]byte), gone func(client.Death)) client.Port {
	p, parts := &port{}, script.Parts{}
	p.message = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if whole := parts.Add(args[0], args[1].Int()); whole != nil {
			message(whole)
		}
		return nil
	})
	p.end = script.Func(func(args []safejs.Value) any {
		gone(client.Death{Cause: script.Text(args[0]), Unfetched: script.True(args[1]), Silent: script.True(args[2])})
		return nil
	})
	p.handle = safejs.Unsafe(script.Call(boot, "worker", p.message, p.end))
	return p
}

// Post implements client.Port.
func (p *port) Post(data []byte, files []content.File) {
	p.handle.Call("post", script.FromBytes(data), worker.Contents(files))
}

// Stop implements client.Port: it terminates the worker at once.
func (p *port) Stop() {
	p.handle.Call("stop")
	p.message.Release()
	p.end.Release()
}

// showPanic turns a panic of the calling goroutine into the reload banner.
func showPanic() {
	if p := recover(); p != nil {
		script.Call(safejs.Global(), "sheafscopeNamed") // the trace names functions
		script.Log(fmt.Sprintf("panic: %v\n\n%s", p, debug.Stack()))
		script.Call(boot, "panic", fmt.Sprint(p))
	}
}
