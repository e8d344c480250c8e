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

// app is the page that the API drives: messages change its state at once.
type app interface {
	Dispatch(state.Msg)
	DispatchThen(m state.Msg, then func(before, after state.State))
	State() state.State
}

// pageAPI is window.sheafscope. It also stands between the page and the
// client, to see replies and to keep those of its own requests to itself.
type pageAPI struct {
	*client.Client
	page     app
	promises api.Promises
	// questions holds the promises of trace(), explain() and whatif() by the Seq of their query.
	questions map[int]func(proto.Answer)
	listeners map[int]listener
	nextID    int
	last      state.State // after the change before
	position  int
	withheld  bool
	resting   bool
	searches  []func() // called when the search for settings is over
	agreement []func() // of the embedding site: called when the user has answered, or the graph is theirs no more
}

type listener struct {
	event string
	fn    safejs.Value
	site  bool // of the embedding site
}

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

// changed is called by the page after every change of its state.
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
		list := a.agreement
		a.agreement = nil
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
		a.tell(false, "error", jsValue(s.Error))
		a.tell(true, "error", jsValue(api.ErrorOutside(&s)))
	}
	if s.Frame != nil && s.Frame.Position != a.position {
		a.position = s.Frame.Position
		a.fire("frame", jsValue(map[string]any{"position": s.Frame.Position, "epoch": s.Frame.Epoch, "stage": s.Frame.Stage}))
	}
	a.fire("change", safejs.Undefined())
}

// busy reports whether something that changes the run is unfinished.
func (a *pageAPI) busy(s *state.State) bool { return api.Unsettled(s) || a.Replaying() }

// fire calls the listeners of an event. A listener that throws is reported
// and does not stop the others.
func (a *pageAPI) fire(event string, detail safejs.Value) {
	a.tell(false, event, detail)
	a.tell(true, event, detail)
}

// tell is fire for the page's own listeners, or for those of the embedding
// site: of a graph that is withheld these hear nothing but that it is.
func (a *pageAPI) tell(site bool, event string, detail safejs.Value) {
	if site && a.withheld && event != "private" {
		return
	}
	for _, l := range a.listeners {
		if l.event == event && l.site == site {
			call(l.fn, detail)
		}
	}
}

// jsValue is a text, or a map of numbers and booleans, as a JavaScript value.
func jsValue(v any) safejs.Value { return script.Must(safejs.ValueOf(v)) }

func call(fn, detail safejs.Value) {
	if _, err := fn.Invoke(detail); err != nil {
		script.Log(fmt.Sprintf("a listener of sheafscope threw: %v", script.Explained(err)))
	}
}

// install sets window.sheafscope, and sheafscopeBoot.site for the embedding
// site (assets/boot/embed.js); ready is fulfilled when the page has settled after
// its first load.
func (a *pageAPI) install() {
	ready := promise(func(settle func(safejs.Value, error)) {
		a.promises.Add(func(error) { settle(safejs.Undefined(), nil) })
	})
	script.Set(safejs.Global(), "sheafscope", script.Call(boot, "gate", a.methods(ready, false)))
	script.Set(boot, "site", script.Call(boot, "gate", a.methods(ready, true)))
}

// methods makes the object with the methods, for the page itself or for the
// embedding site. Their arguments are as assets/boot/gate.js leaves them.
func (a *pageAPI) methods(ready safejs.Value, site bool) safejs.Value {
	object := script.Must(script.Global("Object").New())
	script.Set(object, "version", script.Get(boot, "version"))
	script.Set(object, "ready", ready)
	chosen := func(name string, f func(args []safejs.Value) safejs.Value) {
		script.Set(object, name, script.Func(func(args []safejs.Value) any { return f(args) }))
	}
	asking := func(name string, f func(args []safejs.Value) safejs.Value) {
		chosen(name, func(args []safejs.Value) safejs.Value {
			if err := a.withhold(site); err != nil {
				return rejected(err)
			}
			return f(args)
		})
	}
	reading := func(name string, f func() safejs.Value) {
		asking(name, func([]safejs.Value) safejs.Value { return f() })
	}
	reading("state", func() safejs.Value {
		s := a.page.State()
		if site {
			return snapshot(api.OutsideSnapshot(&s, a.busy(&s)))
		}
		return snapshot(api.NewSnapshot(&s, a.busy(&s)))
	})
	reading("recipe", func() safejs.Value {
		s := a.page.State()
		return parse(api.RecipeJSON(s.Link()))
	})
	reading("trace", func() safejs.Value {
		return a.question(proto.Query{Question: proto.Write, Unit: "trace"}, site)
	})
	asking("explain", parsed(api.ExplainNode, func(node int) safejs.Value {
		return a.question(proto.Query{Question: proto.Explain, Node: node}, site)
	}))
	asking("whatif", func(args []safejs.Value) safejs.Value {
		change, err := api.ParseChange(script.Text(args[0]))
		if err != nil {
			return rejected(err)
		}
		return a.question(proto.Query{Question: proto.WhatIf, Change: change}, site)
	})
	chosen("load", func(args []safejs.Value) safejs.Value { return a.load(args, site) })
	chosen("step", parsed(api.StepUnit, func(unit string) safejs.Value { return a.do(state.Step{Unit: unit}, site) }))
	chosen("run", parsed(api.RunEpochs, func(epochs int) safejs.Value {
		if s := a.page.State(); s.Running() {
			a.page.Dispatch(state.Pause{})
		}
		return a.do(state.Train{Epochs: epochs}, site)
	}))
	chosen("pause", func([]safejs.Value) safejs.Value { return a.do(state.Pause{}, site) })
	chosen("seek", parsed(api.SeekPosition, func(at int) safejs.Value { return a.do(state.Seek{Position: at}, site) }))
	chosen("method", parsed(api.MethodName, func(name method.Method) safejs.Value { return a.do(state.Method{Name: name}, site) }))
	chosen("tune", func(args []safejs.Value) safejs.Value { return a.tune(args, site) })
	chosen("theme", parsed(api.ThemeName, func(name string) safejs.Value { return a.do(state.SetTheme{Theme: name}, site) }))
	chosen("level", func(args []safejs.Value) safejs.Value {
		if args[0].IsUndefined() {
			return jsValue(a.page.State().View.Level)
		}
		return parsed(api.LevelName, func(name string) safejs.Value { return a.do(state.SetLevel{Level: name}, site) })(args)
	})
	chosen("scene", func(args []safejs.Value) safejs.Value {
		if args[0].IsUndefined() {
			s := a.page.State()
			if at := s.SceneAt(); at >= 0 {
				return jsValue(at)
			}
			return safejs.Null()
		}
		return parsed(api.SceneNumber, func(k int) safejs.Value { return a.do(state.SetScene{Scene: k}, site) })(args)
	})
	chosen("edge", func(args []safejs.Value) safejs.Value {
		o, err := api.ParseEdge(script.Text(args[0]))
		switch {
		case err != nil:
			return rejected(fmt.Errorf("edge: %w", err))
		case o == nil:
			return a.do(state.CloseOne{}, site)
		}
		return a.do(state.SetOne{One: *o}, site)
	})
	chosen("rest", func(args []safejs.Value) safejs.Value { return a.rest(args, site) })
	chosen("on", func(args []safejs.Value) safejs.Value { return a.on(args, site) })
	return object
}

