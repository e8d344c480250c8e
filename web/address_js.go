//go:build js && wasm

package web

import (
	"time"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// This file decides when the page writes its link into the browser's address line.

// Updates are delayed, because browsers limit the number of address changes, and an update needs a tenth of the time of a step. A crash
// loses the changes of the last 0.7 s or, while the user steps, of at most (1 + maxPostponed)·0.7 s = 2.8 s.
const (
	rememberDelay = 700                    // milliseconds from a change of the page to the update of the address
	stepInterval  = 400 * time.Millisecond // a step in this last part of the delay postpones the update
	maxPostponed  = 3                      // largest number of postponements of an update
)

// remember schedules an update of the address, unless an update is scheduled.
func (p *Page) remember() {
	if p.remembers {
		return
	}
	p.remembers = true
	p.rememberLater(0)
}

// rememberLater updates the address after rememberDelay. If the user is stepping then, it begins another delay, at most maxPostponed times.
// postponed is the number of these further delays so far.
func (p *Page) rememberLater(postponed int) {
	p.after(rememberDelay, func() {
		// lastStep is 0 before the first step.
		isStepping := p.lastStep > 0 && proto.Now()-p.lastStep < stepInterval
		if isStepping && postponed < maxPostponed {
			p.rememberLater(postponed + 1)
			return
		}
		p.remembers = false
		p.rememberNow()
	})
}

// rememberNow updates the address if the page has changed since the last update.
func (p *Page) rememberNow() {
	if p.app.State.Device.Stale() {
		p.Dispatch(state.Remember{})
	}
}
