package script

import (
	"errors"
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// Settled is what a promise came to.
type Settled struct {
	Value safejs.Value
	Err   error
}

// Settle sends the outcome of a promise to a channel.
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
		done <- Settled{Err: err} // it is no promise: neither function will be called
	}
	return done
}

// Await waits for the promise that a call returned, unless the call failed.
func Await(promise safejs.Value, err error) (safejs.Value, error) {
	if err != nil {
		return safejs.Value{}, Explained(err)
	}
	r := <-Settle(promise)
	return r.Value, r.Err
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

// Explained makes an error of what a call threw readable: that of safejs, which is
// one of syscall/js, panics when its text is read and what was thrown is no object.
func Explained(err error) error {
	var thrown js.Error
	if errors.As(err, &thrown) {
		return reason(safejs.Safe(thrown.Value))
	}
	return err
}
