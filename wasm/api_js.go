package main

import (
	"fmt"
	"strconv"
	"syscall/js"

	"sheafscope/wasm/api"
	"sheafscope/wasm/client"
	"sheafscope/wasm/proto"
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
	page  app
	waits api.Waits
	// traces holds the promises of trace() by the Seq of their request.
	traces    map[int]func(proto.Reply)
	listeners map[int]listener
	nextID    int
	lastError string
	position  int
}

type listener struct {
	event string
	fn    js.Value
}

func newPageAPI(c *client.Client) *pageAPI {
	return &pageAPI{Client: c, traces: map[int]func(proto.Reply){}, listeners: map[int]listener{}, position: -1}
}

// SetHandler implements state.Client.
func (a *pageAPI) SetHandler(f func(proto.Reply)) {
	a.Client.SetHandler(func(r proto.Reply) {
		if done, ok := a.traces[r.Seq]; ok && r.Final {
			delete(a.traces, r.Seq)
			done(r)
			return
		}
		a.waits.Reply(r)
		f(r)
	})
}

// changed is called by the page after every change of its state.
func (a *pageAPI) changed() {
	s := a.page.State()
	if !a.busy(&s) {
		a.waits.Settled()
	}
	if s.Error != a.lastError {
		a.lastError = s.Error
		if s.Error != "" {
			a.fire("error", js.ValueOf(s.Error))
		}
	}
	if s.Frame != nil && s.Frame.Position != a.position {
		a.position = s.Frame.Position
		a.fire("frame", js.ValueOf(map[string]any{"position": s.Frame.Position, "epoch": s.Frame.Epoch, "stage": s.Frame.Stage}))
	}
	a.fire("change", js.Undefined())
}

// busy reports whether something that changes the run is unfinished.
func (a *pageAPI) busy(s *state.State) bool { return api.Unsettled(s) || a.Replaying() }

// fire calls the listeners of an event. A listener that throws is reported
// and does not stop the others.
func (a *pageAPI) fire(event string, detail js.Value) {
	for _, l := range a.listeners {
		if l.event == event {
			call(l.fn, detail)
		}
	}
}

func call(fn, detail js.Value) {
	defer func() {
		if p := recover(); p != nil {
			js.Global().Get("console").Call("error", fmt.Sprintf("a listener of sheafscope threw: %v", p))
		}
	}()
	fn.Invoke(detail)
}

