package main

// This file starts the workers of the page, and delivers their messages.

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

// boot is the JavaScript object that assets/boot/boot.js defines.
var boot = script.Global("sheafscopeBoot")

// workers implements web.Workers by workers that the boot script starts from compiled modules. A separate goroutine (run) delivers their
// messages, because a callback from JavaScript must not block.
type workers struct{ *client.Workers }

// Second implements web.Workers. It returns the client of a second worker. The client passes the worker's replies to handler.
func (w workers) Second(handler func(proto.Reply)) *client.Client {
	c := client.New(w.Open)
	c.SetHandler(handler)
	return c
}

// defaultCores is the number of workers of a pool in a browser that does not report its number of cores.
const defaultCores = 2

// Pool implements web.Workers. The pool has a worker for each core, but at most client.MaxWorkers.
func (w workers) Pool() *client.Pool {
	size := defaultCores
	cores, err := script.Property(safejs.Global(), "navigator", "hardwareConcurrency")
	if err == nil && cores.Type() == safejs.TypeNumber {
		size = script.Must(cores.Int())
	}
	return client.NewPool(w.Open, size)
}

// run delivers the messages of the workers. It does not return.
func (w workers) run() {
	defer showPanic()
	w.Run()
}

// startWorker is a client.Starter. The returned stop ends the worker at once, also within a computation. Messages use syscall/js for speed.
func startWorker(message func([]byte), gone func(client.Death)) (post func([]byte, []content.File), stop func()) {
	parts := script.Parts{} // assembles a message from its parts
	// args[0] is a part of a message. args[1] is the size of the message in bytes, or 0 if the part is the whole message.
	onPart := js.FuncOf(func(_ js.Value, args []js.Value) any {
		complete := parts.Add(args[0], args[1].Int()) // nil before the last part
		if complete != nil {
			message(complete)
		}
		return nil
	})
	// args are the fields of client.Death, in the order of the struct.
	onDeath := script.Func(func(args []safejs.Value) any {
		gone(client.Death{Cause: script.Text(args[0]), Unfetched: script.True(args[1]), Silent: script.True(args[2])})
		return nil
	})
	// The script returns an object with the functions post and stop.
	handle := safejs.Unsafe(script.Call(boot, "worker", onPart, onDeath))
	post = func(data []byte, files []content.File) {
		handle.Call("post", script.FromBytes(data), worker.Contents(files))
	}
	return post, func() {
		handle.Call("stop")
		onPart.Release()
		onDeath.Release()
	}
}

// showPanic recovers a panic of the calling goroutine, logs its stack trace, and shows the banner that offers to reload the page. It must
// be deferred. Without a panic it does nothing.
func showPanic() {
	if p := recover(); p != nil {
		script.Call(safejs.Global(), "sheafscopeNamed") // restores function names for the trace
		script.Log(fmt.Sprintf("panic: %v\n\n%s", p, debug.Stack()))
		script.Call(boot, "panic", fmt.Sprint(p))
	}
}
