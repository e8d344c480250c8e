package page

import (
	"syscall/js"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/script"
)

// startWorker is a client.Starter. Its messages use syscall/js as in the laboratory: each is one copy and one call. The course
// opens no files.
func startWorker(message func([]byte), gone func(client.Death)) (post func([]byte, []content.File), stop func()) {
	parts := script.Parts{}
	heard := js.FuncOf(func(_ js.Value, args []js.Value) any {
		if whole := parts.Add(args[0], args[1].Int()); whole != nil {
			message(whole)
		}
		return nil
	})
	end := js.FuncOf(func(_ js.Value, args []js.Value) any {
		gone(client.Death{Cause: args[0].String(), Unfetched: args[1].Bool(), Silent: args[2].Bool()})
		return nil
	})
	handle := js.Global().Get("sheafscopeCourse").Call("worker", heard, end)
	post = func(data []byte, _ []content.File) {
		bytes := js.Global().Get("Uint8Array").New(len(data))
		js.CopyBytesToJS(bytes, data)
		handle.Call("post", bytes)
	}
	return post, func() {
		handle.Call("stop")
		heard.Release()
		end.Release()
	}
}
