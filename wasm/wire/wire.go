// Package wire encodes the messages between page, worker and the program for files. The programs are built together; therefore a message
// has no field names and no version. The encodings are
//
//   - a struct: its exported fields in their order;
//   - a signed integer: a zigzag varint; an unsigned integer: a varint; a bool: a byte;
//   - float64: eight bytes, little-endian;
//   - a string: length and bytes;
//   - a slice or map: 0 for nil, else length + 1 and the elements; slice elements of most numeric kinds are one block of memory
//     ([blockSize]);
//   - an array: its elements;
//   - a pointer: 0 for nil, else 1 and the value.
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

// errShort is the error of a message that ends too early, and of a number out of range. Both come from damaged bytes only.
var errShort = errors.New("wire: message ends too early")

// Append appends the encoding of v to dst. v is a struct or a pointer to a struct. Append panics for a kind without an encoding, such as a
// function, a channel or an interface.
func Append(dst []byte, v any) []byte {
	rv := reflect.ValueOf(v)
	if rv.Kind() == reflect.Pointer {
		rv = rv.Elem()
	}
	return appendValue(dst, rv)
}

// Same reports whether two values have equal encodings. It compares exported fields only. A nil slice or map differs from an empty slice or
// map.
func Same[T any](a, b T) bool {
	return bytes.Equal(appendValue(nil, reflect.ValueOf(a)), appendValue(nil, reflect.ValueOf(b)))
}

// Decode decodes data into v, a pointer to a struct of the encoded type. It returns an error for truncated data, for bytes after the
// message and for numbers out of range; v can then be incomplete. The caller must not change data later, because large slices of numbers
// can share its memory ([shared]).
func Decode(data []byte, v any) (err error) {
	d := decoder{data: data, size: len(data)}
	d.value(reflect.ValueOf(v).Elem())
	if d.err == nil && len(d.data) != 0 {
		d.err = fmt.Errorf("wire: %d bytes are left over", len(d.data))
	}
	return d.err
}

// appendValue appends the encoding of a value. A float32 may only be an element of a slice.
func appendValue(dst []byte, v reflect.Value) []byte {
	// decoder.value has the same cases in the same order.
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
		return appendMap(dst, v)
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

// appendMap appends the encoding of a map. Its elements are sorted by their encodings, so that equal maps have equal encodings. An element
// must not contain a block of [shared] or more bytes, because its padding would depend on the position of the element.
func appendMap(dst []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(v.Len())+1)
	elements := make([]string, 0, v.Len())
	for it := v.MapRange(); it.Next(); {
		key := appendValue(nil, it.Key())
		elements = append(elements, string(appendValue(key, it.Value())))
	}
	order.Names(elements)
	for _, element := range elements {
		dst = append(dst, element...)
	}
	return dst
}

// appendSlice appends the encoding of a slice. Zero bytes before a large block align it.
func appendSlice(dst []byte, v reflect.Value) []byte {
	if v.IsNil() {
		return append(dst, 0)
	}
	dst = binary.AppendUvarint(dst, uint64(v.Len())+1)
	size := blockSize(v.Type().Elem().Kind())
	if size > 0 {
		dst = append(dst, zeros[:padding(len(dst), v.Len()*size)]...)
		return append(dst, rawBytes(v, size)...)
	}
	for i := range v.Len() {
		dst = appendValue(dst, v.Index(i))
	}
	return dst
}

// blockSize returns the size in bytes of an element of kind k, if slices of such elements are encoded as one block of memory. It returns 0
// for elements that are encoded one by one. A block needs no conversion: sender and receiver run on one little-endian machine, and int has
// 64 bits in wasm, too.
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

// shared is the smallest size in bytes of a block that [Decode] does not copy if the block is aligned. A copy of a million edges would take
// longer than all other work of the page with these edges.
const shared = 1 << 16

// alignment is the alignment in bytes, in memory, of a block that Decode does not copy.
const alignment = 8

// zeros are the bytes of padding.
var zeros [alignment]byte

