package script

// This file waits for promises, and converts thrown values to errors.

import (
	"errors"
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// Settled is the outcome of a promise: the value if the promise is fulfilled, or the error if the promise is rejected.
type Settled struct {
	Value safejs.Value
	Err   error
}

// Settle returns a channel that receives the outcome of a promise once. A value that is not a promise gives an error.
func Settle(promise safejs.Value) <-chan Settled {
	done := make(chan Settled, 1)
	var fulfilled, rejected safejs.Func
	release := func() { fulfilled.Release(); rejected.Release() } // JavaScript calls only one of the two
	fulfilled = Func(func(args []safejs.Value) any {
		defer release()
		done <- Settled{Value: args[0]}
		return nil
	})
	rejected = Func(func(args []safejs.Value) any {
		defer release()
		done <- Settled{Err: reason(args[0])}
		return nil
	})
	if _, err := promise.Call("then", fulfilled, rejected); err != nil {
		release() // not a promise: JavaScript calls neither function
		done <- Settled{Err: Explained(err)}
	}
	return done
}

// Await waits for a promise and returns its outcome. Its parameters are the results of the call that returned the promise. If the call has
// failed, Await returns [Explained] of its error.
func Await(promise safejs.Value, err error) (safejs.Value, error) {
	if err != nil {
		return safejs.Value{}, Explained(err)
	}
	r := <-Settle(promise)
	return r.Value, r.Err
}

// reason returns an error with the text of a thrown value of any type. If the value cannot be converted to text, it returns the error of
// the conversion.
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

// Explained replaces a js.Error, an error of syscall/js, by an error with the text of the value that JavaScript has thrown. Otherwise the
// method Error of js.Error would panic for a thrown value that is no object. Explained returns any other error unchanged.
func Explained(err error) error {
	var thrown js.Error
	if errors.As(err, &thrown) {
		return reason(safejs.Safe(thrown.Value))
	}
	return err
}
