package main

import (
	"errors"
	"fmt"

	"github.com/hack-pad/safejs"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// app is the page that the API controls. Dispatch changes its state before it returns. DispatchThen changes it after the message in
// progress and calls then with the states before and after.
type app interface {
	Dispatch(state.Msg)
	DispatchThen(m state.Msg, then func(before, after state.State))
	State() state.State
}

// caller is the owner of a call or a listener of window.sheafscope.
type caller bool

const (
	ownPage caller = false
	site    caller = true // the embedding site, which receives nothing of a withheld graph
)

// pageAPI implements window.sheafscope. It is the client of the page and so receives all replies. Answers to its own queries do not reach
// the page.
type pageAPI struct {
	*client.Client
	page     app
	promises api.Promises
	// questions has the continuations of trace(), explain() and whatif() by the Seq of their query.
	questions map[int]func(proto.Answer)
	listeners map[int]listener
	nextID    int         // of a listener
	last      state.State // after the last change
	position  int         // of the last frame event, −1 before the first
	withheld  bool        // in the last private event
	resting   bool        // in the last rest event
	searches  []func()    // continuations at the end of the search for settings
	// consents has the continuations of calls by the embedding site that wait for the user's consent. They run after the answer, or when the
	// graph is no longer the user's own.
	consents []func()
}

// listener is a function for an event.
type listener struct {
	event string
	fn    safejs.Value
	of    caller
}

// newPageAPI returns the functions of window.sheafscope for the page of a client.
func newPageAPI(c *client.Client) *pageAPI {
	return &pageAPI{Client: c, questions: map[int]func(proto.Answer){}, listeners: map[int]listener{}, position: -1}
}

// SetHandler implements state.Client.
func (a *pageAPI) SetHandler(f func(proto.Reply)) {
	a.Client.SetHandler(func(r proto.Reply) {
		if r.Answer != nil {
			if done, ok := a.questions[r.Answer.Seq]; ok {
				delete(a.questions, r.Answer.Seq)
				done(*r.Answer)
				return
			}
		}
		a.promises.Reply(r)
		f(r)
	})
}

// changed settles promises and fires events after a change of the page's state. The page calls it.
func (a *pageAPI) changed() {
	s := a.page.State()
	before := a.last
	a.last = s
	a.promises.Change(&before, &s)
	if s.Lab.Work != lab.ForTune {
		list := a.searches
		a.searches = nil
		for _, over := range list {
			over()
		}
	}
	if !s.Withheld() || s.Embed.Consent == state.Refused {
		list := a.consents
		a.consents = nil
		for _, answered := range list {
			answered()
		}
	}
	if !a.busy(&s) {
		a.promises.Settled()
	}
	if w := s.Withheld(); w != a.withheld {
		a.withheld = w
		a.fire("private", jsValue(map[string]any{"withheld": w}))
	}
	if r := a.Resting(); r != a.resting {
		a.resting = r
		a.fire("rest", jsValue(map[string]any{"resting": r}))
	}
	if s.Error != before.Error && s.Error != "" {
		a.notify(ownPage, "error", jsValue(s.Error))
		a.notify(site, "error", jsValue(api.ErrorOutside(&s)))
	}
	if s.Frame != nil && s.Frame.Position != a.position {
		a.position = s.Frame.Position
		a.fire("frame", jsValue(map[string]any{"position": s.Frame.Position, "epoch": s.Frame.Epoch, "stage": s.Frame.Stage}))
	}
	a.fire("change", safejs.Undefined())
}

// busy reports whether a change of the run is unfinished.
func (a *pageAPI) busy(s *state.State) bool { return api.Unsettled(s) || a.Replaying() }

// fire calls all listeners of an event.
func (a *pageAPI) fire(event string, detail safejs.Value) {
	a.notify(ownPage, event, detail)
	a.notify(site, event, detail)
}

// notify calls the listeners of an event that belong to a caller. While a graph is withheld the embedding site receives only the event
// "private".
func (a *pageAPI) notify(of caller, event string, detail safejs.Value) {
	if of == site && a.withheld && event != "private" {
		return
	}
	for _, l := range a.listeners {
		if l.event == event && l.of == of {
			call(l.fn, detail)
		}
	}
}

// jsValue returns the JavaScript value of a string, a number, or a map of numbers and booleans.
func jsValue(v any) safejs.Value { return script.Must(safejs.ValueOf(v)) }

// call calls a listener. It logs an exception, so that one listener does not stop the others.
func call(fn, detail safejs.Value) {
	if _, err := fn.Invoke(detail); err != nil {
		script.Log(fmt.Sprintf("a listener of sheafscope threw: %v", script.Explained(err)))
	}
}

// install sets window.sheafscope, and sheafscopeBoot.site for the embedding site (assets/boot/embed.js). The promise ready is fulfilled
// when the page has settled after its first load.
func (a *pageAPI) install() {
	ready := promise(func(settle func(safejs.Value, error)) {
		a.promises.Add(func(error) { settle(safejs.Undefined(), nil) })
	})
	script.Set(safejs.Global(), "sheafscope", script.Call(boot, "gate", a.methods(ready, ownPage)))
	script.Set(boot, "site", script.Call(boot, "gate", a.methods(ready, site)))
}

// methods returns the object with the methods for a caller. Their arguments have passed assets/boot/gate.js.
func (a *pageAPI) methods(ready safejs.Value, by caller) safejs.Value {
	object := script.Must(script.Global("Object").New())
	script.Set(object, "version", script.Get(boot, "version"))
	script.Set(object, "ready", ready)
	// A method that the site may always call.
	open := func(name string, f func(args []safejs.Value) safejs.Value) {
		script.Set(object, name, script.Func(func(args []safejs.Value) any { return f(args) }))
	}
	// A method that returns data of the graph: it is rejected while the graph is withheld.
	guarded := func(name string, f func(args []safejs.Value) safejs.Value) {
		open(name, func(args []safejs.Value) safejs.Value {
			if err := a.withhold(by); err != nil {
				return rejected(err)
			}
			return f(args)
		})
	}
	guardedGetter := func(name string, f func() safejs.Value) {
		guarded(name, func([]safejs.Value) safejs.Value { return f() })
	}
	guardedGetter("state", func() safejs.Value {
		s := a.page.State()
		if by == site {
			return snapshot(api.OutsideSnapshot(&s, a.busy(&s)))
		}
		return snapshot(api.NewSnapshot(&s, a.busy(&s)))
	})
	guardedGetter("recipe", func() safejs.Value {
		s := a.page.State()
		return parse(api.RecipeJSON(s.Link()))
	})
	guardedGetter("trace", func() safejs.Value {
		return a.question(proto.Query{Question: proto.Write, Unit: "trace"}, by)
	})
	guarded("explain", parsed(api.ExplainNode, func(node int) safejs.Value {
		return a.question(proto.Query{Question: proto.Explain, Node: node}, by)
	}))
	guarded("whatif", func(args []safejs.Value) safejs.Value {
		change, err := api.ParseChange(script.Text(args[0]))
		if err != nil {
			return rejected(err)
		}
		return a.question(proto.Query{Question: proto.WhatIf, Change: change}, by)
	})
	open("load", func(args []safejs.Value) safejs.Value { return a.load(args, by) })
	open("step", parsed(api.StepUnit, func(unit string) safejs.Value { return a.do(state.Step{Unit: unit}, by) }))
	open("run", parsed(api.RunEpochs, func(epochs int) safejs.Value {
		if s := a.page.State(); s.Running() {
			a.page.Dispatch(state.Pause{})
		}
		return a.do(state.Train{Epochs: epochs}, by)
	}))
	open("pause", func([]safejs.Value) safejs.Value { return a.do(state.Pause{}, by) })
	open("seek", parsed(api.SeekPosition, func(at int) safejs.Value { return a.do(state.Seek{Position: at}, by) }))
	open("method", parsed(api.MethodName, func(name method.Method) safejs.Value { return a.do(state.Method{Name: name}, by) }))
	open("tune", func(args []safejs.Value) safejs.Value { return a.tune(args, by) })
	open("theme", parsed(api.ThemeName, func(name string) safejs.Value { return a.do(state.SetTheme{Theme: name}, by) }))
	open("level", func(args []safejs.Value) safejs.Value {
		if args[0].IsUndefined() {
			return jsValue(a.page.State().View.Level)
		}
		return parsed(api.LevelName, func(name string) safejs.Value { return a.do(state.SetLevel{Level: name}, by) })(args)
	})
	open("scene", func(args []safejs.Value) safejs.Value {
		if args[0].IsUndefined() {
			s := a.page.State()
			if at := s.SceneAt(); at >= 0 {
				return jsValue(at)
			}
			return safejs.Null()
		}
		return parsed(api.SceneNumber, func(k int) safejs.Value { return a.do(state.SetScene{Scene: k}, by) })(args)
	})
	open("edge", func(args []safejs.Value) safejs.Value {
		o, err := api.ParseEdge(script.Text(args[0]))
		switch {
		case err != nil:
			return rejected(fmt.Errorf("edge: %w", err))
		case o == nil:
			return a.do(state.CloseOne{}, by)
		}
		return a.do(state.SetOne{One: *o}, by)
	})
	open("rest", func(args []safejs.Value) safejs.Value { return a.rest(args, by) })
	open("on", func(args []safejs.Value) safejs.Value { return a.on(args, by) })
	return object
}

// parsed returns a method that reads its first argument and calls f with the result. An argument that read refuses rejects the promise.
func parsed[T any](read func(api.Argument) (T, error), f func(T) safejs.Value) func(args []safejs.Value) safejs.Value {
	return func(args []safejs.Value) safejs.Value {
		x, err := read(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return f(x)
	}
}

// withhold returns an error if the caller must not receive data of the graph: the embedding site while the user has not agreed. The page
// then shows its question to the user.
func (a *pageAPI) withhold(by caller) error {
	if by == ownPage {
		return nil
	}
	s := a.page.State()
	err := api.Withheld(&s)
	if err != nil {
		a.page.Dispatch(state.SiteAsks{})
	}
	return err
}

// outside returns an error in the form that the caller may receive. Errors for the embedding site contain nothing of the user's own files.
func (a *pageAPI) outside(err error, by caller) error {
	if err == nil || by == ownPage {
		return err
	}
	s := a.page.State()
	if withheld := api.Withheld(&s); withheld != nil {
		return withheld
	}
	if s.ErrorWithheld() {
		return errors.New(api.ErrorOutside(&s))
	}
	return err
}

// do dispatches a message and returns a promise that is fulfilled when the page has settled.
func (a *pageAPI) do(m state.Msg, by caller) safejs.Value {
	return a.doThen(m, by, safejs.Undefined)
}

// doThen is do with a value of the promise, which is computed when the page has settled.
func (a *pageAPI) doThen(m state.Msg, by caller, value func() safejs.Value) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		end := func(err error) {
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, by))
				return
			}
			settle(value(), nil)
		}
		// DispatchThen, because a listener or a lesson can call while another message is in progress.
		a.page.DispatchThen(m, func(before, after state.State) {
			if after.Error != "" && after.Error != before.Error && !a.busy(&after) {
				end(errors.New(after.Error))
				return
			}
			a.promises.Add(end)
			if !a.busy(&after) {
				a.promises.Settled()
			}
		})
	})
}

