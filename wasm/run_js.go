package main

import (
	"fmt"
	"syscall/js"

	"sheafscope/wasm/proto"
	"sheafscope/web/recipe"
)

// runPage starts the page.
func runPage() {
	defer showPanic()
	c, link := newClient()
	app := js.Global().Get("document").Call("getElementById", "app")
	c.SetHandler(func(r proto.Reply) {
		boot.Call("shown")
		text := fmt.Sprintf("%s final=%v seq=%d %s", r.Kind, r.Final, r.Seq, r.Message)
		if r.Frame != nil {
			text += fmt.Sprintf(" position=%d epoch=%d loss=%.4f train=%.3f", r.Frame.Position, r.Frame.Epoch, r.Frame.Loss.Total, r.Frame.Accuracy.Train)
		}
		app.Set("textContent", text)
	})
	go link.pump()
	c.Send(proto.Request{Kind: proto.Load, Recipe: recipe.Recipe{Graph: "karate"}})
	c.Send(proto.Request{Kind: proto.Run, Epochs: 20})
	select {}
}
