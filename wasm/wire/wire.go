// Package wire is the encoding of the messages between page, worker and the
// program for files: field by field in the order of the struct, without names,
// since all are built together. Whole numbers are zig-zag varints, float64 are
// eight little-endian bytes, and a slice of numbers is one block copy, so that a
// frame of a few ten thousand numbers costs well under a millisecond. Unexported
// fields are not carried.
package wire

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"reflect"
	"unsafe"

	"sheafscope/core/order"
)

var errShort = errors.New("wire: message ends too early")

// Append appends the encoding of v, a struct or a pointer to one, to dst.
// It panics on kinds that no message has (functions, channels, interfaces).
func Append(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	return appendValue(dst, rv)
}

// Same reports whether two values of one type have the same encoding: the same exported fields, nil apart from empty.
func Same[T any](a, b T) bool {
	return bytes.Equal(appendValue(nil, reflect.ValueOf(a)), appendValue(nil, reflect.ValueOf(b)))
}

// Decode reads an encoding of v's type into v, a pointer to a struct. Bytes
// that are too few, too many or out of range give an error. Large slices of numbers share the memory of data, which must not change
// afterwards.
func Decode(data []byte, v any) (err error) {
	d := decoder{data: data, size: len(data)}
	d.value(reflect.ValueOf(v).Elem())
	if d.err == nil && len(d.data) != 0 {
		d.err = fmt.Errorf("wire: %d bytes are left over", len(d.data))
	}
	return d.err
}

func appendValue(dst []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(dst, 1)
		}
		return append(dst, 0)
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Int16, reflect.Int8:
		return binary.AppendVarint(dst, v.Int())
	case reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.Uint16, reflect.Uint8:
		return binary.AppendUvarint(dst, v.Uint())
	case reflect.Float64:
		return binary.LittleEndian.AppendUint64(dst, math.Float64bits(v.Float()))
	case reflect.String:
		dst = binary.AppendUvarint(dst, uint64(v.Len()))
		return append(dst, v.String()...)
	case reflect.Pointer:
		if v.IsNil() {
			return append(dst, 0)
		}
		return appendValue(append(dst, 1), v.Elem())
	case reflect.Slice:
		return appendSlice(dst, v)
	case reflect.Array:
		for i := range v.Len() {
			dst = appendValue(dst, v.Index(i))
		}
		return dst
	case reflect.Map:
		if v.IsNil() {
			return append(dst, 0)
		}
		dst = binary.AppendUvarint(dst, uint64(v.Len())+1)
		parts := make([]string, 0, v.Len()) // in one order: equal messages are equal bytes
		for it := v.MapRange(); it.Next(); {
			parts = append(parts, string(appendValue(appendValue(nil, it.Key()), it.Value())))
		}
		order.Names(parts)
		for _, p := range parts {
			dst = append(dst, p...)
		}
		return dst
	case reflect.Struct:
		t := v.Type()
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				dst = appendValue(dst, v.Field(i))
			}
		}
		return dst
	}
	panic(fmt.Sprintf("wire: a message cannot carry a %s", v.Type()))
}

// appendSlice writes length+1 (0 stands for nil), then the elements.
func appendSlice(dst []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(v.Len())+1)
	if size := blockSize(v.Type().Elem().Kind()); size > 0 {
		dst = append(dst, zeros[:padding(len(dst), v.Len()*size)]...)
		return append(dst, rawBytes(v, size)...)
	}
	for i := range v.Len() {
		dst = appendValue(dst, v.Index(i))
	}
	return dst
}

// blockSize is the size of an element that is copied in blocks, 0 for others.
// Both sides run on the same little-endian machine (int is 64 bits in wasm too).
func blockSize(k reflect.Kind) int {
	switch k {
	case reflect.Float64, reflect.Int, reflect.Int64, reflect.Uint64:
		return 8
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return 4
	case reflect.Uint8, reflect.Int8:
		return 1
	}
	return 0
}

// shared is the size of a block from which on it is not copied by [Decode], in bytes: a second copy of a million edges takes longer
// than all else that the page does with them.
const shared = 1 << 16

