package main

import (
	"strconv"
	"syscall/js"
	"unsafe"

	"sheafscope/web/api"
)

// promise runs f, which must call settle once, now or later.
func promise(f func(settle func(js.Value, error))) js.Value {
	executor := js.FuncOf(func(_ js.Value, args []js.Value) any {
		resolve, reject := args[0], args[1]
		f(func(v js.Value, err error) {
			if err != nil {
				e := js.Global().Get("Error").New(err.Error())
				if api.IsPrivate(err) {
					e.Set("private", true)
				}
				reject.Invoke(e)
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

// snapshot makes the object of state(). What it has of every node goes over as
// bytes: as text it would take half a second of 100 000 nodes.
func snapshot(t api.Snapshot) js.Value {
	classes, probabilities := t.Predictions, t.Probability
	t.Predictions, t.Probability = nil, nil
	v := parse(t.JSON())
	if classes != nil {
		list := make([]float64, len(classes))
		for i, c := range classes {
			list[i] = float64(c)
		}
		v.Set("predictions", numbers(list))
	}
	if probabilities != nil {
		v.Set("probabilities", numbers(probabilities))
	}
	return v
}

// numbers is a list of numbers as a JavaScript array.
func numbers(list []float64) js.Value {
	bytes := uint8Array.New(8 * len(list))
	if len(list) > 0 {
		js.CopyBytesToJS(bytes, unsafe.Slice((*byte)(unsafe.Pointer(&list[0])), 8*len(list)))
	}
	return js.Global().Get("Array").Call("from", js.Global().Get("Float64Array").New(bytes.Get("buffer")))
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
