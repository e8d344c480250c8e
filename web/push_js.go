//go:build js && wasm

package web

import (
	"sheafscope/core/json"
	"sheafscope/wasm/script"
)

// This file calls the islands, the scripts that draw the pictures, from WebAssembly.

// update passes the model called name to its island. Each element of bytes is an array of the model, and becomes a Uint8Array. update uses
// syscall/js for speed, because every animation frame calls it.
func (p *Page) update(name, modelJSON string, bytes ...[]byte) {
	args := make([]any, 0, 2+len(bytes))
	args = append(args, name, modelJSON)
	for _, b := range bytes {
		args = append(args, script.FromBytes(b))
	}
	p.drawing.Call("update", args...)
}

// quoteJSON returns a text as a JSON string, for example "a\"b" for the text a"b.
func quoteJSON(text string) string {
	b, _ := json.Marshal(text) // no error is possible: every text has a JSON
	return string(b)
}
