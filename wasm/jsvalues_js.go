package main

import (
	"strconv"
	"unsafe"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
	"sheafscope/web/api"
)

// promise returns a JavaScript promise and calls f, which must call settle once, at once or later. An error that withholds data has the
// property private.
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
	defer executor.Release() // the constructor calls the executor at once
	return script.Must(script.Global("Promise").New(executor))
}

// rejected returns a rejected promise.
func rejected(err error) safejs.Value {
	return promise(func(settle func(safejs.Value, error)) { settle(safejs.Undefined(), err) })
}

// snapshot returns the object of state(). Numbers for every node pass as bytes: as JSON they would need half a second for 100 000 nodes.
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

// numbers returns a JavaScript array of numbers. The array is made from the memory of the list, a Float64Array.
func numbers(list []float64) safejs.Value {
	bytes := safejs.Safe(script.FromBytes(unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), 8*len(list))))
	return script.Call(script.Global("Array"), "from", script.Must(script.Global("Float64Array").New(script.Get(bytes, "buffer"))))
}

// parse returns the value of a JSON text.
func parse(text string) safejs.Value { return script.Call(script.Global("JSON"), "parse", text) }

// value returns the i-th argument in the form of package api.
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
