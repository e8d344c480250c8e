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
	heard, figures := false, true // heard: no handler is under way, during which Vugu cannot draw; figures: nothing else differs
	for k := 0; len(p.queue) > 0; k++ {
		q := p.queue[0]
		p.queue = p.queue[1:]
		before := p.app.State
		next, commands, change := state.Update(before, q.m)
		p.app.State = next
		if change.Step {
			p.stepped, p.steps = true, proto.Now()
		}
		if change.Answer {
			p.pace.answered(proto.Now())
		}
		heard, figures = heard || k == 0 && change.Answer, figures && change.Answer && change.Figures
		p.holds = p.holds || heard && !p.shown
		if change.Shown {
			p.pace.changed(proto.Now(), change.Urgent, change.Figures)
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
	if heard && (figures || !p.shown && p.pictured() && settledFirst(&p.app.State)) {
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
