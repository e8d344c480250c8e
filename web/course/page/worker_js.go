package page

import (
	"syscall/js"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/client"
	"sheafscope/wasm/script"
)

// port is a worker that the page's script starts. Its messages
// are syscall/js, as in the laboratory: each is a copy and a call.
type port struct {
	handle       js.Value
	message, end js.Func
}

func startWorker(message func([]byte), gone func(client.Death)) client.Port {
	p, parts := &port{}, script.Parts{}
	p.message = js.FuncOf(func(_ js.Value, args []js.Value) any {
		if whole := parts.Add(args[0], args[1].Int()); whole != nil {
			message(whole)
		}
		return nil
	})
	p.end = js.FuncOf(func(_ js.Value, args []js.Value) any {
		gone(client.Death{Cause: args[0].String(), Unfetched: args[1].Bool(), Silent: args[2].Bool()})
		return nil
	})
	p.handle = js.Global().Get("sheafscopeCourse").Call("worker", p.message, p.end)
	return p
}

// Post implements client.Port. The course opens no files.
func (p *port) Post(data []byte, _ []content.File) {
	bytes := js.Global().Get("Uint8Array").New(len(data))
	js.CopyBytesToJS(bytes, data)
	p.handle.Call("post", bytes)
}

// Stop implements client.Port.
func (p *port) Stop() {
	p.handle.Call("stop")
	p.message.Release()
	p.end.Release()
}
