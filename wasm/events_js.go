package main

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// This file implements the events of window.sheafscope: their listeners, and the changes of state that fire them. A graph is withheld from
// the embedding site if it is the user's own, and the user has not agreed that the site receives its data.

// callerKind is the kind of a caller of window.sheafscope.
type callerKind bool

const (
	ownPage callerKind = false // a script of the page, or a person who types into its console
	site    callerKind = true  // the embedding site, which receives nothing of a withheld graph
)

// listener is a function that window.sheafscope calls at an event.
type listener struct {
	event  string
	fn     safejs.Value
	caller callerKind
}

// fireChanges fires the events of a change of state, in this order:
//   - "private" if a graph becomes withheld, or is no longer withheld;
//   - "rest" if the idle worker has been stopped to free its memory, or if a worker has started again;
//   - "error" for a new error, but not for an error that disappears;
//   - "frame" for a frame of another position than in the last event "frame";
//   - "change" in any case.
//
// The event "private" is the first, because it decides whether the embedding site receives the other four.
func (a *pageAPI) fireChanges(before, after *state.State) {
	withheld := after.Withheld()
	if withheld != a.withheld {
		a.withheld = withheld
		a.fire("private", jsValue(map[string]any{"withheld": withheld}))
	}
	resting := a.Resting()
	if resting != a.resting {
		a.resting = resting
		a.fire("rest", jsValue(map[string]any{"resting": resting}))
	}
	if after.Error != before.Error && after.Error != "" {
		// Two calls, because the site receives a general text for an error about the user's own files.
		a.notify(ownPage, "error", jsValue(after.Error))
		a.notify(site, "error", jsValue(api.ErrorOutside(after)))
	}
	f := after.Frame // nil before the first frame of a run
	if f != nil && f.Position != a.position {
		a.position = f.Position
		a.fire("frame", jsValue(map[string]any{"position": f.Position, "epoch": f.Epoch, "stage": f.Stage}))
	}
	a.fire("change", safejs.Undefined())
}

// fire calls the listeners of an event: first the listeners of the page, then the listeners of the embedding site.
func (a *pageAPI) fire(event string, detail safejs.Value) {
	a.notify(ownPage, event, detail)
	a.notify(site, event, detail)
}

// notify calls one caller's listeners of an event, in no fixed order. While a graph is withheld the embedding site receives only the event
// "private".
func (a *pageAPI) notify(caller callerKind, event string, detail safejs.Value) {
	if caller == site && a.withheld && event != "private" {
		return
	}
	for _, l := range a.listeners {
		if l.event == event && l.caller == caller {
			call(l.fn, detail)
		}
	}
}

// jsValue returns the JavaScript value of a string, a number, or a map of numbers and booleans.
func jsValue(v any) safejs.Value { return script.Must(safejs.ValueOf(v)) }

// call calls a listener. It logs an exception, so that one listener does not stop the other listeners.
func call(fn, detail safejs.Value) {
	if _, err := fn.Invoke(detail); err != nil {
		script.Log(fmt.Sprintf("a listener of sheafscope threw: %v", script.Explained(err)))
	}
}

// on implements on(event, listener). It adds a listener for "change", "frame", "error", "private" or "rest", and returns a JavaScript
// function that removes the listener. A listener for another event is never called.
func (a *pageAPI) on(args []safejs.Value, caller callerKind) safejs.Value {
	id := a.nextID
	a.nextID++
	a.listeners[id] = listener{script.Text(args[0]), args[1], caller}
	// JavaScript frees a bound function, but never a function of Go. Therefore all listeners share one function of Go.
	return script.Call(a.removal, "bind", safejs.Null(), id)
}

// remove removes the listener whose number is the first argument. After the first call it does nothing.
func (a *pageAPI) remove(args []safejs.Value) any {
	delete(a.listeners, script.Must(args[0].Int()))
	return nil
}
