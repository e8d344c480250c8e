package main

import (
	"sheafscope/wasm/client"
	"sheafscope/web"
)

// runPage draws the page and answers its user. It does not return.
func runPage() {
	defer showPanic()
	w := workers{client.NewQueue()}
	a := newPageAPI(client.New(w.open))
	page := web.New(a, a.changed)
	page.Workers = w
	a.page = page
	a.install()
	go w.run()
	page.Run()
}
