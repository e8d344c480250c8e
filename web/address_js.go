//go:build js && wasm

package web

import (
	"time"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// rememberEvery is how often the address follows the page, in milliseconds: a crash loses less than a second, and browsers
// limit how often it may change. While one step follows another within stepsFollow it is put off, stepsMost times, because
// to write it takes as long as a tenth of a step. A crash then loses at most 2.8 s of steps.
const (
	rememberEvery = 700
	stepsFollow   = 400 * time.Millisecond
	stepsMost     = 3
)

// remember lets the address follow the page.
func (p *Page) remember() {
	if p.later {
		return
	}
	p.later = true
	p.rememberLater(0)
}

// rememberLater writes what is shown into the address after a while; putOff is how often steps have put it off.
func (p *Page) rememberLater(putOff int) {
	p.after(rememberEvery, func() {
		if putOff < stepsMost && p.steps > 0 && proto.Now()-p.steps < stepsFollow {
			p.rememberLater(putOff + 1)
			return
		}
		p.later = false
		p.rememberNow()
	})
}

// rememberNow writes what is shown into the address.
func (p *Page) rememberNow() {
	if p.app.State.Device.Stale() {
		p.Dispatch(state.Remember{})
	}
}