// padding returns the number of zero bytes between an offset in a message and a block of the given size in bytes. A block of fewer than
// shared bytes has no padding.
func padding(offset, block int) int {
	if block < shared {
		return 0
	}
	return -offset & (alignment - 1) // distance to the next multiple of alignment, a power of 2
}

// rawBytes returns the memory of a slice of numbers, whose elements have size bytes.
func rawBytes(v reflect.Value, size int) []byte {
	return unsafe.Slice((*byte)(v.UnsafePointer()), v.Len()*size)
}

// header is the layout of a slice in memory, as the Go runtime defines it.
type header struct {
	data     unsafe.Pointer
	len, cap int
}

// decoder decodes a message from its start to its end.
type decoder struct {
	data []byte // bytes that are not decoded yet
	size int    // length of the whole message
	err  error  // the first error, after which nothing is decoded
}

// fail records an error and drops the remaining bytes.
func (d *decoder) fail(err error) {
	if d.err == nil {
		d.err = err
	}
	d.data = nil
}

// next returns the next n bytes. If fewer than n bytes remain, next records errShort and returns nil.
func (d *decoder) next(n int) []byte {
	if n > len(d.data) {
		d.fail(errShort)
		return nil
	}
	b := d.data[:n]
	d.data = d.data[n:]
	return b
}

// byte reads one byte. It returns 0 after an error.
func (d *decoder) byte() byte {
	b := d.next(1)
	if len(b) == 0 {
		return 0
	}
	return b[0]
}

// uvarint reads an unsigned varint (encoding/binary). It returns 0 after an error.
func (d *decoder) uvarint() uint64 {
	x, n := binary.Uvarint(d.data)
	if n <= 0 { // truncated, or more than 64 bits
		d.fail(errShort)
		return 0
	}
	d.data = d.data[n:]
	return x
}

// length reads the length n of a slice or map, which is encoded as n + 1, or 0 for nil. size is the least size of an element in bytes; 0
// counts as 1. A length that exceeds the remaining bytes is an error, and length returns 0 and true: a damaged message must not request
// more elements than it has bytes.
func (d *decoder) length(size int) (n int, isNil bool) {
	encoded := d.uvarint()
	if encoded == 0 {
		return 0, true
	}
	limit := uint64(len(d.data) / max(size, 1)) // elements that fit into the remaining bytes
	if encoded-1 > limit {
		d.fail(errShort)
		return 0, true
	}
	return int(encoded - 1), false
}

// value decodes the next value into v, with the cases of appendValue. After an error v can be incomplete.
func (d *decoder) value(v reflect.Value) {
	if d.err != nil {
		return
	}
	// A number that the type of v cannot hold is an error, since SetInt and SetUint would truncate it silently.
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
		b := d.next(8)
		if d.err == nil {
			v.SetFloat(math.Float64frombits(binary.LittleEndian.Uint64(b)))
		}
	case reflect.String:
		n := d.uvarint()
		if n > uint64(len(d.data)) {
			d.fail(errShort)
			return
		}
		v.SetString(string(d.next(int(n))))
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

// slice decodes a slice. A large block is not copied if it is aligned in memory: its memory in the message becomes the memory of the slice.
func (d *decoder) slice(v reflect.Value) {
	size := blockSize(v.Type().Elem().Kind())
	n, isNil := d.length(size)
	if isNil {
		v.SetZero()
		return
	}
	// For elements that are encoded one by one, size is 0, and both calls of next read nothing.
	d.next(padding(d.size-len(d.data), n*size)) // d.size-len(d.data) is the offset in the message
	block := d.next(n * size)                   // empty after an error
	isLarge := size > 0 && n*size >= shared && len(block) > 0
	if isLarge && uintptr(unsafe.Pointer(&block[0]))%alignment == 0 {
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

// mapping decodes a map. After an error the map can be incomplete.
func (d *decoder) mapping(v reflect.Value) {
	n, isNil := d.length(1) // an element of a map has at least one byte
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
