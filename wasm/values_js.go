package main

import (
	"strconv"
	"unsafe"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
	"sheafscope/web/api"
)

// promise runs f, which must call settle once, now or later.
func promise(f func(settle func(safejs.Value, error))) safejs.Value {
	executor := script.Func(func(args []safejs.Value) any {
		resolve, reject := args[0], args[1]
		f(func(v safejs.Value, err error) {
			if err == nil {
				script.Must(resolve.Invoke(v))
				return
			}
			e := script.Must(script.Global("Error").New(err.Error()))
			if api.IsPrivate(err) {
				script.Set(e, "private", true)
			}
			script.Must(reject.Invoke(e))
		})
		return nil
	})
	defer executor.Release() // the constructor calls it at once
	return script.Must(script.Global("Promise").New(executor))
}

func rejected(err error) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) { settle(safejs.Undefined(), err) })
}

// snapshot makes the object of state(). What it has of every node goes over as
// bytes: as text it would take half a second of 100 000 nodes.
func snapshot(t api.Snapshot) safejs.Value {
	classes, probabilities := t.Predictions, t.Probability
	t.Predictions, t.Probability = nil, nil
	v := parse(t.JSON())
	if classes != nil {
		list := make([]float64, len(classes))
		for i, c := range classes {
			list[i] = float64(c)
		}
		script.Set(v, "predictions", numbers(list))
	}
	if probabilities != nil {
		script.Set(v, "probabilities", numbers(probabilities))
	}
	return v
}

// numbers is a list of numbers as a JavaScript array.
func numbers(list []float64) safejs.Value {
	bytes := safejs.Safe(script.FromBytes(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))))
	return script.Call(script.Global("Array"), "from", script.Must(script.Global("Float64Array").New(script.Get(bytes, "buffer"))))
}

func parse(text string) safejs.Value { return script.Call(script.Global("JSON"), "parse", text) }

// value is the i-th argument as package api reads it.
func value(args []safejs.Value, i int) api.Argument {
	if args[i].IsUndefined() || args[i].IsNull() {
		return api.Argument{}
	}
	v := args[i]
	switch v.Type() {
	case safejs.TypeNumber:
		return api.Argument{Kind: "number", Number: script.Must(v.Float()), Shown: script.Text(script.Call(safejs.Global(), "String", v))}
	case safejs.TypeString:
		return api.Argument{Kind: "string", Text: script.Text(v), Shown: strconv.Quote(script.Text(v))}
	}
	return api.Argument{Kind: "other", Shown: "a value of type " + script.Text(script.Get(v, "type"))}
}
