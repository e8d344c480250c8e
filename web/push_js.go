//go:build js && wasm

package web

import (
	"sheafscope/core/json"
	"sheafscope/wasm/script"
)

// update hands a model to an island. It goes through syscall/js, as schedule and
// render do: each animation frame makes some of these calls.
func (p *Page) update(name, json string, bytes ...[]byte) {
	args := make([]any, 0, 2+len(bytes))
	args = append(args, name, json)
	for _, b := range bytes {
		args = append(args, script.FromBytes(b))
	}
	p.drawing.Call("update", args...)
}

func quoteJSON(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}
