//go:build js && wasm

package web

import (
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// queued is a message that waits, and what is called once it is answered.
type queued struct {
	m    state.Msg
	then func(before, after state.State)
}

// Dispatch answers a message. Messages that arrive meanwhile wait their turn.
func (p *Page) Dispatch(m state.Msg) { p.DispatchThen(m, nil) }

// DispatchThen is Dispatch for a caller who must know when the message was
// answered: one that arrives while another is being answered waits.
func (p *Page) DispatchThen(m state.Msg, then func(before, after state.State)) {
	p.queue = append(p.queue, queued{m, then})
	if p.working {
		return
	}
	p.working = true
	_, heard := m.(state.FromWorker) // then no handler is under way, during which Vugu cannot draw
	answered := heard                // a question of figures, and nothing else
	p.holds = p.holds || heard && !p.shown
	for len(p.queue) > 0 {
		q := p.queue[0]
		p.queue = p.queue[1:]
		before := p.app.State
		if _, ok := q.m.(state.Step); ok {
			p.stepped, p.steps = true, proto.Now()
		}
		figures := before.OfFigures(q.m)
		next, commands := state.Update(before, q.m)
		p.app.State = next
		_, reply := q.m.(state.FromWorker)
		if reply {
			p.pace.answered(proto.Now())
		}
		answered = answered && figures && reply
		if quiet := state.Quiet(q.m); !quiet || before.Survives() != next.Survives() || before.Device.Stale() != next.Device.Stale() {
			p.pace.changed(proto.Now(), !quiet && (!reply || !next.Running()), figures)
		}
		if p.booted && before.Running() != next.Running() {
			script.Call(p.boot, "computes", next.Running())
		}
		for _, c := range commands {
			p.execute(c)
		}
		p.changed()
		if q.then != nil {
			q.then(before, p.app.State)
		}
	}
	p.working = false
	p.remember()
	if answered || heard && !p.shown && p.pictured() && settledFirst(&p.app.State) {
		p.draw() // the numbers that the user waits for need no frame of their own, and a page that opens waits for none
		p.sendHeld()
		return
	}
	p.sendHeld()
	p.schedule()
}

// sendHeld sends what has waited for the drawing.
func (p *Page) sendHeld() {
	list := p.unsent
	p.holds, p.unsent = false, nil
	for _, m := range list {
		p.client.Send(m)
	}
}
