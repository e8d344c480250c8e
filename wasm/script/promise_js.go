package script

import (
	"errors"
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// Settled is the outcome of a promise: the value that it resolved to, or the error that it rejected with.
type Settled struct {
	Value safejs.Value
	Err   error
}

// Settle returns a channel that receives the outcome of a promise once.
func Settle(promise safejs.Value) <-chan Settled {
	done := make(chan Settled, 1)
	var ok, failed safejs.Func
	release := func() { ok.Release(); failed.Release() }
	ok = Func(func(args []safejs.Value) any {
		defer release()
		done <- Settled{Value: args[0]}
		return nil
	})
	failed = Func(func(args []safejs.Value) any {
		defer release()
		done <- Settled{Err: reason(args[0])}
		return nil
	})
	if _, err := promise.Call("then", ok, failed); err != nil {
		done <- Settled{Err: err} // not a promise: JavaScript calls neither function
	}
	return done
}

// Await waits for the promise that a call returned; err is the error of the call.
func Await(promise safejs.Value, err error) (safejs.Value, error) {
	if err != nil {
		return safejs.Value{}, Explained(err)
	}
	r := <-Settle(promise)
	return r.Value, r.Err
}

// reason returns an error with the text of a thrown value of any type.
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

// Explained replaces a js.Error by one with the text of the thrown value: js.Error.Error panics where that value is no object.
func Explained(err error) error {
	var thrown js.Error
	if errors.As(err, &thrown) {
		return reason(safejs.Safe(thrown.Value))
	}
	return err
}