// parsed is a method that calls f with what read makes of its first argument.
func parsed[T any](read func(api.Argument) (T, error), f func(T) safejs.Value) func(args []safejs.Value) safejs.Value {
	return func(args []safejs.Value) safejs.Value {
		x, err := read(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return f(x)
	}
}

// withhold is the error in place of an answer that the embedding site must not
// have; the page then asks its user. It is nil for the page itself.
func (a *pageAPI) withhold(site bool) error {
	if !site {
		return nil
	}
	s := a.page.State()
	err := api.Withheld(&s)
	if err != nil {
		a.page.Dispatch(state.SiteAsks{})
	}
	return err
}

// outside is an error as the caller may have it: the embedding site hears
// nothing of the user's own files.
func (a *pageAPI) outside(err error, site bool) error {
	if err == nil || !site {
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

// do dispatches a message and returns the promise of its end.
func (a *pageAPI) do(m state.Msg, site bool) safejs.Value {
	return a.doThen(m, site, safejs.Undefined)
}

// doThen is do with a value of the promise, made at its end.
func (a *pageAPI) doThen(m state.Msg, site bool, value func() safejs.Value) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		end := func(err error) {
			if err != nil {
				settle(safejs.Undefined(), a.outside(err, site))
				return
			}
			settle(value(), nil)
		}
		// A listener, or a lesson that a click began, may call while another message is being answered.
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

// load takes a recipe (object, link text or graph name) and, for own files, a
// list of {name, data} with a string, an ArrayBuffer or a Uint8Array as data. Of
// files that it was given it reports how they were read; it never asks.
func (a *pageAPI) load(args []safejs.Value, site bool) safejs.Value {
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
	return a.agreed(site, &r, files != nil, func() safejs.Value {
		return a.doThen(state.OpenRecipe{Recipe: r, Files: files, Site: site}, site, func() safejs.Value {
			s := a.page.State()
			if len(files)+len(r.Files) == 0 || s.Recipe.Graph != "file" || site && api.Withheld(&s) != nil {
				return safejs.Undefined()
			}
			return parse(api.ReadingJSON(&s))
		})
	})
}

// agreed does what the embedding site asks for, where that needs the user's agreement once they have given it.
func (a *pageAPI) agreed(site bool, r *recipe.Recipe, given bool, do func() safejs.Value) safejs.Value {
	if s := a.page.State(); !site || !api.NeedsAgreement(&s, r, given) {
		return do()
	}
	if s := a.page.State(); s.Embed.Consent == state.Refused {
		return rejected(api.Withheld(&s))
	}
	return promise(func(settle func(safejs.Value, error)) {
		a.agreement = append(a.agreement, func() {
			if s := a.page.State(); s.Withheld() {
				settle(safejs.Undefined(), api.Withheld(&s))
				return
			}
			settle(do(), nil)
		})
		a.page.Dispatch(state.SiteAsks{})
	})
}

// question sends a query, and returns the promise of its answer.
func (a *pageAPI) question(q proto.Query, site bool) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) {
		a.questions[a.Ask(q)] = func(r proto.Answer) {
			if err := a.withhold(site); err != nil {
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

// on adds a listener for "change", "frame", "error" or "private" and returns a function that removes it.
func (a *pageAPI) on(args []safejs.Value, site bool) safejs.Value {
	id := a.nextID
	a.nextID++
	a.listeners[id] = listener{script.Text(args[0]), args[1], site}
	off := script.Func(func([]safejs.Value) any {
		delete(a.listeners, id)
		return nil
	})
	return off.Value()
}