// install sets window.sheafscope; ready is fulfilled when the page has
// settled after its first load.
func (a *pageAPI) install() {
	method := func(f func(args []js.Value) js.Value) js.Func {
		return js.FuncOf(func(_ js.Value, args []js.Value) any { return f(args) })
	}
	object := js.Global().Get("Object").New()
	object.Set("version", boot.Get("version"))
	object.Set("ready", promise(func(settle func(js.Value, error)) {
		a.waits.Add(func(error) { settle(js.Undefined(), nil) })
	}))
	object.Set("state", method(func([]js.Value) js.Value {
		s := a.page.State()
		return parse(api.Take(&s, a.busy(&s)).JSON())
	}))
	object.Set("recipe", method(func([]js.Value) js.Value {
		s := a.page.State()
		return parse(api.RecipeJSON(s.Link()))
	}))
	object.Set("load", method(a.load))
	object.Set("step", method(func(args []js.Value) js.Value {
		unit, err := api.StepUnit(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return a.do(state.Step{Unit: unit})
	}))
	object.Set("run", method(func(args []js.Value) js.Value {
		epochs, err := api.RunEpochs(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		if s := a.page.State(); s.Running {
			a.page.Dispatch(state.Pause{})
		}
		return a.do(state.Run{Epochs: epochs})
	}))
	object.Set("pause", method(func([]js.Value) js.Value { return a.do(state.Pause{}) }))
	object.Set("seek", method(func(args []js.Value) js.Value {
		position, err := api.SeekPosition(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return a.do(state.Seek{Position: position})
	}))
	object.Set("method", method(func(args []js.Value) js.Value {
		name, err := api.MethodName(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return a.do(state.Method{Name: name})
	}))
	object.Set("trace", method(func([]js.Value) js.Value { return a.trace() }))
	object.Set("on", method(a.on))
	js.Global().Set("sheafscope", object)
}

// do dispatches a message and returns the promise of its end.
func (a *pageAPI) do(m state.Msg) js.Value {
	return promise(func(settle func(js.Value, error)) {
		// A listener, or a lesson that a click began, may call while another message is being answered.
		a.page.DispatchThen(m, func(before, after state.State) {
			if after.Error != "" && after.Error != before.Error && !a.busy(&after) {
				settle(js.Undefined(), fmt.Errorf("%s", after.Error))
				return
			}
			a.waits.Add(func(err error) { settle(js.Undefined(), err) })
			if !a.busy(&after) {
				a.waits.Settled()
			}
		})
	})
}

// load takes a recipe (object, link text or graph name) and, for own files, a
// list of {name, data} with a string, an ArrayBuffer or a Uint8Array as data.
func (a *pageAPI) load(args []js.Value) js.Value {
	if len(args) == 0 {
		return rejected(fmt.Errorf("load: the recipe is missing"))
	}
	r, err := api.ParseRecipe(js.Global().Get("JSON").Call("stringify", args[0]).String())
	if err != nil {
		return rejected(fmt.Errorf("load: %w", err))
	}
	var files []proto.File
	if len(args) > 1 && args[1].Truthy() {
		for i := range args[1].Length() {
			f := args[1].Index(i)
			files = append(files, proto.File{Name: f.Get("name").String(), Data: content(f.Get("data"))})
		}
		if r.Graph == "" {
			r.Graph = "file"
		}
	}
	return a.do(state.OpenRecipe{Recipe: r, Files: files})
}

func content(v js.Value) []byte {
	if v.Type() == js.TypeString {
		return []byte(v.String())
	}
	return bytesOf(uint8Array.New(v))
}

func (a *pageAPI) trace() js.Value {
	return promise(func(settle func(js.Value, error)) {
		a.Send(proto.Request{Kind: proto.Trace})
		a.traces[a.LastSeq()] = func(r proto.Reply) {
			if r.Kind == proto.Failed {
				settle(js.Undefined(), fmt.Errorf("%s", r.Message))
				return
			}
			settle(parse(string(r.Bytes)), nil)
		}
	})
}

// on adds a listener for "change", "frame" or "error" and returns a function that removes it.
func (a *pageAPI) on(args []js.Value) js.Value {
	id := a.nextID
	a.nextID++
	if len(args) > 1 && args[1].Type() == js.TypeFunction {
		a.listeners[id] = listener{args[0].String(), args[1]}
	}
	off := js.FuncOf(func(js.Value, []js.Value) any {
		delete(a.listeners, id)
		return nil
	})
	return off.Value
}

// --- JavaScript values ----------------------------------------------------

// promise runs f, which must call settle once, now or later.
func promise(f func(settle func(js.Value, error))) js.Value {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		f(func(v js.Value, err error) {
			if err != nil {
				reject.Invoke(js.Global().Get("Error").New(err.Error()))
				return
			}
			resolve.Invoke(v)
		})
		return nil
	})
	defer executor.Release() // the constructor calls it at once
	return js.Global().Get("Promise").New(executor)
}

func rejected(err error) js.Value {
	return promise(func(settle func(js.Value, error)) { settle(js.Undefined(), err) })
}

func parse(text string) js.Value { return js.Global().Get("JSON").Call("parse", text) }

// value is the i-th argument as package api reads it.
func value(args []js.Value, i int) api.Argument {
	if i >= len(args) || args[i].IsUndefined() || args[i].IsNull() {
		return api.Argument{}
	}
	v := args[i]
	switch v.Type() {
	case js.TypeNumber:
		return api.Argument{Kind: "number", Number: v.Float(), Shown: js.Global().Get("String").Invoke(v).String()}
	case js.TypeString:
		return api.Argument{Kind: "string", Text: v.String(), Shown: strconv.Quote(v.String())}
	}
	return api.Argument{Kind: "other", Shown: "a value of type " + v.Type().String()}
}
