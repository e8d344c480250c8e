package main

import (
	"strconv"
	"syscall/js"

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
