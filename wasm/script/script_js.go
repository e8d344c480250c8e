// Package script calls JavaScript from the programs. There are three kinds of calls:
//   - Values of callers, network, storage and browser pass through safejs, whose calls return an error. Calls of syscall/js would panic.
//   - Calls of the page's own scripts (assets/) fail only by a defect: [Must], [Call], [Get] and [Global] panic with the text of the error.
//   - Messages and frames pass through syscall/js for speed. Their arguments come from the page's own scripts.
package script

import (
	"syscall/js"

	"github.com/hack-pad/safejs"
)

// Must returns v. If err is not nil, Must panics with the text of the thrown value.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(Explained(err))
	}
	return v
}

// Global returns a property of the global object.
func Global(name string) safejs.Value { return Must(safejs.Global().Get(name)) }

// Get returns a property of an object.
func Get(v safejs.Value, name string) safejs.Value { return Must(v.Get(name)) }

// Set sets a property of an object.
func Set(v safejs.Value, name string, x any) { Must(0, v.Set(name, x)) } // 0: Must needs a value

// Call calls a method of an object.
func Call(v safejs.Value, method string, args ...any) safejs.Value {
	return Must(v.Call(method, args...))
}

// Text returns the text of the JavaScript string v.
func Text(v safejs.Value) string { return Must(v.String()) }

// True reports whether v is truthy.
func True(v safejs.Value) bool { return Must(v.Truthy()) }

// Func returns a function that JavaScript can call. The function holds memory until the caller releases it.
func Func(f func(args []safejs.Value) any) safejs.Func {
	return Must(safejs.FuncOf(func(_ safejs.Value, args []safejs.Value) any { return f(args) }))
}

// After calls f once, after the given number of milliseconds.
func After(milliseconds int, f func()) {
	var once safejs.Func
	once = Func(func([]safejs.Value) any {
		once.Release()
		f()
		return nil
	})
	Call(safejs.Global(), "setTimeout", once, milliseconds)
}

// Log writes an error to the browser's console.
func Log(text string) { Call(Global("console"), "error", text) }

// Property returns the nested property v.path[0].path[1]…. It returns an error if a value before the last has no properties, such as
// undefined.
func Property(v safejs.Value, path ...string) (safejs.Value, error) {
	property := v
	for _, name := range path {
		var err error
		property, err = property.Get(name)
		if err != nil {
			return property, err
		}
	}
	return property, nil
}

// The functions from FromBytes to Parts.Add copy messages by syscall/js, which needs fewer calls than safejs.

// array is the class Uint8Array.
var array = js.Global().Get("Uint8Array")

// FromBytes copies data into a Uint8Array with a separate buffer, which postMessage can transfer.
func FromBytes(data []byte) js.Value {
	v := array.New(len(data))
	js.CopyBytesToJS(v, data)
	return v
}

// ToBytes copies a Uint8Array of the page's own scripts.
func ToBytes(v js.Value) []byte {
	data := make([]byte, v.Get("byteLength").Int())
	js.CopyBytesToGo(data, v)
	return data
}

// Parts assembles a message from parts that arrive in order.
type Parts struct {
	whole   []byte // memory of the message, nil before the first part
	arrived int    // number of bytes that have arrived
}

// Add copies the next part of a message of size bytes. It returns the message after the last part, nil after an earlier part. If size is 0,
// the part is the whole message.
func (p *Parts) Add(part js.Value, size int) []byte {
	if size == 0 {
		return ToBytes(part)
	}
	if p.whole == nil {
		p.whole = make([]byte, size)
	}
	p.arrived += js.CopyBytesToGo(p.whole[p.arrived:], part)
	if p.arrived < size {
		return nil
	}
	whole := p.whole
	*p = Parts{} // for the first part of the next message
	return whole
}

// Bytes copies a Uint8Array. It returns an error for a value without a length, such as null, and for an array of another class.
func Bytes(v safejs.Value) ([]byte, error) {
	size, err := v.Length()
	if err != nil {
		return nil, err
	}
	data := make([]byte, size)
	_, err = safejs.CopyBytesToGo(data, v)
	return data, err
}

// Buffer copies an ArrayBuffer, or the elements of an array of numbers as one byte each. It returns an error if the constructor of
// Uint8Array fails for v.
func Buffer(v safejs.Value) ([]byte, error) {
	view, err := safejs.Safe(array).New(v)
	if err != nil {
		return nil, err
	}
	return Bytes(view)
}
