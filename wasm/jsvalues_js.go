package main

// This file converts between values of Go and values of JavaScript, for the methods of window.sheafscope.

import (
	"strconv"
	"unsafe"

	"github.com/hack-pad/safejs"

	"sheafscope/wasm/script"
	"sheafscope/web/api"
)

// promise returns a JavaScript promise and calls f at once. f must call settle exactly once, with a value or an error, during the call or
// later. A value fulfils the promise, and an error rejects it with a JavaScript Error. The Error has the property private if the caller may
// not receive the data.
func promise(f func(settle func(safejs.Value, error))) safejs.Value {
	executor := script.Func(func(args []safejs.Value) any {
		resolve, reject := args[0], args[1]
		f(func(v safejs.Value, err error) {
			if err == nil {
				script.Must(resolve.Invoke(v))
				return
			}
			jsError := script.Must(script.Global("Error").New(err.Error()))
			if api.IsPrivate(err) {
				script.Set(jsError, "private", true)
			}
			script.Must(reject.Invoke(jsError))
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

// snapshot returns the JavaScript object that the method state() of window.sheafscope returns. The two arrays with numbers for every node
// are copied as bytes: as JSON they would need half a second for 100 000 nodes.
func snapshot(t api.Snapshot) safejs.Value {
	predictions, probabilities := t.Predictions, t.Probability
	t.Predictions, t.Probability = nil, nil // null in the JSON
	object := parse(t.JSON())
	// A list is nil before the first prediction, and the probabilities are nil at the level "look". The property then stays null.
	if predictions != nil {
		list := make([]float64, len(predictions))
		for i, class := range predictions {
			list[i] = float64(class)
		}
		script.Set(object, "predictions", numbers(list))
	}
	if probabilities != nil {
		script.Set(object, "probabilities", numbers(probabilities))
	}
	return object
}

// numbers copies a list into a JavaScript Array: as the bytes of its memory, which are then read as numbers of 64 bits.
func numbers(list []float64) safejs.Value {
	const bytesPerNumber = 8
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), bytesPerNumber*len(list))
	bytes := safejs.Safe(script.FromBytes(memory))
	floats := script.Must(script.Global("Float64Array").New(script.Get(bytes, "buffer")))
	return script.Call(script.Global("Array"), "from", floats)
}

// parse returns the JavaScript value of a JSON text.
func parse(text string) safejs.Value { return script.Call(script.Global("JSON"), "parse", text) }

// value returns argument i, counted from 0, as an api.Argument. For undefined and null it returns the zero value. In place of a value that
// is neither a number nor a string, assets/boot/gate.js passes an object {type}, and Shown names this type.
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
