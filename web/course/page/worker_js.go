// This file starts the workers of the course, which train its networks.

package page

import (
	"syscall/js"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/script"
)

// startWorker is a client.Starter: it starts a worker by the page's script. It calls message for each message of the worker, and gone when
// the worker ends. The returned post sends a message to the worker, without files, since the course opens none. stop ends the worker.
//
// Messages use syscall/js instead of safejs, since a message then needs only one copy and one call.
func startWorker(message func([]byte), gone func(client.Death)) (post func([]byte, []content.File), stop func()) {
	parts := script.Parts{} // a long message comes in parts
	// args[0] is a part of a message. args[1] is the size of the message in bytes, or 0 if the part is the whole message.
	onMessage := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if whole := parts.Add(args[0], args[1].Int()); whole != nil { // nil before the last part
			message(whole)
		}
		return nil
	})
	// args are the fields of client.Death: the cause, whether the worker's script could not be fetched, and whether the worker stayed silent.
	onEnd := js.FuncOf(func(_ js.Value, args []js.Value) any {
		gone(client.Death{Cause: args[0].String(), Unfetched: args[1].Bool(), Silent: args[2].Bool()})
		return nil
	})
	// The script returns an object with the functions post and stop.
	handle := js.Global().Get("sheafscopeCourse").Call("worker", onMessage, onEnd)
	post = func(data []byte, _ []content.File) {
		bytes := js.Global().Get("Uint8Array").New(len(data))
		js.CopyBytesToJS(bytes, data)
		handle.Call("post", bytes)
	}
	return post, func() {
		handle.Call("stop")
		onMessage.Release()
		onEnd.Release()
	}
}
