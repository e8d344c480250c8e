package main

import "sheafscope/web"

// runPage draws the page and answers its user. It does not return.
func runPage() {
	defer showPanic()
	c, link := newClient()
	a := newPageAPI(c)
	page := web.New(a, a.changed)
	page.Workers = workers{}
	a.page = page
	a.install()
	go link.pump()
	page.Run()
}