var zeros [8]byte

// padding is the number of bytes before a block of so many bytes that would begin at an offset: a shared one begins at a multiple of 8.
func padding(offset, block int) int {
	if block < shared {
		return 0
	}
	return -offset & 7
}

// rawBytes views the elements of a slice of numbers as bytes.
func rawBytes(v reflect.Value, size int) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)
}

// header is what a slice is in memory.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

type decoder struct {
	data []byte
	size int // of the whole message
	err  error
}

func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.data = nil
}

func (d *decoder) take(n int) []byte {
	if n > len(d.data) {
		d.fail(errShort)
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

func (d *decoder) byte() byte {
	if b := d.take(1); len(b) == 1 {
		return b[0]
	}
	return 0
}

func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.data)
	if n <= 0 {
		d.fail(errShort)
		return 0
	}
	d.data = d.data[n:]
	return x
}

// length reads length+1 of something whose elements take at least size bytes.
func (d *decoder) length(size int) (n int, isNil bool) {
	x := d.uvarint()
	if x == 0 {
		return 0, true
	}
	if x-1 > uint64(len(d.data)/max(size, 1)) {
		d.fail(errShort)
		return 0, true
	}
	return int(x - 1), false
}

func (d *decoder) value(v reflect.Value) {
	if d.err != nil {
		return
	}
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(d.byte() != 0)
	case reflect.Int, reflect.Int32, reflect.Int64, reflect.Int16, reflect.Int8:
		x, n := binary.Varint(d.data)
		if n <= 0 || v.OverflowInt(x) {
			d.fail(errShort)
			return
		}
		d.data = d.data[n:]
		v.SetInt(x)
	case reflect.Uint, reflect.Uint32, reflect.Uint64, reflect.Uint16, reflect.Uint8:
		x := d.uvarint()
		if v.OverflowUint(x) {
			d.fail(errShort)
			return
		}
		v.SetUint(x)
	case reflect.Float64:
		if b := d.take(8); len(b) == 8 {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		if n := d.uvarint(); n > uint64(len(d.data)) {
			d.fail(errShort)
		} else {
			v.SetString(string(d.take(int(n))))
		}
	case reflect.Pointer:
		if d.byte() == 0 {
			v.SetZero()
			return
		}
		v.Set(reflect.New(v.Type().Elem()))
		d.value(v.Elem())
	case reflect.Slice:
		d.slice(v)
	case reflect.Array:
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Map:
		d.mapping(v)
	case reflect.Struct:
		t := v.Type()
		for i := range t.NumField() {
			if t.Field(i).IsExported() {
				d.value(v.Field(i))
			}
		}
	default:
		panic(fmt.Sprintf("wire: a message cannot carry a %s", v.Type()))
	}
}

func (d *decoder) slice(v reflect.Value) {
	size := blockSize(v.Type().Elem().Kind())
	n, isNil := d.length(size)
	if isNil {
		v.SetZero()
		return
	}
	d.take(padding(d.size-len(d.data), n*size))
	block := d.take(n * size)
	if size > 0 && n*size >= shared && len(block) > 0 && uintptr(unsafe.Pointer(&block[0]))%8 == 0 {
		*(*header)(v.Addr().UnsafePointer()) = header{unsafe.Pointer(&block[0]), n, n}
		return
	}
	v.Set(reflect.MakeSlice(v.Type(), n, n))
	if size > 0 {
		copy(rawBytes(v, size), block)
		return
	}
	for i := range n {
		d.value(v.Index(i))
	}
}

func (d *decoder) mapping(v reflect.Value) {
	n, isNil := d.length(1)
	if isNil {
		v.SetZero()
		return
	}
	t := v.Type()
	v.Set(reflect.MakeMapWithSize(t, n))
	for range n {
		key, val := reflect.New(t.Key()).Elem(), reflect.New(t.Elem()).Elem()
		d.value(key)
		d.value(val)
		if d.err != nil {
			return
		}
		v.SetMapIndex(key, val)
	}
}
