//go:build js && wasm

package web

import (
	"syscall/js"

	"sheafscope/core/json"
)

// update hands a model to an island.
func (p *Page) update(name, json string, bytes ...[]byte) {
	args := make([]any, 0, 2+len(bytes))
	args = append(args, name, json)
	for _, b := range bytes {
		args = append(args, toJS(b))
	}
	p.islands.Call("update", args...)
}

func toJS(b []byte) js.Value {
	a := js.Global().Get("Uint8Array").New(len(b))
	js.CopyBytesToJS(a, b)
	return a
}

func quoteJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
