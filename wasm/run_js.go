package main

// This file starts the program in the role of the page.

import (
	"runtime"
	"time"

	"sheafscope/wasm/client"
	"sheafscope/wasm/worker"
	"sheafscope/web"
)

// ballastBytes is the size of the ballast in bytes: an allocation that the program never writes to, and that needs no physical memory.
// Garbage is collected, on the thread that renders, when the heap has twice its live size. The ballast enlarges the live size, so that
// collections are rarer.
const ballastBytes = 24 << 20

// ballastDelay is the time from the start of the program to the allocation of the ballast. An earlier allocation would delay the first
// picture.
const ballastDelay = 3 * time.Second

// runPage renders the page and handles its events. It does not return.
func runPage() {
	defer showPanic()
	worker.DelayFirstGC(2 * ballastBytes) // as if the ballast were allocated already
	var ballast []byte                    // stays reachable to the end of runPage
	time.AfterFunc(ballastDelay, func() { ballast = make([]byte, ballastBytes) })
	defer func() { runtime.KeepAlive(ballast) }()
	workerSet := workers{client.NewWorkers(startWorker)}
	api := newPageAPI(client.New(workerSet.Open))
	page := web.New(api, api.changed)
	page.Workers = workerSet
	api.page = page // before install: scripts can then call methods that use the page
	api.install()
	go workerSet.run()
	page.Run()
}
