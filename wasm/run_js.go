package main

import (
	"runtime"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/worker"
	"sheafscope/web"
)

// ballast is the size in bytes of an untouched allocation, which needs no physical memory. Garbage collection starts when the heap has
// twice its live size, and runs on the thread that renders: with ballast the heap seems larger, and collections are rarer.
const ballast = 24 << 20

// ballastAfter is the time after the start at which the ballast is allocated, so that it does not delay the start.
const ballastAfter = 3 * time.Second

// runPage renders the page and handles its events. It does not return.
func runPage() {
	defer showPanic()
	worker.DelayFirstGC(2 * ballast)
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
