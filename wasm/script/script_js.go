// Package script is how the programs touch JavaScript: by safejs, whose calls
// return an error where those of syscall/js would end the program. What a caller
// of the page gives, network, storage and what is requested of the browser are used with
// that error. Our own scripts (assets/) fail by a mistake of ours only: Must, Call,
// Get and Global end the program with its text. What happens at every message or
// picture is syscall/js, and says so where it stands.
package script

import (
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// Must returns v; it panics with the text of what was thrown.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(Explained(err))
	}
	return v
}

// Global is a property of the global object.
func Global(name string) safejs.Value { return Must(safejs.Global().Get(name)) }

// Get is a property of an object.
func Get(v safejs.Value, name string) safejs.Value { return Must(v.Get(name)) }

// Set sets a property of an object.
func Set(v safejs.Value, name string, x any) { Must(0, v.Set(name, x)) }

// Call calls a method of an object.
func Call(v safejs.Value, method string, args ...any) safejs.Value {
	return Must(v.Call(method, args...))
}

// Text is the string that v is.
func Text(v safejs.Value) string { return Must(v.String()) }

// True reports whether v is truthy.
func True(v safejs.Value) bool { return Must(v.Truthy()) }

// Func makes a function that JavaScript calls; it holds memory until it is released.
func Func(f func(args []safejs.Value) any) safejs.Func {
	return Must(safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any { return f(args) }))
}

// After calls f in so many milliseconds.
func After(milliseconds int, f func()) {
	var once safejs.Func
	once = Func(func([]safejs.Value) any {
		once.Release()
		f()
		return nil
	})
	Call(safejs.Global(), "setTimeout", once, milliseconds)
}

// Log writes a line to the console's errors.
func Log(text string) { Call(Global("console"), "error", text) }

// Property follows a path of properties.
func Property(v safejs.Value, path ...string) (safejs.Value, error) {
	for _, name := range path {
		var err error
		if v, err = v.Get(name); err != nil {
			return v, err
		}
	}
	return v, nil
}

// Messages go through syscall/js: a frame of a running graph is two of these calls
// and a copy, and what they are called with is our own script's, so none can fail.

var array = js.Global().Get("Uint8Array")

// FromBytes makes a Uint8Array with a buffer of its own, which can be given away.
func FromBytes(data []byte) js.Value {
	v := array.New(len(data))
	js.CopyBytesToJS(v, data)
	return v
}

// ToBytes copies a Uint8Array of our own script's.
func ToBytes(v js.Value) []byte {
	data := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(data, v)
	return data
}

// Parts puts a message together that comes in parts.
type Parts struct {
	whole []byte
	at    int
}

// Add copies a Uint8Array, the next part of a message of so many bytes, 0 for one that comes whole. It returns nil until the message is
// whole.
func (p *Parts) Add(part js.Value, size int) []byte {
	if size == 0 {
		return ToBytes(part)
	}
	if p.whole == nil {
		p.whole = make([]byte, size)
	}
	p.at += js.CopyBytesToGo(p.whole[p.at:], part)
	if p.at < size {
		return nil
	}
	whole := p.whole
	*p = Parts{}
	return whole
}

// Bytes copies a Uint8Array.
func Bytes(v safejs.Value) ([]byte, error) {
	size, err := v.Length()
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	_, err = safejs.CopyBytesToGo(data, v)
	return data, err
}

// Buffer copies an ArrayBuffer, or the elements of any array of numbers.
func Buffer(v safejs.Value) ([]byte, error) {
	view, err := safejs.Safe(array).New(v)
	if err != nil {
		return nil, err
	}
	return Bytes(view)
}
