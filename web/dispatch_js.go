//go:build js && wasm

package web

import (
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/web/state"
)

// This file applies messages to the state, one after the other, and carries out their commands.

// queuedMessage is a message in the queue, with a function that is called after its update. Either may be nil.
type queuedMessage struct {
	message state.Msg
	then    func(before, after state.State)
}

// Dispatch applies a message to the state, as DispatchThen does.
func (p *Page) Dispatch(m state.Msg) { p.DispatchThen(m, nil) }

// DispatchThen applies a message and calls then after its update, with the states before and after. If m is nil, it only calls then. While
// other messages are in progress it only queues the message.
func (p *Page) DispatchThen(m state.Msg, then func(before, after state.State)) {
	p.queue = append(p.queue, queuedMessage{m, then})
	if !p.working { // otherwise the loop of work will reach the message
		p.working = true
		p.work()
	}
}

// mostMessages is the largest number of messages that work applies in one task of the browser. A listener for "change" that sends a message
// adds a message for each message. Without a limit the page would not respond again.
const mostMessages = 32

// work applies the messages of the queue, and then draws at once or schedules the drawing. After mostMessages it continues in a new task.
func (p *Page) work() {
	// If the first message of the loop is a reply of the worker (beginsWithAnswer), no event handler is active, and the page may draw at
	// once. Vugu cannot draw in a handler. onlyFigures: all messages are replies that change only figures of the inspector.
	beginsWithAnswer, onlyFigures := false, true
	for k := 0; k < mostMessages && len(p.queue) > 0; k++ {
		queued := p.queue[0]
		p.queue = p.queue[1:]
		before := p.app.State
		if queued.message == nil {
			p.sendHeld() // then may send a query, which follows the earlier messages
			queued.then(before, before)
			continue
		}
		next, commands, change := state.Update(before, queued.message)
		p.app.State = next
		if change.Step { // a step of the user
			p.stepped, p.lastStep = true, proto.Now()
		}
		if change.Answer { // a reply of the worker
			p.pace.answered(proto.Now())
		}
		if k == 0 {
			beginsWithAnswer = change.Answer
		}
		onlyFigures = onlyFigures && change.Answer && change.Figures
		// The page may draw below. Until then execute keeps the messages to the worker, whose run would compete with the drawing.
		if beginsWithAnswer && !p.shown { // shown: the first picture is replaced
			p.holds = true
		}
		if change.Shown { // a visible change, which pace will draw
			p.pace.changed(proto.Now(), change)
		}
		if p.booted && before.Running() != next.Running() { // the boot script stores the offline copy only when no run proceeds
			script.Call(p.boot, "computes", next.Running())
		}
		for _, c := range commands {
			p.execute(c)
		}
		p.changed()
		if queued.then != nil {
			queued.then(before, p.app.State)
		}
	}
	p.working = len(p.queue) > 0 // until the new task, Dispatch only queues, so that the order stays
	if p.working {
		p.after(0, p.work)
	}
	p.remember() // schedules an update of the address

	// New figures, and the page that replaces the first picture, are drawn without waiting for an animation frame.
	replacesPicture := !p.shown && p.hasFirstPicture() && canReplacePicture(&p.app.State)
	cannotWait := onlyFigures || replacesPicture
	if beginsWithAnswer && cannotWait {
		p.draw() // draw schedules the next frame itself
		p.sendHeld()
		return
	}
	p.sendHeld()
	p.schedule()
}

// sendHeld sends the messages to the worker that execute has kept (p.holds).
func (p *Page) sendHeld() {
	messages := p.unsent
	p.holds, p.unsent = false, nil
	for _, m := range messages {
		p.client.Send(m)
	}
}
