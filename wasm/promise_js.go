package main

import (
	"errors"
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// outcome is what a promise came to.
type outcome struct {
	value safejs.Value
	err   error
}

// settle sends the outcome of a promise to a channel.
func settle(promise safejs.Value) <-chan outcome {
	done := make(chan outcome, 1)
	var ok, failed safejs.Func
	release := func() { ok.Release(); failed.Release() }
	ok, err1 := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		defer release()
		done <- outcome{value: args[0]}
		return nil
	})
	failed, err2 := safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any {
		defer release()
		done <- outcome{err: reason(args[0])}
		return nil
	})
	_, err3 := promise.Call("then", ok, failed)
	if err := errors.Join(err1, err2, err3); err != nil {
		done <- outcome{err: err} // it is no promise: neither function will be called
	}
	return done
}

// await waits for the promise that a call returned, unless the call failed.
func await(promise safejs.Value, err error) (safejs.Value, error) {
	if err != nil {
		return safejs.Value{}, explained(err)
	}
	r := <-settle(promise)
	return r.value, r.err
}

// reason is the text of what was thrown, which may be any value.
func reason(thrown safejs.Value) error {
	text, err := safejs.Global().Call("String", thrown)
	if err != nil {
		return err
	}
	s, err := text.String()
	if err != nil {
		return err
	}
	return errors.New(s)
}

// explained makes an error of what a call threw readable: that of safejs panics
// when its text is asked for and what was thrown is no object.
func explained(err error) error {
	var thrown js.Error
	if errors.As(err, &thrown) {
		return reason(safejs.Safe(thrown.Value))
	}
	return err
}

// property follows a path of properties.
func property(v safejs.Value, path ...string) (safejs.Value, error) {
	for _, name := range path {
		var err error
		if v, err = v.Get(name); err != nil {
			return v, err
		}
	}
	return v, nil
}

// copied copies a Uint8Array.
func copied(v safejs.Value) ([]byte, error) {
	size, err := v.Length()
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	_, err = safejs.CopyBytesToGo(data, v)
	return data, err
}

// copiedBuffer copies an ArrayBuffer, or the elements of any array of numbers.
func copiedBuffer(v safejs.Value) ([]byte, error) {
	view, err := safejs.Safe(uint8Array).New(v)
	if err != nil {
		return nil, err
	}
	return copied(view)
}
