//go:build js && wasm

package web

import (
	"time"

	"sheafscope/wasm/proto"
	"sheafscope/web/state"
)

// rememberEvery is the delay, in milliseconds, after which the address follows the page. A crash loses less than a second, and
// browsers limit the number of changes. While steps follow each other within stepsFollow the change is postponed up to stepsMost
// times, since writing the address takes a tenth of the time of a step. A crash then loses at most 2.8 s of steps.
const (
	rememberEvery = 700
	stepsFollow   = 400 * time.Millisecond
	stepsMost     = 3
)

// remember schedules an update of the address.
func (p *Page) remember() {
	if p.later {
		return
	}
	p.later = true
	p.rememberLater(0)
}

// rememberLater updates the address after a delay; postponed counts the delays caused by steps.
func (p *Page) rememberLater(postponed int) {
	p.after(rememberEvery, func() {
		if postponed < stepsMost && p.steps > 0 && proto.Now()-p.steps < stepsFollow {
			p.rememberLater(postponed + 1)
			return
		}
		p.later = false
		p.rememberNow()
	})
}

// rememberNow updates the address.
func (p *Page) rememberNow() {
	if p.app.State.Device.Stale() {
		p.Dispatch(state.Remember{})
	}
}
