package main

import (
	"runtime"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/worker"
	"sheafscope/web"
)

// ballast is memory that nobody touches, in bytes, so that it costs none. A collection of garbage begins when the heap has grown
// to twice of what was left of it, and runs on the thread that draws the frames: it is rarer where the heap seems larger.
const ballast = 24 << 20

// ballastAfter is when the ballast comes: the start has no time for it.
const ballastAfter = 3 * time.Second

// runPage draws the page and answers its user. It does not return.
func runPage() {
	defer showPanic()
	worker.PutOffCollection(2 * ballast)
	var rest []byte
	time.AfterFunc(ballastAfter, func() { rest = make([]byte, ballast) })
	defer func() { runtime.KeepAlive(rest) }()
	w := workers{client.NewWorkers(startWorker)}
	a := newPageAPI(client.New(w.Open))
	page := web.New(a, a.changed)
	page.Workers = w
	a.page = page
	a.install()
	go w.run()
	page.Run()
}