// load implements load(recipe, files). The recipe is an object, the text of a link, or the name of a graph. Files is a list of {name, data}
// with a string, an ArrayBuffer or a Uint8Array as data. With files the promise has a report of how they were read; doubts do not stop the
// load.
func (a *pageAPI) load(args []safejs.Value, by caller) safejs.Value {
	r, err := api.ParseRecipe(script.Text(args[0]))
	if err != nil {
		return rejected(fmt.Errorf("load: %w", err))
	}
	var files []content.File
	if !args[1].IsUndefined() {
		if files, err = script.Files(args[1]); err != nil {
			return rejected(fmt.Errorf("load: the second argument must be a list of {name, data}: %w", err))
		}
		if r.Graph == "" {
			r.Graph = "file"
		}
	}
	return a.withConsent(by, &r, files != nil, func() safejs.Value {
		return a.doThen(state.OpenRecipe{Recipe: r, Files: files, Site: by == site}, by, func() safejs.Value {
			s := a.page.State()
			if len(files)+len(r.Files) == 0 || s.Recipe.Graph != "file" || by == site && api.Withheld(&s) != nil {
				return safejs.Undefined()
			}
			return parse(api.ReadingJSON(&s))
		})
	})
}

// withConsent calls do, for the embedding site only after the user's consent if the call needs one. See api.NeedsAgreement for r and given.
func (a *pageAPI) withConsent(by caller, r *recipe.Recipe, given bool, do func() safejs.Value) safejs.Value {
	if s := a.page.State(); by == ownPage || !api.NeedsAgreement(&s, r, given) {
		return do()
	}
	if s := a.page.State(); s.Embed.Consent == state.Refused {
		return rejected(api.Withheld(&s))
	}
	return promise(func(settle func(safejs.Value, error)) {
		a.consents = append(a.consents, func() {
			if s := a.page.State(); s.Withheld() {
				settle(safejs.Undefined(), api.Withheld(&s))
				return
			}
			settle(do(), nil)
		})
		a.page.Dispatch(state.SiteAsks{})
	})
}

// question sends a query and returns the promise of its answer. The graph may have become withheld before the answer.
func (a *pageAPI) question(q proto.Query, by caller) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		a.questions[a.Ask(q)] = func(r proto.Answer) {
			if err := a.withhold(by); err != nil {
				settle(safejs.Undefined(), err)
				return
			}
			if r.Err != "" {
				settle(safejs.Undefined(), errors.New(r.Err))
				return
			}
			settle(parse(api.AnswerJSON(r)), nil)
		}
	})
}

// on adds a listener for "change", "frame", "error", "private" or "rest" and returns a function that removes it.
func (a *pageAPI) on(args []safejs.Value, by caller) safejs.Value {
	id := a.nextID
	a.nextID++
	a.listeners[id] = listener{script.Text(args[0]), args[1], by}
	off := script.Func(func([]safejs.Value) any {
		delete(a.listeners, id)
		return nil
	})
	return off.Value()
}
