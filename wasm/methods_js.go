package main

// This file makes the methods of window.sheafscope for a caller, and parses their arguments.

import (
	"fmt"

	"github.com/hack-pad/safejs"

	"sheafscope/core/sgpc/method"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/script"
	"sheafscope/web/api"
	"sheafscope/web/state"
)

// function is a method of window.sheafscope. args has all arguments of the method, undefined for a missing argument. The gate
// (assets/boot/gate.js) has checked them. It passes these arguments as JSON texts: the recipe of load(), the options of whatif() and
// tune(), and the edge of edge().
type function func(args []safejs.Value) safejs.Value

// methodSet adds the methods to the object that a caller has as window.sheafscope.
type methodSet struct {
	*pageAPI
	caller callerKind
	object safejs.Value // JavaScript object with the methods
}

// methods returns the JavaScript object with the methods for a caller. ready is the value of its property ready: a promise that is
// fulfilled after the first load.
func (a *pageAPI) methods(ready safejs.Value, caller callerKind) safejs.Value {
	m := methodSet{a, caller, script.Must(script.Global("Object").New())}
	script.Set(m.object, "version", script.Get(boot, "version"))
	script.Set(m.object, "ready", ready)
	m.addReaders()
	m.addControls()
	m.addDisplay()
	m.open("rest", func(args []safejs.Value) safejs.Value { return m.rest(args, m.caller) })
	m.open("on", func(args []safejs.Value) safejs.Value { return m.on(args, m.caller) })
	return m.object
}

// open adds a method that the embedding site may call even while a graph is withheld (pageAPI.withheld).
func (m methodSet) open(name string, f function) {
	script.Set(m.object, name, script.Func(func(args []safejs.Value) any { return f(args) }))
}

// guarded adds a method that returns data of the graph. For the embedding site it returns a rejected promise while the graph is withheld.
func (m methodSet) guarded(name string, f function) {
	m.open(name, func(args []safejs.Value) safejs.Value {
		if err := m.withhold(m.caller); err != nil {
			return rejected(err)
		}
		return f(args)
	})
}

// addReaders adds the methods that return data of the graph and its run.
func (m methodSet) addReaders() {
	// The embedding site receives a general text in place of an error about the user's own files.
	m.guarded("state", func([]safejs.Value) safejs.Value {
		s := m.page.State()
		if m.caller == site {
			return snapshot(api.OutsideSnapshot(&s, m.busy(&s)))
		}
		return snapshot(api.NewSnapshot(&s, m.busy(&s)))
	})
	m.guarded("recipe", func([]safejs.Value) safejs.Value {
		s := m.page.State()
		return parse(api.RecipeJSON(s.Link()))
	})
	m.guarded("trace", func([]safejs.Value) safejs.Value {
		return m.question(proto.Query{Question: proto.Write, Unit: "trace"}, m.caller)
	})
	m.guarded("explain", parsed(api.ExplainNode, func(node int) safejs.Value {
		return m.question(proto.Query{Question: proto.Explain, Node: node}, m.caller)
	}))
	m.guarded("whatif", func(args []safejs.Value) safejs.Value {
		change, err := api.ParseChange(script.Text(args[0]))
		if err != nil {
			return rejected(err)
		}
		return m.question(proto.Query{Question: proto.WhatIf, Change: change}, m.caller)
	})
}

// addControls adds the methods that load a graph and move along its run.
func (m methodSet) addControls() {
	do := func(msg state.Msg) safejs.Value { return m.do(msg, m.caller) }
	m.open("load", func(args []safejs.Value) safejs.Value { return m.load(args, m.caller) })
	m.open("step", parsed(api.StepUnit, func(unit string) safejs.Value { return do(state.Step{Unit: unit}) }))
	m.open("run", parsed(api.RunEpochs, func(epochs int) safejs.Value {
		// A training in progress is paused. Otherwise the epochs would count from its start and not from the present position.
		if s := m.page.State(); s.Running() {
			m.page.Dispatch(state.Pause{})
		}
		return do(state.Train{Epochs: epochs})
	}))
	m.open("pause", func([]safejs.Value) safejs.Value { return do(state.Pause{}) })
	m.open("seek", parsed(api.SeekPosition, func(position int) safejs.Value { return do(state.Seek{Position: position}) }))
	m.open("method", parsed(api.MethodName, func(name method.Method) safejs.Value { return do(state.Method{Name: name}) }))
	m.open("tune", func(args []safejs.Value) safejs.Value { return m.tune(args, m.caller) })
}

// addDisplay adds the methods that change the display. Without an argument level() only returns the name of the present level, and scene()
// only returns the number of the present scene, from 0, or null outside the scenes.
func (m methodSet) addDisplay() {
	do := func(msg state.Msg) safejs.Value { return m.do(msg, m.caller) }
	m.open("theme", parsed(api.ThemeName, func(name string) safejs.Value { return do(state.SetTheme{Theme: name}) }))
	setLevel := parsed(api.LevelName, func(name string) safejs.Value { return do(state.SetLevel{Level: name}) })
	m.open("level", func(args []safejs.Value) safejs.Value {
		if args[0].IsUndefined() {
			return jsValue(m.page.State().View.Level)
		}
		return setLevel(args)
	})
	setScene := parsed(api.SceneNumber, func(number int) safejs.Value { return do(state.SetScene{Scene: number}) })
	m.open("scene", func(args []safejs.Value) safejs.Value {
		if !args[0].IsUndefined() {
			return setScene(args)
		}
		s := m.page.State()
		number := s.SceneAt()
		if number < 0 { // the page is outside the scenes
			return safejs.Null()
		}
		return jsValue(number)
	})
	// edge() fills the page with the edge of its argument. Without an argument it closes this view.
	m.open("edge", func(args []safejs.Value) safejs.Value {
		edge, err := api.ParseEdge(script.Text(args[0]))
		switch {
		case err != nil:
			return rejected(fmt.Errorf("edge: %w", err))
		case edge == nil:
			return do(state.CloseOne{})
		}
		return do(state.SetOne{One: *edge})
	})
}

// parsed returns a method that reads its first argument and calls f with the result. If read returns an error, the method returns a promise
// that is rejected with this error.
func parsed[T any](read func(api.Argument) (T, error), f func(T) safejs.Value) function {
	return func(args []safejs.Value) safejs.Value {
		x, err := read(value(args, 0))
		if err != nil {
			return rejected(err)
		}
		return f(x)
	}
}
