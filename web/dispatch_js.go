//go:build js && wasm

package web

import (
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// queuedMessage is a message in the queue with a function that is called after its update.
type queuedMessage struct {
	m    state.Msg
	then func(before, after state.State)
}

// Dispatch applies a message. Messages that arrive during an update are queued.
func (p *Page) Dispatch(m state.Msg) { p.DispatchThen(m, nil) }

// DispatchThen is Dispatch with a function that is called after the update of m, which may be queued.
func (p *Page) DispatchThen(m state.Msg, then func(before, after state.State)) {
	p.queue = append(p.queue, queuedMessage{m, then})
	if p.working {
		return
	}
	p.working = true
	// heard: the first message is an answer of the worker, so that no event handler is active, in which Vugu cannot draw.
	// figures: only figures have changed.
	heard, figures := false, true
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
		p.draw() // an answer to the user, and a page that opens, are drawn without waiting for a frame
		p.sendHeld()
		return
	}
	p.sendHeld()
	p.schedule()
}

// sendHeld sends the messages that were held back until the first drawing.
func (p *Page) sendHeld() {
	list := p.unsent
	p.holds, p.unsent = false, nil
	for _, m := range list {
		p.client.Send(m)
	}
}
